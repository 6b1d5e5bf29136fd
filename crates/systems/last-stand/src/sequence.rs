//! The sequence of play (3.0): the steps that run by themselves between decisions.

use crate::class::{GERMAN, SOVIET};
use crate::data::Weather;
use crate::game::LastStand;
use crate::state::{
    ADVANCED, ATTACKED, DEFENDED, DISRUPTED, OUT, Phase, REORGANIZED, RETREATED, SETTLED, Stage,
    State,
};
use board::UnitId;
use engine::{Arg, Dice, Event, EventKind, Log, Text};

impl LastStand {
    /// Runs the game on to the next decision, or to its end.
    pub fn advance(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        loop {
            if state.ending.is_some() {
                state.phase = Phase::Over;
                state.stages.clear();
                state.fight = None;
                return;
            }
            if self.waits(state, dice, log) {
                return;
            }
            if !state.stages.is_empty() {
                continue;
            }
            if self.is_checked(state.phase) && self.overstacked_side(state).is_some() {
                self.check_stacking(state);
                continue;
            }
            let next = self.next_phase(state.phase);
            self.leave(state, dice, log);
            if state.ending.is_none() {
                self.enter_phase(state, next, dice, log);
            }
        }
    }

    /// Whether stacking is checked at the end of a step: of every phase but the German supply phase (4.11).
    fn is_checked(&self, phase: Phase) -> bool {
        use Phase::*;
        matches!(
            phase,
            SupplyMode
                | SelfDestruction
                | SovietReaction
                | GermanExploit
                | KatyushaFire
                | SovietMovement
                | GermanReaction
                | SovietCombat
                | SovietExploit
        )
    }

    /// Whether somebody must decide now. Decisions that have become empty are closed, automatic work is done;
    /// false means: look again.
    fn waits(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) -> bool {
        let Some(stage) = state.stages.last() else { return false };
        let open = match stage {
            Stage::Fight => {
                self.run_fight(state, dice, log);
                return false;
            }
            Stage::RetreatStep { .. } => return !self.end_retreat_step(state, log),
            Stage::Retreat(retreat) => {
                if retreat.units.iter().all(|&u| state.position.hex(u).is_none()) {
                    self.close_retreat(state);
                    return false;
                }
                true
            }
            Stage::Moving(moving) => {
                let at = moving.units.first().and_then(|&u| state.position.hex(u));
                let open = at.is_some_and(|at| self.can_go(state, moving, at));
                if !open {
                    let units = moving.units.clone();
                    self.finish_move(state, &units, log);
                }
                open
            }
            Stage::Split(moving) => return self.split_waits(state, &moving.clone(), log),
            Stage::Movement => self.can_anybody_move(state),
            Stage::Points { side, left, .. } => *left > 0 && !self.alive(state, *side).is_empty(),
            Stage::Loss { side, left, .. } => *left > 0 && !self.alive(state, *side).is_empty(),
            Stage::Converted { left } => *left > 0 && !self.alive(state, SOVIET).is_empty(),
            Stage::Shortfall { left, units } => {
                *left > 0 && units.iter().any(|&u| state.position.hex(u).is_some())
            }
            Stage::Follow { path } => {
                let side = state.fight.as_ref().map_or(SOVIET, |_| self.follow_side(state));
                let units = self.noncombat_in(state, side, path[0]);
                units.iter().any(|&u| self.may_follow(state, path, u).is_ok())
            }
            Stage::Advance { units, .. } => {
                units.iter().any(|&u| self.may_advance(state, units, u).is_ok())
            }
            Stage::Advancing { unit, left, begun } => {
                !*begun || self.can_advance_on(state, *unit, *left)
            }
            Stage::Overstacked(side) => self.overstacked_side(state) == Some(*side),
            Stage::Expend(formations) => !formations.is_empty(),
            Stage::SupplyMode => self.roster.units().any(|u| self.may_support(state, u).is_ok()),
            Stage::SelfDestruction => {
                self.roster.units().any(|u| self.may_abandon(state, u).is_ok())
            }
            Stage::Combat => self.map.grid.hexes().any(|h| self.may_target(state, h).is_ok()),
            Stage::Reorganize(left) => *left > 0 && self.anybody_waits(state),
            Stage::Fire => self.roster.units().any(|u| self.may_fire(state, u).is_ok()),
            Stage::Ski(left) => {
                *left > 0 && self.roster.units().any(|u| self.may_ski(state, u).is_ok())
            }
            Stage::Drop(chosen) => {
                self.map.grid.hexes().any(|h| self.may_drop(state, chosen, h).is_ok())
            }
            Stage::Partisans => {
                !self.idle_partisans(state).is_empty()
                    && self.map.grid.hexes().any(|h| self.may_raise(state, h).is_ok())
            }
            Stage::Succour(marker) => return self.succour_waits(state, *marker),
            _ => true,
        };
        if !open {
            self.tell_remainder(state.stages.pop(), log);
        }
        open
    }

