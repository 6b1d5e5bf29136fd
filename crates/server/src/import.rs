//! Journals from outside: read, counted, replayed once, and refused in words.

use crate::app::App;
use crate::error::ApiError;
use crate::library::Opened;
use crate::live::{committed, new_secrets, sentence};
use crate::metrics::Refused;
use crate::replay::{self, Budget, LINES_MAX, NotReplayed, REPLAY_MAX};
use engine::{Journal, Session};
use std::sync::Arc;

/// A game that can be played on, with the secrets of its new dice; none if it is over.
pub(crate) type Read = (Opened, Session, Vec<Vec<u8>>);

/// Reads a journal and replays it.
pub(crate) async fn read(app: &Arc<App>, text: String) -> Result<Read, ApiError> {
    let (bytes, lines) = (text.len(), text.bytes().filter(|b| *b == b'\n').count());
    let read = read_within_limits(app, text, lines).await;
    read.map_err(|(why, error)| {
        // What stands in a journal stays out of the log.
        tracing::info!(reason = why.name(), bytes, lines, "import refused");
        app.metrics.refused(why);
        error
    })
}

type NotRead = (Refused, ApiError);

async fn read_within_limits(app: &Arc<App>, text: String, lines: usize) -> Result<Read, NotRead> {
    let bad = |reason: Refused, why: &str| (reason, ApiError::Bad(sentence(why)));
    let limit = |text: String| (Refused::Limit, ApiError::TooLarge(text));
    if lines > LINES_MAX {
        return Err(limit(format!("This journal has {lines} lines; the limit is {LINES_MAX}.")));
    }
    let library = Arc::clone(&app.library);
    let replayed = replay::run(&app.replay_slots, move |budget| match parse(&text) {
        Err(why) => Ok(Err(why)),
        Ok(journal) => {
            drop(text);
            let opened = library.open_header(&journal.header)?;
            replay_once(journal, opened, budget).map(Ok)
        }
    });
    let parsed = replayed.await.map_err(|why| match why {
        NotReplayed::TooLong => limit(format!(
            "This journal takes longer than {} seconds to replay, so it was not imported.",
            REPLAY_MAX.as_secs()
        )),
        NotReplayed::Broken(why) => bad(Refused::Broken, &why),
        NotReplayed::Fault(error) => (Refused::Broken, error),
    })?;
    parsed.map_err(|why| bad(Refused::Damaged, &why))
}

fn parse(text: &str) -> Result<Journal, String> {
    let (journal, damage) = Journal::parse(text).map_err(|e| e.to_string())?;
    if let Some(damage) = damage {
        return Err(damage.to_string());
    }
    if journal.lines.first().is_none_or(|l| l.hash == 0) {
        let why = "this journal was exported while its game ran and lacks what was hidden";
        return Err(String::from(why));
    }
    Ok(journal)
}

/// Replays a journal. A game that is over keeps its head; one that is not goes on with new dice.
fn replay_once(journal: Journal, mut opened: Opened, budget: &Budget) -> Result<Read, String> {
    let session = replayed(&journal, &opened, budget)?;
    opened.header = journal.header;
    if session.decider().is_none() {
        return Ok((opened, session, Vec::new()));
    }
    Ok(with_new_dice(opened, session))
}

/// A game of our own that goes on from its journal with new dice.
pub(crate) fn play_on(
    journal: Journal,
    mut opened: Opened,
    budget: &Budget,
) -> Result<Read, String> {
    let session = replayed(&journal, &opened, budget)?;
    opened.header = journal.header;
    Ok(with_new_dice(opened, session))
}

fn replayed(journal: &Journal, opened: &Opened, budget: &Budget) -> Result<Session, String> {
    let goes_on = || budget.goes_on();
    let (session, verified) =
        Session::replay_while(&journal.header, &journal.lines, None, &*opened.start, &goes_on);
    match verified.broken {
        Some((line, why)) => Err(format!("line {line} cannot be replayed: {why}")),
        None => Ok(session),
    }
}

/// The secrets of the new dice are committed in the head, so that an exported game tells nobody
/// what will be thrown.
fn with_new_dice(mut opened: Opened, session: Session) -> Read {
    let secrets = new_secrets();
    opened.header = committed(opened.header, &secrets);
    let session = session.with_dice(opened.header.clone(), Some(secrets.clone()));
    (opened, session, secrets)
}
