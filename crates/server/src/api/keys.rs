//! Key links: the seats of a person on another device, or in a browser that lost its cookie.
//!
//! A key link is a second secret of a person. Whoever opens it is that person from then on, so that
//! all his devices sit on the same seats. It is opened by a POST, after somebody has pressed a
//! button: a program that only looks at links does nothing. The secret stands behind `#`, where no
//! server, proxy or log ever sees it.

use crate::app::App;
use crate::error::ApiError;
use crate::extract::Sent;
use crate::rooms;
use crate::secret::Secret;
use crate::store::{Key, OpenedKey};
use crate::visitor::Visitor;
use crate::words::{said, word};
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use engine::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::Hashed;

/// How many key links a person may have.
const KEYS_MAX: u32 = 8;

/// The key links of the visitor.
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Json<Keys>, ApiError> {
    let keys = match visitor.hash() {
        Some(person) => app.store.keys(person).await?,
        None => Vec::new(),
    };
    Ok(Json(Keys { keys }))
}

/// The key links of a person.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Keys {
    /// All of them.
    keys: Vec<Key>,
}

/// A key link that was made.
#[derive(Serialize, JsonSchema)]
pub(crate) struct KeyMade {
    /// Its number.
    id: i64,
    /// The link. It is told only here.
    url: String,
}

/// What came of an opened key link.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Brought {
    /// How many tables of this browser became the person's too.
    brought: usize,
}

/// It was done, and there is nothing to say.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Done {}

/// Nothing is said when a key link is made.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Making {}

/// Makes a key link. It is told once: only its hash is kept.
pub(crate) async fn make_key(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Sent(Making {}): Sent<Making>,
) -> Result<Json<KeyMade>, ApiError> {
    let person = visitor.hash().ok_or_else(|| ApiError::Forbidden(word("key.no-seat")))?;
    let secret = Secret::new();
    match app.store.make_key(person, secret.hash(), KEYS_MAX).await? {
        Some(id) => {
            let url = app.names.link(&format!("/key#{}", secret.text()));
            Ok(Json(KeyMade { id, url }))
        }
        None => Err(ApiError::refusal(said(&Message::new("key.too-many").n(KEYS_MAX)))),
    }
}

/// A key link that is opened.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Opening {
    /// What stands after `#` in the link.
    secret: String,
    /// What becomes of seats that this browser has already.
    seats: Option<OwnSeats>,
}

/// What becomes of the seats that a browser has when it becomes somebody else.
#[derive(Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum OwnSeats {
    /// They are the other's too from then on.
    Bring,
}

/// Makes this browser one of the person's whose key link it is.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Sent(sent): Sent<Opening>,
) -> Result<Response, ApiError> {
    let unknown = || ApiError::NotFound(word("key.void"));
    let key = Secret::read(&sent.secret).ok_or_else(unknown)?;
    let before = visitor.hash();
    let fresh = Secret::new();
    let token = visitor.token().unwrap_or(fresh.hash());
    let brings_seats = sent.seats == Some(OwnSeats::Bring);
    match app.store.open_key(key.hash(), token, brings_seats).await? {
        OpenedKey::Yes { person, brought } => {
            app.people.forget();
            if let Some(before) = before {
                move_over(&app, before, person, &brought).await;
            }
            let cookie = visitor.renewed().unwrap_or_else(|| visitor.cookie(&fresh));
            let body = Json(Brought { brought: brought.len() });
            Ok(([(SET_COOKIE, cookie)], body).into_response())
        }
        OpenedKey::HasSeats(tables) => {
            Err(ApiError::refusal(said(&Message::new("key.has-seats").n(tables))))
        }
        OpenedKey::Unknown => Err(unknown()),
    }
}

/// The seats of the tables in memory, as they have been changed in the store.
async fn move_over(app: &App, before: Hashed, person: Hashed, tables: &[String]) {
    for table in tables {
        rooms::reseat(app, table, |live| {
            live.seats.hand_over(before, person);
            if live.opener == Some(before) {
                live.opener = Some(person);
            }
        })
        .await;
    }
}

/// The key link that is to be voided.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Revoking {
    /// Its number.
    id: i64,
}

/// Voids a key link and signs out the browsers that came in by it, but for the one that asks.
pub(crate) async fn revoke(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Sent(sent): Sent<Revoking>,
) -> Result<Json<Done>, ApiError> {
    let missing = || ApiError::NotFound(word("key.unknown"));
    let person = visitor.hash().ok_or_else(missing)?;
    let token = visitor.token().ok_or_else(missing)?;
    if !app.store.revoke_key(person, sent.id, token).await? {
        return Err(missing());
    }
    app.people.forget();
    Ok(Json(Done {}))
}
