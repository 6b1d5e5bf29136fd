//! Movement points as exact fractions.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};

/// Movement points, counted exactly in sixtieths, so that halves, thirds, quarters, fifths and
/// sixths are all whole numbers.
///
/// ```
/// use hex::Mp;
/// let road = Mp::fraction(1, 2);
/// assert_eq!(road + road, Mp::ONE);
/// assert_eq!((Mp::whole(3) + road).to_string(), "3½");
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Mp(u16);

impl Mp {
    /// No movement points.
    ///
    /// ```
    /// assert_eq!(hex::Mp::ZERO.sixtieths(), 0);
    /// ```
    pub const ZERO: Mp = Mp(0);
    /// One movement point.
    ///
    /// ```
    /// assert_eq!(hex::Mp::ONE, hex::Mp::whole(1));
    /// ```
    pub const ONE: Mp = Mp(60);
    /// More than any unit ever has, nearly 1093 points; a search with this budget has no other bound.
    ///
    /// ```
    /// use hex::Mp;
    /// assert_eq!(Mp::MAX + Mp::ONE, Mp::MAX);
    /// ```
    pub const MAX: Mp = Mp(u16::MAX - 1);

    /// A whole number of points. Above 1092 the value saturates at [`Mp::MAX`].
    ///
    /// ```
    /// use hex::Mp;
    /// assert_eq!(Mp::whole(2).sixtieths(), 120);
    /// assert_eq!(Mp::whole(5000), Mp::MAX);
    /// ```
    pub const fn whole(points: u16) -> Mp {
        if points > 1092 { Mp::MAX } else { Mp(points * 60) }
    }

    /// `numerator / denominator` points. Above 1092 the value saturates at [`Mp::MAX`].
    ///
    /// # Panics
    ///
    /// If the denominator does not divide sixty: such a value could not be kept exactly.
    ///
    /// ```
    /// use hex::Mp;
    /// assert_eq!(Mp::fraction(1, 3).sixtieths(), 20);
    /// assert_eq!(Mp::fraction(9000, 2), Mp::MAX);
    /// ```
    pub const fn fraction(numerator: u16, denominator: u16) -> Mp {
        assert!(denominator != 0 && 60 % denominator == 0, "denominator must divide sixty");
        Mp::from_sixtieths(numerator.saturating_mul(60 / denominator))
    }

    /// From a number of sixtieths. The one above [`Mp::MAX`] saturates.
    ///
    /// ```
    /// use hex::Mp;
    /// assert_eq!(Mp::from_sixtieths(60), Mp::ONE);
    /// ```
    pub const fn from_sixtieths(sixtieths: u16) -> Mp {
        if sixtieths > Mp::MAX.0 { Mp::MAX } else { Mp(sixtieths) }
    }

    /// The number of sixtieths.
    ///
    /// ```
    /// assert_eq!(hex::Mp::ONE.sixtieths(), 60);
    /// ```
    pub const fn sixtieths(self) -> u16 {
        self.0
    }

    /// The whole points, the fraction dropped.
    ///
    /// ```
    /// use hex::Mp;
    /// assert_eq!(Mp::fraction(7, 2).floor(), 3);
    /// ```
    pub const fn floor(self) -> u16 {
        self.0 / 60
    }

    /// The difference, or zero if `other` is larger.
    ///
    /// ```
    /// use hex::Mp;
    /// assert_eq!(Mp::ONE.saturating_sub(Mp::whole(2)), Mp::ZERO);
    /// ```
    pub const fn saturating_sub(self, other: Mp) -> Mp {
        Mp(self.0.saturating_sub(other.0))
    }
}

/// The sixtieths, where sums must not saturate.
impl From<Mp> for u32 {
    #[inline]
    fn from(mp: Mp) -> u32 {
        u32::from(mp.0)
    }
}

impl Add for Mp {
    type Output = Mp;
    fn add(self, other: Mp) -> Mp {
        Mp(self.0.saturating_add(other.0).min(Mp::MAX.0))
    }
}

impl AddAssign for Mp {
    fn add_assign(&mut self, other: Mp) {
        *self = *self + other;
    }
}

impl Sub for Mp {
    type Output = Mp;
    fn sub(self, other: Mp) -> Mp {
        debug_assert!(self >= other, "{self} - {other} movement points");
        Mp(self.0 - other.0)
    }
}

impl Mul<u16> for Mp {
    type Output = Mp;
    fn mul(self, n: u16) -> Mp {
        Mp(self.0.saturating_mul(n).min(Mp::MAX.0))
    }
}

impl Sum for Mp {
    fn sum<I: Iterator<Item = Mp>>(all: I) -> Mp {
        all.fold(Mp::ZERO, Add::add)
    }
}

impl fmt::Display for Mp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 60, self.0 % 60);
        let sign = match rest {
            0 => return write!(f, "{whole}"),
            30 => "½",
            20 => "⅓",
            40 => "⅔",
            15 => "¼",
            45 => "¾",
            12 => "⅕",
            24 => "⅖",
            36 => "⅗",
            48 => "⅘",
            10 => "⅙",
            50 => "⅚",
            _ => return write_lowest(f, whole, rest),
        };
        if whole == 0 { f.write_str(sign) } else { write!(f, "{whole}{sign}") }
    }
}

/// Twelfths and the like, in lowest terms: 55 sixtieths are 11/12.
fn write_lowest(f: &mut fmt::Formatter<'_>, whole: u16, rest: u16) -> fmt::Result {
    let divides = |n: &u16| rest.is_multiple_of(*n) && 60_u16.is_multiple_of(*n);
    let common = (1..=rest).rev().find(divides).unwrap_or(1);
    if whole > 0 {
        write!(f, "{whole} ")?;
    }
    write!(f, "{}/{}", rest / common, 60 / common)
}
