//! Laws that hold for the maps of the five games.

use crate::area::{CITY, FOREST, HILLS, LAKE, SWAMP, area};
use crate::chart::{Chart, has_ground, is_city_area};
use crate::clutter::{Bounds, Clutter};
use crate::geometry::{Point, distance_to_segment, inside};
use crate::style::Ground;
use crate::{Layers, MapOptions, Theme, map_svg, names, river_names, water};
use board::{Map, Source};
use std::path::Path;

/// The maps that stand in the folder of the games, with their names.
fn maps() -> Vec<(String, Map)> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut maps = Vec::new();
    for entry in std::fs::read_dir(games).expect("the games") {
        let folder = entry.expect("an entry").path();
        let Ok(text) = std::fs::read_to_string(folder.join("map.toml")) else { continue };
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let map = Map::load(&Source::new("map.toml", text)).expect("a map");
        maps.push((name, map));
    }
    assert_eq!(maps.len(), 5, "five games have a map");
    maps
}

/// A ring and the box round it, so that most points need not be tried.
struct Area(Vec<(Bounds, Vec<Point>)>);

impl Area {
    fn new(rings: Vec<Vec<Point>>) -> Area {
        let framed = |ring: Vec<Point>| {
            let low = ring.iter().fold(ring[0], |a, p| Point { x: a.x.min(p.x), y: a.y.min(p.y) });
            let high = ring.iter().fold(ring[0], |a, p| Point { x: a.x.max(p.x), y: a.y.max(p.y) });
            (Bounds { low, high }, ring)
        };
        Area(rings.into_iter().map(framed).collect())
    }

    fn contains(&self, p: Point) -> bool {
        let near: Vec<Vec<Point>> =
            self.0.iter().filter(|(frame, _)| frame.contains(p)).map(|(_, r)| r.clone()).collect();
        inside(&near, p)
    }
}

/// Every hex centre and the six points at 0.6 of the way to the corners lie in the area of their own
/// terrain, and in no other.
#[test]
fn the_heart_of_each_hex_shows_its_own_terrain() {
    let styles = [
        (Ground::Forest, FOREST),
        (Ground::Swamp, SWAMP),
        (Ground::Hills, HILLS),
        (Ground::Water, LAKE),
        (Ground::City, CITY),
    ];
    for (game, map) in maps() {
        let chart = Chart::new(&map);
        for (ground, style) in styles {
            let has = |hex| match ground {
                Ground::City => is_city_area(&map, hex),
                other => has_ground(&map, hex, other),
            };
            let shape = Area::new(area(&chart.cells, &chart.layout, style, |c| has(c.like)));
            for hex in map.grid.hexes() {
                let centre = chart.layout.centre(hex);
                let near = chart.layout.corners(hex).map(|c| centre.towards(c, 0.6));
                for p in near.into_iter().chain([centre]) {
                    let number = map.grid.number(hex);
                    assert_eq!(shape.contains(p), has(hex), "{game} {number}: {ground:?}");
                }
            }
        }
    }
}

#[test]
fn no_name_stands_on_another_and_nearly_all_find_room() {
    for (game, map) in maps() {
        let chart = Chart::new(&map);
        let mut clutter = Clutter::new(&chart);
        let places = names::place_names(&chart, &mut clutter);
        let wanted: std::collections::BTreeSet<_> = map.places.iter().map(|p| p.hex).collect();
        assert!(
            places.len() * 20 >= wanted.len() * 19,
            "{game}: {} of {} places are named",
            places.len(),
            wanted.len()
        );
        let mut all: Vec<(String, Vec<Bounds>)> =
            places.iter().map(|p| (p.text.clone(), vec![p.area])).collect();
        let regions = names::region_names(&chart, &mut clutter);
        all.extend(regions.into_iter().map(|r| (r.text, r.boxes)));
        let rivers = river_names::place(&chart, &mut clutter);
        all.extend(rivers.into_iter().map(|r| (r.text.clone(), r.boxes())));
        for (i, (a, ours)) in all.iter().enumerate() {
            for (b, theirs) in &all[i + 1..] {
                let shared = ours.iter().flat_map(|x| theirs.iter().map(|y| x.shared(y)));
                assert!(shared.fold(0.0, f64::max) < 41.0, "{game}: {a} and {b}");
            }
        }
    }
}

