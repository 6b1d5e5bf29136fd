//! Volkssturm [15.3]; stars and fortification units are with the declaration and the odds.

use crate::class::Mobility;
use crate::decision::*;
use crate::game::Wb95;
use crate::state::{Mark, Phase, State};
use board::UnitId;
use engine::{Event, EventKind, Log, No, Text};

impl<B: Book> Wb95<B> {
    /// Whether a Volkssturm counter in hand may give a CEL away [15.3.3].
    pub fn may_refill(&self, state: &State<B>, unit: UnitId, spent: bool) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if !self.class(unit).volkssturm || state.phase != Phase::Movement {
            return no(rule!(B, "15.3.3"), "no.no-volkssturm");
        }
        if spent {
            return no(rule!(B, "15.3.3"), "no.moved-already");
        }
        let any = self.roster.units().any(|u| self.may_be_refilled(state, unit, u).is_ok());
        if any { Ok(()) } else { no(rule!(B, "15.3.3"), "no.nobody-to-refill") }
    }

    /// Whether an infantry unit may get it: on the same hex, not motorised, reduced, unmoved, not yet in this turn.
    pub fn may_be_refilled(&self, state: &State<B>, giver: UnitId, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if unit.index() >= self.roster.len() || unit == giver || self.side(unit) != self.side(giver)
        {
            return no(rule!(B, "15.3.3"), "no.not-yours");
        }
        let hex = state.position.hex(unit);
        let class = self.class(unit);
        let infantry = class.movement == Mobility::Foot && class.is_regular() && !class.volkssturm;
        if hex.is_none() || hex != state.position.hex(giver) || !infantry {
            return no(rule!(B, "15.3.3"), "no.not-infantry-here");
        }
        if state.position.steps(unit) >= class.cels {
            return no(rule!(B, "15.3.3"), "no.at-full-strength");
        }
        if state.position.has_mark(unit, Mark::Refilled) {
            return no(rule!(B, "15.3.4"), "no.refilled-already");
        }
        match state.position.has_mark(unit, Mark::Moved) {
            true => no(rule!(B, "15.3.3"), "no.moved-already"),
            false => Ok(()),
        }
    }

    /// Gives the CEL: neither moves in this phase.
    pub fn refill(&self, state: &mut State<B>, giver: UnitId, unit: UnitId, log: &mut Log) {
        state.position.set_steps(unit, state.position.steps(unit) + 1);
        for u in [giver, unit] {
            state.position.set_mark(u, Mark::Moved, true);
        }
        state.position.set_mark(unit, Mark::Refilled, true);
        let left = state.position.steps(giver) - 1;
        state.position.set_steps(giver, left);
        if left == 0 {
            self.put(state, giver, crate::state::DEAD);
        }
        log.say(|| {
            let text = Text::new("event.refilled").unit(unit);
            Event::new(EventKind::Changed, rule!(B, "15.3.3"), text).unit(unit)
        });
    }
}

/// Which infantry gets a CEL of the Volkssturm [15.3.3].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Refill {
    /// The unit that gives it.
    pub giver: UnitId,
}

impl<B: Book> Decide<Wb95<B>> for Refill {
    const ID: &'static str = "refill";
    const WRONG: Wrong = (rule!(B, "15.3.3"), "no.choose-unit");

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let may = |&u: &UnitId| game.may_be_refilled(state, self.giver, u).is_ok();
        out.units(game.roster_of(game.active(state)).filter(may));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_be_refilled(at.state, self.giver, unit),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { impossible(self, choice) };
        play.close();
        play.game.refill(play.state, self.giver, unit, play.log);
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        Text::new("prompt.refill").unit(self.giver).into()
    }

    fn picked(&self, _: &Wb95<B>, _: &State<B>) -> Vec<UnitId> {
        vec![self.giver]
    }
}
