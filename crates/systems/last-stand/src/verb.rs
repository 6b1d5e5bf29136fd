//! The buttons of the game.

use crate::game::LastStand;
use engine::view::Offer;
use engine::{At, Choice, Text};

engine::verbs! {
    /// Ends the step, the move or the pick.
    DONE = "done" primary;
    /// Declares the attack in hand.
    DECLARE = "declare" primary;
    /// Throws the die.
    ROLL = "roll" primary;
    /// Commits an air point (9.21).
    AIR = "air";
    /// Commits none.
    NO_AIR = "no-air";
    /// Takes what is left of a result as a retreat (6.42).
    RETREAT = "retreat";
    /// Enters the vacated hex (5.37).
    ENTER = "enter";
    /// Does not enter it.
    STAY = "stay";
    /// Goes on as a stack (5.36).
    TOGETHER = "together";
    /// Looks at the morale marker (8.34).
    LOOK = "look";
    /// Demands a new morale marker (8.38).
    REDRAW = "redraw";
    /// Reorganizes a rifle unit (8.23).
    RIFLE = "rifle";
    /// Reorganizes a tank unit.
    TANK = "tank";
    /// Reorganizes a cavalry unit.
    CAVALRY = "cavalry";
    /// Charges a placement to the north edge (10.16).
    NORTH = "north";
    /// Charges it to the south edge.
    SOUTH = "south";
    /// Accepts the set-up as listed (14.13).
    SUGGESTED = "suggested" primary;
}

/// Reorganizes a unit of one of the types, in the order of [`crate::class::Kind::UNTRIED`].
pub const TYPES: [Choice; 3] = [RIFLE, TANK, CAVALRY];

/// A choice where the button that ends the step says what it will do.
pub(crate) fn ending(label: &'static str, at: At<'_, LastStand>, choice: Choice) -> Offer {
    match choice {
        DONE => Offer::button(DONE, Text::new(label), true),
        _ => engine::plain_offer(at.game, choice),
    }
}
