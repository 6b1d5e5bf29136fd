//! Supply states [SUP], the two great cities [CIT] and the Finns' German supply [FIN-4].
//!
//! One search from all sources for the whole army, not one per unit.

use crate::class::{GERMAN, Kind, RUSSIAN};
use crate::data::TerrainCosts;
use crate::game::BattleOfMoscow;
use crate::state::{
    FED_BY_LENINGRAD, FED_BY_MOSCOW, FINN_SUPPLIED, NEW, Phase, Stage, State, Supply,
};
use board::{Side, Strength, UnitId, with_paths};
use engine::Log;
use hex::{Direction, Entry, HexId, HexSet, Mp};

/// One of the two cities that feed units by themselves [CIT-1].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum City {
    /// Moscow.
    Moscow,
    /// Leningrad.
    Leningrad,
}

impl City {
    /// Both.
    pub const BOTH: [City; 2] = [City::Moscow, City::Leningrad];

    /// The marker of the units it feeds.
    pub fn mark(self) -> u8 {
        match self {
            City::Moscow => FED_BY_MOSCOW,
            City::Leningrad => FED_BY_LENINGRAD,
        }
    }

    fn name(self) -> &'static str {
        match self {
            City::Moscow => "Moscow",
            City::Leningrad => "Leningrad",
        }
    }
}

/// The supply cost of every hex that is reached at all.
pub struct SupplyMap {
    cost: Vec<Option<Mp>>,
    before: Vec<HexId>,
}

impl SupplyMap {
    /// What supply costs in a hex.
    pub fn cost(&self, hex: HexId) -> Option<Mp> {
        self.cost[hex.index()]
    }

    /// The way from a source to a hex.
    pub fn path(&self, hex: HexId) -> Vec<HexId> {
        let mut path = vec![hex];
        while let Some(before) = path.last().and_then(|h| self.before[h.index()].some()) {
            path.push(before);
        }
        path.reverse();
        path
    }
}

impl BattleOfMoscow {
    /// The hex of a city.
    pub fn city_hex(&self, city: City) -> HexId {
        match city {
            City::Moscow => self.places.moscow,
            City::Leningrad => self.places.leningrad,
        }
    }

    /// How many factors a city can feed [CIT-1].
    pub fn city_limit(&self, city: City) -> Strength {
        Strength::whole(self.tables.supply.city.get(city.name()).copied().unwrap_or(0))
    }

    /// Rails and the roads that lead to them without a break: sources at any length [SUP-2] (R12).
    fn with_roads(&self, state: &State, side: Side, rails: &HexSet) -> HexSet {
        self.linked(self.ground.road, rails.iter(), |hex| self.is_free(state, side, hex))
    }

    /// The cheapest supply paths from the sources [SUP-3]. A path enters no enemy unit and no enemy zone,
    /// except in its last hex (R11).
    fn supply_from(
        &self,
        state: &State,
        side: Side,
        sources: &HexSet,
        costs: Costs<'_>,
    ) -> SupplyMap {
        let grid = &self.map.grid;
        with_paths(grid, |paths| {
            let from = sources.iter().map(|h| (h, Mp::ZERO));
            paths.search_many(grid, from, Mp::whole(40), |_: HexId, _: Direction, to: HexId| {
                let holder = self.holder(state, to);
                let open = self.is_passable(state, side, to).is_ok();
                // A unit on thawed ice is reached in its own hex, and nothing is beyond it (R44).
                let on_ice = !open && holder == Some(side);
                if holder == Some(side.other()) || !(open || on_ice) {
                    return Entry::Closed;
                }
                let cost = match costs {
                    Costs::Table(table) => self.terrain_cost(table, state.weather, to),
                    Costs::OneAHex => Some(Mp::ONE),
                };
                match cost {
                    None => Entry::Closed,
                    Some(cost) if on_ice || self.is_zoned(state, side, to) => Entry::Stop(cost),
                    Some(cost) => Entry::Through(cost),
                }
            });
            SupplyMap {
                cost: grid.hexes().map(|h| paths.cost(h)).collect(),
                before: grid.hexes().map(|h| paths.before(h).unwrap_or(HexId::NONE)).collect(),
            }
        })
    }

    /// Supply from the side's map edge.
    pub fn edge_supply(&self, state: &State, side: Side) -> SupplyMap {
        let sources = self.with_roads(state, side, &self.edge_rails(state, side));
        let costs = &self.tables.supply.cost;
        let table = if side == GERMAN { &costs.german } else { &costs.russian };
        self.supply_from(state, side, &sources, Costs::Table(table))
    }

