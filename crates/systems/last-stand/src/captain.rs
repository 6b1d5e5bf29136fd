//! Captain at Last Stand.
//!
//! Objectives are damage, and damage is everything: they are the aims of both sides. Nobody must attack, and nobody knows
//! how strong untried units are: the hidden cards count with their mean, the odds with the game's own belief.

use crate::class::{Formation, GERMAN, Kind, SOVIET};
use crate::state::{Mark, Marker, OUT, SUPPORT_FACE};
use crate::verb::{
    AIR, DECLARE, DONE, ENTER, NORTH, REDRAW, RETREAT, ROLL, SOUTH, SUGGESTED, TYPES,
};
use crate::{Fight, FightKind, LastStand, Outcomes, Part, Stage, State};
use board::{Side, UnitId};
use engine::{Arg, Choice};
use hex::{HexId, HexSet};
use mind::{Aim, Ask, Mind, Piece, Reason, Said, Weights};
use std::cmp::Reverse;

/// The row of the scale on which nobody wins.
const DRAWN: &str = "draw";

/// A place is threatened, and an army in contact, if the enemy is within so many hexes.
const NEAR: u16 = 5;

/// Attack and defence of a unit in hundredths; of an untried one the mean of the cards that are still hidden.
fn strengths(game: &LastStand, state: &State, unit: UnitId) -> [i64; 2] {
    strengths_with(game, state, unit, |cup| mean(game, state, cup))
}

/// The same by the means of the cups.
fn strengths_with(
    game: &LastStand,
    state: &State,
    unit: UnitId,
    mean: impl Fn(usize) -> [i64; 2],
) -> [i64; 2] {
    match game.values(state, unit) {
        Some(values) => values.map(|v| i64::from(v) * 100),
        None => game.kind(unit).cup().map_or([0, 0], mean),
    }
}

/// The mean of the cards that are hidden in a cup.
fn mean(game: &LastStand, state: &State, cup: usize) -> [i64; 2] {
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
    price_of(game, unit, || strengths(game, state, unit))
}

