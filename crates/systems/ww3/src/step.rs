//! The decisions that only WW3 has.

use crate::Game;
use crate::air::{Commit, Contest, Fly, Join, Missions, Send, TakeAim};
use crate::calendar::{Daily, FactionLevel};
use crate::campaign::{BeginSetup, Displace};
use crate::duel::{Aviation, Deploy, DeployIn, DuelEnd, DuelFight, DuelNext, DuelStart};
use crate::landing::{Airlift, Land};
use crate::nuclear::Nuclear;
use crate::spec::{Cut, NameHq, SpecBridge, SpecHq};
use crate::strike::{Answer, Jam, Prepare, StrikeRoll};
use board::{BySide, Side, UnitId};
use hex::{HexId, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use wb95::state::Units;

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

engine::decisions! {
    /// A decision that only WW3 has, or a step that resolves itself.
    pub enum Step of Game {
        Commit,
        Contest,
        Missions,
        TakeAim,
        Fly,
        Prepare,
        Answer,
        StrikeRoll,
        Jam,
        Join,
        Send,
        Nuclear,
        Cut,
        SpecBridge,
        SpecHq,
        NameHq,
        Daily,
        FactionLevel,
        Land,
        Airlift,
        DuelStart,
        DuelNext,
        Deploy,
        DeployIn,
        DuelFight,
        Aviation,
        DuelEnd,
        BeginSetup,
        Displace,
    }
}

impl Step {
    /// The counter in hand, to be called by another name; of those that lie masked.
    pub(crate) fn in_hand_mut(&mut self) -> Option<&mut UnitId> {
        match self {
            Step::Airlift(airlift) => Some(&mut airlift.unit),
            _ => None,
        }
    }

    /// Whether it belongs to a combat up to its dice.
    pub fn is_before_dice(&self) -> bool {
        matches!(self, Step::Send(_))
    }
}
