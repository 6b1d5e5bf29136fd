//! Sets of hexes as bitsets.

use crate::HexId;
use serde::{Deserialize, Serialize};

/// A set of hexes of one grid, one bit a hex. Two sets that are combined or compared belong to the
/// same grid.
///
/// ```
/// use hex::{Grid, HexSet, Orientation, Parity, Sheet};
/// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=3, 1..=3)]).unwrap();
/// let mut set = HexSet::new(grid.len());
/// set.insert(grid.parse("0202").unwrap());
/// assert!(set.contains(grid.parse("0202").unwrap()));
/// assert_eq!(set.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HexSet {
    words: Box<[u64]>,
}

impl HexSet {
    /// The empty set over a grid of `hexes` hexes.
    ///
    /// ```
    /// assert!(hex::HexSet::new(100).is_empty());
    /// ```
    pub fn new(hexes: usize) -> HexSet {
        HexSet { words: vec![0; hexes.div_ceil(64)].into() }
    }

    /// The set of the given hexes over a grid of `hexes` hexes.
    ///
    /// ```
    /// use hex::{HexId, HexSet};
    /// let set = HexSet::of(10, [HexId::new(3), HexId::new(7)]);
    /// assert_eq!(set.len(), 2);
    /// ```
    pub fn of(hexes: usize, members: impl IntoIterator<Item = HexId>) -> HexSet {
        let mut set = HexSet::new(hexes);
        for hex in members {
            set.insert(hex);
        }
        set
    }

    /// Whether `hex` is in the set. A hex beyond the grid is not.
    ///
    /// ```
    /// use hex::{HexId, HexSet};
    /// assert!(!HexSet::new(10).contains(HexId::NONE));
    /// ```
    #[inline]
    pub fn contains(&self, hex: HexId) -> bool {
        let i = hex.index();
        self.words.get(i / 64).is_some_and(|w| w & (1 << (i % 64)) != 0)
    }

    /// Whether this is a set over a grid of `hexes` hexes, with no member beyond them. A stored set
    /// is asked this before it is used.
    ///
    /// ```
    /// assert!(hex::HexSet::new(100).is_over(100));
    /// assert!(!hex::HexSet::new(100).is_over(300));
    /// ```
    pub fn is_over(&self, hexes: usize) -> bool {
        let beyond = self.words.last().map_or(0, |w| match hexes % 64 {
            0 => 0,
            used => w >> used,
        });
        self.words.len() == hexes.div_ceil(64) && beyond == 0
    }

    /// Adds `hex`; true if it was not there before.
    ///
    /// # Panics
    ///
    /// If `hex` is not on the grid the set was made for.
    ///
    /// ```
    /// use hex::{HexId, HexSet};
    /// let mut set = HexSet::new(10);
    /// assert!(set.insert(HexId::new(1)));
    /// assert!(!set.insert(HexId::new(1)));
    /// ```
    #[inline]
    pub fn insert(&mut self, hex: HexId) -> bool {
        let i = hex.index();
        let bit = 1 << (i % 64);
        let was = self.words[i / 64] & bit != 0;
        self.words[i / 64] |= bit;
        !was
    }

    /// Removes `hex`; true if it was there. A hex beyond the grid never is.
    ///
    /// ```
    /// use hex::{HexId, HexSet};
    /// let mut set = HexSet::of(10, [HexId::new(1)]);
    /// assert!(set.remove(HexId::new(1)));
    /// assert!(set.is_empty());
    /// ```
    #[inline]
    pub fn remove(&mut self, hex: HexId) -> bool {
        let was = self.contains(hex);
        if was {
            self.words[hex.index() / 64] &= !(1 << (hex.index() % 64));
        }
        was
    }

    /// Removes all members.
    ///
    /// ```
    /// use hex::{HexId, HexSet};
    /// let mut set = HexSet::of(10, [HexId::new(1)]);
    /// set.clear();
    /// assert!(set.is_empty());
    /// ```
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds all members of `other`.
    ///
    /// ```
    /// use hex::{HexId, HexSet};
    /// let mut a = HexSet::of(10, [HexId::new(1)]);
    /// a.union_with(&HexSet::of(10, [HexId::new(2)]));
    /// assert_eq!(a.len(), 2);
    /// ```
    pub fn union_with(&mut self, other: &HexSet) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a |= b;
        }
    }

    /// Keeps only the members that are in `other` too.
    ///
    /// ```
    /// use hex::{HexId, HexSet};
    /// let mut a = HexSet::of(10, [HexId::new(1), HexId::new(2)]);
    /// a.intersect_with(&HexSet::of(10, [HexId::new(2), HexId::new(3)]));
    /// assert_eq!(a, HexSet::of(10, [HexId::new(2)]));
    /// ```
    pub fn intersect_with(&mut self, other: &HexSet) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= b;
        }
    }

    /// Removes all members of `other`.
    ///
    /// ```
    /// use hex::{HexId, HexSet};
    /// let mut a = HexSet::of(10, [HexId::new(1), HexId::new(2)]);
    /// a.subtract(&HexSet::of(10, [HexId::new(2), HexId::new(3)]));
    /// assert_eq!(a, HexSet::of(10, [HexId::new(1)]));
    /// ```
    pub fn subtract(&mut self, other: &HexSet) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= !b;
        }
    }

    /// Whether the two sets have a member in common.
    ///
    /// ```
    /// use hex::{HexId, HexSet};
    /// let a = HexSet::of(10, [HexId::new(1), HexId::new(2)]);
    /// assert!(a.intersects(&HexSet::of(10, [HexId::new(2), HexId::new(3)])));
    /// assert!(!a.intersects(&HexSet::of(10, [HexId::new(3)])));
    /// ```
    pub fn intersects(&self, other: &HexSet) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Whether every member is in `other` too.
    ///
    /// ```
    /// use hex::{HexId, HexSet};
    /// let a = HexSet::of(10, [HexId::new(1)]);
    /// let b = HexSet::of(10, [HexId::new(1), HexId::new(2)]);
    /// assert!(a.is_subset(&b) && !b.is_subset(&a));
    /// ```
    pub fn is_subset(&self, other: &HexSet) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// The number of members.
    ///
    /// ```
    /// assert_eq!(hex::HexSet::new(10).len(), 0);
    /// ```
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is no member.
    ///
    /// ```
    /// assert!(hex::HexSet::new(10).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// The members in ascending order.
    ///
    /// ```
    /// use hex::{HexId, HexSet};
    /// let set = HexSet::of(100, [HexId::new(70), HexId::new(3)]);
    /// assert_eq!(set.iter().collect::<Vec<_>>(), [HexId::new(3), HexId::new(70)]);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = HexId> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(HexId::new((i * 64 + bit) as u16))
            })
        })
    }
}
