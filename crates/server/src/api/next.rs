//! The next scenario of a campaign: a table that begins from the end of another.

use crate::api::begin::{Begun, keep};
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Named, Sent};
use crate::rooms::{self, Note};
use crate::secret::new_secrets;
use crate::store::StoreError;
use crate::visitor::Visitor;
use crate::words::{reading, word};
use axum::extract::State;
use axum::{Extension, Json};
use engine::Language;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;
use table::{Fresh, Hashed, Live, begin_from, may_go_on, next_table};

/// There is nothing to say: the seats are those of the table before.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GoingOn {}

/// Opens the table of the next scenario, or leads to it if somebody has. It is done to its end even if whoever
/// asked has gone.
pub(crate) async fn next(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Extension(visitor): Extension<Visitor>,
    Sent(GoingOn {}): Sent<GoingOn>,
) -> Result<Json<Begun>, ApiError> {
    let (who, language) = (visitor.hash(), visitor.language);
    let going = async move { go_on(&app, &id, who, language).await };
    let task = tokio::spawn(reading(language, going));
    let table = task.await.map_err(|e| ApiError::fault(&e))??;
    Ok(Json(Begun { table, invites: None, side: None }))
}

/// The room of the table before stays shut meanwhile, so that two who ask at once are led to one table.
async fn go_on(
    app: &Arc<App>,
    id: &str,
    who: Option<Hashed>,
    language: Language,
) -> Result<String, ApiError> {
    let (room, live) = rooms::enter(app, id).await?;
    if !live.seats.is_of(who) {
        return Err(ApiError::Forbidden(word("seats.none")));
    }
    if let Some(table) = live.next_table.get() {
        return Ok(table.clone());
    }
    let fresh = begin(app, &live, language).await?;
    let table = match keep(app, fresh, Some(live.key)).await {
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

async fn begin(app: &App, live: &Live, language: Language) -> Result<Fresh, ApiError> {
    may_go_on(&*app.library, live)?;
    let header = live.session.journal().header.clone();
    let (library, end, secrets) = (Arc::clone(&app.library), live.end(), new_secrets());
    let begun = tokio::task::spawn_blocking(move || {
        begin_from(&*library, &header, &end, &secrets).map(|begun| (begun, secrets))
    });
    let begun = begun.await.map_err(|e| ApiError::fault(&e))?;
    let (begun, secrets) = begun.map_err(|denied| ApiError::said(denied, live, language))?;
    Ok(next_table(live, begun, secrets))
}
