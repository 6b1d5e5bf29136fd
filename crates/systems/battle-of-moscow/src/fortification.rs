//! Fortifications and fortification troops [FOR].

use crate::game::BattleOfMoscow;
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

    /// Whether a hex is a full fort [FOR-1].
    #[inline]
    pub fn is_full_fort(&self, hex: HexId) -> bool {
        self.map.has(hex, self.ground.full_fort)
    }
}
