//! Choices: the few plain things that a person can click and a program can enumerate.

use board::UnitId;
use hex::{HexId, SideId};
use serde::{Deserialize, Serialize};

/// A named button of one game, such as `done` or `roll`: an index into the game's list of verbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Verb(pub u16);

/// One legal thing to do at a decision. Big actions are made of several small choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// Pick a counter.
    Unit(UnitId),
    /// Pick a hex.
    Hex(HexId),
    /// Pick a hexside.
    Hexside(SideId),
    /// Press a button.
    Verb(Verb),
    /// Name a number.
    Amount(u16),
}

// Lists of choices are copied by the million in search.
const _: () = assert!(size_of::<Choice>() == 4);
