//! The whole sheet: the map in its frame, and under it the title, the legend and the turn record.

use crate::chart::Chart;
use crate::geometry::{Point, pt};
use crate::legend;
use crate::map::{self, Layers, MapOptions};
use crate::palette::{Palette, Theme};
use crate::svg::{Path, path, short, stroke};
use crate::text::{Font, Text};
use board::Map;
use std::fmt::Write;

/// A box of the turn record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnBox {
    /// The number of the turn.
    pub number: String,
    /// The day, or whatever stands in the middle.
    pub day: String,
    /// The month, or whatever stands at the foot.
    pub month: String,
}

/// What is printed round the map.
#[derive(Clone, Debug, Default)]
pub struct SheetOptions {
    /// Light or dark.
    pub theme: Theme,
    /// The title; that of the map where it is empty.
    pub title: String,
    /// The line under the title, such as the name of the scenario.
    pub subtitle: String,
    /// The turn record; without turns there is none.
    pub turns: Vec<TurnBox>,
    /// The present turn, counted from 0.
    pub turn: Option<usize>,
    /// Groups to be laid between the ground and the names: tints and the like.
    pub under_names: String,
    /// Groups to be laid over the names: the front line, counters, badges.
    pub over_names: String,
}

/// From the map to the outer edge of its frame.
const FRAME: f64 = 30.0;
/// From the frame to the border of the sheet.
const MARGIN: f64 = 58.0;
/// Between two panels.
const GAP: f64 = 40.0;

/// The whole sheet as an SVG picture. Hexes lie where [`crate::Layout`] says; the view begins left
/// of and above the origin.
pub fn sheet_svg(map: &Map, options: &SheetOptions) -> String {
    let palette = options.theme.palette();
    let chart = Chart::new(map);
    let (w, h) = chart.layout.size();
    let panels = Panels::new(map, options, w + 2.0 * FRAME);
    let edge = FRAME + MARGIN;
    let height = h + 2.0 * edge + panels.height + GAP;
    let area = [-edge, -edge, w + 2.0 * edge, height];
    let mut out = map::open(area);
    rect(&mut out, area, &format!("fill=\"{}\"", palette.paper));
    let draw = |out: &mut String, layers: Layers| {
        map::draw(out, &chart, &MapOptions { theme: options.theme, layers, view: None });
    };
    draw(&mut out, Layers::GROUND);
    out.push_str(&options.under_names);
    draw(&mut out, Layers::NAMES);
    out.push_str(&options.over_names);
    frame(&mut out, &chart, palette);
    border(&mut out, area, palette);
    panels.draw(&mut out, pt(-FRAME, h + FRAME + GAP), &chart, options);
    out.push_str("</svg>");
    out
}

fn rect(out: &mut String, [x, y, w, h]: [f64; 4], attributes: &str) {
    let mut data = Path::new();
    data.rect(x, y, w, h);
    path(out, &data, attributes);
}

fn inset([x, y, w, h]: [f64; 4], by: f64) -> [f64; 4] {
    [x + by, y + by, w - 2.0 * by, h - 2.0 * by]
}

fn ruled(out: &mut String, area: [f64; 4], colour: &str, width: f64) {
    let width = short(width);
    rect(out, area, &format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\""));
}

/// The double border of the sheet.
fn border(out: &mut String, area: [f64; 4], palette: &Palette) {
    ruled(out, inset(area, 16.0), palette.ink, 9.0);
    ruled(out, inset(area, 27.0), palette.ink, 2.0);
}

/// The frame of the map: a rule, a ladder of alternating bars, a thin rule.
fn frame(out: &mut String, chart: &Chart, palette: &Palette) {
    let (w, h) = chart.layout.size();
    ruled(out, [-2.5, -2.5, w + 5.0, h + 5.0], palette.ink, 5.0);
    let mut bars = Path::new();
    let bar = |path: &mut Path, at: f64, size: f64, is_row: bool| {
        for near in [true, false] {
            let far = if is_row { w } else { h };
            let across = if near { -23.0 } else { far + 5.0 };
            if is_row {
                path.rect(across, at, 18.0, size);
            } else {
                path.rect(at, across, size, 18.0);
            }
        }
    };
    let steps = |size: f64, pitch: f64| {
        let count = (size / pitch).round().max(2.0) as usize;
        (0..count).step_by(2).map(move |i| (i as f64 * size / count as f64, size / count as f64))
    };
    let (column, row) = match chart.layout.orientation() {
        hex::Orientation::FlatTop => (86.6, 100.0),
        hex::Orientation::PointyTop => (100.0, 86.6),
    };
    for (at, size) in steps(w, column) {
        bar(&mut bars, at, size, false);
    }
    for (at, size) in steps(h, row) {
        bar(&mut bars, at, size, true);
    }
    path(out, &bars, &format!("fill=\"{}\" fill-opacity=\".55\"", palette.ink));
    ruled(out, [-27.0, -27.0, w + 54.0, h + 54.0], palette.ink, 2.0);
}

