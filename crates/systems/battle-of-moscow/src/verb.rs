//! The buttons of the game.

use engine::{Choice, Verb};

/// The names of the verbs, in the order of their numbers.
pub const VERBS: &[&str] = &[
    "done",
    "suggested",
    "rail",
    "declare",
    "roll",
    "drop",
    "east",
    "moscow",
    "voronezh",
    "leningrad",
    "counters",
    "continue",
    "end-game",
];

const fn verb(number: u16) -> Choice {
    Choice::Verb(Verb(number))
}

/// Ends the step.
pub const DONE: Choice = verb(0);
/// Sets up all that wait where history put them.
pub const SUGGESTED: Choice = verb(1);
/// Rides by rail.
pub const RAIL: Choice = verb(2);
/// Declares the battle in hand.
pub const DECLARE: Choice = verb(3);
/// Throws the die.
pub const ROLL: Choice = verb(4);
/// Drops paratroops.
pub const DROP: Choice = verb(5);
/// Pays from, stores from or loses from the east edge.
pub const EAST: Choice = verb(6);
/// The same with Moscow.
pub const MOSCOW: Choice = verb(7);
/// The same with Voronezh.
pub const VORONEZH: Choice = verb(8);
/// The same with Leningrad.
pub const LENINGRAD: Choice = verb(9);
/// Pays with replacement counters.
pub const COUNTERS: Choice = verb(10);
/// Plays on.
pub const CONTINUE: Choice = verb(11);
/// Ends the game.
pub const END_GAME: Choice = verb(12);

/// The button of a replacement source, and back.
pub const PURSES: [(Choice, crate::state::Purse); 5] = [
    (EAST, crate::state::Purse::East),
    (MOSCOW, crate::state::Purse::Moscow),
    (VORONEZH, crate::state::Purse::Voronezh),
    (LENINGRAD, crate::state::Purse::Leningrad),
    (COUNTERS, crate::state::Purse::Counters),
];
