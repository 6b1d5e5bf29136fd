//! The rules of *Last Stand: The Battle for Moscow 1941-42* (Masahiro Yamazaki).
//!
//! One module per chapter of the rulebook (`games/last-stand/rules.md` is its digest, with the rulings R1-R91).
//! [`LastStand`] is the book and the board, [`State`] the position. Each decision is a struct in the file of its chapter,
//! beneath the rules it asks; [`Stage`] is any of them.
//!
//! | module | chapters |
//! |---|---|
//! | [`class`], [`data`], [`chart`], `scenario` | 2 counters, tables, 11 13 14 set-up charts |
//! | `state`, `stage`, `sequence` | 3 the sequence of play and the decisions that stand open in it |
//! | `stacking`, `zone` | 4 stacking and zones of control |
//! | `terrain`, `ways`, `reach`, `march`, `overrun`, `movement` | 5 movement, overruns, reaction, exploitation |
//! | `declaration`, `combat`, `belief`, `fight`, `losses` | 6.1-6.5 attacks, strengths, odds, results |
//! | `retreat`, `advance` | 6.6 6.7 retreat and advance |
//! | `untried` | 6.9 cards that nobody knows |
//! | `counters` | 6.5 laying counters, taking steps, removing counters |
//! | `supply`, `status` | 7 lines, status, attrition |
//! | `objectives`, `special` | 8 damage, morale, Katyushas, ski troops; 14.3 14.4 paratroops, partisans |
//! | `arrivals`, `reinforcements` | 7.4 10 German and Soviet arrivals, 8.2 reorganization |
//! | `setup`, `victory` | 11 12 |
//! | `made` | what is worked out when a game is loaded |
//! | `captain` | what a bot must know of the game |
//! | `show`, `cases` | what viewers are shown, positions of case files |

#[macro_use]
mod rulebook;

mod advance;
mod arrivals;
mod belief;
mod captain;
mod cases;
pub mod chart;
pub mod class;
mod combat;
mod counters;
pub mod data;
mod declaration;
mod desk;
mod fight;
mod game;
mod losses;
mod made;
mod march;
mod movement;
mod no;
mod objectives;
mod orders;
mod overrun;
mod questions;
mod reach;
mod reinforcements;
mod report;
mod result;
mod retreat;
mod rules;
mod scenario;
mod schema;
mod sequence;
mod setup;
mod show;
mod special;
mod stacking;
pub mod stage;
pub mod state;
mod status;
mod supply;
mod terrain;
mod told;
mod untried;
pub mod verb;
mod victory;
mod ways;
mod zone;

pub use class::{GERMAN, SOVIET};
pub use game::{EDITION, LastStand, Switches};
pub use reach::Destination;
pub use result::{Outcomes, Part};
pub use schema::schemas;
pub use state::{Ending, Fight, FightKind, Phase, Stage, State};

mind::shelved!(LastStand);
