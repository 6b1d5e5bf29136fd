//! Captain at the games of the WB-95 family.
//!
//! Points are for towns and cities: they are the aims of both sides. Units in an enemy zone must attack unless they are
//! fortified, so attacks are planned before anybody moves; guns, stars and headquarters are added where they
//! change the odds.

use super::mind::{Aim, Ask, Mind, Piece, Prizes, Wall};
use super::wb95_worth::{combat_value, level, price};
use crate::Weights;
use ::wb95::class::Role;
use ::wb95::scenario::PointKind;
use ::wb95::state::MissionKind;
use ::wb95::verb::{
    DECLARE, DEFENSIVE, DONE, EW, OFFENSIVE, POOL, ROLL, SET_UP, STARS, STOP, SUGGESTED,
};
use ::wb95::{Combat, Stage, State, Wb95};
use board::{Side, UnitId};
use engine::{Choice, FixedDice, Game, Log};
use hex::HexId;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A place is threatened by enemies within so many hexes.
const NEAR: u16 = 5;
/// A hex is lost in passing to enemies within so many hexes.
const AT_HAND: u16 = 3;
/// What a star is worth elsewhere, a point that lapses, and one that can be kept.
const STAR: i64 = 5;
const LAPSING_POINT: i64 = 2;
const KEPT_POINT: i64 = 10;
/// A place farther than this from every own unit is not yet an aim.
const FAR: u16 = 16;

/// Whose weights a game of the family is played with: what only one of them has tells which it is.
pub(super) fn weights_of(game: &Wb95) -> &'static str {
    match (&game.ww3, &game.tables.variant.repair) {
        (Some(_), _) => "borodino-2025",
        (None, Some(_)) => "kursk-1943",
        (None, None) => "moscow-1941",
    }
}

/// The hexes that give points, with how many.
fn scoring(game: &Wb95, state: &State) -> BTreeMap<HexId, i64> {
    if let Some(ww3) = &game.ww3 {
        return super::ww3::scoring(game, ww3, state);
    }
    let mut found: BTreeMap<HexId, i64> = BTreeMap::new();
    let scorer = game.scorer();
    for entry in &game.scenario.victory.points {
        let value = i64::from(entry.value);
        let place: Vec<HexId> = entry.places.iter().flat_map(|p| game.place(p)).collect();
        let hexes: Vec<(HexId, i64)> = match entry.kind {
            PointKind::EachHex => place.into_iter().map(|h| (h, value)).collect(),
            PointKind::Whole => {
                let share = value / place.len().max(1) as i64;
                place.into_iter().map(|h| (h, share.max(1))).collect()
            }
            PointKind::Towns => game.ground.villages.iter().map(|h| (h, value)).collect(),
            PointKind::TownsRegained => {
                let lost = |h: &HexId| game.start_control[h.index()] != scorer;
                game.ground.villages.iter().filter(lost).map(|h| (h, value)).collect()
            }
            // For what units do, not for ground.
            PointKind::HqsEliminated
            | PointKind::Crossing
            | PointKind::ReservesEntered
            | PointKind::UnitsEliminated => Vec::new(),
        };
        for (hex, value) in hexes {
            *found.entry(hex).or_default() += value;
        }
    }
    found
}

/// Whether calling for this counter gives the enemy points; one of its formation on the map has paid for all.
fn gives_points(game: &Wb95, state: &State, unit: UnitId) -> bool {
    let mut points = game.scenario.victory.points.iter();
    points.any(|p| matches!(p.kind, PointKind::ReservesEntered))
        && game.stavka_of(state, unit).is_some_and(|i| !game.is_committed(state, i))
}

impl Mind for Wb95 {
    fn ask(&self, state: &State) -> Ask {
        match state.stage() {
            Some(Stage::SetupLoss { .. } | Stage::SetupPlace | Stage::SetupGuns) => {
                Ask::Take(SUGGESTED)
            }
            Some(Stage::SetupTops | Stage::Barrage) => Ask::Take(DONE),
            Some(Stage::Movement) => Ask::Pick { done: DONE },
            Some(&Stage::Moving { unit, spent, .. }) => Ask::Move { unit, moved: spent },
            Some(Stage::Combat) => Ask::Target { done: DONE },
            Some(Stage::Attack) => Ask::Build { commit: DECLARE },
            Some(Stage::Support(_) | Stage::Stars(_)) => Ask::Build { commit: DONE },
            Some(Stage::Roll) => Ask::Take(ROLL),
            Some(Stage::FireTarget | Stage::Fire(_)) => Ask::Take(STOP),
            _ => Ask::Other,
        }
    }

