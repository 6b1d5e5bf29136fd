//! Draws a map file for looking at:
//! `look MAP.toml OUT.svg|OUT.png [WIDTH] [dark] [view=X,Y,W,H] [sheet] [plain]
//! [scene] [overlays]`.

use art::{Flow, Overlays, Reach, SheetOptions, Theme, TurnBox};
use board::{BySide, Face, Map, Side, Source};
use hex::HexId;
use std::time::Instant;

/// Who holds what, and the stacks with their faces.
type Position = (BySide<Vec<HexId>>, Vec<(HexId, Vec<Face>)>);

/// A made-up position: a front down the middle of the map with stacks along it.
fn position(map: &Map) -> Position {
    let layout = art::Layout::new(&map.grid);
    let middle = layout.size().1 * 0.55;
    let line = |x: f64| middle + 260.0 * (x / 700.0).sin();
    let (south, north): (Vec<HexId>, Vec<HexId>) =
        map.grid.hexes().partition(|&h| layout.centre(h).y > line(layout.centre(h).x));
    let mut stacks = Vec::new();
    for (i, &hex) in south.iter().chain(&north).enumerate() {
        let at = layout.centre(hex);
        let gap = (at.y - line(at.x)).abs();
        if gap > 260.0 || i % 3 != 0 {
            continue;
        }
        let is_south = at.y > line(at.x);
        let face = |k: usize| Face {
            nation: if is_south { "german" } else { "soviet" }.into(),
            symbol: art::SYMBOLS[(i + k) % 7].into(),
            size: if is_south { "III" } else { "XX" }.into(),
            unit: format!("{}", 100 + i % 300),
            formation: format!("{}", 1 + i % 40),
            figures: format!("{}-{}", 2 + i % 6, 4 + i % 4),
            steps: (2, 2),
            tint: Some((i % 7) as u8),
            ..Face::default()
        };
        stacks.push((hex, (0..1 + i % 4).map(face).collect()));
    }
    (BySide::new(south, north), stacks)
}

fn sheet(map: &Map, theme: Theme, with_scene: bool) -> String {
    let turn = |i: u32| TurnBox {
        number: i.to_string(),
        day: (14 + i).to_string(),
        month: "November".into(),
    };
    let mut options = SheetOptions {
        theme,
        subtitle: "A position made up for looking at".into(),
        turns: (1..=20).map(turn).collect(),
        turn: Some(0),
        ..SheetOptions::default()
    };
    if !with_scene {
        return art::sheet_svg(map, &options);
    }
    let (held, stacks) = position(map);
    let overlays = Overlays::new(map, theme);
    options.under_names = overlays.control(&held);
    options.over_names = overlays.front(&held, Side::A);
    art::scene(map, &stacks, &options)
}

/// A range with a path, zones, supply, each round a hex of its own.
fn overlays(map: &Map, theme: Theme) -> String {
    let grid = &map.grid;
    let draw = Overlays::new(map, theme);
    let layout = art::Layout::new(grid);
    let at = |share: f64| {
        let (w, h) = layout.size();
        let far = |hex: &HexId| {
            let c = layout.centre(*hex);
            (c.x - w * share).hypot(c.y - h * 0.5)
        };
        grid.hexes().min_by(|a, b| far(a).total_cmp(&far(b))).expect("a map has hexes")
    };
    let (a, b, c) = (at(0.3), at(0.5), at(0.7));
    let reached = |hex: HexId| {
        let far = grid.distance(a, hex);
        let stops = far == 4 && hex.index().is_multiple_of(2);
        Reach { hex, cost: format!("{far}½"), stops, occupied: false }
    };
    let reach: Vec<Reach> = grid.within(a, 4).filter(|&h| h != a).map(reached).collect();
    let target = grid.hex(a) + hex::Hex::new(3, -2);
    let line: Vec<HexId> = grid.hex(a).line(target).filter_map(|h| grid.id(h)).collect();
    let costs: Vec<String> = (1..line.len()).map(|n| n.to_string()).collect();
    let right = grid.neighbours(b)[0];
    let zones = BySide::new(grid.within(b, 2).collect(), grid.within(right, 2).skip(4).collect());
    let fed: Vec<HexId> = grid.within(c, 3).collect();
    let net: Vec<Flow> =
        grid.around(c).map(|to| Flow { from: c, to, stacks: (to.index() % 7) as u16 }).collect();
    [
        draw.range(&reach),
        draw.zones(&zones),
        draw.supply(&fed, &net, &fed[fed.len() - 2..]),
        draw.path(&line, &costs),
        draw.selection(a),
    ]
    .concat()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [map, out, rest @ ..] = arguments.as_slice() else {
        return Err("look MAP.toml OUT.svg|OUT.png [WIDTH] [dark] [view=X,Y,W,H]".into());
    };
    let text = std::fs::read_to_string(map)?;
    let map = Map::load(&Source::new(map, text)).map_err(|p| p.to_string())?;
    let mut options = art::MapOptions::default();
    let mut width = 1600;
    let has = |word: &str| rest.iter().any(|w| w == word);
    for word in rest {
        if word == "dark" {
            options.theme = Theme::Dark;
        } else if let Some(view) = word.strip_prefix("view=") {
            let numbers: Vec<f64> = view.split(',').filter_map(|n| n.parse().ok()).collect();
            options.view = numbers.try_into().ok();
        } else if let Ok(number) = word.parse() {
            width = number;
        }
    }
    let start = Instant::now();
    let svg = if has("plain") {
        art::sheet_svg(&map, &SheetOptions { theme: options.theme, ..SheetOptions::default() })
    } else if has("sheet") || has("scene") {
        sheet(&map, options.theme, has("scene"))
    } else {
        art::map_svg(&map, &options)
    };
    eprintln!("svg: {:?}, {} bytes", start.elapsed(), svg.len());
    let live = if has("overlays") { overlays(&map, options.theme) } else { String::new() };
    let svg = svg.replace("</svg>", &(live + "</svg>"));
    if out.ends_with(".png") {
        let start = Instant::now();
        let png = art::png(&svg, width)?;
        eprintln!("png: {:?}, {} bytes", start.elapsed(), png.len());
        std::fs::write(out, png)?;
    } else {
        std::fs::write(out, svg)?;
    }
    Ok(())
}
