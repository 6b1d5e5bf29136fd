//! `rokada laws`: many random games, each checked at every stop.

use super::{parse_options, stop_at_ctrl_c};
use crate::arguments::LawsArgs;
use crate::out::say;
use engine::laws::{Breach, Effort, Played};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use shelf::{Opened, Shelf};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Plays random games and checks the laws. A breach writes a journal and prints the command that opens it.
pub fn run(shelf: &Shelf, args: &LawsArgs) -> anyhow::Result<ExitCode> {
    let options = parse_options(&args.options)?;
    let games: Vec<String> = match &args.game {
        Some(game) => vec![game.clone()],
        None => shelf.ids().map(String::from).collect(),
    };
    let stop = stop_at_ctrl_c()?;
    let mut broken = 0;
    for game in &games {
        if args.campaign {
            let chain = shelf.campaign(game, &options)?;
            if !chain.is_empty() {
                broken += tell(game, args, &stop, |seed| campaign(&chain, seed, effort(args)))?;
            }
            continue;
        }
        for scenario in shelf.scenarios(game)? {
            if args.scenario.as_ref().is_none_or(|wanted| *wanted == scenario.id) {
                let opened = shelf.open(game, &scenario.id, &options)?;
                broken += play(&opened, args, &stop)?;
            }
        }
    }
    Ok(if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn effort(args: &LawsArgs) -> Effort {
    Effort { every: args.every, ..Effort::default() }
}

fn play(opened: &Opened, args: &LawsArgs, stop: &AtomicBool) -> anyhow::Result<usize> {
    let name = format!("{} {}", opened.header.game, opened.header.scenario);
    tell(&name, args, stop, |seed| opened.check_laws(seed, effort(args)).map(|p| vec![p]))
}

/// A whole campaign: every scenario begins from the end of the journal before it.
fn campaign(chain: &[Opened], seed: u64, effort: Effort) -> Result<Vec<Played>, Box<Breach>> {
    let mut all: Vec<Played> = Vec::new();
    let mut end = String::new();
    for scenario in chain {
        let opened = match all.last() {
            None => scenario.clone(),
            Some(before) => scenario.carried_on(&end).map_err(|why| {
                Box::new(Breach { message: why.to_string(), journal: before.journal.clone() })
            })?,
        };
        let played = opened.check_laws(seed, effort)?;
        end = opened.end_of(&played.journal);
        all.push(played);
    }
    Ok(all)
}

/// Plays all seeds and says how it went: one game for each seed, or the games of a campaign. Once stopped, the running games
/// are played to their end and those not begun are left out.
fn tell(
    name: &str,
    args: &LawsArgs,
    stop: &AtomicBool,
    play: impl Fn(u64) -> Result<Vec<Played>, Box<Breach>> + Sync,
) -> anyhow::Result<usize> {
    let bar = ProgressBar::new(args.number);
    bar.set_style(ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len} {per_sec} {eta}")?);
    bar.set_message(name.to_string());
    let seeds: Vec<u64> = (args.seed..args.seed + args.number).collect();
    let results: Vec<_> = seeds
        .into_par_iter()
        .filter(|_| !stop.load(Ordering::Relaxed))
        .map(|seed| {
            let played = play(seed);
            bar.inc(1);
            (seed, played.map(|games| sums(&games)))
        })
        .collect();
    bar.finish_and_clear();
    let games = results.len();
    let mut outcomes: BTreeMap<String, u32> = BTreeMap::new();
    let (mut choices, mut combats, mut redrawn, mut broken) = (0, 0, 0, 0);
    for (seed, result) in results {
        match result {
            Ok(sums) => {
                *outcomes.entry(sums.outcome).or_default() += 1;
                choices += sums.choices;
                combats += sums.combats;
                redrawn += sums.redrawn;
            }
            Err(breach) => {
                broken += 1;
                report(name, seed, &breach)?;
            }
        }
    }
    let what = if args.campaign { "campaigns" } else { "games" };
    let counted = format!("{choices} choices, {combats} combats, {redrawn} hidden states redrawn");
    say!("{name}: {games} {what}, {counted}, {broken} broken");
    for (outcome, n) in outcomes {
        say!("    {outcome}: {n}");
    }
    Ok(broken)
}

/// What is counted of the games of a seed; their journals would fill the memory.
struct Sums {
    outcome: String,
    choices: u64,
    combats: u32,
    redrawn: u32,
}

fn sums(games: &[Played]) -> Sums {
    Sums {
        outcome: games.last().map(|p| p.outcome.clone()).unwrap_or_default(),
        choices: games.iter().map(|p| p.choices).sum(),
        combats: games.iter().map(|p| p.combats).sum(),
        redrawn: games.iter().map(|p| p.redrawn).sum(),
    }
}

fn report(name: &str, seed: u64, breach: &Breach) -> anyhow::Result<()> {
    let file = format!("breach-{}-{seed}.journal", name.replace(' ', "-"));
    std::fs::write(&file, breach.journal.write())?;
    say!("{name}, seed {seed}: {breach}");
    say!("    rokada show {file}");
    Ok(())
}
