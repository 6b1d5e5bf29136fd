//! The position.

use crate::attack::Attack;
use crate::bid::Bid;
use crate::movement::{Movement, Moving};
use crate::rules::Ford;
use board::{BySide, Side, UnitId};
use hex::HexId;
use serde::{Deserialize, Serialize};

engine::decisions! {
    /// Everything that is decided.
    pub enum Decision of Ford, in State: open { Bid, Movement, Moving, Attack }
}

/// A unit: where it is, how strong, and who knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Counter {
    pub(crate) hex: Option<HexId>,
    pub(crate) strength: u8,
    pub(crate) shown: bool,
    pub(crate) done: bool,
}

/// A position. A hand is a set of cards, one bit each; the card that lies face down is not in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub(crate) turn: u8,
    pub(crate) open: Vec<Decision>,
    pub(crate) first: Side,
    pub(crate) phasing: Side,
    /// How many sides have moved in this turn.
    pub(crate) moved: u8,
    pub(crate) over: bool,
    pub(crate) units: [Counter; 6],
    pub(crate) hands: BySide<u8>,
    pub(crate) bids: BySide<Option<u8>>,
    pub(crate) seen: BySide<u8>,
}

impl State {
    pub(crate) fn unit(&self, unit: UnitId) -> &Counter {
        &self.units[unit.index()]
    }

    pub(crate) fn unit_mut(&mut self, unit: UnitId) -> &mut Counter {
        &mut self.units[unit.index()]
    }

    pub(crate) fn unit_at(&self, hex: HexId) -> Option<UnitId> {
        all_units().find(|&u| self.unit(u).hex == Some(hex))
    }

    pub(crate) fn left(&self, side: Side) -> usize {
        units_of(side).filter(|&u| self.unit(u).hex.is_some()).count()
    }
}

pub(crate) fn side_of(unit: UnitId) -> Side {
    if unit.index() < 3 { Side::A } else { Side::B }
}

pub(crate) fn units_of(side: Side) -> impl Iterator<Item = UnitId> {
    all_units().filter(move |&unit| side_of(unit) == side)
}

pub(crate) fn all_units() -> impl Iterator<Item = UnitId> {
    (0..6).map(UnitId::new)
}
