//! Standing orders: what a player can have answered in the other side's turn.

use crate::class::SOVIET;
use crate::game::LastStand;
use board::{Side, UnitId};
use engine::{At, Choice, Order, Text};

/// No air point when he is attacked (9.22).
pub(crate) const NO_DEFENSIVE_AIR: &str = "no-defensive-air";
/// No reaction (5.41).
pub(crate) const NO_REACTION: &str = "no-reaction";
/// No headquarters is given up (7.55).
pub(crate) const KEEP_HEADQUARTERS: &str = "keep-headquarters";
/// Points are paid by retreating (6.42).
pub(crate) const ALWAYS_RETREAT: &str = "retreat";
/// The strongest unit loses first (6.42) (6.43).
pub(crate) const SPREAD_LOSSES: &str = "spread-losses";
/// Nobody goes into a hex that beaten attackers have left (6.71).
pub(crate) const NO_ADVANCE: &str = "no-advance";
/// The first way back is taken (6.61).
pub(crate) const RETREAT_WAY: &str = "retreat-way";

impl LastStand {
    /// The orders a side may leave.
    pub(crate) fn standing_orders(&self, side: Side) -> Vec<Order> {
        let order = |id, text, rule| Order { id, text: Text::new(text), rule };
        let mut orders = vec![
            order(NO_DEFENSIVE_AIR, "order.no-defensive-air", rule!("9.22")),
            order(NO_REACTION, "order.no-reaction", rule!("5.41")),
            order(ALWAYS_RETREAT, "order.retreat", rule!("6.42")),
            order(SPREAD_LOSSES, "order.spread-losses", rule!("6.43")),
            order(RETREAT_WAY, "order.retreat-way", rule!("6.61")),
            order(NO_ADVANCE, "order.no-advance", rule!("6.71")),
        ];
        if side == SOVIET {
            orders.push(order(KEEP_HEADQUARTERS, "order.keep-headquarters", rule!("7.55")));
        }
        orders
    }
}

/// The unit with the most steps that may be chosen; of several the first.
pub(crate) fn strongest(at: At<'_, LastStand>) -> Option<Choice> {
    let units: Vec<UnitId> = at.choices.all_units().collect();
    let unit = units.into_iter().rev().max_by_key(|&u| at.state.position.steps(u));
    unit.map(Choice::Unit)
}
