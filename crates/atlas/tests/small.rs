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

/// The small country with its river, whose course runs from north to south at 35.9 degrees: Alicino lies west of it,
/// on the right bank.
fn with_bank(place: &str, bank: &str) -> Folder {
    let folder = Folder::new(&format!("bank-{place}-{bank}"));
    let fact = format!("\n[[bank]]\nplace = \"{place}\"\nriver = \"Rechka\"\nbank = \"{bank}\"\n");
    folder.write("small/atlas/recipe.toml", &format!("{RECIPE}{fact}"));
    folder
}

#[test]
fn a_town_on_the_wrong_bank_is_told() {
    let folder = Folder::new("banks");
    folder.write("small/map.toml", &folder.build());
    let problems = |place: &str, bank: &str| {
        let other = with_bank(place, bank);
        other.write("small/map.toml", &folder.build());
        atlas::check(&other.0.join("small")).expect("a report").problems
    };
    assert_eq!(problems("Alicino", "right"), []);
    assert_eq!(problems("Bobovo", "left"), []);
    let wrong = problems("Alicino", "left");
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert_eq!(wrong[0].hex, "0104");
    assert_eq!(wrong[0].reason, "Alicino lies on the left bank of the Rechka, not on the right");
    let nowhere = problems("Nigde", "left");
    assert!(nowhere[0].reason.contains("no place Nigde"), "{nowhere:?}");
}

/// The geodata leave a town in 0504 on the west bank; the recipe knows better, and the river goes round it.
#[test]
fn a_river_is_laid_on_the_side_of_a_town_that_the_recipe_knows() {
    let town =
        "\n[[place]]\nname = \"Vasino\"\nhex = \"0504\"\nkind = \"town\"\nsource = \"printed\"\n";
    for bank in ["left", "right"] {
        let folder = Folder::new(&format!("round-{bank}"));
        let fact = format!(
            "{town}\n[[bank]]\nplace = \"Vasino\"\nriver = \"Rechka\"\nbank = \"{bank}\"\n"
        );
        folder.write("small/atlas/recipe.toml", &format!("{RECIPE}{fact}"));
        folder.write("small/map.toml", &folder.build());
        let problems = atlas::check(&folder.0.join("small")).expect("a report").problems;
        assert_eq!(problems, [], "{bank}");
    }
}

#[test]
fn a_road_that_crosses_a_river_and_comes_back_is_told_with_its_hexes() {
    let folder = Folder::new("twice");
    let map = folder.build();
    folder.write("small/map.toml", &map);
    let game = folder.0.join("small");
    let parsed = atlas::MapFile::parse(&map).expect("a map");
    // A detour over the river and back, in the hexes at both ends of one of its sides.
    let (a, b) = parsed.lines[0].members[3];
    let [west, east] = [a, b].map(|h| parsed.grid.number(h));
    let detour = format!(
        "\n[[link]]\nkind = \"road\"\nname = \"Detour\"\nhexes = \"{west} {east} {west}\"\n\n[regions]"
    );
    folder.write("small/map.toml", &map.replace("\n[regions]", &detour));
    let problems = atlas::check(&game).expect("a report").problems;
    let told = problems.iter().find(|p| p.reason.contains("Detour crosses the Rechka"));
    let told = told.expect("the detour is told");
    assert_eq!(told.hex, format!("{west}/{east}"));
    assert!(told.reason.ends_with(&format!("again at {east}/{west}")), "{told}");
}

const TABLES: &str = r#"
[[terrain]]
id = "swamp"
trucked = "no"
foot = "1"

[[terrain]]
id = "road"
trucked = "1/2"
foot = "1"
"#;

const COUNTERS: &str = r#"
[class.lorries]
movement = "trucked"

[class.walkers]
movement = "foot"

[[unit]]
id = "lorry"
class = "lorries"

[[unit]]
id = "walker"
class = "walkers"
"#;

/// Swamp in 0202, off the road, and in 0304, under it.
fn with_setup(name: &str, setup: &str) -> Vec<atlas::Problem> {
    let folder = Folder::new(name);
    let entry = "[checks]\nentry = { costs = \"terrain\", column = \"movement\" }\n                 alone = [\"swamp\"]\n";
    folder.write("small/atlas/recipe.toml", &RECIPE.replace("[checks]\n", entry));
    let map = folder.build();
    let parsed = atlas::MapFile::parse(&map).expect("a map");
    let under = parsed.grid.number(parsed.links[0].members[2]);
    let swamp = format!("[hexes]\n\"0202\" = \"swamp\"\n\"{under}\" = \"swamp\"\n");
    folder.write("small/map.toml", &map.replace("[hexes]\n", &swamp));
    folder.write("small/tables.toml", TABLES);
    folder.write("small/counters.toml", COUNTERS);
    fs::create_dir_all(folder.0.join("small/scenarios")).expect("a folder");
    folder.write("small/scenarios/one.toml", &setup.replace("UNDER", &under));
    atlas::check(&folder.0.join("small")).expect("a report").problems
}

#[test]
fn a_lorry_may_not_be_set_up_in_a_swamp_without_a_road() {
    let lorry = "[[setup]]\nhexes = [\"0202\"]\nunits = [\"lorry\", \"walker\"]\n";
    let problems = with_setup("lorry", lorry);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].hex, "0202");
    assert_eq!(problems[0].reason, "one.toml puts lorry where trucked may not go");
}

#[test]
fn on_a_road_on_firm_ground_or_near_it_the_lorry_may_be_set_up() {
    let on_road = "[[setup]]\nhex = \"UNDER\"\nunit = \"lorry\"\n";
    assert_eq!(with_setup("road", on_road), []);
    let near = "[[setup]]\nhex = \"0202\"\nradius = 1\nunit = \"lorry\"\n";
    assert_eq!(with_setup("near", near), []);
}

#[test]
fn a_counter_without_a_column_of_the_table_is_told() {
    let stranger = "[[setup]]\nhex = \"0202\"\nunits = [\"stranger\", \"walker\"]\n";
    let problems = with_setup("stranger", stranger);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].reason.contains("what stranger and 0 more may enter"), "{problems:?}");
}
