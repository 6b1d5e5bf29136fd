//! The map as SVG.

use crate::blocks::{self, Cut};
use crate::cells::Corner;
use crate::chart::{Chart, is_city_area};
use crate::geometry::{Point, pt};
use crate::palette::{Palette, Theme};
use crate::relief::Relief;
use crate::segments::Segments;
use crate::style::Way;
use crate::svg::{Path, path, short, stroke};
use crate::text::Font;
use crate::{names, texture, water, ways, works};
use board::Map;
use hex::{Direction, Orientation};
use std::fmt::Write;

/// Which parts of a map are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// The tint of the land, contour lines and hill shading.
    pub relief: bool,
    /// Forest, swamp, hills, water, towns.
    pub terrain: bool,
    /// The hex lines.
    pub grid: bool,
    /// Roads, railways and bridges.
    pub ways: bool,
    /// The numbers of the hexes.
    pub numbers: bool,
    /// Names of places, rivers and regions.
    pub names: bool,
}

impl Layers {
    /// Everything.
    pub const ALL: Layers =
        Layers { relief: true, terrain: true, grid: true, ways: true, numbers: true, names: true };
    /// The picture under everything that changes during a game.
    pub const GROUND: Layers = Layers { names: false, ..Layers::ALL };
    /// The names alone, to be laid over tints, so that a tint never lies on a name.
    pub const NAMES: Layers = Layers {
        relief: false,
        terrain: false,
        grid: false,
        ways: false,
        numbers: false,
        names: true,
    };
}

/// How a map is drawn.
#[derive(Clone, Debug)]
pub struct MapOptions {
    /// Light or dark.
    pub theme: Theme,
    /// What is drawn.
    pub layers: Layers,
    /// Only this part of the sheet: left, top, width and height. The frame is then left out.
    pub view: Option<[f64; 4]>,
}

impl Default for MapOptions {
    fn default() -> MapOptions {
        MapOptions { theme: Theme::Light, layers: Layers::ALL, view: None }
    }
}

/// The map as an SVG picture: one unit is a hundredth of a hex, and a hex lies where [`Layout`]
/// says.
///
/// The picture has a clear ground only where `layers` has relief; names alone stand on nothing, so
/// that they can be laid over other pictures.
pub fn map_svg(map: &Map, options: &MapOptions) -> String {
    draw_view(map, options, "")
}

/// The same with something laid over it.
pub(crate) fn draw_view(map: &Map, options: &MapOptions, over: &str) -> String {
    let chart = Chart::new(map);
    let (width, height) = chart.layout.size();
    let view = options.view.unwrap_or([0.0, 0.0, width, height]);
    let mut out = open(view);
    draw(&mut out, &chart, options);
    out.push_str(over);
    out.push_str("</svg>");
    out
}

/// The head of an SVG picture.
pub(crate) fn open(view: [f64; 4]) -> String {
    let [x, y, w, h] = view.map(short);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {w} {h}\" \
         width=\"{w}\" height=\"{h}\">"
    )
}

/// The layers of the map, without the head of the picture.
pub(crate) fn draw(out: &mut String, chart: &Chart, options: &MapOptions) {
    let palette = options.theme.palette();
    let layers = options.layers;
    ground(out, chart, layers, palette);
    if layers.grid {
        grid(out, chart, palette);
    }
    if layers.terrain {
        water::draw(out, chart, palette);
        towns(out, chart, palette);
    }
    if layers.ways {
        ways::draw_railways(out, &chart.ways, palette);
        ways::draw_roads(out, &chart.ways, palette);
        ways::draw_bridges(out, chart, palette);
    }
    if layers.terrain {
        works::draw(out, chart, palette);
    }
    if layers.relief {
        veil(out, chart, palette);
        mat(out, chart, palette);
    }
    if layers.numbers {
        numbers(out, chart, palette);
    }
    if layers.names {
        names::draw(out, chart, palette);
    }
}

