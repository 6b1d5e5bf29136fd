//! Disorganisation (chapter 14): one chart for all, a step for the second time, recovery.
//!
//! 18.1.2 the chart · 18.2.2 recovery (R72) · 18.3 disorganised again

use crate::{Game, State, Ww3};
use board::UnitId;
use engine::{Event, EventKind, Log, Text};
use wb95::counters::Cause;
use wb95::state::{FROM_AIR, Phase};

impl Ww3 {
    /// Whether a roll of two dice disorganises [18.1.2] (R24).
    pub fn fails(&self, roll: u16) -> bool {
        self.tables.disorganised_on.contains(&roll)
    }

    /// Whether a unit has been disorganised already by what is in hand: once is enough (R24).
    pub fn is_shaken(&self, state: &State, unit: UnitId) -> bool {
        state.own.shaken.contains(&unit)
    }

    /// A unit is disorganised; if it was so before by something else it loses a CEL [18.3].
    pub fn disorganise(&self, game: &Game, state: &mut State, unit: UnitId, log: &mut Log) {
        if self.is_shaken(state, unit) || state.position.hex(unit).is_none() {
            return;
        }
        state.own.shaken.push(unit);
        let again = state.disorganised[unit.index()] > 0;
        state.disorganised[unit.index()] = state.disorder_clock();
        if again {
            log.say(|| {
                let text = Text::new("event.disorganised-again").unit(unit);
                Event::new(EventKind::Changed, rule!("18.3"), text).unit(unit)
            });
            game.reduce(state, unit, Cause::Combat, log);
            return;
        }
        log.say(|| {
            let text = Text::new("event.disorganised").unit(unit);
            Event::new(EventKind::Changed, rule!("18.1.1"), text).unit(unit)
        });
    }

    /// Who recovers at the end of a phase [18.2.2]: those disorganised from the air at the end of
    /// that Air Phase, the enemy's, if nothing has happened to them for a turn; all others at the
    /// end of an own Combat Phase before whose Movement Phase nothing has happened to them.
    pub fn recover(&self, game: &Game, state: &mut State, log: &mut Log) {
        let now = state.clock();
        let movement = now - Phase::Combat as u16 + Phase::Movement as u16;
        for unit in game.roster.units() {
            let disorder = state.disorganised[unit.index()];
            if disorder == 0 {
                continue;
            }
            let (since, by_air) = (disorder & !FROM_AIR, disorder & FROM_AIR > 0);
            let own = game.side(unit) == game.active(state);
            let quiet = match state.phase {
                Phase::Air => by_air && !own && since + 12 <= now,
                Phase::Combat => !by_air && own && since < movement,
                _ => false,
            };
            if quiet {
                state.disorganised[unit.index()] = 0;
                log.say(|| {
                    let text = Text::new("event.recovered").unit(unit);
                    Event::new(EventKind::Changed, rule!("18.2.2"), text).unit(unit)
                });
            }
        }
    }
}
