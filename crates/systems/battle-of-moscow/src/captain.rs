//! Captain at The Battle of Moscow.
//!
//! The German must take Moscow early and keep it; the Russian need only be there at the end. Whoever stops beside the
//! enemy must attack, so attacks are planned before anybody moves.

use crate::class::{GERMAN, Kind, RUSSIAN, Zone};
use crate::data::{Loss, ResultEffect};
use crate::movement::Moving;
use crate::rail::Riding;
use crate::retreat::Retreat;
use crate::state::Mark;
use crate::verb::{
    COUNTERS, DECLARE, DONE, EAST, END_GAME, LENINGRAD, MOSCOW, RAIL, ROLL, SUGGESTED, VORONEZH,
};
use crate::{Battle, BattleOfMoscow, City, Net, Stage, State, Supply};
use board::{Control, Side, Strength, UnitId};
use engine::{Arg, Choice, Flow, Rule, Text};
use hex::{Direction, HexId};
use mind::{Aim, Ask, Mind, Piece, Reason, Said, Wall, Weights};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A city is threatened by enemies within so many hexes.
const NEAR: u16 = 6;

/// From so far away Moscow is not near at all.
const SIGHT: u16 = 12;

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

/// The hexes of a railway from a city to the east that have to be freed, on the way with the fewest of them [VIC-4].
fn rails_to_free(game: &BattleOfMoscow, state: &State, city: City) -> Vec<HexId> {
    let grid = &game.map.grid;
    let city = game.city_hex(city);
    let barred = |h: HexId| !game.is_free(state, RUSSIAN, h);
    let mut found: BTreeMap<HexId, (u32, Option<HexId>)> = BTreeMap::new();
    let mut open = BTreeSet::from([(0, city, None)]);
    while let Some((cost, hex, by)) = open.pop_first() {
        if found.contains_key(&hex) {
            continue;
        }
        found.insert(hex, (cost, by));
        if game.regions.east_edge.contains(hex) {
            let way = std::iter::successors(Some(hex), |h| found.get(h).and_then(|(_, by)| *by));
            return way.filter(|&h| h != city && barred(h)).collect();
        }
        for (direction, next) in Direction::ALL.into_iter().zip(grid.neighbours(hex)) {
            if next.is_some() && game.map.leads(hex, direction, game.ground.railway) {
                let cost = cost + if barred(next) { BARRED } else { 1 };
                open.insert((cost, next, Some(hex)));
            }
        }
    }
    Vec::new()
}

/// What a barred hex of a railway is longer than a free one.
const BARRED: u32 = 10;

/// A railway is cut where Germans are within so many hexes of it.
const WITHIN: u16 = 10;
/// What a hex of a railway costs to cut, and what is added where Russians stand beside it or in it.
const POST: u32 = 4;
const BESIDE_ENEMY: u32 = 4;
const HELD: u32 = 10;

/// The rail hexes to stand in so that a city is isolated; none while some of them are out of reach [VIC-4].
fn rails_to_cut(game: &BattleOfMoscow, state: &State, city: City) -> Vec<HexId> {
    let own: Vec<HexId> = game
        .units_of(state, GERMAN)
        .filter(|&(u, _)| game.class(state, u).zone == Zone::Full)
        .map(|(_, h)| h)
        .collect();
    let way = |hex: HexId| own.iter().map(|&h| game.map.grid.distance(h, hex)).min();
    let rails = game.linked(Net::Rails, [game.city_hex(city)], |_| true);
    let cost = |hex: HexId| {
        if !rails.contains(hex) {
            return Some(0);
        }
        let mut cost = POST + u32::from(way(hex)?);
        if state.position.in_zone(RUSSIAN, hex) {
            cost += BESIDE_ENEMY;
        }
        if is_near(game, state, RUSSIAN, hex, 0) {
            cost += HELD;
        }
        Some(cost)
    };
    let from = [game.city_hex(city)];
    let to: Vec<HexId> = game.regions.east_edge.iter().collect();
    let cut = mind::wall(&game.map.grid, &from, &to, cost);
    let reached = cut.iter().all(|&h| way(h).is_some_and(|w| w <= WITHIN));
    if reached { cut } else { Vec::new() }
}

