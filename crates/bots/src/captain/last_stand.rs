//! Captain at Last Stand.
//!
//! Objectives are damage, and damage is everything: they are the aims of both sides. Nobody must attack, and nobody knows
//! how strong untried units are: the hidden cards count with their mean, the odds with the game's own belief.

use super::mind::{Aim, Ask, Mind, Piece};
use crate::Weights;
use ::last_stand::class::{Formation, GERMAN, Kind, SOVIET};
use ::last_stand::state::{DISRUPTED, Marker, OUT, SUPPORT_FACE};
use ::last_stand::verb::{
    AIR, DECLARE, DONE, ENTER, NORTH, REDRAW, RETREAT, ROLL, SOUTH, SUGGESTED, TYPES,
};
use ::last_stand::{Fight, FightKind, LastStand, Outcomes, Part, Stage, State};
use board::{Side, UnitId};
use engine::Choice;
use hex::{HexId, HexSet};
use std::cmp::Reverse;

/// A place is threatened, and an army in contact, if the enemy is within so many hexes.
const NEAR: u16 = 5;

/// Attack and defence of a unit in hundredths; of an untried one the mean of the cards that are still hidden.
fn strengths(game: &LastStand, state: &State, unit: UnitId) -> [i64; 2] {
    if let Some(values) = game.values(state, unit) {
        return values.map(|v| i64::from(v) * 100);
    }
    let Some(cup) = game.kind(unit).cup() else { return [0, 0] };
    let (mut sum, mut n) = ([0, 0], 0);
    for card in state.cups[cup].layers.iter().flatten() {
        let card = &game.cards[card.index()];
        sum[0] += i64::from(card.attack) * 100;
        sum[1] += i64::from(card.defence) * 100;
        n += 1;
    }
    sum.map(|s| s / n.max(1))
}

/// What the loss of a unit costs.
fn price(game: &LastStand, state: &State, unit: UnitId) -> i64 {
    match game.kind(unit) {
        Kind::Supply | Kind::Headquarters => 300,
        Kind::Katyusha => 200,
        Kind::Garrison => 250,
        Kind::Factory => 300,
        Kind::Partisan => 20,
        _ => {
            let [attack, defence] = strengths(game, state, unit);
            (attack + defence) / 2 + 50
        }
    }
}

/// What one step of a unit is worth.
fn step_price(game: &LastStand, state: &State, unit: UnitId) -> i64 {
    price(game, state, unit) / i64::from(state.position.steps(unit).max(1))
}

/// What a part of a result costs those who suffer it.
fn suffered(game: &LastStand, state: &State, part: Part, units: &[UnitId], back: i64) -> i64 {
    let sum: i64 = units.iter().map(|&u| price(game, state, u)).sum();
    if part.eliminated {
        return sum;
    }
    let step = units.iter().map(|&u| step_price(game, state, u)).min().unwrap_or(0);
    let n = units.len() as i64;
    let mut cost = 0;
    if part.loss {
        cost += step;
    }
    if part.retreat {
        cost += (back + 40) * n;
    }
    // Points are steps or hexes, at the choice of whoever suffers them.
    cost += i64::from(part.points) * (step / 2).min(back * n);
    cost.min(sum)
}

/// What a fight promises its attacker, by the game's own odds.
fn fight_value(game: &LastStand, state: &State, fight: &Fight, weights: &Weights) -> i64 {
    if fight.attackers.is_empty() || fight.targets.is_empty() {
        return 0;
    }
    let defenders = game.defenders_in(state, &fight.targets);
    let odds = game.fight_odds(state, fight);
    let mut total = 0;
    for outcome in &odds.outcomes {
        let Some(result) = Outcomes::read(&outcome.code) else { continue };
        let lost = suffered(game, state, result.attacker, &fight.attackers, weights.repulse);
        let won = suffered(game, state, result.defender, &defenders, weights.push);
        let value = won * weights.kill - lost * weights.loss;
        let (num, den) = (i128::from(outcome.p.num), i128::from(outcome.p.den.max(1)));
        total += (i128::from(value) * num / den) as i64;
    }
    total / 100
}

