//! Stacking (4.1).

use crate::desk::Desk;
use crate::game::LastStand;
use crate::no::ensure;
use crate::objectives::refused;
use crate::state::{Fate, State};
use board::{Side, UnitId};
use engine::view::Owed;
use engine::{Asked, At, Choice, Choices, Decide, Flow, No, Play, Text, Wrong};
use hex::HexId;
use serde::{Deserialize, Serialize};

impl LastStand {
    /// What the units of a hex count (4.12)-(4.14).
    pub fn stacked(&self, state: &State, hex: HexId) -> u16 {
        state.position.stack(hex).map(|u| u16::from(self.facts(u).stacking)).sum()
    }

    /// Whether a hex holds more than the limit.
    pub fn is_overstacked(&self, state: &State, hex: HexId) -> bool {
        self.stacked(state, hex) > u16::from(self.tables.stacking.limit)
    }

    /// Whether there is room for a unit in a hex, its own presence there aside.
    pub fn has_room(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        self.has_room_for(state, &[unit], hex)
    }

    /// Whether there is room for several units in a hex.
    pub fn has_room_for(&self, state: &State, units: &[UnitId], hex: HexId) -> bool {
        let others = state.position.stack(hex).filter(|u| !units.contains(u));
        let there: u16 = others.map(|u| u16::from(self.facts(u).stacking)).sum();
        let new: u16 = units.iter().map(|&u| u16::from(self.facts(u).stacking)).sum();
        new == 0 || there + new <= u16::from(self.tables.stacking.limit)
    }

    /// The first side with an overstacked hex (4.11).
    pub fn overstacked_side(&self, state: &State) -> Option<Side> {
        let hex = self.map.grid.hexes().find(|&h| self.is_overstacked(state, h))?;
        self.holder(state, hex)
    }

    /// Whether the opponent may pick a unit as excess (4.17).
    pub fn is_excess(&self, state: &State, side: Side, unit: UnitId) -> Result<(), No> {
        let no = No::new(rule!("4.17"), "no.not-excess");
        ensure(self.exists(unit) && self.side(unit) == side, no)?;
        let hex = state.position.hex(unit).ok_or(no)?;
        ensure(
            self.facts(unit).stacking > 0,
            No::new(rule!("4.13"), "no.does-not-count").unit(unit),
        )?;
        ensure(self.is_overstacked(state, hex), no.unit(unit))
    }

    /// Opens the choice of excess units if a hex is overstacked.
    pub fn check_stacking(&self, state: &mut State) {
        if let Some(side) = self.overstacked_side(state) {
            state.ask(Overstacked { side });
        }
    }

    /// The hexes of a side that hold more than the limit (4.11).
    pub fn overstacked_hexes(&self, state: &State, side: Side) -> Vec<HexId> {
        let own = |h: &HexId| self.holder(state, *h) == Some(side);
        self.map.grid.hexes().filter(|&h| self.is_overstacked(state, h)).filter(own).collect()
    }

    /// What the enemy would thin out if the step ended now (4.17).
    pub(crate) fn stacking_reminder(&self, state: &State) -> Option<Owed> {
        let hexes = self.overstacked_hexes(state, state.phase.side());
        Owed::of_hexes("remind.overstacked", rule!("4.17"), hexes)
    }
}

/// The opponent chooses the excess units that are eliminated (4.17).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Overstacked {
    /// Whose units.
    pub side: Side,
}

impl Decide<LastStand> for Overstacked {
    const ID: &'static str = "overstacked";
    const WRONG: Wrong = (rule!("4.17"), "no.choose-excess");

    fn decider(&self, _: &LastStand, _: &State) -> Side {
        self.side.other()
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let open = play.game.overstacked_side(play.state) == Some(self.side);
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        out.units(game.roster.units().filter(|&u| game.is_excess(state, self.side, u).is_ok()));
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.is_excess(at.state, self.side, unit),
            _ => refused(self, at, choice),
        }
    }

    /// An excess unit is eliminated for good (4.17) (8.25).
    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { engine::impossible(self, choice) };
        play.game.eliminate(play.state, unit, Fate::Overstacked, play.dice, play.log);
    }

    fn prompt(&self, at: At<'_, LastStand>) -> Asked {
        let hexes = at.game.overstacked_hexes(at.state, self.side);
        Text::new("prompt.overstacked").side(self.side).hexes(&hexes).into()
    }
}
