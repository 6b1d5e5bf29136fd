//! PNG pictures from SVG.

use crate::image::Image;
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params,
};
use rayon::prelude::*;
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

/// Rows of a band. All cores draw and pack bands; as their height is fixed, the picture is the same
/// on every machine.
const BAND: usize = 640;

/// How hard the picture is packed, from 1 (quick) to 9 (small): 2 takes two thirds of the time of 4 for a file that
/// is a twentieth larger.
const EFFORT: u8 = 2;

/// The PNG of an SVG picture, `width` pixels wide.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    Ok(packed(&drawing(svg, width)?))
}

/// The points of an SVG picture, `width` pixels wide.
pub(crate) fn drawing(svg: &str, width: u32) -> Result<Image, PngError> {
    let options = usvg::Options {
        fontdb: fonts(),
        font_family: String::from("Sofia Sans Condensed"),
        // Heights are smooth already: the dearer ways to enlarge a picture would show nothing more.
        image_rendering: usvg::ImageRendering::Smooth,
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).map_err(PngError::Svg)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    // Refuses sizes that no picture can have.
    let empty = tiny_skia::Pixmap::new(width, height).ok_or(PngError::Size(width))?;
    let pixels = drawn(&tree, scale, empty);
    Ok(picture(&pixels, width as usize, height as usize))
}

/// The pixels of a picture, band by band.
fn drawn(tree: &usvg::Tree, scale: f32, empty: tiny_skia::Pixmap) -> Vec<u8> {
    let width = empty.width();
    let mut pixels = empty.take();
    pixels.par_chunks_mut(width as usize * 4 * BAND).enumerate().for_each(|(i, rows)| {
        let up = tiny_skia::Transform::from_translate(0.0, -((i * BAND) as f32));
        let count = (rows.len() / 4) as u32 / width;
        if let Some(mut band) = tiny_skia::PixmapMut::from_bytes(rows, width, count) {
            resvg::render(tree, up.pre_scale(scale, scale), &mut band);
        }
    });
    pixels
}

/// The pixels as colours; without the opacity where nothing shines through.
fn picture(pixels: &[u8], width: usize, height: usize) -> Image {
    let is_opaque = pixels.par_chunks(4).all(|p| p[3] == 255);
    let channels = if is_opaque { 3 } else { 4 };
    let mut bytes = vec![0; width * height * channels];
    bytes.par_chunks_exact_mut(channels).zip(pixels.par_chunks_exact(4)).for_each(|(to, from)| {
        to.copy_from_slice(&from[..channels]);
        if from[3] != 255 {
            let straight = |c: u8| (u32::from(c) * 255 / u32::from(from[3]).max(1)).min(255) as u8;
            to[..3].iter_mut().for_each(|c| *c = straight(*c));
        }
    });
    Image { width, height, channels, bytes, palette: Vec::new() }
}

/// The picture as PNG, its bands packed side by side: each is a piece of one zlib stream that ends
/// at a whole byte, and only the last one closes it.
fn packed(image: &Image) -> Vec<u8> {
    let starts: Vec<usize> = (0..image.height).step_by(BAND).collect();
    let pieces: Vec<(Vec<u8>, Adler)> = starts
        .par_iter()
        .map(|&y| {
            let end = (y + BAND).min(image.height);
            let rows = image.filtered(y..end);
            (deflated(&rows, end == image.height), Adler::of(&rows))
        })
        .collect();
    // The head of a zlib stream: deflate with a window of 32 KiB, no dictionary.
    let mut data = vec![0x78, 0x01];
    let mut sum = Adler::of(&[]);
    for (piece, part) in pieces {
        data.extend(piece);
        sum = sum.followed_by(part);
    }
    data.extend(sum.bytes());
    image.file(&data)
}

