//! Standing orders: what a player can have answered in the other side's turn.

use crate::book::OrderLine;
use crate::decision::*;
use engine::Order;

pub(crate) const NO_SUPPORT: &str = "no-support";
pub(crate) const ALL_SUPPORT: &str = "all-support";
pub(crate) const RETREAT: &str = "retreat";
pub(crate) const STAND: &str = "stand";
const SPREAD_LOSSES: &str = "spread-losses";
pub(crate) const RETREAT_WAY: &str = "retreat-way";
pub(crate) const NO_PURSUIT: &str = "no-pursuit";
pub(crate) const NO_MISSIONS: &str = "no-missions";

/// The orders, with their texts and the rules of the decisions that they answer.
const fn orders<B: Book>() -> [OrderLine; 7] {
    [
        (NO_SUPPORT, "order.no-support", rule!(B, "5.2.1")),
        (ALL_SUPPORT, "order.all-support", rule!(B, "5.2.1")),
        (RETREAT, "order.retreat", rule!(B, "5.3.7")),
        (STAND, "order.stand", rule!(B, "5.3.7")),
        (SPREAD_LOSSES, "order.spread-losses", rule!(B, "5.1.8")),
        (RETREAT_WAY, "order.retreat-way", rule!(B, "5.3.1")),
        (NO_PURSUIT, "order.no-pursuit", rule!(B, "5.4.1")),
    ]
}

impl<B: Book> Wb95<B> {
    /// The orders a side may leave.
    pub(crate) fn standing_orders(&self) -> Vec<Order> {
        let order = |&(id, text, rule): &OrderLine| Order { id, text: Text::new(text), rule };
        orders::<B>().iter().chain(B::ORDERS).map(order).collect()
    }
}

/// The counter with the most levels, the first of several.
pub(crate) fn spread_losses<B: Book>(
    at: At<'_, B>,
    is_on: &dyn Fn(&str) -> bool,
) -> Option<Choice> {
    let units: Vec<UnitId> = at.choices.all_units().collect();
    let most = units.into_iter().rev().max_by_key(|&u| at.state.position.steps(u));
    most.filter(|_| is_on(SPREAD_LOSSES)).map(Choice::Unit)
}

/// The amounts that may be named, the least first.
pub fn amounts<B: Book>(at: At<'_, B>) -> impl Iterator<Item = Choice> {
    at.choices.iter().filter(|choice| matches!(choice, Choice::Amount(_)))
}
