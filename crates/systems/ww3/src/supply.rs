//! Supply (chapter 12): levels, one die for surrender, factions that need none.
//!
//! 14.1 why a unit has no line · 14.2.1 first level · 14.2.6 surrender · 14.2.7 and 14.2.8 supply returns

use crate::{Game, State, Ww3};
use board::{Side, UnitId};
use engine::{Cited, Dice, Event, EventKind, Log, Rule, Text};
use hex::HexSet;
use wb95::counters::Cause;
use wb95::state::Mark;
use wb95::supply_why::Past;

/// Hexes that are closed to a side's lines of supply whoever stands there [17.2.4.1] [NUC-6].
pub(crate) fn cut_hexes(state: &State, side: Side, barred: &mut HexSet) {
    for &hex in &state.own.spec[side.other()].cutting {
        barred.insert(hex);
    }
    for contaminated in &state.own.contaminated {
        barred.insert(contaminated.hex);
    }
}

impl Ww3 {
    /// Whether a unit needs no supply (R40).
    pub fn is_exempt(&self, unit: UnitId) -> bool {
        self.factions[usize::from(self.faction[unit.index()])].exempt
    }

    /// The Supply Phase of a side: all lines first, then the rolls (12.3).
    pub fn judge(
        &self,
        game: &Game,
        state: &mut State,
        side: Side,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let map = game.supply_map(state, side);
        let units: Vec<UnitId> = game.units_of(state, side).map(|(u, _)| u).collect();
        let (mut cut, past) = (Vec::new(), Past::default());
        for &unit in &units {
            let supplied = self.is_exempt(unit) || game.is_traced(state, &map, unit);
            state.position.set_mark(unit, Mark::Supplied, supplied);
            match (supplied, state.oos[unit.index()]) {
                (true, 0) => {}
                (true, _) => self.set_level(state, unit, 0, log, |state| {
                    let hex = state.position.hex(unit).expect("who is judged is on the map");
                    let line = game.rules_of_line(state, &map, side, hex);
                    [rule!("14.2.7"), rule!("14.2.8")].into_iter().chain(line).collect()
                }),
                (false, 0) => self.set_level(state, unit, 1, log, |state| {
                    [rule!("14.2.1"), self.why_cut(game, state, &past, unit)].into()
                }),
                (false, _) => cut.push(unit),
            }
        }
        game.say_supply(state, side, &units, log);
        for unit in cut {
            self.test_surrender(game, state, unit, dice, log);
        }
    }

    /// Why a unit has no line: special forces on it [17.2.4.1], or what the core says.
    fn why_cut(&self, game: &Game, state: &State, past: &Past, unit: UnitId) -> Rule {
        let side = game.side(unit);
        let Some(hex) = state.position.hex(unit) else { return rule!("14.1.1") };
        if !state.own.spec[side.other()].cutting.is_empty() {
            let mut uncut = state.clone();
            uncut.own.spec[side.other()].cutting.clear();
            if game.is_traced(&uncut, &game.supply_map(&uncut, side), unit) {
                return rule!("17.2.4.1");
            }
        }
        game.why_no_line(state, past, unit, hex)
    }

    fn set_level(
        &self,
        state: &mut State,
        unit: UnitId,
        level: u8,
        log: &mut Log,
        rules: impl FnOnce(&State) -> Cited,
    ) {
        state.oos[unit.index()] = level;
        log.say(|| {
            let id = if level == 0 { "event.supplied" } else { "event.unsupplied" };
            let text = Text::new(id).unit(unit).n(level);
            let event = Event::new(EventKind::Supplied, rule!("14.2.1"), text).unit(unit);
            Event { rules: rules(state), ..event }
        });
    }

    /// One die below the level: the unit is removed, but never on the highest roll [14.2.6]. Otherwise its level rises.
    fn test_surrender(
        &self,
        game: &Game,
        state: &mut State,
        unit: UnitId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let level = u16::from(state.oos[unit.index()]);
        let roll = dice.roll(6);
        let surrenders = roll < level && roll != self.tables.surrender_never_on;
        log.say(|| {
            let id = if surrenders { "event.surrender-fails" } else { "event.surrender-holds" };
            let text = Text::new(id).unit(unit).n(roll);
            let text = text.with("level", engine::Arg::Number(level.into()));
            Event::new(EventKind::Rolled, rule!("14.2.6"), text)
                .unit(unit)
                .rolled(&[roll], roll as i16)
        });
        if surrenders {
            game.eliminate(state, unit, Cause::Surrender, log);
            return;
        }
        let step = game.tables.core.oos_step_per_unsupplied_phase;
        let next = state.oos[unit.index()].saturating_add(step);
        self.set_level(state, unit, next, log, |_| rule!("14.2.6").into());
    }
}
