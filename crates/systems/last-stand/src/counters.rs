//! Laying counters, taking steps, removing counters (6.5).

use crate::class::{Kind, SOVIET};
use crate::game::LastStand;
use crate::state::{
    AT_START, DISRUPTED, Fate, GARRISONS, LOST, POOL, REBUILDING, REBUILT_FACE, State,
};
use board::{BoxId, UnitId};
use engine::{Arg, Dice, Event, EventKind, Log, Text};
use hex::HexId;

/// All markers of a counter but the one that it keeps for good.
const PASSING: std::ops::Range<u8> = 0..15;

impl LastStand {
    /// Lays a unit on a hex.
    pub fn lay(&self, state: &mut State, unit: UnitId, hex: HexId) {
        let reach = self.reach(state, unit, hex);
        state.position.place(&self.map.grid, unit, self.side(unit), hex, reach);
    }

    /// Takes a unit off the map into a box; its markers stay behind.
    pub fn put(&self, state: &mut State, unit: UnitId, into: BoxId) {
        state.position.put(&self.map.grid, unit, self.side(unit), into);
        for mark in PASSING.filter(|&m| m != AT_START) {
            state.position.set_mark(unit, mark, false);
        }
    }

    /// A unit loses a step (6.52); the last one destroys it.
    pub fn lose_step(
        &self,
        state: &mut State,
        unit: UnitId,
        fate: Fate,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let steps = state.position.steps(unit);
        if steps <= 1 {
            self.destroy(state, unit, fate, dice, log);
            return;
        }
        state.position.set_steps(unit, steps - 1);
        self.refresh_zone(state, unit);
        log.say(|| {
            let kampfgruppe = self.is_kampfgruppe(state, unit);
            let (id, rule) = match kampfgruppe {
                true => ("event.kampfgruppe", rule!("6.53")),
                false => ("event.reduced", rule!("6.52")),
            };
            Event::new(EventKind::Changed, rule, Text::new(id).unit(unit)).unit(unit)
        });
    }

    /// A unit is destroyed; where it goes depends on what it is and how it died (6.96) (R38).
    pub fn destroy(
        &self,
        state: &mut State,
        unit: UnitId,
        fate: Fate,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        log.say(|| {
            let rules = self.death_rules(state, unit, fate);
            let hex = state.position.hex(unit);
            let id = match fate {
                Fate::Overstacked => "event.excess",
                _ => "event.destroyed",
            };
            let text = hex.into_iter().fold(Text::new(id).unit(unit), Text::hex);
            let mut event = Event::new(EventKind::Eliminated, rules[0], text).unit(unit);
            event.rules.extend(rules.into_iter().skip(1));
            hex.into_iter().fold(event, Event::hex)
        });
        let returns = matches!(fate, Fate::Defending | Fate::Attrition);
        match self.kind(unit) {
            Kind::Rifle | Kind::Tank | Kind::Cavalry if returns => self.to_waiting_box(state, unit),
            Kind::Headquarters => self.roll_for_headquarters(state, unit, dice, log),
            Kind::Supply => {
                self.put(state, unit, POOL);
                state.position.set_face(unit, 0);
            }
            Kind::Garrison => self.put(state, unit, GARRISONS),
            _ => self.put(state, unit, LOST),
        }
    }

    /// What becomes of a destroyed headquarters (7.52) (R48).
    fn roll_for_headquarters(
        &self,
        state: &mut State,
        unit: UnitId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let die = dice.roll(self.tables.combat.die);
        let turns = self.tables.supply.headquarters_return[usize::from(die) - 1];
        let again = state.position.face(unit) == REBUILT_FACE;
        self.put(state, unit, if turns == 0 { LOST } else { REBUILDING });
        if turns > 0 {
            state.position.set_face(unit, REBUILT_FACE);
            state.returns.push((unit, state.turn.saturating_add(turns)));
        }
        log.say(|| {
            let id = if turns == 0 { "event.hq-lost" } else { "event.hq-returns" };
            let text = Text::new(id).unit(unit).n(state.turn.saturating_add(turns));
            let text = text.with("die", Arg::Number(die.into()));
            let event = Event::new(EventKind::Rolled, rule!("7.52"), text).unit(unit);
            if again { event.rule(rule!("7.54")) } else { event }
        });
    }

    /// Marks a unit that has retreated or overrun (6.81).
    pub fn disrupt(&self, state: &mut State, unit: UnitId) {
        state.position.set_mark(unit, DISRUPTED, true);
        self.refresh_zone(state, unit);
    }

    /// What happens when a unit enters a hex by movement, advance or retreat: enemy non-combat units there are
    /// eliminated (5.23) (6.79), an objective may change hands (8.4).
    pub fn enter(
        &self,
        state: &mut State,
        unit: UnitId,
        hex: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let side = self.side(unit);
        if self.holds(state, side.other(), hex) {
            let captured: Vec<UnitId> = state.position.stack(hex).collect();
            for enemy in captured {
                self.destroy(state, enemy, Fate::Captured, dice, log);
            }
        }
        self.enter_objective(state, side, hex, dice, log);
    }

    /// Moves a unit into a neighbouring hex with all that follows.
    pub fn step_into(
        &self,
        state: &mut State,
        unit: UnitId,
        hex: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        self.enter(state, unit, hex, dice, log);
        self.lay(state, unit, hex);
    }

    /// The garrisons in a hex.
    pub fn garrisons(&self, state: &State, hex: HexId) -> u8 {
        state.position.stack(hex).filter(|&u| self.kind(u) == Kind::Garrison).count() as u8
    }

    /// Whether a factory is in a hex.
    pub fn has_factory(&self, state: &State, hex: HexId) -> bool {
        self.holds(state, SOVIET, hex)
            && state.position.stack(hex).any(|u| self.kind(u) == Kind::Factory)
    }
}
