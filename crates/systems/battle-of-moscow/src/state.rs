//! The position and the flow of a game at one moment.

use crate::arrivals::{Arrivals, Arrive};
use crate::class::{Class, GERMAN, Kind};
use crate::data::Weather;
use crate::declaration::{Attack, Declaration, Join};
use crate::game::BattleOfMoscow;
use crate::isolation::{Isolation, Partisan};
use crate::movement::{Movement, Moving};
use crate::paratroops::Drop;
use crate::rail::Riding;
use crate::replacements::{Pay, Store, Tikhvin};
use crate::result::{Combat, Losses, Roll};
use crate::retreat::{Retreat, RetreatStep};
use crate::setup::{Setup, SetupHex};
use crate::supply::{Feed, FeedFrom};
use crate::victory::EarlyEnd;
use board::{BoxId, ClassId, Position, Side, UnitId};
use hex::HexId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Units that wait to be set up.
pub const SETUP: BoxId = BoxId(0);
/// Reinforcements that have not come yet.
pub const SCHEDULED: BoxId = BoxId(1);
/// Destroyed units that can be rebuilt.
pub const DESTROYED: BoxId = BoxId(2);
/// Counters that are out for good.
pub const OUT: BoxId = BoxId(3);

board::marks! {
    /// What a counter can carry.
    pub enum Mark {
        /// The unit has moved into its present hex in this impulse [ZOC-6] and is finished [SEQ-3].
        Moved = 0,
        /// The unit rode by rail in this impulse [RR-5].
        Rode = 1,
        /// The unit arrived in this player turn [RR-3] [SUP-10].
        New = 3,
        /// The unit has defended or retreated in this impulse and takes no part in a later battle (R67).
        Fought = 4,
        /// The counter was dropped in this turn and may not move [PTR-3].
        Dropped = 5,
        /// The Finn belongs to the Svir front, not to the isthmus [FIN-2].
        Svir = 6,
        /// The unit is fed by Moscow [CIT-2].
        FedByMoscow = 7,
        /// The unit is fed by Leningrad [CIT-2].
        FedByLeningrad = 8,
        /// The Finn can attack: it was in German supply at the start of the impulse [FIN-4].
        FinnSupplied = 9,
    }
}

/// The supply state of a unit, fixed at the start of an impulse [SUP-7].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Supply {
    /// Normal in both impulses [SUP-4]; also units that need none [SUP-9].
    Supplied,
    /// Half attack, less movement [SUP-5].
    Unsupplied,
    /// Half attack, least movement, losses [SUP-6].
    Isolated,
}

impl Supply {
    /// Its word in the catalogue and in cases.
    pub fn name(self) -> &'static str {
        match self {
            Supply::Supplied => "supplied",
            Supply::Unsupplied => "unsupplied",
            Supply::Isolated => "isolated",
        }
    }
}

/// The two impulses of a player turn [SEQ-1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Impulse {
    /// Arrivals, movement, rail, combat.
    First,
    /// Movement at half, combat.
    Second,
}

/// The steps of the sequence of play that run by themselves [SEQ-1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// The Russian sets up [SET-1].
    SetupRussian,
    /// The German sets up [SET-4].
    SetupGerman,
    /// The weather of the turn [WEA-1].
    TurnStart,
    /// Demoralisation and the state of the cities.
    PlayerTurnStart,
    /// Supply states of the first impulse.
    FirstSupply,
    /// Movement of the first impulse [SEQ-3].
    FirstMovement,
    /// Reinforcements and replacements [SEQ-2].
    Arrivals,
    /// Movement of the units that arrived [SEQ-2].
    NewMovement,
    /// Declaring the battles of the first impulse [SEQ-4].
    FirstDeclaration,
    /// Resolving them [SEQ-5].
    FirstCombat,
    /// Supply states of the second impulse.
    SecondSupply,
    /// Movement of the second impulse [SEQ-6].
    SecondMovement,
    /// Declaring the battles of the second impulse.
    SecondDeclaration,
    /// Resolving them [SEQ-7].
    SecondCombat,
    /// Losses by isolation [SEQ-8].
    Attrition,
    /// The 40th Army [A40-2].
    PlayerTurnEnd,
    /// Victory [VIC-1].
    TurnEnd,
    /// The game is over.
    Over,
}

/// A Russian replacement source [RRP-1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ReplacementSource {
    /// The east edge.
    East,
    /// Moscow.
    Moscow,
    /// Voronezh and the south edge east of it.
    Voronezh,
    /// Leningrad.
    Leningrad,
    /// Replacement counters that lie in the hex.
    Counters,
}

impl ReplacementSource {
    /// The four that give new factors.
    pub const WITH_FACTORS: [ReplacementSource; 4] = [
        ReplacementSource::East,
        ReplacementSource::Moscow,
        ReplacementSource::Voronezh,
        ReplacementSource::Leningrad,
    ];
}

/// Units, usually few.
pub type Units = SmallVec<[UnitId; 8]>;
/// Hexes, usually few.
pub type Hexes = SmallVec<[HexId; 4]>;

/// A declared battle [COM-2].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Battle {
    /// The attacked hexes.
    pub hexes: Hexes,
    /// The attackers.
    pub attackers: Units,
    /// Whether it has been resolved.
    pub resolved: bool,
}

