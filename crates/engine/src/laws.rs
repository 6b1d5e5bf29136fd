//! What must hold for every game, checked under random play.
//!
//! One generic harness: it plays a game with seeded random choices and checks at every stop, more or less
//! often, that the parts agree with each other. A breach comes back with the journal that leads to it.

use crate::case::Witness;
use crate::shown::RefusalShown;
use crate::{
    Choice, Choices, DiceSource, FixedDice, Game, Header, Journal, Log, Seated, SeededDice,
    Session, Table, Verb, Viewer, stable_hash,
};
use board::{Side, UnitId};
use hex::{HexId, HexNumber, SideId};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The costly checks are made at one of so many stops.
    pub every: u32,
    /// No game may take more choices than this.
    pub choices_max: u32,
}

/// How many choices are asked at a stop whether they are refused, of those offered and of all that can be sent.
const SAMPLE: usize = 20;

/// At one of so many stops everything that could be sent is compared with what is offered.
const WHOLE: u32 = 16;

/// So many counters are asked for; some of them do not exist.
const UNITS_ASKED: u16 = 450;

/// Of how many counters the range is compared at a stop.
const RANGES: usize = 3;

impl Default for Effort {
    fn default() -> Effort {
        Effort { every: 40, choices_max: 400_000 }
    }
}

/// A law that did not hold.
#[derive(Clone, Debug)]
pub struct Breach {
    /// Which law, and how.
    pub message: String,
    /// The game up to there.
    pub journal: Journal,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (after journal line {})", self.message, self.journal.lines.len() as i64 - 1)
    }
}

impl std::error::Error for Breach {}

/// What a random game was.
#[derive(Clone, Debug)]
pub struct Played {
    /// How many choices were made.
    pub choices: u64,
    /// The class of its outcome.
    pub outcome: String,
    /// The last turn.
    pub turn: u16,
    /// The whole game.
    pub journal: Journal,
    /// How many combats had their odds compared with their outcomes.
    pub combats: u32,
    /// How many states that differ in what a viewer cannot know were compared by what he is shown.
    pub redrawn: u32,
}

/// Plays one game with random choices and checks the laws. `header` names the game in the journal.
pub fn check_game<G: Game>(
    game: &Arc<G>,
    header: Header,
    seed: u64,
    effort: Effort,
) -> Result<Played, Box<Breach>> {
    let header = Header { dice: DiceSource::Seed(seed), ..header };
    let position = header.position.clone();
    let start = |dice: &mut dyn crate::Dice, log: &mut Log| -> Box<dyn Table> {
        // Whether a scenario carries on from a position was asked when it was opened.
        let carried = position.as_ref().map(|text| Seated::carried(game, text, dice, log));
        let carried = carried.and_then(Result::ok);
        Box::new(carried.unwrap_or_else(|| Seated::new(Arc::clone(game), dice, log)))
    };
    let session = Session::begin(header, None, &start);
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x5EED);
    // Some games hurry through their phases, others do everything they can.
    let haste = [4, 12, 40, 200][(rng.next_u32() % 4) as usize];
    let mut checker = Checker {
        game: Arc::clone(game),
        session,
        rng,
        effort,
        haste,
        combats: 0,
        redrawn: 0,
        choices: Vec::new(),
    };
    match checker.play() {
        Ok(()) => checker.finish(&start),
        Err(message) => Err(checker.breach(message)),
    }
}

/// A stop as it is compared after undo: the state, and what the decider sees of enemy counters.
struct Stop {
    hash: u64,
    /// The enemy counters that lie open, by id, and the faces of the masked ones as JSON, each with its hex.
    seen: BTreeSet<(Seen, Option<HexNumber>)>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Open(String),
    Masked(String),
}

impl Stop {
    fn of(table: &dyn Table, side: Side) -> Stop {
        let own = table.side_ids()[side.index()].clone();
        let shown = table.shown(Viewer::Player(side));
        let enemies = shown.all_units().filter(|u| u.side != own);
        // A masked counter may come to lie under another name; what its face says is what was shown.
        let seen = enemies.map(|u| match u.face.hidden {
            true => (Seen::Masked(serde_json::json!(u.face).to_string()), u.hex),
            false => (Seen::Open(u.unit.clone()), u.hex),
        });
        Stop { hash: table.hash(), seen: seen.collect() }
    }

