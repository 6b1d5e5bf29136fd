//! What units and combats are worth in the games of the WB-95 family.

use super::BookMind;
use crate::class::Role;
use crate::data::Part;
use crate::scenario::PointKind;
use crate::state::Mark;
use crate::{Combat, Stage, State, Wb95};
use board::{Side, UnitId};
use mind::{Mind, Weights};

/// What a point costs that the enemy gets for a unit eliminated.
const POINT: i64 = 1200;

/// What the loss of a unit costs: its strength, and the points that the enemy gets for it.
pub fn price<B: BookMind>(game: &Wb95<B>, state: &State<B>, unit: UnitId) -> i64 {
    strength(game, state, unit) + forfeit(game, unit)
}

/// The points that the enemy gets for a unit eliminated.
fn forfeit<B: BookMind>(game: &Wb95<B>, unit: UnitId) -> i64 {
    if game.side(unit) == game.scorer() || !game.class(unit).is_regular() {
        return 0;
    }
    let points = game.scenario.victory.points.iter();
    let counted = points.filter(|p| matches!(p.kind, PointKind::UnitsEliminated));
    counted.map(|p| i64::from(p.value) * POINT).sum()
}

/// What a unit is worth as it stands: a strength point in attack and one in defence are half a factor each.
pub fn strength<B: BookMind>(game: &Wb95<B>, state: &State<B>, unit: UnitId) -> i64 {
    let class = game.class(unit);
    let steps = state.position.steps(unit);
    let attack = class.attack.after(usize::from(class.cels.saturating_sub(steps)));
    let strength = match class.role {
        Role::Hq => return 400,
        Role::Artillery => attack,
        _ => class.strength(steps) + attack,
    };
    i64::from(strength) * 60 + i64::from(steps) * 40
}

/// What a unit loses with one of its levels.
pub fn level<B: BookMind>(game: &Wb95<B>, state: &State<B>, unit: UnitId) -> i64 {
    match state.position.steps(unit) {
        0 | 1 => price(game, state, unit),
        levels => strength(game, state, unit) / i64::from(levels),
    }
}

/// What a part of a result costs those who suffer it.
fn suffered<B: BookMind>(
    game: &Wb95<B>,
    state: &State<B>,
    part: Part,
    units: &[UnitId],
    hex_cost: i64,
) -> i64 {
    if units.is_empty() {
        return 0;
    }
    let n = units.len() as i64;
    let cheapest = units.iter().map(|&u| level(game, state, u)).min().unwrap_or(0);
    let sum: i64 = units.iter().map(|&u| price(game, state, u)).sum();
    let mut cost = (i64::from(part.loss) * cheapest).min(sum);
    cost += i64::from(part.retreat.min(3)) * hex_cost * n / 2;
    if part.disorganised {
        cost += sum / 6;
    } else if part.test {
        cost += sum / 20;
    }
    cost
}

/// What a combat promises its attacker once both sides have added what helps them, as far as they have not been asked yet:
/// the defender answers with everything he has.
pub fn combat_value<B: BookMind>(
    game: &Wb95<B>,
    state: &State<B>,
    combat: &Combat,
    weights: &Weights,
) -> i64 {
    if combat.attackers.is_empty() {
        return 0;
    }
    let attacker = game.active(state);
    if is_asked(state, attacker.other()) {
        return net_value(game, state, combat, weights);
    }
    let mut combat = combat.clone();
    if !is_asked(state, attacker) {
        support(game, state, &mut combat, attacker);
    }
    support(game, state, &mut combat, attacker.other());
    net_value(game, state, &combat, weights)
}

/// Whether a side has been asked already what it adds to the combat in hand.
fn is_asked<B: BookMind>(state: &State<B>, side: Side) -> bool {
    match state.stage() {
        Some(Stage::Support(of)) => of.side == side,
        Some(Stage::UseStars(of)) => of.side == side,
        Some(Stage::UsePool(of)) => of.side == side,
        Some(Stage::Reference(_) | Stage::Roll(_)) => true,
        _ => false,
    }
}

