//! Laws that hold for every picture.

use crate::made::{flat_map, pointy_map};
use crate::*;
use board::{BySide, Face, Map, Side};
use hex::HexId;

fn face(nation: &str) -> Face {
    Face {
        nation: nation.into(),
        symbol: "armor".into(),
        size: "XX".into(),
        unit: "<4>".into(),
        formation: "56 & 7".into(),
        figures: "5-7".into(),
        star: "yellow".into(),
        steps: (1, 2),
        tint: Some(3),
        ..Face::default()
    }
}

fn maps() -> [Map; 2] {
    [flat_map(14, 12), pointy_map(12, 14)]
}

/// Every picture of a map: both themes, all layers, the two halves, the sheet with everything on
/// it.
fn pictures(map: &Map) -> Vec<String> {
    let mut out = Vec::new();
    for theme in [Theme::Light, Theme::Dark] {
        for layers in [Layers::ALL, Layers::GROUND, Layers::NAMES] {
            out.push(map_svg(map, &MapOptions { theme, layers, view: None }));
        }
        out.push(everything(map, theme));
    }
    out
}

fn everything(map: &Map, theme: Theme) -> String {
    let hexes: Vec<HexId> = map.grid.hexes().collect();
    let (a, b) = hexes.split_at(hexes.len() / 2);
    let held = BySide::new(a.to_vec(), b.to_vec());
    let overlays = Overlays::new(map, theme);
    let reach: Vec<Reach> = a
        .iter()
        .map(|&hex| Reach { hex, cost: "2½".into(), stops: hex.index() % 3 == 0, occupied: false })
        .collect();
    let flow = Flow { from: a[0], to: a[1], stacks: 3 };
    let under = [
        overlays.control(&held),
        overlays.zones(&held),
        overlays.range(&reach),
        overlays.supply(a, &[flow], &b[..2]),
    ];
    let over = [
        overlays.front(&held, Side::A),
        overlays.path(&a[..3], &["1".into(), "2".into()]),
        overlays.selection(a[0]),
    ];
    let options = SheetOptions {
        theme,
        subtitle: "A test".into(),
        turns: (1..=7).map(|n| TurnBox { number: n.to_string(), ..TurnBox::default() }).collect(),
        turn: Some(2),
        under_names: under.concat(),
        over_names: over.concat(),
        ..SheetOptions::default()
    };
    let stacks = [(a[4], vec![face("german"); 5]), (b[4], vec![face("soviet-guards")])];
    scene(map, &stacks, &options)
}

#[test]
fn every_picture_is_well_formed_and_refers_only_to_itself() {
    for picture in maps().iter().flat_map(pictures) {
        let document = roxmltree::Document::parse(&picture).expect("well-formed");
        let ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
        let mut unique = ids.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(ids.len(), unique.len(), "an id is given twice");
        for node in document.descendants() {
            for attribute in node.attributes() {
                let value = attribute.value();
                let wanted = value.strip_prefix("url(#").and_then(|v| v.strip_suffix(')'));
                let wanted = wanted
                    .or_else(|| value.strip_prefix('#').filter(|_| attribute.name() == "href"));
                assert!(wanted.is_none_or(|id| unique.contains(&id)), "nothing is called {value}");
            }
        }
    }
}

#[test]
fn numbers_in_pictures_are_numbers() {
    for picture in maps().iter().flat_map(pictures) {
        assert!(!picture.contains("NaN") && !picture.contains("inf\""));
    }
}

#[test]
fn the_same_map_gives_the_same_bytes() {
    for make in [|| flat_map(14, 12), || pointy_map(12, 14)] {
        assert_eq!(pictures(&make()), pictures(&make()));
    }
}

/// 65 by 37 hexes: the largest map of the five games.
#[test]
fn a_large_map_is_small() {
    let svg = map_svg(&flat_map(65, 37), &MapOptions::default());
    assert!(svg.len() < 2_000_000, "{} bytes", svg.len());
}

/// The page that shows the pictures forbids styles inside them.
#[test]
fn no_picture_needs_a_style_attribute() {
    for picture in maps().iter().flat_map(pictures) {
        let document = roxmltree::Document::parse(&picture).expect("well-formed");
        let styled = document.descendants().find(|n| n.has_attribute("style"));
        assert!(styled.is_none(), "{styled:?} has a style");
    }
}

#[test]
fn every_hex_number_is_on_the_map() {
    let map = flat_map(14, 12);
    let svg = map_svg(&map, &MapOptions::default());
    for hex in map.grid.hexes() {
        assert!(svg.contains(&format!(">{}<", map.grid.number(hex))));
    }
}

