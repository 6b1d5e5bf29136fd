//! Captain: a script for each kind of decision, with the game's own odds.
//!
//! What every game shares is here: the values of results, exposure, obligations met in the least bad way, the way to the
//! aims, one-line reasons. What a game must say of itself is [`Mind`]. Where no script fits, every choice is tried at a copy
//! of the imagined table (`trial`). What things are worth stands in `games/<game>/captain.toml` ([`Weights`]).

use crate::idea::IDEAS;
use crate::mind::{Ask, Mind};
use crate::plan::{Order, Plan};
use crate::{Bot, Imagined, Reason, Said, Weights, derive, factors, fight, plan, trial};
use board::{BySide, Side};
use engine::{Choice, Seated, Text};
use hex::HexId;
use std::collections::VecDeque;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Of so many plans, the first of the book, a lieutenant draws one.
const LIEUTENANTS: usize = 5;

/// So many positions are remembered to notice that nothing moves on.
const REMEMBERED: usize = 64;
/// Where something is hidden, no imagined position is ever the same; the same question so often among those remembered is too
/// often, and so are so many decisions in one step.
const ASKED_MAX: usize = 14;
const DECISIONS_MAX: u32 = 3000;

/// A bot that plays a game by scripts and exact odds.
pub struct Captain<G> {
    game: PhantomData<fn() -> G>,
    weights: BySide<Arc<Weights>>,
    orders: VecDeque<Order>,
    step: Option<u64>,
    /// What things are worth to the side that carries out a plan that it was given.
    bent: Option<(Side, Arc<Weights>)>,
    /// The seed of a lieutenant: which plan he follows is drawn.
    green: Option<u64>,
    /// Whether it only thinks: at a copy of the table nothing is drawn by lot from a hash.
    imagines: bool,
    reason: Option<Reason>,
    /// The unit without orders that was moved last.
    improvised: Option<board::UnitId>,
    /// The positions of the last decisions.
    seen: VecDeque<u64>,
    /// The questions of the last decisions: the step of the sequence, and what could be chosen.
    asked: VecDeque<(u64, Vec<Choice>)>,
    /// How often nothing moved on.
    lost: u64,
    /// The step of the sequence and the decisions made in it.
    phase: (u64, u32),
    /// The hex against which an attack is being built.
    target: Option<HexId>,
    /// The hexes against which one was given up in this step: what hidden counters were imagined there is no reason to try
    /// again and again.
    given_up: Vec<HexId>,
}

impl<G: Mind> Captain<G> {
    /// A captain to whom things are worth so much on either side.
    pub fn new(weights: BySide<Weights>) -> Captain<G> {
        Captain {
            game: PhantomData,
            weights: BySide::of(|side| Arc::new(weights[side].clone())),
            orders: VecDeque::new(),
            step: None,
            bent: None,
            green: None,
            imagines: false,
            reason: None,
            improvised: None,
            seen: VecDeque::new(),
            asked: VecDeque::new(),
            lost: 0,
            phase: (0, 0),
            target: None,
            given_up: Vec::new(),
        }
    }

    /// A lieutenant: which of the first plans of the book he follows is drawn by lot, and in his attacks he forgets guns, staffs and
    /// whatever else must be called for.
    pub(crate) fn lieutenant(weights: BySide<Weights>, seed: u64) -> Captain<G> {
        Captain { green: Some(seed), ..Captain::new(weights) }
    }

    /// The plan of the step that is open.
    fn planned(&self, game: &G, state: &G::State, side: Side, weights: &Arc<Weights>) -> Plan {
        let Some(seed) = self.green else { return plan::plan(game, state, side, weights) };
        let drawn = derive(seed, game.step(state)) as usize % LIEUTENANTS;
        plan::plan_after(game, state, side, weights, &IDEAS[drawn])
    }

    /// A captain that plays on at an imagined table.
    pub(crate) fn imagining(weights: BySide<Arc<Weights>>) -> Captain<G> {
        let none = || BySide::of(|_| Weights::default());
        Captain { weights, imagines: true, ..Captain::new(none()) }
    }

    /// What things are worth to the sides.
    pub(crate) fn weights(&self) -> &BySide<Arc<Weights>> {
        &self.weights
    }

    /// Lets it carry out a plan in the step of movement that is open.
    pub(crate) fn carry_out(&mut self, step: u64, side: Side, plan: Plan) {
        self.orders = plan.orders;
        self.step = Some(step);
        self.bent = Some((side, plan.weights));
    }

    /// Whether the step of movement that is open wants a plan now: units may be picked, and nothing comes before.
    pub(crate) fn wants_plan(&self, seat: &Seated<G>, side: Side) -> bool {
        let (game, state) = (&*seat.game, seat.state());
        if self.step == Some(game.step(state)) || !matches!(game.ask(state), Ask::Pick { .. }) {
            return false;
        }
        let legal: Vec<Choice> = seat.at_desk().choices.iter().collect();
        let script = game.script(state, side, &legal, &self.weights[side]);
        !script.is_some_and(|said| legal.contains(&said.choice))
    }