    fn step(&self, state: &State) -> u64 {
        u64::from(state.clock())
    }

    fn pieces(&self, state: &State) -> Vec<Piece> {
        let units = Side::BOTH.into_iter().flat_map(|s| self.units_of(state, s));
        units
            .filter(|&(unit, _)| self.role(unit) != Role::Air)
            .map(|(unit, hex)| {
                let class = self.class(unit);
                let attacks = class.may_attack();
                let attack = if attacks { self.attack_of(state, unit, false) } else { 0 };
                Piece {
                    unit,
                    hex,
                    side: self.side(unit),
                    attack: i64::from(attack) * 100,
                    defence: i64::from(self.defence_of(state, unit)) * 100,
                    // Most ground costs two points.
                    speed: u16::from(class.mp) / 2,
                    worth: price(self, state, unit),
                }
            })
            .collect()
    }

    fn may_pick(&self, state: &State, unit: UnitId) -> bool {
        Wb95::may_pick(self, state, unit).is_ok()
    }

    fn reach(&self, state: &State, unit: UnitId) -> Vec<HexId> {
        let Some(at) = state.position.hex(unit) else { return Vec::new() };
        let found = self.destinations(state, unit, at, self.fresh(state, unit));
        found.into_iter().map(|d| d.hex).collect()
    }

    fn aims(&self, state: &State, side: Side, weights: &Weights) -> Vec<Aim> {
        let grid = &self.map.grid;
        let near = |side: Side, hex: HexId, within: u16| {
            self.units_of(state, side).any(|(_, h)| grid.distance(h, hex) <= within)
        };
        let mut aims = Vec::new();
        for (hex, value) in scoring(self, state) {
            let name = self.map.place_at(hex).map_or_else(|| grid.number(hex), |p| p.name.clone());
            let pull = weights.aims.get(&name).copied().unwrap_or(weights.place * value);
            let hold = self.controls(state, side, hex);
            let is_key =
                hold && self.ww3.as_ref().is_some_and(|w| super::ww3::decides(w, side, hex));
            let wanted = match hold {
                true => is_key || near(side.other(), hex, NEAR),
                false => near(side, hex, FAR),
            };
            if wanted {
                let each = if hold && !is_key { weights.garrison } else { weights.force };
                let need = each * (value + 2);
                aims.push(Aim { hex, pull, need, hold, is_key, name });
            }
        }
        if aims.is_empty() {
            // Nothing to win: towards the enemy.
            let enemy = self.units_of(state, side.other()).map(|(_, h)| h).min();
            aims.extend(enemy.map(|hex| Aim::enemy(hex, weights)));
        }
        aims
    }

    /// Whoever stands on a hex takes it, whoever has the only zone over it too [4.3.2] [4.3.3].
    fn prizes(&self, state: &State, side: Side, weights: &Weights) -> Prizes {
        let grid = &self.map.grid;
        let mut prizes = Prizes { under: vec![0; grid.len()], beside: vec![0; grid.len()] };
        for (hex, value) in scoring(self, state) {
            let own = self.controls(state, side, hex);
            let enemies = || self.units_of(state, side.other());
            // What is own already is only kept, and only from those who are near.
            let share = match own {
                false => weights.take,
                true if enemies().any(|(_, h)| grid.distance(h, hex) <= AT_HAND) => {
                    weights.take / 2
                }
                true => 0,
            };
            prizes.under[hex.index()] = weights.place * value * share / 100;
            if !state.position.in_zone(side.other(), hex) && !self.holds(state, side.other(), hex) {
                prizes.beside[hex.index()] = weights.place * value.min(8) * share / 100;
            }
        }
        prizes
    }

    fn spreads(&self, _state: &State, unit: UnitId) -> bool {
        self.class(unit).is_regular()
    }

    fn is_tender(&self, unit: UnitId) -> bool {
        matches!(self.role(unit), Role::Hq | Role::Artillery)
    }

    fn wins(&self, unit: UnitId, hex: HexId) -> bool {
        self.ww3.as_ref().is_some_and(|ww3| super::ww3::wins(self, ww3, unit, hex))
    }

    fn wall(&self, state: &State, side: Side, _weights: &Weights) -> Wall {
        let hexes = self.ww3.as_ref().map(|ww3| super::ww3::wall(self, ww3, state, side));
        Wall { hexes: hexes.unwrap_or_default(), need: 0 }
    }

    fn is_land(&self, _state: &State, _side: Side, hex: HexId) -> bool {
        self.ground.hex(hex).cost.iter().any(Option::is_some)
    }

