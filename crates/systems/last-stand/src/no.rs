//! Yes, or the refusal.

use crate::game::LastStand;
use crate::verb::{LOOK, REDRAW};
use engine::{At, Choice, Decide, No};

/// Yes, or the refusal.
pub fn ensure(yes: bool, no: No) -> Result<(), No> {
    if yes { Ok(()) } else { Err(no) }
}

/// Why a choice that a decision does not ask for is refused; of the morale marker it is said when it may be
/// looked at or drawn anew (8.34) (8.38).
pub(crate) fn refused<D: Decide<LastStand>>(
    open: &D,
    at: At<'_, LastStand>,
    choice: Choice,
) -> Result<(), No> {
    match choice {
        LOOK => {
            at.game.may_look(at.state, open.decider(at.game, at.state))?;
            Err(No::new(rule!("8.34"), "no.look-later"))
        }
        REDRAW => {
            at.game.may_redraw(at.state)?;
            Err(No::new(rule!("8.38"), "no.redraw-later"))
        }
        _ => Err(D::wrong()),
    }
}
