//! Counters that must leave the game: a division called away (K-R31), levels lost every turn (K-R32).

use crate::decision::*;
use crate::game::Wb95;
use crate::scenario::WithdrawalEntry;
use crate::state::{OUT, SCHEDULED, Stage, State};
use board::{Side, Spot, UnitId};
use engine::{Event, EventKind, Log, No, Text};
use smallvec::SmallVec;

/// Counters that a withdrawal can take.
type Given = SmallVec<[UnitId; 32]>;

impl<B: Book> Wb95<B> {
    /// The removals that come first in a side's Movement Phase.
    pub fn ask_forced(&self, state: &mut State<B>, side: Side, log: &mut Log) {
        if let Some(entry) = &self.scenario.attrition
            && self.side_named(&entry.side) == Some(side)
        {
            state.ask(Attrition { left: entry.cels });
            self.settle_attrition(state, log);
        }
        for (i, entry) in self.scenario.withdrawal.iter().enumerate() {
            if entry.turn == state.turn && entry.cels > 0 && self.withdrawing(entry) == Some(side) {
                state.ask(Withdraw { entry: i as u8, left: entry.cels });
                self.settle_withdrawal(state);
            }
        }
    }

    /// At the start of a turn: divisions that leave whole, without a choice.
    pub fn leave_at_dawn(&self, state: &mut State<B>, log: &mut Log) {
        for entry in &self.scenario.withdrawal {
            if entry.turn == state.turn && entry.cels == 0 {
                for unit in self.division(state, entry) {
                    self.remove(state, unit, kursk!("R31"), log);
                }
            }
        }
    }

    fn withdrawing(&self, entry: &WithdrawalEntry) -> Option<Side> {
        let first = entry.units.first()?;
        self.roster.find(first.get_ref()).map(|u| self.side(u))
    }

    /// The counters of the division that are still there, on the map or on their way.
    fn division(&self, state: &State<B>, entry: &WithdrawalEntry) -> Given {
        let units = entry.units.iter().filter_map(|id| self.roster.find(id.get_ref()));
        units
            .filter(|&u| {
                state.position.hex(u).is_some() || state.position.spot(u) == Spot::Box(SCHEDULED)
            })
            .collect()
    }

    /// Whether a counter may be given for the division: one of its own takes all the others along; others are for the whole of
    /// it, or for what it lacks (K-R31).
    pub fn may_withdraw(
        &self,
        state: &State<B>,
        index: u8,
        left: u8,
        unit: UnitId,
    ) -> Result<(), No> {
        let entry = &self.scenario.withdrawal[usize::from(index)];
        let no = |text| Err(No::new(kursk!("R31"), text).unit(unit));
        let own = self.division(state, entry);
        if own.contains(&unit) {
            let whole = self.cels_of(state, &own) >= u16::from(entry.cels);
            return if whole && left < entry.cels { no("no.others-given") } else { Ok(()) };
        }
        let others = self.equivalents(state, entry);
        if !others.contains(&unit) {
            return no("no.not-equivalent");
        }
        // Others for the whole of it must be enough.
        let whole = self.cels_of(state, &own) >= u16::from(entry.cels);
        match whole && self.cels_of(state, &others) < u16::from(left) {
            true => no("no.too-few-others"),
            false => Ok(()),
        }
    }

    /// The counters on the map that may leave instead of the division.
    fn equivalents(&self, state: &State<B>, entry: &WithdrawalEntry) -> Given {
        let units = entry.equivalent.iter().filter_map(|id| self.roster.find(id.get_ref()));
        units.filter(|&u| state.position.hex(u).is_some()).collect()
    }

    /// It is over when enough has left, or nothing is left that could.
    fn settle_withdrawal(&self, state: &mut State<B>) {
        let Some(&Stage::Withdraw(Withdraw { entry, left })) = state.stage() else { return };
        let any = self.roster.units().any(|u| self.may_withdraw(state, entry, left, u).is_ok());
        if left == 0 || !any {
            state.close();
        }
    }

