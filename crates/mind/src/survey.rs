//! The position at a glance: who threatens what, how far everything is.

use crate::Weights;
use crate::mind::{Aim, Mind, Piece};
use board::{BySide, Side, UnitId};
use hex::{Grid, HexId};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A hex that cannot be reached.
pub(crate) const FAR: u16 = 400;

/// The position as one side sees it.
pub(crate) struct Survey {
    /// Whose eyes.
    pub side: Side,
    /// All counters.
    pub pieces: Vec<Piece>,
    /// The attack strength that each side could bring against a hex, roughly.
    pub threat: BySide<Vec<i64>>,
    /// The defence strength of each side in a hex.
    pub defence: BySide<Vec<i64>>,
    /// The places worth going to.
    pub aims: Vec<Aim>,
    /// The distance of each hex from each aim.
    pub fields: Vec<Arc<[u16]>>,
}

/// The distances from the places that were asked for, kept as long as the map and the land are the same.
#[derive(Default)]
struct Distances {
    /// The neighbours of each hex: two maps may have as many hexes and lie otherwise.
    shape: Vec<[HexId; 6]>,
    land: Vec<bool>,
    from: BTreeMap<HexId, Arc<[u16]>>,
}

thread_local! {
    /// The land of the last survey: a bot looks at the same map again and again.
    static DISTANCES: RefCell<Distances> = RefCell::default();
}

impl Distances {
    /// Forgets everything if the map or the land is another.
    fn over(&mut self, grid: &Grid, land: Vec<bool>) {
        let shape = || grid.hexes().map(|h| grid.neighbours(h));
        if self.land != land || !shape().eq(self.shape.iter().copied()) {
            *self = Distances { shape: shape().collect(), land, from: BTreeMap::new() };
        }
    }

    /// The distance of each hex from one.
    fn from(&mut self, grid: &Grid, hex: HexId) -> Arc<[u16]> {
        let land = &self.land;
        let known = self.from.entry(hex).or_insert_with(|| field(grid, hex, land).into());
        debug_assert_eq!(**known, *field(grid, hex, land), "the map is the same");
        Arc::clone(known)
    }
}

impl Survey {
    /// Looks at a position.
    pub fn of<G: Mind>(game: &G, state: &G::State, side: Side, weights: &Weights) -> Survey {
        let grid = &game.map().grid;
        let pieces = game.pieces(state);
        let aims = game.aims(state, side, weights);
        let land = grid.hexes().map(|h| game.is_land(state, side, h)).collect();
        let fields = DISTANCES.with_borrow_mut(|distances| {
            distances.over(grid, land);
            aims.iter().map(|aim| distances.from(grid, aim.hex)).collect()
        });
        let (threat, defence) = strengths(grid, &pieces);
        Survey { side, threat, defence, aims, fields, pieces }
    }

    /// A counter by its number.
    pub fn piece(&self, unit: UnitId) -> Option<&Piece> {
        self.pieces.iter().find(|p| p.unit == unit)
    }

    /// The counters of a side.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |p| p.side == side)
    }

    /// The worthiest place of the side's own that the enemy could attack.
    pub fn worthiest_threatened(&self) -> Option<HexId> {
        let threat = &self.threat[self.side.other()];
        let held = self.aims.iter().filter(|aim| aim.hold && threat[aim.hex.index()] > 0);
        held.max_by_key(|aim| (aim.pull, std::cmp::Reverse(aim.hex))).map(|aim| aim.hex)
    }

    /// The hexes that a side's counters stand in.
    pub fn hexes_of(&self, side: Side) -> Vec<HexId> {
        let mut hexes: Vec<HexId> = self.of_side(side).map(|p| p.hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }
}

/// What each side could bring against every hex, and what it has there.
pub(crate) fn strengths(grid: &Grid, pieces: &[Piece]) -> (BySide<Vec<i64>>, BySide<Vec<i64>>) {
    let mut threat = BySide::of(|_| vec![0; grid.len()]);
    let mut defence = BySide::of(|_| vec![0; grid.len()]);
    for piece in pieces {
        defence[piece.side][piece.hex.index()] += piece.defence;
        if piece.attack > 0 {
            // Zones and ground slow everybody down: half the way and the hex beside it.
            for hex in grid.within(piece.hex, piece.speed / 2 + 1) {
                threat[piece.side][hex.index()] += piece.attack;
            }
        }
    }
    (threat, defence)
}

/// How many hexes every hex is away from one.
pub(crate) fn field(grid: &Grid, from: HexId, land: &[bool]) -> Vec<u16> {
    let mut field = vec![FAR; grid.len()];
    let mut open = Vec::with_capacity(grid.len());
    open.push(from);
    field[from.index()] = 0;
    let mut first = 0;
    while let Some(&hex) = open.get(first) {
        first += 1;
        let next = field[hex.index()] + 1;
        for around in grid.around(hex) {
            if land[around.index()] && field[around.index()] > next {
                field[around.index()] = next;
                open.push(around);
            }
        }
    }
    field
}

/// What a counter of this worth risks in a hex where `defence` stands and `threat` can attack.
pub(crate) fn risk(worth: i64, defence: i64, threat: i64, weights: &Weights) -> i64 {
    // Nothing below equal odds, all of it at three to one.
    let ratio = threat * 100 / defence.max(1);
    let share = (ratio - 100).clamp(0, 200);
    worth * share / 100 * weights.exposure / 100
}

/// What the position is worth to a side: counters, their exposure, places.
pub(crate) fn worth<G: Mind>(game: &G, state: &G::State, side: Side, weights: &Weights) -> i64 {
    let pieces = game.pieces(state);
    let (threat, defence) = strengths(&game.map().grid, &pieces);
    let mut sum = game.standing(state, side, weights);
    for piece in &pieces {
        let at = piece.hex.index();
        let held = defence[piece.side][at] * game.shelter(state, piece.side, piece.hex) / 100;
        let value = piece.worth - risk(piece.worth, held, threat[piece.side.other()][at], weights);
        sum += if piece.side == side { value } else { -value };
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use hex::{Orientation, Parity, Sheet};

    #[test]
    fn another_map_with_as_many_hexes_forgets_the_distances() {
        let grid = |columns, rows| {
            let sheet = Sheet::new(1..=columns, 1..=rows);
            Grid::new(Orientation::FlatTop, Parity::Even, &[sheet]).expect("a grid")
        };
        let (wide, high) = (grid(12, 3), grid(3, 12));
        let mut distances = Distances::default();
        for grid in [&wide, &high] {
            let land = vec![true; grid.len()];
            let corner = grid.hexes().next().expect("a map has hexes");
            distances.over(grid, land.clone());
            assert_eq!(*distances.from(grid, corner), *field(grid, corner, &land));
        }
    }
}
