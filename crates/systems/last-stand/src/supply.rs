//! Supply lines (7.2, 7.3).
//!
//! 7.21 German sources · 7.22 Soviet sources · 7.24 counting · 7.31 lines · 7.32 rear lines · 7.34 starting in a zone

use crate::class::{Formation, GERMAN, Kind, SOVIET};
use crate::game::LastStand;
use crate::state::{DISRUPTED, REBUILT_FACE, State};
use board::{Side, UnitId, with_paths};
use hex::{Entry, HexId, HexSet, Mp};

/// The Soviet edges to which a line may run (10.16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Edge {
    /// East, and in January the new strip: without a quota (R41).
    Free,
    /// North.
    North,
    /// South.
    South,
}

impl Edge {
    /// All of them.
    pub const ALL: [Edge; 3] = [Edge::Free, Edge::North, Edge::South];
}

impl LastStand {
    /// Whether a friendly unit other than those `without` stands in a hex; it negates enemy zones there (4.27).
    pub fn has_friend(&self, state: &State, side: Side, hex: HexId, without: &[UnitId]) -> bool {
        self.holds(state, side, hex) && state.position.stack(hex).any(|u| !without.contains(&u))
    }

    /// Whether a line may pass through a hex: no enemy units, no enemy zone that no friend negates (7.31).
    pub fn is_open(&self, state: &State, side: Side, hex: HexId, without: &[UnitId]) -> bool {
        !self.holds(state, side.other(), hex)
            && (!self.is_zoned(state, side, hex) || self.has_friend(state, side, hex, without))
    }

    /// The hexes to which a line of at most `range` hexes can be traced from sources, each with what it counts
    /// already. A hex in an enemy zone can be the end of a line: the unit there negates it.
    pub fn traced(
        &self,
        state: &State,
        side: Side,
        sources: impl IntoIterator<Item = (HexId, Mp)>,
        range: Option<u16>,
        without: &[UnitId],
    ) -> HexSet {
        let grid = &self.map.grid;
        let (budget, step) = match range {
            Some(range) => (Mp::whole(range), Mp::ONE),
            None => (Mp::ONE, Mp::ZERO),
        };
        with_paths(grid, |paths| {
            paths.search_many(grid, sources, budget, |from, direction, to| {
                if self.is_lake(from, direction) || self.holds(state, side.other(), to) {
                    return Entry::Closed;
                }
                match self.is_open(state, side, to, without) {
                    true => Entry::Through(step),
                    false => Entry::Stop(step),
                }
            });
            HexSet::of(grid.len(), paths.reached().iter().copied())
        })
    }

