//! Positions of case files, and questions about them.

use crate::movement::Movement;
use crate::rules::Ford;
use crate::state::{State, all_units};
use board::{Side, UnitId};
use engine::case::{Arrange, ArrangedUnit, Arrangement};
use engine::{FixedDice, Flow, Log, Rules};

/// What cards both sides hold where a case says nothing: the lowest three.
const HAND: u8 = 0b1110;

impl Arrange for Ford {
    fn arrange(&self, arrangement: &Arrangement) -> Result<(Ford, State), String> {
        let (map, drawn) = arrangement.build_map(&self.map)?;
        let game = Ford { map, ..self.clone() };
        let dice = FixedDice::new([1; 12]);
        let mut state = Rules::start(self, &mut dice.clone(), &mut Log::silent());
        all_units().for_each(|unit| state.unit_mut(unit).hex = None);
        (state.hands.a, state.hands.b) = (HAND, HAND);
        for unit in &arrangement.units {
            let place = drawn.iter().find(|(word, _)| *word == unit.id).map(|(_, hex)| *hex);
            let hex = match place {
                Some(hex) => hex,
                None => game.map.grid.parse(&unit.at).map_err(|error| error.to_string())?,
            };
            game.arrange_unit(&mut state, unit, hex)?;
        }
        game.arrange_phase(&mut state, arrangement)?;
        Ok((game, state))
    }

    fn ask(&self, state: &State, question: &str) -> Option<String> {
        match question.split(' ').collect::<Vec<_>>()[..] {
            ["turn"] => Some(state.turn.to_string()),
            ["strength", unit] => {
                let unit = self.find_unit(state, unit)?;
                Some(state.unit(unit).strength.to_string())
            }
            ["left", side] => Some(state.left(self.side_called(side)?).to_string()),
            _ => None,
        }
    }
}

impl Ford {
    fn side_called(&self, name: &str) -> Option<Side> {
        Side::named(name, [&self.sides[0].id, &self.sides[1].id])
    }

    fn arrange_unit(
        &self,
        state: &mut State,
        unit: &ArrangedUnit,
        hex: hex::HexId,
    ) -> Result<(), String> {
        let id: Option<UnitId> = self.find_unit(state, &unit.id);
        let counter = state.unit_mut(id.ok_or_else(|| format!("unknown unit \"{}\"", unit.id))?);
        counter.hex = Some(hex);
        for (key, value) in &unit.values {
            match (key.as_str(), value.as_integer(), value.as_bool()) {
                ("strength", Some(n), _) => {
                    let most = i64::from(self.tables.strength_max);
                    let fits = u8::try_from(n).ok().filter(|_| (1..=most).contains(&n));
                    counter.strength =
                        fits.ok_or_else(|| format!("strength {n} is not 1 to {most}"))?;
                }
                ("shown", _, Some(is)) => counter.shown = is,
                ("done", _, Some(is)) => counter.done = is,
                _ => return Err(format!("units: \"{key}\" is not understood")),
            }
        }
        Ok(())
    }

    /// `phase = "red move"` lets a side move; nothing else than the turn can be said besides.
    fn arrange_phase(&self, state: &mut State, arrangement: &Arrangement) -> Result<(), String> {
        for (key, value) in &arrangement.with {
            match (key.as_str(), value.as_str(), value.as_integer()) {
                ("phase", Some(phase), _) => {
                    let side = phase.strip_suffix(" move").and_then(|name| self.side_called(name));
                    let side = side.ok_or_else(|| format!("unknown phase \"{phase}\""))?;
                    state.open.clear();
                    (state.first, state.phasing, state.moved) = (side, side, 1);
                    state.ask(Movement);
                }
                ("turn", _, Some(n)) => {
                    let turn = u8::try_from(n).ok().filter(|turn| (1..=self.turns).contains(turn));
                    state.turn = turn.ok_or_else(|| format!("there is no turn {n}"))?;
                }
                _ => return Err(format!("with: \"{key}\" is not understood")),
            }
        }
        Ok(())
    }
}
