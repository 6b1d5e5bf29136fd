//! Areas: the union of hexes as one shape with soft edges, such as a forest or a lake.

use crate::cells::{Cell, Cells, Corner};
use crate::geometry::{Point, resample_loop};
use crate::layout::Layout;
use crate::noise::displace;

/// How the outline of a kind of area is made from its hexes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AreaStyle {
    /// How far the outline stays inside the hexes.
    pub(crate) inset: f64,
    /// The radius of corners that stick out.
    pub(crate) outer: f64,
    /// The radius of corners that run in.
    pub(crate) inner: f64,
    /// How far the coarse and the fine noise move the outline.
    pub(crate) displaced: (f64, f64),
}

pub(crate) const FOREST: AreaStyle =
    AreaStyle { inset: 5.0, outer: 21.0, inner: 24.0, displaced: (3.0, 1.6) };
pub(crate) const SWAMP: AreaStyle =
    AreaStyle { inset: 4.0, outer: 18.0, inner: 14.0, displaced: (2.4, 1.4) };
pub(crate) const CITY: AreaStyle =
    AreaStyle { inset: 4.0, outer: 16.0, inner: 16.0, displaced: (2.4, 1.6) };
pub(crate) const HILLS: AreaStyle =
    AreaStyle { inset: 6.0, outer: 20.0, inner: 22.0, displaced: (2.4, 1.2) };
pub(crate) const LAKE: AreaStyle =
    AreaStyle { inset: 3.0, outer: 26.0, inner: 22.0, displaced: (3.0, 1.6) };
/// Straight sides and round corners, for overlays.
pub(crate) const PLAIN: AreaStyle =
    AreaStyle { inset: 0.0, outer: 10.0, inner: 10.0, displaced: (0.0, 0.0) };

/// The distance between two points of a finished outline.
const STEP: f64 = 7.0;

/// The rings of the area that the members fill: outer borders clockwise, holes anticlockwise.
pub(crate) fn area(
    cells: &Cells,
    layout: &Layout,
    style: AreaStyle,
    member: impl Fn(&Cell) -> bool,
) -> Vec<Vec<Point>> {
    cells.borders(member).iter().map(|border| outline(border, layout, style)).collect()
}

fn outline(border: &[Corner], layout: &Layout, style: AreaStyle) -> Vec<Point> {
    let corners: Vec<Point> = border.iter().map(|c| c.place(layout)).collect();
    let ring = round(&inset(&corners, style.inset), style);
    if style.displaced == (0.0, 0.0) {
        return ring;
    }
    let (coarse, fine) = style.displaced;
    resample_loop(&ring, STEP).into_iter().map(|p| displace(p, coarse, fine)).collect()
}

/// Moves every side of a clockwise ring inwards.
fn inset(ring: &[Point], by: f64) -> Vec<Point> {
    let n = ring.len();
    (0..n)
        .map(|i| {
            let (before, at, after) = (ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]);
            let (a, b) = ((at - before).unit().right(), (after - at).unit().right());
            // The two normals of a hex corner lie 60 degrees apart.
            at + (a + b) * (by / (1.0 + a.dot(b)))
        })
        .collect()
}

/// Rounds the corners of a clockwise ring.
fn round(ring: &[Point], style: AreaStyle) -> Vec<Point> {
    let n = ring.len();
    let mut out = Vec::with_capacity(n * 6);
    for i in 0..n {
        let (before, at, after) = (ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]);
        let turn = (at - before).cross(after - at);
        let radius = if turn > 0.0 { style.outer } else { style.inner };
        let room = at.distance(before).min(at.distance(after)) * 0.49;
        let reach = (radius * 30f64.to_radians().tan()).min(room);
        let (a, b) = (at.towards(before, reach / at.distance(before)), {
            at.towards(after, reach / at.distance(after))
        });
        // A quadratic curve is near enough to the arc of a sixth of a circle.
        out.extend((0..=4).map(|k| {
            let t = f64::from(k) / 4.0;
            a.towards(at, t).towards(at.towards(b, t), t)
        }));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::inside;
    use hex::{Grid, Orientation, Parity, Sheet};

    /// Every hex centre and the six points at 0.6 of the way to the corners lie in the area of
    /// their own terrain.
    #[test]
    fn the_heart_of_each_hex_lies_in_its_own_area() {
        for orientation in [Orientation::FlatTop, Orientation::PointyTop] {
            let grid =
                Grid::new(orientation, Parity::Odd, &[Sheet::new(1..=20, 1..=20)]).expect("a grid");
            let layout = Layout::new(&grid);
            let cells = Cells::new(&grid, &layout);
            let wild = |c: &Cell| crate::noise::hash(c.at.q.into(), c.at.r.into(), 7) % 100 < 45;
            for style in [FOREST, SWAMP, CITY, HILLS, LAKE] {
                let rings = area(&cells, &layout, style, wild);
                for cell in cells.all.iter().filter(|c| c.on_map) {
                    let (centre, corners) = (layout.centre(cell.like), layout.corners(cell.like));
                    let points = corners.iter().map(|&c| centre.towards(c, 0.6));
                    for p in points.chain([centre]) {
                        assert_eq!(inside(&rings, p), wild(cell), "{}", grid.number(cell.like));
                    }
                }
            }
        }
    }

    #[test]
    fn foreign_ground_covers_little_of_a_hex() {
        let grid =
            Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=12, 1..=12)]).expect("");
        let layout = Layout::new(&grid);
        let cells = Cells::new(&grid, &layout);
        let wild = |c: &Cell| crate::noise::hash(c.at.q.into(), c.at.r.into(), 9) % 100 < 50;
        let rings = area(&cells, &layout, FOREST, wild);
        for cell in cells.all.iter().filter(|c| c.on_map && !wild(c)) {
            let (centre, corners) = (layout.centre(cell.like), layout.corners(cell.like));
            let samples: Vec<Point> = (0..6)
                .flat_map(|i| (0..=10).map(move |k| (i, f64::from(k) / 10.0)))
                .flat_map(|(i, t)| {
                    let edge = corners[i].towards(corners[(i + 1) % 6], t);
                    (1..=10).map(move |k| centre.towards(edge, (f64::from(k) / 10.0).sqrt()))
                })
                .collect();
            let foreign = samples.iter().filter(|&&p| inside(&rings, p)).count();
            assert!(foreign * 100 <= samples.len() * 8, "{} of {}", foreign, samples.len());
        }
    }
}
