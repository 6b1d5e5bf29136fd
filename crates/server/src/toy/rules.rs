//! The rules of the ford.

use board::{BySide, Map, Side, Source, UnitId};
use engine::view::{BoxView, Offer, Overlay, Owed, Points, TrackView, UnitView, offered_units};
use engine::{
    Arg, Catalogue, Choice, Dice, Event, EventKind, Game, Log, Odds, Order, Outcome, Prompt,
    Refusal, SideInfo, Text, TurnInfo, Verb, Viewer,
};
use hex::HexId;
use rand::Rng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

pub(super) const DONE: Choice = Choice::Verb(Verb(0));
pub(super) const ROLL: Choice = Choice::Verb(Verb(1));
const TURNS: u8 = 3;
const CARDS: u16 = 6;
const STRENGTH_MAX: u16 = 3;
/// What a player takes an unknown strength for.
pub(super) const STRENGTH_BELIEVED: i16 = 2;

/// The game: a map, two sides and their words.
pub struct Ford {
    pub(super) map: Map,
    sides: [SideInfo; 2],
    pub(super) words: Catalogue,
}

/// Where the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// A side plays a card face down.
    Bid(Side),
    /// The phasing side moves.
    Move,
    /// The picked unit is about to attack this one.
    Attack(UnitId),
    /// The game is over.
    Over,
}

/// A unit: where it is, how strong, and who knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Counter {
    pub(super) hex: Option<HexId>,
    pub(super) strength: u8,
    pub(super) shown: bool,
    pub(super) done: bool,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub(super) turn: u8,
    pub(super) stage: Stage,
    pub(super) first: Side,
    pub(super) phasing: Side,
    pub(super) units: [Counter; 6],
    /// The cards in hand, one bit each; the card that lies face down is not among them.
    pub(super) hands: BySide<u8>,
    pub(super) bids: BySide<Option<u8>>,
    pub(super) seen: BySide<u8>,
    pub(super) pick: Option<UnitId>,
}

pub(super) fn side_of(unit: UnitId) -> Side {
    if unit.index() < 3 { Side::A } else { Side::B }
}

pub(super) fn units_of(side: Side) -> impl Iterator<Item = UnitId> {
    let from = side.index() as u16 * 3;
    (from..from + 3).map(UnitId::new)
}

pub(super) fn cards(hand: u8) -> impl Iterator<Item = u8> {
    (1..=CARDS as u8).filter(move |card| hand & (1 << card) != 0)
}

impl Ford {
    /// The game.
    ///
    /// # Panics
    ///
    /// If its own files are wrong.
    pub fn new() -> Ford {
        let map = Map::load(&Source::new("map.toml", include_str!("map.toml")));
        let mut words = Catalogue::new("en");
        let added = words.add(&Source::new("words.toml", include_str!("words.toml")));
        added.expect("the words of the toy game are right");
        let side = |id: &str, letter: &str, face: &str| SideInfo {
            id: id.to_string(),
            letter: letter.to_string(),
            face: face.to_string(),
            ink: String::from("#ffffff"),
        };
        Ford {
            map: map.expect("the map of the toy game is right"),
            sides: [side("red", "R", "#a33b2e"), side("blue", "B", "#2f5d8c")],
            words,
        }
    }

    fn counter(&self, state: &State, hex: HexId) -> Option<UnitId> {
        (0..6).map(UnitId::new).find(|u| state.units[u.index()].hex == Some(hex))
    }

    /// The hexes that a unit may go to or attack (2.1).
    pub(super) fn targets(&self, state: &State, unit: UnitId) -> Vec<HexId> {
        let Some(hex) = state.units[unit.index()].hex else { return Vec::new() };
        let free =
            |h: &HexId| self.counter(state, *h).is_none_or(|other| side_of(other) != side_of(unit));
        let mut out: Vec<HexId> = self.map.grid.around(hex).filter(free).collect();
        out.sort_unstable();
        out
    }

    fn may_move(&self, state: &State, unit: UnitId) -> bool {
        let Some(counter) = state.units.get(unit.index()) else { return false };
        side_of(unit) == state.phasing && !counter.done && !self.targets(state, unit).is_empty()
    }

