//! The layers over the map that every game has: zones, control, supply, range.

use crate::view::{Area, Overlay};
use board::Side;
use hex::{Grid, HexId};

impl Overlay {
    /// The hexes of each side for which a test holds.
    pub fn by_side(grid: &Grid, kind: &'static str, test: impl Fn(Side, HexId) -> bool) -> Overlay {
        let hexes = |side| grid.hexes().filter(|&hex| test(side, hex)).collect();
        let area = |side| Area { kind, side: Some(side), hexes: hexes(side) };
        Overlay { areas: Side::BOTH.map(area).to_vec(), ..Overlay::default() }
    }

    /// How far a counter of a side would come: hexes with whether it would have to stop there.
    pub fn range(side: Side, reached: &[(HexId, bool)]) -> Overlay {
        let hexes = |stop| reached.iter().filter(move |(_, s)| *s == stop).map(|(hex, _)| *hex);
        let area = |kind, stop| Area { kind, side: Some(side), hexes: hexes(stop).collect() };
        let areas = vec![area("range", false), area("range-stop", true)];
        Overlay { areas, ..Overlay::default() }
    }

    /// The hexes that a side's supply reaches.
    pub fn add_supplied(&mut self, side: Side, hexes: Vec<HexId>) {
        self.areas.push(Area { kind: "supplied", side: Some(side), hexes });
    }

    /// Each path once, in order, and none that leads nowhere.
    pub fn with_paths_once(mut self) -> Overlay {
        self.paths.sort();
        self.paths.dedup();
        self.paths.retain(|path| path.len() > 1);
        self
    }
}
