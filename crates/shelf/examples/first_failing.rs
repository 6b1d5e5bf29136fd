//! Runs the cases of games and stops at the first that fails: what `tests/mutants/run` asks of every mutant.
//!
//! `first_failing FOLDER GAME...`, where `FOLDER` holds the games.

use shelf::Shelf;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_default();
    let shelf = match Shelf::empty().with_folder(Path::new(&folder)) {
        Ok(shelf) => shelf,
        Err(problem) => return failed(&problem.to_string()),
    };
    for game in arguments {
        let files = match shelf.case_files(&game) {
            Ok(files) => files,
            Err(problem) => return failed(&problem.to_string()),
        };
        let mut first = None;
        let run = shelf.run_cases_until(&game, &files, |result| {
            first = result.failure.as_ref().map(|_| format!("{} {}", result.place, result.name));
            first.is_some()
        });
        match (run, first) {
            (Ok(_), None) => {}
            (Ok(_), Some(first)) => return failed(&first),
            (Err(problems), _) => return failed(&problems.to_string()),
        }
    }
    ExitCode::SUCCESS
}

fn failed(why: &str) -> ExitCode {
    println!("{why}");
    ExitCode::FAILURE
}
