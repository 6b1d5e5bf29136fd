//! The next scenario of a campaign: a table that begins from the end of another.

use crate::api::begin::{Fresh, keep};
use crate::app::App;
use crate::error::{ApiError, refusal};
use crate::extract::{Named, Sent};
use crate::library::{Library, Opened};
use crate::live::{Live, committed, new_secrets, sentence};
use crate::rooms::{self, Note};
use crate::seats::Seats;
use crate::secret::Hashed;
use crate::store::{Seat, StoreError};
use crate::visitor::Visitor;
use axum::extract::State;
use axum::{Extension, Json};
use engine::{Header, Session};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// There is nothing to say: the seats are those of the table before.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GoingOn {}

/// Opens the table of the next scenario, or leads to it if somebody has. It is done to its end even if whoever
/// asked has gone.
pub(crate) async fn next(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Extension(visitor): Extension<Visitor>,
    Sent(GoingOn {}): Sent<GoingOn>,
) -> Result<Json<Value>, ApiError> {
    let who = visitor.hash();
    let task = tokio::spawn(async move { go_on(&app, &id, who).await });
    let table = task.await.map_err(|e| ApiError::fault(&e))??;
    Ok(Json(json!({ "table": table })))
}

/// The room of the table before stays shut meanwhile, so that two who ask at once are led to one table.
async fn go_on(app: &Arc<App>, id: &str, who: Option<Hashed>) -> Result<String, ApiError> {
    let (room, live) = rooms::enter(app, id).await?;
    if !live.seats.is_of(who) {
        return Err(ApiError::Forbidden(String::from("You have no seat at this table.")));
    }
    if let Some(table) = live.next_table.get() {
        return Ok(table.clone());
    }
    let fresh = begin(app, &live).await?;
    let table = match keep(app, fresh).await {
        Err(StoreError::Conflict) => opened_elsewhere(app, id).await?,
        kept => kept?,
    };
    // The room was empty of a next table a moment ago, and nobody else was in it.
    let _ = live.next_table.set(table.clone());
    room.tell(Note::Seats);
    Ok(table)
}

/// Another server plays the same file, and somebody there was first.
async fn opened_elsewhere(app: &App, id: &str) -> Result<String, ApiError> {
    let stored = app.store.load(id.to_string()).await?;
    stored.and_then(|s| s.next).ok_or_else(|| ApiError::fault(&"a table that follows is gone"))
}

async fn begin(app: &App, live: &Live) -> Result<Fresh, ApiError> {
    if !live.is_over() {
        return Err(ApiError::refusal(
            "The game is not over; the next scenario begins from its end.",
        ));
    }
    let header = live.session.journal().header.clone();
    if app.library.next(&header).is_none() {
        return Err(ApiError::refusal("No scenario continues this one."));
    }
    if live.session.resigned().is_some() {
        let text = "Only a game played to its end can be continued; this one was resigned.";
        return Err(ApiError::refusal(text));
    }
    let (library, end) = (Arc::clone(&app.library), live.end());
    let begun = tokio::task::spawn_blocking(move || begin_from(&*library, &header, &end));
    let begun = begun.await.map_err(|e| ApiError::fault(&e))?;
    let (opened, session, secrets) = begun.map_err(|why| refused(&why))?;
    let seats = Seats(live.seats.0.clone().map(stay));
    let (follows, opener) = (Some(live.key), live.opener);
    Ok(Fresh { opened, session, seats, secrets, imported: 0, follows, opener })
}

fn begin_from(
    library: &dyn Library,
    header: &Header,
    end: &str,
) -> Result<(Opened, Session, Vec<Vec<u8>>), String> {
    let mut opened = library.carry_on(header, end)?;
    let secrets = new_secrets();
    opened.header = committed(opened.header, &secrets);
    let header = opened.header.clone();
    let session = Session::begin(header, Some(secrets.clone()), &*opened.start);
    Ok((opened, session, secrets))
}

/// Everybody keeps his side. Invitations do not: a seat that nobody has taken gets another when one is asked for.
fn stay(seat: Seat) -> Seat {
    Seat { invite: None, ..seat }
}

/// What a game says when it does not carry an end on: a sentence, and the rules in brackets behind it.
fn refused(why: &str) -> ApiError {
    let cited = why.strip_suffix(']').and_then(|why| why.rsplit_once(" ["));
    let (text, rules) = cited.unwrap_or((why, ""));
    let mut value = refusal(&sentence(text));
    value["rules"] = rules.split(", ").filter(|rule| !rule.is_empty()).collect();
    ApiError::Refused(Box::new(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_of_a_game_keeps_its_sentence_and_its_rules_apart() {
        for (why, text, rules) in [
            ("the German has won. [EXT-3]", "The German has won.", json!(["EXT-3"])),
            ("not the one before [A, B]", "Not the one before.", json!(["A", "B"])),
            ("nothing", "Nothing.", json!([])),
        ] {
            let ApiError::Refused(value) = refused(why) else { panic!("{why}: no refusal") };
            assert_eq!((&value["text"], &value["rules"]), (&json!(text), &rules));
        }
    }
}
