//! Maps and counters as pictures.
//!
//! [`map_svg`] draws a [`board::Map`]: terrain with texture and shading, rivers, roads, towns, names. The
//! ground and the names can be had as two pictures, so that a page can lay tints between them.
//! [`Overlays`] draws those tints, [`counter_svg`] draws a [`board::Face`], [`badge_svg`] the states of
//! a counter, [`sheet_svg`] the whole printed sheet with legend and turn record, and [`scene`] the sheet
//! with counters on it. [`png`] turns any of these into PNG, and [`thumbnail`] makes a small picture of
//! a map (feature `png`).
//!
//! One unit of a picture is a hundredth of the distance between two hexes, and a hex lies where
//! [`Layout`] says, whatever frame is drawn round it. The same map gives the same bytes: every
//! irregularity is a hash of what is irregular.
//!
//! ```
//! use art::{Layers, Layout, MapOptions, Theme, map_svg};
//! # let text = "title = \"Blank\"\n[grid]\norientation = \"flat-top\"\nshifted = \"odd\"\nhex_km = 3.5\n\
//! #     sheets = [ { columns = [1, 4], rows = [1, 3] } ]\n[kinds]\nterrain = [\"clear\", \"forest\"]\n\
//! #     [hexes]\n\"0202\" = \"forest\"\n";
//! let map = board::Map::load(&board::Source::new("map.toml", text)).unwrap();
//! let ground = MapOptions { theme: Theme::Dark, layers: Layers::GROUND, view: None };
//! let svg = map_svg(&map, &ground);
//! assert!(svg.starts_with("<svg"));
//!
//! // Where a page puts something on hex 0202:
//! let hex = map.grid.parse("0202").unwrap();
//! let centre = Layout::new(&map.grid).centre(hex);
//! assert!(centre.x > 0.0 && centre.y > 0.0);
//! ```
//!
//! Inside, [`board::Map`] becomes a chart (`chart`): areas, rivers, roads and towns as lines and rings,
//! without colour. Each kind of thing then has a module that draws it: `texture` forest, swamp and
//! hills, `water`, `ways` roads and railways, `blocks` towns, `works` fortifications, `names`. All
//! colours of the map are in `palette`, those of counters in `nation`.

mod area;
mod badge;
mod blocks;
mod cells;
mod chart;
mod clutter;
mod counter;
#[cfg(feature = "png")]
mod export;
mod fonts;
mod geometry;
mod hex_rivers;
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
#[cfg(test)]
mod real;
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
#[cfg(feature = "png")]
mod thumbnail;
mod water;
mod ways;
mod widths;
mod works;

pub use badge::{Badge, badge_svg, field_fortification_svg};
pub use counter::{COUNTER, CounterSize, counter_svg};
#[cfg(feature = "png")]
pub use export::{PngError, png};
pub use fonts::{WEB_FONTS, with_fonts};
pub use geometry::Point;
pub use layout::{Layout, PITCH};
pub use map::{Layers, MapOptions, map_svg};
pub use nation::{NATIONS, Nation, TINTS};
pub use overlay::{Flow, Overlays, Reach};
pub use palette::Theme;
pub use scene::{counters_sheet, detail, scene, stack_svg};
pub use sheet::{SheetOptions, TurnBox, sheet_svg};
pub use symbol::{SYMBOLS, symbols};
#[cfg(feature = "png")]
pub use thumbnail::thumbnail;
