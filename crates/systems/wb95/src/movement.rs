//! Movement [3.1] and strategic movement [12].
//!
//! 3.1.5 cost within the allowance · 3.1.8 enemy hexes · 3.1.12 sums · 3.1.13 the cap of one step · 4.2.1 stopping ·
//! 4.2.3 one unit's zone · 4.2.6 leaving a zone · [CHART-2] the extra hex · 6.1.7 overrun · 12.2.1-3

use crate::book::Book;
use crate::class::Role;
use crate::game::Wb95;
use crate::state::{Mark, MissionKind, Phase, State};
use board::{Side, UnitId, with_paths};
use engine::{No, Rule};
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

impl<B: Book> Wb95<B> {
    /// The movement points of a unit at the start of the phase [3.1.5], with all changes in their order (R80).
    pub fn allowance(&self, state: &State<B>, unit: UnitId) -> Mp {
        self.allowance_of(state, unit, self.is_slowed(state, unit))
    }

    /// The same, `slow` for units whose points the scenario halves (K-R65).
    pub fn allowance_of(&self, state: &State<B>, unit: UnitId, slow: bool) -> Mp {
        let mut points = u16::from(self.class(unit).mp);
        let halved = state.oos[unit.index()] > 0 && !state.position.has_mark(unit, Mark::FullMove);
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
    pub fn interdiction(&self, state: &State<B>, side: Side, hex: HexId) -> u16 {
        let covers = |m: &&crate::state::Mission| {
            m.kind == MissionKind::Interdiction
                && m.side != side
                && !state.secret
                && self.map.grid.distance(m.hex, hex) <= 1
        };
        state.missions.iter().filter(covers).count() as u16
    }

    /// Whether a unit may be picked in this Movement or Strategic Movement Phase.
    pub fn may_pick(&self, state: &State<B>, unit: UnitId) -> Result<HexId, No> {
        if unit.index() >= self.roster.len() {
            return Err(No::new(rule!(B, "3.1.3"), "no.no-such-unit"));
        }
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if self.side(unit) != self.active(state) {
            return no(rule!(B, "3.1.3"), "no.not-yours");
        }
        let Some(hex) = state.position.hex(unit) else {
            return no(rule!(B, "3.1.3"), "no.off-map");
        };
        if matches!(self.role(unit), Role::Resilience | Role::Air) {
            return no(rule!(B, "15.2.1"), "no.never-moves");
        }
        if state.position.has_mark(unit, Mark::Moved) {
            return no(rule!(B, "3.1.3"), "no.moved-already");
        }
        B::may_move(self, state, unit)?;
        if state.works.iter().any(|w| w.hq == unit) {
            return no(rule!(B, "14.3.4"), "no.builds-a-bridge");
        }
        match state.phase {
            // All that an army that waits may do is dig in (K-R73).
            _ if self.is_frozen(state, unit)
                && self.may_fortify(state, unit, hex, false).is_err() =>
            {
                no(kursk!("R23"), "no.frozen")
            }
            Phase::Strategic => self.may_pick_strategic(state, unit, hex),
            _ if state.position.has_mark(unit, Mark::Barraged) => {
                no(rule!(B, "6.5.5"), "no.fired-barrage")
            }
            _ => Ok(hex),
        }
    }

    fn may_pick_strategic(&self, state: &State<B>, unit: UnitId, hex: HexId) -> Result<HexId, No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let marks = &state.position;
        if !marks.has_mark(unit, Mark::Marked) {
            return no(rule!(B, "12.1.4"), "no.not-marked");
        }
        if marks.has_mark(unit, Mark::Activated) {
            return no(rule!(B, "12.1.2"), "no.activated");
        }
        if marks.has_mark(unit, Mark::Fought) || marks.has_mark(unit, Mark::Fired) {
            return no(rule!(B, "12.1.2"), "no.fought");
        }
        if self.in_enemy_zone(state, self.side(unit), hex) {
            return no(rule!(B, "12.2.1"), "no.from-a-zone");
        }
        let deployed = self.is_deployed(state, unit) && self.class(unit).is_towed_artillery();
        match deployed && !B::SENTENCES.guns_turn_in_strategic {
            true => no(rule!(B, "6.2.3"), "no.deployed"),
            false => Ok(hex),
        }
    }

    /// Whether the class and the set-up of a unit let it move at all [6.2.3].
    pub fn is_ready_to_move(&self, state: &State<B>, unit: UnitId) -> Result<(), No> {
        if self.is_frozen(state, unit) {
            return Err(No::new(kursk!("R23"), "no.frozen").unit(unit));
        }
        let deployed = self.class(unit).is_towed_artillery() && self.is_deployed(state, unit);
        if deployed { Err(No::new(rule!(B, "6.2.3"), "no.deployed").unit(unit)) } else { Ok(()) }
    }

    /// What a step costs and whether it ends the move, or why it may not be made.
    pub fn step(
        &self,
        state: &State<B>,
        unit: UnitId,
        from: HexId,
        direction: Direction,
        to: HexId,
        cap: Mp,
    ) -> Result<Step, No> {
        self.mover(state, unit, cap).step(from, direction, to)
    }

    /// The cost of the ground alone: the route if there is one with its bridge, else the hex and the hexside.
    pub fn ground_cost(
        &self,
        state: &State<B>,
        unit: UnitId,
        from: HexId,
        direction: Direction,
        to: HexId,
    ) -> Option<(Mp, bool)> {
        let mover = self.mover(state, unit, Mp::MAX);
        let side = self.map.grid.side(from, direction);
        let open = B::may_enter_hex(state, to).is_ok() && mover.may_cross(side);
        if open { mover.ground(side, to) } else { None }
    }

