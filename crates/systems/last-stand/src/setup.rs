//! Set-up (11.0, 13.1, 14.1).

use crate::class::{GERMAN, Kind};
use crate::data::Weather;
use crate::desk::Desk;
use crate::game::LastStand;
use crate::no::ensure;
use crate::objectives::refused;
use crate::state::{
    Cup, GARRISONS, Holding, Mark, Marker, OUT, POOL, Phase, SCHEDULED, State, WAITING,
};
use crate::verb::SUGGESTED;
use board::{BySide, Position, Side, UnitId};
use engine::{
    Asked, At, Choice, Choices, Decide, Dice, Event, EventKind, Flow, Log, No, Play, Text, Wrong,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

impl LastStand {
    /// The state before the first decision.
    pub fn initial(&self, dice: &mut dyn Dice, log: &mut Log) -> State {
        let mut state = self.empty();
        self.deploy(&mut state);
        state.phase = Phase::FreeChoice;
        if self.scenario.free_choice {
            state.ask(Exchange);
        }
        self.run_on(&mut state, dice, log);
        state
    }

    /// A state with an empty map and all counters in their boxes.
    pub fn empty(&self) -> State {
        let units = self.roster.len();
        let mut state = State {
            position: Position::new(&self.map.grid, units),
            cards: vec![None; units],
            layer: vec![0; units],
            cups: [Cup::default(), Cup::default(), Cup::default()],
            turn: self.scenario.first_turn,
            weather: self.first_weather(),
            phase: Phase::FreeChoice,
            stages: Vec::new(),
            fight: None,
            air: BySide::new(0, 0),
            supply_units: 0,
            damage: 0,
            morale_damage: 0,
            morale_failures: 0,
            holdings: SmallVec::from_elem(Holding::default(), self.objectives.len()),
            markers: SmallVec::new(),
            redrawn: false,
            returns: SmallVec::new(),
            reacting: SmallVec::new(),
            reacted: 0,
            quota: [0; 2],
            placed: SmallVec::new(),
            factories: SmallVec::new(),
            fired: SmallVec::new(),
            partisans: SmallVec::new(),
            succoured: SmallVec::new(),
            ending: None,
        };
        for unit in self.roster.units() {
            state.position.set_steps(unit, self.class(unit).steps());
            let supply = self.kind(unit) == Kind::Supply;
            let into = match self.due.get(unit.index()).copied().flatten() {
                Some(_) => SCHEDULED,
                None if supply => POOL,
                None => OUT,
            };
            self.put(&mut state, unit, into);
        }
        self.fill_cups(&mut state);
        state
    }

    /// The weather that the track gives the first turn.
    fn first_weather(&self) -> Weather {
        let turn = usize::from(self.scenario.first_turn).checked_sub(1);
        turn.and_then(|i| self.tables.turn.get(i)).map_or(Weather::Clear, |t| t.weather)
    }

    /// Deploys the scenario: morale marker and cups wait unseen, units lie where the chart says (PREP-A)-(PREP-D).
    fn deploy(&self, state: &mut State) {
        for unit in self.roster.units() {
            state.cards[unit.index()] = self.open[unit.index()];
            if let Some(setup) = self.setup[unit.index()] {
                let steps = self.class(unit).steps().saturating_sub(setup.lost).max(1);
                state.position.set_steps(unit, steps);
                self.lay(state, unit, setup.hex);
                state.position.set_mark(unit, Mark::AtStart, true);
            }
        }
        for &unit in &self.waiting {
            self.put(state, unit, WAITING);
        }
        self.fill_cups(state);
        let start = &self.scenario.start;
        state.damage = start.damage;
        if self.switches.air_of_turn_before {
            state.air[crate::class::SOVIET] = start.soviet_air;
        }
        let idle: Vec<UnitId> = self
            .roster
            .units()
            .filter(|&u| self.kind(u) == Kind::Garrison && self.is_in(state, u, OUT))
            .take(start.eliminated_garrisons.into())
            .collect();
        idle.into_iter().for_each(|unit| self.put(state, unit, GARRISONS));
        for (i, objective) in self.objectives.iter().enumerate() {
            if start.occupied.contains(&objective.name) {
                state.holdings[i].marker = Marker::Occupied;
            }
        }
    }

    /// Whether the place of a unit on the map may be given to another of its class (14.13).
    pub fn may_exchange(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let own = self.exists(unit) && self.side(unit) == GERMAN;
        ensure(own, No::new(rule!("14.13"), "no.not-yours"))?;
        let combat = self.is_combat(unit);
        ensure(combat, No::new(rule!("14.14"), "no.supply-units-stay").unit(unit))?;
        let on_map = state.position.hex(unit).is_some();
        ensure(on_map, No::new(rule!("14.13"), "no.off-map").unit(unit))?;
        let open = !state.has(unit, Mark::Settled);
        ensure(open, No::new(rule!("14.13"), "no.settled").unit(unit))?;
        let any = self.roster.units().any(|u| self.may_replace(state, unit, u).is_ok());
        ensure(any, No::new(rule!("14.13"), "no.nobody-to-exchange").unit(unit))
    }

    /// Whether a unit may take the place of another: the same class, not settled, neither a reinforcement nor an
    /// optional division (R87).
    pub fn may_replace(&self, state: &State, unit: UnitId, by: UnitId) -> Result<(), No> {
        let own = self.exists(by) && self.side(by) == GERMAN;
        ensure(own, No::new(rule!("14.13"), "no.not-yours"))?;
        let no = |text| No::new(rule!("14.13"), text).unit(by);
        ensure(by != unit, no("no.itself"))?;
        let class = |u: UnitId| self.roster.unit(u).class;
        ensure(class(by) == class(unit), no("no.another-class"))?;
        ensure(!state.has(by, Mark::Settled), no("no.settled"))?;
        let later = self.is_in(state, by, SCHEDULED);
        ensure(!later && !self.printed(by).optional, no("no.comes-later"))
    }

    /// One unit takes the place of another, which takes its place in turn or stays out.
    pub fn exchange(&self, state: &mut State, unit: UnitId, by: UnitId, log: &mut Log) {
        let hex = state.position.hex(unit).expect("only units on the map are exchanged");
        let other = state.position.hex(by);
        let steps = state.position.steps(unit);
        match other {
            Some(other) => self.lay(state, unit, other),
            None => {
                state.position.set_mark(unit, Mark::AtStart, false);
                self.put(state, unit, OUT);
            }
        }
        state.position.set_steps(by, steps);
        self.lay(state, by, hex);
        state.position.set_mark(by, Mark::AtStart, true);
        state.position.set_mark(by, Mark::Settled, true);
        log.say(|| {
            let text = Text::new("event.exchanged").unit(by).hex(hex);
            Event::new(EventKind::Placed, rule!("14.13"), text).unit(by).hex(hex)
        });
    }
}

/// The German chooses a unit to exchange (14.13).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Exchange;

impl Decide<LastStand> for Exchange {
    const ID: &'static str = "exchange";
    const WRONG: Wrong = (rule!("14.13"), "no.choose-unit");

    fn decider(&self, _: &LastStand, _: &State) -> Side {
        GERMAN
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        out.units(game.roster.units().filter(|&u| game.may_exchange(state, u).is_ok()));
        out.add(SUGGESTED);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_exchange(at.state, unit),
            SUGGESTED => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.ask(ExchangeFor { unit }),
            SUGGESTED => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.exchange").into()
    }
}

/// He chooses the unit that takes its place (14.13).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ExchangeFor {
    /// Whose place it takes.
    pub unit: UnitId,
}

impl Decide<LastStand> for ExchangeFor {
    const ID: &'static str = "exchange-for";
    const WRONG: Wrong = (rule!("14.13"), "no.choose-unit");

    fn decider(&self, _: &LastStand, _: &State) -> Side {
        GERMAN
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        out.units(game.roster.units().filter(|&u| game.may_replace(state, self.unit, u).is_ok()));
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(by) => at.game.may_replace(at.state, self.unit, by),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        let Choice::Unit(by) = choice else { engine::impossible(self, choice) };
        play.close();
        play.game.exchange(play.state, self.unit, by, play.log);
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.exchange-for").unit(self.unit).into()
    }

    fn picked(&self, _: &LastStand, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }
}
