//! The position and the flow of a game at one moment.

use crate::air::{Air, AirCombat, AirMission, AirNext, AirResolve, AirSpread, AirTarget};
use crate::artillery::{Barrage, FireLoss, FireTarget};
use crate::book::Book;
use crate::data::Part;
use crate::declaration::{Attack, Combats, Support};
use crate::entry::{Appear, AppearIn, Enter};
use crate::game::Wb95;
use crate::hq::UsePool;
use crate::mines::MineLoss;
use crate::moving::{Movement, Moving, Remove};
use crate::pursuit::{Pursue, Pursuit};
use crate::removal::{Attrition, Withdraw};
use crate::repair::Repair;
use crate::result::{Loss, Reference, Resolve, Roll};
use crate::retreat::{Pay, Retreat, RetreatStep, Stand};
use crate::setup::{SetupGuns, SetupHex, SetupLoss, SetupPlace, SetupTops};
use crate::special::Refill;
use crate::star::UseStars;
use crate::supply::Supply;
use crate::variant::Kept;
use board::{BoxId, BySide, Control, Position, Side, UnitId};
use engine::{AnyDecision, Flow, Rooms};
use hex::{HexId, HexSet, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// Eliminated counters.
pub const DEAD: BoxId = BoxId(0);
/// Reinforcements that have not entered yet.
pub const SCHEDULED: BoxId = BoxId(1);
/// Counters held in reserve.
pub const RESERVE: BoxId = BoxId(2);
/// Counters that this scenario does not use.
pub const OUT: BoxId = BoxId(3);
/// Counters that wait to be set up.
pub const SETUP: BoxId = BoxId(4);
/// Air counters.
pub const AIR: BoxId = BoxId(5);

/// The face of towed artillery in transport set-up [6.2.2].
pub const TRANSPORT: u8 = 1;

board::marks! {
    /// What a counter can carry.
    pub enum Mark {
        /// Activated in this Movement Phase: it spent movement points or built fortifications [12.1.2].
        Activated = 0,
        /// Marked for strategic movement [12.1.4].
        Marked = 1,
        /// Has fought in this Combat Phase [5.1.1].
        Fought = 2,
        /// Has fired in this Combat Phase [6.1.4].
        Fired = 3,
        /// Retreated since its last Movement Phase [5.3.10].
        Retreated = 4,
        /// Fired in the barrage and may not move [6.5.5].
        Barraged = 5,
        /// May not support in this Combat Phase and perhaps the next [6.5.6].
        Silent = 6,
        /// May not support in the next Combat Phase either.
        SilentLonger = 7,
        /// Its stack lies open until the end of the Combat Phase [16.1.3].
        Open = 8,
        /// Paid a level for its full movement points in this phase [10.2.3].
        FullMove = 9,
        /// Finished its move in this phase.
        Moved = 10,
        /// Had a line of supply in the last own Supply Phase [10.1.2].
        Supplied = 11,
        /// Stood on the bank of a big river at the end of its Supply Phase [14.3.2].
        OnBank = 12,
        /// Was handled in the last step of the set-up.
        Arranged = 13,
        /// Gave a CEL to, or got one from, the Volkssturm in this turn [15.3.4].
        Refilled = 14,
        /// Has been seen, and stays open for the rest of the scenario.
        Seen = 15,
    }
}

/// In the clock of a disorganised unit: its disorder came from the air [5.6.5].
pub const FROM_AIR: u16 = 0x8000;

/// Units, usually few.
pub type Units = SmallVec<[UnitId; 8]>;
/// Hexes, usually few.
pub type Hexes = SmallVec<[HexId; 4]>;
/// A way from hex to hex.
pub type Way = SmallVec<[HexId; 6]>;

/// The phases of a turn, twice: for the side with the initiative, then for the other [2.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// Before the first turn.
    Setup,
    /// Phases 1 and 7.
    Air,
    /// Phases 2 and 8.
    Barrage,
    /// Phases 3 and 9.
    Movement,
    /// Phases 4 and 10.
    Combat,
    /// Phases 5 and 11.
    Strategic,
    /// Phases 6 and 12.
    Supply,
    /// The game is over.
    Over,
}

