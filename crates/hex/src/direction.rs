//! The six directions and small sets of them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Neg;

/// One of the six directions from a hex to a neighbour, and so one of its six sides.
///
/// The same six are called differently on the two kinds of sheets, so there are two sets of names.
/// They run clockwise.
///
/// ```
/// use hex::Direction;
/// assert_eq!(-Direction::EAST, Direction::WEST);
/// assert_eq!(Direction::EAST.clockwise(), Direction::SOUTH_EAST);
/// assert_eq!(Direction::NORTH.clockwise(), Direction::UP_RIGHT);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Direction(u8);

impl Direction {
    /// East, on a pointy-top sheet.
    ///
    /// ```
    /// assert_eq!(hex::Direction::EAST.delta(), (1, 0));
    /// ```
    pub const EAST: Direction = Direction(0);
    /// South-east, on a pointy-top sheet.
    ///
    /// ```
    /// assert_eq!(hex::Direction::SOUTH_EAST.delta(), (0, 1));
    /// ```
    pub const SOUTH_EAST: Direction = Direction(1);
    /// South-west, on a pointy-top sheet.
    ///
    /// ```
    /// assert_eq!(hex::Direction::SOUTH_WEST.delta(), (-1, 1));
    /// ```
    pub const SOUTH_WEST: Direction = Direction(2);
    /// West, on a pointy-top sheet.
    ///
    /// ```
    /// assert_eq!(hex::Direction::WEST.delta(), (-1, 0));
    /// ```
    pub const WEST: Direction = Direction(3);
    /// North-west, on a pointy-top sheet.
    ///
    /// ```
    /// assert_eq!(hex::Direction::NORTH_WEST.delta(), (0, -1));
    /// ```
    pub const NORTH_WEST: Direction = Direction(4);
    /// North-east, on a pointy-top sheet.
    ///
    /// ```
    /// assert_eq!(hex::Direction::NORTH_EAST.delta(), (1, -1));
    /// ```
    pub const NORTH_EAST: Direction = Direction(5);

    /// Right and down, on a flat-top sheet.
    ///
    /// ```
    /// use hex::Direction;
    /// assert_eq!(Direction::DOWN_RIGHT, Direction::EAST);
    /// ```
    pub const DOWN_RIGHT: Direction = Direction(0);
    /// Straight down, on a flat-top sheet.
    ///
    /// ```
    /// use hex::Direction;
    /// assert_eq!(Direction::SOUTH, Direction::SOUTH_EAST);
    /// ```
    pub const SOUTH: Direction = Direction(1);
    /// Left and down, on a flat-top sheet.
    ///
    /// ```
    /// use hex::Direction;
    /// assert_eq!(Direction::DOWN_LEFT, Direction::SOUTH_WEST);
    /// ```
    pub const DOWN_LEFT: Direction = Direction(2);
    /// Left and up, on a flat-top sheet.
    ///
    /// ```
    /// use hex::Direction;
    /// assert_eq!(Direction::UP_LEFT, Direction::WEST);
    /// ```
    pub const UP_LEFT: Direction = Direction(3);
    /// Straight up, on a flat-top sheet.
    ///
    /// ```
    /// use hex::Direction;
    /// assert_eq!(Direction::NORTH, Direction::NORTH_WEST);
    /// ```
    pub const NORTH: Direction = Direction(4);
    /// Right and up, on a flat-top sheet.
    ///
    /// ```
    /// use hex::Direction;
    /// assert_eq!(Direction::UP_RIGHT, Direction::NORTH_EAST);
    /// ```
    pub const UP_RIGHT: Direction = Direction(5);

    /// All six, clockwise.
    ///
    /// ```
    /// assert_eq!(hex::Direction::ALL.len(), 6);
    /// ```
    pub const ALL: [Direction; 6] =
        [Direction(0), Direction(1), Direction(2), Direction(3), Direction(4), Direction(5)];

    /// The position in [`Direction::ALL`].
    ///
    /// ```
    /// use hex::Direction;
    /// assert_eq!(Direction::WEST.index(), 3);
    /// ```
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next direction clockwise.
    ///
    /// ```
    /// use hex::Direction;
    /// assert_eq!(Direction::NORTH_EAST.clockwise(), Direction::EAST);
    /// ```
    pub const fn clockwise(self) -> Direction {
        Direction((self.0 + 1) % 6)
    }

