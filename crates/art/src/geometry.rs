//! Points, polylines and curves of the sheet.

use std::ops::{Add, Mul, Neg, Sub};

/// A point or a vector on the sheet: x to the right, y down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// The point (x, y).
pub(crate) const fn pt(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Point {
    pub(crate) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    pub(crate) fn distance(self, other: Point) -> f64 {
        (self - other).length()
    }

    /// The same direction with length 1; nothing stays nothing.
    pub(crate) fn unit(self) -> Point {
        let length = self.length();
        if length < 1e-9 { pt(0.0, 0.0) } else { self * (1.0 / length) }
    }

    /// Turned by a right angle, clockwise on the sheet.
    pub(crate) fn right(self) -> Point {
        pt(-self.y, self.x)
    }

    pub(crate) fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub(crate) fn cross(self, other: Point) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// The point at share `t` of the way to `other`.
    pub(crate) fn towards(self, other: Point, t: f64) -> Point {
        self + (other - self) * t
    }

    pub(crate) fn middle(self, other: Point) -> Point {
        self.towards(other, 0.5)
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, o: Point) -> Point {
        pt(self.x + o.x, self.y + o.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, o: Point) -> Point {
        pt(self.x - o.x, self.y - o.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, k: f64) -> Point {
        pt(self.x * k, self.y * k)
    }
}

impl Neg for Point {
    type Output = Point;
    fn neg(self) -> Point {
        self * -1.0
    }
}

/// The length of a polyline.
pub(crate) fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|w| w[0].distance(w[1])).sum()
}

/// Points every `step` or a little less along a polyline, its ends included.
pub(crate) fn resample(line: &[Point], step: f64) -> Vec<Point> {
    let total = length(line);
    let (Some(&first), Some(&last)) = (line.first(), line.last()) else { return Vec::new() };
    let count = (total / step).ceil().max(1.0) as usize;
    let gap = total / count as f64;
    let mut out = vec![first];
    let mut done = 0.0;
    for pair in line.windows(2) {
        let piece = pair[0].distance(pair[1]);
        while out.len() < count && gap * out.len() as f64 <= done + piece {
            let t = (gap * out.len() as f64 - done) / piece;
            out.push(pair[0].towards(pair[1], t));
        }
        done += piece;
    }
    out.push(last);
    out
}

/// The same for a closed loop; the first point is not repeated at the end.
pub(crate) fn resample_loop(ring: &[Point], step: f64) -> Vec<Point> {
    let mut line = ring.to_vec();
    line.extend(ring.first());
    let mut out = resample(&line, step);
    out.pop();
    out
}

/// Leaves out points that lie within `tolerance` of the line without them.
pub(crate) fn simplify(line: &[Point], tolerance: f64) -> Vec<Point> {
    if line.len() < 3 {
        return line.to_vec();
    }
    let mut keep = vec![false; line.len()];
    keep[0] = true;
    keep[line.len() - 1] = true;
    let mut open = vec![(0, line.len() - 1)];
    while let Some((a, b)) = open.pop() {
        let far = (a + 1..b)
            .map(|i| (i, distance_to_segment(line[i], line[a], line[b])))
            .max_by(|x, y| x.1.total_cmp(&y.1));
        if let Some((i, distance)) = far
            && distance > tolerance
        {
            keep[i] = true;
            open.extend([(a, i), (i, b)]);
        }
    }
    line.iter().zip(keep).filter(|(_, k)| *k).map(|(p, _)| *p).collect()
}

/// The distance of a point from a segment.
pub(crate) fn distance_to_segment(p: Point, a: Point, b: Point) -> f64 {
    let along = b - a;
    let t = ((p - a).dot(along) / along.dot(along).max(1e-12)).clamp(0.0, 1.0);
    p.distance(a + along * t)
}

/// Whether a point lies in the area that rings enclose (even-odd).
pub(crate) fn inside(rings: &[Vec<Point>], p: Point) -> bool {
    let mut odd = false;
    for ring in rings {
        for (i, &a) in ring.iter().enumerate() {
            let b = ring[(i + 1) % ring.len()];
            if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
                odd = !odd;
            }
        }
    }
    odd
}

