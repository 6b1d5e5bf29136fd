//! Reading a map file. The format is described in the book, "The map file".

use crate::map::Kinds;
use crate::{
    Georeference, Label, Line, Link, LinkKind, Map, Place, Problem, Problems, SideFeature, Source,
    Spanned, Terrain, hint,
};
use hex::{DigitOrder, Grid, HexId, HexSet, Orientation, Parity, Sheet, SideId};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A map, hex by hex.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    /// The title of the map.
    title: String,
    /// What of it is reconstructed, in a sentence for players.
    #[serde(default)]
    reconstructed: String,
    /// Credit lines of the sources.
    #[serde(default)]
    credit: Vec<String>,
    /// The printed grid.
    grid: GridTable,
    /// The words that this map uses; the rules of the game know them.
    kinds: KindsTable,
    /// Every hex that is not plain default terrain: at most one terrain and any features.
    #[serde(default)]
    hexes: BTreeMap<Spanned<String>, Spanned<String>>,
    /// What lies on single hexsides, such as `"0304/0305" = "bridge"`.
    #[serde(default)]
    sides: BTreeMap<Spanned<String>, Spanned<String>>,
    /// Named chains of hexsides, from source to mouth.
    #[serde(default)]
    line: Vec<LineTable>,
    /// Named chains of neighbouring hexes.
    #[serde(default)]
    link: Vec<LinkTable>,
    /// Named places.
    #[serde(default)]
    place: Vec<PlaceTable>,
    /// Names that belong to areas, for drawing.
    #[serde(default)]
    label: Vec<LabelTable>,
    /// Sets of hexes that rules, scenarios and overlays name.
    #[serde(default)]
    regions: BTreeMap<String, Spanned<String>>,
    /// How the grid lies on the earth.
    georeference: Option<GeoTable>,
    /// Metres above the sea: a line a printed column, a number a hex; for drawing.
    #[serde(default)]
    heights: BTreeMap<Spanned<String>, Spanned<String>>,
}

/// The printed grid.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct GridTable {
    /// Which way the hexes stand.
    orientation: Orientation,
    /// Which printed columns (flat tops) or rows (pointy tops) stand half a hex lower or to the
    /// right.
    shifted: Parity,
    /// Kilometres between the centres of two neighbours.
    hex_km: f64,
    /// Where north is on the sheet, in degrees clockwise from the top.
    #[serde(default)]
    north: f64,
    /// The sheets; the first lies where its numbers say.
    sheets: Spanned<Vec<SheetTable>>,
    /// Numbers of hexes that are not on the map.
    #[serde(default)]
    holes: String,
}

/// One printed sheet.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct SheetTable {
    /// The first and the last printed column.
    columns: (u16, u16),
    /// The first and the last printed row.
    rows: (u16, u16),
    /// Column and row of the table on which its first column and row lie; joins two sheets.
    at: Option<(i16, i16)>,
    /// Whether column numbers rise to the left.
    #[serde(default)]
    columns_leftward: bool,
    /// Whether row numbers rise upward.
    #[serde(default)]
    rows_upward: bool,
    /// Which number is printed first.
    #[serde(default)]
    order: DigitOrder,
}

/// The words of a map.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct KindsTable {
    /// Kinds of terrain, exactly one in each hex; the first is the default.
    terrain: Spanned<Vec<String>>,
    /// What a hex can have besides, in any number.
    #[serde(default)]
    features: Vec<String>,
    /// What can lie on hexsides.
    #[serde(default)]
    sides: Vec<String>,
    /// What can lead from hex to hex.
    #[serde(default)]
    links: Vec<String>,
}

/// A chain of hexsides.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct LineTable {
    /// Its word, one of `kinds.sides`.
    kind: Spanned<String>,
    /// Its name.
    #[serde(default)]
    name: String,
    /// For drawing: 1 stream, 2 river, 3 great river.
    #[serde(default)]
    class: u8,
    /// The hexsides in order; each shares a corner with the one before.
    sides: Spanned<String>,
}

/// A chain of hexes.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct LinkTable {
    /// Its word, one of `kinds.links`.
    kind: Spanned<String>,
    /// Its name.
    #[serde(default)]
    name: String,
    /// For drawing.
    #[serde(default)]
    class: u8,
    /// The hexes in order; each is a neighbour of the one before.
    hexes: Spanned<String>,
}

