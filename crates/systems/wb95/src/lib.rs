//! The rules of the WB-95 family (Wojciech Zalewski), "Great Battles 1939-1945": *Moscow 1941* and *Kursk 1943*.
//!
//! One module per chapter of the rulebook; the numbers in brackets are the rulebook's own, the tags `R1` ... the rulings of
//! the digest (`games/moscow-1941/rules.md`), `K-R1` ... those of `games/kursk-1943/rules.md`. [`Wb95`] is the book and the board, [`State`] the position. What differs
//! between the games of the family is data: the tables, the core numbers and the scenarios of the game's folder; which
//! chapters a game adds to the core stands in one place, [`variant`].
//!
//! | module | chapters |
//! |---|---|
//! | [`variant`] | what a game of the family switches on |
//! | [`class`], [`data`], [`scenario`], [`ground`] | counters [1.2] [1.3], tables, scenarios, the terrain chart |
//! | `sequence` | the sequence of play [2]; each chapter holds its own decisions |
//! | `setup` | set-up |
//! | `movement`, `mover`, `field`, `moving`, `way`, `zone` | movement [3] [12], zones and control [4] |
//! | `clock`, `hexes`, `guns`, `combatants`, `strength` | questions that several chapters ask |
//! | `obligation`, `declaration`, `combat`, `star`, `result` | combat [5.1] [5.2] [13] [15.1] |
//! | `retreat`, `pursuit`, `disorganisation` | retreat [5.3], pursuit [5.4], disorganisation [5.6] |
//! | `artillery`, `fortification`, `air`, `hq` | [6] [7] [8] [9] |
//! | `repair`, `mines`, `fortified_line`, `air_star`, `panthers` | chapters 17, 18, 19, 21, 22 of Kursk 1943 |
//! | `front`, `release`, `removal`, `stavka` | rules of its scenarios: sheets, dated armies, forced removals, reserves |
//! | `supply`, `supply_why`, `entry`, `bridges`, `special`, `masking` | [10] [11] [14] [15] [16] |
//! | `victory` | victory |
//! | [`book`], [`own`] | what another book of the family says otherwise, and its own sections of the files |
//! | `show`, `effects` | what viewers are shown, and what choices would do |
//! | `captain` | what a bot must know of the games |
//! | `cases`, `questions`, `stored` | positions of case files, questions about them, stored states from outside |

#[macro_use]
pub mod citation;

mod air;
mod air_star;
pub mod artillery;
pub mod book;
mod bridges;
mod bundles;
pub mod captain;
pub mod cases;
pub mod class;
mod clock;
pub mod combat;
mod combatants;
pub mod counters;
pub mod data;
pub mod decision;
mod declaration;
pub mod desk;
mod disorganisation;
mod effects;
pub mod entry;
pub mod field;
mod fortification;
mod fortified_line;
mod front;
pub mod game;
pub mod ground;
mod guns;
mod hexes;
pub mod hq;
mod imagine;
pub mod load;
mod load_setup;
mod masking;
mod mines;
mod movement;
mod mover;
pub mod moving;
mod obligation;
pub mod orders;
mod overlays;
pub mod own;
mod panthers;
mod pursuit;
mod questions;
mod release;
mod removal;
mod repair;
mod result;
mod retreat;
pub mod rulebook;
mod rules;
pub mod scenario;
mod schema;
mod sequence;
mod setup;
mod show;
mod special;
mod star;
pub mod state;
mod stavka;
mod stored;
pub mod strength;
pub mod supply;
pub mod supply_why;
mod told;
pub mod variant;
pub mod verb;
mod victory;
mod way;
mod zone;

pub use book::{Book, Classic};
pub use combat::{Shift, Weighed};
pub use field::Destination;
pub use game::{Switches, Wb95};
pub use movement::Left;
pub use schema::{CountersOfAll, schemas, schemas_of_book};
pub use state::{Combat, Ending, Phase, Stage, State};
pub use supply::SupplyMap;

mind::shelved!(Wb95<Classic>);
