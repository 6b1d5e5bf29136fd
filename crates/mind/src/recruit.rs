//! The bot that every game has.

use crate::{Bot, Imagined};
use engine::Choice;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use std::sync::atomic::AtomicBool;

/// A bot that takes any legal choice.
pub struct Recruit {
    rng: ChaCha8Rng,
    /// From how many it drew last.
    drawn_from: usize,
}

impl Recruit {
    /// A recruit with a seed.
    pub fn new(seed: u64) -> Recruit {
        Recruit { rng: ChaCha8Rng::seed_from_u64(seed), drawn_from: 0 }
    }
}

impl Bot for Recruit {
    fn choose(&mut self, table: &Imagined, _stop: &AtomicBool) -> Choice {
        let drawn = self.draw(table.choices_len()).and_then(|n| table.nth_choice(n));
        // Without a legal choice, which the laws rule out, the table refuses whatever is answered.
        drawn.unwrap_or(Choice::Amount(0))
    }

    fn draw(&mut self, choices: usize) -> Option<usize> {
        self.drawn_from = choices;
        Some(self.rng.next_u32() as usize % choices.max(1))
    }

    fn reason(&self) -> Option<String> {
        match self.drawn_from {
            0 | 1 => None,
            n => Some(format!("Picked one of {n} legal choices at random.")),
        }
    }
}
