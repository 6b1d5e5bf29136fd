//! Lines cut into short segments and sorted by place, to find quickly what lies near a point.

use crate::geometry::{Point, distance_to_segment};
use std::collections::HashMap;

const BUCKET: f64 = 50.0;

/// A piece of a line, with a number of its own (half a width, say).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    pub(crate) from: Point,
    pub(crate) to: Point,
    pub(crate) half: f64,
}

/// Segments by place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Segments {
    buckets: HashMap<(i32, i32), Vec<Segment>>,
}

fn key(p: Point) -> (i32, i32) {
    ((p.x / BUCKET).floor() as i32, (p.y / BUCKET).floor() as i32)
}

impl Segments {
    /// Adds the pieces of a line; each must be shorter than a bucket is wide.
    pub(crate) fn add(&mut self, line: &[Point], half: impl Fn(usize) -> f64) {
        for (i, w) in line.windows(2).enumerate() {
            let segment = Segment { from: w[0], to: w[1], half: half(i) };
            let (a, b) = (key(w[0]), key(w[1]));
            self.buckets.entry(a).or_default().push(segment);
            if a != b {
                self.buckets.entry(b).or_default().push(segment);
            }
        }
    }

    /// The segments that may lie within a bucket's width of a point.
    pub(crate) fn near(&self, p: Point) -> impl Iterator<Item = &Segment> {
        let (x, y) = key(p);
        (x - 1..=x + 1)
            .flat_map(move |x| (y - 1..=y + 1).map(move |y| (x, y)))
            .filter_map(|k| self.buckets.get(&k))
            .flatten()
    }

    /// Whether a point is farther than `gap` from every segment's edge.
    pub(crate) fn is_clear(&self, p: Point, gap: f64) -> bool {
        self.near(p).all(|s| distance_to_segment(p, s.from, s.to) > s.half + gap)
    }

    /// The segment nearest to a point and its distance.
    pub(crate) fn nearest(&self, p: Point) -> Option<(f64, &Segment)> {
        self.near(p)
            .map(|s| (distance_to_segment(p, s.from, s.to), s))
            .min_by(|a, b| a.0.total_cmp(&b.0))
    }
}
