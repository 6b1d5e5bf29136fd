//! Positions of case files.

use crate::game::LastStand;
use crate::state::State;
use engine::case::{Arrange, Arrangement};

impl Arrange for LastStand {
    fn arrange(&self, _arrangement: &Arrangement) -> Result<(LastStand, State), String> {
        Err(String::new())
    }

    fn ask(&self, state: &State, question: &str) -> Option<String> {
        self.answer(state, question)
    }
}