/// The widths for which the panels are designed, and their common height.
const TITLE: f64 = 1700.0;
const TRACK: f64 = 2300.0;
const HEIGHT: f64 = 780.0;

/// The panels under the map: which there are, and how large.
struct Panels {
    width: f64,
    height: f64,
    /// Rows of panels: title, legend and track by their letters.
    rows: Vec<Vec<(char, f64)>>,
}

impl Panels {
    fn new(map: &Map, options: &SheetOptions, width: f64) -> Panels {
        let legend = ('l', legend::width(map));
        let title = ('t', TITLE);
        let track = (!options.turns.is_empty()).then_some(('r', TRACK));
        let rows: Vec<Vec<(char, f64)>> = if width < 3600.0 {
            vec![[title].into_iter().chain(track).collect(), vec![legend]]
        } else {
            vec![[title, legend].into_iter().chain(track).collect()]
        };
        let mut panels = Panels { width, height: 0.0, rows };
        panels.height =
            (0..panels.rows.len()).map(|i| panels.scale(i) * HEIGHT + GAP).sum::<f64>() - GAP;
        panels
    }

    /// The scale at which a row fills the width; a lone panel is not blown up.
    fn scale(&self, row: usize) -> f64 {
        let row = &self.rows[row];
        let wanted: f64 = row.iter().map(|p| p.1).sum();
        ((self.width - GAP * (row.len() - 1) as f64) / wanted).min(1.0)
    }

    fn draw(&self, out: &mut String, at: Point, chart: &Chart, options: &SheetOptions) {
        let palette = options.theme.palette();
        let mut y = at.y;
        for (i, row) in self.rows.iter().enumerate() {
            let scale = self.scale(i);
            let wanted: f64 = row.iter().map(|p| p.1).sum();
            let spare = self.width - GAP * (row.len() - 1) as f64 - wanted * scale;
            let mut x = at.x;
            for &(kind, width) in row {
                // What a row has to spare is shared out.
                let w = width * scale + spare * width / wanted;
                let inner = w / scale;
                let _ = write!(
                    out,
                    "<g transform=\"translate({} {}) scale({scale:.4})\">",
                    short(x),
                    short(y)
                );
                panel(out, inner, palette);
                match kind {
                    't' => title(out, chart.map, options, inner),
                    'l' => legend::draw(out, chart, options.theme, inner),
                    _ => track(out, options, inner),
                }
                out.push_str("</g>");
                x += w + GAP;
            }
            y += scale * HEIGHT + GAP;
        }
    }
}

fn panel(out: &mut String, width: f64, palette: &Palette) {
    let area = [0.0, 0.0, width, HEIGHT];
    rect(out, area, &format!("fill=\"{}\"", palette.panel));
    ruled(out, inset(area, 2.0), palette.ink, 4.0);
    ruled(out, inset(area, 13.0), palette.ink, 1.6);
}

/// Text at a point.
pub(crate) fn words(
    out: &mut String,
    at: Point,
    text: &str,
    font: Font,
    size: f64,
    fill: &str,
    anchor: &str,
) {
    Text { at, text, font, size, fill, anchor, more: "" }.write(out);
}

/// The size at which a text is at most `room` wide.
fn fitting(font: Font, text: &str, size: f64, room: f64) -> f64 {
    size.min(room / font.width(text, 1.0).max(0.01))
}

