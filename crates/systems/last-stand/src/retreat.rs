//! Retreat (6.6).
//!
//! 6.62 ends in supply · 6.63 forbidden hexes · 6.64 enemy zones · 6.65 stacking · 6.66 distance · 6.67 non-combat
//! units · 6.69 priorities

use crate::class::GERMAN;
use crate::desk::Desk;
use crate::game::LastStand;
use crate::no::ensure;
use crate::objectives::refused;
use crate::orders::RETREAT_WAY;
use crate::state::{FightKind, Hexes, Mark, Stage, State, Units};
use crate::verb::{DONE, ending};
use board::{Side, UnitId};
use engine::view::Offer;
use engine::{
    Arg, Asked, At, Choice, Choices, Decide, Dice, Event, EventKind, Flow, Log, Moved, No, Play,
    Rule, Text, Wrong,
};
use hex::{Direction, HexId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Why units retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// Points that were taken as hexes (6.42).
    Points,
    /// An R: missing hexes cost steps (6.44).
    Rout,
}

/// How good a hex is to retreat into, the best first (6.69).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refuge {
    /// No enemy zone, no friendly combat unit.
    Free,
    /// No enemy zone, a friendly combat unit.
    Shared,
    /// An enemy zone with a friendly unit.
    Sheltered,
    /// An enemy zone without one.
    Exposed,
}

impl LastStand {
    /// Whether a unit does not count as a friend in a hex: it is of the same retreat (R29).
    fn is_leaving(&self, state: &State, side: Side, unit: UnitId) -> bool {
        let fight = state.fight.as_ref();
        fight.is_some_and(|f| f.participants(side).contains(&unit) || f.moved.contains(&unit))
    }

    /// How good a hex is (6.69); a friend counts if he stood there before the retreat began.
    pub fn refuge(&self, state: &State, side: Side, hex: HexId) -> Refuge {
        let stack = || state.position.stack(hex);
        let friends = || stack().filter(|&u| !self.is_leaving(state, side, u));
        let own = self.holds(state, side, hex);
        let zoned = self.in_enemy_zone(state, side, hex);
        match zoned {
            true if own && friends().next().is_some() => Refuge::Sheltered,
            true => Refuge::Exposed,
            false if own && friends().any(|u| self.is_combat(u)) => Refuge::Shared,
            false => Refuge::Free,
        }
    }

    /// Whether a unit may make a step of its retreat, supply and priorities aside (6.63) (6.64) (5.38).
    fn may_fall_back(
        &self,
        state: &State,
        unit: UnitId,
        from: HexId,
        direction: Direction,
        to: HexId,
    ) -> Result<(), No> {
        let side = self.side(unit);
        let no = |rule, text| No::new(rule, text).unit(unit).hex(to);
        ensure(!self.is_lake(from, direction), no(rule!("6.63"), "no.lake"))?;
        ensure(!self.holds(state, side.other(), to), no(rule!("6.63"), "no.retreat-enemy"))?;
        if self.refuge(state, side, to) == Refuge::Exposed {
            ensure(!state.has(unit, Mark::Isolated), no(rule!("7.65"), "no.isolated-zone"))?;
            ensure(!state.has(unit, Mark::Disrupted), no(rule!("4.26"), "no.disrupted-zone"))?;
        }
        let Some(fight) = state.fight.as_ref().filter(|f| f.kind == FightKind::Overrun) else {
            return Ok(());
        };
        // The overrun keeps both sides from the flanks of the hex it goes from or against (5.38).
        let shunned = if side == fight.attacker { &fight.targets } else { &fight.origins };
        let near = shunned.iter().any(|&h| self.map.grid.adjacent(h, to));
        ensure(!near, no(rule!("5.38"), "no.overrun-flank"))
    }

    /// Whether attackers may end a retreat in a hex: not beside the units they attacked (6.66).
    fn may_end(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        let Some(fight) = &state.fight else { return true };
        let attacks = fight.kind == FightKind::Attack && self.side(unit) == fight.attacker;
        !(attacks && fight.targets.iter().any(|&t| self.map.grid.adjacent(t, hex)))
    }

