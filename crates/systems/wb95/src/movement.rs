//! Movement [3.1] and strategic movement [12].
//!
//! 3.1.5 cost within the allowance · 3.1.8 enemy hexes · 3.1.12 sums · 3.1.13 the cap of one step · 4.2.1 stopping ·
//! 4.2.3 one unit's zone · 4.2.6 leaving a zone · [CHART-2] the extra hex · 6.1.7 overrun · 12.2.1-3

use crate::class::Role;
use crate::game::Wb95;
use crate::state::{
    ACTIVATED, BARRAGED, FIRED, FOUGHT, FULL_MOVE, MARKED, MOVED, MissionKind, Phase, State,
};
use board::{Side, UnitId, with_paths};
use engine::No;
use hex::{Direction, Entry, HexId, Mp, SideId};

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it costs, capped [3.1.13].
    pub cost: Mp,
    /// Whether it ends the move [4.2.1].
    pub stops: bool,
    /// Whether it follows a secondary route.
    pub on_route: bool,
}

/// A hex that a unit can move to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The hex.
    pub hex: HexId,
    /// The total cost.
    pub cost: Mp,
    /// Whether the unit must stop there.
    pub stops: bool,
    /// Whether lone enemy counters are overrun there [6.1.7] [9.1.5].
    pub overruns: bool,
    /// Whether it is the extra hex of footnote 2.
    pub extra: bool,
    /// Whether every step follows a secondary route.
    pub on_route: bool,
    /// The path, both ends included.
    pub path: Vec<HexId>,
}

/// What a unit in hand has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// Movement points.
    pub mp: Mp,
    /// What it had at the start of the phase: no step costs more [3.1.13].
    pub cap: Mp,
    /// Whether it has spent anything in this phase.
    pub spent: bool,
    /// Whether it has kept to secondary routes [CHART-2].
    pub on_route: bool,
}

impl Wb95 {
    /// The movement points of a unit at the start of the phase [3.1.5], with all changes in their order (R80).
    pub fn allowance(&self, state: &State, unit: UnitId) -> Mp {
        self.allowance_of(state, unit, self.is_slowed(state, unit))
    }

    /// The same, `slow` for units whose points the scenario halves (K-R65).
    pub fn allowance_of(&self, state: &State, unit: UnitId, slow: bool) -> Mp {
        let mut points = u16::from(self.class(unit).mp);
        let halved = state.oos[unit.index()] > 0 && !state.position.has_mark(unit, FULL_MOVE);
        if halved {
            points = points.div_ceil(2); // [10.2.2] [1.7]
        }
        if slow {
            points = points.div_ceil(2);
        }
        if state.phase == Phase::Strategic {
            points = points.saturating_sub(self.tables.core.strategic_penalty); // [12.2.3]
        }
        if let Some(hex) = state.position.hex(unit) {
            points = points.saturating_sub(self.interdiction(state, self.side(unit), hex)); // [8.2.14]
        }
        Mp::whole(points)
    }

    /// How many movement disorganisation missions cover a hex [8.2.13] [8.2.15].
    pub fn interdiction(&self, state: &State, side: Side, hex: HexId) -> u16 {
        let covers = |m: &&crate::state::Mission| {
            m.kind == MissionKind::Interdiction
                && m.side != side
                && !state.secret
                && self.map.grid.distance(m.hex, hex) <= 1
        };
        state.missions.iter().filter(covers).count() as u16
    }

    /// Whether a unit may be picked in this Movement or Strategic Movement Phase.
    pub fn may_pick(&self, state: &State, unit: UnitId) -> Result<HexId, No> {
        if unit.index() >= self.roster.len() {
            return Err(No::new("3.1.3", "no.no-such-unit"));
        }
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if self.side(unit) != self.active(state) {
            return no("3.1.3", "no.not-yours");
        }
        let Some(hex) = state.position.hex(unit) else { return no("3.1.3", "no.off-map") };
        if matches!(self.role(unit), Role::Resilience | Role::Air) {
            return no("15.2.1", "no.never-moves");
        }
        if state.position.has_mark(unit, MOVED) {
            return no("3.1.3", "no.moved-already");
        }
        if state.modern().disrupted.contains(&unit) {
            return no("ww3:17.2.3.1", "no.disrupted");
        }
        if state.works.iter().any(|w| w.hq == unit) {
            return no("14.3.4", "no.builds-a-bridge");
        }
        match state.phase {
            // All that an army that waits may do is dig in (K-R73).
            _ if self.is_frozen(state, unit)
                && self.may_fortify(state, unit, hex, false).is_err() =>
            {
                no("R23", "no.frozen")
            }
            Phase::Strategic => self.may_pick_strategic(state, unit, hex),
            _ if state.position.has_mark(unit, BARRAGED) => no("6.5.5", "no.fired-barrage"),
            _ => Ok(hex),
        }
    }

