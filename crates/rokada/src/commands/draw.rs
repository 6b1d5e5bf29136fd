//! `rokada map`, `rokada counters` and `rokada show --picture`: pictures.

use crate::arguments::{CountersArgs, MapArgs, ShowArgs};
use crate::out::say;
use anyhow::Context;
use art::{SheetOptions, Theme, TurnBox};
use board::{Face, Map};
use engine::{FixedDice, Log, Table, Viewer};
use serde_json::Value;
use shelf::{Opened, Shelf};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

/// Draws a map.
pub fn map(shelf: &Shelf, args: &MapArgs) -> anyhow::Result<ExitCode> {
    let map = shelf.map(&args.game)?;
    let mut options = SheetOptions {
        theme: if args.dark { Theme::Dark } else { Theme::Light },
        title: map.title.clone(),
        ..SheetOptions::default()
    };
    let svg = match &args.scenario {
        None => art::sheet_svg(&map, &options),
        Some(scenario) => {
            let info = shelf.scenario(&args.game, scenario)?;
            let opened = shelf.open(&args.game, scenario, &Default::default())?;
            options.subtitle = info.title;
            options.turns = (1..=info.last_turn).map(turn_box).collect();
            // A scenario may be played on one sheet of two.
            let stacks = stacks(&opened.map, &*set_up(&opened), Viewer::Referee);
            art::scene(&opened.map, &stacks, &options)
        }
    };
    write(&args.output, &svg, args.width)
}

/// Draws a position of a journal, or a part of it.
pub fn position(
    opened: &Opened,
    table: &dyn Table,
    viewer: Viewer,
    args: &ShowArgs,
    file: &Path,
) -> anyhow::Result<()> {
    let map = &opened.map;
    let hex = |n: &String| map.grid.parse(n).map_err(|e| anyhow::anyhow!("--around {n}: {e}"));
    let around = args.around.iter().map(hex).collect::<anyhow::Result<Vec<_>>>()?;
    let theme = if args.dark { Theme::Dark } else { Theme::Light };
    let svg = art::detail(map, &stacks(map, table, viewer), &around, 2.0, theme);
    write(file, &svg, args.width).map(|_| ())
}

fn turn_box(n: u16) -> TurnBox {
    TurnBox { number: n.to_string(), day: String::new(), month: String::new() }
}

/// The table after both sides have taken the suggested set-up.
fn set_up(opened: &Opened) -> Box<dyn Table> {
    let (mut dice, mut log) = (FixedDice::default(), Log::silent());
    let mut table = (opened.start)(&mut dice, &mut log);
    while let Ok(choice) = table.read_choice("verb suggested") {
        if table.why_not(choice).is_some() {
            break;
        }
        table.choose(choice, &mut dice, &mut log);
    }
    table
}

fn face(unit: &Value) -> Option<Face> {
    serde_json::from_value(unit["face"].clone()).ok()
}

/// The faces on each hex, the top one first.
fn stacks(map: &Map, table: &dyn Table, viewer: Viewer) -> Vec<(hex::HexId, Vec<Face>)> {
    let view = table.view(viewer);
    let mut stacks: BTreeMap<hex::HexId, Vec<(u64, Face)>> = BTreeMap::new();
    for unit in view["units"].as_array().into_iter().flatten() {
        let hex = unit["hex"].as_str().and_then(|n| map.grid.parse(n).ok());
        if let (Some(hex), Some(face)) = (hex, face(unit)) {
            stacks.entry(hex).or_default().push((unit["level"].as_u64().unwrap_or(0), face));
        }
    }
    stacks
        .into_iter()
        .map(|(hex, mut faces)| {
            faces.sort_by(|a, b| b.cmp(a));
            (hex, faces.into_iter().map(|(_, face)| face).collect())
        })
        .collect()
}

/// Draws the counters of a game: those on the map and those beside it, of all its scenarios.
pub fn counters(shelf: &Shelf, args: &CountersArgs) -> anyhow::Result<ExitCode> {
    let info = shelf.info(&args.game)?;
    let mut groups: BTreeMap<String, Vec<Face>> = BTreeMap::new();
    let mut drawn: BTreeSet<String> = BTreeSet::new();
    for scenario in &info.scenarios {
        let opened = shelf.open(&args.game, scenario, &Default::default())?;
        let (mut dice, mut log) = (FixedDice::default(), Log::silent());
        let view = (opened.start)(&mut dice, &mut log).view(Viewer::Referee);
        let boxes = view["boxes"].as_array().into_iter().flatten();
        let beside = boxes.flat_map(|b| b["units"].as_array().into_iter().flatten());
        for unit in view["units"].as_array().into_iter().flatten().chain(beside) {
            let side = unit["side"].as_str().unwrap_or_default().to_string();
            if drawn.insert(unit["unit"].to_string()) {
                groups.entry(side).or_default().extend(face(unit));
            }
        }
    }
    let groups: Vec<(String, Vec<Face>)> = groups.into_iter().collect();
    write(&args.output, &art::counters_sheet(&info.title, &groups, 16), args.width)
}

fn write(path: &Path, svg: &str, width: u32) -> anyhow::Result<ExitCode> {
    let bytes = match path.extension().and_then(|e| e.to_str()) {
        Some("svg") => svg.as_bytes().to_vec(),
        Some("png") => art::png(svg, width)?,
        _ => anyhow::bail!("{}: expected a file ending in .svg or .png", path.display()),
    };
    std::fs::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))?;
    say!("{}", path.display());
    Ok(ExitCode::SUCCESS)
}
