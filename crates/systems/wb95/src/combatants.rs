//! Who takes part in a combat [5.1] [5.2].

use crate::book::Book;
use crate::game::Wb95;
use crate::state::{Combat, Hexes, Mark, Mission, MissionKind, State};
use board::{Side, UnitId};
use hex::HexId;

impl<B: Book> Wb95<B> {
    /// The hexes that are attacked from.
    pub fn attacking_hexes(&self, state: &State<B>, combat: &Combat) -> Hexes {
        let mut hexes: Hexes =
            combat.attackers.iter().filter_map(|&u| state.position.hex(u)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// Whether a regular unit that has not fought yet is in a hex (R81).
    pub fn has_fresh_regular(&self, state: &State<B>, hex: HexId) -> bool {
        let mut stack = state.position.stack(hex);
        stack.any(|u| self.class(u).is_regular() && !state.position.has_mark(u, Mark::Fought))
    }

    /// Fortification units that defend in fortifications on one of these hexes; only the hex that
    /// counts is asked in the end (K-R70).
    pub fn fortification_users<'a>(
        &'a self,
        state: &'a State<B>,
        combat: &'a Combat,
        hexes: &'a [HexId],
    ) -> impl Iterator<Item = UnitId> + 'a {
        self.defenders(state, combat).filter(move |&u| {
            let hex = state.position.hex(u).filter(|h| hexes.contains(h));
            self.class(u).fortification
                && !state.position.has_mark(u, Mark::Fought)
                && hex.is_some_and(|h| self.is_fortified(state, self.side(u), h))
        })
    }

    /// Where a unit fought.
    pub fn fought_on(&self, combat: &Combat, side: Side, unit: UnitId) -> Option<HexId> {
        combat.direct[side].iter().find(|(u, _)| *u == unit).map(|(_, h)| *h)
    }

    /// The units of a side that share the results and still live.
    pub fn sharers(&self, state: &State<B>, combat: &Combat, side: Side) -> Vec<UnitId> {
        let all = combat.direct[side].iter().map(|(u, _)| *u);
        all.filter(|&u| state.position.hex(u).is_some()).collect()
    }

    /// All counters on the defending hexes.
    pub fn defenders<'a>(
        &self,
        state: &'a State<B>,
        combat: &'a Combat,
    ) -> impl Iterator<Item = UnitId> + 'a {
        combat.hexes.iter().flat_map(|&h| state.position.stack(h))
    }

    /// Whether an air counter supports the attack in hand and may use its star in it [21.1.1].
    pub fn flies_over(&self, state: &State<B>, combat: &Combat, side: Side, unit: UnitId) -> bool {
        let supports = |m: &Mission| {
            m.side == side
                && m.kind == MissionKind::Offensive
                && combat.hexes.contains(&m.hex)
                && m.counters.contains(&unit)
        };
        self.tables.variant.air.star_cm > 0 && !state.secret && state.missions.iter().any(supports)
    }
}