    /// The hexes that units can reach together in steps that each lead one hex farther from where they began.
    fn reach_back(
        &self,
        state: &State,
        units: &[UnitId],
        begin: HexId,
        at: HexId,
        goal: u8,
        out: &mut Hexes,
    ) {
        let made = self.map.grid.distance(begin, at);
        if made == u16::from(goal) {
            if !out.contains(&at) && units.iter().all(|&u| self.may_end(state, u, at)) {
                out.push(at);
            }
            return;
        }
        for direction in Direction::ALL {
            let Some(to) = self.map.grid.neighbour(at, direction) else { continue };
            let farther = self.map.grid.distance(begin, to) == made + 1;
            let able = farther
                && units.iter().all(|&u| self.may_fall_back(state, u, at, direction, to).is_ok());
            if able {
                self.reach_back(state, units, begin, to, goal, out);
            }
        }
    }

    /// The hexes in which a retreat of `goal` hexes may end: first of all in supply, then within the stacking
    /// limit, if any such end exists (6.62) (6.65) (R29).
    pub fn retreat_ends(&self, state: &State, units: &[UnitId], begin: HexId, goal: u8) -> Hexes {
        let mut ends = Hexes::new();
        self.reach_back(state, units, begin, begin, goal, &mut ends);
        if ends.len() < 2 && units.len() < 2 {
            return ends;
        }
        for &unit in units {
            let mut own = Hexes::new();
            self.reach_back(state, &[unit], begin, begin, goal, &mut own);
            let own = self.preferred_ends(state, unit, own);
            ends.retain(|h| own.contains(h));
        }
        if units.len() > 1 {
            ends.retain(|h| self.has_room_for(state, units, *h));
        }
        ends
    }

    /// The ends that one unit must prefer.
    fn preferred_ends(&self, state: &State, unit: UnitId, ends: Hexes) -> Hexes {
        if ends.len() < 2 {
            return ends;
        }
        let prefer = |ends: Hexes, good: &dyn Fn(HexId) -> bool| -> Hexes {
            let better: Hexes = ends.iter().copied().filter(|&h| good(h)).collect();
            if better.is_empty() { ends } else { better }
        };
        let ends = match self.is_always_supplied(unit) {
            true => ends,
            false => {
                let field = self.supply_of(state, unit, &[unit]);
                prefer(ends, &|h| self.would_be_supplied(state, unit, h, &field))
            }
        };
        prefer(ends, &|h| self.has_room(state, unit, h))
    }

    /// Whether a unit can retreat so far at all, wherever it must end.
    pub(crate) fn can_retreat(&self, state: &State, unit: UnitId, from: HexId, goal: u8) -> bool {
        self.leads_back(state, &[unit], from, from, goal, &|_| true)
    }

    /// Whether steps that each lead one hex farther from where units began lead them to one of some ends.
    fn leads_back(
        &self,
        state: &State,
        units: &[UnitId],
        begin: HexId,
        at: HexId,
        goal: u8,
        is_end: &dyn Fn(HexId) -> bool,
    ) -> bool {
        let made = self.map.grid.distance(begin, at);
        if made == u16::from(goal) {
            return is_end(at) && units.iter().all(|&u| self.may_end(state, u, at));
        }
        Direction::ALL.into_iter().any(|direction| {
            let Some(to) = self.map.grid.neighbour(at, direction) else { return false };
            self.map.grid.distance(begin, to) == made + 1
                && units.iter().all(|&u| self.may_fall_back(state, u, at, direction, to).is_ok())
                && self.leads_back(state, units, begin, to, goal, is_end)
        })
    }

    /// How far a unit can retreat, up to `hexes` (R27).
    pub fn retreat_goal(&self, state: &State, unit: UnitId, hexes: u8) -> u8 {
        let Some(from) = state.position.hex(unit) else { return 0 };
        (1..=hexes).rev().find(|&goal| self.can_retreat(state, unit, from, goal)).unwrap_or(0)
    }

