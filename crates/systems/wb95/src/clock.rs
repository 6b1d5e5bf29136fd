//! Whose turn it is, which day, and whose decision is open.

use crate::book::Book;
use crate::game::Wb95;
use crate::state::State;
use board::Side;
use engine::{Flow, Rooms};

impl<B: Book> Wb95<B> {
    /// Whose phase it is.
    #[inline]
    pub fn active(&self, state: &State<B>) -> Side {
        if state.half == 0 { self.first } else { self.first.other() }
    }

    /// The day of a turn.
    pub fn day(&self, turn: u8) -> &str {
        let index = usize::from(turn).saturating_sub(1);
        self.scenario.days.get(index).map_or("", String::as_str)
    }

    /// Whose decision is open.
    pub fn stage_side(&self, state: &State<B>) -> Option<Side> {
        state.top().map(|open| open.room().decider(self, state))
    }
}
