//! `rokada laws`: many random games, each checked at every stop.

use super::parse_options;
use crate::arguments::LawsArgs;
use engine::laws::{Breach, Effort};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use shelf::{Opened, Shelf};
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Plays random games and checks the laws. A breach writes a journal and prints the command that opens it.
pub fn run(shelf: &Shelf, args: &LawsArgs) -> anyhow::Result<ExitCode> {
    let options = parse_options(&args.options)?;
    let games: Vec<String> = match &args.game {
        Some(game) => vec![game.clone()],
        None => shelf.ids().map(String::from).collect(),
    };
    let mut broken = 0;
    for game in &games {
        for scenario in shelf.scenarios(game)? {
            if args.scenario.as_ref().is_none_or(|wanted| *wanted == scenario.id) {
                let opened = shelf.open(game, &scenario.id, &options)?;
                broken += play(&opened, args)?;
            }
        }
    }
    Ok(if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn play(opened: &Opened, args: &LawsArgs) -> anyhow::Result<usize> {
    let name = format!("{} {}", opened.header.game, opened.header.scenario);
    let bar = ProgressBar::new(args.number);
    bar.set_style(ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len} {per_sec} {eta}")?);
    bar.set_message(name.clone());
    let seeds: Vec<u64> = (args.seed..args.seed + args.number).collect();
    let results: Vec<_> = seeds
        .into_par_iter()
        .map(|seed| {
            let played = opened.check_laws(seed, Effort::default());
            bar.inc(1);
            // The journals of thousands of games would fill the memory.
            (seed, played.map(|p| (p.outcome, p.choices, p.combats)))
        })
        .collect();
    bar.finish_and_clear();
    let mut outcomes: BTreeMap<String, u32> = BTreeMap::new();
    let (mut choices, mut combats, mut broken) = (0, 0, 0);
    for (seed, result) in results {
        match result {
            Ok((outcome, made, rolled)) => {
                *outcomes.entry(outcome).or_default() += 1;
                choices += made;
                combats += rolled;
            }
            Err(breach) => {
                broken += 1;
                report(&name, seed, &breach)?;
            }
        }
    }
    println!(
        "{name}: {} games, {choices} choices, {combats} combats, {broken} broken",
        args.number
    );
    for (outcome, n) in outcomes {
        println!("    {outcome}: {n}");
    }
    Ok(broken)
}

fn report(name: &str, seed: u64, breach: &Breach) -> anyhow::Result<()> {
    let file = format!("breach-{}-{seed}.journal", name.replace(' ', "-"));
    std::fs::write(&file, breach.journal.write())?;
    println!("{name}, seed {seed}: {breach}");
    println!("    rokada show {file}");
    Ok(())
}