    /// The steps that are open to units on their way: those that still lead to an end that they must prefer. Their own
    /// steps can change which that is; whoever has set out and finds none of them on his way goes on to any end.
    fn open_steps(&self, state: &State, units: &[UnitId], path: &Hexes, goal: u8) -> Hexes {
        let begin = path[0];
        let ends = self.retreat_ends(state, units, begin, goal);
        let open = self.steps_towards(state, units, path, goal, |h| ends.contains(&h));
        match open.is_empty() && path.len() > 1 {
            true => self.steps_towards(state, units, path, goal, |_| true),
            false => open,
        }
    }

    /// The steps of a retreat that lead to one of some ends.
    fn steps_towards(
        &self,
        state: &State,
        units: &[UnitId],
        path: &Hexes,
        goal: u8,
        is_end: impl Fn(HexId) -> bool,
    ) -> Hexes {
        let (begin, at) = (path[0], path[path.len() - 1]);
        let made = self.map.grid.distance(begin, at);
        let mut open = Hexes::new();
        for direction in Direction::ALL {
            let Some(to) = self.map.grid.neighbour(at, direction) else { continue };
            let farther = self.map.grid.distance(begin, to) == made + 1;
            let able = farther
                && units.iter().all(|&u| self.may_fall_back(state, u, at, direction, to).is_ok());
            if !able {
                continue;
            }
            if self.leads_back(state, units, begin, to, goal, &is_end) {
                open.push(to);
            }
        }
        open
    }

    /// The hexes that retreating units may enter next: the best class among those that are open (6.69).
    pub fn retreat_steps(&self, state: &State, units: &[UnitId], path: &Hexes, goal: u8) -> Hexes {
        let unit = units[0];
        let side = self.side(unit);
        let mut open = self.open_steps(state, units, path, goal);
        let best = open.iter().map(|&h| self.refuge(state, side, h)).min();
        open.retain(|h| Some(self.refuge(state, side, *h)) == best);
        open.sort_unstable();
        open
    }

    /// Whether retreating units may enter a hex next, and if not, why.
    pub fn may_step_back(
        &self,
        state: &State,
        units: &[UnitId],
        path: &Hexes,
        goal: u8,
        to: HexId,
    ) -> Result<(), No> {
        if self.retreat_steps(state, units, path, goal).contains(&to) {
            return Ok(());
        }
        let (begin, at, unit) = (path[0], path[path.len() - 1], units[0]);
        let no = |rule, text| No::new(rule, text).unit(unit).hex(to);
        let direction = self.map.grid.direction(at, to);
        let direction = direction.ok_or(no(rule!("6.66"), "no.one-hex-at-a-time"))?;
        let farther = self.map.grid.distance(begin, to) > self.map.grid.distance(begin, at);
        ensure(farther, no(rule!("6.66"), "no.retreat-distance"))?;
        for &unit in units {
            self.may_fall_back(state, unit, at, direction, to)?;
        }
        if self.open_steps(state, units, path, goal).contains(&to) {
            return Err(no(rule!("6.69"), "no.better-hex"));
        }
        let last = path.len() == usize::from(goal);
        if last && !self.may_end(state, unit, to) {
            return Err(no(rule!("6.66"), "no.beside-defenders"));
        }
        let mut ends = Hexes::new();
        self.reach_back(state, units, begin, to, goal, &mut ends);
        match ends.is_empty() {
            true => Err(no(rule!("6.66"), "no.leads-nowhere")),
            false => Err(no(rule!("6.62"), "no.not-the-best-end")),
        }
    }

    /// Whether a unit may go back together with others of its stack; only Germans gain by it (6.64).
    pub fn may_join_retreat(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let no = No::new(rule!("6.62"), "no.not-together").unit(unit);
        let [.., Stage::Retreat(retreat), Stage::RetreatStep(RetreatStep { units, path, goal })] =
            &state.stages[..]
        else {
            return Err(no);
        };
        ensure(retreat.units.contains(&unit), No::new(rule!("6.62"), "no.not-a-retreat"))?;
        let fresh = path.len() == 1 && !units.contains(&unit);
        let german = retreat.side == GERMAN;
        ensure(fresh && german && state.position.hex(unit) == path.first().copied(), no)?;
        let mut all = units.clone();
        all.push(unit);
        let able = !self.retreat_ends(state, &all, path[0], *goal).is_empty();
        let alike = self.retreat_goal(state, unit, retreat.hexes) == *goal;
        ensure(able && alike, no)
    }

