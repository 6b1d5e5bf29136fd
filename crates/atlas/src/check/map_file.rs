//! A map file read back, as far as the checks need it.

use crate::draft::{Side, grid_of, hex_list, side};
use crate::recipe::{GridRecipe, Kinds, Label, Line, Link, Place};
use anyhow::{Context, Result, ensure};
use hex::{Grid, HexId};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The tables of a map file as they stand there.
#[derive(Debug, Deserialize)]
struct Tables {
    grid: GridRecipe,
    kinds: Kinds,
    hexes: BTreeMap<String, String>,
    #[serde(default)]
    sides: BTreeMap<String, String>,
    #[serde(default, rename = "line")]
    lines: Vec<Line>,
    #[serde(default, rename = "link")]
    links: Vec<Link>,
    #[serde(default, rename = "place")]
    places: Vec<Place>,
    #[serde(default, rename = "label")]
    labels: Vec<Label>,
    regions: BTreeMap<String, String>,
    #[serde(default)]
    heights: BTreeMap<String, String>,
}

/// A named chain, of hexes or of hexsides.
#[derive(Debug)]
pub struct Chain<T> {
    /// The word.
    pub kind: String,
    /// The name.
    pub name: String,
    /// Its members in order.
    pub members: Vec<T>,
}

/// A map file, by hex.
#[derive(Debug)]
pub struct MapFile {
    /// The hexes.
    pub grid: Grid,
    /// The words.
    pub kinds: Kinds,
    /// The terrain of each hex.
    pub terrain: Vec<String>,
    /// The features of each hex.
    pub features: Vec<BTreeSet<String>>,
    /// Chains of hexsides.
    pub lines: Vec<Chain<Side>>,
    /// Chains of hexes.
    pub links: Vec<Chain<HexId>>,
    /// Named places and their hexes.
    pub places: Vec<(Place, HexId)>,
    /// Hexes that carry the name of an area.
    pub labelled: BTreeSet<HexId>,
    /// Sets of hexes.
    pub regions: BTreeMap<String, BTreeSet<HexId>>,
    /// Metres above the sea by hex; empty where the file gives none.
    pub heights: Vec<i32>,
}

impl MapFile {
    /// Reads `map.toml` of a game's folder.
    pub fn read(folder: &Path) -> Result<MapFile> {
        let path = folder.join("map.toml");
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        MapFile::parse(&text).with_context(|| format!("in {}", path.display()))
    }

    /// Reads the text of a map file.
    pub fn parse(text: &str) -> Result<MapFile> {
        let tables: Tables = toml::from_str(text)?;
        let grid = grid_of(&tables.grid)?;
        let default = tables.kinds.terrain.first().context("no kinds of terrain")?.clone();
        let mut map = MapFile {
            terrain: vec![default; grid.len()],
            features: vec![BTreeSet::new(); grid.len()],
            lines: Vec::new(),
            links: Vec::new(),
            places: Vec::new(),
            labelled: BTreeSet::new(),
            regions: BTreeMap::new(),
            kinds: tables.kinds.clone(),
            heights: Vec::new(),
            grid,
        };
        map.fill_heights(&tables.heights)?;
        map.fill_hexes(&tables.hexes)?;
        map.fill_chains(&tables)?;
        for place in tables.places {
            let hex = map.grid.parse(&place.hex)?;
            map.places.push((place, hex));
        }
        for label in &tables.labels {
            map.labelled.extend(hex_list(&map.grid, &label.hexes)?);
        }
        for (name, list) in &tables.regions {
            let hexes = hex_list(&map.grid, list).with_context(|| format!("region {name}"))?;
            map.regions.insert(name.clone(), hexes.into_iter().collect());
        }
        Ok(map)
    }

    fn fill_hexes(&mut self, hexes: &BTreeMap<String, String>) -> Result<()> {
        for (number, words) in hexes {
            let h = self.grid.parse(number)?;
            for word in words.split_whitespace() {
                if self.kinds.terrain.iter().any(|t| t == word) {
                    self.terrain[h.index()] = word.to_string();
                } else {
                    let known = self.kinds.features.iter().any(|f| f == word);
                    ensure!(known, "{number}: \"{word}\" is not in the map's kinds");
                    self.features[h.index()].insert(word.to_string());
                }
            }
        }
        Ok(())
    }

    /// One line a printed column, one number a hex.
    fn fill_heights(&mut self, columns: &BTreeMap<String, String>) -> Result<()> {
        if columns.is_empty() {
            return Ok(());
        }
        let mut left = BTreeMap::new();
        for (column, metres) in columns {
            let number: u16 = column.parse().with_context(|| format!("column \"{column}\""))?;
            left.insert(number, metres.split_whitespace());
        }
        for h in self.grid.hexes() {
            let next = left.get_mut(&self.grid.column_row(h).0).and_then(Iterator::next);
            let next = next.with_context(|| format!("{} has no height", self.grid.number(h)))?;
            self.heights.push(next.parse()?);
        }
        Ok(())
    }

    fn fill_chains(&mut self, tables: &Tables) -> Result<()> {
        for sides in tables.sides.keys() {
            self.side(sides)?;
        }
        for line in &tables.lines {
            let members = line.sides.split_whitespace().map(|s| self.side(s));
            let members = members.collect::<Result<_>>()?;
            let (kind, name) = (line.kind.clone(), line.name.clone());
            self.lines.push(Chain { kind, name, members });
        }
        for link in &tables.links {
            let members = hex_list(&self.grid, &link.hexes)?;
            let (kind, name) = (link.kind.clone(), link.name.clone());
            self.links.push(Chain { kind, name, members });
        }
        Ok(())
    }

    fn side(&self, text: &str) -> Result<Side> {
        let (a, b) = text.split_once('/').with_context(|| format!("\"{text}\" is no hexside"))?;
        let (a, b) = (self.grid.parse(a)?, self.grid.parse(b)?);
        ensure!(self.grid.adjacent(a, b), "{text}: the hexes are not neighbours");
        Ok(side(a, b))
    }

    /// Whether a hex carries a word, as terrain or as a feature.
    pub fn has(&self, hex: HexId, word: &str) -> bool {
        self.terrain[hex.index()] == word || self.features[hex.index()].contains(word)
    }

    /// Whether a hex lies on the edge of the map.
    pub fn is_edge(&self, hex: HexId) -> bool {
        self.grid.around(hex).count() < 6
    }
}
