//! Several choices at once: groups that are made whole or not at all, and undone together.

use super::{Rejection, Session, Step};
use board::Side;
use serde_json::{Value, json};

/// A group of choices that was left out, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    /// Which of the groups.
    pub group: usize,
    /// The refusal as JSON (`text`, `rules`, `because`).
    pub refusal: Value,
}

/// What became of the groups of one request.
#[derive(Clone, Debug, PartialEq)]
pub struct Chained {
    /// The lines that were added.
    pub step: Step,
    /// The groups that the rules refused; nothing of them was done.
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
    /// decision passes on. If all are refused the first refusal is the answer.
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
            match self.choose_group(by, texts) {
                Ok(After::More) => {}
                Ok(After::Boundary) => break,
                Err(refusal) => left_out.push(LeftOut { group, refusal }),
            }
        }
        let step = self.step_since(from);
        match left_out.first() {
            Some(first) if step.lines.is_empty() => Err(Rejection::Refused(first.refusal.clone())),
            _ => Ok(Chained { step, left_out }),
        }
    }

    fn choose_group(&mut self, by: Side, texts: &[String]) -> Result<After, Value> {
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

    fn choose_written(&mut self, by: Side, text: &str) -> Result<(), Value> {
        let unread = |why: String| json!({ "text": why, "rules": [], "because": {} });
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
