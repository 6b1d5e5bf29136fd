//! A part of a map as a map of its own: one sheet of several.

use crate::map::{Label, Line, Link, Map, Place};
use hex::{Direction, Grid, GridError, HexId, HexSet, SideId};
use std::collections::BTreeSet;

impl Map {
    /// The part of the map that lies in `keep`, with the same numbers. What led out of it ends at its edge, which is an
    /// edge of the map like any other.
    pub fn cut(&self, keep: &HexSet) -> Result<Map, GridError> {
        let kept: BTreeSet<(u16, u16)> = keep.iter().map(|h| self.grid.column_row(h)).collect();
        let sheets: Vec<_> = self.grid.sheets().to_vec();
        let sheets: Vec<_> = sheets
            .into_iter()
            .filter(|s| kept.iter().any(|(c, r)| s.columns.contains(c) && s.rows.contains(r)))
            .collect();
        let is_hole = |column: u16, row: u16| !kept.contains(&(column, row));
        let grid =
            Grid::with_holes(self.grid.orientation(), self.grid.shifted(), &sheets, is_hole)?;
        let mut map = Map::blank(grid, self);
        map.title.clone_from(&self.title);
        map.reconstructed.clone_from(&self.reconstructed);
        map.credit.clone_from(&self.credit);
        map.north = self.north;
        map.georeference.clone_from(&self.georeference);
        Cut { from: self, map }.copy()
    }
}

struct Cut<'a> {
    from: &'a Map,
    map: Map,
}

impl Cut<'_> {
    fn copy(mut self) -> Result<Map, GridError> {
        if !self.from.heights.is_empty() {
            self.map.heights = vec![0; self.map.grid.len()];
        }
        for hex in self.map.grid.hexes() {
            self.copy_hex(hex);
        }
        let from = self.from;
        for place in &from.places {
            if let Some(hex) = self.here(place.hex) {
                self.map.places.push(Place { hex, ..place.clone() });
            }
        }
        from.links.iter().for_each(|l| self.copy_link(l));
        for line in &from.lines {
            let sides: Vec<SideId> = line.sides.iter().filter_map(|&s| self.side(s)).collect();
            if !sides.is_empty() {
                self.map.lines.push(Line { sides, ..line.clone() });
            }
        }
        for label in &from.labels {
            let hexes: Vec<HexId> = label.hexes.iter().filter_map(|&h| self.here(h)).collect();
            if !hexes.is_empty() {
                self.map.labels.push(Label { hexes, ..label.clone() });
            }
        }
        for (name, region) in &from.regions {
            let hexes: Vec<HexId> = region.iter().filter_map(|h| self.here(h)).collect();
            self.map.add_to_region(name, hexes);
        }
        Ok(self.map)
    }

    /// A hex of the whole map in the part.
    fn here(&self, hex: HexId) -> Option<HexId> {
        self.map.grid.parse(&self.from.grid.number(hex)).ok()
    }

    /// A hexside of the whole map in the part, if both its hexes are there.
    fn side(&self, side: SideId) -> Option<SideId> {
        let (a, b) = self.from.grid.hexes_of(side);
        let (a, b) = (self.here(a.some()?)?, self.here(b.some()?)?);
        self.map.grid.side_between(a, b)
    }

    fn copy_hex(&mut self, hex: HexId) {
        let Ok(old) = self.from.grid.parse(&self.map.grid.number(hex)) else { return };
        self.map.terrain[hex.index()] = self.from.terrain[old.index()];
        self.map.features[hex.index()] = self.from.features[old.index()];
        if let Some(&metres) = self.from.heights.get(old.index()) {
            self.map.heights[hex.index()] = metres;
        }
        for direction in Direction::ALL {
            if self.map.grid.neighbour(hex, direction).is_some() {
                let new = self.map.grid.side(hex, direction).index();
                let old = self.from.grid.side(old, direction).index();
                self.map.sides[new] = self.from.sides[old];
                self.map.linked[new] = self.from.linked[old];
            }
        }
    }

    /// The pieces of a link that lie in the part.
    fn copy_link(&mut self, link: &Link) {
        let here: Vec<Option<HexId>> = link.hexes.iter().map(|&h| self.here(h)).collect();
        for piece in here.split(Option::is_none).filter(|p| p.len() > 1) {
            let hexes = piece.iter().copied().flatten().collect();
            self.map.links.push(Link { hexes, ..link.clone() });
        }
    }
}
