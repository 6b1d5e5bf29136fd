//! Movement [MOV].
//!
//! MOV-1 allowance · MOV-3 who blocks · MOV-4 cost · MOV-5 roads · MOV-6 partisans and the immobile · MOV-7 the
//! isolated German's hex

use crate::class::{GERMAN, Kind};
use crate::data::Allowances;
use crate::game::BattleOfMoscow;
use crate::state::{DROPPED, Impulse, MOVED, NEW, Phase, RODE, State, Supply};
use board::{Side, UnitId, with_paths};
use engine::No;
use hex::{Direction, Entry, HexId, Mp};

/// How a destination is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// On foot or wheels.
    March,
    /// By rail.
    Rail,
    /// By the isolated German's right to one hex [MOV-7].
    Grace,
}

/// A hex that a unit can move to and stop in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The hex.
    pub hex: HexId,
    /// The total cost.
    pub cost: Mp,
    /// Whether the unit must stop there [ZOC-2].
    pub stops: bool,
    /// How it gets there.
    pub way: Way,
    /// The path, both ends included.
    pub path: Vec<HexId>,
}

impl BattleOfMoscow {
    /// The movement allowance of a unit in this impulse [MOV-1].
    pub fn allowance(&self, state: &State, unit: UnitId) -> Mp {
        let impulse = usize::from(state.impulse() == Impulse::Second);
        let table = &self.tables.allowance;
        let class = self.class(state, unit);
        let factors = match class.kind {
            Kind::Partisan => table.partisan.always[impulse],
            kind if kind.is_immobile() => 0,
            Kind::Finnish => {
                self.impulses(&table.german, Supply::Supplied, class.movement)[impulse]
            }
            _ if class.owner() == GERMAN => {
                self.impulses(&table.german, self.supply_of(state, unit), class.movement)[impulse]
            }
            _ => self.russian_factors(state, unit, class.movement, impulse),
        };
        Mp::whole(u16::from(factors))
    }

    fn russian_factors(&self, state: &State, unit: UnitId, movement: u8, impulse: usize) -> u8 {
        let table = &self.tables.allowance;
        let supply = self.supply_of(state, unit);
        if impulse == 1 && self.switches.second_impulse_third && supply == Supply::Supplied {
            let thirds = &table.second_impulse_third.supplied;
            return thirds.get(&movement.to_string()).copied().unwrap_or(0);
        }
        let rows =
            if self.switches.russian_thirds { &table.russian_thirds } else { &table.russian };
        self.impulses(rows, supply, movement)[impulse]
    }

    fn impulses(&self, rows: &Allowances, supply: Supply, movement: u8) -> [u8; 2] {
        let row = match supply {
            Supply::Supplied => &rows.supplied,
            Supply::Unsupplied => &rows.unsupplied,
            Supply::Isolated => &rows.isolated,
        };
        row.get(&movement.to_string()).copied().unwrap_or([0, 0])
    }

    /// Whether a unit may be picked to move in this step [SEQ-3] [SEQ-6] [MOV-6].
    pub fn may_move(&self, state: &State, unit: UnitId) -> Result<HexId, No> {
        if unit.index() >= state.position.len() {
            return Err(No::new("SEQ-3", "no.no-such-unit"));
        }
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let Some(hex) = state.position.hex(unit) else { return no("SEQ-3", "no.off-map") };
        if self.side(state, unit) != state.active {
            return no("SEQ-3", "no.not-yours");
        }
        if self.kind(state, unit).is_immobile() {
            return no("MOV-6", "no.never-moves");
        }
        if self.is_held(state, unit) {
            return no("A40-1", "no.fortieth-held");
        }
        if state.position.has_mark(unit, DROPPED) {
            return no("PTR-3", "no.just-dropped");
        }
        if state.position.has_mark(unit, MOVED) {
            return no("SEQ-3", "no.moved-already");
        }
        if state.phase == Phase::NewMovement && !state.position.has_mark(unit, NEW) {
            return no("SEQ-2", "no.only-new-units");
        }
        if self.allowance(state, unit) == Mp::ZERO && !self.has_grace(state, unit) {
            return self.why_no_allowance(state, unit);
        }
        if self.destinations_exist(state, unit, hex) { Ok(hex) } else { no("SEQ-3", "no.nowhere") }
    }

