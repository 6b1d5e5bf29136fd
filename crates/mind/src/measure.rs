//! What is measured of a position: whole numbers that a judge weighs.

use crate::Weights;
use crate::judge::{DECISION, ENEMY_LOSSES, OWN_STRENGTH, POINTS, SAFETY};
use crate::mind::{Ask, Mind, Piece};
use crate::survey::strengths;
use board::{BySide, Side};
use engine::{Seated, Table};
use hex::HexId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Something that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Its name in files.
    pub id: &'static str,
    /// What it counts, and in what unit.
    pub about: &'static str,
    /// Whether more of it is good (1) or bad (-1) for the side; 0 where that is left to the games. A judge that was fitted to
    /// games may not say otherwise: what goes with victory there need not lead to it.
    pub sign: i8,
    /// The feature that it belongs to when a plan is explained.
    pub(crate) feature: usize,
}

const fn measure(id: &'static str, sign: i8, feature: usize, about: &'static str) -> Measure {
    Measure { id, about, sign, feature }
}

/// So many things are measured.
pub const MEASURED: usize = 13;

/// What is measured, for the side that is about to move.
pub const MEASURES: [Measure; MEASURED] = [
    measure("margin", 1, POINTS, "hundredths of a point on the scenario's own scale"),
    measure("near", 1, DECISION, "how near it is to ending the game at once, 0 to 100"),
    measure("near_enemy", -1, DECISION, "how near the enemy is to that, 0 to 100"),
    measure("force", 1, OWN_STRENGTH, "its counters, in hundredths of a factor"),
    measure("force_enemy", -1, ENEMY_LOSSES, "the enemy's counters"),
    measure("unsupplied", -1, OWN_STRENGTH, "its counters out of supply"),
    measure("unsupplied_enemy", 1, ENEMY_LOSSES, "the enemy's counters out of supply"),
    measure("weak", -1, SAFETY, "its counters in hexes that can be attacked at three to one"),
    measure("weak_enemy", 1, SAFETY, "the enemy's counters in such hexes"),
    measure("bound", 0, SAFETY, "its counters that must attack where they stand"),
    measure("empty", -1, POINTS, "its places with an enemy near in which nobody stands, times 100"),
    measure("reach", 1, POINTS, "what the places pull that it may take, by how near it is to them"),
    measure("reach_enemy", -1, POINTS, "the same of the enemy"),
];

/// A place that is farther away than this is not in reach.
const AFAR: u16 = 16;
/// A place with an enemy so near could be walked into.
const NEAR: u16 = 3;

/// What was measured of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// One number for each of [`MEASURES`].
    pub of: [i64; MEASURED],
    /// The turns that are left, in thousandths of all.
    pub left: i64,
}

/// A side that is about to move in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// The turn.
    pub turn: u16,
    /// The side.
    pub side: Side,
    /// What was measured for it.
    pub measured: Measured,
}

/// What is measured of a table where a side is about to move.
pub(crate) fn moment<G: Mind>(seat: &Seated<G>, weights: &BySide<Weights>) -> Option<Moment> {
    let (game, state) = (&*seat.game, seat.state());
    let side = seat.decider().filter(|_| matches!(game.ask(state), Ask::Pick { .. }))?;
    let measured = measured(game, state, side, &weights[side]);
    Some(Moment { turn: game.turn(state).n, side, measured })
}

/// What a position holds of one side.
#[derive(Clone, Copy, Default)]
struct Held {
    force: i64,
    unsupplied: i64,
    weak: i64,
    bound: i64,
    empty: i64,
    reach: i64,
}

/// Measures a position for a side that is about to move.
pub(crate) fn measured<G: Mind>(
    game: &G,
    state: &G::State,
    side: Side,
    weights: &Weights,
) -> Measured {
    let pieces = game.pieces(state);
    let held = BySide::of(|of| held(game, state, of, &pieces, weights));
    let (own, enemy) = (held[side], held[side.other()]);
    let turn = game.turn(state);
    let left = i64::from(turn.of.saturating_sub(turn.n)) * 1000 / i64::from(turn.of.max(1));
    let of = [
        game.margin(state, side),
        game.nearness(state, side),
        game.nearness(state, side.other()),
        own.force,
        enemy.force,
        own.unsupplied,
        enemy.unsupplied,
        own.weak,
        enemy.weak,
        own.bound,
        own.empty,
        own.reach,
        enemy.reach,
    ];
    Measured { of, left }
}

/// What a side has in a position.
fn held<G: Mind>(
    game: &G,
    state: &G::State,
    side: Side,
    pieces: &[Piece],
    weights: &Weights,
) -> Held {
    let grid = &game.map().grid;
    let supplied = game.supplied(state, side);
    let (threat, defence) = strengths(grid, pieces);
    let mut held = Held::default();
    let (mut own, mut enemies) = (BTreeSet::new(), BTreeSet::new());
    for piece in pieces {
        if piece.side != side {
            enemies.insert(piece.hex);
            continue;
        }
        let (at, force) = (piece.hex.index(), game.force(state, piece));
        let share = |is: bool| if is { force } else { 0 };
        let stands = defence[side][at] * game.shelter(state, side, piece.hex) / 100;
        held.force += force;
        held.unsupplied += share(!supplied(piece.unit, piece.hex));
        held.weak += share(threat[side.other()][at] >= 3 * stands.max(1));
        held.bound += share(piece.attack > 0 && game.obliges(state, side, piece.hex));
        own.insert(piece.hex);
    }
    let way = |hexes: &BTreeSet<HexId>, to: HexId| {
        hexes.iter().map(|&hex| grid.distance(hex, to)).min().unwrap_or(AFAR).min(AFAR)
    };
    for aim in game.aims(state, side, weights) {
        if aim.hold {
            let open = !own.contains(&aim.hex) && way(&enemies, aim.hex) <= NEAR;
            held.empty += if open { 100 } else { 0 };
        } else {
            held.reach += aim.pull * i64::from(AFAR - way(&own, aim.hex)) / i64::from(AFAR);
        }
    }
    held
}
