//! Towns and cities: blocks of houses with streets between them.

use crate::geometry::{Point, inside, pt, resample_loop, signed_area};
use crate::noise::{chance, hash, nudge};
use crate::segments::{Segment, Segments};
use crate::svg::Path;
use std::collections::HashMap;

/// A straight cut through a town: what lies within `half` of the ray from `from` in `along` is
/// road.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    pub(crate) from: Point,
    pub(crate) along: Point,
    pub(crate) half: f64,
}

/// A lumpy disc round a point.
pub(crate) fn lump(centre: Point, radius: f64, key: u64) -> Vec<Point> {
    let key = key as i64;
    let corners: Vec<Point> = (0..11)
        .map(|i| {
            let angle =
                std::f64::consts::TAU * (f64::from(i) + 0.5 * chance(key, i.into(), 91)) / 11.0;
            let r = radius * (0.84 + 0.3 * chance(key, i.into(), 92));
            centre + pt(angle.cos(), angle.sin()) * r
        })
        .collect();
    smooth(&corners)
}

/// A ring with its corners cut twice.
pub(crate) fn smooth(ring: &[Point]) -> Vec<Point> {
    let mut ring = ring.to_vec();
    for _ in 0..2 {
        let n = ring.len();
        ring = (0..n)
            .flat_map(|i| {
                let (a, b) = (ring[i], ring[(i + 1) % n]);
                [a.towards(b, 0.25), a.towards(b, 0.75)]
            })
            .collect();
    }
    ring
}

/// The blocks of a town: cells round scattered points, shrunk by `street`, cut by the roads.
pub(crate) fn town(centre: Point, radius: f64, key: u64, cuts: &[Cut]) -> Vec<Vec<Point>> {
    let shape = lump(centre, radius, key);
    let seeds = lattice(centre, radius * 1.25, 10.5, key);
    cells(&seeds, 1.15, |_| shape.clone(), cuts)
}

/// The blocks of a city inside `rings`, kept clear of water and cut by the roads.
pub(crate) fn city(rings: &[Vec<Point>], roads: &Segments, water: &Segments) -> Vec<Vec<Point>> {
    rings
        .iter()
        .filter(|ring| signed_area(ring) > 0.0)
        .flat_map(|ring| {
            // Holes lie inside; other cities are too far off to matter.
            let (low, high) = bounds(ring);
            let middle = low.middle(high);
            let key = hash(middle.x as i64, middle.y as i64, 93);
            let is_in = |p: Point| p.x > low.x && p.x < high.x && p.y > low.y && p.y < high.y;
            let here: Vec<Vec<Point>> = rings.iter().filter(|r| is_in(r[0])).cloned().collect();
            let seeds: Vec<Point> = lattice(middle, low.distance(high) / 2.0 + BLOCK, BLOCK, key)
                .into_iter()
                .filter(|&p| is_in(p) && inside(&here, p))
                .collect();
            City::new(seeds, here, roads, water).blocks()
        })
        .collect()
}

fn bounds(ring: &[Point]) -> (Point, Point) {
    let low = ring.iter().fold(ring[0], |a, p| pt(a.x.min(p.x), a.y.min(p.y)));
    let high = ring.iter().fold(ring[0], |a, p| pt(a.x.max(p.x), a.y.max(p.y)));
    (low - pt(1.0, 1.0), high + pt(1.0, 1.0))
}

/// The size of a city block.
const BLOCK: f64 = 15.0;

struct City<'a> {
    seeds: Vec<Point>,
    by_place: HashMap<(i64, i64), Vec<Point>>,
    rings: Vec<Vec<Point>>,
    edge: Segments,
    roads: &'a Segments,
    water: &'a Segments,
}

/// The square of the city in which a point lies.
fn square_of(p: Point) -> (i64, i64) {
    ((p.x / (2.6 * BLOCK)).floor() as i64, (p.y / (2.6 * BLOCK)).floor() as i64)
}