    /// German supply as Finns count it: one a hex [FIN-4].
    pub fn finnish_supply(&self, state: &State) -> SupplyMap {
        let sources = self.with_roads(state, GERMAN, &self.edge_rails(state, GERMAN));
        self.supply_from(state, GERMAN, &sources, Costs::OneAHex)
    }

    /// Supply from a city alone [CIT-2]; nothing if the Germans are in it.
    pub fn city_supply(&self, state: &State, city: City) -> SupplyMap {
        let rails = self.city_rails(state, self.city_hex(city));
        let sources = self.with_roads(state, RUSSIAN, &rails);
        self.supply_from(state, RUSSIAN, &sources, Costs::Table(&self.tables.supply.cost.russian))
    }

    /// The state that a supply cost gives a unit [SUP-4] [SUP-5] [SUP-6].
    pub fn rate(&self, state: &State, unit: UnitId, cost: Option<Mp>) -> Supply {
        let movement = self.class(state, unit).movement_points();
        let table = &self.tables.supply;
        match cost {
            Some(cost) if cost <= movement * table.supplied_reach => Supply::Supplied,
            Some(cost) if cost <= movement * table.unsupplied_reach => Supply::Unsupplied,
            _ => Supply::Isolated,
        }
    }

    /// Judges the supply of the active side's units [SUP-7]; opens the choice of whom the cities feed if not
    /// all can be [CIT-4].
    pub fn judge_supply(&self, state: &mut State, log: &mut Log) {
        state.position.clear_mark(FED_BY_MOSCOW);
        state.position.clear_mark(FED_BY_LENINGRAD);
        let side = state.active;
        let map = self.edge_supply(state, side);
        let units: Vec<(UnitId, HexId)> = self.units_of(state, side).collect();
        for &(unit, hex) in &units {
            let supply = match self.needs_supply(state, unit) {
                false => Supply::Supplied,
                true if self.is_fresh(state, unit) => Supply::Supplied,
                true => self.rate(state, unit, map.cost(hex)),
            };
            state.supply[unit.index()] = supply;
        }
        if side == GERMAN {
            self.judge_finns(state, &units);
        } else {
            self.feed_all_or_ask(state, log);
        }
    }

    /// A unit that arrived in this turn is supplied in the first impulse [SUP-10].
    fn is_fresh(&self, state: &State, unit: UnitId) -> bool {
        state.position.has_mark(unit, NEW) && state.phase == Phase::FirstSupply
    }

    fn judge_finns(&self, state: &mut State, units: &[(UnitId, HexId)]) {
        let map = self.finnish_supply(state);
        let reach = Mp::whole(self.tables.supply.finnish_reach);
        for &(unit, hex) in units {
            if self.kind(state, unit) == Kind::Finnish {
                let supplied = map.cost(hex).is_some_and(|cost| cost <= reach);
                state.position.set_mark(unit, FINN_SUPPLIED, supplied);
            }
        }
    }

    /// Whether a unit is rated for supply: whoever needs it [SUP-9], and the replacement counters
    /// in the two
    /// cities, whose limits include them [CIT-3].
    pub fn needs_supply(&self, state: &State, unit: UnitId) -> bool {
        let city = |hex: HexId| City::BOTH.into_iter().any(|c| self.city_hex(c) == hex);
        self.class(state, unit).needs_supply()
            || (self.kind(state, unit) == Kind::Replacement
                && state.position.hex(unit).is_some_and(city))
    }

    /// The units that a city could feed: mobile units and its replacement counters, isolated from
    /// the east and in
    /// reach [CIT-2] [CIT-3]; the 8th Army on the coast of the Gulf too [CIT-5].
    pub fn eligible(&self, state: &State, city: City) -> Vec<UnitId> {
        if self.is_german_occupied(state, self.city_hex(city)) {
            return Vec::new();
        }
        let map = self.city_supply(state, city);
        self.units_of(state, RUSSIAN)
            .filter(|&(unit, hex)| {
                let class = self.class(state, unit);
                let by_sea = city == City::Leningrad
                    && Some(unit) == self.eighth
                    && self.regions.gulf_coast.contains(hex);
                let counts = class.is_mobile() || class.kind == Kind::Replacement;
                counts
                    && state.supply[unit.index()] == Supply::Isolated
                    && (by_sea || self.rate(state, unit, map.cost(hex)) != Supply::Isolated)
            })
            .map(|(unit, _)| unit)
            .collect()
    }

