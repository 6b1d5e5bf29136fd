//! The ford: a small game with everything that a server must cope with.
//!
//! Two sides of three units on a map of 35 hexes, three turns. Each side holds three cards that the other
//! cannot see; at the beginning of a turn both play one face down, and the higher moves first (1.1).
//! A unit moves to a neighbouring hex or attacks the unit there (2.1); the strength of a unit is hidden
//! until it fights (3.1), and its combat is one die. Whoever has more units at the end has won (4.1).
//!
//! It serves the tests, the benches, and whoever builds a client before the real games are there.

mod library;
mod rules;
mod show;

pub use library::ToyLibrary;
pub use rules::{Ford, Stage, State};
