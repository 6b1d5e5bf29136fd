//! What an end of a played-out turn is worth: the outcome, or else where the sides stand. Where a judge was fitted to games
//! (`fit`) he says so, elsewhere a formula.

use crate::Weights;
use crate::measure::measured;
use crate::mind::Mind;
use crate::survey::{risk, strengths};
use board::{BySide, Side};

/// What a won game is worth beyond everything that stands on the map.
const WON: i64 = 150_000;
/// With so many turns left the armies count in full; in the last turn only what they have won counts.
const LASTING: i64 = 4;

/// How many features there are.
pub const FEATURES: usize = 6;
/// Where each feature stands.
pub(crate) const POINTS: usize = 1;
pub(crate) const DECISION: usize = 2;
pub(crate) const OWN_STRENGTH: usize = 3;
pub(crate) const ENEMY_LOSSES: usize = 4;
pub(crate) const SAFETY: usize = 5;
/// What the features are called, in a sentence about what a plan brings more of.
pub const NAMES: [&str; FEATURES] = [
    "the outcome",
    "victory points",
    "an early decision",
    "its own strength",
    "enemy losses",
    "safety",
];

/// Where a side stands, feature by feature, each in hundredths of a factor: their sum is what the position is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features(pub [i64; FEATURES]);

impl Features {
    /// What the position is worth.
    pub fn value(&self) -> i64 {
        self.0.iter().sum()
    }

    /// Feature by feature, the sum of two positions.
    pub fn add(&mut self, other: &Features) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, more)| *sum += more);
    }
}

/// An outcome that ends the game once its conditions are held for another phase, and they are met now, is worth so much: whoever
/// does not undo it loses.
const MET: i64 = WON / 3;

/// What it is worth how far a side has come to an outcome that ends the game at once, from 0 to 100.
fn decision(nearness: i64, weights: &Weights) -> i64 {
    nearness * weights.decisive / 100 + if nearness >= 100 { MET } else { 0 }
}

/// The strengths that each side could bring against every hex, and those that it has there.
type Armies = (BySide<Vec<i64>>, BySide<Vec<i64>>);

/// How badly the places without which a side loses at once are held: 0 where no more than their strength can attack, 100 where
/// three times as much can. The enemy needs all of them, so the best held one counts.
fn danger<G: Mind>(
    game: &G,
    state: &G::State,
    side: Side,
    (threat, defence): &Armies,
    weights: &Weights,
) -> i64 {
    let keys = game.aims(state, side, weights).into_iter().filter(|aim| aim.hold && aim.is_key);
    let dangers = keys.map(|key| {
        let at = key.hex.index();
        let held = defence[side][at] * game.shelter(state, side, key.hex) / 100;
        (threat[side.other()][at] * 100 / held.max(1) - 100).clamp(0, 200) / 2
    });
    dangers.min().unwrap_or(0)
}

/// Where a side stands.
pub fn judge<G: Mind>(game: &G, state: &G::State, side: Side, weights: &Weights) -> Features {
    let margin = game.margin(state, side) * weights.point / 100;
    if let Some(outcome) = game.outcome(state) {
        let won = outcome.winner.map_or(0, |winner| if winner == side { WON } else { -WON });
        return Features([won, margin, 0, 0, 0, 0]);
    }
    let nears = [side, side.other()].map(|of| game.nearness(state, of));
    if let Some(judge) = &weights.judge {
        let mut judged = judge.features(&measured(game, state, side, weights), weights.point);
        let met = nears.map(|near| if near >= 100 { MET } else { 0 });
        judged.0[DECISION] += met[0] - met[1];
        return judged;
    }
    let mut near = decision(nears[0], weights) - decision(nears[1], weights);
    let pieces = game.pieces(state);
    let armies = strengths(&game.map().grid, &pieces);
    for (of, sign) in [(side, -1), (side.other(), 1)] {
        near += sign * danger(game, state, of, &armies, weights) * weights.decisive / 200;
    }
    let (threat, defence) = armies;
    let turn = game.turn(state);
    let lasts = i64::from(turn.of.saturating_sub(turn.n)).min(LASTING);
    let (mut own, mut enemy, mut open) = (0, 0, 0);
    for piece in &pieces {
        let at = piece.hex.index();
        let held = defence[piece.side][at] * game.shelter(state, piece.side, piece.hex) / 100;
        let force = game.force(state, piece);
        let at_risk = risk(piece.worth, held, threat[piece.side.other()][at], weights);
        if piece.side == side {
            own += force;
            // It is the side's own move again: it can step back, and strike first.
            open += at_risk / 4;
        } else {
            enemy += force;
            open -= at_risk / 2;
        }
    }
    let lasting = |sum: i64| sum * (lasts + 1) / (LASTING + 1);
    Features([0, margin, near, lasting(own), -lasting(enemy), -lasting(open)])
}
