//! What is worked out when the game is loaded, so that no rule reads a word in play.

use crate::data::Weather;
use crate::game::{BattleOfMoscow, SetupZone};
use crate::supply::City;
use crate::terrain::Prices;
use board::Strength;
use hex::{Directions, HexId, HexSet, Mp};
use std::sync::OnceLock;

/// By weather, in the order of the columns of the tables.
pub(crate) type ByWeather<T> = [T; 4];

/// Tables that follow from the map, the counters and the tables of the data.
#[derive(Clone, Debug, Default)]
pub(crate) struct Made {
    /// The steps of the map by mover and weather.
    pub(crate) prices: [ByWeather<OnceLock<Prices>>; 5],
    /// Supply over the hexes of the map by side and weather.
    pub(crate) supply: [ByWeather<OnceLock<Vec<Mp>>>; 2],
    /// The directions in which the railways and the roads lead out of each hex.
    pub(crate) nets: [Vec<Directions>; 2],
    /// In which weather lakes are frozen [WEA-6].
    pub(crate) frozen_lakes: ByWeather<bool>,
    /// In which weather rivers double the defence [TER-8].
    pub(crate) rivers_double: ByWeather<bool>,
    /// In which weather paratroops drop [PTR-2].
    pub(crate) drops: ByWeather<bool>,
    /// The fortified sides of a half fort [FOR-1].
    pub(crate) half_fort: Directions,
    /// The best column against partisans alone [PAR-6].
    pub(crate) partisan_limit: usize,
    /// How many factors each city can feed [CIT-1].
    pub(crate) city_limits: [Strength; 2],
    /// The cities of the map.
    pub(crate) cities: Vec<HexId>,
    /// The hexes of the Russian replacement sources [RRP-1].
    pub(crate) sources: Vec<HexId>,
    /// Where each reinforcement comes in, by unit.
    pub(crate) entries: Vec<Option<HexSet>>,
    /// Where dropped counters may land as far as the map says [PTR-2].
    pub(crate) drop_zone: Vec<HexId>,
    /// Where units of each set-up zone may be put as far as the map says.
    pub(crate) setup_zones: [Vec<HexId>; 4],
    /// The number of Finnish units.
    pub(crate) finns: usize,
}

impl BattleOfMoscow {
    /// Works out what follows from the map, the counters and the tables. Whoever changes them says so here.
    pub(crate) fn work_out(&mut self) {
        let grid = &self.map.grid;
        let weather = |letters: &str| Weather::ALL.map(|w| letters.contains(w.letter()));
        let combat = &self.tables.combat;
        let partisan = combat.columns.iter().position(|c| *c == combat.partisan_column);
        let limit = |city: City| self.tables.supply.city[city.name()];
        let hexes = |is: &dyn Fn(HexId) -> bool| grid.hexes().filter(|&h| is(h)).collect();
        let zone = |zone: SetupZone| {
            hexes(&|h| self.is_set_up_zone(zone, h) && self.is_set_up_ground(h).is_ok())
        };
        let entry = |due: &crate::game::Due| self.map.region(&due.place).cloned();
        let net = |kind| -> Vec<Directions> {
            let led = |h| {
                Directions::where_each(|d| {
                    grid.neighbour(h, d).is_some() && self.map.leads(h, d, kind)
                })
            };
            grid.hexes().map(led).collect()
        };
        self.made = Made {
            nets: [net(self.ground.railway), net(self.ground.road)],
            frozen_lakes: weather(&self.tables.weather.frozen_lakes),
            rivers_double: weather(&self.tables.weather.river_doubling),
            drops: weather(&self.tables.weather.paratroop_drop),
            half_fort: self.tables.half_fort_sides(),
            partisan_limit: partisan.expect("the table has the column of partisans"),
            city_limits: City::BOTH.map(|city| Strength::whole(limit(city))),
            cities: hexes(&|h| self.map.has(h, self.ground.city)),
            sources: hexes(&|h| self.sources_at(h).next().is_some()),
            entries: self.due.iter().map(|due| due.as_ref().and_then(entry)).collect(),
            drop_zone: hexes(&|h| self.is_drop_ground(h).is_ok()),
            setup_zones: SetupZone::ALL.map(zone),
            finns: self.roster.units().filter(|&u| self.is_finn(u)).count(),
            ..Made::default()
        };
    }
}