/// The signed area of a ring; positive when it runs clockwise on the sheet.
pub(crate) fn signed_area(ring: &[Point]) -> f64 {
    let next = |i: usize| ring[(i + 1) % ring.len()];
    ring.iter().enumerate().map(|(i, a)| a.cross(next(i))).sum::<f64>() / 2.0
}

/// Where two segments cross, as the point and the share of the first.
pub(crate) fn crossing(a: Point, b: Point, c: Point, d: Point) -> Option<Point> {
    let (r, s) = (b - a, d - c);
    let parallel = r.cross(s);
    if parallel.abs() < 1e-9 {
        return None;
    }
    let t = (c - a).cross(s) / parallel;
    let u = (c - a).cross(r) / parallel;
    ((0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u)).then(|| a + r * t)
}

/// The curve through all points (Catmull-Rom), as the two control points and the end of each piece.
pub(crate) fn curve_through(points: &[Point]) -> Vec<[Point; 3]> {
    let at = |i: isize| points[i.clamp(0, points.len() as isize - 1) as usize];
    (0..points.len().saturating_sub(1) as isize)
        .map(|i| {
            let (before, a, b, after) = (at(i - 1), at(i), at(i + 1), at(i + 2));
            [a + (b - before) * (1.0 / 6.0), b - (after - a) * (1.0 / 6.0), b]
        })
        .collect()
}

/// `n` points on each piece of the curve through the points, with its first point.
pub(crate) fn sample_curve(points: &[Point], n: usize) -> Vec<Point> {
    let mut out: Vec<Point> = points.first().copied().into_iter().collect();
    for (i, [c1, c2, end]) in curve_through(points).into_iter().enumerate() {
        out.extend((1..=n).map(|k| bezier(points[i], c1, c2, end, k as f64 / n as f64)));
    }
    out
}

fn bezier(a: Point, b: Point, c: Point, d: Point, t: f64) -> Point {
    let s = 1.0 - t;
    a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t)
}

/// The direction of a polyline at each of its points.
pub(crate) fn tangents(line: &[Point]) -> Vec<Point> {
    let last = line.len().saturating_sub(1);
    (0..line.len()).map(|i| (line[(i + 1).min(last)] - line[i.saturating_sub(1)]).unit()).collect()
}

/// A ribbon round a polyline: its outline, `half` being half the width at each point.
pub(crate) fn ribbon(line: &[Point], half: &[f64]) -> Vec<Point> {
    let side = tangents(line);
    let edge = |sign: f64| {
        let side = &side;
        (0..line.len()).map(move |i| line[i] + side[i].right() * (half[i] * sign)).collect()
    };
    let mut left: Vec<Point> = edge(-1.0);
    let right: Vec<Point> = edge(1.0);
    left.extend(right.into_iter().rev());
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resampling_keeps_both_ends_and_the_length() {
        let line = [pt(0.0, 0.0), pt(10.0, 0.0), pt(10.0, 7.0)];
        let points = resample(&line, 2.0);
        assert_eq!((points[0], points[points.len() - 1]), (line[0], line[2]));
        assert!(points.windows(2).all(|w| w[0].distance(w[1]) <= 2.0 + 1e-9));
    }

    #[test]
    fn simplifying_keeps_what_stands_out() {
        let line = [pt(0.0, 0.0), pt(5.0, 0.1), pt(10.0, 0.0), pt(10.0, 9.0)];
        assert_eq!(simplify(&line, 0.5), [line[0], line[2], line[3]]);
    }

    #[test]
    fn a_point_in_a_hole_is_outside() {
        let square = |r: f64| vec![pt(-r, -r), pt(r, -r), pt(r, r), pt(-r, r)];
        let rings = [square(4.0), square(1.0)];
        assert!(inside(&rings, pt(2.0, 2.0)));
        assert!(!inside(&rings, pt(0.0, 0.0)));
    }

    #[test]
    fn a_curve_passes_through_its_points() {
        let points = [pt(0.0, 0.0), pt(3.0, 4.0), pt(9.0, 1.0)];
        let line = sample_curve(&points, 5);
        assert!(points.iter().all(|p| line.iter().any(|q| p.distance(*q) < 1e-9)));
    }
}