    /// The retreat that is under way.
    fn retreat_in<'a>(&self, state: &'a State) -> &'a Retreat {
        let found = state.stages.iter().rev().find_map(|s| match s {
            Stage::Retreat(retreat) => Some(retreat),
            _ => None,
        });
        found.expect("a retreat is under way")
    }

    /// The same to be changed.
    fn the_retreat<'a>(&self, state: &'a mut State) -> &'a mut Retreat {
        let found = state.stages.iter_mut().rev().find_map(|s| match s {
            Stage::Retreat(retreat) => Some(retreat),
            _ => None,
        });
        found.expect("a retreat is under way")
    }

    /// Begins the retreat of a unit.
    fn begin_retreat(&self, state: &mut State, retreat: &Retreat, unit: UnitId) {
        let (hexes, rout) = (retreat.hexes, retreat.rout);
        let goal = if rout { self.retreat_goal(state, unit, hexes) } else { hexes };
        if goal == 0 {
            self.settle_retreat(state, &[unit], 0);
            return;
        }
        let from = state.position.hex(unit).expect("who retreats is on the map");
        state.ask(RetreatStep {
            units: [unit].into_iter().collect(),
            path: [from].into_iter().collect(),
            goal,
        });
    }

    /// Takes units off the list of those that still must retreat; who fell short is remembered (R27).
    fn settle_retreat(&self, state: &mut State, units: &[UnitId], made: u8) {
        let retreat = self.the_retreat(state);
        retreat.units.retain(|u| !units.contains(u));
        let short = retreat.hexes.saturating_sub(made);
        if retreat.rout && short > 0 {
            retreat.short = retreat.short.max(short);
            retreat.stuck.extend(units.iter().copied());
        }
    }

    /// Retreating units enter a hex; an enemy zone without a friend costs steps at once (6.64) (R30).
    fn step_back(
        &self,
        state: &mut State,
        step: &RetreatStep,
        to: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let (units, begin) = (step.units.clone(), step.path[0]);
        let side = self.side(units[0]);
        let exposed = self.refuge(state, side, to) == Refuge::Exposed
            && !(side == GERMAN && self.stack_has_paid(state, begin, to));
        for &unit in &units {
            self.step_into(state, unit, to, dice, log);
        }
        state.asked::<RetreatStep>().path.push(to);
        if !exposed {
            return;
        }
        if side == GERMAN && units.len() > 1 {
            state.ask(ZoneLoss { units });
            return;
        }
        for &unit in &units {
            self.lose_in_zone(state, unit, dice, log);
        }
    }

    /// Whether the German stack that began in a hex has lost its step for this exposed hex
    /// already: "the stack as a
    /// whole must lose one step, not one per unit", in whatever order its units are moved (4.25)
    /// (R30). If not, it
    /// does now.
    fn stack_has_paid(&self, state: &mut State, begin: HexId, to: HexId) -> bool {
        let fight = state.the_fight_mut();
        let paid = fight.exposed.contains(&(begin, to));
        if !paid {
            fight.exposed.push((begin, to));
        }
        paid
    }

    /// A step for an enemy zone; it does not count towards the result (6.64).
    pub fn lose_in_zone(
        &self,
        state: &mut State,
        unit: UnitId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        log.say(|| {
            let event =
                Event::new(EventKind::Changed, rule!("6.64"), Text::new("event.zone").unit(unit));
            event.rule(rule!("4.25")).unit(unit)
        });
        let fate = self.fate(state, self.side(unit));
        self.lose_step(state, unit, fate, dice, log);
    }

    /// Ends the retreat of units that have gone far enough or died on the way; false if they still go on.
    fn end_retreat_step(&self, state: &mut State, step: &RetreatStep, log: &mut Log) -> bool {
        let RetreatStep { units: all, path, goal } = step;
        let alive: Units =
            all.iter().copied().filter(|&u| state.position.hex(u).is_some()).collect();
        if !alive.is_empty() && path.len() <= usize::from(*goal) {
            let dead: Units = all.iter().copied().filter(|u| !alive.contains(u)).collect();
            if !dead.is_empty() {
                state.asked::<RetreatStep>().units = alive;
                self.settle_retreat(state, &dead, *goal);
            }
            return false;
        }
        state.close();
        self.settle_retreat(state, all, *goal);
        for &unit in &alive {
            self.mark_retreated(state, unit, log);
        }
        let Some(&first) = alive.first() else { return true };
        log.say(|| {
            let to = *path.last().expect("a way begins where the units stood");
            let text =
                Text::new("event.retreated").with("units", Arg::Units(alive.to_vec())).hex(to);
            let mut event = Event::new(EventKind::Retreated, rule!("6.61"), text).hex(to);
            event.rules.extend(self.retreat_rules(state, self.side(first), path));
            event.units.extend(alive.iter().copied());
            let way = |&unit: &UnitId| Moved { unit, path: path.to_vec() };
            event.moves = alive.iter().map(way).collect();
            event
        });
        let side = self.side(first);
        let followers = self.noncombat_in(state, side, path[0]);
        if followers.iter().any(|&u| self.may_follow(state, path, u).is_ok()) {
            state.ask(Follow { path: path.clone() });
        }
        true
    }

    /// What a retreat did besides: it disrupts (5.39) (6.81), passed an enemy zone where a friend
    /// stood (4.27), or ends in a hex that holds too many (6.65).
    fn retreat_rules(&self, state: &State, side: Side, path: &Hexes) -> SmallVec<[Rule; 4]> {
        let overrun = state.fight.as_ref().is_some_and(|f| f.kind == FightKind::Overrun);
        let mut rules = SmallVec::new();
        rules.push(if overrun { rule!("5.39") } else { rule!("6.81") });
        let sheltered = |&h: &HexId| self.refuge(state, side, h) == Refuge::Sheltered;
        rules.extend(path[1..].iter().any(sheltered).then_some(rule!("4.27")));
        let full = path.last().is_some_and(|&h| self.is_overstacked(state, h));
        rules.extend(full.then_some(rule!("6.65")));
        rules
    }

    /// Disrupted by the retreat, which costs ski troops their marker (8.53); in a combat phase it
    /// adds nothing to a
    /// later defence (6.68) (6.81) (R89).
    fn mark_retreated(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        self.disrupt(state, unit);
        if state.has(unit, Mark::Ski) {
            log.say(|| {
                let text = Text::new("event.skis-lost").unit(unit);
                Event::new(EventKind::Changed, rule!("8.53"), text).unit(unit)
            });
        }
        state.position.set_mark(unit, Mark::Ski, false);
        if state.phase.is_combat() {
            state.position.set_mark(unit, Mark::Retreated, true);
        }
        state.the_fight_mut().moved.push(unit);
    }

    /// Whether a non-combat unit may go along the way of a retreated one (6.67) (R33).
    pub fn may_follow(&self, state: &State, path: &Hexes, unit: UnitId) -> Result<(), No> {
        let no = No::new(rule!("6.67"), "no.does-not-follow");
        ensure(self.exists(unit) && !self.is_combat(unit), no)?;
        ensure(state.position.hex(unit) == path.first().copied(), no.unit(unit))?;
        let side = self.side(unit);
        for &hex in &path[1..] {
            let fit = !self.in_enemy_zone(state, side, hex) || self.has_fit_unit(state, side, hex);
            ensure(fit, No::new(rule!("4.29"), "no.noncombat-zone").unit(unit).hex(hex))?;
        }
        Ok(())
    }

    /// A non-combat unit goes along.
    fn follow(
        &self,
        state: &mut State,
        path: &Hexes,
        unit: UnitId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        for &hex in &path[1..] {
            self.step_into(state, unit, hex, dice, log);
        }
        self.mark_retreated(state, unit, log);
        log.say(|| {
            let to = *path.last().expect("a way begins where the units stood");
            let text = Text::new("event.followed").unit(unit).hex(to);
            let mut event =
                Event::new(EventKind::Retreated, rule!("6.67"), text).unit(unit).hex(to);
            event.moves.push(Moved { unit, path: path.to_vec() });
            event
        });
    }

    /// A retreat in which everybody has gone: missing hexes of an R cost steps (6.44).
    fn close_retreat(&self, state: &mut State, retreat: &Retreat) {
        state.close();
        let there = |u: &UnitId| state.position.hex(*u).is_some();
        let stuck: Units = retreat.stuck.iter().copied().filter(there).collect();
        if retreat.short > 0 && !stuck.is_empty() {
            state.ask(Shortfall { left: retreat.short, units: stuck });
        }
    }

    /// Opens a retreat of all who are left of a side.
    pub(crate) fn start_retreat(
        &self,
        state: &mut State,
        side: Side,
        mover: Side,
        hexes: u8,
        cause: Cause,
    ) {
        let rout = cause == Cause::Rout;
        let units: Units =
            self.alive(state, side).into_iter().filter(|&u| !self.kind(u).is_fixed()).collect();
        if units.is_empty() || hexes == 0 {
            return;
        }
        state.ask(Retreat { side, mover, units, hexes, rout, short: 0, stuck: Units::new() });
    }
}