/// The paper round the printed sheets, drawn over what sticks out of them; quicker than a clip.
fn mat(out: &mut String, chart: &Chart, palette: &Palette) {
    const REACH: f64 = 400.0;
    let sheets = chart.layout.sheets();
    let (w, h) = chart.layout.size();
    let mut levels: Vec<f64> = sheets.iter().flat_map(|s| [s.0.y, s.1.y]).collect();
    levels.extend([-REACH, h + REACH]);
    levels.sort_by(f64::total_cmp);
    let mut paper = Path::new();
    for band in levels.windows(2).filter(|b| b[1] - b[0] > 0.01) {
        let middle = (band[0] + band[1]) / 2.0;
        let mut covered: Vec<(f64, f64)> = sheets
            .iter()
            .filter(|s| s.0.y < middle && middle < s.1.y)
            .map(|s| (s.0.x, s.1.x))
            .collect();
        covered.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut x = -REACH;
        for (from, to) in covered.into_iter().chain([(w + REACH, w + REACH)]) {
            if from > x {
                paper.rect(x, band[0], from - x, band[1] - band[0]);
            }
            x = x.max(to);
        }
    }
    path(out, &paper, &format!("fill=\"{}\"", palette.paper));
}

fn ground(out: &mut String, chart: &Chart, layers: Layers, palette: &Palette) {
    let relief =
        if layers.relief { Relief::new(chart.map, &chart.layout, &chart.cells) } else { None };
    if layers.relief {
        let (w, h) = chart.layout.size();
        let mut all = Path::new();
        all.rect(0.0, 0.0, w, h);
        path(out, &all, &format!("fill=\"{}\"", palette.land[1]));
        if let Some(relief) = &relief {
            relief.tint(out, palette);
            relief.contours(out, palette);
        }
    }
    if layers.terrain {
        texture::patterns(out, chart, palette);
        cover(out, chart, palette);
    }
    if let Some(relief) = &relief {
        relief.shade(out, palette);
    }
    if layers.terrain {
        let ids = &chart.ids;
        if !chart.forests.is_empty() {
            let _ = write!(out, "<use href=\"#forest{ids}\" fill=\"url(#trees{ids})\"/>");
        }
        if !chart.swamps.is_empty() {
            let _ = write!(out, "<use href=\"#swamp{ids}\" fill=\"url(#reeds{ids})\"/>");
        }
        texture::hachures(out, &chart.hills, palette);
        cities(out, chart, palette);
    }
}

/// The flat ground of swamp, hills and forest.
fn cover(out: &mut String, chart: &Chart, palette: &Palette) {
    let swamp = texture::outline(&chart.swamps);
    let forest = texture::crowns(&chart.forests);
    let hills = texture::outline(&chart.hills);
    let ids = &chart.ids;
    let _ = write!(
        out,
        "<defs><path id=\"swamp{ids}\" d=\"{}\"/><path id=\"forest{ids}\" d=\"{}\"/></defs>",
        swamp.data(),
        forest.data()
    );
    let _ = write!(out, "<use href=\"#swamp{ids}\" fill=\"{}\"/>", palette.swamp);
    let dashes = " stroke-dasharray=\"5 4\" stroke-opacity=\".35\"";
    stroke(out, &swamp, palette.swamp_mark, 1.4, dashes);
    path(out, &hills, &format!("fill=\"{}\" fill-opacity=\".3\"", palette.hill));
    let (shade, forest) = (palette.forest_shade, palette.forest);
    let _ = write!(out, "<use href=\"#forest{ids}\" x=\"2\" y=\"3\" fill=\"{shade}\"/>");
    let _ = write!(out, "<use href=\"#forest{ids}\" fill=\"{forest}\"/>");
}

fn cities(out: &mut String, chart: &Chart, palette: &Palette) {
    if chart.cities.is_empty() {
        return;
    }
    let area = texture::outline(&chart.cities);
    path(out, &area, &format!("fill=\"{}\"", palette.town_ground));
    stroke(out, &area, palette.town_edge, 2.6, " stroke-linejoin=\"round\"");
    let (mut roads, mut water) = (Segments::default(), Segments::default());
    for road in chart.ways.roads() {
        roads.add(&road.line, |_| 5.0);
    }
    for river in &chart.rivers {
        water.add(&river.line, |i| river.half[i]);
    }
    let blocks = blocks::city(&chart.cities, &roads, &water);
    draw_blocks(out, &blocks, palette);
}

fn draw_blocks(out: &mut String, blocks: &[Vec<Point>], palette: &Palette) {
    let attributes = format!(
        "fill=\"{}\" stroke=\"{}\" stroke-width=\".7\" stroke-linejoin=\"round\"",
        palette.block, palette.block_edge
    );
    path(out, &blocks::blocks_path(blocks), &attributes);
}

