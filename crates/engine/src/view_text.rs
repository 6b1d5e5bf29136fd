//! A position as text, for a terminal.

use crate::{Game, Seated, Table, Viewer};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The position as `viewer` sees it: time, prompt, tracks, and every hex with counters.
pub(crate) fn describe<G: Game>(table: &Seated<G>, viewer: Viewer) -> String {
    let view = table.view(viewer);
    let mut out = String::new();
    let text = |v: &serde_json::Value| v.as_str().unwrap_or_default().to_string();
    let turn = &view["turn"];
    let _ = writeln!(out, "Turn {} of {}: {}", turn["n"], turn["of"], text(&turn["name"]));
    for track in view["tracks"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "  {}: {}", text(&track["label"]), text(&track["value"]));
    }
    if view["outcome"].is_object() {
        let _ = writeln!(out, "{}", text(&view["outcome"]["text"]));
    } else {
        let prompt = &view["prompt"];
        let _ = writeln!(out, "{}: {}", text(&prompt["decider"]), text(&prompt["text"]));
    }
    let mut stacks: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for unit in view["units"].as_array().into_iter().flatten() {
        if let Some(hex) = unit["hex"].as_str() {
            let figures = text(&unit["face"]["figures"]);
            let line = format!("{} {} {figures}", text(&unit["side"]), text(&unit["name"]));
            stacks.entry(hex.to_string()).or_default().push(line);
        }
    }
    for (hex, units) in stacks {
        let _ = writeln!(out, "  {hex}  {}", units.join("; "));
    }
    out
}
