//! What may be chosen at a decision, as sets: sorted and without repetition by construction.

use crate::{Choice, Verb};
use board::UnitId;
use hex::{HexId, SideId};
use smallvec::SmallVec;

/// A set of small numbers, one bit each. What it has held once it holds again without allocating.
#[derive(Clone, Debug, Default)]
struct Bits {
    words: Vec<u64>,
    len: usize,
}

impl Bits {
    fn clear(&mut self) {
        if self.len > 0 {
            self.words.fill(0);
        }
        self.len = 0;
    }

    #[inline]
    fn insert(&mut self, i: usize) {
        if i / 64 >= self.words.len() {
            self.words.resize(i / 64 + 1, 0);
        }
        let (word, bit) = (&mut self.words[i / 64], 1 << (i % 64));
        self.len += usize::from(*word & bit == 0);
        *word |= bit;
    }

    #[inline]
    fn contains(&self, i: usize) -> bool {
        self.words.get(i / 64).is_some_and(|w| w & (1 << (i % 64)) != 0)
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| Ones(word).map(move |i| at * 64 + i))
    }

    /// The member that has `n` smaller ones.
    fn nth(&self, mut n: usize) -> Option<usize> {
        for (at, &word) in self.words.iter().enumerate() {
            let here = word.count_ones() as usize;
            if n < here {
                return Ones(word).nth(n).map(|i| at * 64 + i);
            }
            n -= here;
        }
        None
    }
}

impl PartialEq for Bits {
    fn eq(&self, other: &Bits) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

/// The set bits of a word, from the lowest.
struct Ones(u64);

impl Iterator for Ones {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let i = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(i)
    }
}

/// The legal choices of a decision.
///
/// ```
/// use engine::{Choice, Choices};
/// use hex::HexId;
/// let mut choices = Choices::default();
/// choices.add(Choice::Amount(3));
/// choices.add(Choice::Hex(HexId::new(7)));
/// choices.add(Choice::Hex(HexId::new(7)));
/// assert_eq!(choices.len(), 2);
/// assert_eq!(choices.nth(0), Some(Choice::Hex(HexId::new(7))));
/// assert!(!choices.contains(Choice::Amount(2)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choices {
    units: Bits,
    hexes: Bits,
    sides: SmallVec<[SideId; 8]>,
    verbs: u128,
    amounts: SmallVec<[u16; 8]>,
}

impl Choices {
    /// Forgets all choices, and keeps the room for new ones.
    pub fn clear(&mut self) {
        self.units.clear();
        self.hexes.clear();
        self.sides.clear();
        self.verbs = 0;
        self.amounts.clear();
    }

    /// Adds a choice.
    ///
    /// # Panics
    ///
    /// If it is a button beyond the 128th, or no unit or hex at all.
    pub fn add(&mut self, choice: Choice) {
        match choice {
            Choice::Unit(unit) => self.unit(unit),
            Choice::Hex(hex) => self.hex(hex),
            Choice::Hexside(side) => insert_sorted(&mut self.sides, side),
            Choice::Verb(Verb(i)) => {
                assert!(i < 128, "a game has at most 128 buttons");
                self.verbs |= 1 << i;
            }
            Choice::Amount(n) => insert_sorted(&mut self.amounts, n),
        }
    }

    /// Adds a choice if something holds.
    pub fn add_if(&mut self, holds: bool, choice: Choice) {
        if holds {
            self.add(choice);
        }
    }

    /// Adds a counter.
    #[inline]
    pub fn unit(&mut self, unit: UnitId) {
        assert!(unit.some().is_some(), "no counter can be chosen");
        self.units.insert(unit.index());
    }

    /// Adds a hex.
    #[inline]
    pub fn hex(&mut self, hex: HexId) {
        assert!(hex.is_some(), "no hex can be chosen");
        self.hexes.insert(hex.index());
    }

    /// Adds counters.
    pub fn units(&mut self, units: impl IntoIterator<Item = UnitId>) {
        units.into_iter().for_each(|unit| self.unit(unit));
    }

    /// Adds hexes.
    pub fn hexes(&mut self, hexes: impl IntoIterator<Item = HexId>) {
        hexes.into_iter().for_each(|hex| self.hex(hex));
    }

