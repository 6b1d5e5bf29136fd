//! Answers that are not what was asked for: a status and one sentence.

use crate::api::games::text_of;
use crate::secret::random_bytes;
use crate::store::StoreError;
use crate::words::{said, word, words};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use engine::shown::RefusalShown;
use engine::{Language, Message, Refused as NotAllowed};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering};
use table::{Denied, Live, NotOpened, hex_of};

/// Why a request was not done. Nothing in here is more than the one who asked may know.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// The request is not understood.
    Bad(String),
    /// It is not his to ask.
    Forbidden(String),
    /// There is no such thing.
    NotFound(String),
    /// The table has moved on: its present state.
    Stale(String),
    /// The table was played with other rules and cannot be opened with these.
    Gone(String),
    /// More than is read or replayed: a sentence with the limit.
    TooLarge(String),
    /// More often than is answered.
    TooOften,
    /// The request did not arrive whole in time.
    Slow,
    /// The rules refuse it.
    Refused(Box<RefusalShown>),
    /// Somebody was disturbed while answering, or there is no room.
    Busy(String),
    /// A fault of ours: it is logged under this number, and nobody is told more.
    Fault(String),
    /// The storage does not answer, logged under this number: nothing was done, what was stored
    /// before stands.
    Unstored(String),
    /// What is stored is damaged, logged under this number: no promise can be made of it.
    Damaged(String),
}

/// The faults that were given a number.
static FAULTS: AtomicU64 = AtomicU64::new(0);

/// How many faults were given a number.
pub(crate) fn faults() -> u64 {
    FAULTS.load(Ordering::Relaxed)
}

/// After how many seconds somebody may try again who came too often or at a bad time.
const RETRY_SECONDS: &str = "2";

/// What stands with the present state where the table has moved on.
pub(crate) const MOVED_ON: &str = "server.moved-on";

/// A new number for a fault, so that the one who meets it and the log speak of the same thing.
pub(crate) fn fault_id() -> String {
    FAULTS.fetch_add(1, Ordering::Relaxed);
    hex_of(&random_bytes::<4>())
}

impl ApiError {
    /// A fault of ours, written to the log.
    pub(crate) fn fault(what: &dyn Display) -> ApiError {
        ApiError::Fault(numbered(what))
    }

    /// The storage failed, written to the log.
    pub(crate) fn unstored(what: &dyn Display) -> ApiError {
        ApiError::Unstored(numbered(what))
    }

    /// What is stored is damaged, written to the log.
    pub(crate) fn damaged(what: &dyn Display) -> ApiError {
        ApiError::Damaged(numbered(what))
    }

    /// A refusal that is not by a numbered rule.
    pub(crate) fn refusal(text: String) -> ApiError {
        let refused = NotAllowed::without_rule(Message::plain(text));
        ApiError::Refused(Box::new(refused.shown(words())))
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::Bad(_) => StatusCode::BAD_REQUEST,
            ApiError::Forbidden(_) => StatusCode::FORBIDDEN,
            ApiError::NotFound(_) => StatusCode::NOT_FOUND,
            ApiError::Stale(_) => StatusCode::CONFLICT,
            ApiError::Gone(_) => StatusCode::GONE,
            ApiError::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            ApiError::TooOften => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Slow => StatusCode::REQUEST_TIMEOUT,
            ApiError::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::Busy(_) | ApiError::Unstored(_) => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Fault(_) | ApiError::Damaged(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn body(self) -> String {
        let error = match self {
            ApiError::Stale(state) => return state,
            ApiError::Bad(text)
            | ApiError::Forbidden(text)
            | ApiError::NotFound(text)
            | ApiError::Gone(text)
            | ApiError::TooLarge(text)
            | ApiError::Busy(text) => text,
            ApiError::TooOften => word("server.too-often"),
            ApiError::Slow => word("server.slow"),
            ApiError::Refused(refusal) => return text_of(&Refused { refusal: *refusal }),
            ApiError::Fault(id) => fault("server.fault", &id),
            ApiError::Unstored(id) => fault("server.unstored", &id),
            ApiError::Damaged(id) => fault("server.damaged", &id),
        };
        text_of(&Failed { error })
    }
}

fn fault(id: &'static str, number: &str) -> String {
    said(&Message::new(id).with("id", number))
}

/// Why something was not done.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub(crate) struct Failed {
    /// One sentence.
    pub(crate) error: String,
}

/// What the rules refuse; nothing has changed.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Refused {
    /// Why.
    refusal: RefusalShown,
}

/// Writes a fault to the log under a new number.
fn numbered(what: &dyn Display) -> String {
    let id = fault_id();
    tracing::error!(fault = id, "{what}");
    id
}

impl ApiError {
    /// Why something was denied at a table, in the words of its game.
    pub(crate) fn said(denied: Denied, live: &Live, language: Language) -> ApiError {
        match denied {
            Denied::Refused(refused) => {
                ApiError::Refused(Box::new(live.in_words(&refused, language)))
            }
            other => other.into(),
        }
    }
}

impl From<Denied> for ApiError {
    fn from(denied: Denied) -> ApiError {
        match denied {
            Denied::Bad(text) => ApiError::Bad(said(&text)),
            Denied::Forbidden(text) => ApiError::Forbidden(said(&text)),
            Denied::NotFound(text) => ApiError::NotFound(said(&text)),
            Denied::Refused(refused) => ApiError::Refused(Box::new(refused.shown(words()))),
        }
    }
}

impl ApiError {
    /// Why a stored table was not opened, written to the log.
    pub(crate) fn of_table(id: &str, why: &NotOpened) -> ApiError {
        match why {
            NotOpened::Damaged => {
                ApiError::damaged(&format!("table {id}: the stored table is damaged"))
            }
            NotOpened::Unknown => {
                tracing::warn!(table = id, "a table cannot be opened with the games that are here");
                ApiError::Gone(word("server.unknown-game"))
            }
            NotOpened::Breaks(line) => {
                // Why would quote the line; `rokada verify` tells it to the operator.
                tracing::warn!(table = id, line, "a table does not replay with the present rules");
                ApiError::Gone(said(&Message::new("server.breaks").n(*line)))
            }
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Conflict => ApiError::fault(&error),
            StoreError::Database(_) => ApiError::unstored(&error),
            StoreError::Damaged(_) => ApiError::damaged(&error),
            StoreError::Closed => ApiError::Busy(word("server.closing")),
        }
    }
}

/// An answer that is JSON already.
pub(crate) struct Written(pub(crate) String);

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        ([(CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status();
        let mut response = (status, Written(self.body())).into_response();
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(RETRY_SECONDS));
        }
        response
    }
}
