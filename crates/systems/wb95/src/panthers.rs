//! Panthers that break down [22].

use crate::book::Book;
use crate::counters::Cause;
use crate::game::Wb95;
use crate::state::State;
use board::UnitId;
use engine::{Dice, Event, EventKind, Log, Text};

impl<B: Book> Wb95<B> {
    /// A unit moves, attacks or pursues: a Panther will be tested for it (K-R13).
    pub fn run_engine(&self, state: &mut State<B>, unit: UnitId) {
        if self.class(unit).panther && !state.kept.ran.contains(&unit) {
            state.kept.ran.push(unit);
        }
    }

    /// A die for each Panther that was used in this turn, in its owner's Supply Phase [22.1.1] [22.1.2].
    pub fn test_panthers(&self, state: &mut State<B>, dice: &mut dyn Dice, log: &mut Log) {
        let Some(rules) = &self.tables.variant.panthers else { return };
        let side = self.active(state);
        let mut units: Vec<UnitId> = state.kept.ran.to_vec();
        units.retain(|&u| self.side(u) == side && state.position.hex(u).is_some());
        units.sort_unstable();
        for unit in units {
            let roll = dice.roll(6);
            let breaks = rules.loss_on.contains(&roll);
            log.say(|| {
                let id = if breaks { "event.panther-breaks" } else { "event.panther-runs" };
                let text = Text::new(id).unit(unit).n(roll);
                let mut event = Event::new(EventKind::Rolled, rule!(B, "22.1.1"), text).unit(unit);
                event.rules.push(rule!(B, "22.1.2"));
                event.rolled(&[roll], roll as i16)
            });
            if breaks {
                self.reduce(state, unit, Cause::Breakdown, log);
            }
        }
        state.kept.ran.retain(|u| self.side(*u) != side);
    }
}
