//! Lettering: the two families, how wide a text is, and how it is written.

use crate::geometry::Point;
use crate::svg::{escape, short};
use crate::widths;
use std::fmt::Write;

/// The families as CSS names them, with what to take where they are missing.
pub(crate) const SANS: &str = "'Sofia Sans Condensed','Arial Narrow',sans-serif";
pub(crate) const SERIF: &str = "Alegreya,Georgia,serif";

/// A family in one weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Font {
    Sans500,
    Sans600,
    Sans700,
    Sans800,
    SerifItalic,
    Serif700,
}

impl Font {
    /// The attributes that choose this font.
    pub(crate) fn attributes(self) -> String {
        match self {
            Font::Sans500 => format!("font-family=\"{SANS}\" font-weight=\"500\""),
            Font::Sans600 => format!("font-family=\"{SANS}\" font-weight=\"600\""),
            Font::Sans700 => format!("font-family=\"{SANS}\" font-weight=\"700\""),
            Font::Sans800 => format!("font-family=\"{SANS}\" font-weight=\"800\""),
            Font::SerifItalic => {
                format!("font-family=\"{SERIF}\" font-weight=\"500\" font-style=\"italic\"")
            }
            Font::Serif700 => format!("font-family=\"{SERIF}\" font-weight=\"700\""),
        }
    }

    fn widths(self) -> &'static [u16; 95] {
        match self {
            Font::Sans500 => &widths::SANS_500,
            Font::Sans600 => &widths::SANS_600,
            Font::Sans700 => &widths::SANS_700,
            Font::Sans800 => &widths::SANS_800,
            Font::SerifItalic => &widths::SERIF_ITALIC,
            Font::Serif700 => &widths::SERIF_700,
        }
    }

    /// How wide a text is at `size`. Signs outside the table count as an `n`.
    pub(crate) fn width(self, text: &str, size: f64) -> f64 {
        let table = self.widths();
        let sign = |c: char| {
            let i = (c as usize).wrapping_sub(32);
            f64::from(*table.get(i).unwrap_or(&table['n' as usize - 32]))
        };
        text.chars().map(sign).sum::<f64>() * size / 1000.0
    }
}

/// A text to be written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'a> {
    pub(crate) at: Point,
    pub(crate) text: &'a str,
    pub(crate) font: Font,
    pub(crate) size: f64,
    pub(crate) fill: &'a str,
    /// `start`, `middle` or `end`.
    pub(crate) anchor: &'a str,
    /// Further attributes, with a leading space.
    pub(crate) more: &'a str,
}

impl Text<'_> {
    pub(crate) fn write(&self, out: &mut String) {
        let anchor = match self.anchor {
            "start" => String::new(),
            other => format!(" text-anchor=\"{other}\""),
        };
        let _ = write!(
            out,
            "<text x=\"{}\" y=\"{}\" {} font-size=\"{}\" fill=\"{}\"{anchor}{}>{}</text>",
            short(self.at.x),
            short(self.at.y),
            self.font.attributes(),
            short(self.size),
            self.fill,
            self.more,
            escape(self.text)
        );
    }
}

/// The attributes of a halo round lettering.
pub(crate) fn halo(colour: &str, width: f64, opacity: f64) -> String {
    format!(
        " stroke=\"{colour}\" stroke-width=\"{}\" stroke-opacity=\"{opacity}\" \
         stroke-linejoin=\"round\" paint-order=\"stroke\"",
        short(width)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bold_is_wider_and_size_scales() {
        let narrow = Font::Sans500.width("Volokolamsk", 25.0);
        assert!(Font::Sans800.width("Volokolamsk", 25.0) > narrow);
        assert!((Font::Sans500.width("Volokolamsk", 50.0) - 2.0 * narrow).abs() < 1e-9);
    }
}
