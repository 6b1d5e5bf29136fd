//! Makes the hex maps of the games from public geographic data.
//!
//! A map is made from three things: a folder of geodata that stays outside the project, the game's recipe
//! (`games/<game>/atlas/recipe.toml`: grid, georeference, what to take from the geodata, what is laid by hand) and
//! its corrections (`overrides.toml`, each with a reason). The result is the text of `games/<game>/map.toml`.
//! The same inputs give the same bytes.
//!
//! Players never need this crate.

mod check;
mod course;
mod cover;
mod crossings;
mod draft;
mod features;
mod fit;
mod heights;
mod laid;
mod lakes;
mod lettering;
mod maker;
mod mesh;
mod overrides;
mod projection;
mod raster;
mod recipe;
mod rivers;
mod routes;
mod schema;
mod towns;
mod writer;

pub use check::{Chain, MapFile, Problem, Report, check};
pub use fit::{Georeference, Residual};
pub use maker::{build, build_with, games_with_recipes, make};
pub use projection::{Cone, Geo, Point};
pub use recipe::Recipe;
pub use schema::schemas;
