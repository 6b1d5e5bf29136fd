//! Answers that are not what was asked for: a status and one sentence.

use crate::secret::{hex_of, random_bytes};
use crate::store::StoreError;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

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
    /// More than is read.
    TooLarge,
    /// More often than is answered.
    TooOften,
    /// The request did not arrive whole in time.
    Slow,
    /// The rules refuse it.
    Refused(Box<Value>),
    /// Somebody was disturbed while answering, or there is no room.
    Busy(String),
    /// A fault of ours: it is logged under this number, and nobody is told more.
    Fault(String),
}

/// What stands with the present state where the table has moved on.
pub(crate) const MOVED_ON: &str = "The table has moved on; this is how it stands now.";

/// A new number for a fault, so that the one who meets it and the log speak of the same thing.
pub(crate) fn fault_id() -> String {
    hex_of(&random_bytes::<4>())
}

impl ApiError {
    /// A fault of ours, written to the log.
    pub(crate) fn fault(what: &dyn std::fmt::Display) -> ApiError {
        let id = fault_id();
        tracing::error!(fault = id, "{what}");
        ApiError::Fault(id)
    }

    /// A refusal that is not by a numbered rule.
    pub(crate) fn refusal(text: &str) -> ApiError {
        ApiError::Refused(Box::new(refusal(text)))
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::Bad(_) => StatusCode::BAD_REQUEST,
            ApiError::Forbidden(_) => StatusCode::FORBIDDEN,
            ApiError::NotFound(_) => StatusCode::NOT_FOUND,
            ApiError::Stale(_) => StatusCode::CONFLICT,
            ApiError::Gone(_) => StatusCode::GONE,
            ApiError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ApiError::TooOften => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Slow => StatusCode::REQUEST_TIMEOUT,
            ApiError::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Fault(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn body(self) -> String {
        let value = match self {
            ApiError::Stale(state) => return state,
            ApiError::Bad(text)
            | ApiError::Forbidden(text)
            | ApiError::NotFound(text)
            | ApiError::Gone(text)
            | ApiError::Busy(text) => json!({ "error": text }),
            ApiError::TooLarge => json!({ "error": "That is more than is read at once." }),
            ApiError::TooOften => json!({ "error": "Too many requests; wait a moment." }),
            ApiError::Slow => json!({ "error": "The request did not arrive in time." }),
            ApiError::Refused(refusal) => json!({ "refusal": *refusal }),
            ApiError::Fault(id) => json!({
                "error": format!("Something went wrong on our side (fault {id}); nothing is lost.")
            }),
        };
        value.to_string()
    }
}

/// A refusal that is not by a numbered rule, in the form of the others.
pub(crate) fn refusal(text: &str) -> Value {
    json!({ "text": text, "rules": [], "because": { "units": [], "hexes": [], "sides": [] } })
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError::fault(&error)
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
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
