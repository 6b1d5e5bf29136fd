//! Movement (5.1, 5.2), reaction (5.4) and exploitation (5.5).
//!
//! 5.12 stacks · 5.16 minimum move · 5.18 reduced allowances · 5.22 one after another · 5.42 5.43 who reacts

use crate::class::{GERMAN, Kind, Mobility, SOVIET};
use crate::data::Weather;
use crate::game::LastStand;
use crate::no::ensure;
use crate::state::{
    DISRUPTED, ELIGIBLE, ISOLATED, MOVED, Move, OUT_OF_SUPPLY, OVERRAN, Phase, Stage, State,
};
use board::{UnitId, with_paths};
use engine::{Dice, Event, EventKind, Log, No, Text};
use hex::{Direction, Entry, HexId, Mp};

/// A hex that a move can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The hex.
    pub hex: HexId,
    /// What it costs those on foot.
    pub foot: Mp,
    /// What it costs the motorized.
    pub motorized: Mp,
    /// The way, both ends included.
    pub path: Vec<HexId>,
    /// Whether it is the one step of the minimum move (5.16).
    pub minimum: bool,
}

impl LastStand {
    /// Judges at the start of a movement phase who may move in it.
    pub fn open_movement(&self, state: &mut State) {
        for mark in [MOVED, OVERRAN] {
            state.position.clear_mark(mark);
        }
        state.reacting.clear();
        state.reacted = 0;
        let side = state.phase.side();
        let reaction = state.phase == Phase::SovietReaction;
        let edges = self.soviet_edges(state);
        let field = reaction.then(|| self.soviet_supply(state, &edges, &[]));
        let rear = reaction.then(|| self.rear(state, SOVIET, &edges, &[]));
        for unit in self.roster.units() {
            let hex = state.position.hex(unit).filter(|_| self.side(unit) == side);
            let able = hex.is_some_and(|hex| {
                self.is_eligible(state, unit, hex).is_ok()
                    // For the Soviet reaction a line is traced now, whatever the marker says; a
                    // headquarters traces its rear line (5.44) (R47).
                    && match self.kind(unit) {
                        Kind::Headquarters if self.switches.headquarters_always_react => true,
                        Kind::Headquarters => rear.as_ref().is_none_or(|r| r.contains(hex)),
                        _ => field.as_ref().is_none_or(|f| f.contains(hex)),
                    }
            });
            state.position.set_mark(unit, ELIGIBLE, able);
        }
        state.stages.push(Stage::Movement);
    }

    /// Whether a unit may move in the phase that begins, wherever it could go.
    fn is_eligible(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let facts = self.facts(unit);
        ensure(facts.allowance > 0, No::new("5.29", "no.never-moves").unit(unit))?;
        let katyusha = facts.kind == Kind::Katyusha;
        if katyusha != (state.phase == Phase::KatyushaMovement) {
            return Err(No::new("5.28", "no.katyusha-step").unit(unit));
        }
        match state.phase {
            Phase::GermanReaction => {
                let able = facts.mobility == Mobility::Motorized && facts.kind != Kind::Supply;
                ensure(able, No::new("5.42", "no.does-not-react").unit(unit))?;
            }
            Phase::SovietReaction => {
                let able = matches!(facts.kind, Kind::Tank | Kind::Headquarters);
                ensure(able, No::new("5.43", "no.does-not-react").unit(unit))?;
            }
            _ => {}
        }
        let reaction = matches!(state.phase, Phase::GermanReaction | Phase::SovietReaction);
        if reaction || state.phase.is_exploit() {
            let (rule, disrupted, unsupplied) =
                if reaction { ("5.44", "6.84", "7.64") } else { ("5.5", "6.82", "7.65") };
            let no = No::new(rule, "no.disrupted").also(disrupted).unit(unit);
            ensure(!state.has(unit, DISRUPTED), no)?;
            let no = No::new(rule, "no.unsupplied").also(unsupplied).unit(unit);
            ensure(!state.is_unsupplied(unit), no)?;
            let zoned = self.is_zoned(state, facts.side, hex);
            ensure(!zoned, No::new(rule, "no.starts-in-zone").unit(unit))?;
        }
        Ok(())
    }

