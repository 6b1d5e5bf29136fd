//! The position of a case.

use board::{Link, Map};
use hex::{Grid, HexId, Sheet};
use serde::Deserialize;

/// A counter of a case.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
pub struct ArrangedUnit {
    /// Its name in the script.
    pub id: String,
    /// The class it is like, or the counter of the game it is.
    #[serde(default)]
    pub like: String,
    /// Its hex, or the box beside the map.
    #[serde(default)]
    pub at: String,
    /// Values that differ from the class, and markers, as the game names them.
    #[serde(flatten)]
    #[schemars(with = "std::collections::BTreeMap<String, serde_json::Value>")]
    pub values: toml::Table,
}

/// The position of a case, before the game has understood it.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
pub struct Arrangement {
    /// `own` for the game's map, or `blank 10x10`.
    #[serde(default)]
    pub map: String,
    /// A drawn board: one line a row, one word a hex; see the book.
    #[serde(default)]
    pub board: String,
    /// What the words of a drawn board mean.
    #[serde(default)]
    pub legend: std::collections::BTreeMap<String, String>,
    /// What lies in single hexes.
    #[serde(default)]
    pub terrain: std::collections::BTreeMap<String, String>,
    /// What lies on single hexsides.
    #[serde(default)]
    pub edges: std::collections::BTreeMap<String, String>,
    /// Links: the kind, then the hexes.
    #[serde(default)]
    pub links: Vec<(String, String)>,
    /// Regions: the name, then the hexes.
    #[serde(default)]
    pub regions: std::collections::BTreeMap<String, String>,
    /// The counters.
    #[serde(default)]
    pub units: Vec<ArrangedUnit>,
    /// What only the game understands: turn, weather, phase, tracks.
    #[serde(default)]
    #[schemars(with = "std::collections::BTreeMap<String, serde_json::Value>")]
    pub with: toml::Table,
}

impl Arrangement {
    /// The map of the case and the counters drawn on it.
    pub fn build_map(&self, own: &Map) -> Result<(Map, Vec<(String, HexId)>), String> {
        let mut map = self.empty_map(own)?;
        let drawn = self.draw(&mut map)?;
        for (number, words) in &self.terrain {
            let hex = map.grid.parse(number).map_err(|e| e.to_string())?;
            for feature in map.features_of(hex).collect::<Vec<_>>() {
                map.set_feature(hex, feature, false);
            }
            map.set_terrain(hex, board::Terrain(0));
            print_words(&mut map, hex, words)?;
        }
        for (pair, words) in &self.edges {
            let (a, b) =
                pair.split_once('/').ok_or_else(|| format!("\"{pair}\" is not a hexside"))?;
            let a = map.grid.parse(a).map_err(|e| e.to_string())?;
            let b = map.grid.parse(b).map_err(|e| e.to_string())?;
            let side =
                map.grid.side_between(a, b).ok_or_else(|| format!("{pair} are not adjacent"))?;
            for word in words.split_whitespace() {
                let kind =
                    map.side_kind(word).ok_or_else(|| format!("unknown hexside \"{word}\""))?;
                map.set_side(side, kind);
            }
        }
        for (kind, hexes) in &self.links {
            let kind = map.link_kind(kind).ok_or_else(|| format!("unknown link \"{kind}\""))?;
            let list = parse_hexes(&map, hexes)?;
            let link = Link { kind, name: String::new(), class: 0, hexes: list };
            if !map.add_link(link) {
                return Err(format!("the link {hexes} is broken"));
            }
        }
        for (name, hexes) in &self.regions {
            let list = parse_hexes(&map, hexes)?;
            map.add_to_region(name, list);
        }
        Ok((map, drawn))
    }

    fn empty_map(&self, own: &Map) -> Result<Map, String> {
        let size = if self.board.is_empty() {
            match self.map.strip_prefix("blank ") {
                None if self.map.is_empty() || self.map == "own" => return Ok(own.clone()),
                None => {
                    return Err(format!(
                        "unknown map \"{}\"; expected own or blank 10x10",
                        self.map
                    ));
                }
                Some(size) => size.to_string(),
            }
        } else {
            let rows: Vec<&str> = drawn_rows(&self.board);
            let columns = rows.iter().map(|r| r.split_whitespace().count()).max().unwrap_or(0);
            format!("{columns}x{}", rows.len())
        };
        let parse = |text: &str| text.parse::<u16>().ok().filter(|n| (1..=99).contains(n));
        let (columns, rows) = size
            .split_once('x')
            .and_then(|(c, r)| Some((parse(c)?, parse(r)?)))
            .ok_or_else(|| format!("\"{size}\" is no size of a map; expected such as 10x10"))?;
        let sheet = Sheet::new(1..=columns, 1..=rows);
        let grid = Grid::new(own.grid.orientation(), own.grid.shifted(), &[sheet]);
        Ok(Map::blank(grid.map_err(|e| e.to_string())?, own))
    }

    fn draw(&self, map: &mut Map) -> Result<Vec<(String, HexId)>, String> {
        let mut drawn = Vec::new();
        for (r, row) in drawn_rows(&self.board).into_iter().enumerate() {
            for (c, cell) in row.split_whitespace().enumerate() {
                let number = format!("{:02}{:02}", c + 1, r + 1);
                let hex = map.grid.parse(&number).map_err(|e| e.to_string())?;
                for word in cell.split('+').filter(|w| *w != ".") {
                    match self.legend.get(word) {
                        Some(meaning) => print_words(map, hex, meaning)?,
                        None => drawn.push((word.to_string(), hex)),
                    }
                }
            }
        }
        Ok(drawn)
    }
}

fn drawn_rows(board: &str) -> Vec<&str> {
    board.lines().filter(|l| !l.trim().is_empty()).collect()
}

fn parse_hexes(map: &Map, list: &str) -> Result<Vec<HexId>, String> {
    list.split_whitespace().map(|n| map.grid.parse(n).map_err(|e| e.to_string())).collect()
}

fn print_words(map: &mut Map, hex: HexId, words: &str) -> Result<(), String> {
    for word in words.split_whitespace() {
        if let Some(terrain) = map.terrain_kind(word) {
            map.set_terrain(hex, terrain);
        } else if let Some(feature) = map.feature_kind(word) {
            map.set_feature(hex, feature, true);
        } else {
            return Err(format!("unknown terrain or feature \"{word}\""));
        }
    }
    Ok(())
}