/// The seven air missions [8.2.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MissionKind {
    /// Strength for an attack [8.2.2] or a ranged attack [8.2.3].
    Offensive,
    /// Half strength for a defence [8.2.4].
    Defensive,
    /// An attack on a hex [8.2.6].
    Attack,
    /// An attack on a bridge [8.2.8].
    Object,
    /// Movement disorganisation [8.2.11].
    Interdiction,
    /// Attacks on units that cross a big river [8.2.16].
    Crossing,
    /// Supply by air [8.2.22].
    Supply,
}

/// A mission in the air [8.1.3].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mission {
    /// Whose.
    pub side: Side,
    /// Which.
    pub kind: MissionKind,
    /// The air counters.
    pub counters: Units,
    /// The hex it lies on; for a bridge one of its ends.
    pub hex: HexId,
    /// The bridge.
    pub bridge: Option<SideId>,
    /// The crossing attacks by hex [8.2.18].
    pub attacks: SmallVec<[(HexId, u8); 2]>,
}

/// Columns that a destroyed headquarters gives [9.1.6].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pool {
    /// Who may use them.
    pub side: Side,
    /// How many are left.
    pub left: u8,
    /// Where the headquarters died.
    pub hex: HexId,
    /// For how many Combat Phases more.
    pub phases: u8,
    /// Made in this Combat Phase, which does not count.
    pub fresh: bool,
}

/// A bridge over a big river that a headquarters builds [14.3.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Works {
    /// The headquarters.
    pub hq: UnitId,
    /// Where.
    pub side: SideId,
    /// The turn of the declaration.
    pub turn: u8,
}

/// A unit that left the map [11.2.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Away {
    /// The unit.
    pub unit: UnitId,
    /// Its place in the chain of zones.
    pub zone: u8,
    /// The clock of the phase.
    pub clock: u16,
}

/// A move in a combat: a retreat or a pursuit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trail {
    /// Who.
    pub unit: UnitId,
    /// The hex it fought on.
    pub from: HexId,
    /// The hexes it went to, in order.
    pub way: Way,
}

/// Where the resolution of a combat stands [5.2.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Resolving {
    /// The attacker takes his losses.
    AttackerLosses,
    /// The defender takes his.
    DefenderLosses,
    /// One side retreats.
    Retreat,
    /// The other pursues.
    Pursuit,
    /// Tests, levels, the end.
    Close,
}

/// A combat from its first target to its end.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Combat {
    /// The attacked hexes.
    pub hexes: Hexes,
    /// The attackers.
    pub attackers: Units,
    /// Supporting artillery of both sides.
    pub guns: BySide<Units>,
    /// Units that paid a level for full strength [10.2.3].
    pub full: Units,
    /// Units that use their stars [15.1.6].
    pub stars: BySide<Units>,
    /// Who uses the headquarters' modifier [9.2.1].
    pub hq: BySide<bool>,
    /// Columns taken from pools [9.1.6].
    pub pool: BySide<u8>,
    /// Whether fortification units are used [15.4.2].
    pub fortification_units: bool,
    /// The defending hex that counts, if the defender chose it [5.5.3].
    pub reference: Option<HexId>,
    /// Hexes that held no regular unit when the combat was declared [5.1.9] (R82).
    pub lone: Hexes,
    /// Who shares the results, with the hex he fought on.
    pub direct: BySide<SmallVec<[(UnitId, HexId); 8]>>,
    /// What the attacker suffers.
    pub attacker: Part,
    /// What the defender suffers.
    pub defender: Part,
    /// Where the resolution stands.
    pub step: Resolving,
    /// CELs lost by each side.
    pub lost: BySide<u8>,
    /// Whether a unit that used a star lost one of them [15.1.7].
    pub user_lost: BySide<bool>,
    /// Whether a fortification unit that used its ability did [15.4.3].
    pub digger_lost: bool,
    /// The loss that the retreating side sustains instead of hexes [5.3.7].
    pub stand: u8,
    /// Those that paid it.
    pub payers: Units,
    /// Who paid each CEL of it, in order, where that counts.
    #[serde(default)]
    pub payments: Only<Units>,
    /// Whether the sustained loss was chosen.
    pub chosen: bool,
    /// Retreats made.
    pub retreats: Vec<Trail>,
    /// Units of the retreating side that are done.
    pub settled: Units,
    /// Pursuits made.
    pub pursuits: Vec<Trail>,
}

