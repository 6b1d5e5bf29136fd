//! The committed maps tell the truth, and they are what the geodata and the recipes make.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn games() -> Vec<String> {
    let games = atlas::games_with_recipes(&root().join("games")).expect("the games folder");
    assert_eq!(games.len(), 5, "five games have a recipe: {games:?}");
    games
}

/// The folder of geodata, which is not part of the project.
fn geodata() -> Option<PathBuf> {
    let named = std::env::var_os("ROKADA_GEO").map(PathBuf::from);
    let beside = root().join("../shared/geo");
    named.or(Some(beside)).filter(|folder| folder.join("rivers.geojson").is_file())
}

#[test]
fn every_map_passes_its_truth_checks() {
    let mut problems = Vec::new();
    for game in games() {
        let report = atlas::check(&root().join("games").join(&game)).expect("a readable map");
        println!("{game}");
        report.notes.iter().for_each(|note| println!("  {note}"));
        problems.extend(report.problems.iter().map(|problem| format!("{game}: {problem}")));
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn the_committed_maps_are_what_the_geodata_make() {
    let Some(geo) = geodata() else {
        println!("no geodata (ROKADA_GEO or ../shared/geo): maps not regenerated");
        return;
    };
    for game in games() {
        let folder = root().join("games").join(&game);
        let made = atlas::build(&game, &geo, &folder.join("atlas")).expect("a map");
        let committed = std::fs::read_to_string(folder.join("map.toml")).expect("map.toml");
        let differs = made.lines().zip(committed.lines()).find(|(a, b)| a != b);
        assert!(
            made == committed,
            "games/{game}/map.toml is not what its recipe makes; first difference: {differs:?}; \
             run the atlas or undo the edit"
        );
    }
}

#[test]
fn every_map_says_that_it_is_a_reconstruction_and_whose_data_it_holds() {
    for game in games() {
        let text = std::fs::read_to_string(root().join("games").join(&game).join("map.toml"))
            .expect("map.toml");
        for words in ["ODbL", "reconstructed = ", "OpenStreetMap contributors"] {
            assert!(text.contains(words), "{game} does not say \"{words}\"");
        }
    }
}
