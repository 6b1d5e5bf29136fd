//! The two sides of the table.

use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// One of the two sides. Which of them is the German, the Russian or the White side is said by the
/// game's data.
///
/// ```
/// use board::Side;
/// assert_eq!(Side::A.other(), Side::B);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The side that the game's data names first.
    A,
    /// The side that the game's data names second.
    B,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Side; 2] = [Side::A, Side::B];

    /// The opponent.
    pub const fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// One value for each side.
///
/// ```
/// use board::{BySide, Side};
/// let mut rolls = BySide::new(6, 4);
/// rolls[Side::B] -= 1;
/// assert_eq!(rolls[Side::B], 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BySide<T> {
    /// The value of side A.
    pub a: T,
    /// The value of side B.
    pub b: T,
}

impl<T> BySide<T> {
    /// The values of side A and side B.
    pub const fn new(a: T, b: T) -> BySide<T> {
        BySide { a, b }
    }

    /// The value that `make` gives for each side.
    pub fn of(mut make: impl FnMut(Side) -> T) -> BySide<T> {
        BySide { a: make(Side::A), b: make(Side::B) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::A => &mut self.a,
            Side::B => &mut self.b,
        }
    }
}
