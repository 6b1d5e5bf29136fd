//! One game between bots.

use crate::Order;
use crate::record::{Lost, Record, Taken, Thrown};
use board::{Side, Source};
use engine::{
    Actor, Choice, CommittedDice, Dice, DiceSource, EventKind, Header, Journal, Line, Log,
    Recorder, Rolls, Table, Viewer, What,
};
use mind::{Bot, Bots, Imagined, Watch, conduct_of, derive};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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

/// A game that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// What is kept of it.
    pub record: Record,
    /// The whole game, if it was wanted or if it failed.
    pub journal: Option<Journal>,
}

/// Plays one game to its end. It is the same game at every table with the same data and rules.
pub fn play(setting: &Setting, order: &Order, wants_journal: bool) -> Finished {
    let mut game = match Playing::begin(setting, order) {
        Ok(game) => game,
        Err(failure) => return failed(order, failure),
    };
    let failure = game.go_on().err();
    game.finish(failure, wants_journal)
}

/// A game that could not even begin, or that broke down.
pub(crate) fn failed(order: &Order, failure: String) -> Finished {
    let bots = order.bots.clone();
    let (n, seed, failure) = (order.n, order.seed, Some(failure));
    let record = Record { n, seed, bots, failure, ..Record::default() };
    Finished { record, journal: None }
}

struct Playing<'a> {
    setting: &'a Setting,
    table: Box<dyn Table>,
    bots: [Box<dyn Bot>; 2],
    watch: Option<Box<dyn Watch>>,
    secrets: Vec<Vec<u8>>,
    lines: Vec<Line>,
    record: Record,
    losses: BTreeMap<(u16, Side), u32>,
    thrown: BTreeMap<(u16, Side, &'static str), (u32, i64)>,
    held: BTreeMap<String, Side>,
    turn: u16,
    stop: AtomicBool,
}

