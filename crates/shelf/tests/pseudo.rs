//! Every word that a viewer reads stands in a catalogue: in the pseudo-language no English is left but the names of the
//! data.
#![allow(clippy::unwrap_used)]

use engine::{Choice, DiceSource, Language, Log, SeededDice, Session, Viewer};
use mind::Imagined;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use shelf::Shelf;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// How many choices of each game are looked at.
const CHOICES: usize = 150;

/// The fields that a person reads.
const READ: &[&str] = &[
    "text", "label", "title", "name", "value", "profile", "standing", "verdict", "facts", "belief",
    "result",
];

/// The words of a text that nobody has disguised.
fn plain_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic()))
}

/// Every text of a view that a person reads.
fn texts(view: &Value, is_read: bool, see: &mut dyn FnMut(&str)) {
    match view {
        Value::String(text) if is_read => see(text),
        Value::Array(list) => list.iter().for_each(|one| texts(one, is_read, see)),
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            let is_read = READ.contains(&key.as_str());
            texts(value, is_read && !value.is_object(), see);
        }),
        _ => {}
    }
}

/// The words of the data, which are no sentences: a translator says of them what they become in his language.
fn names(game: &str) -> BTreeSet<String> {
    let games = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(game);
    let mut names = BTreeSet::new();
    let scenarios = std::fs::read_dir(games.join("scenarios")).unwrap();
    let files = ["map.toml", "counters.toml", "tables.toml", "game.toml"].map(|f| games.join(f));
    for file in files.into_iter().chain(scenarios.map(|file| file.unwrap().path())) {
        let text = std::fs::read_to_string(file).unwrap();
        collect(&toml::Value::Table(text.parse().unwrap()), &mut names);
    }
    names
}

fn collect(value: &toml::Value, out: &mut BTreeSet<String>) {
    match value {
        toml::Value::String(text) => out.extend(plain_words(text).map(String::from)),
        toml::Value::Array(list) => list.iter().for_each(|one| collect(one, out)),
        toml::Value::Table(table) => table.iter().for_each(|(key, value)| {
            if key != "blurb" && key != "credit" {
                collect(value, out);
            }
        }),
        _ => {}
    }
}

/// Plays a game at random and looks at what everybody is shown.
fn words_left(game: &str, scenario: &str) -> BTreeSet<String> {
    let names = names(game);
    let opened = Shelf::builtin().open(game, scenario, &Default::default()).unwrap();
    let mut header = opened.header.clone();
    header.dice = DiceSource::Seed(7);
    let mut session = Session::begin(header, None, &*opened.start);
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut found = BTreeSet::new();
    let mut see = |view: &Value| {
        texts(view, false, &mut |text| {
            let is_left = |word: &&str| !names.contains(*word);
            if let Some(word) = plain_words(text).find(is_left) {
                found.insert(format!("{word}: {text}"));
            }
        });
    };
    for n in 0..CHOICES {
        let Some(side) = session.decider() else { break };
        let table = session.table();
        let viewer = if n % 3 == 0 { Viewer::Player(side.other()) } else { Viewer::Player(side) };
        see(&json!(table.shown_in(viewer, Language::PSEUDO)));
        let words = table.words(Language::PSEUDO);
        let anything = Choice::Hex(hex::HexId::new(rng.next_u32() as u16 % 300));
        if let Some(refused) = table.why_not(anything) {
            see(&json!(refused.shown(words)));
        }
        let mut choices = Vec::new();
        table.choices(&mut choices);
        let choice = choices[rng.next_u32() as usize % choices.len()];
        let after = Some(session.seq());
        session.choose(side, session.seq(), choice).unwrap();
        let words = session.table().words(Language::PSEUDO);
        session.told(after, viewer).for_each(|told| see(&json!(told.shown(words))));
    }
    found
}

/// Decisions in which bots are asked for their reasons, of each game.
const DECISIONS: u64 = 400;

/// Lets bots play a game and reads what they say of it.
fn reasons_left(game: &str, scenario: &str, level: &str) -> (usize, BTreeSet<String>) {
    let names = names(game);
    let opened = Shelf::builtin().open(game, scenario, &Default::default()).unwrap();
    let mut table = (opened.start)(&mut SeededDice::new(7), &mut Log::silent());
    let mut bots = [level, "captain"].map(|level| opened.bots.bot(level, 7).unwrap());
    let (mut dice, mut said, mut found) = (SeededDice::new(8), 0, BTreeSet::new());
    for n in 0..DECISIONS {
        let Some(side) = table.decider() else { break };
        let imagined = Imagined::of(&*table, side, n);
        let bot = &mut bots[side.index()];
        let choice = imagined.write_choice(bot.choose(&imagined, &AtomicBool::new(false)));
        if let Some(reason) = bot.reason() {
            let text = reason.settled(&*imagined).said(imagined.words(Language::PSEUDO));
            let is_left = |word: &&str| !names.contains(*word);
            found.extend(plain_words(&text).find(is_left).map(|word| format!("{word}: {text}")));
            said += 1;
        }
        table.choose(table.read_choice(&choice).unwrap(), &mut dice, &mut Log::silent());
    }
    (said, found)
}

#[test]
fn no_bot_gives_its_reasons_in_plain_english() {
    let check = |game: &str, scenario: &str, level: &str| {
        let (said, left) = reasons_left(game, scenario, level);
        assert!(said > 50, "{game} {scenario}: only {said} reasons");
        assert!(left.is_empty(), "{game} {scenario}: {left:?}");
    };
    for game in Shelf::builtin().ids() {
        // The first of some games is over after the set-up.
        let scenario = Shelf::builtin().info(game).unwrap().scenarios.pop().unwrap();
        check(game, &scenario, "captain");
    }
    check("kursk-1943", "prochorowka-15", "general=13");
}

#[test]
fn in_the_pseudo_language_nothing_is_left_in_english() {
    let mut left = Vec::new();
    for game in Shelf::builtin().ids() {
        let scenario = Shelf::builtin().info(game).unwrap().scenarios.swap_remove(0);
        left.extend(words_left(game, &scenario).into_iter().map(|text| format!("{game}: {text}")));
    }
    assert!(left.is_empty(), "{} texts:\n{}", left.len(), left.join("\n"));
}

#[test]
fn a_word_that_is_in_no_catalogue_is_found() {
    let mut found = Vec::new();
    let prompt = json!({ "text": "⟦Çĥóóšé 10 Pz⟧", "decider": "german" });
    let view = json!({ "prompt": prompt, "units": [{ "name": "Hidden" }] });
    texts(&view, false, &mut |text| found.extend(plain_words(text).map(String::from)));
    assert_eq!(found, ["Pz", "Hidden"]);
}
