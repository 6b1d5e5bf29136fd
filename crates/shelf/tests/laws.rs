//! The laws that every game must obey, under seeded random play of every scenario.
#![allow(clippy::unwrap_used)]

mod common;

use common::for_every_scenario;
use engine::laws::Effort;

/// Two games of every scenario; the long run is `rokada laws`.
#[test]
fn every_scenario_obeys_the_laws_in_random_games() {
    for_every_scenario(|shelf, game, scenario| {
        let opened = shelf.open(game, scenario, &Default::default()).unwrap();
        for seed in 1..=2 {
            if let Err(breach) = opened.check_laws(seed, Effort::default()) {
                panic!("{game} {scenario} seed {seed}: {breach}");
            }
        }
    });
}

/// Games that once broke a law, each with what it was.
#[test]
fn games_that_once_broke_a_law_keep_it() {
    let shelf = shelf::Shelf::builtin();
    // The defender was told which of the attacker's masked units must still attack.
    for (game, scenario, seed) in [("moscow-1941", "typhoon", 1131), ("kursk-1943", "kursk", 1080)]
    {
        let opened = shelf.open(game, scenario, &Default::default()).unwrap();
        if let Err(breach) = opened.check_laws(seed, Effort::default()) {
            panic!("{game} {scenario} seed {seed}: {breach}");
        }
    }
}
