//! Questions of case files.

use crate::game::LastStand;
use crate::state::State;

impl LastStand {
    /// The answer to a question about the state.
    pub fn answer(&self, _state: &State, _question: &str) -> Option<String> {
        None
    }
}
