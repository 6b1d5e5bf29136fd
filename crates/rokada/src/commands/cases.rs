//! `rokada cases`: the rules as tests.

use super::coverage::Coverage;
use crate::arguments::CasesArgs;
use crate::out::say;
use anyhow::Context;
use board::Source;
use engine::case::CaseResult;
use shelf::Shelf;
use std::process::ExitCode;

/// Runs cases and says how many passed.
pub fn run(shelf: &Shelf, args: &CasesArgs) -> anyhow::Result<ExitCode> {
    let games: Vec<String> = match &args.game {
        Some(game) => vec![game.clone()],
        None => shelf.ids().map(String::from).collect(),
    };
    let mut passed = 0;
    let mut failed = 0;
    let mut uncovered = 0;
    for game in &games {
        let results = run_game(shelf, game, args)?;
        for result in &results {
            match &result.failure {
                None => passed += 1,
                Some(failure) => {
                    failed += 1;
                    say!("FAILED {}: {}\n  {failure}\n", result.place, result.name);
                }
            }
        }
        if args.coverage {
            let coverage = Coverage::of(shelf, game, &results)?;
            say!("{}", coverage.to_string().trim_end());
            uncovered += coverage.without_case();
        }
    }
    say!("{passed} passed, {failed} failed");
    let good = failed == 0 && uncovered == 0;
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run_game(shelf: &Shelf, game: &str, args: &CasesArgs) -> anyhow::Result<Vec<CaseResult>> {
    let files = match args.files.is_empty() {
        true => shelf.case_files(game)?,
        false => args
            .files
            .iter()
            .map(|path| {
                let text = std::fs::read_to_string(path);
                let text = text.with_context(|| format!("{} cannot be read", path.display()))?;
                Ok(Source::new(path.clone(), text))
            })
            .collect::<anyhow::Result<_>>()?,
    };
    Ok(shelf.run_cases(game, &files)?)
}
