//! The game as the engine plays it.

use crate::bid::{self, Bid};
use crate::load::{INSIDE, Tables};
use crate::movement::Movement;
use crate::show;
use crate::state::{Counter, Decision, State, all_units, side_of, units_of};
use crate::{BUTTONS, VERBS};
use board::{BySide, Map, Side, UnitId};
use engine::view::{BoxView, Overlay, Points, TrackView, UnitView};
use engine::{
    Catalogue, Dice, Event, EventKind, FaceShown, Flow, Log, Message, Order, Outcome, Part, Play,
    Printed, Refusal, Rules, SideInfo, Text, TurnInfo, Viewer, Wrong,
};
use hex::HexId;
use rand::Rng;
use rand::rngs::ChaCha8Rng;
use std::cmp::Ordering;

pub(crate) const UNIT_IDS: [&str; 6] = ["R1", "R2", "R3", "B1", "B2", "B3"];

/// The game: a map, two sides and their words, and the numbers of its tables.
#[derive(Clone)]
pub struct Ford {
    pub(crate) map: Map,
    pub(crate) sides: [SideInfo; 2],
    pub(crate) catalogue: Catalogue,
    pub(crate) tables: Tables,
    /// Where each unit begins.
    pub(crate) start: [HexId; 6],
    /// The last turn.
    pub(crate) turns: u8,
}

impl Ford {
    /// The game from the files inside the crate.
    ///
    /// # Panics
    ///
    /// If they are wrong.
    pub fn new() -> Ford {
        match Ford::load(&INSIDE, "dawn", &Default::default()) {
            Ok(game) => game,
            Err(problems) => panic!("the files of the ford: {problems}"),
        }
    }

    fn begin(&self, units: [Counter; 6], dice: &mut dyn Dice, log: &mut Log) -> State {
        let mut state = State {
            turn: 0,
            open: Vec::new(),
            first: Side::A,
            phasing: Side::A,
            moved: 2,
            over: false,
            units,
            hands: bid::draw(dice, log),
            bids: BySide::default(),
            seen: BySide::default(),
        };
        Play { game: self, state: &mut state, dice, log }.run_on();
        state
    }

    /// A new turn begins with both bids (1.1).
    fn begin_turn(&self, state: &mut State, log: &mut Log) {
        state.turn += 1;
        state.moved = 0;
        let turn = state.turn;
        log.say(|| Event::new(EventKind::Phase, rule!("1.1"), Text::new("event.turn").n(turn)));
        state.ask(Bid { side: Side::B });
        state.ask(Bid { side: Side::A });
    }

    fn begin_movement(&self, state: &mut State) {
        state.phasing = if state.moved == 0 { state.first } else { state.first.other() };
        state.moved += 1;
        state.units.iter_mut().for_each(|counter| counter.done = false);
        state.ask(Movement);
    }

    pub(crate) fn end(&self, state: &mut State, log: &mut Log) {
        state.over = true;
        state.open.clear();
        log.say(|| Event::new(EventKind::Ended, rule!("4.1"), Text::new("event.ended")));
    }
}

impl Default for Ford {
    fn default() -> Ford {
        Ford::new()
    }
}

impl Rules for Ford {
    type State = State;
    type Decision = Decision;
    type Desk = ();

    const OVER: Wrong = (rule!("1.1"), "no.stage");

    fn edition(&self) -> u32 {
        1
    }

