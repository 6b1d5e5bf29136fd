//! A bookmark: what a session knows at a line beside its journal, so that it can be opened there without
//! playing everything before that line again.
//!
//! The journal is the game; bookmarks only save time. One that is lost, damaged or made by other rules costs a whole
//! replay and nothing else: the states in it must have the hashes that the journal gives their lines. As text it is a line of
//! JSON, the state, the first state that undo can go back to (empty if there is none), and what happened since
//! the bookmark before it, an event a line.

use super::{Session, Start, UndoBoundary, Verification, secrets_of};
use crate::story::Story;
use crate::trail::{Trail, Way};
use crate::{Actor, FixedDice, Journal, Line, Log, Table, What, stable_hash};
use board::{BySide, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The first line of a bookmark.
#[derive(Serialize, Deserialize)]
struct Head {
    line: u64,
    /// The line of the bookmark before, which tells what happened until then.
    follows: Option<u64>,
    boundary: UndoBoundary,
    way: Way,
    /// The hash of what follows.
    rest: u64,
}

/// A bookmark that has been read: its head, and its lines after that.
type Read<'a> = (Head, &'a str);

fn read(text: &str) -> Result<Read<'_>, String> {
    let (head, rest) = text.split_once('\n').ok_or("the bookmark ends early")?;
    let head: Head = serde_json::from_str(head).map_err(|e| e.to_string())?;
    match head.rest == stable_hash(rest) {
        true => Ok((head, rest)),
        false => Err(format!("the bookmark at line {} is damaged", head.line)),
    }
}

impl Session {
    /// A bookmark at the last line. Of what happened it tells only what came after the bookmark at `follows`.
    pub fn bookmark(&self, follows: Option<u64>) -> String {
        let first = self.undo.first().map(Table::save).unwrap_or_default();
        let mut rest = format!("{}\n{first}\n", self.table.save());
        let after = follows.map(|line| still_told(&self.journal.lines, line));
        self.story.write_after(after, &mut rest);
        let head = Head {
            line: self.seq(),
            follows,
            boundary: self.boundary,
            way: self.undo.way().clone(),
            rest: stable_hash(rest.as_str()),
        };
        let mut text = serde_json::to_string(&head).unwrap_or_default();
        text.push('\n');
        text.push_str(&rest);
        text
    }

    /// Opens a journal at the last of its bookmarks, each of which follows the one before it, and replays the lines
    /// after it; the last answer is the line at which it was opened. The error is why that cannot be; then the whole
    /// journal must be replayed.
    pub fn resume(
        journal: &Journal,
        secrets: Option<Vec<Vec<u8>>>,
        start: &Start<'_>,
        bookmarks: &[String],
    ) -> Result<(Session, Verification, u64), String> {
        let mut session = Session::begun(journal, secrets, start)?;
        let mut last: Option<Read<'_>> = None;
        for text in bookmarks {
            let (head, rest) = read(text)?;
            if head.follows != last.as_ref().map(|(before, _)| before.line) {
                return Err(format!("the bookmark before line {} is missing", head.line));
            }
            let told = head.follows.map(|line| still_told_at(&journal.lines, line, head.line));
            session.story.read_after(told, rest)?;
            last = Some((head, rest));
        }
        let (head, rest) = last.ok_or("there is no bookmark")?;
        session.stand_at(journal, head, rest)?;
        let line = session.seq();
        let verified = session.redo_rest(&journal.lines);
        Ok((session, verified, line))
    }

    /// A session that has not gone beyond the set-up, which must be that of the journal.
    fn begun(
        journal: &Journal,
        secrets: Option<Vec<Vec<u8>>>,
        start: &Start<'_>,
    ) -> Result<Session, String> {
        let first = journal.lines.first().ok_or("the journal is empty")?;
        let mut dice = FixedDice::new(first.rolls.iter().map(|r| r.value));
        let table = start(&mut dice, &mut Log::silent());
        if first.what != What::Begin || Line::hash_of(&*table) != first.hash {
            return Err(String::from("the game begins differently"));
        }
        let secrets = secrets_of(&journal.header, secrets);
        Ok(Session::new(journal.header.clone(), secrets, table))
    }

