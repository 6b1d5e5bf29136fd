//! Terrain, roads and weather: what a step costs (5.1).

use crate::class::{GERMAN, Mobility, SOVIET};
use crate::data::{Costs, WeatherEffect};
use crate::game::LastStand;
use crate::state::{Mark, State};
use board::{Side, UnitId};
use engine::No;
use hex::{Direction, HexId, Mp};

impl Costs {
    /// The cost for a mobility.
    pub fn of(&self, mobility: Mobility) -> Mp {
        match mobility {
            Mobility::Motorized => self.motorized.0,
            Mobility::Foot | Mobility::None => self.foot.0,
        }
    }
}

impl LastStand {
    /// What the weather does.
    pub fn weather(&self, state: &State) -> &WeatherEffect {
        self.tables.weather.get(state.weather)
    }

    /// Whether a hex is a city.
    pub fn is_city(&self, hex: HexId) -> bool {
        self.map.has(hex, self.ground.city)
    }

    /// Whether a road in use crosses a hexside: secondary roads vanish in rain and snow (5.14) (R83).
    pub fn has_road(&self, state: &State, hex: HexId, direction: Direction) -> bool {
        self.ways.primary[hex.index()].contains(direction)
            || (self.weather(state).secondary_roads
                && self.ways.secondary[hex.index()].contains(direction))
    }

    /// Whether a rear supply line may cross a hexside: roads, for Soviets railways too (7.32).
    pub fn has_rear_link(
        &self,
        state: &State,
        side: Side,
        hex: HexId,
        direction: Direction,
    ) -> bool {
        self.has_road(state, hex, direction)
            || (side == SOVIET && self.ways.railways[hex.index()].contains(direction))
    }

    /// Whether a river that is not frozen lies on a hexside (5.13).
    pub fn has_river(&self, state: &State, hex: HexId, direction: Direction) -> bool {
        !self.weather(state).frozen
            && self.map.side_has(self.map.grid.side(hex, direction), self.ground.river)
    }

    /// Whether a river lies on a hexside that neither road nor railway crosses (6.21).
    pub fn is_unbridged(&self, state: &State, hex: HexId, direction: Direction) -> bool {
        self.has_river(state, hex, direction)
            && !self.has_road(state, hex, direction)
            && !self.ways.railways[hex.index()].contains(direction)
    }

    /// What it costs to enter a hex across country: terrain, river, entrenchment (5.11) (5.13) (5.17).
    pub fn country_cost(
        &self,
        state: &State,
        side: Side,
        mobility: Mobility,
        from: HexId,
        direction: Direction,
        to: HexId,
    ) -> Mp {
        let table = &self.tables.movement;
        let terrain = self.map.terrain(to);
        let frozen = self.weather(state).frozen;
        let is_marsh = terrain == self.ground.marsh;
        let costs = if self.is_city(to) {
            &table.city
        } else if terrain == self.ground.forest || (is_marsh && frozen) {
            &table.forest
        } else if is_marsh {
            &table.marsh
        } else {
            &table.clear
        };
        let mut cost = costs.of(mobility);
        if self.has_river(state, from, direction) {
            cost += table.river.of(mobility);
        }
        if side == GERMAN && self.map.has(to, self.ground.entrenchment) {
            cost += table.german_entrenchment.of(mobility);
        }
        cost
    }

    /// What a step costs a unit, or why it may not be made; the movement points it has are not asked here.
    ///
    /// The one source of truth for destinations, refusals and bots.
    pub fn step(
        &self,
        state: &State,
        unit: UnitId,
        from: HexId,
        direction: Direction,
        to: HexId,
    ) -> Result<Mp, No> {
        let facts = self.facts(unit);
        let side = facts.side;
        if self.is_lake(from, direction) {
            return Err(No::new(rule!("5.11"), "no.lake").unit(unit).hex(to));
        }
        self.may_enter(state, unit, to)?;
        let leaves = self.in_enemy_zone(state, side, from);
        let infiltrates = leaves && self.in_enemy_zone(state, side, to);
        if infiltrates {
            if !self.may_infiltrate(state, unit) {
                return Err(No::new(rule!("4.24"), "no.infiltration").unit(unit).hex(to));
            }
            if side == GERMAN && self.map.has(to, self.ground.entrenchment) {
                return Err(No::new(rule!("4.24"), "no.infiltrate-entrenchment")
                    .unit(unit)
                    .hex(to));
            }
        }
        let mut cost = match self.has_road(state, from, direction) && !infiltrates {
            true => self.tables.movement.road.of(facts.mobility),
            false => self.country_cost(state, side, facts.mobility, from, direction, to),
        };
        if leaves {
            cost += self.tables.movement.zone_exit.0;
        }
        Ok(cost)
    }

    /// Whether a unit may be moved into a hex, from wherever it comes (4.26) (4.29) (5.23).
    fn may_enter(&self, state: &State, unit: UnitId, to: HexId) -> Result<(), No> {
        let side = self.side(unit);
        let combat = self.is_combat(unit);
        if self.holds(state, side.other(), to) {
            if self.has_combat_unit(state, side.other(), to) {
                return Err(No::new(rule!("5.23"), "no.enemy-there").unit(unit).hex(to));
            }
            if !combat {
                return Err(No::new(rule!("5.23"), "no.only-combat-units").unit(unit).hex(to));
            }
        }
        if self.in_enemy_zone(state, side, to) {
            if state.has(unit, Mark::Disrupted) {
                return Err(No::new(rule!("4.26"), "no.disrupted-zone")
                    .also(rule!("5.26"))
                    .unit(unit)
                    .hex(to));
            }
            if !combat && !self.has_fit_unit(state, side, to) {
                return Err(No::new(rule!("4.29"), "no.noncombat-zone").unit(unit).hex(to));
            }
        }
        Ok(())
    }
}
