//! One game between bots.

use crate::Order;
use crate::record::{Lost, Record, Taken, Thrown};
use board::{BySide, Side, Source};
use engine::{
    Actor, Choice, CommittedDice, Dice, DiceSource, EventKind, Header, Journal, Line, Log,
    Recorder, Rolls, Table, What,
};
use hex::HexId;
use mind::{Bot, Bots, Imagined, Moment, RECRUIT, Watch, conduct_of, derive};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Begins a game.
pub type Start = Arc<dyn Fn(&mut dyn Dice, &mut Log) -> Box<dyn Table> + Send + Sync>;

/// A scenario that is played many times.
#[derive(Clone)]
pub struct Setting {
    /// The head of its journals; each game says its own seed.
    pub header: Header,
    /// Begins it.
    pub start: Start,
    /// The programs that can play it.
    pub bots: Bots,
    /// The places whose owners are watched: the number of the hex and the name.
    pub places: Vec<(String, String)>,
}

/// A bot of a game as a simulation names it: a level, or `captain=FILE` for a captain with weights from a file; a
/// sentence if there is none.
pub fn bot_named(bots: &Bots, name: &str, seed: u64) -> Result<Box<dyn Bot>, String> {
    let found = match name.strip_prefix("captain=") {
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
            bots.captain_by(&Source::new(path, text)).map_err(|e| e.to_string())?
        }
        None => bots.bot(name, seed),
    };
    found.ok_or_else(|| {
        let known: Vec<&str> = bots.levels().iter().map(|l| l.id).collect();
        format!("there is no bot called \"{name}\"; known are: {}, captain=FILE", known.join(", "))
    })
}

/// No game may take more choices than this.
const CHOICES_MAX: u64 = 400_000;

/// How long a bot thought in a game, by the clock of the bots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// The turns in which it chose.
    pub turns: u32,
    /// All of it.
    pub all: Duration,
    /// The longest turn.
    pub longest: Duration,
}

/// The time of a bot, turn by turn.
#[derive(Default)]
struct Stopwatch {
    turn: Option<u16>,
    this_turn: Duration,
    pace: Pace,
}

impl Stopwatch {
    fn add(&mut self, turn: u16, time: Duration) {
        if self.turn != Some(turn) {
            (self.turn, self.this_turn) = (Some(turn), Duration::ZERO);
            self.pace.turns += 1;
        }
        self.this_turn += time;
        self.pace.all += time;
        self.pace.longest = self.pace.longest.max(self.this_turn);
    }
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// What is kept of it.
    pub record: Record,
    /// How long the bot of each side thought, where they have a clock.
    pub pace: BySide<Pace>,
    /// The whole game, if it was wanted or if it failed.
    pub journal: Option<Journal>,
    /// What was measured, if it was wanted.
    pub moments: Vec<Moment>,
}

/// What is wanted of a game beside its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// Its journal.
    pub journal: bool,
    /// What is measured whenever a side begins to move in a turn.
    pub moments: bool,
}

/// Plays one game to its end. It is the same game at every table with the same data and rules.
pub fn play(setting: &Setting, order: &Order, wants: Wants) -> Finished {
    let mut game = match Playing::begin(setting, order, wants) {
        Ok(game) => game,
        Err(failure) => return failed(order, failure),
    };
    let failure = game.go_on().err();
    game.finish(failure)
}

/// A game that could not even begin, or that broke down.
pub(crate) fn failed(order: &Order, failure: String) -> Finished {
    let bots = order.bots.clone();
    let (n, seed, failure) = (order.n, order.seed, Some(failure));
    let record = Record { n, seed, bots, failure, ..Record::default() };
    Finished { record, pace: BySide::default(), journal: None, moments: Vec::new() }
}

/// A choice that was made. Its line of the journal is written when somebody wants the journal.
struct Made {
    /// The side whose bot chose; `None` for what passed by itself.
    by: Option<Side>,
    choice: Choice,
    rolls: Rolls,
}

/// How often each rule acted.
type Counts = HashMap<&'static str, u32>;

struct Playing<'a> {
    setting: &'a Setting,
    table: Box<dyn Table>,
    bots: [Box<dyn Bot>; 2],
    watch: Option<Box<dyn Watch>>,
    secrets: Vec<Vec<u8>>,
    made: Vec<Made>,
    record: Record,
    rules: Counts,
    at_work: Counts,
    /// Emptied and used again for every choice.
    log: Log,
    losses: BTreeMap<(u16, Side), u32>,
    thrown: BTreeMap<(u16, Side, &'static str), (u32, i64)>,
    places: Vec<HexId>,
    held: Vec<Option<Side>>,
    turn: u16,
    watches: BySide<Stopwatch>,
    wants: Wants,
    moments: Vec<Moment>,
    /// The turn in which each side was measured last.
    measured: BySide<Option<u16>>,
    stop: AtomicBool,
}

