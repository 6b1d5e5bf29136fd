//! Combat strengths as exact fractions.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};

/// A combat strength, counted exactly in sixths, so that halves and thirds are whole numbers.
///
/// ```
/// use board::Strength;
/// let security = Strength::halves(1);
/// assert_eq!((security + security), Strength::whole(1));
/// assert_eq!(Strength::halves(3).to_string(), "1½");
/// assert_eq!(Strength::whole(3).half_dropped(), Strength::whole(1), "fractions are dropped");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Strength(u32);

impl Strength {
    /// Nothing.
    pub const ZERO: Strength = Strength(0);

    /// A whole number of factors.
    pub const fn whole(factors: u32) -> Strength {
        Strength(factors * 6)
    }

    /// A number of half factors.
    pub const fn halves(halves: u32) -> Strength {
        Strength(halves * 3)
    }

    /// A number of sixths of a factor.
    pub const fn from_sixths(sixths: u32) -> Strength {
        Strength(sixths)
    }

    /// The number of sixths.
    pub const fn sixths(self) -> u32 {
        self.0
    }

    /// Half of it, exactly.
    pub const fn half(self) -> Strength {
        Strength(self.0 / 2)
    }

    /// Half of it with the remainder of a factor dropped.
    pub const fn half_dropped(self) -> Strength {
        Strength(self.0 / 12 * 6)
    }

    /// A third of it, rounded up to a whole factor.
    pub const fn third_up(self) -> Strength {
        Strength(self.0.div_ceil(18) * 6)
    }

    /// The whole factors, the fraction dropped.
    pub const fn floor(self) -> u32 {
        self.0 / 6
    }

    /// What is left after taking `other` away, or nothing.
    pub const fn saturating_sub(self, other: Strength) -> Strength {
        Strength(self.0.saturating_sub(other.0))
    }
}

impl Add for Strength {
    type Output = Strength;
    fn add(self, other: Strength) -> Strength {
        Strength(self.0 + other.0)
    }
}

impl AddAssign for Strength {
    fn add_assign(&mut self, other: Strength) {
        self.0 += other.0;
    }
}

impl Mul<u32> for Strength {
    type Output = Strength;
    fn mul(self, n: u32) -> Strength {
        Strength(self.0 * n)
    }
}

impl Sum for Strength {
    fn sum<I: Iterator<Item = Strength>>(all: I) -> Strength {
        all.fold(Strength::ZERO, Add::add)
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 6, self.0 % 6);
        let sign = ["", "⅙", "⅓", "½", "⅔", "⅚"][rest as usize];
        match (whole, rest) {
            (0, 1..) => f.write_str(sign),
            _ => write!(f, "{whole}{sign}"),
        }
    }
}

/// In data files a strength is a number of factors; only halves are printed on counters.
impl<'de> Deserialize<'de> for Strength {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Strength, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Number {
            Whole(u32),
            Decimal(f64),
        }
        match Number::deserialize(d)? {
            Number::Whole(n) if n < 1_000_000 => Ok(Strength::whole(n)),
            Number::Decimal(x) if (0.0..1_000_000.0).contains(&x) && (x * 2.0).fract() == 0.0 => {
                Ok(Strength::halves((x * 2.0) as u32))
            }
            _ => Err(serde::de::Error::custom("expected a number of factors in whole or half")),
        }
    }
}