/// A named place.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct PlaceTable {
    /// Its name.
    name: String,
    /// Its hex.
    hex: Spanned<String>,
    /// What is drawn: capital, city, town, village, height, airfield.
    kind: String,
    /// The side that holds it at the start.
    control: Option<String>,
    /// Words that rules look for.
    #[serde(default)]
    tags: Vec<String>,
    /// Latitude and longitude.
    geo: Option<(f64, f64)>,
    /// Printed in the rulebook, `setup` (follows from a set-up) or reconstructed.
    #[serde(default)]
    source: String,
}

/// A name that belongs to an area.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct LabelTable {
    /// The name.
    name: String,
    /// What it names: forest, hills, lake, swamp, region.
    kind: String,
    /// Where it stands.
    hexes: Spanned<String>,
}

/// How the grid lies on the earth.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct GeoTable {
    /// The projection: `lambert`.
    projection: String,
    /// Longitude and latitude of its centre.
    centre: (f64, f64),
    /// Its two standard parallels.
    #[serde(default)]
    parallels: Vec<f64>,
    /// From kilometres east and north to columns and rows of the sheet.
    affine: [f64; 6],
}

impl Map {
    /// Reads a map file. All mistakes are reported together.
    pub fn load(source: &Source) -> Result<Map, Problems> {
        let file: File = source.parse()?;
        let grid = build_grid(source, &file.grid)?;
        let kinds = build_kinds(source, &file.kinds)?;
        let mut reader =
            Reader { source, map: empty(grid, kinds, &file), problems: Problems::new() };
        reader.read(file);
        let Reader { map, problems, .. } = reader;
        problems.or(Some(map))
    }
}

fn build_grid(source: &Source, table: &GridTable) -> Result<Grid, Problem> {
    let sheets: Vec<Sheet> = table
        .sheets
        .get_ref()
        .iter()
        .map(|t| {
            let mut sheet = Sheet::new(t.columns.0..=t.columns.1, t.rows.0..=t.rows.1);
            sheet.at = t.at.unwrap_or(sheet.at);
            sheet.columns_leftward = t.columns_leftward;
            sheet.rows_upward = t.rows_upward;
            sheet.order = t.order;
            sheet
        })
        .collect();
    let order = sheets.first().map_or(DigitOrder::ColumnRow, |s| s.order);
    let holes: Vec<String> = table.holes.split_whitespace().map(String::from).collect();
    let is_hole = |column: u16, row: u16| {
        let number = match order {
            DigitOrder::ColumnRow => format!("{column:02}{row:02}"),
            DigitOrder::RowColumn => format!("{row:02}{column:02}"),
        };
        holes.contains(&number)
    };
    Grid::with_holes(table.orientation, table.shifted, &sheets, is_hole)
        .map_err(|e| source.problem(table.sheets.span(), e.to_string()))
}

fn build_kinds(source: &Source, table: &KindsTable) -> Result<Kinds, Problem> {
    let terrain = table.terrain.get_ref().clone();
    let span = table.terrain.span();
    if terrain.is_empty() || terrain.len() > 255 {
        return Err(source.problem(span, "expected at least one kind of terrain"));
    }
    for (words, limit, what) in [
        (&table.features, 32, "features"),
        (&table.sides, 16, "sides"),
        (&table.links, 16, "links"),
    ] {
        if words.len() > limit {
            let message = format!("{} kinds of {what} are too many; at most {limit}", words.len());
            return Err(source.problem(span, message));
        }
    }
    Ok(Kinds {
        terrain,
        features: table.features.clone(),
        sides: table.sides.clone(),
        links: table.links.clone(),
    })
}

fn empty(grid: Grid, kinds: Kinds, file: &File) -> Map {
    let (hexes, sides) = (grid.len(), grid.sides_len());
    Map {
        grid,
        title: file.title.clone(),
        reconstructed: file.reconstructed.clone(),
        credit: file.credit.clone(),
        hex_km: file.grid.hex_km,
        north: file.grid.north,
        places: Vec::new(),
        links: Vec::new(),
        lines: Vec::new(),
        labels: Vec::new(),
        georeference: None,
        heights: Vec::new(),
        kinds,
        terrain: vec![Terrain(0); hexes],
        features: vec![0; hexes],
        sides: vec![0; sides],
        linked: vec![0; sides],
        regions: BTreeMap::new(),
    }
}

