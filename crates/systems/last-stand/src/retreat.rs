//! Retreat (6.6).
//!
//! 6.62 ends in supply · 6.63 forbidden hexes · 6.64 enemy zones · 6.65 stacking · 6.66 distance · 6.67 non-combat
//! units · 6.69 priorities

use crate::class::GERMAN;
use crate::game::LastStand;
use crate::no::ensure;
use crate::state::{
    DISRUPTED, FightKind, Hexes, ISOLATED, RETREATED, Retreat, SKI, Stage, State, Units,
};
use board::{Side, UnitId};
use engine::{Arg, Dice, Event, EventKind, Log, Moved, No, Text};
use hex::{Direction, HexId};
use smallvec::SmallVec;

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
    /// Units of the retreating side that do not count as friends in a hex: those of the same retreat (R29).
    fn same_retreat(&self, state: &State, side: Side) -> Units {
        let Some(fight) = &state.fight else { return Units::new() };
        fight.participants(side).iter().chain(&fight.moved).copied().collect()
    }

    /// How good a hex is (6.69); a friend counts if he stood there before the retreat began.
    pub fn refuge(&self, state: &State, side: Side, hex: HexId) -> Refuge {
        let leaving = self.same_retreat(state, side);
        let friends = || state.position.stack(hex).filter(|u| !leaving.contains(u));
        let own = self.holds(state, side, hex);
        let zoned = self.is_zoned(state, side, hex);
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
        ensure(!self.is_lake(from, direction), no("6.63", "no.lake"))?;
        ensure(!self.holds(state, side.other(), to), no("6.63", "no.retreat-enemy"))?;
        if self.refuge(state, side, to) == Refuge::Exposed {
            ensure(!state.has(unit, ISOLATED), no("7.65", "no.isolated-zone"))?;
            ensure(!state.has(unit, DISRUPTED), no("4.26", "no.disrupted-zone"))?;
        }
        let Some(fight) = state.fight.as_ref().filter(|f| f.kind == FightKind::Overrun) else {
            return Ok(());
        };
        // The overrun keeps both sides from the flanks of the hex it goes from or against (5.38).
        let shunned = if side == fight.attacker { &fight.targets } else { &fight.origins };
        let near = shunned.iter().any(|&h| self.map.grid.adjacent(h, to));
        ensure(!near, no("5.38", "no.overrun-flank"))
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

    /// How far a unit can retreat, up to `hexes` (R27).
    pub fn retreat_goal(&self, state: &State, unit: UnitId, hexes: u8) -> u8 {
        let Some(from) = state.position.hex(unit) else { return 0 };
        (1..=hexes)
            .rev()
            .find(|&goal| !self.retreat_ends(state, &[unit], from, goal).is_empty())
            .unwrap_or(0)
    }

    /// The steps that are open to units on their way: those that still lead to an end that they must prefer. Their own
    /// steps can change which that is; whoever has set out and finds none of them on his way goes on to any end.
    fn open_steps(&self, state: &State, units: &[UnitId], path: &Hexes, goal: u8) -> Hexes {
        let Some(&begin) = path.first() else { return Hexes::new() };
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
        let (Some(&begin), Some(&at)) = (path.first(), path.last()) else { return Hexes::new() };
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
            let mut reached = Hexes::new();
            self.reach_back(state, units, begin, to, goal, &mut reached);
            if reached.iter().any(|&h| is_end(h)) {
                open.push(to);
            }
        }
        open
    }

    /// The hexes that retreating units may enter next: the best class among those that are open (6.69).
    pub fn retreat_steps(&self, state: &State, units: &[UnitId], path: &Hexes, goal: u8) -> Hexes {
        let Some(&unit) = units.first() else { return Hexes::new() };
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
        let (Some(&begin), Some(&at)) = (path.first(), path.last()) else {
            return Err(No::new("6.66", "no.not-a-retreat"));
        };
        let unit = units.first().copied().unwrap_or(UnitId::NONE);
        let no = |rule, text| No::new(rule, text).unit(unit).hex(to);
        let direction = self.map.grid.direction(at, to);
        let direction = direction.ok_or(no("6.66", "no.one-hex-at-a-time"))?;
        let farther = self.map.grid.distance(begin, to) > self.map.grid.distance(begin, at);
        ensure(farther, no("6.66", "no.retreat-distance"))?;
        for &unit in units {
            self.may_fall_back(state, unit, at, direction, to)?;
        }
        if self.open_steps(state, units, path, goal).contains(&to) {
            return Err(no("6.69", "no.better-hex"));
        }
        let last = path.len() == usize::from(goal);
        if last && !self.may_end(state, unit, to) {
            return Err(no("6.66", "no.beside-defenders"));
        }
        let mut ends = Hexes::new();
        self.reach_back(state, units, begin, to, goal, &mut ends);
        match ends.is_empty() {
            true => Err(no("6.66", "no.leads-nowhere")),
            false => Err(no("6.62", "no.not-the-best-end")),
        }
    }

    /// Whether a unit may go back together with others of its stack; only Germans gain by it (6.64).
    pub fn may_join_retreat(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let no = No::new("6.62", "no.not-together").unit(unit);
        let [.., Stage::Retreat(retreat), Stage::RetreatStep { units, path, goal }] =
            &state.stages[..]
        else {
            return Err(no);
        };
        ensure(retreat.units.contains(&unit), No::new("6.62", "no.not-a-retreat"))?;
        let fresh = path.len() == 1 && !units.contains(&unit);
        let german = retreat.side == GERMAN;
        ensure(fresh && german && state.position.hex(unit) == path.first().copied(), no)?;
        let mut all = units.clone();
        all.push(unit);
        let able = !self.retreat_ends(state, &all, path[0], *goal).is_empty();
        let alike = self.retreat_goal(state, unit, retreat.hexes) == *goal;
        ensure(able && alike, no)
    }

    /// Begins the retreat of a unit.
    pub fn begin_retreat(&self, state: &mut State, unit: UnitId) {
        let Some(Stage::Retreat(retreat)) = state.stages.last() else { return };
        let (hexes, rout) = (retreat.hexes, retreat.rout);
        let goal = if rout { self.retreat_goal(state, unit, hexes) } else { hexes };
        if goal == 0 {
            self.settle_retreat(state, &[unit], 0);
            return;
        }
        let Some(from) = state.position.hex(unit) else { return };
        state.stages.push(Stage::RetreatStep {
            units: [unit].into_iter().collect(),
            path: [from].into_iter().collect(),
            goal,
        });
    }

    /// Takes units off the list of those that still must retreat; who fell short is remembered (R27).
    fn settle_retreat(&self, state: &mut State, units: &[UnitId], made: u8) {
        let at = state.stages.iter().rposition(|s| matches!(s, Stage::Retreat(_)));
        let Some(Stage::Retreat(retreat)) = at.map(|i| &mut state.stages[i]) else { return };
        retreat.units.retain(|u| !units.contains(u));
        let short = retreat.hexes.saturating_sub(made);
        if retreat.rout && short > 0 {
            retreat.short = retreat.short.max(short);
            retreat.stuck.extend(units.iter().copied());
        }
    }

    /// Retreating units enter a hex; an enemy zone without a friend costs steps at once (6.64) (R30).
    pub fn step_back(&self, state: &mut State, to: HexId, dice: &mut dyn Dice, log: &mut Log) {
        let Some(Stage::RetreatStep { units, path, .. }) = state.stages.last() else { return };
        let (units, begin) = (units.clone(), path[0]);
        let side = self.side(units[0]);
        let exposed = self.refuge(state, side, to) == Refuge::Exposed
            && !(side == GERMAN && self.stack_has_paid(state, begin, to));
        for &unit in &units {
            self.step_into(state, unit, to, dice, log);
        }
        if let Some(Stage::RetreatStep { path, .. }) = state.stages.last_mut() {
            path.push(to);
        }
        if !exposed {
            return;
        }
        if side == GERMAN && units.len() > 1 {
            state.stages.push(Stage::ZoneLoss(units));
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
        let Some(fight) = &mut state.fight else { return false };
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
            let event = Event::new(EventKind::Changed, "6.64", Text::new("event.zone").unit(unit));
            event.rule("4.25").unit(unit)
        });
        let fate = self.fate(state, self.side(unit));
        self.lose_step(state, unit, fate, dice, log);
    }

    /// Ends the retreat of units that have gone far enough or died on the way; false if they still go on.
    pub fn end_retreat_step(&self, state: &mut State, log: &mut Log) -> bool {
        let Some(Stage::RetreatStep { units, path, goal }) = state.stages.last() else {
            return false;
        };
        let alive: Units =
            units.iter().copied().filter(|&u| state.position.hex(u).is_some()).collect();
        let (all, path, goal) = (units.clone(), path.clone(), *goal);
        if !alive.is_empty() && path.len() <= usize::from(goal) {
            let dead: Units = all.iter().copied().filter(|u| !alive.contains(u)).collect();
            if !dead.is_empty()
                && let Some(Stage::RetreatStep { units, .. }) = state.stages.last_mut()
            {
                *units = alive;
                self.settle_retreat(state, &dead, goal);
            }
            return false;
        }
        state.stages.pop();
        self.settle_retreat(state, &all, goal);
        for &unit in &alive {
            self.mark_retreated(state, unit, log);
        }
        let Some(&first) = alive.first() else { return true };
        log.say(|| {
            let to = *path.last().unwrap_or(&path[0]);
            let text =
                Text::new("event.retreated").with("units", Arg::Units(alive.to_vec())).hex(to);
            let mut event = Event::new(EventKind::Retreated, "6.61", text).hex(to);
            event.rules.extend(self.retreat_rules(state, self.side(first), &path));
            event.units.extend(alive.iter().copied());
            let way = |&unit: &UnitId| Moved { unit, path: path.to_vec() };
            event.moves = alive.iter().map(way).collect();
            event
        });
        let side = self.side(first);
        let followers = self.noncombat_in(state, side, path[0]);
        if followers.iter().any(|&u| self.may_follow(state, &path, u).is_ok()) {
            state.stages.push(Stage::Follow { path });
        }
        true
    }

    /// What a retreat did besides: it disrupts (5.39) (6.81), passed an enemy zone where a friend
    /// stood (4.27), or ends in a hex that holds too many (6.65).
    fn retreat_rules(
        &self,
        state: &State,
        side: Side,
        path: &Hexes,
    ) -> SmallVec<[&'static str; 4]> {
        let overrun = state.fight.as_ref().is_some_and(|f| f.kind == FightKind::Overrun);
        let mut rules = SmallVec::new();
        rules.push(if overrun { "5.39" } else { "6.81" });
        let sheltered = |&h: &HexId| self.refuge(state, side, h) == Refuge::Sheltered;
        rules.extend(path[1..].iter().any(sheltered).then_some("4.27"));
        let full = path.last().is_some_and(|&h| self.is_overstacked(state, h));
        rules.extend(full.then_some("6.65"));
        rules
    }

    /// Disrupted by the retreat, which costs ski troops their marker (8.53); in a combat phase it
    /// adds nothing to a
    /// later defence (6.68) (6.81) (R89).
    fn mark_retreated(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        self.disrupt(state, unit);
        if state.has(unit, SKI) {
            log.say(|| {
                let text = Text::new("event.skis-lost").unit(unit);
                Event::new(EventKind::Changed, "8.53", text).unit(unit)
            });
        }
        state.position.set_mark(unit, SKI, false);
        if state.phase.is_combat() {
            state.position.set_mark(unit, RETREATED, true);
        }
        if let Some(fight) = &mut state.fight {
            fight.moved.push(unit);
        }
    }

    /// Whether a non-combat unit may go along the way of a retreated one (6.67) (R33).
    pub fn may_follow(&self, state: &State, path: &Hexes, unit: UnitId) -> Result<(), No> {
        let no = No::new("6.67", "no.does-not-follow");
        ensure(self.exists(unit) && !self.is_combat(unit), no)?;
        ensure(state.position.hex(unit) == path.first().copied(), no.unit(unit))?;
        let side = self.side(unit);
        for &hex in &path[1..] {
            let fit = !self.is_zoned(state, side, hex) || self.has_fit_unit(state, side, hex);
            ensure(fit, No::new("4.29", "no.noncombat-zone").unit(unit).hex(hex))?;
        }
        Ok(())
    }

    /// A non-combat unit goes along.
    pub fn follow(&self, state: &mut State, unit: UnitId, dice: &mut dyn Dice, log: &mut Log) {
        let Some(Stage::Follow { path }) = state.stages.last() else { return };
        let path = path.clone();
        for &hex in &path[1..] {
            self.step_into(state, unit, hex, dice, log);
        }
        self.mark_retreated(state, unit, log);
        log.say(|| {
            let to = *path.last().unwrap_or(&path[0]);
            let text = Text::new("event.followed").unit(unit).hex(to);
            let mut event = Event::new(EventKind::Retreated, "6.67", text).unit(unit).hex(to);
            event.moves.push(Moved { unit, path: path.to_vec() });
            event
        });
    }

    /// A retreat in which everybody has gone: missing hexes of an R cost steps (6.44).
    pub fn close_retreat(&self, state: &mut State) {
        let Some(Stage::Retreat(retreat)) = state.stages.pop() else { return };
        let Retreat { short, stuck, .. } = *retreat;
        let stuck: Units = stuck.into_iter().filter(|&u| state.position.hex(u).is_some()).collect();
        if short > 0 && !stuck.is_empty() {
            state.stages.push(Stage::Shortfall { left: short, units: stuck });
        }
    }
}
