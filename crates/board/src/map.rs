//! The map: what is printed on the board.

use crate::{Problems, Source, Spanned};
use hex::{Direction, Grid, HexId, HexSet, SideId};
use std::collections::BTreeMap;

/// A kind of terrain of one map; exactly one in each hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Terrain(pub u8);

/// Something else in a hex, such as a city or a fort; any number in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Feature(pub u8);

/// Something on a hexside, such as a river or a fortified side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SideFeature(pub u8);

/// A kind of link from hex to neighbouring hex, such as a road or a railway.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkKind(pub u8);

/// A named place.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// Its hex.
    pub hex: HexId,
    /// What is drawn: capital, city, town, village, height, airfield.
    pub kind: String,
    /// The side that holds it at the start, as the game names it, where the map says so.
    pub control: Option<String>,
    /// Words that rules look for.
    pub tags: Vec<String>,
    /// Latitude and longitude, where known.
    pub geo: Option<(f64, f64)>,
    /// `printed`, `setup` or `reconstructed`.
    pub source: String,
}

/// A named chain of hexes: a road, a railway, a river through hexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What it is.
    pub kind: LinkKind,
    /// Its name; may be empty.
    pub name: String,
    /// How important it is, for drawing; 0 where the map does not say.
    pub class: u8,
    /// Its hexes, each a neighbour of the one before.
    pub hexes: Vec<HexId>,
}

/// A named chain of hexsides: a river, a fortified line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is.
    pub kind: SideFeature,
    /// Its name; may be empty.
    pub name: String,
    /// How important it is, for drawing; 0 where the map does not say.
    pub class: u8,
    /// Its hexsides, source to mouth.
    pub sides: Vec<SideId>,
}

/// The name of an area, for drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The name.
    pub name: String,
    /// What kind of area.
    pub kind: String,
    /// Its hexes.
    pub hexes: Vec<HexId>,
}

/// How the grid lies on the earth, for drawing and for checks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Georeference {
    /// The name of the projection.
    pub projection: String,
    /// Longitude and latitude of its centre.
    pub centre: (f64, f64),
    /// Its standard parallels, where it has any.
    pub parallels: Vec<f64>,
    /// From kilometres east and north of the centre to hexes on the sheet.
    pub affine: [f64; 6],
}

/// The words a map uses for terrain, features, sides and links.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinds {
    pub(crate) terrain: Vec<String>,
    pub(crate) features: Vec<String>,
    pub(crate) sides: Vec<String>,
    pub(crate) links: Vec<String>,
}

/// What is printed on the board: the grid, the terrain of each hex, what lies on hexsides, roads and
/// railways, places and named regions.
#[derive(Clone, Debug)]
pub struct Map {
    /// The hexes.
    pub grid: Grid,
    /// The title.
    pub title: String,
    /// What of this map is reconstructed, in one sentence.
    pub reconstructed: String,
    /// The credit lines of the data it was made from.
    pub credit: Vec<String>,
    /// Kilometres between the centres of two neighbours.
    pub hex_km: f64,
    /// Where north is on the sheet, in degrees clockwise from its top.
    pub north: f64,
    /// The named places.
    pub places: Vec<Place>,
    /// The chains of hexes.
    pub links: Vec<Link>,
    /// The chains of hexsides.
    pub lines: Vec<Line>,
    /// The names of areas.
    pub labels: Vec<Label>,
    /// How the grid lies on the earth, where known.
    pub georeference: Option<Georeference>,
    /// Metres above the sea by hex; empty where the map does not say.
    pub heights: Vec<i16>,
    pub(crate) kinds: Kinds,
    pub(crate) terrain: Vec<Terrain>,
    pub(crate) features: Vec<u32>,
    pub(crate) sides: Vec<u16>,
    pub(crate) linked: Vec<u16>,
    pub(crate) regions: BTreeMap<String, HexSet>,
}

impl Map {
    /// A map of plain default terrain on `grid`, with the given words; for cases and tests.
    pub fn blank(grid: Grid, like: &Map) -> Map {
        let (hexes, sides) = (grid.len(), grid.sides_len());
        Map {
            title: String::from("blank"),
            reconstructed: String::new(),
            credit: Vec::new(),
            hex_km: like.hex_km,
            north: 0.0,
            places: Vec::new(),
            links: Vec::new(),
            lines: Vec::new(),
            labels: Vec::new(),
            georeference: None,
            heights: Vec::new(),
            kinds: like.kinds.clone(),
            terrain: vec![Terrain(0); hexes],
            features: vec![0; hexes],
            sides: vec![0; sides],
            linked: vec![0; sides],
            regions: like.regions.keys().map(|k| (k.clone(), HexSet::new(hexes))).collect(),
            grid,
        }
    }

    /// The terrain of a hex.
    #[inline]
    pub fn terrain(&self, hex: HexId) -> Terrain {
        self.terrain[hex.index()]
    }

    /// Whether a hex has a feature.
    #[inline]
    pub fn has(&self, hex: HexId, feature: Feature) -> bool {
        self.features[hex.index()] & (1 << feature.0) != 0
    }

