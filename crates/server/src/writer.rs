//! The one thread that writes: it gathers what waits, stores it in one transaction, and acknowledges it
//! only when that transaction is on disk.

use crate::metrics::Timing;
use crate::sqlite_people::{self as people, now_ms};
use crate::store::{Answer, StoreError, Taken};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::{Append, Bookmark, Hashed, NewTable, TableKey};
use tokio::sync::{mpsc, oneshot};

/// How many writes may wait; whoever comes later waits for a place.
const WAITING_MAX: usize = 1024;

/// How many writes one transaction takes at most.
const GROUP_MAX: usize = 256;

/// How long a transaction waits for those who usually come along.
const GATHER_MAX: Duration = Duration::from_micros(600);

/// How long it sleeps between two looks.
const GATHER_STEP: Duration = Duration::from_micros(60);

type Done<T> = oneshot::Sender<Result<T, StoreError>>;

/// Something to be stored, and whom to tell.
pub(crate) enum Write {
    /// A new table.
    Create(Box<NewTable>, Done<TableKey>),
    /// Lines of a journal.
    Append(Append, Done<()>),
    /// Somebody takes a seat.
    Take { invite: Hashed, holder: Hashed, done: Done<Taken> },
    /// A seat gets another invitation.
    Invite {
        table: TableKey,
        side: String,
        invite: Hashed,
        sitting: Option<Hashed>,
        done: Done<bool>,
    },
    /// Nothing, to see whether it can be stored.
    Check(Done<()>),
    /// The last one: what comes later is not stored.
    Close(Done<()>),
    /// Whatever else is rarely written.
    Other(Job),
}

/// Writes something on its own footing.
type Job = Box<dyn FnOnce(&Connection) -> Acknowledge + Send>;

/// What was done within a transaction and waits for its commit.
type Acknowledge = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// The way to the thread that writes.
pub(crate) struct Writer {
    queue: mpsc::Sender<Write>,
    commits: Arc<Timing>,
}

impl Writer {
    /// Starts the thread. It ends when the last of those who could write is gone.
    pub(crate) fn start(connection: Connection) -> Result<Writer, StoreError> {
        let (queue, waiting) = mpsc::channel(WAITING_MAX);
        let commits = Arc::<Timing>::default();
        let times = Arc::clone(&commits);
        std::thread::Builder::new()
            .name(String::from("writer"))
            .spawn(move || run(connection, waiting, &times))
            .map_err(|e| StoreError::Database(e.to_string()))?;
        Ok(Writer { queue, commits })
    }

    /// How long its transactions took.
    pub(crate) fn commits(&self) -> &Timing {
        &self.commits
    }

    /// Stores something and waits until it is on disk.
    pub(crate) fn write<T: Send + 'static>(
        &self,
        make: impl FnOnce(Done<T>) -> Write,
    ) -> Answer<'_, T> {
        let (done, answer) = oneshot::channel();
        let write = make(done);
        Box::pin(async move {
            self.queue.send(write).await.map_err(|_| StoreError::Closed)?;
            answer.await.map_err(|_| StoreError::Closed)?
        })
    }
}

impl Writer {
    /// Does something rare and waits until it is on disk.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'_, T> {
        self.write(|done| Write::Other(Box::new(move |c| later(done, alone(c, job)))))
    }
}

/// How many journals' ends are remembered.
const ENDS_MAX: usize = 4096;

/// The last line of each journal that this thread has written. They hold as long as no other connection has
/// changed the file, which SQLite tells by its data version.
#[derive(Default)]
struct Ends {
    version: i64,
    last: HashMap<i64, u64>,
}

impl Ends {
    /// Forgets everything if somebody else has written.
    fn check(&mut self, connection: &Connection) -> Result<(), rusqlite::Error> {
        let version = connection
            .prepare_cached("pragma data_version")?
            .query_row([], |row| row.get::<_, i64>(0))?;
        if version != self.version || self.last.len() > ENDS_MAX {
            self.last.clear();
        }
        self.version = version;
        Ok(())
    }

    /// The number that the next line of a journal must have.
    fn next(&self, connection: &Connection, table: i64) -> Result<u64, rusqlite::Error> {
        let last = match self.last.get(&table) {
            Some(last) => Some(*last),
            None => connection
                .prepare_cached("select n from lines where \"table\" = ? order by n desc limit 1")?
                .query_row([table], |row| row.get(0))
                .optional()?,
        };
        Ok(last.map_or(0, |n| n + 1))
    }
}

