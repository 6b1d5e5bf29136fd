//! Decisions that are open, and what they hold in hand: moves, fights, retreats.

use crate::advance::{Advance, Advancing};
use crate::arrivals::{Arrivals, Arrive, Expend, ExpendTo, SupplyMode};
use crate::class::Mobility;
use crate::declaration::{Attack, Combat, Support};
use crate::fight::{Air, Fighting, Roll};
use crate::game::LastStand;
use crate::losses::{Converted, Loss, Points};
use crate::movement::{Movement, Moving};
use crate::objectives::Redraw;
use crate::overrun::{Enter, Split};
use crate::reinforcements::{Quota, Reorganize};
use crate::result::{Outcomes, Part};
use crate::retreat::{Follow, Retreat, RetreatStep, Shortfall, ZoneLoss};
use crate::setup::{Exchange, ExchangeFor};
use crate::special::{Drop, Fire, FireAt, Partisans, SelfDestruction, Ski, Succour};
use crate::stacking::Overstacked;
use crate::state::{Hexes, State, Units};
use board::{BySide, Side};
use hex::{HexId, Mp};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What kind of combat it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FightKind {
    /// An attack of a combat phase (6.0).
    Attack,
    /// An overrun (5.3).
    Overrun,
    /// Katyusha fire (8.14).
    Katyusha,
}

/// What is still to be done after the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Todo {
    /// The attacker's or the defender's part of the result begins.
    Part(Side),
    /// One step by the owner (6.43).
    Loss(Side),
    /// A numeric result (6.42).
    Points(Side, u8),
    /// An R result (6.44).
    Rout(Side),
    /// The morale die after an attack on Moscow (8.35).
    Morale,
    /// Advance, or entry after an overrun.
    After,
}

/// A combat from its declaration to its last advance.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    /// What kind.
    pub kind: FightKind,
    /// Who attacks.
    pub attacker: Side,
    /// The attacked hexes.
    pub targets: Hexes,
    /// The attacking units.
    pub attackers: Units,
    /// The hexes they attack from.
    pub origins: Hexes,
    /// The supply units that support it (6.33).
    pub support: Units,
    /// The combat units that defend, without those that retreated into the hex (6.68).
    pub defenders: Units,
    /// Air points committed (9.21).
    pub air: BySide<bool>,
    /// The result, once the die was thrown.
    pub result: Outcomes,
    /// What is still to be done, the next last.
    pub todo: SmallVec<[Todo; 6]>,
    /// Units that lost a step in the part that is applied (6.56).
    pub hit: Units,
    /// Units that have retreated, those that went along included.
    pub moved: Units,
    /// Steps the defender lost to satisfy his points (6.73).
    pub points_lost: u8,
    /// Exposed hexes for which a German stack has lost its step, with the hex it began in (4.25).
    pub exposed: SmallVec<[(HexId, HexId); 2]>,
}

impl Fight {
    /// A fight before anything has happened.
    pub fn new(kind: FightKind, attacker: Side) -> Fight {
        Fight {
            kind,
            attacker,
            targets: Hexes::new(),
            attackers: Units::new(),
            origins: Hexes::new(),
            support: Units::new(),
            defenders: Units::new(),
            air: BySide::new(false, false),
            result: Outcomes::default(),
            todo: SmallVec::new(),
            hit: Units::new(),
            moved: Units::new(),
            points_lost: 0,
            exposed: SmallVec::new(),
        }
    }

    /// The units of a side that take part.
    pub fn participants(&self, side: Side) -> &Units {
        if side == self.attacker { &self.attackers } else { &self.defenders }
    }

    /// The part of the result that concerns a side.
    pub fn part(&self, side: Side) -> Part {
        if side == self.attacker { self.result.attacker } else { self.result.defender }
    }
}

/// A move of a unit or a stack (5.22).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Move {
    /// Who moves.
    pub units: Units,
    /// What is left to those on foot.
    pub foot: Mp,
    /// What is left to the motorized.
    pub motorized: Mp,
    /// Whether it has begun.
    pub begun: bool,
}

impl Move {
    /// What is left to a unit of this mobility.
    pub fn left(&self, mobility: Mobility) -> Mp {
        match mobility {
            Mobility::Foot => self.foot,
            Mobility::Motorized => self.motorized,
            Mobility::None => Mp::ZERO,
        }
    }
}

engine::decisions! {
    /// A decision that is open: the innermost is on top of the stack.
    pub enum Stage of LastStand, in State: stages {
        Exchange,
        ExchangeFor,
        Arrivals,
        Arrive,
        Quota,
        Expend,
        ExpendTo,
        Redraw,
        Movement,
        Moving,
        Split,
        SupplyMode,
        Combat,
        Attack,
        Support,
        Fighting,
        Air,
        Roll,
        Loss,
        Points,
        Converted,
        Retreat,
        RetreatStep,
        ZoneLoss,
        Follow,
        Shortfall,
        Enter,
        Advance,
        Advancing,
        Overstacked,
        SelfDestruction,
        Drop,
        Partisans,
        Succour,
        Reorganize,
        Fire,
        FireAt,
        Ski,
    }
}
