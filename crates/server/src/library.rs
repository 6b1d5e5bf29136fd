//! The one door to the games: what the server asks of a shelf, and of a bot.

use board::{Face, Side};
use engine::{Choice, Dice, Header, Log, Table};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How a table of a game begins: the set-up may throw dice and report events.
pub type Begin = Arc<dyn Fn(&mut dyn Dice, &mut Log) -> Box<dyn Table> + Send + Sync>;

/// A game that was taken from the shelf and can be played.
#[derive(Clone)]
pub struct Opened {
    /// What the list of tables calls it.
    pub title: String,
    /// The head of its journal; the server puts in the commitments of its own dice.
    pub header: Header,
    /// How it begins.
    pub start: Begin,
    /// Whether both players know everything. Only then may the dice and the hashes of the states be
    /// exported while the game runs: they would tell what is hidden.
    pub open: bool,
}

/// The shelf as the server needs it.
pub trait Library: Send + Sync + 'static {
    /// The list of games, as the protocol describes the answer of `/api/shelf`.
    fn shelf(&self) -> Value;
    /// Takes a scenario from the shelf; a sentence if that cannot be.
    fn open(
        &self,
        game: &str,
        scenario: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<Opened, String>;
    /// Opens the game of a stored or imported journal.
    fn open_header(&self, header: &Header) -> Result<Opened, String>;
    /// A layer of the map picture.
    fn map_svg(&self, game: &str, theme: &str, layer: &str) -> Option<Arc<str>>;
    /// Where the hexes lie on the map picture.
    fn grid(&self, game: &str) -> Option<Value>;
    /// The digest of the rules.
    fn rules(&self, game: &str) -> Option<Value>;
    /// A counter as one `<svg viewBox=...>...</svg>`; a small one leaves out what cannot be read below 48 pixels.
    fn counter_svg(&self, face: &Face, is_small: bool) -> String;
    /// A bot of a level that this library knows. The level `recruit` is known to every server.
    fn bot(&self, level: &str, seed: u64) -> Option<Box<dyn Bot>> {
        let _ = (level, seed);
        None
    }
}

/// A player that is a program.
pub trait Bot: Send {
    /// Chooses for `side`, which decides at `table`. The table is imagined: what the side cannot know is
    /// drawn anew. When `stop` is set the bot answers at once with the best it has found.
    fn choose(&mut self, table: &dyn Table, side: Side, stop: &AtomicBool) -> Choice;

    /// How long it thinks at most, in milliseconds; 0 if it answers at once.
    fn budget_ms(&self) -> u32 {
        0
    }

    /// Why it made its last choice, in one sentence about the map and in the past tense.
    fn reason(&self) -> Option<String> {
        None
    }
}

/// The level of the bot that every server has.
pub const RECRUIT: &str = "recruit";

/// A bot that takes any legal choice.
pub struct Recruit {
    rng: ChaCha8Rng,
    offered: usize,
}

impl Recruit {
    /// A recruit with a seed.
    pub fn new(seed: u64) -> Recruit {
        Recruit { rng: ChaCha8Rng::seed_from_u64(seed), offered: 0 }
    }
}

impl Bot for Recruit {
    fn choose(&mut self, table: &dyn Table, _side: Side, _stop: &AtomicBool) -> Choice {
        let mut choices = Vec::new();
        table.choices(&mut choices);
        self.offered = choices.len();
        choices[self.rng.next_u32() as usize % choices.len()]
    }

    fn reason(&self) -> Option<String> {
        match self.offered {
            0 | 1 => None,
            n => Some(format!("Drew one of {n} legal choices by lot.")),
        }
    }
}

/// The bot of a level, from the library or the server's own.
pub(crate) fn bot_of(library: &dyn Library, level: &str, seed: u64) -> Option<Box<dyn Bot>> {
    let own = || (level == RECRUIT).then(|| Box::new(Recruit::new(seed)) as Box<dyn Bot>);
    library.bot(level, seed).or_else(own)
}
