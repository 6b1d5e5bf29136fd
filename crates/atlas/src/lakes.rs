//! Lakes and reservoirs: hexes mostly under water, and hexsides of rivers that run through a lake.

use crate::draft::{Draft, DraftLabel, DraftLine};
use crate::features::GeoFeature;
use crate::fit::Georeference;
use crate::heights::sample_points;
use crate::mesh::Mesh;
use crate::projection::{Geo, Point};
use crate::recipe::Lakes;
use crate::towns::distance;
use anyhow::{Context, Result};
use hex::HexId;
use std::collections::BTreeSet;

/// A lake on the sheet.
pub struct Lake {
    name: String,
    rings: Vec<Vec<Point>>,
    low: Point,
    high: Point,
}

impl Lake {
    fn contains(&self, p: Point) -> bool {
        let in_box =
            p.0 >= self.low.0 && p.0 <= self.high.0 && p.1 >= self.low.1 && p.1 <= self.high.1;
        in_box && self.rings.iter().filter(|ring| inside(ring, p)).count() % 2 == 1
    }
}

/// The lakes that the recipe names and that existed in its year.
pub fn select(features: &[GeoFeature], recipe: &Lakes, georeference: &Georeference) -> Vec<Lake> {
    features
        .iter()
        .filter_map(|feature| {
            let [_, name] = recipe.names.iter().find(|[from, _]| from == feature.text("name"))?;
            existed(feature, recipe.year).then(|| lake(feature, name, georeference))
        })
        .collect()
}

fn existed(feature: &GeoFeature, year: u16) -> bool {
    match feature.number("built") {
        Some(built) => built <= f64::from(year),
        None => year > 1943 || feature.flag(&format!("in_{year}")) != Some(false),
    }
}

fn lake(feature: &GeoFeature, name: &str, georeference: &Georeference) -> Lake {
    let project = |ring: &Vec<_>| ring.iter().map(|&g| georeference.to_sheet(g)).collect();
    let rings: Vec<Vec<Point>> = feature.parts.iter().map(project).collect();
    let fold = |start: f64, pick: fn(&Point) -> f64, best: fn(f64, f64) -> f64| {
        rings.iter().flatten().map(pick).fold(start, best)
    };
    let low = (fold(f64::INFINITY, |p| p.0, f64::min), fold(f64::INFINITY, |p| p.1, f64::min));
    let high =
        (fold(f64::NEG_INFINITY, |p| p.0, f64::max), fold(f64::NEG_INFINITY, |p| p.1, f64::max));
    Lake { name: name.to_string(), rings, low, high }
}

/// Makes hexes lakes that are mostly water, except where people stand; labels each lake.
pub fn fill(draft: &mut Draft, lakes: &[Lake], recipe: &Lakes, firm: &BTreeSet<HexId>) {
    let points = sample_points(&draft.grid);
    for [_, name] in &recipe.names {
        let mine: Vec<&Lake> = lakes.iter().filter(|l| &l.name == name).collect();
        let mut hexes = Vec::new();
        for h in draft.grid.hexes().filter(|h| !firm.contains(h)) {
            let (x, y) = draft.grid.centre(h);
            let wet =
                points.iter().filter(|(dx, dy)| mine.iter().any(|l| l.contains((x + dx, y + dy))));
            if wet.count() as f64 / points.len() as f64 >= recipe.share {
                hexes.push(h);
            }
        }
        let hexes = without_ponds(draft, hexes);
        for &h in &hexes {
            draft.terrain[h.index()] = recipe.kind.clone();
        }
        if !hexes.is_empty() {
            let label = DraftLabel { name: name.clone(), kind: "lake".to_string(), hexes };
            draft.labels.push(label);
        }
    }
}

/// Leaves out single hexes apart from the lake, if it has a body at all.
fn without_ponds(draft: &Draft, hexes: Vec<HexId>) -> Vec<HexId> {
    let joined = |h: &HexId| draft.grid.around(*h).any(|n| hexes.contains(&n));
    let body: Vec<HexId> = hexes.iter().copied().filter(joined).collect();
    if body.is_empty() { hexes } else { body }
}

/// Turns stretches of rivers into lake hexsides.
pub fn stretches(
    draft: &mut Draft,
    recipe: &Lakes,
    georeference: &Georeference,
    mesh: &Mesh,
) -> Result<()> {
    for stretch in &recipe.stretches {
        let line = draft.lines.iter().find(|l| l.name == stretch.on);
        let line = line.with_context(|| format!("{}: no river {}", stretch.name, stretch.on))?;
        let nearest = |[lat, lon]: [f64; 2]| {
            let point = georeference.to_sheet(Geo::new(lat, lon));
            let far = |(a, b): &(HexId, HexId)| {
                mesh.edge_of(*a, *b).map_or(f64::MAX, |e| distance(mesh.edges[e].middle, point))
            };
            (0..line.sides.len())
                .min_by(|&i, &j| far(&line.sides[i]).total_cmp(&far(&line.sides[j])))
        };
        let (Some(from), Some(to)) = (nearest(stretch.begin), nearest(stretch.end)) else {
            continue;
        };
        let sides = line.sides[from.min(to)..=from.max(to)].to_vec();
        let (kind, name) = (recipe.kind.clone(), stretch.name.clone());
        draft.lines.push(DraftLine { kind, name, class: Some(3), sides });
    }
    Ok(())
}

/// Whether a point is inside a ring, by counting crossings.
pub fn inside(ring: &[Point], (x, y): Point) -> bool {
    let mut odd = false;
    for pair in ring.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        if (y0 > y) != (y1 > y) && x < (x1 - x0) * (y - y0) / (y1 - y0) + x0 {
            odd = !odd;
        }
    }
    odd
}
