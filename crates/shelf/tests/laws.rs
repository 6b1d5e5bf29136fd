//! The laws that every game must obey, under seeded random play of every scenario.
#![allow(clippy::unwrap_used)]

use engine::laws::Effort;
use shelf::Shelf;

/// A few games of every scenario; the long run is `rokada laws`.
#[test]
fn every_scenario_obeys_the_laws_in_random_games() {
    let shelf = Shelf::builtin();
    for game in shelf.ids().collect::<Vec<_>>() {
        for scenario in shelf.scenarios(game).unwrap() {
            let opened = shelf.open(game, &scenario.id, &Default::default()).unwrap();
            for seed in 1..=3 {
                let played = opened.check_laws(seed, Effort::default());
                if let Err(breach) = played {
                    panic!("{game} {} seed {seed}: {breach}", scenario.id);
                }
            }
        }
    }
}
