//! What the open decision needs, worked out once beside the state.

use crate::rail::Rails;
use board::{Contacts, Field};

/// Filled by the list of a decision and read by its test, its act and its offers. Rails outlive the
/// decision: they are known by the counters they follow from.
#[derive(Debug, Default)]
pub struct Desk {
    /// Where the unit in hand can march, or walk to a railway.
    pub(crate) march: Field,
    /// Where it comes along the railway.
    pub(crate) line: Field,
    /// Where it can walk on from there.
    pub(crate) onward: Field,
    /// Who can attack what.
    pub(crate) contacts: Contacts,
    /// The railways of the side that moves.
    pub(crate) rails: Rails,
}
