//! The shelf and what is printed: maps, grids, rules.

use crate::app::App;
use crate::client::tagged;
use crate::error::ApiError;
use crate::extract::{Asked, Named};
use crate::packed::{Keep, Packed};
use crate::secret::short_hash;
use crate::words::said;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use engine::Message;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use table::GridPictures;

/// The games.
pub(crate) async fn shelf(State(app): State<Arc<App>>) -> Json<table::Shelf> {
    Json(app.library.shelf())
}

/// Which picture of a map.
#[derive(Deserialize)]
pub(crate) struct Picture {
    scenario: Option<String>,
    theme: Option<String>,
    layer: Option<String>,
    v: Option<String>,
}

/// Which part of a map.
#[derive(Deserialize)]
pub(crate) struct Part {
    scenario: Option<String>,
    theme: Option<String>,
}

/// The map pictures as they are sent, by their tags: scenarios that are played on the same sheets share them.
#[derive(Default)]
pub(crate) struct Pictures(Mutex<BTreeMap<String, Arc<Packed>>>);

impl Pictures {
    /// The packed form of a picture, made when it is first asked for.
    fn packed(&self, svg: &str) -> Option<Arc<Packed>> {
        let tag = short_hash(svg);
        if let Some(packed) = self.0.lock().ok()?.get(&tag) {
            return Some(Arc::clone(packed));
        }
        let content = Bytes::copy_from_slice(svg.as_bytes());
        let packed = Arc::new(Packed::new("image/svg+xml", content));
        self.0.lock().ok()?.insert(tag, Arc::clone(&packed));
        Some(packed)
    }
}

/// A layer of the map of a game, in a theme.
fn layer_of(
    app: &App,
    game: &str,
    scenario: Option<&str>,
    theme: &str,
    layer: &str,
) -> Option<Arc<Packed>> {
    app.pictures.packed(&app.library.map_svg(game, scenario, theme, layer)?)
}

/// There is none of that name.
pub(crate) fn no_such(what: &str) -> ApiError {
    let what = engine::Part::Word(format!("thing.{what}").into());
    ApiError::NotFound(said(&Message::new("request.no-such").with("what", what)))
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
    let ask = move |app: &App| layer_of(app, &game, scenario.as_deref(), theme, layer);
    let svg = aside(&app, ask).await?;
    Ok(svg.answer(&headers, svg.keep(picture.v.as_deref())))
}

/// A small picture of the map.
pub(crate) async fn thumb(
    State(app): State<Arc<App>>,
    Named(game): Named<String>,
    Asked(picture): Asked<Picture>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let theme = one_of(picture.theme, ["light", "dark"], "theme")?;
    let thumb = aside(&app, move |app| app.library.thumb(&game, theme)).await?;
    let packed = Packed::new(thumb.kind, Bytes::copy_from_slice(&thumb.bytes));
    Ok(packed.answer(&headers, Keep::Asking))
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
            let wrong = Message::new("request.one-of").with("what", what);
            ApiError::Bad(said(&wrong.with("one", words[0]).with("other", words[1])))
        }),
    }
}

/// An answer as JSON. What is told of a game holds only strings, numbers and lists of them, which can always be written.
pub(crate) fn text_of(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}

/// Where the hexes lie on the map picture, and the tags by which its layers may be kept.
pub(crate) async fn grid(
    State(app): State<Arc<App>>,
    Named(game): Named<String>,
    Asked(part): Asked<Part>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let theme = one_of(part.theme, ["light", "dark"], "theme")?;
    let ask = move |app: &App| {
        let scenario = part.scenario.as_deref();
        let mut grid = app.library.grid(&game, scenario)?;
        let tag = |layer| Some(layer_of(app, &game, scenario, theme, layer)?.tag().to_string());
        grid.pictures = Some(GridPictures { ground: tag("ground")?, names: tag("names")? });
        Some(grid)
    };
    let grid = aside(&app, ask).await?;
    Ok(tagged(&headers, "application/json", text_of(&grid)))
}

/// The digest of the rules.
pub(crate) async fn rules(
    State(app): State<Arc<App>>,
    Named(game): Named<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let rules = aside(&app, move |app| app.library.rules(&game)).await?;
    Ok(tagged(&headers, "application/json", text_of(&rules)))
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
    Ok(tagged(&headers, "application/json", text_of(&briefing)))
}