/// A piece of a deflate stream.
fn deflated(rows: &[u8], is_last: bool) -> Vec<u8> {
    // A window below zero asks for the bare stream, without head and checksum.
    let flags = create_comp_flags_from_zip_params(EFFORT.into(), -15, 0);
    let mut packer = CompressorOxide::new(flags);
    let flush = if is_last { TDEFLFlush::Finish } else { TDEFLFlush::Sync };
    let mut out = Vec::with_capacity(rows.len() / 4);
    compress_to_output(&mut packer, rows, flush, |bytes| {
        out.extend_from_slice(bytes);
        true
    });
    out
}

/// The checksum of a zlib stream (Adler-32), for pieces that are summed apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Adler {
    low: u64,
    high: u64,
    length: u64,
}

impl Adler {
    const PRIME: u64 = 65_521;

    fn of(data: &[u8]) -> Adler {
        let (mut low, mut high) = (1, 0);
        // So many bytes cannot overflow the sums.
        for some in data.chunks(1 << 20) {
            for &byte in some {
                low += u64::from(byte);
                high += low;
            }
            (low, high) = (low % Adler::PRIME, high % Adler::PRIME);
        }
        Adler { low, high, length: data.len() as u64 }
    }

    /// The sum of this piece and the next together: the next began its own sum at 1.
    fn followed_by(self, next: Adler) -> Adler {
        let before = self.low + Adler::PRIME - 1;
        Adler {
            low: (before + next.low) % Adler::PRIME,
            high: (self.high + next.high + next.length % Adler::PRIME * before) % Adler::PRIME,
            length: self.length + next.length,
        }
    }

    fn bytes(self) -> [u8; 4] {
        ((self.high << 16 | self.low) as u32).to_be_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_known_one_in_one_piece_and_in_two() {
        // The example of the usual descriptions of Adler-32.
        assert_eq!(Adler::of(b"Wikipedia").bytes(), [0x11, 0xE6, 0x03, 0x98]);
        let joined = Adler::of(b"Wiki").followed_by(Adler::of(b"pedia"));
        assert_eq!(joined, Adler::of(b"Wikipedia"));
    }

    #[test]
    fn a_picture_of_several_bands_unpacks_to_its_rows() {
        let (width, height) = (7, 2 * BAND + 5);
        let bytes = (0..width * height * 3).map(|i| (i * i / 11) as u8).collect();
        let image = Image { width, height, channels: 3, bytes, palette: Vec::new() };
        let file = packed(&image);
        // Signature (8), IHDR (25), then length and name of IDAT (8); IEND (12) and a checksum (4) end it.
        let data = &file[41..file.len() - 16];
        let rows = miniz_oxide::inflate::decompress_to_vec_zlib(data).expect("a zlib stream");
        assert_eq!(rows, image.filtered(0..height));
    }

    #[test]
    fn bands_fit_together_as_if_drawn_at_once() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 40' width='10' height='40'>\
                   <rect width='10' height='40' fill='#fff'/><circle cx='5' cy='20' r='4.5' fill='#a00'/>\
                   <path d='M0 0L10 40' stroke='#00a' stroke-width='.7'/></svg>";
        let options = usvg::Options::default();
        let tree = usvg::Tree::from_str(svg, &options).expect("a picture");
        let (width, height) = (400, 1600);
        assert!(height as usize > 2 * BAND, "it has several bands");
        let empty = || tiny_skia::Pixmap::new(width, height).expect("a pixmap");
        let mut whole = empty();
        resvg::render(&tree, tiny_skia::Transform::from_scale(40.0, 40.0), &mut whole.as_mut());
        let bands = drawn(&tree, 40.0, empty());
        // Where a band cuts a shape, an edge may be a quarter of a pixel off (one of four rows of samples).
        let off: Vec<u8> = whole.data().iter().zip(&bands).map(|(a, b)| a.abs_diff(*b)).collect();
        let most = off.iter().max().copied().unwrap_or(0);
        let many = off.iter().filter(|&&d| d > 0).count();
        assert!(
            most <= 64 && many * 1000 < off.len(),
            "{many} of {} differ, by up to {most}",
            off.len()
        );
    }
}
