//! What must hold for every game holds for this one.

use crate::header;
use engine::laws::{Effort, check_game};
use ford::Ford;
use std::sync::Arc;

#[test]
fn random_games_keep_the_laws() {
    let game = Arc::new(Ford::new());
    let (mut combats, mut redrawn) = (0, 0);
    for seed in 0..200 {
        let played = check_game(&game, header(1), seed, Effort { every: 2, choices_max: 200 });
        let played = played.unwrap_or_else(|breach| panic!("{breach}\n{}", breach.journal.write()));
        combats += played.combats;
        redrawn += played.redrawn;
    }
    assert!(combats > 10 && redrawn > 1000, "{combats} combats, {redrawn} redrawn");
}