/// The cartouche: title, subtitle, scale, compass, what is reconstructed, credits.
fn title(out: &mut String, map: &Map, options: &SheetOptions, width: f64) {
    let palette = options.theme.palette();
    let (ink, middle) = (palette.ink, width / 2.0);
    let name = if options.title.is_empty() { &map.title } else { &options.title };
    let name = name.to_uppercase();
    let size = fitting(Font::Serif700, &name, 150.0, width - 160.0);
    words(out, pt(middle, 165.0), &name, Font::Serif700, size, ink, "middle");
    let rule = (Font::Serif700.width(&name, size) / 2.0).min(middle - 60.0);
    let mut rules = Path::new();
    rules.polyline(&[pt(middle - rule, 196.0), pt(middle + rule, 196.0)]);
    stroke(out, &rules, ink, 5.0, "");
    let mut thin = Path::new();
    thin.polyline(&[pt(middle - rule, 205.0), pt(middle + rule, 205.0)]);
    stroke(out, &thin, ink, 1.6, "");
    if !options.subtitle.is_empty() {
        let size = fitting(Font::SerifItalic, &options.subtitle, 50.0, width - 100.0);
        words(out, pt(middle, 262.0), &options.subtitle, Font::SerifItalic, size, ink, "middle");
    }
    scale_bar(out, map, pt(150.0, 372.0), palette);
    compass(out, pt(width - 260.0, 400.0), map.north, palette);
    let top = side_at_top(map.north);
    let at = pt(150.0, 500.0);
    words(out, at, &format!("{top} is at the top."), Font::SerifItalic, 38.0, ink, "start");
    notes(out, map, [150.0, 516.0, width - 230.0, HEIGHT - 545.0], palette);
}

/// What is reconstructed, and the credits, as large as the room allows.
fn notes(out: &mut String, map: &Map, [x, y, w, h]: [f64; 4], palette: &Palette) {
    let texts = || std::iter::once(&map.reconstructed).chain(&map.credit).filter(|t| !t.is_empty());
    let lines = |size: f64| -> Vec<String> {
        texts().flat_map(|t| wrapped(t, Font::Sans500, size, w)).collect()
    };
    let size = [30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0]
        .into_iter()
        .find(|size| lines(*size).len() as f64 * size * 1.22 <= h)
        .unwrap_or(16.0);
    for (i, line) in lines(size).iter().enumerate() {
        let at = pt(x, y + size * 1.22 * (i + 1) as f64);
        words(out, at, line, Font::Sans500, size, palette.ink, "start");
    }
}

/// A text in lines of at most `room`.
pub(crate) fn wrapped(text: &str, font: Font, size: f64, room: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
        if font.width(&longer, size) <= room || line.is_empty() {
            *line = longer;
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

/// A bar of four times a round number of kilometres.
fn scale_bar(out: &mut String, map: &Map, at: Point, palette: &Palette) {
    let ink = palette.ink;
    let km = format!("One hex is about {} km", number(map.hex_km));
    words(out, at - pt(0.0, 32.0), &km, Font::Sans600, 38.0, ink, "start");
    let unit = [1.0, 2.0, 5.0, 10.0, 20.0, 25.0, 50.0, 100.0]
        .into_iter()
        .find(|u| u / map.hex_km.max(0.01) >= 1.1)
        .unwrap_or(200.0);
    let step = unit / map.hex_km.max(0.01) * 100.0;
    let (mut full, mut all) = (Path::new(), Path::new());
    for i in 0..4 {
        let x = at.x + step * f64::from(i);
        if i % 2 == 0 {
            full.rect(x, at.y, step, 16.0);
        }
        all.rect(x, at.y, step, 16.0);
    }
    path(out, &full, &format!("fill=\"{ink}\""));
    stroke(out, &all, ink, 2.4, "");
    for i in 0..=4 {
        let text = number(unit * f64::from(i)) + if i == 4 { " km" } else { "" };
        let x = at.x + step * f64::from(i);
        words(out, pt(x, at.y + 54.0), &text, Font::Sans500, 32.0, ink, "middle");
    }
}

fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), String::from)
}

/// What lies at the top of a sheet on which north is turned by `north` degrees clockwise.
fn side_at_top(north: f64) -> &'static str {
    const SIDES: [&str; 8] =
        ["North", "North-west", "West", "South-west", "South", "South-east", "East", "North-east"];
    SIDES[(north.rem_euclid(360.0) / 45.0).round() as usize % 8]
}

