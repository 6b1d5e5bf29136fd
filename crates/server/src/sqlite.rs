//! The store in one SQLite file.
//!
//! One thread writes, with group commit: whatever waits when a transaction begins is stored by it, and is
//! acknowledged when the disk has it (write-ahead log, `synchronous = FULL`). A few connections
//! read. The schema is brought up to date by numbered migrations when the file is opened.

use crate::metrics::Timing;
use crate::sqlite_people as people;
use crate::store::{Answer, Key, OpenedKey, Store, StoreError, Taken};
use crate::writer::{self, Write, Writer};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use table::{Append, Bookmark, Hashed, Listed, NewTable, Seat, SeatKind, Stored, TableKey};

/// The migrations in order; the number of a migration is its place here, from 1.
pub(crate) const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/0001_tables.sql"),
    include_str!("../migrations/0002_reasons.sql"),
    include_str!("../migrations/0003_campaigns.sql"),
    include_str!("../migrations/0004_people.sql"),
    include_str!("../migrations/0005_bookmarks.sql"),
    include_str!("../migrations/0006_advice.sql"),
];

/// How many idle connections for reading are kept.
const READERS_MAX: usize = 4;

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::of(&error)
    }
}

impl StoreError {
    /// What an error of the database means: a damaged file is not the same as one that cannot be
    /// written.
    pub(crate) fn of(error: &rusqlite::Error) -> StoreError {
        use rusqlite::{Error, ErrorCode};
        let is_damage = match error {
            Error::SqliteFailure(failure, _) => {
                matches!(failure.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
            }
            Error::FromSqlConversionFailure(..)
            | Error::InvalidColumnType(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::Utf8Error(..) => true,
            _ => false,
        };
        match is_damage {
            true => StoreError::Damaged(error.to_string()),
            false => StoreError::Database(error.to_string()),
        }
    }
}

/// A store in one file.
pub struct Sqlite {
    writer: Writer,
    readers: Arc<Readers>,
}

struct Readers {
    file: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl Sqlite {
    /// Opens or creates the file and brings it up to date.
    pub fn open(file: &Path) -> Result<Sqlite, StoreError> {
        make_private(file).map_err(|e| StoreError::Database(e.to_string()))?;
        let mut connection = Connection::open(file)?;
        prepare(&connection)?;
        migrate(&mut connection)?;
        let readers = Readers { file: file.to_path_buf(), idle: Mutex::new(Vec::new()) };
        Ok(Sqlite { writer: Writer::start(connection)?, readers: Arc::new(readers) })
    }

    fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> Result<T, rusqlite::Error> + Send + 'static,
    ) -> Answer<'_, T> {
        let readers = Arc::clone(&self.readers);
        Box::pin(async move {
            let task = tokio::task::spawn_blocking(move || {
                let connection = readers.get()?;
                let answer = question(&connection)?;
                readers.put(connection);
                Ok(answer)
            });
            task.await.map_err(|_| StoreError::Closed)?
        })
    }
}

/// The file holds secrets: only its owner may read it. What the database puts beside it gets the
/// same rights.
pub(crate) fn make_private(file: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let opened = options.open(file)?;
    #[cfg(unix)]
    opened.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    drop(opened);
    Ok(())
}

/// Durable before it is acknowledged; readers never wait for the writer.
fn prepare(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.busy_timeout(std::time::Duration::from_secs(10))
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    connection.execute_batch("create table if not exists version (n integer primary key)")?;
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let done: usize =
        transaction.query_row("select count(*) from version", [], |row| row.get(0))?;
    if done > MIGRATIONS.len() {
        let message = "the file was written by a newer version of this program";
        return Err(StoreError::Database(message.to_string()));
    }
    for (i, sql) in MIGRATIONS.iter().enumerate().skip(done) {
        transaction.execute_batch(sql)?;
        transaction.execute("insert into version values (?)", [i as i64 + 1])?;
    }
    Ok(transaction.commit()?)
}

impl Readers {
    fn get(&self) -> Result<Connection, rusqlite::Error> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(connection) => Ok(connection),
            None => {
                let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                let connection = Connection::open_with_flags(&self.file, flags)?;
                connection.busy_timeout(std::time::Duration::from_secs(10))?;
                Ok(connection)
            }
        }
    }

    fn put(&self, connection: Connection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < READERS_MAX {
            idle.push(connection);
        }
    }
}