    /// Whether this choice is legal.
    #[inline]
    pub fn contains(&self, choice: Choice) -> bool {
        match choice {
            Choice::Unit(unit) => self.units.contains(unit.index()),
            Choice::Hex(hex) => self.hexes.contains(hex.index()),
            Choice::Hexside(side) => self.sides.binary_search(&side).is_ok(),
            Choice::Verb(Verb(i)) => i < 128 && self.verbs & (1 << i) != 0,
            Choice::Amount(n) => self.amounts.binary_search(&n).is_ok(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        let few = self.sides.len() + self.verbs.count_ones() as usize + self.amounts.len();
        self.units.len + self.hexes.len + few
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many counters there are.
    pub fn units_len(&self) -> usize {
        self.units.len
    }

    /// How many hexes there are.
    pub fn hexes_len(&self) -> usize {
        self.hexes.len
    }

    /// The choice that has `n` before it in the order of choices.
    pub fn nth(&self, mut n: usize) -> Option<Choice> {
        if n < self.units.len {
            return self.units.nth(n).map(|i| Choice::Unit(UnitId::new(i as u16)));
        }
        n -= self.units.len;
        if n < self.hexes.len {
            return self.hexes.nth(n).map(|i| Choice::Hex(HexId::new(i as u16)));
        }
        self.few().nth(n - self.hexes.len)
    }

    /// The only choice, if there is exactly one.
    pub fn only(&self) -> Option<Choice> {
        if self.len() == 1 { self.nth(0) } else { None }
    }

    /// The counters that may be chosen, in their order.
    pub fn all_units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.units.iter().map(|i| UnitId::new(i as u16))
    }

    /// The hexes that may be chosen, in their order.
    pub fn all_hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        self.hexes.iter().map(|i| HexId::new(i as u16))
    }

    /// All of them in the order of choices.
    pub fn iter(&self) -> impl Iterator<Item = Choice> + '_ {
        let units = self.all_units().map(Choice::Unit);
        units.chain(self.all_hexes().map(Choice::Hex)).chain(self.few())
    }

    /// Hexsides, buttons and amounts.
    fn few(&self) -> impl Iterator<Item = Choice> + '_ {
        let low = Ones(self.verbs as u64).map(|i| i as u16);
        let high = Ones((self.verbs >> 64) as u64).map(|i| i as u16 + 64);
        let verbs = low.chain(high).map(|i| Choice::Verb(Verb(i)));
        let sides = self.sides.iter().map(|&side| Choice::Hexside(side));
        sides.chain(verbs).chain(self.amounts.iter().map(|&n| Choice::Amount(n)))
    }
}

impl Extend<Choice> for Choices {
    fn extend<I: IntoIterator<Item = Choice>>(&mut self, choices: I) {
        choices.into_iter().for_each(|choice| self.add(choice));
    }
}

fn insert_sorted<T: Ord + Copy>(list: &mut SmallVec<[T; 8]>, item: T)
where
    [T; 8]: smallvec::Array<Item = T>,
{
    if let Err(at) = list.binary_search(&item) {
        list.insert(at, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every kind, also beyond the first words of the sets.
    fn some() -> Vec<Choice> {
        let mut all: Vec<Choice> =
            [0, 5, 63, 64, 200, 1].map(|i| Choice::Unit(UnitId::new(i))).into();
        all.extend([3, 2300, 64].map(|i| Choice::Hex(HexId::new(i))));
        all.extend([9, 1, 9].map(|i| Choice::Hexside(SideId::new(i))));
        all.extend([0, 70, 127].map(|i| Choice::Verb(Verb(i))));
        all.extend([12, 0, 500].map(Choice::Amount));
        all
    }

    #[test]
    fn the_sets_hold_what_a_sorted_list_would() {
        let mut choices = Choices::default();
        let mut sorted = BTreeSet::new();
        for choice in some() {
            choices.add(choice);
            sorted.insert(choice);
            assert_eq!(
                choices.iter().collect::<Vec<_>>(),
                sorted.iter().copied().collect::<Vec<_>>()
            );
            assert_eq!(choices.len(), sorted.len());
        }
        for (n, choice) in sorted.iter().enumerate() {
            assert_eq!(choices.nth(n), Some(*choice));
            assert!(choices.contains(*choice));
        }
        assert_eq!(choices.nth(sorted.len()), None);
        assert!(!choices.contains(Choice::Unit(UnitId::NONE)));
        assert!(!choices.contains(Choice::Verb(Verb(900))));
    }

    #[test]
    fn a_cleared_set_equals_a_new_one_and_one_choice_is_the_only_one() {
        let mut choices = Choices::default();
        choices.extend(some());
        choices.clear();
        assert_eq!(choices, Choices::default());
        assert_eq!(choices.only(), None);
        choices.add(Choice::Hex(HexId::new(100)));
        assert_eq!(choices.only(), Some(Choice::Hex(HexId::new(100))));
        choices.add(Choice::Amount(1));
        assert_eq!(choices.only(), None);
    }
}
