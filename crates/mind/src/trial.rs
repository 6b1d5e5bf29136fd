//! Where no script knows better, every choice is tried.

use crate::Weights;
use crate::mind::Mind;
use crate::survey::worth;
use board::Side;
use engine::{Choice, Dice, Log};

/// Dice that always show the middle.
pub struct MiddleDice;

impl Dice for MiddleDice {
    fn roll(&mut self, sides: u16) -> u16 {
        sides.div_ceil(2)
    }
}

/// So many choices are tried at most; of a longer list every so-manieth.
const TRIED_MAX: usize = 48;
/// So many forced choices are followed.
const FOLLOWED_MAX: usize = 12;

/// The best choice by what the position is worth once the next decision is reached.
pub(crate) fn best<G: Mind>(
    game: &G,
    state: &G::State,
    side: Side,
    legal: &[Choice],
    weights: &Weights,
) -> Option<(Choice, i64)> {
    let stride = legal.len().div_ceil(TRIED_MAX).max(1);
    legal
        .iter()
        .copied()
        .step_by(stride)
        .map(|choice| (choice, after(game, state, choice, side, weights, 1)))
        .max_by_key(|(choice, value)| (*value, is_verb(*choice), std::cmp::Reverse(*choice)))
}

/// A button ends things; at equal worth that is better than going on.
fn is_verb(choice: Choice) -> bool {
    matches!(choice, Choice::Verb(_))
}

/// What a choice is worth: the forced choices after it are made, and the own next decision is looked at `depth` times.
fn after<G: Mind>(
    game: &G,
    state: &G::State,
    choice: Choice,
    side: Side,
    weights: &Weights,
    depth: u8,
) -> i64 {
    let mut next = state.clone();
    let mut log = Log::silent();
    game.make(&mut next, choice, &mut MiddleDice, &mut log);
    for _ in 0..FOLLOWED_MAX {
        let Some(only) = game.decider(&next).and_then(|_| game.only_choice(&next)) else { break };
        game.make(&mut next, only, &mut MiddleDice, &mut log);
    }
    let here = worth(game, &next, side, weights) + game.stake(&next, side, weights);
    if depth == 0 || game.decider(&next) != Some(side) || !game.goes_on(&next) {
        return here;
    }
    let mut legal = Vec::new();
    game.choices(&next, &mut legal);
    let stride = legal.len().div_ceil(TRIED_MAX / 2).max(1);
    legal
        .into_iter()
        .step_by(stride)
        .map(|c| after(game, &next, c, side, weights, depth - 1))
        .max()
        .unwrap_or(here)
}
