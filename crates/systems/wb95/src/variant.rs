//! What a game of the family switches on beyond the core: the one place where the games differ in rules.
//!
//! The core (chapters 1-16) plays every game with its own tables. A game adds chapters by the section `[variant]` of
//! its `tables.toml`; a chapter that is not there is not played. What belongs to one scenario (dates, armies that wait,
//! counters that must leave) stands in the scenario's file.
//!
//! | chapter | module | Moscow 1941 | Kursk 1943 |
//! |---|---|---|---|
//! | 17 armour repair | `repair` | | yes |
//! | 18 mines | `mines` | | yes |
//! | 19 fortified lines | `fortified_line` | | yes |
//! | 20 value of field fortifications | data of the scenario | | 1, in towns 2 |
//! | 21 air units: two kinds, stars, two on a hex | `air`, `air_star` | | yes |
//! | 22 Panthers | `panthers` | | yes |
//! | dated armies | `release` | | S1-S3 |
//! | forced removals | `removal` | | S1, S3-S5 |
//! | STAVKA reserves | `stavka` | | S1, S3, S5 |

use crate::state::Units;
use board::{BySide, UnitId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The chapters that a game adds.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Variant {
    /// The sheets of the map that count as fronts of their own; each is the region `sheet-NAME`.
    pub fronts: Vec<String>,
    /// Armour repair [17].
    pub repair: Option<Repair>,
    /// Mines [18].
    pub mines: Option<Mines>,
    /// Fortified lines [19].
    pub fortified_lines: Option<FortifiedLines>,
    /// Air units [21].
    pub air: Air,
    /// Panthers [22].
    pub panthers: Option<Panthers>,
    /// Users of stars and fortification units must each lose a CEL if two or more are lost (5.4).
    pub separate_duties: bool,
}

/// What the added chapters keep in the position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Kept {
    /// Units that crossed a fortified line or attacked across one since the last dice of their
    /// side, with the front of the line [18.1.3].
    pub mined: Vec<(u8, UnitId)>,
    /// Panthers that were used since their last test [22.1.1].
    pub ran: Units,
    /// Repair markers: the front and the unit [17.1.2].
    pub repairs: Vec<(u8, UnitId)>,
    /// Formations of the STAVKA that have entered, by reserve (K-R29).
    pub committed: u16,
    /// Counters that each side has lost, by whatever cause (V-4).
    pub eliminated: BySide<u16>,
    /// Air counters sent out in this turn, by line of the scenario.
    pub sorties: SmallVec<[u8; 2]>,
}

/// Armour repair [17.1].
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Repair {
    /// Whose units are repaired.
    pub side: String,
    /// The type of counter that can be [17.1.2].
    pub kind: String,
    /// CELs regained.
    pub cels: u8,
    /// Markers of each front [17.1.1].
    pub markers: BTreeMap<String, u8>,
}

/// Losses on mines [18.1].
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mines {
    /// Who loses.
    pub side: String,
    /// The rolls that cost a CEL.
    pub loss_on: Vec<u16>,
    /// Dice of each front.
    pub dice: BTreeMap<String, u8>,
}

/// Fortified lines [19.1].
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FortifiedLines {
    /// Whose they are: attackers of this side's units are halved.
    pub side: String,
    /// Columns for its units [19.1.2].
    pub cm: u8,
    /// Instead, if they are weak [19.1.3].
    pub cm_small: u8,
    /// Weak is so much and less on the hex.
    pub small_sp: u16,
    /// Columns for units of the other side on such a hex [19.1.4].
    pub cm_other_side: u8,
}

/// Air units [21.1].
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Air {
    /// The type of the counters that use the table of bombers (K-R14).
    pub bombers: String,
    /// Counters that may be sent to one hex in an Air Phase; 0 for any number [8.1.6] [21.1.2].
    pub counters_on_hex: u8,
    /// Columns for each white star in support [21.1.1].
    pub star_cm: u8,
    /// Rows of the table for each white star in an air attack [21.1.1].
    pub star_rows: usize,
}

/// Panthers that break down [22.1].
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Panthers {
    /// The rolls that cost a CEL.
    pub loss_on: Vec<u16>,
}
