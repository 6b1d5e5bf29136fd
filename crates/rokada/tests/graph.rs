//! The drawing of the crates in `ARCHITECTURE.md` is what the Cargo files say, and nothing in it looks up.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What a crate knows: everywhere, and in its tests, benches and examples besides.
#[derive(Debug, Default, PartialEq, Eq)]
struct Knows {
    always: BTreeSet<String>,
    in_tests: BTreeSet<String>,
}

/// A crate by its Cargo file.
struct Built {
    knows: Knows,
    is_system: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read_toml(path: &Path) -> toml::Table {
    toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The crates as they are drawn, the lowest first.
fn drawn() -> Vec<(String, Knows)> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, graph) = text.split_once("```graph\n").expect("the drawing begins");
    let (graph, _) = graph.split_once("```").expect("the drawing ends");
    let words = |list: &str| list.split_whitespace().map(String::from).collect();
    let line = |line: &str| {
        let (name, rest) = line.split_once(':').unwrap_or((line, ""));
        let (always, in_tests) = rest.split_once("; tests:").unwrap_or((rest, ""));
        (name.to_string(), Knows { always: words(always), in_tests: words(in_tests) })
    };
    graph.lines().map(line).collect()
}

/// The crates as their Cargo files have them.
fn built() -> BTreeMap<String, Built> {
    let workspace = read_toml(&root().join("Cargo.toml"));
    let shared = workspace["workspace"]["dependencies"].as_table().unwrap();
    let ours: BTreeSet<&str> =
        shared.iter().filter(|(_, d)| d.get("path").is_some()).map(|(n, _)| n.as_str()).collect();
    let members = workspace["workspace"]["members"].as_array().unwrap();
    let member = |path: &toml::Value| {
        let path = path.as_str().unwrap();
        let file = read_toml(&root().join(path).join("Cargo.toml"));
        let known = |section: &str| -> BTreeSet<String> {
            let listed = file.get(section).and_then(|s| s.as_table());
            let names = listed.into_iter().flat_map(|s| s.keys());
            names.filter(|n| ours.contains(n.as_str())).cloned().collect()
        };
        let name = file["package"]["name"].as_str().unwrap();
        let name = name.strip_prefix("rokada-").unwrap_or(name).to_string();
        let always = &known("dependencies") | &known("build-dependencies");
        let knows = Knows { in_tests: &known("dev-dependencies") - &always, always };
        (name, Built { knows, is_system: path.starts_with("crates/systems/") })
    };
    members.iter().map(member).collect()
}

#[test]
fn the_drawing_shows_what_the_cargo_files_say() {
    let mut built = built();
    for (name, knows) in drawn() {
        let found = built.remove(&name);
        let found = found.map(|found| found.knows);
        assert_eq!(found, Some(knows), "{name}: left the Cargo file, right the drawing");
    }
    let missing: Vec<&String> = built.keys().collect();
    assert!(missing.is_empty(), "not drawn: {missing:?}");
}

#[test]
fn every_crate_knows_only_those_below_it_in_tests_too() {
    let mut below = BTreeSet::new();
    for (name, knows) in drawn() {
        let above: Vec<&String> =
            knows.always.union(&knows.in_tests).filter(|other| !below.contains(*other)).collect();
        assert!(above.is_empty(), "{name} looks up to {above:?}");
        below.insert(name);
    }
}

/// The Ford is no game of the shelf: only tests know it.
#[test]
fn only_the_shelf_knows_the_systems() {
    let built = built();
    let is_system = |name: &str| built[name].is_system;
    let mut knowing = built.iter().filter(|(name, of)| {
        !is_system(name) && of.knows.always.iter().any(|other| is_system(other))
    });
    assert_eq!(knowing.next().map(|(name, _)| name.as_str()), Some("shelf"));
    assert_eq!(knowing.next().map(|(name, _)| name), None);
}

/// The storeys that a browser could hold as well: from `hex` up to `table`, with the systems.
fn without_a_system() -> Vec<String> {
    let built = built();
    let named = ["hex", "board", "engine", "mind", "table"].map(String::from);
    let systems = built.iter().filter(|(_, of)| of.is_system).map(|(name, _)| name.clone());
    named.into_iter().chain(systems).collect()
}

/// The guests that none of them needs anything of the operating system for.
const CALCULATING: &[&str] =
    &["flate2", "rand", "schemars", "serde", "serde_json", "sha2", "smallvec", "toml"];

#[test]
fn nothing_up_to_the_table_depends_on_an_operating_system() {
    let built = built();
    let names: BTreeSet<&str> = built.keys().map(String::as_str).collect();
    for name in without_a_system() {
        let file = read_toml(&folder_of(&name).join("Cargo.toml"));
        for guest in file["dependencies"].as_table().unwrap().keys() {
            let is_known = names.contains(guest.as_str()) || CALCULATING.contains(&guest.as_str());
            assert!(is_known, "{name} depends on {guest}");
        }
        assert!(file["dependencies"].get("rand").is_none_or(|rand| rand.get("features").is_none()));
    }
    let workspace = read_toml(&root().join("Cargo.toml"));
    let rand = &workspace["workspace"]["dependencies"]["rand"];
    let features = rand["features"].as_array().unwrap().iter().filter_map(toml::Value::as_str);
    assert_eq!(features.collect::<Vec<_>>(), ["std", "chacha"], "no random numbers of the system");
    assert_eq!(rand["default-features"].as_bool(), Some(false));
}

/// A folder of files is one of several places from which data can be read.
const A_FOLDER: &str = "crates/board/src/data.rs";

#[test]
fn nothing_up_to_the_table_asks_an_operating_system() {
    let asks = ["fs", "net", "thread", "process", "env", "time"].map(|part| format!("std::{part}"));
    for name in without_a_system() {
        for file in sources(&folder_of(&name).join("src")) {
            let text = std::fs::read_to_string(&file).unwrap();
            let (code, _) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
            let found = asks.iter().find(|part| {
                code.match_indices(&format!("{part}::")).next().is_some()
                    || code.contains(&format!("use {part};"))
            });
            assert!(found.is_none() || file.ends_with(A_FOLDER), "{}: {found:?}", file.display());
        }
    }
}

fn folder_of(name: &str) -> PathBuf {
    let system = root().join("crates/systems").join(name);
    if system.exists() { system } else { root().join("crates").join(name) }
}

/// The source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let inside = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = inside.partition(|path| path.is_dir());
    files.into_iter().chain(folders.iter().flat_map(|inner| sources(inner))).collect()
}
