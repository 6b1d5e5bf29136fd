//! Laying, moving and removing counters; everything that changes the position goes through here.

use crate::class::{Kind, Pool};
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
        for mark in 0..16 {
            state.position.set_mark(unit, mark, false);
        }
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
}
