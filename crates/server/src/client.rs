//! The browser client: the files of `web/` and `assets/`, embedded in the program.

use crate::error::ApiError;
use crate::guard;
use crate::secret::short_hash;
use axum::body::Body;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web"]
struct Web;

#[derive(RustEmbed)]
#[folder = "../../assets"]
#[prefix = "assets/"]
struct Assets;

/// The one page of the client, at every address that a person opens.
pub(crate) async fn page(headers: HeaderMap) -> Response {
    match Web::get("index.html") {
        Some(page) => sent(&headers, "index.html", &page),
        None => ApiError::NotFound(String::from("This program was built without its client."))
            .into_response(),
    }
}

/// A file of the client.
pub(crate) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if !matches!(method, Method::GET | Method::HEAD) || path.starts_with("api/") {
        return guard::nowhere().await;
    }
    match Web::get(path).or_else(|| Assets::get(path)) {
        Some(file) => sent(&headers, path, &file),
        None => guard::nowhere().await,
    }
}

fn sent(headers: &HeaderMap, path: &str, file: &EmbeddedFile) -> Response {
    let mut response = tagged(headers, content_type(path), &file.data);
    if path.starts_with("assets/fonts/") {
        let long = HeaderValue::from_static("public, max-age=604800");
        response.headers_mut().insert(header::CACHE_CONTROL, long);
    }
    response
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Something that seldom changes: the browser keeps it and asks only whether it is still the same.
pub(crate) fn tagged(headers: &HeaderMap, kind: &'static str, content: &[u8]) -> Response {
    // A weak tag: the same content may travel compressed or not.
    let tag = format!("W/\"{}\"", short_hash(&String::from_utf8_lossy(content)));
    let asked = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    let is_same = asked.is_some_and(|a| a.split(',').any(|t| t.trim() == tag));
    let mut response = if is_same {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(content.to_vec()).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}
