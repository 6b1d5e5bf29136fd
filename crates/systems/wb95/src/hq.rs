//! Headquarters [9].

use crate::game::Wb95;
use crate::state::{Combat, Phase, State};
use board::{Side, UnitId};
use engine::No;
use hex::HexId;

impl Wb95 {
    /// Whether a unit is in range of a headquarters of its side [9.2.2].
    pub fn is_covered(&self, state: &State, unit: UnitId) -> bool {
        state.position.hex(unit).is_some_and(|hex| self.is_hex_covered(state, unit, hex))
    }

    fn is_hex_covered(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        self.units_of(state, self.side(unit)).any(|(hq, at)| {
            self.class(hq).is_hq()
                && self.hq_serves(state, hq, unit)
                && self.map.grid.distance(at, hex) <= self.hq_range[hq.index()]
        })
    }

    /// Whether a headquarters works, and for this unit ([17.2.3.1] of WW3, R35).
    fn hq_serves(&self, state: &State, hq: UnitId, unit: UnitId) -> bool {
        match &self.ww3 {
            Some(ww3) => !state.modern().disrupted.contains(&hq) && !ww3.quarrel(self, hq, unit),
            None => true,
        }
    }

    /// Whether a side may use the headquarters' modifier: all its units in the combat are in range [9.2.1].
    pub fn may_use_hq(&self, state: &State, combat: &Combat, side: Side) -> Result<(), No> {
        let mut units = combat.guns[side].clone();
        match side == self.active(state) {
            true => units.extend(combat.attackers.iter().copied()),
            false => units.extend(self.defenders(state, combat)),
        }
        units.retain(|u| !self.class(*u).is_hq());
        if units.is_empty() {
            // A lone headquarters gives none to itself (R23).
            return Err(No::new("9.2.1", "no.hq-alone"));
        }
        match units.iter().find(|&&u| !self.is_covered(state, u)) {
            Some(&unit) => Err(No::new("9.2.1", "no.not-covered").unit(unit)),
            None => Ok(()),
        }
    }

    /// The columns of lost headquarters that a side may use in a combat [9.1.6] [9.1.7].
    pub fn pool_in_reach(&self, state: &State, combat: &Combat, side: Side) -> u8 {
        if let Some(ww3) = &self.ww3 {
            // Electronic warfare instead ([20.2] of WW3).
            return state.modern().ew[side].min(u16::from(ww3.tables.ew_max)) as u8;
        }
        let radius = self.tables.core.hq_lost_pool_radius;
        let near =
            |hex: HexId| combat.hexes.iter().any(|&h| self.map.grid.distance(h, hex) <= radius);
        let pools = state.pools.iter().filter(|p| p.side == side && !p.fresh && near(p.hex));
        pools.map(|p| p.left).sum()
    }

    /// Takes columns out of the pools in reach, those that lapse first.
    pub fn draw_pool(&self, state: &mut State, combat: &Combat, side: Side, mut n: u8) {
        if self.ww3.is_some() {
            let ew = &mut state.modern_mut().ew[side];
            *ew = ew.saturating_sub(u16::from(n));
            return;
        }
        let radius = self.tables.core.hq_lost_pool_radius;
        let mut order: Vec<usize> = (0..state.pools.len()).collect();
        order.sort_by_key(|&i| (state.pools[i].phases, i));
        for i in order {
            let pool = &mut state.pools[i];
            let near = combat.hexes.iter().any(|&h| self.map.grid.distance(h, pool.hex) <= radius);
            if pool.side == side && !pool.fresh && near {
                let taken = pool.left.min(n);
                pool.left -= taken;
                n -= taken;
            }
        }
        state.pools.retain(|p| p.left > 0);
    }

    /// At the end of a Combat Phase the pools lapse by one phase [9.1.6].
    pub fn age_pools(&self, state: &mut State) {
        debug_assert_eq!(state.phase, Phase::Combat);
        for pool in &mut state.pools {
            match pool.fresh {
                true => pool.fresh = false,
                false => pool.phases = pool.phases.saturating_sub(1),
            }
        }
        state.pools.retain(|p| p.phases > 0);
    }

    /// All counters on the defending hexes.
    pub fn defenders<'a>(
        &self,
        state: &'a State,
        combat: &'a Combat,
    ) -> impl Iterator<Item = UnitId> + 'a {
        combat.hexes.iter().flat_map(|&h| state.position.stack(h))
    }
}
