//! For whoever runs the house: whether it is well, and what it has counted.

use crate::app::App;
use crate::metrics::Gauges;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long an answer of the store holds: asking it writes to the disk, and anybody may ask.
const HOLDS: Duration = Duration::from_secs(2);

/// When the store was last asked whether it can write, and what it said.
pub(crate) type LastCheck = tokio::sync::Mutex<Option<(Instant, bool)>>;

/// How the house is.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Health {
    /// Whether what is played can be stored.
    ok: bool,
    /// How many tables are in memory.
    tables: usize,
    /// The version of the program.
    version: &'static str,
}

/// Whether the house is well: 503 if what is played cannot be stored.
pub(crate) async fn health(State(app): State<Arc<App>>) -> Response {
    let is_well = can_write(&app).await;
    let status = if is_well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let body =
        Health { ok: is_well, tables: app.rooms.loaded(), version: env!("CARGO_PKG_VERSION") };
    (status, Json(body)).into_response()
}

async fn can_write(app: &App) -> bool {
    let mut last = app.last_check.lock().await;
    if let Some((at, said)) = *last
        && at.elapsed() < HOLDS
    {
        return said;
    }
    let said = match app.store.check().await {
        Ok(()) => true,
        Err(error) => {
            tracing::error!(%error, "the store cannot write");
            false
        }
    };
    *last = Some((Instant::now(), said));
    said
}

/// What was counted, in the text format of Prometheus.
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let (tables, streams) = (app.rooms.loaded(), app.streams_open());
    let text = app.metrics.write(&Gauges { tables, streams, commits: app.store.commits() });
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