    /// The edge hexes that can be the end of a line (R43).
    pub fn ends<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        edge: &'a HexSet,
        without: &'a [UnitId],
    ) -> impl Iterator<Item = (HexId, Mp)> + 'a {
        edge.iter().filter(move |&h| self.is_open(state, side, h, without)).map(|h| (h, Mp::ZERO))
    }

    /// The hexes that have a rear line to an edge: along roads, for Soviets railways too (7.32).
    pub fn rear(&self, state: &State, side: Side, edge: &HexSet, without: &[UnitId]) -> HexSet {
        let grid = &self.map.grid;
        with_paths(grid, |paths| {
            let sources = self.ends(state, side, edge, without);
            paths.search_many(grid, sources, Mp::ONE, |from, direction, to| {
                let linked = self.has_rear_link(state, side, from, direction);
                match linked
                    && !self.is_lake(from, direction)
                    && self.is_open(state, side, to, without)
                {
                    true => Entry::Through(Mp::ZERO),
                    false => Entry::Closed,
                }
            });
            HexSet::of(grid.len(), paths.reached().iter().copied())
        })
    }

    /// The supply units of a formation on the map.
    pub fn supply_units<'a>(
        &'a self,
        state: &'a State,
        formation: Formation,
    ) -> impl Iterator<Item = (UnitId, HexId)> + 'a {
        self.units_of(state, GERMAN).filter(move |&(u, _)| {
            let facts = self.facts(u);
            facts.kind == Kind::Supply && facts.formation == Some(formation)
        })
    }

    /// The hexes in which units of a formation are in supply (7.21); without one: within reach of any German
    /// edge (7.27).
    pub fn german_supply(
        &self,
        state: &State,
        formation: Option<Formation>,
        without: &[UnitId],
    ) -> HexSet {
        let range = Some(self.tables.supply.german_range);
        let Some(formation) = formation else {
            let ends = self.ends(state, GERMAN, &self.edges.german, without);
            return self.traced(state, GERMAN, ends, range, without);
        };
        let edge = &self.edges.formations[usize::from(formation.0)];
        let rear = self.rear(state, GERMAN, edge, without);
        let trains = self
            .supply_units(state, formation)
            .filter(|&(_, hex)| rear.contains(hex))
            .map(|(_, hex)| (hex, Mp::ZERO));
        let sources: Vec<(HexId, Mp)> =
            self.ends(state, GERMAN, edge, without).chain(trains).collect();
        self.traced(state, GERMAN, sources, range, without)
    }

    /// The hexes within range of supply units of a formation that have no rear line themselves (7.15).
    pub fn cut_off_supply(&self, state: &State, formation: Formation) -> HexSet {
        let edge = &self.edges.formations[usize::from(formation.0)];
        let rear = self.rear(state, GERMAN, edge, &[]);
        let trains: Vec<(HexId, Mp)> = self
            .supply_units(state, formation)
            .filter(|&(_, hex)| !rear.contains(hex))
            .map(|(_, hex)| (hex, Mp::ZERO))
            .collect();
        self.traced(state, GERMAN, trains, Some(self.tables.supply.german_range), &[])
    }

    /// A Soviet edge by its quota; the strip of January counts only then.
    pub fn soviet_edge(&self, state: &State, edge: Edge) -> HexSet {
        match edge {
            Edge::North => self.edges.north.clone(),
            Edge::South => self.edges.south.clone(),
            Edge::Free => {
                let mut free = self.edges.east.clone();
                if state.turn >= self.tables.special.january {
                    free.union_with(&self.edges.winter);
                }
                free
            }
        }
    }

    /// All Soviet edges.
    pub fn soviet_edges(&self, state: &State) -> HexSet {
        let mut all = self.edges.soviet.clone();
        if state.turn >= self.tables.special.january {
            all.union_with(&self.edges.winter);
        }
        all
    }

    /// The hexes in which Soviet units are in supply by the given edges (7.22).
    pub fn soviet_supply(&self, state: &State, edge: &HexSet, without: &[UnitId]) -> HexSet {
        let rear = self.rear(state, SOVIET, edge, without);
        let table = &self.tables.supply;
        let headquarters = self
            .units_of(state, SOVIET)
            .filter(|&(u, hex)| {
                self.kind(u) == Kind::Headquarters && !state.has(u, DISRUPTED) && rear.contains(hex)
            })
            .map(|(u, hex)| match state.position.face(u) == REBUILT_FACE {
                true => (hex, Mp::whole(table.soviet_range.saturating_sub(table.rebuilt_range))),
                false => (hex, Mp::ZERO),
            });
        let sources: Vec<(HexId, Mp)> =
            self.ends(state, SOVIET, edge, without).chain(headquarters).collect();
        self.traced(state, SOVIET, sources, Some(table.soviet_range), without)
    }

    /// The hexes in which a unit is in supply by its own sources.
    pub fn supply_of(&self, state: &State, unit: UnitId, without: &[UnitId]) -> HexSet {
        match self.side(unit) {
            GERMAN => self.german_supply(state, self.facts(unit).formation, without),
            SOVIET => self.soviet_supply(state, &self.soviet_edges(state), without),
        }
    }

    /// The hexes from which a line of any length reaches a friendly edge, for Germans of any formation (7.13).
    pub fn connected(&self, state: &State, side: Side) -> HexSet {
        let edge = match side {
            GERMAN => self.edges.german.clone(),
            SOVIET => self.soviet_edges(state),
        };
        let ends: Vec<(HexId, Mp)> = self.ends(state, side, &edge, &[]).collect();
        self.traced(state, side, ends, None, &[])
    }

    /// Units that need no supply (7.12).
    pub fn is_always_supplied(&self, unit: UnitId) -> bool {
        matches!(
            self.kind(unit),
            Kind::Supply | Kind::Headquarters | Kind::Garrison | Kind::Factory | Kind::Partisan
        )
    }

    /// Whether a unit would be in supply in a hex if it stood there: edge hexes of its own feed it at distance 0
    /// (R86).
    pub fn would_be_supplied(
        &self,
        state: &State,
        unit: UnitId,
        hex: HexId,
        field: &HexSet,
    ) -> bool {
        let own_edge = match (self.side(unit), self.facts(unit).formation) {
            (GERMAN, Some(f)) => self.edges.formations[usize::from(f.0)].contains(hex),
            (GERMAN, None) => self.edges.german.contains(hex),
            (SOVIET, _) => self.is_soviet_edge(state, hex),
        };
        field.contains(hex) || (own_edge && !self.holds(state, self.side(unit).other(), hex))
    }
}