struct Reader<'a> {
    source: &'a Source,
    map: Map,
    problems: Problems,
}

impl Reader<'_> {
    fn read(&mut self, file: File) {
        for (number, words) in &file.hexes {
            self.read_hex(number, words);
        }
        for (pair, words) in &file.sides {
            self.read_side(pair, words);
        }
        file.line.into_iter().for_each(|t| self.read_line(t));
        file.link.into_iter().for_each(|t| self.read_link(t));
        file.place.into_iter().for_each(|t| self.read_place(t));
        for table in file.label {
            let hexes = self.hexes(&table.hexes);
            self.map.labels.push(Label { name: table.name, kind: table.kind, hexes });
        }
        for (name, list) in file.regions {
            let hexes = self.hexes(&list);
            let set = HexSet::of(self.map.grid.len(), hexes);
            self.map.regions.insert(name, set);
        }
        self.map.georeference = file.georeference.map(|g| Georeference {
            projection: g.projection,
            centre: g.centre,
            parallels: g.parallels,
            affine: g.affine,
        });
        self.read_heights(&file.heights);
    }

    fn read_hex(&mut self, number: &Spanned<String>, words: &Spanned<String>) {
        let Some(hex) = self.hex(number.get_ref(), number) else { return };
        let mut terrains = 0;
        for word in words.get_ref().split_whitespace() {
            if let Some(terrain) = self.map.terrain_kind(word) {
                self.map.set_terrain(hex, terrain);
                terrains += 1;
            } else if let Some(feature) = self.map.feature_kind(word) {
                self.map.set_feature(hex, feature, true);
            } else {
                let kinds = &self.map.kinds;
                let known = kinds.terrain.iter().chain(&kinds.features);
                let message = unknown("terrain or feature", word, known);
                self.problem(words, message);
            }
        }
        if terrains > 1 {
            let message =
                format!("hex {} has {terrains} kinds of terrain; expected one", number.get_ref());
            self.problem(words, message);
        }
    }

    fn read_side(&mut self, pair: &Spanned<String>, words: &Spanned<String>) {
        let Some(side) = self.side(pair.get_ref(), pair) else { return };
        for word in words.get_ref().split_whitespace() {
            match self.map.side_kind(word) {
                Some(feature) => self.map.set_side(side, feature),
                None => {
                    let message = unknown("feature of a hexside", word, &self.map.kinds.sides);
                    self.problem(words, message);
                }
            }
        }
    }

    fn read_line(&mut self, table: LineTable) {
        let Some(kind) = self.map.side_kind(table.kind.get_ref()) else {
            let message =
                unknown("feature of a hexside", table.kind.get_ref(), &self.map.kinds.sides);
            return self.problem(&table.kind, message);
        };
        let sides: Vec<SideId> = table
            .sides
            .get_ref()
            .split_whitespace()
            .filter_map(|pair| self.side(pair, &table.sides))
            .collect();
        self.check_unbroken(&table, &sides);
        for &side in &sides {
            self.map.set_side(side, kind);
        }
        self.map.lines.push(Line {
            kind: SideFeature(kind.0),
            name: table.name,
            class: table.class,
            sides,
        });
    }

    /// Each hexside of a line shares a corner with the one before.
    fn check_unbroken(&mut self, table: &LineTable, sides: &[SideId]) {
        for pair in sides.windows(2) {
            let (a, b) = self.map.grid.hexes_of(pair[0]);
            let (c, d) = self.map.grid.hexes_of(pair[1]);
            if !touch(&self.map.grid, (a, b), (c, d)) {
                let name = |h: HexId| match h.some() {
                    Some(h) => self.map.grid.number(h),
                    None => String::from("edge"),
                };
                let message = format!(
                    "the line is broken: {}/{} and {}/{} share no corner",
                    name(a),
                    name(b),
                    name(c),
                    name(d)
                );
                self.problem(&table.sides, message);
            }
        }
    }

    fn read_link(&mut self, table: LinkTable) {
        let Some(kind) = self.map.link_kind(table.kind.get_ref()) else {
            let message = unknown("kind of link", table.kind.get_ref(), &self.map.kinds.links);
            return self.problem(&table.kind, message);
        };
        let hexes = self.hexes(&table.hexes);
        for pair in hexes.windows(2) {
            if !self.map.grid.adjacent(pair[0], pair[1]) {
                let (a, b) = (self.map.grid.number(pair[0]), self.map.grid.number(pair[1]));
                self.problem(
                    &table.hexes,
                    format!("the link is broken: {a} and {b} are not adjacent"),
                );
            }
        }
        let link = Link { kind: LinkKind(kind.0), name: table.name, class: table.class, hexes };
        self.map.add_link(link);
    }

    fn read_place(&mut self, table: PlaceTable) {
        let Some(hex) = self.hex(table.hex.get_ref(), &table.hex) else { return };
        self.map.places.push(Place {
            name: table.name,
            hex,
            kind: table.kind,
            control: table.control,
            tags: table.tags,
            geo: table.geo,
            source: table.source,
        });
    }

    fn read_heights(&mut self, table: &BTreeMap<Spanned<String>, Spanned<String>>) {
        if table.is_empty() {
            return;
        }
        let mut heights = vec![0i16; self.map.grid.len()];
        for (column, list) in table {
            let numbers: Option<Vec<i16>> =
                list.get_ref().split_whitespace().map(|w| w.parse().ok()).collect();
            let hexes: Vec<HexId> = match column.get_ref().parse::<u16>() {
                Ok(c) => {
                    self.map.grid.hexes().filter(|&h| self.map.grid.column_row(h).0 == c).collect()
                }
                Err(_) => Vec::new(),
            };
            match numbers {
                Some(numbers) if numbers.len() == hexes.len() && !hexes.is_empty() => {
                    for (hex, metres) in hexes.into_iter().zip(numbers) {
                        heights[hex.index()] = metres;
                    }
                }
                _ => {
                    let column = column.get_ref();
                    let n = hexes.len();
                    self.problem(
                        list,
                        format!("expected {n} heights for the hexes of column {column}"),
                    );
                }
            }
        }
        self.map.heights = heights;
    }

    fn hexes(&mut self, list: &Spanned<String>) -> Vec<HexId> {
        list.get_ref().split_whitespace().filter_map(|n| self.hex(n, list)).collect()
    }

    fn hex<T>(&mut self, number: &str, place: &Spanned<T>) -> Option<HexId> {
        let found = self.map.grid.parse(number);
        let found = found.map_err(|e| self.source.problem(place.span(), e.to_string()));
        self.problems.keep(found)
    }

    fn side<T>(&mut self, pair: &str, place: &Spanned<T>) -> Option<SideId> {
        let Some((a, b)) = pair.split_once('/') else {
            self.problem(
                place,
                format!("\"{pair}\" is not a hexside; expected two hexes as 0101/0102"),
            );
            return None;
        };
        let (a, b) = (self.hex(a, place), self.hex(b, place));
        let (a, b) = (a?, b?);
        let side = self.map.grid.side_between(a, b);
        if side.is_none() {
            self.problem(place, format!("the hexes of {pair} are not adjacent"));
        }
        side
    }

    fn problem<T>(&mut self, place: &Spanned<T>, message: String) {
        self.problems.push(self.source.problem(place.span(), message));
    }
}

/// Whether two hexsides share a corner: together they belong to three hexes that touch each other.
fn touch(grid: &Grid, one: (HexId, HexId), two: (HexId, HexId)) -> bool {
    let near = |a: HexId, b: HexId| a == b || !a.is_some() || !b.is_some() || grid.adjacent(a, b);
    [one.0, one.1].iter().all(|&a| [two.0, two.1].iter().all(|&b| near(a, b)))
}

fn unknown<'a>(what: &str, word: &str, known: impl IntoIterator<Item = &'a String>) -> String {
    format!("unknown {what} \"{word}\"{}", hint(word, known.into_iter().map(String::as_str)))
}
