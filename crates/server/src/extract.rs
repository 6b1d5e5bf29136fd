//! Reading requests: every way of getting them wrong is answered with one sentence.

use crate::error::ApiError;
use crate::words::{said, word};
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use engine::Message;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// The most that is read of a body.
pub(crate) const BODY_MAX: usize = 64 * 1024;

/// The most that is read of a journal.
pub(crate) const JOURNAL_MAX: usize = 4 * 1024 * 1024;

/// A body of JSON.
pub(crate) struct Sent<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Sent<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Sent<T>, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
        if !kind.is_some_and(|k| k.starts_with("application/json")) {
            return Err(ApiError::Bad(word("request.not-json")));
        }
        let body = bytes(request, state).await?;
        serde_json::from_slice(&body).map(Sent).map_err(|e| {
            // Where, and what was expected; never more of the body than one word.
            ApiError::Bad(said(&Message::new("request.body").with("why", e.to_string())))
        })
    }
}

/// A body of text.
pub(crate) struct SentText(pub(crate) String);

impl<S: Send + Sync> FromRequest<S> for SentText {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<SentText, ApiError> {
        let body = bytes(request, state).await?;
        let text = String::from_utf8(Vec::from(body));
        text.map(SentText).map_err(|_| ApiError::Bad(word("request.not-text")))
    }
}

/// How long a body may take to arrive; the guard says it to every request.
#[derive(Clone, Copy)]
pub(crate) struct BodyMax(pub(crate) Duration);

async fn bytes<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    let most = request.extensions().get::<BodyMax>();
    let BodyMax(most) = *most.ok_or_else(|| ApiError::fault(&"a request without a guard"))?;
    let read = tokio::time::timeout(most, Bytes::from_request(request, state)).await;
    read.map_err(|_| ApiError::Slow)?.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge(too_large()),
        _ => ApiError::Bad(word("request.unread")),
    })
}

fn too_large() -> String {
    let (body, journal) = (BODY_MAX / 1024, JOURNAL_MAX / 1024 / 1024);
    let text = Message::new("request.too-large");
    said(&text.with("body", body.to_string()).with("journal", journal.to_string()))
}

/// What stands after the question mark.
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, ApiError> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(asked)| Asked(asked)).map_err(|_| ApiError::Bad(word("request.query")))
    }
}

/// The names in an address.
pub(crate) struct Named<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named<T>, ApiError> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|Path(named)| Named(named))
            .map_err(|_| ApiError::NotFound(word("request.nowhere")))
    }
}
