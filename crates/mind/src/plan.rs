//! Where everybody goes in a step of movement: attacks first, then the aims.

use crate::Weights;
use crate::idea::{Idea, Posture, usual};
use crate::mind::{Mind, Piece, Prizes};
use crate::survey::{FAR, Survey, risk};
use board::UnitId;
use engine::Choice;
use hex::HexId;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Where one unit goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Who.
    pub unit: UnitId,
    /// Where to.
    pub to: HexId,
    /// What boards it, if it is carried.
    pub board: Option<Choice>,
    /// What it does where it is, if it stays to do that.
    pub stay: Option<Choice>,
    /// Why.
    pub why: String,
}

/// What a side is going to do in a step of movement and in the combats after it: a value that can be compared, changed and
/// carried out. Whoever has no order stays where he is.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What it was made after.
    pub idea: &'static Idea,
    /// Who goes where and who entrenches, in the order in which they move.
    pub orders: VecDeque<Order>,
    /// Who is to attack what; how it is built is decided when it comes to it.
    pub attacks: BTreeMap<HexId, Vec<UnitId>>,
    /// What things are worth to whoever carries it out, until he plans again.
    pub weights: Arc<Weights>,
}

/// So many attacks are planned in a step.
const ATTACKS_MAX: usize = 24;
/// So many units are considered for one attack.
const ATTACKERS_MAX: usize = 9;
/// Whoever is farther from his aim than this after a march looks for a train.
const RIDE_FROM: u16 = 5;

/// From so near the enemy falls upon guns and staffs that stand alone.
const RAID: u16 = 6;
/// More than any place is worth to guns and staffs that lie open.
const LONELY: i64 = 10_000;

/// Attacks so near to each other that one changes what the other promises.
const NEIGHBOURHOOD: u16 = 3;

/// An attack that could be made: what it promises, and who would stand where.
#[derive(Clone)]
struct Attack {
    value: i64,
    who: Vec<(UnitId, HexId)>,
}

/// A unit that may move, and where to.
pub(crate) struct Mover {
    pub(crate) piece: Piece,
    pub(crate) reach: Vec<HexId>,
}

/// The plan of a step in the making.
pub(crate) struct Planner<'a, G: Mind> {
    pub(crate) game: &'a G,
    pub(crate) state: &'a G::State,
    pub(crate) weights: &'a Weights,
    pub(crate) survey: Survey,
    pub(crate) supplied: Box<dyn Fn(UnitId, HexId) -> bool + 'a>,
    pub(crate) movers: Vec<Mover>,
    /// Own units that stay and can attack from where they are.
    pub(crate) fixed: Vec<Piece>,
    /// Where the units are to stand; the scratch state has them there.
    pub(crate) scratch: G::State,
    pub(crate) orders: Vec<Order>,
    pub(crate) targets: BTreeMap<HexId, Vec<UnitId>>,
    pub(crate) prizes: Prizes,
    /// The hexes that somebody is already going to take.
    pub(crate) claimed: Vec<bool>,
    /// What a hex makes of the defence in it, in per cent, where somebody is going to dig in.
    pub(crate) dug: Vec<Option<i64>>,
    /// How many own units that fight are to stand in a hex.
    pub(crate) fighters: Vec<u16>,
}

/// Captain's plan of a step of movement.
pub(crate) fn plan<G: Mind>(
    game: &G,
    state: &G::State,
    side: board::Side,
    weights: &Arc<Weights>,
) -> Plan {
    plan_after(game, state, side, weights, usual())
}

/// The plan of a step of movement after an idea.
pub(crate) fn plan_after<G: Mind>(
    game: &G,
    state: &G::State,
    side: board::Side,
    weights: &Arc<Weights>,
    idea: &'static Idea,
) -> Plan {
    let weights = idea.shaded(weights);
    let mut planner = Planner::new(game, state, side, &weights);
    planner.take_posture(idea.posture);
    planner.look_around();
    if idea.posture == Posture::OutOfContact {
        planner.keep_away();
    }
    planner.plan_coup();
    planner.plan_feeders();
    planner.plan_wall(idea.posture);
    if idea.posture.attacks() {
        planner.plan_attacks();
    }
    planner.plan_garrisons();
    if idea.posture.marches() {
        planner.plan_marches();
    }
    planner.plan_entrenchments();
    let (orders, attacks) = (planner.orders.into(), planner.targets);
    Plan { idea, orders, attacks, weights: Arc::clone(&weights) }
}

