//! The names of rivers, written along them.

use crate::chart::Chart;
use crate::clutter::{Bounds, Clutter};
use crate::geometry::{Point, length, pt, resample, tangents};
use crate::palette::Palette;
use crate::svg::{Path, escape, short};
use crate::text::{Font, halo};
use crate::water::River;
use std::fmt::Write;

/// The name of a river and the line on which it stands.
#[derive(Clone, Debug)]
pub(crate) struct RiverName {
    pub(crate) text: String,
    size: f64,
    base: Vec<Point>,
}

impl RiverName {
    /// What it covers.
    pub(crate) fn boxes(&self) -> Vec<Bounds> {
        boxes(&self.base, self.size).collect()
    }
}

/// The distance between two names of one river, and how many it may have.
const AGAIN: f64 = 1500.0;
const TIMES: usize = 3;
/// A stretch of river as points this far apart.
const STEP: f64 = 22.0;

/// Places the names of all rivers, the great ones first.
pub(crate) fn place(chart: &Chart, clutter: &mut Clutter) -> Vec<RiverName> {
    let mut rivers: Vec<&River> = chart.rivers.iter().filter(|r| !r.name.is_empty()).collect();
    rivers.sort_by(|a, b| b.class.cmp(&a.class).then(length(&b.line).total_cmp(&length(&a.line))));
    let mut out: Vec<RiverName> = Vec::new();
    for river in rivers {
        let mut done: Vec<Point> =
            out.iter().filter(|n| n.text == river.name).map(|n| n.base[n.base.len() / 2]).collect();
        while done.len() < TIMES {
            let Some(name) = best(river, clutter, &done) else { break };
            done.push(name.base[name.base.len() / 2]);
            name.boxes().into_iter().for_each(|area| clutter.take(area));
            out.push(name);
        }
    }
    out
}

/// The best place for one more name of a river, or none that is good enough.
fn best(river: &River, clutter: &Clutter, done: &[Point]) -> Option<RiverName> {
    let size = [23.0, 23.0, 28.0, 36.0][usize::from(river.class.min(3))];
    let wide = Font::SerifItalic.width(&river.name, size) + 2.2 * river.name.chars().count() as f64;
    let points = resample(&river.line, STEP);
    let need = (wide * 1.12 / STEP).ceil() as usize + 1;
    let half = river.half.iter().copied().fold(0.0, f64::max);
    let mut best: Option<(f64, Vec<Point>)> = None;
    for stretch in points.windows(need.max(2)) {
        let middle = stretch[stretch.len() / 2];
        if done.iter().any(|d| d.distance(middle) < AGAIN) {
            continue;
        }
        for is_above in [true, false] {
            let base = baseline(stretch, half, size, is_above);
            if boxes(&base, size).any(|b| clutter.taken(&b) > 0.0) {
                continue;
            }
            let cost = cost(&base, size, clutter) + if is_above { 0.0 } else { 0.8 };
            let limit = if done.is_empty() { 70.0 } else { 30.0 };
            if cost < limit && best.as_ref().is_none_or(|b| cost < b.0) {
                best = Some((cost, base));
            }
        }
    }
    best.map(|(_, base)| RiverName { text: river.name.clone(), size, base })
}

/// The line beside a stretch of river on which its name stands, always from left to right.
fn baseline(stretch: &[Point], half: f64, size: f64, is_above: bool) -> Vec<Point> {
    let mut line = stretch.to_vec();
    if line[0].x > line[line.len() - 1].x {
        line.reverse();
    }
    for _ in 0..3 {
        let copy = line.clone();
        for i in 1..line.len() - 1 {
            line[i] = copy[i - 1] * 0.25 + copy[i] * 0.5 + copy[i + 1] * 0.25;
        }
    }
    let off = if is_above { -(half + 6.0) } else { half + 4.0 + 0.68 * size };
    let side = tangents(&line);
    line.iter().zip(side).map(|(p, t)| *p + t.right() * off).collect()
}

fn cost(base: &[Point], size: f64, clutter: &Clutter) -> f64 {
    let directions: Vec<Point> = base.windows(2).map(|w| (w[1] - w[0]).unit()).collect();
    let turning: f64 =
        directions.windows(2).map(|w| w[0].cross(w[1]).atan2(w[0].dot(w[1])).abs()).sum();
    let whole = base[base.len() - 1] - base[0];
    let steep = whole.y.abs().atan2(whole.x.abs());
    let backward = directions.iter().filter(|d| d.x < -0.15).count() as f64;
    let covered: f64 = boxes(base, size).map(|b| clutter.cost(&b)).sum();
    9.0 * turning + 5.0 * steep + 12.0 * backward + covered
}

/// Small boxes along a name.
fn boxes(base: &[Point], size: f64) -> impl Iterator<Item = Bounds> {
    let sides = tangents(base);
    base.iter().copied().zip(sides).map(move |(p, t)| {
        let c = p - t.right() * (size * 0.3);
        let half = size * 0.36;
        Bounds { low: c - pt(half, half), high: c + pt(half, half) }
    })
}

/// Draws the names of rivers.
pub(crate) fn draw(out: &mut String, names: &[RiverName], palette: &Palette, ids: &str) {
    for (i, name) in names.iter().enumerate() {
        let mut base = Path::new();
        base.curve(&name.base);
        let _ = write!(
            out,
            "<path id=\"river-{i}{ids}\" d=\"{}\" fill=\"none\"/><text {} font-size=\"{}\" \
             fill=\"{}\" text-anchor=\"middle\" letter-spacing=\"2.2\"{}>\
             <textPath href=\"#river-{i}{ids}\" startOffset=\"50%\">{}</textPath></text>",
            base.data(),
            Font::SerifItalic.attributes(),
            short(name.size),
            palette.water_text,
            halo(palette.halo, name.size / 6.0, 0.7),
            escape(&name.text)
        );
    }
}