    /// The next direction anticlockwise.
    ///
    /// ```
    /// use hex::Direction;
    /// assert_eq!(Direction::EAST.anticlockwise(), Direction::NORTH_EAST);
    /// ```
    pub const fn anticlockwise(self) -> Direction {
        Direction((self.0 + 5) % 6)
    }

    /// The opposite direction.
    ///
    /// ```
    /// use hex::Direction;
    /// assert_eq!(Direction::EAST.opposite(), Direction::WEST);
    /// ```
    pub const fn opposite(self) -> Direction {
        Direction((self.0 + 3) % 6)
    }

    /// The change of the axial coordinates for one step.
    ///
    /// ```
    /// assert_eq!(hex::Direction::EAST.delta(), (1, 0));
    /// ```
    pub const fn delta(self) -> (i16, i16) {
        [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)][self.0 as usize]
    }
}

impl Neg for Direction {
    type Output = Direction;
    fn neg(self) -> Direction {
        self.opposite()
    }
}

impl fmt::Debug for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Direction({})", self.0)
    }
}

/// A set of directions, such as the fortified sides of a hex or the reach of a zone of control.
///
/// ```
/// use hex::{Direction, Directions};
/// let west = Directions::of(&[Direction::NORTH_WEST, Direction::WEST, Direction::SOUTH_WEST]);
/// assert!(west.contains(Direction::WEST));
/// assert!(!west.contains(Direction::EAST));
/// assert_eq!(west.iter().count(), 3);
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct Directions(u8);

impl Directions {
    /// No direction.
    ///
    /// ```
    /// assert_eq!(hex::Directions::NONE.iter().count(), 0);
    /// ```
    pub const NONE: Directions = Directions(0);
    /// All six.
    ///
    /// ```
    /// use hex::{Direction, Directions};
    /// assert!(Direction::ALL.iter().all(|&d| Directions::ALL.contains(d)));
    /// ```
    pub const ALL: Directions = Directions(0b11_1111);

    /// The set of the given directions.
    ///
    /// ```
    /// use hex::{Direction, Directions};
    /// assert_eq!(Directions::of(&Direction::ALL), Directions::ALL);
    /// ```
    pub fn of(directions: &[Direction]) -> Directions {
        directions.iter().fold(Directions::NONE, |set, d| Directions(set.0 | 1 << d.0))
    }

    /// The set of the directions for which `is_in` holds. It is asked once for each, clockwise.
    ///
    /// ```
    /// use hex::{Direction, Directions};
    /// let downward = Directions::where_each(|d| d.delta().1 > 0);
    /// assert_eq!(downward, Directions::of(&[Direction::SOUTH_EAST, Direction::SOUTH_WEST]));
    /// ```
    #[inline]
    pub fn where_each(mut is_in: impl FnMut(Direction) -> bool) -> Directions {
        let mut set = 0;
        for d in Direction::ALL {
            set |= u8::from(is_in(d)) << d.0;
        }
        Directions(set)
    }

    /// Whether `direction` is in the set.
    ///
    /// ```
    /// use hex::{Direction, Directions};
    /// assert!(Directions::ALL.contains(Direction::EAST));
    /// ```
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & (1 << direction.0) != 0
    }

    /// The set with `direction` added.
    ///
    /// ```
    /// use hex::{Direction, Directions};
    /// assert_eq!(Directions::NONE.with(Direction::EAST).iter().next(), Some(Direction::EAST));
    /// ```
    pub const fn with(self, direction: Direction) -> Directions {
        Directions(self.0 | 1 << direction.0)
    }

    /// The number of the set among all 64: one bit for each direction.
    ///
    /// ```
    /// assert_eq!(hex::Directions::NONE.number(), 0);
    /// assert_eq!(hex::Directions::ALL.number(), 63);
    /// ```
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether the set is empty.
    ///
    /// ```
    /// assert!(hex::Directions::NONE.is_empty());
    /// ```
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The directions in the set, clockwise.
    ///
    /// ```
    /// assert_eq!(hex::Directions::ALL.iter().count(), 6);
    /// ```
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = Direction::ALL.get(rest.trailing_zeros() as usize).copied();
            rest &= rest.wrapping_sub(1);
            next
        })
    }
}
