//! Cities, towns and villages on their hexes.

use crate::draft::Draft;
use crate::fit::Georeference;
use crate::projection::{Geo, Point};
use crate::recipe::{Place, Recipe};
use anyhow::{Context, Result};
use hex::{Grid, HexId};

/// The hex under a point of the sheet; `None` off the map.
pub fn hex_at(grid: &Grid, point: Point) -> Option<HexId> {
    let nearest = nearest_hex(grid, point)?;
    (distance(grid.centre(nearest), point) <= 0.6).then_some(nearest)
}

/// The hex of the map whose centre is nearest to a point.
pub fn nearest_hex(grid: &Grid, point: Point) -> Option<HexId> {
    let far = |h: &HexId| distance(grid.centre(*h), point);
    grid.hexes().min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// The distance between two points.
pub fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Puts the recipe's places on the map; those without a hex go where the georeference says.
pub fn place(draft: &mut Draft, recipe: &Recipe, georeference: &Georeference) -> Result<()> {
    for wanted in &recipe.places {
        let hex = hex_of(draft, wanted, georeference)
            .with_context(|| format!("place {}", wanted.name))?;
        let mut placed = wanted.clone();
        placed.hex = draft.grid.number(hex);
        let feature = wanted.feature.clone().unwrap_or_else(|| wanted.kind.clone());
        if draft.kinds.features.contains(&feature) {
            draft.features[hex.index()].insert(feature.clone());
            for h in draft.hexes(&wanted.hexes)? {
                draft.features[h.index()].insert(feature.clone());
            }
        }
        draft.places.push(placed);
    }
    Ok(())
}

fn hex_of(draft: &Draft, place: &Place, georeference: &Georeference) -> Result<HexId> {
    if !place.hex.is_empty() {
        return Ok(draft.grid.parse(&place.hex)?);
    }
    let [lat, lon] = place.geo.context("neither a hex nor a place on the earth")?;
    let point = georeference.to_sheet(Geo::new(lat, lon));
    hex_at(&draft.grid, point).context("it lies outside the map")
}
