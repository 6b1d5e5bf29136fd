//! Railways [RR].

use crate::class::{GERMAN, Kind, RUSSIAN};
use crate::game::BattleOfMoscow;
use crate::movement::{Destination, Way};
use crate::state::{Impulse, NEW, RODE, State};
use board::{Control, LinkKind, Side, UnitId, with_paths};
use engine::No;
use hex::{Direction, Entry, HexId, HexSet, Mp};

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

    /// The hexes that hang together with the sources along links of a kind, through hexes that pass the test.
    pub fn linked(
        &self,
        kind: LinkKind,
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
            for (direction, next) in Direction::ALL.into_iter().zip(self.map.grid.neighbours(hex)) {
                let goes_on = next.is_some()
                    && self.map.leads(hex, direction, kind)
                    && !found.contains(next)
                    && test(next);
                if goes_on {
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
        let sources = edge.iter().filter(|&h| self.map.on_link(h, self.ground.railway) && free(h));
        self.linked(self.ground.railway, sources, free)
    }

    /// The rail hexes traced to one of the two great cities, unless the Germans are in it.
    pub fn city_rails(&self, state: &State, city: HexId) -> HexSet {
        let sources = (!self.is_german_occupied(state, city)).then_some(city);
        self.linked(self.ground.railway, sources, |h| self.is_free_rail(state, RUSSIAN, h))
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
        let line = self.map.on_link(hex, self.ground.railway);
        if !line || self.friendly_rails(state, side).contains(hex) {
            return Ok(());
        }
        let held = self.holder(state, hex) == Some(side) || self.is_full_fort(hex);
        let rule = match held && state.position.in_zone(side.other(), hex) {
            true => "RR-2",
            false => "RR-1",
        };
        Err(No::new(rule, "no.line-not-friendly").unit(unit).hex(hex))
    }

    /// Whether a unit may ride at all in this impulse [RR-3] [RR-4].
    pub fn may_ride(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if state.impulse() == Impulse::Second {
            return no("RR-3", "no.rail-second-impulse");
        }
        if matches!(self.kind(state, unit), Kind::Replacement | Kind::Partisan) {
            return no("RR-3", "no.rail-kind");
        }
        let quota = match state.active {
            Side::A => self.tables.rail.german_units,
            Side::B => self.tables.rail.russian_units,
        };
        // The limit is one of units: who rides already may change trains.
        let counts = !state.position.has_mark(unit, NEW) && !state.position.has_mark(unit, RODE);
        if state.railed >= quota && counts {
            return Err(No::new("RR-3", "no.rail-quota").unit(unit).n(i32::from(quota)));
        }
        Ok(())
    }

    /// Where a unit can get by rail: to a friendly rail hex, along it, and on with what is left, never through
    /// an enemy zone [RR-4] [RR-5].
    pub fn rides(&self, state: &State, unit: UnitId, at: HexId, left: Mp) -> Vec<Destination> {
        let side = self.side(state, unit);
        let rails = self.friendly_rails(state, side);
        let grid = &self.map.grid;
        let walk = |from, direction, to| self.ride_step(state, unit, from, direction, to);
        with_paths(grid, |to_line| {
            to_line.search(grid, at, left, walk);
            let boarding: Vec<(HexId, Mp)> = to_line
                .reached()
                .iter()
                .filter(|&&h| rails.contains(h))
                .filter_map(|&h| Some((h, to_line.cost(h)?)))
                .collect();
            with_paths(grid, |line| {
                line.search_many(grid, boarding, left, |from, direction, to| {
                    let runs =
                        rails.contains(to) && self.map.leads(from, direction, self.ground.railway);
                    if runs { Entry::Through(Mp::ZERO) } else { Entry::Closed }
                });
                let stations: Vec<(HexId, Mp)> =
                    line.reached().iter().filter_map(|&h| Some((h, line.cost(h)?))).collect();
                with_paths(grid, |onward| {
                    onward.search_many(grid, stations, left, walk);
                    let mut found: Vec<Destination> = Vec::new();
                    for &hex in onward.reached() {
                        let Some(cost) = onward.cost(hex) else { continue };
                        // A train that saves nothing is no train.
                        let saves = to_line.cost(hex).is_none_or(|on_foot| cost < on_foot);
                        if !saves || hex == at || self.may_stop(state, unit, at, hex, true).is_err()
                        {
                            continue;
                        }
                        let mut path: Vec<HexId> = onward.path_to(hex).collect();
                        let station = path.last().copied().unwrap_or(hex);
                        path.extend(line.path_to(station).skip(1));
                        let boarded = path.last().copied().unwrap_or(hex);
                        path.extend(to_line.path_to(boarded).skip(1));
                        path.reverse();
                        found.push(Destination { hex, cost, stops: false, way: Way::Rail, path });
                    }
                    found.sort_unstable_by_key(|d| d.hex);
                    found
                })
            })
        })
    }

    /// A step of a unit that rides in this impulse: as any, but never into an enemy zone [RR-5].
    fn ride_step(
        &self,
        state: &State,
        unit: UnitId,
        from: HexId,
        direction: Direction,
        to: HexId,
    ) -> Entry {
        match self.step(state, unit, from, direction, to, true) {
            Ok((cost, _)) => Entry::Through(cost),
            Err(_) => Entry::Closed,
        }
    }
}