    /// What is left over when a decision closes by itself: losses that nobody can take (6.55),
    /// reorganization of nobody (8.27).
    fn tell_remainder(&self, closed: Option<Stage>, log: &mut Log) {
        let (id, rule, left) = match closed {
            Some(Stage::Points { left, .. }) if left > 0 => ("event.not-taken", "6.55", left),
            Some(Stage::Reorganize(left)) if left > 0 => ("event.lapsed", "8.27", left),
            _ => return,
        };
        log.say(|| Event::new(EventKind::Changed, rule, Text::new(id).n(left)));
    }

    /// After an overrun the last unit of a stack goes on by itself (5.36).
    fn split_waits(&self, state: &mut State, moving: &crate::state::Move, log: &mut Log) -> bool {
        if let [_] = moving.units[..] {
            state.stages.pop();
            state.stages.push(Stage::Moving(moving.clone()));
            return false;
        }
        let open = moving.units.iter().any(|&u| self.may_go_on(state, moving, u).is_ok());
        if !open {
            state.stages.pop();
            self.finish_move(state, &moving.units, log);
        }
        open
    }

    /// Goes through the partisan markers until one can supply somebody (14.44).
    fn succour_waits(&self, state: &mut State, marker: u8) -> bool {
        if usize::from(marker) >= state.partisans.len() {
            state.stages.pop();
            return false;
        }
        if self.roster.units().any(|u| self.may_succour(state, marker, u).is_ok()) {
            return true;
        }
        state.stages.pop();
        state.stages.push(Stage::Succour(marker + 1));
        false
    }

    fn next_phase(&self, phase: Phase) -> Phase {
        use Phase::*;
        match phase {
            FreeChoice | TurnEnd => GermanArrivals,
            GermanArrivals => GermanSupply,
            GermanSupply => SnowExpend,
            SnowExpend => Redraw,
            Redraw => GermanMovement,
            GermanMovement => SupplyMode,
            SupplyMode => GermanCombat,
            GermanCombat => SelfDestruction,
            SelfDestruction => Paradrop,
            Paradrop => SovietReaction,
            SovietReaction => GermanExploit,
            GermanExploit => PartisanPlacement,
            PartisanPlacement => Reorganization,
            Reorganization => SovietArrivals,
            SovietArrivals => PartisanSupply,
            PartisanSupply => SovietSupply,
            SovietSupply => KatyushaMovement,
            KatyushaMovement => KatyushaFire,
            KatyushaFire => SovietMovement,
            SovietMovement => GermanReaction,
            GermanReaction => Ski,
            Ski => SovietCombat,
            SovietCombat => SovietExploit,
            SovietExploit => TurnEnd,
            Over => Over,
        }
    }

    /// Ends a step.
    fn leave(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        match state.phase {
            Phase::FreeChoice => state.position.clear_mark(SETTLED),
            Phase::GermanArrivals => self.end_german_arrivals(state, log),
            Phase::SovietArrivals => self.end_soviet_arrivals(state, log),
            Phase::Reorganization => self.close_layers(state),
            Phase::GermanCombat | Phase::SovietCombat => {
                for mark in [ATTACKED, DEFENDED, RETREATED, ADVANCED] {
                    state.position.clear_mark(mark);
                }
            }
            Phase::KatyushaFire => self.recover_morale(state, log),
            Phase::TurnEnd => self.end_turn(state, dice, log),
            _ => {}
        }
    }