/// The fight that is being built or about to be fought.
fn in_hand(state: &State) -> Option<&Fight> {
    match state.stage()? {
        Stage::Attack(fight) | Stage::Support(fight) => Some(fight),
        Stage::Air(_) | Stage::Roll => state.fight.as_deref(),
        _ => None,
    }
}

/// Whether a unit of a side is within so many hexes.
fn is_near(game: &LastStand, state: &State, side: Side, hex: HexId, within: u16) -> bool {
    game.units_of(state, side)
        .any(|(u, h)| game.is_combat(u) && game.map.grid.distance(h, hex) <= within)
}

impl Mind for LastStand {
    fn ask(&self, state: &State) -> Ask {
        match state.stage() {
            Some(Stage::Exchange) => Ask::Take(SUGGESTED),
            Some(Stage::Redraw) => Ask::Take(REDRAW),
            Some(Stage::Movement) => Ask::Pick { done: DONE },
            Some(Stage::Moving(moving)) => match moving.units.first() {
                Some(&unit) => Ask::Move { unit, moved: moving.begun },
                None => Ask::Other,
            },
            Some(Stage::Split(_) | Stage::SelfDestruction) => Ask::Take(DONE),
            Some(Stage::Combat) => Ask::Target { done: DONE },
            Some(Stage::Attack(_) | Stage::Support(_)) => Ask::Build { commit: DECLARE },
            Some(Stage::Roll) => Ask::Take(ROLL),
            Some(Stage::Enter) => Ask::Take(ENTER),
            _ => Ask::Other,
        }
    }

    fn step(&self, state: &State) -> u64 {
        u64::from(state.turn) * 100 + state.phase as u64
    }

    fn pieces(&self, state: &State) -> Vec<Piece> {
        let units = Side::BOTH.into_iter().flat_map(|s| self.units_of(state, s));
        units
            .map(|(unit, hex)| {
                let [attack, defence] = strengths(self, state, unit);
                let weak = if state.is_unsupplied(unit) { 2 } else { 1 };
                let fit = self.is_combat(unit) && !state.has(unit, DISRUPTED);
                Piece {
                    unit,
                    hex,
                    side: self.side(unit),
                    attack: if fit { attack / weak } else { 0 },
                    defence: defence / weak,
                    speed: u16::from(self.facts(unit).allowance),
                    worth: price(self, state, unit),
                }
            })
            .collect()
    }

    fn may_pick(&self, state: &State, unit: UnitId) -> bool {
        self.may_move(state, unit).is_ok()
    }

    fn reach(&self, state: &State, unit: UnitId) -> Vec<HexId> {
        let found = self.destinations(state, &self.move_of(state, &[unit]));
        found.into_iter().map(|d| d.hex).collect()
    }

    fn aims(&self, state: &State, side: Side, weights: &Weights) -> Vec<Aim> {
        let mut aims = Vec::new();
        for (i, objective) in self.objectives.iter().enumerate() {
            let occupied = state.holdings[i].marker == Marker::Occupied;
            let own = occupied == (side == GERMAN);
            let flags = i64::from(objective.flags.max(1));
            let listed = weights.aims.get(&objective.name).copied();
            let pull = listed.unwrap_or(weights.place * flags);
            let near = is_near(self, state, side.other(), objective.hex, NEAR);
            let need = match own {
                // What is taken is not left empty; the Soviets have garrisons where it matters.
                true if !near && side == GERMAN => 1,
                true if !near => continue,
                true => weights.garrison * (flags + 1),
                false => weights.force * (flags + 1),
            };
            let (hex, name) = (objective.hex, objective.name.clone());
            aims.push(Aim { hex, pull, need, hold: own, is_key: false, name });
        }
        if aims.is_empty() {
            let enemy = self.units_of(state, side.other()).map(|(_, h)| h).min();
            aims.extend(enemy.map(|hex| Aim::enemy(hex, weights)));
        }
        aims
    }

    fn is_tender(&self, unit: UnitId) -> bool {
        matches!(self.kind(unit), Kind::Supply | Kind::Headquarters | Kind::Katyusha)
    }

    fn is_land(&self, _state: &State, _side: Side, _hex: HexId) -> bool {
        true
    }

