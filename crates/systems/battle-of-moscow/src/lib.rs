//! The rules of *The Battle of Moscow: The German Drive on Moscow, 1941* (Dave Williams, 1970).
//!
//! One module per chapter of the digest (`games/battle-of-moscow/rules.md`); the tags in brackets are its section
//! ids. [`BattleOfMoscow`] is the book and the board, [`State`] the position; the modules below are laid out
//! in the order of the sequence of play.
//!
//! | module | chapters |
//! |---|---|
//! | [`class`], [`data`] | counters [UNT], tables |
//! | `sequence` | the sequence of play [SEQ] |
//! | [`setup`] | set-up [SET] |
//! | [`arrivals`], [`replacements`], [`paratroops`] | arrivals [SEQ-2] [GRP] [A40-4], Russian replacements [RRP], Tikhvin [TIK], paratroops [PTR] |
//! | `terrain`, `stacking`, `fortification`, `zone` | the ground [TER] [WEA], stacking [STK], forts [FOR], zones of control [ZOC] |
//! | `walk`, `net`, [`movement`], [`rail`] | movement [MOV] [RR]: what a unit could do, and what is decided |
//! | [`declaration`], `combat`, [`result`], [`retreat`] | combat [COM] [DEM] [CRT] |
//! | [`supply`], [`isolation`] | supply [SUP] [CIT] [ISO] |
//! | [`victory`] | victory [VIC], the 40th Army [A40] |
//!
//! Every decision is a struct of its chapter, beneath the rules it asks.
//!
//! | module | besides |
//! |---|---|
//! | `made` | what is worked out when the game is loaded |
//! | `counters` | laying, moving and removing counters |
//! | `report` | what the log tells of moves and supply |
//! | `desk` | what an open decision needs, worked out once |
//! | `show`, `told` | what viewers are shown |
//! | `captain` | what a bot must know of the game |
//! | `cases`, `stored` | positions of case files, stored states from outside |

#[macro_use]
mod rulebook;

pub mod arrivals;
mod captain;
mod cases;
pub mod class;
mod combat;
mod counters;
pub mod data;
pub mod declaration;
mod desk;
mod fortification;
mod game;
pub mod isolation;
mod made;
pub mod movement;
mod net;
mod orders;
pub mod paratroops;
mod pick;
pub mod rail;
pub mod replacements;
mod report;
pub mod result;
pub mod retreat;
mod rules;
mod schema;
mod sequence;
pub mod setup;
mod show;
mod stacking;
pub mod state;
mod stored;
pub mod supply;
mod terrain;
mod told;
pub mod verb;
pub mod victory;
mod walk;
mod zone;

pub use class::{GERMAN, RUSSIAN};
pub use desk::Desk;
pub use game::{BattleOfMoscow, EDITION, Switches, WithoutWinner};

pub use net::Net;
pub use schema::schemas;
pub use state::{Battle, Ending, Impulse, Phase, Stage, State, Supply};
pub use supply::{City, SupplyMap};
pub use walk::{Destination, Way};

mind::shelved!(BattleOfMoscow);
