//! The bot that every game has.

use crate::{Bot, Imagined, Reason};
use engine::{Choice, Text};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use std::sync::atomic::AtomicBool;

/// A bot that takes any legal choice.
pub struct Recruit {
    rng: ChaCha8Rng,
    /// What it says of its last draw.
    reason: Option<Reason>,
}

impl Recruit {
    /// A recruit with a seed.
    pub fn new(seed: u64) -> Recruit {
        Recruit { rng: ChaCha8Rng::seed_from_u64(seed), reason: None }
    }
}

impl Bot for Recruit {
    fn choose(&mut self, table: &Imagined, _stop: &AtomicBool) -> Choice {
        let drawn = self.draw(table.choices_len()).and_then(|n| table.nth_choice(n));
        // Without a legal choice, which the laws rule out, the table refuses whatever is answered.
        drawn.unwrap_or(Choice::Amount(0))
    }

    fn draw(&mut self, choices: usize) -> Option<usize> {
        self.reason = (choices > 1).then(|| Text::new("mind.lots").n(choices).into());
        Some(self.rng.next_u32() as usize % choices.max(1))
    }

    fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }
}