    /// What is seen after a choice and was not before it. A counter that goes under its mask again shows a face that was not
    /// there, but tells nothing new.
    fn shown_since(&self, after: &Stop) -> Option<String> {
        let is_open = |stop: &Stop, unit: &str| {
            stop.seen.iter().any(|(s, _)| matches!(s, Seen::Open(id) if id == unit))
        };
        let hides_again = |hex: &Option<HexNumber>| {
            self.seen
                .iter()
                .any(|(s, at)| matches!(s, Seen::Open(id) if at == hex && !is_open(after, id)))
        };
        // A face of which less is seen than before, such as a symbol that nobody sees any more, is not new either.
        let was_seen = |face: &str, hex: &Option<HexNumber>| {
            let before = self.seen.iter().filter(|(_, at)| at == hex);
            before.clone().any(|(s, _)| matches!(s, Seen::Masked(old) if tells_no_more(face, old)))
        };
        let is_new = |(seen, hex): &&(Seen, Option<HexNumber>)| match seen {
            Seen::Open(id) => !is_open(self, id),
            Seen::Masked(face) => !hides_again(hex) && !was_seen(face, hex),
        };
        let new = after.seen.difference(&self.seen).find(is_new);
        new.map(|(seen, hex)| {
            let before: Vec<&Seen> =
                self.seen.iter().filter(|(_, at)| at == hex).map(|(seen, _)| seen).collect();
            format!("{seen:?} in {hex:?}, where {before:?} was seen")
        })
    }
}

/// Whether everything that a face shows stands on another too; what is not on a face is left out of it, and no
/// steps are written as 0 of 0.
fn tells_no_more(face: &str, than: &str) -> bool {
    let fields = |text: &str| -> serde_json::Map<String, serde_json::Value> {
        serde_json::from_str(text).unwrap_or_default()
    };
    let than = fields(than);
    let is_nothing = |value: &serde_json::Value| *value == serde_json::json!([0, 0]);
    fields(face).iter().all(|(name, value)| is_nothing(value) || than.get(name) == Some(value))
}

struct Checker<G: Game> {
    game: Arc<G>,
    session: Session,
    rng: ChaCha8Rng,
    effort: Effort,
    haste: u32,
    combats: u32,
    redrawn: u32,
    choices: Vec<Choice>,
}

impl<G: Game> Checker<G> {
    fn breach(&self, message: String) -> Box<Breach> {
        Box::new(Breach { message, journal: self.session.journal().clone() })
    }

    fn play(&mut self) -> Result<(), String> {
        let mut made = 0;
        while let Some(side) = self.session.decider() {
            made += 1;
            if made > self.effort.choices_max {
                return Err(format!("the game does not end within {made} choices"));
            }
            self.list()?;
            self.session.table().check()?;
            let costly = self.rng.next_u32().is_multiple_of(self.effort.every);
            if costly {
                self.check_stop()?;
            }
            self.check_odds()?;
            let choice = self.pick();
            if costly {
                self.check_desk(choice)?;
            }
            self.make(side, choice, costly)?;
            if costly {
                // So that the next comparison of views finds some that were kept.
                self.check_view()?;
            }
        }
        match self.session.outcome() {
            Some(_) => Ok(()),
            None => Err(String::from("nobody decides, but the game has no outcome")),
        }
    }

    /// The typed state behind the session's table.
    fn state(&self) -> Result<&G::State, String> {
        self.seated().map(Seated::state)
    }

    fn seated(&self) -> Result<&Seated<G>, String> {
        let table = self.session.table().any().downcast_ref::<Seated<G>>();
        table.ok_or_else(|| String::from("the table is of another game"))
    }

