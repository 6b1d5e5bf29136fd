//! What every decision of the family is written with.

pub use crate::book::{Book, Place};
pub use crate::desk::Desk;
pub use crate::game::Wb95;
pub use crate::state::State;
use crate::verb::DONE;
pub use board::{Side, UnitId};
pub use engine::view::Offer;
pub use engine::{
    Asked, Automatic, Choice, Choices, Decide, Flow, No, Rule, Text, Wrong, impossible, plain_offer,
};
pub use serde::{Deserialize, Serialize};

/// A position of a game of the family, with what was prepared for its open decision.
pub type At<'a, B> = engine::At<'a, Wb95<B>>;
/// A position of a game of the family that is played on.
pub type Play<'a, B> = engine::Play<'a, Wb95<B>>;

/// A question with nothing beside it.
pub fn ask(id: &'static str) -> Asked {
    Text::new(id).into()
}

/// A question that says how many are left, with the same beside it.
pub fn ask_left(id: &'static str, left: u8) -> Asked {
    Asked::from(Text::new(id).n(left)).fact(Text::new("fact.left").n(left))
}

/// A choice where the button that ends the step says what it ends.
pub fn ending<B: Book>(at: At<'_, B>, choice: Choice, label: &'static str) -> Offer {
    match choice {
        DONE => Offer::button(choice, Text::new(label), true),
        _ => plain_offer(at.game, choice),
    }
}

/// A choice where numbers say what they count.
pub fn counting<B: Book>(at: At<'_, B>, choice: Choice, label: &'static str) -> Offer {
    match choice {
        Choice::Amount(n) => Offer::button(choice, Text::new(label).n(n), false),
        _ => plain_offer(at.game, choice),
    }
}

/// The refusal of whatever a decision does not ask for.
pub fn wrong<B: Book, D: Decide<Wb95<B>>>() -> No {
    D::wrong()
}

/// Whether a choice is a button that the book has at a decision.
pub fn is_own<B: Book>(place: Place, choice: Choice) -> bool {
    B::buttons(place).contains(&choice)
}

/// Lists the buttons that the book has at a decision.
pub fn add_own<B: Book>(game: &Wb95<B>, state: &State<B>, place: Place, out: &mut Choices) {
    for &choice in B::buttons(place) {
        out.add_if(B::may_press(game, state, place, choice).is_ok(), choice);
    }
}

/// Legal if a test holds, else refused.
pub fn only_if(holds: bool, no: No) -> Result<(), No> {
    if holds { Ok(()) } else { Err(no) }
}

impl<B: Book> Wb95<B> {
    /// All counters of a side, wherever they are.
    pub fn roster_of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.roster.units().filter(move |&u| self.side(u) == side)
    }
}