    /// The features of a hex.
    pub fn features_of(&self, hex: HexId) -> impl Iterator<Item = Feature> + '_ {
        (0..self.kinds.features.len() as u8).map(Feature).filter(move |&f| self.has(hex, f))
    }

    /// Whether a hexside has a feature.
    #[inline]
    pub fn side_has(&self, side: SideId, feature: SideFeature) -> bool {
        self.sides[side.index()] & (1 << feature.0) != 0
    }

    /// Whether a link of a kind crosses a hexside.
    #[inline]
    pub fn is_linked(&self, side: SideId, kind: LinkKind) -> bool {
        self.linked[side.index()] & (1 << kind.0) != 0
    }

    /// Whether a link of a kind leads from `hex` in `direction`.
    #[inline]
    pub fn leads(&self, hex: HexId, direction: Direction, kind: LinkKind) -> bool {
        self.is_linked(self.grid.side(hex, direction), kind)
    }

    /// Whether a hex lies on a link of a kind.
    pub fn on_link(&self, hex: HexId, kind: LinkKind) -> bool {
        Direction::ALL.into_iter().any(|d| self.leads(hex, d, kind))
    }

    /// The hexes of a named region; `None` if the map has no region of that name.
    pub fn region(&self, name: &str) -> Option<&HexSet> {
        self.regions.get(name)
    }

    /// The names of all regions.
    pub fn region_names(&self) -> impl Iterator<Item = &str> {
        self.regions.keys().map(String::as_str)
    }

    /// The hex that a file names by its printed number; a wrong one is a problem of the file.
    pub fn read_hex(
        &self,
        source: &Source,
        number: &Spanned<String>,
        problems: &mut Problems,
    ) -> Option<HexId> {
        let found = self.grid.parse(number.get_ref());
        problems.keep(found.map_err(|error| source.problem(number.span(), error.to_string())))
    }

    /// The place with this name.
    pub fn place(&self, name: &str) -> Option<&Place> {
        self.places.iter().find(|p| p.name.eq_ignore_ascii_case(name))
    }

    /// The first place in a hex, which names it.
    pub fn place_at(&self, hex: HexId) -> Option<&Place> {
        self.places.iter().find(|p| p.hex == hex)
    }

    /// The terrain called `name`.
    pub fn terrain_kind(&self, name: &str) -> Option<Terrain> {
        position(&self.kinds.terrain, name).map(Terrain)
    }

    /// The feature called `name`.
    pub fn feature_kind(&self, name: &str) -> Option<Feature> {
        position(&self.kinds.features, name).map(Feature)
    }

    /// The feature of hexsides called `name`.
    pub fn side_kind(&self, name: &str) -> Option<SideFeature> {
        position(&self.kinds.sides, name).map(SideFeature)
    }

    /// The kind of link called `name`.
    pub fn link_kind(&self, name: &str) -> Option<LinkKind> {
        position(&self.kinds.links, name).map(LinkKind)
    }

    /// The name of a terrain.
    pub fn terrain_name(&self, terrain: Terrain) -> &str {
        &self.kinds.terrain[usize::from(terrain.0)]
    }

    /// The name of a feature.
    pub fn feature_name(&self, feature: Feature) -> &str {
        &self.kinds.features[usize::from(feature.0)]
    }

    /// The name of a feature of hexsides.
    pub fn side_name(&self, feature: SideFeature) -> &str {
        &self.kinds.sides[usize::from(feature.0)]
    }

    /// The name of a kind of link.
    pub fn link_name(&self, kind: LinkKind) -> &str {
        &self.kinds.links[usize::from(kind.0)]
    }

    /// The words for terrain, in the order of their numbers.
    pub fn terrain_names(&self) -> impl Iterator<Item = &str> {
        self.kinds.terrain.iter().map(String::as_str)
    }

    /// Prints a terrain into a hex; cases change a map with it.
    pub fn set_terrain(&mut self, hex: HexId, terrain: Terrain) {
        self.terrain[hex.index()] = terrain;
    }

    /// Prints a feature into a hex or takes it out.
    pub fn set_feature(&mut self, hex: HexId, feature: Feature, on: bool) {
        let bit = 1 << feature.0;
        let features = &mut self.features[hex.index()];
        *features = if on { *features | bit } else { *features & !bit };
    }

    /// Prints a feature on a hexside.
    pub fn set_side(&mut self, side: SideId, feature: SideFeature) {
        self.sides[side.index()] |= 1 << feature.0;
    }

    /// Makes a kind of terrain known that the map itself does not use.
    pub fn know_terrain_kind(&mut self, name: &str) {
        if self.terrain_kind(name).is_none() {
            self.kinds.terrain.push(name.to_string());
        }
    }

    /// Makes a kind of hexside known that the map itself does not use.
    pub fn know_side_kind(&mut self, name: &str) {
        if self.side_kind(name).is_none() {
            self.kinds.sides.push(name.to_string());
        }
    }

    /// Prints a link between neighbouring hexes; false if two of them are not neighbours.
    pub fn add_link(&mut self, link: Link) -> bool {
        for pair in link.hexes.windows(2) {
            let Some(side) = self.grid.side_between(pair[0], pair[1]) else { return false };
            self.linked[side.index()] |= 1 << link.kind.0;
        }
        self.links.push(link);
        true
    }

    /// Adds hexes to a region, which is made if need be.
    pub fn add_to_region(&mut self, name: &str, hexes: impl IntoIterator<Item = HexId>) {
        let len = self.grid.len();
        let set = self.regions.entry(name.to_string()).or_insert_with(|| HexSet::new(len));
        for hex in hexes {
            set.insert(hex);
        }
    }
}

fn position(words: &[String], word: &str) -> Option<u8> {
    words.iter().position(|w| w == word).map(|i| i as u8)
}
