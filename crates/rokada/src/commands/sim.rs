//! `rokada sim`: bots play many games; what happened is counted, stored and written as a report.

use super::parse_options;
use crate::arguments::SimArgs;
use anyhow::Context;
use bots::{About, Folder, Manner, Plan, Players, Setting, Tally};
use engine::{Log, SeededDice};
use indicatif::{ProgressBar, ProgressStyle};
use shelf::{Opened, Shelf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Plays the games, prints what was found, and fails if a game did not come to its end.
pub fn run(shelf: &Shelf, args: &SimArgs) -> anyhow::Result<ExitCode> {
    let plan = plan(args)?;
    let options = parse_options(&args.options)?;
    let opened = shelf.open(&args.game, &args.scenario, &options)?;
    let digest = shelf.digest(&args.game)?;
    let sides = (opened.start)(&mut SeededDice::new(0), &mut Log::silent()).side_ids();
    let setting = setting(opened);
    let mut tally = Tally::new(&plan.players);
    let mut folder = match &args.out {
        Some(path) => Some(Folder::open(path, &setting, &plan, sides.clone(), |r| tally.add(r))?),
        None => None,
    };
    simulate(args, &setting, &plan, &mut tally, folder.as_mut())?;
    let about = About { setting: &setting, plan: &plan, sides, digest: &digest };
    match args.json {
        true => println!("{}", bots::summary_json(&about, &tally)),
        false => print!("{}", bots::summary_text(&about, &tally)),
    }
    if let Some(folder) = folder {
        let file = folder.write_report(&bots::report_html(&about, &tally))?;
        eprintln!("{}", file.display());
    }
    Ok(if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn plan(args: &SimArgs) -> anyhow::Result<Plan> {
    let players = match (&args.compare[..], &args.sides[..]) {
        ([a, b], _) => Players::Compared([a.clone(), b.clone()]),
        (_, [a, b]) => Players::Sides([a.clone(), b.clone()]),
        (_, [both]) => Players::Sides([both.clone(), both.clone()]),
        _ => Players::Sides([bots::RECRUIT; 2].map(String::from)),
    };
    let plan = Plan { seed: args.seed, players };
    for level in plan.levels() {
        bots::bot_named(level, 0).map_err(anyhow::Error::msg)?;
    }
    if !args.compare.is_empty() && !args.games.is_multiple_of(2) {
        anyhow::bail!("--compare plays pairs of games; say an even number of --games");
    }
    Ok(plan)
}

fn setting(opened: Opened) -> Setting {
    let map = &opened.map;
    let place = |p: &board::Place| (map.grid.number(p.hex), p.name.clone());
    Setting {
        places: map.places.iter().map(place).collect(),
        header: opened.header,
        start: opened.start,
    }
}

/// Plays the games that are still to be played.
fn simulate(
    args: &SimArgs,
    setting: &Setting,
    plan: &Plan,
    tally: &mut Tally,
    mut folder: Option<&mut Folder>,
) -> anyhow::Result<()> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or_else(cores);
    let manner = Manner { threads, wants_journals: args.journals };
    let from = tally.games + tally.failed;
    let bar = bar(args.games, from)?;
    let stop = stop_at_ctrl_c()?;
    bots::run(setting, plan, from..args.games, manner, &stop, |finished| {
        if let Some(folder) = &mut folder {
            folder.add(&finished)?;
        }
        tally.add(&finished.record);
        bar.inc(1);
        anyhow::Ok(())
    })?;
    bar.finish_and_clear();
    if tally.games + tally.failed < args.games {
        eprintln!("stopped; the same command goes on from here where --out is given");
    }
    Ok(())
}

fn bar(games: u64, from: u64) -> anyhow::Result<ProgressBar> {
    let bar = ProgressBar::new(games).with_position(from);
    let style = "[{bar:40}] {pos}/{len} games, {per_sec}, {eta} left";
    bar.set_style(ProgressStyle::with_template(style)?);
    bar.reset_eta();
    Ok(bar)
}

/// A switch that ctrl-C turns on: running games are finished, no further one begins. The second ctrl-C ends the
/// program at once; what is in the folder stays.
fn stop_at_ctrl_c() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let switch = Arc::clone(&stop);
    let signals = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()
        .context("ctrl-C cannot be listened to")?;
    std::thread::spawn(move || {
        signals.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                if switch.swap(true, Ordering::AcqRel) {
                    std::process::exit(130);
                }
                eprintln!(
                    "\nthe running games are played to their end; ctrl-C again stops at once"
                );
            }
        });
    });
    Ok(stop)
}
