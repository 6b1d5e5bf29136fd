//! What open decisions need, worked out once.

use crate::field::Field;
use crate::state::Way;
use board::Contacts;

/// What a list has found on its way.
#[derive(Default)]
pub struct Desk {
    /// Where the unit in hand can march.
    pub(crate) field: Field,
    /// Where the unit in hand can pursue to.
    pub(crate) pursuits: Vec<Way>,
    /// Who can attack what.
    pub(crate) contacts: Contacts,
}
