//! The levels of bots, by name, and the bots of a game.

use crate::conduct::{Watch, Watcher};
use crate::{Bot, Captain, Mind, Played, Recruit, Weighed, Weights};
use board::{BySide, Problems, Source};
use std::sync::Arc;

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

/// All levels, weakest first.
pub const LEVELS: &[Level] = &[
    Level { id: RECRUIT, name: "Recruit", note: "Makes any legal choice." },
    Level {
        id: CAPTAIN,
        name: "Captain",
        note: "Attacks at good odds and drives for the objectives.",
    },
];

/// The bots of one game, with what things are worth there.
#[derive(Clone)]
pub struct Bots {
    weights: BySide<Weights>,
    played: Option<Arc<Played>>,
    /// What can be made where the game has a mind.
    made: Option<Made>,
}

/// Makes what a game with a mind has.
#[derive(Clone, Copy)]
struct Made {
    captain: fn(BySide<Weights>) -> Box<dyn Bot>,
    watch: fn(BySide<Weights>) -> Box<dyn Watch>,
}

impl Bots {
    /// The bots of a scenario that Captain can play.
    pub fn of<G: Mind>(weighed: Weighed) -> Bots {
        let made = Made {
            captain: |weights| Box::new(Captain::<G>::new(weights)),
            watch: |weights| Box::new(Watcher::<G>::new(weights)),
        };
        let Weighed { weights, played } = weighed;
        Bots { weights, played: Some(Arc::new(played)), made: Some(made) }
    }

    /// The bots of a game that nobody can think about: lots.
    pub fn lots() -> Bots {
        Bots { weights: BySide::of(|_| Weights::default()), played: None, made: None }
    }

    /// The levels that this game has, weakest first.
    pub fn levels(&self) -> &'static [Level] {
        match self.made {
            Some(_) => LEVELS,
            None => &LEVELS[..1],
        }
    }

    /// A bot of a level; `None` if this game has no such level.
    pub fn bot(&self, level: &str, seed: u64) -> Option<Box<dyn Bot>> {
        match level {
            RECRUIT => Some(Box::new(Recruit::new(seed))),
            CAPTAIN => self.made.map(|made| (made.captain)(self.weights.clone())),
            _ => None,
        }
    }

    /// A captain with the weights of another file; `None` if the game has no captain.
    pub fn captain_by(&self, file: &Source) -> Result<Option<Box<dyn Bot>>, Problems> {
        let (Some(made), Some(played)) = (&self.made, &self.played) else { return Ok(None) };
        Ok(Some((made.captain)(Weights::read(file, played)?)))
    }

    /// Somebody who counts how the sides play; `None` where nobody can think about the game.
    pub fn watch(&self) -> Option<Box<dyn Watch>> {
        self.made.map(|made| (made.watch)(self.weights.clone()))
    }
}