    fn draw(&self, dice: &mut dyn Dice) -> u8 {
        let mut hand = 0u8;
        for drawn in 0..3 {
            let left: Vec<u8> = (1..=CARDS as u8).filter(|c| hand & (1 << c) == 0).collect();
            hand |= 1 << left[usize::from(dice.roll(CARDS - drawn)) - 1];
        }
        hand
    }

    fn begin(&self, units: [Counter; 6], dice: &mut dyn Dice, log: &mut Log) -> State {
        let hands = BySide::of(|_| self.draw(dice));
        for side in Side::BOTH {
            log.say(|| {
                let text = Text::new("event.draw").side(side);
                let mut event = Event::new(EventKind::Changed, "1.1", text);
                event.only = Some(side);
                event
            });
        }
        let mut state = State {
            turn: 0,
            stage: Stage::Over,
            first: Side::A,
            phasing: Side::A,
            units,
            hands,
            bids: BySide::default(),
            seen: BySide::default(),
            pick: None,
        };
        self.begin_turn(&mut state, log);
        state
    }

    fn begin_turn(&self, state: &mut State, log: &mut Log) {
        state.turn += 1;
        state.stage = Stage::Bid(Side::A);
        state.bids = BySide::default();
        let turn = state.turn;
        log.say(|| Event::new(EventKind::Phase, "1.1", Text::new("event.turn").n(turn)));
    }

    fn bid(&self, state: &mut State, side: Side, card: u8, dice: &mut dyn Dice, log: &mut Log) {
        state.hands[side] &= !(1 << card);
        state.bids[side] = Some(card);
        log.say(|| Event::new(EventKind::Changed, "1.1", Text::new("event.bid").side(side)));
        match side {
            Side::A => state.stage = Stage::Bid(Side::B),
            Side::B => self.reveal(state, dice, log),
        }
    }

    /// Both cards are shown together; the die breaks a tie (1.2).
    fn reveal(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        let shown = BySide::of(|side| state.bids[side].unwrap_or(0));
        state.first = match shown.a.cmp(&shown.b) {
            std::cmp::Ordering::Greater => Side::A,
            std::cmp::Ordering::Less => Side::B,
            std::cmp::Ordering::Equal => [Side::A, Side::B][usize::from(dice.roll(2)) - 1],
        };
        for side in Side::BOTH {
            state.seen[side] |= 1 << shown[side];
        }
        log.reveal();
        let first = state.first;
        log.say(|| {
            let text = Text::new("event.reveal")
                .with("red", Arg::Number(i64::from(shown.a)))
                .with("blue", Arg::Number(i64::from(shown.b)))
                .side(first);
            Event::new(EventKind::Revealed, "1.2", text)
        });
        state.bids = BySide::default();
        self.begin_movement(state, first);
    }

    fn begin_movement(&self, state: &mut State, side: Side) {
        state.phasing = side;
        state.stage = Stage::Move;
        state.pick = None;
        for counter in &mut state.units {
            counter.done = false;
        }
    }

    fn end_movement(&self, state: &mut State, log: &mut Log) {
        match () {
            () if state.phasing == state.first => self.begin_movement(state, state.first.other()),
            () if state.turn < TURNS => self.begin_turn(state, log),
            () => self.end(state, log),
        }
    }

    fn end(&self, state: &mut State, log: &mut Log) {
        state.stage = Stage::Over;
        state.pick = None;
        log.say(|| Event::new(EventKind::Ended, "4.1", Text::new("event.ended")));
    }

    fn go(&self, state: &mut State, unit: UnitId, to: HexId, log: &mut Log) {
        if let Some(enemy) = self.counter(state, to) {
            state.stage = Stage::Attack(enemy);
            return;
        }
        let from = state.units[unit.index()].hex;
        state.units[unit.index()].hex = Some(to);
        state.units[unit.index()].done = true;
        state.pick = None;
        log.say(|| {
            let text = Text::new("event.moved").unit(unit).hex(to);
            let mut event = Event::new(EventKind::Moved, "2.1", text).unit(unit).hex(to);
            let path = from.into_iter().chain([to]).collect();
            event.moves.push(engine::Moved { unit, path });
            event
        });
    }

