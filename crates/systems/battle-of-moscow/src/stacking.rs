//! Stacking [STK].

use crate::class::{Kind, RUSSIAN};
use crate::game::BattleOfMoscow;
use crate::state::State;
use board::UnitId;
use engine::No;
use hex::HexId;

impl BattleOfMoscow {
    /// Whether `unit` may stop in `hex` besides those that are there [STK-3].
    pub fn has_room(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        if !state.position.is_occupied(hex) {
            return Ok(());
        }
        let others = || state.position.stack(hex).filter(|&u| u != unit);
        let limits = &self.tables.stacking;
        if self.side(state, unit) != RUSSIAN {
            let full = others().count() >= limits.german_units;
            let no = No::new(rule!("STK-1"), "no.german-stack").unit(unit).hex(hex);
            return if full { Err(no.n(limits.german_units as i32)) } else { Ok(()) };
        }
        let class = self.class(state, unit);
        let count = |test: &dyn Fn(UnitId) -> bool| others().filter(|&u| test(u)).count();
        let no = |text, limit: usize| {
            Err(No::new(rule!("STK-2"), text).unit(unit).hex(hex).n(limit as i32))
        };
        match class.kind {
            _ if class.is_line() => {
                let line = count(&|u| self.class(state, u).is_line());
                if line >= limits.russian_line_units {
                    return no("no.line-stack", limits.russian_line_units);
                }
            }
            Kind::Armour => {
                let armour = count(&|u| self.kind(state, u) == Kind::Armour);
                if armour >= limits.russian_armour {
                    return no("no.armour-stack", limits.russian_armour);
                }
            }
            Kind::Replacement => {
                let counters = count(&|u| self.kind(state, u) == Kind::Replacement);
                if counters >= limits.replacement_counters {
                    return no("no.counter-stack", limits.replacement_counters);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether a hex holds no more than it may; the check of the invariant (R68).
    pub fn is_overstacked(&self, state: &State, hex: HexId) -> bool {
        let stack: Vec<UnitId> = state.position.stack(hex).collect();
        stack.iter().any(|&u| self.has_room(state, u, hex).is_err())
    }
}
