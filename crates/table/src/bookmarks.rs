//! Bookmarks of a table: every 200 lines what the session knows is stored beside the journal, so that opening
//! a table replays the lines since then and not all of them.
//!
//! They only save time. One that is missing, damaged, or made by another program, rules or data is not used,
//! and then the whole journal is replayed.

use crate::library::Opened;
use crate::record::Bookmark;
use engine::{Journal, Session, Verification};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use std::io::{Read, Write};

/// How many lines lie between two bookmarks.
pub const EVERY: u64 = 200;

/// How long the text of a bookmark may be: many times what the longest journal that can be imported tells.
const TEXT_MAX: u64 = 256 << 20;

/// What the bookmarks of a table must have been made with.
fn program(opened: &Opened) -> String {
    format!("{} {} {}", env!("CARGO_PKG_VERSION"), opened.now.rules, opened.now.data)
}

/// A bookmark at the last line of a session, if `last` is too far back.
pub fn due(session: &Session, opened: &Opened, last: Option<u64>) -> Option<Bookmark> {
    let line = session.seq();
    let is_due = line.saturating_sub(last.unwrap_or(0)) >= EVERY;
    is_due.then(|| packed(&session.bookmark(last))).flatten().map(|packed| Bookmark {
        line,
        follows: last,
        program: program(opened),
        packed,
    })
}

/// A session opened at its last bookmark, and the line of that. Otherwise all must be replayed, and the error is the
/// line of the bookmark that could not be used.
pub fn resume(
    journal: &Journal,
    secrets: &[Vec<u8>],
    opened: &Opened,
    bookmarks: &[Bookmark],
) -> Result<(Session, Verification, u64), Option<u64>> {
    let program = program(opened);
    let last = bookmarks.last().filter(|_| bookmarks.iter().all(|b| b.program == program));
    let last = last.ok_or(None)?.line;
    let texts: Vec<String> = bookmarks.iter().map_while(|b| unpacked(&b.packed)).collect();
    let secrets = Some(secrets.to_vec());
    let resumed = (texts.len() == bookmarks.len())
        .then(|| Session::resume(journal, secrets, &*opened.start, &texts));
    match resumed {
        Some(Ok((session, verified, line))) if verified.broken.is_none() && line == last => {
            Ok((session, verified, line))
        }
        _ => Err(Some(last)),
    }
}

fn packed(text: &str) -> Option<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).ok()?;
    encoder.finish().ok()
}

fn unpacked(packed: &[u8]) -> Option<String> {
    let mut text = String::new();
    ZlibDecoder::new(packed).take(TEXT_MAX).read_to_string(&mut text).ok()?;
    Some(text)
}
