//! General: plays several plans out before it takes one.
//!
//! At the first decision of a step of movement it makes a plan after each idea of its portfolio and plays each out on imagined
//! tables of its own side, with Captain on both sides, until its own next turn. All plans meet the same imagined tables and the
//! same dice. The worse half is dropped after every second round (sequential halving); what is left of the budget goes into
//! changes of the best plan. Captain's own plan is always among them and is taken unless another is better over the same samples.

use crate::idea::IDEAS;
use crate::judge::{FEATURES, Features};
use crate::mind::{Ask, Mind};
use crate::plan::{Plan, plan, plan_after};
use crate::playout::Ground;
use crate::{Bot, Captain, Imagined, Reason, Weights, derive, explain};
use board::{BySide, Side};
use core::time::Duration;
use engine::{Choice, Message, Seated, Text};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What time it is to whoever thinks: the CPU time of his thread, where the system tells it.
pub type Clock = fn() -> Duration;

/// How long a general thinks.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// So many playouts for each step of movement: the same choice on every machine.
    Playouts(u32),
    /// So many milliseconds for each turn by a clock.
    Time {
        /// How many.
        ms: u32,
        /// The clock.
        clock: Clock,
    },
}

/// With fewer units to move than this there is nothing to weigh.
const MOVERS_LEAST: usize = 2;
/// After the first round, and then after so many, the worse half is dropped.
const ROUNDS: usize = 2;
/// The share of what is left of the time for a turn, in per cent, that a step of movement may take: a turn may have several.
const STEPS_SHARE: u32 = 80;
/// What an idea brought in the steps before counts as much as so many samples of now.
const REMEMBERED: i64 = 2;
/// The share of the budget, in per cent, after which changes of the best plan are tried.
const REPAIR_FROM: u32 = 60;
/// A change is played out in so many samples before it is compared in all.
const GLANCE: usize = 2;

/// Whoever is told what a bot is doing while it thinks.
pub type Listener = Arc<dyn Fn(Message) + Send + Sync>;

/// A bot that plays plans out.
pub struct General<G> {
    captain: Captain<G>,
    budget: Budget,
    seed: u64,
    /// The step that it has thought about.
    thought: Option<u64>,
    /// The turn that it last thought in, and the milliseconds that it thought in it.
    turn: (u16, u32),
    /// What each idea brought over Captain's plan in the steps before, on the mean.
    brought: BTreeMap<&'static str, i64>,
    /// What it says of the plan it took, until it has said it.
    said: Option<Text>,
    reason: Option<Reason>,
    listener: Option<Listener>,
}

/// A plan with what it came to in each sample.
struct Candidate {
    plan: Plan,
    values: Vec<i64>,
    seen: Vec<Features>,
    /// What is expected of it before it is played out.
    expected: i64,
}

impl Candidate {
    fn of(plan: Plan, expected: i64) -> Candidate {
        Candidate { plan, values: Vec::new(), seen: Vec::new(), expected }
    }

    fn note(&mut self, features: &Features) {
        self.values.push(features.value());
        self.seen.push(*features);
    }

    /// By how much it is better than another over the samples that both have met, on the mean.
    fn gain(&self, other: &Candidate) -> i64 {
        let both = self.values.iter().zip(&other.values);
        let n = both.len().max(1) as i64;
        both.map(|(own, other)| own - other).sum::<i64>() / n
    }

    /// By how much it is thought better than Captain's plan: what was expected and what was seen.
    fn belief(&self, captains: &Candidate) -> i64 {
        let n = self.values.len().min(captains.values.len()) as i64;
        (self.gain(captains) * n + self.expected * REMEMBERED) / (n + REMEMBERED)
    }

    /// By how much it is better in each feature over the samples that both have met, on the mean.
    fn better_by(&self, other: &Candidate) -> [i64; FEATURES] {
        let n = self.seen.len().min(other.seen.len());
        let sum = |of: &Candidate, f: usize| of.seen[..n].iter().map(|seen| seen.0[f]).sum::<i64>();
        std::array::from_fn(|f| (sum(self, f) - sum(other, f)) / n.max(1) as i64)
    }
}

/// What is left of a budget.
struct Purse<'a> {
    budget: Budget,
    begun: Duration,
    played: u32,
    stop: &'a AtomicBool,
}

