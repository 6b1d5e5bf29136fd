//! The rules of *The Battle of Moscow: The German Drive on Moscow, 1941* (Dave Williams, 1970).
//!
//! One module per chapter of the digest (`games/battle-of-moscow/rules.md`); the tags in brackets are its section
//! ids. [`BattleOfMoscow`] is the book and the board, [`State`] the position; the modules below are laid out
//! in the order of the sequence of play.
//!
//! | module | chapters |
//! |---|---|
//! | [`class`], [`data`] | counters [UNT], tables |
//! | `sequence`, `decide` | the sequence of play [SEQ] and every decision in it |
//! | `setup` | set-up [SET] |
//! | `arrivals` | replacements [RRP] [GRP], Tikhvin [TIK], paratroops [PTR] |
//! | `movement`, `rail`, `stacking`, `terrain`, `zone` | movement [MOV] [RR] [STK] [TER] [WEA] [ZOC] |
//! | `declaration`, `combat`, `result` | combat [COM] [DEM] [CRT] |
//! | `supply`, `isolation` | supply [SUP] [CIT] [ISO] |
//! | `fortification`, `victory` | forts [FOR], victory [VIC], the 40th Army [A40] |
//! | `show`, `told` | what viewers are shown |
//! | `cases`, `stored` | positions of case files, stored states from outside |

mod arrivals;
mod bundles;
mod cases;
pub mod class;
mod combat;
mod counters;
pub mod data;
mod decide;
mod declaration;
mod fortification;
mod game;
mod isolation;
mod movement;
mod pick;
mod rail;
mod report;
mod result;
mod rules;
mod sequence;
mod setup;
mod show;
mod stacking;
pub mod state;
mod stored;
mod supply;
mod terrain;
mod told;
pub mod verb;
mod victory;
mod zone;

pub use class::{GERMAN, RUSSIAN};
pub use game::{BattleOfMoscow, EDITION, Switches, WithoutWinner};
pub use movement::{Destination, Way};
pub use state::{Battle, Ending, Impulse, Phase, Stage, State, Supply};
pub use supply::{City, SupplyMap};
