//! Setting up [SET].

use crate::class::{GERMAN, Kind, RUSSIAN};
use crate::desk::Desk;
use crate::game::{BattleOfMoscow, Placing, SetupZone};
use crate::state::{Mark, Phase, SETUP, State};
use crate::verb::SUGGESTED;
use board::{Control, Side, Spot, UnitId};
use engine::{
    Asked, At, Choice, Choices, Decide, Event, EventKind, Flow, Log, No, Play, Text, Wrong,
};
use hex::HexId;
use serde::{Deserialize, Serialize};

impl BattleOfMoscow {
    /// Who controls each hex at the start: the side of the front it lies on [VIC-5].
    pub fn initial_control(&self, state: &mut State) {
        let regions = &self.regions;
        for hex in self.map.grid.hexes() {
            let german = regions.german.contains(hex)
                || regions.isthmus.contains(hex)
                || regions.svir.contains(hex);
            let russian = regions.russia.contains(hex)
                || regions.leningrad.contains(hex)
                || regions.oranienbaum.contains(hex);
            let control = match (german, russian) {
                (true, _) => Control::By(GERMAN),
                (_, true) => Control::By(RUSSIAN),
                _ => Control::Nobody,
            };
            state.position.set_control(hex, control);
        }
        // A city on the front line belongs to the side that the map gives it to.
        for place in &self.map.places {
            let side = match place.control.as_deref() {
                Some("german") => GERMAN,
                Some("russian") => RUSSIAN,
                _ => continue,
            };
            state.position.set_control(place.hex, Control::By(side));
        }
    }

    /// Places the units whose hex is fixed [SET-1].
    pub fn place_fixed(&self, state: &mut State) {
        for unit in self.roster.units() {
            if let Some(Some(Placing::Fixed(hex))) = self.setup.get(unit.index()) {
                self.lay(state, unit, *hex);
            }
        }
    }

    /// The side that sets up now.
    pub fn setup_side(&self, state: &State) -> Side {
        if state.phase == Phase::SetupRussian { RUSSIAN } else { GERMAN }
    }

    /// The units that still wait to be set up.
    pub fn unplaced<'a>(
        &'a self,
        state: &'a State,
        side: Side,
    ) -> impl Iterator<Item = UnitId> + 'a {
        self.roster.units().filter(move |&u| {
            self.side(state, u) == side
                && state.position.spot(u) == Spot::Box(SETUP)
                && matches!(self.setup[u.index()], Some(Placing::Free(..)))
        })
    }

    /// Whether a unit may be picked to be set up.
    pub fn may_set_up(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let side = self.setup_side(state);
        if !self.belongs_to(state, unit, side) {
            return Err(No::new(rule!("SET-1"), "no.not-yours-to-set-up"));
        }
        match self.setup.get(unit.index()) {
            Some(Some(Placing::Fixed(_))) => Err(No::new(rule!("SET-1"), "no.fixed").unit(unit)),
            Some(Some(Placing::Free(..))) if state.position.spot(unit) == Spot::Box(SETUP) => {
                Ok(())
            }
            Some(Some(Placing::Free(..))) => {
                Err(No::new(rule!("SET-1"), "no.set-up-already").unit(unit))
            }
            _ => Err(No::new(rule!("SET-5"), "no.comes-later").unit(unit)),
        }
    }

    /// Whether a unit may be set up in a hex [SET-1] [SET-2] [SET-4].
    pub fn may_set_up_in(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        self.is_set_up_ground(hex)?;
        let Some(Some(Placing::Free(zone, _))) = self.setup.get(unit.index()) else {
            return Err(No::new(rule!("SET-1"), "no.fixed").unit(unit));
        };
        self.is_in_zone(state, *zone, unit, hex)?;
        self.has_room(state, unit, hex)
    }

    /// Whether anybody may be set up in a hex.
    pub(crate) fn is_set_up_ground(&self, hex: HexId) -> Result<(), No> {
        if self.regions.front.contains(hex) {
            return Err(No::new(rule!("SET-2"), "no.on-the-front").hex(hex));
        }
        let terrain = self.map.terrain(hex);
        match terrain == self.ground.lake || terrain == self.ground.gulf {
            true => Err(No::new(rule!("MAP-5"), "no.lake").hex(hex)),
            false => Ok(()),
        }
    }

    fn is_in_zone(
        &self,
        state: &State,
        zone: SetupZone,
        unit: UnitId,
        hex: HexId,
    ) -> Result<(), No> {
        let inside = self.is_set_up_zone(zone, hex);
        let (rule, text) = match zone {
            SetupZone::Russian => (rule!("SET-1"), "no.not-russian-side"),
            SetupZone::City => (rule!("SET-1"), "no.not-a-city"),
            SetupZone::German => (rule!("SET-4"), "no.not-german-side"),
            SetupZone::Finland if inside && self.is_front_full(state, hex) => {
                (rule!("FIN-2"), "no.finns-split")
            }
            SetupZone::Finland if inside => return Ok(()),
            SetupZone::Finland => (rule!("SET-4"), "no.not-finland"),
        };
        match inside && zone != SetupZone::Finland {
            true => Ok(()),
            false => Err(No::new(rule, text).unit(unit).hex(hex)),
        }
    }

    /// Whether a hex is in a zone of the set-up, whoever is there.
    pub(crate) fn is_set_up_zone(&self, zone: SetupZone, hex: HexId) -> bool {
        let regions = &self.regions;
        let russian = || regions.russia.contains(hex) || regions.leningrad.contains(hex);
        match zone {
            SetupZone::Russian => russian(),
            SetupZone::City => russian() && self.map.has(hex, self.ground.city),
            SetupZone::German => regions.german.contains(hex),
            SetupZone::Finland => regions.svir.contains(hex) || regions.isthmus.contains(hex),
        }
    }

    /// Whether half of the Finns are already at the front of a hex [FIN-2].
    fn is_front_full(&self, state: &State, hex: HexId) -> bool {
        let svir = self.regions.svir.contains(hex);
        let region = if svir { &self.regions.svir } else { &self.regions.isthmus };
        let finns = self.units_of(state, GERMAN);
        let there =
            finns.filter(|&(u, h)| self.kind(state, u) == Kind::Finnish && region.contains(h));
        there.count() * 2 >= self.made.finns
    }

    /// Whether a counter of the roster is a Finnish unit.
    pub(crate) fn is_finn(&self, unit: UnitId) -> bool {
        self.roster.class(self.roster.unit(unit).class).kind == Kind::Finnish
    }

    /// Sets up a unit.
    pub fn set_up(&self, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        self.lay(state, unit, hex);
        if self.kind(state, unit) == Kind::Finnish {
            state.position.set_mark(unit, Mark::Svir, self.regions.svir.contains(hex));
        }
        log.say(|| {
            let text = Text::new("event.set-up").unit(unit).hex(hex);
            let rule =
                if self.side(state, unit) == RUSSIAN { rule!("SET-1") } else { rule!("SET-4") };
            Event::new(EventKind::Placed, rule, text).unit(unit).hex(hex)
        });
    }

    /// Whether all units that wait could go where history put them.
    pub fn may_take_suggestion(&self, state: &State) -> Result<(), No> {
        let mut trial = state.clone();
        let mut log = Log::silent();
        for unit in self.unplaced(state, self.setup_side(state)).collect::<Vec<_>>() {
            let Some(Some(Placing::Free(_, hex))) = self.setup.get(unit.index()) else { continue };
            self.may_set_up_in(&trial, unit, *hex)?;
            self.set_up(&mut trial, unit, *hex, &mut log);
        }
        Ok(())
    }

    /// Sets up all units that wait where history put them.
    pub fn take_suggestion(&self, state: &mut State, log: &mut Log) {
        for unit in self.unplaced(state, self.setup_side(state)).collect::<Vec<_>>() {
            if let Some(Some(Placing::Free(_, hex))) = self.setup.get(unit.index()) {
                self.set_up(state, unit, *hex, log);
            }
        }
    }

    /// Opens the set-up of a side, unless nothing waits.
    pub fn open_setup(&self, state: &mut State) {
        if self.unplaced(state, self.setup_side(state)).next().is_some() {
            state.ask(Setup);
        }
    }
}

