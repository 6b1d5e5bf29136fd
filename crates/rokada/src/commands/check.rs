//! `rokada check`: every mistake of data files at once.

use crate::arguments::CheckArgs;
use board::Problems;
use shelf::Shelf;
use std::process::ExitCode;

/// Checks data files.
pub fn run(shelf: &Shelf, args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let mut problems = Problems::new();
    let mut checked = 0;
    let folders = match &args.folder {
        Some(folder) => Shelf::empty().with_folder(folder)?,
        None => shelf.clone(),
    };
    for game in folders.ids() {
        checked += 1;
        problems.extend(folders.check(game));
    }
    for problem in problems.iter() {
        println!("{problem}");
    }
    match problems.len() {
        0 => {
            println!("{checked} games checked, no mistakes");
            Ok(ExitCode::SUCCESS)
        }
        n => {
            println!("{checked} games checked, {n} mistakes");
            Ok(ExitCode::FAILURE)
        }
    }
}