/// Adds what a side could add to a combat: its guns in range, its headquarters, its stars.
fn support<B: BookMind>(game: &Wb95<B>, state: &State<B>, combat: &mut Combat, side: Side) {
    let guns: Vec<UnitId> = game
        .units_of(state, side)
        .map(|(unit, _)| unit)
        .filter(|&u| game.class(u).is_artillery())
        .filter(|&u| game.may_support(state, combat, side, u).is_ok())
        .collect();
    combat.guns[side].extend(guns);
    if game.may_use_hq(state, combat, side).is_ok() {
        combat.hq[side] = true;
    }
    let mine: Vec<UnitId> = match side == game.active(state) {
        true => combat.attackers.to_vec(),
        false => game.defenders(state, combat).collect(),
    };
    for unit in mine {
        if game.may_use_star(state, combat, side, unit).is_ok() {
            combat.stars[side].push(unit);
        }
    }
}

/// What a combat promises its attacker, over all rolls of the two dice.
fn net_value<B: BookMind>(
    game: &Wb95<B>,
    state: &State<B>,
    combat: &Combat,
    weights: &Weights,
) -> i64 {
    let weighed = game.weigh(state, combat);
    let fresh = |u: &UnitId| !state.position.has_mark(*u, Mark::Fought);
    let defenders: Vec<UnitId> = game.defenders(state, combat).filter(fresh).collect();
    let own = game.active(state);
    let grid = &game.map.grid;
    let caught = combat.hexes.iter().all(|&hex| {
        grid.around(hex).all(|h| {
            game.holds(state, own, h)
                || state.position.in_zone(own, h)
                || !Mind::is_land(game, state, own.other(), h)
        })
    });
    let mut total = 0;
    for roll in 2..=12_i16 {
        let ways = 6 - i64::from((roll - 7).abs());
        let cell = game.tables.combat.cell(roll + weighed.modifier, weighed.to);
        let lost = suffered(game, state, cell.attacker, &combat.attackers, weights.repulse);
        let mut won = suffered(game, state, cell.defender, &defenders, weights.push);
        if caught && cell.defender.retreat > 0 {
            // Every hex that cannot be gone costs a level.
            let levels: i64 = defenders.iter().map(|&u| level(game, state, u)).sum();
            won += levels * i64::from(cell.defender.retreat.min(2)) / 2;
        }
        total += ways * (won * weights.kill - lost * weights.loss) / 100;
    }
    total / 36
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Classic;
    use crate::state::Mark;
    use crate::verb::SUGGESTED;
    use board::DiskFolder;
    use engine::{FixedDice, Game, Log};
    use std::path::Path;

    #[test]
    fn an_attack_is_worth_less_where_the_defender_has_guns_in_range() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../games/moscow-1941");
        let game = &Wb95::<Classic>::load(&DiskFolder(folder), "typhoon", &Default::default())
            .expect("a game");
        let mut state = game.start(&mut FixedDice::new([]), &mut Log::silent());
        while matches!(state.stage(), Some(Stage::SetupPlace(_) | Stage::SetupLoss(_))) {
            game.make(&mut state, SUGGESTED, &mut FixedDice::new([]), &mut Log::silent());
        }
        let mut silent = state.clone();
        for (unit, _) in game.units_of(&state, Side::B) {
            silent.position.set_mark(unit, Mark::Fired, true);
        }
        let weights = Weights::default();
        let value = |state: &State<Classic>, target, attackers: &[UnitId]| {
            Mind::venture(game, state, target, attackers, &weights)
        };
        let mut weaker = 0;
        let attackers = game.units_of(&state, Side::A);
        for (unit, at) in attackers.filter(|(u, _)| game.class(*u).may_attack()) {
            for target in game.map.grid.around(at).filter(|&h| game.holds(&state, Side::B, h)) {
                let (with, without) =
                    (value(&state, target, &[unit]), value(&silent, target, &[unit]));
                assert!(with <= without, "guns never help whom they fire at");
                weaker += usize::from(with < without);
            }
        }
        assert!(weaker > 0, "somewhere the guns change the odds");
    }
}
