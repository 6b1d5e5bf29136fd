//! A small country made for the test: one river, one lake, two towns, a road and a wood.

use std::fs;
use std::path::{Path, PathBuf};

const RECIPE: &str = r#"
title = "Small country"
reconstructed = "Everything here is invented."
credit = []

[grid]
orientation = "flat-top"
shifted = "odd"
hex_km = 10.0
sheets = [ { columns = [1, 9], rows = [1, 7] } ]

[kinds]
terrain = ["clear", "forest", "swamp", "lake"]
features = ["town"]
sides = ["river", "bridge"]
links = ["road"]

[georeference]
centre = [36.0, 56.0]
parallels = [55.0, 57.0]
anchors = [
  { name = "Alicino", hex = "0104", geo = [56.0, 35.36] },
  { name = "Bobovo", hex = "0904", geo = [56.0, 36.47] },
]

[cover]
forest = ["forest", 0.5]
swamp = ["swamp", 0.5]
clear_under = ["town"]

[bridges]
kind = "bridge"
links = ["road"]
over = ["river"]

[[place]]
name = "Alicino"
kind = "town"
geo = [56.0, 35.36]
source = "reconstructed"

[[place]]
name = "Bobovo"
kind = "town"
geo = [56.0, 36.47]
source = "reconstructed"

[[river]]
name = "Rechka"
from = "Речка"
kind = "river"

[[route]]
kind = "road"
name = "Alicino - Bobovo"
via = "0104 0904"
files = ["roads.geojson"]

[[region]]
name = "west"
hexes = "0101..0107"

[[region]]
name = "east"
hexes = "0901..0907"

[checks]
connected = [ { from = "west", to = "east", by = ["road"] } ]
networks = [["road"]]
"#;

const RIVERS: &str = r#"{"type":"FeatureCollection","features":[
{"properties":{"name":"Речка","km":60,"w":1},"geometry":{"type":"LineString","coordinates":[[35.90,56.20],[35.92,56.10],[35.90,56.02]]}},
{"properties":{"name":"Речка","km":60,"w":2},"geometry":{"type":"LineString","coordinates":[[35.90,56.01],[35.88,55.90],[35.90,55.60]]}}]}"#;

const ROADS: &str = r#"{"type":"FeatureCollection","features":[
{"properties":{"name":"A road"},"geometry":{"type":"LineString","coordinates":[[35.36,56.0],[35.9,56.02],[36.47,56.0]]}}]}"#;

/// A folder of its own for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("rokada-atlas-{name}-{}", std::process::id()));
        fs::create_dir_all(path.join("geo")).expect("a temporary folder");
        fs::create_dir_all(path.join("small/atlas")).expect("a temporary folder");
        let folder = Folder(path);
        folder.write("geo/rivers.geojson", RIVERS);
        folder.write("geo/roads.geojson", ROADS);
        folder.write("geo/landcover.rle.txt", &raster('f'));
        folder.write("geo/elevation.txt", &raster('P'));
        folder.write("small/atlas/recipe.toml", RECIPE);
        folder
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("a writable folder");
    }

    fn geo(&self) -> PathBuf {
        self.0.join("geo")
    }

    fn build(&self) -> String {
        atlas::build("small", &self.geo(), &self.0.join("small/atlas")).expect("a small map")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Twenty rows of twenty cells; of woods only the east is made.
fn raster(east: char) -> String {
    let west = if east == 'f' { '.' } else { east };
    let row: String = (0..20).map(|i| if i < 14 { west } else { east }).collect();
    let rows = vec![row; 20].join("\n");
    format!("# west 35.0 north 57.0 dlon 0.1 dlat 0.1 cols 20 rows 20\n{rows}\n")
}

fn map(folder: &Path) -> atlas::MapFile {
    atlas::MapFile::read(folder).expect("a map that reads back")
}

#[test]
fn the_same_inputs_give_the_same_bytes() {
    let folder = Folder::new("bytes");
    assert_eq!(folder.build(), folder.build());
}

#[test]
fn a_small_country_has_its_river_road_bridge_and_wood() {
    let folder = Folder::new("country");
    let lines = &mut Vec::new();
    atlas::make(&folder.0, Some("small"), &folder.geo(), &mut |l| lines.push(l.to_string()))
        .expect("a map");
    assert!(lines[0].contains("2 anchors"), "{lines:?}");
    let map = map(&folder.0.join("small"));
    let river = &map.lines[0];
    assert_eq!(river.name, "Rechka");
    assert!(river.members.len() > 8, "it crosses the whole map: {river:?}");
    let road = &map.links[0].members;
    let numbers: Vec<String> = road.iter().map(|&h| map.grid.number(h)).collect();
    assert_eq!((numbers[0].as_str(), numbers[numbers.len() - 1].as_str()), ("0104", "0904"));
    let crossings = road
        .windows(2)
        .filter(|pair| river.members.contains(&(pair[0].min(pair[1]), pair[0].max(pair[1]))));
    assert_eq!(crossings.count(), 1, "the road crosses the river once");
    let text = folder.build();
    assert!(text.contains("= \"bridge\""), "and has a bridge there");
    let wood = map.grid.parse("0902").expect("0902");
    assert!(map.has(wood, "forest"), "the east is wooded");
    assert!(!map.has(map.grid.parse("0904").expect("0904"), "forest"), "but not the town");
}

#[test]
fn the_checks_pass_on_it_and_fail_when_the_road_is_cut() {
    let folder = Folder::new("checks");
    let game = folder.0.join("small");
    folder.write("small/map.toml", &folder.build());
    let report = atlas::check(&game).expect("a report");
    assert_eq!(report.problems, [], "{:?}", report.notes);
    let map = fs::read_to_string(game.join("map.toml")).expect("map.toml");
    let road = map.lines().find(|l| l.starts_with("hexes = ")).expect("a road");
    let cut = road.replace("0104 ", "");
    folder.write("small/map.toml", &map.replace(road, &cut));
    let problems = atlas::check(&game).expect("a report").problems;
    assert!(problems.iter().any(|p| p.reason.contains("no road at all")), "{problems:?}");
}

#[test]
fn a_scenario_that_names_a_hex_off_the_map_is_told() {
    let folder = Folder::new("scenario");
    folder.write("small/map.toml", &folder.build());
    fs::create_dir_all(folder.0.join("small/scenarios")).expect("a folder");
    folder.write("small/scenarios/one.toml", "[[setup]]\nhexes = [\"0104\", \"7777\"]\n");
    let problems = atlas::check(&folder.0.join("small")).expect("a report").problems;
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].hex, "7777");
}

#[test]
fn a_correction_without_a_reason_is_refused() {
    let folder = Folder::new("reason");
    folder.write("small/atlas/overrides.toml", "[[hex]]\nhexes = \"0101\"\nterrain = \"forest\"\n");
    let refused = atlas::build("small", &folder.geo(), &folder.0.join("small/atlas"));
    assert!(refused.is_err_and(|e| e.to_string().contains("no reason")));
    let with_reason = "[[hex]]\nhexes = \"0101\"\nterrain = \"forest\"\nreason = \"a grove\"\n";
    folder.write("small/atlas/overrides.toml", with_reason);
    assert!(folder.build().contains("\"0101\" = \"forest\""));
}
