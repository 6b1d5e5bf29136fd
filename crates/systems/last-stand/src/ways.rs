//! What crosses the hexsides and what steps over them cost, looked up once for the whole board.

use crate::class::Mobility;
use crate::data::Weather;
use crate::game::LastStand;
use crate::state::State;
use board::Side;
use hex::{Direction, Directions, Mp};
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of the next board: whoever keeps what he found on one knows it again by its number.
static BOARDS: AtomicU64 = AtomicU64::new(1);

/// The board as lines and moves ask it, hex by hex.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// The number of the board.
    pub(crate) board: u64,
    /// Where a lake lies.
    pub(crate) lakes: Vec<Directions>,
    /// Where a primary road leads.
    pub(crate) primary: Vec<Directions>,
    /// Where a secondary road leads.
    pub(crate) secondary: Vec<Directions>,
    /// Where a railway leads.
    pub(crate) railways: Vec<Directions>,
    sheets: Vec<Sheet>,
}

/// What steps cost a side in a weather, on foot or motorized; [`Mp::MAX`] where nobody passes.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    /// By road where one leads, else across country.
    pub(crate) way: Vec<[Mp; 6]>,
    /// Across country.
    pub(crate) country: Vec<[Mp; 6]>,
}

/// The two ways of moving that cost something.
const MOBILITIES: [Mobility; 2] = [Mobility::Foot, Mobility::Motorized];

fn number(side: Side, mobility: Mobility, weather: Weather) -> usize {
    let motorized = usize::from(mobility == Mobility::Motorized);
    (side.index() * 2 + motorized) * Weather::ALL.len() + weather as usize
}

impl Ways {
    /// What steps cost.
    pub(crate) fn sheet(&self, side: Side, mobility: Mobility, weather: Weather) -> &Sheet {
        &self.sheets[number(side, mobility, weather)]
    }
}

impl LastStand {
    /// Looks up anew what crosses the hexsides; after the map has changed.
    pub(crate) fn refresh_ways(&mut self) {
        let (map, ground) = (&self.map, self.ground);
        let where_each = |is: &dyn Fn(hex::SideId) -> bool| -> Vec<Directions> {
            let of = |hex| Directions::where_each(|d| is(map.grid.side(hex, d)));
            map.grid.hexes().map(of).collect()
        };
        self.ways = Ways {
            board: BOARDS.fetch_add(1, Ordering::Relaxed),
            lakes: where_each(&|side| map.side_has(side, ground.lake)),
            primary: where_each(&|side| map.is_linked(side, ground.primary)),
            secondary: where_each(&|side| map.is_linked(side, ground.secondary)),
            railways: where_each(&|side| map.is_linked(side, ground.railway)),
            sheets: Vec::new(),
        };
        let mut state = self.empty();
        let mut sheets = Vec::new();
        for side in Side::BOTH {
            for mobility in MOBILITIES {
                for weather in Weather::ALL {
                    state.weather = weather;
                    sheets.push(self.sheet_of(&state, side, mobility));
                }
            }
        }
        self.ways.sheets = sheets;
    }

    /// Asks what every step costs, of a board without counters.
    fn sheet_of(&self, state: &State, side: Side, mobility: Mobility) -> Sheet {
        let road = self.tables.movement.road.of(mobility);
        let open = |hex, d| self.map.grid.neighbour(hex, d).filter(|_| !self.is_lake(hex, d));
        let across = |hex, d| {
            let cost = |to| self.country_cost(state, side, mobility, hex, d, to);
            open(hex, d).map_or(Mp::MAX, cost)
        };
        let hexes = self.map.grid.hexes();
        let country: Vec<[Mp; 6]> = hexes.map(|h| Direction::ALL.map(|d| across(h, d))).collect();
        let mut way = country.clone();
        for hex in self.map.grid.hexes() {
            let led = |&d: &Direction| self.has_road(state, hex, d) && open(hex, d).is_some();
            for direction in Direction::ALL.into_iter().filter(led) {
                way[hex.index()][direction.index()] = road;
            }
        }
        Sheet { way, country }
    }
}
