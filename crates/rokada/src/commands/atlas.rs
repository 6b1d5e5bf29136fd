//! `rokada atlas build`: the maps from geography.

use crate::arguments::AtlasCommand;
use crate::out::say;
use std::process::ExitCode;

/// Makes map files anew.
pub fn run(command: &AtlasCommand) -> anyhow::Result<ExitCode> {
    let AtlasCommand::Build { game, geo, into } = command;
    let made = atlas::make(into, game.as_deref(), geo, &mut |line| say!("{line}"))?;
    say!("{} maps made", made.len());
    Ok(ExitCode::SUCCESS)
}
