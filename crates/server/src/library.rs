//! The one door to the games: what the server asks of a shelf.

use board::Face;
use bots::Bot;
use engine::{Dice, Header, Log, Table};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// A layer of the map picture: of the whole map, or of what a scenario is played on.
    fn map_svg(
        &self,
        game: &str,
        scenario: Option<&str>,
        theme: &str,
        layer: &str,
    ) -> Option<Arc<str>>;
    /// Where the hexes lie on that picture.
    fn grid(&self, game: &str, scenario: Option<&str>) -> Option<Value>;
    /// The digest of the rules.
    fn rules(&self, game: &str) -> Option<Value>;
    /// A counter as one `<svg viewBox=...>...</svg>`; a small one leaves out what cannot be read below 48 pixels.
    fn counter_svg(&self, face: &Face, is_small: bool) -> String;
    /// A bot of a level that only this library knows; those of [`bots::LEVELS`] every server has.
    fn bot(&self, level: &str, seed: u64) -> Option<Box<dyn Bot>> {
        let _ = (level, seed);
        None
    }
}

/// The bot of a level, from the library or one that every game has.
pub(crate) fn bot_of(library: &dyn Library, level: &str, seed: u64) -> Option<Box<dyn Bot>> {
    library.bot(level, seed).or_else(|| bots::bot(level, seed))
}