/// The best of some hexes for a unit that could not go where it should.
pub fn best_hex<G: Mind>(
    game: &G,
    state: &G::State,
    side: board::Side,
    weights: &Weights,
    unit: UnitId,
    hexes: &[HexId],
) -> Option<HexId> {
    let planner = Planner::new(game, state, side, weights);
    let piece = *planner.survey.piece(unit)?;
    let aim = planner.choose_aim(&piece, &mut [])?;
    let fits = |h: &HexId| game.fits(state, unit, *h);
    let fitting = hexes.iter().copied().filter(fits);
    fitting.max_by_key(|&h| (planner.post(&piece, h, aim), std::cmp::Reverse(h)))
}

impl<'a, G: Mind> Planner<'a, G> {
    fn new(game: &'a G, state: &'a G::State, side: board::Side, weights: &'a Weights) -> Self {
        let survey = Survey::of(game, state, side, weights);
        let mut movers = Vec::new();
        let mut fixed = Vec::new();
        for piece in survey.of_side(side) {
            match game.may_pick(state, piece.unit) {
                true => movers.push(Mover { piece: *piece, reach: Vec::new() }),
                false => fixed.push(*piece),
            }
        }
        let mut planner = Planner {
            game,
            state,
            weights,
            supplied: game.supplied(state, side),
            survey,
            movers,
            fixed,
            scratch: state.clone(),
            orders: Vec::new(),
            targets: BTreeMap::new(),
            prizes: game.prizes(state, side, weights),
            claimed: vec![false; game.map().grid.len()],
            dug: vec![None; game.map().grid.len()],
            fighters: vec![0; game.map().grid.len()],
        };
        for piece in planner.survey.of_side(side).filter(|p| !game.is_tender(p.unit)) {
            planner.fighters[piece.hex.index()] += 1;
        }
        for i in 0..planner.fixed.len() {
            let piece = planner.fixed[i];
            planner.claim(piece.unit, piece.hex);
        }
        planner
    }

    /// Where everybody can go.
    fn look_around(&mut self) {
        for mover in &mut self.movers {
            mover.reach = self.game.reach(self.state, mover.piece.unit);
            mover.reach.push(mover.piece.hex);
        }
        self.pin_garrisons();
    }

    /// Attacks are taken from the most promising on, as long as one is worth it.
    fn plan_attacks(&mut self) {
        let targets = self.survey.hexes_of(self.survey.side.other());
        let mut known: BTreeMap<HexId, Option<Attack>> = BTreeMap::new();
        for _ in 0..ATTACKS_MAX {
            for &target in targets.iter().filter(|t| !self.targets.contains_key(t)) {
                known.entry(target).or_insert_with(|| self.best_attack(target));
            }
            let promising = known.iter().filter_map(|(t, a)| a.as_ref().map(|a| (*t, a)));
            let best = promising.max_by_key(|(t, attack)| (attack.value, std::cmp::Reverse(*t)));
            let Some((target, attack)) = best.filter(|(_, a)| a.value > self.weights.least) else {
                return;
            };
            let attack = attack.clone();
            self.order_attack(target, attack.who.clone());
            // What is far away and needs none of these units stays as it was worked out.
            let grid = &self.game.map().grid;
            known.retain(|&t, other| {
                let uses = |a: &Attack| a.who.iter().any(|w| attack.who.iter().any(|o| o.0 == w.0));
                t != target
                    && grid.distance(t, target) > NEIGHBOURHOOD
                    && !other.as_ref().is_some_and(uses)
            });
        }
    }