impl Mind for BattleOfMoscow {
    fn ask(&self, state: &State) -> Ask {
        match state.top() {
            Some(Stage::Setup(_)) => Ask::Take(SUGGESTED),
            Some(Stage::Movement(_)) => Ask::Pick { done: DONE },
            Some(&Stage::Moving(Moving { unit, moved, .. })) => Ask::Move { unit, moved },
            Some(&Stage::Riding(Riding { unit, .. })) => Ask::Move { unit, moved: false },
            Some(Stage::Declaration(_)) => Ask::Target { done: DONE },
            Some(Stage::Attack(_) | Stage::Join(_)) => Ask::Build { commit: DECLARE },
            Some(Stage::Roll(_)) => Ask::Take(ROLL),
            Some(Stage::EarlyEnd(_)) => Ask::Take(END_GAME),
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
        self.moves(state, unit, at, left).into_iter().map(|d| d.hex).collect()
    }

    fn ride(&self, state: &State, unit: UnitId) -> Option<(Choice, Vec<HexId>)> {
        self.may_ride(state, unit).ok()?;
        let at = state.position.hex(unit)?;
        let rides = self.rail_moves(state, unit, at, self.allowance(state, unit));
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
            aims.push(Aim { hex, pull, need, hold: held, is_key: false, name: Arg::Hex(hex) });
        }
        if side == RUSSIAN {
            // One open city is enough [VIC-1].
            let pull = weights.aim("Moscow");
            for city in [City::Moscow, City::Leningrad] {
                aims.extend(rails_to_free(self, state, city).into_iter().map(|hex| {
                    let name = Text::new("why.railway").hex(hex).into();
                    Aim { hex, pull, need: weights.force, hold: false, is_key: false, name }
                }));
            }
        }
        aims
    }

    fn spreads(&self, state: &State, unit: UnitId) -> bool {
        self.class(state, unit).zone == Zone::Full
    }

