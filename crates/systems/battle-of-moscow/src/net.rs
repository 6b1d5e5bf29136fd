//! Railways and roads as nets, and the lines that are a side's [RR-1] [RR-2].

use crate::class::{GERMAN, RUSSIAN};
use crate::game::BattleOfMoscow;
use crate::state::State;
use board::{Control, Side, UnitId};
use engine::No;
use hex::{Directions, HexId, HexSet};

/// What supply and trains run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Net {
    /// Railways.
    Rails,
    /// Roads.
    Roads,
}

impl BattleOfMoscow {
    /// Whether a rail hex is free for a side: no enemy unit, no enemy zone [RR-1] [RR-2].
    fn is_free_rail(&self, state: &State, side: Side, hex: HexId) -> bool {
        let passage =
            !self.switches.rail_needs_passage || state.position.control(hex) == Control::By(side);
        self.is_free(state, side, hex) && passage
    }

    /// Whether a hex is free of enemy units and zones, full forts not excepted: those free units,
    /// not lines.
    pub fn is_free(&self, state: &State, side: Side, hex: HexId) -> bool {
        self.holder(state, hex) != Some(side.other()) && !state.position.in_zone(side.other(), hex)
    }

    /// The hexes that hang together with the sources along a net, through hexes that pass the test.
    pub fn linked(
        &self,
        net: Net,
        sources: impl IntoIterator<Item = HexId>,
        mut test: impl FnMut(HexId) -> bool,
    ) -> HexSet {
        let mut found = HexSet::new(self.map.grid.len());
        let mut open: Vec<HexId> = Vec::new();
        for hex in sources {
            if found.insert(hex) {
                open.push(hex);
            }
        }
        while let Some(hex) = open.pop() {
            for next in self.along(net, hex) {
                if !found.contains(next) && test(next) {
                    found.insert(next);
                    open.push(next);
                }
            }
        }
        found
    }

    /// The rail hexes traced to the side's map edge [RR-1]: supply travels on them [SUP-1].
    pub fn edge_rails(&self, state: &State, side: Side) -> HexSet {
        let edge = if side == GERMAN { &self.regions.west_edge } else { &self.regions.east_edge };
        let free = |hex| self.is_free_rail(state, side, hex);
        let sources = edge.iter().filter(|&h| self.is_on(Net::Rails, h) && free(h));
        self.linked(Net::Rails, sources, free)
    }

    /// The rail hexes traced to one of the two great cities, unless the Germans are in it.
    pub fn city_rails(&self, state: &State, city: HexId) -> HexSet {
        let sources = (!self.is_german_occupied(state, city)).then_some(city);
        self.linked(Net::Rails, sources, |h| self.is_free_rail(state, RUSSIAN, h))
    }

    /// The rail hexes friendly to a side for riding [RR-1].
    pub fn friendly_rails(&self, state: &State, side: Side) -> HexSet {
        let mut rails = self.edge_rails(state, side);
        if side == RUSSIAN {
            rails.union_with(&self.city_rails(state, self.places.moscow));
            rails.union_with(&self.city_rails(state, self.places.leningrad));
        }
        rails
    }

    /// Whether the line in a hex, if there is one, is friendly to the unit's side [RR-1]; own units
    /// and full forts do not free it of an enemy zone [RR-2].
    pub fn is_friendly_rail(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let side = self.side(state, unit);
        let line = self.is_on(Net::Rails, hex);
        if !line || self.friendly_rails(state, side).contains(hex) {
            return Ok(());
        }
        let held = self.holder(state, hex) == Some(side) || self.is_full_fort(hex);
        let rule = match held && state.position.in_zone(side.other(), hex) {
            true => rule!("RR-2"),
            false => rule!("RR-1"),
        };
        Err(No::new(rule, "no.line-not-friendly").unit(unit).hex(hex))
    }

    /// The hexes to which a net leads from a hex.
    #[inline]
    pub(crate) fn along(&self, net: Net, hex: HexId) -> impl Iterator<Item = HexId> + use<> {
        let neighbours = self.map.grid.neighbours(hex);
        let led = self.made.nets[net as usize][hex.index()];
        led.iter().map(move |direction| neighbours[direction.index()])
    }

    /// Whether a hex is on a net.
    pub(crate) fn is_on(&self, net: Net, hex: HexId) -> bool {
        self.made.nets[net as usize][hex.index()] != Directions::NONE
    }
}
