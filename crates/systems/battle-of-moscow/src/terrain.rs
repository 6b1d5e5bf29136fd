//! Terrain and weather [TER] [WEA]: what it costs to enter a hex, and where nobody may go.

use crate::class::{Kind, RUSSIAN};
use crate::data::{TerrainCosts, Weather};
use crate::game::BattleOfMoscow;
use crate::state::{SVIR, State};
use board::{Side, UnitId};
use engine::No;
use hex::{Direction, HexId, Mp};

impl BattleOfMoscow {
    /// Whether a letter of a table names this weather.
    pub fn is_weather(&self, letters: &str, weather: Weather) -> bool {
        letters.contains(weather.letter())
    }

    /// Whether lakes are frozen for Russian units [WEA-6].
    pub fn lakes_are_frozen(&self, state: &State) -> bool {
        self.is_weather(&self.tables.weather.frozen_lakes, state.weather)
    }

    /// Whether a unit of `side` may be in a hex at all: lakes and the Gulf are closed, but frozen lakes are
    /// open to Russians [MAP-5] [WEA-6].
    pub fn is_passable(&self, state: &State, side: Side, hex: HexId) -> Result<(), No> {
        let terrain = self.map.terrain(hex);
        if terrain == self.ground.gulf {
            return Err(No::new("MAP-5", "no.gulf").hex(hex));
        }
        if terrain != self.ground.lake {
            return Ok(());
        }
        match side == RUSSIAN {
            true if self.lakes_are_frozen(state) => Ok(()),
            true => Err(No::new("WEA-6", "no.lake-open").hex(hex)),
            false => Err(No::new("MAP-5", "no.lake").hex(hex)),
        }
    }

    /// Finns of one front may never enter Finland at the other [FIN-2].
    pub fn is_own_front(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        if self.kind(state, unit) != Kind::Finnish {
            return Ok(());
        }
        let svir = state.position.has_mark(unit, SVIR);
        let other = if svir { &self.regions.isthmus } else { &self.regions.svir };
        match other.contains(hex) {
            true => Err(No::new("FIN-2", "no.other-front").unit(unit).hex(hex)),
            false => Ok(()),
        }
    }

    /// What terrain costs in a table of costs; nothing where the table has no row.
    pub fn terrain_cost(&self, costs: &TerrainCosts, weather: Weather, hex: HexId) -> Option<Mp> {
        let terrain = self.map.terrain(hex);
        let ground = &self.ground;
        let row = match terrain {
            t if t == ground.clear => &costs.clear,
            t if t == ground.swamp => &costs.swamp,
            t if t == ground.forest => &costs.forest,
            t if t == ground.hills => &costs.hills,
            t if t == ground.lake => return costs.lake.map(|c| c.0),
            _ => return None,
        };
        Some(row[weather.index()].0)
    }

    /// The movement costs a unit uses.
    fn costs_of(&self, state: &State, unit: UnitId) -> &TerrainCosts {
        let costs = &self.tables.movement_cost;
        match self.class(state, unit).kind {
            Kind::Finnish => &costs.finnish,
            _ if self.side(state, unit) == RUSSIAN => &costs.russian,
            _ => &costs.german,
        }
    }

    /// What a step into `to` costs: the road rate along a road, otherwise the terrain [MOV-4] [MOV-5].
    /// Partisans move by hexes [MOV-6].
    pub fn step_cost(
        &self,
        state: &State,
        unit: UnitId,
        from: HexId,
        direction: Direction,
        to: HexId,
    ) -> Option<Mp> {
        if self.kind(state, unit) == Kind::Partisan {
            return Some(Mp::ONE);
        }
        let costs = self.costs_of(state, unit);
        match &costs.road {
            Some(road) if self.map.leads(from, direction, self.ground.road) => {
                Some(road[state.weather.index()].0)
            }
            _ => self.terrain_cost(costs, state.weather, to),
        }
    }
}
