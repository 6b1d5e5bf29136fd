//! Supply states [SUP], the two great cities [CIT] and the Finns' German supply [FIN-4].
//!
//! One search from all sources for the whole army, not one per unit.

use crate::class::{GERMAN, Kind, RUSSIAN};
use crate::data::{TerrainCosts, Weather};
use crate::desk::Desk;
use crate::game::BattleOfMoscow;
use crate::net::Net;
use crate::state::{Mark, Phase, State, Supply};
use crate::terrain::CLOSED;
use board::{Side, Strength, UnitId, with_paths};
use engine::{
    Arg, Asked, At, Choice, Choices, Decide, Event, EventKind, Flow, Log, No, Play, Text, Wrong,
};
use hex::{Direction, Entry, HexId, HexSet, Mp, Paths};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

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
    pub fn mark(self) -> Mark {
        match self {
            City::Moscow => Mark::FedByMoscow,
            City::Leningrad => Mark::FedByLeningrad,
        }
    }

    /// Its name in the tables.
    pub(crate) fn name(self) -> &'static str {
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

/// How supply paths are counted.
#[derive(Clone, Copy)]
enum Costs {
    /// By terrain and weather.
    Terrain,
    /// One a hex.
    OneAHex,
}

impl Costs {
    /// What a hex costs that has a price by terrain.
    #[inline]
    fn of(self, price: Mp) -> Mp {
        match self {
            Costs::Terrain => price,
            Costs::OneAHex => Mp::ONE,
        }
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
        self.made.city_limits[city as usize]
    }

    /// Rails and the roads that lead to them without a break: sources at any length [SUP-2] (R12).
    fn with_roads(&self, state: &State, side: Side, rails: &HexSet) -> HexSet {
        self.linked(Net::Roads, rails.iter(), |hex| self.is_free(state, side, hex))
    }

    /// The costs of supply for a side.
    fn supply_table(&self, side: Side) -> &TerrainCosts {
        let costs = &self.tables.supply.cost;
        if side == GERMAN { &costs.german } else { &costs.russian }
    }

    /// What supply costs over each hex for a side in a weather, worked out once.
    fn supply_prices(&self, side: Side, weather: Weather) -> &[Mp] {
        let table = self.supply_table(side);
        let price = |hex| match self.is_open(weather, side, hex) {
            Ok(()) => self.terrain_cost(table, weather, hex).unwrap_or(CLOSED),
            Err(_) => CLOSED,
        };
        let kept = &self.made.supply[side.index()][weather.index()];
        kept.get_or_init(|| self.map.grid.hexes().map(price).collect())
    }

    /// Searches the cheapest supply paths from the sources as far as `limit` [SUP-3]. A path enters no enemy unit
    /// and no enemy zone, except in its last hex (R11).
    fn search_supply(
        &self,
        state: &State,
        side: Side,
        sources: &HexSet,
        (costs, limit): (Costs, Mp),
        paths: &mut Paths,
    ) {
        let from = sources.iter().map(|h| (h, Mp::ZERO));
        let prices = self.supply_prices(side, state.weather);
        paths.search_many(&self.map.grid, from, limit, |_: HexId, _: Direction, to: HexId| {
            let price = prices[to.index()];
            match (self.holder(state, to), costs) {
                (Some(holder), _) if holder != side => Entry::Closed,
                (Some(_), _) if price == CLOSED => self.supply_on_ice(state, side, to),
                _ if price == CLOSED => Entry::Closed,
                _ if self.in_enemy_zone(state, side, to) => Entry::Stop(costs.of(price)),
                _ => Entry::Through(costs.of(price)),
            }
        });
    }

    /// A unit on thawed ice is reached in its own hex, and nothing is beyond it (R44).
    fn supply_on_ice(&self, state: &State, side: Side, hex: HexId) -> Entry {
        let cost = self.terrain_cost(self.supply_table(side), state.weather, hex);
        cost.map_or(Entry::Closed, Entry::Stop)
    }

    /// The supply of the whole map.
    fn supply_from(&self, state: &State, side: Side, sources: &HexSet) -> SupplyMap {
        let grid = &self.map.grid;
        with_paths(grid, |paths| {
            let far = (Costs::Terrain, Mp::whole(40));
            self.search_supply(state, side, sources, far, paths);
            SupplyMap {
                cost: grid.hexes().map(|h| paths.cost(h)).collect(),
                before: grid.hexes().map(|h| paths.before(h).unwrap_or(HexId::NONE)).collect(),
            }
        })
    }

    /// The sources of a side: the rails traced to its map edge, and the roads that lead to them.
    fn edge_sources(&self, state: &State, side: Side) -> HexSet {
        self.with_roads(state, side, &self.edge_rails(state, side))
    }

    /// Supply from the side's map edge.
    pub fn edge_supply(&self, state: &State, side: Side) -> SupplyMap {
        self.supply_from(state, side, &self.edge_sources(state, side))
    }

