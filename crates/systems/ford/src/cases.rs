//! Positions of case files, and questions about them.

use crate::movement::Movement;
use crate::rules::Ford;
use crate::state::{Counter, State, all_units};
use engine::case::{Arrange, ArrangedUnit, Arrangement, With, ask_map};
use engine::{FixedDice, Flow, Log, Rules, SideInfo};

/// What cards both sides hold where a case says nothing: the lowest three.
const HAND: u8 = 0b1110;

impl Arrange for Ford {
    fn arrange(&self, arrangement: &Arrangement) -> Result<(Ford, State), String> {
        let (map, drawn) = arrangement.build_map(&self.map)?;
        let game = Ford { map, ..self.clone() };
        let mut state = Rules::start(self, &mut FixedDice::new([1; 12]), &mut Log::silent());
        all_units().for_each(|unit| state.unit_mut(unit).hex = None);
        (state.hands.a, state.hands.b) = (HAND, HAND);
        let find = |unit: &ArrangedUnit| {
            let found = self.find_unit(&state, &unit.id);
            found.ok_or_else(|| format!("unknown unit \"{}\"", unit.id))
        };
        for (unit, arranged, drawn) in arrangement.counters(&drawn, find)? {
            let at = || game.map.grid.parse(&arranged.at).map_err(|error| error.to_string());
            state.unit_mut(unit).hex = Some(drawn.map_or_else(at, Ok)?);
            game.arrange_unit(state.unit_mut(unit), arranged)?;
        }
        game.arrange_phase(&mut state, With::of(arrangement))?;
        Ok((game, state))
    }

    fn ask(&self, state: &State, question: &str) -> Option<String> {
        let words: Vec<&str> = question.split(' ').collect();
        match words[..] {
            ["turn"] => Some(state.turn.to_string()),
            ["strength", unit] => {
                let unit = self.find_unit(state, unit)?;
                Some(state.unit(unit).strength.to_string())
            }
            ["left", side] => Some(state.left(SideInfo::named(&self.sides, side)?).to_string()),
            _ => ask_map(&self.map, &words),
        }
    }
}

impl Ford {
    fn arrange_unit(&self, counter: &mut Counter, unit: &ArrangedUnit) -> Result<(), String> {
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
    fn arrange_phase(&self, state: &mut State, with: With<'_>) -> Result<(), String> {
        with.check_keys(|key| ["phase", "turn"].contains(&key), "phase, turn")?;
        if let Some(phase) = with.text("phase")? {
            let name = phase.strip_suffix(" move");
            let side = name.and_then(|name| SideInfo::named(&self.sides, name));
            let side = side.ok_or_else(|| format!("unknown phase \"{phase}\""))?;
            state.open.clear();
            (state.first, state.phasing, state.moved) = (side, side, 1);
            state.ask(Movement);
        }
        if let Some(turn) = with.number("turn")? {
            let fits = (1..=self.turns).contains(&turn);
            state.turn = fits.then_some(turn).ok_or_else(|| format!("there is no turn {turn}"))?;
        }
        Ok(())
    }
}
