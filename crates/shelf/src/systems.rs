//! The rule systems that the program knows: the only place that names them.

use board::{Folder, Problems};
use engine::Ready;
use mind::{Bots, Weighed};
use schemars::Schema;
use std::collections::BTreeMap;

/// Options of a scenario, by their names.
pub(crate) type Options = BTreeMap<String, String>;

/// What a rule system gives the shelf. Each makes its games and their bots ready in its own crate: here nothing is
/// compiled for any of them.
#[derive(Clone, Copy)]
pub(crate) struct System {
    /// What `game.toml` calls it.
    pub name: &'static str,
    /// Loads a game for a scenario.
    pub ready: fn(&dyn Folder, &str, &Options) -> Result<Ready, Problems>,
    /// The bots that play it.
    pub bots: fn(Weighed) -> Bots,
    /// The schemas of the files that only it reads.
    pub schemas: fn() -> Vec<(&'static str, Schema)>,
}

macro_rules! systems {
    ($($name:literal: $system:ident),* $(,)?) => {
        /// All of them.
        pub(crate) const SYSTEMS: &[System] = &[$(System {
            name: $name,
            ready: $system::ready,
            bots: $system::bots,
            schemas: $system::schemas,
        }),*];
    };
}

systems! {
    "battle-of-moscow": battle_of_moscow,
    "last-stand": last_stand,
    "wb95": wb95,
    "ww3": ww3,
}