    fn printed(&self) -> Printed<'_> {
        Printed {
            map: &self.map,
            sides: &self.sides,
            catalogue: &self.catalogue,
            verbs: VERBS,
            buttons: BUTTONS,
            overlays: &["zones"],
            books: crate::rulebook::BOOKS,
        }
    }

    fn start(&self, dice: &mut dyn Dice, log: &mut Log) -> State {
        let units = self.start.map(|hex| Counter {
            hex: Some(hex),
            strength: dice.roll(self.tables.strength_max) as u8,
            shown: false,
            done: false,
        });
        self.begin(units, dice, log)
    }

    /// Both sides move; then the next turn begins, or the game is over (1.1, 4.1).
    fn proceed(&self, play: &mut Play<'_, Ford>) {
        match play.state.moved {
            0 | 1 => self.begin_movement(play.state),
            _ if play.state.turn < self.turns => self.begin_turn(play.state, play.log),
            _ => self.end(play.state, play.log),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let (winner, class, text) = match state.left(Side::A).cmp(&state.left(Side::B)) {
            Ordering::Greater => (Some(Side::A), "red", "outcome.red"),
            Ordering::Less => (Some(Side::B), "blue", "outcome.blue"),
            Ordering::Equal => (None, "draw", "outcome.draw"),
        };
        let class = class.to_string();
        let outcome =
            || Outcome { winner, class, text: Text::new(text), rules: [rule!("4.1")].into() };
        state.over.then(outcome)
    }

    fn turn(&self, state: &State) -> TurnInfo {
        show::turn(self, state)
    }

    fn units(&self, state: &State, viewer: Viewer) -> Vec<UnitView> {
        show::units(state, viewer, |counter| counter.hex.is_some())
    }

    fn points(&self, state: &State) -> Points {
        show::points(state)
    }

    fn overlay(&self, state: &State, id: &str, _: Viewer) -> Option<Overlay> {
        (id == "zones").then(|| show::zones(self, state))
    }

    fn find_unit(&self, _: &State, id: &str) -> Option<UnitId> {
        all_units().find(|unit| UNIT_IDS[unit.index()] == id)
    }

    fn unit_id(&self, _: &State, unit: UnitId) -> String {
        UNIT_IDS.get(unit.index()).map_or(String::from("?"), |id| id.to_string())
    }

    fn unit_name(&self, _: &State, unit: UnitId) -> Part {
        let side = if side_of(unit) == Side::A { "side.red" } else { "side.blue" };
        let nth = ["unit.1st", "unit.2nd", "unit.3rd"][unit.index() % 3];
        Message::new("unit.of").with("nth", Part::word(nth)).with("side", Part::word(side)).into()
    }

    fn check_stored(&self, state: &State) -> Result<(), String> {
        let fits = |unit: &Counter| {
            let is_strength = (1..=self.tables.strength_max).contains(&unit.strength.into());
            unit.hex.is_none_or(|hex| hex.index() < self.map.grid.len()) && is_strength
        };
        match state.units.iter().all(fits) {
            true => Ok(()),
            false => Err(String::from("a unit lies on no hex or has no strength")),
        }
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

    /// Everybody stays where he is and as strong as he is; cards are drawn anew.
    fn carry_on(
        &self,
        state: &State,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Result<State, Box<Refusal>> {
        match state.over {
            true => Ok(self.begin(state.units.map(|u| Counter { done: false, ..u }), dice, log)),
            false => Err(Box::new(Refusal::new(rule!("4.1"), Text::new("no.stage")))),
        }
    }

    fn profile(&self, _: &State, view: &UnitView) -> Vec<Text> {
        vec![show::profile(view)]
    }

    fn back(&self, state: &State, unit: UnitId, viewer: Viewer) -> Option<FaceShown> {
        show::back(state, unit, viewer)
    }

    fn boxes(&self, state: &State, viewer: Viewer) -> Vec<BoxView> {
        vec![show::fallen(state, viewer)]
    }

    fn tracks(&self, state: &State, viewer: Viewer) -> Vec<TrackView> {
        Side::BOTH.map(|side| show::hand(state, side, viewer)).into()
    }

    fn owner(&self, _: &State, unit: UnitId) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| units_of(side).any(|u| u == unit))
    }

    /// What the others hold and how strong their unproven units are is drawn anew.
    fn imagine(&self, state: &State, viewer: Viewer, rng: &mut ChaCha8Rng) -> State {
        let mut imagined = state.clone();
        for side in Side::BOTH.into_iter().filter(|&side| !viewer.knows_of(side)) {
            bid::imagine(&mut imagined, side, rng);
            for unit in units_of(side).filter(|&u| !state.unit(u).shown) {
                let strength = rng.next_u32() % u32::from(self.tables.strength_max);
                imagined.unit_mut(unit).strength = strength as u8 + 1;
            }
        }
        imagined
    }

    fn orders(&self, _: Side) -> Vec<Order> {
        vec![Order { id: "hold", text: Text::new("order.hold"), rule: rule!("2.1") }]
    }
}
