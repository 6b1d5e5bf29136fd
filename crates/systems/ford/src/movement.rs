//! Movement (2.1).

use crate::attack::Attack;
use crate::rules::Ford;
use crate::state::{State, side_of, units_of};
use crate::{DONE, ROLL};
use board::{Side, UnitId};
use engine::view::{Offer, Owed};
use engine::{Asked, At, Choice, Choices, Decide, Event, EventKind, Moved, No, Play, Text, Wrong};
use hex::{HexId, Mp};
use serde::{Deserialize, Serialize};

impl Ford {
    /// The hexes that a unit may go to or attack (2.1).
    pub(crate) fn targets(&self, state: &State, unit: UnitId) -> impl Iterator<Item = HexId> {
        let around = state.unit(unit).hex.into_iter().flat_map(|hex| self.map.grid.around(hex));
        around.filter(move |&to| state.unit_at(to).is_none_or(|u| side_of(u) != side_of(unit)))
    }
}

/// The phasing side moves its units, one after another (2.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Movement;

impl Decide<Ford> for Movement {
    const ID: &'static str = "move";
    const WRONG: Wrong = (rule!("1.1"), "no.stage");

    fn decider(&self, _: &Ford, state: &State) -> Side {
        state.phasing
    }

    fn list(&self, game: &Ford, state: &State, _: &mut (), out: &mut Choices) {
        let ready = units_of(state.phasing).filter(|&u| !state.unit(u).done);
        out.units(ready.filter(|&u| game.targets(state, u).next().is_some()));
        out.add(DONE);
    }

    fn may(&self, at: At<'_, Ford>, choice: Choice) -> Result<(), No> {
        match choice {
            _ if at.choices.contains(choice) => Ok(()),
            Choice::Unit(unit) => Err(No::new(rule!("2.1"), "no.unit").unit(unit)),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, Ford>, _: &(), choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.ask(Moving { unit }),
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, Ford>) -> Asked {
        let (asked, movers) = (Asked::from(Text::new("prompt.move")), at.choices.units_len());
        if movers == 0 { asked } else { asked.fact(Text::new("prompt.left").n(movers as i64)) }
    }

    fn reminders(&self, at: At<'_, Ford>) -> Vec<Owed> {
        let movers = at.choices.all_units().collect();
        Owed::of_units("remind.move", rule!("2.1"), movers).into_iter().collect()
    }

    fn ordered(&self, _: At<'_, Ford>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        is_on("hold").then_some(DONE)
    }
}

/// Where the unit in hand goes, or whom it attacks (2.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moving {
    pub(crate) unit: UnitId,
}

impl Decide<Ford> for Moving {
    const ID: &'static str = "moving";
    const WRONG: Wrong = (rule!("1.1"), "no.stage");
    const PASSES: bool = false;

    fn decider(&self, _: &Ford, state: &State) -> Side {
        state.phasing
    }

    fn list(&self, game: &Ford, state: &State, _: &mut (), out: &mut Choices) {
        out.hexes(game.targets(state, self.unit));
    }

    fn may(&self, at: At<'_, Ford>, choice: Choice) -> Result<(), No> {
        let from = at.state.unit(self.unit).hex;
        let is_near = |hex| from.is_some_and(|from| at.game.map.grid.adjacent(from, hex));
        let no = |text, hex| Err(No::new(rule!("2.1"), text).unit(self.unit).hex(hex));
        match choice {
            Choice::Hex(_) if at.choices.contains(choice) => Ok(()),
            Choice::Hex(hex) if is_near(hex) => no("no.own", hex),
            Choice::Hex(hex) => no("no.far", hex),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, Ford>, _: &(), choice: Choice) {
        let Choice::Hex(to) = choice else { engine::impossible(self, choice) };
        let unit = self.unit;
        if let Some(enemy) = play.state.unit_at(to) {
            return play.replace(Attack { unit, enemy });
        }
        let counter = play.state.unit_mut(unit);
        let from = counter.hex.replace(to);
        counter.done = true;
        play.close();
        play.log.say(|| {
            let text = Text::new("event.moved").unit(unit).hex(to);
            let path = from.into_iter().chain([to]).collect();
            let event = Event::new(EventKind::Moved, rule!("2.1"), text).unit(unit).hex(to);
            Event { moves: vec![Moved { unit, path }], ..event }
        });
    }

    fn prompt(&self, _: At<'_, Ford>) -> Asked {
        Text::new("prompt.pick").unit(self.unit).into()
    }

    fn picked(&self, _: &Ford, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }

    fn offer(&self, at: At<'_, Ford>, choice: Choice) -> Offer {
        let Choice::Hex(to) = choice else { engine::impossible(self, ROLL) };
        let path = at.state.unit(self.unit).hex.into_iter().chain([to]).collect();
        Offer { cost: Some(Mp::ONE), path, ..Offer::plain(choice) }
    }
}
