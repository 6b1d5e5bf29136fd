//! Stacking (4.1).

use crate::game::LastStand;
use crate::no::ensure;
use crate::state::{Fate, Stage, State};
use board::{Side, UnitId};
use engine::{Dice, Log, No};
use hex::HexId;

impl LastStand {
    /// What the units of a hex count (4.12)-(4.14).
    pub fn stacked(&self, state: &State, hex: HexId) -> u16 {
        state.position.stack(hex).map(|u| u16::from(self.facts(u).stacking)).sum()
    }

    /// Whether a hex holds more than the limit.
    pub fn is_overstacked(&self, state: &State, hex: HexId) -> bool {
        self.stacked(state, hex) > u16::from(self.tables.stacking.limit)
    }

    /// Whether there is room for a unit in a hex, its own presence there aside.
    pub fn has_room(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        self.has_room_for(state, &[unit], hex)
    }

    /// Whether there is room for several units in a hex.
    pub fn has_room_for(&self, state: &State, units: &[UnitId], hex: HexId) -> bool {
        let others = state.position.stack(hex).filter(|u| !units.contains(u));
        let there: u16 = others.map(|u| u16::from(self.facts(u).stacking)).sum();
        let new: u16 = units.iter().map(|&u| u16::from(self.facts(u).stacking)).sum();
        new == 0 || there + new <= u16::from(self.tables.stacking.limit)
    }

    /// The first side with an overstacked hex (4.11).
    pub fn overstacked_side(&self, state: &State) -> Option<Side> {
        let hex = self.map.grid.hexes().find(|&h| self.is_overstacked(state, h))?;
        self.holder(state, hex)
    }

    /// Whether the opponent may pick a unit as excess (4.17).
    pub fn is_excess(&self, state: &State, side: Side, unit: UnitId) -> Result<(), No> {
        let no = No::new("4.17", "no.not-excess");
        ensure(self.exists(unit) && self.side(unit) == side, no)?;
        let hex = state.position.hex(unit).ok_or(no)?;
        ensure(self.facts(unit).stacking > 0, No::new("4.13", "no.does-not-count").unit(unit))?;
        ensure(self.is_overstacked(state, hex), no.unit(unit))
    }

    /// An excess unit is eliminated for good (4.17) (8.25).
    pub fn remove_excess(
        &self,
        state: &mut State,
        unit: UnitId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        self.destroy(state, unit, Fate::Overstacked, dice, log);
    }

    /// Opens the choice of excess units if a hex is overfull.
    pub fn check_stacking(&self, state: &mut State) {
        if let Some(side) = self.overstacked_side(state) {
            state.stages.push(Stage::Overstacked(side));
        }
    }
}