fn price_of(game: &LastStand, unit: UnitId, strengths: impl Fn() -> [i64; 2]) -> i64 {
    match game.kind(unit) {
        Kind::Supply | Kind::Headquarters => 300,
        Kind::Katyusha => 200,
        Kind::Garrison => 250,
        Kind::Factory => 300,
        Kind::Partisan => 20,
        _ => {
            let [attack, defence] = strengths();
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
        Stage::Attack(attack) => Some(&attack.fight),
        Stage::Support(support) => Some(&support.fight),
        Stage::Air(_) | Stage::Roll(_) => state.fight.as_deref(),
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
            Some(Stage::Exchange(_)) => Ask::Take(SUGGESTED),
            Some(Stage::Redraw(_)) => Ask::Take(REDRAW),
            Some(Stage::Movement(_)) => Ask::Pick { done: DONE },
            Some(Stage::Moving(moving)) => match moving.stack.units.first() {
                Some(&unit) => Ask::Move { unit, moved: moving.stack.begun },
                None => Ask::Other,
            },
            Some(Stage::Split(_) | Stage::SelfDestruction(_)) => Ask::Take(DONE),
            Some(Stage::Combat(_)) => Ask::Target { done: DONE },
            Some(Stage::Attack(_) | Stage::Support(_)) => Ask::Build { commit: DECLARE },
            Some(Stage::Roll(_)) => Ask::Take(ROLL),
            Some(Stage::Enter(_)) => Ask::Take(ENTER),
            _ => Ask::Other,
        }
    }

    fn step(&self, state: &State) -> u64 {
        u64::from(state.turn) * 100 + state.phase as u64
    }

    fn pieces(&self, state: &State) -> Vec<Piece> {
        let units = Side::BOTH.into_iter().flat_map(|s| self.units_of(state, s));
        let means = [0, 1, 2].map(|cup| mean(self, state, cup));
        units
            .map(|(unit, hex)| {
                let strengths = strengths_with(self, state, unit, |cup| means[cup]);
                let [attack, defence] = strengths;
                let weak = if state.is_unsupplied(unit) { 2 } else { 1 };
                let fit = self.is_combat(unit) && !state.has(unit, Mark::Disrupted);
                Piece {
                    unit,
                    hex,
                    side: self.side(unit),
                    attack: if fit { attack / weak } else { 0 },
                    defence: defence / weak,
                    speed: u16::from(self.facts(unit).allowance),
                    worth: price_of(self, unit, || strengths),
                }
            })
            .collect()
    }

    fn may_pick(&self, state: &State, unit: UnitId) -> bool {
        self.may_move(state, unit).is_ok()
    }

    fn reach(&self, state: &State, unit: UnitId) -> Vec<HexId> {
        self.reachable(state, &self.move_of(state, &[unit]))
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
            let (hex, name) = (objective.hex, Arg::Hex(objective.hex));
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

    fn shelter(&self, state: &State, side: Side, hex: HexId) -> i64 {
        let terrain = self.map.terrain(hex);
        let rough = terrain == self.ground.forest || terrain == self.ground.marsh;
        let works = side == SOVIET && self.entrenchment(state, hex) > 0;
        let ground = if self.is_city(hex) {
            160
        } else if rough {
            130
        } else {
            100
        };
        ground + if works { 30 } else { 0 }
    }

    fn feeds(&self, unit: UnitId) -> bool {
        self.kind(unit) == Kind::Supply
    }

    /// The hex from which most of its formation is in supply (7.21); of several the one nearest to all of it.
    fn feed_from(&self, state: &State, unit: UnitId, hexes: &[HexId]) -> Option<HexId> {
        let formation = self.facts(unit).formation?;
        let army: Vec<(i64, HexId)> = self
            .units_of(state, GERMAN)
            .filter(|&(u, _)| self.is_combat(u) && self.facts(u).formation == Some(formation))
            .map(|(u, hex)| (price(self, state, u), hex))
            .collect();
        let mut scratch = state.clone();
        let mut fed = |hex: HexId| {
            self.lay(&mut scratch, unit, hex);
            let field = self.german_supply(&scratch, Some(formation), &[]);
            let fed: i64 = army.iter().filter(|(_, h)| field.contains(*h)).map(|(p, _)| p).sum();
            let way = |h: HexId| i64::from(self.map.grid.distance(h, hex));
            (fed, -army.iter().map(|&(_, h)| way(h)).sum::<i64>())
        };
        hexes.iter().copied().max_by_key(|&hex| (fed(hex), Reverse(hex)))
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
            && !state.has(unit, Mark::Disrupted)
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

    /// The final total as it stands over or under the row of a draw (VC-6), with half a point for each flag that is occupied and not
    /// damaged yet.
    fn margin(&self, state: &State, side: Side) -> i64 {
        let scale = &self.tables.victory.scale[&self.scenario.scale];
        let drawn = scale.iter().find(|row| row.result == DRAWN).map_or(0, |row| row.from);
        let held = self.objectives.iter().zip(&state.holdings);
        let held = held.filter(|(_, h)| h.marker == Marker::Occupied);
        let flags: i64 = held.map(|(o, _)| i64::from(o.flags.max(1))).sum();
        let total = i64::from(self.count(state).total);
        let over = (total - i64::from(drawn)) * 100 + flags * 50;
        if side == GERMAN { over } else { -over }
    }

    /// A Soviet line to the German edge wins, if it is open at the end (VC-2).
    fn nearness(&self, state: &State, side: Side) -> i64 {
        if side == SOVIET && self.is_broken_through(state) { 60 } else { 0 }
    }

    fn rest(&self, _state: &State) -> Vec<Choice> {
        vec![DONE]
    }

    fn goes_on(&self, state: &State) -> bool {
        matches!(state.stage(), Some(Stage::Advancing(_) | Stage::RetreatStep(_)))
    }

    fn script(
        &self,
        state: &State,
        side: Side,
        legal: &[Choice],
        weights: &Weights,
    ) -> Option<Said> {
        Script { game: self, state, side, legal, weights }.choice()
    }
}

/// What the scripts are asked about.
#[derive(Clone, Copy)]
struct Script<'a> {
    game: &'a LastStand,
    state: &'a State,
    side: Side,
    legal: &'a [Choice],
    weights: &'a Weights,
}

/// A choice with its reason.
fn says(choice: Choice, why: impl Into<Reason>) -> Option<Said> {
    Some(Said::because(choice, why))
}

impl<'a> Script<'a> {
    fn choice(self) -> Option<Said> {
        match self.state.stage()? {
            Stage::Arrivals(_) => self.or_done(self.free_unit(), "why.arrivals"),
            Stage::Arrive(_) | Stage::ExpendTo(_) => {
                let best = self.hexes().min_by_key(|&h| (self.way(h), h))?;
                says(Choice::Hex(best), "why.entry")
            }
            Stage::Quota(_) => Some(Said::plainly(self.first_of([NORTH, SOUTH])?)),
            Stage::SupplyMode(_) => {
                let spare = self.units().find(|&u| self.is_spare(u));
                self.or_done(spare, "why.supply-mode")
            }
            Stage::Reorganize(_) => {
                let order = [TYPES[1], TYPES[2], TYPES[0]];
                says(self.first_of(order)?, "why.strongest")
            }
            Stage::Follow(_) | Stage::Ski(_) => self.or_done(self.units().next(), "why.follow"),
            Stage::Succour(_) => self.or_done(self.units().next(), "why.succour"),
            Stage::Fire(_) => self.or_done(self.units().next(), "why.rockets"),
            Stage::FireAt(_) => {
                let best = self.hexes().max_by_key(|&h| (self.riches(h), Reverse(h)))?;
                says(Choice::Hex(best), "why.target")
            }
            stage => self.after_the_die(stage),
        }
    }

    /// What a combat brings.
    fn after_the_die(self, stage: &Stage) -> Option<Said> {
        match stage {
            Stage::Air(_) => says(AIR, "why.air"),
            Stage::Loss(_)
            | Stage::ZoneLoss(_)
            | Stage::Shortfall(_)
            | Stage::Overstacked(_)
            | Stage::Converted(_)
            | Stage::Expend(_) => says(Choice::Unit(self.victim()?), "why.victim"),
            Stage::Points(points) if self.stands(points.left) => {
                says(Choice::Unit(self.victim()?), Reason::from("why.stand").cite(rule!("6.42")))
            }
            Stage::Points(_) if self.legal.contains(&RETREAT) => {
                says(RETREAT, Reason::from("why.give-ground").cite(rule!("6.42")))
            }
            Stage::Points(_) => says(Choice::Unit(self.victim()?), "why.cheapest"),
            Stage::Retreat(_) => Some(Said::plainly(Choice::Unit(self.units().next()?))),
            Stage::RetreatStep(step) => self.step_back(&step.units),
            _ => None,
        }
    }

    /// Whether steps are lost and not hexes: an own objective is worth more than they are, and somebody is left to hold it
    /// (6.42).
    fn stands(self, points: u8) -> bool {
        let (game, state, side) = (self.game, self.state, self.side);
        if self.weights.stand == 0 || !self.legal.contains(&RETREAT) {
            return false;
        }
        let stand: Vec<UnitId> = self.units().filter(|&u| game.side(u) == side).collect();
        let at = |hex: HexId| stand.iter().any(|&u| state.position.hex(u) == Some(hex));
        let held = game.objectives.iter().zip(&state.holdings).filter(|(o, _)| at(o.hex));
        let own = held.filter(|(_, h)| (h.marker == Marker::Occupied) == (side == GERMAN));
        let worth = own.map(|(o, _)| self.weights.place * i64::from(o.flags.max(1))).max();
        let steps: u32 = stand.iter().map(|&u| u32::from(state.position.steps(u))).sum();
        let cheapest = stand.iter().map(|&u| step_price(game, state, u)).min();
        match (worth, cheapest) {
            (Some(worth), Some(cheapest)) => {
                steps > u32::from(points) && worth > i64::from(points) * cheapest
            }
            _ => false,
        }
    }

    fn units(self) -> impl Iterator<Item = UnitId> + 'a {
        self.legal.iter().filter_map(|c| if let Choice::Unit(u) = c { Some(*u) } else { None })
    }

    fn hexes(self) -> impl Iterator<Item = HexId> + 'a {
        self.legal.iter().filter_map(|c| if let Choice::Hex(h) = c { Some(*h) } else { None })
    }

    fn first_of<const N: usize>(self, choices: [Choice; N]) -> Option<Choice> {
        choices.into_iter().find(|c| self.legal.contains(c))
    }

    fn or_done(self, unit: Option<UnitId>, why: &'static str) -> Option<Said> {
        match unit {
            Some(unit) => says(Choice::Unit(unit), why),
            None => self.legal.contains(&DONE).then(|| Said::plainly(DONE)),
        }
    }

    /// An optional division costs a marker of damage, and markers win the game [10.22].
    fn free_unit(self) -> Option<UnitId> {
        let costs =
            |u: UnitId| self.game.printed(u).optional && self.game.is_in(self.state, u, OUT);
        self.units().find(|&u| !costs(u))
    }

    /// Own units are spared, the enemy's best are taken.
    fn victim(self) -> Option<UnitId> {
        self.units().min_by_key(|&u| {
            let step = step_price(self.game, self.state, u);
            (if self.game.side(u) == self.side { step } else { -step }, u)
        })
    }

    /// Whether the army of a supply unit is in contact and has another one.
    fn is_spare(self, unit: UnitId) -> bool {
        let (game, state) = (self.game, self.state);
        let formation = game.facts(unit).formation;
        let mut others = game.units_of(state, GERMAN).filter(|&(other, _)| {
            other != unit
                && game.kind(other) == Kind::Supply
                && game.facts(other).formation == formation
                && state.position.face(other) != SUPPORT_FACE
        });
        let at = state.position.hex(unit);
        let near = at.is_some_and(|h| is_near(game, state, SOVIET, h, NEAR));
        others.next().is_some() && near && (self.weights.feed == 0 || !self.is_needed(unit))
    }

    /// Whether somebody of its army would be out of supply without a supply unit, which leaves the map after its support
    /// (7.48).
    fn is_needed(self, unit: UnitId) -> bool {
        let (game, state) = (self.game, self.state);
        let formation = game.facts(unit).formation;
        let fed = |state: &State| {
            let field = game.german_supply(state, formation, &[]);
            let army = game.units_of(state, GERMAN).filter(|&(u, hex)| {
                game.is_combat(u) && game.facts(u).formation == formation && field.contains(hex)
            });
            army.count()
        };
        let mut without = state.clone();
        game.put(&mut without, unit, OUT);
        fed(&without) < fed(state)
    }

    fn riches(self, hex: HexId) -> i64 {
        self.state.position.stack(hex).map(|u| price(self.game, self.state, u)).sum()
    }

    /// Own units go where the enemy is not, the enemy's where we are.
    fn step_back(self, units: &[UnitId]) -> Option<Said> {
        let (game, side) = (self.game, self.side);
        let own = units.first().is_none_or(|&u| game.side(u) == side);
        let enemies = |h: HexId| {
            let near = game.units_of(self.state, if own { side.other() } else { side });
            near.filter(|&(_, at)| game.map.grid.distance(at, h) <= 2).count()
        };
        let best = match own {
            true => self.hexes().min_by_key(|&h| (enemies(h), h))?,
            false => self.hexes().max_by_key(|&h| (enemies(h), Reverse(h)))?,
        };
        says(Choice::Hex(best), if own { "why.away" } else { "why.to-us" })
    }

    /// How far a hex is from the aim that pulls most from there.
    fn way(self, hex: HexId) -> i64 {
        let aims = self.game.aims(self.state, self.side, self.weights);
        let distance = |aim: &Aim| i64::from(self.game.map.grid.distance(aim.hex, hex));
        aims.iter().map(|a| distance(a) * self.weights.march - a.pull).min().unwrap_or(0)
    }
}
