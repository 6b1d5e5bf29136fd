//! Journals from outside: read, replayed once, and refused in words.

use crate::budget::Budget;
use crate::library::Opened;
use crate::secrets::committed;
use engine::{Journal, Session};

/// A game that can be played on, with the secrets of its new dice; none if it is over.
pub type Read = (Opened, Session, Vec<Vec<u8>>);

/// Reads a whole journal from text.
pub fn parse(text: &str) -> Result<Journal, String> {
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

/// Replays a journal. A game that is over keeps its head; one that is not goes on with new dice from these secrets.
pub fn replay_once(
    journal: Journal,
    mut opened: Opened,
    secrets: Vec<Vec<u8>>,
    budget: &dyn Budget,
) -> Result<Read, String> {
    let session = replayed(&journal, &opened, budget)?;
    opened.header = journal.header;
    if session.decider().is_none() {
        return Ok((opened, session, Vec::new()));
    }
    Ok(with_new_dice(opened, session, secrets))
}

/// A game of our own that goes on from its journal with new dice from these secrets.
pub fn play_on(
    journal: Journal,
    mut opened: Opened,
    secrets: Vec<Vec<u8>>,
    budget: &dyn Budget,
) -> Result<Read, String> {
    let session = replayed(&journal, &opened, budget)?;
    opened.header = journal.header;
    Ok(with_new_dice(opened, session, secrets))
}

fn replayed(journal: &Journal, opened: &Opened, budget: &dyn Budget) -> Result<Session, String> {
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
fn with_new_dice(mut opened: Opened, session: Session, secrets: Vec<Vec<u8>>) -> Read {
    opened.header = committed(opened.header, &secrets);
    let session = session.with_dice(opened.header.clone(), Some(secrets.clone()));
    (opened, session, secrets)
}
