//! Supply lines (7.2, 7.3).
//!
//! 7.21 German sources · 7.22 Soviet sources · 7.24 counting · 7.31 lines · 7.32 rear lines · 7.34 starting in a zone

use crate::class::{Formation, GERMAN, Kind, SOVIET};
use crate::game::LastStand;
use crate::state::{Mark, REBUILT_FACE, State};
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

/// How a line may pass a hex (7.31).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passage {
    /// Through it.
    Open,
    /// Only to its end: an enemy zone that no friend negates.
    End,
    /// Not at all.
    Closed,
}

/// How lines of a side may pass the hexes of the board at one moment.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    side: Side,
    hexes: Vec<Passage>,
}

impl Lines {
    /// No hexes, for a side.
    pub(crate) fn nowhere(side: Side) -> Lines {
        Lines { side, hexes: Vec::new() }
    }

    fn is_open(&self, hex: HexId) -> bool {
        self.hexes[hex.index()] == Passage::Open
    }
}

impl LastStand {
    /// Whether a friendly unit other than those `without` stands in a hex; it negates enemy zones there (4.27).
    pub fn has_friend(&self, state: &State, side: Side, hex: HexId, without: &[UnitId]) -> bool {
        self.holds(state, side, hex) && state.position.stack(hex).any(|u| !without.contains(&u))
    }

    /// Whether a line may pass through a hex: no enemy units, no enemy zone that no friend negates (7.31).
    pub fn is_open(&self, state: &State, side: Side, hex: HexId, without: &[UnitId]) -> bool {
        !self.holds(state, side.other(), hex)
            && (!self.in_enemy_zone(state, side, hex) || self.has_friend(state, side, hex, without))
    }

    /// How lines of a side may pass each hex now; units `without` count as not there.
    pub(crate) fn lines(&self, state: &State, side: Side, without: &[UnitId]) -> Lines {
        let mut lines = Lines::nowhere(side);
        self.look_at_lines(state, without, &mut lines);
        lines
    }

    /// The same into room that is used again.
    pub(crate) fn look_at_lines(&self, state: &State, without: &[UnitId], lines: &mut Lines) {
        let side = lines.side;
        lines.hexes.clear();
        lines.hexes.extend(self.map.grid.hexes().map(
            |h| match self.in_enemy_zone(state, side, h) {
                true => Passage::End,
                false => Passage::Open,
            },
        ));
        for unit in state.position.units() {
            let Some(hex) = state.position.hex(unit) else { continue };
            let passage = &mut lines.hexes[hex.index()];
            if self.side(unit) != side {
                *passage = Passage::Closed;
            } else if !without.contains(&unit) {
                *passage = Passage::Open;
            }
        }
    }

    /// The hexes to which a line of at most `range` hexes can be traced from sources, each with what it counts
    /// already. A hex in an enemy zone can be the end of a line: the unit there negates it.
    pub(crate) fn traced(
        &self,
        lines: &Lines,
        sources: impl IntoIterator<Item = (HexId, Mp)>,
        range: Option<u16>,
    ) -> HexSet {
        let grid = &self.map.grid;
        let (budget, step) = match range {
            Some(range) => (Mp::whole(range), Mp::ONE),
            None => (Mp::ONE, Mp::ZERO),
        };
        with_paths(grid, |paths| {
            paths.search_many(grid, sources, budget, |from, direction, to| {
                match lines.hexes[to.index()] {
                    _ if self.is_lake(from, direction) => Entry::Closed,
                    Passage::Closed => Entry::Closed,
                    Passage::Open => Entry::Through(step),
                    Passage::End => Entry::Stop(step),
                }
            });
            HexSet::of(grid.len(), paths.reached().iter().copied())
        })
    }

