//! The sequence of play (3.0): the steps that run by themselves between decisions.

use crate::arrivals::{Arrivals, SupplyMode};
use crate::class::{GERMAN, SOVIET};
use crate::data::Weather;
use crate::declaration::Combat;
use crate::game::LastStand;
use crate::objectives::Redraw;
use crate::special::{Drop, Fire, Partisans, SelfDestruction, Succour};
use crate::state::{Mark, OUT, Phase, State};
use board::UnitId;
use engine::{Arg, Dice, Event, EventKind, Flow, Log, Play, Text};

impl LastStand {
    /// Runs the game on to the next decision, or to its end.
    pub fn run_on(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        Play { game: self, state, dice, log }.run_on();
        if state.ending.is_some() {
            state.phase = Phase::Over;
            state.stages.clear();
            state.fight = None;
        }
    }

    /// The step that is over ends, with the units that are too many in a hex (4.17), and the next begins.
    pub(crate) fn next_step(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        if self.is_checked(state.phase) && self.overstacked_side(state).is_some() {
            self.check_stacking(state);
            return;
        }
        let next = self.next_phase(state.phase);
        self.leave(state, dice, log);
        if state.ending.is_none() {
            self.enter_phase(state, next, dice, log);
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
            Phase::FreeChoice => state.position.clear_mark(Mark::Settled),
            Phase::GermanArrivals => self.end_german_arrivals(state, log),
            Phase::SovietArrivals => self.end_soviet_arrivals(state, log),
            Phase::Reorganization => self.close_layers(state),
            Phase::GermanCombat | Phase::SovietCombat => {
                for mark in [Mark::Attacked, Mark::Defended, Mark::Retreated, Mark::Advanced] {
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
            Phase::Redraw if self.may_redraw(state).is_ok() => state.ask(Redraw),
            Phase::GermanMovement | Phase::SovietMovement => self.open_movement(state),
            Phase::SupplyMode => state.ask(SupplyMode),
            Phase::GermanCombat | Phase::SovietCombat => state.ask(Combat),
            Phase::SelfDestruction => {
                self.remove_spent_supply(state, log);
                state.ask(SelfDestruction);
            }
            Phase::Paradrop if january && moves && !self.brigades(state).is_empty() => {
                state.ask(Drop { chosen: Default::default() });
            }
            Phase::SovietReaction
            | Phase::GermanExploit
            | Phase::GermanReaction
            | Phase::SovietExploit
                if moves =>
            {
                self.open_movement(state);
            }
            Phase::PartisanPlacement if january => state.ask(Partisans),
            Phase::Reorganization => {
                self.start_soviet_turn(state);
                self.open_reorganization(state, log);
            }
            Phase::SovietArrivals => {
                self.draw_reinforcements(state, dice, log);
                state.ask(Arrivals);
            }
            Phase::PartisanSupply => {
                let unspent = state.air[SOVIET];
                state.air[SOVIET] = self.turn_entry(state).soviet_air;
                self.tell_air(state, SOVIET, unspent, log);
                state.succoured.clear();
                state.ask(Succour { marker: 0 });
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
                state.ask(Fire);
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
            let rule = if die.is_some() { rule!("13.22") } else { rule!("SOP-A1") };
            let mut event = Event::new(EventKind::Phase, rule, text);
            event.rules.extend(die.is_some().then_some(rule!("13.21")));
            event
                .rules
                .extend((state.turn >= self.tables.special.january).then_some(rule!("14.21")));
            event
        });
        state.ask(Arrivals);
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
        if self.roster.units().any(|u| state.has(u, Mark::Disrupted)) {
            log.say(|| {
                Event::new(EventKind::Changed, rule!("6.85"), Text::new("event.order-returns"))
            });
        }
        state.position.clear_mark(Mark::Disrupted);
        state.position.clear_mark(Mark::Reorganized);
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
                Event::new(EventKind::Changed, rule!("10.31"), text).unit(unit)
            });
        }
        if state.turn >= self.scenario.last_turn {
            self.judge_victory(state, dice, log);
            return;
        }
        state.turn += 1;
    }
}