    fn why_no_allowance(&self, state: &State, unit: UnitId) -> Result<HexId, No> {
        let partisan = self.kind(state, unit) == Kind::Partisan;
        let (rule, text) = match partisan {
            true => ("MOV-6", "no.partisan-second"),
            false if state.impulse() == Impulse::Second => ("SEQ-6", "no.second-needs-supply"),
            false => ("SUP-6", "no.no-allowance"),
        };
        Err(No::new(rule, text).unit(unit))
    }

    /// An isolated German unit may always move one hex in the first impulse [MOV-7].
    pub fn has_grace(&self, state: &State, unit: UnitId) -> bool {
        self.side(state, unit) == GERMAN
            && self.class(state, unit).needs_supply()
            && self.supply_of(state, unit) == Supply::Isolated
            && state.impulse() == Impulse::First
            && !state.position.has_mark(unit, MOVED)
    }

    /// What a step costs and whether it ends the move, or why it may not be made. The one source of truth for
    /// what is offered, for refusals and for the bots.
    pub fn step(
        &self,
        state: &State,
        unit: UnitId,
        from: HexId,
        direction: Direction,
        to: HexId,
        rides: bool,
    ) -> Result<(Mp, bool), No> {
        let side = self.side(state, unit);
        if self.holder(state, to) == Some(side.other()) {
            return Err(No::new("MOV-3", "no.enemy-there").unit(unit).hex(to));
        }
        self.is_passable(state, side, to)?;
        self.is_own_front(state, unit, to)?;
        let stops = self.must_stop(state, unit, to);
        if rides && stops {
            return Err(No::new("RR-5", "no.rail-zone").unit(unit).hex(to));
        }
        let cost = self.step_cost(state, unit, from, direction, to);
        cost.map(|c| (c, stops)).ok_or(No::new("MAP-5", "no.lake").hex(to))
    }

    /// Whether a unit may end its move in `to`: there is room [STK-3] and the obligations stay possible
    /// [ZOC-7].
    pub fn may_stop(
        &self,
        state: &State,
        unit: UnitId,
        from: HexId,
        to: HexId,
        rides: bool,
    ) -> Result<(), No> {
        self.has_room(state, unit, to)?;
        self.keeps_obligations(state, unit, from, to, rides)
    }

    /// Whether there is anywhere to go: the neighbours are asked first, since they nearly always answer.
    fn destinations_exist(&self, state: &State, unit: UnitId, at: HexId) -> bool {
        let left = self.allowance(state, unit);
        let grace = self.has_grace(state, unit);
        let beside = Direction::ALL.into_iter().zip(self.map.grid.neighbours(at)).any(|(d, to)| {
            to.is_some()
                && matches!(self.step(state, unit, at, d, to, false), Ok((c, _)) if c <= left || grace)
                && self.may_stop(state, unit, at, to, false).is_ok()
        });
        beside
            || !self.marches(state, unit, at, left).is_empty()
            || (self.may_ride(state, unit).is_ok() && !self.rides(state, unit, at, left).is_empty())
    }

