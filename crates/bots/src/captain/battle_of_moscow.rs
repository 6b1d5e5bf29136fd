//! Captain at The Battle of Moscow.
//!
//! The German must take Moscow early and keep it; the Russian need only be there at the end. Whoever stops beside the
//! enemy must attack, so attacks are planned before anybody moves.

use super::mind::{Aim, Ask, Mind, Piece};
use crate::Weights;
use ::battle_of_moscow::class::{GERMAN, Kind, RUSSIAN};
use ::battle_of_moscow::data::{Loss, ResultEffect};
use ::battle_of_moscow::state::MOVED;
use ::battle_of_moscow::verb::{
    COUNTERS, DECLARE, DONE, EAST, END_GAME, LENINGRAD, MOSCOW, RAIL, ROLL, SUGGESTED, VORONEZH,
};
use ::battle_of_moscow::{Battle, BattleOfMoscow, Stage, State, Supply};
use board::{Control, Side, Strength, UnitId};
use engine::Choice;
use hex::HexId;
use std::cmp::Reverse;

/// A city is threatened by enemies within so many hexes.
const NEAR: u16 = 6;

/// A strength in hundredths of a factor.
fn hundredths(strength: Strength) -> i64 {
    i64::from(strength.sixths()) * 100 / 6
}

/// What the loss of a unit costs.
fn price(game: &BattleOfMoscow, state: &State, unit: UnitId) -> i64 {
    let class = game.class(state, unit);
    let sum = hundredths(class.attack) + hundredths(class.defence);
    match class.kind {
        Kind::Worker | Kind::Partisan | Kind::Fortification | Kind::Replacement => sum / 3,
        Kind::Armour | Kind::Motorised => sum * 2 / 3,
        _ => sum / 2,
    }
}

/// What a battle promises the active side, over the six faces of the die.
fn battle_value(game: &BattleOfMoscow, state: &State, battle: &Battle, weights: &Weights) -> i64 {
    if battle.attackers.is_empty() || battle.hexes.is_empty() {
        return 0;
    }
    let defenders = game.all_defenders(state, battle);
    let sum = |units: &[UnitId]| units.iter().map(|&u| price(game, state, u)).sum::<i64>();
    let (own, theirs) = (sum(&battle.attackers), sum(&defenders));
    let exchanged = own.min(hundredths(game.defence_total(state, battle)));
    let mut total = 0;
    for die in 1..=6 {
        let effect: ResultEffect = game.effect(game.result(state, battle, die));
        total -= weights.loss / 10
            * match effect.attacker {
                Some(Loss::Eliminated) => own,
                Some(Loss::LosesFactors) => exchanged,
                None => 0,
            }
            / 10;
        total += weights.kill / 10
            * match effect.defender {
                Some(_) => theirs,
                None => 0,
            }
            / 10;
        if effect.attacker_retreats > 0 {
            let lost = |&u: &UnitId| match game.can_retreat(state, u, effect.attacker_retreats) {
                true => weights.repulse,
                false => price(game, state, u),
            };
            total -= battle.attackers.iter().map(lost).sum::<i64>();
        }
        if effect.defender_retreats > 0 {
            let hit = |&u: &UnitId| {
                let stays = game.kind(state, u).is_immobile();
                match !stays && game.can_retreat(state, u, effect.defender_retreats) {
                    true => weights.push,
                    false => price(game, state, u),
                }
            };
            total += defenders.iter().map(hit).sum::<i64>();
        }
    }
    total / 6
}

/// How near the enemy is to a hex: whether one could be there in a turn or two.
fn is_near(game: &BattleOfMoscow, state: &State, side: Side, hex: HexId, within: u16) -> bool {
    game.units_of(state, side).any(|(_, h)| game.map.grid.distance(h, hex) <= within)
}

impl Mind for BattleOfMoscow {
    fn ask(&self, state: &State) -> Ask {
        match state.stage() {
            Some(Stage::Setup) => Ask::Take(SUGGESTED),
            Some(Stage::Movement) => Ask::Pick { done: DONE },
            Some(&Stage::Moving { unit, moved, .. }) => Ask::Move { unit, moved },
            Some(&Stage::Riding { unit, .. }) => Ask::Move { unit, moved: false },
            Some(Stage::Declaration) => Ask::Target { done: DONE },
            Some(Stage::Attack(_) | Stage::Join { .. }) => Ask::Build { commit: DECLARE },
            Some(Stage::Roll(_)) => Ask::Take(ROLL),
            Some(Stage::EarlyEnd) => Ask::Take(END_GAME),
            _ => Ask::Other,
        }
    }

