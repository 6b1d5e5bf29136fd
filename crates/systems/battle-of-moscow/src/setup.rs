//! Setting up [SET].

use crate::class::{GERMAN, Kind, RUSSIAN};
use crate::game::{BattleOfMoscow, Setup, SetupZone};
use crate::state::{Phase, SETUP, SVIR, Stage, State};
use board::{Control, Side, Spot, UnitId};
use engine::No;
use engine::{Event, EventKind, Log, Text};
use hex::HexId;

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
            if let Some(Some(Setup::Fixed(hex))) = self.setup.get(unit.index()) {
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
                && matches!(self.setup[u.index()], Some(Setup::Free(..)))
        })
    }

    /// Whether a unit may be picked to be set up.
    pub fn may_set_up(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let side = self.setup_side(state);
        if !self.belongs_to(state, unit, side) {
            return Err(No::new("SET-1", "no.not-yours-to-set-up"));
        }
        match self.setup.get(unit.index()) {
            Some(Some(Setup::Fixed(_))) => Err(No::new("SET-1", "no.fixed").unit(unit)),
            Some(Some(Setup::Free(..))) if state.position.spot(unit) == Spot::Box(SETUP) => Ok(()),
            Some(Some(Setup::Free(..))) => Err(No::new("SET-1", "no.set-up-already").unit(unit)),
            _ => Err(No::new("SET-5", "no.comes-later").unit(unit)),
        }
    }

    /// Whether a unit may be set up in a hex [SET-1] [SET-2] [SET-4].
    pub fn may_set_up_in(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        if self.regions.front.contains(hex) {
            return Err(No::new("SET-2", "no.on-the-front").hex(hex));
        }
        let terrain = self.map.terrain(hex);
        if terrain == self.ground.lake || terrain == self.ground.gulf {
            return Err(No::new("MAP-5", "no.lake").hex(hex));
        }
        let Some(Some(Setup::Free(zone, _))) = self.setup.get(unit.index()) else {
            return Err(No::new("SET-1", "no.fixed").unit(unit));
        };
        self.is_in_zone(state, *zone, unit, hex)?;
        self.has_room(state, unit, hex)
    }

    fn is_in_zone(
        &self,
        state: &State,
        zone: SetupZone,
        unit: UnitId,
        hex: HexId,
    ) -> Result<(), No> {
        let regions = &self.regions;
        let russian = regions.russia.contains(hex) || regions.leningrad.contains(hex);
        let (inside, rule, text) = match zone {
            SetupZone::Russian => (russian, "SET-1", "no.not-russian-side"),
            SetupZone::City => {
                let city = russian && self.map.has(hex, self.ground.city);
                (city, "SET-1", "no.not-a-city")
            }
            SetupZone::German => (regions.german.contains(hex), "SET-4", "no.not-german-side"),
            SetupZone::Finland => {
                let svir = regions.svir.contains(hex);
                let finland = svir || regions.isthmus.contains(hex);
                if finland && self.finns_on(state, svir) * 2 >= self.finns() {
                    return Err(No::new("FIN-2", "no.finns-split").unit(unit).hex(hex));
                }
                (finland, "SET-4", "no.not-finland")
            }
        };
        if inside { Ok(()) } else { Err(No::new(rule, text).unit(unit).hex(hex)) }
    }

    /// The number of Finnish units of the game.
    fn finns(&self) -> usize {
        let classes = |u: UnitId| self.roster.class(self.roster.unit(u).class).kind;
        self.roster.units().filter(|&u| classes(u) == Kind::Finnish).count()
    }

    /// The number of Finns set up on one of the two fronts.
    fn finns_on(&self, state: &State, svir: bool) -> usize {
        let region = if svir { &self.regions.svir } else { &self.regions.isthmus };
        self.units_of(state, GERMAN)
            .filter(|&(u, h)| self.kind(state, u) == Kind::Finnish && region.contains(h))
            .count()
    }

    /// Sets up a unit.
    pub fn set_up(&self, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        self.lay(state, unit, hex);
        if self.kind(state, unit) == Kind::Finnish {
            state.position.set_mark(unit, SVIR, self.regions.svir.contains(hex));
        }
        log.say(|| {
            let text = Text::new("event.set-up").unit(unit).hex(hex);
            let rule = if self.side(state, unit) == RUSSIAN { "SET-1" } else { "SET-4" };
            Event::new(EventKind::Placed, rule, text).unit(unit).hex(hex)
        });
    }

    /// Whether all units that wait could go where history put them.
    pub fn may_take_suggestion(&self, state: &State) -> Result<(), No> {
        let mut trial = state.clone();
        let mut log = Log::silent();
        for unit in self.unplaced(state, self.setup_side(state)).collect::<Vec<_>>() {
            let Some(Some(Setup::Free(_, hex))) = self.setup.get(unit.index()) else { continue };
            self.may_set_up_in(&trial, unit, *hex)?;
            self.set_up(&mut trial, unit, *hex, &mut log);
        }
        Ok(())
    }

    /// Sets up all units that wait where history put them.
    pub fn take_suggestion(&self, state: &mut State, log: &mut Log) {
        for unit in self.unplaced(state, self.setup_side(state)).collect::<Vec<_>>() {
            if let Some(Some(Setup::Free(_, hex))) = self.setup.get(unit.index()) {
                self.set_up(state, unit, *hex, log);
            }
        }
    }

    /// Opens the set-up of a side, unless nothing waits.
    pub fn open_setup(&self, state: &mut State) {
        if self.unplaced(state, self.setup_side(state)).next().is_some() {
            state.stages.push(Stage::Setup);
        }
    }
}
