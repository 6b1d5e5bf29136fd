//! Captain at the games of the WB-95 family.
//!
//! Points are for towns and cities: they are the aims of both sides. Units in an enemy zone must attack unless they are
//! fortified, so attacks are planned before anybody moves; guns, stars and headquarters are added where they
//! change the odds.

mod script;
pub mod worth;

use self::script::{Script, after, gain};
use self::worth::{combat_value, level, price, strength};
use crate::book::{Book, Classic};
use crate::class::Role;
use crate::scenario::{PointKind, ScaleEntry};
use crate::verb::{DECLARE, DONE, FORTIFY, POOL, ROLL, STARS, STOP, SUGGESTED};
use crate::{Combat, Stage, State, Wb95};
use board::{Side, UnitId};
use engine::Choice;
use hex::HexId;
use mind::{Aim, Ask, Dig, Mind, Piece, Prizes, Wall, Weights};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A place is threatened by enemies within so many hexes.
const NEAR: u16 = 5;
/// A hex is lost in passing to enemies within so many hexes.
const AT_HAND: u16 = 3;
/// What a hex is worth, in points, that an automatic victory takes.
const DECISIVE: i64 = 3;
/// So many of them are held even where no enemy is near.
const KEYS: usize = 2;
/// A place farther than this from every own unit is not yet an aim.
const FAR: u16 = 16;

/// From so far away a place of an automatic victory is not near at all.
const AWAY: u16 = 16;

/// What Captain must know of a book.
///
/// As with [`Book`], `None` and the like say that the book has nothing of its own to say.
pub trait BookMind: Book {
    /// The buttons that make a combat better.
    const DOORS: &'static [Choice] = &[STARS, POOL];
    /// Whether columns that are not used are kept; else they lapse.
    const COLUMNS_LAST: bool = false;
    /// Whether a place that no enemy is near is held.
    const HOLDS_FAR: bool = true;

    /// The hexes that give points, with how many.
    fn scoring(_: &Wb95<Self>, _: &State<Self>) -> Option<BTreeMap<HexId, i64>> {
        None
    }

    /// The hexes without which a side loses at once.
    fn keys(_: &Wb95<Self>, _: Side) -> Option<Vec<HexId>> {
        None
    }

    /// Whether a unit wins the game by standing in a hex.
    fn wins(_: &Wb95<Self>, _: UnitId, _: HexId) -> bool {
        false
    }

    /// The hexes that contain the enemy where he wins by breaking out.
    fn wall(_: &Wb95<Self>, _: &State<Self>, _: Side) -> Vec<HexId> {
        Vec::new()
    }

    /// How far a side has come to what ends the game at once, from 0 to 100.
    fn nearness(_: &Wb95<Self>, _: &State<Self>, _: Side) -> Option<i64> {
        None
    }

    /// Whether a unit needs no supply.
    fn is_exempt(_: &Wb95<Self>, _: UnitId) -> bool {
        false
    }

    /// Whether a unit is needed where it stands.
    fn is_needed(_: &Wb95<Self>, _: &State<Self>, _: UnitId) -> bool {
        false
    }

    /// The script for a decision, where the book has one of its own.
    fn script(
        _: &Wb95<Self>,
        _: &State<Self>,
        _: Side,
        _legal: &[Choice],
        _: &Weights,
    ) -> Option<(Choice, String)> {
        None
    }
}

impl BookMind for Classic {}