impl Store for Sqlite {
    fn create(&self, table: NewTable) -> Answer<'_, TableKey> {
        self.writer.write(|done| Write::Create(Box::new(table), done))
    }

    fn append(&self, append: Append) -> Answer<'_, ()> {
        self.writer.write(|done| Write::Append(append, done))
    }

    fn bookmark(&self, table: TableKey, bookmark: Bookmark) -> Answer<'_, ()> {
        self.writer.run(move |connection| Ok(writer::remember(connection, table, &bookmark)?))
    }

    fn take(&self, invite: Hashed, holder: Hashed) -> Answer<'_, Taken> {
        self.writer.write(move |done| Write::Take { invite, holder, done })
    }

    fn advised(&self, table: TableKey, side: String) -> Answer<'_, ()> {
        self.writer.run(move |connection| Ok(writer::advise(connection, table, &side)?))
    }

    fn invite(
        &self,
        table: TableKey,
        side: String,
        invite: Hashed,
        sitting: Option<Hashed>,
    ) -> Answer<'_, bool> {
        self.writer.write(move |done| Write::Invite { table, side, invite, sitting, done })
    }

    fn load(&self, id: String) -> Answer<'_, Option<Stored>> {
        self.read(move |connection| load(connection, &id))
    }

    fn list(&self, holder: Hashed, limit: u32) -> Answer<'_, Vec<Listed>> {
        self.read(move |connection| list(connection, holder, limit))
    }

    fn check(&self) -> Answer<'_, ()> {
        self.writer.write(Write::Check)
    }

    fn close(&self) -> Answer<'_, ()> {
        self.readers.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.writer.write(Write::Close)
    }

    fn commits(&self) -> Option<&Timing> {
        Some(self.writer.commits())
    }

    fn person(&self, token: Hashed) -> Answer<'_, Option<Hashed>> {
        self.read(move |connection| people::person(connection, token))
    }

    fn keys(&self, person: Hashed) -> Answer<'_, Vec<Key>> {
        self.read(move |connection| people::keys(connection, person))
    }

    fn make_key(&self, person: Hashed, key: Hashed, most: u32) -> Answer<'_, Option<i64>> {
        self.writer.run(move |connection| people::make_key(connection, person, key, most))
    }

    fn open_key(&self, key: Hashed, token: Hashed, brings_seats: bool) -> Answer<'_, OpenedKey> {
        self.writer.run(move |connection| people::open_key(connection, key, token, brings_seats))
    }

    fn revoke_key(&self, person: Hashed, id: i64, but: Hashed) -> Answer<'_, bool> {
        self.writer.run(move |connection| people::revoke_key(connection, person, id, but))
    }
}

