//! Going through a journal line by line: the state after any line, and the journal as one viewer may
//! read it.

use engine::{Actor, FixedDice, Journal, Line, Log, Rolls, Table, Trail, Viewer, What};
use std::collections::BTreeSet;

use crate::library::Begin;
use crate::replay::Budget;

/// Replays the lines up to and including `last`. `see` is shown each line with the table before it.
pub(crate) fn walk(
    start: &Begin,
    lines: &[Line],
    last: u64,
    budget: &Budget,
    mut see: impl FnMut(&Line, &dyn Table),
) -> Result<Box<dyn Table>, String> {
    let first = lines.first().ok_or("the journal is empty")?;
    let table = start(&mut dice_of(first), &mut Log::silent());
    see(first, &*table);
    walk_on(table, first.n, lines, last, budget, see, |_, _| {})
}

/// Replays the lines after `from` up to and including `last`, from the table after `from`. `see` is
/// shown each line with the table before it, `done` the number of each line with the table after
/// it. `lines` are all lines of the journal.
pub(crate) fn walk_on(
    mut table: Box<dyn Table>,
    from: u64,
    lines: &[Line],
    last: u64,
    budget: &Budget,
    mut see: impl FnMut(&Line, &dyn Table),
    mut done: impl FnMut(u64, &dyn Table),
) -> Result<Box<dyn Table>, String> {
    let way = lines.iter().filter(|l| l.n > from && l.n <= last);
    let returns = returns(way.clone());
    let mut trail = Trail::default();
    let mut before = from;
    for line in way {
        budget.check()?;
        if returns.contains(&before) {
            trail.mark(before, &*table);
        }
        see(line, &*table);
        match &line.what {
            What::Choice(text) => {
                let choice = table.read_choice(text)?;
                table.choose(choice, &mut dice_of(line), &mut Log::silent());
                // Nothing that lies before dice is ever undone.
                if line.rolls.is_empty() { trail.went(line.n) } else { trail.clear() }
            }
            What::Undo(to) if trail.last() == Some(*to) => table = trail.go_back(lines)?,
            What::Undo(_) => return Err(String::from("an undo goes nowhere")),
            What::Begin | What::Order { .. } | What::Resign => {}
        }
        before = line.n;
        done(before, &*table);
    }
    Ok(table)
}

/// The lines that some undo goes back to.
fn returns<'a>(lines: impl Iterator<Item = &'a Line>) -> BTreeSet<u64> {
    lines.filter_map(|l| if let What::Undo(to) = l.what { Some(to) } else { None }).collect()
}

fn dice_of(line: &Line) -> FixedDice {
    FixedDice::new(line.rolls.iter().map(|r| r.value))
}

/// The journal of a running game as `viewer` may read it.
///
/// Standing orders of others are private in every game. Where the game is not `open`, choices that others
/// made in secret are left out as well, and so are all dice, hashes and the position a campaign goes on
/// from: a hash can be guessed back into what it was made of, and dice may have shuffled what is hidden. The text keeps the form of a
/// journal, but only the whole journal, which everybody gets when the game lies open, can be replayed.
pub(crate) fn redacted(
    journal: &Journal,
    start: &Begin,
    open: bool,
    viewer: Viewer,
    budget: &Budget,
) -> Result<String, String> {
    let mut header = journal.header.clone();
    // Where a campaign goes on, the head holds the whole end of the scenario before.
    header.position = header.position.filter(|_| open);
    let mut out = header.write();
    let last = journal.lines.len() as u64;
    walk(start, &journal.lines, last, budget, |line, table| {
        let mut line = line.clone();
        let others = is_of_others(&line.actor, table, viewer);
        if others && matches!(line.what, What::Order { .. }) {
            line.what = What::Order { id: String::from("private"), on: true };
        }
        if !open {
            line.rolls = Rolls::new();
            line.hash = 0;
            if others && table.is_secret() && matches!(line.what, What::Choice(_)) {
                line.what = What::Choice(String::from("verb hidden"));
            }
        }
        out.push_str(&line.to_string());
        out.push('\n');
    })?;
    Ok(out)
}

/// Whether a line was made by somebody of whom the viewer does not know everything. What passes by itself
/// belongs to whoever decides there.
fn is_of_others(actor: &Actor, table: &dyn Table, viewer: Viewer) -> bool {
    let ids = table.side_ids();
    let side = match actor {
        Actor::Side(id) | Actor::Order(id) => board::Side::named(id, [&ids[0], &ids[1]]),
        Actor::Automatic => table.decider(),
    };
    side.is_some_and(|side| !viewer.knows_of(side))
}
