//! The Ford: a small game with everything that an engine must cope with.
//!
//! Two sides of three units on a map of 35 hexes, three turns. Each side holds three cards that the other
//! cannot see; at the beginning of a turn both play one face down, and the higher moves first (1.1).
//! A unit moves to a neighbouring hex or attacks the unit there (2.1); the strength of a unit is hidden
//! until it fights (3.1), and its combat is one die. Whoever has more units at the end has won (4.1).
//!
//! It is the game of the engine's own tests, of the server's, and the example for whoever adds a game:
//! [`state`] is the position, [`bid`], [`movement`] and [`attack`] hold a chapter and its decisions each,
//! `rules` is the game as the engine plays it, `show` what its players see, `load` reads its folder
//! (`game/`) `cases` sets up the positions of its cases and `captain` says
//! what a bot must know. The book walks through it: "Adding a
//! game".

#[macro_use]
mod rulebook;

pub mod attack;
pub mod bid;
mod captain;
mod cases;
pub mod load;
pub mod movement;
mod rules;
mod show;
pub mod state;

pub use load::schemas;
pub use rules::Ford;
pub use state::State;

engine::verbs! {
    /// Ends the movement.
    DONE = "done" primary;
    /// Throws the die.
    ROLL = "roll" primary;
}

mind::shelved!(Ford);