    /// Whether a counter may lose one of the levels that its side must give up (K-R32).
    pub fn may_take_attrition(&self, state: &State<B>, unit: UnitId) -> Result<(), No> {
        let mine = self.side(unit) == self.active(state) && state.position.hex(unit).is_some();
        if mine { Ok(()) } else { Err(No::new(kursk!("R32"), "no.not-on-map").unit(unit)) }
    }

    /// It loses one; without any left it leaves the game.
    fn take_attrition(&self, state: &mut State<B>, unit: UnitId, log: &mut Log) {
        let left = state.position.steps(unit).saturating_sub(1);
        if left == 0 {
            self.remove(state, unit, kursk!("R32"), log);
            return;
        }
        state.position.set_steps(unit, left);
        log.say(|| {
            let text = Text::new("event.reduced").unit(unit);
            Event::new(EventKind::Eliminated, kursk!("R32"), text).unit(unit)
        });
    }

    fn settle_attrition(&self, state: &mut State<B>, log: &mut Log) {
        let Some(&Stage::Attrition(Attrition { left })) = state.stage() else { return };
        let side = self.active(state);
        let units: Vec<UnitId> = self.units_of(state, side).map(|(u, _)| u).collect();
        let all = self.cels_of(state, &units);
        if left > 0 && all > u16::from(left) {
            return;
        }
        state.close();
        for unit in units.into_iter().filter(|_| left > 0) {
            self.remove(state, unit, kursk!("R32"), log);
        }
    }

    /// A counter leaves the game; it is not a loss.
    fn remove(&self, state: &mut State<B>, unit: UnitId, rule: Rule, log: &mut Log) {
        let hex = state.position.hex(unit);
        log.say(|| {
            let text = Text::new("event.withdrawn").unit(unit);
            let event = Event::new(EventKind::Moved, rule, text).unit(unit);
            hex.into_iter().fold(event, Event::hex)
        });
        state.position.set_steps(unit, 0);
        state.oos[unit.index()] = 0;
        state.disorganised[unit.index()] = 0;
        state.away.retain(|a| a.unit != unit);
        state.position.clear_marks(unit);
        self.put(state, unit, OUT);
        self.end_repair(state, unit);
        self.take_bridges(state);
    }
}

/// What leaves for a division that is called away (K-R31).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Withdraw {
    /// The entry.
    pub entry: u8,
    /// CELs still to leave.
    pub left: u8,
}

impl<B: Book> Decide<Wb95<B>> for Withdraw {
    const ID: &'static str = "withdraw";
    const WRONG: Wrong = (kursk!("R31"), "no.removals-first");

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let may = |&u: &UnitId| game.may_withdraw(state, self.entry, self.left, u).is_ok();
        out.units(game.roster_of(game.active(state)).filter(may));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_withdraw(at.state, self.entry, self.left, unit),
            _ => Err(wrong::<B, Self>()),
        }
    }

    /// A counter leaves, or the division with all its counters.
    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { impossible(self, choice) };
        let entry = &play.game.scenario.withdrawal[usize::from(self.entry)];
        let own = play.game.division(play.state, entry);
        let leaving = if own.contains(&unit) { own } else { Given::from_slice(&[unit]) };
        let cels = play.game.cels_of(play.state, &leaving) as u8;
        for unit in leaving {
            play.game.remove(play.state, unit, kursk!("R31"), play.log);
        }
        play.replace(Withdraw { entry: self.entry, left: self.left.saturating_sub(cels) });
        play.game.settle_withdrawal(play.state);
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        ask_left("prompt.withdraw", self.left)
    }
}

/// Who loses the levels that must be given up (K-R32).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attrition {
    /// How many.
    pub left: u8,
}

impl<B: Book> Decide<Wb95<B>> for Attrition {
    const ID: &'static str = "attrition";
    const WRONG: Wrong = (kursk!("R32"), "no.removals-first");

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.units(game.units_of(state, game.active(state)).map(|(unit, _)| unit));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_take_attrition(at.state, unit),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { impossible(self, choice) };
        play.game.take_attrition(play.state, unit, play.log);
        play.replace(Attrition { left: self.left - 1 });
        play.game.settle_attrition(play.state, play.log);
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        ask_left("prompt.attrition", self.left)
    }
}
