//! Paratroops [PTR].

use crate::class::{GERMAN, Kind, RUSSIAN};
use crate::desk::Desk;
use crate::game::BattleOfMoscow;
use crate::state::{Mark, OUT, State};
use board::{Side, UnitId};
use engine::{
    Asked, At, Choice, Choices, Decide, Event, EventKind, Flow, Log, No, Play, Text, Wrong,
};
use hex::HexId;
use serde::{Deserialize, Serialize};

impl BattleOfMoscow {
    /// Whether a paratroop unit may be dropped now [PTR-2].
    pub fn may_drop(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let no = |text| Err(No::new(rule!("PTR-2"), text).unit(unit));
        let table = &self.tables.paratroops;
        if self.kind(state, unit) != Kind::Paratroop || !self.is_due(state, unit) {
            return no("no.not-paratroops");
        }
        if !self.made.drops[state.weather.index()] {
            return no("no.drop-needs-snow");
        }
        if state.dropped >= table.units_a_turn {
            return no("no.second-drop");
        }
        match self.landings(state).next().is_some() {
            true => Ok(()),
            false => no("no.no-drop-hex"),
        }
    }

    /// Where dropped counters may land now.
    fn landings<'a>(&'a self, state: &'a State) -> impl Iterator<Item = HexId> + 'a {
        let zone = self.made.drop_zone.iter().copied();
        zone.filter(|&hex| self.may_land(state, hex).is_ok())
    }

    /// Whether a dropped counter may land in a hex [PTR-2].
    pub fn may_land(&self, state: &State, hex: HexId) -> Result<(), No> {
        let no = |text| Err(No::new(rule!("PTR-2"), text).hex(hex));
        let table = &self.tables.paratroops;
        self.is_drop_ground(hex).or_else(no)?;
        if self.is_german_occupied(state, hex) || state.position.in_zone(GERMAN, hex) {
            return no("no.drop-enemy");
        }
        let near = self
            .map
            .grid
            .within(hex, table.from_a_russian_unit)
            .any(|h| state.position.stack(h).any(|u| self.is_russian_on_map(state, u)));
        if near { Ok(()) } else { no("no.drop-far-from-units") }
    }

    /// Whether the map lets counters land in a hex, and if not, why.
    pub(crate) fn is_drop_ground(&self, hex: HexId) -> Result<(), &'static str> {
        let (terrain, ground) = (self.map.terrain(hex), &self.ground);
        let far = self.map.grid.distance(hex, self.places.moscow);
        if terrain == ground.gulf {
            Err("no.drop-gulf")
        } else if terrain == ground.forest || terrain == ground.hills {
            Err("no.drop-rough")
        } else if self.map.has(hex, ground.city) {
            Err("no.drop-city")
        } else if far > self.tables.paratroops.from_moscow {
            Err("no.drop-far-from-moscow")
        } else {
            Ok(())
        }
    }

    /// A Russian unit that was on the map before the drop.
    fn is_russian_on_map(&self, state: &State, unit: UnitId) -> bool {
        self.side(state, unit) == RUSSIAN && !state.position.has_mark(unit, Mark::Dropped)
    }

    /// A dropped counter lands [PTR-2]; after the last one the unit is gone for good.
    pub fn land(&self, state: &mut State, dropped: &Drop, hex: HexId, log: &mut Log) {
        let &Drop { unit, left } = dropped;
        let counter = self.spawn(state, self.partisan, hex);
        state.position.set_mark(counter, Mark::Dropped, true);
        self.pass_through(state, counter, hex, log);
        log.say(|| {
            let text = Text::new("event.landed").unit(unit).hex(hex);
            Event::new(EventKind::Placed, rule!("PTR-2"), text).unit(counter).hex(hex)
        });
        if left > 1 {
            state.ask(Drop { unit, left: left - 1 });
        } else {
            self.put(state, unit, OUT);
            state.dropped += 1;
        }
    }
}

/// Where the next counter of a dropped unit lands [PTR-2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Drop {
    /// The paratroop unit.
    pub unit: UnitId,
    /// The counters still to land.
    pub left: u8,
}

impl Decide<BattleOfMoscow> for Drop {
    const ID: &'static str = "drop";
    const WRONG: Wrong = (rule!("SEQ-2"), "no.choose-hex");

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, _: &mut Desk, out: &mut Choices) {
        out.hexes(game.landings(state));
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_land(at.state, hex),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        let Choice::Hex(hex) = choice else { engine::impossible(self, choice) };
        play.close();
        play.game.land(play.state, self, hex, play.log);
    }

    fn prompt(&self, _: At<'_, BattleOfMoscow>) -> Asked {
        Text::new("prompt.drop").n(self.left).into()
    }

    fn picked(&self, _: &BattleOfMoscow, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }
}
