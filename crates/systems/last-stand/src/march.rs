//! A move under way: changed, counted as a reaction, finished (5.2) (5.4).

use crate::class::{Kind, SOVIET};
use crate::game::LastStand;
use crate::movement::Moving;
use crate::state::{Mark, Move, Phase, Stage, State};
use board::UnitId;
use engine::{Event, EventKind, Flow, Log, Text};
use hex::HexId;

impl LastStand {
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
        state.asked::<Moving>().stack = next;
    }

    /// Units have finished their movement; Soviet overrunners are disrupted now (5.39).
    pub fn finish_move(&self, state: &mut State, units: &[UnitId], log: &mut Log) {
        for &unit in units {
            if state.position.hex(unit).is_none() {
                continue;
            }
            state.position.set_mark(unit, Mark::Moved, true);
            let overran = state.has(unit, Mark::Overran) && self.side(unit) == SOVIET;
            if overran && self.kind(unit) != Kind::GuardsCavalry {
                self.disrupt(state, unit);
                log.say(|| {
                    let text = Text::new("event.disrupted").unit(unit);
                    Event::new(EventKind::Changed, rule!("5.39"), text)
                        .rule(rule!("6.81"))
                        .unit(unit)
                });
            }
        }
    }

    /// The overrunning units move no further in this phase.
    pub fn halt_overrun(&self, state: &mut State, log: &mut Log) {
        let attackers = state.the_fight().attackers.clone();
        self.finish_move(state, &attackers, log);
        let moving = state.stages.iter().rposition(|s| matches!(s, Stage::Moving(_)));
        moving.into_iter().for_each(|i| drop(state.stages.remove(i)));
    }
}
