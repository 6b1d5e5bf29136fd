//! Fortifications and fortification troops [FOR].

use crate::class::{GERMAN, Kind};
use crate::game::BattleOfMoscow;
use crate::state::State;
use board::UnitId;
use engine::{Event, EventKind, Log, Text};
use hex::HexId;

impl BattleOfMoscow {
    /// Whether the side between a hex and a neighbouring one is not fortified.
    pub fn is_open_side(&self, from: HexId, to: HexId) -> bool {
        match self.map.grid.side_between(from, to) {
            Some(side) => !self.map.side_has(side, self.ground.fortified),
            None => false,
        }
    }

    /// Fortification troops are eliminated at once when a German or Finnish unit stands beside them across an
    /// unfortified side of their hex [FOR-5] (R41).
    pub fn sweep_forts(&self, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        if self.side(state, unit) != GERMAN {
            return;
        }
        for fort in self.map.grid.around(hex) {
            if !self.is_open_side(hex, fort) {
                continue;
            }
            let troops: Vec<UnitId> = state
                .position
                .stack(fort)
                .filter(|&u| self.kind(state, u) == Kind::Fortification)
                .collect();
            for gone in troops {
                log.say(|| {
                    let text = Text::new("event.fort-outflanked").unit(gone).hex(fort);
                    Event::new(EventKind::Eliminated, "FOR-5", text).unit(gone).hex(fort)
                });
                self.eliminate(state, gone);
            }
        }
    }
}
