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
/// let stuck = contacts.open_after([panzer], [north], |_| false);
/// assert_eq!(stuck.stranded_hexes, [south]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Contacts {
    pairs: BTreeSet<(UnitId, HexId)>,
    obliged_units: BTreeSet<UnitId>,
    obliged_hexes: BTreeSet<HexId>,
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
    /// `unit` is able to attack `hex`.
    pub fn add(&mut self, unit: UnitId, hex: HexId) {
        self.pairs.insert((unit, hex));
    }

    /// `unit` must attack something.
    pub fn oblige_unit(&mut self, unit: UnitId) {
        self.obliged_units.insert(unit);
    }

    /// `hex` must be attacked by somebody.
    pub fn oblige_hex(&mut self, hex: HexId) {
        self.obliged_hexes.insert(hex);
    }

    /// Whether `unit` is able to attack `hex`.
    pub fn can_attack(&self, unit: UnitId, hex: HexId) -> bool {
        self.pairs.contains(&(unit, hex))
    }

    /// The hexes that `unit` is able to attack.
    pub fn targets_of(&self, unit: UnitId) -> impl Iterator<Item = HexId> + '_ {
        self.pairs.range((unit, HexId::new(0))..=(unit, HexId::NONE)).map(|&(_, hex)| hex)
    }

    /// The units able to attack `hex`.
    pub fn attackers_of(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.pairs.iter().filter(move |&&(_, h)| h == hex).map(|&(unit, _)| unit)
    }

    /// All hexes that somebody is able to attack.
    pub fn targets(&self) -> BTreeSet<HexId> {
        self.pairs.iter().map(|&(_, hex)| hex).collect()
    }

    /// Whether `unit` must attack something.
    pub fn is_obliged_unit(&self, unit: UnitId) -> bool {
        self.obliged_units.contains(&unit)
    }

    /// Whether `hex` must be attacked.
    pub fn is_obliged_hex(&self, hex: HexId) -> bool {
        self.obliged_hexes.contains(&hex)
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
        let owing: Vec<UnitId> = self.obliged_units.difference(&busy).copied().collect();
        let owed: Vec<HexId> = self.obliged_hexes.difference(&taken).copied().collect();
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
}
