//! The recipe of a map: what is taken from the geodata and what is laid by hand.
//!
//! Tables that stand in a map file as they are (`[[place]]`, `[[link]]`, `[[line]]`, `[[label]]`) have the same
//! form here. Lists of hexes may name a rectangle by two corners: `0110..0148`.

use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Everything in `games/<game>/atlas/recipe.toml`.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
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
    /// Terrain from the land cover; without it only areas laid by hand.
    pub cover: Option<Cover>,
    /// Lakes from the geodata.
    pub lakes: Option<Lakes>,
    /// Rivers from the geodata, the bigger ones first.
    #[serde(default, rename = "river")]
    pub rivers: Vec<River>,
    /// Towns that are known to lie on one bank of a river.
    #[serde(default, rename = "bank")]
    pub banks: Vec<Bank>,
    /// Roads and railways along the geodata, the bigger ones first.
    #[serde(default, rename = "route")]
    pub routes: Vec<Route>,
    /// The word for a hexside where a road crosses a river, and the links that have bridges.
    pub bridges: Option<Bridges>,
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
    /// Names taken from the geodata.
    pub lettering: Option<Lettering>,
    /// Sets of hexes.
    #[serde(default, rename = "region")]
    pub regions: Vec<Region>,
    /// What the checks should know.
    #[serde(default)]
    pub checks: Checks,
}

/// The printed grid, as in the map file.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GridRecipe {
    /// Where north is on the sheet; the fit decides, a map file tells.
    #[serde(default)]
    pub north: i32,
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
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
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
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
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
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
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
#[derive(Clone, Copy, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FitKind {
    /// Turn, scale and shift.
    #[default]
    Similarity,
    /// Stretch and shear too.
    Affine,
}

/// A hex known to hold a place.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
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

/// Terrain by the share of land cover in a hex; the first that fits counts.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Cover {
    /// The word for swamp and the share of marsh and wooded swamp it needs.
    pub swamp: Option<(String, f64)>,
    /// The word for built-up land of today and the share it needs.
    pub urban: Option<(String, f64)>,
    /// The word for forest and the share of woods it needs.
    pub forest: Option<(String, f64)>,
    /// How much woods known only from satellites count.
    pub satellite: f64,
    /// The word for hills, the height above the surroundings and the range of heights in a hex, in metres.
    pub hills: Option<(String, f64, f64)>,
    /// How far the surroundings reach, in hexes.
    pub hills_radius: u16,
    /// Features under which the land is always of the default terrain.
    pub clear_under: Vec<String>,
    /// Hexes that are never swamp or lake: set-ups, entry hexes.
    pub firm: String,
    /// Hexes that are always of the default terrain.
    pub clear: String,
    /// No swamp under these kinds of links.
    pub firm_under: Vec<String>,
}

/// Lakes from the geodata.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Lakes {
    /// The word, a terrain or a kind of hexside.
    pub kind: String,
    /// The share of water that makes a hex a lake.
    pub share: f64,
    /// The year of the map; reservoirs built later are left out.
    pub year: u16,
    /// Names in the geodata and names on the map; only these are taken.
    pub names: Vec<[String; 2]>,
    /// Stretches of rivers whose hexsides are a lake.
    #[serde(rename = "stretch")]
    pub stretches: Vec<Stretch>,
}

/// A lake along a river, too narrow for a hex.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    /// The name of the lake.
    pub name: String,
    /// The river.
    pub on: String,
    /// Latitude and longitude of its upper end.
    pub begin: [f64; 2],
    /// Latitude and longitude of its lower end.
    pub end: [f64; 2],
}

/// A river from the geodata.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct River {
    /// The name on the map.
    pub name: String,
    /// The name in the geodata.
    pub from: String,
    /// Its length there, where several rivers share the name.
    pub km: Option<f64>,
    /// A point near it, where several rivers share the name.
    pub near: Option<[f64; 2]>,
    /// The word for its hexsides.
    pub kind: String,
    /// For drawing: 1 stream, 2 river, 3 great river.
    #[serde(default = "two")]
    pub class: u8,
    /// Where the stretch on this map begins, if not at the source.
    pub begin: Option<[f64; 2]>,
    /// Where it ends, if not at the mouth.
    pub end: Option<[f64; 2]>,
    /// Points to go on to where the geodata's line ends too early.
    #[serde(default)]
    pub then: Vec<[f64; 2]>,
    /// Gaps between pieces up to this length are bridged.
    #[serde(default = "gap_km")]
    pub gap_km: f64,
}

fn two() -> u8 {
    2
}

fn gap_km() -> f64 {
    3.0
}

/// A fact about a river: on which bank a place lies. The river is laid so, and the checks hold it.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bank {
    /// The place.
    pub place: String,
    /// The river.
    pub river: String,
    /// Looking downstream.
    pub bank: BankSide,
}

/// A bank of a river, looking downstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BankSide {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl BankSide {
    /// The right bank or the left.
    pub fn of(is_right: bool) -> BankSide {
        if is_right { BankSide::Right } else { BankSide::Left }
    }
}

/// A road or railway along the geodata.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// The word.
    pub kind: String,
    /// The name.
    #[serde(default)]
    pub name: String,
    /// For drawing.
    pub class: Option<u8>,
    /// The hexes it must touch in order; `~4407` is the nearest hex that already has a road.
    pub via: String,
    /// Names or numbers of the lines it follows; without any it follows every line of the files.
    #[serde(default)]
    pub along: Vec<String>,
    /// The files of the geodata with the lines.
    pub files: Vec<String>,
}

/// Bridges.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bridges {
    /// The word.
    pub kind: String,
    /// Links that have bridges.
    pub links: Vec<String>,
    /// Hexsides that can be bridged.
    pub over: Vec<String>,
}

/// A named area of one terrain.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
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
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
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
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
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
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
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
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
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
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The name.
    pub name: String,
    /// What it names: forest, hills, lake, swamp, region.
    pub kind: String,
    /// Where it stands.
    pub hexes: String,
}

/// Names from the geodata that no rule uses.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Lettering {
    /// The letter of this map in the file of named regions; empty for none.
    pub areas: String,
    /// Regions of the file that are not named.
    pub without: Vec<String>,
    /// Whether to name battle heights.
    pub heights: bool,
    /// How many villages to name.
    pub villages: usize,
    /// How many hexes a village keeps from other names.
    pub spacing: u16,
}

/// A set of hexes.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
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
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
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
    /// Hexes that the rulebook prints.
    pub printed: String,
    /// Kinds of links that must hang together.
    pub networks: Vec<Vec<String>>,
    /// Every city and town has one of these links.
    pub towns_on: Vec<String>,
    /// Terrain that does not lie lower than the land around it.
    pub high: Option<High>,
    /// Where the game's tables say who may enter what.
    pub entry: Option<Entry>,
}

/// High ground.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct High {
    /// The word.
    pub terrain: String,
    /// How many hexes around are compared.
    pub radius: u16,
    /// So many metres below their mean are still no valley.
    pub below: f64,
}

/// Who may enter what, by `tables.toml` and `counters.toml` of the game.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The table of costs in `tables.toml`.
    pub costs: String,
    /// The field of a class of counters that names its column of the table.
    pub column: String,
}

/// Two regions that must be joined.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
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
