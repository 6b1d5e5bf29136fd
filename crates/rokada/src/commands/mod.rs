//! One file a command.

pub mod atlas;
pub mod cases;
pub mod check;
pub mod coverage;
pub mod draw;
pub mod duel;
pub mod games;
pub mod house;
mod kept;
pub mod laws;
pub mod play;
pub mod positions;
pub mod schema;
pub mod serve;
pub mod show;
pub mod sim;
mod stop;
pub mod tune;
pub mod verify;

use crate::out::complain;
use stop::stop_at_ctrl_c;

use anyhow::Context;
use engine::{Journal, Session};
use shelf::{Opened, Shelf};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Options as `NAME=VALUE`.
fn parse_options(options: &[String]) -> anyhow::Result<BTreeMap<String, String>> {
    options
        .iter()
        .map(|text| {
            let pair = text.split_once('=').map(|(a, b)| (a.to_string(), b.to_string()));
            pair.with_context(|| format!("\"{text}\" is not an option; expected NAME=VALUE"))
        })
        .collect()
}

/// The folder of the tables: the one that is named, or the user's own.
fn data_folder(named: Option<&PathBuf>) -> anyhow::Result<PathBuf> {
    let folder = named.cloned().or_else(server::default_data_folder);
    folder.context("no home folder for the tables; name a folder with --data")
}

/// A journal from a file, with the game it was played with. Damage is told, and what stands before it is
/// kept.
fn read_journal(shelf: &Shelf, path: &Path) -> anyhow::Result<(Journal, Opened)> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("{} cannot be read", path.display()))?;
    parse_journal(shelf, &path.display().to_string(), &text)
}

/// The same from its text.
fn parse_journal(shelf: &Shelf, name: &str, text: &str) -> anyhow::Result<(Journal, Opened)> {
    let (journal, damage) = Journal::parse(text).map_err(|e| anyhow::anyhow!("{name}: {e}"))?;
    if let Some(damage) = damage {
        complain!("{name}: damaged at {damage}; everything before it is kept");
    }
    let opened = shelf.open_header(&journal.header)?;
    Ok((journal, opened))
}

/// The session of a journal at a line.
fn replay_to(journal: &Journal, opened: &Opened, line: u64) -> (Session, engine::Verification) {
    Session::replay_to(journal, None, &*opened.start, line)
}