    fn step(&self, state: &State) -> u64 {
        u64::from(state.turn) * 100 + state.active.index() as u64 * 50 + state.phase as u64
    }

    fn pieces(&self, state: &State) -> Vec<Piece> {
        let units = Side::BOTH.into_iter().flat_map(|s| self.units_of(state, s));
        units
            .map(|(unit, hex)| {
                let class = self.class(state, unit);
                let attack = match class.kind {
                    Kind::Security => 0,
                    // A Finn attacks only in German supply; the mark says so for his own impulse.
                    Kind::Finnish => hundredths(self.attack_on(state, unit, hex)),
                    _ if state.supply[unit.index()] == Supply::Supplied => hundredths(class.attack),
                    _ => hundredths(class.attack) / 2,
                };
                Piece {
                    unit,
                    hex,
                    side: class.owner(),
                    attack,
                    defence: hundredths(class.defence),
                    speed: u16::from(class.movement),
                    worth: price(self, state, unit),
                }
            })
            .collect()
    }

    fn may_pick(&self, state: &State, unit: UnitId) -> bool {
        self.may_move(state, unit).is_ok()
    }

    fn reach(&self, state: &State, unit: UnitId) -> Vec<HexId> {
        let Some(at) = state.position.hex(unit) else { return Vec::new() };
        let left = self.allowance(state, unit);
        self.marches(state, unit, at, left).into_iter().map(|d| d.hex).collect()
    }

    fn ride(&self, state: &State, unit: UnitId) -> Option<(Choice, Vec<HexId>)> {
        self.may_ride(state, unit).ok()?;
        let at = state.position.hex(unit)?;
        let rides = self.rides(state, unit, at, self.allowance(state, unit));
        Some((RAIL, rides.into_iter().map(|d| d.hex).collect()))
    }

    fn aims(&self, state: &State, side: Side, weights: &Weights) -> Vec<Aim> {
        let mut aims = Vec::new();
        for hex in self.cities() {
            let name = self.map.place_at(hex).map_or_else(String::new, |p| p.name.clone());
            let pull = weights.aim(&name);
            let held = state.position.control(hex) == Control::By(side);
            let great = hex == self.places.moscow || hex == self.places.leningrad;
            let near = is_near(self, state, side.other(), hex, NEAR);
            // Moscow counts six times: it decides the game.
            let times = if hex == self.places.moscow { 6 } else { 1 };
            let need = match (held, near || times > 1) {
                (true, true) => weights.garrison * times,
                (true, false) if great => 1,
                (true, false) => continue,
                (false, _) => weights.force * times,
            };
            aims.push(Aim { hex, pull, need, hold: held, name });
        }
        aims
    }

    fn is_land(&self, state: &State, side: Side, hex: HexId) -> bool {
        self.is_passable(state, side, hex).is_ok()
    }

    fn shelter(&self, _state: &State, side: Side, hex: HexId) -> i64 {
        let doubled = self.map.terrain(hex) == self.ground.hills
            || (side == RUSSIAN && self.is_full_fort(hex))
            || (side == RUSSIAN && self.map.has(hex, self.ground.half_fort));
        if doubled { 200 } else { 100 }
    }

    fn obliges(&self, _state: &State, side: Side, hex: HexId) -> bool {
        side == GERMAN || !self.is_full_fort(hex)
    }

    fn fits(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        self.has_room(state, unit, hex).is_ok()
    }

