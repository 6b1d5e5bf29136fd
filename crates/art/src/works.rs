//! What men have built to fight from: fortified hexsides, forts, entrenchments; and airfields,
//! heights.

use crate::cells::{Corner, side_corners};
use crate::chart::{Chart, marks};
use crate::geometry::{Point, pt, resample};
use crate::palette::{Palette, mix};
use crate::style::{EDGE_WORDS, Edge, Mark};
use crate::svg::{Path, path, stroke};
use crate::water::{all_sides, corners_of, in_order};
use hex::{Direction, HexId, SideId};
use std::collections::{BTreeMap, BTreeSet};

/// Draws all works of a map.
pub(crate) fn draw(out: &mut String, chart: &Chart, palette: &Palette) {
    fortified(out, chart, palette);
    let mut trenches = Path::new();
    let mut fields = Path::new();
    for hex in chart.map.grid.hexes() {
        let centre = chart.layout.centre(hex);
        for mark in marks(chart.map, hex) {
            match mark {
                Mark::Entrenchment => trench(&mut trenches, chart, hex),
                Mark::Airfield => airfield(&mut fields, centre + pt(0.0, 20.0)),
                _ => {}
            }
        }
    }
    for place in chart.map.places.iter().filter(|p| p.kind == "airfield") {
        if marks(chart.map, place.hex).all(|m| m != Mark::Airfield) {
            airfield(&mut fields, chart.layout.centre(place.hex) + pt(0.0, 20.0));
        }
    }
    let round = " stroke-linejoin=\"round\" stroke-linecap=\"round\"";
    stroke(out, &trenches, palette.halo, 5.6, &format!("{round} stroke-opacity=\".6\""));
    stroke(out, &trenches, palette.hill_ink, 2.6, round);
    stroke(out, &fields, palette.halo, 6.0, &format!("{round} stroke-opacity=\".7\""));
    stroke(out, &fields, palette.ink, 2.4, round);
    heights(out, chart, palette);
}

/// A strip inside a ring.
fn airfield(path: &mut Path, at: Point) {
    path.circle(at, 11.0);
    path.polyline(&[at + pt(-6.0, 3.4), at + pt(6.0, -3.4)]);
    path.polyline(&[at + pt(-3.2, -4.6), at + pt(3.2, 4.6)]);
}

/// Heights as small triangles.
fn heights(out: &mut String, chart: &Chart, palette: &Palette) {
    let mut peaks = Path::new();
    for place in chart.map.places.iter().filter(|p| p.kind == "height") {
        let c = chart.layout.centre(place.hex);
        peaks.polygon(&[c + pt(0.0, -9.0), c + pt(9.0, 7.0), c + pt(-9.0, 7.0)]);
    }
    path(out, &peaks, &format!("fill=\"{}\" stroke=\"{}\"", palette.hill_ink, palette.halo));
}

/// A trench along the inside of the hex: a line that steps in and out.
fn trench(path: &mut Path, chart: &Chart, hex: HexId) {
    let centre = chart.layout.centre(hex);
    let corners = chart.layout.corners(hex);
    let mut ring: Vec<Point> = corners.iter().map(|c| centre.towards(*c, 0.8)).collect();
    ring.push(ring[0]);
    let points = resample(&ring, 9.5);
    let n = points.len() - 1;
    for (i, p) in points.iter().take(n).enumerate() {
        // Four steps along, then a tooth outwards.
        let inner = p.towards(centre, if i % 2 == 0 { 0.0 } else { 0.11 });
        if i == 0 {
            path.move_to(inner);
        } else {
            path.line_to(inner);
        }
    }
    path.close();
}

/// Fortified hexsides: a wall with merlons towards the defender.
fn fortified(out: &mut String, chart: &Chart, palette: &Palette) {
    let mut wall = Path::new();
    let mut merlons = Path::new();
    for corners in chains(&walls(chart)) {
        let points: Vec<Point> = corners.iter().map(|c| c.place(&chart.layout)).collect();
        let line = moved_right(&points, 5.5);
        wall.polyline(&line);
        let spots = resample(&line, 19.0);
        for pair in spots.windows(2) {
            let p = pair[0].middle(pair[1]);
            let along = (pair[1] - pair[0]).unit();
            let (u, v) = (along * 3.8, along.right() * 8.0);
            merlons.polygon(&[p - u, p + u, p + u + v, p - u + v]);
        }
    }
    let ink = mix(palette.ink, palette.hill_ink, 0.35);
    let round = " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    stroke(out, &wall, palette.halo, 8.0, &format!("{round} stroke-opacity=\".7\""));
    stroke(out, &wall, &ink, 3.8, round);
    path(out, &merlons, &format!("fill=\"{ink}\""));
}