/// Rivers on hexsides keep to them and have no gaps.
#[test]
fn a_river_follows_its_hexsides_without_a_gap() {
    for (game, map) in maps() {
        let chart = Chart::new(&map);
        let sides: Vec<(Point, Point)> = water::all_sides(&map)
            .map(|s| water::corners_of(&map, s))
            .map(|(a, b)| (a.place(&chart.layout), b.place(&chart.layout)))
            .collect();
        for river in &chart.rivers {
            let steps = river.line.windows(2).map(|w| w[0].distance(w[1]));
            // At the edge of the map the last step leads off the sheet.
            let inner: Vec<f64> = steps.skip(8).collect();
            let inner = &inner[..inner.len().saturating_sub(8)];
            assert!(inner.iter().all(|&s| s < 30.0), "{game}: a gap in the {}", river.name);
            let through_hexes = map.links.iter().any(|l| l.name == river.name);
            if through_hexes || river.line.len() < 17 {
                continue;
            }
            for p in &river.line[8..river.line.len() - 8] {
                let far = sides
                    .iter()
                    .filter(|(a, _)| a.distance(*p) < 120.0)
                    .map(|&(a, b)| distance_to_segment(*p, a, b));
                assert!(far.fold(f64::MAX, f64::min) < 12.0, "{game}: the {}", river.name);
            }
        }
    }
}

#[test]
fn every_map_is_under_two_megabytes_in_both_themes() {
    for (game, map) in maps() {
        for theme in [Theme::Light, Theme::Dark] {
            let svg = map_svg(&map, &MapOptions { theme, layers: Layers::ALL, view: None });
            assert!(svg.len() < 2_000_000, "{game}: {} bytes", svg.len());
            roxmltree::Document::parse(&svg).expect("well-formed");
        }
    }
}

/// Points on the lines between two hexes of a city, as (middle of a hex, point), two units to either
/// side of the line.
#[cfg(feature = "png")]
fn points_inside_cities(map: &Map, most: usize) -> Vec<(Point, Vec<Point>)> {
    let layout = crate::Layout::new(&map.grid);
    let mut found = Vec::new();
    for hex in map.grid.hexes().filter(|&h| is_city_area(map, h)) {
        let c = layout.centre(hex);
        for other in map.grid.around(hex).filter(|&n| is_city_area(map, n)) {
            let half = c.towards(layout.centre(other), 0.5);
            let strip = (-2..=2).map(|n| c.towards(half, 1.0 + f64::from(n) / c.distance(half)));
            found.push((c, strip.collect()));
        }
    }
    found.truncate(most);
    found
}

/// By how much the grid changes the lightness of those points, each time on the mean.
#[cfg(feature = "png")]
fn lines_inside_cities(map: &Map, theme: Theme, most: usize) -> Vec<f64> {
    use crate::sight::lightness;
    let change = |(c, strip): (Point, Vec<Point>)| {
        let seen = [true, false].map(|grid| {
            let view = Some([c.x - 70.0, c.y - 70.0, 140.0, 140.0]);
            let only = Layers { relief: false, ways: false, numbers: false, ..Layers::GROUND };
            let svg = map_svg(map, &MapOptions { theme, layers: Layers { grid, ..only }, view });
            crate::export::drawing(&svg, 700).expect("a picture")
        });
        let light = |of: usize, p: Point| {
            let [x, y] = [p.x - c.x, p.y - c.y].map(|v| ((v + 70.0) * 5.0) as usize);
            let at = (y * seen[of].width + x) * seen[of].channels;
            let [r, g, b] = [0, 1, 2].map(|i| seen[of].bytes[at + i]);
            lightness(&format!("#{r:02X}{g:02X}{b:02X}"))
        };
        let changes = strip.iter().map(|&p| (light(0, p) - light(1, p)).abs());
        changes.sum::<f64>() / strip.len() as f64
    };
    points_inside_cities(map, most).into_iter().map(change).collect()
}

#[cfg(feature = "png")]
#[test]
fn hex_lines_are_seen_between_the_houses_of_a_city() {
    let (name, map) = maps().into_iter().find(|(name, _)| name == "borodino-2025").expect("Moscow");
    for theme in [Theme::Light, Theme::Dark] {
        let mut found = lines_inside_cities(&map, theme, 15);
        found.sort_by(f64::total_cmp);
        // Along some sides a river lies over the grid.
        found.retain(|&c| c > 0.0);
        let median = found.get(found.len() / 2).copied().unwrap_or_default();
        assert!(found.len() > 4 && median > 12.0, "{name}, {theme:?}: {found:.1?}");
    }
}
