//! Fortified lines [19]: hexsides of the map that protect one side.

use crate::book::Book;
use crate::combat::Shift;
use crate::game::Wb95;
use crate::state::{Combat, State};
use board::{Map, Side, UnitId};
use engine::Text;
use hex::{Direction, HexId, HexSet};

/// The lines as they lie on the map.
#[derive(Clone, Debug)]
pub struct Lines {
    /// For every hexside of a line the hex that it protects.
    inside: Vec<HexId>,
    /// The hexes with at least one such side.
    pub(crate) hexes: HexSet,
}

impl Lines {
    /// Reads the hexsides `fortified-line`. Of the two hexes of a side that one is protected which lies in a region
    /// `inside-...` to which the other does not belong.
    pub fn new(map: &Map) -> Lines {
        let mut lines = Lines {
            inside: vec![HexId::NONE; map.grid.sides_len()],
            hexes: HexSet::new(map.grid.len()),
        };
        let Some(kind) = map.side_kind("fortified-line") else { return lines };
        let regions: Vec<&HexSet> = map
            .region_names()
            .filter(|n| n.starts_with("inside-"))
            .filter_map(|n| map.region(n))
            .collect();
        for hex in map.grid.hexes() {
            for direction in Direction::ALL {
                let side = map.grid.side(hex, direction);
                let Some(other) = map.grid.neighbour(hex, direction) else { continue };
                let protects = |r: &&HexSet| r.contains(hex) && !r.contains(other);
                if map.side_has(side, kind) && regions.iter().any(protects) {
                    lines.inside[side.index()] = hex;
                    lines.hexes.insert(hex);
                }
            }
        }
        lines
    }
}

impl<B: Book> Wb95<B> {
    /// Whose lines they are; `None` in a game without them.
    pub fn line_owner(&self) -> Option<Side> {
        self.side_named(&self.tables.variant.fortified_lines.as_ref()?.side)
    }

    /// Whether a line runs between two hexes.
    pub fn line_between(&self, from: HexId, to: HexId) -> bool {
        let side = self.map.grid.side_between(from, to);
        self.tables.variant.fortified_lines.is_some()
            && side.is_some_and(|s| self.lines.inside[s.index()].is_some())
    }

    /// Whether a unit attacks a hex across its line from outside, against those whom the line protects [19.1.1] (K-R61).
    pub fn attacks_across_line(&self, state: &State<B>, unit: UnitId, hex: HexId) -> bool {
        if self.line_owner() != Some(self.side(unit).other()) {
            return false;
        }
        let at = state.position.hex(unit);
        let side = at.and_then(|at| self.map.grid.side_between(at, hex));
        side.is_some_and(|s| self.lines.inside[s.index()] == hex)
    }

    /// What the line gives the defender of a hex: the better of it and of field fortifications (K-R11).
    pub fn line_shift(&self, state: &State<B>, combat: &Combat, hex: HexId) -> Option<Shift> {
        let rules = self.tables.variant.fortified_lines.as_ref()?;
        if !self.is_line_hex(hex) {
            return None;
        }
        let defender = self.active(state).other();
        let field = self.field_cm(state, hex);
        let dug = if state.forts[defender].contains(hex) { field } else { 0 };
        let (columns, rule) = match self.line_owner() == Some(defender) {
            false => (rules.cm_other_side, rule!(B, "19.1.4")),
            true if !self.most_cross_the_line(state, combat, hex) => (field, kursk!("R11")), // as in FF
            true if self.regular_sp(state, hex) <= rules.small_sp => {
                (rules.cm_small, rule!(B, "19.1.3"))
            }
            true => (rules.cm, rule!(B, "19.1.2")),
        };
        Some(match dug > columns {
            true => self.field_shift(defender, dug),
            false => Shift::new(defender, columns, Text::new("odds.fortified-line"), rule),
        })
    }

    /// Whether more than half of the attackers' strength comes across the line (K-R10, K-R68).
    fn most_cross_the_line(&self, state: &State<B>, combat: &Combat, hex: HexId) -> bool {
        let sp = |across: Option<bool>| -> u16 {
            let units = combat
                .attackers
                .iter()
                .filter(|&&u| across.is_none_or(|a| self.attacks_across_line(state, u, hex) == a));
            units.map(|&u| self.attack_of(state, u, combat.full.contains(&u))).sum()
        };
        2 * sp(Some(true)) > sp(None)
    }
}
