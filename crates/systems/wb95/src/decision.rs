//! What every decision of the family is written with.

pub(crate) use crate::desk::Desk;
pub(crate) use crate::game::Wb95;
pub(crate) use crate::state::State;
use crate::verb::DONE;
pub(crate) use board::{Side, UnitId};
pub(crate) use engine::view::Offer;
pub(crate) use engine::{
    Asked, Automatic, Choice, Choices, Decide, Flow, No, Text, Wrong, impossible, plain_offer,
};
pub(crate) use serde::{Deserialize, Serialize};

pub(crate) type At<'a> = engine::At<'a, Wb95>;
pub(crate) type Play<'a> = engine::Play<'a, Wb95>;

/// A question with nothing beside it.
pub(crate) fn ask(id: &'static str) -> Asked {
    Text::new(id).into()
}

/// A question that says how many are left, with the same beside it.
pub(crate) fn ask_left(id: &'static str, left: u8) -> Asked {
    Asked::from(Text::new(id).n(left)).fact(Text::new("fact.left").n(left))
}

/// A choice where the button that ends the step says what it ends.
pub(crate) fn ending(at: At<'_>, choice: Choice, label: &'static str) -> Offer {
    match choice {
        DONE => Offer::button(choice, Text::new(label), true),
        _ => plain_offer(at.game, choice),
    }
}

/// A choice where numbers say what they count.
pub(crate) fn counting(at: At<'_>, choice: Choice, label: &'static str) -> Offer {
    match choice {
        Choice::Amount(n) => Offer::button(choice, Text::new(label).n(n), false),
        _ => plain_offer(at.game, choice),
    }
}

/// Legal if a test holds, else refused.
pub(crate) fn only_if(holds: bool, no: No) -> Result<(), No> {
    if holds { Ok(()) } else { Err(no) }
}

impl Wb95 {
    /// All counters of a side, wherever they are.
    pub(crate) fn roster_of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.roster.units().filter(move |&u| self.side(u) == side)
    }
}