/// The hexes that give points, with how many.
pub fn scoring<B: BookMind>(game: &Wb95<B>, state: &State<B>) -> BTreeMap<HexId, i64> {
    if let Some(own) = B::scoring(game, state) {
        return own;
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
    // With them the game may be won at once.
    for entry in &game.scenario.victory.automatic {
        for hex in game.automatic_hexes(entry) {
            *found.entry(hex).or_default() += DECISIVE;
        }
    }
    found
}

/// The hexes without which the game is lost at once: of those that an automatic victory of the enemy takes, all of which he
/// needs, the ones that he is farthest from. A hex that nobody controls is one too: whoever walks in first has it.
fn keys<B: BookMind>(game: &Wb95<B>, state: &State<B>, side: Side) -> Vec<HexId> {
    if let Some(own) = B::keys(game, side) {
        return own;
    }
    let enemies: Vec<HexId> = game.units_of(state, side.other()).map(|(_, h)| h).collect();
    let way = |hex: HexId| enemies.iter().map(|&h| game.map.grid.distance(h, hex)).min();
    let entries = game.scenario.victory.automatic.iter();
    let against = entries.filter(|e| game.automatic_side(e) != side);
    let mut keys = Vec::new();
    for entry in against {
        let mut own: Vec<HexId> = game.automatic_hexes(entry);
        own.retain(|&h| !game.controls(state, side.other(), h));
        own.sort_by_key(|&h| (Reverse(way(h)), h));
        keys.extend(own.into_iter().take(KEYS));
    }
    keys
}

impl<B: BookMind> Mind for Wb95<B> {
    fn ask(&self, state: &State<B>) -> Ask {
        match state.stage() {
            Some(Stage::SetupLoss(_) | Stage::SetupPlace(_) | Stage::SetupGuns(_)) => {
                Ask::Take(SUGGESTED)
            }
            Some(Stage::SetupTops(_) | Stage::Barrage(_)) => Ask::Take(DONE),
            Some(Stage::Movement(_)) => Ask::Pick { done: DONE },
            Some(Stage::Moving(hand)) => Ask::Move { unit: hand.unit, moved: hand.spent },
            Some(Stage::Combats(_)) => Ask::Target { done: DONE },
            Some(Stage::Attack(_)) => Ask::Build { commit: DECLARE },
            Some(Stage::Support(_) | Stage::UseStars(_)) => Ask::Build { commit: DONE },
            Some(Stage::Roll(_)) => Ask::Take(ROLL),
            Some(Stage::FireTarget(_) | Stage::Fire(_)) => Ask::Take(STOP),
            _ => Ask::Other,
        }
    }

    fn step(&self, state: &State<B>) -> u64 {
        u64::from(state.clock())
    }

    fn pieces(&self, state: &State<B>) -> Vec<Piece> {
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

    fn may_pick(&self, state: &State<B>, unit: UnitId) -> bool {
        Wb95::<B>::may_pick(self, state, unit).is_ok()
    }

    fn reach(&self, state: &State<B>, unit: UnitId) -> Vec<HexId> {
        let Some(at) = state.position.hex(unit) else { return Vec::new() };
        let found = self.destinations(state, unit, at, self.fresh(state, unit));
        found.into_iter().map(|d| d.hex).collect()
    }

    fn aims(&self, state: &State<B>, side: Side, weights: &Weights) -> Vec<Aim> {
        let grid = &self.map.grid;
        let near = |side: Side, hex: HexId, within: u16| {
            self.units_of(state, side).any(|(_, h)| grid.distance(h, hex) <= within)
        };
        let mut aims = Vec::new();
        let keys = keys(self, state, side);
        for (hex, value) in scoring(self, state) {
            let name = self.map.place_at(hex).map_or_else(|| grid.number(hex), |p| p.name.clone());
            let pull = weights.aims.get(&name).copied().unwrap_or(weights.place * value);
            let is_key = keys.contains(&hex) && !self.controls(state, side.other(), hex);
            let hold = is_key || self.controls(state, side, hex);
            let need = match (hold, near(side.other(), hex, NEAR)) {
                (true, true) if !is_key => weights.garrison * (value + 2),
                (true, false) if !is_key => continue,
                (true, false) if B::HOLDS_FAR => weights.garrison,
                (false, _) if !near(side, hex, FAR) => continue,
                _ => weights.force * (value + 2),
            };
            aims.push(Aim { hex, pull, need, hold, is_key, name });
        }
        if aims.is_empty() {
            // Nothing to win: towards the enemy.
            let enemy = self.units_of(state, side.other()).map(|(_, h)| h).min();
            aims.extend(enemy.map(|hex| Aim::enemy(hex, weights)));
        }
        aims
    }

    /// Whoever stands on a hex takes it, whoever has the only zone over it too [4.3.2] [4.3.3].
    fn prizes(&self, state: &State<B>, side: Side, weights: &Weights) -> Prizes {
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

    fn spreads(&self, _state: &State<B>, unit: UnitId) -> bool {
        self.class(unit).is_regular()
    }

    fn is_tender(&self, unit: UnitId) -> bool {
        matches!(self.role(unit), Role::Hq | Role::Artillery)
    }

    fn wins(&self, unit: UnitId, hex: HexId) -> bool {
        B::wins(self, unit, hex)
    }

    fn wall(&self, state: &State<B>, side: Side, _weights: &Weights) -> Wall {
        Wall { hexes: B::wall(self, state, side), need: 0 }
    }

    fn is_land(&self, _state: &State<B>, _side: Side, hex: HexId) -> bool {
        self.ground.hex(hex).cost.iter().any(Option::is_some)
    }

    fn shelter(&self, state: &State<B>, side: Side, hex: HexId) -> i64 {
        let ground = i64::from(self.ground.hex(hex).cm);
        let works = if self.is_fortified(state, side, hex) { 2 } else { 0 };
        100 + 25 * (ground + works)
    }

    /// Field fortifications cost whoever stays nothing and free the hex from the duty to attack [7.1.4] [7.1.11].
    fn digs(&self, state: &State<B>, unit: UnitId, hex: HexId) -> Option<Dig> {
        self.may_fortify(state, unit, hex, false).ok()?;
        let columns = i64::from(self.ground.hex(hex).cm) + i64::from(self.field_cm(state, hex));
        Some(Dig { choice: FORTIFY, shelter: 100 + 25 * columns })
    }

    fn obliges(&self, state: &State<B>, side: Side, hex: HexId) -> bool {
        self.in_enemy_zone(state, side, hex) && !self.is_fortified(state, side, hex)
    }

    fn fits(&self, state: &State<B>, unit: UnitId, hex: HexId) -> bool {
        state.position.hex(unit) == Some(hex)
            || self.has_room(state, hex, state.position.steps(unit))
    }

    fn supplied(&self, state: &State<B>, side: Side) -> Box<dyn Fn(UnitId, HexId) -> bool + '_> {
        let map = self.supply_map(state, side);
        Box::new(move |unit, hex| {
            if B::is_exempt(self, unit) {
                return true;
            }
            let points = u32::from(self.supply_mp[unit.index()]) * 60;
            map.cost_to(hex).is_some_and(|c| u32::from(c.sixtieths()) <= points)
        })
    }

    fn stand(&self, scratch: &mut State<B>, unit: UnitId, hex: HexId) {
        self.lay(scratch, unit, hex);
    }

    fn can_attack(&self, _state: &State<B>, unit: UnitId, _target: HexId) -> bool {
        self.class(unit).may_attack()
    }

    fn venture(
        &self,
        state: &State<B>,
        target: HexId,
        attackers: &[UnitId],
        weights: &Weights,
    ) -> i64 {
        let mut combat = Combat::against(target);
        combat.attackers.extend(attackers.iter().copied());
        combat_value(self, state, &combat, weights)
    }

    fn stake(&self, state: &State<B>, side: Side, weights: &Weights) -> i64 {
        let before_dice = state.stage().is_some_and(Stage::is_before_dice);
        let Some(combat) = state.combat.as_ref().filter(|_| before_dice) else { return 0 };
        // A level paid for full strength is paid in any case.
        let paid: i64 = combat.full.iter().map(|&u| level(self, state, u) / 4).sum();
        let value = combat_value(self, state, combat, weights) - paid;
        if side == self.active(state) { value } else { -value }
    }

    fn standing(&self, state: &State<B>, side: Side, weights: &Weights) -> i64 {
        if let Some(lead) = B::lead(self, state) {
            let lead = i64::from(lead) * weights.place;
            return if side == Side::A { lead } else { -lead };
        }
        let points = i64::from(self.total(state)) * weights.place;
        if side == self.scorer() { points } else { -points }
    }

    /// Above or below the points with which the scorer begins to win [V-1]; where both score, the lead.
    fn margin(&self, state: &State<B>, side: Side) -> i64 {
        if let Some(lead) = B::lead(self, state) {
            let lead = i64::from(lead) * 100;
            return if side == Side::A { lead } else { -lead };
        }
        let scorer = self.scorer();
        let scale = &self.scenario.victory.scale;
        let own = |entry: &&ScaleEntry| entry.side == self.sides[scorer.index()].id;
        let wins_from = scale.iter().find(own).map_or(0, |entry| entry.min);
        let over = i64::from(self.total(state)) * 100 - i64::from(wins_from) * 100 + 50;
        if side == scorer { over } else { -over }
    }

    /// The places of an automatic victory: those held, and how near the side has come to the others.
    fn nearness(&self, state: &State<B>, side: Side) -> i64 {
        let grid = &self.map.grid;
        let own: Vec<HexId> = self
            .units_of(state, side)
            .filter(|&(unit, _)| self.class(unit).may_attack())
            .map(|(_, hex)| hex)
            .collect();
        let closeness = |hex: HexId| {
            let way = own.iter().map(|&h| grid.distance(h, hex)).min().unwrap_or(AWAY);
            i64::from(AWAY.saturating_sub(way)) * 50 / i64::from(AWAY)
        };
        let entries = self.scenario.victory.automatic.iter();
        let mine = entries.filter(|e| self.automatic_side(e) == side);
        let each = mine.map(|entry| {
            let hexes = self.automatic_hexes(entry);
            let held = |h: &HexId| self.controls(state, side, *h);
            let come = |h: &HexId| if held(h) { 100 } else { closeness(*h) };
            hexes.iter().map(come).sum::<i64>() / hexes.len().max(1) as i64
        });
        each.max().or_else(|| B::nearness(self, state, side)).unwrap_or(0)
    }

    fn force(&self, state: &State<B>, piece: &Piece) -> i64 {
        strength(self, state, piece.unit)
    }

    fn rest(&self, _state: &State<B>) -> Vec<Choice> {
        vec![STOP, DONE]
    }

    fn more(
        &self,
        state: &State<B>,
        side: Side,
        legal: &[Choice],
        weights: &Weights,
    ) -> Option<(Choice, String)> {
        let now = self.stake(state, side, weights);
        let doors = B::DOORS.iter().copied().filter(|c| legal.contains(c));
        let gains = doors.filter_map(|door| {
            let (next, inside) = after(self, state, door);
            let best =
                inside.iter().filter_map(|&c| gain(self, &next, side, c, now, weights)).max();
            best.map(|gain| (gain, door))
        });
        let (gain, door) = gains.max_by_key(|(gain, door)| (*gain, Reverse(*door)))?;
        (gain > 0).then(|| (door, format!("It changes the odds by {}.", mind::factors(gain))))
    }

    fn is_giving_up(&self, choice: Choice) -> bool {
        choice == STOP
    }

    fn script(
        &self,
        state: &State<B>,
        side: Side,
        legal: &[Choice],
        weights: &Weights,
    ) -> Option<(Choice, String)> {
        B::script(self, state, side, legal, weights)
            .or_else(|| Script { game: self, state, side, legal, weights }.decide())
    }
}
