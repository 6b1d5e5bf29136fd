//! Armies that may not act before their day, or have half their movement points on it (K-R23), and rivers that an army may not
//! cross (K-R34).

use crate::book::Book;
use crate::game::Wb95;
use crate::scenario::NoCrossingEntry;
use crate::state::State;
use board::{Map, UnitId};
use hex::{Direction, SideId};
use std::collections::BTreeSet;

/// Hexsides that some units may not cross.
#[derive(Clone, Debug)]
pub struct NoCrossing {
    /// The units.
    pub units: Vec<UnitId>,
    sides: BTreeSet<SideId>,
}

impl NoCrossing {
    /// The hexsides of a kind that touch a hex of the given row or one north of it.
    pub fn new(map: &Map, entry: &NoCrossingEntry, units: Vec<UnitId>) -> NoCrossing {
        let mut sides = BTreeSet::new();
        if let Some(kind) = map.side_kind(&entry.kind) {
            for hex in map.grid.hexes().filter(|&h| map.grid.column_row(h).1 <= entry.row_at_most) {
                let around = Direction::ALL.into_iter().map(|d| map.grid.side(hex, d));
                sides.extend(around.filter(|&s| map.side_has(s, kind)));
            }
        }
        NoCrossing { units, sides }
    }
}

impl<B: Book> Wb95<B> {
    /// Whether a unit may not act yet: it neither moves nor attacks nor fires at range nor pursues; it may dig in (K-R73).
    pub fn is_frozen(&self, state: &State<B>, unit: UnitId) -> bool {
        state.turn < self.frozen[unit.index()]
    }

    /// Whether a unit has half its movement points in this turn.
    pub fn is_slowed(&self, state: &State<B>, unit: UnitId) -> bool {
        let mut entries = self.scenario.half_movement.iter().filter(|e| e.turn == state.turn);
        let id = &self.roster.unit(unit).id;
        entries.any(|e| e.units.iter().any(|u| u.get_ref() == id))
    }

    /// Whether a unit may cross a hexside at all (K-R34).
    pub fn may_cross(&self, unit: UnitId, side: SideId) -> bool {
        self.no_crossing.iter().all(|n| !(n.sides.contains(&side) && n.units.contains(&unit)))
    }
}