#[test]
fn names_do_not_stand_on_each_other() {
    for map in [flat_map(40, 30), pointy_map(30, 30)] {
        let chart = chart::Chart::new(&map);
        let names = names::place_names(&chart, &mut clutter::Clutter::new(&chart));
        assert!(names.len() * 10 >= map.places.len() * 9, "nearly all names find room");
        for (i, a) in names.iter().enumerate() {
            for b in &names[i + 1..] {
                assert!(a.area.shared(&b.area) < 40.0, "{} and {}", a.text, b.text);
            }
        }
    }
}

#[test]
fn a_river_stays_at_its_hexsides() {
    let map = flat_map(14, 12);
    let chart = chart::Chart::new(&map);
    let corners: Vec<Vec<Point>> = map
        .lines
        .iter()
        .map(|l| {
            let ends = l.sides.iter().map(|&s| water::corners_of(&map, s));
            ends.flat_map(|(a, b)| [a.place(&chart.layout), b.place(&chart.layout)]).collect()
        })
        .collect();
    for (river, sides) in chart.rivers.iter().zip(&corners) {
        // The ends may run on to the edge of the map.
        for p in &river.line[8..river.line.len() - 8] {
            let near = sides.chunks(2).map(|s| geometry::distance_to_segment(*p, s[0], s[1]));
            assert!(near.fold(f64::MAX, f64::min) < 12.0, "{} leaves its hexsides", river.name);
        }
    }
}

#[test]
fn all_faces_are_well_formed() {
    for nation in NATIONS {
        for symbol in SYMBOLS {
            for setup in ["", "reduced", "transport", "untried", "masked"] {
                let face = Face { symbol: symbol.into(), setup: setup.into(), ..face(nation.name) };
                for size in [CounterSize::Full, CounterSize::Small, CounterSize::Tiny] {
                    roxmltree::Document::parse(&counter_svg(&face, size)).expect("well-formed");
                }
            }
        }
    }
    for (_, badge) in Badge::ALL {
        roxmltree::Document::parse(&badge_svg(badge)).expect("well-formed");
    }
    roxmltree::Document::parse(&symbols()).expect("well-formed");
    roxmltree::Document::parse(&field_fortification_svg(5.0)).expect("well-formed");
}

#[cfg(feature = "png")]
#[test]
fn pictures_become_png() {
    let map = flat_map(8, 6);
    let png = png(&everything(&map, Theme::Light), 300).expect("a picture");
    assert_eq!(&png[1..4], b"PNG");
    assert!(crate::png("no picture", 100).is_err());
}

/// Compares with the file of that name; `UPDATE_GOLDEN=1` writes it anew.
fn golden(name: &str, now: &str) {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, now).expect("the golden file can be written");
    }
    let then = std::fs::read_to_string(&path).expect("the golden file is there");
    assert!(then == now, "{name} has changed; look at it, then run with UPDATE_GOLDEN=1");
}

/// One line for each element, so that a difference can be read.
fn lines(svg: &str) -> String {
    svg.replace("><", ">\n<") + "\n"
}

#[test]
fn a_tiny_map_looks_as_before() {
    let mut map = flat_map(6, 6);
    map.heights.clear();
    golden("map.svg", &lines(&map_svg(&map, &MapOptions::default())));
}

#[test]
fn a_counter_looks_as_before() {
    golden("counter.svg", &lines(&counter_svg(&face("soviet-guards"), CounterSize::Full)));
}

/// A part is as large as was asked for: half a hex and the margin on each side, 2 · 160 units for one hex with a margin of
/// one, unless the map ends before.
#[test]
fn a_part_shows_what_lies_round_its_hexes() {
    for map in maps() {
        let layout = Layout::new(&map.grid);
        let (width, height) = layout.size();
        for hex in map.grid.hexes().step_by(55) {
            let at = layout.centre(hex);
            let svg = detail(&map, &[(hex, vec![face("german")])], &[hex], 1.0, Theme::Light);
            let (_, view) = svg.split_once("viewBox=\"").unwrap();
            let view: Vec<f64> =
                view.split('"').next().unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
            let wide = (at.x + 160.0).min(width) - (at.x - 160.0).max(0.0);
            let high = (at.y + 160.0).min(height) - (at.y - 160.0).max(0.0);
            assert!((view[2] - wide).abs() < 0.2 && (view[3] - high).abs() < 0.2, "{view:?}");
            assert!(view[0] <= at.x && at.x <= view[0] + view[2]);
        }
    }
}