    fn list(&mut self) -> Result<(), String> {
        self.choices.clear();
        self.session.table().choices(&mut self.choices);
        if self.choices.is_empty() {
            return Err(String::from("a decision without a legal choice"));
        }
        Ok(())
    }

    fn pick(&mut self) -> Choice {
        let verbs: Vec<Choice> =
            self.choices.iter().copied().filter(|c| matches!(c, Choice::Verb(_))).collect();
        if !verbs.is_empty() && self.rng.next_u32().is_multiple_of(self.haste) {
            return verbs[self.rng.next_u32() as usize % verbs.len()];
        }
        self.choices[self.rng.next_u32() as usize % self.choices.len()]
    }

    fn make(&mut self, side: Side, choice: Choice, costly: bool) -> Result<(), String> {
        let before = costly.then(|| Stop::of(self.session.table(), side));
        if let Err(r) = self.session.choose(side, self.session.seq(), choice) {
            let text = self.session.table().write_choice(choice);
            return Err(format!("{text} was offered but rejected: {r:?}"));
        }
        before.map_or(Ok(()), |before| self.check_undo(side, choice, &before))
    }

    /// What was done can be undone, unless there was a reason, and done again with the same result.
    fn check_undo(&mut self, side: Side, choice: Choice, before: &Stop) -> Result<(), String> {
        let after = Stop::of(self.session.table(), side);
        if self.session.undo(side, self.session.seq()).is_err() {
            return Ok(());
        }
        if self.session.table().hash() != before.hash {
            return Err(String::from("undo does not give back the state before the choice"));
        }
        if let Some(face) = before.shown_since(&after) {
            return Err(format!("undo takes back what showed an enemy counter: {face}"));
        }
        let again = self.session.choose(side, self.session.seq(), choice);
        again.map_err(|r| format!("the choice is rejected after undo: {r:?}"))?;
        match self.session.table().hash() == after.hash {
            true => Ok(()),
            false => Err(String::from("the same choice after undo gives another state")),
        }
    }

    fn check_stop(&mut self) -> Result<(), String> {
        self.check_round_trips()?;
        self.check_view()?;
        self.check_list_and_refusals()?;
        self.check_everything()?;
        self.check_offer()?;
        self.check_citations()?;
        self.check_choices_as_text()?;
        self.check_words()?;
        self.check_hidden()
    }

    /// A view in which counters were kept from earlier ones is the same as one made anew.
    fn check_view(&self) -> Result<(), String> {
        let table = self.session.table();
        let anew = table.boxed();
        for viewer in Viewer::RUNNING {
            if table.shown(viewer) != anew.shown(viewer) {
                return Err(format!("what {viewer:?} is shown differs from a view made anew"));
            }
        }
        Ok(())
    }

    /// A clone and a stored state are the same state.
    fn check_round_trips(&self) -> Result<(), String> {
        let table = self.session.table();
        let state = self.state()?;
        let stored: G::State = serde_json::from_str(&table.save())
            .map_err(|e| format!("the saved state cannot be read: {e}"))?;
        if stored != *state || stable_hash(&stored) != table.hash() {
            return Err(String::from("a stored and reread state differs"));
        }
        let clone = state.clone();
        if clone != *state || stable_hash(&clone) != table.hash() {
            return Err(String::from("a clone differs from its state"));
        }
        Ok(())
    }

    /// What is offered is not refused; what is not offered is refused, with a rule and a sentence.
    fn check_list_and_refusals(&mut self) -> Result<(), String> {
        for _ in 0..SAMPLE {
            let choice = self.any_choice();
            let listed = self.choices.binary_search(&choice).is_ok();
            let table = self.session.table();
            match (listed, table.why_not(choice)) {
                (true, Some(r)) => {
                    return Err(format!(
                        "{} is offered and refused: {}",
                        table.write_choice(choice),
                        r.text
                    ));
                }
                (false, None) => {
                    return Err(format!(
                        "{} is neither offered nor refused",
                        table.write_choice(choice)
                    ));
                }
                (false, Some(r)) => self.check_refusal(&r)?,
                (true, None) => {}
            }
        }
        for _ in 0..SAMPLE {
            let choice = self.choices[self.rng.next_u32() as usize % self.choices.len()];
            if let Some(r) = self.session.table().why_not(choice) {
                let text = self.session.table().write_choice(choice);
                return Err(format!("{text} is offered and refused: {}", r.text));
            }
        }
        Ok(())
    }

