//! Plays whole games by lot on one thread and prints choices a second:
//! `lot GAME SCENARIO [FIRST SEED] [LAST SEED]`.
//!
//! The choice is drawn by its number, so that no list is built. Under callgrind it gives the instructions of a game;
//! the hash over the last states tells two programs apart that play differently.

use battle_of_moscow::BattleOfMoscow;
use engine::{Game, Log, Seated, SeededDice, Table};
use last_stand::LastStand;
use shelf::Shelf;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use wb95::{Classic, Wb95};

/// What was played.
#[derive(Default)]
struct Played {
    choices: u64,
    time: Duration,
    hash: u64,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, scenario] = [0, 1].map(|i| args.get(i).expect("a game and a scenario").as_str());
    let number = |i: usize| args.get(i).map(|n| n.parse::<u64>().expect("a seed is a number"));
    let first = number(2).unwrap_or(1);
    let last = number(3).unwrap_or(first);
    let opened =
        Shelf::builtin().open(game, scenario, &BTreeMap::new()).expect("it is on the shelf");
    let mut played = Played::default();
    for seed in first..=last {
        let table = (opened.start)(&mut SeededDice::new(seed), &mut Log::silent());
        let table = &*table;
        let known = play::<BattleOfMoscow>(table, seed, &mut played)
            || play::<LastStand>(table, seed, &mut played)
            || play::<Wb95<Classic>>(table, seed, &mut played)
            || play::<ww3::Game>(table, seed, &mut played);
        assert!(known, "{game} belongs to no system that is known here");
    }
    let speed = played.choices as f64 / played.time.as_secs_f64();
    println!(
        "{game} {scenario} {first}..={last}: {} choices, {speed:.0} choices/s, hash {:016x}",
        played.choices, played.hash
    );
}

/// Plays a game to its end, if it is one of this system.
fn play<G: Game>(table: &dyn Table, seed: u64, played: &mut Played) -> bool {
    let Some(table) = table.any().downcast_ref::<Seated<G>>() else { return false };
    let mut table = table.clone();
    let (mut dice, mut log) = (SeededDice::new(seed), Log::silent());
    let begun = Instant::now();
    let mut made = 0;
    while table.decider().is_some() {
        let choices = table.at_desk().choices;
        let drawn = mind::derive(seed, made) as usize % choices.len();
        let choice = choices.nth(drawn).expect("it was drawn from so many");
        table.choose(choice, &mut dice, &mut log);
        made += 1;
    }
    played.time += begun.elapsed();
    played.choices += made;
    played.hash ^= table.hash().rotate_left(seed as u32 % 64);
    true
}
