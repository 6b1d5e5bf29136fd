//! Headquarters [9].

use crate::decision::*;
use crate::game::Wb95;
use crate::state::{Combat, Phase, State};
use board::{Side, UnitId};
use engine::{No, Odds, Viewer};
use hex::HexId;

impl Wb95 {
    /// Whether a unit is in range of a headquarters of its side [9.2.2].
    pub fn is_covered(&self, state: &State, unit: UnitId) -> bool {
        state.position.hex(unit).is_some_and(|hex| self.is_hex_covered(state, unit, hex))
    }

    fn is_hex_covered(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        let side = self.side(unit);
        self.hqs.iter().filter(|&&hq| self.side(hq) == side).any(|&hq| {
            let range = self.hq_range[hq.index()];
            let in_range = |at| self.map.grid.distance(at, hex) <= range;
            state.position.hex(hq).is_some_and(in_range) && self.hq_serves(state, hq, unit)
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

/// How many columns of lost headquarters are used [9.1.6], or points of electronic warfare ([20.2] of WW3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UsePool {
    /// Whose.
    pub side: Side,
}

impl Decide<Wb95> for UsePool {
    const ID: &'static str = "pool";
    const WRONG: Wrong = ("9.1.6", "no.choose-amount");

    fn decider(&self, _: &Wb95, _: &State) -> Side {
        self.side
    }

    fn list(&self, game: &Wb95, state: &State, _: &mut Desk, out: &mut Choices) {
        let most = game.pool_in_reach(state, state.the_combat(), self.side);
        out.extend((0..=u16::from(most)).map(Choice::Amount));
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match choice {
            _ if at.choices.contains(choice) => Ok(()),
            Choice::Amount(_) => {
                let most = at.game.pool_in_reach(at.state, at.state.the_combat(), self.side);
                Err(No::new("9.1.7", "no.pool-too-small").n(i32::from(most)))
            }
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        let Choice::Amount(n) = choice else { impossible(Self::ID, choice) };
        play.close();
        let mut combat = play.state.combat.take().expect("a combat is in hand");
        play.game.draw_pool(play.state, &combat, self.side, n as u8);
        combat.pool[self.side] += n as u8;
        play.state.combat = Some(combat);
    }

    fn prompt(&self, at: At<'_>) -> Asked {
        let hexes = &at.state.the_combat().hexes;
        match at.game.ww3 {
            Some(_) => Asked::from(Text::new("prompt.ew").hexes(hexes))
                .fact(Text::new("fact.ew").n(at.state.modern().ew[self.side])),
            None => Text::new("prompt.pool").hexes(hexes).into(),
        }
    }

    fn offer(&self, at: At<'_>, choice: Choice) -> Offer {
        counting(at, choice, "amount.columns")
    }

    fn odds(&self, game: &Wb95, state: &State, _: Viewer) -> Option<Odds> {
        game.combat_odds(state)
    }
}
