//! Answers travel compressed where the browser takes it: states, maps and the client's files shrink
//! to a fraction.
//!
//! Compression tells a secret only to somebody who can have his own words and the secret put into
//! one answer again and again (BREACH). Here cookies are `SameSite=Strict`, so that no foreign page
//! asks in a visitor's name, and no answer holds both a secret and words from the request.

use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, NotForContentType, Predicate, SizeAbove};

/// Below this many bytes there is nothing to gain.
const LEAST: u64 = 512;

/// Streams must be told at once, and fonts and pictures other than SVG are compressed already.
type Which = And<And<And<SizeAbove, NotForContentType>, NotForContentType>, NotForContentType>;

/// The layer that compresses.
pub(crate) fn layer() -> CompressionLayer<Which> {
    let which = SizeAbove::new(LEAST)
        .and(NotForContentType::SSE)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new("font/"));
    // Of the maps level 4 makes no more than a tenth above the least, in a tenth of the time.
    CompressionLayer::new().quality(CompressionLevel::Precise(4)).compress_when(which)
}
