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
    /// The hash of the token of whoever sits there.
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
    /// Gives the seat of an invitation to a holder.
    fn take(&self, invite: Hashed, holder: Hashed) -> Answer<'_, Taken>;
    /// Replaces the invitation of a seat that nobody holds; whether there is such a seat.
    fn invite(&self, table: TableKey, side: String, invite: Hashed) -> Answer<'_, bool>;
    /// A table with all its lines.
    fn load(&self, id: String) -> Answer<'_, Option<Stored>>;
    /// The tables at which somebody holds a seat, the newest first, at most `limit`.
    fn list(&self, holder: Hashed, limit: u32) -> Answer<'_, Vec<Listed>>;
    /// Whether it can write, by writing something that changes nothing.
    fn check(&self) -> Answer<'_, ()>;
    /// Stores what waits, and closes. Who comes later is told so.
    fn close(&self) -> Answer<'_, ()>;
    /// How long its transactions took, where that is known.
    fn commits(&self) -> Option<&Timing> {
        None
    }
}
