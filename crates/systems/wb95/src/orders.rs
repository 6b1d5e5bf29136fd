//! Standing orders: what a player can have answered in the other side's turn.

use crate::game::Wb95;
use crate::state::{Stage, State};
use crate::verb::{DONE, HQ, STOP};
use board::{Side, UnitId};
use engine::{Choice, Order, Text};
use hex::HexId;

const NO_SUPPORT: &str = "no-support";
const ALL_SUPPORT: &str = "all-support";
const RETREAT: &str = "retreat";
const STAND: &str = "stand";
const SPREAD_LOSSES: &str = "spread-losses";
const RETREAT_WAY: &str = "retreat-way";
const NO_PURSUIT: &str = "no-pursuit";

/// The orders, with their texts and the rules of the decisions that they answer.
const ORDERS: [(&str, &str, &str); 7] = [
    (NO_SUPPORT, "order.no-support", "5.2.1"),
    (ALL_SUPPORT, "order.all-support", "5.2.1"),
    (RETREAT, "order.retreat", "5.3.7"),
    (STAND, "order.stand", "5.3.7"),
    (SPREAD_LOSSES, "order.spread-losses", "5.1.8"),
    (RETREAT_WAY, "order.retreat-way", "5.3.1"),
    (NO_PURSUIT, "order.no-pursuit", "5.4.1"),
];

impl Wb95 {
    /// The orders a side may leave.
    pub(crate) fn standing_orders(&self) -> Vec<Order> {
        let order = |&(id, text, rule): &(&'static str, &'static str, &'static str)| Order {
            id,
            text: Text::new(text),
            rule: self.here(rule),
        };
        ORDERS.iter().map(order).collect()
    }

    /// What the orders that are on make the decider choose. They answer only in the other side's
    /// turn, and only with what is legal.
    pub(crate) fn ordered_choice(
        &self,
        state: &State,
        is_on: &dyn Fn(&str) -> bool,
    ) -> Option<Choice> {
        let side = self.stage_side(state).filter(|&side| side != self.active(state))?;
        let choice = match state.stage()? {
            Stage::Support(_) if is_on(NO_SUPPORT) => DONE,
            Stage::Support(_) if is_on(ALL_SUPPORT) => self.next_support(state, side),
            Stage::Stand(_) if is_on(RETREAT) => self.amounts(state).next()?,
            Stage::Stand(_) if is_on(STAND) => self.amounts(state).last()?,
            Stage::Loss { .. } | Stage::Pay { .. } | Stage::FireLoss { .. }
                if is_on(SPREAD_LOSSES) =>
            {
                self.strongest(state)?
            }
            Stage::Retreat(_) if is_on(RETREAT_WAY) => self.first_unit(state).unwrap_or(DONE),
            Stage::RetreatStep { unit, from, way } if is_on(RETREAT_WAY) => {
                let hexes = self.back_from(state, *unit, *from, way);
                self.farthest(state, side, hexes).map_or(STOP, Choice::Hex)
            }
            Stage::Pursuit(_) if is_on(NO_PURSUIT) => DONE,
            _ => return None,
        };
        self.test(state, choice).is_ok().then_some(choice)
    }

    /// The next gun in range, then the headquarters.
    fn next_support(&self, state: &State, side: Side) -> Choice {
        let guns = state.combat.as_ref().map(|c| self.free_guns(state, c, side));
        let gun = guns.and_then(|guns| guns.first().copied());
        match gun {
            Some(gun) => gun,
            None if self.test(state, HQ).is_ok() => HQ,
            None => DONE,
        }
    }

    fn amounts(&self, state: &State) -> impl DoubleEndedIterator<Item = Choice> {
        let mut all = Vec::new();
        self.list(state, &mut all);
        all.into_iter().filter(|choice| matches!(choice, Choice::Amount(_)))
    }

    fn units_listed(&self, state: &State) -> Vec<UnitId> {
        let mut all = Vec::new();
        self.list(state, &mut all);
        let unit = |choice| if let Choice::Unit(unit) = choice { Some(unit) } else { None };
        all.into_iter().filter_map(unit).collect()
    }

    fn first_unit(&self, state: &State) -> Option<Choice> {
        self.units_listed(state).first().copied().map(Choice::Unit)
    }

    /// The counter with the most levels, the first of several.
    fn strongest(&self, state: &State) -> Option<Choice> {
        let units = self.units_listed(state);
        let most = units.into_iter().rev().max_by_key(|&u| state.position.steps(u));
        most.map(Choice::Unit)
    }

    /// The hex that is farthest from the nearest enemy, the first of several.
    fn farthest(&self, state: &State, side: Side, hexes: Vec<HexId>) -> Option<HexId> {
        let enemies: Vec<HexId> = self.units_of(state, side.other()).map(|(_, hex)| hex).collect();
        let room = |hex: HexId| enemies.iter().map(|&e| self.map.grid.distance(hex, e)).min();
        hexes.into_iter().rev().max_by_key(|&hex| room(hex))
    }
}
