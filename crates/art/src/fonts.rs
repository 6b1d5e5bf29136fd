//! The fonts inside a picture that has to stand alone.

use crate::image::base64;
use std::fmt::Write;

/// The web fonts: family, weight, style and file.
pub const WEB_FONTS: [(&str, u16, &str, &[u8]); 6] = [
    (
        "Sofia Sans Condensed",
        500,
        "normal",
        include_bytes!("../../../assets/fonts/SofiaSansCondensed-500.woff2"),
    ),
    (
        "Sofia Sans Condensed",
        600,
        "normal",
        include_bytes!("../../../assets/fonts/SofiaSansCondensed-600.woff2"),
    ),
    (
        "Sofia Sans Condensed",
        700,
        "normal",
        include_bytes!("../../../assets/fonts/SofiaSansCondensed-700.woff2"),
    ),
    (
        "Sofia Sans Condensed",
        800,
        "normal",
        include_bytes!("../../../assets/fonts/SofiaSansCondensed-800.woff2"),
    ),
    ("Alegreya", 500, "italic", include_bytes!("../../../assets/fonts/Alegreya-500-italic.woff2")),
    ("Alegreya", 700, "normal", include_bytes!("../../../assets/fonts/Alegreya-700.woff2")),
];

/// The picture with its fonts inside, about 150 kB more: for files that leave the program, and for pages
/// that show it as an image, where the fonts of the page do not reach.
///
/// ```
/// let svg = art::with_fonts("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>");
/// assert!(svg.contains("@font-face") && svg.ends_with("</svg>"));
/// ```
pub fn with_fonts(svg: &str) -> String {
    let Some(head) = svg.find('>').map(|i| i + 1) else { return svg.to_string() };
    let mut out = String::with_capacity(svg.len() + 160_000);
    out.push_str(&svg[..head]);
    out.push_str("<style>");
    for (family, weight, style, file) in WEB_FONTS {
        let _ = write!(
            out,
            "@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};\
             src:url(data:font/woff2;base64,{}) format('woff2')}}",
            base64(file)
        );
    }
    out.push_str("</style>");
    out.push_str(&svg[head..]);
    out
}