/// Everything of one table at one moment: one transaction, so that lines and head belong together.
pub(crate) fn load(connection: &Connection, id: &str) -> Result<Option<Stored>, rusqlite::Error> {
    let transaction = connection.unchecked_transaction()?;
    let head = transaction
        .prepare_cached(
            "select key, title, header, secrets, imported, summary, \
             (select id from tables n where n.follows = t.key), finished is not null, opener \
             from tables t where id = ?",
        )?
        .query_row([id], |row| {
            Ok(Stored {
                key: TableKey(row.get(0)?),
                title: row.get(1)?,
                header: row.get(2)?,
                secrets: row.get(3)?,
                imported: row.get(4)?,
                summary: row.get(5)?,
                seats: Vec::new(),
                lines: Vec::new(),
                reasons: Vec::new(),
                next: row.get(6)?,
                finished: row.get(7)?,
                opener: row.get::<_, Option<[u8; 32]>>(8)?.map(Hashed),
                bookmarks: Vec::new(),
            })
        })
        .optional()?;
    let Some(mut table) = head else { return Ok(None) };
    table.seats = seats(&transaction, table.key)?;
    // A backup of an older program has no such count.
    let asked = asked(&transaction, table.key).unwrap_or_default();
    for seat in &mut table.seats {
        seat.asked = asked.iter().find(|(side, _)| *side == seat.side).map_or(0, |(_, n)| *n);
    }
    table.lines = transaction
        .prepare_cached("select text from lines where \"table\" = ? order by n")?
        .query_map([table.key.0], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    table.reasons = transaction
        .prepare_cached("select n, text from reasons where \"table\" = ? order by n")?
        .query_map([table.key.0], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    // A table opens without them, so whatever is wrong with them is no reason to refuse it.
    table.bookmarks = bookmarks(&transaction, table.key).unwrap_or_default();
    Ok(Some(table))
}

/// How often each side has asked what the bot would do.
fn asked(connection: &Connection, table: TableKey) -> Result<Vec<(String, u32)>, rusqlite::Error> {
    connection
        .prepare_cached("select side, asked from advice where \"table\" = ?")?
        .query_map([table.0], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

fn bookmarks(connection: &Connection, table: TableKey) -> Result<Vec<Bookmark>, rusqlite::Error> {
    let bookmark = |row: &Row<'_>| {
        let (line, program, packed) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(Bookmark { line, follows: None, program, packed })
    };
    connection
        .prepare_cached(
            "select line, program, packed from bookmarks where \"table\" = ? order by line",
        )?
        .query_map([table.0], bookmark)?
        .collect()
}

fn seats(connection: &Connection, table: TableKey) -> Result<Vec<Seat>, rusqlite::Error> {
    connection
        .prepare_cached(
            "select side, kind, holder, invite from seats where \"table\" = ? order by place",
        )?
        .query_map([table.0], seat_in)?
        .collect()
}

fn seat_in(row: &Row<'_>) -> Result<Seat, rusqlite::Error> {
    let kind: String = row.get(1)?;
    let hashed = |i: usize| -> Result<Option<Hashed>, rusqlite::Error> {
        Ok(row.get::<_, Option<[u8; 32]>>(i)?.map(Hashed))
    };
    Ok(Seat {
        side: row.get(0)?,
        kind: SeatKind::read(&kind).unwrap_or(SeatKind::Link),
        holder: hashed(2)?,
        invite: hashed(3)?,
        asked: 0,
    })
}

fn list(
    connection: &Connection,
    holder: Hashed,
    limit: u32,
) -> Result<Vec<Listed>, rusqlite::Error> {
    let mut statement = connection.prepare_cached(
        "select t.key, t.id, t.title, t.header, t.summary, t.finished, \
         (select at from lines l where l.\"table\" = t.key order by n desc limit 1) as updated \
         from tables t where t.opener = ?1 \
         or t.key in (select \"table\" from seats where holder = ?1) \
         order by updated desc limit ?2",
    )?;
    let mut rows = statement.query(params![holder.0, limit])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let key = TableKey(row.get(0)?);
        let listed = listed_in(row)
            .and_then(|listed| Ok(Listed { seats: seats(connection, key)?, ..listed }));
        found.push(listed.unwrap_or_else(|_| what_is_left(row)));
    }
    Ok(found)
}

fn listed_in(row: &Row<'_>) -> Result<Listed, rusqlite::Error> {
    Ok(Listed {
        id: row.get(1)?,
        title: row.get(2)?,
        header: row.get(3)?,
        summary: row.get(4)?,
        finished: row.get(5)?,
        updated: row.get::<_, Option<i64>>(6)?.unwrap_or(0),
        seats: Vec::new(),
        damaged: false,
    })
}

/// A table of which something cannot be read: the others are listed as usual.
fn what_is_left(row: &Row<'_>) -> Listed {
    Listed {
        id: row.get(1).unwrap_or_default(),
        title: row.get(2).unwrap_or_default(),
        header: String::new(),
        summary: String::new(),
        finished: row.get(5).unwrap_or_default(),
        updated: row.get::<_, Option<i64>>(6).ok().flatten().unwrap_or(0),
        seats: Vec::new(),
        damaged: true,
    }
}
