//! Heights of hexes from the elevation raster.

use crate::draft::Draft;
use crate::fit::Georeference;
use crate::projection::{Geo, Point};
use crate::raster::Raster;
use hex::{Grid, HexId};

/// Points spread evenly over a hex, as offsets from its centre in hexes.
pub fn sample_points(grid: &Grid) -> Vec<Point> {
    const STEPS: i32 = 4;
    let mut points = Vec::new();
    for q in -STEPS..=STEPS {
        for r in (-STEPS).max(-q - STEPS)..=STEPS.min(-q + STEPS) {
            let (q, r) = (f64::from(q), f64::from(r));
            // A small hexagon of points, turned so that it fills the hex.
            let along = (q + r / 2.0) / (2.0 * f64::from(STEPS) + 1.0) * 1.1;
            let across = r * 3f64.sqrt() / 2.0 / (2.0 * f64::from(STEPS) + 1.0) * 1.1;
            points.push(match grid.orientation() {
                hex::Orientation::PointyTop => (across, along),
                hex::Orientation::FlatTop => (along, across),
            });
        }
    }
    points
}

/// The places on the earth under the sample points of a hex.
pub fn samples(grid: &Grid, georeference: &Georeference, points: &[Point], hex: HexId) -> Vec<Geo> {
    let (x, y) = grid.centre(hex);
    points.iter().map(|(dx, dy)| georeference.to_geo((x + dx, y + dy))).collect()
}

/// Fills in the mean height of every hex.
pub fn fill(draft: &mut Draft, georeference: &Georeference, elevation: &Raster) {
    let points = sample_points(&draft.grid);
    for h in draft.grid.hexes() {
        let places = samples(&draft.grid, georeference, &points, h);
        let metres: Vec<f64> = places.iter().filter_map(|&g| elevation.metres(g)).collect();
        let mean = metres.iter().sum::<f64>() / metres.len().max(1) as f64;
        draft.heights[h.index()] = mean.round() as i32;
    }
}
