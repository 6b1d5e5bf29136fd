//! Fronts: the sheets of the map, by which some chapters count [17.1.1] [18.1.2].

use crate::book::Book;
use crate::game::Wb95;
use crate::state::State;
use board::{Map, UnitId};
use hex::HexId;

/// Which front every hex belongs to.
#[derive(Clone, Debug, Default)]
pub struct Fronts {
    /// Their names.
    pub names: Vec<String>,
    of_hex: Vec<u8>,
}

impl Fronts {
    /// The fronts of a map: the regions `sheet-NAME`. A hex outside all of them, as on the boards of cases, belongs to
    /// the first front of the scenario.
    pub fn new(map: &Map, names: &[String], played: &[String]) -> Fronts {
        let first = names.iter().position(|n| played.contains(n)).unwrap_or(0);
        let region = |n: &String| map.region(&format!("sheet-{n}"));
        let of = |hex: HexId| {
            let found = names.iter().position(|n| region(n).is_some_and(|r| r.contains(hex)));
            found.unwrap_or(first) as u8
        };
        Fronts { names: names.to_vec(), of_hex: map.grid.hexes().map(of).collect() }
    }

    /// The front of a hex.
    pub fn of(&self, hex: HexId) -> u8 {
        self.of_hex[hex.index()]
    }

    /// The front with a name.
    pub fn named(&self, name: &str) -> Option<u8> {
        self.names.iter().position(|n| n == name).map(|i| i as u8)
    }
}

impl<B: Book> Wb95<B> {
    /// The front of the hex that a counter was set up on or of the zone by which it came (K-R74); of the hex where it is, if
    /// the scenario says neither.
    pub fn home_front(&self, state: &State<B>, unit: UnitId) -> Option<u8> {
        let set_up = self.setup[unit.index()].as_ref().map(|s| s.usual);
        let due = self.due[unit.index()].as_ref().and_then(|d| d.zones.first());
        let zone = due.map(|&z| self.zones[self.side(unit)][z].hex);
        set_up.or(zone).or(state.position.hex(unit)).map(|h| self.fronts.of(h))
    }
}
