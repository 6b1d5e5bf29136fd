//! The requests of the protocol, one file for each kind of thing a client does.

pub(crate) mod act;
pub(crate) mod begin;
pub(crate) mod games;
pub(crate) mod keys;
pub(crate) mod look;
pub(crate) mod next;
pub(crate) mod stream;
pub(crate) mod watch;

use crate::app::App;
use crate::extract::{BODY_MAX, JOURNAL_MAX};
use crate::{client, compression, guard, metrics};
use axum::extract::DefaultBodyLimit;
use axum::routing::{MethodRouter, get, post};
use axum::{Router, middleware};
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;

/// Every address of the interface with its method, as in the book and in `docs/openapi.json`.
pub const ROUTES: &[(&str, &str)] = &[
    ("get", "/api/shelf"),
    ("get", "/api/tables"),
    ("post", "/api/tables"),
    ("post", "/api/join"),
    ("post", "/api/import"),
    ("get", "/api/keys"),
    ("post", "/api/keys"),
    ("post", "/api/keys/open"),
    ("post", "/api/keys/revoke"),
    ("get", "/api/tables/{id}"),
    ("post", "/api/tables/{id}/choose"),
    ("post", "/api/tables/{id}/choose-groups"),
    ("post", "/api/tables/{id}/why"),
    ("post", "/api/tables/{id}/advice"),
    ("post", "/api/tables/{id}/undo"),
    ("post", "/api/tables/{id}/resign"),
    ("post", "/api/tables/{id}/order"),
    ("post", "/api/tables/{id}/branch"),
    ("post", "/api/tables/{id}/next"),
    ("post", "/api/tables/{id}/invite"),
    ("post", "/api/tables/{id}/bot"),
    ("get", "/api/tables/{id}/overlay/{kind}"),
    ("get", "/api/tables/{id}/log"),
    ("get", "/api/tables/{id}/events"),
    ("get", "/api/tables/{id}/replay/{line}"),
    ("get", "/api/tables/{id}/history"),
    ("get", "/api/tables/{id}/faces.svg"),
    ("get", "/api/tables/{id}/journal"),
    ("get", "/api/tables/{id}/dice"),
    ("get", "/api/games/{game}/map.svg"),
    ("get", "/api/games/{game}/thumb"),
    ("get", "/api/games/{game}/grid"),
    ("get", "/api/games/{game}/rules"),
    ("get", "/api/games/{game}/briefing"),
    ("get", "/health"),
    ("get", "/metrics"),
];

/// What answers at an address.
fn route(method: &str, path: &str) -> MethodRouter<Arc<App>> {
    match (method, path.strip_prefix("/api/").unwrap_or(path)) {
        ("get", "shelf") => get(games::shelf),
        ("get", "games/{game}/map.svg") => get(games::map),
        ("get", "games/{game}/thumb") => get(games::thumb),
        ("get", "games/{game}/grid") => get(games::grid),
        ("get", "games/{game}/rules") => get(games::rules),
        ("get", "games/{game}/briefing") => get(games::briefing),
        ("get", "tables") => get(look::tables),
        ("post", "tables") => post(begin::create),
        ("post", "join") => post(begin::join),
        ("post", "import") => post(begin::import).layer(DefaultBodyLimit::max(JOURNAL_MAX)),
        ("get", "keys") => get(keys::list),
        ("post", "keys") => post(keys::make_key),
        ("post", "keys/open") => post(keys::open),
        ("post", "keys/revoke") => post(keys::revoke),
        ("get", "tables/{id}") => get(look::state),
        ("get", "tables/{id}/overlay/{kind}") => get(look::overlay),
        ("get", "tables/{id}/log") => get(look::log),
        ("get", "tables/{id}/replay/{line}") => get(look::look_back),
        ("get", "tables/{id}/history") => get(look::history),
        ("get", "tables/{id}/faces.svg") => get(look::faces),
        ("get", "tables/{id}/journal") => get(look::journal),
        ("get", "tables/{id}/dice") => get(look::dice),
        ("get", "tables/{id}/events") => get(stream::listen),
        ("post", "tables/{id}/choose") => post(act::choose),
        ("post", "tables/{id}/choose-groups") => post(act::choose_groups),
        ("post", "tables/{id}/why") => post(act::why),
        ("post", "tables/{id}/advice") => post(act::advice),
        ("post", "tables/{id}/undo") => post(act::undo),
        ("post", "tables/{id}/resign") => post(act::resign),
        ("post", "tables/{id}/order") => post(act::order),
        ("post", "tables/{id}/branch") => post(begin::branch),
        ("post", "tables/{id}/next") => post(next::next),
        ("post", "tables/{id}/invite") => post(act::invite),
        ("post", "tables/{id}/bot") => post(act::hold_bots),
        ("get", "/health") => get(watch::health),
        ("get", "/metrics") => get(watch::metrics),
        (method, path) => unreachable!("{method} {path} is in the list of routes and nowhere else"),
    }
}

/// Everything that is answered.
pub(crate) fn router(app: Arc<App>) -> Router {
    let mut router: Router<Arc<App>> = Router::new();
    for (method, path) in ROUTES {
        router = router.route(path, route(method, path));
    }
    router
        .route("/", get(client::page))
        .route("/t/{id}", get(client::page))
        .route("/t/{id}/replay/{line}", get(client::page))
        .route("/join/{secret}", get(client::page))
        .route("/key", get(client::page))
        .fallback(client::file)
        .method_not_allowed_fallback(guard::wrong_method)
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::stand))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), metrics::count))
        .layer(compression::layer())
        .with_state(app)
}
