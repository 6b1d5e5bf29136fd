//! Map files: what is read, and what is said about mistakes.
#![allow(clippy::unwrap_used)]

use board::{Map, Source};

const SMALL: &str = r#"
title = "Small"
[grid]
orientation = "flat-top"
shifted = "odd"
hex_km = 3.5
sheets = [ { columns = [1, 5], rows = [1, 5] } ]
[kinds]
terrain = ["clear", "forest"]
features = ["city"]
sides = ["river"]
links = ["road"]
[hexes]
"0203" = "forest"
"0304" = "city"
[sides]
"0101/0102" = "river"
[[link]]
kind = "road"
hexes = "0103 0203 0303"
[[place]]
name = "Istra"
hex = "0304"
kind = "city"
[regions]
west = "0101 0102"
"#;

fn problems(text: &str) -> Vec<String> {
    let error = Map::load(&Source::new("map.toml", text)).unwrap_err();
    error.iter().map(|p| p.to_string()).collect()
}

#[test]
fn a_map_file_says_what_lies_in_each_hex_and_on_each_side() {
    let map = Map::load(&Source::new("map.toml", SMALL)).unwrap();
    let hex = |n: &str| map.grid.parse(n).unwrap();
    assert_eq!(map.terrain_name(map.terrain(hex("0203"))), "forest");
    assert_eq!(map.terrain_name(map.terrain(hex("0304"))), "clear", "a city in default terrain");
    assert!(map.has(hex("0304"), map.feature_kind("city").unwrap()));
    let river = map.grid.side_between(hex("0102"), hex("0101")).unwrap();
    assert!(map.side_has(river, map.side_kind("river").unwrap()));
    let road = map.link_kind("road").unwrap();
    assert!(map.on_link(hex("0203"), road) && !map.on_link(hex("0202"), road));
    assert_eq!(map.place_at(hex("0304")).unwrap().name, "Istra");
    assert_eq!(map.region("west").unwrap().len(), 2);
}

#[test]
fn all_mistakes_of_a_file_are_reported_at_once_with_their_lines() {
    let text = SMALL
        .replace("\"forest\"\n\"0304\"", "\"forrest\"\n\"0904\"")
        .replace("0103 0203 0303", "0103 0303");
    let found = problems(&text);
    assert_eq!(
        found,
        [
            "map.toml:14: unknown terrain or feature \"forrest\"; did you mean \"forest\"?",
            "map.toml:15: there is no hex 0904 on this map",
            "map.toml:20: the link is broken: 0103 and 0303 are not adjacent",
        ]
    );
}

#[test]
fn a_file_that_is_not_toml_is_reported_with_its_line() {
    let found = problems("title = \"Small\"\n[grid\n");
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("map.toml:2: "), "{}", found[0]);
}

#[test]
fn an_unknown_key_is_a_mistake() {
    let found = problems(&SMALL.replace("hex_km = 3.5", "hex_km = 3.5\nnorht = 3"));
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("norht"), "{}", found[0]);
}

#[test]
fn a_line_of_hexsides_must_be_unbroken() {
    let whole = format!(
        "{SMALL}\n[[line]]\nkind = \"river\"\nsides = \"0303/0304 0304/0404 0304/0405 0304/0305\"\n"
    );
    let map = Map::load(&Source::new("map.toml", whole.as_str())).unwrap();
    assert_eq!(map.lines[0].sides.len(), 4);
    let found = problems(&whole.replace("0304/0404 ", ""));
    assert_eq!(found, ["map.toml:30: the line is broken: 0303/0304 and 0304/0405 share no corner"]);
}

#[test]
fn a_sheet_cut_out_keeps_its_numbers_and_has_an_edge_where_the_other_was() {
    let text = r#"
title = "Two sheets"
[grid]
orientation = "flat-top"
shifted = "odd"
hex_km = 3
sheets = [ { columns = [1, 4], rows = [0, 3] }, { columns = [5, 8], rows = [0, 3], at = [1, 4] } ]
[kinds]
terrain = ["clear", "hills"]
features = ["town"]
sides = ["river"]
links = ["road"]
[hexes]
"0503" = "hills town"
[[line]]
kind = "river"
name = "The join"
sides = "0103/0500 0500/0600"
[[link]]
kind = "road"
name = "Across"
hexes = "0102 0103 0500 0501"
[[place]]
name = "Southtown"
hex = "0503"
kind = "town"
[regions]
north = "0103 0203"
south = "0500 0501 0502 0503 0600 0601 0602 0603 0700 0701 0702 0703 0800 0801 0802 0803"
"#;
    let whole = Map::load(&Source::new("map.toml", text)).unwrap();
    let join = [whole.grid.parse("0103").unwrap(), whole.grid.parse("0500").unwrap()];
    assert!(whole.grid.adjacent(join[0], join[1]), "the sheets are joined");
    let south = whole.cut(whole.region("south").unwrap()).unwrap();
    assert_eq!(south.grid.len(), 16);
    assert!(south.grid.parse("0103").is_err(), "the other sheet is gone");
    let top = south.grid.parse("0500").unwrap();
    let river = south.side_kind("river").unwrap();
    let road = south.link_kind("road").unwrap();
    for d in hex::Direction::ALL {
        let side = south.grid.side(top, d);
        let inner = south.grid.neighbour(top, d);
        assert!(inner.is_some() || !south.side_has(side, river), "no river on the new edge");
        let to_0501 = inner.is_some_and(|h| south.grid.number(h) == "0501");
        assert_eq!(south.is_linked(side, road), to_0501, "the road ends at the edge");
    }
    assert_eq!(south.place("Southtown").map(|p| south.grid.number(p.hex)), Some("0503".into()));
    assert_eq!(south.terrain_name(south.terrain(south.places[0].hex)), "hills");
    assert_eq!(south.region("north").map(|r| r.len()), Some(0));
    assert_eq!(south.links.len(), 1, "the piece of the road on the sheet");
}