    /// The units that hold a place do not leave it.
    fn pin_garrisons(&mut self) {
        let grid = &self.game.map().grid;
        for aim in self.survey.aims.iter().filter(|a| a.hold) {
            let mut need = aim.need;
            let near = self.survey.threat[self.survey.side.other()][aim.hex.index()] > 0
                || grid
                    .around(aim.hex)
                    .any(|h| self.survey.defence[self.survey.side.other()][h.index()] > 0);
            if !near && !aim.is_key {
                need = need.min(1);
            }
            let mut here: Vec<usize> =
                (0..self.movers.len()).filter(|&i| self.movers[i].piece.hex == aim.hex).collect();
            here.sort_by_key(|&i| std::cmp::Reverse(self.movers[i].piece.defence));
            for i in here {
                let piece = self.movers[i].piece;
                // A place is not held by attacks that cost more than it is worth.
                let costs =
                    self.binds(&piece, aim.hex) && -self.contact(&piece, aim.hex) > aim.pull;
                if need > 0 && !costs {
                    need -= piece.defence.max(1);
                    self.movers[i].reach = vec![aim.hex];
                }
            }
        }
    }

    /// The best set of units against a hex, with where each would stand, and what it promises.
    fn best_attack(&self, target: HexId) -> Option<Attack> {
        let grid = &self.game.map().grid;
        let beside: Vec<HexId> = grid.around(target).collect();
        let mut able: Vec<(&Piece, &[HexId])> = Vec::new();
        for mover in &self.movers {
            // Guns and staffs help from behind; whoever is in range is added when the attack is built.
            let fights = mover.piece.attack > 0 && !self.game.is_tender(mover.piece.unit);
            if fights && mover.reach.iter().any(|h| beside.contains(h)) {
                able.push((&mover.piece, &mover.reach));
            }
        }
        for piece in self.fixed.iter().filter(|p| p.attack > 0 && beside.contains(&p.hex)) {
            able.push((piece, std::slice::from_ref(&piece.hex)));
        }
        able.sort_by_key(|(p, _)| (std::cmp::Reverse(p.attack), p.unit));
        able.truncate(ATTACKERS_MAX);
        let mut scratch = self.scratch.clone();
        let (mut placed, mut units): (Vec<(UnitId, HexId)>, Vec<UnitId>) = Default::default();
        let mut best: Option<(i64, usize)> = None;
        for (piece, reach) in able {
            let Some(hex) = self.stand_for(&scratch, piece, reach, &beside, target) else {
                continue;
            };
            if hex != piece.hex {
                self.game.stand(&mut scratch, piece.unit, hex);
            }
            if !self.game.can_attack(&scratch, piece.unit, target) {
                continue;
            }
            placed.push((piece.unit, hex));
            units.push(piece.unit);
            let value = self.game.venture(&scratch, target, &units, self.weights)
                + self.ground(target)
                - self.weights.commit * units.len() as i64
                - self.soak(&scratch, &placed, target);
            if best.is_none_or(|(b, _)| value > b) {
                best = Some((value, placed.len()));
            }
        }
        let (value, len) = best?;
        placed.truncate(len);
        Some(Attack { value, who: placed })
    }

    /// What the ground of a hex is worth: an aim that is to be taken.
    fn ground(&self, target: HexId) -> i64 {
        let aims = self.survey.aims.iter().zip(&self.survey.fields);
        aims.filter(|(a, _)| !a.hold)
            .map(|(aim, field)| match field[target.index()] {
                0 => aim.pull * self.weights.ground / 100,
                1 => aim.pull * self.weights.ground / 300,
                _ => 0,
            })
            .max()
            .unwrap_or(0)
    }

    /// Other enemies that the attackers would have to attack as well, where contact obliges.
    fn soak(&self, scratch: &G::State, placed: &[(UnitId, HexId)], target: HexId) -> i64 {
        let grid = &self.game.map().grid;
        let enemy = &self.survey.defence[self.survey.side.other()];
        let mut others: Vec<HexId> = placed
            .iter()
            .filter(|&&(u, h)| self.survey.piece(u).is_none_or(|p| self.binds(p, h)))
            .flat_map(|&(_, h)| grid.around(h))
            .filter(|&h| h != target && enemy[h.index()] > 0 && !self.targets.contains_key(&h))
            .collect();
        others.sort_unstable();
        others.dedup();
        let weakest = placed
            .iter()
            .map(|(u, _)| *u)
            .min_by_key(|&u| self.survey.piece(u).map_or(0, |p| p.worth));
        let Some(weakest) = weakest else { return 0 };
        others
            .iter()
            .map(|&h| {
                let alone = self.game.venture(scratch, h, &[weakest], self.weights);
                (-alone).clamp(0, self.weights.forced_most) * self.weights.forced / 100
            })
            .sum()
    }

