//! The browser client: the files of `web/` and `assets/`, embedded in the program.
//!
//! The files of `web/` are also there under `/v/VERSION/`, where the version is the hash of them all: the page
//! names them so, and a browser keeps them until the program brings others. As they import each other by
//! relative names, no page ever mixes the files of two versions.

use crate::error::ApiError;
use crate::guard;
use crate::packed::{Keep, Packed};
use crate::secret::short_hash;
use crate::words::word;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Method, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

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
        Some(page) => {
            let page = named(&String::from_utf8_lossy(&page.data), &version());
            Packed::new(content_type("index.html"), page.into()).answer(&headers, Keep::Asking)
        }
        None => ApiError::NotFound(word("server.no-client")).into_response(),
    }
}

/// The page with the names of its files as they may be kept.
fn named(page: &str, version: &str) -> String {
    let css = page.replace("href=\"/css/", &format!("href=\"/v/{version}/css/"));
    css.replace("src=\"/main.js\"", &format!("src=\"/v/{version}/main.js\""))
}

/// The hash of all files of the client. They change under a running program only while they are written,
/// when it reads them from the disk.
fn version() -> String {
    static VERSION: OnceLock<String> = OnceLock::new();
    let read = || {
        let mut files: Vec<_> = Web::iter().collect();
        files.sort();
        let hashes = files.iter().filter_map(|f| Web::get(f).map(|e| (f, e.metadata)));
        let lines = hashes.map(|(f, m)| format!("{f} {:?}\n", m.sha256_hash()));
        short_hash(&lines.collect::<String>())
    };
    if cfg!(debug_assertions) { read() } else { VERSION.get_or_init(read).clone() }
}

/// A file of the client.
pub(crate) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if !matches!(method, Method::GET | Method::HEAD) || path.starts_with("api/") {
        return guard::nowhere().await;
    }
    let (wanted, path) = match path.strip_prefix("v/").and_then(|p| p.split_once('/')) {
        Some((version, path)) => (Some(version), path),
        None => (None, path),
    };
    let found = match wanted {
        Some(wanted) if wanted == version() => Web::get(path),
        // A page of another version gets nothing rather than a file that does not fit the others.
        Some(_) => None,
        None => Web::get(path).or_else(|| Assets::get(path)),
    };
    match found {
        Some(file) => sent(&headers, path, &file, wanted),
        None => guard::nowhere().await,
    }
}

/// A file, for ever under the name of its version.
fn sent(headers: &HeaderMap, path: &str, file: &EmbeddedFile, wanted: Option<&str>) -> Response {
    let keep = if wanted.is_some() { Keep::Forever } else { Keep::Asking };
    let mut response = packed(path, file).answer(headers, keep);
    if path.starts_with("assets/fonts/") {
        let long = HeaderValue::from_static("public, max-age=604800");
        response.headers_mut().insert(header::CACHE_CONTROL, long);
    }
    response
}

/// The packed form of a file, made when it is first asked for.
fn packed(path: &str, file: &EmbeddedFile) -> Arc<Packed> {
    type Kept = BTreeMap<String, ([u8; 32], Arc<Packed>)>;
    static KEPT: Mutex<Kept> = Mutex::new(BTreeMap::new());
    let hash = file.metadata.sha256_hash();
    let kept = KEPT.lock().ok().and_then(|k| k.get(path).cloned());
    if let Some((_, packed)) = kept.filter(|(of, _)| *of == hash) {
        return packed;
    }
    let data = match path.strip_suffix(".js") {
        Some(_) => without_comments(&String::from_utf8_lossy(&file.data)).into(),
        None => file.data.to_vec().into(),
    };
    let packed = Arc::new(Packed::new(content_type(path), data));
    if let Ok(mut kept) = KEPT.lock() {
        kept.insert(path.to_string(), (hash, Arc::clone(&packed)));
    }
    packed
}

/// A script without the comments that stand before anything else in a line: a quarter of its weight, read by nobody
/// in a browser. Its lines keep their numbers.
fn without_comments(script: &str) -> String {
    let mut is_inside = false;
    let bare = script.lines().map(|line| {
        let words = line.trim_start();
        is_inside |= words.starts_with("/**");
        let code = match words.split_once("*/") {
            Some((_, code)) if is_inside => {
                is_inside = false;
                code
            }
            _ if is_inside || words.starts_with("//") => "",
            _ => line,
        };
        format!("{code}\n")
    });
    bare.collect()
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
pub(crate) fn tagged(headers: &HeaderMap, kind: &'static str, content: String) -> Response {
    Packed::new(kind, content.into()).answer(headers, Keep::Asking)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_every_file_by_its_version() {
        let page = Web::get("index.html").expect("the page");
        let page = named(&String::from_utf8_lossy(&page.data), "abc");
        assert!(page.contains("src=\"/v/abc/main.js\""));
        assert!(page.contains("href=\"/v/abc/css/base.css\""));
        assert!(!page.contains("\"/css/"));
    }

    #[test]
    fn a_script_keeps_its_lines_and_loses_what_only_readers_need() {
        let script = "// Why.\n/** @type {A} */ (a).b();\n/**\n * What.\n */\n  let c = 1; // so\n";
        assert_eq!(without_comments(script), "\n (a).b();\n\n\n\n  let c = 1; // so\n");
    }
}