/// A question about units.
fn about(id: &'static str, units: &[UnitId]) -> Text {
    Text::new(id).with("units", Arg::Units(units.to_vec()))
}

/// Which of the units on their way back goes next (6.6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat {
    /// Whose units.
    pub side: Side,
    /// Who moves them (6.61).
    pub mover: Side,
    /// Those that still must.
    pub units: Units,
    /// How far.
    pub hexes: u8,
    /// Whether it is an R: missing hexes cost steps (6.44).
    pub rout: bool,
    /// The largest number of hexes that a unit was short.
    pub short: u8,
    /// Who was short.
    pub stuck: Units,
}

impl Retreat {
    fn is_waiting(&self, state: &State, unit: UnitId) -> bool {
        self.units.contains(&unit) && state.position.hex(unit).is_some()
    }
}

impl Decide<LastStand> for Retreat {
    const ID: &'static str = "retreat";
    const WRONG: Wrong = (rule!("6.61"), "no.choose-retreat");

    fn decider(&self, _: &LastStand, _: &State) -> Side {
        self.mover
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let open = self.units.iter().any(|&u| self.is_waiting(play.state, u));
        if !open {
            play.game.close_retreat(play.state, self);
        }
        open
    }

    fn list(&self, _: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        out.units(self.units.iter().copied().filter(|&u| self.is_waiting(state, u)));
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => {
                ensure(self.is_waiting(at.state, unit), No::new(rule!("6.61"), "no.not-a-retreat"))
            }
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { engine::impossible(self, choice) };
        play.game.begin_retreat(play.state, self, unit);
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        about("prompt.retreat", &self.units).n(self.hexes).side(self.side).into()
    }

