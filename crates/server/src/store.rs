//! What is kept, and the promise of whoever keeps it.

use crate::metrics::Timing;
use crate::secret::Hashed;
use std::fmt;
use std::pin::Pin;

/// What comes back from a store, in time.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A table in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableKey(pub i64);

/// Who was meant to sit on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatKind {
    /// Whoever made the table.
    Me,
    /// Whoever has the invitation.
    Link,
    /// A bot of this level.
    Bot(String),
}

impl SeatKind {
    /// Reads `me`, `link` or `bot:LEVEL`.
    pub fn read(text: &str) -> Option<SeatKind> {
        match (text, text.strip_prefix("bot:")) {
            ("me", _) => Some(SeatKind::Me),
            ("link", _) => Some(SeatKind::Link),
            (_, Some(level)) if !level.is_empty() => Some(SeatKind::Bot(level.to_string())),
            _ => None,
        }
    }
}

impl fmt::Display for SeatKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatKind::Me => f.write_str("me"),
            SeatKind::Link => f.write_str("link"),
            SeatKind::Bot(level) => write!(f, "bot:{level}"),
        }
    }
}

/// A seat at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The side, by its name in journals.
    pub side: String,
    /// Who was meant to sit there.
    pub kind: SeatKind,
    /// The person who sits there.
    pub holder: Option<Hashed>,
    /// The hash of the invitation.
    pub invite: Option<Hashed>,
}

/// A table to be stored, with its first lines.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its name in addresses.
    pub id: String,
    /// What the list of tables calls it.
    pub title: String,
    /// The head of the journal.
    pub header: String,
    /// The secrets behind the dice, one a line.
    pub secrets: String,
    /// How many lines came with an imported journal and were not thrown here.
    pub imported: u64,
    /// What the list of tables shows, as JSON.
    pub summary: String,
    /// The seats, side A first.
    pub seats: Vec<Seat>,
    /// The lines.
    pub lines: Vec<String>,
    /// Whether the game is over.
    pub finished: bool,
    /// The table from whose end it begins, in a campaign.
    pub follows: Option<TableKey>,
    /// The person who opened it.
    pub opener: Option<Hashed>,
}

/// Lines to be added to a journal.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table.
    pub table: TableKey,
    /// The number of the first of them: the journal must end just before it.
    pub first: u64,
    /// The lines.
    pub lines: Vec<String>,
    /// What the bot that made the first of them says of it.
    pub reason: Option<String>,
    /// What the list of tables shows from now on, if that changed.
    pub summary: Option<String>,
    /// Whether the game is over.
    pub finished: bool,
    /// What is remembered of the table after them.
    pub bookmark: Option<Bookmark>,
}

/// What a table was after a line, packed. It only saves time: nothing is lost with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// The line.
    pub line: u64,
    /// The line of the bookmark before, without which it is of no use; without one it replaces all others.
    pub follows: Option<u64>,
    /// What it was made with: program, rules and data.
    pub program: String,
    /// The text of it.
    pub packed: Vec<u8>,
}

/// A table as it is kept.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Where.
    pub key: TableKey,
    /// What the list of tables calls it.
    pub title: String,
    /// The head of the journal.
    pub header: String,
    /// The secrets behind the dice, one a line.
    pub secrets: String,
    /// How many lines came with an imported journal.
    pub imported: u64,
    /// What the list of tables shows, as JSON.
    pub summary: String,
    /// The seats, side A first.
    pub seats: Vec<Seat>,
    /// The lines.
    pub lines: Vec<String>,
    /// What bots said of lines they chose.
    pub reasons: Vec<(u64, String)>,
    /// The table that begins from its end, if somebody has opened it.
    pub next: Option<String>,
    /// Whether the game is over.
    pub finished: bool,
    /// The person who opened it.
    pub opener: Option<Hashed>,
    /// Its bookmarks, in the order of their lines.
    pub bookmarks: Vec<Bookmark>,
}

/// A table in a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its name in addresses.
    pub id: String,
    /// What the list calls it.
    pub title: String,
    /// The head of the journal.
    pub header: String,
    /// Turn and decider, as JSON.
    pub summary: String,
    /// The seats, side A first.
    pub seats: Vec<Seat>,
    /// When the last line was added, in milliseconds since 1970.
    pub updated: i64,
    /// When the game ended.
    pub finished: Option<i64>,
    /// Whether something of it could not be read: then the rest may be empty.
    pub damaged: bool,
}

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
#[derive(Clone, Debug, PartialEq, Eq)]
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
