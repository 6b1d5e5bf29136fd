//! The orders that players may leave.

use board::Side;
use engine::{Order, Text};

/// Play on although the Germans can no longer win [VIC-6].
pub(crate) const PLAY_ON: &str = "play-on";
/// The first way of a retreat is taken [CRT-6].
pub(crate) const RETREAT_WAY: &str = "retreat-way";

/// The orders of a side.
pub(crate) fn orders(side: Side) -> Vec<Order> {
    let order = |id, text, rule| Order { id, text: Text::new(text), rule };
    let mut orders = vec![order(RETREAT_WAY, "order.retreat-way", rule!("CRT-6"))];
    if side == Side::B {
        orders.push(order(PLAY_ON, "order.play-on", rule!("VIC-6")));
    }
    orders
}
