//! Cases: the rules as tests. Small positions with a script and expectations, written by people who know the
//! rules; the form is described in the book ("The case file").

mod arrange;
mod ask;
mod file;
mod run;
mod with;
mod witness;

pub use arrange::{ArrangedUnit, Arrangement};
pub use ask::{ask_board, ask_map, yes_no};
pub use file::{Case, load, schema};
pub use run::{CaseResult, run, run_watched};
pub use with::{Drawn, With};
pub use witness::Witness;

use crate::Game;

/// What a game adds to run cases: setting up a position, and answering questions about it.
pub trait Arrange: Game + Sized {
    /// The rules and the state of a case: the game itself, with the map and the counters of the case.
    fn arrange(&self, arrangement: &Arrangement) -> Result<(Self, Self::State), String>;

    /// The answer to a question about the state, such as `supply G1`; `None` if the game does not understand
    /// it. Expectations compare the answer: `supply G1 = unsupplied`.
    fn ask(&self, state: &Self::State, question: &str) -> Option<String>;
}
