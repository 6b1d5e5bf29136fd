//! Makes the hex maps of the games from public geographic data.
//!
//! A map is made from three things: a folder of geodata that stays outside the project, the game's recipe
//! (`games/<game>/atlas/recipe.toml`: grid, georeference, what to take from the geodata, what is laid by hand) and
//! its corrections (`overrides.toml`, each with a reason). The result is the text of `games/<game>/map.toml`.
//! The same inputs give the same bytes.
//!
//! Players never need this crate.

mod draft;
mod fit;
mod heights;
mod laid;
mod projection;
mod raster;
mod recipe;
mod towns;
mod writer;

pub use fit::{Georeference, Residual};
pub use projection::{Cone, Geo, Point};
pub use recipe::Recipe;

use anyhow::Result;
use draft::{Draft, grid_of};
use raster::Raster;
use std::path::Path;

/// The text of a game's map file, made from the geodata and the game's recipe.
pub fn build(game: &str, geo: &Path, recipe_dir: &Path) -> Result<String> {
    build_with(game, geo, recipe_dir, &mut |_| ())
}

/// The same, telling what it does line by line.
pub fn build_with(
    game: &str,
    geo: &Path,
    recipe_dir: &Path,
    tell: &mut dyn FnMut(&str),
) -> Result<String> {
    let recipe = Recipe::read(recipe_dir)?;
    let grid = grid_of(&recipe.grid)?;
    let georeference = Georeference::fit(&grid, &recipe.georeference)?;
    tell(&format!(
        "{game}: {} hexes of {:.2} km, {} anchors, {:.2} hexes off (root mean square)",
        grid.len(),
        georeference.hex_km(),
        georeference.residuals.len(),
        georeference.rms()
    ));
    let mut draft = Draft::new(grid, recipe.kinds.clone())?;
    laid::areas(&mut draft, &recipe)?;
    towns::place(&mut draft, &recipe, &georeference)?;
    laid::features(&mut draft, &recipe)?;
    laid::chains(&mut draft, &recipe)?;
    laid::labels(&mut draft, &recipe)?;
    laid::regions(&mut draft, &recipe)?;
    heights::fill(&mut draft, &georeference, &Raster::elevation(geo)?);
    draft.check_words()?;
    Ok(writer::map_text(&draft, &recipe, &georeference))
}