    /// Takes the place that a bookmark tells of.
    fn stand_at(&mut self, journal: &Journal, head: Head, rest: &str) -> Result<(), String> {
        let mut parts = rest.split('\n');
        let mut part = || parts.next().ok_or("the bookmark ends early");
        let (state, first) = (part()?, part()?);
        let passed = usize::try_from(head.line).ok().and_then(|n| journal.lines.get(..=n));
        let passed = passed.ok_or("the bookmark lies behind the last line")?;
        if head.way.first().is_some() == first.is_empty() {
            return Err(String::from("the way back has no beginning"));
        }
        let begin = match head.way.first() {
            Some(line) => Some(stored(&*self.table, first, passed, line)?),
            None => None,
        };
        self.table = stored(&*self.table, state, passed, head.line)?;
        self.undo = Trail::along(head.way, begin, passed)?;
        self.boundary = head.boundary;
        self.journal.lines = passed.to_vec();
        self.orders_of_lines()
    }

    /// The standing orders that are on, and who has resigned: the lines tell it.
    fn orders_of_lines(&mut self) -> Result<(), String> {
        let mut orders: BySide<BTreeSet<String>> = BySide::default();
        let mut resigned = None;
        for line in &self.journal.lines {
            let by = |actor: &Actor| -> Result<Side, String> {
                match actor {
                    Actor::Side(id) => self.side_named(id),
                    Actor::Order(_) | Actor::Automatic => Err(String::from("no player is named")),
                }
            };
            match &line.what {
                What::Order { id, on: true } => {
                    orders[by(&line.actor)?].insert(id.clone());
                }
                What::Order { id, on: false } => {
                    orders[by(&line.actor)?].remove(id);
                }
                What::Resign => resigned = Some(by(&line.actor)?),
                What::Begin | What::Choice(_) | What::Undo(_) => {}
            }
        }
        (self.orders, self.resigned) = (orders, resigned);
        Ok(())
    }

    fn redo_rest(&mut self, lines: &[Line]) -> Verification {
        let from = self.journal.lines.len();
        for line in &lines[from..] {
            if let Err(why) = self.redo(line) {
                return Verification { good: self.seq(), broken: Some((line.n, why)) };
            }
        }
        Verification { good: self.seq(), broken: None }
    }
}

/// The table at a stored state, if it is the one after `line`.
fn stored(
    table: &dyn Table,
    state: &str,
    lines: &[Line],
    line: u64,
) -> Result<Box<dyn Table>, String> {
    let table = table.at_stored(state)?;
    let told = usize::try_from(line).ok().and_then(|n| lines.get(n));
    match told {
        Some(told) if told.hash == Line::hash_of(&*table) => Ok(table),
        _ => Err(format!("the state is not the one after line {line}")),
    }
}

/// Of what had happened up to `line`, the last line that no later undo has taken back.
fn still_told(lines: &[Line], line: u64) -> u64 {
    let later = lines.iter().rev().take_while(|l| l.n > line);
    let undone = later.filter_map(|l| if let What::Undo(to) = l.what { Some(to) } else { None });
    undone.min().map_or(line, |to| to.min(line))
}

/// The same as it was after line `now`.
fn still_told_at(lines: &[Line], line: u64, now: u64) -> u64 {
    let end = usize::try_from(now).unwrap_or(usize::MAX).saturating_add(1).min(lines.len());
    still_told(&lines[..end], line)
}

impl Story {
    /// Writes what happened after a line, an event a line.
    fn write_after(&self, line: Option<u64>, out: &mut String) {
        for told in self.all_after(line) {
            // Words and numbers can always be written.
            out.push_str(&serde_json::to_string(told).unwrap_or_default());
            out.push('\n');
        }
    }

    /// Forgets what happened after a line, or everything, and adds what a bookmark tells after its two states.
    fn read_after(&mut self, line: Option<u64>, rest: &str) -> Result<(), String> {
        match line {
            Some(line) => self.go_back(line),
            None => *self = Story::default(),
        }
        for told in rest.split('\n').skip(2).filter(|told| !told.is_empty()) {
            let told = serde_json::from_str(told);
            self.add(told.map_err(|_| "the bookmark tells what is no event")?);
        }
        Ok(())
    }
}
