//! One file a command.

pub mod atlas;
pub mod cases;
pub mod check;
pub mod coverage;
pub mod draw;
pub mod games;
pub mod laws;
pub mod play;
pub mod serve;
pub mod show;
pub mod sim;
mod stop;
pub mod verify;

use stop::stop_at_ctrl_c;

use anyhow::Context;
use engine::{Journal, Session};
use shelf::{Opened, Shelf};
use std::collections::BTreeMap;
use std::path::Path;

/// Options as `NAME=VALUE`.
fn parse_options(options: &[String]) -> anyhow::Result<BTreeMap<String, String>> {
    options
        .iter()
        .map(|text| {
            let pair = text.split_once('=').map(|(a, b)| (a.to_string(), b.to_string()));
            pair.with_context(|| format!("\"{text}\" is no option; expected NAME=VALUE"))
        })
        .collect()
}

/// A journal from a file, with the game it was played with. Damage is told, and what stands before it is
/// kept.
fn read_journal(shelf: &Shelf, path: &Path) -> anyhow::Result<(Journal, Opened)> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("{} cannot be read", path.display()))?;
    let (journal, damage) =
        Journal::parse(&text).map_err(|e| anyhow::anyhow!("{}: {e}", path.display()))?;
    if let Some(damage) = damage {
        eprintln!("{}: damaged at {damage}; everything before is kept", path.display());
    }
    let opened = shelf.open_header(&journal.header)?;
    Ok((journal, opened))
}

/// The session of a journal at a line.
fn replay_to(journal: &Journal, opened: &Opened, line: u64) -> (Session, engine::Verification) {
    Session::replay_to(journal, None, &*opened.start, line)
}
