//! A shelf with The Ford on it, a small game with everything that a server must cope with.
//!
//! It serves the tests, the benches, and whoever builds a client before the real games are there.

mod library;

pub use ford::{Ford, State};
pub use library::ToyLibrary;
