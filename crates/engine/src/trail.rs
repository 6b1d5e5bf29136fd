//! The way back: which lines can be undone, and a few states from which all the others are played
//! again.
//!
//! A turn may be long and a state is tens of kilobytes, so a state a choice is too much. The newest
//! state is kept, and the farther back the fewer: going back a step costs a few choices at most,
//! and what is kept grows with the logarithm of the turn. Between two marks no dice are thrown, so
//! the choices of the journal are enough to play the rest again.

use crate::{FixedDice, Line, Log, Table, What};
use serde::{Deserialize, Serialize};

/// A state that undo can go back to.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Mark {
    /// The line after which it stood.
    line: u64,
    /// How many choices of the path lie before it.
    at: usize,
}

/// A way back without its states.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Way {
    /// The lines of the choices that are in effect, since the first mark.
    path: Vec<u64>,
    marks: Vec<Mark>,
}

impl Way {
    /// The line of the first mark.
    pub(crate) fn first(&self) -> Option<u64> {
        self.marks.first().map(|mark| mark.line)
    }

    /// Whether it leads through choices of these lines.
    fn leads_through(&self, lines: &[Line]) -> bool {
        let is_choice = |line: &u64| {
            let line = usize::try_from(*line).ok().and_then(|n| lines.get(n));
            line.is_some_and(|line| matches!(line.what, What::Choice(_)))
        };
        let marks = &self.marks;
        self.path.iter().all(is_choice)
            && marks.is_sorted_by(|a, b| a.line < b.line && a.at <= b.at)
            && marks.last().is_none_or(|last| last.at <= self.path.len())
            && marks.last().is_none_or(|last| last.line < lines.len() as u64)
    }
}

/// The way back through the choices that were made since dice last fell.
#[derive(Default)]
pub struct Trail {
    way: Way,
    /// The kept states, by the numbers of their marks.
    kept: Vec<(usize, Box<dyn Table>)>,
}

impl Trail {
    /// The way without its states.
    pub(crate) fn way(&self) -> &Way {
        &self.way
    }

    /// The state of the first mark, which is always kept.
    pub(crate) fn first(&self) -> Option<&dyn Table> {
        self.kept.first().filter(|(i, _)| *i == 0).map(|(_, table)| &**table)
    }

    /// A way through the lines of a journal, with the state of its first mark; the others are made from it when
    /// they are wanted.
    pub(crate) fn along(
        way: Way,
        first: Option<Box<dyn Table>>,
        lines: &[Line],
    ) -> Result<Trail, String> {
        if !way.leads_through(lines) {
            return Err(String::from("the way back does not lead through the journal"));
        }
        let kept = first.into_iter().map(|table| (0, table)).collect();
        Ok(Trail { way, kept })
    }

    /// Remembers the state after `line`, which a choice is about to leave.
    pub fn mark(&mut self, line: u64, table: &dyn Table) {
        let top = self.way.marks.len();
        self.way.marks.push(Mark { line, at: self.way.path.len() });
        self.kept.push((top, table.boxed()));
        self.kept.retain(|(i, _)| is_kept(*i, top));
    }

    /// A choice was made in `line`, without dice.
    pub fn went(&mut self, line: u64) {
        if !self.way.marks.is_empty() {
            self.way.path.push(line);
        }
    }

    /// Nothing can be undone any more.
    pub fn clear(&mut self) {
        self.way.path.clear();
        self.way.marks.clear();
        self.kept.clear();
    }

    /// The line to which undo goes back.
    pub fn last(&self) -> Option<u64> {
        self.way.marks.last().map(|mark| mark.line)
    }

    /// The lines to which undo could go back one after the other, the newest first.
    pub fn lines(&self) -> impl Iterator<Item = u64> + '_ {
        self.way.marks.iter().rev().map(|mark| mark.line)
    }

    /// How many states are kept.
    pub fn kept(&self) -> usize {
        self.kept.len()
    }

    /// Goes back to the newest mark: the state as it stood there. `lines` are all lines of the
    /// journal.
    pub fn go_back(&mut self, lines: &[Line]) -> Result<Box<dyn Table>, String> {
        let mark = self.way.marks.pop().ok_or("there is nothing to go back to")?;
        let top = self.way.marks.len();
        let (from, mut table) = match self.kept.pop_if(|(i, _)| *i == top) {
            Some((_, table)) => return self.cut(mark, table),
            None => self.kept.last().map(|(i, table)| (*i, table.boxed())),
        }
        .ok_or("no state is kept to go back from")?;
        for i in from..top {
            let end = self.way.marks.get(i + 1).unwrap_or(&mark).at;
            for line in &self.way.path[self.way.marks[i].at..end] {
                choose_again(&mut *table, lines, *line)?;
            }
            if i + 1 < top && is_kept(i + 1, top - 1) {
                self.kept.push((i + 1, table.boxed()));
            }
        }
        self.cut(mark, table)
    }

    fn cut(&mut self, mark: Mark, table: Box<dyn Table>) -> Result<Box<dyn Table>, String> {
        self.way.path.truncate(mark.at);
        Ok(table)
    }
}

/// Whether the state of a mark is kept when `top` is the newest: the newest two, and of those twice
/// as far back half as many. A state that is dropped here is not wanted later, unless undo has come
/// near it again.
fn is_kept(mark: usize, top: usize) -> bool {
    match (top - mark).checked_ilog2() {
        None => true,
        Some(octave) => mark.is_multiple_of(1 << octave),
    }
}

/// Makes the choice of a line at the state before it.
fn choose_again(table: &mut dyn Table, lines: &[Line], line: u64) -> Result<(), String> {
    let what = usize::try_from(line).ok().and_then(|i| lines.get(i)).map(|line| &line.what);
    let Some(What::Choice(text)) = what else {
        return Err(format!("line {line} is no choice to be made again"));
    };
    let choice = table.read_choice(text)?;
    table.choose(choice, &mut FixedDice::default(), &mut Log::silent());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_kept;

    #[test]
    fn the_kept_states_grow_with_the_logarithm_of_the_turn() {
        let kept = |top: usize| (0..=top).filter(|&i| is_kept(i, top)).count();
        assert_eq!((kept(0), kept(1), kept(2)), (1, 2, 3), "a short turn keeps everything");
        for top in [10_usize, 100, 1_000, 100_000, 1_000_000] {
            let most = 2 + 2 * top.ilog2() as usize;
            assert!(kept(top) <= most, "{} of {top} are kept", kept(top));
        }
    }

    #[test]
    fn the_first_state_stays_and_what_is_dropped_is_never_wanted_deeper() {
        for top in 0..600 {
            assert!(is_kept(0, top) && is_kept(top, top));
            let all = (0..=top).filter(|&i| is_kept(i, top + 1));
            assert!(all.into_iter().all(|i| is_kept(i, top)), "after {top}");
        }
    }
}
