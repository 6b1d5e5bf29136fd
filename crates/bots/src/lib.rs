//! Programs as players.
//!
//! A [`Bot`] is given an [`Imagined`] table and answers with a choice. [`Recruit`] takes any legal one.

mod bot;
mod level;
mod recruit;

pub use bot::{Bot, Imagined};
pub use level::{LEVELS, Level, RECRUIT, bot};
pub use recruit::Recruit;
