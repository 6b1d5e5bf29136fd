//! Captain at The Ford.
//!
//! A unit moves or attacks, one hex and one unit at a time, so that there is no battle to build: the script takes the
//! attack that promises most, and everybody else goes towards the enemy.

use crate::attack::Attack;
use crate::movement::Moving;
use crate::rules::Ford;
use crate::state::{Decision, State, all_units, side_of, units_of};
use crate::{DONE, ROLL};
use board::{Side, UnitId};
use engine::{Choice, Flow, Text};
use hex::HexId;
use mind::{Aim, Ask, Mind, Piece, Said, Weights};

/// What a unit without strength would be worth, in hundredths of a factor.
const BODY: i64 = 200;

fn strength(state: &State, unit: UnitId) -> i64 {
    i64::from(state.unit(unit).strength) * 100
}

fn worth(state: &State, unit: UnitId) -> i64 {
    BODY + strength(state, unit)
}

impl Ford {
    /// What an attack promises: the dice, each with what falls (3.1).
    fn promise(&self, state: &State, unit: UnitId, enemy: UnitId, weights: &Weights) -> i64 {
        let die = self.tables.combat.die;
        let side = |u: UnitId| i16::from(state.unit(u).strength);
        let value = |roll| match self.result(roll, side(unit), side(enemy)) {
            "D" => worth(state, enemy) * weights.kill,
            "A" => -worth(state, unit) * weights.loss,
            _ => 0,
        };
        (1..=die).map(value).sum::<i64>() / i64::from(die) / 100
    }

    /// The best attack of a unit that promises anything.
    fn best_attack(&self, state: &State, unit: UnitId, weights: &Weights) -> Option<(i64, HexId)> {
        let promised = self.targets(state, unit).filter_map(|hex| {
            let enemy = state.unit_at(hex)?;
            Some((self.promise(state, unit, enemy, weights), hex))
        });
        promised.filter(|(gain, _)| *gain > 0).max()
    }
}

impl Mind for Ford {
    fn ask(&self, state: &State) -> Ask {
        match state.top() {
            Some(Decision::Movement(_)) => Ask::Pick { done: DONE },
            Some(Decision::Moving(Moving { unit })) => Ask::Move { unit: *unit, moved: false },
            Some(Decision::Attack(_)) => Ask::Take(ROLL),
            Some(Decision::Bid(_)) | None => Ask::Other,
        }
    }

    fn step(&self, state: &State) -> u64 {
        u64::from(state.turn) * 10 + u64::from(state.moved)
    }

    fn pieces(&self, state: &State) -> Vec<Piece> {
        let piece = |unit| {
            let (attack, defence) = (strength(state, unit), strength(state, unit));
            let (side, worth, speed) = (side_of(unit), worth(state, unit), 1);
            let hex = state.unit(unit).hex?;
            Some(Piece { unit, hex, side, attack, defence, speed, worth })
        };
        all_units().filter_map(piece).collect()
    }

    fn may_pick(&self, state: &State, unit: UnitId) -> bool {
        side_of(unit) == state.phasing && !state.unit(unit).done
    }

    fn reach(&self, state: &State, unit: UnitId) -> Vec<HexId> {
        self.targets(state, unit).filter(|&hex| state.unit_at(hex).is_none()).collect()
    }

    fn aims(&self, state: &State, side: Side, weights: &Weights) -> Vec<Aim> {
        let hexes = units_of(side.other()).filter_map(|unit| state.unit(unit).hex);
        hexes.map(|hex| Aim::enemy(hex, weights)).collect()
    }

    fn fits(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        state.unit_at(hex).is_none_or(|there| there == unit)
    }

    fn stand(&self, scratch: &mut State, unit: UnitId, hex: HexId) {
        scratch.unit_mut(unit).hex = Some(hex);
    }

    fn can_attack(&self, state: &State, unit: UnitId, target: HexId) -> bool {
        let enemy = state.unit_at(target).filter(|&there| side_of(there) != side_of(unit));
        let from = state.unit(unit).hex;
        enemy.is_some() && from.is_some_and(|from| self.map.grid.adjacent(from, target))
    }

    /// Units attack alone: the best of them counts.
    fn venture(
        &self,
        state: &State,
        target: HexId,
        attackers: &[UnitId],
        weights: &Weights,
    ) -> i64 {
        let Some(enemy) = state.unit_at(target) else { return 0 };
        let promised = attackers.iter().map(|&unit| self.promise(state, unit, enemy, weights));
        promised.max().unwrap_or(0)
    }

    fn stake(&self, state: &State, side: Side, weights: &Weights) -> i64 {
        match state.top() {
            Some(Decision::Attack(Attack { unit, enemy })) => {
                let value = self.promise(state, *unit, *enemy, weights);
                if side_of(*unit) == side { value } else { -value }
            }
            _ => 0,
        }
    }

    fn standing(&self, state: &State, side: Side, weights: &Weights) -> i64 {
        (state.left(side) as i64 - state.left(side.other()) as i64) * weights.place
    }

    fn margin(&self, state: &State, side: Side) -> i64 {
        (state.left(side) as i64 - state.left(side.other()) as i64) * 100
    }

    fn script(&self, state: &State, _: Side, legal: &[Choice], weights: &Weights) -> Option<Said> {
        match state.top()? {
            Decision::Movement(_) => {
                let ready = legal.iter().filter_map(|choice| match choice {
                    Choice::Unit(unit) => {
                        self.best_attack(state, *unit, weights).map(|(gain, _)| (gain, *unit))
                    }
                    _ => None,
                });
                let (gain, unit) = ready.max()?;
                let why = Text::new("mind.target").with("factors", mind::factors(gain));
                Some(Said::because(Choice::Unit(unit), why))
            }
            Decision::Moving(Moving { unit }) => {
                let (_, hex) = self.best_attack(state, *unit, weights)?;
                Some(Said::plainly(Choice::Hex(hex)))
            }
            _ => None,
        }
    }
}
