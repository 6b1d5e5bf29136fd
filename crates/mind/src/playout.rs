//! One turn of both sides, played on at an imagined table with dice of one's own.

use crate::idea::reckless;
use crate::judge::{Features, judge};
use crate::mind::{Ask, Mind};
use crate::{Captain, Plan, Weights, derive};
use board::{BySide, Side};
use engine::{Log, Seated, SeededDice, Table, Viewer};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// No turn of both sides takes more decisions than this; one that does is judged as it stands.
const DECISIONS_MAX: u32 = 6000;
/// After so many decisions it is asked whether there is still time.
const LOOK: u32 = 64;

/// A position in which plans are compared.
pub(crate) struct Ground<'a, G: Mind> {
    /// The table that the side imagines.
    pub seat: &'a Seated<G>,
    /// Who thinks.
    pub side: Side,
    /// What things are worth to the two players of a playout.
    pub weights: &'a BySide<Arc<Weights>>,
    /// What things are worth to the enemy in every third playout, so that no plan is made for one enemy only.
    reckless: Arc<Weights>,
    /// The seed of the samples.
    pub seed: u64,
    /// Set when there is no time left.
    pub stop: &'a AtomicBool,
}

impl<'a, G: Mind> Ground<'a, G> {
    /// The position of a table, as a side thinks about it.
    pub(crate) fn of(
        seat: &'a Seated<G>,
        side: Side,
        weights: &'a BySide<Arc<Weights>>,
        seed: u64,
        stop: &'a AtomicBool,
    ) -> Self {
        let reckless = Arc::new(reckless(&weights[side.other()]));
        Ground { seat, side, weights, reckless, seed, stop }
    }

    /// What a plan comes to in a sample: the same imagined table and dice for every plan; `None` if there is no time left.
    pub(crate) fn play_out(&self, plan: &Plan, sample: u64) -> Option<Features> {
        let (game, seed) = (&self.seat.game, derive(self.seed, sample));
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = game.imagine(self.seat.state(), Viewer::Player(self.side), &mut rng);
        let mut seat = Seated::with(Arc::clone(game), state);
        let mut weights = self.weights.clone();
        if sample % 3 == 2 {
            weights[self.side.other()] = Arc::clone(&self.reckless);
        }
        let mut players = BySide::of(|_| Captain::imagining(weights.clone()));
        players[self.side].carry_out(game.step(seat.state()), self.side, plan.clone());
        let (mut dice, mut log) = (SeededDice::new(derive(seed, 1)), Log::silent());
        let begun = game.turn(seat.state()).n;
        for n in 0..DECISIONS_MAX {
            if n % LOOK == 0 && self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let Some(decider) = seat.decider() else { break };
            let only = seat.passes_by_itself().then(|| seat.only_choice()).flatten();
            let choice = match only {
                Some(choice) => choice,
                None if decider == self.side && self.is_over(&seat, begun) => break,
                None => players[decider].decide(&seat, decider),
            };
            seat.choose(choice, &mut dice, &mut log);
        }
        Some(judge(&**game, seat.state(), self.side, &self.weights[self.side]))
    }

    /// Whether the side is about to move in a later turn.
    fn is_over(&self, seat: &Seated<G>, begun: u16) -> bool {
        matches!(seat.game.ask(seat.state()), Ask::Pick { .. })
            && seat.game.turn(seat.state()).n > begun
    }
}
