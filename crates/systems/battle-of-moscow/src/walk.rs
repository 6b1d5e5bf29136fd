//! How a unit walks: its allowance, what a step costs it, and where it may stop [MOV].
//!
//! MOV-1 allowance · MOV-3 who blocks · MOV-4 cost · MOV-7 the isolated German's hex
//!
//! Everything here asks; `movement` and `rail` let units go.

use crate::class::{GERMAN, Kind};
use crate::data::Allowances;
use crate::game::BattleOfMoscow;
use crate::state::{Impulse, Mark, State, Supply};
use crate::terrain::{CLOSED, Prices};
use board::{Side, UnitId};
use engine::No;
use hex::{Direction, Entry, HexId, Mp};
use smallvec::SmallVec;

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

/// How a unit moves in this impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// On foot or wheels.
    Marches,
    /// By rail on a part of the way: never into an enemy zone, and it attacks nobody [RR-5].
    Rides,
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
    pub path: Path,
}

/// The hexes of a way, usually few.
pub type Path = SmallVec<[HexId; 16]>;

/// A unit that walks, on a march or to and from a train.
#[derive(Clone, Copy)]
pub(crate) struct Walk<'a> {
    game: &'a BattleOfMoscow,
    pub(crate) state: &'a State,
    pub(crate) unit: UnitId,
    enemy: Side,
    prices: &'a Prices,
    pub(crate) gait: Gait,
}

impl Walk<'_> {
    /// What happens when the unit steps into a neighbouring hex. The one source of truth for what is offered,
    /// for refusals and for the bots.
    #[inline]
    pub(crate) fn enter(&self, from: HexId, direction: Direction, to: HexId) -> Entry {
        let (game, position) = (self.game, &self.state.position);
        let cost = self.prices.of(from, direction);
        let is_enemy = |top| game.side(self.state, top) == self.enemy;
        if cost == CLOSED || position.top(to).is_some_and(is_enemy) {
            return Entry::Closed; // [MOV-3]
        }
        if !position.in_zone(self.enemy, to) || game.ignores_zones(self.state, self.unit, to) {
            return Entry::Through(cost);
        }
        match self.gait {
            Gait::Marches => Entry::Stop(cost), // [ZOC-2]
            Gait::Rides => Entry::Closed,       // [RR-5]
        }
    }

    /// Whether the unit may end its move in `to`.
    #[inline]
    pub(crate) fn may_stop(&self, from: HexId, to: HexId) -> bool {
        let position = &self.state.position;
        let is_quiet = |hex| !position.in_zone(self.enemy, hex);
        // An empty hex far from the enemy has room and obliges nobody.
        (!position.is_occupied(to) && is_quiet(to) && is_quiet(from))
            || self.game.may_stop(self.state, self.unit, from, to, self.gait).is_ok()
    }

    /// The neighbours that can be entered, with what the step costs.
    pub(crate) fn steps(self, from: HexId) -> impl Iterator<Item = (HexId, Mp)> {
        let beside = Direction::ALL.into_iter().zip(self.game.map.grid.neighbours(from));
        beside.filter_map(move |(direction, to)| match to.some() {
            Some(to) => match self.enter(from, direction, to) {
                Entry::Through(cost) | Entry::Stop(cost) => Some((to, cost)),
                Entry::Closed => None,
            },
            None => None,
        })
    }
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
            return table.second_impulse_third.supplied.of(movement);
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
        row.of(movement)
    }

    /// An isolated German unit may always move one hex in the first impulse [MOV-7].
    pub fn has_grace(&self, state: &State, unit: UnitId) -> bool {
        self.side(state, unit) == GERMAN
            && self.class(state, unit).needs_supply()
            && self.supply_of(state, unit) == Supply::Isolated
            && state.impulse() == Impulse::First
            && !state.position.has_mark(unit, Mark::Moved)
    }

    /// A unit at the start of a walk.
    pub(crate) fn walk<'a>(&'a self, state: &'a State, unit: UnitId, gait: Gait) -> Walk<'a> {
        let prices = self.prices(self.mover(state, unit), state.weather);
        Walk { game: self, state, unit, enemy: self.side(state, unit).other(), prices, gait }
    }

    /// A unit on its march: one that rode goes on as one that rides.
    pub(crate) fn march<'a>(&'a self, state: &'a State, unit: UnitId) -> Walk<'a> {
        let rode = state.position.has_mark(unit, Mark::Rode);
        self.walk(state, unit, if rode { Gait::Rides } else { Gait::Marches })
    }

    /// Whether a unit may end its move in `to`: there is room [STK-3] and the obligations stay possible
    /// [ZOC-7].
    #[inline]
    pub fn may_stop(
        &self,
        state: &State,
        unit: UnitId,
        from: HexId,
        to: HexId,
        gait: Gait,
    ) -> Result<(), No> {
        self.has_room(state, unit, to)?;
        self.keeps_obligations(state, unit, from, to, gait)
    }
}
