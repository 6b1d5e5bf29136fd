//! What an end of a played-out turn is worth: the outcome, or else where the sides stand. Where a judge was fitted to games
//! (`fit`) he says so, elsewhere a formula.

use crate::Weights;
use crate::measure::measured;
use crate::mind::Mind;
use crate::survey::{risk, strengths};
use board::Side;

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

/// Where a side stands.
pub fn judge<G: Mind>(game: &G, state: &G::State, side: Side, weights: &Weights) -> Features {
    let margin = game.margin(state, side) * weights.point / 100;
    if let Some(outcome) = game.outcome(state) {
        let won = outcome.winner.map_or(0, |winner| if winner == side { WON } else { -WON });
        return Features([won, margin, 0, 0, 0, 0]);
    }
    if let Some(judge) = &weights.judge {
        return judge.features(&measured(game, state, side, weights), weights.point);
    }
    let near = game.nearness(state, side) - game.nearness(state, side.other());
    let pieces = game.pieces(state);
    let (threat, defence) = strengths(&game.map().grid, &pieces);
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
    let near = near * weights.decisive / 100;
    Features([0, margin, near, lasting(own), -lasting(enemy), -lasting(open)])
}
