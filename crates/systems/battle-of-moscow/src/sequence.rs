//! The sequence of play [SEQ]: the steps that run by themselves between decisions.

use crate::arrivals::Arrivals;
use crate::class::{GERMAN, RUSSIAN};
use crate::data::Weather;
use crate::declaration::Declaration;
use crate::game::BattleOfMoscow;
use crate::movement::Movement;
use crate::replacements::Tikhvin;
use crate::result::Combat;
use crate::state::{Mark, Phase, SCHEDULED, SETUP, State, Supply};
use crate::supply::City;
use board::{Position, UnitId};
use engine::{Arg, Dice, Event, EventKind, Flow, Log, Play, Text};

impl BattleOfMoscow {
    /// The state before the first decision.
    pub fn initial(&self, dice: &mut dyn Dice, log: &mut Log) -> State {
        let mut state = self.empty();
        self.initial_control(&mut state);
        self.place_fixed(&mut state);
        self.enter(&mut state, Phase::SetupRussian, dice, log);
        self.advance(&mut state, dice, log);
        state
    }

    /// A state with an empty map: all units wait to be set up, or for their turn.
    pub fn empty(&self) -> State {
        let units = self.roster.len();
        let mut state = State {
            position: Position::new(&self.map.grid, units),
            spawned: Vec::new(),
            supply: vec![Supply::Supplied; units],
            turn: self.scenario.first_turn - 1,
            last_turn: self.scenario.last_turn,
            weather: Weather::Fair,
            active: RUSSIAN,
            phase: Phase::SetupRussian,
            stages: Vec::new(),
            battles: Vec::new(),
            groups: Vec::new(),
            railed: 0,
            demoralized: false,
            moscow_isolated: false,
            leningrad_isolated: false,
            german_infantry: 0,
            german_mobile: 0,
            source_factors: [0; 4],
            cavalry_rebuilt: 0,
            armour_rebuilt: 0,
            dropped: 0,
            released: None,
            moscow_count: 0,
            isolation_count: 0,
            ending: None,
        };
        for unit in self.roster.units() {
            let later = self.due.get(unit.index()).is_some_and(Option::is_some);
            self.put(&mut state, unit, if later { SCHEDULED } else { SETUP });
        }
        state
    }

    /// Runs the game on until somebody must decide or it is over.
    pub fn advance(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        Play { game: self, state, dice, log }.run_on();
    }

    /// The next isolated group, or the next step of the sequence.
    pub(crate) fn step_on(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        if state.phase == Phase::Attrition && self.next_group(state) {
            return;
        }
        let next = self.next_phase(state);
        self.enter(state, next, dice, log);
    }

    /// The step after the present one.
    fn next_phase(&self, state: &State) -> Phase {
        match state.phase {
            Phase::SetupRussian => Phase::SetupGerman,
            Phase::SetupGerman | Phase::TurnEnd => Phase::TurnStart,
            Phase::TurnStart => Phase::PlayerTurnStart,
            Phase::PlayerTurnStart => Phase::FirstSupply,
            // Step 1 prints: moves, then reinforcements and replacements, then rail (R76).
            Phase::FirstSupply if self.switches.arrivals_first => Phase::Arrivals,
            Phase::Arrivals if self.switches.arrivals_first => Phase::FirstMovement,
            Phase::FirstMovement if self.switches.arrivals_first => Phase::FirstDeclaration,
            Phase::FirstSupply => Phase::FirstMovement,
            Phase::FirstMovement => Phase::Arrivals,
            Phase::Arrivals => Phase::NewMovement,
            Phase::NewMovement => Phase::FirstDeclaration,
            Phase::FirstDeclaration => Phase::FirstCombat,
            Phase::FirstCombat => Phase::SecondSupply,
            Phase::SecondSupply => Phase::SecondMovement,
            Phase::SecondMovement => Phase::SecondDeclaration,
            Phase::SecondDeclaration => Phase::SecondCombat,
            Phase::SecondCombat => Phase::Attrition,
            Phase::Attrition => Phase::PlayerTurnEnd,
            Phase::PlayerTurnEnd if state.active == GERMAN => Phase::PlayerTurnStart,
            Phase::PlayerTurnEnd => Phase::TurnEnd,
            Phase::Over => Phase::Over,
        }
    }

    /// Begins a step: does what is automatic and opens its decision.
    fn enter(&self, state: &mut State, phase: Phase, dice: &mut dyn Dice, log: &mut Log) {
        let player_changes = phase == Phase::PlayerTurnStart && state.phase == Phase::PlayerTurnEnd;
        if state.phase == Phase::Arrivals {
            self.tell_lost_factors(state, log);
        }
        state.phase = phase;
        match phase {
            Phase::SetupRussian => self.open_setup(state),
            Phase::SetupGerman => {
                state.active = GERMAN;
                self.open_setup(state);
            }
            Phase::TurnStart => self.start_turn(state, dice, log),
            Phase::PlayerTurnStart => {
                if player_changes {
                    state.active = state.active.other();
                }
                self.start_player_turn(state, log);
            }
            Phase::FirstSupply | Phase::SecondSupply => {
                self.start_impulse(state);
                self.judge_supply(state, log);
                self.tell_supply(state, log);
            }
            Phase::Arrivals => self.open_arrivals(state, log),
            Phase::FirstMovement | Phase::SecondMovement => state.ask(Movement),
            Phase::NewMovement => self.open_new_movement(state),
            Phase::FirstDeclaration | Phase::SecondDeclaration => {
                self.end_movement(state, log);
                state.ask(Declaration);
            }
            Phase::FirstCombat | Phase::SecondCombat => state.ask(Combat),
            Phase::Attrition => self.start_attrition(state, log),
            Phase::PlayerTurnEnd => {
                if state.active == GERMAN {
                    self.check_release(state, log);
                }
            }
            Phase::TurnEnd => self.end_turn(state, log),
            Phase::Over => {}
        }
    }