    /// Where a unit can march with what is left of its allowance, in the order of the hexes.
    pub fn marches(&self, state: &State, unit: UnitId, at: HexId, left: Mp) -> Vec<Destination> {
        let grid = &self.map.grid;
        let rode = state.position.has_mark(unit, RODE);
        let mut found = with_paths(grid, |paths| {
            paths.search(grid, at, left, |from, direction, to| {
                match self.step(state, unit, from, direction, to, rode) {
                    Ok((cost, true)) => Entry::Stop(cost),
                    Ok((cost, false)) => Entry::Through(cost),
                    Err(_) => Entry::Closed,
                }
            });
            let mut found = Vec::new();
            for &hex in paths.reached() {
                let Some(cost) = paths.cost(hex) else { continue };
                if hex == at || self.may_stop(state, unit, at, hex, rode).is_err() {
                    continue;
                }
                let mut path: Vec<HexId> = paths.path_to(hex).collect();
                path.reverse();
                let stops = paths.stops_at(hex);
                found.push(Destination { hex, cost, stops, way: Way::March, path });
            }
            found
        });
        if self.has_grace(state, unit) {
            self.add_grace(state, unit, at, left, &mut found);
        }
        found.sort_unstable_by_key(|d| d.hex);
        found
    }

    /// The hexes beside an isolated German that it could not pay for [MOV-7] (R14).
    fn add_grace(
        &self,
        state: &State,
        unit: UnitId,
        at: HexId,
        left: Mp,
        found: &mut Vec<Destination>,
    ) {
        for (direction, to) in Direction::ALL.into_iter().zip(self.map.grid.neighbours(at)) {
            if !to.is_some() || found.iter().any(|d| d.hex == to) {
                continue;
            }
            let legal = matches!(self.step(state, unit, at, direction, to, false), Ok((c, _)) if c > left)
                && self.may_stop(state, unit, at, to, false).is_ok();
            if legal {
                let path = vec![at, to];
                found.push(Destination { hex: to, cost: left, stops: true, way: Way::Grace, path });
            }
        }
    }

    /// Why a unit cannot go to a hex: the first thing in its way.
    pub fn why_not_there(&self, state: &State, unit: UnitId, at: HexId, to: HexId, left: Mp) -> No {
        let rode = state.position.has_mark(unit, RODE);
        if to == at {
            return No::new("MOV-2", "no.there-already").unit(unit).hex(to);
        }
        let side = self.side(state, unit);
        if self.holder(state, to) == Some(side.other()) {
            return No::new("MOV-3", "no.enemy-there").unit(unit).hex(to);
        }
        if let Err(no) = self.is_passable(state, side, to).and(self.is_own_front(state, unit, to)) {
            return no;
        }
        if rode && self.must_stop(state, unit, to) {
            return No::new("RR-5", "no.rail-zone").unit(unit).hex(to);
        }
        if let Err(no) = self.may_stop(state, unit, at, to, rode) {
            return no;
        }
        self.why_too_far(state, unit, at, to, left, rode)
    }

    /// The hex can be stopped in, but it cannot be reached: for lack of factors, or because a zone stops the
    /// unit on every way.
    fn why_too_far(
        &self,
        state: &State,
        unit: UnitId,
        at: HexId,
        to: HexId,
        left: Mp,
        rode: bool,
    ) -> No {
        let grid = &self.map.grid;
        let search = |stopping: bool| {
            with_paths(grid, |paths| {
                paths.search(grid, at, Mp::MAX, |from, direction, hex| {
                    match self.step(state, unit, from, direction, hex, rode) {
                        Ok((cost, stop)) if stop && stopping => Entry::Stop(cost),
                        Ok((cost, _)) => Entry::Through(cost),
                        Err(_) => Entry::Closed,
                    }
                });
                paths.cost(to)
            })
        };
        match (search(true), search(false)) {
            (Some(cost), _) => No::new("MOV-4", "no.too-dear").unit(unit).hex(to).mp(cost, left),
            (None, Some(cost)) if cost <= left => {
                No::new("ZOC-2", "no.zone-in-the-way").unit(unit).hex(to)
            }
            (None, Some(cost)) => No::new("MOV-4", "no.too-dear").unit(unit).hex(to).mp(cost, left),
            (None, None) => No::new("MOV-3", "no.no-way").unit(unit).hex(to),
        }
    }

    /// Whether it is this side's unit at all.
    pub fn belongs_to(&self, state: &State, unit: UnitId, side: Side) -> bool {
        unit.index() < state.position.len() && self.side(state, unit) == side
    }
}
