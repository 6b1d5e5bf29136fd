//! What stands before every request: where it comes from, how often it comes, how long it may take, and
//! what every answer carries.

use crate::address::Address;
use crate::app::App;
use crate::error::{ApiError, Failed, fault_id};
use crate::extract::BodyMax;
use crate::listen::Peer;
use crate::visitor::Visitor;
use crate::visitor::language_of;
use crate::words::{reading, word};
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

/// How many addresses the limits remember before they forget those that are quiet.
const ADDRESSES_MAX: usize = 10_000;

/// After how many requests the addresses are counted.
const COUNTED_EVERY: u32 = 1024;

/// How often one address may ask: a household, or whoever sits behind a proxy that is not trusted.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Looks in a second, after a burst of four seconds' worth.
    pub looks: u32,
    /// Changes in a second, after a burst of four seconds' worth.
    pub changes: u32,
    /// New tables, imports, joins and keys in a minute, after a burst of ten minutes' worth. This
    /// is what keeps one address from filling the disk.
    pub beginnings: u32,
}

impl Default for Rates {
    /// For a house on its own machine, where all are one address: they only hold back a program
    /// that runs wild.
    fn default() -> Rates {
        Rates { looks: 200, changes: 50, beginnings: 60 }
    }
}

impl Rates {
    /// For a house that strangers reach.
    pub fn for_strangers() -> Rates {
        Rates { beginnings: 6, ..Rates::default() }
    }
}

type Limiter = RateLimiter<Address, DashMapStateStore<Address>, DefaultClock>;

/// The limits of each address.
pub(crate) struct Limits {
    looks: Limiter,
    changes: Limiter,
    beginnings: Limiter,
    asked: AtomicU32,
}

impl Limits {
    /// Limits at these rates.
    pub(crate) fn new(rates: Rates) -> Limits {
        let at_least_one = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        let per_second = |n: u32| {
            let burst = at_least_one(n.saturating_mul(4));
            RateLimiter::dashmap(Quota::per_second(at_least_one(n)).allow_burst(burst))
        };
        Limits {
            looks: per_second(rates.looks),
            changes: per_second(rates.changes),
            beginnings: RateLimiter::dashmap(
                Quota::per_minute(at_least_one(rates.beginnings))
                    .allow_burst(at_least_one(rates.beginnings.saturating_mul(10))),
            ),
            asked: AtomicU32::new(0),
        }
    }

    fn allows(&self, from: Address, method: &Method, path: &str) -> bool {
        let limiter = match (method, path) {
            (&Method::GET | &Method::HEAD, _) => &self.looks,
            (_, "/api/tables" | "/api/import" | "/api/join" | "/api/keys" | "/api/keys/open") => {
                &self.beginnings
            }
            (_, path) if path.ends_with("/branch") || path.ends_with("/next") => &self.beginnings,
            _ => &self.changes,
        };
        // Counting the addresses locks them all, so it is done seldom.
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        if asked.is_multiple_of(COUNTED_EVERY) && limiter.len() > ADDRESSES_MAX {
            limiter.retain_recent();
        }
        limiter.check_key(&from).is_ok()
    }
}

/// Everything that stands before a request and after its answer, in one layer: who comes in, how long it may
/// take, and the strict headers of every answer.
pub(crate) async fn stand(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let language = language_of(request.headers(), &app.languages);
    let answer = async {
        match admit(&app, request).await {
            Ok(request) => in_time(next.run(request)).await,
            Err(error) => error.into_response(),
        }
    };
    let mut response = reading(language, answer).await;
    dress(response.headers_mut());
    response
}

fn dress(headers: &mut HeaderMap) {
    headers.reserve(8);
    let kind = headers.get(header::CONTENT_TYPE).and_then(|t| t.to_str().ok()).unwrap_or_default();
    let policy = if kind == "image/svg+xml" { PICTURE_POLICY } else { PAGE_POLICY };
    let of_documents = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    let of_all = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    let is_part = PARTS.iter().any(|part| kind.starts_with(part));
    let worn = of_documents.into_iter().filter(|_| !is_part);
    for (name, value) in worn.chain(of_all) {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

/// What is only ever a part of a page, and shows and runs nothing by itself. What a page may do is
/// said by the page; a hundred parts need not repeat it.
const PARTS: [&str; 4] = ["text/javascript", "text/css", "font/", "image/png"];

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
        Err(_) => ApiError::Busy(word("server.too-long")).into_response(),
    }
}

/// A request must name this house, change something only from our own pages, and not come too often
/// from one address. Only then is the store asked who it is.
async fn admit(app: &App, mut request: Request) -> Result<Request, ApiError> {
    let (uri, headers) = (request.uri(), request.headers());
    if !app.names.are_meant(uri, headers) {
        return Err(ApiError::Forbidden(app.names.elsewhere()));
    }
    let is_look = matches!(*request.method(), Method::GET | Method::HEAD);
    if !is_look && !app.names.is_own_page(headers) {
        return Err(ApiError::Forbidden(word("request.origin")));
    }
    let peer = request.extensions().get::<Peer>();
    let peer = peer.ok_or_else(|| ApiError::fault(&"a request from nowhere"))?.0;
    let from = Address::from(app.proxies.client_of(peer, headers));
    if !app.limits.allows(from, request.method(), uri.path()) {
        return Err(ApiError::TooOften);
    }
    // The client's files are the same for everybody.
    let visitor = match uri.path().starts_with("/api/") {
        true => Visitor::of(app, headers).await?,
        false => Visitor::nobody(&app.names),
    };
    request.extensions_mut().insert(visitor);
    request.extensions_mut().insert(BodyMax(app.body_max));
    Ok(request)
}

/// The answer for an address that is none.
pub(crate) async fn nowhere() -> Response {
    ApiError::NotFound(word("request.nowhere")).into_response()
}

/// The answer for an address that does not take this method.
pub(crate) async fn wrong_method() -> Response {
    let body = Failed { error: word("request.method") };
    (StatusCode::METHOD_NOT_ALLOWED, axum::Json(body)).into_response()
}