    /// The movement allowance of a unit in this phase: all divisors multiplied, rounded up once (R9).
    pub fn allowance(&self, state: &State, unit: UnitId) -> Mp {
        let facts = self.facts(unit);
        let table = &self.tables.movement.divisor;
        let mut divisor = 1u16;
        let mut divide = |applies: bool, by: u16| {
            divisor = if applies { by.saturating_mul(divisor) } else { divisor };
        };
        divide(state.has(unit, DISRUPTED), table.disrupted);
        divide(state.has(unit, OUT_OF_SUPPLY), table.out_of_supply);
        divide(state.has(unit, ISOLATED), table.isolated);
        divide(state.phase.is_exploit(), table.exploit);
        divide(state.phase == Phase::SovietReaction, table.soviet_reaction);
        let train_in_rain = facts.kind == Kind::Supply && state.weather == Weather::Rain;
        divide(train_in_rain, table.german_supply_in_rain);
        Mp::whole(u16::from(facts.allowance).div_ceil(divisor))
    }

    /// Whether a unit may begin to move now; its hex.
    pub fn may_move(&self, state: &State, unit: UnitId) -> Result<HexId, No> {
        let hex = self.may_pick(state, unit)?;
        let begun = self.move_of(state, &[unit]);
        match self.can_go(state, &begun, hex) {
            true => Ok(hex),
            false => Err(No::new("5.21", "no.nowhere").unit(unit)),
        }
    }

    /// Whether a unit may be picked to move, wherever it could go.
    fn may_pick(&self, state: &State, unit: UnitId) -> Result<HexId, No> {
        let side = state.phase.side();
        if !self.exists(unit) || self.side(unit) != side {
            return Err(No::new("5.21", "no.not-yours"));
        }
        let hex = state.position.hex(unit).ok_or(No::new("5.21", "no.off-map").unit(unit))?;
        if !state.has(unit, ELIGIBLE) {
            let why = self.is_eligible(state, unit, hex).err();
            return Err(why.unwrap_or(No::new("5.44", "no.no-line-at-start").unit(unit)));
        }
        ensure(!state.has(unit, MOVED), No::new("5.22", "no.moved-already").unit(unit))?;
        self.within_reaction_limit(state, unit, hex)?;
        Ok(hex)
    }

    /// Two German stacks, two Soviet tank units (5.42) (5.43).
    fn within_reaction_limit(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let table = &self.tables.reaction;
        match state.phase {
            Phase::GermanReaction => {
                let full = state.reacting.len() >= usize::from(table.german_stacks);
                let other = full && !state.reacting.contains(&hex);
                ensure(!other, No::new("5.42", "no.two-stacks").n(table.german_stacks.into()))
            }
            Phase::SovietReaction if self.kind(unit) == Kind::Tank => {
                let full = state.reacted >= table.soviet_tanks;
                ensure(!full, No::new("5.43", "no.two-tanks").n(table.soviet_tanks.into()))
            }
            _ => Ok(()),
        }
    }

    /// A move of units that has not begun: a stack has the lowest allowance of its members (5.12).
    pub fn move_of(&self, state: &State, units: &[UnitId]) -> Move {
        let least = units.iter().map(|&u| self.allowance(state, u)).min().unwrap_or(Mp::ZERO);
        Move { units: units.iter().copied().collect(), foot: least, motorized: least, begun: false }
    }

    /// Whether a unit may go along with a move that has not begun (5.12).
    pub fn may_join(&self, state: &State, moving: &Move, unit: UnitId) -> Result<(), No> {
        let hex = self.may_pick(state, unit)?;
        let there = moving.units.first().and_then(|&u| state.position.hex(u));
        ensure(!moving.units.contains(&unit), No::new("5.12", "no.goes-already").unit(unit))?;
        ensure(there == Some(hex), No::new("5.12", "no.another-hex").unit(unit))?;
        let tanks = |kind: Kind| state.phase == Phase::SovietReaction && kind == Kind::Tank;
        if tanks(self.kind(unit)) {
            let going = moving.units.iter().filter(|&&u| tanks(self.kind(u))).count();
            let limit = self.tables.reaction.soviet_tanks;
            let full = going + usize::from(state.reacted) >= usize::from(limit);
            ensure(!full, No::new("5.43", "no.two-tanks").n(limit.into()))?;
        }
        let mut units = moving.units.clone();
        units.push(unit);
        let able = self.can_go(state, &self.move_of(state, &units), hex);
        ensure(able, No::new("5.12", "no.nowhere-together").unit(unit))
    }