    /// What it costs to overrun what is in a hex beyond the terrain, if it can be: lone towed artillery [6.1.7] and lone
    /// headquarters [9.1.5].
    pub fn overrun_cost(&self, state: &State<B>, unit: UnitId, hex: HexId) -> Option<Mp> {
        let side = self.side(unit);
        if !self.may_overrun(state, unit, hex) {
            return None;
        }
        let costs =
            |&u: &UnitId| B::SENTENCES.hq_costs_overrun || self.class(u).is_towed_artillery();
        let guns = state.position.stack(hex).filter(costs).count();
        let core = &self.tables.core;
        let mut points = core.overrun_cost_per_artillery * guns as u16;
        if guns > 0 && self.is_fortified(state, side.other(), hex) {
            points += core.overrun_cost_fortified_extra;
        }
        Some(Mp::whole(points))
    }

    /// Whether a unit may overrun what is in a hex: nothing but lone guns and headquarters of the enemy, and known to be that.
    /// What a mask hides is not overrun before its type is told [16.1.4] (R88).
    pub fn may_overrun(&self, state: &State<B>, unit: UnitId, hex: HexId) -> bool {
        let side = self.side(unit);
        self.class(unit).is_regular()
            && self.is_lone(state, side.other(), hex)
            && self.knows_types(state, side, hex)
    }

    /// The rule by which a unit does not enter the hex of enemies, as far as it knows what is there: in some books guns that move by
    /// themselves are not overrun.
    fn rule_of_enemy(&self, state: &State<B>, unit: UnitId, hex: HexId) -> Rule {
        let lone = |u: UnitId| self.class(u).is_hq() || self.class(u).is_artillery();
        let bars = |_: &Rule| {
            state.position.stack(hex).all(lone)
                && self.knows_types(state, self.side(unit), hex)
                && self.class(unit).is_regular()
        };
        B::SENTENCES.guns_bar_the_way.filter(bars).unwrap_or(rule!(B, "3.1.8"))
    }

    /// Whether a hex holds counters of a side, but only towed artillery and headquarters.
    pub fn is_lone(&self, state: &State<B>, side: Side, hex: HexId) -> bool {
        self.holds(state, side, hex)
            && state.position.stack(hex).all(|u| matches!(self.role(u), Role::Artillery | Role::Hq))
    }

    /// Whether a secondary route that gives a unit the added hex crosses a hexside.
    fn is_secondary(&self, unit: UnitId, side: SideId) -> bool {
        self.ground.side(side).secondary[self.class(unit).movement.column()]
    }

    pub(crate) fn follows_secondary(&self, state: &State<B>, unit: UnitId, path: &[HexId]) -> bool {
        path.windows(2).all(|pair| {
            let side = self.map.grid.side_between(pair[0], pair[1]);
            side.is_some_and(|s| self.is_secondary(unit, s) && self.is_open_route(state, s))
        })
    }

    /// Why a unit cannot go to a hex: the first thing in its way.
    pub fn why_not_there(
        &self,
        state: &State<B>,
        unit: UnitId,
        at: HexId,
        to: HexId,
        left: Left,
    ) -> No {
        let no = |rule, text| No::new(rule, text).unit(unit).hex(to);
        if let Err(no) = self.is_ready_to_move(state, unit) {
            return no;
        }
        if let Err(no) = B::may_share(self, state, unit, to) {
            return no;
        }
        let full = self.holder(state, to) == Some(self.side(unit));
        if full && !self.has_room(state, to, state.position.steps(unit)) {
            return no(rule!(B, "3.2.1"), "no.no-room");
        }
        if to == at {
            return no(rule!(B, "3.1.4"), "no.there-already");
        }
        let side = self.side(unit);
        if self.holder(state, to) == Some(side.other()) {
            return match self.overrun_cost(state, unit, to) {
                Some(cost) => no(rule!(B, "6.1.7"), "no.overrun-too-dear").mp(cost, left.mp),
                None => no(self.rule_of_enemy(state, unit, to), "no.enemy-there"),
            };
        }
        if state.phase == Phase::Strategic && self.in_enemy_zone(state, side, to) {
            return no(rule!(B, "12.2.2"), "no.into-a-zone");
        }
        let column = self.class(unit).movement.column();
        let ground = self.ground.hex(to);
        let routed = Direction::ALL
            .into_iter()
            .any(|d| self.ground.side(self.map.grid.side(to, d)).road[column].is_some());
        if ground.cost[column].is_none() && !routed && !(self.class(unit).is_hq() && ground.rough) {
            return no(rule!(B, "3.1.13"), "no.closed");
        }
        if let Some(direction) = self.map.grid.direction(at, to)
            && let Err(no) = self.step(state, unit, at, direction, to, left.cap)
        {
            return no;
        }
        self.why_too_far(state, unit, at, to, left)
    }

    fn why_too_far(&self, state: &State<B>, unit: UnitId, at: HexId, to: HexId, left: Left) -> No {
        let grid = &self.map.grid;
        let mover = self.mover(state, unit, left.cap);
        let search = |stopping: bool| {
            with_paths(grid, |paths| {
                paths.search(grid, at, Mp::MAX, |from, direction, hex| {
                    match mover.step(from, direction, hex) {
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
            (Some(cost), _) => no(rule!(B, "3.1.5"), "no.too-dear").mp(cost, left.mp),
            (None, Some(cost)) if cost <= left.mp => no(rule!(B, "4.2.1"), "no.zone-in-the-way"),
            (None, Some(cost)) => no(rule!(B, "3.1.5"), "no.too-dear").mp(cost, left.mp),
            (None, None) => no(rule!(B, "3.1.4"), "no.no-way"),
        }
    }
}