    /// Every counter, hex and button is either offered or refused; looked through as a whole at few stops.
    fn check_everything(&mut self) -> Result<(), String> {
        if !self.rng.next_u32().is_multiple_of(WHOLE) {
            return Ok(());
        }
        let units = (0..UNITS_ASKED).map(|i| Choice::Unit(UnitId::new(i)));
        let hexes = self.game.map().grid.hexes().map(Choice::Hex);
        let verbs = (0..self.game.verbs().len() as u16).map(|i| Choice::Verb(Verb(i)));
        let table = self.session.table();
        for choice in units.chain(hexes).chain(verbs) {
            let listed = self.choices.binary_search(&choice).is_ok();
            if listed == table.why_not(choice).is_some() {
                let text = table.write_choice(choice);
                return Err(format!("{text} is offered: {listed}, and refused just so"));
            }
        }
        Ok(())
    }

    /// What a choice costs and does is the same alone as among all.
    fn check_offer(&self) -> Result<(), String> {
        let at = self.seated()?.at_desk();
        let all = self.game.offers(at, Viewer::Referee);
        let Some(offer) = all.get(all.len() / 2) else { return Ok(()) };
        match self.game.offer(at, offer.choice).as_ref() == Some(offer) {
            true => Ok(()),
            false => {
                let text = self.session.table().write_choice(offer.choice);
                Err(format!("{text} does something else alone than among all that is offered"))
            }
        }
    }

    /// Whatever is cited stands in a book of the game.
    fn check_citations(&self) -> Result<(), String> {
        let mut witness = Witness::default();
        witness.table(self.seated()?);
        witness.check_books(&*self.game)
    }

    fn check_refusal(&self, refusal: &RefusalShown) -> Result<(), String> {
        let text = &refusal.text;
        match !refusal.rules.is_empty() && !text.is_empty() && !text.contains(['[', '{']) {
            true => Ok(()),
            false => Err(format!("a refusal without a rule or a proper sentence: {refusal:?}")),
        }
    }

    /// Any choice that could be sent, sensible or not.
    fn any_choice(&mut self) -> Choice {
        let grid = &self.game.map().grid;
        let n = self.rng.next_u32();
        match n % 6 {
            0 | 1 => Choice::Hex(HexId::new((self.rng.next_u32() as usize % grid.len()) as u16)),
            2 | 3 => {
                Choice::Unit(UnitId::new((self.rng.next_u32() % u32::from(UNITS_ASKED)) as u16))
            }
            4 if n.is_multiple_of(4) => Choice::Amount((self.rng.next_u32() % 20) as u16),
            4 => Choice::Hexside(SideId::new(
                (self.rng.next_u32() as usize % grid.sides_len()) as u16,
            )),
            _ => Choice::Verb(Verb(
                (self.rng.next_u32() as usize % (self.game.verbs().len() + 1)) as u16,
            )),
        }
    }

    /// The decision prepared anew offers the same, and the same follows from a choice.
    fn check_desk(&self, choice: Choice) -> Result<(), String> {
        let state = self.state()?;
        let (mut kept, mut anew) = (state.clone(), state.clone());
        let mut listed = Choices::default();
        let mut desk = G::Desk::default();
        self.game.list(state, &mut desk, &mut listed);
        if !listed.iter().eq(self.choices.iter().copied()) {
            return Err(String::from("a decision prepared anew offers something else"));
        }
        let silent = &mut Log::silent();
        self.game.choose(&mut anew, &desk, choice, &mut SeededDice::new(1), silent);
        self.game.make(&mut kept, choice, &mut SeededDice::new(1), silent);
        match kept == anew {
            true => Ok(()),
            false => Err(String::from("a choice does something else with a desk made anew")),
        }
    }