    fn may_pick_strategic(&self, state: &State, unit: UnitId, hex: HexId) -> Result<HexId, No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let marks = &state.position;
        if !marks.has_mark(unit, MARKED) {
            return no("12.1.4", "no.not-marked");
        }
        if marks.has_mark(unit, ACTIVATED) {
            return no("12.1.2", "no.activated");
        }
        if marks.has_mark(unit, FOUGHT) || marks.has_mark(unit, FIRED) {
            return no("12.1.2", "no.fought");
        }
        if self.in_enemy_zone(state, self.side(unit), hex) {
            return no("12.2.1", "no.from-a-zone");
        }
        let deployed = self.is_deployed(state, unit) && self.class(unit).is_towed_artillery();
        match deployed && !self.book.guns_turn_in_strategic {
            true => no("6.2.3", "no.deployed"),
            false => Ok(hex),
        }
    }

    /// Whether the class and the set-up of a unit let it move at all [6.2.3].
    pub(crate) fn is_ready_to_move(&self, state: &State, unit: UnitId) -> Result<(), No> {
        if self.is_frozen(state, unit) {
            return Err(No::new("R23", "no.frozen").unit(unit));
        }
        let deployed = self.class(unit).is_towed_artillery() && self.is_deployed(state, unit);
        if deployed { Err(No::new("6.2.3", "no.deployed").unit(unit)) } else { Ok(()) }
    }

    /// What a step costs and whether it ends the move, or why it may not be made. The one source of truth for what is
    /// offered, for refusals and for the bots.
    pub fn step(
        &self,
        state: &State,
        unit: UnitId,
        from: HexId,
        direction: Direction,
        to: HexId,
        cap: Mp,
    ) -> Result<Step, No> {
        let side = self.side(unit);
        if self.holder(state, to) == Some(side.other()) {
            return Err(No::new("3.1.8", "no.enemy-there").unit(unit).hex(to));
        }
        self.step_onto(state, unit, from, direction, to, cap)
    }

    /// The same, whoever is in the hex.
    fn step_onto(
        &self,
        state: &State,
        unit: UnitId,
        from: HexId,
        direction: Direction,
        to: HexId,
        cap: Mp,
    ) -> Result<Step, No> {
        let side = self.side(unit);
        if let Some(enemy) = self.pinning(state, side, from, to) {
            return Err(No::new("4.2.3", "no.same-zone").unit(unit).hex(to).other(enemy));
        }
        let stops = self.in_enemy_zone(state, side, to);
        if stops && state.phase == Phase::Strategic {
            return Err(No::new("12.2.2", "no.into-a-zone").unit(unit).hex(to));
        }
        if self.ww3.as_ref().is_some_and(|w| w.is_contaminated(state, to)) {
            return Err(No::new("NUC-6", "no.contaminated").unit(unit).hex(to));
        }
        if !self.may_cross(unit, self.map.grid.side(from, direction)) {
            return Err(No::new("R34", "no.river-forbidden").unit(unit).hex(to));
        }
        let Some((mut cost, routed)) = self.ground_cost(state, unit, from, direction, to) else {
            return Err(No::new("3.1.13", "no.closed").unit(unit).hex(to));
        };
        let on_route = routed && self.is_secondary(unit, self.map.grid.side(from, direction));
        let mut extra = self.interdiction(state, side, to);
        if self.in_enemy_zone(state, side, from) {
            extra += self.tables.core.zoc_exit_cost;
        }
        cost += Mp::whole(extra);
        Ok(Step { cost: cost.min(cap), stops, on_route })
    }

    /// The cost of the ground alone: the route if there is one with its bridge, else the hex and the hexside.
    pub fn ground_cost(
        &self,
        state: &State,
        unit: UnitId,
        from: HexId,
        direction: Direction,
        to: HexId,
    ) -> Option<(Mp, bool)> {
        if self.ww3.as_ref().is_some_and(|w| w.is_contaminated(state, to)) {
            return None; // [NUC-6]
        }
        let column = self.class(unit).movement.column();
        let side = self.map.grid.side(from, direction);
        let crossing = self.ground.side(side);
        if !self.may_cross(unit, side) {
            return None;
        }
        if self.is_open_route(state, side)
            && let Some(cost) = crossing.road[column]
        {
            return Some((cost, true));
        }
        let hex = self.ground.hex(to);
        let water = match state.built.contains(&side) {
            true => Some(Mp::ZERO),
            false => crossing.cost[column],
        };
        match hex.cost[column] {
            Some(cost) => water.map(|w| (cost + w, false)),
            None if self.class(unit).is_hq() && hex.rough => {
                let rough = Mp::whole(self.tables.core.hq_rough_entry_cost); // [9.1.3]
                water.map(|w| (rough + w, false)) // [3.1.12]
            }
            None => None,
        }
    }

    /// What it costs to overrun what is in a hex beyond the terrain, if it can be: lone towed artillery [6.1.7] and lone
    /// headquarters [9.1.5].
    pub fn overrun_cost(&self, state: &State, unit: UnitId, hex: HexId) -> Option<Mp> {
        let side = self.side(unit);
        if !self.may_overrun(state, unit, hex) {
            return None;
        }
        let costs = |&u: &UnitId| self.book.hq_costs_overrun || self.class(u).is_towed_artillery();
        let guns = state.position.stack(hex).filter(costs).count();
        let core = &self.tables.core;
        let mut points = core.overrun_cost_per_artillery * guns as u16;
        if guns > 0 && self.is_fortified(state, side.other(), hex) {
            points += core.overrun_cost_fortified_extra;
        }
        Some(Mp::whole(points))
    }

    /// Whether a unit may overrun what is in a hex: nothing but lone guns and headquarters of the enemy, and known to be that.
    /// What a mask hides is not overrun before its type is told [16.1.4] (R88; R49 of WW3).
    pub fn may_overrun(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        let side = self.side(unit);
        self.class(unit).is_regular()
            && self.is_lone(state, side.other(), hex)
            && self.knows_types(state, side, hex)
    }

    /// Whether a hex holds counters of a side, but only towed artillery and headquarters.
    pub fn is_lone(&self, state: &State, side: Side, hex: HexId) -> bool {
        self.holds(state, side, hex)
            && state.position.stack(hex).all(|u| matches!(self.role(u), Role::Artillery | Role::Hq))
    }

    /// Where a unit can go with what it has left, in the order of the hexes.
    pub fn destinations(
        &self,
        state: &State,
        unit: UnitId,
        at: HexId,
        left: Left,
    ) -> Vec<Destination> {
        if self.is_ready_to_move(state, unit).is_err() {
            // Towed guns in combat set-up may shift a single hex ([8.6.7] of WW3).
            let shifts = self.book.guns_shift && !left.spent;
            return if shifts { self.single_steps(state, unit, at) } else { Vec::new() };
        }
        if left.cap == Mp::ZERO {
            return if left.spent { Vec::new() } else { self.single_steps(state, unit, at) };
        }
        let mut found = self.marches(state, unit, at, left);
        self.add_extra_hexes(state, unit, at, left, &mut found);
        found
            .retain(|d| self.may_share(state, unit, d.hex) && self.can_be_relieved(state, unit, d));
        found.sort_unstable_by_key(|d| d.hex);
        found
    }

    /// A unit may end above the limit only while another of that hex can still leave it [3.2.1]
    /// (R79).
    fn can_be_relieved(&self, state: &State, unit: UnitId, destination: &Destination) -> bool {
        let hex = destination.hex;
        if destination.overruns {
            return true;
        }
        let fits = self.has_room(state, hex, state.position.steps(unit));
        let leaves = |u: UnitId| !self.is_frozen(state, u) && self.may_pick(state, u).is_ok();
        fits || state.position.stack(hex).any(|u| u != unit && leaves(u))
    }

    /// A unit without movement points makes one step [3.1.13] (R80).
    fn single_steps(&self, state: &State, unit: UnitId, at: HexId) -> Vec<Destination> {
        let neighbours = self.map.grid.neighbours(at);
        let mut found: Vec<Destination> = Direction::ALL
            .into_iter()
            .filter_map(|d| {
                let hex = neighbours[d.index()].some()?;
                let step = self.step(state, unit, at, d, hex, Mp::ZERO).ok()?;
                self.may_share(state, unit, hex).then_some(())?;
                Some(Destination {
                    hex,
                    cost: Mp::ZERO,
                    stops: true,
                    overruns: false,
                    extra: false,
                    on_route: step.on_route,
                    path: vec![at, hex],
                })
            })
            .collect();
        found.sort_unstable_by_key(|d| d.hex);
        found
    }

    fn marches(&self, state: &State, unit: UnitId, at: HexId, left: Left) -> Vec<Destination> {
        let grid = &self.map.grid;
        with_paths(grid, |paths| {
            paths.search(grid, at, left.mp, |from, direction, to| {
                match self.step(state, unit, from, direction, to, left.cap) {
                    Ok(step) if step.stops => Entry::Stop(step.cost),
                    Ok(step) => Entry::Through(step.cost),
                    Err(_) => Entry::Closed,
                }
            });
            let safer = self.ways_off_mines(state, unit, at, left.cap, paths);
            let mut found: Vec<Destination> = Vec::new();
            for &hex in paths.reached() {
                let Some(cost) = paths.cost(hex) else { continue };
                if hex != at {
                    let mut path: Vec<HexId> = match &safer {
                        Some(before) => {
                            std::iter::successors(Some(hex), |h| before[h.index()].some()).collect()
                        }
                        None => paths.path_to(hex).collect(),
                    };
                    path.reverse();
                    let on_route = left.on_route && self.follows_secondary(state, unit, &path);
                    let stops = paths.stops_at(hex);
                    let (overruns, extra) = (false, false);
                    found.push(Destination { hex, cost, stops, overruns, extra, on_route, path });
                }
                if !paths.stops_at(hex) {
                    self.overruns_from(state, unit, at, hex, left, paths, &mut found);
                }
            }
            found
        })
    }

    /// Overruns from a hex that was reached: the movement points must do for the terrain and the overrun together.
    #[allow(clippy::too_many_arguments)] // one place of the search, split from it for length
    fn overruns_from(
        &self,
        state: &State,
        unit: UnitId,
        at: HexId,
        hex: HexId,
        left: Left,
        paths: &hex::Paths,
        found: &mut Vec<Destination>,
    ) {
        let neighbours = self.map.grid.neighbours(hex);
        for direction in Direction::ALL {
            let Some(to) = neighbours[direction.index()].some() else { continue };
            if self.holder(state, to) != Some(self.side(unit).other()) {
                continue;
            }
            let Some(overrun) = self.overrun_cost(state, unit, to) else { continue };
            let Ok(step) = self.step_onto(state, unit, hex, direction, to, left.cap) else {
                continue;
            };
            let spent = paths.cost(hex).unwrap_or(Mp::ZERO);
            let cost = spent + step.cost + overrun;
            if cost > left.mp {
                continue;
            }
            let better = found.iter().position(|d| d.hex == to);
            if better.is_some_and(|i| found[i].cost <= cost) {
                continue;
            }
            let mut path: Vec<HexId> = paths.path_to(hex).collect();
            path.reverse();
            if path.is_empty() {
                path.push(at);
            }
            path.push(to);
            let stops = step.stops;
            let destination = Destination {
                hex: to,
                cost,
                stops,
                overruns: true,
                extra: false,
                on_route: false,
                path,
            };
            match better {
                Some(i) => found[i] = destination,
                None => found.push(destination),
            }
        }
    }

    /// Whether a secondary route that gives a unit the added hex crosses a hexside.
    fn is_secondary(&self, unit: UnitId, side: SideId) -> bool {
        self.ground.side(side).secondary[self.class(unit).movement.column()]
    }

    fn follows_secondary(&self, state: &State, unit: UnitId, path: &[HexId]) -> bool {
        path.windows(2).all(|pair| {
            let side = self.map.grid.side_between(pair[0], pair[1]);
            side.is_some_and(|s| self.is_secondary(unit, s) && self.is_open_route(state, s))
        })
    }

    /// A unit that has kept to secondary routes may enter one more hex of one than it can pay for
    /// [CHART-2] (R10).
    fn add_extra_hexes(
        &self,
        state: &State,
        unit: UnitId,
        at: HexId,
        left: Left,
        found: &mut Vec<Destination>,
    ) {
        let column = self.class(unit).movement.column();
        let grid = &self.map.grid;
        let near = |h: HexId| {
            Direction::ALL.into_iter().any(|d| self.ground.side(grid.side(h, d)).secondary[column])
        };
        if !(left.on_route && near(at)) {
            return;
        }
        with_paths(grid, |paths| {
            paths.search(grid, at, left.mp, |from, direction, to| {
                match self.step(state, unit, from, direction, to, left.cap) {
                    Ok(step) if step.on_route && step.stops => Entry::Stop(step.cost),
                    Ok(step) if step.on_route => Entry::Through(step.cost),
                    _ => Entry::Closed,
                }
            });
            for &hex in paths.reached() {
                if paths.stops_at(hex) || !near(hex) {
                    continue;
                }
                for direction in Direction::ALL {
                    let Some(to) = grid.neighbour(hex, direction) else { continue };
                    let side = grid.side(hex, direction);
                    let is_secondary =
                        self.ground.side(side).secondary[column] && self.is_open_route(state, side);
                    if !is_secondary || to == at || found.iter().any(|d| d.hex == to) {
                        continue;
                    }
                    if let Ok(step) = self.step(state, unit, hex, direction, to, left.cap) {
                        let mut path: Vec<HexId> = paths.path_to(hex).collect();
                        path.reverse();
                        path.push(to);
                        found.push(Destination {
                            hex: to,
                            cost: left.mp,
                            stops: step.stops,
                            overruns: false,
                            extra: true,
                            on_route: true,
                            path,
                        });
                    }
                }
            }
        });
    }

    /// Why a unit cannot go to a hex: the first thing in its way.
    pub fn why_not_there(
        &self,
        state: &State,
        unit: UnitId,
        at: HexId,
        to: HexId,
        left: Left,
    ) -> No {
        let no = |rule, text| No::new(rule, text).unit(unit).hex(to);
        if let Err(no) = self.is_ready_to_move(state, unit) {
            return no;
        }
        if let Some(Err(no)) = self.ww3.as_ref().map(|w| w.may_share(self, state, unit, to)) {
            return no;
        }
        let full = self.holder(state, to) == Some(self.side(unit));
        if full && !self.has_room(state, to, state.position.steps(unit)) {
            return no("3.2.1", "no.no-room");
        }
        if to == at {
            return no("3.1.4", "no.there-already");
        }
        let side = self.side(unit);
        if self.holder(state, to) == Some(side.other()) {
            return match self.overrun_cost(state, unit, to) {
                Some(cost) => no("6.1.7", "no.overrun-too-dear").mp(cost, left.mp),
                None => no(self.enemy_rule(state, unit, to), "no.enemy-there"),
            };
        }
        if state.phase == Phase::Strategic && self.in_enemy_zone(state, side, to) {
            return no("12.2.2", "no.into-a-zone");
        }
        let column = self.class(unit).movement.column();
        let ground = self.ground.hex(to);
        let routed = Direction::ALL
            .into_iter()
            .any(|d| self.ground.side(self.map.grid.side(to, d)).road[column].is_some());
        if ground.cost[column].is_none() && !routed && !(self.class(unit).is_hq() && ground.rough) {
            return no("3.1.13", "no.closed");
        }
        if let Some(direction) = self.map.grid.direction(at, to)
            && let Err(no) = self.step(state, unit, at, direction, to, left.cap)
        {
            return no;
        }
        self.why_too_far(state, unit, at, to, left)
    }

    fn why_too_far(&self, state: &State, unit: UnitId, at: HexId, to: HexId, left: Left) -> No {
        let grid = &self.map.grid;
        let search = |stopping: bool| {
            with_paths(grid, |paths| {
                paths.search(grid, at, Mp::MAX, |from, direction, hex| {
                    match self.step(state, unit, from, direction, hex, left.cap) {
                        Ok(step) if step.stops && stopping => Entry::Stop(step.cost),
                        Ok(step) => Entry::Through(step.cost),
                        Err(_) => Entry::Closed,
                    }
                });
                paths.cost(to)
            })
        };
        let no = |rule, text| No::new(rule, text).unit(unit).hex(to);
        match (search(true), search(false)) {
            (Some(cost), _) => no("3.1.5", "no.too-dear").mp(cost, left.mp),
            (None, Some(cost)) if cost <= left.mp => no("4.2.1", "no.zone-in-the-way"),
            (None, Some(cost)) => no("3.1.5", "no.too-dear").mp(cost, left.mp),
            (None, None) => no("3.1.4", "no.no-way"),
        }
    }
}
