//! The levels of bots, by name.

use crate::{Bot, Captain, Recruit, Weights};

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

/// The level that plays by scripts and exact odds.
pub const CAPTAIN: &str = "captain";

/// The levels that every game has, weakest first.
pub const LEVELS: &[Level] = &[
    Level { id: RECRUIT, name: "Recruit", note: "Makes any legal choice." },
    Level {
        id: CAPTAIN,
        name: "Captain",
        note: "Attacks at good odds and drives for the objectives.",
    },
];

/// A bot of a level; `None` if there is no such level.
pub fn bot(level: &str, seed: u64) -> Option<Box<dyn Bot>> {
    match level {
        RECRUIT => Some(Box::new(Recruit::new(seed))),
        CAPTAIN => Some(Box::new(Captain::new())),
        _ => None,
    }
}

/// A bot as a simulation names it: a level, or `captain=FILE` for a captain with weights from a file; a sentence if
/// there is none.
pub fn bot_named(name: &str, seed: u64) -> Result<Box<dyn Bot>, String> {
    if let Some(path) = name.strip_prefix("captain=") {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
        let weights = Weights::read(&text).map_err(|e| format!("{path}: {e}"))?;
        return Ok(Box::new(Captain::with(weights)));
    }
    bot(name, seed).ok_or_else(|| {
        let known: Vec<&str> = LEVELS.iter().map(|l| l.id).collect();
        format!("there is no bot called \"{name}\"; known are: {}, captain=FILE", known.join(", "))
    })
}
