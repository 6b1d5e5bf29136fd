//! The games of the shelf without their pictures: enough to play a real one at the server.

use board::Face;
use engine::Header;
use mind::Bot;
use shelf::Shelf;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use table::{Edition, Library, Opened};

/// The shelf, with each scenario read once.
pub struct Shelved {
    shelf: Shelf,
    taken: Mutex<BTreeMap<(String, String), shelf::Opened>>,
}

impl Shelved {
    pub fn new() -> Shelved {
        Shelved { shelf: Shelf::builtin(), taken: Mutex::default() }
    }

    /// A scenario without options.
    pub fn take(&self, game: &str, scenario: &str) -> Result<shelf::Opened, String> {
        let mut taken = self.taken.lock().map_err(|e| e.to_string())?;
        let key = (game.to_string(), scenario.to_string());
        if let Some(opened) = taken.get(&key) {
            return Ok(opened.clone());
        }
        let opened = self.shelf.open(game, scenario, &BTreeMap::new());
        let opened = opened.map_err(|e| e.to_string())?;
        taken.insert(key, opened.clone());
        Ok(opened)
    }
}

impl Library for Shelved {
    fn shelf(&self) -> table::Shelf {
        table::Shelf::default()
    }

    fn open(
        &self,
        game: &str,
        scenario: &str,
        _: &BTreeMap<String, String>,
    ) -> Result<Opened, String> {
        let opened = self.take(game, scenario)?;
        Ok(Opened {
            title: String::from(scenario),
            now: Edition::of(&opened.header),
            header: opened.header,
            start: opened.start,
            open: opened.hides_nothing,
        })
    }

    fn open_header(&self, header: &Header) -> Result<Opened, engine::NotCarried> {
        let opened = self.open(&header.game, &header.scenario, &BTreeMap::new())?;
        Ok(Opened { header: header.clone(), ..opened })
    }

    fn map_svg(&self, _: &str, _: Option<&str>, _: &str, _: &str) -> Option<Arc<str>> {
        None
    }

    fn grid(&self, _: &str, _: Option<&str>) -> Option<table::Grid> {
        None
    }

    fn rules(&self, _: &str) -> Option<table::Digest> {
        None
    }

    fn bot(&self, header: &Header, level: &str, seed: u64) -> Option<Box<dyn Bot>> {
        self.take(&header.game, &header.scenario).ok()?.bots.bot(level, seed)
    }

    fn counter_svg(&self, _: &Face, _: bool) -> String {
        String::new()
    }
}
