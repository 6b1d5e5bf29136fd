//! `rokada tune`: the judge of a scenario, fitted to games between bots.

use super::kept::Kept;
use super::sim::bar;
use super::stop_at_ctrl_c;
use crate::arguments::TuneArgs;
use crate::cpu::cpu_time;
use crate::out::{complain, say};
use anyhow::Context;
use board::{Side, Source};
use bots::{Fitting, Manner, Plan, Players, Sample, Setting, Wants, fit};
use engine::{Log, SeededDice};
use mind::{Fit, Fits};
use shelf::Shelf;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

/// Plays the games and fits the judges of both sides.
pub fn run(shelf: &Shelf, args: &TuneArgs) -> anyhow::Result<ExitCode> {
    let [a, b] = &args.sides[..] else { anyhow::bail!("--sides names two bots, with a comma") };
    let opened = shelf.open(&args.game, &args.scenario, &BTreeMap::new())?;
    let sides = (opened.start)(&mut SeededDice::new(0), &mut Log::silent()).side_ids();
    let bots = opened.bots.by_clock(cpu_time);
    let (header, start) = (opened.header, opened.start);
    let setting = Setting { header, start, bots, places: Vec::new() };
    for bot in [a, b] {
        bots::bot_named(&setting.bots, bot, 0).map_err(anyhow::Error::msg)?;
    }
    let plan = Plan { seed: args.seed, players: Players::Mixed([a.clone(), b.clone()]) };
    let samples = samples(args, &setting, &plan)?;
    let made = format!(
        "rokada tune {} {} --games {} --sides {a},{b} --seed {}",
        args.game,
        args.scenario,
        samples.len(),
        args.seed
    );
    let judge = |side: Side| {
        let side_id = &sides[side.index()];
        fit(&samples, Fitting { scenario: &args.scenario, side, side_id, made: &made })
    };
    let fits: Vec<Fit> = Side::BOTH.into_iter().filter_map(judge).collect();
    if fits.is_empty() {
        anyhow::bail!("{} games are too few", samples.len());
    }
    for fit in &fits {
        say!("{}", told(fit));
    }
    match &args.write {
        Some(path) => write(path, &args.scenario, fits)?,
        None => fits.iter().for_each(|fit| say!("\n{fit}")),
    }
    Ok(ExitCode::SUCCESS)
}

/// The games that are kept and those that are still to be played.
fn samples(args: &TuneArgs, setting: &Setting, plan: &Plan) -> anyhow::Result<Vec<Sample>> {
    let head = serde_json::json!({
        "tune": args.sides, "game": args.game, "scenario": args.scenario, "seed": args.seed,
        "data": setting.header.data, "edition": setting.header.edition,
    });
    let mut samples: Vec<Sample> = Vec::new();
    let there = |sample| samples.push(sample);
    let mut kept = Kept::open(args.out.as_deref(), &head, "other games", there)?;
    let done = samples.len() as u64;
    let wants = Wants { journal: false, moments: true };
    let manner = Manner { threads: args.threads.unwrap_or(1), wants };
    let (stop, bar) = (stop_at_ctrl_c()?, bar(args.games, done)?);
    bots::run(setting, plan, done..args.games.max(done), manner, &stop, |game| {
        let sample = Sample::of(&game).map_err(anyhow::Error::msg)?;
        kept.add(&sample)?;
        samples.push(sample);
        bar.inc(1);
        anyhow::Ok(())
    })?;
    bar.finish_and_clear();
    if (samples.len() as u64) < args.games {
        complain!("stopped after {} games; with --out the same command resumes", samples.len());
    }
    Ok(samples)
}

/// What a judge is worth on games that it has not seen.
fn told(fit: &Fit) -> String {
    let points = |hundredths: i64| format!("{}.{:02}", hundredths / 100, hundredths % 100);
    format!(
        "{} {}: off by {} points in {} held-out games (by the margin alone {}); Brier score 0.{:03} (always the share won 0.{:03})",
        fit.scenario.get_ref(),
        fit.side.get_ref(),
        points(fit.error),
        fit.held_out,
        points(fit.error_of_margin),
        fit.brier,
        fit.brier_of_share
    )
}

/// What stands at the head of a file.
const HEAD: &str =
    "# What General's judge was fitted to. Written by `rokada tune` (docs/src/tuning.md).\n";

/// Puts the judges of a scenario into a file, in the place of those that stood there.
fn write(path: &Path, scenario: &str, fits: Vec<Fit>) -> anyhow::Result<()> {
    let named = || format!("{} cannot be used", path.display());
    let mut all = Vec::new();
    if path.exists() {
        let text = std::fs::read_to_string(path).with_context(named)?;
        all = Source::new(path, text).parse::<Fits>()?.all;
    }
    all.retain(|fit| fit.scenario.get_ref() != scenario);
    all.extend(fits);
    all.sort_by(|a, b| (&a.scenario, &a.side).cmp(&(&b.scenario, &b.side)));
    let tables: Vec<String> = all.iter().map(ToString::to_string).collect();
    std::fs::write(path, format!("{HEAD}\n{}", tables.join("\n"))).with_context(named)
}
