//! Replaying a journal: a session that stands where the journal ends, or just before the line that
//! breaks.

use super::{Session, Start, Verification, secrets_of};
use crate::{Actor, FixedDice, Journal, JournalError, Line, Log, What};
use board::Side;

impl Session {
    /// Replays a journal from its beginning. The session stands at the last good line; the
    /// verification says how far that is and what broke.
    pub fn replay(
        journal: &Journal,
        secrets: Option<Vec<Vec<u8>>>,
        start: &Start<'_>,
    ) -> (Session, Verification) {
        Session::replay_to(journal, secrets, start, u64::MAX)
    }

    /// Replays a journal up to and including line `last`.
    pub fn replay_to(
        journal: &Journal,
        secrets: Option<Vec<Vec<u8>>>,
        start: &Start<'_>,
        last: u64,
    ) -> (Session, Verification) {
        let lines = journal.lines.iter().filter(|line| line.n <= last);
        Session::replay_while(&journal.header, lines, secrets, start, &|| true)
    }

    /// Replays lines for as long as `goes_on` says so before each of them; the line at which it did
    /// not is reported as broken.
    pub fn replay_while<'a>(
        header: &crate::Header,
        lines: impl IntoIterator<Item = &'a Line>,
        secrets: Option<Vec<Vec<u8>>>,
        start: &Start<'_>,
        goes_on: &dyn Fn() -> bool,
    ) -> (Session, Verification) {
        let mut lines = lines.into_iter();
        let first = lines.next();
        let (mut session, begun) = Session::begin_again(header, first, secrets, start);
        let mut good = 0;
        let broken = |line: u64, message: String| Some((line, message));
        if let Err(message) = begun {
            return (session, Verification { good, broken: broken(0, message) });
        }
        for line in lines {
            let done = match goes_on() {
                true => session.redo(line),
                false => Err(String::from("the replay was stopped")),
            };
            if let Err(message) = done {
                return (session, Verification { good, broken: broken(line.n, message) });
            }
            good = line.n;
        }
        (session, Verification { good, broken: None })
    }

    /// The set-up with the dice of the first line, and whether it is the one that the line tells
    /// of.
    fn begin_again(
        header: &crate::Header,
        first: Option<&Line>,
        secrets: Option<Vec<Vec<u8>>>,
        start: &Start<'_>,
    ) -> (Session, Result<(), String>) {
        let given = first.map(|l| l.rolls.clone()).unwrap_or_default();
        let mut dice = FixedDice::new(given.iter().map(|r| r.value));
        let mut log = Log::new();
        let table = start(&mut dice, &mut log);
        let secrets = secrets_of(header, secrets);
        let mut session = Session::new(header.clone(), secrets, table);
        session.add_line(Actor::Automatic, What::Begin, given);
        session.tell(&mut log);
        let hash = session.journal.lines[0].hash;
        let begun = match first {
            Some(first) if first.what != What::Begin || first.hash != hash => {
                Err(String::from("the game begins differently with the present data and rules"))
            }
            _ => Ok(()),
        };
        (session, begun)
    }

    /// Replays one line; the session is unchanged if it cannot, but for what could be undone.
    pub(super) fn redo(&mut self, line: &Line) -> Result<(), String> {
        let by = match &line.actor {
            Actor::Automatic => self.decider(),
            Actor::Side(id) | Actor::Order(id) => Some(self.side_named(id)?),
        };
        let by = by.ok_or("the game is over before this line")?;
        let before = self.table.boxed();
        let lines = self.journal.lines.len();
        let done = self.redo_what(line, by).and_then(|()| self.is_as_told(lines, line));
        if done.is_err() && self.journal.lines.len() > lines {
            self.table = before;
            self.journal.lines.truncate(lines);
            self.story.go_back(lines as u64 - 1);
            self.undo.clear();
        }
        done
    }

    /// Whether the line that was just made again is the one of the journal.
    fn is_as_told(&self, made: usize, told: &Line) -> Result<(), String> {
        let made = &self.journal.lines[made];
        let (thrown, rolls) = (&made.rolls, &told.rolls);
        if thrown != rolls {
            return Err(format!(
                "other dice are thrown here: {} instead of {}",
                thrown.len(),
                rolls.len()
            ));
        }
        if made.hash != told.hash {
            return Err(format!(
                "the state differs: {:08x} instead of {:08x}",
                made.hash, told.hash
            ));
        }
        Ok(())
    }

    fn redo_what(&mut self, line: &Line, by: Side) -> Result<(), String> {
        match &line.what {
            What::Begin => return Err(String::from("a second beginning")),
            What::Choice(text) => return self.redo_choice(line, by, text),
            What::Undo(_) | What::Order { .. } | What::Resign => self.redo_of_player(line)?,
        }
        match &line.what {
            What::Undo(to) if self.may_undo(by) && self.undo.last() == Some(*to) => {
                self.go_back(line.actor.clone(), *to)
            }
            What::Undo(to) => Err(format!("line {to} cannot be gone back to")),
            What::Order { id, on } => self
                .knows_order(by, id)
                .then(|| self.set_order(by, id, *on))
                .ok_or_else(|| format!("there is no standing order called \"{id}\"")),
            What::Resign => {
                self.give_up(by);
                Ok(())
            }
            What::Begin | What::Choice(_) => Ok(()),
        }
    }

    /// What only a player does, and only while the game runs.
    fn redo_of_player(&self, line: &Line) -> Result<(), String> {
        match &line.actor {
            Actor::Side(_) if self.decider().is_some() => Ok(()),
            Actor::Side(_) => Err(String::from("the game is over before this line")),
            Actor::Order(_) | Actor::Automatic => {
                Err(String::from("only a player can do this, and none is named"))
            }
        }
    }

    fn redo_choice(&mut self, line: &Line, by: Side, text: &str) -> Result<(), String> {
        let choice = self.table.read_choice(text)?;
        if self.decider() != Some(by) {
            return Err(format!("\"{text}\" is not this side's decision"));
        }
        if let Some(refusal) = self.table.why_not(choice) {
            let why = refusal.text;
            return Err(format!("\"{text}\" is not legal: {why} {:?}", refusal.rules));
        }
        if matches!(line.actor, Actor::Side(_)) {
            self.undo.mark(self.seq(), &*self.table);
        }
        let mut dice = FixedDice::new(line.rolls.iter().map(|r| r.value));
        self.apply_with(line.actor.clone(), by, choice, &mut dice);
        Ok(())
    }

    /// Reads a journal from text and replays it: the session at the last good line, and what is
    /// wrong with the rest.
    pub fn read(
        text: &str,
        secrets: Option<Vec<Vec<u8>>>,
        start: &Start<'_>,
    ) -> Result<(Session, Verification, Option<JournalError>), JournalError> {
        let (journal, damage) = Journal::parse(text)?;
        let (session, verification) = Session::replay(&journal, secrets, start);
        Ok((session, verification, damage))
    }
}
