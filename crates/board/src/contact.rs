//! Obligations to attack: who still must attack something, and what still must be attacked.
//!
//! Three of the games share the problem. It is a graph: able attackers on one side, enemy hexes on the
//! other, a line where one can attack the other. A phase may end when every obliged attacker and every
//! obliged hex is in some battle. A graph in which nobody obliged is left without a free partner can
//! always be finished, because it has a cover by stars and every star is a legal battle: several
//! attackers on one hex, or one attacker on several hexes. So a declaration is refused exactly when it
//! leaves somebody obliged without a free partner.

use crate::UnitId;
use hex::HexId;
use std::collections::BTreeSet;

/// The contact graph of one moment.
///
/// ```
/// use board::{Contacts, UnitId};
/// use hex::HexId;
/// let (panzer, infantry) = (UnitId::new(0), UnitId::new(1));
/// let (north, south) = (HexId::new(7), HexId::new(8));
/// let mut contacts = Contacts::default();
/// contacts.add(panzer, north);
/// contacts.add(panzer, south);
/// contacts.add(infantry, north);
/// contacts.oblige_unit(panzer);
/// contacts.oblige_unit(infantry);
/// contacts.oblige_hex(north);
/// contacts.oblige_hex(south);
///
/// // The panzer may take the south alone; taking the north would leave the south to nobody.
/// assert!(contacts.open_after([panzer], [south], |_| false).can_finish());
/// assert!(contacts.can_finish(|u| u == panzer, |h| h == south, |_| false));
/// assert!(!contacts.can_finish(|u| u == panzer, |h| h == north, |_| false));
/// let stuck = contacts.open_after([panzer], [north], |_| false);
/// assert_eq!(stuck.stranded_hexes, [south]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Contacts {
    pairs: Vec<(UnitId, HexId)>,
    obliged_units: Vec<UnitId>,
    obliged_hexes: Vec<HexId>,
}

/// Adds to a sorted list what is not in it.
fn insert<T: Ord>(list: &mut Vec<T>, item: T) {
    if let Err(at) = list.binary_search(&item) {
        list.insert(at, item);
    }
}

/// What is still owed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// Units that still must attack something.
    pub units: Vec<UnitId>,
    /// Hexes that still must be attacked.
    pub hexes: Vec<HexId>,
    /// Those of the units that have nothing left to attack.
    pub stranded_units: Vec<UnitId>,
    /// Those of the hexes that nobody is left to attack.
    pub stranded_hexes: Vec<HexId>,
}

impl Open {
    /// Whether nothing is owed any more.
    pub fn is_met(&self) -> bool {
        self.units.is_empty() && self.hexes.is_empty()
    }

    /// Whether everything owed can still be met.
    pub fn can_finish(&self) -> bool {
        self.stranded_units.is_empty() && self.stranded_hexes.is_empty()
    }
}

impl Contacts {
    /// Forgets everything, and keeps the room.
    pub fn clear(&mut self) {
        self.pairs.clear();
        self.obliged_units.clear();
        self.obliged_hexes.clear();
    }

    /// `unit` is able to attack `hex`.
    pub fn add(&mut self, unit: UnitId, hex: HexId) {
        insert(&mut self.pairs, (unit, hex));
    }

    /// `unit` must attack something.
    pub fn oblige_unit(&mut self, unit: UnitId) {
        insert(&mut self.obliged_units, unit);
    }

    /// `hex` must be attacked by somebody.
    pub fn oblige_hex(&mut self, hex: HexId) {
        insert(&mut self.obliged_hexes, hex);
    }

    /// Whether `unit` is able to attack `hex`.
    pub fn is_able(&self, unit: UnitId, hex: HexId) -> bool {
        self.pairs.binary_search(&(unit, hex)).is_ok()
    }

