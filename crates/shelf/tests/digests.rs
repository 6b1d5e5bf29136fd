//! The digest of each game: it names only what exists, and nothing in it is without a case.

use engine::case::{Case, load};
use shelf::Shelf;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Does something with every game and its cases; what it complains of fails the test.
fn for_every_game(complaints: impl Fn(&Shelf, &str, &[Case]) -> Vec<String>) {
    let shelf = Shelf::builtin();
    let mut all = Vec::new();
    for game in shelf.ids() {
        let files = shelf.case_files(game).expect("the case files of a game can be read");
        let read = |file| load(file).expect("a case file can be read");
        let cases: Vec<Case> = files.iter().flat_map(read).map(|(_, case)| case).collect();
        let said = complaints(&shelf, game, &cases);
        all.extend(said.into_iter().map(|line| format!("{game}: {line}")));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn every_ruling_has_a_case() {
    for_every_game(|shelf, game, cases| {
        let digest = shelf.digest(game).expect("a game has a digest");
        let named: BTreeSet<&str> =
            cases.iter().flat_map(|c| &c.rules).map(String::as_str).collect();
        let alone = digest.rulings().filter(|r| !named.contains(r));
        alone.map(|r| format!("no case names the ruling {r}")).collect()
    });
}

/// A rule is cited only from the list of a book, and a number that the list lacks does not compile.
#[test]
fn every_rule_that_a_game_can_cite_stands_in_its_digest() {
    for_every_game(|shelf, game, _| {
        let digest = shelf.digest(game).expect("a game has a digest");
        let mut complaints = Vec::new();
        for scenario in shelf.info(game).expect("a game has its file").scenarios {
            let opened = shelf.open(game, &scenario, &BTreeMap::new()).expect("a scenario opens");
            assert!(opened.rules.len() > 100, "{game}: the books of {scenario} were read");
            let unknown = opened.rules.iter().filter(|rule| !digest.has(rule.number()));
            complaints.extend(unknown.map(|rule| {
                format!("{scenario} can cite {rule} of {}, which is no rule here", rule.book())
            }));
        }
        complaints
    });
}

#[test]
fn cases_name_rules_of_the_digest_and_their_source() {
    for_every_game(|shelf, game, cases| {
        let digest = shelf.digest(game).expect("a game has a digest");
        let mut complaints = Vec::new();
        for case in cases {
            let name = case.name.get_ref();
            let unknown = case.rules.iter().filter(|r| !digest.has(r));
            complaints.extend(unknown.map(|r| format!("\"{name}\": the digest has no rule {r}")));
            let idle = case.in_words.keys().filter(|r| !case.rules.contains(r));
            complaints
                .extend(idle.map(|r| format!("\"{name}\": {r} is in words, but no rule of it")));
            if !["rulebook", "digest", "hand"].contains(&case.source.as_str()) {
                complaints.push(format!("\"{name}\": its source is \"{}\"", case.source));
            }
        }
        complaints
    });
}

/// Words in backquotes that look like a path to a file.
fn files_named(markdown: &str) -> impl Iterator<Item = &str> {
    let kinds = [".toml", ".md", ".rs", ".txt", ".png"];
    let quoted = markdown.split('`').skip(1).step_by(2);
    let words = quoted.flat_map(|q| q.split(|c: char| c.is_whitespace() || c == ','));
    words.filter(move |w| kinds.iter().any(|k| w.ends_with(k)) && !w.contains('*'))
}

#[test]
fn digests_name_only_files_that_exist() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for_every_game(|_, game, _| {
        let folder = games.join(game);
        let text = std::fs::read_to_string(folder.join("rules.md")).expect("a game has a digest");
        assert!(files_named(&text).next().is_some(), "{game}: the digest names its data");
        let missing =
            files_named(&text).filter(|f| !folder.join(f).exists() && !games.join(f).exists());
        missing.map(|f| format!("rules.md names {f}, which does not exist")).collect()
    });
}
