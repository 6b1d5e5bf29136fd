//! Which decision leads to which: the pictures in `docs/src/decisions` are made from games played by lot, and the
//! ordinary tests keep them true: no step of a game may be missing in its picture.
//!
//! `ROKADA_DRAW=40 cargo test --release -p rokada-shelf --test decisions` draws them anew from so many games of each
//! scenario; what was drawn before and can still be stays.
#![allow(clippy::unwrap_used)]

mod common;

use common::for_every_scenario;
use engine::{Choice, Log, SeededDice, Table};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use shelf::Shelf;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Mutex;

/// A game by lot is given up after so many choices.
const CHOICES_MAX: usize = 6000;
/// How a game begins and ends in the pictures.
const BEGIN: &str = "begin";
const OVER: &str = "over";

/// From a decision to the next one that somebody must answer.
type Steps = BTreeSet<(String, String)>;

/// Everything that the games of the shelf were seen to do.
#[derive(Default)]
struct Seen {
    steps: BTreeMap<String, Steps>,
    decisions: BTreeMap<String, Vec<&'static str>>,
}

fn any_of(table: &dyn Table, rng: &mut ChaCha8Rng) -> Choice {
    let mut choices = Vec::new();
    table.choices(&mut choices);
    let suggested = table.read_choice("verb suggested").ok().filter(|s| choices.contains(s));
    suggested.unwrap_or_else(|| choices[rng.next_u32() as usize % choices.len()])
}

/// The steps of one game by lot.
fn walk(shelf: &Shelf, game: &str, scenario: &str, seed: u64) -> (Steps, Vec<&'static str>) {
    let opened = shelf.open(game, scenario, &BTreeMap::new()).unwrap();
    let (mut dice, mut log) = (SeededDice::new(seed), Log::silent());
    let mut table = (opened.start)(&mut dice, &mut log);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut steps = Steps::new();
    let mut from = BEGIN;
    for _ in 0..CHOICES_MAX {
        let to = table.decision().unwrap_or(OVER);
        steps.insert((from.to_string(), to.to_string()));
        if to == OVER {
            break;
        }
        let choice = any_of(&*table, &mut rng);
        table.choose(choice, &mut dice, &mut log);
        from = to;
    }
    (steps, table.decisions())
}

fn play_all(games: u64) -> Seen {
    let seen = Mutex::new(Seen::default());
    for_every_scenario(|shelf, game, scenario| {
        for seed in 1..=games {
            let (steps, decisions) = walk(shelf, game, scenario, seed);
            let mut seen = seen.lock().unwrap();
            seen.steps.entry(game.to_string()).or_default().extend(steps);
            seen.decisions.insert(game.to_string(), decisions);
        }
    });
    seen.into_inner().unwrap()
}

fn file_of(game: &str) -> PathBuf {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/decisions");
    PathBuf::from(docs).join(format!("{game}.md"))
}

/// The steps of a picture: its lines `a --> b`.
fn drawn(game: &str) -> Steps {
    let text = std::fs::read_to_string(file_of(game)).unwrap_or_default();
    let step = |line: &str| {
        let (from, to) = line.trim().split_once(" --> ")?;
        Some((from.to_string(), to.to_string()))
    };
    text.lines().filter_map(step).collect()
}

/// The page of a game: the picture as a flow chart, and what its system could ask but this game does not.
fn page(name: &str, steps: &Steps, decisions: &[&str]) -> String {
    let mut text = format!(
        "# Decisions of {name}\n\nWhich decision leads to which, as games by lot went. An arrow is one answer; what passes by itself \
         lies on it.\nMade by `crates/shelf/tests/decisions.rs`, which also keeps it true.\n\n```mermaid\nflowchart LR\n"
    );
    for (from, to) in steps {
        writeln!(text, "  {from} --> {to}").unwrap();
    }
    text.push_str("```\n");
    let asked = |id: &&&str| steps.iter().any(|(from, _)| from == **id);
    let never: Vec<String> =
        decisions.iter().filter(|id| !asked(id)).map(|id| format!("`{id}`")).collect();
    if !never.is_empty() {
        write!(
            text,
            "\nNot asked of anybody in these games, because it is of another game of the family, resolves itself or is too rare: {}.\n",
            never.join(", ")
        )
        .unwrap();
    }
    text
}

fn draw(seen: &Seen) {
    for (game, steps) in &seen.steps {
        let decisions = &seen.decisions[game];
        let is_there = |id: &str| id == BEGIN || id == OVER || decisions.contains(&id);
        let old = drawn(game).into_iter().filter(|(from, to)| is_there(from) && is_there(to));
        let all: Steps = old.chain(steps.iter().cloned()).collect();
        let name = Shelf::builtin().info(game).unwrap().title;
        std::fs::write(file_of(game), page(&name, &all, decisions)).unwrap();
    }
}

#[test]
fn no_step_of_a_game_is_missing_in_its_picture() {
    let games = std::env::var("ROKADA_DRAW").ok().map(|n| n.parse().unwrap());
    let seen = play_all(games.unwrap_or(1));
    if games.is_some() {
        draw(&seen);
    }
    for (game, steps) in &seen.steps {
        let drawn = drawn(game);
        let missing: Vec<_> = steps.difference(&drawn).collect();
        assert!(missing.is_empty(), "{game}: not in docs/src/decisions/{game}.md: {missing:?}");
        let decisions = &seen.decisions[game];
        for (from, to) in &drawn {
            let is_there = |id: &str| id == BEGIN || id == OVER || decisions.contains(&id);
            assert!(is_there(from) && is_there(to), "{game} has no decision for {from} --> {to}");
        }
    }
}
