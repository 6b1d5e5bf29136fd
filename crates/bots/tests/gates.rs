//! What a choice may cost, counted and not timed: allocations and searches, by lot, in every scenario.
//!
//! The bounds are what was counted, rounded up a little. A change that needs less should lower them; one that needs more should say why.

use engine::{Log, SeededDice, Table};
use shelf::Shelf;
use std::collections::BTreeMap;

/// The most that a choice may cost on the mean in any scenario of a game, in hundredths.
struct Gate {
    game: &'static str,
    allocations: u64,
    searches: u64,
}

const fn gate(game: &'static str, allocations: u64, searches: u64) -> Gate {
    Gate { game, allocations, searches }
}

const GATES: [Gate; 5] = [
    gate("battle-of-moscow", 100, 90),
    gate("last-stand", 290, 75),
    gate("moscow-1941", 125, 70),
    gate("kursk-1943", 160, 55),
    gate("borodino-2025", 240, 55),
];

/// What was counted.
#[derive(Clone, Copy, Default)]
struct Counted {
    choices: u64,
    allocations: u64,
    searches: u64,
}

#[test]
fn a_choice_costs_no_more_allocations_and_searches_than_its_bound() {
    let shelf = Shelf::builtin();
    let mut beyond = Vec::new();
    for game in shelf.ids() {
        let gate = GATES.iter().find(|gate| gate.game == game).expect("every game has its bounds");
        for scenario in shelf.scenarios(game).expect("a game has scenarios") {
            let counted = play(&shelf, game, &scenario.id);
            let mean = |n: u64| n * 100 / counted.choices.max(1);
            let (allocations, searches) = (mean(counted.allocations), mean(counted.searches));
            let said = format!(
                "{game} {}: in 100 choices {allocations} allocations, at most {}; {searches} searches, at most {}",
                scenario.id, gate.allocations, gate.searches
            );
            println!("{said}");
            if allocations > gate.allocations || searches > gate.searches {
                beyond.push(said);
            }
        }
    }
    assert!(beyond.is_empty(), "{}", beyond.join("\n"));
}

/// Plays a game by lot twice: the first time only gives room to what is kept for good.
fn play(shelf: &Shelf, game: &str, scenario: &str) -> Counted {
    let opened = shelf.open(game, scenario, &BTreeMap::new()).expect("it is on the shelf");
    let start = || (opened.start)(&mut SeededDice::new(1), &mut Log::silent());
    play_on(start(), 1);
    let table = start();
    let mut counted = Counted::default();
    let before = hex::searches();
    let allocated = allocation_counter::measure(|| counted.choices = play_on(table, 1));
    counted.allocations = allocated.count_total;
    counted.searches = hex::searches() - before;
    counted
}

/// Plays a table to its end by lot; the number of choices.
fn play_on(mut table: Box<dyn Table>, seed: u64) -> u64 {
    let (mut dice, mut log, mut all) = (SeededDice::new(seed), Log::silent(), Vec::new());
    let mut made = 0;
    while table.decider().is_some() {
        all.clear();
        table.choices(&mut all);
        let drawn = mind::derive(seed, made) as usize % all.len();
        table.choose(all[drawn], &mut dice, &mut log);
        made += 1;
    }
    made
}
