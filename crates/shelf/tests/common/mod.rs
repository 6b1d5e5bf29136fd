//! Every scenario of every game, on all cores.

use shelf::Shelf;
use std::sync::Mutex;

/// Does something with every scenario of the shelf: the id of the game and of the scenario. A panic in one fails the test.
pub fn for_every_scenario(work: impl Fn(&Shelf, &str, &str) + Sync) {
    let shelf = Shelf::builtin();
    let mut jobs = Vec::new();
    for game in shelf.ids() {
        let scenarios = shelf.scenarios(game).expect("the scenarios of a game can be read");
        jobs.extend(scenarios.into_iter().map(|s| (game.to_string(), s.id)));
    }
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().ok()?.pop();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some((game, scenario)) = next() {
                    work(&shelf, &game, &scenario);
                }
            });
        }
    });
}