    /// A choice written and read is the same choice.
    fn check_choices_as_text(&self) -> Result<(), String> {
        let table = self.session.table();
        for &choice in &self.choices {
            let text = table.write_choice(choice);
            if table.read_choice(&text) != Ok(choice) {
                return Err(format!("{choice:?} is written as \"{text}\" and not read back"));
            }
        }
        Ok(())
    }

    /// Whoever looks reads whole sentences, and knows how the sides stand.
    fn check_words(&self) -> Result<(), String> {
        for viewer in Viewer::RUNNING {
            let view = self.session.table().view(viewer);
            if let Some(broken) = broken_sentence(&view) {
                return Err(format!("{viewer:?} reads \"{broken}\""));
            }
            if view["points"]["standing"].as_str().is_none_or(str::is_empty) {
                return Err(format!("{viewer:?} does not read how the sides stand"));
            }
        }
        Ok(())
    }

    /// What a viewer cannot know changes nothing that he is shown: his view, the layers over the map, and, where he
    /// decides, why choices are refused.
    fn check_hidden(&mut self) -> Result<(), String> {
        let seed = u64::from(self.rng.next_u32());
        let asked: Vec<Choice> = (0..SAMPLE).map(|_| self.any_choice()).collect();
        let ranges: Vec<u32> = (0..RANGES).map(|_| self.rng.next_u32()).collect();
        for viewer in Viewer::RUNNING {
            let table = self.session.table();
            let other = table.imagine(viewer, seed);
            other.check().map_err(|e| format!("an imagined state is broken: {e}"))?;
            self.redrawn += u32::from(other.hash() != table.hash());
            // Compared as they are sent; what they say is looked at only when they differ.
            if sent(table, viewer) != sent(&*other, viewer) {
                let place = difference(&table.view(viewer), &other.view(viewer));
                return Err(format!("{viewer:?} is shown what he may not know: {place}"));
            }
            check_overlays(table, &*other, viewer, &ranges)?;
            if table.decider().is_some_and(|side| viewer.knows_of(side)) {
                check_refusals(table, &*other, &asked)?;
            }
        }
        Ok(())
    }

    /// The shown odds are exactly what the dice give.
    fn check_odds(&mut self) -> Result<(), String> {
        let state = self.state()?;
        let Some(roll) = self.game.is_about_to_roll(state) else { return Ok(()) };
        let Some(odds) = self.game.odds(state, Viewer::Referee) else {
            return Err(String::from("a roll without odds"));
        };
        let mut found: BTreeMap<String, u64> = BTreeMap::new();
        let mut all = 0;
        for values in odds.dice.all() {
            let mut clone = state.clone();
            let mut log = Log::new();
            self.game.make(&mut clone, roll, &mut FixedDice::new(values), &mut log);
            let code = log.events().iter().find_map(|e| e.code.clone());
            *found.entry(code.ok_or("a roll without a result")?).or_default() += 1;
            all += 1;
        }
        let mut shown: BTreeMap<String, u64> = BTreeMap::new();
        for outcome in &odds.outcomes {
            *shown.entry(outcome.code.clone()).or_default() += outcome.p.num * all / outcome.p.den;
        }
        self.combats += 1;
        match shown == found {
            true => Ok(()),
            false => Err(format!("the odds show {shown:?}, the dice give {found:?}")),
        }
    }

    /// The journal, written and read, replays to the same hash at every line.
    fn finish(self, start: &crate::session::Start<'_>) -> Result<Played, Box<Breach>> {
        let text = self.session.journal().write();
        let replayed = Session::read(&text, None, start);
        let message = match replayed {
            Err(e) => Some(format!("the journal cannot be read: {e}")),
            Ok((_, _, Some(damage))) => Some(format!("the journal reads as damaged: {damage}")),
            Ok((_, v, _)) if v.broken.is_some() => {
                Some(format!("the journal does not replay: {v:?}"))
            }
            Ok((s, _, _)) if s.journal() != self.session.journal() => {
                Some(String::from("the replayed journal differs"))
            }
            Ok(_) => None,
        };
        if let Some(message) = message {
            return Err(self.breach(message));
        }
        Ok(Played {
            choices: self.session.seq(),
            outcome: self.session.outcome().map(|o| o.class).unwrap_or_default(),
            turn: self.session.table().turn(),
            journal: self.session.journal().clone(),
            combats: self.combats,
            redrawn: self.redrawn,
        })
    }
}

