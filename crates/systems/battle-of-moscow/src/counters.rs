//! Laying, moving and removing counters; everything that changes the position goes through here.

use crate::class::{GERMAN, Kind, Pool};
use crate::game::BattleOfMoscow;
use crate::state::{DESTROYED, OUT, State, Supply};
use board::{BoxId, ClassId, Control, UnitId};
use engine::{Event, EventKind, Log, Rule, Text};
use hex::HexId;

impl BattleOfMoscow {
    /// Lays a unit on a hex without any consequence: set-up and cases.
    pub fn lay(&self, state: &mut State, unit: UnitId, hex: HexId) {
        let (side, reach) = (self.side(state, unit), self.reach(state, unit));
        state.position.place(&self.map.grid, unit, side, hex, reach);
    }

    /// Puts a unit into a box.
    pub fn put(&self, state: &mut State, unit: UnitId, into: BoxId) {
        let side = self.side(state, unit);
        state.position.put(&self.map.grid, unit, side, into);
    }

    /// A unit enters a hex by moving, arriving or retreating: the hex is now its side's [VIC-5].
    pub fn pass_through(&self, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        let control = Control::By(self.side(state, unit));
        if state.position.control(hex) == control {
            return;
        }
        state.position.set_control(hex, control);
        if self.map.has(hex, self.ground.city) {
            log.say(|| {
                let side = self.side(state, unit);
                let text = Text::new("event.city-taken").side(side).hex(hex);
                let name = self.map.place_at(hex).map_or_else(String::new, |p| p.name.clone());
                let text = text.with("place", engine::Arg::Name(name));
                Event::new(EventKind::Controlled, rule!("VIC-5"), text).unit(unit).hex(hex)
            });
        }
    }

    /// A unit comes to rest in a hex.
    pub fn come_to(&self, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        self.lay(state, unit, hex);
        self.pass_through(state, unit, hex, log);
        self.sweep_forts(state, unit, hex, log);
    }

    /// Removes a unit: to the destroyed pool, or out for good [CRT-11].
    pub fn eliminate(&self, state: &mut State, unit: UnitId) {
        let spawned = unit.index() >= self.roster.len();
        let rebuildable = !spawned && self.class(state, unit).pool != Pool::None;
        self.put(state, unit, if rebuildable { DESTROYED } else { OUT });
    }

    /// Lays a new counter of a class from the unlimited supply on a hex (R55).
    pub fn spawn(&self, state: &mut State, class: ClassId, hex: HexId) -> UnitId {
        let first = self.roster.len();
        let spare = (first..state.position.len())
            .map(|i| UnitId::new(i as u16))
            .find(|&u| state.position.spot(u) == board::Spot::Box(OUT));
        let unit = spare.unwrap_or_else(|| {
            state.spawned.push(class);
            state.supply.push(Supply::Supplied);
            state.position.add_unit()
        });
        state.spawned[unit.index() - first] = class;
        state.supply[unit.index()] = Supply::Supplied;
        state.position.clear_marks(unit);
        self.lay(state, unit, hex);
        unit
    }

    /// A partisan appears in a hex [PAR-1] [ISO-4].
    pub fn raise_partisan(
        &self,
        state: &mut State,
        rules: &[Rule],
        hex: HexId,
        log: &mut Log,
    ) -> UnitId {
        let partisan = self.spawn(state, self.partisan, hex);
        log.say(|| {
            let text = Text::new("event.partisan").hex(hex);
            let mut event = Event::new(EventKind::Placed, rules[0], text).unit(partisan).hex(hex);
            event.rules.extend(rules[1..].iter().copied());
            event
        });
        partisan
    }

    /// The replacement counters in a hex.
    pub fn counters_in(&self, state: &State, hex: HexId) -> usize {
        state.position.stack(hex).filter(|&u| self.kind(state, u) == Kind::Replacement).count()
    }

    /// Fortification troops are eliminated at once when a German or Finnish unit stands beside them across an
    /// unfortified side of their hex [FOR-5] (R41).
    pub fn sweep_forts(&self, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        if self.side(state, unit) != GERMAN {
            return;
        }
        for fort in self.map.grid.around(hex) {
            if !self.is_open_side(hex, fort) {
                continue;
            }
            let troops: Vec<UnitId> = state
                .position
                .stack(fort)
                .filter(|&u| self.kind(state, u) == Kind::Fortification)
                .collect();
            for gone in troops {
                log.say(|| {
                    let text = Text::new("event.fort-outflanked").unit(gone).hex(fort);
                    Event::new(EventKind::Eliminated, rule!("FOR-5"), text).unit(gone).hex(fort)
                });
                self.eliminate(state, gone);
            }
        }
    }

    pub(crate) fn lose(&self, state: &mut State, unit: UnitId, rule: Rule, log: &mut Log) {
        let hex = state.position.hex(unit);
        log.say(|| {
            let event =
                Event::new(EventKind::Eliminated, rule, Text::new("event.eliminated").unit(unit));
            let mut event = event.unit(unit);
            event.rules.extend(self.lost_for_good(state, unit).filter(|r| *r != rule));
            hex.into_iter().fold(event, Event::hex)
        });
        self.eliminate(state, unit);
    }

    /// The rule by which a unit that is lost now is out for good, if it is [CRT-11].
    pub fn lost_for_good(&self, state: &State, unit: UnitId) -> Option<Rule> {
        let spawned = unit.index() >= self.roster.len();
        let out = spawned || self.class(state, unit).pool == Pool::None;
        match self.kind(state, unit) {
            _ if !out => None,
            Kind::Finnish => Some(rule!("FIN-5")),
            _ => Some(self.never_rebuilt(state, unit)),
        }
    }

    /// The rule by which a lost unit does not come back.
    pub(crate) fn never_rebuilt(&self, state: &State, unit: UnitId) -> Rule {
        match self.kind(state, unit) {
            Kind::Finnish => rule!("GRP-4"),
            Kind::Paratroop => rule!("PTR-3"),
            Kind::Worker => rule!("WRK-1"),
            Kind::Fortification => rule!("FOR-5"),
            _ => rule!("CRT-11"),
        }
    }
}