/// A side chooses a unit to set up [SET-1] [SET-4].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Setup;

impl Decide<BattleOfMoscow> for Setup {
    const ID: &'static str = "setup";
    const WRONG: Wrong = (rule!("SET-1"), "no.choose-unit");
    const LEADS: bool = true;

    fn decider(&self, game: &BattleOfMoscow, state: &State) -> Side {
        game.setup_side(state)
    }

    fn waits(&self, play: &mut Play<'_, BattleOfMoscow>) -> bool {
        let (game, side) = (play.game, play.game.setup_side(play.state));
        let some = game.unplaced(play.state, side).next().is_some();
        play.keep_if(some)
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, _: &mut Desk, out: &mut Choices) {
        out.units(game.unplaced(state, game.setup_side(state)));
        out.add_if(game.may_take_suggestion(state).is_ok(), SUGGESTED);
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_set_up(at.state, unit),
            SUGGESTED => at.game.may_take_suggestion(at.state),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.ask(SetupHex { unit }),
            SUGGESTED => play.game.take_suggestion(play.state, play.log),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, BattleOfMoscow>) -> Asked {
        let left = at.game.unplaced(at.state, at.game.setup_side(at.state)).count();
        Asked::from(Text::new("prompt.setup")).fact(Text::new("fact.to-place").n(left as i64))
    }
}

/// Where the unit in hand is set up [SET-1] [SET-2] [SET-4].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SetupHex {
    /// The unit.
    pub unit: UnitId,
}

impl Decide<BattleOfMoscow> for SetupHex {
    const ID: &'static str = "setup-hex";
    const WRONG: Wrong = (rule!("SET-1"), "no.choose-hex");

    fn decider(&self, game: &BattleOfMoscow, state: &State) -> Side {
        game.setup_side(state)
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, _: &mut Desk, out: &mut Choices) {
        let Some(Placing::Free(zone, _)) = game.setup[self.unit.index()] else {
            unreachable!("a unit in hand is free to be set up")
        };
        let hexes = game.made.setup_zones[zone as usize].iter().copied();
        let hexes = hexes.filter(|&hex| game.has_room(state, self.unit, hex).is_ok());
        match zone {
            SetupZone::Finland => out.hexes(hexes.filter(|&hex| !game.is_front_full(state, hex))),
            _ => out.hexes(hexes),
        }
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_set_up_in(at.state, self.unit, hex),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        let Choice::Hex(hex) = choice else { engine::impossible(self, choice) };
        play.close();
        play.game.set_up(play.state, self.unit, hex, play.log);
    }

    fn prompt(&self, _: At<'_, BattleOfMoscow>) -> Asked {
        Text::new("prompt.setup-hex").unit(self.unit).into()
    }

    fn picked(&self, _: &BattleOfMoscow, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }
}