    /// The weather of the turn: one die, or snow without a die [WEA-1] [EXT-1].
    fn start_turn(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        state.turn += 1;
        state.active = GERMAN;
        let name = self.turn_name(state.turn);
        let row = self.tables.weather.table.get(&name);
        let (weather, die) = match row {
            Some(letters) => {
                let die = dice.roll(6);
                let letter = letters.chars().nth(usize::from(die) - 1);
                (letter.and_then(Weather::from_letter), Some(die))
            }
            None => (None, None),
        };
        state.weather = weather.unwrap_or(self.tables.weather.otherwise);
        log.say(|| {
            let text =
                Text::new(if die.is_some() { "event.weather" } else { "event.weather-fixed" });
            let text = text
                .with("turn", Arg::Name(name))
                .with("die", Arg::Number(i64::from(die.unwrap_or(0))))
                .word("weather", state.weather.word());
            let rule = if die.is_some() { rule!("WEA-1") } else { rule!("EXT-1") };
            let event = Event::new(EventKind::Phase, rule, text).rule(state.weather.rule());
            let event = event.rule(rule!("SEQ-9"));
            if state.turn == self.scenario.first_turn { event.rule(rule!("SET-6")) } else { event }
        });
    }

    /// The name of a turn on the turn record.
    pub fn turn_name(&self, turn: u8) -> String {
        let index = usize::from(turn).checked_sub(1);
        index.and_then(|i| self.scenario.turns.get(i)).cloned().unwrap_or_default()
    }

    /// Demoralisation and the isolation of the cities, tested only now [DEM-2] [RRP-5].
    fn start_player_turn(&self, state: &mut State, log: &mut Log) {
        state.demoralized = self.is_demoralizing(state);
        state.moscow_isolated = self.is_city_isolated(state, City::Moscow);
        state.leningrad_isolated = self.is_city_isolated(state, City::Leningrad);
        state.railed = 0;
        state.cavalry_rebuilt = 0;
        state.armour_rebuilt = 0;
        state.dropped = 0;
        for mark in [Mark::New, Mark::Dropped] {
            state.position.clear_mark(mark);
        }
        log.say(|| {
            let text = Text::new("event.player-turn").side(state.active);
            Event::new(EventKind::Phase, rule!("SEQ-1"), text)
        });
        self.tell_morale(state, log);
    }

    fn start_impulse(&self, state: &mut State) {
        for mark in [Mark::Moved, Mark::Rode, Mark::Fought] {
            state.position.clear_mark(mark);
        }
        state.battles.clear();
    }

    /// New factors come in; then the player brings on what he likes [SEQ-2].
    fn open_arrivals(&self, state: &mut State, log: &mut Log) {
        state.ask(Arrivals);
        if state.active == GERMAN {
            let table = &self.tables.replacements.german;
            if state.turn >= table.from_turn {
                let kept = state.german_infantry > 0 || state.german_mobile > 0;
                state.german_infantry = state.german_infantry.saturating_add(table.infantry);
                state.german_mobile = state.german_mobile.saturating_add(table.mobile);
                self.tell_german_factors(state, kept, log);
            }
            return;
        }
        self.fill_sources(state);
        self.tell_russian_factors(state, log);
        let loss = self.tikhvin_loss(state);
        if loss > 0 {
            state.ask(Tikhvin { left: loss });
        }
    }

    /// The units that arrived may move [SEQ-2]; the step is not opened if none can.
    fn open_new_movement(&self, state: &mut State) {
        let any = state.position.units().any(|u| self.may_move(state, u).is_ok());
        if any {
            state.ask(Movement);
        }
    }

    /// Russian units that are still on a thawed lake after their first movement are lost [WEA-8].
    fn end_movement(&self, state: &mut State, log: &mut Log) {
        let drowned: Vec<UnitId> = self
            .units_of(state, RUSSIAN)
            .map(|(unit, _)| unit)
            .filter(|&unit| self.will_drown(state, unit))
            .collect();
        for unit in drowned {
            log.say(|| {
                let text = Text::new("event.drowned").unit(unit);
                Event::new(EventKind::Eliminated, rule!("WEA-8"), text).unit(unit)
            });
            self.eliminate(state, unit);
        }
    }

    /// Supply once more; then the isolated groups lose [ISO-1].
    fn start_attrition(&self, state: &mut State, log: &mut Log) {
        self.judge_supply(state, log);
        state.groups.clear();
        if state.stages.is_empty() {
            self.find_groups(state, log);
        }
    }
}
