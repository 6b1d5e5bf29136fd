//! The shelf as the server sees it: games, pictures and rules.

use art::{CounterSize, Layers, Layout, MapOptions, Theme};
use board::{Face, Map};
use engine::{Header, Language, NotCarried, SideInfo};
use mind::{Bot, Clock};
use shelf::{GameInfo, ScenarioInfo, Shelf};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use table::{
    BotInfo, Briefing, Digest, DigestRule, DigestSection, Edition, Game, Grid, GridHex, Library,
    Next, Opened, Scenario, SideBriefing, SideShown, Thumb,
};

/// The shelf with the pictures that were drawn already.
pub struct ShelfLibrary {
    shelf: Shelf,
    clock: Option<Clock>,
    pictures: Mutex<BTreeMap<Picture, Arc<str>>>,
    thumbs: Mutex<BTreeMap<Small, Arc<[u8]>>>,
    maps: Mutex<BTreeMap<String, Arc<Map>>>,
    games: Mutex<BTreeMap<Played, shelf::Opened>>,
}

/// A map by its name, whether it is dark, and the layer.
type Picture = (String, bool, &'static str);

/// A small picture by its game, and whether it is dark.
type Small = (String, bool);

/// A game, a scenario of it and its options.
type Played = (String, String, BTreeMap<String, String>);

/// How many games are kept open; tables of the same scenario share one.
const OPEN_MAX: usize = 32;

impl ShelfLibrary {
    /// A library of these games.
    pub fn new(shelf: Shelf) -> ShelfLibrary {
        ShelfLibrary {
            shelf,
            clock: None,
            pictures: Mutex::default(),
            thumbs: Mutex::default(),
            maps: Mutex::default(),
            games: Mutex::default(),
        }
    }

    /// The same whose bots think by a clock.
    pub fn by_clock(self, clock: Clock) -> ShelfLibrary {
        ShelfLibrary { clock: Some(clock), ..self }
    }

    /// A scenario with its rules and data, read once for all its tables.
    fn taken(
        &self,
        game: &str,
        scenario: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<shelf::Opened, String> {
        let key = (game.to_string(), scenario.to_string(), options.clone());
        let mut games = self.games.lock().map_err(|e| e.to_string())?;
        if let Some(opened) = games.get(&key) {
            return Ok(opened.clone());
        }
        let opened = self.shelf.open(game, scenario, options).map_err(|e| e.to_string())?;
        if games.len() >= OPEN_MAX {
            games.pop_first();
        }
        games.insert(key, opened.clone());
        Ok(opened)
    }

    /// What a scenario is played on, by the name under which its pictures are kept: the game's own if it is the whole map.
    fn part(&self, game: &str, scenario: Option<&str>) -> Option<(String, Arc<Map>)> {
        let whole = self.map(game)?;
        let Some(scenario) = scenario else { return Some((game.to_string(), whole)) };
        let opened = self.taken(game, scenario, &BTreeMap::new()).ok()?;
        Some(match opened.map.grid.len() == whole.grid.len() {
            true => (game.to_string(), whole),
            false => (format!("{game}/{scenario}"), opened.map),
        })
    }

    fn map(&self, game: &str) -> Option<Arc<Map>> {
        let mut maps = self.maps.lock().ok()?;
        if let Some(map) = maps.get(game) {
            return Some(Arc::clone(map));
        }
        self.shelf.folder(game).ok()?;
        let map = Arc::new(self.shelf.map(game).ok()?);
        maps.insert(game.to_string(), Arc::clone(&map));
        Some(map)
    }

    fn game(&self, info: GameInfo) -> Game {
        let scenarios = self.shelf.scenarios(&info.id).unwrap_or_default().into_iter();
        let scenario = |s: ScenarioInfo| Scenario {
            turns: s.turns(),
            id: s.id,
            title: s.title,
            blurb: s.blurb,
            carries_on: s.carries_on,
            options: s.option,
        };
        let side = |s: SideInfo| SideShown {
            name: s.name.unwrap_or_else(|| capital(&s.id)),
            id: s.id,
            letter: s.letter,
            face: s.face,
            ink: s.ink,
        };
        Game {
            scenarios: scenarios.map(scenario).collect(),
            id: info.id,
            title: info.title,
            subtitle: info.subtitle,
            blurb: info.blurb,
            designer: info.designer,
            year: info.year,
            complexity: info.complexity,
            reconstructed: info.reconstructed,
            sides: info.side.into_iter().map(side).collect(),
            bots: levels(),
        }
    }

    fn opened(&self, opened: shelf::Opened) -> Opened {
        let header = opened.header;
        let title = self.shelf.info(&header.game).map(|i| i.title).unwrap_or_default();
        let scenario = self.shelf.scenario(&header.game, &header.scenario);
        let scenario = scenario.map(|s| s.title).unwrap_or_default();
        Opened {
            title: format!("{title}: {scenario}"),
            now: Edition::of(&header),
            header,
            start: opened.start,
            open: opened.hides_nothing,
        }
    }
}

/// The bots that may take a seat.
fn levels() -> Vec<BotInfo> {
    let level = |l: &mind::Level| BotInfo {
        id: l.id.to_string(),
        name: l.name.to_string(),
        note: l.note.to_string(),
    };
    mind::LEVELS.iter().map(level).collect()
}

/// A name with a capital letter.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}

impl Library for ShelfLibrary {
    fn languages(&self) -> Vec<Language> {
        let mut all = self.shelf.languages();
        all.push(Language::PSEUDO);
        all
    }

    fn shelf(&self) -> table::Shelf {
        let games = self.shelf.ids().filter_map(|id| self.shelf.info(id).ok());
        table::Shelf { games: games.map(|info| self.game(info)).collect() }
    }

    fn open(
        &self,
        game: &str,
        scenario: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<Opened, String> {
        Ok(self.opened(self.taken(game, scenario, options)?))
    }

    fn open_header(&self, header: &Header) -> Result<Opened, NotCarried> {
        let options = header.options.iter().cloned().collect();
        let mut opened = self.taken(&header.game, &header.scenario, &options)?;
        let now = Edition::of(&opened.header);
        if let Some(position) = &header.position {
            opened = opened.carried_on(position)?;
        }
        opened.header = header.clone();
        Ok(Opened { now, ..self.opened(opened) })
    }

    fn next(&self, header: &Header) -> Option<Next> {
        let next = self.shelf.next(&header.game, &header.scenario).ok()??;
        Some(Next { scenario: next.id, title: next.title })
    }

    fn map_svg(
        &self,
        game: &str,
        scenario: Option<&str>,
        theme: &str,
        layer: &str,
    ) -> Option<Arc<str>> {
        let (layer, layers) = match layer {
            "ground" => ("ground", Layers::GROUND),
            "names" => ("names", Layers::NAMES),
            _ => return None,
        };
        let (name, map) = self.part(game, scenario)?;
        let key = (name, theme == "dark", layer);
        if let Some(picture) = self.pictures.lock().ok()?.get(&key) {
            return Some(Arc::clone(picture));
        }
        let theme = if key.1 { Theme::Dark } else { Theme::Light };
        let svg = art::map_svg(&map, &MapOptions { theme, layers, view: None });
        let picture: Arc<str> = svg.into();
        self.pictures.lock().ok()?.insert(key, Arc::clone(&picture));
        Some(picture)
    }

    fn thumb(&self, game: &str, theme: &str) -> Option<Thumb> {
        let map = self.map(game)?;
        let key = (game.to_string(), theme == "dark");
        let made = self.thumbs.lock().ok()?.get(&key).cloned();
        let bytes = match made {
            Some(bytes) => bytes,
            None => {
                let theme = if key.1 { Theme::Dark } else { Theme::Light };
                let bytes: Arc<[u8]> = art::thumbnail(&map, theme).ok()?.into();
                self.thumbs.lock().ok()?.insert(key, Arc::clone(&bytes));
                bytes
            }
        };
        Some(Thumb { kind: "image/png", bytes })
    }

    fn grid(&self, game: &str, scenario: Option<&str>) -> Option<Grid> {
        let (_, map) = self.part(game, scenario)?;
        let layout = Layout::new(&map.grid);
        let hex = |hex| {
            let centre = layout.centre(hex);
            let mut words = vec![map.terrain_name(map.terrain(hex))];
            words.extend(map.features_of(hex).map(|f| map.feature_name(f)));
            let place = map.place_at(hex).map(|place| place.name.clone());
            let shown = GridHex { x: centre.x, y: centre.y, terrain: words.join(", "), place };
            (map.grid.number(hex), shown)
        };
        let (width, height) = layout.size();
        Some(Grid {
            orientation: map.grid.orientation(),
            width,
            height,
            pitch: art::PITCH,
            north: map.north,
            credit: map.credit.clone(),
            reconstructed: map.reconstructed.clone(),
            hexes: map.grid.hexes().map(hex).collect(),
            pictures: None,
        })
    }

    fn briefing(&self, game: &str, scenario: &str) -> Option<Briefing> {
        let briefing = self.shelf.briefing(game, scenario).ok()??;
        let side = |said: shelf::SideBriefing| SideBriefing {
            win: said.win,
            lose: said.lose,
            first: said.first,
            rules: said.rules,
        };
        Some(Briefing {
            situation: briefing.situation,
            length: briefing.length,
            objectives: briefing.objectives,
            sides: briefing.sides.into_iter().map(|(id, said)| (id, side(said))).collect(),
        })
    }

    fn rules(&self, game: &str) -> Option<Digest> {
        let digest = self.shelf.digest(game).ok()?;
        let entry = |number: &str| DigestRule {
            number: number.to_string(),
            text: digest.text(number).unwrap_or_default().to_string(),
        };
        let section = |(title, rules): (&str, &[String])| DigestSection {
            title: title.to_string(),
            rules: rules.iter().map(|r| entry(r)).collect(),
        };
        let mut rulings: Vec<&str> = digest.rulings().collect();
        rulings.sort_by_key(|r| r[1..].parse::<u32>().unwrap_or(0));
        Some(Digest {
            sections: digest.sections().map(section).collect(),
            rulings: rulings.into_iter().map(entry).collect(),
        })
    }

    fn bot(&self, header: &Header, level: &str, seed: u64) -> Option<Box<dyn Bot>> {
        let options = header.options.iter().cloned().collect();
        let bots = self.taken(&header.game, &header.scenario, &options).ok()?.bots;
        // Only the levels of the list: how long a bot thinks is not for a stranger to say.
        bots.levels().iter().find(|known| known.id == level)?;
        match self.clock {
            Some(clock) => bots.by_clock(clock).bot(level, seed),
            None => bots.bot(level, seed),
        }
    }

    fn counter_svg(&self, face: &Face, is_small: bool) -> String {
        let size = if is_small { CounterSize::Small } else { CounterSize::Full };
        let face = art::counter_svg(face, size);
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">{face}</svg>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_takes_only_the_levels_of_the_list() {
        let library = ShelfLibrary::new(Shelf::builtin());
        let opened = library.open("battle-of-moscow", "campaign", &BTreeMap::new());
        let header = opened.expect("it is on the shelf").header;
        let has = |level: &str| library.bot(&header, level, 1).is_some();
        assert!(levels().iter().all(|level| has(&level.id)), "all that are offered");
        for endless in ["general=4000000000", "general=4000000000ms", "general=1", "colonel"] {
            assert!(!has(endless), "{endless}");
        }
    }
}
