//! The order of work: fit, towns, lakes, rivers, routes, terrain, hand-laid features, corrections, text.

use crate::cover;
use crate::draft::{Draft, grid_of};
use crate::features;
use crate::fit::Georeference;
use crate::heights;
use crate::laid;
use crate::lakes;
use crate::lettering;
use crate::mesh::Mesh;
use crate::overrides::Overrides;
use crate::raster::Raster;
use crate::recipe::Recipe;
use crate::rivers::RiverLayer;
use crate::routes::{self, RouteLayer};
use crate::towns;
use crate::writer;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

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
    let overrides = Overrides::read(recipe_dir)?;
    let grid = grid_of(&recipe.grid)?;
    let georeference = Georeference::fit(&grid, &recipe.georeference)?;
    tell_fit(game, &grid, &georeference, tell);
    let draft = Draft::new(grid, recipe.kinds.clone())?;
    let mesh = Mesh::new(&draft.grid);
    let mut maker = Maker { geo, recipe, overrides, georeference, mesh, draft };
    maker.water(tell)?;
    maker.land(tell)?;
    maker.rest()?;
    Ok(writer::map_text(&maker.draft, &maker.recipe, &maker.georeference))
}

/// Makes `map.toml` of one game, or of every game of a folder that has a recipe, and says what was done.
///
/// `tell` is called with one line of progress at a time.
pub fn make(
    games: &Path,
    game: Option<&str>,
    geo: &Path,
    tell: &mut dyn FnMut(&str),
) -> Result<Vec<PathBuf>> {
    let wanted = match game {
        Some(game) => vec![game.to_string()],
        None => games_with_recipes(games)?,
    };
    let mut written = Vec::new();
    for game in wanted {
        let folder = games.join(&game);
        let text = build_with(&game, geo, &folder.join("atlas"), tell)?;
        let path = folder.join("map.toml");
        let same = std::fs::read_to_string(&path).is_ok_and(|old| old == text);
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        let verdict = if same { "unchanged" } else { "written" };
        tell(&format!("  {} {verdict}", path.display()));
        written.push(path);
    }
    Ok(written)
}

/// The games of a folder that have a recipe, in alphabetical order.
pub fn games_with_recipes(games: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in
        std::fs::read_dir(games).with_context(|| format!("cannot read {}", games.display()))?
    {
        let path = entry?.path();
        if path.join("atlas/recipe.toml").is_file() {
            names.extend(path.file_name().map(|n| n.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

fn tell_fit(game: &str, grid: &hex::Grid, georeference: &Georeference, tell: &mut dyn FnMut(&str)) {
    tell(&format!(
        "{game}: {} hexes of {:.2} km, {} anchors, {:.2} hexes off (root mean square)",
        grid.len(),
        georeference.hex_km(),
        georeference.residuals.len(),
        georeference.rms()
    ));
    for r in georeference.residuals.iter().filter(|r| r.hexes > 1.2) {
        tell(&format!("  anchor {} ({}): {:.1} hexes off", r.name, r.hex, r.hexes));
    }
}

/// A map on the workbench.
struct Maker<'a> {
    geo: &'a Path,
    recipe: Recipe,
    overrides: Overrides,
    georeference: Georeference,
    mesh: Mesh,
    draft: Draft,
}

impl Maker<'_> {
    /// Towns first, for lakes and rivers must respect them.
    fn water(&mut self, tell: &mut dyn FnMut(&str)) -> Result<()> {
        laid::areas(&mut self.draft, &self.recipe)?;
        towns::place(&mut self.draft, &self.recipe, &self.georeference)?;
        laid::chains(&mut self.draft, &self.recipe)?;
        self.lakes()?;
        self.rivers(tell)?;
        if let Some(recipe) = &self.recipe.lakes {
            lakes::stretches(&mut self.draft, recipe, &self.georeference, &self.mesh)?;
        }
        Ok(())
    }

    fn lakes(&mut self) -> Result<()> {
        let Some(recipe) = &self.recipe.lakes else { return Ok(()) };
        let features = features::read(&self.geo.join("lakes.geojson"))?;
        let lakes = lakes::select(&features, recipe, &self.georeference);
        let firm = self.recipe.cover.as_ref().map_or("", |c| c.firm.as_str());
        let mut firm: std::collections::BTreeSet<_> = self.draft.hexes(firm)?.into_iter().collect();
        for h in self.draft.grid.hexes() {
            if !self.draft.features[h.index()].is_empty() {
                firm.insert(h);
            }
        }
        lakes::fill(&mut self.draft, &lakes, recipe, &firm);
        Ok(())
    }

    fn rivers(&mut self, tell: &mut dyn FnMut(&str)) -> Result<()> {
        if self.recipe.rivers.is_empty() {
            return Ok(());
        }
        let pieces = features::read(&self.geo.join("rivers.geojson"))?;
        let banks = &self.recipe.banks;
        let mut layer =
            RiverLayer::new(&self.draft, &self.mesh, &self.georeference, &pieces, banks)?;
        for change in self.overrides.sides.iter().filter(|s| s.no_river) {
            for (a, b) in laid::side_list(&self.draft, &change.sides)? {
                layer.forbid(a, b);
            }
        }
        for river in &self.recipe.rivers {
            layer.lay(&mut self.draft, river, tell)?;
        }
        Ok(())
    }

    /// Roads and railways, then the terrain around them.
    fn land(&mut self, tell: &mut dyn FnMut(&str)) -> Result<()> {
        let mut layer = RouteLayer::new(&self.mesh, &self.georeference, self.geo);
        for route in &self.recipe.routes {
            layer.lay(&mut self.draft, route, tell)?;
        }
        if let Some(recipe) = &self.recipe.bridges {
            routes::bridges(&mut self.draft, recipe);
        }
        let elevation = Raster::elevation(self.geo)?;
        heights::fill(&mut self.draft, &self.georeference, &elevation);
        if let Some(recipe) = &self.recipe.cover {
            let raster = Raster::land_cover(self.geo)?;
            cover::fill(&mut self.draft, recipe, &self.georeference, &raster, &elevation)?;
            cover::clear_under(&mut self.draft, recipe);
        }
        Ok(())
    }

    fn rest(&mut self) -> Result<()> {
        laid::features(&mut self.draft, &self.recipe)?;
        laid::labels(&mut self.draft, &self.recipe)?;
        if let Some(recipe) = &self.recipe.lettering {
            lettering::add(&mut self.draft, recipe, &self.georeference, self.geo)?;
        }
        self.overrides.apply(&mut self.draft)?;
        laid::regions(&mut self.draft, &self.recipe)?;
        self.draft.check_words()
    }
}