    /// Where a unit would stand to attack a hex: with the fewest other enemies beside it, in supply.
    fn stand_for(
        &self,
        scratch: &G::State,
        piece: &Piece,
        reach: &[HexId],
        beside: &[HexId],
        target: HexId,
    ) -> Option<HexId> {
        let grid = &self.game.map().grid;
        let enemy = &self.survey.defence[self.survey.side.other()];
        reach
            .iter()
            .copied()
            .filter(|h| beside.contains(h))
            .filter(|&h| h == piece.hex || self.game.fits(scratch, piece.unit, h))
            .min_by_key(|&h| {
                let others = grid
                    .around(h)
                    .filter(|&n| {
                        n != target && enemy[n.index()] > 0 && !self.targets.contains_key(&n)
                    })
                    .count();
                let hungry = usize::from(!(self.supplied)(piece.unit, h));
                let moves = usize::from(h != piece.hex);
                (others + 2 * hungry, moves, h)
            })
    }

    fn order_attack(&mut self, target: HexId, who: Vec<(UnitId, HexId)>) {
        let names = self.name_of(target);
        for &(unit, to) in &who {
            let from = self.movers.iter().find(|m| m.piece.unit == unit).map(|m| m.piece.hex);
            if from.is_some_and(|h| h != to) {
                let why = format!("To attack {names}.");
                self.give(unit, to, None, why);
            }
            self.claim(unit, to);
            self.movers.retain(|m| m.piece.unit != unit);
            self.fixed.retain(|p| p.unit != unit);
        }
        self.targets.insert(target, who.into_iter().map(|(u, _)| u).collect());
    }

    pub(crate) fn name_of(&self, hex: HexId) -> String {
        let map = self.game.map();
        map.place_at(hex).map_or_else(|| map.grid.number(hex), |p| p.name.clone())
    }

    pub(crate) fn give(&mut self, unit: UnitId, to: HexId, board: Option<Choice>, why: String) {
        if let Some(piece) = self.survey.piece(unit).copied() {
            let defence = &mut self.survey.defence[piece.side];
            defence[piece.hex.index()] -= piece.defence;
            defence[to.index()] += piece.defence;
            if !self.game.is_tender(unit) {
                self.fighters[piece.hex.index()] -= 1;
                self.fighters[to.index()] += 1;
            }
        }
        self.game.stand(&mut self.scratch, unit, to);
        self.orders.push(Order { unit, to, board, stay: None, why });
    }

    /// Everybody else goes where he is wanted most.
    fn plan_marches(&mut self) {
        let mut needs: Vec<i64> = self.survey.aims.iter().map(|a| a.need).collect();
        // Those who went before have opened and shut lines of supply.
        if !self.orders.is_empty() && self.weights.feed > 0 {
            self.supplied = self.game.supplied(&self.scratch, self.survey.side);
        }
        let mut movers = std::mem::take(&mut self.movers);
        // Guns and staffs last: they go where others are.
        movers.sort_by_key(|m| {
            let tender = self.game.is_tender(m.piece.unit);
            (tender, self.nearest(&m.piece), std::cmp::Reverse(m.piece.worth), m.piece.unit)
        });
        for mover in movers {
            let piece = mover.piece;
            let Some(aim) = self.choose_aim(&piece, &mut needs) else { continue };
            let fits = |h: &HexId| *h == piece.hex || self.game.fits(&self.scratch, piece.unit, *h);
            let best =
                mover.reach.iter().copied().filter(fits).max_by_key(|&h| {
                    (self.post(&piece, h, aim), h == piece.hex, std::cmp::Reverse(h))
                });
            let (mut to, mut board) = (best.unwrap_or(piece.hex), None);
            let left = self.survey.fields[aim][to.index()];
            if left > RIDE_FROM
                && left < FAR
                && let Some((by, hexes)) = self.game.ride(self.state, piece.unit)
            {
                let far = hexes
                    .into_iter()
                    .filter(fits)
                    .max_by_key(|&h| (self.post(&piece, h, aim), std::cmp::Reverse(h)));
                if let Some(far) =
                    far.filter(|&h| self.post(&piece, h, aim) > self.post(&piece, to, aim))
                {
                    (to, board) = (far, Some(by));
                }
            }
            self.claim(piece.unit, to);
            if to != piece.hex {
                let aim = &self.survey.aims[aim];
                let verb = if aim.hold { "To hold" } else { "Towards" };
                let why = format!("{verb} {}.", aim.name);
                self.give(piece.unit, to, board, why);
            }
        }
    }