    fn supplied(&self, state: &State, side: Side) -> Box<dyn Fn(UnitId, HexId) -> bool + '_> {
        let map = self.edge_supply(state, side);
        let state = state.clone();
        Box::new(move |unit, hex| {
            let needs = self.class(&state, unit).needs_supply();
            !needs
                || match self.rate(&state, unit, map.cost(hex)) {
                    Supply::Supplied => true,
                    Supply::Unsupplied => side == RUSSIAN,
                    Supply::Isolated => false,
                }
        })
    }

    fn stand(&self, scratch: &mut State, unit: UnitId, hex: HexId) {
        self.lay(scratch, unit, hex);
        scratch.position.set_mark(unit, MOVED, true);
    }

    fn can_attack(&self, state: &State, unit: UnitId, target: HexId) -> bool {
        self.is_able(state, unit, target)
    }

    fn venture(
        &self,
        state: &State,
        target: HexId,
        attackers: &[UnitId],
        weights: &Weights,
    ) -> i64 {
        let able = attackers.iter().copied().filter(|&u| self.is_able(state, u, target));
        let battle = Battle {
            hexes: [target].into_iter().collect(),
            attackers: able.collect(),
            resolved: false,
        };
        battle_value(self, state, &battle, weights)
    }

    fn stake(&self, state: &State, side: Side, weights: &Weights) -> i64 {
        let Some(battle) = self.battle_in_hand(state).filter(|b| !b.resolved) else { return 0 };
        let value = battle_value(self, state, battle, weights);
        if side == state.active { value } else { -value }
    }

    fn standing(&self, state: &State, side: Side, weights: &Weights) -> i64 {
        let cities = self.cities().map(|hex| {
            let pull = self.map.place_at(hex).map_or(0, |p| weights.aim(&p.name));
            match state.position.control(hex) {
                Control::By(holder) if holder == side => pull,
                Control::By(_) => -pull,
                _ => 0,
            }
        });
        cities.sum()
    }

    fn rest(&self, _state: &State) -> Vec<Choice> {
        vec![DONE]
    }

    fn script(
        &self,
        state: &State,
        side: Side,
        legal: &[Choice],
        weights: &Weights,
    ) -> Option<(Choice, String)> {
        let unit_of = |c: &Choice| if let Choice::Unit(u) = c { Some(*u) } else { None };
        let units = || legal.iter().filter_map(unit_of);
        let hexes =
            || legal.iter().filter_map(|c| if let Choice::Hex(h) = c { Some(*h) } else { None });
        let cheapest = || units().min_by_key(|&u| (price(self, state, u), u)).map(Choice::Unit);
        let to_moscow = |h: HexId| self.map.grid.distance(h, self.places.moscow);
        match state.stage()? {
            Stage::Feed => {
                let best = units().max_by_key(|&u| (price(self, state, u), Reverse(u)))?;
                Some((Choice::Unit(best), String::from("The strongest are fed first.")))
            }
            Stage::Tikhvin(_) => {
                let order = [VORONEZH, EAST, LENINGRAD, MOSCOW];
                let choice = order.into_iter().find(|c| legal.contains(c))?;
                Some((choice, String::from("Moscow's factors are needed most.")))
            }
            Stage::Arrivals => {
                if let Some(best) = units().max_by_key(|&u| (price(self, state, u), Reverse(u))) {
                    return Some((Choice::Unit(best), String::from("Everybody is needed.")));
                }
                let store = hexes().min_by_key(|&h| (to_moscow(h), h)).map(Choice::Hex);
                let why = "What is not stored is lost.";
                Some(store.map_or((DONE, String::new()), |c| (c, why.to_string())))
            }
            Stage::Arrive(_) => {
                let near = hexes().min_by_key(|&h| (to_moscow(h), h))?;
                Some((Choice::Hex(near), String::from("As near to Moscow as can be.")))
            }
            Stage::Pay { .. } | Stage::Store(_) => {
                let choice = legal.iter().copied().find(|&c| c != COUNTERS)?;
                Some((choice, String::from("New factors before stored ones.")))
            }
            Stage::Combat => {
                let value = |h: &HexId| {
                    let battle = state.battles.iter().find(|b| b.hexes.contains(h));
                    battle.map_or(0, |b| battle_value(self, state, b, weights))
                };
                let best = hexes().max_by_key(|h| (value(h), Reverse(*h)))?;
                Some((Choice::Hex(best), String::from("The most promising battle first.")))
            }
            Stage::Losses { .. } | Stage::Isolation { .. } => {
                Some((cheapest()?, String::from("The least that can be given up.")))
            }
            Stage::Retreat { hexes, .. } => {
                // Those that have nowhere to go first, before the others make room.
                let stuck = |u: &UnitId| !self.can_retreat(state, *u, *hexes);
                let first =
                    units().max_by_key(|u| (stuck(u), price(self, state, *u), Reverse(*u)))?;
                Some((Choice::Unit(first), String::from("Those with nowhere to go come first.")))
            }
            Stage::RetreatStep { .. } => {
                let away = hexes().max_by_key(|&h| (to_moscow(h), Reverse(h)))?;
                let why =
                    if side == GERMAN { "Away from Moscow." } else { "Back where they came from." };
                Some((Choice::Hex(away), why.to_string()))
            }
            _ => None,
        }
    }
}
