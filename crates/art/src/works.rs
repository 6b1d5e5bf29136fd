//! What men have built to fight from: fortified hexsides, forts, entrenchments; and airfields, heights.

use crate::cells::Corner;
use crate::chart::{Chart, marks};
use crate::geometry::{Point, length, pt, resample};
use crate::palette::Palette;
use crate::style::{EDGE_WORDS, Edge, Mark};
use crate::svg::{Path, path, stroke};
use crate::water::all_sides;
use hex::{Direction, HexId};

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
    let map = chart.map;
    let mut wall = Path::new();
    let mut merlons = Path::new();
    let has_fort =
        |h: HexId| h.is_some() && marks(map, h).any(|m| matches!(m, Mark::Fort | Mark::HalfFort));
    let kinds: Vec<_> = EDGE_WORDS
        .iter()
        .filter(|w| Edge::of(w, 0) == Edge::Fortified)
        .filter_map(|w| map.side_kind(w))
        .collect();
    for side in all_sides(map) {
        if kinds.iter().any(|&k| map.side_has(side, k)) {
            let (first, second) = map.grid.hexes_of(side);
            let defender = if has_fort(second) && !has_fort(first) { second } else { first };
            let d = Direction::ALL[side.index() % 6];
            let d = if defender == first { d } else { d.opposite() };
            one_wall(&mut wall, &mut merlons, chart, defender, d);
        }
    }
    for hex in map.grid.hexes().filter(|&h| marks(map, h).any(|m| m == Mark::Fort)) {
        for d in Direction::ALL {
            one_wall(&mut wall, &mut merlons, chart, hex, d);
        }
    }
    stroke(out, &wall, palette.halo, 9.0, " stroke-opacity=\".7\" stroke-linecap=\"round\"");
    stroke(out, &wall, palette.ink, 4.4, " stroke-linecap=\"round\"");
    path(out, &merlons, &format!("fill=\"{}\"", palette.ink));
}

/// The wall on one side of a hex, a little inside it.
fn one_wall(wall: &mut Path, merlons: &mut Path, chart: &Chart, hex: HexId, d: Direction) {
    let at = chart.map.grid.hex(hex);
    let centre = chart.layout.centre(hex);
    let a = Corner::of(at, d).place(&chart.layout);
    let b = Corner::of(at, d.clockwise()).place(&chart.layout);
    let line = [centre.towards(a, 0.93), centre.towards(b, 0.93)];
    wall.polyline(&line);
    let along = (line[1] - line[0]).unit();
    let inward = along.right();
    let count = (length(&line) / 17.0).floor().max(1.0);
    for i in 0..count as usize {
        let p = line[0].towards(line[1], (i as f64 + 0.5) / count);
        let (u, v) = (along * 4.2, inward * 9.0);
        merlons.polygon(&[p - u, p + u, p + u + v, p - u + v]);
    }
}
