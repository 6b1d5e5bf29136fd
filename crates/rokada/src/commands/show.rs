//! `rokada show`: a position as text or as a picture.

use super::{read_journal, replay_to};
use crate::arguments::ShowArgs;
use crate::out::say;
use anyhow::Context;
use board::Side;
use engine::{Journal, Session, Viewer};
use serde_json::Value;
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
    match &args.picture {
        Some(file) => super::draw::position(&opened, session.table(), viewer, args, file)?,
        None if args.log => print_log(&session, viewer),
        None => print_position(&journal, &session, viewer),
    }
    if let Some((line, why)) = verification.broken {
        say!("The journal breaks at line {line}: {why}");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn print_position(journal: &Journal, session: &Session, viewer: Viewer) {
    say!("{} {}, line {}", journal.header.game, journal.header.scenario, session.seq());
    crate::out::print(format_args!("{}", session.table().text(viewer)));
}

fn print_log(session: &Session, viewer: Viewer) {
    for (line, event) in session.events(None, viewer) {
        let rules: Vec<&str> =
            event["rules"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let text = event["text"].as_str().unwrap_or_default();
        say!("{line:>6}  {text} [{}]", rules.join(", "));
    }
}