/// A hexside from corner to corner with the defender to its right.
type Wall = (Corner, Corner);

/// All fortified hexsides. The defender holds the hex with the fort; a line without forts is held
/// from the side of the middle of the map.
fn walls(chart: &Chart) -> Vec<Wall> {
    let map = chart.map;
    let has_fort =
        |h: HexId| h.is_some() && marks(map, h).any(|m| matches!(m, Mark::Fort | Mark::HalfFort));
    let mut walls = BTreeSet::new();
    let mut in_lines = BTreeSet::new();
    for line in &map.lines {
        if Edge::of(map.side_name(line.kind), 0) == Edge::Fortified {
            let sides: Vec<Wall> = line.sides.iter().map(|&s| corners_of(map, s)).collect();
            in_lines.extend(line.sides.iter().copied());
            walls.extend(in_order(&sides).into_iter().flat_map(|c| defended(chart, c)));
        }
    }
    let kinds: Vec<_> = EDGE_WORDS
        .iter()
        .filter(|w| Edge::of(w, 0) == Edge::Fortified)
        .filter_map(|w| map.side_kind(w))
        .collect();
    let is_fortified = |s: &SideId| kinds.iter().any(|&k| map.side_has(*s, k));
    for side in all_sides(map).filter(|s| is_fortified(s) && !in_lines.contains(s)) {
        let (a, b) = corners_of(map, side);
        let (first, second) = map.grid.hexes_of(side);
        let is_second = has_fort(second) && !has_fort(first);
        walls.insert(if is_second { (b, a) } else { (a, b) });
    }
    for hex in map.grid.hexes().filter(|&h| marks(map, h).any(|m| m == Mark::Fort)) {
        walls.extend(Direction::ALL.map(|d| side_corners(map.grid.hex(hex), d)));
    }
    walls.into_iter().collect()
}

/// A chain of hexsides turned so that the middle of the map lies to its right.
fn defended(chart: &Chart, mut corners: Vec<Corner>) -> Vec<Wall> {
    let (w, h) = chart.layout.size();
    let middle = pt(w / 2.0, h / 2.0);
    let points: Vec<Point> = corners.iter().map(|c| c.place(&chart.layout)).collect();
    let lean: f64 = points.windows(2).map(|p| (p[1] - p[0]).right().dot(middle - p[0])).sum();
    if lean < 0.0 {
        corners.reverse();
    }
    corners.windows(2).map(|c| (c[0], c[1])).collect()
}

/// Walls that continue each other, as chains of corners.
fn chains(walls: &[Wall]) -> Vec<Vec<Corner>> {
    let mut next: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for &(from, to) in walls {
        next.entry(from).or_default().push(to);
    }
    let ends: BTreeSet<Corner> = walls.iter().map(|w| w.1).collect();
    let mut starts: Vec<Corner> = next.keys().filter(|c| !ends.contains(c)).copied().collect();
    starts.extend(next.keys());
    let mut out = Vec::new();
    for start in starts {
        let mut chain = vec![start];
        let mut at = start;
        while let Some(to) = next.get_mut(&at).and_then(Vec::pop) {
            chain.push(to);
            at = to;
        }
        if chain.len() > 1 {
            out.push(chain);
        }
    }
    out
}

/// A polyline moved to its right; a closed one stays closed.
fn moved_right(line: &[Point], by: f64) -> Vec<Point> {
    let n = line.len();
    let is_closed = line[0] == line[n - 1];
    let side = |i: usize| (line[i + 1] - line[i]).unit().right();
    (0..n)
        .map(|i| {
            let before = if i > 0 {
                i - 1
            } else if is_closed {
                n - 2
            } else {
                0
            };
            let after = if i + 1 < n {
                i
            } else if is_closed {
                0
            } else {
                n - 2
            };
            let (a, b) = (side(before), side(after));
            line[i] + (a + b) * (by / (1.0 + a.dot(b)).max(0.3))
        })
        .collect()
}
