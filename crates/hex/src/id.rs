//! Hexes and hexsides of one map as small dense numbers.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A hex of one [`Grid`](crate::Grid), as a small dense number: an index into arrays.
///
/// ```
/// use hex::HexId;
/// assert_eq!(HexId::new(3).index(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HexId(pub(crate) u16);

impl HexId {
    /// No hex: beyond the edge of the map.
    ///
    /// ```
    /// use hex::{Direction, Grid, HexId, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=1, 1..=1)]).unwrap();
    /// assert_eq!(grid.neighbours(HexId::new(0)), [HexId::NONE; 6]);
    /// ```
    pub const NONE: HexId = HexId(u16::MAX);

    /// The hex with this index.
    ///
    /// ```
    /// assert_eq!(hex::HexId::new(7).index(), 7);
    /// ```
    pub const fn new(index: u16) -> HexId {
        HexId(index)
    }

    /// The index.
    ///
    /// ```
    /// assert_eq!(hex::HexId::new(7).index(), 7);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is a hex at all.
    ///
    /// ```
    /// assert!(!hex::HexId::NONE.is_some());
    /// ```
    pub const fn is_some(self) -> bool {
        self.0 != u16::MAX
    }

    /// This hex, or `None` for [`HexId::NONE`].
    ///
    /// ```
    /// assert_eq!(hex::HexId::NONE.some(), None);
    /// ```
    pub const fn some(self) -> Option<HexId> {
        if self.is_some() { Some(self) } else { None }
    }
}

impl fmt::Debug for HexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_some() { write!(f, "H{}", self.0) } else { f.write_str("H-") }
    }
}

/// A hexside: the line between two neighbouring hexes, or between a hex and the edge of the map.
/// Both hexes name the same side.
///
/// ```
/// use hex::{Direction, Grid, Orientation, Parity, Sheet};
/// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=3, 1..=3)]).unwrap();
/// let (a, b) = (grid.parse("0201").unwrap(), grid.parse("0202").unwrap());
/// assert_eq!(grid.side(a, Direction::SOUTH), grid.side(b, Direction::NORTH));
/// assert_eq!(grid.hexes_of(grid.side(a, Direction::SOUTH)), (a, b));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(pub(crate) u16);

impl SideId {
    /// The side with this index.
    ///
    /// ```
    /// assert_eq!(hex::SideId::new(7).index(), 7);
    /// ```
    pub const fn new(index: u16) -> SideId {
        SideId(index)
    }

    /// The index.
    ///
    /// ```
    /// assert_eq!(hex::SideId::new(7).index(), 7);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for SideId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S{}", self.0)
    }
}
