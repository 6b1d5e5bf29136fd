//! Looking at tables. Every answer is made for the viewer who asks.

use crate::api::games::no_such;
use crate::app::App;
use crate::bots;
use crate::campaign;
use crate::error::{ApiError, Written};
use crate::extract::{Asked, Named};
use crate::lost;
use crate::replay;
use crate::rooms::{self, Inside};
use crate::visitor::Visitor;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use engine::shown::OverlayShown;
use engine::{Table, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{
    Besides, Budget, DiceProof, Eyes, Hashed, History, Listed, ListedShown, Live, Past, listed,
    listed_damaged, redacted,
};

/// How many of a visitor's tables are listed.
const LISTED_MAX: u32 = 200;

/// Through whose eyes, and from where.
#[derive(Deserialize)]
pub(crate) struct Look {
    #[serde(rename = "as")]
    viewer: Option<String>,
    after: Option<u64>,
    line: Option<u64>,
    have: Option<String>,
}

/// Goes into a table and settles through whose eyes the visitor looks.
pub(crate) async fn enter(
    app: &Arc<App>,
    id: &str,
    visitor: &Visitor,
    look: &Look,
) -> Result<(Arc<rooms::Room>, Inside, Eyes), ApiError> {
    let (room, live) = campaign::enter(app, id).await?;
    let eyes = live.eyes(visitor.hash(), look.viewer.as_deref())?;
    Ok((room, live, eyes))
}

/// The tables of a visitor.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Tables<'a> {
    /// Those that wait for him first.
    tables: Vec<ListedShown<'a>>,
}

/// The visitor's tables, those that wait for him first.
pub(crate) async fn tables(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, ApiError> {
    let Some(who) = visitor.hash() else {
        return Ok(Json(Tables { tables: Vec::new() }).into_response());
    };
    let all = app.store.list(who, LISTED_MAX).await?;
    let mut tables: Vec<ListedShown<'_>> = all.iter().map(|t| list_entry(t, who)).collect();
    tables.sort_by_key(|t| !t.waits());
    let body = Json(Tables { tables });
    match visitor.renewed() {
        Some(cookie) => Ok(([(SET_COOKIE, cookie)], body).into_response()),
        None => Ok(body.into_response()),
    }
}

fn list_entry(table: &Listed, who: Hashed) -> ListedShown<'_> {
    listed(table, who).unwrap_or_else(|| {
        tracing::warn!(table = table.id, "a stored table is damaged");
        listed_damaged(table)
    })
}

/// The state of a table.
pub(crate) async fn state(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Asked(look): Asked<Look>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Written, ApiError> {
    let (room, live, eyes) = enter(&app, &id, &visitor, &look).await?;
    bots::wake(&app, &room, &live);
    let have = look.have.as_deref();
    let besides = Besides { bot: Some(room.bot.shown()), have, ..Besides::default() };
    Ok(Written(table::state(&live, eyes, besides)))
}

/// A layer over the map.
pub(crate) async fn overlay(
    State(app): State<Arc<App>>,
    Named((id, kind)): Named<(String, String)>,
    Asked(look): Asked<Look>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Json<OverlayShown>, ApiError> {
    let (_, live, eyes) = enter(&app, &id, &visitor, &look).await?;
    let overlay = live.session.table().overlay(&kind, eyes.viewer);
    overlay.map(Json).ok_or_else(|| no_such("overlay"))
}

/// What happened after a line.
pub(crate) async fn log(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Asked(look): Asked<Look>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Written, ApiError> {
    let (_, live, eyes) = enter(&app, &id, &visitor, &look).await?;
    Ok(Written(table::log(&live, eyes.viewer, look.after)))
}

/// Replays a table to a line, beside the other work and outside its room.
async fn table_at(app: &App, live: Inside, line: u64) -> Result<Box<dyn Table>, ApiError> {
    let start = Arc::clone(&live.opened.start);
    let milestones = Arc::clone(&live.milestones);
    let lines = live.session.journal().lines.clone();
    drop(live);
    let walk = move |budget: &dyn Budget| milestones.table_at(&start, &lines, line, budget);
    Ok(replay::run(&app.replay_slots, walk).await?)
}

fn line_of(live: &Live, line: u64) -> Result<u64, ApiError> {
    if line > live.session.seq() { Err(no_such("line")) } else { Ok(line) }
}

/// The state as it was after a line.
pub(crate) async fn look_back(
    State(app): State<Arc<App>>,
    Named((id, line)): Named<(String, u64)>,
    Asked(look): Asked<Look>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Written, ApiError> {
    let (_, live, eyes) = enter(&app, &id, &visitor, &look).await?;
    let line = line_of(&live, line)?;
    let past = Past::of(&live, eyes, line);
    let resigned = live.session.resigned().filter(|_| line == live.session.seq());
    let table = table_at(&app, live, line).await?;
    Ok(Written(past.with(&*table, eyes.viewer, resigned)))
}

/// How the game went, turn by turn, and what the dice did to it.
pub(crate) async fn history(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Asked(look): Asked<Look>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Json<History>, ApiError> {
    let (_, live, eyes) = enter(&app, &id, &visitor, &look).await?;
    let start = Arc::clone(&live.opened.start);
    let lines = live.session.journal().lines.clone();
    let events = live.session.events(None, eyes.viewer);
    drop(live);
    let walk = move |b: &dyn Budget| History::of(&start, &lines, &events, eyes.viewer, b);
    Ok(Json(replay::run(&app.replay_slots, walk).await?))
}

/// The faces that the viewer sees, now or after a line.
pub(crate) async fn faces(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Asked(look): Asked<Look>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, ApiError> {
    let (_, live, eyes) = enter(&app, &id, &visitor, &look).await?;
    let seen = match look.line {
        None => table::faces(live.session.table(), eyes.viewer),
        Some(line) => {
            let line = line_of(&live, line)?;
            table::faces(&*table_at(&app, live, line).await?, eyes.viewer)
        }
    };
    let svg = table::faces_svg(&seen, |face, small| app.library.counter_svg(face, small));
    Ok(([(CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// The journal: whole when the game lies open, before that with what the viewer may know.
pub(crate) async fn journal(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Asked(look): Asked<Look>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, ApiError> {
    let text = match enter(&app, &id, &visitor, &look).await {
        Ok((_, live, _)) if live.lies_open() => live.session.journal().write(),
        Ok((_, live, eyes)) => running_journal(&app, live, eyes.viewer).await?,
        // A table that cannot be opened any more still gives its journal back.
        Err(error @ (ApiError::Gone(_) | ApiError::Damaged(_))) => {
            lost::journal(&app, &id, &visitor).await?.ok_or(error)?
        }
        Err(error) => return Err(error),
    };
    let name = format!("attachment; filename=\"{id}.journal\"");
    let headers =
        [(CONTENT_TYPE, String::from("text/plain; charset=utf-8")), (CONTENT_DISPOSITION, name)];
    Ok((headers, text).into_response())
}

async fn running_journal(app: &App, live: Inside, viewer: Viewer) -> Result<String, ApiError> {
    let opened = Arc::clone(&live.opened);
    let journal = live.session.journal().clone();
    drop(live);
    let write = move |b: &dyn Budget| redacted(&journal, &opened.start, opened.open, viewer, b);
    Ok(replay::run(&app.replay_slots, write).await?)
}

/// How the dice can be checked: the commitments, and when the game lies open the secrets themselves.
pub(crate) async fn dice(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Asked(look): Asked<Look>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Json<DiceProof>, ApiError> {
    let (_, live, _) = enter(&app, &id, &visitor, &look).await?;
    Ok(Json(live.dice_proof()))
}
