//! What is sent again and again as it is: packed once, as small as it goes, and kept.
//!
//! Whoever asks for it by a name that holds the tag of its content may keep it for ever; under any other
//! name he must ask each time whether it is still the same.

use crate::secret::short_hash;
use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// Below this many bytes there is nothing to gain.
const LEAST: usize = 512;

/// How long an answer may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// Its address names its content.
    Forever,
    /// Until it is asked for again.
    Asking,
}

/// A file with its tag, and its packed form where that is smaller.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    tag: String,
    kind: &'static str,
    plain: Bytes,
    gzip: Option<Bytes>,
}

impl Packed {
    /// Packs a file of a content type.
    pub(crate) fn new(kind: &'static str, plain: Bytes) -> Packed {
        let tag = short_hash(&String::from_utf8_lossy(&plain));
        let is_text = kind.starts_with("text/") || kind.contains("svg") || kind.contains("json");
        let gzip = if is_text && plain.len() > LEAST { squeezed(&plain) } else { None };
        Packed { tag, kind, plain, gzip }
    }

    /// The hash of the content.
    pub(crate) fn tag(&self) -> &str {
        &self.tag
    }

    /// How long an answer to a request that named this tag may be kept.
    pub(crate) fn keep(&self, named: Option<&str>) -> Keep {
        if named == Some(self.tag.as_str()) { Keep::Forever } else { Keep::Asking }
    }

    /// The answer to a request with these headers.
    pub(crate) fn answer(&self, asked: &HeaderMap, keep: Keep) -> Response {
        // A weak tag: the same content may travel compressed or not.
        let tag = format!("W/\"{}\"", self.tag);
        let known = asked.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
        let is_known = known.is_some_and(|a| a.split(',').any(|t| t.trim() == tag));
        let mut response = match is_known {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => self.sent(asked),
        };
        let long = match keep {
            Keep::Forever => "public, max-age=31536000, immutable",
            Keep::Asking => "no-cache",
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(long));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Ok(tag) = HeaderValue::try_from(tag) {
            headers.insert(header::ETAG, tag);
        }
        response
    }

    fn sent(&self, asked: &HeaderMap) -> Response {
        let Some(gzip) = self.gzip.as_ref().filter(|_| takes_gzip(asked)) else {
            return Body::from(self.plain.clone()).into_response();
        };
        let encoding = [(header::CONTENT_ENCODING, "gzip")];
        (encoding, Body::from(gzip.clone())).into_response()
    }
}

/// Whether the browser takes a packed answer.
fn takes_gzip(asked: &HeaderMap) -> bool {
    let values = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|v| v.to_str().ok());
    values.flat_map(|v| v.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let is_refused =
            matches!(weight.trim().strip_prefix("q="), Some("0" | "0.0" | "0.00" | "0.000"));
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    })
}

/// The content as small as gzip makes it; `None` where that is no gain.
fn squeezed(plain: &Bytes) -> Option<Bytes> {
    let mut out = GzEncoder::new(Vec::new(), Compression::best());
    out.write_all(plain).ok()?;
    let gzip = out.finish().ok()?;
    (gzip.len() < plain.len()).then(|| gzip.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(name: header::HeaderName, value: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(name, HeaderValue::from_str(value).expect("a header"));
        headers
    }

    fn long() -> Packed {
        Packed::new("text/plain; charset=utf-8", "abc ".repeat(500).into())
    }

    #[test]
    fn a_name_with_the_tag_may_be_kept_and_no_other() {
        let packed = long();
        assert_eq!(packed.keep(Some(packed.tag())), Keep::Forever);
        assert_eq!(packed.keep(Some("0123456789abcdef")), Keep::Asking);
        assert_eq!(packed.keep(None), Keep::Asking);
    }

    #[test]
    fn it_is_packed_only_for_those_who_take_it() {
        let packed = long();
        for (accepts, is_packed) in
            [("gzip, br", true), ("br;q=1, GZIP;q=0.5", true), ("gzip;q=0", false), ("br", false)]
        {
            let answer = packed.answer(&asking(header::ACCEPT_ENCODING, accepts), Keep::Asking);
            let encoding = answer.headers().get(header::CONTENT_ENCODING);
            assert_eq!(encoding.is_some(), is_packed, "{accepts}");
        }
    }

    #[test]
    fn who_has_it_is_told_so() {
        let packed = long();
        let asked = asking(header::IF_NONE_MATCH, &format!("W/\"{}\"", packed.tag()));
        assert_eq!(packed.answer(&asked, Keep::Asking).status(), StatusCode::NOT_MODIFIED);
        let other = asking(header::IF_NONE_MATCH, "W/\"00\"");
        assert_eq!(packed.answer(&other, Keep::Asking).status(), StatusCode::OK);
    }
}
