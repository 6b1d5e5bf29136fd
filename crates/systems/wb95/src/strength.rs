//! What a counter, and what flies, is worth in combat [5.1.7] [10.2.3] [8.2].

use crate::book::Book;
use crate::game::Wb95;
use crate::state::{Mission, MissionKind, State};
use board::{Side, UnitId};
use hex::HexId;

impl<B: Book> Wb95<B> {
    /// What a unit attacks with [5.6.4] [10.2.2] (R11).
    pub fn attack_of(&self, state: &State<B>, unit: UnitId, full: bool) -> u16 {
        let printed = self.class(unit).attack_with(state.position.steps(unit));
        let fit = if state.disorganised[unit.index()] > 0 { half(printed) } else { printed };
        if state.oos[unit.index()] > 0 && !full { half(fit) } else { fit }
    }

    /// What a unit defends with: out of supply it does so fully [10.2.2].
    pub fn defence_of(&self, state: &State<B>, unit: UnitId) -> u16 {
        let printed = self.class(unit).defence_with(state.position.steps(unit));
        if state.disorganised[unit.index()] > 0 { half(printed) } else { printed }
    }

    /// The strength of a mission.
    pub fn mission_sp(&self, mission: &Mission) -> u16 {
        mission.counters.iter().map(|&u| self.class(u).strength(1)).sum()
    }

    /// The strength of a side's air missions of a kind that lie on these hexes.
    pub fn air_strength(
        &self,
        state: &State<B>,
        side: Side,
        kind: MissionKind,
        hexes: &[HexId],
    ) -> u16 {
        let on = |m: &&crate::state::Mission| {
            m.side == side && m.kind == kind && !state.secret && hexes.contains(&m.hex)
        };
        state.missions.iter().filter(on).map(|m| self.mission_sp(m)).sum()
    }
}

/// Half of a whole number, rounded up [1.7].
pub const fn half(n: u16) -> u16 {
    n.div_ceil(2)
}
