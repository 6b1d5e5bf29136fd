//! The buttons of the game.

use engine::{Choice, Verb};

/// The names of the verbs, in the order of their numbers.
pub const VERBS: &[&str] = &[
    "done",
    "declare",
    "roll",
    "air",
    "no-air",
    "retreat",
    "enter",
    "stay",
    "together",
    "look",
    "redraw",
    "rifle",
    "tank",
    "cavalry",
    "north",
    "south",
    "suggested",
];

/// Their labels in the catalogue.
pub const LABELS: [&str; 17] = [
    "verb.done",
    "verb.declare",
    "verb.roll",
    "verb.air",
    "verb.no-air",
    "verb.retreat",
    "verb.enter",
    "verb.stay",
    "verb.together",
    "verb.look",
    "verb.redraw",
    "verb.rifle",
    "verb.tank",
    "verb.cavalry",
    "verb.north",
    "verb.south",
    "verb.suggested",
];
const _: () = assert!(LABELS.len() == VERBS.len());

const fn verb(number: u16) -> Choice {
    Choice::Verb(Verb(number))
}

/// Ends the step, the move or the pick.
pub const DONE: Choice = verb(0);
/// Declares the attack in hand.
pub const DECLARE: Choice = verb(1);
/// Throws the die.
pub const ROLL: Choice = verb(2);
/// Commits an air point (9.21).
pub const AIR: Choice = verb(3);
/// Commits none.
pub const NO_AIR: Choice = verb(4);
/// Takes what is left of a result as a retreat (6.42).
pub const RETREAT: Choice = verb(5);
/// Enters the vacated hex (5.37).
pub const ENTER: Choice = verb(6);
/// Does not enter it.
pub const STAY: Choice = verb(7);
/// Goes on as a stack (5.36).
pub const TOGETHER: Choice = verb(8);
/// Looks at the morale marker (8.34).
pub const LOOK: Choice = verb(9);
/// Demands a new morale marker (8.38).
pub const REDRAW: Choice = verb(10);
/// Reorganizes a unit of one of the types, in the order of [`crate::class::Kind::UNTRIED`].
pub const TYPES: [Choice; 3] = [verb(11), verb(12), verb(13)];
/// Charges a placement to the north edge (10.16).
pub const NORTH: Choice = verb(14);
/// Charges it to the south edge.
pub const SOUTH: Choice = verb(15);
/// Accepts the set-up as listed (14.13).
pub const SUGGESTED: Choice = verb(16);