    fn shelter(&self, state: &State, side: Side, hex: HexId) -> i64 {
        let ground = i64::from(self.ground.hex(hex).cm);
        let works = if self.is_fortified(state, side, hex) { 2 } else { 0 };
        100 + 25 * (ground + works)
    }

    fn obliges(&self, state: &State, side: Side, hex: HexId) -> bool {
        self.in_enemy_zone(state, side, hex) && !self.is_fortified(state, side, hex)
    }

    fn fits(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        state.position.hex(unit) == Some(hex)
            || self.has_room(state, hex, state.position.steps(unit))
    }

    fn supplied(&self, state: &State, side: Side) -> Box<dyn Fn(UnitId, HexId) -> bool + '_> {
        let map = self.supply_map(state, side);
        Box::new(move |unit, hex| {
            if self.ww3.as_ref().is_some_and(|w| w.is_exempt(unit)) {
                return true;
            }
            let points = u32::from(self.supply_mp[unit.index()]) * 60;
            map.cost(hex).is_some_and(|c| u32::from(c.sixtieths()) <= points)
        })
    }

    fn stand(&self, scratch: &mut State, unit: UnitId, hex: HexId) {
        self.lay(scratch, unit, hex);
    }

    fn can_attack(&self, _state: &State, unit: UnitId, _target: HexId) -> bool {
        self.class(unit).may_attack()
    }

    fn venture(
        &self,
        state: &State,
        target: HexId,
        attackers: &[UnitId],
        weights: &Weights,
    ) -> i64 {
        let mut combat = Combat::against(target);
        combat.attackers.extend(attackers.iter().copied());
        combat_value(self, state, &combat, weights)
    }

    fn stake(&self, state: &State, side: Side, weights: &Weights) -> i64 {
        let before_dice = state.stage().is_some_and(Stage::is_before_dice);
        let Some(combat) = state.combat.as_ref().filter(|_| before_dice) else { return 0 };
        // A level paid for full strength is paid in any case.
        let paid: i64 = combat.full.iter().map(|&u| level(self, state, u) / 4).sum();
        let value = combat_value(self, state, combat, weights) - paid;
        if side == self.active(state) { value } else { -value }
    }

    fn standing(&self, state: &State, side: Side, weights: &Weights) -> i64 {
        if let Some(ww3) = &self.ww3 {
            return super::ww3::lead(self, ww3, state, side) * weights.place;
        }
        let points = i64::from(self.total(state)) * weights.place;
        if side == self.scorer() { points } else { -points }
    }

    fn rest(&self, _state: &State) -> Vec<Choice> {
        vec![STOP, DONE]
    }

    fn more(
        &self,
        state: &State,
        side: Side,
        legal: &[Choice],
        weights: &Weights,
    ) -> Option<(Choice, String)> {
        let now = self.stake(state, side, weights);
        let doors = [STARS, POOL, EW].into_iter().filter(|c| legal.contains(c));
        let gains = doors.filter_map(|door| {
            let (next, inside) = self.after(state, door);
            let best = inside.iter().filter_map(|&c| self.gain(&next, side, c, now, weights)).max();
            best.map(|gain| (gain, door))
        });
        let (gain, door) = gains.max_by_key(|(gain, door)| (*gain, Reverse(*door)))?;
        (gain > 0).then(|| (door, format!("It changes the odds by {}.", super::factors(gain))))
    }

    fn is_giving_up(&self, choice: Choice) -> bool {
        choice == STOP
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
        let or_done = |choice: Option<Choice>, why: &str| match choice {
            Some(choice) => Some((choice, why.to_string())),
            None if legal.contains(&DONE) => Some((DONE, String::new())),
            None if legal.contains(&STOP) => Some((STOP, String::new())),
            None => None,
        };
        if let Some(ww3) = &self.ww3 {
            let aims = || self.aims(state, side, weights);
            let own = super::ww3::script(self, ww3, state, side, legal, &aims, weights);
            if own.is_some() {
                return own;
            }
        }
        match state.stage()? {
            Stage::Air(of) => {
                let of = *of;
                let flies = |u: &UnitId| {
                    self.after(state, Choice::Unit(*u)).1.contains(&self.mission(state, of))
                };
                or_done(units().find(flies).map(Choice::Unit), "It flies where it is needed.")
            }
            Stage::AirMission(of, _) => {
                let mission = self.mission(state, *of);
                or_done(legal.contains(&mission).then_some(mission), "In support of the ground.")
            }
            Stage::AirTarget(_, _, kind) => {
                let best = hexes().max_by_key(|&h| (self.crowd(state, side, h, *kind), Reverse(h)));
                or_done(best.map(Choice::Hex), "Where most units meet.")
            }
            Stage::Movement if !legal.contains(&DONE) => {
                // Somebody must leave a hex that holds too many [3.2.1].
                let full = self.overfull(state)?;
                let here = units().filter(|&u| state.position.hex(u) == Some(full));
                let least = here.min_by_key(|&u| (price(self, state, u), u))?;
                Some((Choice::Unit(least), String::from("There are too many in the hex.")))
            }
            &Stage::Moving { unit, stopped: false, .. } => {
                let at = state.position.hex(unit)?;
                if self.wants_set_up(state, unit) && legal.contains(&SET_UP) {
                    let why = if self.is_deployed(state, unit) {
                        "To follow the front."
                    } else {
                        "To fire."
                    };
                    return Some((SET_UP, why.to_string()));
                }
                if self.cels_in(state, at) <= self.tables.core.stack_limit {
                    return None;
                }
                let hexes: Vec<HexId> = hexes().collect();
                let to = super::plan::best_hex(self, state, side, weights, unit, &hexes)?;
                Some((Choice::Hex(to), String::from("There are too many in the hex.")))
            }
            Stage::Movement => {
                let comes =
                    |u: &UnitId| state.position.hex(*u).is_none() && !gives_points(self, state, *u);
                if let Some(waits) = units().find(comes) {
                    let why = "Reinforcements come at once.";
                    return Some((Choice::Unit(waits), why.to_string()));
                }
                let gun = units().find(|&u| {
                    self.wants_set_up(state, u)
                        && self.after(state, Choice::Unit(u)).1.contains(&SET_UP)
                })?;
                Some((Choice::Unit(gun), String::from("Guns where they can fire.")))
            }
            Stage::Enter(_) | Stage::AppearIn(_) => {
                let aims: Vec<HexId> =
                    self.aims(state, side, weights).into_iter().map(|a| a.hex).collect();
                let near = |h: HexId| aims.iter().map(|&a| self.map.grid.distance(a, h)).min();
                or_done(
                    hexes().min_by_key(|&h| (near(h), h)).map(Choice::Hex),
                    "Where it is nearest.",
                )
            }
            Stage::Appear => or_done(units().next().map(Choice::Unit), "Reserves appear."),
            Stage::Pool(_) => {
                let gain = |c: Choice| self.gain(state, side, c, 0, weights).unwrap_or(i64::MIN);
                let best = legal.iter().copied().max_by_key(|&c| (gain(c), Reverse(c)))?;
                Some((best, String::from("As many as change the odds.")))
            }
            Stage::Loss { .. } | Stage::Pay { .. } | Stage::FireLoss { .. } | Stage::Remove(_) => {
                let least = units().min_by_key(|&u| (level(self, state, u), u))?;
                Some((Choice::Unit(least), String::from("The least that can be given up.")))
            }
            Stage::Stand(_) => {
                let least = legal.iter().copied().min()?;
                Some((least, String::from("Ground before blood.")))
            }
            Stage::Retreat(_) => {
                if legal.contains(&DONE) {
                    return Some((DONE, String::new()));
                }
                let first = units().max_by_key(|&u| (price(self, state, u), Reverse(u)))?;
                Some((
                    Choice::Unit(first),
                    String::from("The best units first, while there is room."),
                ))
            }
            Stage::RetreatStep { .. } => {
                if legal.contains(&STOP) {
                    return Some((STOP, String::new()));
                }
                let danger = |h: HexId| {
                    let enemies = self.units_of(state, side.other());
                    enemies.filter(|&(_, at)| self.map.grid.distance(at, h) <= 2).count()
                };
                let safe = hexes().min_by_key(|&h| (danger(h), h))?;
                Some((Choice::Hex(safe), String::from("Where the enemy is farthest.")))
            }
            Stage::Pursuit(_) => {
                let eager = |u: &UnitId| {
                    let (next, after) = self.after(state, Choice::Unit(*u));
                    let ends = after
                        .iter()
                        .filter_map(|c| if let Choice::Hex(h) = c { Some(*h) } else { None });
                    self.best_pursuit(&next, side, *u, ends, weights).is_some()
                };
                or_done(units().find(eager).map(Choice::Unit), "It follows to take the ground.")
            }
            Stage::Pursue(unit) => {
                let best = self.best_pursuit(state, side, *unit, hexes(), weights);
                or_done(best.map(Choice::Hex), "It follows to take the ground.")
            }
            _ => None,
        }
    }
}

