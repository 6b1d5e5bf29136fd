//! `rokada match`: two bots against each other, in pairs of games with the same seed and swapped sides.

use super::kept::Kept;
use super::{parse_options, stop_at_ctrl_c};
use crate::arguments::MatchArgs;
use crate::cpu::cpu_time;
use crate::out::{complain, say};
use bots::{Duel, Finished, Manner, Pair, Plan, Players, Setting, Wants};
use engine::{Log, SeededDice};
use shelf::Shelf;
use std::process::ExitCode;

/// Plays the pairs and prints what was found after each.
pub fn run(shelf: &Shelf, args: &MatchArgs) -> anyhow::Result<ExitCode> {
    let opened = shelf.open(&args.game, &args.scenario, &parse_options(&args.options)?)?;
    let sides = (opened.start)(&mut SeededDice::new(0), &mut Log::silent()).side_ids();
    let setting = Setting {
        header: opened.header,
        start: opened.start,
        bots: opened.bots.by_clock(cpu_time),
        places: Vec::new(),
    };
    let bots = [args.first.clone(), args.second.clone()];
    for bot in &bots {
        bots::bot_named(&setting.bots, bot, 0).map_err(anyhow::Error::msg)?;
    }
    let plan = Plan { seed: args.seed, players: Players::Compared(bots) };
    let mut duel = Duel::default();
    let mut kept = kept(args, &setting, &mut duel)?;
    let stop = stop_at_ctrl_c()?;
    let threads = args.threads.unwrap_or(1);
    let manner = Manner { threads, wants: Wants::default() };
    let (from, to) = (duel.len() as u64 * 2, args.pairs * 2);
    let mut first: Option<Finished> = None;
    let settled = |duel: &Duel| args.until.is_some_and(|c| duel.is_settled(c).is_some());
    if !settled(&duel) {
        bots::run(&setting, &plan, from..to.max(from), manner, &stop, |game| {
            let Some(before) = first.take() else {
                first = Some(game);
                return anyhow::Ok(());
            };
            let pair = Pair::of(&[before, game]).map_err(anyhow::Error::msg)?;
            kept.add(&pair)?;
            complain!("pair {}: {}", duel.len() + 1, outcome(&pair, &sides));
            duel.add(pair);
            if settled(&duel) {
                stop.store(true, std::sync::atomic::Ordering::Release);
            }
            Ok(())
        })?;
    }
    let (game, scenario) = (&args.game, &args.scenario);
    say!("{} against {}, {game} {scenario}, seed {}", args.first, args.second, args.seed);
    print!("{}", duel.text([&args.first, &args.second], &sides));
    if let Some(good) = args.until.and_then(|c| duel.is_settled(c)) {
        let verdict =
            if good { "wins four pairs of five" } else { "does not win four pairs of five" };
        say!("settled: {} {verdict}", args.first);
    }
    Ok(ExitCode::SUCCESS)
}

/// How a pair went for the first bot.
fn outcome(pair: &Pair, sides: &[String; 2]) -> String {
    let word = |score: u8| ["lost", "drawn", "won"][usize::from(score.min(2))];
    let game = |i: usize| {
        let margin = pair.margins[i] as f64 / 100.0;
        let (side, class, turns) = (&sides[i], &pair.outcomes[i], pair.turns[i]);
        format!("{} as {side} ({class}, turn {turns}, margin {margin:+.1})", word(pair.scores[i]))
    };
    format!("{}: {}, {}", word(pair.score()), game(0), game(1))
}

/// The file of the pairs; those that are there are added.
fn kept(args: &MatchArgs, setting: &Setting, duel: &mut Duel) -> anyhow::Result<Kept> {
    let head = serde_json::json!({
        "match": [args.first, args.second], "game": args.game, "scenario": args.scenario,
        "options": args.options, "seed": args.seed, "data": setting.header.data,
        "edition": setting.header.edition,
    });
    Kept::open(args.out.as_deref(), &head, "another match", |pair: Pair| duel.add(pair))
}
