//! Makes maps and checks them:
//! `cargo run -p rokada-atlas --example build -- GEO GAMES [GAME]`; GEO may be `-` to check only.

use anyhow::{Context, Result};
use std::path::PathBuf;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let geo = arguments.next().context("which folder of geodata?")?;
    let games = PathBuf::from(arguments.next().context("which folder of games?")?);
    let game = arguments.next();
    if geo != "-" {
        atlas::make(&games, game.as_deref(), &PathBuf::from(geo), &mut |line| println!("{line}"))?;
    }
    let wanted = match game {
        Some(game) => vec![game],
        None => atlas::games_with_recipes(&games)?,
    };
    for game in wanted {
        let report = atlas::check(&games.join(&game))?;
        println!("{game}");
        report.notes.iter().for_each(|note| println!("  {note}"));
        report.problems.iter().for_each(|problem| println!("  problem: {problem}"));
    }
    Ok(())
}
