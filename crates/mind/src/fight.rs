//! Which hex to attack, and with what: the game's own odds of every combat that could be built.

use crate::Weights;
use crate::mind::{Ask, Mind};
use board::Side;
use engine::{Choice, FixedDice, Log};

/// So many choices build a combat at most.
const BUILD_MAX: usize = 24;

/// A combat that could be built from here: the choices in order, and what it promises beyond what is there already.
pub(crate) struct Built {
    /// The choices up to the best, without the one that ends it.
    pub choices: Vec<Choice>,
    /// What they add.
    pub gain: i64,
    /// Whether something must be added before it can be ended.
    pub must: bool,
    /// Whether it can be ended at all.
    pub ends: bool,
}

/// Builds the best combat from a state in which one is being built: everything that may take part is added, the
/// strongest first, and what comes after the best is left out.
pub(crate) fn build<G: Mind>(game: &G, state: &G::State, side: Side, weights: &Weights) -> Built {
    let mut now = state.clone();
    let before = game.stake(state, side, weights);
    let mut built = Built { choices: Vec::new(), gain: 0, must: false, ends: false };
    let (mut added, mut best) = (Vec::new(), None);
    for n in 0..BUILD_MAX {
        let Ask::Build { commit } = game.ask(&now) else { break };
        let mut legal = Vec::new();
        game.choices(&now, &mut legal);
        if legal.contains(&commit) {
            let gain = game.stake(&now, side, weights) - before - weights.commit * n as i64;
            if best.is_none_or(|b| gain > b) {
                best = Some(gain);
                built.choices = added.clone();
            }
        } else if n == 0 {
            built.must = true;
        }
        let Some(next) = next_part(game, &now, side, &legal, commit, weights) else { break };
        game.make(&mut now, next, &mut FixedDice::new([]), &mut Log::silent());
        added.push(next);
    }
    if best.is_none() {
        built.choices = added;
    }
    built.ends = best.is_some();
    built.gain = best.unwrap_or(0);
    built
}

/// What is added next: the strongest unit; if no unit may, whatever else improves the combat.
fn next_part<G: Mind>(
    game: &G,
    state: &G::State,
    side: Side,
    legal: &[Choice],
    commit: Choice,
    weights: &Weights,
) -> Option<Choice> {
    let pieces = game.pieces(state);
    let strength = |c: &Choice| match c {
        Choice::Unit(u) => pieces.iter().find(|p| p.unit == *u).map_or(0, |p| p.attack),
        _ => 0,
    };
    let units = legal.iter().filter(|c| matches!(c, Choice::Unit(_)));
    if let Some(unit) = units.max_by_key(|c| (strength(c), std::cmp::Reverse(**c))) {
        return Some(*unit);
    }
    let now = game.stake(state, side, weights);
    let rest = legal.iter().copied().filter(|&c| c != commit && !game.is_giving_up(c));
    let tried = rest.map(|c| (trial(game, state, c, side, weights), c));
    let best = tried.max_by_key(|(value, c)| (*value, std::cmp::Reverse(*c)))?;
    (best.0 > now || !legal.contains(&commit)).then_some(best.1)
}

fn trial<G: Mind>(
    game: &G,
    state: &G::State,
    choice: Choice,
    side: Side,
    weights: &Weights,
) -> i64 {
    let mut next = state.clone();
    game.make(&mut next, choice, &mut FixedDice::new([]), &mut Log::silent());
    game.stake(&next, side, weights)
}

/// The most promising hex to attack, and what it promises.
pub(crate) fn target<G: Mind>(
    game: &G,
    state: &G::State,
    side: Side,
    legal: &[Choice],
    weights: &Weights,
) -> Option<(Choice, i64)> {
    let hexes = legal.iter().copied().filter(|c| matches!(c, Choice::Hex(_)));
    hexes
        .filter_map(|choice| {
            let mut next = state.clone();
            game.make(&mut next, choice, &mut FixedDice::new([]), &mut Log::silent());
            let built = build(game, &next, side, weights);
            built.ends.then_some((choice, built.gain))
        })
        .max_by_key(|(choice, gain)| (*gain, std::cmp::Reverse(*choice)))
}
