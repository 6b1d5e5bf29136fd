//! Every sentence that the rules name is in the catalogue of their system, and no catalogue has one that nobody says.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The systems that share a catalogue, and its files; bots have one of their own.
const SYSTEMS: &[(&[&str], &[&str])] = &[
    (&["battle-of-moscow"], &["battle-of-moscow/text/en.toml"]),
    (&["ford"], &["ford/src/words.toml"]),
    (&["last-stand"], &["last-stand/text/en.toml"]),
    (&["../mind"], &["../mind/text/en.toml"]),
    (&["wb95", "ww3"], &["wb95/text/en.toml", "ww3/text/en.toml"]),
];

/// The crate whose sentences every game adds to its own.
const BOTS: &str = "../mind";

/// What the engine says for every game.
const OF_THE_ENGINE: [&str; 5] =
    ["bundle.attack", "outcome.resigned", "prompt.over", "waiting.deciding", "word.and"];

/// Sentences whose last word is a name of the rules: the id of a phase or of a decision.
const BY_NAME: [&str; 2] = ["phase.", "waiting."];

fn systems() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../systems")
}

/// The ids of the sentences of a table, joined by dots.
fn ids(table: &toml::Table, path: &str, out: &mut BTreeSet<String>) {
    for (key, value) in table {
        match value {
            toml::Value::Table(inner) => ids(inner, &format!("{path}{key}."), out),
            _ => drop(out.insert(format!("{path}{key}"))),
        }
    }
}

/// The Rust files below a folder, one after another.
fn source(folder: &Path) -> String {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let text = |path: &PathBuf| match path.is_dir() {
        true => source(path),
        false if path.extension().is_some_and(|e| e == "rs") => {
            std::fs::read_to_string(path).unwrap()
        }
        false => String::new(),
    };
    entries.iter().map(text).collect()
}

/// The words in quotes.
fn quoted(text: &str) -> BTreeSet<&str> {
    text.lines().flat_map(|line| line.split('"').skip(1).step_by(2)).collect()
}

/// The labels of the buttons that `verbs!` makes: `DONE = "done" primary;`
fn buttons(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines().filter_map(|line| {
        let (name, rest) = line.trim().split_once(" = \"")?;
        let is_name =
            name.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit());
        let word = rest.split('"').next()?;
        is_name.then(|| format!("verb.{word}"))
    })
}

fn check(folders: &[&str], texts: &[&str]) {
    let mut known = BTreeSet::new();
    for text in texts {
        let text = std::fs::read_to_string(systems().join(text)).unwrap();
        ids(&toml::from_str(&text).unwrap(), "", &mut known);
    }
    let code: String = folders.iter().map(|f| source(&systems().join(f).join("src"))).collect();
    let words = quoted(&code);
    let sections: BTreeSet<&str> = known.iter().filter_map(|id| id.split('.').next()).collect();
    let is_sentence = |word: &&&str| {
        let section = word.split_once('.').filter(|(_, rest)| !rest.is_empty());
        section.is_some_and(|(section, _)| sections.contains(section))
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || ".-".contains(c))
    };
    let mut said: BTreeSet<String> =
        words.iter().filter(is_sentence).map(|word| word.to_string()).collect();
    let missing: Vec<_> = said.difference(&known).collect();
    assert!(missing.is_empty(), "{folders:?}: not in the catalogue: {missing:?}");
    // The engine says it, whatever the rules are. Bots have sentences without being a game.
    let is_game = !folders.contains(&BOTS);
    assert!(!is_game || known.contains("outcome.resigned"), "{folders:?}: no words for resigning");
    said.extend(buttons(&code));
    said.extend(OF_THE_ENGINE.map(String::from));
    let by_name = |id: &str| {
        let mut names = BY_NAME.iter().filter_map(|section| id.strip_prefix(section));
        // A side is named by the game's own file.
        id.starts_with("side.") || names.any(|name| words.contains(name))
    };
    let silent: Vec<_> = known.difference(&said).filter(|id| !by_name(id)).collect();
    assert!(silent.is_empty(), "{folders:?}: said by nobody: {silent:?}");
}

#[test]
fn the_rules_say_what_the_catalogues_have_and_no_more() {
    for (folders, texts) in SYSTEMS {
        check(folders, texts);
    }
}

#[test]
fn every_system_has_a_catalogue_that_is_checked() {
    let checked: BTreeSet<&str> =
        SYSTEMS.iter().flat_map(|(folders, _)| *folders).copied().collect();
    for entry in std::fs::read_dir(systems()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(checked.contains(name.as_str()), "{name} is in no list of this test");
    }
}
