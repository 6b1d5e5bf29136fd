//! `rokada verify`: which journals still hold.

use super::{read_journal, replay_to};
use crate::arguments::VerifyArgs;
use shelf::Shelf;
use std::path::Path;
use std::process::ExitCode;

/// Replays journals with the present rules and data.
pub fn run(shelf: &Shelf, args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let mut good = true;
    for path in &args.journals {
        match verify(shelf, path) {
            Ok(line) => println!("{}: {line}", path.display()),
            Err(error) => {
                good = false;
                println!("{}: {error:#}", path.display());
            }
        }
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn verify(shelf: &Shelf, path: &Path) -> anyhow::Result<String> {
    let (journal, opened) = read_journal(shelf, path)?;
    let (session, verification) = replay_to(&journal, &opened, u64::MAX);
    if let Some((line, why)) = verification.broken {
        anyhow::bail!("breaks at line {line}: {why}; {} lines before it hold", line);
    }
    let mut notes = Vec::new();
    if journal.header.edition != opened.header.edition {
        let (then, now) = (journal.header.edition, opened.header.edition);
        notes.push(format!("begun with rules edition {then}, now {now}"));
    }
    if journal.header.data != opened.header.data {
        notes.push(String::from("begun with other data"));
    }
    let lines = session.seq() + 1;
    let state = match session.outcome() {
        Some(outcome) => format!("over: {}", session.table().say(&outcome.text)),
        None => String::from("carries on"),
    };
    notes.insert(0, format!("{lines} lines hold; {state}"));
    Ok(notes.join("; "))
}