/// Questions that only this script asks.
trait Wb95Script {
    fn after(&self, state: &State, choice: Choice) -> (State, Vec<Choice>);
    fn gain(
        &self,
        state: &State,
        side: Side,
        choice: Choice,
        now: i64,
        weights: &Weights,
    ) -> Option<i64>;
    fn wants_set_up(&self, state: &State, unit: UnitId) -> bool;
    fn mission(&self, state: &State, side: Side) -> Choice;
    fn crowd(&self, state: &State, side: Side, hex: HexId, kind: MissionKind) -> i64;
    fn best_pursuit(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        hexes: impl Iterator<Item = HexId>,
        weights: &Weights,
    ) -> Option<HexId>;
}

impl Wb95Script for Wb95 {
    /// The state after a choice and what may be chosen there.
    fn after(&self, state: &State, choice: Choice) -> (State, Vec<Choice>) {
        let mut next = state.clone();
        self.choose(&mut next, choice, &mut FixedDice::new([]), &mut Log::silent());
        let mut legal = Vec::new();
        self.choices(&next, &mut legal);
        (next, legal)
    }

    /// By how much stars or points of a pool make the combat in hand better, less what they are worth elsewhere.
    fn gain(
        &self,
        state: &State,
        side: Side,
        choice: Choice,
        now: i64,
        weights: &Weights,
    ) -> Option<i64> {
        let price = match choice {
            Choice::Amount(n) if self.ww3.is_some() => i64::from(n) * KEPT_POINT,
            Choice::Amount(n) => i64::from(n) * LAPSING_POINT,
            Choice::Unit(_) => STAR,
            _ => return None,
        };
        let (next, _) = self.after(state, choice);
        Some(self.stake(&next, side, weights) - now - price)
    }

