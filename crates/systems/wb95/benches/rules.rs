//! What the rules of Moscow 1941 cost, in the scenario Typhoon at the first German Movement Phase.
//!
//! Printed are the median times of one movement range, of the supply of a whole army, of all choices of the Movement
//! Phase (every unit picked up once), of a copy of the state and of a random game, and the ratios that matter: supply
//! over range (at most ten is wanted). Without `--bench` (as under `cargo test`) one round is run.

use board::{DiskFolder, Side, UnitId};
use engine::{Choice, Game, Log, SeededDice};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use std::hint::black_box;
use std::time::{Duration, Instant};
use wb95::{Classic, Phase, Stage};

type Wb95 = wb95::Wb95<Classic>;
type State = wb95::State<Classic>;

fn main() {
    let rounds = if std::env::args().any(|a| a == "--bench") { 41 } else { 1 };
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../games/moscow-1941");
    let options = [(String::from("masking"), String::from("off"))].into();
    let game = Wb95::load(&DiskFolder(root.into()), "typhoon", &options).expect("the game loads");
    let state = first_movement(&game);
    let units: Vec<UnitId> = game
        .units_of(&state, Side::A)
        .map(|(u, _)| u)
        .filter(|&u| game.may_pick(&state, u).is_ok())
        .collect();

    let range = median(rounds, || {
        for &unit in &units {
            let at = state.position.hex(unit).expect("on the map");
            black_box(game.destinations(&state, unit, at, game.fresh(&state, unit)));
        }
    }) / units.len() as u32;
    let supply = median(rounds, || {
        black_box(game.supply_map(&state, Side::A));
    });
    let choices = median(rounds.min(5), || {
        let mut all = Vec::new();
        for &unit in &units {
            let mut picked = state.clone();
            game.make(&mut picked, Choice::Unit(unit), &mut SeededDice::new(1), &mut Log::silent());
            all.clear();
            game.choices(&picked, &mut all);
            black_box(&all);
        }
    });
    let copy = median(rounds, || {
        black_box(state.clone());
    });
    let mut seed = 0;
    let random = median(rounds.min(9), || {
        seed += 1;
        black_box(random_game(&game, seed));
    });
    println!("one movement range            {range:>12.2?}  ({} units)", units.len());
    println!("supply of the German army     {supply:>12.2?}");
    println!(
        "supply / movement range       {:>12.2}  (at most 10 is wanted)",
        ratio(supply, range)
    );
    println!("all choices of the phase      {choices:>12.2?}");
    println!("a copy of the state           {copy:>12.2?}");
    println!("a random game                 {random:>12.2?}");
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

fn median(rounds: usize, mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2]
}

/// The first German Movement Phase with the usual set-up.
fn first_movement(game: &Wb95) -> State {
    let (mut dice, mut log) = (SeededDice::new(1941), Log::silent());
    let mut state = game.start(&mut dice, &mut log);
    while state.phase != Phase::Movement || !matches!(state.stage(), Some(Stage::Movement(_))) {
        let mut all = Vec::new();
        game.choices(&state, &mut all);
        // The last choice is a button: the usual set-up, then "done".
        let choice = *all.last().expect("a legal choice");
        game.make(&mut state, choice, &mut dice, &mut log);
    }
    state
}

/// Plays one game by random choices; how many were made.
fn random_game(game: &Wb95, seed: u64) -> u32 {
    let (mut dice, mut log) = (SeededDice::new(seed), Log::silent());
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut state = game.start(&mut dice, &mut log);
    let mut all = Vec::new();
    let mut made = 0;
    while game.decider(&state).is_some() {
        all.clear();
        game.choices(&state, &mut all);
        let verbs: Vec<Choice> =
            all.iter().copied().filter(|c| matches!(c, Choice::Verb(_))).collect();
        let from =
            if !verbs.is_empty() && rng.next_u32().is_multiple_of(12) { &verbs } else { &all };
        let choice = from[rng.next_u32() as usize % from.len()];
        game.make(&mut state, choice, &mut dice, &mut log);
        made += 1;
    }
    made
}
