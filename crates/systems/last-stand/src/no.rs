//! Yes, or the refusal.

use engine::No;

/// Yes, or the refusal.
pub fn ensure(yes: bool, no: No) -> Result<(), No> {
    if yes { Ok(()) } else { Err(no) }
}
