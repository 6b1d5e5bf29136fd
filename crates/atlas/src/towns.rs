//! Cities, towns and villages on their hexes.

use crate::draft::Draft;
use crate::fit::Georeference;
use crate::projection::{Geo, Point};
use crate::recipe::{Place, Recipe};
use anyhow::{Context, Result};
use hex::{Grid, Hex, HexId, Orientation};

/// The hex under a point of the sheet; `None` off the map.
pub fn hex_at(grid: &Grid, (x, y): Point) -> Option<HexId> {
    let height = 3f64.sqrt() / 2.0;
    let (q, r) = match grid.orientation() {
        Orientation::FlatTop => (x / height, y - x / height / 2.0),
        Orientation::PointyTop => (x - y / height / 2.0, y / height),
    };
    grid.id(rounded(q, r))
}

/// The hex that a fractional axial coordinate lies in: round all three, then mend the worst.
fn rounded(q: f64, r: f64) -> Hex {
    let s = -q - r;
    let (mut iq, mut ir, is) = (q.round(), r.round(), s.round());
    let (dq, dr, ds) = ((iq - q).abs(), (ir - r).abs(), (is - s).abs());
    if dq > dr && dq > ds {
        iq = -ir - is;
    } else if dr > ds {
        ir = -iq - is;
    }
    Hex::new(iq as i16, ir as i16)
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

#[cfg(test)]
mod tests {
    use super::*;
    use hex::{Parity, Sheet};

    #[test]
    fn every_point_near_a_centre_is_in_its_hex() {
        for orientation in [Orientation::FlatTop, Orientation::PointyTop] {
            let sheets = [Sheet::new(1..=7, 0..=6)];
            let grid = Grid::new(orientation, Parity::Even, &sheets).expect("a small grid");
            for h in grid.hexes() {
                let (x, y) = grid.centre(h);
                for (dx, dy) in [(0.0, 0.0), (0.45, 0.1), (-0.3, 0.3), (0.1, -0.45)] {
                    assert_eq!(hex_at(&grid, (x + dx, y + dy)), Some(h));
                }
            }
        }
    }

    #[test]
    fn a_point_off_the_map_is_in_no_hex() {
        let sheets = [Sheet::new(1..=7, 1..=6)];
        let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &sheets).expect("a small grid");
        assert_eq!(hex_at(&grid, (-5.0, 2.0)), None);
        assert_eq!(hex_at(&grid, (2.0, 40.0)), None);
    }
}
