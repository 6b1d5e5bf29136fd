//! Looking back: the state after any line, found from the nearest state that is kept.

use crate::budget::Budget;
use crate::library::Begin;
use crate::walk::walk_on;
use engine::{FixedDice, Line, Log, Table, What};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// How many lines lie between two kept states.
const EVERY: u64 = 32;

/// How many states are kept; when there are more, every second one is forgotten.
const KEPT_MAX: usize = 64;

/// States of a table at some of its lines. Lines are only ever added, so what was true after a line stays true.
#[derive(Default)]
pub struct Milestones(Mutex<BTreeMap<u64, Box<dyn Table>>>);

impl Milestones {
    /// The table as it was after `last`.
    pub fn table_at(
        &self,
        start: &Begin,
        lines: &[Line],
        last: u64,
        budget: &dyn Budget,
    ) -> Result<Box<dyn Table>, String> {
        let (from, table) = self.nearest(start, lines, last)?;
        walk_on(table, from, lines, last, budget, |_, _| {}, |line, table| self.keep(line, table))
    }

    /// A kept state from which `last` can be reached: no undo on the way may go back behind it.
    fn nearest(
        &self,
        start: &Begin,
        lines: &[Line],
        last: u64,
    ) -> Result<(u64, Box<dyn Table>), String> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut from = last;
        while let Some((&line, table)) = kept.range(..=from).next_back() {
            let way = lines.iter().filter(|l| l.n > line && l.n <= last);
            match way.filter_map(undone_to).min() {
                Some(to) if to < line => from = to,
                _ => return Ok((line, table.boxed())),
            }
            if from == 0 {
                break;
            }
        }
        let first = lines.first().ok_or("the journal is empty")?;
        let mut dice = FixedDice::new(first.rolls.iter().map(|r| r.value));
        Ok((first.n, start(&mut dice, &mut Log::silent())))
    }

    fn keep(&self, line: u64, table: &dyn Table) {
        if !line.is_multiple_of(EVERY) {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.entry(line).or_insert_with(|| table.boxed());
        if kept.len() > KEPT_MAX {
            let mut is_odd = false;
            kept.retain(|_, _| {
                is_odd = !is_odd;
                is_odd
            });
        }
    }
}

/// Of what was known after a line, the last line that no later undo has taken back.
pub fn still_true(lines: &[Line], known: u64) -> u64 {
    let later = lines.iter().rev().take_while(|line| line.n > known);
    later.filter_map(undone_to).min().map_or(known, |to| to.min(known))
}

fn undone_to(line: &Line) -> Option<u64> {
    if let What::Undo(to) = line.what { Some(to) } else { None }
}
