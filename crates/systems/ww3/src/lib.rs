//! WW3 ("III World War"), the modern child of WB-95: *Borodino 2025*.
//!
//! The core plays it with its own tables. [`Ww3`] holds what only this system has; the core asks it at the points where
//! the books differ, and [`wb95::book`] lists the single sentences in which they do. Rule numbers of shared functions are
//! those of the WB-95 book; [`concordance`] says which number the same sentence has here.
//!
//! | module | chapters of the digest | what the core does instead |
//! |---|---|---|
//! | `calendar` | 2.2 start of a turn, 15.5 daily rolls | nothing |
//! | `landing` | 4 airdrops, airmobile movement | nothing |
//! | `factions` | 15.4 Whites and Poles | nothing |
//! | `strike` | 8.3, 8.4, 8.9, 10.5 attacks from afar | `artillery` without electronic warfare |
//! | `air` | 10 pools, contest, air defence | `air` with counters |
//! | `supply` | 12.3 levels and surrender | two dice, four levels back |
//! | `entry` | 13.1 whole edges | chains of zones |
//! | `spec` | 13.4 special forces | nothing |
//! | `nuclear` | 13.6 nuclear strikes | nothing |
//! | `disorder` | 14 disorganisation | morale |
//! | `effects` | what a choice brings with it | what both books have |
//! | `odds` | 7.4 to 7.6, what each line of the sum follows | WB-95's numbers |
//! | `page` | 15, what several scenario pages print | nothing |
//! | `duel` | 15.2 Harvest Festival | nothing |
//! | `campaign` | 15.8 carried state | nothing |
//! | `victory` | 16 both sides score | one side and a scale |
//! | `captain` | how a bot plays what only WW3 has | |
//! | `hooks` | where decisions of the core lead to these | |

#[macro_use]
mod rulebook;

pub mod air;
mod book;
pub mod calendar;
pub mod campaign;
mod captain;
mod cases;
mod concordance;
pub mod data;
mod decision;
mod disorder;
pub mod duel;
mod effects;
mod entry;
mod factions;
pub mod landing;
pub(crate) mod load;
pub mod nuclear;
mod odds;
mod page;
mod questions;
mod schema;
mod show;
pub mod spec;
pub mod state;
pub mod step;
pub mod strike;
mod supply;
pub mod verb;
mod victory;

use board::{BySide, Control, Side, UnitId};
pub use book::Ww3Book;
use data::{InstantKind, Ww3PointKind, Ww3Scenario, Ww3Tables};
pub use duel::DuelPlan;
use engine::Rule;
use hex::HexId;
pub use schema::schemas;
use wb95::data::FireTable;

/// A game of this book.
pub type Game = wb95::Wb95<Ww3Book>;

mind::shelved!(Game);

/// Its state.
pub type State = wb95::State<Ww3Book>;

/// A faction of a side [1.8].
#[derive(Clone, Debug)]
pub struct Faction {
    /// Its id in the data.
    pub id: String,
    /// What a person calls it.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Whether it needs no supply in this scenario (R40).
    pub exempt: bool,
    /// The colours of its counters, if they are not those of their nation.
    pub colours: Option<String>,
}

/// A row of the calendar.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Whose.
    pub side: Side,
    /// When.
    pub turn: u8,
    /// Electronic warfare.
    pub ew: u16,
    /// Special forces.
    pub spec: u8,
    /// Aircraft.
    pub air: u8,
    /// Helicopters.
    pub ch: u8,
}

/// How a reinforcement may come.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// From this turn on.
    pub turn: u8,
    /// Whether it may be dropped [4.2.11].
    pub airdrop: bool,
}

/// A line of the victory points.
#[derive(Clone, Debug)]
pub struct Points {
    /// Whose.
    pub side: Side,
    /// What scores.
    pub kind: Ww3PointKind,
    /// The hexes.
    pub hexes: Vec<HexId>,
    /// How much.
    pub value: u16,
    /// The rule.
    pub rule: Rule,
    /// The region, for people.
    pub place: String,
}

/// A victory that ends the game at once.
#[derive(Clone, Debug)]
pub struct Instant {
    /// Whose.
    pub side: Side,
    /// How.
    pub kind: InstantKind,
    /// The faction whose regular unit it takes.
    pub faction: Option<u8>,
    /// The hex, or the hexes that a line starts in.
    pub from: Vec<HexId>,
    /// The hexes that it reaches.
    pub to: Vec<HexId>,
    /// The rule.
    pub rule: Rule,
}

/// What only WW3 has, loaded for one scenario.
#[derive(Clone, Debug)]
pub struct Ww3 {
    /// The section of the tables.
    pub tables: Ww3Tables,
    /// The section of the scenario.
    pub scenario: Ww3Scenario,
    /// The bombers' table [10.4.2].
    pub bomber: FireTable,
    /// The factions.
    pub factions: Vec<Faction>,
    /// The faction of each counter.
    pub faction: Vec<u8>,
    /// The factions that are kept from the Poles (R56).
    pub whites: Vec<u8>,
    /// The factions with a daily roll, in order.
    pub daily: Vec<u8>,
    /// The row of the losses to air defence of each side (R14).
    pub loss_rows: BySide<String>,
    /// The calendar.
    pub calendar: Vec<Row>,
    /// What the pools hold at most: aircraft, helicopters.
    pub maximum: BySide<[u8; 2]>,
    /// Who sets up first.
    pub arranges_first: Side,
    /// Who controls what at the start.
    pub control: Vec<Control>,
    /// The hexes of Moscow.
    pub moscow: Vec<HexId>,
    /// Nuclear strikes of each side.
    pub strikes: BySide<u8>,
    /// The side that may only answer.
    pub answers: Option<Side>,
    /// How each counter may come, if it is not set up.
    pub arrivals: Vec<Option<Arrival>>,
    /// Units that only land, with air advantage.
    pub landing: Vec<UnitId>,
    /// The side whose units do not come back (R83).
    pub stays_away: Option<Side>,
    /// Counters that lack a CEL at the start.
    pub reduced: Vec<UnitId>,
    /// Electronic warfare at the start.
    pub ew: BySide<u16>,
    /// Victory points.
    pub points: Vec<Points>,
    /// Victories at once.
    pub instants: Vec<Instant>,
    /// The placement duel of the Harvest Festival.
    pub duel: Option<DuelPlan>,
    /// Counters that only a scenario played alone sets up or brings [LINK-6].
    pub alone: Vec<UnitId>,
    /// Units on whose hex an enemy gives way [A107-9].
    pub displaces: Vec<UnitId>,
    /// Whether both sides deploy again in a linked game [LINK-4].
    pub rebuilds: bool,
}

impl Ww3 {
    /// On the map of a case nothing of the scenario lies: no calendar, no control, no points.
    pub fn rebase(&mut self, map: &board::Map) {
        self.control = vec![Control::Nobody; map.grid.len()];
        let moscow = map.region("city-moscow");
        self.moscow = moscow.map(|r| r.iter().collect()).unwrap_or_default();
        self.calendar.clear();
        self.points.clear();
        self.instants.clear();
        self.daily.clear();
    }
}
