//! `rokada verify`: which journals still hold.

use super::{parse_journal, read_journal, replay_to};
use crate::arguments::VerifyArgs;
use crate::out::say;
use anyhow::Context;
use engine::Journal;
use server::HouseFile;
use shelf::{Opened, Shelf};
use std::path::Path;
use std::process::ExitCode;
use table::Edition;

/// Replays journals with the present rules and data; of a backup or a data folder every table.
pub fn run(shelf: &Shelf, args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let mut good = true;
    for path in &args.journals {
        let name = path.display().to_string();
        good &= match HouseFile::is_one(path) {
            true => verify_house(shelf, path)?,
            false => tell(&name, read_journal(shelf, path).and_then(|(j, o)| verify(&j, &o))),
        };
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Every table of a file.
fn verify_house(shelf: &Shelf, path: &Path) -> anyhow::Result<bool> {
    let house = HouseFile::open(path)?;
    let contents = house.check()?;
    let mut good = true;
    for id in house.tables()? {
        good &= tell(&id, verify_table(shelf, &house, &id));
    }
    say!("{}: {} tables, {} lines", path.display(), contents.tables, contents.lines);
    Ok(good)
}

fn verify_table(shelf: &Shelf, house: &HouseFile, id: &str) -> anyhow::Result<String> {
    let text = house.journal(id)?.with_context(|| format!("table {id} is gone"))?;
    let (journal, opened) = parse_journal(shelf, id, &text)?;
    verify(&journal, &opened)
}

fn tell(name: &str, verified: anyhow::Result<String>) -> bool {
    match &verified {
        Ok(line) => say!("{name}: {line}"),
        Err(error) => say!("{name}: {error:#}"),
    }
    verified.is_ok()
}

fn verify(journal: &Journal, opened: &Opened) -> anyhow::Result<String> {
    let (session, verification) = replay_to(journal, opened, u64::MAX);
    if let Some((line, why)) = verification.broken {
        anyhow::bail!("breaks at line {line}: {why}; {} lines before it hold", line);
    }
    let lines = session.seq() + 1;
    let state = match session.outcome() {
        Some(outcome) => format!("over: {}", session.table().say(&outcome.text)),
        None => String::from("carries on"),
    };
    let mut notes = vec![format!("{lines} lines hold; {state}")];
    let now = Edition::of(&opened.header);
    notes.extend(now.differs_from(&Edition::of(&journal.header)));
    Ok(notes.join("; "))
}
