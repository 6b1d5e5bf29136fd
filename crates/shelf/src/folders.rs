//! Where the games are.

use board::{DiskFolder, Folder, Problem, Source};
use engine::Language;
use rust_embed::RustEmbed;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The data of all games, inside the program.
#[derive(RustEmbed)]
#[folder = "../../games"]
struct Builtin;

/// A game's folder inside the program.
struct BuiltinFolder(String);

impl Folder for BuiltinFolder {
    fn read(&self, name: &str) -> Result<Source, Problem> {
        let path = format!("{}/{name}", self.0);
        let shown = format!("games/{path}");
        let missing = |message: &str| Problem {
            file: shown.clone().into(),
            line: None,
            message: message.to_string(),
        };
        let file = Builtin::get(&path).ok_or_else(|| missing("there is no such file"))?;
        let text = String::from_utf8(file.data.into_owned());
        let text = text.map_err(|_| missing("the file is not text"))?;
        Ok(Source::new(shown.clone(), text))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let prefix = match folder {
            "" => format!("{}/", self.0),
            _ => format!("{}/{folder}/", self.0),
        };
        let mut names: Vec<String> = Builtin::iter()
            .filter_map(|path| path.strip_prefix(&prefix).map(String::from))
            .filter(|name| !name.contains('/'))
            .collect();
        names.sort();
        names
    }
}

/// All games that can be opened.
#[derive(Clone)]
pub struct Shelf {
    pub(crate) games: BTreeMap<String, Arc<dyn Folder>>,
}

impl Shelf {
    /// No games yet.
    pub fn empty() -> Shelf {
        Shelf { games: BTreeMap::new() }
    }

    /// The games inside the program.
    pub fn builtin() -> Shelf {
        let mut games: BTreeMap<String, Arc<dyn Folder>> = BTreeMap::new();
        for path in Builtin::iter() {
            if let Some(id) = path.strip_suffix("/game.toml") {
                games.insert(id.to_string(), Arc::new(BuiltinFolder(id.to_string())));
            }
        }
        Shelf { games }
    }

    /// The same with the games of a folder, one folder each; a game of the same name takes the place of the
    /// one inside the program. The folder of a single game is understood too.
    pub fn with_folder(mut self, folder: &Path) -> Result<Shelf, Problem> {
        let problem = |message: String| Problem { file: folder.to_path_buf(), line: None, message };
        let mut add = |path: &Path| {
            let id = path.file_name().and_then(|n| n.to_str());
            let Some(id) = id.filter(|_| path.join("game.toml").is_file()) else { return false };
            self.games.insert(id.to_string(), Arc::new(DiskFolder(path.to_path_buf())));
            true
        };
        let whole = folder.canonicalize().map_err(|e| problem(format!("cannot be opened: {e}")))?;
        if add(&whole) {
            return Ok(self);
        }
        let entries =
            std::fs::read_dir(&whole).map_err(|e| problem(format!("cannot be read: {e}")))?;
        let mut found = 0;
        for entry in entries.flatten() {
            found += usize::from(add(&entry.path()));
        }
        match found {
            0 => Err(problem(String::from("there is no game in it: no folder with a game.toml"))),
            _ => Ok(self),
        }
    }

    /// The map of a game, also of one that has no rules yet.
    pub fn map(&self, game: &str) -> Result<board::Map, board::Problems> {
        let folder: Arc<dyn Folder> = match self.games.get(game) {
            Some(folder) => Arc::clone(folder),
            None => Arc::new(BuiltinFolder(game.to_string())),
        };
        board::Map::load(&folder.read("map.toml")?)
    }

    /// The ids of all games that have a map, whether or not they can be played yet.
    pub fn map_ids(&self) -> Vec<String> {
        let inside = Builtin::iter().filter_map(|p| p.strip_suffix("/map.toml").map(String::from));
        let mut ids: Vec<String> = inside.chain(self.games.keys().cloned()).collect();
        ids.sort();
        ids.dedup();
        ids
    }

    /// The languages in which some game can be read: English, and those of the files in `text`.
    pub fn languages(&self) -> Vec<Language> {
        let files = self.games.values().flat_map(|folder| folder.list("text"));
        let mut languages: Vec<Language> =
            files.filter_map(|name| name.strip_suffix(".toml").and_then(Language::named)).collect();
        languages.push(Language::ENGLISH);
        languages.sort_unstable();
        languages.dedup();
        languages
    }

    /// The ids of all games.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.games.keys().map(String::as_str)
    }

    /// The folder of a game.
    pub fn folder(&self, game: &str) -> Result<&Arc<dyn Folder>, Problem> {
        self.games.get(game).ok_or_else(|| {
            let hint = board::hint(game, self.ids());
            Problem {
                file: "games".into(),
                line: None,
                message: format!("there is no game \"{game}\"{hint}"),
            }
        })
    }
}