fn run(mut connection: Connection, mut waiting: mpsc::Receiver<Write>, commits: &Timing) {
    connection.set_prepared_statement_cache_capacity(32);
    let mut ends = Ends::default();
    let mut usual = 1;
    while let Some(first) = waiting.blocking_recv() {
        let mut group = gather(first, &mut waiting, usual);
        usual = group.len().max(usual * 3 / 4);
        let closing = group.iter().position(|write| matches!(write, Write::Close(_)));
        let last = closing.map(|i| group.remove(i));
        let begun = Instant::now();
        if !group.is_empty() {
            store_all(&mut connection, &mut ends, group);
            commits.add(begun.elapsed());
        }
        if let Some(Write::Close(done)) = last {
            waiting.close();
            let closed = connection.close().map_err(|(_, error)| StoreError::from(error));
            drop(done.send(closed));
            return;
        }
    }
}

/// What waits, and what comes in a moment. As many as usually come are waited for, though not long: so a single
/// player never waits, and many share one transaction.
fn gather(first: Write, waiting: &mut mpsc::Receiver<Write>, usual: usize) -> Vec<Write> {
    let begun = Instant::now();
    let mut group = vec![first];
    loop {
        while group.len() < GROUP_MAX
            && let Ok(next) = waiting.try_recv()
        {
            group.push(next);
        }
        if group.len() >= usual.min(GROUP_MAX) || begun.elapsed() >= GATHER_MAX {
            return group;
        }
        std::thread::sleep(GATHER_STEP);
    }
}

/// One transaction for all of them. If the transaction fails, none of them is acknowledged.
fn store_all(connection: &mut Connection, ends: &mut Ends, group: Vec<Write>) {
    let mut acknowledge: Vec<Acknowledge> = Vec::with_capacity(group.len());
    let result = store_group(connection, ends, group, &mut acknowledge);
    if result.is_err() {
        *ends = Ends::default();
    }
    for tell in acknowledge {
        tell(result.as_ref().copied().map_err(StoreError::of));
    }
}

fn store_group(
    connection: &mut Connection,
    ends: &mut Ends,
    group: Vec<Write>,
    acknowledge: &mut Vec<Acknowledge>,
) -> Result<(), rusqlite::Error> {
    let immediate = rusqlite::TransactionBehavior::Immediate;
    let transaction = connection.transaction_with_behavior(immediate)?;
    ends.check(&transaction)?;
    let mut failed = None;
    for write in group {
        match write {
            Write::Append(lines, done) => {
                let appended = append(&transaction, ends, &lines);
                // Half a step must not stay: what cannot be finished takes the whole group with it.
                let (result, error) = match appended {
                    Ok(true) => (Ok(()), None),
                    Ok(false) => (Err(StoreError::Conflict), None),
                    Err(error) => (Err(StoreError::of(&error)), Some(error)),
                };
                failed = failed.or(error);
                acknowledge.push(later(done, result));
            }
            other => acknowledge.push(one(&transaction, other)),
        }
    }
    match failed {
        None => transaction.commit(),
        Some(error) => Err(error),
    }
}

/// The rare writes, each on its own footing.
fn one(connection: &Connection, write: Write) -> Acknowledge {
    match write {
        Write::Create(table, done) => later(done, alone(connection, |c| create(c, &table))),
        Write::Append(..) => unreachable!("lines are appended by the group"),
        Write::Take { invite, holder, done } => {
            later(done, alone(connection, |c| take(c, invite, holder)))
        }
        Write::Invite { table, side, invite, sitting, done } => {
            later(done, alone(connection, |c| renew(c, table, &side, invite, sitting)))
        }
        Write::Check(done) => later(done, alone(connection, touch)),
        Write::Close(done) => later(done, Ok(())),
        Write::Other(job) => job(connection),
    }
}

/// Writes what is there already, so that the disk must take it.
fn touch(connection: &Connection) -> Result<(), StoreError> {
    connection.prepare_cached("update version set n = n where n = 1")?.execute([])?;
    Ok(())
}

/// One write of a group: if it fails it leaves nothing behind, and the others stand.
fn alone<T>(
    connection: &Connection,
    write: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    connection.prepare_cached("savepoint one")?.execute([])?;
    let result = write(connection);
    if result.is_err() {
        connection.prepare_cached("rollback to one")?.execute([])?;
    }
    connection.prepare_cached("release one")?.execute([])?;
    result
}

fn later<T: Send + 'static>(done: Done<T>, result: Result<T, StoreError>) -> Acknowledge {
    Box::new(move |committed| {
        // Whoever asked may have gone; what is stored is stored.
        let _ = done.send(committed.and(result));
    })
}

