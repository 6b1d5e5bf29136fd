//! What a general's plan comes to over dice that he has not seen.

use crate::general::{Budget, General};
use crate::idea::usual;
use crate::plan::{Plan, plan};
use crate::playout::Ground;
use crate::{Imagined, Mind, Weights, derive};
use board::BySide;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What three plans come to in a held-out sample, in hundredths of a factor by the judgement of the bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The plan that the general takes.
    pub general: i64,
    /// The plan that Captain would have taken.
    pub captain: i64,
    /// No plan: everybody stays where he is.
    pub nobody: i64,
}

/// Lets a general take his plan for the step of movement that is open and plays it, Captain's and none out in samples that he
/// has not seen: the same imagined tables and dice for all three. Nothing where no plan is wanted.
pub(crate) fn prove<G: Mind>(
    table: &Imagined,
    weights: &BySide<Weights>,
    budget: Budget,
    seed: u64,
    samples: u64,
) -> Option<Vec<Proof>> {
    let (seat, side, stop) = (table.seat::<G>(), table.side(), AtomicBool::new(false));
    let mut general = General::<G>::new(weights.clone(), budget, seed);
    let taken = general.take_plan(seat, side, &stop)?;
    let shared = BySide::of(|side| Arc::new(weights[side].clone()));
    let (game, state) = (&*seat.game, seat.state());
    let captains = plan(game, state, side, &shared[side]);
    let weights = Arc::clone(&shared[side]);
    let (orders, attacks) = (VecDeque::new(), BTreeMap::new());
    let none = Plan { idea: usual(), orders, attacks, weights, covers: None };
    let ground = Ground::of(seat, side, &shared, derive(!seed, game.step(state)), &stop);
    let value = |plan: &Plan, n| ground.play_out(plan, n).map(|features| features.value());
    let sample = |n: u64| {
        let (general, captain) = (value(&taken, n)?, value(&captains, n)?);
        Some(Proof { general, captain, nobody: value(&none, n)? })
    };
    (0..samples).map(sample).collect()
}
