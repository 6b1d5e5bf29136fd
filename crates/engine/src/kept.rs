//! What was prepared for the open decision, kept beside the state until it is answered.

use crate::{At, Choices, Game};
use std::any::Any;
use std::cell::RefCell;

/// A desk and the choices that were listed with it. They belong to one state.
pub(crate) struct Kept<G: Game> {
    pub(crate) desk: G::Desk,
    pub(crate) choices: Choices,
}

thread_local! {
    /// Desks that nobody uses, whichever game they are of: their room is used again.
    static SPARE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// So many spare desks are kept by a thread.
const SPARE_MAX: usize = 16;

impl<G: Game> Kept<G> {
    /// Prepares the open decision of a state.
    pub(crate) fn of(game: &G, state: &G::State) -> Box<Kept<G>> {
        let mut kept = Kept::spare();
        kept.choices.clear();
        game.list(state, &mut kept.desk, &mut kept.choices);
        kept
    }

    /// A desk on which nothing is prepared.
    pub(crate) fn spare() -> Box<Kept<G>> {
        let found = SPARE.with_borrow_mut(|spare| {
            let i = spare.iter().position(|kept| kept.is::<Kept<G>>())?;
            spare.swap_remove(i).downcast().ok()
        });
        found.unwrap_or_else(|| {
            Box::new(Kept { desk: G::Desk::default(), choices: Choices::default() })
        })
    }

    /// Lets its room be used again.
    pub(crate) fn give_back(self: Box<Self>) {
        SPARE.with_borrow_mut(|spare| {
            if spare.len() < SPARE_MAX {
                spare.push(self);
            }
        });
    }

    /// The position with this desk.
    pub(crate) fn at<'a>(&'a self, game: &'a G, state: &'a G::State) -> At<'a, G> {
        At { game, state, desk: &self.desk, choices: &self.choices }
    }
}

/// Prepares the open decision of a bare state and lends it.
pub fn with_desk<G: Game, R>(game: &G, state: &G::State, work: impl FnOnce(At<'_, G>) -> R) -> R {
    let kept = Kept::of(game, state);
    let result = work(kept.at(game, state));
    kept.give_back();
    result
}
