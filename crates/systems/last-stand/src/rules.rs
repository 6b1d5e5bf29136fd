//! The game as the engine plays it.

use crate::class::{GERMAN, SOVIET};
use crate::desk::Desk;
use crate::game::{EDITION, LastStand};
use crate::show;
use crate::state::{Ending, Phase, Stage, State};
use crate::verb::{BUTTONS, VERBS};
use board::{Side, UnitId};
use engine::view::{BoxView, Overlay, Points, TrackView, UnitView};
use engine::{
    Choice, Dice, FaceShown, Flow, Log, No, Order, Outcome, Part, Play, Printed, Refusal, Rooms,
    Rules, Text, TurnInfo, Viewer, Wrong,
};
use rand::Rng;
use rand::rngs::ChaCha8Rng;

/// How often markers are dealt anew to find a deal that agrees with what is known.
const DEALS_MAX: usize = 500;

impl Rules for LastStand {
    type State = State;
    type Decision = Stage;
    type Desk = Desk;

    const OVER: Wrong = (rule!("VC-6"), "no.over");

    fn edition(&self) -> u32 {
        EDITION
    }

    fn printed(&self) -> Printed<'_> {
        Printed {
            map: &self.map,
            sides: &self.sides,
            catalogue: &self.catalogue,
            verbs: VERBS,
            buttons: BUTTONS,
            overlays: &["zones", "supply", "control", "range"],
            books: crate::rulebook::BOOKS,
        }
    }

    fn start(&self, dice: &mut dyn Dice, log: &mut Log) -> State {
        self.initial(dice, log)
    }

    fn proceed(&self, play: &mut Play<'_, LastStand>) {
        self.next_step(play.state, play.dice, play.log);
    }

    fn choose(&self, play: &mut Play<'_, LastStand>, desk: &Desk, choice: Choice) {
        let open = play.state.top().cloned().expect("only open decisions are answered");
        open.room().act(play, desk, choice);
        self.run_on(play.state, play.dice, play.log);
    }

    fn is_over(&self, state: &State) -> bool {
        state.ending.is_some()
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let (class, rule) = match state.ending? {
            Ending::Surrender => ("surrender", rule!("VC-1")),
            Ending::Breakthrough => ("breakthrough", rule!("VC-2")),
            Ending::Scale(row) => (self.scale_result(row), rule!("VC-6")),
        };
        let (winner, text) = match class {
            "surrender" => (Some(GERMAN), "outcome.surrender"),
            "breakthrough" => (Some(SOVIET), "outcome.breakthrough"),
            "german-strategic" => (Some(GERMAN), "outcome.german-strategic"),
            "german-tactical" => (Some(GERMAN), "outcome.german-tactical"),
            "soviet-tactical" => (Some(SOVIET), "outcome.soviet-tactical"),
            "soviet-strategic" => (Some(SOVIET), "outcome.soviet-strategic"),
            _ => (None, "outcome.draw"),
        };
        let text = Text::new(text).n(self.count(state).total);
        Some(Outcome { winner, class: class.to_string(), text, rules: [rule].into() })
    }

    fn turn(&self, state: &State) -> TurnInfo {
        show::turn(self, state)
    }

    fn formation(&self, unit: UnitId) -> Option<&str> {
        let printed = self.exists(unit).then(|| LastStand::printed(self, unit))?;
        Some(printed.formation.as_str()).filter(|name| !name.is_empty())
    }

    fn profile(&self, state: &State, view: &UnitView) -> Vec<Text> {
        self.profile_of(state, view)
    }

    fn units(&self, state: &State, _viewer: Viewer) -> Vec<UnitView> {
        show::units(self, state)
    }

    fn back(&self, state: &State, unit: UnitId, _viewer: Viewer) -> Option<FaceShown> {
        self.other_side(state, unit)
    }

    fn boxes(&self, state: &State, _viewer: Viewer) -> Vec<BoxView> {
        show::boxes(self, state)
    }

    fn tracks(&self, state: &State, viewer: Viewer) -> Vec<TrackView> {
        show::tracks(self, state, viewer)
    }

    fn points(&self, state: &State) -> Points {
        show::points(self, state)
    }

    fn victory_points(&self, state: &State) -> Option<i32> {
        Some(i32::from(self.count(state).total))
    }

    fn owner(&self, _state: &State, unit: UnitId) -> Option<Side> {
        self.exists(unit).then(|| self.side(unit))
    }

    fn overlay(&self, state: &State, id: &str, _viewer: Viewer) -> Option<Overlay> {
        match id.strip_prefix("range:") {
            Some(unit) => Some(self.range_overlay(state, self.roster.find(unit)?)),
            None => self.overlay_named(state, id),
        }
    }

    fn find_unit(&self, _state: &State, id: &str) -> Option<UnitId> {
        self.roster.find(id)
    }

    fn unit_id(&self, _state: &State, unit: UnitId) -> String {
        self.roster.id(unit)
    }

    fn unit_name(&self, state: &State, unit: UnitId) -> Part {
        if !self.exists(unit) {
            return Part::word("unit.none");
        }
        match state.cards.get(unit.index()).copied().flatten() {
            Some(card) => self.card_name(card),
            None => self.counter_name(unit),
        }
    }

    /// What may be hidden is only the morale markers: strengths are not drawn before they are shown.
    fn imagine(&self, state: &State, viewer: Viewer, rng: &mut ChaCha8Rng) -> State {
        let mut imagined = state.clone();
        let knows = |seen: bool| viewer == Viewer::Referee || (seen && viewer.knows_of(GERMAN));
        if state.markers.iter().all(|m| knows(m.seen)) {
            return imagined;
        }
        for _ in 0..DEALS_MAX {
            let mut left = self.tables.morale.markers.clone();
            for marker in state.markers.iter().filter(|m| knows(m.seen)) {
                if let Some(i) = left.iter().position(|&v| v == marker.value) {
                    left.swap_remove(i);
                }
            }
            for marker in imagined.markers.iter_mut().filter(|m| !knows(m.seen)) {
                let i = rng.next_u32() as usize % left.len().max(1);
                if i < left.len() {
                    marker.value = left.swap_remove(i);
                }
            }
            if imagined.markers.iter().all(|m| m.value >= m.withstood) {
                return imagined;
            }
        }
        state.clone()
    }

    fn orders(&self, side: Side) -> Vec<Order> {
        self.standing_orders(side)
    }

    /// Nothing is ever taken from a stored state: every scenario begins anew (15.0).
    fn check_stored(&self, _state: &State) -> Result<(), String> {
        Ok(())
    }

    fn carry_on(
        &self,
        _state: &State,
        _dice: &mut dyn Dice,
        _log: &mut Log,
    ) -> Result<State, Box<Refusal>> {
        Err(Box::new(No::new(rule!("15.0"), "no.begins-anew").refusal()))
    }

    fn check(&self, state: &State) -> Result<(), String> {
        self.check_board(state)?;
        self.check_cups(state)
    }
}