/// A ranged attack or a barrage in the making [6.4.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fire {
    /// The target hex; for a bridge one of its ends.
    pub hex: HexId,
    /// The bridge.
    pub bridge: Option<SideId>,
    /// The guns.
    pub guns: Units,
    /// Those that paid for full strength.
    pub full: Units,
    /// Whether it is a barrage [6.5.1].
    pub barrage: bool,
}

engine::decisions! {
    /// A decision that is open, or a step that resolves itself: the innermost is on top of the stack.
    pub enum Stage<B: Book> of Wb95<B>, in State<B>: stages {
        SetupLoss,
        SetupPlace,
        SetupHex,
        SetupGuns,
        SetupTops,
        Air,
        AirMission,
        AirTarget,
        AirSpread,
        AirResolve,
        AirCombat,
        AirNext,
        FireLoss,
        Barrage,
        Movement,
        Moving,
        Refill,
        Enter,
        Appear,
        AppearIn,
        Remove,
        Combats,
        Attack,
        Support,
        UseStars,
        UsePool,
        Reference,
        Roll,
        Resolve,
        Loss,
        Stand,
        Pay,
        Retreat,
        RetreatStep,
        Pursuit,
        Pursue,
        Withdraw,
        Attrition,
        Supply,
        MineLoss,
        Repair,
        FireTarget,
        Fire,
        Own { Own<B> },
    }
}

impl<B: Book> Stage<B> {
    /// Whether a combat is being put together or declared, up to its dice [5.2.1].
    pub fn is_before_dice(&self) -> bool {
        use Stage::{Attack, Reference, Roll, Support, UsePool, UseStars};
        match self {
            Attack(_) | Support(_) | UseStars(_) | UsePool(_) | Reference(_) | Roll(_) => true,
            Stage::Own(own) => B::is_before_dice(&own.0),
            _ => false,
        }
    }
}

/// Something that only some games of the family have. Where it is missing it leaves no trace in the hash of a state, so that
/// the journals of the other games stay what they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Only<T>(pub Option<Box<T>>);

impl<T> Default for Only<T> {
    fn default() -> Only<T> {
        Only(None)
    }
}

impl<T: Hash> Hash for Only<T> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        if let Some(value) = &self.0 {
            value.hash(hasher);
        }
    }
}

impl<T> Only<T> {
    /// Holding a value.
    pub fn some(value: T) -> Only<T> {
        Only(Some(Box::new(value)))
    }
}

/// A decision that only its book has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "", transparent)]
pub struct Own<B: Book>(pub B::Decision);

