//! `rokada show`: a position as text.

use super::{read_journal, replay_to};
use crate::arguments::ShowArgs;
use anyhow::Context;
use board::Side;
use engine::Viewer;
use shelf::Shelf;
use std::process::ExitCode;

/// Shows the position of a journal.
pub fn run(shelf: &Shelf, args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let (journal, opened) = read_journal(shelf, &args.journal)?;
    let (session, verification) = replay_to(&journal, &opened, args.line.unwrap_or(u64::MAX));
    let sides = session.table().side_ids();
    let viewer = match args.viewer.as_deref() {
        None => Viewer::Referee,
        Some("spectator") => Viewer::Spectator,
        Some(name) => {
            let side = Side::named(name, [&sides[0], &sides[1]]);
            Viewer::Player(side.with_context(|| format!("no side \"{name}\": {sides:?}"))?)
        }
    };
    println!("{} {}, line {}", journal.header.game, journal.header.scenario, session.seq());
    print!("{}", session.table().text(viewer));
    if let Some((line, why)) = verification.broken {
        println!("The journal breaks at line {line}: {why}");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
