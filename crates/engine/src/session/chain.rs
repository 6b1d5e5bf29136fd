//! Several choices at once: groups that are made whole or not at all, and undone together.

use super::{Rejection, Session, Step};
use crate::shown::RefusalShown;
use board::Side;

/// What a choice begins with that its group can do without.
const SPARE: char = '?';

/// A group of choices that was left out, in whole or without those it can spare, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    /// Which of the groups.
    pub group: usize,
    /// The refusal.
    pub refusal: RefusalShown,
}

/// What became of the groups of one request.
#[derive(Clone, Debug, PartialEq)]
pub struct Chained {
    /// The lines that were added.
    pub step: Step,
    /// The groups that the rules refused: nothing of them was done, or not the choices they can spare.
    pub left_out: Vec<LeftOut>,
}

/// Whether a group may be followed by another.
enum After {
    /// It may.
    More,
    /// Dice fell or the decision passed on: a player wants to look first, and nothing of it can be
    /// taken back. What the first of a stack has seen does not stop the others: they were sent before.
    Boundary,
}

impl Session {
    /// A player's choices, written as in a journal, group by group. A group of which the rules refuse
    /// a choice is left out as a whole; the others are made in their order until dice fall or the
    /// decision passes on. If all are refused the first refusal is the answer. A choice written with a
    /// question mark before it can be spared: before the group is left out it is tried without its last
    /// one, and so on, so that nobody who cannot come along keeps the others.
    pub fn choose_groups(
        &mut self,
        by: Side,
        seq: u64,
        groups: &[Vec<String>],
    ) -> Result<Chained, Rejection> {
        self.may_act(seq)?;
        if self.decider() != Some(by) {
            return Err(Rejection::NotYours);
        }
        let from = self.journal.lines.len();
        let mut left_out = Vec::new();
        for (group, texts) in groups.iter().enumerate() {
            let (after, refusal) = self.choose_what_may(by, texts);
            left_out.extend(refusal.map(|refusal| LeftOut { group, refusal }));
            if matches!(after, After::Boundary) {
                break;
            }
        }
        let step = self.step_since(from);
        match left_out.first() {
            Some(first) if step.lines.is_empty() => Err(Rejection::Refused(first.refusal.clone())),
            _ => Ok(Chained { step, left_out }),
        }
    }

    /// As much of a group as the rules allow, and the first refusal if that is not all.
    fn choose_what_may(&mut self, by: Side, texts: &[String]) -> (After, Option<RefusalShown>) {
        let mut tried: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mut first = None;
        loop {
            let choices: Vec<&str> = tried.iter().map(|t| t.trim_start_matches(SPARE)).collect();
            match self.choose_group(by, &choices) {
                Ok(after) => return (after, first),
                Err(refusal) => _ = first.get_or_insert(refusal),
            }
            match tried.iter().rposition(|t| t.starts_with(SPARE)) {
                Some(spare) => _ = tried.remove(spare),
                None => return (After::More, first),
            }
        }
    }

    fn choose_group(&mut self, by: Side, texts: &[&str]) -> Result<After, RefusalShown> {
        let lines = self.journal.lines.len();
        for text in texts {
            self.is_stopped = false;
            if let Err(refusal) = self.choose_written(by, text) {
                return self.take_back_to(lines).map_or(Ok(After::Boundary), |()| Err(refusal));
            }
            if self.is_stopped {
                return Ok(After::Boundary);
            }
        }
        Ok(After::More)
    }

    fn choose_written(&mut self, by: Side, text: &str) -> Result<(), RefusalShown> {
        let unread = RefusalShown::without_rule;
        let choice = self.table.read_choice(text).map_err(unread)?;
        match self.choose(by, self.seq(), choice) {
            Ok(_) => Ok(()),
            Err(Rejection::Refused(refusal)) => Err(refusal),
            Err(other) => unreachable!("a side that decides now can only be refused: {other:?}"),
        }
    }

    /// Makes what was done since the journal had so many lines not have happened; `None` if something
    /// was shown since, which nobody can unsee.
    fn take_back_to(&mut self, lines: usize) -> Option<()> {
        while self.journal.lines.len() > lines {
            let to = self.undo.last()?;
            let table = self.undo.go_back(&self.journal.lines);
            self.table = table.expect("choices that were made can be made again");
            self.story.go_back(to);
            self.journal.lines.truncate(to as usize + 1);
        }
        Some(())
    }

    /// Takes back a player's choices, the newest first, as far as the line `to`.
    pub fn undo_to(&mut self, by: Side, seq: u64, to: u64) -> Result<Step, Rejection> {
        if seq != self.seq() {
            return Err(Rejection::Stale(self.seq()));
        }
        let nothing = Rejection::NothingToUndo(self.boundary);
        if !self.undoable(by).0.any(|line| line == to) {
            return Err(nothing);
        }
        let from = self.journal.lines.len();
        while self.undo.last().is_some_and(|line| line >= to) {
            self.undo(by, self.seq())?;
        }
        Ok(self.step_since(from))
    }
}
