//! Checks maps: `cargo run -p rokada-atlas --example check -- GAMES GAME...`

use anyhow::{Context, Result};
use std::path::PathBuf;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let games = PathBuf::from(arguments.next().context("which folder of games?")?);
    for game in arguments {
        let report = atlas::check(&games.join(&game))?;
        println!("{game}");
        report.notes.iter().for_each(|note| println!("  {note}"));
        report.problems.iter().for_each(|problem| println!("  PROBLEM {problem}"));
    }
    Ok(())
}