fn towns(out: &mut String, chart: &Chart, palette: &Palette) {
    let mut ground = Path::new();
    let mut all = Vec::new();
    for &(hex, at, radius) in &chart.towns {
        let key = crate::noise::hash(hex.index() as i64, 0, 132);
        ground.polygon(&blocks::town_ground(at, radius, key));
        let cuts: Vec<Cut> = chart
            .ways
            .roads()
            .filter(|s| s.way != Way::Track)
            .flat_map(|s| branches(&s.line, at))
            .map(|along| Cut { from: at, along, half: 5.0 })
            .collect();
        all.extend(blocks::town(at, radius, key, &cuts));
    }
    let attributes = format!(
        "fill=\"{}\" stroke=\"{}\" stroke-width=\"1.2\"",
        palette.town_ground, palette.town_edge
    );
    path(out, &ground, &attributes);
    draw_blocks(out, &all, palette);
}

/// The directions in which a road leaves a point that it passes.
fn branches(line: &[Point], at: Point) -> Vec<Point> {
    let Some(i) = line.iter().position(|p| p.distance(at) < 0.5) else { return Vec::new() };
    let ahead = line.get(i + 2).map(|p| (*p - at).unit());
    let behind = i.checked_sub(2).and_then(|j| line.get(j)).map(|p| (*p - at).unit());
    ahead.into_iter().chain(behind).collect()
}

/// The hex lines, each side once.
fn grid(out: &mut String, chart: &Chart, palette: &Palette) {
    let grid = &chart.map.grid;
    let mut lines = Path::new();
    for hex in grid.hexes() {
        let corners = chart.layout.corners(hex);
        // Half of the sides, and those that no other hex draws: runs of sides become one line.
        let owns = |i: usize| i < 3 || grid.neighbour(hex, Direction::ALL[i]).is_none();
        let mut is_open = false;
        for i in 0..6 {
            if owns(i) {
                if !is_open {
                    lines.move_to(corners[i]);
                }
                lines.line_to(corners[(i + 1) % 6]);
            }
            is_open = owns(i);
        }
    }
    let more = format!(" stroke-opacity=\"{}\"", palette.grid_alpha);
    stroke(out, &lines, palette.grid, 1.5, &more);
    let mut city = Path::new();
    for hex in grid.hexes().filter(|&h| is_city_area(chart.map, h)) {
        city.polygon(&chart.layout.corners(hex));
    }
    // Between houses a thin line is lost: light beside it, and dark upon that.
    stroke(out, &city, palette.halo, 4.6, " stroke-opacity=\".8\"");
    stroke(out, &city, palette.grid, 1.8, " stroke-opacity=\".85\"");
}

/// A veil over what lies in the frame but is no hex of the map.
fn veil(out: &mut String, chart: &Chart, palette: &Palette) {
    let (mut near, mut far) = (Path::new(), Path::new());
    for cell in chart.cells.all.iter().filter(|c| !c.on_map) {
        let corners = Direction::ALL.map(|d| Corner::of(cell.at, d).place(&chart.layout));
        let is_near = cell.at.ring(1).any(|h| chart.map.grid.id(h).is_some());
        if is_near {
            near.polygon(&corners)
        } else {
            far.polygon(&corners)
        };
    }
    path(out, &near, &format!("fill=\"{}\" fill-opacity=\".5\"", palette.paper));
    path(out, &far, &format!("fill=\"{}\" fill-opacity=\".9\"", palette.paper));
}

fn numbers(out: &mut String, chart: &Chart, palette: &Palette) {
    let lift = match chart.layout.orientation() {
        Orientation::FlatTop => 36.5,
        Orientation::PointyTop => 33.5,
    };
    // Between houses a number needs more light round it.
    for in_city in [false, true] {
        let (width, opacity) = if in_city { (3.4, 0.85) } else { (2.2, 0.55) };
        let _ = write!(
            out,
            "<g {} font-size=\"11\" text-anchor=\"middle\" fill=\"{}\" fill-opacity=\"{}\"{}>",
            Font::Sans500.attributes(),
            palette.number,
            if in_city { 0.95 } else { palette.number_alpha },
            crate::text::halo(palette.halo, width, opacity)
        );
        for hex in chart.map.grid.hexes().filter(|&h| is_city_area(chart.map, h) == in_city) {
            let at = chart.layout.centre(hex) - pt(0.0, lift);
            let (x, y) = (short(at.x), short(at.y));
            let _ = write!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", chart.map.grid.number(hex));
        }
        out.push_str("</g>");
    }
}