    /// The factors that a city feeds now, its replacement counters included [CIT-3].
    pub fn fed_factors(&self, state: &State, city: City) -> Strength {
        let fed =
            self.units_of(state, RUSSIAN).filter(|&(u, _)| state.position.has_mark(u, city.mark()));
        fed.map(|(u, _)| self.class(state, u).defence).sum::<Strength>()
    }

    /// Whether a city can take one more unit under its limit.
    pub fn fits(&self, state: &State, city: City, unit: UnitId) -> bool {
        self.fed_factors(state, city) + self.class(state, unit).defence <= self.city_limit(city)
    }

    /// Feeds a unit: it is unsupplied, never better [CIT-2].
    pub fn feed(&self, state: &mut State, city: City, unit: UnitId) {
        state.position.set_mark(unit, city.mark(), true);
        state.supply[unit.index()] = Supply::Unsupplied;
    }

    /// The cities that could feed a unit now.
    pub fn feeders(&self, state: &State, unit: UnitId) -> Vec<City> {
        City::BOTH
            .into_iter()
            .filter(|&city| {
                self.fits(state, city, unit) && self.eligible(state, city).contains(&unit)
            })
            .collect()
    }

    /// If everything fits there is no decision [CIT-4]; otherwise the Russian chooses.
    fn feed_all_or_ask(&self, state: &mut State, log: &mut Log) {
        let eligible = City::BOTH.map(|city| self.eligible(state, city));
        if eligible.iter().all(Vec::is_empty) {
            return;
        }
        let mut trial = state.clone();
        if self.feed_everyone(&mut trial, &eligible) {
            *state = trial;
            self.tell_feeding(state, log);
        } else {
            state.stages.push(Stage::Feed);
        }
    }

    /// Tries to feed all; units that only one city reaches go first, so that a unit in reach of both can fill
    /// what is left.
    fn feed_everyone(&self, state: &mut State, eligible: &[Vec<UnitId>; 2]) -> bool {
        let [moscow, leningrad] = eligible;
        let mut order: Vec<(UnitId, bool, bool)> = Vec::new();
        for &unit in moscow {
            order.push((unit, true, leningrad.contains(&unit)));
        }
        for &unit in leningrad.iter().filter(|u| !moscow.contains(u)) {
            order.push((unit, false, true));
        }
        order.sort_by_key(|&(unit, m, l)| {
            (m && l, std::cmp::Reverse(self.class(state, unit).defence))
        });
        for (unit, by_moscow, by_leningrad) in order {
            let city = match (by_moscow, by_leningrad) {
                (true, _) if self.fits(state, City::Moscow, unit) => City::Moscow,
                (_, true) if self.fits(state, City::Leningrad, unit) => City::Leningrad,
                _ => return false,
            };
            self.feed(state, city, unit);
        }
        true
    }

    /// Counters are alike: once nobody else is hungry, as many are fed as fit [CIT-3] (R78).
    pub fn feed_counters(&self, state: &mut State) {
        let counter = |state: &State, u: UnitId| self.kind(state, u) == Kind::Replacement;
        while self.hungry(state).iter().all(|&u| counter(state, u)) {
            let Some(&unit) = self.hungry(state).first() else { return };
            let Some(&city) = self.feeders(state, unit).first() else { return };
            self.feed(state, city, unit);
        }
    }

    /// The units that still could be fed: as long as there is one, feeding goes on (R78).
    pub fn hungry(&self, state: &State) -> Vec<UnitId> {
        let mut units: Vec<UnitId> = City::BOTH
            .into_iter()
            .flat_map(|city| {
                let eligible = self.eligible(state, city);
                eligible.into_iter().filter(move |&u| self.fits(state, city, u))
            })
            .collect();
        units.sort_unstable();
        units.dedup();
        units
    }

    /// Whether a city is isolated: no chain of free rail hexes from it to the east edge [VIC-4].
    pub fn is_city_isolated(&self, state: &State, city: City) -> bool {
        let hex = self.city_hex(city);
        if self.is_german_occupied(state, hex) {
            return true;
        }
        let rails = self.linked(self.ground.railway, [hex], |h| self.is_free(state, RUSSIAN, h));
        !rails.iter().any(|h| self.regions.east_edge.contains(h))
    }
}

/// How supply paths are counted.
#[derive(Clone, Copy)]
enum Costs<'a> {
    /// By terrain and weather.
    Table(&'a TerrainCosts),
    /// One a hex.
    OneAHex,
}
