//! `rokada play --stdio`: one JSON object a line, for programs in any language.

use super::{parse_options, read_journal, replay_to};
use crate::arguments::PlayArgs;
use anyhow::Context;
use engine::{DiceSource, Language, Rejection, Session, Viewer};
use serde_json::{Value, json};
use shelf::Shelf;
use std::io::{BufRead, Write};
use std::process::ExitCode;

/// Plays a game through standard input and output.
pub fn run(shelf: &Shelf, args: &PlayArgs) -> anyhow::Result<ExitCode> {
    if !args.stdio {
        anyhow::bail!("use --stdio to play over standard input and output");
    }
    let mut session = begin(shelf, args)?;
    let input = std::io::stdin().lock();
    show(&session, args, None)?;
    for line in input.lines() {
        let answer = answer(&mut session, &line?);
        show(&session, args, answer)?;
        if session.decider().is_none() {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn begin(shelf: &Shelf, args: &PlayArgs) -> anyhow::Result<Session> {
    let options = parse_options(&args.options)?;
    let mut opened = shelf.open(&args.game, &args.scenario, &options)?;
    if let Some(path) = &args.carry_on {
        let (journal, before) = read_journal(shelf, path)?;
        let (earlier, _) = replay_to(&journal, &before, u64::MAX);
        opened = opened.carried_on(&earlier.table().save()).map_err(anyhow::Error::msg)?;
    }
    opened.header.dice = DiceSource::Seed(args.seed);
    Ok(Session::begin(opened.header.clone(), None, &*opened.start))
}

/// Answers one line: a choice such as `{"choice": "hex 0931"}`, `{"undo": true}`, `{"resign": true}` or
/// `{"why": "hex 0931"}`. What comes back is added to the next object.
fn answer(session: &mut Session, line: &str) -> Option<Value> {
    let error = |text: String| Some(json!({ "error": text }));
    let value: Value = match serde_json::from_str(line) {
        Ok(value) => value,
        Err(e) => return error(format!("not JSON: {e}")),
    };
    let Some(side) = session.decider() else { return error(String::from("the game is over")) };
    let seq = session.seq();
    let read = |text: &str| session.table().read_choice(text);
    if let Some(text) = value["why"].as_str() {
        return match read(text) {
            Ok(choice) => Some(
                json!({ "why": session.table().why_not(choice).map(|no| no.shown(session.table().words(Language::ENGLISH))) }),
            ),
            Err(e) => error(e),
        };
    }
    let done = match (value["choice"].as_str(), value["undo"].as_bool(), value["resign"].as_bool())
    {
        (Some(text), _, _) => match read(text) {
            Ok(choice) => session.choose(side, seq, choice),
            Err(e) => return error(e),
        },
        (_, Some(true), _) => session.undo(side, seq),
        (_, _, Some(true)) => session.resign(side),
        _ => return error(String::from("expected choice, undo, resign or why")),
    };
    match done {
        Ok(_) => None,
        Err(Rejection::Refused(refusal)) => {
            Some(json!({ "refusal": refusal.shown(session.table().words(Language::ENGLISH)) }))
        }
        Err(rejection) => error(format!("{rejection:?}")),
    }
}

/// Prints the decision, and writes the journal if one is wanted.
fn show(session: &Session, args: &PlayArgs, answer: Option<Value>) -> anyhow::Result<()> {
    if let Some(path) = &args.journal {
        let text = session.journal().write();
        std::fs::write(path, text)
            .with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let viewer = session.decider().map_or(Viewer::Referee, Viewer::Player);
    let mut object = json!({ "seq": session.seq(), "view": session.table().view(viewer) });
    if let Some(answer) = answer {
        object["answer"] = answer;
    }
    if let Some(side) = session.resigned() {
        object["resigned"] = json!(session.table().side_ids()[side.index()]);
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{object}")?;
    out.flush()?;
    Ok(())
}
