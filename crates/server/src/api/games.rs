//! The shelf and what is printed: maps, grids, rules.

use crate::app::App;
use crate::client::tagged;
use crate::error::ApiError;
use crate::extract::{Asked, Named};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// The games.
pub(crate) async fn shelf(State(app): State<Arc<App>>) -> Json<Value> {
    Json(app.library.shelf())
}

/// Which picture of a map.
#[derive(Deserialize)]
pub(crate) struct Picture {
    scenario: Option<String>,
    theme: Option<String>,
    layer: Option<String>,
}

/// Which part of a map.
#[derive(Deserialize)]
pub(crate) struct Part {
    scenario: Option<String>,
}

/// There is none of that name.
pub(crate) fn no_such(what: &str) -> ApiError {
    ApiError::NotFound(format!("There is no such {what}."))
}

/// Drawing a map may take a while: it is done beside the other work.
async fn aside<T: Send + 'static>(
    app: &Arc<App>,
    ask: impl FnOnce(&App) -> Option<T> + Send + 'static,
) -> Result<T, ApiError> {
    let app = Arc::clone(app);
    let asked = tokio::task::spawn_blocking(move || ask(&app));
    asked.await.map_err(|e| ApiError::fault(&e))?.ok_or_else(|| no_such("game"))
}

/// A layer of the map picture.
pub(crate) async fn map(
    State(app): State<Arc<App>>,
    Named(game): Named<String>,
    Asked(picture): Asked<Picture>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let theme = one_of(picture.theme, ["light", "dark"], "theme")?;
    let layer = one_of(picture.layer, ["ground", "names"], "layer")?;
    let scenario = picture.scenario;
    let svg = aside(&app, move |app| app.library.map_svg(&game, scenario.as_deref(), theme, layer))
        .await?;
    Ok(tagged(&headers, "image/svg+xml", svg.as_bytes()))
}

/// One of two words; the first where none is given.
fn one_of(
    given: Option<String>,
    words: [&'static str; 2],
    what: &str,
) -> Result<&'static str, ApiError> {
    match given {
        None => Ok(words[0]),
        Some(given) => words.into_iter().find(|w| *w == given).ok_or_else(|| {
            ApiError::Bad(format!("The {what} is \"{}\" or \"{}\".", words[0], words[1]))
        }),
    }
}

/// Where the hexes lie on the map picture.
pub(crate) async fn grid(
    State(app): State<Arc<App>>,
    Named(game): Named<String>,
    Asked(part): Asked<Part>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let grid = aside(&app, move |app| app.library.grid(&game, part.scenario.as_deref())).await?;
    Ok(tagged(&headers, "application/json", grid.to_string().as_bytes()))
}

/// The digest of the rules.
pub(crate) async fn rules(
    State(app): State<Arc<App>>,
    Named(game): Named<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let rules = aside(&app, move |app| app.library.rules(&game)).await?;
    Ok(tagged(&headers, "application/json", rules.to_string().as_bytes()))
}

/// What a player reads before the first turn of a scenario.
pub(crate) async fn briefing(
    State(app): State<Arc<App>>,
    Named(game): Named<String>,
    Asked(part): Asked<Part>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let scenario = part.scenario.unwrap_or_default();
    let asked = tokio::task::spawn_blocking(move || app.library.briefing(&game, &scenario));
    let briefing = asked.await.map_err(|e| ApiError::fault(&e))?;
    let briefing = briefing.ok_or_else(|| no_such("briefing"))?;
    Ok(tagged(&headers, "application/json", briefing.to_string().as_bytes()))
}
