//! Zones of control (4.2).
//!
//! 4.21 who exerts one · 4.22 lakes · 4.24 infiltration · 4.28 the Soviet edge · 4.29 non-combat units

use crate::class::{GERMAN, Kind, Mobility};
use crate::data::Weather;
use crate::game::LastStand;
use crate::state::{Mark, State};
use board::{Side, UnitId};
use hex::{Direction, Directions, HexId};

impl LastStand {
    /// Whether a lake lies on a hexside; nothing crosses it (R77).
    #[inline]
    pub fn is_lake(&self, hex: HexId, direction: Direction) -> bool {
        self.ways.lakes[hex.index()].contains(direction)
    }

    /// Whether two hexes are neighbours with no lake between them.
    pub fn is_beside(&self, a: HexId, b: HexId) -> bool {
        self.map.grid.direction(a, b).is_some_and(|d| !self.is_lake(a, d))
    }

    /// Where a unit's zone reaches from `hex`: the six hexes around, but not over lakes (4.21) (4.22).
    pub fn reach(&self, state: &State, unit: UnitId, hex: HexId) -> Directions {
        let class = self.class(unit);
        let level = class.steps().saturating_sub(state.position.steps(unit));
        let exerts = class.zone.get(usize::from(level)).copied().unwrap_or(false);
        if !exerts || class.kind.is_noncombat() || state.has(unit, Mark::Disrupted) {
            return Directions::NONE;
        }
        Directions::where_each(|d| !self.is_lake(hex, d))
    }

    /// Brings the zone of a unit up to date after its step or its markers have changed.
    pub fn refresh_zone(&self, state: &mut State, unit: UnitId) {
        if let Some(hex) = state.position.hex(unit) {
            let reach = self.reach(state, unit, hex);
            state.position.set_reach(&self.map.grid, unit, self.side(unit), reach);
        }
    }

    /// Whether a hex is a Soviet supply edge now: the new strip only in January (14.24).
    #[inline]
    pub fn is_soviet_edge(&self, state: &State, hex: HexId) -> bool {
        self.edges.soviet.contains(hex)
            || (state.turn >= self.tables.special.january && self.edges.winter.contains(hex))
    }

    /// Whether a hex is in an enemy zone as far as `side` is concerned; the Soviet edge always is for Germans
    /// (4.28).
    #[inline]
    pub fn in_enemy_zone(&self, state: &State, side: Side, hex: HexId) -> bool {
        state.position.in_zone(side.other(), hex)
            || (side == GERMAN && self.is_soviet_edge(state, hex))
    }

    /// Whether a unit may move straight from one enemy zone into another (4.24) (R84).
    pub fn may_infiltrate(&self, state: &State, unit: UnitId) -> bool {
        let facts = self.facts(unit);
        match state.weather {
            Weather::Snow => facts.kind == Kind::GuardsCavalry,
            _ => facts.side == GERMAN && facts.mobility == Mobility::Motorized,
        }
    }

    /// Whether a hex holds a combat unit of `side` that is neither disrupted nor out of supply (4.29) (R72).
    pub fn has_fit_unit(&self, state: &State, side: Side, hex: HexId) -> bool {
        self.holds(state, side, hex)
            && state.position.stack(hex).any(|u| {
                self.is_combat(u) && !state.is_unsupplied(u) && !state.has(u, Mark::Disrupted)
            })
    }
}
