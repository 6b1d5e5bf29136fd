//! Simulations of many games between bots, and their reports.
//!
//! Whoever opens a game says in a [`Setting`] how it begins and which bots play it ([`mind::Bots`]). A simulation plays the games of a [`Plan`] ([`run`]), adds what happens in each ([`Record`]) to a [`Tally`], and writes
//! it as a page ([`report_html`]) or as JSON ([`summary_json`]). A [`Folder`] keeps every finished game. Game number `n`
//! of a plan is always the same game, and games are handed on in order, so the number of threads changes nothing.
//! Everything that is added up is a whole number; floating point only appears where a number is printed.

mod chart;
mod duel;
mod fitting;
mod folder;
mod plan;
mod playing;
mod positions;
mod record;
mod report;
mod run;
mod stats;
mod summary;
mod tally;
mod tuning;
mod versions;

pub use duel::{Duel, Pair};
pub use folder::{Folder, FolderError};
pub use plan::{Order, Plan, Players};
pub use playing::{Finished, Pace, Setting, Start, Wants, bot_named, play};
pub use positions::{Expect, Position, Positions, Turn, play_turn, tables_at, turns_of};
pub use record::{Lost, Record, Taken, Thrown};
pub use report::report_html;
pub use run::{Manner, run};
pub use stats::{Interval, Sums, Together, sample_size, wilson};
use summary::percent;
pub use summary::{About, summary_json, summary_text};
pub use tally::{Compared, DiceKey, Fired, Tally};
pub use tuning::{Fitting, Sample, fit};
pub use versions::Versions;
