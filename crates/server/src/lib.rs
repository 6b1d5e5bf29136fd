//! The table in the browser: doors and storage.
//!
//! The server knows no game, and what a table is stands in the crate [`table`]. It asks a
//! [`table::Library`] to open a game, keeps each [`table::Live`] in a room with one door, and its journal in a [`Store`].
//! What happens at a table goes one way: a request is read, the session does it in memory, the lines are stored, and only
//! then is anybody told. What a viewer gets is made for him on the server: what he may not know never leaves it.
//!
//! - [`serve`] opens a house until ctrl-C or SIGTERM; [`Server`] is the same in two steps. A [`Door`]
//!   says who can reach it.
//! - [`table::Library`] is what is asked of the games, [`mind::Bot`] of the programs that play them.
//! - [`Store`] is what it asks of a database; [`Sqlite`] keeps everything in one file.
//!
//! The protocol is described in the book, "The protocol", and in `docs/openapi.json`.
//!
//! # Limits
//!
//! At most 1000 sessions are kept in memory, 4096 streams open, 64 KiB read of a body (4 MiB and 40,000 lines of a
//! journal), 30 seconds spent on an answer, 25 on a replay; two bots think, two replays run and four stored
//! tables are opened at once. How often one address may ask is said by [`Rates`], how many connections it
//! may hold and how slow they may be by [`Door`].

mod address;
mod advice;
mod api;
mod app;
mod backup;
mod bots;
mod campaign;
mod client;
mod compression;
mod door;
mod error;
mod extract;
mod guard;
mod import;
mod listen;
mod lock;
mod log;
mod lost;
mod metrics;
mod origin;
mod packed;
mod people;
pub mod protocol;
mod replay;
mod rooms;
mod secret;
mod serve;
mod signal;
mod sqlite;
mod sqlite_people;
mod store;
mod visitor;
mod words;
mod writer;

pub use api::ROUTES;
pub use backup::{Contents, HouseFile, IfTaken, Restored, backup, restore};
pub use door::{Crowd, Door};
pub use guard::Rates;
pub use lock::FolderLock;
pub use log::{LogFormat, start_log, start_log_to};
pub use metrics::Timing;
pub use origin::PublicUrl;
pub use serve::{DEFAULT_PORT, ServeOptions, Server, default_data_folder, serve};
pub use sqlite::Sqlite;
pub use store::{Answer, Key, OpenedKey, Store, StoreError, Taken};
