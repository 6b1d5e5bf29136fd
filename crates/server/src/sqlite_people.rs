//! The people of the store in one SQLite file: tokens, the persons for whom they stand, and key
//! links.

use crate::store::{Key, OpenedKey, StoreError};
use rusqlite::{Connection, OptionalExtension, params};
use std::time::{SystemTime, UNIX_EPOCH};
use table::Hashed;

/// Now, in milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as i64)
}

/// The person for whom a token stands.
pub(crate) fn person(
    connection: &Connection,
    token: Hashed,
) -> Result<Option<Hashed>, rusqlite::Error> {
    connection
        .prepare_cached("select person from tokens where token = ?")?
        .query_row([token.0], |row| row.get(0).map(Hashed))
        .optional()
}

/// Whoever takes his first seat becomes a person, called by the hash of the token that he is given
/// now.
pub(crate) fn know(connection: &Connection, person: Hashed) -> Result<(), rusqlite::Error> {
    connection
        .prepare_cached(
            "insert or ignore into tokens (token, person, made) select ?1, ?1, ?2 \
             where not exists (select 1 from tokens where person = ?1)",
        )?
        .execute(params![person.0, now_ms()])?;
    Ok(())
}

/// The key links of a person, the newest first.
pub(crate) fn keys(connection: &Connection, person: Hashed) -> Result<Vec<Key>, rusqlite::Error> {
    connection
        .prepare_cached(
            "select id, made, opened, last, (select count(*) from tokens t where t.key = k.id) \
             from keys k where person = ? order by id desc",
        )?
        .query_map([person.0], |row| {
            Ok(Key {
                id: row.get(0)?,
                made: row.get(1)?,
                opened: row.get(2)?,
                last: row.get(3)?,
                browsers: row.get(4)?,
            })
        })?
        .collect()
}

/// Keeps a key link; `None` if the person has that many already.
pub(crate) fn make_key(
    connection: &Connection,
    person: Hashed,
    key: Hashed,
    most: u32,
) -> Result<Option<i64>, StoreError> {
    let made = connection
        .prepare_cached(
            "insert into keys (key, person, made) select ?1, ?2, ?3 \
             where (select count(*) from keys where person = ?2) < ?4",
        )?
        .execute(params![key.0, person.0, now_ms(), most])?;
    Ok((made == 1).then(|| connection.last_insert_rowid()))
}

/// Makes a browser's token stand for the person of a key link.
pub(crate) fn open_key(
    connection: &Connection,
    key: Hashed,
    token: Hashed,
    brings_seats: bool,
) -> Result<OpenedKey, StoreError> {
    let found: Option<(i64, Hashed)> = connection
        .prepare_cached("select id, person from keys where key = ?")?
        .query_row([key.0], |row| Ok((row.get(0)?, Hashed(row.get(1)?))))
        .optional()?;
    let Some((id, owner)) = found else { return Ok(OpenedKey::Unknown) };
    let mut brought = Vec::new();
    match person(connection, token)? {
        Some(before) if before == owner => return Ok(OpenedKey::Yes { person: owner, brought }),
        Some(before) => {
            brought = tables_of(connection, before)?;
            if !brought.is_empty() && !brings_seats {
                return Ok(OpenedKey::HasSeats(brought.len()));
            }
            if !brought.is_empty() {
                become_one(connection, before, owner)?;
            }
        }
        None => {}
    }
    connection
        .prepare_cached(
            "insert into tokens (token, person, key, made) values (?1, ?2, ?3, ?4) \
             on conflict (token) do update set person = ?2, key = ?3",
        )?
        .execute(params![token.0, owner.0, id, now_ms()])?;
    connection
        .prepare_cached("update keys set opened = opened + 1, last = ? where id = ?")?
        .execute(params![now_ms(), id])?;
    Ok(OpenedKey::Yes { person: owner, brought })
}

/// The tables that a person opened or sits at.
fn tables_of(connection: &Connection, person: Hashed) -> Result<Vec<String>, rusqlite::Error> {
    connection
        .prepare_cached(
            "select id from tables where opener = ?1 \
             or key in (select \"table\" from seats where holder = ?1)",
        )?
        .query_map([person.0], |row| row.get(0))?
        .collect()
}

/// Two persons turn out to be one: all that was the first's is the second's.
fn become_one(
    connection: &Connection,
    before: Hashed,
    person: Hashed,
) -> Result<(), rusqlite::Error> {
    for sql in [
        "update seats set holder = ? where holder = ?",
        "update tables set opener = ? where opener = ?",
        "update tokens set person = ? where person = ?",
        "update keys set person = ? where person = ?",
    ] {
        connection.prepare_cached(sql)?.execute(params![person.0, before.0])?;
    }
    Ok(())
}

/// Voids a key link of a person and signs out the browsers that came in by it, all but the one that
/// asks. Whether there was such a link. The browser in which a person began came by none: no thief
/// signs it out.
pub(crate) fn revoke_key(
    connection: &Connection,
    person: Hashed,
    id: i64,
    but: Hashed,
) -> Result<bool, StoreError> {
    let is_his = connection
        .prepare_cached("select 1 from keys where id = ? and person = ?")?
        .exists(params![id, person.0])?;
    if is_his {
        connection
            .prepare_cached("delete from tokens where key = ? and token <> ?")?
            .execute(params![id, but.0])?;
        connection.prepare_cached("update tokens set key = null where key = ?")?.execute([id])?;
        connection.prepare_cached("delete from keys where id = ?")?.execute([id])?;
    }
    Ok(is_his)
}
