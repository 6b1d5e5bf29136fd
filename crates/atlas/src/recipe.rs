//! The recipe of a map: what is taken from the geodata and what is laid by hand.
//!
//! Tables that stand in a map file as they are (`[[place]]`, `[[link]]`, `[[line]]`, `[[label]]`) have the same
//! form here. Lists of hexes may name a rectangle by two corners: `0110..0148`.

use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Everything in `games/<game>/atlas/recipe.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The title of the map.
    pub title: String,
    /// What is reconstructed, in one sentence for players.
    pub reconstructed: String,
    /// Credit lines of the sources.
    pub credit: Vec<String>,
    /// The printed grid.
    pub grid: GridRecipe,
    /// The vocabulary.
    pub kinds: Kinds,
    /// Where the grid lies on the earth.
    pub georeference: GeoreferenceRecipe,
    /// Named areas of one terrain, laid by hand.
    #[serde(default, rename = "area")]
    pub areas: Vec<Area>,
    /// Cities, towns, villages, airfields.
    #[serde(default, rename = "place")]
    pub places: Vec<Place>,
    /// Features of hexes without a name.
    #[serde(default, rename = "feature")]
    pub features: Vec<Feature>,
    /// Roads, railways and rivers through hexes, laid by hand.
    #[serde(default, rename = "link")]
    pub links: Vec<Link>,
    /// Rivers on hexsides, laid by hand.
    #[serde(default, rename = "line")]
    pub lines: Vec<Line>,
    /// Names of areas without terrain of their own.
    #[serde(default, rename = "label")]
    pub labels: Vec<Label>,
    /// Sets of hexes.
    #[serde(default, rename = "region")]
    pub regions: Vec<Region>,
    /// What the checks should know.
    #[serde(default)]
    pub checks: Checks,
}

/// The printed grid, as in the map file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GridRecipe {
    /// Flat or pointed tops.
    pub orientation: hex::Orientation,
    /// Which columns or rows stand half a hex further; the one switch for an uncertain stagger.
    pub shifted: hex::Parity,
    /// Kilometres between two neighbours, as printed.
    pub hex_km: f64,
    /// The sheets.
    pub sheets: Vec<SheetRecipe>,
    /// Hexes that are not on the map.
    #[serde(default)]
    pub holes: String,
}

/// One sheet, as in the map file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetRecipe {
    /// First and last column.
    pub columns: [u16; 2],
    /// First and last row.
    pub rows: [u16; 2],
    /// Where its first column and row lie on the table.
    pub at: Option<[i16; 2]>,
}

/// The words of a map.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kinds {
    /// Terrain; the first word is the default.
    pub terrain: Vec<String>,
    /// Features of hexes.
    pub features: Vec<String>,
    /// Kinds of hexsides.
    pub sides: Vec<String>,
    /// Kinds of links.
    pub links: Vec<String>,
}

/// How the grid is laid on the earth.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeoreferenceRecipe {
    /// Longitude and latitude of the centre of the cone.
    pub centre: [f64; 2],
    /// The two standard parallels.
    pub parallels: [f64; 2],
    /// What may be fitted.
    #[serde(default)]
    pub fit: FitKind,
    /// A fixed georeference instead of a fit.
    pub affine: Option<[f64; 6]>,
    /// If given, the sheet is bent towards the anchors; at this distance from an anchor its pull fades.
    pub bend_hexes: Option<f64>,
    /// Hexes known to hold a place.
    pub anchors: Vec<Anchor>,
}

/// What a fit may change.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FitKind {
    /// Turn, scale and shift.
    #[default]
    Similarity,
    /// Stretch and shear too.
    Affine,
}

/// A hex known to hold a place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// What it is and how it is known.
    pub name: String,
    /// Its hex, or several whose middle it is.
    pub hex: String,
    /// Latitude and longitude.
    pub geo: [f64; 2],
    /// How much it counts.
    #[serde(default = "one")]
    pub weight: f64,
}

fn one() -> f64 {
    1.0
}

/// A named area of one terrain.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// The terrain word.
    pub kind: String,
    /// The name, drawn as a label.
    #[serde(default)]
    pub name: String,
    /// Its hexes.
    pub hexes: String,
}

/// A named place, as in the map file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The name.
    pub name: String,
    /// Its hex; without one the georeference decides.
    #[serde(default)]
    pub hex: String,
    /// What is drawn.
    pub kind: String,
    /// Further hexes of a city of several hexes.
    #[serde(default)]
    pub hexes: String,
    /// Latitude and longitude.
    pub geo: Option<[f64; 2]>,
    /// Printed, setup or reconstructed.
    pub source: String,
    /// Who holds it at the start.
    #[serde(default)]
    pub control: String,
    /// Words the rules look for.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The feature its hexes carry, if it is not the kind.
    pub feature: Option<String>,
}

/// A feature on some hexes, possibly with a kind of side around them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// The word for the hexes.
    pub kind: String,
    /// The hexes.
    pub hexes: String,
    /// The word for the sides.
    #[serde(default)]
    pub side: String,
    /// Which sides: compass words, `all` or nothing.
    #[serde(default)]
    pub directions: String,
}

/// A chain of hexes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// The word.
    pub kind: String,
    /// The name.
    #[serde(default)]
    pub name: String,
    /// For drawing.
    pub class: Option<u8>,
    /// The hexes in order.
    pub hexes: String,
}

/// A chain of hexsides.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The word.
    pub kind: String,
    /// The name.
    #[serde(default)]
    pub name: String,
    /// For drawing.
    pub class: Option<u8>,
    /// The hexsides in order.
    pub sides: String,
}

/// A name for an area.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The name.
    pub name: String,
    /// What it names: forest, hills, lake, swamp, region.
    pub kind: String,
    /// Where it stands.
    pub hexes: String,
}

/// A set of hexes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// The name.
    pub name: String,
    /// Its hexes.
    #[serde(default)]
    pub hexes: String,
    /// Every land hex that is in none of these regions.
    #[serde(default)]
    pub land_outside: Vec<String>,
    /// Land hexes beside this terrain.
    #[serde(default)]
    pub beside: String,
}

/// What the truth checks should know about a map.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Checks {
    /// Terrain that no unit may stand on.
    pub water: Vec<String>,
    /// From and to which region there must be a road or railway.
    pub connected: Vec<Connection>,
    /// The plausible share of hexes of a word, in per cent.
    pub share: BTreeMap<String, [f64; 2]>,
    /// Words that may stand alone in one hex.
    pub alone: Vec<String>,
}

/// Two regions that must be joined.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Connection {
    /// The region of the sources.
    pub from: String,
    /// The region to be reached.
    pub to: String,
    /// Kinds of links that may be used; none means any land hex.
    pub by: Vec<String>,
}

impl Recipe {
    /// Reads `recipe.toml` of a recipe folder.
    pub fn read(folder: &Path) -> Result<Recipe> {
        let path = folder.join("recipe.toml");
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("{} is not a recipe", path.display()))
    }
}