impl<'a> Playing<'a> {
    fn begin(setting: &'a Setting, order: &Order) -> Result<Playing<'a>, String> {
        let player = |i: usize| {
            let level = &order.bots[i];
            bot_named(&setting.bots, level, derive(order.seed, i as u64))
        };
        let bots = [player(0)?, player(1)?];
        // The same dice as a session with this seed, so that the journals can be replayed and checked.
        let secrets = vec![order.seed.to_le_bytes().to_vec()];
        let mut log = Log::new();
        let mut dice = CommittedDice::new(&secrets, 0);
        let mut recorder = Recorder::new(&mut dice);
        let table = (setting.start)(&mut recorder, &mut log);
        let rolls = std::mem::take(&mut recorder.rolls);
        let (n, seed, bots_of) = (order.n, order.seed, order.bots.clone());
        let mut game = Playing {
            setting,
            turn: table.turn(),
            table,
            bots,
            watch: setting.bots.watch(),
            secrets,
            lines: Vec::new(),
            record: Record { n, seed, bots: bots_of, ..Record::default() },
            losses: BTreeMap::new(),
            thrown: BTreeMap::new(),
            held: BTreeMap::new(),
            stop: AtomicBool::new(false),
        };
        game.add_line(Actor::Automatic, What::Begin, rolls);
        game.count_rules(&log);
        game.look_at_places(0);
        Ok(game)
    }

    /// Plays until nobody decides any more; why it cannot, if it cannot.
    fn go_on(&mut self) -> Result<(), String> {
        while let Some(side) = self.table.decider() {
            if self.lines.len() as u64 > CHOICES_MAX {
                return Err(format!("the game does not end within {CHOICES_MAX} choices"));
            }
            let only = self.table.passes_by_itself().then(|| self.table.only_choice()).flatten();
            match only {
                Some(choice) => self.make(Actor::Automatic, side, choice),
                None => {
                    let choice = self.ask(side)?;
                    let actor = Actor::Side(self.table.side_ids()[side.index()].clone());
                    self.make(actor, side, choice);
                }
            }
        }
        match self.table.outcome() {
            Some(_) => Ok(()),
            None => Err(String::from("nobody decides, but the game has no outcome")),
        }
    }

    /// The legal choice of a side's bot.
    fn ask(&mut self, side: Side) -> Result<Choice, String> {
        // A seed of its own for each line, apart from those of the bots.
        let seed = derive(!self.record.seed, self.lines.len() as u64);
        let imagined = Imagined::of(&*self.table, side, seed);
        let choice = self.bots[side.index()].choose(&imagined, &self.stop);
        let text = imagined.write_choice(choice);
        let choice = self.table.read_choice(&text)?;
        match self.table.why_not(choice) {
            None => {
                if let Some(watch) = &mut self.watch {
                    watch.see(&*self.table, side, choice);
                }
                Ok(choice)
            }
            Some(refusal) => {
                let (level, why) = (&self.record.bots[side.index()], &refusal["text"]);
                Err(format!("{level} chose \"{text}\", which is refused: {why}"))
            }
        }
    }

    fn make(&mut self, actor: Actor, side: Side, choice: Choice) {
        let what = What::Choice(self.table.write_choice(choice));
        for rule in self.table.rules_of(choice) {
            count(&mut self.record.at_work, rule);
        }
        let mut log = Log::new();
        let mut dice = CommittedDice::new(&self.secrets, self.lines.len() as u64);
        let mut recorder = Recorder::new(&mut dice);
        self.table.choose(choice, &mut recorder, &mut log);
        let rolls = std::mem::take(&mut recorder.rolls);
        self.count_dice(side, &rolls, &log);
        self.count_rules(&log);
        self.count_losses(&log);
        self.add_line(actor, what, rolls);
        if self.table.turn() != self.turn {
            self.look_at_places(self.turn);
            self.turn = self.table.turn();
        }
    }

    /// The hashes are worked out later, and only if somebody wants the journal.
    fn add_line(&mut self, actor: Actor, what: What, rolls: Rolls) {
        let n = self.lines.len() as u64;
        self.lines.push(Line { n, actor, what, rolls, hash: 0 });
    }

    fn count_dice(&mut self, side: Side, rolls: &Rolls, log: &Log) {
        if rolls.is_empty() {
            return;
        }
        let reported = log.events().iter().find(|e| e.kind == EventKind::Rolled);
        let rule = reported.and_then(|e| e.rules.first()).copied().unwrap_or_default();
        let above = |r: &engine::Roll| 2 * i64::from(r.value) - i64::from(r.sides) - 1;
        let thrown = self.thrown.entry((self.turn, side, rule)).or_default();
        thrown.0 += rolls.len() as u32;
        thrown.1 += rolls.iter().map(above).sum::<i64>();
    }

    fn count_rules(&mut self, log: &Log) {
        for rule in log.events().iter().flat_map(|e| &e.rules) {
            count(&mut self.record.rules, rule);
        }
    }

    fn count_losses(&mut self, log: &Log) {
        let lost = log.events().iter().filter(|e| e.kind == EventKind::Eliminated);
        for unit in lost.flat_map(|e| &e.units) {
            if let Some(side) = self.table.owner(*unit) {
                *self.losses.entry((self.turn, side)).or_default() += 1;
            }
        }
    }

    /// Notes which places changed hands since the last look.
    fn look_at_places(&mut self, turn: u16) {
        let Some(control) = self.table.overlay("control", Viewer::Spectator) else { return };
        let ids = self.table.side_ids();
        let mut now = BTreeMap::new();
        for area in control["areas"].as_array().into_iter().flatten() {
            let id = area["side"].as_str().unwrap_or_default();
            let Some(side) = Side::named(id, [&ids[0], &ids[1]]) else { continue };
            let hexes = area["hexes"].as_array().into_iter().flatten();
            now.extend(hexes.filter_map(|h| Some((h.as_str()?.to_string(), side))));
        }
        for (hex, _) in &self.setting.places {
            let by = now.get(hex).copied();
            if by != self.held.get(hex).copied() {
                self.record.taken.push(Taken { turn, hex: hex.clone(), by });
            }
        }
        self.held = now;
    }

    fn finish(mut self, failure: Option<String>, wants_journal: bool) -> Finished {
        self.look_at_places(self.turn);
        let mut record = std::mem::take(&mut self.record);
        let bots = [&*self.bots[0], &*self.bots[1]];
        record.conduct = self.watch.as_deref().map(|watch| conduct_of(watch, bots));
        if let Some(outcome) = self.table.outcome().filter(|_| failure.is_none()) {
            for rule in &outcome.rules {
                count(&mut record.at_work, rule);
            }
            record.outcome = outcome.class;
            record.winner = outcome.winner;
        }
        record.turns = self.table.turn();
        record.choices = self.lines.len() as u64 - 1;
        record.points = self.table.victory_points();
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
        let wanted = wants_journal || failure.is_some();
        record.failure = failure;
        let journal = wanted.then(|| with_hashes(self.setting, record.seed, self.lines));
        Finished { record, journal }
    }
}

/// One more of a rule.
fn count(rules: &mut BTreeMap<String, u32>, rule: &str) {
    match rules.get_mut(rule) {
        Some(n) => *n += 1,
        None => {
            rules.insert(rule.to_string(), 1);
        }
    }
}

/// The journal of these lines: the game is played once more to get the hash of each state.
fn with_hashes(setting: &Setting, seed: u64, mut lines: Vec<Line>) -> Journal {
    let secrets = vec![seed.to_le_bytes().to_vec()];
    let mut log = Log::silent();
    let mut table = (setting.start)(&mut CommittedDice::new(&secrets, 0), &mut log);
    for (n, line) in lines.iter_mut().enumerate() {
        if let What::Choice(text) = &line.what
            && let Ok(choice) = table.read_choice(text)
        {
            table.choose(choice, &mut CommittedDice::new(&secrets, n as u64), &mut log);
        }
        line.hash = Line::hash_of(&*table);
    }
    let header = Header { dice: DiceSource::Seed(seed), ..setting.header.clone() };
    Journal { header, lines }
}
