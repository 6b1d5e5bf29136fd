//! What is kept of a table, whoever keeps it.

use engine::{Header, Journal};
use std::fmt;

/// The hash under which a person, a token or an invitation is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hashed(pub [u8; 32]);

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
    /// How often whoever sits there has asked what the bot would do.
    pub asked: u32,
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
    /// What the bot that made the first of them says of it, as it is written.
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
    /// What bots said of lines they chose, as it is written.
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

/// The head of a journal from its text.
pub fn header_of(text: &str) -> Result<Header, String> {
    Journal::parse(text).map(|(journal, _)| journal.header).map_err(|e| e.to_string())
}
