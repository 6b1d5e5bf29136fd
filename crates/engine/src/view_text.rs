//! A position as text, for a terminal.

use crate::{Game, Seated, Table, Viewer};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The position as `viewer` sees it: time, prompt, tracks, and every hex with counters.
pub(crate) fn describe<G: Game>(table: &Seated<G>, viewer: Viewer) -> String {
    let shown = table.shown(viewer);
    let mut out = String::new();
    let turn = &shown.turn;
    let _ = writeln!(out, "Turn {} of {}: {}", turn.n, turn.of, turn.name);
    for track in &shown.tracks {
        let _ = writeln!(out, "  {}: {}", track.label, track.value);
    }
    match (&shown.outcome, &shown.prompt) {
        (Some(outcome), _) => writeln!(out, "{}", outcome.text),
        (None, Some(prompt)) => writeln!(out, "{}: {}", prompt.decider, prompt.text),
        (None, None) => Ok(()),
    }
    .unwrap_or_default();
    let mut stacks: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for unit in &shown.units {
        if let Some(hex) = &unit.hex {
            let line = format!("{} {} {}", unit.side, unit.name, unit.face.figures);
            stacks.entry(hex).or_default().push(line);
        }
    }
    for (hex, units) in stacks {
        let _ = writeln!(out, "  {hex}  {}", units.join("; "));
    }
    out
}
