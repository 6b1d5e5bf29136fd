//! The one door to the games: what the server asks of a shelf.

use crate::games;
use board::Face;
use engine::{Dice, Header, Log, NotCarried, Table};
use mind::{Bot, Bots};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How a table of a game begins: the set-up may throw dice and report events.
pub type Begin = Arc<dyn Fn(&mut dyn Dice, &mut Log) -> Box<dyn Table> + Send + Sync>;

/// The rules and data that a game is played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    /// The edition of the rules.
    pub rules: u32,
    /// The hash of the data.
    pub data: String,
}

impl Edition {
    /// What the head of a journal says it began with.
    pub fn of(header: &Header) -> Edition {
        Edition { rules: header.edition, data: header.data.clone() }
    }

    /// What is said of a game that began with another one; `None` if it did not.
    pub fn differs_from(&self, began: &Edition) -> Option<String> {
        let rules = (began.rules != self.rules)
            .then(|| format!("rules edition {} (now {})", began.rules, self.rules));
        let data = (began.data != self.data).then(|| String::from("other data"));
        let both: Vec<String> = rules.into_iter().chain(data).collect();
        (!both.is_empty()).then(|| format!("begun with {}", both.join(" and ")))
    }
}

/// A game that was taken from the shelf and can be played.
#[derive(Clone)]
pub struct Opened {
    /// What the list of tables calls it.
    pub title: String,
    /// The head of its journal; the server puts in the commitments of its own dice.
    pub header: Header,
    /// The present rules and data; the head says which ones it began with.
    pub now: Edition,
    /// How it begins.
    pub start: Begin,
    /// Whether both players know everything. Only then may the dice and the hashes of the states be
    /// exported while the game runs: they would tell what is hidden.
    pub open: bool,
}

/// The scenario of a campaign that goes on from the end of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Next {
    /// Its id.
    pub scenario: String,
    /// Its title.
    pub title: String,
}

/// A small picture of a game's map.
#[derive(Clone, Debug)]
pub struct Thumb {
    /// Its content type.
    pub kind: &'static str,
    /// Its file.
    pub bytes: Arc<[u8]>,
}

/// The shelf as the server needs it.
pub trait Library: Send + Sync + 'static {
    /// The list of games.
    fn shelf(&self) -> games::Shelf;
    /// Takes a scenario from the shelf; a sentence if that cannot be.
    fn open(
        &self,
        game: &str,
        scenario: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<Opened, String>;
    /// Opens the game of a stored or imported journal.
    fn open_header(&self, header: &Header) -> Result<Opened, NotCarried>;
    /// The scenario that goes on from the end of this one, where the game has a campaign.
    fn next(&self, header: &Header) -> Option<Next> {
        let _ = header;
        None
    }
    /// Opens that scenario from a stored final state of this one; why, if the game does not carry it on.
    fn carry_on(&self, header: &Header, end: &str) -> Result<Opened, NotCarried> {
        let next = self.next(header).ok_or("no scenario goes on from this one")?;
        let options = header.options.iter().cloned().collect();
        let fresh = self.open(&header.game, &next.scenario, &options)?;
        self.open_header(&Header { position: Some(end.to_string()), ..fresh.header })
    }
    /// A layer of the map picture: of the whole map, or of what a scenario is played on.
    fn map_svg(
        &self,
        game: &str,
        scenario: Option<&str>,
        theme: &str,
        layer: &str,
    ) -> Option<Arc<str>>;
    /// A small picture of the map, for lists of games.
    fn thumb(&self, game: &str, theme: &str) -> Option<Thumb> {
        let _ = (game, theme);
        None
    }
    /// Where the hexes lie on that picture.
    fn grid(&self, game: &str, scenario: Option<&str>) -> Option<games::Grid>;
    /// The digest of the rules.
    fn rules(&self, game: &str) -> Option<games::Digest>;
    /// What a player reads before the first turn of a scenario.
    fn briefing(&self, game: &str, scenario: &str) -> Option<games::Briefing> {
        let _ = (game, scenario);
        None
    }
    /// A counter as one `<svg viewBox=...>...</svg>`; a small one leaves out what cannot be read below 48 pixels.
    fn counter_svg(&self, face: &Face, is_small: bool) -> String;
    /// A bot of a level for a game; `None` if that game has no such level. Lots can be drawn in every game.
    fn bot(&self, header: &Header, level: &str, seed: u64) -> Option<Box<dyn Bot>> {
        let _ = header;
        Bots::lots().bot(level, seed)
    }
}
