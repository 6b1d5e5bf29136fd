//! The legend: real pieces of map, never swatches.

use crate::chart::Chart;
use crate::geometry::{Point, pt, ribbon, sample_curve};
use crate::map::{Layers, MapOptions};
use crate::palette::{Palette, Theme};
use crate::sheet::words;
use crate::style::{EDGE_WORDS, Edge, Ground, Mark, Way};
use crate::svg::{Path, path, short, stroke};
use crate::text::Font;
use crate::{map, water};
use board::Map;
use hex::{Grid, Sheet};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The width of a cell with a hex, and with a line.
const HEX_CELL: f64 = 250.0;
const LINE_CELL: f64 = 560.0;
/// Rows of hexes and rows of lines.
const HEX_ROWS: usize = 2;
const LINE_ROWS: usize = 5;

/// How wide the legend of a map wants to be.
pub(crate) fn width(map: &Map) -> f64 {
    let hexes = hex_entries(map).len().div_ceil(HEX_ROWS) as f64;
    let lines = line_entries(map).len().div_ceil(LINE_ROWS) as f64;
    120.0 + hexes * HEX_CELL + lines * LINE_CELL
}

/// The heading of a panel with its rule.
pub(crate) fn heading(out: &mut String, text: &str, width: f64, palette: &Palette) {
    let more = " letter-spacing=\"5\"";
    let (font, size, fill) = (Font::Sans700, 46.0, palette.ink);
    let at = pt(width / 2.0, 76.0);
    crate::text::Text { at, text, font, size, fill, anchor: "middle", more }.write(out);
    let mut rule = Path::new();
    rule.polyline(&[pt(60.0, 104.0), pt(width - 60.0, 104.0)]);
    stroke(out, &rule, palette.ink, 1.6, "");
}

/// Draws the legend into a panel.
pub(crate) fn draw(out: &mut String, chart: &Chart, theme: Theme, width: f64) {
    let palette = theme.palette();
    heading(out, "TERRAIN", width, palette);
    let hexes = hex_entries(chart.map);
    let columns = hexes.len().div_ceil(HEX_ROWS);
    let spare = (width - self::width(chart.map)).max(0.0) / 2.0;
    let left = 60.0 + spare * 0.5;
    for (i, entry) in hexes.iter().enumerate() {
        let (column, row) = ((i % columns) as f64, (i / columns) as f64);
        let at = pt(left + HEX_CELL * (column + 0.5), 235.0 + 320.0 * row);
        hex_sample(out, chart.map, entry, i, at, theme);
        let label = pt(at.x, at.y + 140.0);
        words(out, label, &pretty(&entry.word), Font::Sans600, 34.0, palette.ink, "middle");
    }
    let lines = line_entries(chart.map);
    let left = left + HEX_CELL * columns as f64 + spare * 0.5 + 20.0;
    for (i, entry) in lines.iter().enumerate() {
        let (column, row) = ((i / LINE_ROWS) as f64, (i % LINE_ROWS) as f64);
        let at = pt(left + LINE_CELL * column, 180.0 + 122.0 * row);
        line_sample(out, *entry, at, palette);
        let label = pt(at.x + 240.0, at.y + 12.0);
        words(out, label, &entry.name(), Font::Sans600, 34.0, palette.ink, "start");
    }
}

/// A word of a map file as a heading: `main-route` becomes `Main route`.
fn pretty(word: &str) -> String {
    let text = word.replace(['-', '_'], " ");
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |c| c.to_uppercase().chain(letters).collect())
}

/// A kind of hex.
struct HexEntry {
    word: String,
    is_feature: bool,
}

/// The terrains and features that occur on the map, in the order of its words.
fn hex_entries(map: &Map) -> Vec<HexEntry> {
    let used: BTreeSet<_> = map.grid.hexes().map(|h| map.terrain(h)).collect();
    let mut features: Vec<_> = map.grid.hexes().flat_map(|h| map.features_of(h)).collect();
    features.sort();
    features.dedup();
    let terrains = used.into_iter().map(|t| (map.terrain_name(t), false));
    let features = features.into_iter().map(|f| (map.feature_name(f), true));
    terrains
        .chain(features)
        .filter(|(w, _)| Ground::of(w) != Ground::Inert && Mark::of(w) != Some(Mark::HalfFort))
        .map(|(w, is_feature)| HexEntry { word: w.to_string(), is_feature })
        .collect()
}