    /// The die and the difference of the strengths (3.1).
    fn fight(&self, state: &mut State, enemy: UnitId, dice: &mut dyn Dice, log: &mut Log) {
        let Some(unit) = state.pick else { return };
        let roll = dice.roll(6);
        let strength = |u: UnitId| i16::from(state.units[u.index()].strength);
        let code = result(roll, strength(unit), strength(enemy));
        for u in [unit, enemy] {
            state.units[u.index()].shown = true;
        }
        state.units[unit.index()].done = true;
        log.reveal();
        log.say(|| {
            let text = Text::new("event.roll").n(roll);
            let mut event = Event::new(EventKind::Rolled, "3.1", text).unit(unit).unit(enemy);
            event.code = Some(code.to_string());
            event.rolled(&[roll], roll as i16)
        });
        state.pick = None;
        state.stage = Stage::Move;
        let fallen = match code {
            "D" => enemy,
            "A" => unit,
            _ => {
                log.say(|| Event::new(EventKind::Changed, "3.1", Text::new("event.nothing")));
                return;
            }
        };
        state.units[fallen.index()].hex = None;
        log.say(|| {
            let text = Text::new("event.fallen").unit(fallen);
            Event::new(EventKind::Eliminated, "3.1", text).unit(fallen)
        });
        if Side::BOTH.into_iter().any(|side| left(state, side) == 0) {
            self.end(state, log);
        }
    }
}

impl Default for Ford {
    fn default() -> Ford {
        Ford::new()
    }
}

/// `D`: the defender falls, `A`: the attacker falls, `-`: nobody.
pub(super) fn result(roll: u16, attacker: i16, defender: i16) -> &'static str {
    match roll as i16 + attacker - defender {
        5.. => "D",
        ..=1 => "A",
        _ => "-",
    }
}

pub(super) fn left(state: &State, side: Side) -> usize {
    units_of(side).filter(|u| state.units[u.index()].hex.is_some()).count()
}

impl Game for Ford {
    type State = State;

    fn edition(&self) -> u32 {
        1
    }

    fn map(&self) -> &Map {
        &self.map
    }

    fn sides(&self) -> &[SideInfo; 2] {
        &self.sides
    }

