//! The stream of a table: that something happened, never what. Each listener asks for what he may know.

use crate::api::games::text_of;
use crate::api::look::{Look, enter};
use crate::app::App;
use crate::bots;
use crate::error::ApiError;
use crate::extract::{Asked, Named};
use crate::rooms::{BotNote, Note};
use crate::visitor::Visitor;
use crate::words::{word, words_in};
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use engine::Language;
use schemars::JsonSchema;
use serde::Serialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::BroadcastStream;

/// How often a quiet stream shows that it is alive.
const ALIVE: Duration = Duration::from_secs(15);

/// What tells a proxy that collects answers to hand on each event at once.
const AT_ONCE: [(&str, &str); 1] = [("x-accel-buffering", "no")];

/// The events of a table. A listener who was away, or who is new, is first told where the table stands.
pub(crate) async fn listen(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Asked(look): Asked<Look>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let (room, live, _) = enter(&app, &id, &visitor, &look).await?;
    let full = |_| ApiError::Busy(word("server.watching"));
    let slot = Arc::clone(&app.stream_slots).try_acquire_owned().map_err(full)?;
    let notes = BroadcastStream::new(room.notes.subscribe());
    bots::wake(&app, &room, &live);
    let seen = headers.get("last-event-id").and_then(|v| v.to_str().ok()?.parse().ok());
    let (now, language) = (live.session.seq(), visitor.language);
    let first = (seen != Some(now)).then_some(Note::Step(now));
    drop(live);
    let stream = tokio_stream::iter(first.map(Ok))
        .chain(notes)
        .map(move |note| {
            // The slot is given back when the stream ends.
            let _ = &slot;
            note.unwrap_or_else(|_missed| Note::Step(room.seq.load(Ordering::Acquire)))
        })
        .take_while(|note| !matches!(note, Note::Close))
        .map(move |note| Ok::<Event, Infallible>(event(note, language)));
    Ok((AT_ONCE, Sse::new(stream).keep_alive(KeepAlive::new().interval(ALIVE))))
}

/// How far a table has moved on.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Stepped {
    /// Its last line.
    seq: u64,
}

fn event(note: Note, language: Language) -> Event {
    match note {
        Note::Step(seq) => {
            Event::default().event("step").id(seq.to_string()).data(text_of(&Stepped { seq }))
        }
        Note::Bot(note) => Event::default().event("bot").data(text_of(&note)),
        Note::Weighs(note, weighs) => {
            let weighs = Some(words_in(language).message(&weighs));
            Event::default().event("bot").data(text_of(&BotNote { weighs, ..note }))
        }
        Note::Seats => Event::default().event("seats").data("{}"),
        Note::Close => Event::default().comment("closed"),
    }
}