impl<'a> Purse<'a> {
    fn of(budget: Budget, stop: &'a AtomicBool) -> Purse<'a> {
        let begun = match budget {
            Budget::Time { clock, .. } => clock(),
            Budget::Playouts(_) => Duration::ZERO,
        };
        Purse { budget, begun, played: 0, stop }
    }

    /// How much of it is spent, in per cent.
    fn spent(&self) -> u32 {
        match self.budget {
            Budget::Playouts(n) => self.played * 100 / n.max(1),
            Budget::Time { ms, .. } => self.used_ms().saturating_mul(100) / ms.max(1),
        }
    }

    /// The time that was used, where there is a clock.
    fn used_ms(&self) -> u32 {
        match self.budget {
            Budget::Time { clock, .. } => clock().saturating_sub(self.begun).as_millis() as u32,
            Budget::Playouts(_) => 0,
        }
    }

    fn is_empty(&self) -> bool {
        self.spent() >= 100 || self.stop.load(Ordering::Relaxed)
    }
}

impl<G: Mind> General<G> {
    /// A general to whom things are worth so much on either side.
    pub fn new(weights: BySide<Weights>, budget: Budget, seed: u64) -> General<G> {
        General {
            captain: Captain::new(weights),
            budget,
            seed,
            thought: None,
            turn: (0, 0),
            brought: BTreeMap::new(),
            said: None,
            reason: None,
            listener: None,
        }
    }

    /// What may be spent on a step of movement in this turn: most of what is left of the turn's time.
    fn budget_now(&mut self, turn: u16) -> Budget {
        if self.turn.0 != turn {
            self.turn = (turn, 0);
        }
        match self.budget {
            Budget::Time { ms, clock } => {
                Budget::Time { ms: ms.saturating_sub(self.turn.1) * STEPS_SHARE / 100, clock }
            }
            playouts => playouts,
        }
    }

    /// Thinks about the step of movement that is open and tells its captain what to carry out.
    fn think(&mut self, seat: &Seated<G>, side: Side, stop: &AtomicBool) {
        let step = seat.game.step(seat.state());
        if self.thought == Some(step) {
            return;
        }
        self.thought = Some(step);
        if let Some(plan) = self.weigh(seat, side, stop) {
            self.captain.carry_out(step, side, plan);
        }
    }

    /// The plan that it takes for the step of movement that is open; none where no plan is wanted.
    pub(crate) fn take_plan(
        &mut self,
        seat: &Seated<G>,
        side: Side,
        stop: &AtomicBool,
    ) -> Option<Plan> {
        self.captain.wants_plan(seat, side).then(|| self.weigh(seat, side, stop)).flatten()
    }

    /// The best plan that it finds; none where there is nothing to weigh.
    fn weigh(&mut self, seat: &Seated<G>, side: Side, stop: &AtomicBool) -> Option<Plan> {
        let (game, state) = (&*seat.game, seat.state());
        let weights = self.captain.weights().clone();
        let movers = game.pieces(state).into_iter().filter(|p| p.side == side);
        if movers.filter(|p| game.may_pick(state, p.unit)).count() < MOVERS_LEAST {
            return None;
        }
        let ground = Ground::of(seat, side, &weights, derive(self.seed, game.step(state)), stop);
        let purse = Purse::of(self.budget_now(game.turn(state).n), stop);
        let weighing = Weighing::begin(&ground, purse, &self.brought, &self.listener);
        let (plan, said, brought, ms) = weighing.best();
        self.turn.1 += ms;
        for (idea, gain) in brought {
            let known = self.brought.entry(idea).or_default();
            *known = (*known + gain) / 2;
        }
        self.said = Some(said);
        Some(plan)
    }
}

/// Plans that are being compared: Captain's is the first.
struct Weighing<'a, G: Mind> {
    ground: &'a Ground<'a, G>,
    purse: Purse<'a>,
    all: Vec<Candidate>,
    /// Which of them are still in it.
    alive: Vec<usize>,
    listener: &'a Option<Listener>,
}

