//! The short scripts of Captain at the games of the WB-95 family, a stage each.

use super::worth::{level, price};
use super::{BookMind, scoring};
use crate::scenario::PointKind;
use crate::state::MissionKind;
use crate::verb::{DEFENSIVE, DONE, OFFENSIVE, SET_UP, STOP};
use crate::{Stage, State, Wb95};
use board::{Side, UnitId};
use engine::{Choice, FixedDice, Game, Log, Text};
use hex::HexId;
use mind::{Aim, MiddleDice, Mind, Reason, Said, Weights};
use std::cmp::Reverse;

/// What a star is worth elsewhere, a point that lapses, and one that can be kept.
const STAR: i64 = 5;
const LAPSING_POINT: i64 = 2;
const KEPT_POINT: i64 = 10;

/// So many decisions of a retreat are looked ahead.
const RETREAT_MAX: usize = 60;

/// A decision that a script may answer.
#[derive(Clone, Copy)]
pub(super) struct Script<'a, B: BookMind> {
    pub game: &'a Wb95<B>,
    pub state: &'a State<B>,
    pub side: Side,
    pub legal: &'a [Choice],
    pub weights: &'a Weights,
}

impl<'a, B: BookMind> Script<'a, B> {
    /// The choice of the script for the open decision, where there is one.
    pub fn decide(&self) -> Option<Said> {
        match self.state.stage()? {
            Stage::Air(_) | Stage::AirMission(_) | Stage::AirTarget(_) => self.fly(),
            Stage::Movement(_) => self.pick(),
            Stage::Moving(hand) if !hand.stopped => self.set_up_or_make_room(hand.unit),
            Stage::Enter(_) | Stage::AppearIn(_) => self.enter(),
            Stage::Appear(_) => self.or_done(self.units().next().map(Choice::Unit), "why.reserves"),
            Stage::UsePool(_) => self.draw_points(),
            Stage::Loss(_) | Stage::Pay(_) | Stage::FireLoss(_) | Stage::Remove(_) => {
                let least = self.units().min_by_key(|&u| (level(self.game, self.state, u), u))?;
                because(Choice::Unit(least), "why.cheapest")
            }
            Stage::Stand(_) => self.stand(),
            Stage::Retreat(_) => self.retreat(),
            Stage::RetreatStep(_) => self.step_back(),
            Stage::Pursuit(_) => {
                let eager = self.units().find(|&u| self.is_eager(u));
                self.or_done(eager.map(Choice::Unit), "why.pursue")
            }
            Stage::Pursue(hand) => {
                let best = self.best_pursuit(self.state, hand.unit, self.hexes());
                self.or_done(best.map(Choice::Hex), "why.pursue")
            }
            _ => None,
        }
    }

