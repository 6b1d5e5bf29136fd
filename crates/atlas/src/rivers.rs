//! Rivers on hexsides: one unbroken chain each, from source to mouth.

use crate::course::course;
use crate::draft::{Draft, DraftLine};
use crate::features::GeoFeature;
use crate::fit::Georeference;
use crate::mesh::{Mesh, nearest_on};
use crate::projection::{Geo, Point};
use crate::recipe::River;
use crate::towns::distance;
use anyhow::{Context, Result};
use hex::HexId;
use std::collections::BTreeSet;

/// How far from its true course a river may be laid, in hexes.
const CORRIDOR: f64 = 1.3;
/// How near a mouth must be to a river already laid to flow into it.
const MOUTH: f64 = 1.6;
/// What a hexside costs that already has a river. Three sides meet at a corner, so a canal that crosses
/// a river must share one side with it; nothing else should.
const DOUBLED: f64 = 40.0;
/// A town nearer to its river than this may be on either bank.
const ASTRIDE_KM: f64 = 0.6;
/// Shorter rivers are left out.
const SIDES_MIN: usize = 3;

/// Lays rivers one after the other; later ones may flow into earlier ones.
pub struct RiverLayer<'a> {
    mesh: &'a Mesh,
    georeference: &'a Georeference,
    pieces: &'a [GeoFeature],
    forbidden: BTreeSet<usize>,
    banks: Vec<Bank>,
}

/// A town that must stay on its bank.
struct Bank {
    name: String,
    hex: HexId,
    truth: Point,
    centre: Point,
}

