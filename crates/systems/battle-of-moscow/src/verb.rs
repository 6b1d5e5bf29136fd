//! The buttons of the game.

use crate::state::ReplacementSource;
use engine::Choice;

engine::verbs! {
    /// Ends the step.
    DONE = "done" primary;
    /// Sets up all that wait where history put them.
    SUGGESTED = "suggested" primary;
    /// Rides by rail.
    RAIL = "rail";
    /// Declares the battle in hand.
    DECLARE = "declare" primary;
    /// Throws the die.
    ROLL = "roll" primary;
    /// Drops paratroops.
    DROP = "drop";
    /// Pays from, stores from or loses from the east edge.
    EAST = "east";
    /// The same with Moscow.
    MOSCOW = "moscow";
    /// The same with Voronezh.
    VORONEZH = "voronezh";
    /// The same with Leningrad.
    LENINGRAD = "leningrad";
    /// Pays with replacement counters.
    COUNTERS = "counters";
    /// Plays on.
    CONTINUE = "continue";
    /// Ends the game.
    END_GAME = "end-game";
}

/// The button of a replacement source, and back.
pub const SOURCE_BUTTONS: [(Choice, ReplacementSource); 5] = [
    (EAST, ReplacementSource::East),
    (MOSCOW, ReplacementSource::Moscow),
    (VORONEZH, ReplacementSource::Voronezh),
    (LENINGRAD, ReplacementSource::Leningrad),
    (COUNTERS, ReplacementSource::Counters),
];

/// The replacement source of a button.
pub fn source_of(choice: Choice) -> Option<ReplacementSource> {
    SOURCE_BUTTONS.iter().find(|(c, _)| *c == choice).map(|(_, p)| *p)
}
