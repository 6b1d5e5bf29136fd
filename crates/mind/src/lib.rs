//! Programs as players: what a bot is, and what one must know of a game to think about it.
//!
//! A [`Bot`] is given an [`Imagined`] table and answers with a choice. [`Recruit`] takes any legal one. [`Captain`] plays by
//! scripts and the game's own odds: what every game shares is here, what a game must say of itself is the trait
//! [`Mind`], which each rule system implements beside its rules. [`Bots`] are the bots of one game, with the weights
//! of its folder; whoever opens a game hands them out.
//!
//! | module | part of Captain |
//! |---|---|
//! | `captain` | what is decided how, and why |
//! | `survey` | the position at a glance: threats, strengths, distances |
//! | `plan`, `posts` | where everybody goes in a step of movement |
//! | `idea` | what a plan can be made after |
//! | `fight` | which hex to attack, and with what |
//! | `trial` | where no script knows better, every choice is tried |
//! | `wall` | the cheapest line that contains an enemy |
//! | `conduct` | how a side plays, counted |
//! | `measure`, `fit` | what is measured of a position, and what a judge was fitted to (`games/<game>/judge.toml`) |
//! | `weights` | what things are worth (`games/<game>/captain.toml`) |

mod bot;
mod captain;
mod conduct;
mod fight;
mod fit;
mod general;
mod idea;
mod judge;
mod level;
mod measure;
mod mind;
mod plan;
mod playout;
mod posts;
mod proof;
mod recruit;
mod seed;
mod shelved;
mod survey;
mod trial;
mod wall;
mod weights;

pub use bot::{Bot, Imagined};
pub use captain::{Captain, factors};
pub use conduct::{Conduct, Offered, Watch, conduct_of};
pub use fit::{Fit, Fits, Fitted};
pub use general::{Budget, Clock, General, Listener};
pub use idea::{IDEAS, Idea, Posture};
pub use level::{Bots, CAPTAIN, GENERAL, LEVELS, LIEUTENANT, Level, MAJOR, RECRUIT};
pub use measure::{MEASURED, MEASURES, Measure, Measured, Moment};
pub use mind::{Aim, Ask, Dig, Mind, Piece, Prizes, Wall};
pub use plan::{Order, Plan, best_hex};
pub use proof::Proof;
pub use recruit::Recruit;
pub use seed::derive;
pub use trial::MiddleDice;
pub use wall::wall;
pub use weights::{Played, Weighed, Weights};
