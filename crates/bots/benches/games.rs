//! What games cost that bots play: for every scenario choices a second and whole games a second by lot, the length that 99 of 100
//! lists of choices do not exceed; how many of them a simulation with recruits makes in the time in which the bare loop makes one;
//! what a list of choices, a view and an imagined table cost, as ratios to a copy of the table; a turn of both Captains, with a hash
//! over its choices that tells two programs apart that choose differently.
//!
//! Without `--bench` (as under `cargo test`) one short round is run.

use bots::{Order, Setting, Wants};
use engine::{Log, SeededDice, Table, Viewer};
use mind::{Bot, Bots, CAPTAIN, Imagined, Recruit};
use shelf::Shelf;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// So many turns of Captain are measured.
const TURNS: u16 = 3;

fn main() {
    let is_bench = std::env::args().any(|a| a == "--bench");
    let (games, rounds) = if is_bench { (5, 2000) } else { (0, 1) };
    let shelf = Shelf::builtin();
    println!(
        "scenario | choices/s | games/s | simulation | 99 % of lists | copy | list | view | imagine | Captain's turn | its choices"
    );
    for (game, scenario) in scenarios(&shelf) {
        let opened = shelf.open(&game, &scenario, &BTreeMap::new()).expect("it is on the shelf");
        let start = |seed: u64| (opened.start)(&mut SeededDice::new(seed), &mut Log::silent());
        let lots = by_lot(&start, games);
        let setting = Setting {
            header: opened.header.clone(),
            start: Arc::clone(&opened.start),
            bots: opened.bots.clone(),
            places: Vec::new(),
        };
        let simulated = simulated(&setting, games) / lots.choices_a_second.max(1e-9);
        let table = midway(start(1));
        let side = table.decider().unwrap_or(board::Side::A);
        let copy = time(rounds, || drop(black_box(table.boxed())));
        let mut all = Vec::new();
        let list = time(rounds / 20 + 1, || {
            all.clear();
            table.choices(&mut all);
        });
        let view = time(rounds / 20 + 1, || drop(black_box(table.shown(Viewer::Player(side)))));
        let imagine =
            time(rounds / 20 + 1, || drop(black_box(table.imagine(Viewer::Player(side), 1))));
        let (turn, chosen) =
            if is_bench { captain_turn(start(1), &opened.bots) } else { (Duration::ZERO, 0) };
        println!(
            "{game} {scenario} | {:.0} | {:.2} | {simulated:.2} | {} | {copy:.2?} | {:.1} | {:.1} | {:.1} ({imagine:.1?}) | {turn:.2?} | {chosen:016x}",
            lots.choices_a_second,
            lots.games_a_second,
            lots.longest,
            ratio(list, copy),
            ratio(view, copy),
            ratio(imagine, copy),
        );
    }
}

fn scenarios(shelf: &Shelf) -> Vec<(String, String)> {
    let of = |id: &str| {
        let found = shelf.scenarios(id).unwrap_or_default();
        found.into_iter().map(|s| (id.to_string(), s.id)).collect::<Vec<_>>()
    };
    shelf.ids().flat_map(of).collect()
}

struct Lots {
    choices_a_second: f64,
    games_a_second: f64,
    /// The number of legal choices that 99 of 100 decisions do not exceed.
    longest: usize,
}

/// Whole games by lot.
fn by_lot(start: &dyn Fn(u64) -> Box<dyn Table>, games: u64) -> Lots {
    let (mut made, mut lengths) = (0_u64, Vec::new());
    let begun = Instant::now();
    for seed in 1..=games {
        let mut table = start(seed);
        let (mut dice, mut log) = (SeededDice::new(seed), Log::silent());
        let mut all = Vec::new();
        while table.decider().is_some() {
            all.clear();
            table.choices(&mut all);
            lengths.push(all.len());
            let drawn = mind::derive(seed, made) as usize % all.len();
            table.choose(all[drawn], &mut dice, &mut log);
            made += 1;
        }
    }
    let seconds = begun.elapsed().as_secs_f64().max(1e-9);
    lengths.sort_unstable();
    let longest = lengths.get(lengths.len() * 99 / 100).copied().unwrap_or(0);
    let (choices_a_second, games_a_second) = (made as f64 / seconds, games as f64 / seconds);
    Lots { choices_a_second, games_a_second, longest }
}

/// Choices a second of a simulation with recruits on both sides.
fn simulated(setting: &Setting, games: u64) -> f64 {
    let begun = Instant::now();
    let bots = [mind::RECRUIT; 2].map(String::from);
    let order = |seed| Order { n: seed, seed, bots: bots.clone() };
    let choices =
        (1..=games).map(|seed| bots::play(setting, &order(seed), Wants::default()).record.choices);
    choices.sum::<u64>() as f64 / begun.elapsed().as_secs_f64().max(1e-9)
}

/// Asks a bot and makes its choice; whether there was one to make.
fn ask(table: &mut dyn Table, bot: &mut dyn Bot, dice: &mut SeededDice, seed: u64) -> bool {
    let Some(side) = table.decider() else { return false };
    let imagined = Imagined::of(table, side, seed);
    let choice = bot.choose(&imagined, &AtomicBool::new(false));
    let read = table.read_choice(&imagined.write_choice(choice));
    let Some(choice) = read.ok().filter(|&c| table.why_not(c).is_none()) else { return false };
    table.choose(choice, dice, &mut Log::silent());
    true
}

/// The table after some choices by lot, in the midst of the first turns.
fn midway(mut table: Box<dyn Table>) -> Box<dyn Table> {
    let (mut recruit, mut dice) = (Recruit::new(1), SeededDice::new(1));
    for seed in 0..400 {
        if !ask(&mut *table, &mut recruit, &mut dice, seed) {
            break;
        }
    }
    table
}

/// The time of a game turn, both sides Captain, over the first turns, and the hash of where they lead.
fn captain_turn(mut table: Box<dyn Table>, bots: &Bots) -> (Duration, u64) {
    let captain = || bots.bot(CAPTAIN, 0).expect("every game of the shelf has a captain");
    let (mut captains, mut dice) = ([captain(), captain()], SeededDice::new(1));
    let end = table.turn().max(1) + TURNS;
    let begun = Instant::now();
    for seed in 0.. {
        let Some(side) = table.decider().filter(|_| table.turn() < end) else { break };
        if !ask(&mut *table, &mut *captains[side.index()], &mut dice, seed) {
            break;
        }
    }
    (begun.elapsed() / u32::from(TURNS), table.hash())
}

fn time(rounds: usize, mut work: impl FnMut()) -> Duration {
    let begun = Instant::now();
    (0..rounds).for_each(|_| work());
    begun.elapsed() / rounds.max(1) as u32
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64().max(1e-12)
}
