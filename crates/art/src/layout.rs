//! Where hexes lie on the sheet, in units of a hundredth of the pitch.

use crate::geometry::{Point, pt};
use hex::{Grid, Hex, HexId, Orientation};

/// The distance between the centres of two neighbouring hexes, in units of the pictures.
pub const PITCH: f64 = 100.0;

/// The radius of the circle through the corners of a hex.
pub(crate) const RADIUS: f64 = 57.735_026_918_962_58;

/// Where each hex lies in the pictures of a map: its centre is that of the grid times [`PITCH`]
/// plus one shift for the whole map, chosen so that the hexes fill the box from (0, 0) to
/// [`Layout::size`]. Frames and margins lie outside this box and change nothing in it.
#[derive(Clone, Debug)]
pub struct Layout {
    orientation: Orientation,
    shift: Point,
    size: Point,
    centres: Vec<Point>,
    sheets: Vec<(Point, Point)>,
}

impl Layout {
    /// The layout of a grid.
    pub fn new(grid: &Grid) -> Layout {
        let mut layout = Layout {
            orientation: grid.orientation(),
            shift: pt(0.0, 0.0),
            size: pt(0.0, 0.0),
            centres: Vec::new(),
            sheets: Vec::new(),
        };
        let half = layout.half();
        let bare: Vec<Point> = grid.hexes().map(|h| layout.place(grid.hex(h))).collect();
        let (low, high) = bounds(&bare);
        layout.shift = half - low;
        layout.size = high - low + half * 2.0;
        layout.centres = bare.iter().map(|&p| p + layout.shift).collect();
        layout.sheets = grid.sheets().iter().filter_map(|s| layout.sheet_box(grid, s)).collect();
        layout
    }

    fn sheet_box(&self, grid: &Grid, sheet: &hex::Sheet) -> Option<(Point, Point)> {
        let on_sheet = |h: &HexId| {
            let (column, row) = grid.column_row(*h);
            sheet.columns.contains(&column) && sheet.rows.contains(&row)
        };
        let centres: Vec<Point> = grid.hexes().filter(on_sheet).map(|h| self.centre(h)).collect();
        let (low, high) = bounds(&centres);
        (!centres.is_empty()).then(|| (low - self.half(), high + self.half()))
    }

    /// Half the width and half the height of a hex.
    fn half(&self) -> Point {
        match self.orientation {
            Orientation::FlatTop => pt(RADIUS, PITCH / 2.0),
            Orientation::PointyTop => pt(PITCH / 2.0, RADIUS),
        }
    }

    /// The centre of a hex.
    pub fn centre(&self, hex: HexId) -> Point {
        self.centres[hex.index()]
    }

    /// The six corners of a hex, clockwise; corner `i` and the next are the ends of the side in
    /// direction `i`.
    pub fn corners(&self, hex: HexId) -> [Point; 6] {
        let centre = self.centre(hex);
        let first = match self.orientation {
            Orientation::FlatTop => 0.0,
            Orientation::PointyTop => -30f64,
        };
        std::array::from_fn(|i| {
            let angle = (first + 60.0 * i as f64).to_radians();
            centre + pt(angle.cos(), angle.sin()) * RADIUS
        })
    }

    /// The width and the height of the box that the hexes fill.
    pub fn size(&self) -> (f64, f64) {
        (self.size.x, self.size.y)
    }

    /// Which way the hexes stand.
    pub fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// The boxes of the printed sheets: upper left and lower right corner.
    pub(crate) fn sheets(&self) -> &[(Point, Point)] {
        &self.sheets
    }

    /// The centre of any hex of the plane.
    pub(crate) fn place(&self, hex: Hex) -> Point {
        self.axial(f64::from(hex.q), f64::from(hex.r))
    }

    /// The point at any axial coordinates.
    pub(crate) fn axial(&self, q: f64, r: f64) -> Point {
        let height = 3f64.sqrt() / 2.0;
        let p = match self.orientation {
            Orientation::FlatTop => pt(q * height, r + q / 2.0),
            Orientation::PointyTop => pt(q + r / 2.0, r * height),
        };
        p * PITCH + self.shift
    }
}

fn bounds(points: &[Point]) -> (Point, Point) {
    points.iter().fold((pt(f64::MAX, f64::MAX), pt(f64::MIN, f64::MIN)), |(low, high), p| {
        (pt(low.x.min(p.x), low.y.min(p.y)), pt(high.x.max(p.x), high.y.max(p.y)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hex::{Direction, Parity, Sheet};

    fn layouts() -> impl Iterator<Item = (Grid, Layout)> {
        [Orientation::FlatTop, Orientation::PointyTop].into_iter().map(|o| {
            let grid = Grid::new(o, Parity::Odd, &[Sheet::new(1..=7, 1..=6)]).expect("a grid");
            let layout = Layout::new(&grid);
            (grid, layout)
        })
    }

    #[test]
    fn a_side_lies_between_its_two_hexes() {
        for (grid, layout) in layouts() {
            for hex in grid.hexes() {
                let corners = layout.corners(hex);
                for d in Direction::ALL {
                    let Some(other) = grid.neighbour(hex, d) else { continue };
                    let middle = corners[d.index()].middle(corners[(d.index() + 1) % 6]);
                    let between = layout.centre(hex).middle(layout.centre(other));
                    assert!(middle.distance(between) < 1e-6);
                }
            }
        }
    }

    #[test]
    fn hexes_fill_the_box() {
        for (grid, layout) in layouts() {
            let all: Vec<Point> = grid.hexes().flat_map(|h| layout.corners(h)).collect();
            let (low, high) = bounds(&all);
            assert!(low.length() < 1e-6);
            assert!(high.distance(pt(layout.size().0, layout.size().1)) < 1e-6);
        }
    }
}