    /// Supply from a city alone [CIT-2]; nothing if the Germans are in it.
    pub fn city_supply(&self, state: &State, city: City) -> SupplyMap {
        self.supply_from(state, RUSSIAN, &self.city_sources(state, city))
    }

    /// The sources of a city: the rails that lead to it, and the roads that lead to them.
    fn city_sources(&self, state: &State, city: City) -> HexSet {
        let rails = self.city_rails(state, self.city_hex(city));
        self.with_roads(state, RUSSIAN, &rails)
    }

    /// How far supply can matter to any of these units.
    fn farthest(&self, state: &State, units: &[(UnitId, HexId)]) -> Option<Mp> {
        let reach = |&(unit, _): &(UnitId, HexId)| {
            self.class(state, unit).movement_points() * self.tables.supply.unsupplied_reach
        };
        units.iter().map(reach).max()
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
        state.position.clear_mark(Mark::FedByMoscow);
        state.position.clear_mark(Mark::FedByLeningrad);
        let side = state.active;
        let units: Vec<(UnitId, HexId)> = self.units_of(state, side).collect();
        let sources = self.edge_sources(state, side);
        self.judge_units(state, &units, &sources);
        if side == GERMAN {
            self.judge_finns(state, &units, &sources);
        } else {
            self.feed_all_or_ask(state, log);
        }
    }

    /// Rates units by what supply costs them; it is searched no farther than it can matter to any.
    fn judge_units(&self, state: &mut State, units: &[(UnitId, HexId)], sources: &HexSet) {
        let mut rated: SmallVec<[(UnitId, HexId); 64]> = SmallVec::new();
        for &(unit, hex) in units {
            state.supply[unit.index()] = Supply::Supplied;
            let needs = self.needs_supply(state, unit) && !self.is_fresh(state, unit);
            if needs && !sources.contains(hex) {
                rated.push((unit, hex));
            }
        }
        let Some(limit) = self.farthest(state, &rated) else { return };
        with_paths(&self.map.grid, |paths| {
            let far = (Costs::Terrain, limit);
            self.search_supply(state, state.active, sources, far, paths);
            for &(unit, hex) in &rated {
                state.supply[unit.index()] = self.rate(state, unit, paths.cost(hex));
            }
        });
    }

    /// A unit that arrived in this turn is supplied in the first impulse [SUP-10].
    fn is_fresh(&self, state: &State, unit: UnitId) -> bool {
        state.position.has_mark(unit, Mark::New) && state.phase == Phase::FirstSupply
    }

    /// Which Finns are in German supply, counted one a hex [FIN-4].
    fn judge_finns(&self, state: &mut State, units: &[(UnitId, HexId)], sources: &HexSet) {
        let reach = Mp::whole(self.tables.supply.finnish_reach);
        with_paths(&self.map.grid, |paths| {
            self.search_supply(state, GERMAN, sources, (Costs::OneAHex, reach), paths);
            for &(unit, hex) in units {
                if self.kind(state, unit) == Kind::Finnish {
                    let supplied = paths.cost(hex).is_some_and(|cost| cost <= reach);
                    state.position.set_mark(unit, Mark::FinnSupplied, supplied);
                }
            }
        });
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
        let counts = |&(unit, _): &(UnitId, HexId)| {
            let class = self.class(state, unit);
            state.supply[unit.index()] == Supply::Isolated
                && (class.is_mobile() || class.kind == Kind::Replacement)
        };
        let mut isolated: Vec<(UnitId, HexId)> =
            self.units_of(state, RUSSIAN).filter(counts).collect();
        let Some(limit) = self.farthest(state, &isolated) else { return Vec::new() };
        if self.is_german_occupied(state, self.city_hex(city)) {
            return Vec::new();
        }
        with_paths(&self.map.grid, |paths| {
            let far = (Costs::Terrain, limit);
            self.search_supply(state, RUSSIAN, &self.city_sources(state, city), far, paths);
            isolated.retain(|&(unit, hex)| {
                let by_sea = city == City::Leningrad
                    && Some(unit) == self.eighth
                    && self.regions.gulf_coast.contains(hex);
                by_sea || self.rate(state, unit, paths.cost(hex)) != Supply::Isolated
            });
        });
        isolated.into_iter().map(|(unit, _)| unit).collect()
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
            state.ask(Feed);
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
        let rails = self.linked(Net::Rails, [hex], |h| self.is_free(state, RUSSIAN, h));
        !rails.iter().any(|h| self.regions.east_edge.contains(h))
    }

    fn may_feed(&self, state: &State, unit: UnitId) -> Result<(), No> {
        if !self.belongs_to(state, unit, RUSSIAN) {
            return Err(No::new(rule!("CIT-2"), "no.not-hungry"));
        }
        match self.feeders(state, unit).is_empty() {
            true => Err(No::new(rule!("CIT-4"), "no.not-hungry").unit(unit)),
            false => Ok(()),
        }
    }

