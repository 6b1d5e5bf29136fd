//! Stored states: whether one from outside can be carried on.
//!
//! Only final states are stored, for the next scenario of a campaign. What is carried over is
//! checked; open decisions and the combat in hand are not, because nothing is ever taken from them.

use crate::book::Book;
use crate::game::Wb95;
use crate::state::State;
use board::Side;

/// More than any count of strikes, turns or points reaches; so they can be added in a byte.
const COUNT_MAX: u8 = 100;

impl<B: Book> Wb95<B> {
    /// Whether what a final state hands on is whole: every list has its length, every id names
    /// something. The reason if not.
    pub(crate) fn stored_fits(&self, state: &State<B>) -> Result<(), String> {
        let (units, grid) = (self.roster.len(), &self.map.grid);
        state.position.fits(grid, units)?;
        let by_unit = [state.oos.len(), state.disorganised.len(), state.waited.len()];
        let bridges = self.ground.bridges.len();
        let by_bridge = [state.bridges.len(), state.broken.len()];
        if by_unit.iter().any(|n| *n != units) || by_bridge.iter().any(|n| *n != bridges) {
            return Err(String::from("a list is longer or shorter than the game's"));
        }
        if state.built.iter().any(|side| side.index() >= grid.sides_len()) {
            return Err(String::from("a new bridge lies on no hexside of the map"));
        }
        let forts = |side: Side| state.forts[side].is_over(grid.len());
        if !Side::BOTH.into_iter().all(forts) {
            return Err(String::from("fortifications lie on no hex of the map"));
        }
        self.counters_fit(state)?;
        if state.turn > COUNT_MAX {
            return Err(String::from("a count is higher than any game reaches"));
        }
        B::fits(self, &state.own)
    }

    fn counters_fit(&self, state: &State<B>) -> Result<(), String> {
        for unit in self.roster.units() {
            let steps = state.position.steps(unit);
            let Some(hex) = state.position.hex(unit) else {
                match steps <= self.class(unit).cels {
                    true => continue,
                    false => return Err(format!("{} has {steps} CELs", self.roster.unit(unit).id)),
                }
            };
            if !(1..=self.class(unit).cels).contains(&steps) {
                return Err(format!("{} has {steps} CELs", self.roster.unit(unit).id));
            }
            if state.position.stack(hex).any(|u| self.side(u) != self.side(unit)) {
                return Err(format!("units of both sides are in {}", self.map.grid.number(hex)));
            }
        }
        Ok(())
    }
}