impl<'a, G: Mind> Weighing<'a, G> {
    fn begin(
        ground: &'a Ground<'a, G>,
        purse: Purse<'a>,
        brought: &'a BTreeMap<&'static str, i64>,
        listener: &'a Option<Listener>,
    ) -> Weighing<'a, G> {
        let (game, state, side) = (&*ground.seat.game, ground.seat.state(), ground.side);
        let weights = &ground.weights[side];
        let usual = plan(game, state, side, weights);
        let mut all = vec![Candidate::of(usual, 0)];
        for idea in &IDEAS[1..] {
            if purse.is_empty() {
                break;
            }
            let plan = plan_after(game, state, side, weights, idea);
            let is_new =
                |c: &Candidate| c.plan.orders != plan.orders || *c.plan.weights != *plan.weights;
            if all.iter().all(is_new) {
                let expected = brought.get(idea.id).copied().unwrap_or(0);
                all.push(Candidate::of(plan, expected));
            }
        }
        let alive = (0..all.len()).collect();
        Weighing { ground, purse, all, alive, listener }
    }

    /// The best plan that is found within the budget, and what is said of it.
    fn best(mut self) -> (Plan, Text, Vec<(&'static str, i64)>, u32) {
        self.halve();
        let seen = self.all.iter().enumerate().filter(|(_, c)| !c.values.is_empty());
        let brought = seen.map(|(i, c)| (c.plan.idea.id, self.gain(i))).collect();
        self.repair();
        let best = self.leader();
        let said = self.say(best);
        let ms = self.purse.used_ms();
        (self.all.swap_remove(best).plan, said, brought, ms)
    }

    /// Plays a plan out in its next sample; whether there was time.
    fn play(&mut self, i: usize) -> bool {
        if self.purse.is_empty() {
            return false;
        }
        let sample = self.all[i].values.len() as u64;
        let Some(features) = self.ground.play_out(&self.all[i].plan, sample) else { return false };
        self.purse.played += 1;
        self.all[i].note(&features);
        true
    }

    /// All plans in the same samples; the worse half is dropped after every second round.
    fn halve(&mut self) {
        while self.alive.len() > 1 && self.purse.spent() < REPAIR_FROM {
            let rounds = if self.all[0].values.is_empty() { 1 } else { ROUNDS };
            for _ in 0..rounds {
                for i in self.alive.clone() {
                    if !self.play(i) {
                        return;
                    }
                }
                self.tell();
            }
            let mut ranked = self.alive.clone();
            ranked.sort_by_key(|&i| (std::cmp::Reverse(self.belief(i)), i));
            ranked.truncate(self.alive.len().div_ceil(2).max(2));
            if !ranked.contains(&0) {
                ranked.push(0);
            }
            let settled = ranked.len() == self.alive.len();
            self.alive = ranked;
            if settled && self.all[0].values.len() > 4 * ROUNDS {
                return;
            }
        }
    }

    /// Changes the best plan as long as there is time, and keeps what is better over the same samples.
    fn repair(&mut self) {
        let mut tries = 0;
        while !self.purse.is_empty() {
            let best = self.leader();
            tries += 1;
            let seed = derive(derive(self.ground.seed, 77), tries);
            let Some(plan) = self.changed(best, seed) else { return };
            let expected = self.all[best].expected;
            self.all.push(Candidate::of(plan, expected));
            let (i, enough) = (self.all.len() - 1, self.all[best].values.len());
            while self.all[i].values.len() < enough {
                if !self.play(i) {
                    return;
                }
                let seen = self.all[i].values.len();
                if seen >= GLANCE && self.all[i].gain(&self.all[best]) < 0 {
                    break;
                }
            }
            if self.all[i].values.len() == enough && self.all[i].gain(&self.all[best]) > 0 {
                self.alive.push(i);
            }
        }
    }

    /// Another plan like this one: the orders of another in one part of the map, or an order or an attack less.
    fn changed(&self, best: usize, seed: u64) -> Option<Plan> {
        let grid = &self.ground.seat.game.map().grid;
        let mut plan = self.all[best].plan.clone();
        let n = plan.orders.len();
        let draw = |salt: u64, of: usize| derive(seed, salt) as usize % of.max(1);
        let position = |unit| {
            let pieces = self.ground.seat.game.pieces(self.ground.seat.state());
            pieces.iter().find(|p| p.unit == unit).map(|p| p.hex)
        };
        if n > 0 && draw(0, 3) == 0 {
            let order = plan.orders.get(draw(1, n))?;
            let aimed = plan.attacks.iter().find(|(_, who)| who.contains(&order.unit));
            let gone = aimed.map_or_else(|| vec![order.unit], |(_, who)| who.clone());
            plan.attacks.retain(|_, who| *who != gone);
            plan.orders.retain(|o| !gone.contains(&o.unit));
            return Some(plan);
        }
        let other = &self.all[draw(2, self.all.len())].plan;
        let seeds: Vec<_> = other.orders.iter().chain(&plan.orders).map(|o| o.unit).collect();
        let centre = position(*seeds.get(draw(3, seeds.len()))?)?;
        let radius = 2 + draw(4, 4) as u16;
        let pieces = self.ground.seat.game.pieces(self.ground.seat.state());
        let near: Vec<_> = pieces
            .iter()
            .filter(|p| p.side == self.ground.side && grid.distance(p.hex, centre) <= radius)
            .map(|p| p.unit)
            .collect();
        plan.orders.retain(|o| !near.contains(&o.unit));
        let taken = other.orders.iter().filter(|o| near.contains(&o.unit)).cloned();
        plan.orders.extend(taken.collect::<Vec<_>>());
        Some(plan)
    }

    /// By how much a plan was better than Captain's.
    fn gain(&self, i: usize) -> i64 {
        self.all[i].gain(&self.all[0])
    }

    /// By how much a plan is thought better than Captain's.
    fn belief(&self, i: usize) -> i64 {
        if i == 0 { 0 } else { self.all[i].belief(&self.all[0]) }
    }

    /// The best plan so far: Captain's unless another is better over the same samples.
    fn leader(&self) -> usize {
        let seen = self.all[0].values.len().min(GLANCE);
        let known = |i: &usize| seen > 0 && self.all[*i].values.len() >= seen;
        let others = self.alive.iter().copied().filter(|&i| i > 0).filter(known);
        let best = others.max_by_key(|&i| (self.belief(i), std::cmp::Reverse(i)));
        best.filter(|&i| self.belief(i) > 0 && self.gain(i) > 0).unwrap_or(0)
    }

    /// Tells whoever listens how far it is; where something is hidden, the enemy may listen too.
    fn tell(&self) {
        if let Some(listener) = self.listener {
            let open = self.ground.seat.game.hides_nothing();
            let leader = open.then(|| &self.all[self.leader()].plan);
            listener(explain::weighing(self.alive.len(), self.purse.played, leader));
        }
    }

    /// The plan, the one that came next, and in what they differ most.
    fn say(&self, best: usize) -> Text {
        let taken = &self.all[best];
        let is_other = |&i: &usize| {
            self.all[i].plan.idea.id != taken.plan.idea.id && !self.all[i].seen.is_empty()
        };
        let others = self.alive.iter().copied().filter(is_other);
        let next = others.max_by_key(|&i| (self.gain(i), std::cmp::Reverse(i)));
        let Some(next) = next.map(|i| &self.all[i]) else { return explain::alone(&taken.plan) };
        let (seat, point) = (self.ground.seat, self.ground.weights[self.ground.side].point);
        let turn = seat.game.turn(seat.state());
        let less = explain::less(taken.better_by(next), point, (turn.n, turn.of));
        explain::over(&taken.plan, &next.plan, less)
    }
}

impl<G: Mind> Bot for General<G> {
    fn choose(&mut self, table: &Imagined, stop: &AtomicBool) -> Choice {
        let seat = table.seat::<G>();
        if self.captain.wants_plan(seat, table.side()) {
            self.think(seat, table.side(), stop);
        }
        let choice = self.captain.choose(table, stop);
        self.reason = match (self.said.take(), self.captain.reason()) {
            (Some(said), Some(reason)) => Some(reason.clone().after(said)),
            (said, reason) => said.map(Reason::from).or(reason.cloned()),
        };
        choice
    }

    fn budget_ms(&self, table: &Imagined) -> u32 {
        let seat = table.seat::<G>();
        let (game, state) = (&*seat.game, seat.state());
        let thinks = matches!(game.ask(state), Ask::Pick { .. });
        match self.budget {
            Budget::Time { ms, .. } if thinks && self.thought != Some(game.step(state)) => ms,
            _ => 0,
        }
    }

    fn lots(&self) -> u64 {
        self.captain.lots()
    }

    fn carries_on(&self, table: &Imagined) -> bool {
        self.captain.carries_on(table)
    }

    fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }

    fn tell(&mut self, listener: Listener) {
        self.listener = Some(listener);
    }
}
