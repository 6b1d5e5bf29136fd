//! Decisions that are open, and what they hold in hand: moves, fights, retreats.

use crate::class::{Formation, Mobility};
use crate::result::{Outcomes, Part};
use crate::state::{Hexes, Units};
use board::{BySide, Side, UnitId};
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

/// Units on their way back (6.6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat {
    /// Whose units.
    pub side: Side,
    /// Who moves them (6.61).
    pub mover: Side,
    /// Those that still must.
    pub units: Units,
    /// How far.
    pub hexes: u8,
    /// Whether it is an R: missing hexes cost steps (6.44).
    pub rout: bool,
    /// The largest number of hexes that a unit was short.
    pub short: u8,
    /// Who was short.
    pub stuck: Units,
}

/// A decision that is open: the innermost is on top of the stack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// Choose a unit to exchange (14.13).
    Exchange,
    /// Choose the unit that takes its place.
    ExchangeFor(UnitId),
    /// Choose a unit to bring on.
    Arrivals,
    /// Choose its hex.
    Arrive(UnitId),
    /// Choose the edge that a placement is charged to (10.16).
    Quota {
        /// The unit.
        unit: UnitId,
        /// Its hex.
        hex: HexId,
    },
    /// Choose a supply unit that goes back (7.49).
    Expend(SmallVec<[Formation; 2]>),
    /// Choose its edge hex.
    ExpendTo(UnitId),
    /// Demand a redraw or not (8.38).
    Redraw,
    /// Choose a unit to move.
    Movement,
    /// Choose where it goes, what it overruns, or who goes with it.
    Moving(Move),
    /// Choose who goes on first after an overrun (5.36).
    Split(Move),
    /// Choose supply units for Offensive Support (7.43).
    SupplyMode,
    /// Choose a hex to attack.
    Combat,
    /// Choose attackers and further hexes.
    Attack(Box<Fight>),
    /// Choose supply units that support the attack (R19).
    Support(Box<Fight>),
    /// A fight is under way; the decisions above it belong to it.
    Fight,
    /// Commit an air point or not (9.22).
    Air(Side),
    /// Throw the die.
    Roll,
    /// Choose the unit that loses a step.
    Loss {
        /// Whose units.
        side: Side,
        /// Who chooses.
        by: Side,
        /// How many steps still.
        left: u8,
    },
    /// Divide a numeric result (6.42).
    Points {
        /// Whose.
        side: Side,
        /// What it was.
        of: u8,
        /// What is left.
        left: u8,
        /// Whether a garrison or factory has taken a step of it (6.48).
        fixed: bool,
    },
    /// Choose the units lost in place of hexes while a garrison or factory lives (6.57).
    Converted {
        /// Hexes still to be satisfied.
        left: u8,
    },
    /// Choose a unit to retreat.
    Retreat(Box<Retreat>),
    /// Choose its next hex.
    RetreatStep {
        /// Those that go together.
        units: Units,
        /// The way so far; the first is where they began.
        path: Hexes,
        /// How far they go.
        goal: u8,
    },
    /// Choose who of a stack loses the step for an enemy zone (6.64).
    ZoneLoss(Units),
    /// Choose non-combat units that go along (6.67).
    Follow {
        /// The way of the unit they follow.
        path: Hexes,
    },
    /// Choose who loses steps for missing hexes (6.44).
    Shortfall {
        /// How many.
        left: u8,
        /// Among whom.
        units: Units,
    },
    /// Enter the vacated hex or not (5.37).
    Enter,
    /// Choose a unit to advance (6.7).
    Advance {
        /// Whose.
        side: Side,
        /// Who still may.
        units: Units,
    },
    /// Choose its next hex.
    Advancing {
        /// The unit.
        unit: UnitId,
        /// Hexes left.
        left: u8,
        /// Whether it has entered a hex already.
        begun: bool,
    },
    /// Choose the excess units that are eliminated (4.17).
    Overstacked(Side),
    /// Choose headquarters to destroy (7.55).
    SelfDestruction,
    /// Choose where paratroops are dropped (14.33).
    Drop(Hexes),
    /// Choose where partisans appear (14.43).
    Partisans,
    /// Choose whom a partisan marker supplies (14.44).
    Succour(u8),
    /// Choose the type of the next reorganized unit (8.23).
    Reorganize(u8),
    /// Choose a Katyusha to fire (8.13).
    Fire,
    /// Choose its target.
    FireAt(UnitId),
    /// Choose rifle units for ski markers (8.51).
    Ski(u8),
}
