//! The game as the engine plays it.

use crate::class::Kind;
use crate::data::Weather;
use crate::desk::Desk;
use crate::game::{BattleOfMoscow, EDITION};
use crate::orders;
use crate::show;
use crate::state::{Ending, Phase, Stage, State};
use crate::verb::{BUTTONS, VERBS};
use crate::victory::ending_text;
use board::{Side, UnitId};
use engine::view::{Battle, BoxView, Overlay, Points, TrackView, UnitView};
use engine::{
    Dice, Flow, Log, No, Order, Outcome, Part, Play, Printed, Refusal, Rules, Text, TurnInfo,
    Viewer, Wrong,
};

impl Rules for BattleOfMoscow {
    type State = State;
    type Decision = Stage;
    type Desk = Desk;

    const OVER: Wrong = (rule!("SEQ-1"), "no.over");

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
            overlays: &["zones", "supply", "control", "rails", "range"],
            books: crate::rulebook::BOOKS,
        }
    }

    fn start(&self, dice: &mut dyn Dice, log: &mut Log) -> State {
        self.initial(dice, log)
    }

    fn proceed(&self, play: &mut Play<'_, BattleOfMoscow>) {
        self.step_on(play.state, play.dice, play.log);
    }

    fn is_over(&self, state: &State) -> bool {
        state.phase == Phase::Over
    }

    fn hides_nothing(&self) -> bool {
        true // [UNT-7]
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let ending = state.ending?;
        let (text, rule) = ending_text(ending);
        let (winner, class) = match ending {
            Ending::GermanOccupation => (Some(Side::A), "german-occupation"),
            Ending::GermanIsolation => (Some(Side::A), "german-isolation"),
            Ending::RussianCities => (Some(Side::B), "russian"),
            Ending::RussianMarginal => (Some(Side::B), "russian-marginal"),
            Ending::RussianEarly => (Some(Side::B), "russian-early"),
            Ending::Draw => (None, "draw"),
        };
        let class = class.to_string();
        Some(Outcome { winner, class, text: Text::new(text), rules: [rule].into() })
    }

    fn turn(&self, state: &State) -> TurnInfo {
        show::turn(self, state)
    }

    fn battles(&self, state: &State, _viewer: Viewer) -> Vec<Battle> {
        show::battles(self, state)
    }

    fn profile(&self, state: &State, view: &UnitView) -> Vec<Text> {
        self.profile_of(state, view)
    }

    fn units(&self, state: &State, _viewer: Viewer) -> Vec<UnitView> {
        show::units(self, state)
    }

    fn boxes(&self, state: &State, _viewer: Viewer) -> Vec<BoxView> {
        show::boxes(self, state)
    }

    fn tracks(&self, state: &State, _viewer: Viewer) -> Vec<TrackView> {
        show::tracks(state)
    }

    fn points(&self, state: &State) -> Points {
        show::points(self, state)
    }

    fn owner(&self, state: &State, unit: UnitId) -> Option<Side> {
        (unit.index() < state.position.len()).then(|| self.side(state, unit))
    }

    fn overlay(&self, state: &State, id: &str, _viewer: Viewer) -> Option<Overlay> {
        match id.strip_prefix("range:") {
            Some(unit) => Some(self.range_overlay(state, self.find_unit(state, unit)?)),
            None => self.overlay_named(state, id),
        }
    }

    fn find_unit(&self, state: &State, id: &str) -> Option<UnitId> {
        if let Some(unit) = self.roster.find(id) {
            return Some(unit);
        }
        let (kind, number) = id.rsplit_once('-')?;
        let number: usize = number.parse().ok()?;
        let index = self.roster.len() + number.checked_sub(1)?;
        let unit = UnitId::new(u16::try_from(index).ok()?);
        (index < state.position.len() && spawned_word(self.kind(state, unit)) == kind)
            .then_some(unit)
    }

    fn unit_id(&self, state: &State, unit: UnitId) -> String {
        match unit.index().checked_sub(self.roster.len()) {
            Some(i) if unit.index() < state.position.len() => {
                format!("{}-{}", spawned_word(self.kind(state, unit)), i + 1)
            }
            _ => self.roster.id(unit),
        }
    }

    fn unit_name(&self, state: &State, unit: UnitId) -> Part {
        match unit.index().checked_sub(self.roster.len()) {
            None => Part::Name(self.roster.unit(unit).extra.name.clone()),
            Some(_) if unit.index() < state.position.len() => {
                Part::word(match self.kind(state, unit) {
                    Kind::Replacement => "unit.replacement",
                    _ => "unit.partisans",
                })
            }
            Some(_) => Part::word("unit.none"),
        }
    }

    fn orders(&self, side: Side) -> Vec<Order> {
        orders::orders(side)
    }

    fn check_stored(&self, state: &State) -> Result<(), String> {
        self.stored_fits(state)
    }

    fn carry_on(
        &self,
        state: &State,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Result<State, Box<Refusal>> {
        let no = |text| Err(Box::new(No::new(rule!("EXT-3"), text).refusal()));
        match state.ending {
            Some(Ending::GermanOccupation | Ending::GermanIsolation) => {
                return no("no.german-has-won");
            }
            None => return no("no.still-running"),
            Some(_) => {}
        }
        if state.turn >= self.scenario.last_turn {
            return no("no.nothing-left-to-play");
        }
        let mut next = state.clone();
        next.ending = None;
        next.last_turn = self.scenario.last_turn;
        next.phase = Phase::TurnEnd;
        next.stages.clear();
        next.weather = Weather::Fair;
        self.advance(&mut next, dice, log);
        Ok(next)
    }

    fn check(&self, state: &State) -> Result<(), String> {
        let (grid, position) = (&self.map.grid, &state.position);
        let side = |unit| self.side(state, unit);
        position.check_zones(grid, side, |unit, _| self.reach(state, unit))?;
        if !matches!(state.top(), Some(Stage::RetreatStep(_))) {
            position.check_sides(grid, side)?;
            position.check_stacks(grid, |hex| self.is_overstacked(state, hex))?;
        }
        self.check_gulf(state)?;
        if state.supply.len() != state.position.len() {
            return Err(String::from("not every unit has a supply state"));
        }
        if matches!(state.top(), Some(Stage::Movement(_))) {
            self.check_obligations(state)?;
        }
        Ok(())
    }
}

impl BattleOfMoscow {
    /// Nobody is in the Gulf [TER-5].
    fn check_gulf(&self, state: &State) -> Result<(), String> {
        let is_wet = |&hex: &hex::HexId| self.map.terrain(hex) == self.ground.gulf;
        let mut occupied = state.position.units().filter_map(|unit| state.position.hex(unit));
        match occupied.find(is_wet) {
            Some(hex) => Err(format!("somebody is in the Gulf at {}", self.map.grid.number(hex))),
            None => Ok(()),
        }
    }

    /// After every finished move each obliged hex has an able attacker beside it [ZOC-7].
    fn check_obligations(&self, state: &State) -> Result<(), String> {
        let open = self.owed_now(state);
        match open.stranded_hexes.first() {
            Some(&hex) => Err(format!("nobody can attack {}", self.map.grid.number(hex))),
            None => Ok(()),
        }
    }
}

/// The word by which counters beyond the roster are called in journals.
fn spawned_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Replacement => "replacement",
        _ => "partisan",
    }
}
