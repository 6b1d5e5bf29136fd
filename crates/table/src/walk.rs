//! Going through a journal line by line: the state after any line, and the journal as one viewer may
//! read it.

use engine::{Actor, FixedDice, Journal, Line, Log, Rolls, Table, Trail, Viewer, What};
use std::collections::BTreeSet;

use crate::budget::Budget;
use crate::library::Begin;

/// Replays the lines up to and including `last`. `see` is shown each line with the table before it.
pub fn walk(
    start: &Begin,
    lines: &[Line],
    last: u64,
    budget: &dyn Budget,
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
pub fn walk_on(
    mut table: Box<dyn Table>,
    from: u64,
    lines: &[Line],
    last: u64,
    budget: &dyn Budget,
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
/// Standing orders of others are private in every game. Where the game is not `open`, everything that others did
/// is left out as well: any choice may name a counter that lies hidden, and whether it was the only one, ordered
/// beforehand or taken back may tell what the chooser had. What the viewer may know of it stands in the log.
/// All dice, hashes and the position a campaign goes on from are left out too: a hash can be guessed back into what it
/// was made of, and dice may have shuffled what is hidden. The text keeps the form of a journal, but only the whole
/// journal, which everybody gets when the game lies open, can be replayed.
pub fn redacted(
    journal: &Journal,
    start: &Begin,
    open: bool,
    viewer: Viewer,
    budget: &dyn Budget,
) -> Result<String, String> {
    let mut header = journal.header.clone();
    // Where a campaign goes on, the head holds the whole end of the scenario before.
    header.position = header.position.filter(|_| open);
    let mut out = header.write();
    let last = journal.lines.len() as u64;
    walk(start, &journal.lines, last, budget, |line, table| {
        let mut line = line.clone();
        let ids = table.side_ids();
        let other = made_by(&line, table).filter(|&side| !viewer.knows_of(side));
        if let Some(side) = other {
            hide(&mut line, &ids[side.index()], open);
        }
        if !open {
            line.rolls = Rolls::new();
            line.hash = 0;
        }
        out.push_str(&line.to_string());
        out.push('\n');
    })?;
    Ok(out)
}

/// Leaves out of a line what only `side`, which made it, may know.
fn hide(line: &mut Line, side: &str, open: bool) {
    match &line.what {
        What::Order { .. } => line.what = What::Order { id: String::from("private"), on: true },
        What::Choice(_) | What::Undo(_) if !open => {
            line.actor = Actor::Side(side.to_string());
            line.what = What::Choice(String::from("verb hidden"));
        }
        What::Begin | What::Choice(_) | What::Undo(_) | What::Resign => {}
    }
}

/// Who made a line. What passes by itself belongs to whoever decides there.
fn made_by(line: &Line, table: &dyn Table) -> Option<board::Side> {
    let ids = table.side_ids();
    match &line.actor {
        Actor::Side(id) | Actor::Order(id) => board::Side::named(id, [&ids[0], &ids[1]]),
        Actor::Automatic if line.what == What::Begin => None,
        Actor::Automatic => table.decider(),
    }
}
