//! What open decisions need, worked out once.

use crate::reach::Explored;
use crate::reinforcements::Placing;

/// What lies beside the state while a decision is open.
#[derive(Debug, Default)]
pub struct Desk {
    /// Where the move in hand can go.
    pub(crate) moves: Explored,
    /// Where reinforcements can be placed.
    pub(crate) placing: Placing,
}