impl LastStand {
    fn check_board(&self, state: &State) -> Result<(), String> {
        let (grid, position) = (&self.map.grid, &state.position);
        let side = |unit| self.side(unit);
        position.check_zones(grid, side, |unit, hex| self.reach(state, unit, hex))?;
        position.check_sides(grid, side)?;
        for unit in position.units().filter(|&unit| position.hex(unit).is_some()) {
            let steps = state.position.steps(unit);
            if self.is_combat(unit) && !(1..=self.class(unit).steps()).contains(&steps) {
                return Err(format!("{unit:?} has {steps} steps"));
            }
        }
        let between = matches!(state.stage(), Some(Stage::Combat(_) | Stage::SupplyMode(_)));
        let settled = between && state.phase == Phase::SovietCombat && state.fight.is_none();
        match settled && !self.anybody_retreated(state) {
            true => position.check_stacks(grid, |hex| self.is_overstacked(state, hex)),
            false => Ok(()),
        }
    }

    /// Whether a retreat of this phase may have filled a hex beyond the limit (6.65).
    fn anybody_retreated(&self, state: &State) -> bool {
        state.position.units().any(|u| state.has(u, crate::state::Mark::Retreated))
    }

    /// As many hidden cards as hidden units, layer by layer.
    fn check_cups(&self, state: &State) -> Result<(), String> {
        for cup in 0..state.cups.len() {
            let hidden = self.hidden(state, cup);
            let cards: Vec<usize> = state.cups[cup].layers.iter().map(Vec::len).collect();
            let later: usize = hidden[1..].iter().map(|&n| usize::from(n)).sum();
            if usize::from(hidden[0]) != cards[0] || later != cards[1..].iter().sum::<usize>() {
                return Err(format!("cup {cup} holds {cards:?} for units {hidden:?}"));
            }
        }
        Ok(())
    }
}