    /// Whether towed artillery should change its set-up: it fires where an enemy is in range, and follows the front
    /// where none is [6.2.4].
    fn wants_set_up(&self, state: &State, unit: UnitId) -> bool {
        let Some(at) = state.position.hex(unit) else { return false };
        let range = self.tables.core.artillery_range;
        let near = || {
            let mut enemies = self.units_of(state, self.side(unit).other());
            enemies.any(|(_, h)| self.map.grid.distance(h, at) <= range)
        };
        self.class(unit).is_towed_artillery() && self.is_deployed(state, unit) != near()
    }

    /// The mission to fly: for the attack in the own half of the turn, for the defence in the other's.
    fn mission(&self, state: &State, side: Side) -> Choice {
        if self.active(state) == side { OFFENSIVE } else { DEFENSIVE }
    }

    /// How much fighting is to be expected around a hex.
    fn crowd(&self, state: &State, side: Side, hex: HexId, kind: MissionKind) -> i64 {
        let hits = if kind == MissionKind::Offensive { side } else { side.other() };
        let beside = self.map.grid.around(hex);
        let units = beside.flat_map(|h| state.position.stack(h)).filter(|&u| self.side(u) == hits);
        let here = state.position.stack(hex).map(|u| price(self, state, u)).sum::<i64>();
        here.min(1) * units.map(|u| i64::from(self.attack_of(state, u, false))).sum::<i64>()
    }

    /// The hex to pursue to: nearer to an aim, and not into the midst of the enemy.
    fn best_pursuit(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        hexes: impl Iterator<Item = HexId>,
        weights: &Weights,
    ) -> Option<HexId> {
        let at = state.position.hex(unit)?;
        let grid = &self.map.grid;
        let aims: Vec<Aim> =
            self.aims(state, side, weights).into_iter().filter(|a| !a.hold).collect();
        let way = |h: HexId| {
            let pulls =
                aims.iter().map(|a| i64::from(grid.distance(a.hex, h)) * weights.march - a.pull);
            pulls.min().unwrap_or(0)
        };
        let enemies = |h: HexId| {
            let beside = grid.around(h).filter(|&n| self.holds(state, side.other(), n));
            beside.count() as i64
        };
        let score = |h: HexId| -way(h) - weights.repulse * enemies(h);
        let hexes: Vec<HexId> = hexes.collect();
        if let Some(&coup) = hexes.iter().find(|&&h| Mind::wins(self, unit, h)) {
            return Some(coup);
        }
        if super::ww3::is_needed(self, state, unit) {
            return None;
        }
        let holds_aim = self.aims(state, side, weights).iter().any(|a| a.hold && a.hex == at);
        let best = hexes.into_iter().max_by_key(|&h| (score(h), Reverse(h)))?;
        (!holds_aim && score(best) > score(at)).then_some(best)
    }
}
