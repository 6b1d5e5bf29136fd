//! Headquarters [9].

use crate::decision::*;
use crate::game::Wb95;
use crate::state::{Combat, Phase, State};
use board::{Side, UnitId};
use engine::{No, Odds, Viewer};
use hex::HexId;

impl<B: Book> Wb95<B> {
    /// Whether a unit is in range of a headquarters of its side [9.2.2].
    pub fn is_covered(&self, state: &State<B>, unit: UnitId) -> bool {
        state.position.hex(unit).is_some_and(|hex| self.is_hex_covered(state, unit, hex))
    }

    fn is_hex_covered(&self, state: &State<B>, unit: UnitId, hex: HexId) -> bool {
        let side = self.side(unit);
        self.hqs.iter().filter(|&&hq| self.side(hq) == side).any(|&hq| {
            let range = self.hq_range[hq.index()];
            let in_range = |at| self.map.grid.distance(at, hex) <= range;
            state.position.hex(hq).is_some_and(in_range) && B::hq_serves(self, state, hq, unit)
        })
    }

    /// Whether a side may use the headquarters' modifier: all its units in the combat are in range [9.2.1].
    pub fn may_use_hq(&self, state: &State<B>, combat: &Combat, side: Side) -> Result<(), No> {
        let mut units = combat.guns[side].clone();
        match side == self.active(state) {
            true => units.extend(combat.attackers.iter().copied()),
            false => units.extend(self.defenders(state, combat)),
        }
        units.retain(|u| !self.class(*u).is_hq());
        if units.is_empty() {
            // A lone headquarters gives none to itself (R23).
            return Err(No::new(rule!(B, "9.2.1"), "no.hq-alone"));
        }
        match units.iter().find(|&&u| !self.is_covered(state, u)) {
            Some(&unit) => Err(No::new(rule!(B, "9.2.1"), "no.not-covered").unit(unit)),
            None => Ok(()),
        }
    }

    /// The columns of lost headquarters that a side may use in a combat [9.1.6] [9.1.7].
    pub fn pool_in_reach(&self, state: &State<B>, combat: &Combat, side: Side) -> u8 {
        if let Some(own) = B::columns_in_reach(self, state, side) {
            return own;
        }
        let radius = self.tables.core.hq_lost_pool_radius;
        let near =
            |hex: HexId| combat.hexes.iter().any(|&h| self.map.grid.distance(h, hex) <= radius);
        let pools = state.pools.iter().filter(|p| p.side == side && !p.fresh && near(p.hex));
        pools.map(|p| p.left).sum()
    }

    /// Takes columns out of the pools in reach, those that lapse first.
    pub fn draw_pool(&self, state: &mut State<B>, combat: &Combat, side: Side, mut n: u8) {
        if B::draw_columns(state, side, n) {
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
    pub fn age_pools(&self, state: &mut State<B>) {
        debug_assert_eq!(state.phase, Phase::Combat);
        for pool in &mut state.pools {
            match pool.fresh {
                true => pool.fresh = false,
                false => pool.phases = pool.phases.saturating_sub(1),
            }
        }
        state.pools.retain(|p| p.phases > 0);
    }
}

/// How many columns of lost headquarters are used [9.1.6], or points of electronic warfare.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UsePool {
    /// Whose.
    pub side: Side,
}

impl<B: Book> Decide<Wb95<B>> for UsePool {
    const ID: &'static str = "pool";
    const WRONG: Wrong = (rule!(B, "9.1.6"), "no.choose-amount");

    fn decider(&self, _: &Wb95<B>, _: &State<B>) -> Side {
        self.side
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let most = game.pool_in_reach(state, state.the_combat(), self.side);
        out.extend((0..=u16::from(most)).map(Choice::Amount));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            _ if at.choices.contains(choice) => Ok(()),
            Choice::Amount(_) => {
                let most = at.game.pool_in_reach(at.state, at.state.the_combat(), self.side);
                Err(No::new(rule!(B, "9.1.7"), "no.pool-too-small").n(i32::from(most)))
            }
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let Choice::Amount(n) = choice else { impossible(self, choice) };
        play.close();
        let mut combat = play.state.combat.take().expect("a combat is in hand");
        play.game.draw_pool(play.state, &combat, self.side, n as u8);
        combat.pool[self.side] += n as u8;
        play.state.combat = Some(combat);
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        let hexes = &at.state.the_combat().hexes;
        B::ask_columns(at.state, self.side)
            .unwrap_or_else(|| Text::new("prompt.pool").hexes(hexes).into())
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Offer {
        counting(at, choice, "amount.columns")
    }

    fn odds(&self, game: &Wb95<B>, state: &State<B>, _: Viewer) -> Option<Odds> {
        game.combat_odds(state)
    }
}
