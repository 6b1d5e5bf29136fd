//! Fortifications and fortification troops [FOR].

use crate::class::{GERMAN, Kind};
use crate::game::BattleOfMoscow;
use crate::state::State;
use board::UnitId;
use engine::{Event, EventKind, Log, Text};
use hex::HexId;

impl BattleOfMoscow {
    /// Whether an enemy in `from` faces an unfortified side of the hex `fort`. All sides of a full fort are
    /// fortified, and the western ones of a half fort [FOR-1]. A side is printed once for both its hexes, so
    /// that of a neighbouring fort must not be taken for this one's.
    pub fn is_open_side(&self, from: HexId, fort: HexId) -> bool {
        let Some(direction) = self.map.grid.direction(fort, from) else { return false };
        let printed = self.map.side_has(self.map.grid.side(fort, direction), self.ground.fortified);
        let own = self.is_full_fort(fort) || self.made.half_fort.contains(direction);
        !(printed && own)
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
                    Event::new(EventKind::Eliminated, rule!("FOR-5"), text).unit(gone).hex(fort)
                });
                self.eliminate(state, gone);
            }
        }
    }
}