    /// Begins a step: does what is automatic and opens its decision.
    fn enter_phase(&self, state: &mut State, phase: Phase, dice: &mut dyn Dice, log: &mut Log) {
        state.phase = phase;
        self.tell_phase(state, log);
        let moves = self.weather(state).reaction_and_exploit;
        let special = &self.tables.special;
        let january = state.turn == special.january;
        match phase {
            Phase::GermanArrivals => self.start_turn(state, dice, log),
            Phase::GermanSupply => {
                let unspent = state.air[GERMAN];
                state.air[GERMAN] = self.turn_entry(state).german_air;
                self.tell_air(state, GERMAN, unspent, log);
                self.judge_supply(state, GERMAN, log);
                self.roll_attrition(state, GERMAN, dice, log);
            }
            Phase::SnowExpend if state.weather == Weather::Snow => {
                self.roll_expend(state, dice, log);
            }
            Phase::Redraw if self.may_redraw(state).is_ok() => state.stages.push(Stage::Redraw),
            Phase::GermanMovement | Phase::SovietMovement => self.open_movement(state),
            Phase::SupplyMode => state.stages.push(Stage::SupplyMode),
            Phase::GermanCombat | Phase::SovietCombat => state.stages.push(Stage::Combat),
            Phase::SelfDestruction => {
                self.remove_spent_supply(state, log);
                state.stages.push(Stage::SelfDestruction);
            }
            Phase::Paradrop if january && moves && !self.brigades(state).is_empty() => {
                state.stages.push(Stage::Drop(Default::default()));
            }
            Phase::SovietReaction
            | Phase::GermanExploit
            | Phase::GermanReaction
            | Phase::SovietExploit
                if moves =>
            {
                self.open_movement(state);
            }
            Phase::PartisanPlacement if january => state.stages.push(Stage::Partisans),
            Phase::Reorganization => {
                self.start_soviet_turn(state);
                self.open_reorganization(state, log);
            }
            Phase::SovietArrivals => {
                self.draw_reinforcements(state, dice, log);
                state.stages.push(Stage::Arrivals);
            }
            Phase::PartisanSupply => {
                let unspent = state.air[SOVIET];
                state.air[SOVIET] = self.turn_entry(state).soviet_air;
                self.tell_air(state, SOVIET, unspent, log);
                state.succoured.clear();
                state.stages.push(Stage::Succour(0));
            }
            Phase::SovietSupply => {
                self.judge_supply(state, SOVIET, log);
                self.roll_attrition(state, SOVIET, dice, log);
            }
            Phase::KatyushaMovement if state.turn >= special.katyusha_from => {
                self.open_movement(state);
            }
            Phase::KatyushaFire if state.turn >= special.katyusha_from => {
                state.fired.clear();
                state.stages.push(Stage::Fire);
            }
            Phase::Ski => self.open_ski(state),
            _ => {}
        }
    }

    /// The present turn of the track.
    pub fn turn_entry(&self, state: &State) -> &crate::data::TurnEntry {
        &self.tables.turn[usize::from(state.turn) - 1]
    }

    /// A turn begins with its weather (SOP-A1) (13.22).
    fn start_turn(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        let (weather, die) = self.weather_of_turn(state, dice);
        state.weather = weather;
        state.redrawn = false;
        state.supply_units = self.turn_entry(state).german_supply_units;
        log.say(|| {
            let text = Text::new(if die.is_some() { "event.weather-rolled" } else { "event.turn" });
            let text = text
                .with("turn", Arg::Name(self.turn_entry(state).name.clone()))
                .with("die", Arg::Number(die.unwrap_or(0).into()))
                .word("weather", weather.word());
            let rule = if die.is_some() { "13.22" } else { "SOP-A1" };
            let mut event = Event::new(EventKind::Phase, rule, text);
            event.rules.extend(die.is_some().then_some("13.21"));
            event.rules.extend((state.turn >= self.tables.special.january).then_some("14.21"));
            event
        });
        state.stages.push(Stage::Arrivals);
    }

    fn weather_of_turn(&self, state: &State, dice: &mut dyn Dice) -> (Weather, Option<u16>) {
        let printed = self.turn_entry(state).weather;
        let index = usize::from(state.turn) - 1;
        let table = &self.tables.variable_weather;
        let rolls = self.switches.variable_weather && table.values().any(|r| index < r.len());
        if !rolls {
            return (printed, None);
        }
        let die = dice.roll(self.tables.combat.die);
        let row = table.get(&die.to_string());
        let weather = row.and_then(|r| r.get(index)).copied();
        (weather.unwrap_or(printed), Some(die))
    }

    /// The Soviet player turn begins.
    fn start_soviet_turn(&self, state: &mut State) {
        state.quota = [0; 2];
        state.placed.clear();
        state.factories.clear();
    }

    /// The end of a turn: order returns (6.85), the cavalry leaves (10.31), the last turn is judged (12.0).
    fn end_turn(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        if self.roster.units().any(|u| state.has(u, DISRUPTED)) {
            log.say(|| Event::new(EventKind::Changed, "6.85", Text::new("event.order-returns")));
        }
        state.position.clear_mark(DISRUPTED);
        state.position.clear_mark(REORGANIZED);
        for unit in self.roster.units() {
            self.refresh_zone(state, unit);
        }
        let leaving: Vec<UnitId> = self
            .units_of(state, GERMAN)
            .map(|(u, _)| u)
            .filter(|&u| self.printed(u).withdrawn == Some(state.turn))
            .collect();
        for unit in leaving {
            self.put(state, unit, OUT);
            log.say(|| {
                let text = Text::new("event.withdrawn").unit(unit);
                Event::new(EventKind::Changed, "10.31", text).unit(unit)
            });
        }
        if state.turn >= self.scenario.last_turn {
            self.judge_victory(state, dice, log);
            return;
        }
        state.turn += 1;
    }

    /// Whose non-combat units could follow the retreat on top: those of the side that retreats.
    pub fn follow_side(&self, state: &State) -> board::Side {
        let retreat = state.stages.iter().rev().find_map(|s| match s {
            Stage::Retreat(r) => Some(r.side),
            _ => None,
        });
        retreat.unwrap_or(SOVIET)
    }
}
