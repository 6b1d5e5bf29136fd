//! A table that is being played: the journal grows, single choices pass by themselves, standing orders
//! answer, and what was done can be undone up to a boundary.

mod bookmark;
mod chain;
mod replay;

pub use chain::{Chained, LeftOut};

use crate::story::Story;
use crate::trail::Trail;
use crate::{
    Actor, Choice, Cited, CommittedDice, Dice, DiceSource, FixedDice, Header, Journal, Language,
    Line, Log, Outcome, Recorder, Refused, Rolls, Table, Text, Told, Viewer, What,
};
use board::{BySide, Side};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Why something a player asked for was not done. Nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Rejection {
    /// The game is over.
    Over,
    /// The other side decides.
    NotYours,
    /// The table has moved on; the line it is at now.
    Stale(u64),
    /// The rules forbid it.
    Refused(Refused),
    /// There is nothing to undo; why.
    NothingToUndo(UndoBoundary),
    /// There is no such standing order.
    NoSuchOrder(String),
}

/// Why undo goes no further back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UndoBoundary {
    /// The game began here.
    Beginning,
    /// Dice were thrown in this line.
    Dice(u64),
    /// Something hidden was shown in this line.
    Revealed(u64),
    /// The decision passed to the other side in this line.
    Passed(u64),
}

/// What one request did to the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The lines that were added.
    pub lines: Vec<Line>,
}

/// The result of replaying a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// How many lines were replayed with the same hashes.
    pub good: u64,
    /// The first line that could not, and why.
    pub broken: Option<(u64, String)>,
}

/// A table that is being played.
pub struct Session {
    table: Box<dyn Table>,
    journal: Journal,
    secrets: Option<Vec<Vec<u8>>>,
    /// What the decider can undo: the boundary moves when the decision passes to the other side.
    undo: Trail,
    boundary: UndoBoundary,
    /// Whether dice have fallen or the decision has passed on since a chain last looked.
    is_stopped: bool,
    orders: BySide<BTreeSet<String>>,
    story: Story,
    quiet: bool,
    resigned: Option<Side>,
}

/// How a table begins: it may throw dice and report events.
pub type Start<'a> = dyn Fn(&mut dyn Dice, &mut Log) -> Box<dyn Table> + 'a;

impl Session {
    /// Begins a game. `secrets` are the secrets behind committed dice; a seed needs none.
    pub fn begin(header: Header, secrets: Option<Vec<Vec<u8>>>, start: &Start<'_>) -> Session {
        let secrets = secrets_of(&header, secrets);
        let mut log = Log::new();
        let mut dice = line_dice(secrets.as_deref(), 0);
        let mut recorder = Recorder::new(&mut *dice);
        let table = start(&mut recorder, &mut log);
        let rolls = std::mem::take(&mut recorder.rolls);
        drop(dice);
        let mut session = Session::new(header, secrets, table);
        session.add_line(Actor::Automatic, What::Begin, rolls);
        session.tell(&mut log);
        session.pass();
        session.undo.clear();
        session
    }

    fn new(header: Header, secrets: Option<Vec<Vec<u8>>>, table: Box<dyn Table>) -> Session {
        Session {
            table,
            journal: Journal { header, lines: Vec::new() },
            secrets,
            undo: Trail::default(),
            boundary: UndoBoundary::Beginning,
            is_stopped: false,
            orders: BySide::default(),
            story: Story::default(),
            quiet: false,
            resigned: None,
        }
    }

    /// Stops keeping what happened; for simulations of many games.
    pub fn be_quiet(&mut self) {
        self.quiet = true;
    }

    /// The table as it stands.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// The journal so far.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The number of the last line.
    pub fn seq(&self) -> u64 {
        self.journal.lines.len() as u64 - 1
    }

    /// Whose decision it is; `None` when the game is over.
    pub fn decider(&self) -> Option<Side> {
        if self.resigned.is_some() { None } else { self.table.decider() }
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.resigned {
            Some(side) => Some(Outcome {
                winner: Some(side.other()),
                class: String::from("resigned"),
                text: Text::new("outcome.resigned").side(side),
                rules: Cited::default(),
            }),
            None => self.table.outcome(),
        }
    }

    /// Who resigned.
    pub fn resigned(&self) -> Option<Side> {
        self.resigned
    }

