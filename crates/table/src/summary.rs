//! What the list of tables shows.

use crate::record::{Hashed, Listed, header_of};
use crate::seats::Seats;
use board::Side;
use engine::Session;
use serde_json::{Value, json};

/// The turn, whose decision it is, and how the game ended.
pub(crate) fn summary(session: &Session) -> Value {
    let table = session.table();
    let turn = table.turn_shown();
    let ids = table.side_ids();
    json!({
        "turn": { "n": turn.n, "of": turn.of, "name": turn.name },
        "decider": session.decider().map(|side| &ids[side.index()]),
        "outcome": session.outcome().map(|o| table.say(&o.text)),
    })
}

/// A table in the list of a person; `None` if what is stored of it cannot be read.
pub fn listed(table: &Listed, who: Hashed) -> Option<Value> {
    let header = header_of(&table.header).ok().filter(|_| !table.damaged)?;
    let summary: Value = serde_json::from_str(&table.summary).ok()?;
    let seats = Seats::of(table.seats.clone())?;
    let mine: Vec<&str> = Side::BOTH
        .into_iter()
        .filter(|side| seats.holds(Some(who), *side))
        .map(|side| seats.seat(side).side.as_str())
        .collect();
    let waits = summary["decider"].as_str().is_some_and(|d| mine.contains(&d));
    let mut entry = json!({
        "id": table.id,
        "game": header.game,
        "scenario": header.scenario,
        "title": table.title,
        "turn": summary["turn"],
        "decider": summary["decider"],
        "mine": mine,
        "waits": waits,
        "seats": seats.shown(Some(who)),
        "updated": table.updated,
    });
    if let Some(at) = table.finished {
        entry["finished"] = json!({ "at": at, "text": summary["outcome"] });
    }
    Some(entry)
}

/// One that cannot be read stands in the list with what is known of it, and spoils nothing.
pub fn listed_damaged(table: &Listed) -> Value {
    json!({
        "id": table.id, "title": table.title, "damaged": true, "mine": [], "waits": false,
        "updated": table.updated,
    })
}
