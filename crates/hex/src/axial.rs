//! Axial coordinates on the infinite plane.

use crate::Direction;
use serde::{Deserialize, Serialize};
use std::ops::{Add, Sub};

/// A hex of the plane in axial coordinates.
///
/// Distances and sums are exact while coordinates stay within 8000 of zero, far beyond any map.
///
/// ```
/// use hex::Hex;
/// let a = Hex::new(0, 0);
/// let b = Hex::new(2, -1);
/// assert_eq!(a.distance(b), 2);
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct Hex {
    /// The first axial coordinate.
    pub q: i16,
    /// The second axial coordinate.
    pub r: i16,
}

impl Hex {
    /// The hex at `(q, r)`.
    ///
    /// ```
    /// assert_eq!(hex::Hex::new(1, 2).q, 1);
    /// ```
    pub const fn new(q: i16, r: i16) -> Hex {
        Hex { q, r }
    }

    /// The third cube coordinate, `-q - r`.
    ///
    /// ```
    /// assert_eq!(hex::Hex::new(1, 2).s(), -3);
    /// ```
    pub const fn s(self) -> i16 {
        -self.q - self.r
    }

    /// The number of steps of the shortest path between two hexes, ignoring what lies between.
    ///
    /// ```
    /// use hex::Hex;
    /// assert_eq!(Hex::new(0, 0).distance(Hex::new(3, 0)), 3);
    /// ```
    pub const fn distance(self, other: Hex) -> u16 {
        let dq = (self.q - other.q).unsigned_abs();
        let dr = (self.r - other.r).unsigned_abs();
        let ds = (self.s() - other.s()).unsigned_abs();
        let two = if dq > dr { dq } else { dr };
        if two > ds { two } else { ds }
    }

    /// The neighbouring hex in `direction`.
    ///
    /// ```
    /// use hex::{Direction, Hex};
    /// assert_eq!(Hex::new(0, 0).neighbour(Direction::ALL[0]), Hex::new(1, 0));
    /// ```
    pub const fn neighbour(self, direction: Direction) -> Hex {
        let (dq, dr) = direction.delta();
        Hex { q: self.q + dq, r: self.r + dr }
    }

    /// The direction from this hex to an adjacent one, or `None` if they are not adjacent.
    ///
    /// ```
    /// use hex::{Direction, Hex};
    /// let a = Hex::new(4, 4);
    /// for d in Direction::ALL {
    ///     assert_eq!(a.direction_to(a.neighbour(d)), Some(d));
    /// }
    /// assert_eq!(a.direction_to(a), None);
    /// ```
    pub fn direction_to(self, other: Hex) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&d| self.neighbour(d) == other)
    }

    /// The hexes at exactly `radius` steps, clockwise; the hex itself for radius 0.
    ///
    /// ```
    /// use hex::Hex;
    /// assert_eq!(Hex::new(0, 0).ring(2).count(), 12);
    /// assert_eq!(Hex::new(0, 0).ring(0).count(), 1);
    /// ```
    pub fn ring(self, radius: u16) -> impl Iterator<Item = Hex> {
        let n = radius as i16;
        let (dq, dr) = Direction::ALL[4].delta();
        let start = Hex::new(self.q + dq * n, self.r + dr * n);
        let centre = (radius == 0).then_some(self);
        let mut at = start;
        let walk = (0..6).flat_map(move |side| (0..n).map(move |_| Direction::ALL[side]));
        centre.into_iter().chain(walk.map(move |d| {
            let here = at;
            at = at.neighbour(d);
            here
        }))
    }

    /// The hexes within `radius` steps, centre first, ring by ring.
    ///
    /// ```
    /// use hex::Hex;
    /// assert_eq!(Hex::new(0, 0).range(2).count(), 1 + 6 + 12);
    /// ```
    pub fn range(self, radius: u16) -> impl Iterator<Item = Hex> {
        (0..=radius).flat_map(move |n| self.ring(n))
    }

    /// The hexes of a straight line to `other`, both ends included, without floating point.
    ///
    /// Where the line runs exactly along a hexside, one of the two hexes is taken, always the same
    /// one for the same pair of ends: the line back has the same hexes.
    ///
    /// ```
    /// use hex::Hex;
    /// let line: Vec<Hex> = Hex::new(0, 0).line(Hex::new(3, -1)).collect();
    /// assert_eq!(line.len(), 4);
    /// assert!(line.windows(2).all(|w| w[0].distance(w[1]) == 1));
    /// ```
    pub fn line(self, other: Hex) -> impl Iterator<Item = Hex> {
        // In parts so small that all points are whole, and a little off the straight line so that
        // none falls on a hexside. The nudge is the same from both ends, and so are the hexes.
        let steps = i64::from(self.distance(other));
        let n = steps.max(1);
        let point = move |a: i16, b: i16, i: i64| 8 * (i64::from(a) * (n - i) + i64::from(b) * i);
        (0..=steps).map(move |i| {
            nearest(point(self.q, other.q, i) + 1, point(self.r, other.r, i) + 2, 8 * n)
        })
    }
}

/// The hex nearest to a point given in axial coordinates times `parts`.
fn nearest(q: i64, r: i64, parts: i64) -> Hex {
    let s = -q - r;
    let round = |x: i64| (2 * x + parts).div_euclid(2 * parts);
    let [rq, rr, rs] = [q, r, s].map(round);
    let off = |x: i64, rounded: i64| (rounded * parts - x).abs();
    let (eq, er, es) = (off(q, rq), off(r, rr), off(s, rs));
    let hex = |q: i64, r: i64| Hex::new(q as i16, r as i16);
    if eq > er && eq > es {
        hex(-rr - rs, rr)
    } else if er > es {
        hex(rq, -rq - rs)
    } else {
        hex(rq, rr)
    }
}

impl Add for Hex {
    type Output = Hex;
    fn add(self, other: Hex) -> Hex {
        Hex::new(self.q + other.q, self.r + other.r)
    }
}

impl Sub for Hex {
    type Output = Hex;
    fn sub(self, other: Hex) -> Hex {
        Hex::new(self.q - other.q, self.r - other.r)
    }
}