    /// The hexes that `unit` is able to attack.
    pub fn targets_of(&self, unit: UnitId) -> impl Iterator<Item = HexId> + '_ {
        let first = self.pairs.partition_point(|&(u, _)| u < unit);
        self.pairs[first..].iter().take_while(move |&&(u, _)| u == unit).map(|&(_, hex)| hex)
    }

    /// The units able to attack `hex`.
    pub fn attackers_of(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.pairs.iter().filter(move |&&(_, h)| h == hex).map(|&(unit, _)| unit)
    }

    /// The hexes that somebody is able to attack, once for each who is.
    pub fn targets(&self) -> impl Iterator<Item = HexId> + '_ {
        self.pairs.iter().map(|&(_, hex)| hex)
    }

    /// Whether `unit` must attack something.
    pub fn is_obliged_unit(&self, unit: UnitId) -> bool {
        self.obliged_units.binary_search(&unit).is_ok()
    }

    /// Whether `hex` must be attacked.
    pub fn is_obliged_hex(&self, hex: HexId) -> bool {
        self.obliged_hexes.binary_search(&hex).is_ok()
    }

    /// Those of `wanted` that can attack `hexes` together and leave every other obliged hex somebody:
    /// of the units that a hex needs the last named stays out.
    ///
    /// ```
    /// use board::{Contacts, UnitId};
    /// use hex::HexId;
    /// let [strong, weak] = [UnitId::new(0), UnitId::new(1)];
    /// let (north, south) = (HexId::new(7), HexId::new(8));
    /// let mut contacts = Contacts::default();
    /// for unit in [strong, weak] {
    ///     contacts.add(unit, north);
    ///     contacts.add(unit, south);
    /// }
    /// assert_eq!(contacts.spared(&[strong, weak], &[north]), [strong, weak]);
    /// contacts.oblige_hex(south);
    /// assert_eq!(contacts.spared(&[strong, weak], &[north]), [strong]);
    /// ```
    pub fn spared(&self, wanted: &[UnitId], hexes: &[HexId]) -> Vec<UnitId> {
        let mut spared = wanted.to_vec();
        loop {
            let open = self.open_after(spared.iter().copied(), hexes.iter().copied(), |_| false);
            let needed =
                |&unit: &UnitId| open.stranded_hexes.iter().any(|&h| self.is_able(unit, h));
            match spared.iter().rposition(needed) {
                Some(last) => spared.remove(last),
                None => return spared,
            };
        }
    }

    /// What would be owed with these units and hexes in battles. `may_join` says of a unit that is in
    /// none whether some battle would still take it.
    pub fn open_after(
        &self,
        units: impl IntoIterator<Item = UnitId>,
        hexes: impl IntoIterator<Item = HexId>,
        may_join: impl Fn(UnitId) -> bool,
    ) -> Open {
        let busy: BTreeSet<UnitId> = units.into_iter().collect();
        let taken: BTreeSet<HexId> = hexes.into_iter().collect();
        let owing = self.obliged_units.iter().copied().filter(|u| !busy.contains(u));
        let owed = self.obliged_hexes.iter().copied().filter(|h| !taken.contains(h));
        let (owing, owed): (Vec<UnitId>, Vec<HexId>) = (owing.collect(), owed.collect());
        let stranded_units = owing
            .iter()
            .copied()
            .filter(|&u| !self.targets_of(u).any(|h| !taken.contains(&h)) && !may_join(u))
            .collect();
        let stranded_hexes = owed
            .iter()
            .copied()
            .filter(|&h| !self.attackers_of(h).any(|u| !busy.contains(&u)))
            .collect();
        Open { units: owing, hexes: owed, stranded_units, stranded_hexes }
    }

    /// Those who would have to attack and have nothing left to attack, with these units in battles and these hexes taken.
    pub fn stranded_units<'a>(
        &'a self,
        busy: impl Fn(UnitId) -> bool + 'a,
        taken: impl Fn(HexId) -> bool + 'a,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let owing = self.obliged_units.iter().copied().filter(move |&u| !busy(u));
        owing.filter(move |&u| self.targets_of(u).all(&taken))
    }

    /// The hexes that would have to be attacked then, with nobody left to attack them.
    pub fn stranded_hexes<'a>(
        &'a self,
        busy: impl Fn(UnitId) -> bool + 'a,
        taken: impl Fn(HexId) -> bool + 'a,
    ) -> impl Iterator<Item = HexId> + 'a {
        let owed = self.obliged_hexes.iter().copied().filter(move |&h| !taken(h));
        owed.filter(move |&h| self.attackers_of(h).all(&busy))
    }

    /// Whether nothing would be owed if these units were in battles and these hexes taken.
    pub fn is_met(&self, busy: impl Fn(UnitId) -> bool, taken: impl Fn(HexId) -> bool) -> bool {
        self.obliged_units.iter().all(|&u| busy(u)) && self.obliged_hexes.iter().all(|&h| taken(h))
    }

    /// Whether everything owed could still be met then: [`Contacts::open_after`] in short.
    pub fn can_finish(
        &self,
        busy: impl Fn(UnitId) -> bool,
        taken: impl Fn(HexId) -> bool,
        may_join: impl Fn(UnitId) -> bool,
    ) -> bool {
        let finds = |u: UnitId| self.targets_of(u).any(|h| !taken(h)) || may_join(u);
        let is_found = |h: HexId| self.attackers_of(h).any(|u| !busy(u));
        self.obliged_units.iter().all(|&u| busy(u) || finds(u))
            && self.obliged_hexes.iter().all(|&h| taken(h) || is_found(h))
    }
}