    /// What a step costs the members of a move on foot and motorized, or why one of them may not make it.
    pub fn stack_step(
        &self,
        state: &State,
        moving: &Move,
        from: HexId,
        direction: Direction,
        to: HexId,
    ) -> Result<(Mp, Mp), No> {
        let (mut foot, mut motorized) = (Mp::ZERO, Mp::ZERO);
        for &unit in &moving.units {
            let cost = self.step(state, unit, from, direction, to)?;
            match self.facts(unit).mobility {
                Mobility::Motorized => motorized = cost,
                Mobility::Foot | Mobility::None => foot = cost,
            }
        }
        Ok((foot, motorized))
    }

    /// Whether the minimum move is open: the first step of a phase that is no exploit phase (5.16) (R10).
    fn has_minimum_move(&self, state: &State, moving: &Move) -> bool {
        !moving.begun && !state.phase.is_exploit()
    }

    /// Whether a move can make any step or overrun.
    pub fn can_go(&self, state: &State, moving: &Move, at: HexId) -> bool {
        let minimum = self.has_minimum_move(state, moving);
        Direction::ALL.into_iter().any(|direction| {
            let Some(to) = self.map.grid.neighbour(at, direction) else { return false };
            match self.stack_step(state, moving, at, direction, to) {
                Ok((foot, motorized)) => {
                    minimum || (foot <= moving.foot && motorized <= moving.motorized)
                }
                Err(_) => self.may_overrun(state, moving, to).is_ok(),
            }
        })
    }

    /// Where a move can go. A stack that moves partly on foot is led hex by hex; others find their way.
    pub fn destinations(&self, state: &State, moving: &Move) -> Vec<Destination> {
        let Some(at) = moving.units.first().and_then(|&u| state.position.hex(u)) else {
            return Vec::new();
        };
        let mut found = match self.single_mobility(moving) {
            Some(mobility) => self.search(state, moving, mobility, at),
            None => Vec::new(),
        };
        for (direction, to) in self.neighbours(at) {
            if found.iter().any(|d| d.hex == to) {
                continue;
            }
            let Ok((foot, motorized)) = self.stack_step(state, moving, at, direction, to) else {
                continue;
            };
            let enough = foot <= moving.foot && motorized <= moving.motorized;
            if enough || self.has_minimum_move(state, moving) {
                let path = vec![at, to];
                found.push(Destination { hex: to, foot, motorized, path, minimum: !enough });
            }
        }
        found.sort_by_key(|d| d.hex);
        found
    }

