//! A unit on the march: what does not change from step to step is looked up once, so that a search asks each step
//! little.

use crate::book::Book;
use crate::game::Wb95;
use crate::movement::Step;
use crate::state::{MissionKind, Phase, State};
use board::{Side, UnitId};
use engine::{No, Rule};
use hex::{Direction, HexId, Mp, SideId};

/// A unit with what all its steps have in common.
pub(crate) struct Mover<'a, B: Book> {
    game: &'a Wb95<B>,
    state: &'a State<B>,
    unit: UnitId,
    side: Side,
    /// No step costs more [3.1.13].
    cap: Mp,
    /// Its column of the terrain chart.
    column: usize,
    /// Whether there are rivers that it may not cross (K-R34).
    is_barred: bool,
    /// Whether the enemy flies movement disorganisation [8.2.13].
    is_slowed: bool,
}

impl<B: Book> Wb95<B> {
    /// A unit that is about to march; no step costs more than `cap`.
    pub(crate) fn mover<'a>(&'a self, state: &'a State<B>, unit: UnitId, cap: Mp) -> Mover<'a, B> {
        let side = self.side(unit);
        let slows = |m: &crate::state::Mission| {
            m.kind == MissionKind::Interdiction && m.side != side && !state.secret
        };
        Mover {
            game: self,
            state,
            unit,
            side,
            cap,
            column: self.class(unit).movement.column(),
            is_barred: self.no_crossing.iter().any(|n| n.units.contains(&unit)),
            is_slowed: state.missions.iter().any(slows),
        }
    }
}

impl<B: Book> Mover<'_, B> {
    /// What a step costs and whether it ends the move, or why it may not be made. The one source of truth for
    /// what is offered, for refusals and for the bots.
    #[inline]
    pub fn step(&self, from: HexId, direction: Direction, to: HexId) -> Result<Step, No> {
        if self.game.holder(self.state, to) == Some(self.side.other()) {
            return self.refuse(rule!(B, "3.1.8"), "no.enemy-there", to);
        }
        self.step_onto(from, direction, to)
    }

    /// The same, whoever is in the hex.
    #[inline]
    pub fn step_onto(&self, from: HexId, direction: Direction, to: HexId) -> Result<Step, No> {
        let leaves = self.game.in_enemy_zone(self.state, self.side, from);
        let stops = self.game.in_enemy_zone(self.state, self.side, to);
        if leaves
            && stops
            && let Some(enemy) = self.game.pinning(self.state, self.side, from, to)
        {
            return Err(No::new(rule!(B, "4.2.3"), "no.same-zone")
                .unit(self.unit)
                .hex(to)
                .other(enemy));
        }
        if stops && self.state.phase == Phase::Strategic {
            return self.refuse(rule!(B, "12.2.2"), "no.into-a-zone", to);
        }
        B::may_enter_hex(self.state, to).map_err(|no| no.unit(self.unit).hex(to))?;
        let side = self.game.map.grid.side(from, direction);
        if !self.may_cross(side) {
            return self.refuse(kursk!("R34"), "no.river-forbidden", to);
        }
        let Some((ground, routed)) = self.ground(side, to) else {
            return self.refuse(rule!(B, "3.1.13"), "no.closed", to);
        };
        let on_route = routed && self.game.ground.side(side).secondary[self.column];
        let slowed = if self.is_slowed { self.interdiction(to) } else { 0 };
        let exit = if leaves { self.game.tables.core.zoc_exit_cost } else { 0 };
        let cost = ground + Mp::whole(slowed + exit);
        Ok(Step { cost: cost.min(self.cap), stops, on_route })
    }

    #[cold]
    fn refuse<T>(&self, rule: Rule, text: &'static str, to: HexId) -> Result<T, No> {
        Err(No::new(rule, text).unit(self.unit).hex(to))
    }

    fn interdiction(&self, hex: HexId) -> u16 {
        self.game.interdiction(self.state, self.side, hex)
    }

    /// Whether it may cross a hexside at all (K-R34).
    pub fn may_cross(&self, side: SideId) -> bool {
        !self.is_barred || self.game.may_cross(self.unit, side)
    }

    /// The cost of the ground alone, and whether it is that of a route.
    #[inline]
    pub fn ground(&self, side: SideId, to: HexId) -> Option<(Mp, bool)> {
        let crossing = self.game.ground.side(side);
        if let Some(cost) = crossing.road[self.column]
            && self.game.is_open_route(self.state, side)
        {
            return Some((cost, true));
        }
        let water = match self.state.built.contains(&side) {
            true => Mp::ZERO,
            false => crossing.cost[self.column]?,
        };
        let hex = self.game.ground.hex(to);
        let rough = || Mp::whole(self.game.tables.core.hq_rough_entry_cost); // [9.1.3]
        let enters = || self.game.class(self.unit).is_hq() && hex.rough;
        let off_road = hex.cost[self.column].or_else(|| enters().then(rough))?;
        Some((off_road + water, false)) // [3.1.12]
    }
}