    fn units(&self) -> impl Iterator<Item = UnitId> + 'a {
        self.legal.iter().filter_map(|c| if let Choice::Unit(u) = c { Some(*u) } else { None })
    }

    fn hexes(&self) -> impl Iterator<Item = HexId> + 'a {
        self.legal.iter().filter_map(hex_of)
    }

    fn or_done(&self, choice: Option<Choice>, why: &'static str) -> Option<Said> {
        match choice {
            Some(choice) => because(choice, why),
            None => [DONE, STOP].into_iter().find(|c| self.legal.contains(c)).map(Said::plainly),
        }
    }

    fn fly(&self) -> Option<Said> {
        match self.state.stage()? {
            Stage::Air(air) => {
                let mission = self.mission(air.side);
                let flies = |u: &UnitId| {
                    after(self.game, self.state, Choice::Unit(*u)).1.contains(&mission)
                };
                let first = self.units().find(flies).map(Choice::Unit);
                self.or_done(first, "why.fly")
            }
            Stage::AirMission(air) => {
                let mission = self.mission(air.side);
                let flies = self.legal.contains(&mission).then_some(mission);
                self.or_done(flies, "why.support")
            }
            Stage::AirTarget(air) => {
                let best = self.hexes().max_by_key(|&h| (self.crowd(h, air.kind), Reverse(h)));
                self.or_done(best.map(Choice::Hex), "why.crowd")
            }
            _ => None,
        }
    }

    /// Who is picked up before the plan of the step is carried out.
    fn pick(&self) -> Option<Said> {
        let (game, state) = (self.game, self.state);
        if !self.legal.contains(&DONE) {
            // Somebody must leave a hex that holds too many [3.2.1].
            let full = game.overstacked(state)?;
            let here = self.units().filter(|&u| state.position.hex(u) == Some(full));
            let least = here.min_by_key(|&u| (price(game, state, u), u))?;
            return because(Choice::Unit(least), self.overstacked(full));
        }
        let comes = |u: &UnitId| state.position.hex(*u).is_none() && !gives_points(game, state, *u);
        if let Some(waits) = self.units().find(comes) {
            return because(Choice::Unit(waits), "why.reinforce");
        }
        let gun = self.units().find(|&u| {
            self.wants_set_up(u) && after(game, state, Choice::Unit(u)).1.contains(&SET_UP)
        })?;
        because(Choice::Unit(gun), "why.range")
    }

    fn set_up_or_make_room(&self, unit: UnitId) -> Option<Said> {
        let (game, state) = (self.game, self.state);
        let at = state.position.hex(unit)?;
        if self.wants_set_up(unit) && self.legal.contains(&SET_UP) {
            let deployed = game.is_deployed(state, unit);
            let why = if deployed { "why.keep-up" } else { "why.fire" };
            return because(SET_UP, Reason::from(why).cite(rule!(B, "6.2.4")));
        }
        if game.cels_in(state, at) <= game.tables.core.stack_limit {
            return None;
        }
        let hexes: Vec<HexId> = self.hexes().collect();
        let to = mind::best_hex(game, state, self.side, self.weights, unit, &hexes)?;
        because(Choice::Hex(to), self.overstacked(at))
    }

    fn overstacked(&self, hex: HexId) -> Reason {
        Reason::from(Text::new("why.overstacked").hex(hex)).cite(rule!(B, "3.2.1"))
    }

    fn enter(&self) -> Option<Said> {
        let aims: Vec<HexId> = self.aims().into_iter().map(|a| a.hex).collect();
        let near = |h: HexId| aims.iter().map(|&a| self.game.map.grid.distance(a, h)).min();
        let best = self.hexes().min_by_key(|&h| (near(h), h));
        self.or_done(best.map(Choice::Hex), "why.entry")
    }

    fn draw_points(&self) -> Option<Said> {
        let gain = |c: Choice| {
            gain(self.game, self.state, self.side, c, 0, self.weights).unwrap_or(i64::MIN)
        };
        let best = self.legal.iter().copied().max_by_key(|&c| (gain(c), Reverse(c)))?;
        because(best, "why.points")
    }

    /// How many levels are paid for hexes that are not gone: what costs least, with those that the way back takes where others
    /// stand in enemy zones [5.3.4] [5.3.7].
    fn stand(&self) -> Option<Said> {
        let best = self.legal.iter().copied().min_by_key(|&c| (self.cost_of_standing(c), c))?;
        let why = match best {
            Choice::Amount(0) => "why.give-ground",
            _ => "why.stand",
        };
        because(best, Reason::from(why).cite(rule!(B, "5.3.7")))
    }

    /// What the own side loses by a choice and the retreats after it: units, and ground that gives points.
    fn cost_of_standing(&self, choice: Choice) -> i64 {
        let (game, side) = (self.game, self.side);
        let mut state = self.state.clone();
        let (mut next, mut legal) = (choice, Vec::new());
        for _ in 0..RETREAT_MAX {
            game.make(&mut state, next, &mut MiddleDice, &mut Log::silent());
            let retreats = matches!(
                state.stage(),
                Some(Stage::Pay(_) | Stage::Retreat(_) | Stage::RetreatStep(_))
            );
            legal.clear();
            game.choices(&state, &mut legal);
            if !retreats || game.decider(&state) != Some(side) || legal.is_empty() {
                break;
            }
            let script = Script { state: &state, legal: &legal, ..*self };
            let said = script.decide().map(|said| said.choice);
            next = said.filter(|c| legal.contains(c)).unwrap_or(legal[0]);
        }
        let worth = |of: &State<B>| -> i64 {
            game.units_of(of, side).map(|(unit, _)| price(game, of, unit)).sum()
        };
        let ground = scoring(game, self.state).into_iter();
        let left = ground.filter(|&(hex, _)| {
            game.holds(self.state, side, hex) && !game.holds(&state, side, hex)
        });
        worth(self.state) - worth(&state)
            + left.map(|(_, value)| value * self.weights.place).sum::<i64>()
    }

    fn retreat(&self) -> Option<Said> {
        if self.legal.contains(&DONE) {
            return Some(Said::plainly(DONE));
        }
        let worth = |u: UnitId| price(self.game, self.state, u);
        let first = self.units().max_by_key(|&u| (worth(u), Reverse(u)))?;
        because(Choice::Unit(first), "why.best-first")
    }

    fn step_back(&self) -> Option<Said> {
        if self.legal.contains(&STOP) {
            return Some(Said::plainly(STOP));
        }
        let danger = |h: HexId| {
            let enemies = self.game.units_of(self.state, self.side.other());
            enemies.filter(|&(_, at)| self.game.map.grid.distance(at, h) <= 2).count()
        };
        let safe = self.hexes().min_by_key(|&h| (danger(h), h))?;
        because(Choice::Hex(safe), "why.away")
    }

    /// Whether a unit that may pursue has somewhere to go.
    fn is_eager(&self, unit: UnitId) -> bool {
        let (next, legal) = after(self.game, self.state, Choice::Unit(unit));
        self.best_pursuit(&next, unit, legal.iter().filter_map(hex_of)).is_some()
    }

    fn aims(&self) -> Vec<Aim> {
        self.game.aims(self.state, self.side, self.weights)
    }

    /// Whether towed artillery should change its set-up: it fires where an enemy is in range, and follows the front
    /// where none is [6.2.4].
    fn wants_set_up(&self, unit: UnitId) -> bool {
        let (game, state) = (self.game, self.state);
        let Some(at) = state.position.hex(unit) else { return false };
        let range = game.tables.core.artillery_range;
        let near = || {
            let mut enemies = game.units_of(state, game.side(unit).other());
            enemies.any(|(_, h)| game.map.grid.distance(h, at) <= range)
        };
        game.class(unit).is_towed_artillery() && game.is_deployed(state, unit) != near()
    }

    /// The mission to fly: for the attack in the own half of the turn, for the defence in the other's.
    fn mission(&self, side: Side) -> Choice {
        if self.game.active(self.state) == side { OFFENSIVE } else { DEFENSIVE }
    }

    /// How much fighting is to be expected around a hex.
    fn crowd(&self, hex: HexId, kind: MissionKind) -> i64 {
        let (game, state) = (self.game, self.state);
        let hits = if kind == MissionKind::Offensive { self.side } else { self.side.other() };
        let beside = game.map.grid.around(hex);
        let units = beside.flat_map(|h| state.position.stack(h)).filter(|&u| game.side(u) == hits);
        let here = state.position.stack(hex).map(|u| price(game, state, u)).sum::<i64>();
        here.min(1) * units.map(|u| i64::from(game.attack_of(state, u, false))).sum::<i64>()
    }

    /// The hex to pursue to: nearer to an aim, and not into the midst of the enemy.
    fn best_pursuit(
        &self,
        state: &State<B>,
        unit: UnitId,
        hexes: impl Iterator<Item = HexId>,
    ) -> Option<HexId> {
        let (game, side, weights) = (self.game, self.side, self.weights);
        let at = state.position.hex(unit)?;
        let grid = &game.map.grid;
        let (held, wanted): (Vec<Aim>, Vec<Aim>) =
            game.aims(state, side, weights).into_iter().partition(|a| a.hold);
        let way = |h: HexId| {
            let pulls =
                wanted.iter().map(|a| i64::from(grid.distance(a.hex, h)) * weights.march - a.pull);
            pulls.min().unwrap_or(0)
        };
        let enemies = |h: HexId| {
            let beside = grid.around(h).filter(|&n| game.holds(state, side.other(), n));
            beside.count() as i64
        };
        let rate = |h: HexId| -way(h) - weights.repulse * enemies(h);
        let hexes: Vec<HexId> = hexes.collect();
        if let Some(&coup) = hexes.iter().find(|&&h| Mind::wins(game, unit, h)) {
            return Some(coup);
        }
        if B::is_needed(game, state, unit) {
            return None;
        }
        let holds_aim = held.iter().any(|a| a.hex == at);
        // Guns and staffs are not left alone.
        let beside = || state.position.stack(at).filter(|&u| u != unit);
        let guards = beside().any(|u| game.is_tender(u)) && beside().all(|u| game.is_tender(u));
        if guards {
            return None;
        }
        let best = hexes.into_iter().max_by_key(|&h| (rate(h), Reverse(h)))?;
        (!holds_aim && rate(best) > rate(at)).then_some(best)
    }
}