engine::decisions! {
    /// A decision that is open: the innermost is on top of the stack.
    pub enum Stage of BattleOfMoscow, in State: stages {
        Setup, SetupHex, Feed, FeedFrom, Tikhvin, Arrivals, Arrive, Pay, Store, Drop,
        Movement, Moving, Riding, Declaration, Attack, Join, Combat, Roll, Losses,
        Retreat, RetreatStep, Isolation, Partisan, EarlyEnd,
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ending {
    /// Germans in Moscow four turns in a row [VIC-1].
    GermanOccupation,
    /// Both cities isolated four turns in a row [VIC-1].
    GermanIsolation,
    /// The Russian holds every city at the end [VIC-3].
    RussianCities,
    /// Nobody won: a marginal Russian victory (R3).
    RussianMarginal,
    /// The Russian ended the game early [VIC-6].
    RussianEarly,
    /// Nobody won: a draw (R3).
    Draw,
}

/// The whole state.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The counters.
    pub position: Position,
    /// The classes of counters beyond the roster: partisans and replacement counters (R55).
    pub spawned: Vec<ClassId>,
    /// The supply state of each unit at the start of this impulse.
    pub supply: Vec<Supply>,
    /// The turn; 0 before the first.
    pub turn: u8,
    /// The last turn.
    pub last_turn: u8,
    /// The weather.
    pub weather: Weather,
    /// Whose player turn it is.
    pub active: Side,
    /// The step of the sequence.
    pub phase: Phase,
    /// Open decisions, the innermost last.
    pub stages: Vec<Stage>,
    /// The battles of this impulse.
    pub battles: Vec<Battle>,
    /// Isolated groups that still suffer losses.
    pub groups: Vec<Units>,
    /// Units that rode by rail in this player turn and count [RR-3].
    pub railed: u8,
    /// Whether the active side's dice are modified [DEM-2].
    pub demoralized: bool,
    /// Whether Moscow was isolated at the start of this player turn [RRP-5].
    pub moscow_isolated: bool,
    /// Whether Leningrad was.
    pub leningrad_isolated: bool,
    /// German factors in stock [GRP-2].
    pub german_infantry: u8,
    /// German armour and motorised factors in stock.
    pub german_mobile: u8,
    /// Russian factors left in this turn, by source.
    pub source_factors: [u8; 4],
    /// Russian cavalry units rebuilt in this turn.
    pub cavalry_rebuilt: u8,
    /// Russian armour units rebuilt in this turn.
    pub armour_rebuilt: u8,
    /// Paratroop units dropped in this turn.
    pub dropped: u8,
    /// The turn in which the 40th Army was released [A40-2].
    pub released: Option<u8>,
    /// Turns in a row with Germans in Moscow [VIC-1].
    pub moscow_count: u8,
    /// Turns in a row with both cities isolated.
    pub isolation_count: u8,
    /// How it ended.
    pub ending: Option<Ending>,
}

impl State {
    /// The impulse that this step belongs to.
    pub fn impulse(&self) -> Impulse {
        if self.phase >= Phase::SecondSupply { Impulse::Second } else { Impulse::First }
    }

    /// A source's factors left. Replacement counters are none: they lie on the map.
    pub fn factors_of(&self, source: ReplacementSource) -> u8 {
        self.source_factors.get(source as usize).copied().unwrap_or(0)
    }
}

impl BattleOfMoscow {
    /// The class of a unit.
    #[inline]
    pub fn class_id(&self, state: &State, unit: UnitId) -> ClassId {
        match unit.index().checked_sub(self.roster.len()) {
            None => self.roster.unit(unit).class,
            Some(i) => state.spawned[i],
        }
    }

    /// What is printed on a unit.
    #[inline]
    pub fn class(&self, state: &State, unit: UnitId) -> &Class {
        self.roster.class(self.class_id(state, unit))
    }

    /// The type of a unit.
    pub fn kind(&self, state: &State, unit: UnitId) -> Kind {
        self.class(state, unit).kind
    }

    /// Whose it is.
    #[inline]
    pub fn side(&self, state: &State, unit: UnitId) -> Side {
        self.class(state, unit).owner()
    }

    /// The side that a hex with units belongs to: stacks are never mixed [MOV-3].
    #[inline]
    pub fn holder(&self, state: &State, hex: HexId) -> Option<Side> {
        state.position.stack(hex).next().map(|u| self.side(state, u))
    }

    /// Whether a unit of the German player is in a hex.
    pub fn is_german_occupied(&self, state: &State, hex: HexId) -> bool {
        self.holder(state, hex) == Some(GERMAN)
    }

    /// All units of a side on the map.
    pub fn units_of<'a>(
        &'a self,
        state: &'a State,
        side: Side,
    ) -> impl Iterator<Item = (UnitId, HexId)> + 'a {
        state
            .position
            .units()
            .filter_map(|u| state.position.hex(u).map(|h| (u, h)))
            .filter(move |&(u, _)| self.side(state, u) == side)
    }

    /// Whether it is this side's unit at all.
    pub fn belongs_to(&self, state: &State, unit: UnitId, side: Side) -> bool {
        unit.index() < state.position.len() && self.side(state, unit) == side
    }

    /// Where the unit in hand lies.
    pub(crate) fn place_in_hand(&self, state: &State, unit: UnitId) -> HexId {
        state.position.hex(unit).expect("the unit in hand is on the map")
    }
}
