//! Runs the cases of the named games and ends with 1 as soon as one fails.

use shelf::Shelf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let shelf = Shelf::builtin();
    for game in std::env::args().skip(1) {
        let files = shelf.case_files(&game).expect("the game has cases");
        let results = match shelf.run_cases(&game, &files) {
            Ok(results) => results,
            Err(error) => {
                println!("{game}: {error}");
                return ExitCode::FAILURE;
            }
        };
        if let Some(failed) = results.iter().find(|r| r.failure.is_some()) {
            println!("{}: {}", failed.place, failed.name);
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
