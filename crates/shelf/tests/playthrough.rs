//! One golden playthrough for each scenario: prompts, choices, refusals and what happens, as text that a player can
//! read. `ROKADA_BLESS=1 cargo test -p rokada-shelf --test playthrough` writes them anew.
#![allow(clippy::unwrap_used)]

mod common;

use common::for_every_scenario;
use engine::{DiceSource, Session, Viewer};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use shelf::Opened;
use std::fmt::Write;
use std::path::Path;

/// How many choices are written out; the game is then played to its end and only its outcome written.
const WRITTEN: usize = 160;

fn playthrough(opened: &Opened) -> String {
    let mut header = opened.header.clone();
    header.dice = DiceSource::Seed(1941);
    let mut session = Session::begin(header, None, &*opened.start);
    let mut rng = ChaCha8Rng::seed_from_u64(1941);
    let mut out = String::new();
    let mut made = 0;
    let mut told = 0;
    while let Some(side) = session.decider() {
        let mut choices = Vec::new();
        session.table().choices(&mut choices);
        let choice = match session.table().read_choice("verb suggested") {
            Ok(suggested) if choices.contains(&suggested) => suggested,
            _ => choices[rng.next_u32() as usize % choices.len()],
        };
        if made < WRITTEN {
            write_stop(&mut out, &session, choices.len());
            let _ = writeln!(out, "> {}", session.table().write_choice(choice));
        }
        session.choose(side, session.seq(), choice).unwrap();
        if made < WRITTEN {
            told = write_events(&mut out, &session, told);
        }
        made += 1;
    }
    let outcome = session.outcome().unwrap();
    let _ = writeln!(out, "...\n{} choices in all: {}", made, session.table().say(&outcome.text));
    out
}

fn write_stop(out: &mut String, session: &Session, offered: usize) {
    let side = session.decider().unwrap();
    let table = session.table();
    let view = table.view(Viewer::Player(side));
    let prompt = &view["prompt"];
    let text = prompt["text"].as_str().unwrap();
    let turn = view["turn"]["name"].as_str().unwrap_or_default();
    let _ =
        writeln!(out, "{turn} {}: {text} ({offered} offered)", prompt["decider"].as_str().unwrap());
    // Something that is not legal here, and why.
    let wrong = ["verb roll", "hex 0707", "hex 2129", "amount 1"]
        .iter()
        .find_map(|t| table.why_not(table.read_choice(t).ok()?).map(|r| (t, r)));
    if let Some((what, refusal)) = wrong {
        let _ =
            writeln!(out, "  not {what}: {} {}", refusal.text, serde_json::json!(refusal.rules));
    }
}

fn write_events(out: &mut String, session: &Session, told: usize) -> usize {
    let events = session.events(None, Viewer::Spectator);
    for (_, event) in events.iter().skip(told) {
        let _ = writeln!(out, "  {} {}", event["text"].as_str().unwrap(), event["rules"]);
    }
    events.len()
}

#[test]
fn every_scenario_has_a_playthrough_that_has_not_changed() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for_every_scenario(|shelf, game, scenario| {
        let opened = shelf.open(game, scenario, &Default::default()).unwrap();
        let file = games.join(game).join("playthroughs").join(format!("{scenario}.txt"));
        compare(&file, &playthrough(&opened));
    });
}

/// The playthrough as it was kept and as it is now; blessed, the new one is kept.
fn compare(file: &Path, found: &str) {
    if std::env::var_os("ROKADA_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, found).unwrap();
    }
    let kept = std::fs::read_to_string(file)
        .unwrap_or_else(|_| panic!("{} is not there; bless one", file.display()));
    let differs = kept.lines().zip(found.lines()).position(|(a, b)| a != b);
    if let Some(line) = differs {
        let (old, new) = (kept.lines().nth(line), found.lines().nth(line));
        panic!("{}:{}:\n  was {old:?}\n  now {new:?}", file.display(), line + 1);
    }
    let (old, new) = (kept.lines().count(), found.lines().count());
    assert_eq!(old, new, "{} is shorter or longer", file.display());
}