    fn may_feed_from(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        match self.feeders(state, unit).into_iter().any(|c| self.city_hex(c) == hex) {
            true => Ok(()),
            false => Err(No::new(rule!("CIT-2"), "no.city-cannot-feed").unit(unit).hex(hex)),
        }
    }

    fn feed_facts(&self, state: &State) -> Vec<Text> {
        City::BOTH
            .into_iter()
            .map(|city| {
                Text::new("fact.fed")
                    .hex(self.city_hex(city))
                    .with("fed", Arg::Strength(self.fed_factors(state, city)))
                    .with("limit", Arg::Strength(self.city_limit(city)))
            })
            .collect()
    }

    /// Whom a city feeds, once it is settled [CIT-1] [CIT-2]: its counters too [CIT-3], and the
    /// 8th Army on the coast [CIT-5].
    pub fn tell_feeding(&self, state: &State, log: &mut Log) {
        for city in City::BOTH {
            let fed: Vec<UnitId> = self
                .units_of(state, RUSSIAN)
                .map(|(u, _)| u)
                .filter(|&u| state.position.has_mark(u, city.mark()))
                .collect();
            if fed.is_empty() {
                continue;
            }
            log.say(|| {
                let text = Text::new("event.fed")
                    .hex(self.city_hex(city))
                    .with("units", Arg::Units(fed.clone()))
                    .with("fed", Arg::Strength(self.fed_factors(state, city)))
                    .with("limit", Arg::Strength(self.city_limit(city)));
                let mut event =
                    Event::new(EventKind::Supplied, rule!("CIT-1"), text).rule(rule!("CIT-2"));
                let counters = fed.iter().any(|&u| self.kind(state, u) == Kind::Replacement);
                event.rules.extend(counters.then_some(rule!("CIT-3")));
                let by_sea = fed.iter().any(|&u| self.is_fed_by_sea(state, u));
                event.rules.extend(by_sea.then_some(rule!("CIT-5")));
                event.units.extend(fed);
                event
            });
        }
    }

    /// Whether the 8th Army is fed although no path leads to it.
    fn is_fed_by_sea(&self, state: &State, unit: UnitId) -> bool {
        let map = self.city_supply(state, City::Leningrad);
        let reached = |hex| self.rate(state, unit, map.cost(hex)) != Supply::Isolated;
        Some(unit) == self.eighth
            && state.position.has_mark(unit, Mark::FedByLeningrad)
            && !state.position.hex(unit).is_some_and(reached)
    }
}

/// The Russian chooses a unit that a city feeds [CIT-4].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Feed;

impl Decide<BattleOfMoscow> for Feed {
    const ID: &'static str = "feed";
    const WRONG: Wrong = (rule!("CIT-4"), "no.choose-unit");

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    /// Once it is settled whom the cities feed, the isolated groups are known.
    fn waits(&self, play: &mut Play<'_, BattleOfMoscow>) -> bool {
        let game = play.game;
        if play.keep_if(!game.hungry(play.state).is_empty()) {
            return true;
        }
        game.tell_feeding(play.state, play.log);
        if play.state.phase == Phase::Attrition {
            game.find_groups(play.state, play.log);
        }
        false
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, _: &mut Desk, out: &mut Choices) {
        out.units(game.hungry(state));
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_feed(at.state, unit),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { engine::impossible(self, choice) };
        match play.game.feeders(play.state, unit)[..] {
            [city] => {
                play.game.feed(play.state, city, unit);
                play.game.feed_counters(play.state);
            }
            _ => play.ask(FeedFrom { unit }),
        }
    }

    fn prompt(&self, at: At<'_, BattleOfMoscow>) -> Asked {
        Asked { text: Text::new("prompt.feed"), facts: at.game.feed_facts(at.state) }
    }
}

/// Which city feeds a unit that both could feed [CIT-4].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FeedFrom {
    /// The unit.
    pub unit: UnitId,
}

impl Decide<BattleOfMoscow> for FeedFrom {
    const ID: &'static str = "feed-from";
    const WRONG: Wrong = (rule!("CIT-4"), "no.choose-unit");

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, _: &mut Desk, out: &mut Choices) {
        out.hexes(game.feeders(state, self.unit).into_iter().map(|city| game.city_hex(city)));
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_feed_from(at.state, self.unit, hex),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        let game = play.game;
        let city = City::BOTH.into_iter().find(|&c| Choice::Hex(game.city_hex(c)) == choice);
        let Some(city) = city else { engine::impossible(self, choice) };
        play.close();
        game.feed(play.state, city, self.unit);
        game.feed_counters(play.state);
    }

    fn prompt(&self, _: At<'_, BattleOfMoscow>) -> Asked {
        Text::new("prompt.feed-from").unit(self.unit).into()
    }

    fn picked(&self, _: &BattleOfMoscow, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }
}