    fn ordered(&self, at: At<'_, LastStand>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        let own_turn = self.mover == at.state.phase.side();
        (!own_turn && is_on(RETREAT_WAY)).then(|| at.choices.nth(0)).flatten()
    }
}

/// The next hex of units on their way back, or who goes with them (6.69).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RetreatStep {
    /// Those that go together.
    pub units: Units,
    /// The way so far; the first is where they began.
    pub path: Hexes,
    /// How far they go.
    pub goal: u8,
}

impl Decide<LastStand> for RetreatStep {
    const ID: &'static str = "retreat-step";
    const WRONG: Wrong = (rule!("6.66"), "no.choose-hex");

    fn decider(&self, game: &LastStand, state: &State) -> Side {
        game.retreat_in(state).mover
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        !play.game.end_retreat_step(play.state, self, play.log)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        out.hexes(game.retreat_steps(state, &self.units, &self.path, self.goal));
        let others = game.retreat_in(state).units.iter().copied();
        out.units(others.filter(|&u| game.may_join_retreat(state, u).is_ok()));
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_join_retreat(at.state, unit),
            Choice::Hex(hex) => {
                at.game.may_step_back(at.state, &self.units, &self.path, self.goal, hex)
            }
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.state.asked::<RetreatStep>().units.push(unit),
            Choice::Hex(hex) => play.game.step_back(play.state, self, hex, play.dice, play.log),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        let left = usize::from(self.goal).saturating_sub(self.path.len() - 1);
        about("prompt.retreat-step", &self.units).n(left as i64).hex(self.path[0]).into()
    }

