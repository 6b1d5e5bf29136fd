//! The games on the shelf: finds game folders, inside the program or in a folder of the player's, and opens
//! any of them by name.
//!
//! A game's folder says in `game.toml` which rule system plays it. This is the only place that knows all
//! systems; everything above works with [`engine::Table`].

mod briefing;
mod folders;
mod listing;
mod open;
mod schema;
mod systems;

pub use briefing::{Briefing, SideBriefing};
pub use folders::Shelf;
pub use listing::{GameInfo, ScenarioInfo};
pub use open::{LawRun, Opened};
pub use schema::schemas;