impl<'a> City<'a> {
    fn new(
        seeds: Vec<Point>,
        rings: Vec<Vec<Point>>,
        roads: &'a Segments,
        water: &'a Segments,
    ) -> City<'a> {
        let mut by_place: HashMap<(i64, i64), Vec<Point>> = HashMap::new();
        for &seed in &seeds {
            by_place.entry(square_of(seed)).or_default().push(seed);
        }
        let mut edge = Segments::default();
        for ring in &rings {
            edge.add(ring, |_| 0.0);
            edge.add(&[ring[ring.len() - 1], ring[0]], |_| 0.0);
        }
        City { seeds, by_place, rings, edge, roads, water }
    }

    fn blocks(&self) -> Vec<Vec<Point>> {
        self.seeds.iter().filter_map(|&s| self.block(s)).collect()
    }

    /// The seeds whose cells may touch that of `seed`.
    fn near(&self, seed: Point) -> Vec<Point> {
        let (x, y) = square_of(seed);
        (x - 1..=x + 1)
            .flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)))
            .filter_map(|k| self.by_place.get(&k))
            .flatten()
            .copied()
            .filter(|q| q.distance(seed) < 2.6 * BLOCK)
            .collect()
    }

    fn block(&self, seed: Point) -> Option<Vec<Point>> {
        let r = BLOCK * 0.9;
        let square = vec![pt(-r, -r), pt(r, -r), pt(r, r), pt(-r, r)];
        let square = square.into_iter().map(|p| seed + p).collect();
        let near = self.near(seed);
        let own = near.iter().position(|q| *q == seed)?;
        let block = cell(own, &near, 1.5, square, &self.cuts(seed))?;
        let shrunk: Vec<Point> = block.iter().map(|p| seed.towards(*p, 0.7)).collect();
        let is_central = self.edge.is_clear(seed, 2.0 * BLOCK);
        [block, shrunk]
            .into_iter()
            .find(|b| self.is_dry(b) && (is_central || b.iter().all(|&p| inside(&self.rings, p))))
    }

    fn is_dry(&self, block: &[Point]) -> bool {
        block.iter().all(|&p| self.water.is_clear(p, 3.0))
    }

    /// The straight cut that stands for the road near a point.
    fn cuts(&self, p: Point) -> Vec<Cut> {
        let near = self.roads.nearest(p).filter(|(distance, _)| *distance < BLOCK * 1.3);
        let cut = |(_, s): (f64, &Segment)| {
            let along = (s.to - s.from).unit();
            Cut { from: s.from - along * 200.0, along, half: s.half }
        };
        near.map(cut).into_iter().collect()
    }
}

/// Jittered points of a triangular lattice within `radius`.
fn lattice(centre: Point, radius: f64, gap: f64, key: u64) -> Vec<Point> {
    let n = (radius / gap).ceil() as i64 + 1;
    let place = |i: i64, j: i64| {
        let base = pt(i as f64 + 0.5 * (j.rem_euclid(2)) as f64, j as f64 * 0.866) * gap;
        centre + base + nudge(i, j, key) * (gap * 0.34)
    };
    (-n..=n)
        .flat_map(|j| (-n..=n).map(move |i| place(i, j)))
        .filter(|p| p.distance(centre) < radius)
        .collect()
}

fn cells(
    seeds: &[Point],
    street: f64,
    shape: impl Fn(usize) -> Vec<Point>,
    cuts: &[Cut],
) -> Vec<Vec<Point>> {
    (0..seeds.len()).filter_map(|i| cell(i, seeds, street, shape(i), cuts)).collect()
}

/// The part of `shape` that is nearer to seed `own` than to any other, less half a street.
fn cell(
    own: usize,
    seeds: &[Point],
    street: f64,
    shape: Vec<Point>,
    cuts: &[Cut],
) -> Option<Vec<Point>> {
    let seed = seeds[own];
    let mut ring = shape;
    for (i, &other) in seeds.iter().enumerate() {
        if i != own {
            let normal = (other - seed).unit();
            ring = clip(&ring, seed.middle(other) - normal * street, normal);
        }
    }
    for cut in cuts {
        let ahead = (seed - cut.from).dot(cut.along);
        if ahead > 0.0 {
            let side = (seed - cut.from).dot(cut.along.right());
            let normal = cut.along.right() * -side.signum();
            ring = clip(&ring, cut.from - normal * cut.half, normal);
        }
    }
    let is_block = ring.len() > 2 && signed_area(&ring).abs() > 12.0;
    is_block.then_some(ring)
}

/// What of a convex ring lies behind the line through `at` with the outward `normal`.
fn clip(ring: &[Point], at: Point, normal: Point) -> Vec<Point> {
    let over = |p: Point| (p - at).dot(normal);
    let mut out = Vec::with_capacity(ring.len() + 2);
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        let (da, db) = (over(a), over(b));
        if da <= 0.0 {
            out.push(a);
        }
        if (da < 0.0) != (db < 0.0) && (da - db).abs() > 1e-9 {
            out.push(a.towards(b, da / (da - db)));
        }
    }
    out
}

/// Blocks as one path.
pub(crate) fn blocks_path(blocks: &[Vec<Point>]) -> Path {
    let mut path = Path::new();
    for block in blocks {
        path.polygon(block);
    }
    path
}

/// The ground under the blocks of a town.
pub(crate) fn town_ground(centre: Point, radius: f64, key: u64) -> Vec<Point> {
    let shape = lump(centre, radius, key);
    let grown: Vec<Point> = shape.iter().map(|&p| p + (p - centre).unit() * 3.4).collect();
    resample_loop(&grown, 6.0)
}
