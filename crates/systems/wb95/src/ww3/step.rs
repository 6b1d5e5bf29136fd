//! The decisions that only WW3 has.

use crate::state::Units;
use board::{BySide, Side, UnitId};
use hex::{HexId, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What flies [10.3.1] [23.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Flight {
    /// A bomber mission [10.4.1].
    Bomber,
    /// A ground attack [10.5.1].
    GroundAttack,
    /// Combat helicopters, as ground attack aircraft [23.1].
    Helicopters,
}

/// Which fire table is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FireKind {
    /// Bomber Attack.
    Bomber,
    /// Tactical Air Attack.
    Tactical,
    /// Artillery Fire.
    Artillery,
    /// Attack on Objects.
    Objects,
}

/// What is struck: the units of a hex, or a bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Aim {
    /// The units of a hex.
    Hex(HexId),
    /// A bridge.
    Bridge(SideId),
}

/// An attack from afar: fire or a mission, before its dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strike {
    /// Whose.
    pub side: Side,
    /// What it strikes.
    pub aim: Aim,
    /// The table.
    pub table: FireKind,
    /// Its strength before the terrain, once everything that flies has arrived.
    pub sp: u16,
    /// What flies: aircraft and helicopters sent [10.5.2].
    pub sent: SmallVec<[(Flight, u8); 2]>,
    /// Electronic warfare of both sides [20.5] (R75).
    pub ew: BySide<u8>,
    /// Whether special forces direct it [17.2.5.1].
    pub spec: bool,
    /// The guns that fire.
    pub guns: Units,
    /// Those of them that paid a level for full strength [14.2.3].
    pub full: Units,
    /// The one that fires a thermobaric shot [22.3].
    pub thermobaric: Option<UnitId>,
}

impl Strike {
    /// The hex that is struck; of a bridge one of its ends.
    pub fn hex(&self, grid: &hex::Grid) -> HexId {
        match self.aim {
            Aim::Hex(hex) => hex,
            Aim::Bridge(side) => grid.hexes_of(side).0,
        }
    }
}

/// A decision that only WW3 has, or a step that resolves itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// How many aircraft are committed to the contest [10.1.3].
    Commit(Side),
    /// By itself: both have committed.
    Contest,
    /// The next mission of the active side [10.3.1].
    Missions,
    /// What a mission strikes.
    Aim(Flight),
    /// How many fly.
    Fly(Flight, Aim),
    /// What else the attack from afar gets: electronic warfare, special forces.
    Prepare,
    /// Electronic warfare of the side that is struck [20.4].
    Answer(Side),
    /// The dice of the attack from afar.
    Strike,
    /// How many points of electronic warfare the attacker from afar uses.
    Jam,
    /// How many aircraft or helicopters join the attack from afar [10.5.2].
    Join(Flight),
    /// How many aircraft or helicopters support a side in the combat in hand [10.5.2].
    Send(Side, Flight),
    /// The next nuclear strike [NUC-1].
    Nuclear,
    /// Where special forces cut the enemy's supply [17.2.4.1].
    Cut(Side),
    /// Which bridge special forces go for [17.2.2.1].
    SpecBridge,
    /// Which hex they look for a headquarters in [17.2.3.1].
    SpecHq,
    /// Which headquarters of the hex the owner names [17.2.3.1].
    NameHq(Side, HexId),
    /// By itself: the daily rolls that are left [A107-6].
    Daily(u8),
    /// Which unit of a faction gets a CEL back, or loses one (R57).
    Faction {
        /// Which faction.
        faction: u8,
        /// Whether it gains.
        gains: bool,
    },
    /// Where an airborne unit lands [4.2.13].
    Land(UnitId),
    /// Where an airmobile unit flies to [4.2.24].
    Airlift(UnitId),
    /// By itself: who begins the duel [HF-2].
    DuelStart,
    /// By itself: the next round of the duel [HF-3].
    DuelNext,
    /// Which counter is placed [HF-3].
    Deploy(Side),
    /// Where.
    DeployIn(UnitId),
    /// By itself: the fight [HF-4].
    DuelFight,
    /// Whether aviation comes [HF-5].
    Aviation(Side),
    /// By itself: who loses [HF-4].
    DuelEnd,
    /// By itself: the set-up of a linked scenario [LINK-2].
    BeginSetup,
    /// Where a displaced unit goes [A107-9].
    Displace(UnitId),
}

impl Step {
    /// Whether it resolves itself.
    pub fn is_automatic(&self) -> bool {
        matches!(
            self,
            Step::Contest
                | Step::Daily(_)
                | Step::DuelStart
                | Step::DuelNext
                | Step::DuelFight
                | Step::DuelEnd
                | Step::BeginSetup
        )
    }
}