fn create(connection: &Connection, table: &NewTable) -> Result<TableKey, StoreError> {
    let now = now_ms();
    let follows = table.follows.map(|key| key.0);
    if follows.is_some() && is_followed(connection, follows)? {
        return Err(StoreError::Conflict);
    }
    connection
        .prepare_cached(
            "insert into tables \
             (id, title, header, secrets, imported, summary, created, finished, follows, opener) \
             values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            table.id,
            table.title,
            table.header,
            table.secrets,
            table.imported,
            table.summary,
            now,
            table.finished.then_some(now),
            follows,
            table.opener.map(|h| h.0),
        ])?;
    let key = connection.last_insert_rowid();
    let mut insert = connection.prepare_cached(
        "insert into seats (\"table\", place, side, kind, holder, invite) \
         values (?, ?, ?, ?, ?, ?)",
    )?;
    for (place, seat) in table.seats.iter().enumerate() {
        let (holder, invite) = (seat.holder.map(|h| h.0), seat.invite.map(|h| h.0));
        let kind = seat.kind.to_string();
        insert.execute(params![key, place, seat.side, kind, holder, invite])?;
    }
    for person in table.seats.iter().filter_map(|seat| seat.holder).chain(table.opener) {
        people::know(connection, person)?;
    }
    let mut insert = connection.prepare_cached("insert into lines values (?, ?, ?, ?)")?;
    for (n, text) in table.lines.iter().enumerate() {
        insert.execute(params![key, n, now, text])?;
    }
    Ok(TableKey(key))
}

fn is_followed(connection: &Connection, table: Option<i64>) -> Result<bool, rusqlite::Error> {
    connection.prepare_cached("select 1 from tables where follows = ?")?.exists([table])
}

/// The lines go in only where the line before them is the last: a journal never forks. False, and nothing
/// written, where it is not.
fn append(
    connection: &Connection,
    ends: &mut Ends,
    append: &Append,
) -> Result<bool, rusqlite::Error> {
    let (key, now) = (append.table.0, now_ms());
    if ends.next(connection, key)? != append.first {
        return Ok(false);
    }
    let mut insert = connection.prepare_cached("insert into lines values (?, ?, ?, ?)")?;
    for (i, text) in append.lines.iter().enumerate() {
        insert.execute(params![key, append.first + i as u64, now, text])?;
    }
    if let Some(reason) = &append.reason {
        connection.prepare_cached("insert into reasons values (?, ?, ?)")?.execute(params![
            key,
            append.first,
            reason
        ])?;
    }
    if let Some(summary) = &append.summary {
        connection
            .prepare_cached("update tables set summary = ? where key = ?")?
            .execute(params![summary, key])?;
    }
    if let Some(bookmark) = &append.bookmark {
        remember(connection, append.table, bookmark)?;
    }
    ends.last.insert(key, (append.first + append.lines.len() as u64).saturating_sub(1));
    if append.finished {
        connection
            .prepare_cached("update tables set finished = ? where key = ? and finished is null")?
            .execute(params![now, key])?;
    }
    Ok(true)
}

/// Keeps a bookmark. One that follows none tells everything, so those before it have served their time.
pub(crate) fn remember(
    connection: &Connection,
    table: TableKey,
    bookmark: &Bookmark,
) -> Result<(), rusqlite::Error> {
    if bookmark.follows.is_none() {
        let forget = "delete from bookmarks where \"table\" = ?";
        connection.prepare_cached(forget)?.execute([table.0])?;
    }
    connection
        .prepare_cached("insert or replace into bookmarks values (?, ?, ?, ?)")?
        .execute(params![table.0, bookmark.line, bookmark.program, bookmark.packed])?;
    Ok(())
}

/// Counts that a side was advised.
pub(crate) fn advise(
    connection: &Connection,
    table: TableKey,
    side: &str,
) -> Result<(), rusqlite::Error> {
    let count = "insert into advice values (?, ?, 1) on conflict do update set asked = asked + 1";
    connection.prepare_cached(count)?.execute(params![table.0, side])?;
    Ok(())
}

fn take(connection: &Connection, invite: Hashed, holder: Hashed) -> Result<Taken, StoreError> {
    let found: Option<(i64, String, String, Option<[u8; 32]>)> = connection
        .prepare_cached(
            "select t.key, t.id, s.side, s.holder from seats s join tables t on t.key = s.\"table\" \
             where s.invite = ?",
        )?
        .query_row([invite.0], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
        .optional()?;
    match found {
        None => Ok(Taken::Unknown),
        Some((_, id, side, Some(sitting))) if sitting == holder.0 => Ok(Taken::Yes(id, side)),
        Some((_, _, _, Some(_))) => Ok(Taken::Occupied),
        Some((key, id, side, None)) => {
            connection
                .prepare_cached("update seats set holder = ? where \"table\" = ? and side = ?")?
                .execute(params![holder.0, key, side])?;
            people::know(connection, holder)?;
            Ok(Taken::Yes(id, side))
        }
    }
}

fn renew(
    connection: &Connection,
    table: TableKey,
    side: &str,
    invite: Hashed,
    sitting: Option<Hashed>,
) -> Result<bool, StoreError> {
    let changed = connection
        .prepare_cached(
            "update seats set invite = ?, holder = null \
             where \"table\" = ? and side = ? and kind = 'link' and holder is ?",
        )?
        .execute(params![invite.0, table.0, side, sitting.map(|h| h.0)])?;
    Ok(changed == 1)
}