    /// The edge hexes that can be the end of a line (R43).
    fn ends<'a>(
        &self,
        lines: &'a Lines,
        edge: &'a HexSet,
    ) -> impl Iterator<Item = (HexId, Mp)> + 'a {
        edge.iter().filter(|&h| lines.is_open(h)).map(|h| (h, Mp::ZERO))
    }

    /// The hexes that have a rear line to an edge: along roads, for Soviets railways too (7.32).
    pub(crate) fn rear(&self, state: &State, lines: &Lines, edge: &HexSet) -> HexSet {
        let grid = &self.map.grid;
        with_paths(grid, |paths| {
            let sources = self.ends(lines, edge);
            paths.search_many(grid, sources, Mp::ONE, |from, direction, to| {
                match lines.is_open(to)
                    && self.has_rear_link(state, lines.side, from, direction)
                    && !self.is_lake(from, direction)
                {
                    true => Entry::Through(Mp::ZERO),
                    false => Entry::Closed,
                }
            });
            HexSet::of(grid.len(), paths.reached().iter().copied())
        })
    }

    /// Whether a Soviet rear line reaches a hex (7.32).
    pub(crate) fn has_rear_line(&self, state: &State, hex: HexId) -> bool {
        let lines = self.lines(state, SOVIET, &[]);
        self.rear(state, &lines, &self.soviet_edges(state)).contains(hex)
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
        let lines = self.lines(state, GERMAN, without);
        match formation {
            Some(formation) => {
                let edge = &self.edges.formations[usize::from(formation.0)];
                let rear = self.rear(state, &lines, edge);
                self.formation_supply(state, &lines, formation, &rear)
            }
            None => self.edge_supply(&lines),
        }
    }

    /// The hexes within reach of any German edge (7.27).
    pub(crate) fn edge_supply(&self, lines: &Lines) -> HexSet {
        let ends = self.ends(lines, &self.edges.german);
        self.traced(lines, ends, Some(self.tables.supply.german_range))
    }

    /// The hexes in which units of a formation are in supply, given what has a rear line (7.21).
    pub(crate) fn formation_supply(
        &self,
        state: &State,
        lines: &Lines,
        formation: Formation,
        rear: &HexSet,
    ) -> HexSet {
        let edge = &self.edges.formations[usize::from(formation.0)];
        let trains = self.supply_units(state, formation).filter(|&(_, hex)| rear.contains(hex));
        let sources = self.ends(lines, edge).chain(trains.map(|(_, hex)| (hex, Mp::ZERO)));
        self.traced(lines, sources, Some(self.tables.supply.german_range))
    }

    /// The hexes within range of supply units of a formation that have no rear line themselves (7.15).
    pub(crate) fn cut_off_supply(
        &self,
        state: &State,
        lines: &Lines,
        formation: Formation,
        rear: &HexSet,
    ) -> HexSet {
        let trains = self.supply_units(state, formation).filter(|&(_, hex)| !rear.contains(hex));
        let sources = trains.map(|(_, hex)| (hex, Mp::ZERO));
        self.traced(lines, sources, Some(self.tables.supply.german_range))
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
        let lines = self.lines(state, SOVIET, without);
        let rear = self.rear(state, &lines, edge);
        self.soviet_field(state, &lines, edge, &rear)
    }

    /// The same, given what has a rear line.
    pub(crate) fn soviet_field(
        &self,
        state: &State,
        lines: &Lines,
        edge: &HexSet,
        rear: &HexSet,
    ) -> HexSet {
        let headquarters = self.headquarters(state).filter(|&(hex, _)| rear.contains(hex));
        let sources = self.ends(lines, edge).chain(headquarters);
        self.traced(lines, sources, Some(self.tables.supply.soviet_range))
    }

    /// The headquarters that can supply, each with what a line from it counts already (7.53).
    pub(crate) fn headquarters<'a>(
        &'a self,
        state: &'a State,
    ) -> impl Iterator<Item = (HexId, Mp)> + 'a {
        let table = &self.tables.supply;
        self.units_of(state, SOVIET)
            .filter(|&(u, _)| self.kind(u) == Kind::Headquarters && !state.has(u, Mark::Disrupted))
            .map(|(u, hex)| match state.position.face(u) == REBUILT_FACE {
                true => (hex, Mp::whole(table.soviet_range.saturating_sub(table.rebuilt_range))),
                false => (hex, Mp::ZERO),
            })
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
        let lines = self.lines(state, side, &[]);
        self.traced(&lines, self.ends(&lines, &edge), None)
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