    fn nearest(&self, piece: &Piece) -> u16 {
        self.survey.fields.iter().map(|f| f[piece.hex.index()]).min().unwrap_or(FAR)
    }

    /// The aim that pulls a unit most; what it brings there is wanted no more.
    fn choose_aim(&self, piece: &Piece, needs: &mut [i64]) -> Option<usize> {
        let at = piece.hex.index();
        let aims = self.survey.aims.iter().zip(&self.survey.fields).enumerate();
        let best = aims
            .filter(|(_, (_, field))| field[at] < FAR)
            .max_by_key(|(i, (aim, field))| {
                let wanted = needs.get(*i).is_none_or(|&n| n > 0);
                let pull = if wanted { aim.pull } else { aim.pull / 5 };
                (pull - i64::from(field[at]) * self.weights.march, std::cmp::Reverse(*i))
            })
            .map(|(i, _)| i)?;
        if let Some(need) = needs.get_mut(best) {
            let brings = if self.survey.aims[best].hold { piece.defence } else { piece.attack };
            *need -= brings.max(1);
        }
        Some(best)
    }

    /// How good a hex is for a unit on its way to an aim.
    fn post(&self, piece: &Piece, hex: HexId, aim: usize) -> i64 {
        let (side, other) = (self.survey.side, self.survey.side.other());
        let grid = &self.game.map().grid;
        let at = hex.index();
        if self.game.is_tender(piece.unit)
            && let Some(from) = self.lies_open(hex)
        {
            return i64::from(from) - LONELY;
        }
        let way = i64::from(self.survey.fields[aim][at]);
        let mut score = -way * self.weights.march;
        let here = if hex == piece.hex { 0 } else { piece.defence };
        let held = (self.survey.defence[side][at] + here).max(piece.defence);
        let dig = self.dig(piece, hex);
        if dig.is_some() {
            score += self.weights.entrench;
        }
        let dug = self.dug[at].or(dig.map(|dig| dig.shelter));
        let shelter = dug.unwrap_or_else(|| self.game.shelter(self.state, side, hex));
        let held = held * shelter / 100;
        score -= risk(piece.worth, held, self.survey.threat[other][at], self.weights);
        if !(self.supplied)(piece.unit, hex) {
            score -= piece.worth * self.weights.supply / 100;
        }
        let friends = grid
            .within(hex, 2)
            .filter(|&h| h != hex && h != piece.hex && self.survey.defence[side][h.index()] > 0)
            .count();
        score += self.weights.link * friends.min(3) as i64;
        score += self.takes(piece.unit, hex).map(|(_, v)| v).sum::<i64>();
        if self.binds(piece, hex) {
            score += self.contact(piece, hex);
        }
        score
    }

    /// How far the enemy is from a hex that lies open to him, with nobody to stand in it who fights.
    pub(crate) fn lies_open(&self, hex: HexId) -> Option<u16> {
        if self.fighters[hex.index()] > 0 {
            return None;
        }
        let grid = &self.game.map().grid;
        let enemies = self.survey.of_side(self.survey.side.other());
        enemies.map(|p| grid.distance(p.hex, hex)).min().filter(|&d| d <= RAID)
    }

    /// What an attack would bring that a stop beside the enemy makes necessary; only the bad side of it counts.
    pub(crate) fn contact(&self, piece: &Piece, hex: HexId) -> i64 {
        let grid = &self.game.map().grid;
        let enemy = &self.survey.defence[self.survey.side.other()];
        let mut sum = 0;
        for target in grid.around(hex).filter(|h| enemy[h.index()] > 0) {
            if !self.game.can_attack(self.state, piece.unit, target) && piece.attack <= 0 {
                sum -= 100;
                continue;
            }
            let mut scratch = self.scratch.clone();
            self.game.stand(&mut scratch, piece.unit, hex);
            let mut units = self.targets.get(&target).cloned().unwrap_or_default();
            units.push(piece.unit);
            sum += self.game.venture(&scratch, target, &units, self.weights).min(0);
        }
        sum
    }
}
