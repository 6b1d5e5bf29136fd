//! `rokada show` on the journal of a game between recruits.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn rokada(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rokada")).args(words).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The journal of one game.
fn played(folder: &Path) -> PathBuf {
    let out = folder.to_str().unwrap();
    let words = ["sim", "battle-of-moscow", "campaign", "--games", "1", "--journals", "--out", out];
    let done = rokada(&words);
    assert!(done.status.success(), "{}", text(&done.stderr));
    folder.join("journals/000000.journal")
}

#[test]
fn a_journal_is_shown_as_a_position_a_log_and_a_picture() {
    let folder = std::env::temp_dir().join(format!("rokada-show-{}", std::process::id()));
    let journal = played(&folder);
    let journal = journal.to_str().unwrap();

    // Every line of a set-up puts a counter down, and says by which rule.
    let log = text(&rokada(&["show", journal, "--log", "--line", "20"]).stdout);
    let is_told = |line: &str| line.contains("sets up in") && line.ends_with("[SET-1]");
    assert!(log.lines().filter(|l| is_told(l)).count() >= 10, "{log}");

    let file = folder.join("part.svg");
    let file = file.to_str().unwrap();
    let words = ["show", journal, "--line", "2", "--picture", file, "--around", "0832,1143"];
    assert!(rokada(&words).status.success());
    let svg = std::fs::read_to_string(file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));

    let wrong = rokada(&["show", journal, "--picture", file, "--around", "9999"]);
    assert!(!wrong.status.success());
    assert!(text(&wrong.stderr).contains("--around 9999"), "{}", text(&wrong.stderr));
    std::fs::remove_dir_all(folder).unwrap();
}
