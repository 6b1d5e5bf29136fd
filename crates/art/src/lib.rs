//! Maps and counters as pictures.
//!
//! [`map_svg`] draws a [`board::Map`] as one SVG picture.

mod area;
mod badge;
mod blocks;
mod cells;
mod chart;
mod clutter;
mod counter;
#[cfg(feature = "png")]
mod export;
mod geometry;
mod image;
mod layout;
mod legend;
#[cfg(test)]
mod made;
mod map;
mod names;
mod nation;
mod noise;
mod overlay;
mod palette;
mod relief;
mod river_names;
mod scene;
mod segments;
mod sheet;
#[cfg(test)]
mod sight;
mod style;
mod svg;
mod symbol;
#[cfg(test)]
mod tests;
mod text;
mod texture;
mod water;
mod ways;
mod widths;
mod works;

pub use badge::{Badge, badge_svg, field_fortification_svg};
pub use counter::{COUNTER, CounterSize, counter_svg};
#[cfg(feature = "png")]
pub use export::{PngError, png};
pub use geometry::Point;
pub use layout::{Layout, PITCH};
pub use map::{Layers, MapOptions, map_svg};
pub use nation::{NATIONS, Nation, TINTS};
pub use overlay::{Flow, Overlays, Reach};
pub use palette::Theme;
pub use scene::{counters_sheet, scene, stack_svg};
pub use sheet::{SheetOptions, TurnBox, sheet_svg};
pub use symbol::{SYMBOLS, symbols};