/// One hex, drawn as the map draws it.
fn hex_sample(
    out: &mut String,
    map: &Map,
    entry: &HexEntry,
    index: usize,
    at: Point,
    theme: Theme,
) {
    const SCALE: f64 = 1.9;
    let orientation = map.grid.orientation();
    let sheet = [Sheet::new(1..=3, 1..=3)];
    let Ok(grid) = Grid::new(orientation, map.grid.shifted(), &sheet) else { return };
    let Ok(middle) = grid.parse("0202") else { return };
    let mut sample = Map::blank(grid, map);
    if entry.is_feature {
        if let Some(feature) = map.feature_kind(&entry.word) {
            sample.set_feature(middle, feature, true);
        }
    } else if let Some(terrain) = map.terrain_kind(&entry.word) {
        sample.set_terrain(middle, terrain);
    }
    let mut chart = Chart::new(&sample);
    chart.ids = format!("-legend-{index}");
    let mut hex = Path::new();
    hex.polygon(&chart.layout.corners(middle));
    let centre = chart.layout.centre(middle);
    let corner = at - centre * SCALE;
    let _ = write!(
        out,
        "<clipPath id=\"cell{ids}\"><path d=\"{data}\"/></clipPath><g transform=\"translate({x} {y}) \
         scale({SCALE})\"><g clip-path=\"url(#cell{ids})\">",
        ids = chart.ids,
        data = hex.data(),
        x = short(corner.x),
        y = short(corner.y),
    );
    let layers = Layers { numbers: false, names: false, grid: false, ..Layers::ALL };
    map::draw(out, &chart, &MapOptions { theme, layers, view: None });
    out.push_str("</g>");
    stroke(out, &hex, theme.palette().ink, 1.4, " stroke-opacity=\".6\"");
    out.push_str("</g>");
}

/// A kind of line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LineEntry {
    Road(Way),
    Edge(Edge),
}

impl LineEntry {
    fn name(self) -> String {
        let name = match self {
            LineEntry::Road(Way::Motorway) => "Highway",
            LineEntry::Road(Way::Main) => "Main road",
            LineEntry::Road(Way::Secondary) => "Secondary road",
            LineEntry::Road(Way::Track) => "Track",
            LineEntry::Road(Way::Railway) => "Railway",
            LineEntry::Road(Way::DoubleRailway) => "Railway, two tracks",
            LineEntry::Road(Way::River(class)) => {
                return LineEntry::Edge(Edge::River(class)).name();
            }
            LineEntry::Edge(Edge::River(1)) => "Stream",
            LineEntry::Edge(Edge::River(3)) => "Great river",
            LineEntry::Edge(Edge::River(_)) => "River",
            LineEntry::Edge(Edge::Canal) => "Canal",
            LineEntry::Edge(Edge::Lake) => "Lake hexside",
            LineEntry::Edge(Edge::Fortified) => "Fortified hexside",
            LineEntry::Edge(Edge::Bridge) => "Bridge",
            LineEntry::Edge(Edge::Other) => "Hexside",
        };
        name.to_string()
    }
}

