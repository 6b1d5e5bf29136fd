//! Builds maps: `cargo run -p rokada-atlas --example build -- GEO GAMES GAME...`

use anyhow::{Context, Result};
use std::path::PathBuf;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let geo = PathBuf::from(arguments.next().context("which folder of geodata?")?);
    let games = PathBuf::from(arguments.next().context("which folder of games?")?);
    for game in arguments {
        let folder = games.join(&game);
        let text =
            atlas::build_with(&game, &geo, &folder.join("atlas"), &mut |line| println!("{line}"))?;
        std::fs::write(folder.join("map.toml"), text)?;
    }
    Ok(())
}
