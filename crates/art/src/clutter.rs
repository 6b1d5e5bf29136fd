//! What lettering should keep clear of.

use crate::chart::{Chart, marks};
use crate::geometry::{Point, pt, resample};
use crate::style::{Edge, Mark};
use std::collections::HashMap;

/// An upright box on the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) low: Point,
    pub(crate) high: Point,
}

impl Bounds {
    pub(crate) fn new(x: f64, y: f64, w: f64, h: f64) -> Bounds {
        Bounds { low: pt(x, y), high: pt(x + w, y + h) }
    }

    pub(crate) fn contains(&self, p: Point) -> bool {
        p.x > self.low.x && p.x < self.high.x && p.y > self.low.y && p.y < self.high.y
    }

    /// How far a point lies from the box; nothing inside it.
    pub(crate) fn distance(&self, p: Point) -> f64 {
        let beyond = |v: f64, low: f64, high: f64| (low - v).max(v - high).max(0.0);
        beyond(p.x, self.low.x, self.high.x).hypot(beyond(p.y, self.low.y, self.high.y))
    }

    /// The area that two boxes share.
    pub(crate) fn shared(&self, other: &Bounds) -> f64 {
        let w = self.high.x.min(other.high.x) - self.low.x.max(other.low.x);
        let h = self.high.y.min(other.high.y) - self.low.y.max(other.low.y);
        if w > 0.0 && h > 0.0 { w * h } else { 0.0 }
    }
}

const BUCKET: f64 = 100.0;

/// Points that lettering had better not cover, with what each costs, and the names already placed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clutter {
    points: HashMap<(i32, i32), Vec<(Point, f64)>>,
    names: HashMap<(i32, i32), Vec<Bounds>>,
    sheets: Vec<Bounds>,
}

fn key(p: Point) -> (i32, i32) {
    ((p.x / BUCKET).floor() as i32, (p.y / BUCKET).floor() as i32)
}

impl Clutter {
    /// The roads, waters, railways, towns and hex numbers of a map.
    pub(crate) fn new(chart: &Chart) -> Clutter {
        let inner = |&(low, high): &(Point, Point)| Bounds {
            low: low + pt(4.0, 4.0),
            high: high - pt(4.0, 4.0),
        };
        let sheets = chart.layout.sheets().iter().map(inner).collect();
        let mut clutter = Clutter { sheets, ..Clutter::default() };
        for stretch in &chart.ways.stretches {
            let cost = if stretch.way.is_railway() { 0.6 } else { 1.0 };
            clutter.add(resample(&stretch.line, 12.0), cost);
        }
        for river in &chart.rivers {
            let cost = if river.kind == Edge::Lake { 1.4 } else { 0.9 };
            clutter.add(resample(&river.line, 12.0), cost);
        }
        for ring in chart.lakes.iter().chain(&chart.cities) {
            clutter.add(resample(ring, 14.0), 0.7);
        }
        for &(_, at, radius) in &chart.towns {
            let r = radius * 0.7;
            let spots = [(0.0, 0.0), (r, 0.0), (-r, 0.0), (0.0, r), (0.0, -r)];
            clutter.add(spots.into_iter().map(|(x, y)| at + pt(x, y)), 3.0);
        }
        let is_work = |m: Mark| matches!(m, Mark::Fort | Mark::HalfFort | Mark::Entrenchment);
        for hex in chart.map.grid.hexes() {
            if marks(chart.map, hex).any(is_work) {
                let ring = chart.layout.corners(hex);
                let sides = (0..6).flat_map(|i| [ring[i], ring[i].middle(ring[(i + 1) % 6])]);
                clutter.add(sides, 0.8);
            }
            let at = chart.layout.centre(hex) - pt(0.0, 39.0);
            clutter.add([at - pt(7.0, 0.0), at + pt(7.0, 0.0)], 0.35);
        }
        clutter
    }

    fn add(&mut self, points: impl IntoIterator<Item = Point>, cost: f64) {
        for p in points {
            self.points.entry(key(p)).or_default().push((p, cost));
        }
    }

    fn buckets(area: &Bounds) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (low, high) = (key(area.low), key(area.high));
        (low.0..=high.0).flat_map(move |x| (low.1..=high.1).map(move |y| (x, y)))
    }

    /// Keeps a box for a name.
    pub(crate) fn take(&mut self, area: Bounds) {
        for bucket in Clutter::buckets(&area) {
            self.names.entry(bucket).or_default().push(area);
        }
    }

    /// How much of the box is taken by other names, in square hexes.
    pub(crate) fn taken(&self, area: &Bounds) -> f64 {
        let boxes = Clutter::buckets(area).filter_map(|b| self.names.get(&b)).flatten();
        boxes.map(|other| area.shared(other)).fold(0.0, f64::max) / 1e4
    }

    /// Whether a box lies on the printed sheets.
    fn is_on_sheet(&self, area: &Bounds) -> bool {
        let corners =
            [area.low, area.high, pt(area.low.x, area.high.y), pt(area.high.x, area.low.y)];
        corners.iter().all(|&c| self.sheets.iter().any(|s| s.contains(c)))
    }

    /// What a name in this box costs.
    pub(crate) fn cost(&self, area: &Bounds) -> f64 {
        let points = Clutter::buckets(area).filter_map(|b| self.points.get(&b)).flatten();
        let covered: f64 = points.filter(|(p, _)| area.contains(*p)).map(|(_, c)| c).sum();
        let off = if self.is_on_sheet(area) { 0.0 } else { 60.0 };
        let taken = self.taken(area);
        covered + off + if taken > 0.0 { 30.0 + 600.0 * taken } else { 0.0 }
    }
}