/// The kinds of roads, railways and hexsides that occur on the map.
fn line_entries(map: &Map) -> Vec<LineEntry> {
    let roads = map.links.iter().map(|l| Way::of(map.link_name(l.kind), l.class));
    let lines = map.lines.iter().map(|l| water::edge_of(map, l));
    let sides = EDGE_WORDS.iter().filter_map(|w| {
        let kind = map.side_kind(w)?;
        water::all_sides(map).any(|s| map.side_has(s, kind)).then(|| Edge::of(w, 0))
    });
    let mut all: BTreeSet<LineEntry> = roads
        .map(|w| match w {
            Way::River(class) => LineEntry::Edge(Edge::River(class)),
            other => LineEntry::Road(other),
        })
        .chain(lines.map(LineEntry::Edge))
        .collect();
    // A class on a line is more exact than the word on its sides.
    let has_rivers = all.iter().any(|e| matches!(e, LineEntry::Edge(Edge::River(_))));
    all.extend(sides.filter(|s| !(has_rivers && matches!(s, Edge::River(_)))).map(LineEntry::Edge));
    all.remove(&LineEntry::Edge(Edge::Other));
    let crosses = all.iter().any(|e| matches!(e, LineEntry::Road(w) if w.is_road()));
    if has_rivers && crosses {
        all.insert(LineEntry::Edge(Edge::Bridge));
    }
    let mut all: Vec<LineEntry> = all.into_iter().collect();
    // The greatest road first.
    all.sort_by_key(|e| match e {
        LineEntry::Road(w) if w.is_road() => (0, std::cmp::Reverse(*w), Edge::Other),
        LineEntry::Road(w) => (1, std::cmp::Reverse(*w), Edge::Other),
        LineEntry::Edge(e) => (2, std::cmp::Reverse(Way::Track), *e),
    });
    all
}

/// A short wavy line from `at` to the right.
fn wave(at: Point, length: f64) -> Vec<Point> {
    let rises = [0.0, -9.0, 6.0, -6.0, 8.0, 0.0];
    let step = length / (rises.len() - 1) as f64;
    let nodes: Vec<Point> =
        rises.iter().enumerate().map(|(i, y)| at + pt(step * i as f64, *y)).collect();
    sample_curve(&nodes, 8)
}

fn line_sample(out: &mut String, entry: LineEntry, at: Point, palette: &Palette) {
    const LENGTH: f64 = 210.0;
    let line = wave(at, LENGTH);
    let mut data = Path::new();
    data.polyline(&line);
    let round = " stroke-linejoin=\"round\" stroke-linecap=\"round\"";
    match entry {
        LineEntry::Road(way) => crate::ways::sample(out, way, &data, palette),
        LineEntry::Edge(Edge::River(class)) => river_sample(out, class, &line, palette),
        LineEntry::Edge(Edge::Lake) => {
            stroke(out, &data, palette.bank, 34.0, round);
            stroke(out, &data, palette.water, 30.0, round);
        }
        LineEntry::Edge(Edge::Canal) => {
            stroke(out, &data, palette.bank, 15.0, " stroke-dasharray=\"1.3 26.2\"");
            stroke(out, &data, palette.bank, 10.0, round);
            stroke(out, &data, palette.water, 6.4, round);
            stroke(out, &data, palette.bank, 1.2, round);
        }
        LineEntry::Edge(Edge::Bridge) => {
            let middle = at + pt(LENGTH / 2.0, 0.0);
            let down = [middle - pt(0.0, 46.0), middle, middle + pt(0.0, 46.0)];
            river_sample(out, 2, &line, palette);
            let mut road = Path::new();
            road.polyline(&down);
            crate::ways::sample(out, Way::Main, &road, palette);
            let mut bridge = Path::new();
            for x in [-7.2, 7.2] {
                let (a, b) = (middle + pt(x, -11.0), middle + pt(x, 11.0));
                let flare = x * 0.4;
                bridge.polyline(&[a + pt(flare, -2.5), a, b, b + pt(flare, 2.5)]);
            }
            stroke(out, &bridge, palette.ink, 2.0, round);
        }
        LineEntry::Edge(_) => {
            let mut wall = Path::new();
            wall.polyline(&[at, at + pt(LENGTH, 0.0)]);
            stroke(out, &wall, palette.ink, 4.4, round);
            let mut merlons = Path::new();
            for i in 0..11 {
                merlons.rect(at.x + 6.0 + 19.0 * f64::from(i), at.y, 9.0, 10.0);
            }
            path(out, &merlons, &format!("fill=\"{}\"", palette.ink));
        }
    }
}

fn river_sample(out: &mut String, class: u8, line: &[Point], palette: &Palette) {
    let half = vec![water::half_width(class); line.len()];
    let mut data = Path::new();
    data.polygon(&ribbon(line, &half));
    stroke(out, &data, palette.bank, 4.0, " stroke-linejoin=\"round\"");
    path(out, &data, &format!("fill=\"{}\"", palette.water));
}