    fn neighbours(&self, at: HexId) -> impl Iterator<Item = (Direction, HexId)> + '_ {
        Direction::ALL.into_iter().filter_map(move |d| Some((d, self.map.grid.neighbour(at, d)?)))
    }

    /// The mobility of a move if all its members share one.
    fn single_mobility(&self, moving: &Move) -> Option<Mobility> {
        let mut all = moving.units.iter().map(|&u| self.facts(u).mobility);
        let first = all.next()?;
        all.all(|m| m == first).then_some(first)
    }

    fn search(
        &self,
        state: &State,
        moving: &Move,
        mobility: Mobility,
        at: HexId,
    ) -> Vec<Destination> {
        let grid = &self.map.grid;
        let enemy = state.phase.side().other();
        with_paths(grid, |paths| {
            paths.search(grid, at, moving.left(mobility), |from, direction, to| {
                let cost = self.stack_step(state, moving, from, direction, to);
                let cost = cost.map(|(f, m)| if mobility == Mobility::Motorized { m } else { f });
                match cost {
                    // Where enemy non-combat units die a die may fall: the player goes on from there.
                    Ok(cost) if self.holds(state, enemy, to) => Entry::Stop(cost),
                    Ok(cost) => Entry::Through(cost),
                    Err(_) => Entry::Closed,
                }
            });
            let reached = paths.reached().iter().copied().filter(|&h| h != at);
            reached
                .filter_map(|hex| {
                    let cost = paths.cost(hex)?;
                    let mut path: Vec<HexId> = paths.path_to(hex).collect();
                    path.reverse();
                    let (foot, motorized) = match mobility {
                        Mobility::Motorized => (Mp::ZERO, cost),
                        _ => (cost, Mp::ZERO),
                    };
                    Some(Destination { hex, foot, motorized, path, minimum: false })
                })
                .collect()
        })
    }

    /// Whether a move may go to a hex, by itself or by overrun.
    pub fn may_go(&self, state: &State, moving: &Move, to: HexId) -> Result<(), No> {
        let first = moving.units.first().copied().unwrap_or(UnitId::NONE);
        let at = state.position.hex(first).ok_or(No::new("5.21", "no.off-map"))?;
        let enemy = state.phase.side().other();
        if self.has_combat_unit(state, enemy, to) {
            return self.may_overrun(state, moving, to).map(|_| ());
        }
        ensure(at != to, No::new("5.21", "no.there-already").unit(first).hex(to))?;
        if self.destinations(state, moving).iter().any(|d| d.hex == to) {
            return Ok(());
        }
        if let Some(direction) = self.map.grid.direction(at, to) {
            let (foot, motorized) = self.stack_step(state, moving, at, direction, to)?;
            let no = No::new("5.11", "no.too-dear").unit(first).hex(to);
            return Err(match motorized > moving.motorized {
                true => no.mp(motorized, moving.motorized),
                false => no.mp(foot, moving.foot),
            });
        }
        Err(No::new("5.11", "no.out-of-reach").unit(first).hex(to))
    }

    /// Moves units to a hex in reach.
    pub fn go(
        &self,
        state: &mut State,
        moving: &Move,
        to: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let Some(way) = self.destinations(state, moving).into_iter().find(|d| d.hex == to) else {
            return;
        };
        self.note_reaction(state, moving, way.path[0]);
        log.say(|| self.moved_event(state, moving, &way));
        for &hex in &way.path[1..] {
            for &unit in &moving.units {
                self.enter(state, unit, hex, dice, log);
            }
        }
        for &unit in &moving.units {
            self.lay(state, unit, to);
        }
        let spent = |left: Mp, cost: Mp| match way.minimum {
            true => Mp::ZERO,
            false => left.saturating_sub(cost),
        };
        let next = Move {
            foot: spent(moving.foot, way.foot),
            motorized: spent(moving.motorized, way.motorized),
            begun: true,
            ..moving.clone()
        };
        self.set_move(state, next);
    }

    /// Counts a stack or a tank that begins to react (5.42) (5.43).
    pub fn note_reaction(&self, state: &mut State, moving: &Move, from: HexId) {
        if moving.begun {
            return;
        }
        match state.phase {
            Phase::GermanReaction if !state.reacting.contains(&from) => state.reacting.push(from),
            Phase::SovietReaction => {
                let tanks = moving.units.iter().filter(|&&u| self.kind(u) == Kind::Tank).count();
                state.reacted += tanks as u8;
            }
            _ => {}
        }
    }

    /// Puts a changed move back on its stage.
    pub fn set_move(&self, state: &mut State, next: Move) {
        if let Some(Stage::Moving(moving)) = state.stages.last_mut() {
            *moving = next;
        }
    }

    /// Units have finished their movement; Soviet overrunners are disrupted now (5.39).
    pub fn finish_move(&self, state: &mut State, units: &[UnitId], log: &mut Log) {
        for &unit in units {
            if state.position.hex(unit).is_none() {
                continue;
            }
            state.position.set_mark(unit, MOVED, true);
            let overran = state.has(unit, OVERRAN) && self.side(unit) == SOVIET;
            if overran && self.kind(unit) != Kind::GuardsCavalry {
                self.disrupt(state, unit);
                log.say(|| {
                    let text = Text::new("event.disrupted").unit(unit);
                    Event::new(EventKind::Changed, "5.39", text).rule("6.81").unit(unit)
                });
            }
        }
    }

    /// Whether anybody could still be moved in this phase.
    pub fn can_anybody_move(&self, state: &State) -> bool {
        state.position.units().any(|u| self.may_move(state, u).is_ok())
    }

    /// The German player's own look at the marker is offered where he may click freely.
    pub fn is_german_menu(&self, state: &State) -> bool {
        let menu = matches!(state.stage(), Some(Stage::Movement | Stage::Combat));
        menu && state.phase.side() == GERMAN
    }
}