/// A compass rose with the true north of the sheet.
fn compass(out: &mut String, at: Point, north: f64, palette: &Palette) {
    let ink = palette.ink;
    let direction = |degrees: f64| {
        let a = (north + degrees - 90.0).to_radians();
        pt(a.cos(), a.sin())
    };
    let (mut light, mut dark, mut rings) = (Path::new(), Path::new(), Path::new());
    for quarter in [45.0, 135.0, 225.0, 315.0, 0.0, 90.0, 180.0, 270.0] {
        let is_main = quarter % 90.0 == 0.0;
        let reach = if is_main { 112.0 } else { 62.0 };
        let tip = at + direction(quarter) * reach;
        let waist = if is_main { 22.0 } else { 15.0 };
        let left = at + direction(quarter - 45.0) * waist;
        let right = at + direction(quarter + 45.0) * waist;
        light.polygon(&[at, left, tip]);
        dark.polygon(&[at, right, tip]);
    }
    rings.circle(at, 88.0).circle(at, 80.0);
    stroke(out, &rings, ink, 1.8, "");
    let outline = format!("stroke=\"{ink}\" stroke-width=\"1.8\" stroke-linejoin=\"round\"");
    path(out, &light, &format!("fill=\"{}\" {outline}", palette.panel));
    path(out, &dark, &format!("fill=\"{ink}\" {outline}"));
    let letter = at + direction(0.0) * 142.0 + pt(0.0, 19.0);
    words(out, letter, "N", Font::Sans800, 54.0, ink, "middle");
}

/// The turn record: a box a turn, the present one filled.
fn track(out: &mut String, options: &SheetOptions, width: f64) {
    let palette = options.theme.palette();
    let ink = palette.ink;
    legend::heading(out, "GAME TURNS", width, palette);
    let count = options.turns.len();
    let (w, h) = (width - 120.0, HEIGHT - 180.0);
    // The number of rows that makes the boxes least narrow.
    let rows = (1..=5)
        .max_by(|a, b| {
            let shape = |rows: usize| {
                let (bw, bh) = (w / count.div_ceil(rows) as f64, h / rows as f64);
                -(bw / bh - 0.78).abs()
            };
            shape(*a).total_cmp(&shape(*b))
        })
        .unwrap_or(1);
    let columns = count.div_ceil(rows);
    let (bw, bh) = (w / columns as f64, (h / rows as f64).min(w / columns as f64 * 1.5));
    for (i, turn) in options.turns.iter().enumerate() {
        let (x, y) = (60.0 + bw * (i % columns) as f64, 140.0 + bh * (i / columns) as f64);
        let is_now = options.turn == Some(i);
        let (fill, alpha, rim) =
            if is_now { (palette.road_main, ".55", 5.0) } else { (palette.paper, "1", 2.2) };
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"12\" fill=\"{fill}\" \
             fill-opacity=\"{alpha}\" stroke=\"{ink}\" stroke-width=\"{}\"/>",
            short(x + 5.0),
            short(y + 5.0),
            short(bw - 10.0),
            short(bh - 10.0),
            short(rim)
        );
        let middle = x + bw / 2.0;
        let unit = (bh / 2.7).min(bw / 1.7);
        words(
            out,
            pt(middle, y + bh * 0.37),
            &turn.number,
            Font::Sans800,
            unit * 0.72,
            ink,
            "middle",
        );
        let day = fitting(Font::Sans600, &turn.day, unit * 0.5, bw - 24.0);
        words(out, pt(middle, y + bh * 0.65), &turn.day, Font::Sans600, day, ink, "middle");
        let month = fitting(Font::SerifItalic, &turn.month, unit * 0.42, bw - 24.0);
        words(out, pt(middle, y + bh * 0.87), &turn.month, Font::SerifItalic, month, ink, "middle");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_of_a_turned_sheet_has_the_right_name() {
        assert_eq!(side_at_top(0.0), "North");
        assert_eq!(side_at_top(285.0), "East", "north points left");
        assert_eq!(side_at_top(90.0), "West");
        assert_eq!(side_at_top(7.0), "North");
    }

    #[test]
    fn long_notes_are_wrapped() {
        let lines = wrapped("one two three four five six", Font::Sans500, 20.0, 90.0);
        assert!(lines.len() > 1);
        assert!(lines.iter().all(|l| Font::Sans500.width(l, 20.0) <= 90.0));
    }
}