    fn shelter(&self, state: &State, side: Side, hex: HexId) -> i64 {
        let terrain = self.map.terrain(hex);
        let rough = terrain == self.ground.forest || terrain == self.ground.marsh;
        let works = side == SOVIET && self.entrenchment(state, hex) > 0;
        let ground = match () {
            () if self.is_city(hex) => 160,
            () if rough => 130,
            () => 100,
        };
        ground + if works { 30 } else { 0 }
    }

    fn obliges(&self, _state: &State, _side: Side, _hex: HexId) -> bool {
        false
    }

    fn fits(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        self.has_room(state, unit, hex)
    }

    fn supplied(&self, state: &State, side: Side) -> Box<dyn Fn(UnitId, HexId) -> bool + '_> {
        if side == SOVIET {
            let field = self.soviet_supply(state, &self.soviet_edges(state), &[]);
            return Box::new(move |unit, hex| self.is_always_supplied(unit) || field.contains(hex));
        }
        let mut formations: Vec<Option<Formation>> =
            self.units_of(state, GERMAN).map(|(u, _)| self.facts(u).formation).collect();
        formations.sort_unstable();
        formations.dedup();
        let fields: Vec<(Option<Formation>, HexSet)> =
            formations.into_iter().map(|f| (f, self.german_supply(state, f, &[]))).collect();
        Box::new(move |unit, hex| {
            let formation = self.facts(unit).formation;
            let field = fields.iter().find(|(f, _)| *f == formation);
            self.is_always_supplied(unit) || field.is_some_and(|(_, field)| field.contains(hex))
        })
    }

    fn stand(&self, scratch: &mut State, unit: UnitId, hex: HexId) {
        self.lay(scratch, unit, hex);
    }

    fn can_attack(&self, state: &State, unit: UnitId, target: HexId) -> bool {
        let at = state.position.hex(unit);
        self.is_combat(unit)
            && !state.has(unit, DISRUPTED)
            && at.is_some_and(|at| self.is_beside(at, target))
    }

    fn venture(
        &self,
        state: &State,
        target: HexId,
        attackers: &[UnitId],
        weights: &Weights,
    ) -> i64 {
        let Some(&first) = attackers.first() else { return 0 };
        let mut fight = Fight::new(FightKind::Attack, self.side(first));
        fight.targets.push(target);
        fight.attackers.extend(attackers.iter().copied());
        fight_value(self, state, &fight, weights)
    }

    fn stake(&self, state: &State, side: Side, weights: &Weights) -> i64 {
        let Some(fight) = in_hand(state) else { return 0 };
        let value = fight_value(self, state, fight, weights);
        if side == fight.attacker { value } else { -value }
    }

    fn standing(&self, state: &State, side: Side, weights: &Weights) -> i64 {
        let damage = i64::from(state.damage_total()) * weights.place;
        let held = self.objectives.iter().zip(&state.holdings);
        let held = held.filter(|(_, h)| h.marker == Marker::Occupied);
        let bonus: i64 = held.map(|(o, _)| weights.place / 2 * i64::from(o.flags.max(1))).sum();
        if side == GERMAN { damage + bonus } else { -damage - bonus }
    }

    fn rest(&self, _state: &State) -> Vec<Choice> {
        vec![DONE]
    }

    fn goes_on(&self, state: &State) -> bool {
        matches!(state.stage(), Some(Stage::Advancing { .. } | Stage::RetreatStep { .. }))
    }

    fn script(
        &self,
        state: &State,
        side: Side,
        legal: &[Choice],
        weights: &Weights,
    ) -> Option<(Choice, String)> {
        let units =
            || legal.iter().filter_map(|c| if let Choice::Unit(u) = c { Some(*u) } else { None });
        let hexes =
            || legal.iter().filter_map(|c| if let Choice::Hex(h) = c { Some(*h) } else { None });
        let says = |choice: Choice, why: &str| Some((choice, why.to_string()));
        let or_done = |choice: Option<Choice>, why: &str| match choice {
            Some(choice) => says(choice, why),
            None => legal.contains(&DONE).then(|| (DONE, String::new())),
        };
        // Own units are spared, the enemy's best are taken.
        let victim = || {
            units().min_by_key(|&u| {
                let step = step_price(self, state, u);
                (if self.side(u) == side { step } else { -step }, u)
            })
        };
        match state.stage()? {
            // An optional division costs a marker of damage, and markers win the game [10.22].
            Stage::Arrivals => {
                let free =
                    units().find(|&u| !(self.printed(u).optional && self.is_in(state, u, OUT)));
                or_done(free.map(Choice::Unit), "Everybody is needed who costs nothing.")
            }
            Stage::Arrive(_) | Stage::ExpendTo(_) => {
                let best = hexes().min_by_key(|&h| (self.way(state, side, h, weights), h))?;
                says(Choice::Hex(best), "Where it is nearest to its aim.")
            }
            Stage::Quota { .. } => {
                let edge = [NORTH, SOUTH].into_iter().find(|c| legal.contains(c))?;
                says(edge, "")
            }
            Stage::SupplyMode => {
                let spare = |u: &UnitId| {
                    let formation = self.facts(*u).formation;
                    let others = self.units_of(state, GERMAN).filter(|&(o, _)| {
                        o != *u
                            && self.kind(o) == Kind::Supply
                            && self.facts(o).formation == formation
                            && state.position.face(o) != SUPPORT_FACE
                    });
                    let at = state.position.hex(*u);
                    others.count() > 0 && at.is_some_and(|h| is_near(self, state, SOVIET, h, NEAR))
                };
                or_done(units().find(spare).map(Choice::Unit), "Its army attacks with its support.")
            }
            Stage::Air(_) => says(AIR, "Every column counts."),
            Stage::Loss { .. }
            | Stage::ZoneLoss(_)
            | Stage::Shortfall { .. }
            | Stage::Overstacked(_)
            | Stage::Converted { .. }
            | Stage::Expend(_) => {
                says(Choice::Unit(victim()?), "The least for us, the most for them.")
            }
            Stage::Points { .. } => {
                if legal.contains(&RETREAT) {
                    return says(RETREAT, "Ground before blood.");
                }
                says(Choice::Unit(victim()?), "The least that can be given up.")
            }
            Stage::Retreat(_) => says(Choice::Unit(units().next()?), ""),
            Stage::RetreatStep { units, .. } => {
                let own = units.first().is_none_or(|&u| self.side(u) == side);
                let enemies = |h: HexId| {
                    let of = if own { side.other() } else { side };
                    let near = self.units_of(state, of);
                    near.filter(|&(_, at)| self.map.grid.distance(at, h) <= 2).count()
                };
                let best = match own {
                    true => hexes().min_by_key(|&h| (enemies(h), h))?,
                    false => hexes().max_by_key(|&h| (enemies(h), Reverse(h)))?,
                };
                says(Choice::Hex(best), if own { "Out of reach." } else { "Into our arms." })
            }
            Stage::Follow { .. } | Stage::Ski(_) => {
                or_done(units().next().map(Choice::Unit), "They go along.")
            }
            Stage::Succour(_) => or_done(units().next().map(Choice::Unit), "It is fed."),
            Stage::Fire => {
                or_done(units().next().map(Choice::Unit), "Rockets are there to be fired.")
            }
            Stage::FireAt(_) => {
                let rich =
                    |h: HexId| state.position.stack(h).map(|u| price(self, state, u)).sum::<i64>();
                let best = hexes().max_by_key(|&h| (rich(h), Reverse(h)))?;
                says(Choice::Hex(best), "The richest target.")
            }
            Stage::Reorganize(_) => {
                let order = [TYPES[1], TYPES[2], TYPES[0]];
                says(order.into_iter().find(|c| legal.contains(c))?, "The strongest that wait.")
            }
            _ => None,
        }
    }
}

/// Questions that only this script asks.
trait LastStandScript {
    fn way(&self, state: &State, side: Side, hex: HexId, weights: &Weights) -> i64;
}

impl LastStandScript for LastStand {
    /// How far a hex is from the aim that pulls most from there.
    fn way(&self, state: &State, side: Side, hex: HexId, weights: &Weights) -> i64 {
        let aims = self.aims(state, side, weights);
        let ways = aims
            .iter()
            .map(|a| i64::from(self.map.grid.distance(a.hex, hex)) * weights.march - a.pull);
        ways.min().unwrap_or(0)
    }
}
