//! Programs as players, and simulations of many games.
//!
//! A [`Bot`] is given an [`Imagined`] table and answers with a choice. [`Recruit`] takes any legal one,
//! [`Captain`] plays by scripts and the games' own odds.
//!
//! A simulation plays the games of a [`Plan`] ([`run`]), adds what happens in each ([`Record`]) to a [`Tally`], and writes
//! it as a page ([`report_html`]) or as JSON ([`summary_json`]). A [`Folder`] keeps every finished game. Game number `n`
//! of a plan is always the same game, and games are handed on in order, so the number of threads changes nothing.
//! Everything that is added up is a whole number; floating point only appears where a number is printed.

mod bot;
mod captain;
mod chart;
mod folder;
mod level;
mod plan;
mod playing;
mod record;
mod recruit;
mod report;
mod run;
mod seed;
mod stats;
mod summary;
mod tally;

pub use bot::{Bot, Imagined};
pub use captain::{Captain, Weights};
pub use folder::{Folder, FolderError};
pub use level::{CAPTAIN, LEVELS, Level, RECRUIT, bot, bot_named};
pub use plan::{Order, Plan, Players};
pub use playing::{Finished, Setting, Start, play};
pub use record::{Lost, Record, Taken, Thrown};
pub use recruit::Recruit;
pub use report::report_html;
pub use run::{Manner, run};
pub use seed::derive;
pub use stats::{Interval, Sums, Together, sample_size, wilson};
pub use summary::{About, summary_json, summary_text};
pub use tally::{Compared, DiceKey, Fired, Tally};
