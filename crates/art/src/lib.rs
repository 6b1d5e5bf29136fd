//! Maps and counters as pictures.
//!
//! [`map_svg`] draws a [`board::Map`] as one SVG picture.

mod area;
mod blocks;
mod cells;
mod chart;
mod clutter;
#[cfg(feature = "png")]
mod export;
mod geometry;
mod image;
mod layout;
mod map;
mod names;
mod noise;
mod palette;
mod relief;
mod river_names;
mod segments;
mod style;
mod svg;
mod text;
mod texture;
mod water;
mod ways;
mod widths;

#[cfg(feature = "png")]
pub use export::{PngError, png};
pub use geometry::Point;
pub use layout::{Layout, PITCH};
pub use map::{Layers, MapOptions, map_svg};
pub use palette::Theme;
