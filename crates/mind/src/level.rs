//! The levels of bots, by name, and the bots of a game.

use crate::conduct::{Watch, Watcher};
use crate::general::{Budget, Clock, General};
use crate::measure::{Moment, moment};
use crate::proof::{Proof, prove};
use crate::{Bot, Captain, Imagined, Mind, Played, Recruit, Weighed, Weights};
use board::{BySide, Problems, Side, Source};
use engine::{Seated, Table};
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

/// The level for a first game.
pub const LIEUTENANT: &str = "lieutenant";

/// The level that plays a few plans out.
pub const MAJOR: &str = "major";

/// The level that plays many plans out.
pub const GENERAL: &str = "general";

/// So many playouts a major has for a step of movement.
const MAJORS: u32 = 16;
/// So many a general has where no clock tells him the time.
const GENERALS: u32 = 60;
/// So long a general thinks about a turn.
const GENERALS_MS: u32 = 4800;

/// What is written behind a level that is to judge by the formula.
const FORMULA: &str = ":formula";

/// All levels, weakest first. Each knows less or thinks less than the one above it; none is given worse dice or looks at what is
/// hidden.
pub const LEVELS: &[Level] = &[
    Level {
        id: RECRUIT,
        name: "Recruit",
        note: "Makes any legal choice, by lot. Shows how the pieces move; answers at once.",
    },
    Level {
        id: LIEUTENANT,
        name: "Lieutenant",
        note: "For a first game: follows a plan drawn from five and attacks without artillery. Answers at once.",
    },
    Level {
        id: CAPTAIN,
        name: "Captain",
        note: "One sound plan for each movement phase, attacks at good odds, no look ahead. Answers at once.",
    },
    Level {
        id: MAJOR,
        name: "Major",
        note: "Tries a dozen plans against your likely answer, once or twice each. About a second a movement phase.",
    },
    Level {
        id: GENERAL,
        name: "General",
        note: "Tries a dozen plans again and again, and improves the best. Up to five seconds a turn.",
    },
];

/// The bots of one game, with what things are worth there.
#[derive(Clone)]
pub struct Bots {
    clock: Option<Clock>,
    weights: BySide<Weights>,
    played: Option<Arc<Played>>,
    /// What can be made where the game has a mind.
    made: Option<Made>,
}

/// Makes what a game with a mind has.
#[derive(Clone, Copy)]
struct Made {
    captain: fn(BySide<Weights>) -> Box<dyn Bot>,
    lieutenant: fn(BySide<Weights>, u64) -> Box<dyn Bot>,
    general: fn(BySide<Weights>, Budget, u64) -> Box<dyn Bot>,
    prove: Prove,
    margin: fn(&dyn Table, Side) -> Option<i64>,
    measure: fn(&dyn Table, &BySide<Weights>) -> Option<Moment>,
    watch: fn(BySide<Weights>) -> Box<dyn Watch>,
}

/// What a general's plan comes to.
type Prove = fn(&Imagined, &BySide<Weights>, Budget, u64, u64) -> Option<Vec<Proof>>;

impl Bots {
    /// The bots of a scenario that Captain can play.
    pub fn of<G: Mind>(weighed: Weighed) -> Bots {
        let made = Made {
            captain: |weights| Box::new(Captain::<G>::new(weights)),
            lieutenant: |weights, seed| Box::new(Captain::<G>::lieutenant(weights, seed)),
            general: |weights, budget, seed| Box::new(General::<G>::new(weights, budget, seed)),
            prove: prove::<G>,
            margin: |table, side| {
                let seat: &Seated<G> = table.any().downcast_ref()?;
                Some(seat.game.margin(seat.state(), side))
            },
            measure: |table, weights| moment::<G>(table.any().downcast_ref()?, weights),
            watch: |weights| Box::new(Watcher::<G>::new(weights)),
        };
        let Weighed { weights, played } = weighed;
        Bots { clock: None, weights, played: Some(Arc::new(played)), made: Some(made) }
    }

    /// The bots of a game that nobody can think about: lots.
    pub fn lots() -> Bots {
        let weights = BySide::of(|_| Weights::default());
        Bots { clock: None, weights, played: None, made: None }
    }

    /// The levels that this game has, weakest first.
    pub fn levels(&self) -> &'static [Level] {
        match self.made {
            Some(_) => LEVELS,
            None => &LEVELS[..1],
        }
    }

    /// A bot of a level; `None` if this game has no such level. `general=40:formula` judges by the formula where a judge was fitted.
    pub fn bot(&self, level: &str, seed: u64) -> Option<Box<dyn Bot>> {
        if let Some(level) = level.strip_suffix(FORMULA) {
            return self.clone().without_judges().bot(level, seed);
        }
        match level {
            RECRUIT => Some(Box::new(Recruit::new(seed))),
            CAPTAIN => self.made.map(|made| (made.captain)(self.weights.clone())),
            LIEUTENANT => self.made.map(|made| (made.lieutenant)(self.weights.clone(), seed)),
            _ => {
                let budget = self.budget(level)?;
                self.made.map(|made| (made.general)(self.weights.clone(), budget, seed))
            }
        }
    }

    fn without_judges(mut self) -> Bots {
        Side::BOTH.into_iter().for_each(|side| self.weights[side].judge = None);
        self
    }

    /// How long a level thinks: `general=40` plays 40 plans out in each step of movement, `general=800ms` thinks so long.
    fn budget(&self, level: &str) -> Option<Budget> {
        let timed = |ms: u32| self.clock.map(|clock| Budget::Time { ms, clock });
        match level.split_once('=') {
            None if level == MAJOR => Some(Budget::Playouts(MAJORS)),
            None if level == GENERAL => {
                Some(timed(GENERALS_MS).unwrap_or(Budget::Playouts(GENERALS)))
            }
            Some((GENERAL, much)) => match much.strip_suffix("ms") {
                Some(ms) => timed(ms.parse().ok()?),
                None => much.parse().ok().map(Budget::Playouts),
            },
            _ => None,
        }
    }

    /// The same bots with a clock: those who think for a time do so by it.
    pub fn by_clock(mut self, clock: Clock) -> Bots {
        self.clock = Some(clock);
        self
    }

    /// The clock by which they think.
    pub fn clock(&self) -> Option<Clock> {
        self.clock
    }

    /// Where a side stands on the scenario's own scale, in hundredths of a point; `None` if nobody can tell.
    pub fn margin(&self, table: &dyn Table, side: Side) -> Option<i64> {
        self.made.and_then(|made| (made.margin)(table, side))
    }

    /// What is measured where a side is about to move; `None` where nobody is.
    pub fn measure(&self, table: &dyn Table) -> Option<Moment> {
        self.made.and_then(|made| (made.measure)(table, &self.weights))
    }

    /// What the plan that a general takes comes to over so many samples that he has not seen, beside Captain's plan and none at
    /// all; `None` where no plan is wanted, and of a level that plays none out.
    pub fn prove(
        &self,
        table: &Imagined,
        level: &str,
        seed: u64,
        samples: u64,
    ) -> Option<Vec<Proof>> {
        let budget = self.budget(level)?;
        (self.made?.prove)(table, &self.weights, budget, seed, samples)
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