    fn picked(&self, _: &LastStand, _: &State) -> Vec<UnitId> {
        self.units.to_vec()
    }

    fn ordered(&self, at: At<'_, LastStand>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        let own_turn = self.decider(at.game, at.state) == at.state.phase.side();
        (!own_turn && is_on(RETREAT_WAY)).then(|| at.choices.nth(0)).flatten()
    }
}

/// Who of a stack loses the step for an enemy zone (6.64).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ZoneLoss {
    /// The stack.
    pub units: Units,
}

impl Decide<LastStand> for ZoneLoss {
    const ID: &'static str = "zone-loss";
    const WRONG: Wrong = (rule!("6.64"), "no.choose-loss");

    fn decider(&self, game: &LastStand, _: &State) -> Side {
        game.side(self.units[0])
    }

    fn list(&self, _: &LastStand, _: &State, _: &mut Desk, out: &mut Choices) {
        out.units(self.units.iter().copied());
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => {
                ensure(self.units.contains(&unit), No::new(rule!("6.64"), "no.not-among-them"))
            }
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { engine::impossible(self, choice) };
        play.close();
        play.game.lose_in_zone(play.state, unit, play.dice, play.log);
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        about("prompt.zone-loss", &self.units).into()
    }
}

/// Which non-combat units go along (6.67).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Follow {
    /// The way of the unit they follow.
    pub path: Hexes,
}

impl Follow {
    fn followers(&self, game: &LastStand, state: &State) -> Units {
        let side = game.retreat_in(state).side;
        let mut units = game.noncombat_in(state, side, self.path[0]);
        units.retain(|u| game.may_follow(state, &self.path, *u).is_ok());
        units
    }
}

impl Decide<LastStand> for Follow {
    const ID: &'static str = "follow";
    const WRONG: Wrong = (rule!("6.67"), "no.choose-follower");

    /// Whose units retreat.
    fn decider(&self, game: &LastStand, state: &State) -> Side {
        game.retreat_in(state).side
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let open = !self.followers(play.game, play.state).is_empty();
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        out.units(self.followers(game, state));
        out.add(DONE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_follow(at.state, &self.path, unit),
            DONE => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => {
                play.game.follow(play.state, &self.path, unit, play.dice, play.log);
            }
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        let to = *self.path.last().expect("a way begins where the units stood");
        Text::new("prompt.follow").hex(to).into()
    }

    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        ending("verb.end-follow", at, choice)
    }
}

/// Who loses steps for missing hexes; the opponent chooses (6.44).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shortfall {
    /// How many.
    pub left: u8,
    /// Among whom.
    pub units: Units,
}

impl Decide<LastStand> for Shortfall {
    const ID: &'static str = "shortfall";
    const WRONG: Wrong = (rule!("6.44"), "no.choose-loss");

    fn decider(&self, game: &LastStand, _: &State) -> Side {
        game.side(self.units[0]).other()
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let there = |&u: &UnitId| play.state.position.hex(u).is_some();
        let open = self.left > 0 && self.units.iter().any(there);
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        let units = self.units.iter().copied();
        out.units(units.filter(|&u| game.may_lose_short(state, self, u).is_ok()));
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_lose_short(at.state, self, unit),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { engine::impossible(self, choice) };
        play.state.asked::<Shortfall>().left -= 1;
        play.game.hit(play.state, play.game.side(unit), unit, play.dice, play.log);
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        about("prompt.shortfall", &self.units).n(self.left).into()
    }
}
