//! PNG pictures from SVG.

use crate::image::Image;
use resvg::{tiny_skia, usvg};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The fonts of the pictures; text never depends on what a machine has installed.
const FONTS: [&[u8]; 6] = [
    include_bytes!("../../../assets/fonts/SofiaSansCondensed-500.ttf"),
    include_bytes!("../../../assets/fonts/SofiaSansCondensed-600.ttf"),
    include_bytes!("../../../assets/fonts/SofiaSansCondensed-700.ttf"),
    include_bytes!("../../../assets/fonts/SofiaSansCondensed-800.ttf"),
    include_bytes!("../../../assets/fonts/Alegreya-500-italic.ttf"),
    include_bytes!("../../../assets/fonts/Alegreya-700.ttf"),
];

/// Why there is no PNG.
#[derive(Debug)]
pub enum PngError {
    /// The text is no SVG picture.
    Svg(usvg::Error),
    /// The width is 0 or larger than a picture can be.
    Size(u32),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::Svg(e) => write!(f, "not an SVG picture: {e}"),
            PngError::Size(width) => write!(f, "a picture of {width} pixels width cannot be made"),
        }
    }
}

impl std::error::Error for PngError {}

fn fonts() -> Arc<usvg::fontdb::Database> {
    static DATABASE: OnceLock<Arc<usvg::fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut database = usvg::fontdb::Database::new();
        for font in FONTS {
            database.load_font_data(font.to_vec());
        }
        database.set_sans_serif_family("Sofia Sans Condensed");
        database.set_serif_family("Alegreya");
        Arc::new(database)
    };
    Arc::clone(DATABASE.get_or_init(load))
}

/// The PNG of an SVG picture, `width` pixels wide.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let options = usvg::Options {
        fontdb: fonts(),
        font_family: String::from("Sofia Sans Condensed"),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).map_err(PngError::Svg)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut pixmap = tiny_skia::Pixmap::new(width, height).ok_or(PngError::Size(width))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(packed(&pixmap))
}

/// The picture as PNG; without the opacity where nothing shines through.
fn packed(pixmap: &tiny_skia::Pixmap) -> Vec<u8> {
    let channels = if pixmap.pixels().iter().all(|p| p.is_opaque()) { 3 } else { 4 };
    let mut bytes = Vec::with_capacity(pixmap.pixels().len() * channels);
    for pixel in pixmap.pixels() {
        let colour = pixel.demultiply();
        let four = [colour.red(), colour.green(), colour.blue(), colour.alpha()];
        bytes.extend(&four[..channels]);
    }
    let (width, height) = (pixmap.width() as usize, pixmap.height() as usize);
    Image { width, height, channels, bytes }.png(4)
}
