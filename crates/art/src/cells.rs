//! The hexes that are drawn: those of the map, and beyond its ragged edge enough others, with the
//! terrain of the nearest hex, to fill the straight frame.

use crate::geometry::{Point, pt};
use crate::layout::{Layout, RADIUS};
use hex::{Direction, Grid, Hex, HexId};
use std::collections::BTreeMap;

/// A corner of the hex grid, as the sum of the coordinates of the three hexes that meet in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Corner(pub(crate) i16, pub(crate) i16);

impl Corner {
    /// The corner of a hex where its side in `direction` begins, clockwise.
    pub(crate) fn of(hex: Hex, direction: Direction) -> Corner {
        let (a, b) = (direction.delta(), direction.anticlockwise().delta());
        Corner(3 * hex.q + a.0 + b.0, 3 * hex.r + a.1 + b.1)
    }

    pub(crate) fn place(self, layout: &Layout) -> Point {
        layout.axial(f64::from(self.0) / 3.0, f64::from(self.1) / 3.0)
    }

    /// The three hexes that meet here.
    pub(crate) fn meeting(self) -> [Hex; 3] {
        // The sum of three mutual neighbours leaves 1 or 2 when divided by three.
        let (q, r) = (self.0.div_euclid(3), self.1.div_euclid(3));
        let rest = (self.0.rem_euclid(3), self.1.rem_euclid(3));
        let base = Hex::new(q, r);
        let step = |dq, dr| Hex::new(q + dq, r + dr);
        match rest {
            (1, 1) => [base, step(1, 0), step(0, 1)],
            _ => [step(1, 0), step(0, 1), step(1, 1)],
        }
    }
}

/// The two corners of the side of `hex` in `direction`, clockwise.
pub(crate) fn side_corners(hex: Hex, direction: Direction) -> (Corner, Corner) {
    (Corner::of(hex, direction), Corner::of(hex, direction.clockwise()))
}

/// One drawn hex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) at: Hex,
    /// The hex of the map whose ground is drawn here.
    pub(crate) like: HexId,
    /// Whether this is that hex, and not a place beyond the edge.
    pub(crate) on_map: bool,
}

/// All drawn hexes.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    pub(crate) all: Vec<Cell>,
    /// By axial coordinates, row by row, from the lowest coordinates on; `NOWHERE` where no cell is.
    index: Vec<u32>,
    low: Hex,
    width: usize,
}

const NOWHERE: u32 = u32::MAX;

impl Cells {
    pub(crate) fn new(grid: &Grid, layout: &Layout) -> Cells {
        let mut all: Vec<Cell> =
            grid.hexes().map(|h| Cell { at: grid.hex(h), like: h, on_map: true }).collect();
        for at in beyond(grid, layout) {
            if let Some(like) = nearest(grid, at) {
                all.push(Cell { at, like, on_map: false });
            }
        }
        let range = |f: fn(Hex) -> i16| {
            let values = || all.iter().map(|c| f(c.at));
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        let ((q0, q1), (r0, r1)) = (range(|h| h.q), range(|h| h.r));
        let width = (q1 - q0) as usize + 1;
        let mut index = vec![NOWHERE; width * ((r1 - r0) as usize + 1)];
        for (i, cell) in all.iter().enumerate() {
            index[(cell.at.r - r0) as usize * width + (cell.at.q - q0) as usize] = i as u32;
        }
        Cells { all, index, low: Hex::new(q0, r0), width }
    }

    pub(crate) fn at(&self, hex: Hex) -> Option<usize> {
        let column = usize::try_from(hex.q - self.low.q).ok().filter(|c| *c < self.width)?;
        let row = usize::try_from(hex.r - self.low.r).ok()?;
        let i = *self.index.get(row * self.width + column)?;
        (i != NOWHERE).then_some(i as usize)
    }

    /// The borders of a set of cells as loops of corners, clockwise round the set. In a hex grid a
    /// corner is passed at most once, so the loops never touch.
    pub(crate) fn borders(&self, member: impl Fn(&Cell) -> bool) -> Vec<Vec<Corner>> {
        let is_member = |hex: Hex| self.at(hex).is_some_and(|i| member(&self.all[i]));
        let mut next = BTreeMap::new();
        for cell in self.all.iter().filter(|c| member(c)) {
            for d in Direction::ALL {
                if !is_member(cell.at.neighbour(d)) {
                    let (from, to) = side_corners(cell.at, d);
                    next.insert(from, to);
                }
            }
        }
        let mut loops = Vec::new();
        while let Some((&first, _)) = next.first_key_value() {
            let mut border = Vec::new();
            let mut at = first;
            while let Some(to) = next.remove(&at) {
                border.push(at);
                at = to;
            }
            loops.push(border);
        }
        loops
    }
}

/// The places without a hex of the map that show inside the frame.
fn beyond(grid: &Grid, layout: &Layout) -> Vec<Hex> {
    let range = |f: fn(Hex) -> i16| {
        let values = || grid.hexes().map(|h| f(grid.hex(h)));
        values().min().unwrap_or(0) - 2..=values().max().unwrap_or(0) + 2
    };
    let in_frame = |p: Point| {
        let reach = pt(RADIUS, RADIUS);
        layout.sheets().iter().any(|&(low, high)| {
            let (low, high) = (low - reach, high + reach);
            p.x > low.x && p.x < high.x && p.y > low.y && p.y < high.y
        })
    };
    let (rows, columns) = (range(|h| h.r), range(|h| h.q));
    columns
        .flat_map(|q| rows.clone().map(move |r| Hex::new(q, r)))
        .filter(|&h| grid.id(h).is_none() && in_frame(layout.place(h)))
        .collect()
}

fn nearest(grid: &Grid, at: Hex) -> Option<HexId> {
    (1..=99).flat_map(|n| at.ring(n)).find_map(|h| grid.id(h))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hex::{Orientation, Parity, Sheet};

    fn grid() -> Grid {
        Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=6, 1..=5)]).expect("a grid")
    }

    #[test]
    fn a_corner_knows_its_three_hexes() {
        let hex = Hex::new(3, -2);
        for d in Direction::ALL {
            let mut hexes = Corner::of(hex, d).meeting();
            let mut expected = [hex, hex.neighbour(d), hex.neighbour(d.anticlockwise())];
            hexes.sort();
            expected.sort();
            assert_eq!(hexes, expected);
        }
    }

    #[test]
    fn corners_agree_with_the_layout() {
        let grid = grid();
        let layout = Layout::new(&grid);
        for hex in grid.hexes() {
            for (d, corner) in Direction::ALL.into_iter().zip(layout.corners(hex)) {
                let place = Corner::of(grid.hex(hex), d).place(&layout);
                assert!(place.distance(corner) < 1e-6);
            }
        }
    }

    #[test]
    fn the_border_of_a_ring_of_hexes_has_two_loops() {
        let grid = grid();
        let cells = Cells::new(&grid, &Layout::new(&grid));
        let middle = grid.parse("0303").expect("on the map");
        let ring = |c: &Cell| c.on_map && grid.distance(c.like, middle) == 1;
        let mut lengths: Vec<usize> = cells.borders(ring).iter().map(Vec::len).collect();
        lengths.sort();
        assert_eq!(lengths, [6, 18]);
    }
}
