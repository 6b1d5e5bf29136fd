//! What a gun can do [6.1]: how far it fires, and whether it may.

use crate::book::Book;
use crate::class::Weapon;
use crate::game::Wb95;
use crate::state::{Mark, State};
use board::UnitId;
use engine::No;
use hex::HexId;

impl<B: Book> Wb95<B> {
    /// How far a gun fires [6.1.2]; tactical missiles anywhere.
    pub fn range_of(&self, unit: UnitId) -> u16 {
        match self.class(unit).weapon {
            Some(Weapon::Missile) => u16::MAX,
            _ => self.tables.core.artillery_range,
        }
    }

    /// Whether a hex lies in the range of a gun.
    pub(crate) fn reaches(&self, state: &State<B>, gun: UnitId, hex: HexId) -> bool {
        let at = state.position.hex(gun);
        at.is_some_and(|at| self.map.grid.distance(at, hex) <= self.range_of(gun))
    }

    /// Whether artillery may fire in this phase [6.1.3] [6.1.4] [6.5.6].
    pub fn is_ready_to_fire(&self, state: &State<B>, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if !self.class(unit).is_artillery() {
            return no(rule!(B, "6.1.1"), "no.not-artillery");
        }
        if !self.is_deployed(state, unit) {
            return no(rule!(B, "6.1.3"), "no.in-transport");
        }
        if state.position.has_mark(unit, Mark::Fired) {
            return no(rule!(B, "6.1.4"), "no.fired-already");
        }
        if state.position.has_mark(unit, Mark::Fought) {
            return no(rule!(B, "5.1.1"), "no.fought-already");
        }
        if state.position.has_mark(unit, Mark::Silent) {
            return no(rule!(B, "6.5.6"), "no.silent");
        }
        Ok(())
    }
}
