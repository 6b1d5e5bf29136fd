//! Tables: seats, views, what has changed, how a game went, looking back, campaigns and imports.
//!
//! A [`Live`] is a table in memory: an [`engine::Session`] with its seats and secrets. Somebody takes a seat, looks
//! through its [`Eyes`], and does something ([`Act`]); what must be kept of it is told ([`Append`]), and what he is
//! shown is written as text ([`state`]). What he may not know stands in none of it.
//!
//! Nothing in here needs an operating system: there is no network, no file, no thread and no clock. Secrets and other
//! random numbers come in as parameters; a replay is given a [`Budget`], which says how long it may go on; who keeps
//! the records, and where, is somebody else's affair.
//!
//! - [`Library`] is what a table asks of the games: to open one, and the programs that play it.
//! - [`Fresh`] is a game that can be played at a new table; [`Live::replay`] opens a stored one.
//! - [`Milestones`] finds the state after any line, [`History`] tells how the game went, [`redacted`] writes the
//!   journal as one viewer may read it.

mod act;
mod advice;
mod bookmarks;
mod budget;
mod campaign;
mod changes;
mod denied;
mod faces;
mod games;
mod history;
pub mod import;
mod library;
mod live;
pub mod lost;
mod luck;
mod past;
mod reasons;
mod record;
mod seats;
mod secrets;
mod show;
mod summary;
mod views;
mod walk;
mod words;

pub use act::{Act, NotDone, Why};
pub use advice::{AdviceShown, Given};
pub use budget::Budget;
pub use campaign::{begin_from, begun, may_go_on, next_of, next_table};
pub use denied::{Denied, sentence};
pub use faces::{faces, faces_svg};
pub use games::{
    BotInfo, Briefing, Digest, DigestRule, DigestSection, Game, Grid, GridHex, GridPictures,
    Scenario, Shelf, SideBriefing, SideShown,
};
pub use history::History;
pub use library::{Begin, Edition, Library, Next, Opened, Thumb};
pub use live::{DiceProof, Eyes, Fresh, Live, NotOpened};
pub use past::Milestones;
pub use record::{
    Append, Bookmark, Hashed, Listed, NewTable, Seat, SeatKind, Stored, TableKey, header_of,
};
pub use seats::{SeatShown, Seats};
pub use secrets::{committed, hex_of};
pub use show::{Besides, BotShown, LogSent, Past, StateSent, log, state};
pub use summary::{ListedShown, listed, listed_damaged};
pub use walk::redacted;
pub use words::{SENTENCES, words};
