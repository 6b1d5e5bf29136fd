//! Who is who: a browser's token stands for a person, and the seats are the person's.
//!
//! A token that the server never gave out stands for nobody, because the store is asked: nothing
//! can be forged or planted, a lost device can be signed out, and no signing key can be lost. What
//! the store said is remembered, so that the rule costs one question a token and not one a request.

use crate::store::{Store, StoreError};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use table::Hashed;

/// How many tokens are remembered; then all are forgotten.
const KNOWN_MAX: usize = 10_000;

/// The people who were here lately, by the hashes of their tokens.
#[derive(Default)]
pub(crate) struct People(Mutex<Known>);

#[derive(Default)]
struct Known {
    by_token: HashMap<Hashed, Hashed>,
    /// How often somebody became somebody else: what was asked before that is not remembered.
    changes: u64,
}

impl People {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The person for whom a token stands; `None` for a token that was not given out here, or is
    /// void.
    pub(crate) async fn person_of(
        &self,
        store: &dyn Store,
        token: Hashed,
    ) -> Result<Option<Hashed>, StoreError> {
        let changes = {
            let known = self.known();
            if let Some(person) = known.by_token.get(&token) {
                return Ok(Some(*person));
            }
            known.changes
        };
        let person = store.person(token).await?;
        let mut known = self.known();
        if let Some(person) = person
            && known.changes == changes
        {
            if known.by_token.len() >= KNOWN_MAX {
                known.by_token.clear();
            }
            known.by_token.insert(token, person);
        }
        Ok(person)
    }

    /// Forgets everybody, because tokens were voided or stand for others now.
    pub(crate) fn forget(&self) {
        let mut known = self.known();
        known.by_token.clear();
        known.changes += 1;
    }
}
