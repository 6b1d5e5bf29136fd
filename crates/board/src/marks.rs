//! Markers on counters: which there are is the game's business, how they are kept is not.

use crate::UnitId;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// How many kinds of markers a game may have.
pub const MARKS_MAX: u8 = 32;

/// A kind of marker of a game: an enum made by [`marks!`](crate::marks).
pub trait Mark: Copy {
    /// Its place among the markers of a counter, below [`MARKS_MAX`].
    fn place(self) -> u8;
}

/// The markers of a game as an enum. Each has a place of its own below 32, which saved states keep.
///
/// ```
/// board::marks! {
///     /// What a counter can carry.
///     pub enum Mark {
///         /// It has moved.
///         Moved = 0,
///         /// It is cut off.
///         Isolated = 17,
///     }
/// }
/// # use board::{Position, UnitId};
/// # use hex::{Grid, Orientation, Parity, Sheet};
/// # let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=5, 1..=5)]).unwrap();
/// let (mut position, unit) = (Position::new(&grid, 1), UnitId::new(0));
/// position.set_mark(unit, Mark::Isolated, true);
/// position.set_mark(unit, Mark::Moved, true);
/// position.keep_marks(unit, &[Mark::Isolated]);
/// assert!(position.has_mark(unit, Mark::Isolated) && !position.has_mark(unit, Mark::Moved));
/// ```
#[macro_export]
macro_rules! marks {
    ($(#[$about:meta])* $v:vis enum $name:ident {
        $($(#[$doc:meta])* $mark:ident = $place:literal),+ $(,)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        $v enum $name {
            $($(#[$doc])* $mark = $place),+
        }

        impl $crate::Mark for $name {
            #[inline]
            fn place(self) -> u8 {
                self as u8
            }
        }

        const _: () = {
            $(assert!($place < $crate::MARKS_MAX, "a counter has no room for this marker");)+
        };
    };
}

/// The markers of all counters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Marks(Vec<u32>);

impl Marks {
    pub(crate) fn add_unit(&mut self) {
        self.0.push(0);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// All markers of a counter.
    pub(crate) fn of(&self, unit: UnitId) -> u32 {
        self.0[unit.index()]
    }

    pub(crate) fn set_all(&mut self, unit: UnitId, marks: u32) {
        self.0[unit.index()] = marks;
    }

    #[inline]
    pub(crate) fn has(&self, unit: UnitId, mark: impl Mark) -> bool {
        self.0[unit.index()] & bit(mark) != 0
    }

    #[inline]
    pub(crate) fn set(&mut self, unit: UnitId, mark: impl Mark, on: bool) {
        let marks = &mut self.0[unit.index()];
        *marks = if on { *marks | bit(mark) } else { *marks & !bit(mark) };
    }

    pub(crate) fn clear(&mut self, mark: impl Mark) {
        self.0.iter_mut().for_each(|marks| *marks &= !bit(mark));
    }

    pub(crate) fn clear_all(&mut self, unit: UnitId) {
        self.0[unit.index()] = 0;
    }

    pub(crate) fn keep(&mut self, unit: UnitId, kept: &[impl Mark]) {
        self.0[unit.index()] &= kept.iter().fold(0, |bits, &mark| bits | bit(mark));
    }
}

#[inline]
fn bit(mark: impl Mark) -> u32 {
    1 << mark.place()
}

/// So many half words are hashed at once: a whole number of the words of any hasher.
const BLOCK: usize = 64;

/// The first sixteen markers are hashed as they were when there were no more, so that states keep the hashes that stand
/// in journals; the others only where some lie.
impl Hash for Marks {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.hash_half(hasher, |marks| marks as u16);
        if self.0.iter().any(|marks| marks >> 16 != 0) {
            self.hash_half(hasher, |marks| (marks >> 16) as u16);
        }
    }
}

impl Marks {
    /// Hashes a half of each counter's markers like a `Vec<u16>`.
    fn hash_half(&self, hasher: &mut impl Hasher, half: impl Fn(u32) -> u16) {
        hasher.write_usize(self.0.len());
        let mut bytes = [0; BLOCK * 2];
        for block in self.0.chunks(BLOCK) {
            for (to, &marks) in bytes.chunks_exact_mut(2).zip(block) {
                to.copy_from_slice(&half(marks).to_ne_bytes());
            }
            hasher.write(&bytes[..block.len() * 2]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of eight bytes, as the hasher of states takes them.
    #[derive(Default)]
    struct Words(Vec<u64>);

    impl Hasher for Words {
        fn finish(&self) -> u64 {
            0
        }

        fn write(&mut self, bytes: &[u8]) {
            for chunk in bytes.chunks(8) {
                let word = chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
                self.0.push(word | (chunk.len() as u64 % 8) << 56);
            }
        }
    }

    fn words(value: &impl Hash) -> Vec<u64> {
        let mut words = Words::default();
        value.hash(&mut words);
        words.0
    }

    #[test]
    fn sixteen_markers_are_hashed_as_half_words() {
        for len in [0, 1, 5, 63, 64, 65, 129, 300] {
            let halves: Vec<u16> = (0..len).map(|i: u16| i.wrapping_mul(40_503)).collect();
            let marks = Marks(halves.iter().map(|&n| n.into()).collect());
            assert_eq!(words(&marks), words(&halves), "{len} counters");
        }
    }

    #[test]
    fn the_later_markers_count_too() {
        let marks = |n| Marks(vec![7, n, 9]);
        assert_ne!(words(&marks(0)), words(&marks(1 << 20)));
        assert_ne!(words(&marks(1 << 21)), words(&marks(1 << 20)));
    }
}
