//! What is kept, and the promise of whoever keeps it.

use crate::metrics::Timing;
use schemars::JsonSchema;
use serde::Serialize;
use std::pin::Pin;
use table::{Append, Bookmark, Hashed, Listed, NewTable, Stored, TableKey};

/// What comes back from a store, in time.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// What came of an attempt to take a seat by invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// The seat is his: the table and the side.
    Yes(String, String),
    /// Somebody else sits there.
    Occupied,
    /// There is no such invitation.
    Unknown,
}

/// A key link of a person, as he is told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Key {
    /// Its number.
    pub id: i64,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// How often it was opened.
    pub opened: u32,
    /// When it was opened last.
    pub last: Option<i64>,
    /// How many browsers are signed in by it.
    pub browsers: u32,
}

/// What came of an attempt to open a key link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenedKey {
    /// The token stands for this person now; what it stood for before sat at these tables.
    Yes {
        /// Whose key link it is.
        person: Hashed,
        /// The tables whose seats were brought along.
        brought: Vec<String>,
    },
    /// The token stands for somebody with seats at so many tables, which were not to be brought
    /// along.
    HasSeats(usize),
    /// There is no such key link.
    Unknown,
}

/// Why something was not stored or not found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The journal does not end where the lines were to be added, or another table follows already. Nothing was
    /// stored.
    #[error("somebody else was first")]
    Conflict,
    /// The database failed. Nothing was stored.
    #[error("the database failed: {0}")]
    Database(String),
    /// What is stored cannot be read.
    #[error("what is stored is damaged: {0}")]
    Damaged(String),
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

/// Keeps tables. What is answered with `Ok` is on disk: it is there after a crash, whole or not at all.
pub trait Store: Send + Sync + 'static {
    /// Keeps a new table. Only one can follow another.
    fn create(&self, table: NewTable) -> Answer<'_, TableKey>;
    /// Adds lines in one transaction, if the journal ends just before them.
    fn append(&self, append: Append) -> Answer<'_, ()>;
    /// Keeps a bookmark of a table that was opened without one.
    fn bookmark(&self, table: TableKey, bookmark: Bookmark) -> Answer<'_, ()>;
    /// Gives the seat of an invitation to a person.
    fn take(&self, invite: Hashed, holder: Hashed) -> Answer<'_, Taken>;
    /// Counts that whoever sits on a seat was told what the bot would do.
    fn advised(&self, table: TableKey, side: String) -> Answer<'_, ()>;
    /// Replaces the invitation of a seat, if this person (or nobody) sits there, and frees it;
    /// whether it did.
    fn invite(
        &self,
        table: TableKey,
        side: String,
        invite: Hashed,
        sitting: Option<Hashed>,
    ) -> Answer<'_, bool>;
    /// A table with all its lines.
    fn load(&self, id: String) -> Answer<'_, Option<Stored>>;
    /// The tables that somebody opened or where he holds a seat, the newest first, at most `limit`.
    fn list(&self, holder: Hashed, limit: u32) -> Answer<'_, Vec<Listed>>;
    /// Whether it can write, by writing something that changes nothing.
    fn check(&self) -> Answer<'_, ()>;
    /// Stores what waits, and closes. Who comes later is told so.
    fn close(&self) -> Answer<'_, ()>;
    /// How long its transactions took, where that is known.
    fn commits(&self) -> Option<&Timing> {
        None
    }
    /// The person for whom a token stands. A token begins to stand for a person, called by its
    /// hash, when that person is given a first seat.
    fn person(&self, token: Hashed) -> Answer<'_, Option<Hashed>>;
    /// The key links of a person, the newest first.
    fn keys(&self, person: Hashed) -> Answer<'_, Vec<Key>>;
    /// Keeps a key link of a person; `None` if he has `most` already.
    fn make_key(&self, person: Hashed, key: Hashed, most: u32) -> Answer<'_, Option<i64>>;
    /// Makes a token stand for the person of a key link.
    fn open_key(&self, key: Hashed, token: Hashed, brings_seats: bool) -> Answer<'_, OpenedKey>;
    /// Voids a key link of a person and all tokens that came by it, but this one; whether there was
    /// such a link.
    fn revoke_key(&self, person: Hashed, id: i64, but: Hashed) -> Answer<'_, bool>;
}
