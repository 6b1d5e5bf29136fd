//! `rokada atlas build`: the maps from geography.

use crate::arguments::AtlasCommand;
use std::process::ExitCode;

/// Makes map files anew.
pub fn run(command: &AtlasCommand) -> anyhow::Result<ExitCode> {
    let AtlasCommand::Build { game, geo, into } = command;
    let made = atlas::make(into, game.as_deref(), geo, &mut |line| println!("{line}"))?;
    println!("{} maps made", made.len());
    Ok(ExitCode::SUCCESS)
}