impl<'a> Playing<'a> {
    fn begin(setting: &'a Setting, order: &Order, wants: Wants) -> Result<Playing<'a>, String> {
        let player = |i: usize| {
            let level = &order.bots[i];
            bot_named(&setting.bots, level, derive(order.seed, i as u64))
        };
        let bots = [player(0)?, player(1)?];
        // How lots are drawn says nothing of anybody.
        let thinking = order.bots.iter().any(|name| name != RECRUIT);
        // The same dice as a session with this seed, so that the journals can be replayed and checked.
        let secrets = vec![order.seed.to_le_bytes().to_vec()];
        let mut log = Log::referee();
        let table = (setting.start)(&mut CommittedDice::new(&secrets, 0), &mut log);
        let places = setting.places.iter().map(|(number, _)| hex_of(&*table, number));
        let places = places.collect::<Result<Vec<_>, _>>()?;
        let (n, seed, bots_of) = (order.n, order.seed, order.bots.clone());
        let mut game = Playing {
            setting,
            turn: table.turn(),
            table,
            bots,
            watch: thinking.then(|| setting.bots.watch()).flatten(),
            secrets,
            made: Vec::new(),
            record: Record { n, seed, bots: bots_of, ..Record::default() },
            rules: Counts::new(),
            at_work: Counts::new(),
            log,
            losses: BTreeMap::new(),
            thrown: BTreeMap::new(),
            held: vec![None; places.len()],
            places,
            watches: BySide::default(),
            wants,
            moments: Vec::new(),
            measured: BySide::default(),
            stop: AtomicBool::new(false),
        };
        game.count_rules();
        game.look_at_places(0);
        Ok(game)
    }

    /// Plays until nobody decides any more; why it cannot, if it cannot.
    fn go_on(&mut self) -> Result<(), String> {
        while let Some(side) = self.table.decider() {
            if self.made.len() as u64 >= CHOICES_MAX {
                return Err(format!("the game does not end within {CHOICES_MAX} choices"));
            }
            let only = self.table.passes_by_itself().then(|| self.table.only_choice()).flatten();
            match only {
                Some(choice) => self.make(None, side, choice),
                None => {
                    let choice = self.ask(side)?;
                    self.make(Some(side), side, choice);
                }
            }
        }
        match self.table.outcome() {
            Some(_) => Ok(()),
            None => Err(String::from("nobody decides, but the game has no outcome")),
        }
    }

    /// The number of the line that the next choice becomes; line 0 is the beginning.
    fn line(&self) -> u64 {
        self.made.len() as u64 + 1
    }

    /// The legal choice of a side's bot.
    fn ask(&mut self, side: Side) -> Result<Choice, String> {
        let bot = &mut self.bots[side.index()];
        if let Some(n) = bot.draw(self.table.choices_len()) {
            return self
                .table
                .nth_choice(n)
                .ok_or_else(|| String::from("there is nothing to draw"));
        }
        // A seed of its own for each line, apart from those of the bots.
        let seed = derive(!self.record.seed, self.made.len() as u64 + 1);
        let imagined = Imagined::of(&*self.table, side, seed);
        let clock = self.setting.bots.clock();
        let begun = clock.map(|now| now());
        let choice = bot.choose(&imagined, &self.stop);
        if let (Some(now), Some(begun)) = (clock, begun) {
            self.watches[side].add(self.turn, now().saturating_sub(begun));
        }
        let text = imagined.write_choice(choice);
        let choice = self.table.read_choice(&text)?;
        match self.table.why_not(choice) {
            None => Ok(choice),
            Some(refusal) => {
                let (level, why) = (&self.record.bots[side.index()], &refusal.text.id);
                Err(format!("{level} chose \"{text}\", which is refused: {why}"))
            }
        }
    }

    /// Measures the table if a side begins to move in a turn.
    fn measure(&mut self, side: Side) {
        if self.measured[side] == Some(self.table.turn()) {
            return;
        }
        if let Some(moment) = self.setting.bots.measure(&*self.table) {
            self.measured[moment.side] = Some(self.table.turn());
            self.moments.push(moment);
        }
    }

    fn make(&mut self, by: Option<Side>, side: Side, choice: Choice) {
        if self.wants.moments {
            self.measure(side);
        }
        if let Some(watch) = self.watch.as_deref_mut().filter(|_| by.is_some()) {
            watch.see(&*self.table, side, choice);
        }
        for rule in self.table.rules_of(choice) {
            *self.at_work.entry(rule).or_default() += 1;
        }
        self.log.clear();
        let mut dice = CommittedDice::new(&self.secrets, self.line());
        let mut recorder = Recorder::new(&mut dice);
        self.table.choose(choice, &mut recorder, &mut self.log);
        let rolls = std::mem::take(&mut recorder.rolls);
        self.count_dice(side, &rolls);
        self.count_rules();
        self.count_losses();
        self.made.push(Made { by, choice, rolls });
        if self.table.turn() != self.turn {
            self.look_at_places(self.turn);
            self.turn = self.table.turn();
        }
    }

    fn count_dice(&mut self, side: Side, rolls: &Rolls) {
        if rolls.is_empty() {
            return;
        }
        let reported = self.log.events().iter().find(|e| e.kind == EventKind::Rolled);
        let rule = reported.and_then(|e| e.rules.first()).map_or("", |rule| rule.number());
        let above = |r: &engine::Roll| 2 * i64::from(r.value) - i64::from(r.sides) - 1;
        let thrown = self.thrown.entry((self.turn, side, rule)).or_default();
        thrown.0 += rolls.len() as u32;
        thrown.1 += rolls.iter().map(above).sum::<i64>();
    }

    fn count_rules(&mut self) {
        for rule in self.log.events().iter().flat_map(|e| &e.rules) {
            *self.rules.entry(rule.number()).or_default() += 1;
        }
    }

    fn count_losses(&mut self) {
        let lost = self.log.events().iter().filter(|e| e.kind == EventKind::Eliminated);
        for unit in lost.flat_map(|e| &e.units) {
            if let Some(side) = self.table.owner(*unit) {
                *self.losses.entry((self.turn, side)).or_default() += 1;
            }
        }
    }

    /// Notes which places changed hands since the last look.
    fn look_at_places(&mut self, turn: u16) {
        let areas = self.table.control();
        for (i, &hex) in self.places.iter().enumerate() {
            let by = areas.iter().find(|a| a.hexes.contains(&hex)).and_then(|a| a.side);
            if by != self.held[i] {
                let hex = self.setting.places[i].0.clone();
                self.record.taken.push(Taken { turn, hex, by });
                self.held[i] = by;
            }
        }
    }

    fn finish(mut self, failure: Option<String>) -> Finished {
        self.look_at_places(self.turn);
        let mut record = std::mem::take(&mut self.record);
        let bots = [&*self.bots[0], &*self.bots[1]];
        record.conduct = self.watch.as_deref().map(|watch| conduct_of(watch, bots));
        if let Some(outcome) = self.table.outcome().filter(|_| failure.is_none()) {
            for rule in &outcome.rules {
                *self.at_work.entry(rule.number()).or_default() += 1;
            }
            record.outcome = outcome.class;
            record.winner = outcome.winner;
        }
        record.turns = self.table.turn();
        record.choices = self.made.len() as u64;
        record.rules = by_name(self.rules);
        record.at_work = by_name(self.at_work);
        record.points = self.table.victory_points();
        let turn = self.table.turn_shown(engine::Language::ENGLISH);
        record.left = turn.of.saturating_sub(turn.n);
        record.margin = self.setting.bots.margin(&*self.table, Side::A);
        let pace = BySide::of(|side| self.watches[side].pace);
        let lost = self.losses.into_iter();
        record.losses = lost.map(|((turn, side), n)| Lost { turn, side, n }).collect();
        let thrown = self.thrown.into_iter().map(|((turn, side, rule), (dice, above))| Thrown {
            turn,
            side,
            rule: rule.to_string(),
            dice,
            above,
        });
        record.thrown = thrown.collect();
        let wanted = self.wants.journal || failure.is_some();
        record.failure = failure;
        let journal = wanted.then(|| journal_of(self.setting, record.seed, self.made));
        Finished { record, pace, journal, moments: self.moments }
    }
}

/// The hex with a number.
fn hex_of(table: &dyn Table, number: &str) -> Result<HexId, String> {
    match table.read_choice(&format!("hex {number}"))? {
        Choice::Hex(hex) => Ok(hex),
        _ => Err(format!("{number} is no hex")),
    }
}

/// The counts in the order of the rules.
fn by_name(counts: Counts) -> BTreeMap<String, u32> {
    counts.into_iter().map(|(rule, n)| (rule.to_string(), n)).collect()
}

/// The journal of what was chosen: the game is played once more to get the line and the hash of each state.
fn journal_of(setting: &Setting, seed: u64, made: Vec<Made>) -> Journal {
    let secrets = vec![seed.to_le_bytes().to_vec()];
    let mut log = Log::silent();
    let mut dice = CommittedDice::new(&secrets, 0);
    let mut recorder = Recorder::new(&mut dice);
    let mut table = (setting.start)(&mut recorder, &mut log);
    let rolls = std::mem::take(&mut recorder.rolls);
    let ids = table.side_ids();
    let hash = Line::hash_of(&*table);
    let mut lines = vec![Line { n: 0, actor: Actor::Automatic, what: What::Begin, rolls, hash }];
    for (n, Made { by, choice, rolls }) in (1..).zip(made) {
        let actor = by.map_or(Actor::Automatic, |side| Actor::Side(ids[side.index()].clone()));
        let what = What::Choice(table.write_choice(choice));
        table.choose(choice, &mut CommittedDice::new(&secrets, n), &mut log);
        lines.push(Line { n, actor, what, rolls, hash: Line::hash_of(&*table) });
    }
    let header = Header { dice: DiceSource::Seed(seed), ..setting.header.clone() };
    Journal { header, lines }
}