    /// Whether this very position was decided before; then the last choices led nowhere.
    fn has_seen(&mut self, position: u64) -> bool {
        let seen = self.seen.contains(&position);
        self.seen.push_back(position);
        if self.seen.len() > REMEMBERED {
            self.seen.pop_front();
        }
        seen
    }

    /// Whether this very question was asked too often of late.
    fn goes_round(&mut self, step: u64, legal: &[Choice]) -> bool {
        if legal.len() < 2 {
            return false;
        }
        let times = self.asked.iter().filter(|(s, l)| *s == step && l == legal).count();
        self.asked.push_back((step, legal.to_vec()));
        if self.asked.len() > REMEMBERED {
            self.asked.pop_front();
        }
        times >= ASKED_MAX
    }

    /// Chooses at a table.
    pub(crate) fn decide(&mut self, seat: &Seated<G>, side: Side) -> Choice {
        let bent = self.bent.as_ref().filter(|(of, _)| *of == side).map(|(_, bent)| bent);
        let weights = Arc::clone(bent.unwrap_or(&self.weights[side]));
        let (game, state) = (&*seat.game, seat.state());
        let legal: Vec<Choice> = seat.at_desk().choices.iter().collect();
        self.reason = None;
        let step = game.step(state);
        if self.phase.0 != step {
            (self.target, self.given_up) = (None, Vec::new());
        }
        self.phase = (step, if self.phase.0 == step { self.phase.1 + 1 } else { 0 });
        let may_return = self.imagines || !game.hides_nothing();
        let round = may_return && self.goes_round(step, &legal);
        if (round || self.phase.1 > DECISIONS_MAX) && !legal.is_empty() {
            self.reason = Some("mind.stuck".into());
            self.lost += 1;
            return legal[crate::derive(self.lost, 0) as usize % legal.len()];
        }
        let ask = game.ask(state);
        if let Ask::Take(choice) = ask
            && legal.contains(&choice)
        {
            return choice;
        }
        if let Some(Said { choice, why }) = game.script(state, side, &legal, &weights)
            && legal.contains(&choice)
        {
            self.reason = why;
            return choice;
        }
        let chosen = match ask {
            Ask::Pick { done } => self.pick(game, state, side, &legal, done, &weights),
            Ask::Move { unit, moved } => {
                self.go(game, state, side, &legal, (unit, moved), &weights)
            }
            Ask::Target { done } => self.aim(game, state, side, &legal, done, &weights),
            Ask::Build { commit } => self.build(game, state, side, &legal, commit, &weights),
            Ask::Take(_) | Ask::Other => None,
        };
        let chosen = chosen
            .filter(|c| legal.contains(c))
            .unwrap_or_else(|| self.try_all(game, state, side, &legal, &weights));
        match ask {
            Ask::Build { commit } if chosen == commit => self.target = None,
            Ask::Target { .. } => self.target = hex_of(chosen),
            _ => {}
        }
        chosen
    }

    /// The next unit of the plan, or the end of the step.
    fn pick(
        &mut self,
        game: &G,
        state: &G::State,
        side: Side,
        legal: &[Choice],
        done: Choice,
        weights: &Arc<Weights>,
    ) -> Option<Choice> {
        if self.step != Some(game.step(state)) {
            self.orders = self.planned(game, state, side, weights).orders;
            self.step = Some(game.step(state));
        }
        while let Some(order) = self.orders.front() {
            let unit = Choice::Unit(order.unit);
            if legal.contains(&unit) {
                self.reason = Some(order.why.clone());
                return Some(unit);
            }
            self.orders.pop_front();
        }
        Some(done)
    }

