//! The sequence of play [2.1] [2.2].

use crate::air::{Air, AirResolve};
use crate::artillery::Barrage;
use crate::decision::*;
use crate::declaration::Combats;
use crate::game::Wb95;
use crate::moving::Movement;
use crate::state::{Mark, Phase, State};
use crate::supply::{Supply, SupplyStep};
use board::Side;
use engine::{Dice, Event, EventKind, Log, Text};

impl<B: Book> Wb95<B> {
    /// Carries the game on until somebody must decide.
    pub fn advance(&self, state: &mut State<B>, dice: &mut dyn Dice, log: &mut Log) {
        Play { game: self, state, dice, log }.run_on();
    }

    /// The phases follow one another [2.2].
    pub(crate) fn next_phase(&self, state: &mut State<B>, log: &mut Log) {
        self.end_phase(state, log);
        match state.phase {
            Phase::Setup if state.arranging == self.arranges_first() => {
                state.arranging = state.arranging.other();
                self.begin_setup(state);
                return;
            }
            Phase::Setup => {
                self.finish_setup(state);
                state.turn = 1;
                state.phase = Phase::Air;
                self.say_begin(state, log);
            }
            Phase::Air => state.phase = Phase::Barrage,
            Phase::Barrage => state.phase = Phase::Movement,
            Phase::Movement => state.phase = Phase::Combat,
            Phase::Combat => state.phase = Phase::Strategic,
            Phase::Strategic => state.phase = Phase::Supply,
            Phase::Supply => return self.after_supply(state, log),
            Phase::Over => return,
        }
        self.begin_phase(state, log);
    }

    /// The first turn begins: the scenario's dates and initiative [2.2], and who is dug in from the
    /// start.
    fn say_begin(&self, state: &State<B>, log: &mut Log) {
        if !B::SENTENCES.says_begin {
            return;
        }
        log.say(|| {
            let day = engine::Arg::Name(self.day(state.turn).to_string());
            let text = Text::new("event.begins").side(self.first).with("day", day);
            let mut event = Event::new(EventKind::Phase, self.cites.scenario, text);
            event.rules.extend(self.cites.initiative);
            event.rules.push(rule!(B, "2.2"));
            event
        });
        for side in Side::BOTH.into_iter().filter(|&s| !state.forts[s].is_empty()) {
            log.say(|| {
                let rule = self.cites.fortified.unwrap_or(rule!(B, "7.1.1"));
                Event::new(EventKind::Changed, rule, Text::new("event.dug-in").side(side))
            });
        }
    }

    /// After a Supply Phase: the other side's half, the next turn [2.1.3], or the end.
    fn after_supply(&self, state: &mut State<B>, log: &mut Log) {
        if self.check_automatic(state, log) {
            return;
        }
        B::check_instant(self, state, state.half == 1, log);
        if state.phase == Phase::Over {
            return;
        }
        if state.half == 0 {
            state.half = 1;
        } else {
            if usize::from(state.turn) >= self.scenario.days.len() {
                return self.end_by_points(state, log);
            }
            state.turn += 1;
            state.half = 0;
            state.flown.clear();
            state.kept.sorties.clear();
            state.position.clear_mark(Mark::Refilled);
            self.leave_at_dawn(state, log);
        }
        state.phase = Phase::Air;
        if state.half == 0 {
            log.say(|| {
                let name = self.day(state.turn).to_string();
                let text =
                    Text::new("event.turn").n(state.turn).with("day", engine::Arg::Name(name));
                let mut event = Event::new(EventKind::Phase, rule!(B, "2.1.3"), text);
                event
                    .rules
                    .extend(self.acting([(true, rule!(B, "2.1.5")), (true, rule!(B, "2.1.6"))]));
                event
            });
        }
        self.begin_air(state, log);
    }

    /// Begins the phase that the state names; for cases.
    pub(crate) fn begin(&self, state: &mut State<B>, dice: &mut dyn Dice, log: &mut Log) {
        self.begin_phase(state, log);
        self.advance(state, dice, log);
    }

    fn begin_phase(&self, state: &mut State<B>, log: &mut Log) {
        let side = self.active(state);
        match state.phase {
            Phase::Air => self.begin_air(state, log),
            Phase::Barrage => {
                if B::begin_barrage(self, state, side) {
                    return;
                }
                let able = state.ammunition[side] > 0
                    && self.map.grid.hexes().any(|h| self.may_shell(state, h).is_ok());
                if able {
                    state.ask(Barrage);
                }
            }
            Phase::Movement => {
                state.credits[side] += std::mem::take(&mut state.credits_next[side]);
                state.entered.clear();
                self.finish_works(state, side, log);
                state.ask(Movement);
                B::begin_movement(self, state, side);
                self.call_near_reserves(state, side);
                self.ask_forced(state, side, log);
            }
            Phase::Combat => {
                self.note_obligations(state);
                state.ask(Combats);
            }
            Phase::Strategic => {
                state.entered.clear();
                let any = self.roster.units().any(|u| {
                    self.may_pick(state, u).is_ok()
                        || (self.side(u) == side && self.may_bring(state, u).is_ok())
                });
                if any {
                    state.ask(Movement);
                }
            }
            Phase::Supply => state.ask(Supply { step: SupplyStep::Mines(0) }),
            Phase::Setup | Phase::Over => {}
        }
    }

    /// The Air Phase: whoever has counters left plans in secret, the side with the initiative first (R69).
    fn begin_air(&self, state: &mut State<B>, log: &mut Log) {
        if B::begin_air(self, state, log) {
            return;
        }
        let has_air = |side: Side| self.ready_air(state, side).next().is_some();
        let planners: Vec<Side> =
            [self.first.other(), self.first].into_iter().filter(|&s| has_air(s)).collect();
        if planners.is_empty() {
            return;
        }
        state.secret = true;
        state.ask(AirResolve);
        planners.into_iter().for_each(|side| state.ask(Air { side }));
    }

    fn end_phase(&self, state: &mut State<B>, log: &mut Log) {
        if matches!(state.phase, Phase::Setup | Phase::Over) {
            return;
        }
        let side = self.active(state);
        match state.phase {
            Phase::Movement => {
                for mark in [Mark::Moved, Mark::FullMove, Mark::Barraged] {
                    state.position.clear_mark(mark);
                }
                for unit in self.roster.units().filter(|&u| self.side(u) == side) {
                    state.position.set_mark(unit, Mark::Retreated, false);
                }
            }
            Phase::Combat => {
                state.position.clear_mark(Mark::Open);
                for unit in self.roster.units() {
                    let longer = state.position.has_mark(unit, Mark::SilentLonger);
                    state.position.set_mark(unit, Mark::Silent, longer);
                }
                state.position.clear_mark(Mark::SilentLonger);
                self.age_pools(state);
                self.end_missions(state, false);
                state.shelled.clear();
                state.obliged.clear();
                state.challenged.clear();
                state.touching.clear();
            }
            Phase::Strategic => {
                for mark in [
                    Mark::Moved,
                    Mark::Marked,
                    Mark::Activated,
                    Mark::FullMove,
                    Mark::Fought,
                    Mark::Fired,
                ] {
                    state.position.clear_mark(mark);
                }
                self.count_waiting(state);
                self.end_missions(state, true);
            }
            _ => {}
        }
        self.sweep_forts(state, log);
        self.check_works(state, log);
        self.recover(state, log);
    }
}