fn because(choice: Choice, why: impl Into<Reason>) -> Option<Said> {
    Some(Said::because(choice, why))
}

fn hex_of(choice: &Choice) -> Option<HexId> {
    if let Choice::Hex(h) = choice { Some(*h) } else { None }
}

/// Whether calling for this counter gives the enemy points; one of its formation on the map has paid for all.
fn gives_points<B: BookMind>(game: &Wb95<B>, state: &State<B>, unit: UnitId) -> bool {
    let mut points = game.scenario.victory.points.iter();
    points.any(|p| matches!(p.kind, PointKind::ReservesEntered))
        && game.stavka_of(state, unit).is_some_and(|i| !game.is_committed(state, i))
}

/// The state after a choice and what may be chosen there.
pub(super) fn after<B: BookMind>(
    game: &Wb95<B>,
    state: &State<B>,
    choice: Choice,
) -> (State<B>, Vec<Choice>) {
    let mut next = state.clone();
    game.make(&mut next, choice, &mut FixedDice::new([]), &mut Log::silent());
    let mut legal = Vec::new();
    game.choices(&next, &mut legal);
    (next, legal)
}

/// By how much stars or points of a pool make the combat in hand better, less what they are worth elsewhere.
pub(super) fn gain<B: BookMind>(
    game: &Wb95<B>,
    state: &State<B>,
    side: Side,
    choice: Choice,
    now: i64,
    weights: &Weights,
) -> Option<i64> {
    let price = match choice {
        Choice::Amount(n) if B::COLUMNS_LAST => i64::from(n) * KEPT_POINT,
        Choice::Amount(n) => i64::from(n) * LAPSING_POINT,
        Choice::Unit(_) => STAR,
        _ => return None,
    };
    let (next, _) = after(game, state, choice);
    Some(game.stake(&next, side, weights) - now - price)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Classic;
    use board::{DiskFolder, Folder};
    use engine::{Seated, SeededDice, Table};
    use mind::{Bot, Captain, Imagined, Played};
    use std::collections::BTreeMap;
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// The first two days.
    const DECISIONS: u64 = 1500;

    /// The levels that a side has on the map.
    fn levels(game: &Wb95<Classic>, state: &State<Classic>, side: Side) -> u32 {
        game.units_of(state, side).map(|(u, _)| u32::from(state.position.steps(u))).sum()
    }

    /// What is left of a side after a choice, when the script makes the retreat.
    fn left(game: &Wb95<Classic>, state: &State<Classic>, side: Side, mut next: Choice) -> u32 {
        let (mut state, weights) = (state.clone(), Weights::default());
        loop {
            game.make(&mut state, next, &mut MiddleDice, &mut Log::silent());
            let mut legal = Vec::new();
            game.choices(&state, &mut legal);
            let script = Script { game, state: &state, side, legal: &legal, weights: &weights };
            match state.stage() {
                Some(Stage::Pay(_) | Stage::Retreat(_) | Stage::RetreatStep(_))
                    if game.decider(&state) == Some(side) =>
                {
                    next = script.decide().map_or(legal[0], |said| said.choice);
                }
                _ => return levels(game, &state, side),
            }
        }
    }

    #[test]
    fn a_level_is_paid_where_the_way_back_through_zones_costs_more() {
        let open = BTreeMap::from([(String::from("masking"), String::from("off"))]);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../games/moscow-1941");
        let folder = DiskFolder(folder);
        let game = Wb95::<Classic>::load(&folder, "red-snow", &open).expect("a game");
        let file = folder.read("captain.toml").expect("the game has weights");
        let played = Played {
            scenario: String::from("red-snow"),
            scenarios: vec![String::from("red-snow")],
            sides: game.sides().each_ref().map(|side| side.id.clone()),
        };
        let played = Weights::read(&file, &played).expect("they can be read");
        let mut dice = SeededDice::new(1);
        let mut table = Seated::new(Arc::new(game), &mut dice, &mut Log::silent());
        let (weights, mut found) = (Weights::default(), 0);
        let mut captains = [played.clone(), played].map(Captain::<Wb95<Classic>>::new);
        for n in 0..DECISIONS {
            let Some(side) = table.decider() else { break };
            let imagined = Imagined::of(&table, side, n);
            let choice = captains[side.index()].choose(&imagined, &AtomicBool::new(false));
            let (game, state) = (&*table.game, table.state());
            if matches!(state.stage(), Some(Stage::Stand(_))) {
                let mut legal = Vec::new();
                game.choices(state, &mut legal);
                let after = |c: Choice| left(game, state, side, c);
                let most = legal.iter().map(|&c| after(c)).max().unwrap_or(0);
                let script = Script { game, state, side, legal: &legal, weights: &weights };
                let said = script.decide().expect("an answer").choice;
                if after(Choice::Amount(0)) < most {
                    assert!(after(said) > after(Choice::Amount(0)), "{said:?} of {legal:?}");
                    found += 1;
                }
            }
            table.choose(choice, &mut dice, &mut Log::silent());
        }
        assert!(found > 0, "there was such a retreat");
    }
}
