//! Lakes and reservoirs: hexes mostly under water, and hexsides of rivers that run through a lake.

use crate::draft::{Draft, DraftLabel, DraftLine};
use crate::features::GeoFeature;
use crate::fit::Georeference;
use crate::heights::sample_points;
use crate::mesh::{Mesh, from_segment};
use crate::projection::Point;
use crate::recipe::Lakes;
use anyhow::Result;
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

    fn is_near(&self, p: Point, limit: f64) -> bool {
        self.contains(p)
            || self
                .rings
                .iter()
                .flat_map(|ring| ring.windows(2))
                .any(|pair| from_segment(p, pair[0], pair[1]) < limit)
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
pub fn fill(
    draft: &mut Draft,
    lakes: &[Lake],
    recipe: &Lakes,
    firm: &BTreeSet<HexId>,
) -> Result<()> {
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
    Ok(())
}

/// Leaves out single hexes apart from the lake, if it has a body at all.
fn without_ponds(draft: &Draft, hexes: Vec<HexId>) -> Vec<HexId> {
    let joined = |h: &HexId| draft.grid.around(*h).any(|n| hexes.contains(&n));
    let body: Vec<HexId> = hexes.iter().copied().filter(joined).collect();
    if body.is_empty() { hexes } else { body }
}

/// Turns the hexsides of rivers inside a lake into lake hexsides.
pub fn sides(draft: &mut Draft, lakes: &[Lake], kind: &str, mesh: &Mesh) {
    let mut shores: Vec<DraftLine> = Vec::new();
    for line in &draft.lines {
        for &(a, b) in &line.sides {
            let Some(edge) = mesh.edge_of(a, b) else { continue };
            let middle = mesh.edges[edge].middle;
            let Some(lake) = lakes.iter().find(|l| l.is_near(middle, 0.12)) else { continue };
            match shores.last_mut() {
                Some(shore) if shore.name == lake.name && meets(mesh, shore, edge) => {
                    shore.sides.push((a, b));
                }
                _ => shores.push(DraftLine {
                    kind: kind.to_string(),
                    name: lake.name.clone(),
                    class: Some(3),
                    sides: vec![(a, b)],
                }),
            }
        }
    }
    draft.lines.extend(shores);
}

/// Whether a hexside goes on from the last one of a line.
fn meets(mesh: &Mesh, line: &DraftLine, edge: usize) -> bool {
    let last = line.sides.last().and_then(|&(a, b)| mesh.edge_of(a, b));
    last.is_some_and(|last| {
        mesh.edges[last].corners.iter().any(|c| mesh.edges[edge].corners.contains(c))
    })
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
