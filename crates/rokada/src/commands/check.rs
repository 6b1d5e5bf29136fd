//! `rokada check`: every mistake of data files at once.

use crate::arguments::CheckArgs;
use crate::out::say;
use board::{DiskFolder, Folder, Map, Problems};
use shelf::Shelf;
use std::path::Path;
use std::process::ExitCode;

/// Checks data files.
pub fn run(shelf: &Shelf, args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let (checked, problems) = match &args.folder {
        Some(folder) if is_map_only(folder) => (1, check_map(folder)),
        Some(folder) => check_games(&Shelf::empty().with_folder(folder)?),
        None => check_all(shelf),
    };
    for problem in problems.iter() {
        say!("{problem}");
    }
    let games = if checked == 1 { "game" } else { "games" };
    match problems.len() {
        0 => say!("{checked} {games} checked, no mistakes"),
        1 => say!("{checked} {games} checked, 1 mistake"),
        n => say!("{checked} {games} checked, {n} mistakes"),
    }
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The games of a shelf, and the maps of games that have no rules yet.
fn check_all(shelf: &Shelf) -> (usize, Problems) {
    let (mut checked, mut problems) = check_games(shelf);
    for id in shelf.map_ids().into_iter().filter(|id| !shelf.ids().any(|known| known == id)) {
        checked += 1;
        if let Err(found) = shelf.map(&id) {
            problems.extend(found);
        }
    }
    (checked, problems)
}

fn check_games(shelf: &Shelf) -> (usize, Problems) {
    let mut problems = Problems::new();
    for game in shelf.ids() {
        problems.extend(shelf.check(game));
    }
    (shelf.ids().count(), problems)
}

/// A game of which only the map is there yet.
fn is_map_only(folder: &Path) -> bool {
    folder.join("map.toml").is_file() && !folder.join("game.toml").is_file()
}

fn check_map(folder: &Path) -> Problems {
    let source = DiskFolder(folder.to_path_buf()).read("map.toml");
    let loaded = source.map_err(Problems::from).and_then(|s| Map::load(&s));
    loaded.err().unwrap_or_default()
}