    /// The standing orders of a side that are in force.
    pub fn orders(&self, side: Side) -> impl Iterator<Item = &str> {
        self.orders[side].iter().map(String::as_str)
    }

    /// What happened after line `after`, as `viewer` is told it in English: the line and the event.
    pub fn events(&self, after: Option<u64>, viewer: Viewer) -> Vec<(u64, Value)> {
        let words = self.table.words(Language::ENGLISH);
        self.told(after, viewer).map(|told| (told.line, json!(told.shown(words)))).collect()
    }

    /// The same as it is kept, to be put into the words of any language.
    pub fn told(&self, after: Option<u64>, viewer: Viewer) -> impl Iterator<Item = &Told> {
        self.story.after(after, viewer)
    }

    /// A player's choice. `seq` is the line that it answers.
    pub fn choose(&mut self, by: Side, seq: u64, choice: Choice) -> Result<Step, Rejection> {
        self.may_act(seq)?;
        if self.decider() != Some(by) {
            return Err(Rejection::NotYours);
        }
        if let Some(refusal) = self.table.why_not(choice) {
            return Err(Rejection::Refused(refusal));
        }
        let from = self.journal.lines.len();
        self.undo.mark(self.seq(), &*self.table);
        self.apply(Actor::Side(self.side_id(by)), by, choice);
        self.pass();
        Ok(self.step_since(from))
    }

    fn may_act(&self, seq: u64) -> Result<(), Rejection> {
        if seq != self.seq() {
            Err(Rejection::Stale(self.seq()))
        } else if self.decider().is_none() {
            Err(Rejection::Over)
        } else {
            Ok(())
        }
    }

    fn step_since(&self, from: usize) -> Step {
        Step { lines: self.journal.lines[from..].to_vec() }
    }

    /// Makes a legal choice and writes its line.
    fn apply(&mut self, actor: Actor, by: Side, choice: Choice) {
        let line = self.journal.lines.len() as u64;
        let secrets = self.secrets.clone();
        let mut dice = line_dice(secrets.as_deref(), line);
        self.apply_with(actor, by, choice, &mut *dice);
    }

    fn apply_with(&mut self, actor: Actor, by: Side, choice: Choice, dice: &mut dyn Dice) {
        let what = What::Choice(self.table.write_choice(choice));
        let mut log = if self.quiet { Log::silent() } else { Log::new() };
        let mut recorder = Recorder::new(dice);
        self.table.choose(choice, &mut recorder, &mut log);
        let rolls = std::mem::take(&mut recorder.rolls);
        let line = self.journal.lines.len() as u64;
        self.move_boundary(line, by, !rolls.is_empty(), log.has_revealed());
        self.add_line(actor, what, rolls);
        self.tell(&mut log);
    }

    fn move_boundary(&mut self, line: u64, by: Side, rolled: bool, revealed: bool) {
        let passed = self.table.decider() != Some(by);
        self.is_stopped |= rolled || passed;
        let boundary = if rolled {
            UndoBoundary::Dice(line)
        } else if revealed {
            UndoBoundary::Revealed(line)
        } else if passed {
            UndoBoundary::Passed(line)
        } else {
            return self.undo.went(line);
        };
        self.boundary = boundary;
        self.undo.clear();
    }

    fn add_line(&mut self, actor: Actor, what: What, rolls: Rolls) {
        let n = self.journal.lines.len() as u64;
        let hash = Line::hash_of(&*self.table);
        self.journal.lines.push(Line { n, actor, what, rolls, hash });
    }

    fn tell(&mut self, log: &mut Log) {
        self.story.tell(self.seq(), log.take(), &*self.table);
    }

    /// Makes the choices that need nobody: by standing order, or because there is only one.
    fn pass(&mut self) {
        while let Some(side) = self.decider() {
            let orders = &self.orders[side];
            let ordered = self.table.ordered(&|id| orders.contains(id));
            if let Some(choice) = ordered {
                self.apply(Actor::Order(self.side_id(side)), side, choice);
                continue;
            }
            if !self.table.passes_by_itself() {
                return;
            }
            let Some(only) = self.table.only_choice() else { return };
            self.apply(Actor::Automatic, side, only);
        }
    }

    fn side_id(&self, side: Side) -> String {
        let [a, b] = self.table.side_ids();
        match side {
            Side::A => a,
            Side::B => b,
        }
    }