    /// Both cities isolated for four turns win the game [VIC-1].
    fn wall(&self, state: &State, side: Side, weights: &Weights) -> Wall {
        if side == RUSSIAN {
            return Wall::default();
        }
        let mut hexes = rails_to_cut(self, state, City::Leningrad);
        hexes.extend(rails_to_cut(self, state, City::Moscow));
        hexes.sort_unstable();
        hexes.dedup();
        Wall { hexes, need: weights.garrison }
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
        scratch.position.set_mark(unit, Mark::Moved, true);
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

    /// The turns that the German conditions were met of those that it takes [VIC-1], twelve points in all, and a point for each
    /// city in other hands than at the start: the Russian wins by the German not winning.
    fn margin(&self, state: &State, side: Side) -> i64 {
        let needed = i64::from(self.tables.victory.consecutive_turns.max(1));
        let met = i64::from(state.moscow_count.max(state.isolation_count)).min(needed);
        let german = |h: &HexId| state.position.control(*h) == Control::By(GERMAN);
        let taken = self.cities().filter(german).count() as i64;
        let german = (2 * met - needed) * 600 / needed + taken * 100;
        if side == GERMAN { german } else { -german }
    }

    /// How far the Germans are with each of the two conditions [VIC-1]: the cities that are isolated now, the way to Moscow.
    fn nearness(&self, state: &State, side: Side) -> i64 {
        if side == RUSSIAN {
            return 0;
        }
        let shut = City::BOTH.into_iter().filter(|&c| self.is_city_isolated(state, c)).count();
        let moscow = self.places.moscow;
        let ways = self.units_of(state, GERMAN).map(|(_, h)| self.map.grid.distance(h, moscow));
        let way = ways.min().unwrap_or(SIGHT).min(SIGHT);
        let walked = match self.is_german_occupied(state, moscow) {
            true => 100,
            false => i64::from(SIGHT - way) * 40 / i64::from(SIGHT),
        };
        walked.max(shut as i64 * 50)
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
    ) -> Option<Said> {
        let unit_of = |c: &Choice| if let Choice::Unit(u) = c { Some(*u) } else { None };
        let units = || legal.iter().filter_map(unit_of);
        let hexes =
            || legal.iter().filter_map(|c| if let Choice::Hex(h) = c { Some(*h) } else { None });
        let cheapest = || units().min_by_key(|&u| (price(self, state, u), u)).map(Choice::Unit);
        let to_moscow = |h: HexId| self.map.grid.distance(h, self.places.moscow);
        match state.top()? {
            Stage::Feed(_) => {
                let best = units().max_by_key(|&u| (price(self, state, u), Reverse(u)))?;
                Some(Said::because(Choice::Unit(best), cited("why.feed", rule!("CIT-4"))))
            }
            Stage::Tikhvin(_) => {
                let order = [VORONEZH, EAST, LENINGRAD, MOSCOW];
                let choice = order.into_iter().find(|c| legal.contains(c))?;
                Some(Said::because(choice, cited("why.tikhvin", rule!("TIK-1"))))
            }
            Stage::Arrivals(_) => {
                if let Some(best) = units().max_by_key(|&u| (price(self, state, u), Reverse(u))) {
                    return Some(Said::because(Choice::Unit(best), "why.arrivals"));
                }
                let store = hexes().min_by_key(|&h| (to_moscow(h), h)).map(Choice::Hex);
                let kept = |store| Said::because(store, cited("why.store", rule!("RRP-7")));
                Some(store.map_or_else(|| Said::plainly(DONE), kept))
            }
            Stage::Arrive(_) => {
                let near = hexes().min_by_key(|&h| (to_moscow(h), h))?;
                Some(Said::because(Choice::Hex(near), "why.arrive"))
            }
            Stage::Pay(_) | Stage::Store(_) => {
                let choice = legal.iter().copied().find(|&c| c != COUNTERS)?;
                Some(Said::because(choice, "why.pay"))
            }
            Stage::Combat(_) => {
                let value = |h: &HexId| {
                    let battle = state.battles.iter().find(|b| b.hexes.contains(h));
                    battle.map_or(0, |b| battle_value(self, state, b, weights))
                };
                let best = hexes().max_by_key(|h| (value(h), Reverse(*h)))?;
                Some(Said::because(Choice::Hex(best), "why.combat"))
            }
            Stage::Losses(_) | Stage::Isolation(_) => {
                Some(Said::because(cheapest()?, "why.cheapest"))
            }
            Stage::Retreat(Retreat { hexes, .. }) => {
                // Those that have nowhere to go first, before the others make room.
                let stuck = |u: &UnitId| !self.can_retreat(state, *u, *hexes);
                let first =
                    units().max_by_key(|u| (stuck(u), price(self, state, *u), Reverse(*u)))?;
                Some(Said::because(Choice::Unit(first), cited("why.stuck", rule!("CRT-8"))))
            }
            Stage::RetreatStep(_) => {
                let away = hexes().max_by_key(|&h| (to_moscow(h), Reverse(h)))?;
                let why = if side == GERMAN { "why.from-moscow" } else { "why.back" };
                Some(Said::because(Choice::Hex(away), why))
            }
            _ => None,
        }
    }
}

/// A sentence with the rule behind it.
fn cited(id: &'static str, rule: Rule) -> Reason {
    Reason::from(id).cite(rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::DiskFolder;
    use engine::{FixedDice, Game, Log};
    use std::path::Path;

    fn begun() -> (BattleOfMoscow, State) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../games/battle-of-moscow");
        let game = BattleOfMoscow::load(&DiskFolder(folder), "campaign", &Default::default());
        let game = game.expect("a game");
        let state = game.start(&mut FixedDice::new([]), &mut Log::silent());
        (game, state)
    }

    /// Germans in all hexes of the cut isolate the city [VIC-4].
    fn assert_cut(game: &BattleOfMoscow, state: &State, city: City) {
        let mut state = state.clone();
        let cut = rails_to_cut(game, &state, city);
        assert!(!cut.is_empty(), "{city:?} can be reached");
        let units: Vec<UnitId> = game
            .units_of(&state, GERMAN)
            .map(|(u, _)| u)
            .filter(|&u| game.class(&state, u).zone == Zone::Full)
            .collect();
        for (&unit, &hex) in units.iter().zip(&cut) {
            game.lay(&mut state, unit, hex);
        }
        assert!(game.is_city_isolated(&state, city), "{city:?} is cut off");
    }

    #[test]
    fn germans_where_the_railways_are_to_be_cut_isolate_the_city() {
        let (game, mut state) = begun();
        while matches!(state.top(), Some(Stage::Setup(_))) {
            let mut dice = mind::MiddleDice;
            game.make(&mut state, SUGGESTED, &mut dice, &mut Log::silent());
        }
        assert_eq!(rails_to_cut(&game, &state, City::Moscow), [], "it is far away");
        // Six Germans around it: now it can be reached.
        let near: Vec<HexId> = game
            .map
            .grid
            .hexes()
            .filter(|&h| game.map.grid.distance(h, game.places.moscow) == 3)
            .filter(|&h| !is_near(&game, &state, RUSSIAN, h, 0))
            .collect();
        let units: Vec<UnitId> = game.units_of(&state, GERMAN).map(|(u, _)| u).collect();
        let full = |u: &UnitId| game.class(&state, *u).zone == Zone::Full;
        let units: Vec<UnitId> = units.into_iter().filter(full).collect();
        for (&unit, &hex) in units.iter().zip(near.iter().step_by(near.len() / 6)) {
            game.lay(&mut state, unit, hex);
        }
        assert_cut(&game, &state, City::Moscow);
    }

    #[test]
    fn a_free_railway_needs_no_freeing() {
        let (game, state) = begun();
        assert_eq!(rails_to_free(&game, &state, City::Moscow), []);
    }
}
