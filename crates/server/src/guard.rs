//! What stands before every request: where it comes from, how often it comes, how long it may take, and
//! what every answer carries.

use crate::app::App;
use crate::error::{ApiError, fault_id};
use crate::visitor::Visitor;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::DefaultClock;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use std::any::Any;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// How long a request may take; a stream is answered at once and lasts.
const ANSWER_MAX: Duration = Duration::from_secs(30);

/// How many keys the limits remember before they forget those that are quiet.
const KEYS_MAX: usize = 10_000;

/// After how many requests the keys are counted.
const COUNTED_EVERY: u32 = 1024;

/// How often one visitor may ask.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Looks in a second.
    pub looks: u32,
    /// Changes in a second.
    pub changes: u32,
    /// New tables, imports and joins in a minute.
    pub beginnings: u32,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates { looks: 100, changes: 50, beginnings: 60 }
    }
}

type Limiter = RateLimiter<[u8; 32], DashMapStateStore<[u8; 32]>, DefaultClock>;

/// The limits of each visitor, and of all without a token together.
pub(crate) struct Limits {
    looks: Limiter,
    changes: Limiter,
    beginnings: Limiter,
    asked: AtomicU32,
}

impl Limits {
    /// Limits at these rates. A burst may be four seconds' worth.
    pub(crate) fn new(rates: Rates) -> Limits {
        let at_least_one = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        let per_second = |n: u32| {
            let burst = at_least_one(n.saturating_mul(4));
            RateLimiter::dashmap(Quota::per_second(at_least_one(n)).allow_burst(burst))
        };
        Limits {
            looks: per_second(rates.looks),
            changes: per_second(rates.changes),
            beginnings: RateLimiter::dashmap(Quota::per_minute(at_least_one(rates.beginnings))),
            asked: AtomicU32::new(0),
        }
    }

    fn allows(&self, visitor: &Visitor, method: &Method, path: &str) -> bool {
        let limiter = match (method, path) {
            (&Method::GET | &Method::HEAD, _) => &self.looks,
            (_, "/api/tables" | "/api/import" | "/api/join") => &self.beginnings,
            (_, path) if path.ends_with("/branch") || path.ends_with("/next") => &self.beginnings,
            _ => &self.changes,
        };
        // Counting the keys locks them all, so it is done seldom.
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        if asked.is_multiple_of(COUNTED_EVERY) && limiter.len() > KEYS_MAX {
            limiter.retain_recent();
        }
        limiter.check_key(&visitor.limit_key()).is_ok()
    }
}

/// Everything that stands before a request and after its answer, in one layer: who comes in, how long it may
/// take, and the strict headers of every answer.
pub(crate) async fn stand(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match admit(&app, request) {
        Ok(request) => in_time(next.run(request)).await,
        Err(error) => error.into_response(),
    };
    dress(response.headers_mut());
    response
}

fn dress(headers: &mut HeaderMap) {
    headers.reserve(8);
    let is_svg = headers.get(header::CONTENT_TYPE).is_some_and(|t| t == "image/svg+xml");
    let policy = if is_svg { PICTURE_POLICY } else { PAGE_POLICY };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

/// A page runs only our own files, and nothing that stands in the page itself.
const PAGE_POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self'; \
    script-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// A picture runs nothing at all; its own style sheet may colour it.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
    font-src 'self' data:; frame-ancestors 'none'";

/// A panic while answering becomes a fault with a number; what it said goes to the log only.
pub(crate) fn panicked(what: Box<dyn Any + Send>) -> Response<Body> {
    let text = what.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| what.downcast_ref::<&str>().copied()).unwrap_or("no message");
    let id = fault_id();
    tracing::error!(fault = id, "panic: {text}");
    ApiError::Fault(id).into_response()
}

/// No answer takes for ever.
async fn in_time(answer: impl Future<Output = Response>) -> Response {
    match tokio::time::timeout(ANSWER_MAX, answer).await {
        Ok(response) => response,
        Err(_) => ApiError::Busy(String::from("This took too long; try again.")).into_response(),
    }
}

/// A request must name this machine, change something only from our own pages, and not come too often.
fn admit(app: &App, mut request: Request) -> Result<Request, ApiError> {
    let visitor = Visitor::of(request.headers());
    let is_look = matches!(*request.method(), Method::GET | Method::HEAD);
    match () {
        () if !names_this_machine(request.headers()) => {
            Err(ApiError::Forbidden(String::from("This table is only open on its own machine.")))
        }
        () if !is_look && !is_same_origin(request.headers()) => Err(ApiError::Forbidden(
            String::from("A change must come from the table's own pages (same origin)."),
        )),
        () if !app.limits.allows(&visitor, request.method(), request.uri().path()) => {
            Err(ApiError::TooOften)
        }
        () => {
            request.extensions_mut().insert(visitor);
            Ok(request)
        }
    }
}

fn text_of(headers: &HeaderMap, name: impl header::AsHeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// A page of another name that was made to point at this machine gets nothing (DNS rebinding).
fn names_this_machine(headers: &HeaderMap) -> bool {
    let Some(host) = text_of(headers, header::HOST) else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "127.0.0.1" | "localhost" | "[::1]")
}

fn is_same_origin(headers: &HeaderMap) -> bool {
    let host = text_of(headers, header::HOST).unwrap_or_default();
    match (text_of(headers, header::ORIGIN), text_of(headers, "sec-fetch-site")) {
        (_, Some(site)) if site != "same-origin" => false,
        (Some(origin), _) => origin.strip_prefix("http://").is_some_and(|o| o == host),
        (None, site) => site == Some("same-origin"),
    }
}

/// The answer for an address that is none.
pub(crate) async fn nowhere() -> Response {
    ApiError::NotFound(String::from("There is nothing at this address.")).into_response()
}

/// The answer for an address that does not take this method.
pub(crate) async fn wrong_method() -> Response {
    let body = serde_json::json!({ "error": "This address does not take that method." });
    (StatusCode::METHOD_NOT_ALLOWED, axum::Json(body)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(n, v)| (n.parse().expect("a name of a header"), HeaderValue::from_static(v)))
            .collect()
    }

    #[test]
    fn only_the_tables_own_pages_change_something() {
        let host = ("host", "127.0.0.1:1941");
        let own = ("origin", "http://127.0.0.1:1941");
        for (pairs, expected) in [
            (vec![host, own], true),
            (vec![host, own, ("sec-fetch-site", "same-origin")], true),
            (vec![host, ("sec-fetch-site", "same-origin")], true),
            (vec![host], false),
            (vec![host, ("origin", "null")], false),
            (vec![host, ("origin", "http://127.0.0.1:1942")], false),
            (vec![host, ("origin", "https://127.0.0.1:1941")], false),
            (vec![host, own, ("sec-fetch-site", "cross-site")], false),
        ] {
            assert_eq!(is_same_origin(&headers(&pairs)), expected, "{pairs:?}");
        }
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for (host, expected) in [
            ("127.0.0.1:1941", true),
            ("localhost:1941", true),
            ("localhost", true),
            ("[::1]:1941", true),
            ("rebound.example:1941", false),
            ("127.0.0.1.example", false),
            ("", false),
        ] {
            assert_eq!(names_this_machine(&headers(&[("host", host)])), expected, "{host}");
        }
    }
}
