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
