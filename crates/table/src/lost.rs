//! The journal of a table that cannot be opened any more, because its rules or data have changed or
//! because it is damaged: whoever may read it gets it as it is stored.
//!
//! Without a replay nobody can say what a viewer has seen, so nothing is guessed:
//!
//! - a game that is over, and whose campaign does not go on at another table, is given whole to everybody;
//! - so is one that hides nothing while it runs, but for the standing orders of others;
//! - of a running game that hides something, whoever holds both seats gets all of it, and whoever holds one
//!   the lines that he made himself, without dice and hashes;
//! - everybody else gets nothing. The operator has `rokada journal`.

use crate::record::{Hashed, SeatKind, Stored, header_of};
use engine::{Actor, Header, Line, Rolls, What};

/// The journal as far as somebody may read it; `None` if that is nothing. `hides_nothing` says whether both
/// players know everything, `is_over` whether the game is, and no further table of its campaign is being played.
pub fn journal(
    stored: &Stored,
    who: Option<Hashed>,
    hides_nothing: bool,
    is_over: bool,
) -> Option<String> {
    let mine = seats_of(stored, who);
    let all_mine = !mine.is_empty() && mine.len() == stored.seats.len();
    if is_over || all_mine {
        return Some(whole(stored));
    }
    let header = header_of(&stored.header).ok()?;
    let may_read = hides_nothing || !mine.is_empty();
    may_read.then(|| redacted(header, &stored.lines, &mine, hides_nothing))
}

/// The sides that a visitor plays. Whoever set two bots against each other plays none.
fn seats_of(stored: &Stored, who: Option<Hashed>) -> Vec<String> {
    let is_mine = |kind: &SeatKind, holder: Option<Hashed>| {
        who.is_some() && holder == who && !matches!(kind, SeatKind::Bot(_))
    };
    let mine = stored.seats.iter().filter(|seat| is_mine(&seat.kind, seat.holder));
    mine.map(|seat| seat.side.clone()).collect()
}

/// The journal as it is stored, damage and all.
pub fn whole(stored: &Stored) -> String {
    let mut text = stored.header.clone();
    for line in &stored.lines {
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// The lines up to the first that is damaged, with what others may not know left out.
fn redacted(mut header: Header, lines: &[String], mine: &[String], open: bool) -> String {
    header.position = header.position.filter(|_| open);
    let mut out = header.write();
    for line in lines.iter().map_while(|line| Line::parse(line).ok()) {
        out.push_str(&redacted_line(line, mine, open).to_string());
        out.push('\n');
    }
    out
}

fn redacted_line(mut line: Line, mine: &[String], open: bool) -> Line {
    let is_mine = match &line.actor {
        Actor::Side(side) | Actor::Order(side) => mine.contains(side),
        Actor::Automatic => false,
    };
    match &line.what {
        What::Order { .. } if !is_mine => {
            line.what = What::Order { id: String::from("private"), on: true };
        }
        What::Choice(_) if !is_mine && !open => {
            line.what = What::Choice(String::from("verb hidden"));
        }
        _ => {}
    }
    if !open {
        line.rolls = Rolls::new();
        line.hash = 0;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: [&str; 5] = [
        "0 - begin = 3/6 #11111111",
        "1 red unit R1 #22222222",
        "2 blue hex 0303 = 5/6 #33333333",
        "3 blue order hold on #33333333",
        "4 - verb done #44444444",
    ];

    fn shown(mine: &[&str], open: bool) -> Vec<String> {
        let mine: Vec<String> = mine.iter().map(|s| s.to_string()).collect();
        let line = |text: &&str| Line::parse(text).map(|l| redacted_line(l, &mine, open));
        LINES.iter().map(|text| line(text).map_or_else(|e| e, |l| l.to_string())).collect()
    }

    #[test]
    fn a_player_reads_his_own_lines_and_nobody_elses() {
        assert_eq!(
            shown(&["red"], false),
            [
                "0 - begin #00000000",
                "1 red unit R1 #00000000",
                "2 blue verb hidden #00000000",
                "3 blue order private on #00000000",
                "4 - verb hidden #00000000",
            ]
        );
    }

    #[test]
    fn where_nothing_is_hidden_only_the_orders_of_others_are_private() {
        let mut expected = LINES.map(String::from);
        expected[3] = String::from("3 blue order private on #33333333");
        assert_eq!(shown(&[], true), expected);
        assert_eq!(shown(&["blue"], true), LINES);
    }
}
