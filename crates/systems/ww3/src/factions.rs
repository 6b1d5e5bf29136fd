//! Whites and Poles (chapter 15.4): never in one combat, never in one hex (R56). [A107-5] is the number of A107; another
//! page has its own ([`crate::page`]).

use crate::{Game, State, Ww3};
use board::{Side, UnitId};
use engine::No;
use hex::HexId;
use wb95::state::{Combat, Units};

impl Ww3 {
    pub(crate) fn is_white(&self, unit: UnitId) -> bool {
        self.whites.contains(&self.faction[unit.index()])
    }

    pub(crate) fn is_pole(&self, game: &Game, unit: UnitId) -> bool {
        game.nation(unit) == "polish"
    }

    /// Whether two units are kept apart [A107-5].
    pub fn quarrel(&self, game: &Game, a: UnitId, b: UnitId) -> bool {
        self.scenario.apart
            && ((self.is_white(a) && self.is_pole(game, b))
                || (self.is_pole(game, a) && self.is_white(b)))
    }

    /// Whether a unit may stand on a hex with those that are there.
    pub fn may_share(
        &self,
        game: &Game,
        state: &State,
        unit: UnitId,
        hex: HexId,
    ) -> Result<(), No> {
        let other = state.position.stack(hex).find(|&u| u != unit && self.quarrel(game, u, unit));
        match other {
            Some(other) => {
                Err(No::new(self.page().apart, "no.apart").unit(unit).other(other).hex(hex))
            }
            None => Ok(()),
        }
    }

    /// Whether an enemy stands beside the units of a hex, so that he must be told if Whites and if Poles are among them: what he
    /// may not attack together he must know (R49).
    pub fn tells_parties(&self, game: &Game, state: &State, hex: HexId) -> bool {
        let side = state.position.stack(hex).next().map(|u| game.side(u));
        let beside =
            |side: Side| game.map.grid.around(hex).any(|h| game.holds(state, side.other(), h));
        self.scenario.apart && side.is_some_and(beside)
    }

    /// Whether the units of a hex may be made to fight in one combat with those of other hexes
    /// [A107-5].
    pub fn may_defend_with(
        &self,
        game: &Game,
        state: &State,
        hexes: &[HexId],
        hex: HexId,
    ) -> Result<(), No> {
        let with = || hexes.iter().flat_map(|&h| state.position.stack(h));
        let quarrel = |unit: UnitId| with().any(|other| self.quarrel(game, unit, other));
        match state.position.stack(hex).any(quarrel) {
            true => Err(No::new(self.page().apart, "no.targets-apart").hex(hex)),
            false => Ok(()),
        }
    }

    /// Whether a unit may fight in a combat with those that fight for its side.
    pub fn may_fight_with(
        &self,
        game: &Game,
        state: &State,
        combat: &Combat,
        side: Side,
        unit: UnitId,
    ) -> Result<(), No> {
        let defends = side != game.active(state);
        let defenders: Units = game.defenders(state, combat).filter(|_| defends).collect();
        let attackers = combat.attackers.iter().filter(|&&u| game.side(u) == side);
        let with = attackers.chain(&combat.guns[side]).chain(&defenders);
        match with.copied().find(|&u| self.quarrel(game, u, unit)) {
            Some(other) => Err(No::new(self.page().apart, "no.apart").unit(unit).other(other)),
            None => Ok(()),
        }
    }
}