impl<B: Book> Rooms<Wb95<B>> for Own<B> {
    fn ids() -> Vec<&'static str> {
        B::Decision::ids()
    }

    fn room(&self) -> &dyn AnyDecision<Wb95<B>> {
        self.0.room()
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ending {
    /// An automatic victory, by entry.
    Automatic(u8),
    /// By points at the end.
    Points(u16),
    /// By the points of both sides.
    Compared(BySide<u16>),
    /// A victory at once, by entry.
    Instant(u8),
    /// All are placed; nobody has won.
    Placed,
}

/// The whole state.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct State<B: Book> {
    /// The counters.
    pub position: Position,
    /// Out-of-supply levels [10.2.1].
    pub oos: Vec<u8>,
    /// For disorganised units the clock of the last event that keeps them so, with [`FROM_AIR`] if
    /// it began in an Air Phase [5.6.5]; 0 for others.
    pub disorganised: Vec<u16>,
    /// Turns that reinforcements have waited [11.2.2].
    pub waited: Vec<u8>,
    /// Units that left the map: by which zone, and when [11.2.3].
    pub away: Vec<Away>,
    /// Field fortifications [7.1.1].
    pub forts: BySide<HexSet>,
    /// Who controls each bridge, in the order of the game's list [14.1.3].
    pub bridges: Vec<Control>,
    /// Destroyed bridges.
    pub broken: Vec<bool>,
    /// Bridges under construction [14.3.2].
    pub works: Vec<Works>,
    /// New bridges over big rivers.
    pub built: Vec<SideId>,
    /// The turn; 0 before the first.
    pub turn: u8,
    /// 0 for the side with the initiative, 1 for the other.
    pub half: u8,
    /// The phase.
    pub phase: Phase,
    /// Open decisions, the innermost last.
    pub stages: Vec<Stage<B>>,
    /// Entries of the set-up that still lack CELs.
    pub entries: u16,
    /// Whose set-up it is.
    pub arranging: Side,
    /// Missions of this Air Phase and standing ones.
    pub missions: Vec<Mission>,
    /// Missions still secret.
    pub secret: bool,
    /// Air counters used in this turn [8.1.5].
    pub flown: Units,
    /// Ammunition units [6.5.7].
    pub ammunition: BySide<u8>,
    /// Own units that must attack [5.1.3].
    pub obliged: Units,
    /// Enemy units that must be attacked [5.1.4].
    pub challenged: Units,
    /// Who obliges whom: each own unit with each enemy whose zone covered it at the start of the phase (R16).
    pub touching: Vec<(UnitId, UnitId)>,
    /// Hexes shelled in this phase [6.4.5].
    pub shelled: Hexes,
    /// The combat in hand.
    pub combat: Option<Box<Combat>>,
    /// Pools of columns.
    pub pools: Vec<Pool>,
    /// Stacks that entered in this phase by entry hex: number, CELs of the last [11.1.5].
    pub entered: SmallVec<[(HexId, u8, u8); 2]>,
    /// Reserve counters that may enter (R34).
    pub credits: BySide<u8>,
    /// Reserve counters that may enter from the next own Movement Phase on.
    pub credits_next: BySide<u8>,
    /// Reserves that have been released by nearness, by entry (R35).
    pub released: u16,
    /// Headquarters lost by each side, not by surrender.
    pub hqs_lost: BySide<u8>,
    /// Which automatic victories are half won, by entry (R59).
    pub held: u8,
    /// What the chapters keep that a game adds to the core.
    pub kept: Kept,
    /// How it ended.
    pub ending: Option<Ending>,
    /// What only its book has, stored under the names that the book gives it.
    #[serde(flatten)]
    pub own: B::Extra,
}

impl<B: Book> State<B> {
    /// The innermost open decision.
    pub fn stage(&self) -> Option<&Stage<B>> {
        self.stages.last()
    }

    /// Opens a decision that only its book has.
    pub fn ask_own(&mut self, decision: impl Into<B::Decision>) {
        self.ask(Own(decision.into()));
    }

    /// The combat in hand.
    ///
    /// # Panics
    ///
    /// If there is none: decisions of a combat are only asked while it lasts.
    pub fn the_combat(&self) -> &Combat {
        self.combat.as_deref().expect("a combat is in hand")
    }

    /// The same, to change it.
    pub fn the_combat_mut(&mut self) -> &mut Combat {
        self.combat.as_deref_mut().expect("a combat is in hand")
    }

    /// The number of the present phase since the start of the game; never 0 in play.
    pub fn clock(&self) -> u16 {
        u16::from(self.turn) * 12 + u16::from(self.half) * 6 + self.phase as u16
    }

    /// A hex has been shelled: nobody attacks it directly in this phase [6.4.5].
    pub fn note_shelled(&mut self, hex: HexId) {
        if !self.shelled.contains(&hex) {
            self.shelled.push(hex);
        }
    }

    /// The clock of a unit that is disorganised now.
    pub fn disorder_clock(&self) -> u16 {
        self.clock() | if self.phase == Phase::Air { FROM_AIR } else { 0 }
    }
}