impl<'a> RiverLayer<'a> {
    /// Gets ready to lay rivers on a draft whose towns and lakes are known.
    pub fn new(
        draft: &Draft,
        mesh: &'a Mesh,
        georeference: &'a Georeference,
        pieces: &'a [GeoFeature],
    ) -> Result<RiverLayer<'a>> {
        let mut banks = Vec::new();
        for place in &draft.places {
            let Some([lat, lon]) = place.geo else { continue };
            let hex = draft.grid.parse(&place.hex)?;
            let truth = georeference.to_sheet(Geo::new(lat, lon));
            let centre = draft.grid.centre(hex);
            banks.push(Bank { name: place.name.clone(), hex, truth, centre });
        }
        Ok(RiverLayer { mesh, georeference, pieces, forbidden: BTreeSet::new(), banks })
    }

    /// No river may run along this hexside.
    pub fn forbid(&mut self, a: HexId, b: HexId) {
        self.forbidden.extend(self.mesh.edge_of(a, b));
    }

    /// Lays one river; tells what could not be done well.
    pub fn lay(&self, draft: &mut Draft, river: &River, tell: &mut dyn FnMut(&str)) -> Result<()> {
        let course = course(draft, self.georeference, self.pieces, river);
        let course = course.with_context(|| format!("river {}", river.name))?;
        let Some(course) = course else {
            tell(&format!("  {}: not on the map, left out", river.name));
            return Ok(());
        };
        let mut forbidden = BTreeSet::new();
        let mut chain = self.chain(draft, &course, &forbidden);
        for _ in 0..4 {
            let Some(edges) = &chain else { break };
            let wrong = self.wrong_banks(&course, edges);
            if wrong.is_empty() {
                break;
            }
            for bank in wrong {
                forbidden.extend(edges.iter().filter(|&&e| self.touches(e, bank.hex)));
            }
            let again = self.chain(draft, &course, &forbidden);
            if again.is_none() {
                break;
            }
            chain = again;
        }
        let Some(edges) = chain else {
            tell(&format!("  {}: no way to its mouth, left out", river.name));
            return Ok(());
        };
        for bank in self.wrong_banks(&course, &edges) {
            tell(&format!("  {}: {} is on the wrong bank", river.name, bank.name));
        }
        self.write(draft, river, &edges, tell);
        Ok(())
    }

    fn write(&self, draft: &mut Draft, river: &River, edges: &[usize], tell: &mut dyn FnMut(&str)) {
        let is_lake = |h: HexId| draft.terrain[h.index()] == "lake";
        let sides: Vec<_> = edges.iter().map(|&e| self.mesh.edges[e].side).collect();
        // Between two lake hexes there is nothing to cross; the river stops at the shore and goes on.
        let mut runs = vec![Vec::new()];
        for side in sides {
            if is_lake(side.0) && is_lake(side.1) {
                runs.push(Vec::new());
            } else if let Some(run) = runs.last_mut() {
                run.push(side);
            }
        }
        runs.retain(|run| run.len() >= if edges.len() < 6 { 2 } else { 1 });
        if edges.len() < SIDES_MIN || runs.is_empty() {
            tell(&format!("  {}: shorter than {SIDES_MIN} hexsides, left out", river.name));
            return;
        }
        for sides in runs {
            let (kind, name) = (river.kind.clone(), river.name.clone());
            draft.lines.push(DraftLine { kind, name, class: Some(river.class), sides });
        }
    }

    fn touches(&self, edge: usize, hex: HexId) -> bool {
        let (a, b) = self.mesh.edges[edge].side;
        a == hex || b == hex
    }

    fn chain(
        &self,
        draft: &Draft,
        course: &[Point],
        forbidden: &BTreeSet<usize>,
    ) -> Option<Vec<usize>> {
        let (&source, &mouth) = (course.first()?, course.last()?);
        let laid = self.laid_corners(draft);
        let from = self.source_corner(source, &laid)?;
        let near = laid.iter().copied().filter(|&c| distance(self.mesh.corners[c], mouth) < MOUTH);
        let mut to: BTreeSet<usize> = near.collect();
        if to.is_empty() {
            to.extend(self.mesh.nearest_corner(mouth));
        }
        let used = laid_edges(draft, self.mesh);
        let far = self.mesh.distances(&[course.to_vec()], 2.0 * CORRIDOR + 0.1);
        let cost = |wide: f64| {
            let (far, used) = (&far, &used);
            move |edge: usize| {
                let off = self.forbidden.contains(&edge) || forbidden.contains(&edge);
                if far[edge] > wide || off {
                    return None;
                }
                let doubled = if used.contains(&edge) { DOUBLED } else { 0.0 };
                Some(1.0 + 6.0 * (far[edge] / 0.5).powi(2) + doubled)
            }
        };
        let narrow = self.mesh.cheapest(from, &to, cost(CORRIDOR));
        // At the edge of the map the true course may lie just outside.
        let found = narrow.or_else(|| self.mesh.cheapest(from, &to, cost(2.0 * CORRIDOR)));
        found.filter(|chain| !chain.is_empty())
    }

    /// Where a river begins: on a river already laid if one is there, as for a canal.
    fn source_corner(&self, source: Point, laid: &BTreeSet<usize>) -> Option<usize> {
        let far = |c: &usize| distance(self.mesh.corners[*c], source);
        let touching = laid.iter().copied().filter(|c| far(c) < 0.8);
        let nearest = touching.min_by(|a, b| far(a).total_cmp(&far(b)));
        nearest.or_else(|| self.mesh.nearest_corner(source))
    }

    fn laid_corners(&self, draft: &Draft) -> BTreeSet<usize> {
        let edges = laid_edges(draft, self.mesh);
        edges.iter().flat_map(|&e| self.mesh.edges[e].corners).collect()
    }

    /// The towns that the chain leaves on the other side than the true course.
    fn wrong_banks(&self, course: &[Point], edges: &[usize]) -> Vec<&Bank> {
        let chain = self.corner_chain(edges, course);
        self.banks
            .iter()
            .filter(|bank| edges.iter().any(|&e| self.touches(e, bank.hex)))
            .filter(|bank| {
                let (truth, off) = which_side(bank.truth, course);
                let (laid, _) = which_side(bank.centre, &chain);
                off > ASTRIDE_KM / self.georeference.hex_km() && truth != laid
            })
            .collect()
    }

    /// The places of the corners along a chain of hexsides, source first.
    fn corner_chain(&self, edges: &[usize], course: &[Point]) -> Vec<Point> {
        let Some(&first) = edges.first() else { return Vec::new() };
        let [a, b] = self.mesh.edges[first].corners;
        let mut at = match edges.get(1) {
            Some(&second) if self.mesh.edges[second].corners.contains(&a) => b,
            Some(_) => a,
            None if distance(self.mesh.corners[a], course[0])
                <= distance(self.mesh.corners[b], course[0]) =>
            {
                a
            }
            None => b,
        };
        let mut chain = vec![self.mesh.corners[at]];
        for &edge in edges {
            at = self.mesh.other_end(edge, at);
            chain.push(self.mesh.corners[at]);
        }
        chain
    }
}

fn laid_edges(draft: &Draft, mesh: &Mesh) -> BTreeSet<usize> {
    let sides = draft.lines.iter().flat_map(|l| &l.sides);
    sides.filter_map(|&(a, b)| mesh.edge_of(a, b)).collect()
}

/// Whether a point is to the left of a chain, and how far from it.
fn which_side(p: Point, chain: &[Point]) -> (bool, f64) {
    let mut best = (false, f64::INFINITY);
    for pair in chain.windows(2) {
        let near = nearest_on(p, pair[0], pair[1]);
        let far = distance(p, near);
        if far < best.1 - 1e-9 {
            let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            best = (dx * (p.1 - pair[0].1) - dy * (p.0 - pair[0].0) > 0.0, far);
        }
    }
    best
}
