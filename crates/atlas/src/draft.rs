//! A map in the making: everything the map file will say, by hex.

use crate::recipe::{GridRecipe, Kinds, Place};
use anyhow::{Context, Result, ensure};
use hex::{Direction, Grid, HexId, Orientation, Sheet};
use std::collections::{BTreeMap, BTreeSet};

/// The side between two neighbours, the lower hex first.
pub type Side = (HexId, HexId);

/// The side between two hexes in its one form.
pub fn side(a: HexId, b: HexId) -> Side {
    if a < b { (a, b) } else { (b, a) }
}

/// A named chain of hexsides.
#[derive(Clone, Debug)]
pub struct DraftLine {
    /// The word.
    pub kind: String,
    /// The name, possibly empty.
    pub name: String,
    /// For drawing.
    pub class: Option<u8>,
    /// The sides from source to mouth.
    pub sides: Vec<Side>,
}

/// A named chain of hexes.
#[derive(Clone, Debug)]
pub struct DraftLink {
    /// The word.
    pub kind: String,
    /// The name, possibly empty.
    pub name: String,
    /// For drawing.
    pub class: Option<u8>,
    /// The hexes in order.
    pub hexes: Vec<HexId>,
}

/// A name for an area.
#[derive(Clone, Debug)]
pub struct DraftLabel {
    /// The name.
    pub name: String,
    /// What it names.
    pub kind: String,
    /// Where it stands.
    pub hexes: Vec<HexId>,
}

/// A map in the making.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The hexes.
    pub grid: Grid,
    /// The words.
    pub kinds: Kinds,
    /// The terrain of each hex.
    pub terrain: Vec<String>,
    /// The features of each hex.
    pub features: Vec<BTreeSet<String>>,
    /// Single hexsides.
    pub sides: BTreeMap<Side, BTreeSet<String>>,
    /// Chains of hexsides.
    pub lines: Vec<DraftLine>,
    /// Chains of hexes.
    pub links: Vec<DraftLink>,
    /// Named places, each with its hex.
    pub places: Vec<Place>,
    /// Names of areas.
    pub labels: Vec<DraftLabel>,
    /// Sets of hexes.
    pub regions: Vec<(String, BTreeSet<HexId>)>,
    /// Metres above the sea.
    pub heights: Vec<i32>,
}

impl Draft {
    /// A map of the default terrain.
    pub fn new(grid: Grid, kinds: Kinds) -> Result<Draft> {
        let default = kinds.terrain.first().context("the map has no kinds of terrain")?.clone();
        let n = grid.len();
        Ok(Draft {
            terrain: vec![default; n],
            features: vec![BTreeSet::new(); n],
            heights: vec![0; n],
            sides: BTreeMap::new(),
            lines: Vec::new(),
            links: Vec::new(),
            places: Vec::new(),
            labels: Vec::new(),
            regions: Vec::new(),
            grid,
            kinds,
        })
    }

    /// Reads a list of hex numbers; `0110..0148` is the rectangle between two hexes.
    pub fn hexes(&self, list: &str) -> Result<Vec<HexId>> {
        hex_list(&self.grid, list)
    }

    /// The hexes of a named region.
    pub fn region(&self, name: &str) -> Result<&BTreeSet<HexId>> {
        let found = self.regions.iter().find(|(n, _)| n == name);
        Ok(&found.with_context(|| format!("there is no region \"{name}\""))?.1)
    }

    /// Adds a word to a hexside.
    pub fn mark_side(&mut self, a: HexId, b: HexId, kind: &str) {
        self.sides.entry(side(a, b)).or_default().insert(kind.to_string());
    }

    /// Checks that every word belongs to the vocabulary.
    pub fn check_words(&self) -> Result<()> {
        let known = |list: &[String], word: &str| -> Result<()> {
            ensure!(list.iter().any(|k| k == word), "\"{word}\" is not in the map's kinds");
            Ok(())
        };
        self.terrain.iter().try_for_each(|t| known(&self.kinds.terrain, t))?;
        self.features.iter().flatten().try_for_each(|f| known(&self.kinds.features, f))?;
        self.sides.values().flatten().try_for_each(|s| known(&self.kinds.sides, s))?;
        self.lines.iter().try_for_each(|l| known(&self.kinds.sides, &l.kind))?;
        self.links.iter().try_for_each(|l| known(&self.kinds.links, &l.kind))
    }
}

/// Reads a list of hex numbers; `0110..0148` is the rectangle between two hexes.
pub fn hex_list(grid: &Grid, list: &str) -> Result<Vec<HexId>> {
    let mut hexes = Vec::new();
    for word in list.split_whitespace() {
        match word.split_once("..") {
            None => hexes.push(grid.parse(word)?),
            Some((a, b)) => hexes.extend(rectangle(grid, grid.parse(a)?, grid.parse(b)?)),
        }
    }
    Ok(hexes)
}

fn rectangle(grid: &Grid, a: HexId, b: HexId) -> impl Iterator<Item = HexId> + '_ {
    let (ac, ar) = grid.column_row(a);
    let (bc, br) = grid.column_row(b);
    grid.hexes().filter(move |&h| {
        let (c, r) = grid.column_row(h);
        (ac.min(bc)..=ac.max(bc)).contains(&c) && (ar.min(br)..=ar.max(br)).contains(&r)
    })
}

/// The grid a recipe describes.
pub fn grid_of(recipe: &GridRecipe) -> Result<Grid> {
    let sheets: Vec<Sheet> = recipe
        .sheets
        .iter()
        .map(|s| {
            let mut sheet = Sheet::new(s.columns[0]..=s.columns[1], s.rows[0]..=s.rows[1]);
            if let Some([column, row]) = s.at {
                sheet.at = (column, row);
            }
            sheet
        })
        .collect();
    let whole = Grid::new(recipe.orientation, recipe.shifted, &sheets)?;
    let holes: BTreeSet<(u16, u16)> =
        hex_list(&whole, &recipe.holes)?.into_iter().map(|h| whole.column_row(h)).collect();
    let hole = |c, r| holes.contains(&(c, r));
    Ok(Grid::with_holes(recipe.orientation, recipe.shifted, &sheets, hole)?)
}

/// The directions that compass words name on a sheet; `all` is all six.
pub fn directions(orientation: Orientation, words: &str) -> Result<Vec<Direction>> {
    if words == "all" {
        return Ok(Direction::ALL.to_vec());
    }
    let names = match orientation {
        Orientation::PointyTop => ["E", "SE", "SW", "W", "NW", "NE"],
        Orientation::FlatTop => ["SE", "S", "SW", "NW", "N", "NE"],
    };
    words
        .split_whitespace()
        .map(|word| {
            let index = names.iter().position(|n| *n == word);
            let index = index.with_context(|| format!("\"{word}\" is no side of a hex here"))?;
            Ok(Direction::ALL[index])
        })
        .collect()
}