    /// The choices that a player could undo now, newest first, each as the line it would go back to; and why
    /// it goes no further.
    pub fn undoable(&self, by: Side) -> (impl Iterator<Item = u64> + '_, UndoBoundary) {
        let steps = self.may_undo(by).then(|| self.undo.lines());
        (steps.into_iter().flatten(), self.boundary)
    }

    /// How many states are kept to go back to. It grows with the logarithm of the choices in a
    /// turn.
    pub fn states_kept(&self) -> usize {
        self.undo.kept()
    }

    fn may_undo(&self, by: Side) -> bool {
        self.decider() == Some(by)
    }

    /// Takes back a player's last choice.
    pub fn undo(&mut self, by: Side, seq: u64) -> Result<Step, Rejection> {
        if seq != self.seq() {
            return Err(Rejection::Stale(self.seq()));
        }
        let nothing = Rejection::NothingToUndo(self.boundary);
        let to = self.undo.last().filter(|_| self.may_undo(by)).ok_or(nothing)?;
        let from = self.journal.lines.len();
        let actor = Actor::Side(self.side_id(by));
        self.go_back(actor, to).expect("choices that were made can be made again");
        Ok(self.step_since(from))
    }

    fn go_back(&mut self, actor: Actor, to: u64) -> Result<(), String> {
        self.table = self.undo.go_back(&self.journal.lines)?;
        self.story.go_back(to);
        self.add_line(actor, What::Undo(to), Rolls::new());
        Ok(())
    }

    /// Gives a standing order or takes it back.
    pub fn order(&mut self, by: Side, id: &str, on: bool) -> Result<Step, Rejection> {
        if self.decider().is_none() {
            return Err(Rejection::Over);
        }
        if !self.knows_order(by, id) {
            return Err(Rejection::NoSuchOrder(id.to_string()));
        }
        let from = self.journal.lines.len();
        self.set_order(by, id, on);
        self.pass();
        Ok(self.step_since(from))
    }

    fn knows_order(&self, by: Side, id: &str) -> bool {
        self.table.orders(by).iter().any(|(known, _)| known == id)
    }

    fn set_order(&mut self, by: Side, id: &str, on: bool) {
        if on {
            self.orders[by].insert(id.to_string());
        } else {
            self.orders[by].remove(id);
        }
        let what = What::Order { id: id.to_string(), on };
        self.add_line(Actor::Side(self.side_id(by)), what, Rolls::new());
    }

    /// Gives up.
    pub fn resign(&mut self, by: Side) -> Result<Step, Rejection> {
        if self.decider().is_none() {
            return Err(Rejection::Over);
        }
        let from = self.journal.lines.len();
        self.give_up(by);
        Ok(self.step_since(from))
    }

    fn give_up(&mut self, by: Side) {
        self.resigned = Some(by);
        self.undo.clear();
        self.add_line(Actor::Side(self.side_id(by)), What::Resign, Rolls::new());
    }

    /// The same game with other dice from here on, as the new head says.
    pub fn with_dice(mut self, header: Header, secrets: Option<Vec<Vec<u8>>>) -> Session {
        self.secrets = secrets_of(&header, secrets);
        self.journal.header = header;
        self
    }

    fn side_named(&self, id: &str) -> Result<Side, String> {
        let [a, b] = self.table.side_ids();
        Side::named(id, [&a, &b]).ok_or_else(|| format!("there is no side called \"{id}\""))
    }
}

/// The secrets behind the dice: those given, or the seed that stands in the header.
fn secrets_of(header: &Header, given: Option<Vec<Vec<u8>>>) -> Option<Vec<Vec<u8>>> {
    match &header.dice {
        DiceSource::Seed(seed) => Some(vec![seed.to_le_bytes().to_vec()]),
        DiceSource::Committed(_) | DiceSource::Recorded => given,
    }
}

/// The dice of one line. Without secrets nothing can be thrown fairly, and a session that can only replay
/// throws ones.
fn line_dice(secrets: Option<&[Vec<u8>]>, line: u64) -> Box<dyn Dice + '_> {
    match secrets {
        Some(secrets) => Box::new(CommittedDice::new(secrets, line)),
        None => Box::new(FixedDice::default()),
    }
}
