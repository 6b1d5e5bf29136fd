//! The bot that every game has.

use crate::{Bot, Imagined};
use engine::Choice;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use std::sync::atomic::AtomicBool;

/// A bot that takes any legal choice.
pub struct Recruit {
    rng: ChaCha8Rng,
    choices: Vec<Choice>,
}

impl Recruit {
    /// A recruit with a seed.
    pub fn new(seed: u64) -> Recruit {
        Recruit { rng: ChaCha8Rng::seed_from_u64(seed), choices: Vec::new() }
    }
}

impl Bot for Recruit {
    fn choose(&mut self, table: &Imagined, _stop: &AtomicBool) -> Choice {
        self.choices.clear();
        table.choices(&mut self.choices);
        let drawn = self.rng.next_u32() as usize % self.choices.len().max(1);
        // Without a legal choice, which the laws rule out, the table refuses whatever is answered.
        self.choices.get(drawn).copied().unwrap_or(Choice::Amount(0))
    }

    fn reason(&self) -> Option<String> {
        match self.choices.len() {
            0 | 1 => None,
            n => Some(format!("Picked one of {n} legal choices at random.")),
        }
    }
}
