//! Every sentence that the rules name is in the catalogue, and the catalogue has none that nobody says.

use std::collections::BTreeSet;
use std::path::Path;

const SECTIONS: [&str; 18] = [
    "badge", "box", "effect", "event", "fact", "no", "note", "odds", "order", "outcome", "owed",
    "part", "points", "prompt", "result", "track", "unit", "verb",
];

/// What the engine and the client say for every game.
const SAID_ELSEWHERE: [&str; 2] = ["outcome.resigned", "prompt.over"];

fn is_sentence(word: &str) -> bool {
    let section = word.split_once('.').map(|(section, _)| section);
    section.is_some_and(|s| SECTIONS.contains(&s))
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || ".-".contains(c))
}

#[test]
fn the_rules_say_what_the_catalogue_has_and_no_more() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let buttons = last_stand::verb::BUTTONS.iter();
    let mut said: BTreeSet<String> = buttons.map(|button| button.label.to_string()).collect();
    for entry in std::fs::read_dir(folder.join("src")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let words = text.split('"').skip(1).step_by(2).filter(|w| is_sentence(w));
        said.extend(words.map(String::from));
    }
    let text = std::fs::read_to_string(folder.join("text/en.toml")).unwrap();
    let table: toml::Table = toml::from_str(&text).unwrap();
    let mut known = BTreeSet::new();
    for section in SECTIONS {
        let sentences = table[section].as_table().unwrap();
        known.extend(sentences.keys().map(|key| format!("{section}.{key}")));
    }
    let missing: Vec<_> = said.difference(&known).collect();
    assert!(missing.is_empty(), "not in the catalogue: {missing:?}");
    let silent: Vec<_> =
        known.difference(&said).filter(|id| !SAID_ELSEWHERE.contains(&id.as_str())).collect();
    assert!(silent.is_empty(), "said by nobody: {silent:?}");
}
