//! Forest, swamp and hills: ground, edge and texture.

use crate::chart::Chart;
use crate::geometry::{Point, pt, resample_loop, tangents};
use crate::noise::{chance, nudge, swing};
use crate::palette::Palette;
use crate::svg::{Path, path, short, stroke};
use std::fmt::Write;

/// The size of the tile of trees and of the tile of reeds.
const TREES: (f64, f64) = (300.0, 260.0);
const REEDS: (f64, f64) = (150.0, 130.0);

/// The patterns that fill forest and swamp, where the map has any.
pub(crate) fn patterns(out: &mut String, chart: &Chart, palette: &Palette) {
    let tile = |out: &mut String, id: &str, size: (f64, f64), content: &str| {
        let _ = write!(
            out,
            "<defs><pattern id=\"{id}{}\" width=\"{}\" height=\"{}\" \
             patternUnits=\"userSpaceOnUse\">{content}</pattern></defs>",
            chart.ids,
            short(size.0),
            short(size.1)
        );
    };
    if !chart.forests.is_empty() {
        tile(out, "trees", TREES, &tree_tile(palette));
    }
    if !chart.swamps.is_empty() {
        tile(out, "reeds", REEDS, &reed_tile(palette));
    }
}

/// Points of a tile, at least `gap` apart, also across its edges.
fn scatter((w, h): (f64, f64), gap: f64, tries: i64, purpose: u64) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    let wrap = |d: f64, size: f64| d.abs().min(size - d.abs());
    for i in 0..tries {
        let p = pt(chance(i, 1, purpose) * w, chance(i, 2, purpose) * h);
        if points.iter().all(|q| wrap(p.x - q.x, w).hypot(wrap(p.y - q.y, h)) >= gap) {
            points.push(p);
        }
    }
    points
}

/// The copies of a point that show in the tile when something of radius `r` stands on it.
fn copies(p: Point, (w, h): (f64, f64), r: f64) -> Vec<Point> {
    let near = |x: f64, size: f64| {
        [0.0, -size, size].into_iter().filter(move |d| x + d > -r && x + d < size + r)
    };
    near(p.x, w).flat_map(|dx| near(p.y, h).map(move |dy| p + pt(dx, dy))).collect()
}

fn tree_tile(palette: &Palette) -> String {
    let (mut whole, mut half) = (Path::new(), Path::new());
    for (i, p) in scatter(TREES, 14.5, 2600, 51).into_iter().enumerate() {
        let i = i as i64;
        let scale = 1.0 + 0.16 * swing(i, 3, 52);
        let is_conifer = chance(i, 4, 53) < 0.55;
        for c in copies(p, TREES, 8.0) {
            if is_conifer {
                let (w, h) = (3.3 * scale, 10.5 * scale);
                let (top, foot) = (c - pt(0.0, h * 0.55), c + pt(0.0, h * 0.45));
                whole.polygon(&[top, foot + pt(w, 0.0), foot - pt(w, 0.0)]);
                half.polygon(&[top, foot + pt(w, 0.0), foot]);
            } else {
                let r = 3.9 * scale;
                whole.circle(c, r);
                let (a, b) = (c + pt(0.7, -0.7) * r, c + pt(-0.7, 0.7) * r);
                half.move_to(a).arc_to(r, true, b).close();
            }
        }
    }
    let mut out = String::new();
    path(&mut out, &whole, &format!("fill=\"{}\" fill-opacity=\".38\"", palette.tree));
    path(&mut out, &half, &format!("fill=\"{}\" fill-opacity=\".46\"", palette.tree));
    out
}

fn reed_tile(palette: &Palette) -> String {
    let mut marks = Path::new();
    for (i, p) in scatter(REEDS, 22.0, 900, 61).into_iter().enumerate() {
        let i = i as i64;
        let half = 4.5 + 4.0 * chance(i, 1, 62);
        for c in copies(p, REEDS, 10.0) {
            marks.polyline(&[c - pt(half, 0.0), c + pt(half, 0.0)]);
            let low = c + pt(1.2 * swing(i, 2, 62), 3.6);
            marks.polyline(&[low - pt(half * 0.6, 0.0), low + pt(half * 0.6, 0.0)]);
            if i % 2 == 0 {
                for (lean, height) in [(-2.6, 4.9), (0.0, 6.4), (2.6, 4.9)] {
                    marks.polyline(&[c + pt(lean * 0.3, 0.0), c + pt(lean, -height)]);
                }
            }
        }
    }
    let mut out = String::new();
    stroke(
        &mut out,
        &marks,
        palette.swamp_mark,
        1.25,
        " stroke-opacity=\".75\" stroke-linecap=\"round\"",
    );
    out
}

/// The outline of a forest with the bulges of the crowns at its edge.
pub(crate) fn crowns(rings: &[Vec<Point>]) -> Path {
    let mut path = Path::new();
    for (n, ring) in rings.iter().enumerate() {
        let points = resample_loop(ring, 9.5);
        let Some(&first) = points.first() else { continue };
        path.move_to(first);
        for i in 1..=points.len() {
            let to = points[i % points.len()];
            let chord = to.distance(points[i - 1]);
            let radius = chord * (0.56 + 0.14 * chance(n as i64, i as i64, 71));
            path.arc_to(radius, true, to);
        }
        path.close();
    }
    path
}

/// The rings of an area as a path.
pub(crate) fn outline(rings: &[Vec<Point>]) -> Path {
    let mut path = Path::new();
    for ring in rings {
        path.polygon(&crate::geometry::simplify(ring, 0.3));
    }
    path
}

/// Hachures that run down from the middle of the hills: three rows inside the outline, thicker on
/// the side away from the light.
pub(crate) fn hachures(out: &mut String, rings: &[Vec<Point>], palette: &Palette) {
    let mut strokes = [Path::new(), Path::new(), Path::new()];
    for (n, ring) in rings.iter().enumerate() {
        let points = resample_loop(ring, 4.6);
        for (i, (p, t)) in points.iter().zip(tangents(&points)).enumerate() {
            // Rings run clockwise round the hills, holes the other way: inwards is always right.
            let normal = t.right();
            // Out of the hills, against the light: 1 in full shade, -1 in full light.
            let shade = (-normal).dot(pt(0.66, 0.75));
            let class = if shade > 0.35 {
                2
            } else if shade > -0.35 {
                1
            } else {
                0
            };
            for row in 0..3 {
                if chance(n as i64, (i * 3 + row) as i64, 81) < 0.12 + 0.2 * row as f64 {
                    continue;
                }
                let start = p.to_owned() + normal * (3.0 + 9.0 * row as f64);
                let wobble = nudge(i as i64, (row + 7 * n) as i64, 82) * 0.9;
                strokes[class].polyline(&[start, start + normal * 5.5 + wobble]);
            }
        }
    }
    for (path, width) in strokes.iter().zip([0.9, 1.5, 2.3]) {
        stroke(
            out,
            path,
            palette.hill_ink,
            width,
            " stroke-opacity=\".62\" stroke-linecap=\"round\"",
        );
    }
}