    /// Where the unit in hand goes.
    fn go(
        &mut self,
        game: &G,
        state: &G::State,
        side: Side,
        legal: &[Choice],
        (unit, moved): (board::UnitId, bool),
        weights: &Weights,
    ) -> Option<Choice> {
        let order = self.orders.iter().position(|o| o.unit == unit);
        let order = order.and_then(|i| self.orders.remove(i));
        if let Some(order) = order {
            self.reason = Some(order.why.clone());
            if legal.contains(&Choice::Hex(order.to)) {
                return Some(Choice::Hex(order.to));
            }
            if let Some(stay) = order.stay.filter(|stay| legal.contains(stay)) {
                return Some(stay);
            }
            if let Some(board) = order.board
                && legal.contains(&board)
            {
                self.orders.push_front(Order { board: None, ..order });
                return Some(board);
            }
        }
        let rest = game.rest(state);
        if moved {
            let next = self.orders.iter().map(|o| Choice::Unit(o.unit)).find(|c| legal.contains(c));
            return next.or_else(|| rest.iter().copied().find(|c| legal.contains(c)));
        }
        let hexes: Vec<HexId> = legal
            .iter()
            .filter_map(|c| if let Choice::Hex(h) = c { Some(*h) } else { None })
            .collect();
        // A unit without orders, such as one that has just come on, or one whose hex is taken: the next best, once.
        if self.improvised != Some(unit) {
            self.improvised = Some(unit);
            let mut hexes = hexes.clone();
            hexes.extend(game.pieces(state).iter().find(|p| p.unit == unit).map(|p| p.hex));
            let best = plan::best_hex(game, state, side, weights, unit, &hexes).map(Choice::Hex);
            if let Some(best) = best.filter(|c| legal.contains(c)) {
                return Some(best);
            }
        }
        if let Some(stay) = rest.iter().copied().find(|c| legal.contains(c)) {
            return Some(stay);
        }
        plan::best_hex(game, state, side, weights, unit, &hexes).map(Choice::Hex)
    }

    /// The most promising attack; the least bad one if there must be one.
    fn aim(
        &mut self,
        game: &G,
        state: &G::State,
        side: Side,
        legal: &[Choice],
        done: Choice,
        weights: &Weights,
    ) -> Option<Choice> {
        // Whoever comes back here with an attack in hand has given it up.
        self.given_up.extend(self.target.take());
        let fresh = |c: &Choice| !hex_of(*c).is_some_and(|hex| self.given_up.contains(&hex));
        let fresh: Vec<Choice> = legal.iter().copied().filter(fresh).collect();
        let best = fight::target(game, state, side, &fresh, weights);
        let forced = || fight::target(game, state, side, legal, weights);
        match best.or_else(|| (!legal.contains(&done)).then(forced).flatten()) {
            Some((choice, gain)) if gain > 0 => {
                self.reason = Some(worth("mind.target", gain));
                Some(choice)
            }
            _ if legal.contains(&done) => Some(done),
            Some((choice, gain)) => {
                self.reason = Some(worth("mind.forced", gain));
                Some(choice)
            }
            None => None,
        }
    }

    /// The next part of the combat in hand, or its end.
    fn build(
        &mut self,
        game: &G,
        state: &G::State,
        side: Side,
        legal: &[Choice],
        commit: Choice,
        weights: &Weights,
    ) -> Option<Choice> {
        let mut built = fight::build(game, state, side, weights);
        if self.green.is_some() && legal.contains(&commit) {
            let helps = |c: &Choice| matches!(c, Choice::Unit(unit) if game.is_tender(*unit));
            built.choices.retain(|c| !helps(c));
        }
        if let Some(&next) = built.choices.first()
            && (built.must || built.gain > 0)
        {
            self.reason = Some(worth("mind.adds", built.gain));
            return Some(next);
        }
        if self.green.is_none()
            && let Some((more, gain)) = game.more(state, side, legal, weights)
        {
            self.reason = Some(worth("mind.shifts", gain));
            return Some(more);
        }
        if legal.contains(&commit) { Some(commit) } else { built.choices.first().copied() }
    }

    fn try_all(
        &mut self,
        game: &G,
        state: &G::State,
        side: Side,
        legal: &[Choice],
        weights: &Weights,
    ) -> Choice {
        let best = match legal {
            [only] => Some((*only, 0)),
            _ => trial::best(game, state, side, legal, weights),
        };
        if let Some((_, value)) = best
            && legal.len() > 1
            && self.reason.is_none()
        {
            let text = Text::new("mind.best").n(legal.len());
            self.reason = Some(text.with("factors", factors(value)).into());
        }
        // Without a legal choice, which the laws rule out, the table refuses whatever is answered.
        best.map_or(Choice::Amount(0), |(choice, _)| choice)
    }
}

fn hex_of(choice: Choice) -> Option<HexId> {
    if let Choice::Hex(hex) = choice { Some(hex) } else { None }
}

/// A sentence about what something is worth.
fn worth(id: &'static str, value: i64) -> Reason {
    Text::new(id).with("factors", factors(value)).into()
}

impl<G: Mind> Bot for Captain<G> {
    fn choose(&mut self, table: &Imagined, stop: &AtomicBool) -> Choice {
        let side = table.side();
        if self.has_seen(table.hash()) {
            self.reason = Some("mind.stuck".into());
            self.lost += 1;
            return crate::Recruit::new(self.lost).choose(table, stop);
        }
        self.decide(table.seat::<G>(), side)
    }

    fn lots(&self) -> u64 {
        self.lost
    }

    fn carries_on(&self, table: &Imagined) -> bool {
        let seat = table.seat::<G>();
        let ask = seat.game.ask(seat.state());
        matches!(ask, Ask::Move { moved: false, .. } | Ask::Build { .. })
    }

    fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }
}
