//! What is worked out when a game is loaded: what crosses the hexsides, and what every step costs.

use crate::class::Mobility;
use crate::data::Weather;
use crate::game::LastStand;
use crate::state::State;
use crate::ways::{BOARDS, MOBILITIES, Sheet, Ways};
use board::Side;
use hex::{Direction, Directions, Mp};
use std::sync::atomic::Ordering;

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
