//! The levels of bots, by name.

use crate::{Bot, Recruit};

/// The level that every game has.
pub const RECRUIT: &str = "recruit";

/// A level as a player chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name in commands, seats and files.
    pub id: &'static str,
    /// Its name on the screen.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub note: &'static str,
}

/// The levels that every game has, weakest first.
pub const LEVELS: &[Level] =
    &[Level { id: RECRUIT, name: "Recruit", note: "Makes any legal choice." }];

/// A bot of a level; `None` if there is no such level.
pub fn bot(level: &str, seed: u64) -> Option<Box<dyn Bot>> {
    match level {
        RECRUIT => Some(Box::new(Recruit::new(seed))),
        _ => None,
    }
}