/// Whether every layer over the map is the same at two tables, with the ranges of some counters.
fn check_overlays(
    table: &dyn Table,
    other: &dyn Table,
    viewer: Viewer,
    ranges: &[u32],
) -> Result<(), String> {
    let shown = table.shown(viewer);
    let counters: Vec<&str> = shown.all_units().map(|u| u.unit.as_str()).collect();
    let some = ranges.iter().filter_map(|n| counters.get(*n as usize % counters.len().max(1)));
    let ids = shown.overlays.iter().map(|id| (*id).to_string());
    for id in ids.chain(some.map(|unit| format!("range:{unit}"))) {
        let (a, b) = (table.overlay(&id, viewer), other.overlay(&id, viewer));
        if a != b {
            let place = difference(&serde_json::json!(a), &serde_json::json!(b));
            return Err(format!("the layer {id} shows {viewer:?} what he may not know: {place}"));
        }
    }
    Ok(())
}

/// Whether the same choices are refused at two tables, with the same words.
fn check_refusals(table: &dyn Table, other: &dyn Table, asked: &[Choice]) -> Result<(), String> {
    for &choice in asked {
        let (a, b) = (table.why_not(choice), other.why_not(choice));
        if a != b {
            let place = difference(&serde_json::json!(a), &serde_json::json!(b));
            let text = table.write_choice(choice);
            return Err(format!("why {text} is refused tells what is hidden: {place}"));
        }
    }
    Ok(())
}

/// The first text of a view that the catalogue lacks, or in which an argument is missing.
fn broken_sentence(view: &serde_json::Value) -> Option<&str> {
    use serde_json::Value::{Array, Object, String};
    match view {
        String(text) => {
            let lacking = text.starts_with('[') && text.ends_with(']');
            (lacking || text.contains(['{', '}'])).then_some(text)
        }
        Array(list) => list.iter().find_map(broken_sentence),
        Object(map) => map.values().find_map(broken_sentence),
        _ => None,
    }
}

/// A view as it goes over the wire.
fn sent(table: &dyn Table, viewer: Viewer) -> String {
    serde_json::to_string(&table.shown(viewer)).unwrap_or_default()
}

/// Where two views differ first, and how.
fn difference(a: &serde_json::Value, b: &serde_json::Value) -> String {
    use serde_json::Value::{Array, Object};
    match (a, b) {
        (Object(x), Object(y)) => {
            let key = x.keys().find(|k| x.get(*k) != y.get(*k));
            key.map_or_else(String::new, |k| {
                let none = serde_json::Value::Null;
                format!("{k}/{}", difference(&x[k], y.get(k).unwrap_or(&none)))
            })
        }
        (Array(x), Array(y)) if x.len() == y.len() => {
            let i = x.iter().zip(y).position(|(p, q)| p != q).unwrap_or(0);
            format!("{i}/{}", difference(&x[i], &y[i]))
        }
        _ => format!(" {a} or {b}"),
    }
}

#[cfg(test)]
mod tests {
    use super::tells_no_more;

    #[test]
    fn a_face_tells_no_more_if_all_of_it_was_seen() {
        let (armour, blank) = (r#"{"nation":"soviet","symbol":"armor"}"#, r#"{"nation":"soviet"}"#);
        assert!(tells_no_more(blank, armour), "the symbol went under its mask again");
        assert!(!tells_no_more(armour, blank), "the symbol is new");
        assert!(tells_no_more(armour, armour));
        let (two, unknown) = (r#"{"nation":"soviet","steps":[2,2]}"#, r#"{"steps":[0,0]}"#);
        assert!(tells_no_more(unknown, two) && !tells_no_more(two, unknown));
    }
}
