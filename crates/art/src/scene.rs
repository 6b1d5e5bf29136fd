//! Counters on the map, and counters on a sheet.

use crate::badge::{Badge, badge_svg};
use crate::counter::{COUNTER, CounterSize, counter_svg};
use crate::geometry::{Point, pt};
use crate::layout::{Layout, PITCH};
use crate::map::{Layers, MapOptions, draw_view};
use crate::palette::Theme;
use crate::sheet::{SheetOptions, sheet_svg};
use crate::svg::{escape, short};
use crate::text::{Font, Text};
use board::{Face, Map};
use hex::HexId;
use std::fmt::Write;

/// How far each counter of a stack lies up and to the right of the one below.
const STEP: f64 = 5.2;
/// At most so many counters of a stack are drawn.
const SHOWN: usize = 3;

/// A stack of counters round a point of the map: at most three are drawn, the first on top; more
/// are told by a number.
pub fn stack_svg(faces: &[Face], centre: Point, size: CounterSize) -> String {
    let mut out = String::from("<g>");
    let shown = faces.len().min(SHOWN);
    let scale = COUNTER / 100.0;
    let spread = STEP * (shown.saturating_sub(1)) as f64 / 2.0;
    for (i, face) in faces[..shown].iter().enumerate().rev() {
        let up = spread - STEP * i as f64;
        let corner = centre + pt(up - COUNTER / 2.0, -up - COUNTER / 2.0);
        // Of the lower ones only an edge shows.
        let size = if i == 0 { size } else { CounterSize::Tiny };
        let face = if i == 0 { face.clone() } else { bare(face) };
        let _ = write!(
            out,
            "<g transform=\"translate({} {}) scale({scale})\">{}</g>",
            short(corner.x),
            short(corner.y),
            counter_svg(&face, size)
        );
    }
    if faces.len() > SHOWN {
        let at = centre + pt(-COUNTER / 2.0 - spread - 8.0, COUNTER / 2.0 + spread - 24.0);
        let _ = write!(
            out,
            "<g transform=\"translate({} {}) scale(.75)\">{}</g>",
            short(at.x),
            short(at.y),
            badge_svg(Badge::Stack(u8::try_from(faces.len()).unwrap_or(u8::MAX)))
        );
    }
    out.push_str("</g>");
    out
}

/// A face of which only the edge shows.
fn bare(face: &Face) -> Face {
    Face { nation: face.nation.clone(), ..Face::default() }
}

/// All counters of a game on one sheet: groups with a heading, `columns` counters a row.
pub fn counters_sheet(title: &str, groups: &[(String, Vec<Face>)], columns: usize) -> String {
    const PITCH: f64 = 122.0;
    const MARGIN: f64 = 50.0;
    let columns = columns.max(1);
    let width = MARGIN * 2.0 + PITCH * columns as f64 - 22.0;
    let mut body = String::new();
    let ink = "#2B2318";
    let mut y = MARGIN + 44.0;
    let heading = |out: &mut String, text: &str, y: f64, size: f64, font: Font| {
        let at = pt(MARGIN, y);
        Text { at, text, font, size, fill: ink, anchor: "start", more: "" }.write(out);
    };
    heading(&mut body, title, y, 54.0, Font::Serif700);
    y += 30.0;
    for (name, faces) in groups {
        y += 34.0;
        heading(&mut body, &name.to_uppercase(), y, 22.0, Font::Sans600);
        let _ = write!(
            body,
            "<path d=\"M{} {}H{}\" stroke=\"{ink}\" stroke-opacity=\".35\"/>",
            short(MARGIN),
            short(y + 9.0),
            short(width - MARGIN)
        );
        y += 26.0;
        for (i, face) in faces.iter().enumerate() {
            let (column, row) = (i % columns, i / columns);
            let at = pt(MARGIN + PITCH * column as f64, y + PITCH * row as f64);
            let _ = write!(
                body,
                "<g transform=\"translate({} {})\">{}</g>",
                short(at.x),
                short(at.y),
                counter_svg(face, CounterSize::Full)
            );
        }
        y += PITCH * faces.len().div_ceil(columns) as f64;
    }
    let height = y + MARGIN - 10.0;
    let mut out = crate::map::open([0.0, 0.0, width, height]);
    let _ = write!(out, "<title>{}</title>", escape(title));
    let (w, h) = (short(width), short(height));
    let _ = write!(out, "<rect width=\"{w}\" height=\"{h}\" fill=\"#F0E9D8\"/>");
    out.push_str(&body);
    out.push_str("</svg>");
    out
}

/// A map with counters on it, as one sheet: the set-up of a scenario, or any position. `options`
/// may carry overlays already; the counters lie over all of them.
pub fn scene(map: &Map, counters: &[(HexId, Vec<Face>)], options: &SheetOptions) -> String {
    let layout = Layout::new(&map.grid);
    let mut options = options.clone();
    for (hex, faces) in counters {
        options.over_names.push_str(&stack_svg(faces, layout.centre(*hex), CounterSize::Full));
    }
    sheet_svg(map, &options)
}

/// A part of the map with the counters that lie there and no frame: everything up to `margin` hexes round `around`; the whole
/// map where that is empty.
pub fn detail(
    map: &Map,
    counters: &[(HexId, Vec<Face>)],
    around: &[HexId],
    margin: f64,
    theme: Theme,
) -> String {
    let layout = Layout::new(&map.grid);
    let (width, height) = layout.size();
    let room = (margin + 0.6) * PITCH;
    let mut view = [0.0, 0.0, width, height];
    if !around.is_empty() {
        let (mut from, mut to) = (pt(width, height), pt(0.0, 0.0));
        for &hex in around {
            let at = layout.centre(hex);
            from = pt(from.x.min(at.x - room), from.y.min(at.y - room));
            to = pt(to.x.max(at.x + room), to.y.max(at.y + room));
        }
        let (from, to) =
            (pt(from.x.max(0.0), from.y.max(0.0)), pt(to.x.min(width), to.y.min(height)));
        view = [from.x, from.y, to.x - from.x, to.y - from.y];
    }
    let mut over = String::new();
    for (hex, faces) in counters {
        over.push_str(&stack_svg(faces, layout.centre(*hex), CounterSize::Full));
    }
    draw_view(map, &MapOptions { theme, layers: Layers::ALL, view: Some(view) }, &over)
}
