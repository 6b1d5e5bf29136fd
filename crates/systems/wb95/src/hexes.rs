//! What lies on a hex and holds it: stacks and their limit [3.2.1], control [4.3], bridges [14.1], fortifications [7.1.11] [7.2].
//!
//! Everything here asks; what changes a stack is in `counters`.

use crate::book::Book;
use crate::game::Wb95;
use crate::state::{State, TRANSPORT};
use board::{Control, Side, UnitId};
use hex::{Direction, HexId, SideId};

impl<B: Book> Wb95<B> {
    /// Whether a side has a unit in a hex.
    #[inline]
    pub fn holds(&self, state: &State<B>, side: Side, hex: HexId) -> bool {
        self.holder(state, hex) == Some(side)
    }

    /// The side whose units are in a hex: stacks are never mixed [3.1.8].
    #[inline]
    pub fn holder(&self, state: &State<B>, hex: HexId) -> Option<Side> {
        state.position.stack(hex).next().map(|u| self.side(u))
    }

    /// Whether a hex has room for so many CELs more.
    pub fn has_room(&self, state: &State<B>, hex: HexId, cels: u8) -> bool {
        self.cels_in(state, hex) + u16::from(cels) <= self.tables.core.stack_limit
    }

    /// The CELs of a hex [3.2.1]: every counter those it has left, an HQ one [3.2.2].
    pub fn cels_in(&self, state: &State<B>, hex: HexId) -> u16 {
        state.position.stack(hex).map(|u| u16::from(state.position.steps(u))).sum()
    }

    /// Whether towed artillery lies on its combat side [6.2.2]; other units are always ready.
    pub fn is_deployed(&self, state: &State<B>, unit: UnitId) -> bool {
        !(self.class(unit).is_towed_artillery() && state.position.face(unit) == TRANSPORT)
    }

    /// Whether a hex is controlled by a side.
    pub fn controls(&self, state: &State<B>, side: Side, hex: HexId) -> bool {
        state.position.control(hex) == Control::By(side)
    }

    /// Whether a regular unit is in a hex.
    pub fn has_regular(&self, state: &State<B>, hex: HexId) -> bool {
        state.position.stack(hex).any(|u| self.class(u).is_regular())
    }

    /// Whether a unit may stand on a hex with those that are there.
    pub fn may_share(&self, state: &State<B>, unit: UnitId, hex: HexId) -> bool {
        B::may_share(self, state, unit, hex).is_ok()
    }

    /// Whether a hex is fortified for its holder: field fortifications, a fixed position [7.1.11] [7.2.5], or a fortified
    /// line (K-R11).
    pub fn is_fortified(&self, state: &State<B>, side: Side, hex: HexId) -> bool {
        state.forts[side].contains(hex) || self.is_fixed_position(hex) || self.is_line_hex(hex)
    }

    /// Whether a hex is a fixed position: one of its sides is printed as one [7.2.1].
    pub fn is_fixed_position(&self, hex: HexId) -> bool {
        Direction::ALL.into_iter().any(|d| self.ground.side(self.map.grid.side(hex, d)).fixed)
    }

    /// Whether a hex lies behind a line: units there are fortified (K-R11).
    pub fn is_line_hex(&self, hex: HexId) -> bool {
        self.tables.variant.fortified_lines.is_some() && self.lines.hexes.contains(hex)
    }

    /// Whether a route across a hexside can be followed: there is no water, or its bridge stands.
    #[inline]
    pub fn is_open_route(&self, state: &State<B>, side: SideId) -> bool {
        self.ground.bridge(side).is_none_or(|b| !state.broken[b])
    }

    /// Whether a bridge leads across a hexside [5.3.5].
    pub fn is_bridged(&self, state: &State<B>, side: SideId) -> bool {
        state.built.contains(&side) || self.ground.bridge(side).is_some_and(|b| !state.broken[b])
    }

    /// The CELs that a list of units has left.
    pub fn cels_of(&self, state: &State<B>, units: &[UnitId]) -> u16 {
        units.iter().map(|&u| u16::from(state.position.steps(u))).sum()
    }
}
