//! Chance that is not chance: every jitter is a hash of what is jittered, so that one map always
//! gives the same picture.

use crate::geometry::{Point, pt};

/// A well-mixed number of three others.
pub(crate) fn hash(a: i64, b: i64, purpose: u64) -> u64 {
    let mut x = (a as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ (b as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
        ^ purpose.wrapping_mul(0x1656_67B1_9E37_79F9);
    for shift in [30, 27, 31] {
        x = (x ^ (x >> shift)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    }
    x ^ (x >> 29)
}

/// A number from 0 to 1.
pub(crate) fn chance(a: i64, b: i64, purpose: u64) -> f64 {
    (hash(a, b, purpose) >> 11) as f64 / (1u64 << 53) as f64
}

/// A number from -1 to 1.
pub(crate) fn swing(a: i64, b: i64, purpose: u64) -> f64 {
    2.0 * chance(a, b, purpose) - 1.0
}

/// A vector of length at most 1.
pub(crate) fn nudge(a: i64, b: i64, purpose: u64) -> Point {
    let angle = std::f64::consts::TAU * chance(a, b, purpose);
    let radius = chance(a, b, purpose ^ 0x5bd1).sqrt();
    pt(angle.cos(), angle.sin()) * radius
}

/// A smooth field over the sheet, from about -1 to 1, that changes over `scale`.
pub(crate) fn field(p: Point, scale: f64, purpose: u64) -> f64 {
    let (x, y) = (p.x / scale, p.y / scale);
    let (x0, y0) = (x.floor(), y.floor());
    let ease = |t: f64| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let (u, v) = (ease(x - x0), ease(y - y0));
    let at = |i: i64, j: i64| swing(x0 as i64 + i, y0 as i64 + j, purpose);
    let top = at(0, 0) + (at(1, 0) - at(0, 0)) * u;
    let low = at(0, 1) + (at(1, 1) - at(0, 1)) * u;
    top + (low - top) * v
}

/// The displacement of a point: `coarse` and `fine` are how far the two fields usually move it. It
/// depends on the position alone, so that shared borders stay together.
pub(crate) fn displace(p: Point, coarse: f64, fine: f64) -> Point {
    // A smooth field of this kind has a deviation of about 0.45.
    let vector = |scale, purpose| pt(field(p, scale, purpose), field(p, scale, purpose + 1)) * 2.0;
    p + vector(44.0, 11) * coarse + vector(17.0, 21) * fine
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_is_smooth_and_bounded() {
        for i in 0..2000 {
            let p = pt(f64::from(i) * 3.7, f64::from(i % 77) * 5.1);
            let here = field(p, 44.0, 1);
            assert!((-1.0..=1.0).contains(&here));
            assert!((here - field(p + pt(0.1, 0.1), 44.0, 1)).abs() < 0.02);
        }
    }

    #[test]
    fn the_same_question_gets_the_same_answer() {
        assert_eq!(hash(3, -4, 5), hash(3, -4, 5));
        assert_ne!(hash(3, -4, 5), hash(-4, 3, 5));
    }
}