    fn verbs(&self) -> &'static [&'static str] {
        &["done", "roll"]
    }

    fn catalogue(&self) -> &Catalogue {
        &self.words
    }

    fn start(&self, dice: &mut dyn Dice, log: &mut Log) -> State {
        let places = ["0202", "0303", "0204", "0602", "0503", "0604"];
        let units = places.map(|place| Counter {
            hex: self.map.grid.parse(place).ok(),
            strength: dice.roll(STRENGTH_MAX) as u8,
            shown: false,
            done: false,
        });
        self.begin(units, dice, log)
    }

    fn decider(&self, state: &State) -> Option<Side> {
        match state.stage {
            Stage::Bid(side) => Some(side),
            Stage::Move | Stage::Attack(_) => Some(state.phasing),
            Stage::Over => None,
        }
    }

    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        match (state.stage, state.pick) {
            (Stage::Over, _) => {}
            (Stage::Bid(side), _) => {
                out.extend(cards(state.hands[side]).map(|c| Choice::Amount(u16::from(c))));
            }
            (Stage::Attack(_), _) => out.push(ROLL),
            (Stage::Move, Some(unit)) => {
                out.extend(self.targets(state, unit).into_iter().map(Choice::Hex));
            }
            (Stage::Move, None) => {
                let movers = units_of(state.phasing).filter(|u| self.may_move(state, *u));
                out.extend(movers.map(Choice::Unit));
                out.push(DONE);
            }
        }
    }

    fn why_not(&self, state: &State, choice: Choice) -> Option<Refusal> {
        let no = |rule, id| Some(Refusal::new(rule, Text::new(id)));
        match (state.stage, state.pick, choice) {
            (Stage::Bid(side), _, Choice::Amount(n)) => {
                let held = cards(state.hands[side]).any(|c| u16::from(c) == n);
                if held { None } else { no("1.1", "no.card") }
            }
            (Stage::Attack(_), _, ROLL) => None,
            (Stage::Move, None, DONE) => None,
            (Stage::Move, None, Choice::Unit(unit)) => {
                let text = Text::new("no.unit").unit(unit);
                let refusal = Refusal::new("2.1", text).unit(unit);
                (!self.may_move(state, unit)).then_some(refusal)
            }
            (Stage::Move, Some(unit), Choice::Hex(hex)) => {
                let from = state.units[unit.index()].hex;
                let near = from.is_some_and(|from| self.map.grid.adjacent(from, hex));
                let id = if near { "no.own" } else { "no.far" };
                let text = Text::new(id).unit(unit).hex(hex);
                let offered = self.targets(state, unit).contains(&hex);
                (!offered).then(|| Refusal::new("2.1", text).hex(hex))
            }
            _ => no("1.1", "no.stage"),
        }
    }

    fn choose(&self, state: &mut State, choice: Choice, dice: &mut dyn Dice, log: &mut Log) {
        match (state.stage, state.pick, choice) {
            (Stage::Bid(side), _, Choice::Amount(n)) => self.bid(state, side, n as u8, dice, log),
            (Stage::Attack(enemy), _, ROLL) => self.fight(state, enemy, dice, log),
            (Stage::Move, None, DONE) => self.end_movement(state, log),
            (Stage::Move, None, Choice::Unit(unit)) => state.pick = Some(unit),
            (Stage::Move, Some(unit), Choice::Hex(hex)) => self.go(state, unit, hex, log),
            _ => unreachable!("only legal choices are made"),
        }
    }

    fn passes_by_itself(&self, state: &State) -> bool {
        state.stage == Stage::Move && state.pick.is_none()
    }

    fn prompt(&self, state: &State) -> Prompt {
        super::show::prompt(self, state)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.stage != Stage::Over {
            return None;
        }
        let (winner, class) = match left(state, Side::A).cmp(&left(state, Side::B)) {
            std::cmp::Ordering::Greater => (Some(Side::A), "red"),
            std::cmp::Ordering::Less => (Some(Side::B), "blue"),
            std::cmp::Ordering::Equal => (None, "draw"),
        };
        let text = match class {
            "red" => "outcome.red",
            "blue" => "outcome.blue",
            _ => "outcome.draw",
        };
        let text = Text::new(text);
        Some(Outcome { winner, class: class.to_string(), text, rules: vec!["4.1"] })
    }

    fn turn(&self, state: &State) -> TurnInfo {
        super::show::turn(state, u16::from(TURNS))
    }

    fn odds(&self, state: &State, viewer: Viewer) -> Option<Odds> {
        super::show::odds(state, viewer)
    }

    fn is_about_to_roll(&self, state: &State) -> Option<Choice> {
        matches!(state.stage, Stage::Attack(_)).then_some(ROLL)
    }

    fn offers(&self, state: &State, _viewer: Viewer) -> Vec<Offer> {
        super::show::offers(self, state)
    }

    fn picked(&self, state: &State, _viewer: Viewer) -> Vec<UnitId> {
        state.pick.into_iter().collect()
    }

    fn owed(&self, _state: &State) -> Vec<Owed> {
        Vec::new()
    }

    fn reminders(&self, _state: &State, offers: &[Offer]) -> Vec<Owed> {
        Owed::of_units("remind.move", "2.1", offered_units(offers)).into_iter().collect()
    }

    fn profile(&self, _state: &State, view: &UnitView) -> Vec<Text> {
        match view.face.hidden {
            true => vec![Text::new("profile.hidden")],
            false => {
                let strength = Arg::Name(view.face.figures.clone());
                vec![Text::new("profile.strength").with("strength", strength)]
            }
        }
    }

    fn units(&self, state: &State, viewer: Viewer) -> Vec<UnitView> {
        super::show::units(state, viewer)
    }

    fn back(&self, state: &State, unit: UnitId, viewer: Viewer) -> Option<board::Face> {
        super::show::back(state, unit, viewer)
    }

    fn boxes(&self, state: &State, viewer: Viewer) -> Vec<BoxView> {
        super::show::boxes(state, viewer)
    }

    fn tracks(&self, state: &State, viewer: Viewer) -> Vec<TrackView> {
        super::show::tracks(state, viewer)
    }

    fn points(&self, state: &State) -> Points {
        super::show::points(state)
    }

    fn owner(&self, _state: &State, unit: UnitId) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| units_of(side).any(|u| u == unit))
    }

    fn overlay(&self, state: &State, id: &str, _viewer: Viewer) -> Option<Overlay> {
        super::show::overlay(self, state, id)
    }

    fn overlays(&self) -> &'static [&'static str] {
        &["zones"]
    }

    fn find_unit(&self, _state: &State, id: &str) -> Option<UnitId> {
        let position = UNIT_IDS.iter().position(|known| *known == id)?;
        Some(UnitId::new(position as u16))
    }

    fn unit_id(&self, _state: &State, unit: UnitId) -> String {
        UNIT_IDS.get(unit.index()).map_or(String::from("?"), |id| id.to_string())
    }

    fn unit_name(&self, _state: &State, unit: UnitId) -> String {
        let side = if side_of(unit) == Side::A { "Red" } else { "Blue" };
        format!("{} {side}", ["1st", "2nd", "3rd"][unit.index() % 3])
    }

    /// What the others hold and how strong their unproven units are is drawn anew.
    fn imagine(&self, state: &State, viewer: Viewer, rng: &mut ChaCha8Rng) -> State {
        let mut imagined = state.clone();
        for side in Side::BOTH.into_iter().filter(|side| !viewer.knows_of(*side)) {
            imagine_cards(&mut imagined, side, rng);
            for unit in units_of(side) {
                let counter = &mut imagined.units[unit.index()];
                if !counter.shown {
                    counter.strength = (rng.next_u32() % u32::from(STRENGTH_MAX)) as u8 + 1;
                }
            }
        }
        imagined
    }

    fn orders(&self, _side: Side) -> Vec<Order> {
        vec![Order { id: "hold", text: Text::new("order.hold"), rule: "2.1" }]
    }

    fn ordered(&self, state: &State, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        let moves = state.stage == Stage::Move && state.pick.is_none();
        (moves && is_on("hold")).then_some(DONE)
    }

    fn check_stored(&self, state: &State) -> Result<(), String> {
        let hexes = self.map.grid.len();
        let fits = |unit: &Counter| {
            unit.hex.is_none_or(|hex| hex.index() < hexes) && (1..=3).contains(&unit.strength)
        };
        match state.units.iter().all(fits) {
            true => Ok(()),
            false => Err(String::from("a unit lies on no hex or has no strength")),
        }
    }

    /// Everybody stays where he is and as strong as he is; cards are drawn anew.
    fn carry_on(
        &self,
        state: &State,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Result<State, Box<Refusal>> {
        if state.stage != Stage::Over {
            return Err(Box::new(Refusal::new("4.1", Text::new("no.stage"))));
        }
        Ok(self.begin(state.units.map(|unit| Counter { done: false, ..unit }), dice, log))
    }

    fn check(&self, state: &State) -> Result<(), String> {
        for side in Side::BOTH {
            let cards = state.hands[side].count_ones() + u32::from(state.bids[side].is_some());
            let played = state.seen[side].count_ones();
            if cards + played != 3 || state.hands[side] & state.seen[side] != 0 {
                return Err(format!("{side:?} holds {cards} cards and has played {played}"));
            }
        }
        Ok(())
    }
}

const UNIT_IDS: [&str; 6] = ["R1", "R2", "R3", "B1", "B2", "B3"];

fn imagine_cards(state: &mut State, side: Side, rng: &mut ChaCha8Rng) {
    let held = state.hands[side].count_ones();
    let mut unseen: Vec<u8> = cards(!state.seen[side]).collect();
    let mut draw = || unseen.swap_remove(rng.next_u32() as usize % unseen.len());
    if state.bids[side].is_some() {
        state.bids[side] = Some(draw());
    }
    state.hands[side] = (0..held).fold(0, |hand, _| hand | 1 << draw());
}
