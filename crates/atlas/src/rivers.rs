//! Rivers on hexsides: one unbroken chain each, from source to mouth.

use crate::course::course;
use crate::draft::{Draft, DraftLine};
use crate::features::GeoFeature;
use crate::fit::Georeference;
use crate::mesh::{Mesh, which_side};
use crate::projection::{Geo, Point};
use crate::recipe::{self, BankSide, River};
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
/// How far behind a town its river may not pass, in hexes.
const BARRIER: f64 = 2.6;
/// How many points of a course make about a hex.
const HEX_POINTS: usize = 5;
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
    /// What the recipe knows about it: rivers and banks.
    facts: Vec<(String, BankSide)>,
}

impl Bank {
    /// What the recipe knows about this town and a river.
    fn known(&self, river: &str) -> Option<BankSide> {
        self.facts.iter().find(|(name, _)| name == river).map(|(_, side)| *side)
    }

    /// The bank on which it lies: what the recipe knows, or what the true course says.
    fn side(&self, river: &River, course: &[Point]) -> BankSide {
        self.known(&river.name).unwrap_or_else(|| BankSide::of(which_side(self.truth, course).0))
    }
}

impl<'a> RiverLayer<'a> {
    /// Gets ready to lay rivers on a draft whose towns and lakes are known.
    pub fn new(
        draft: &Draft,
        mesh: &'a Mesh,
        georeference: &'a Georeference,
        pieces: &'a [GeoFeature],
        known: &[recipe::Bank],
    ) -> Result<RiverLayer<'a>> {
        let mut banks = Vec::new();
        for place in &draft.places {
            let facts: Vec<_> = known
                .iter()
                .filter(|b| b.place == place.name)
                .map(|b| (b.river.clone(), b.bank))
                .collect();
            let hex = draft.grid.parse(&place.hex)?;
            let centre = draft.grid.centre(hex);
            let truth = match place.geo {
                Some([lat, lon]) => georeference.to_sheet(Geo::new(lat, lon)),
                None if facts.is_empty() => continue,
                None => centre,
            };
            banks.push(Bank { name: place.name.clone(), hex, truth, centre, facts });
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
        for bank in &self.banks {
            if let Some(side) = bank.known(&river.name) {
                forbidden.extend(self.barrier(bank, side, &course));
            }
        }
        let mut chain = self.chain(draft, river, &course, &forbidden);
        for _ in 0..4 {
            let Some(edges) = &chain else { break };
            let wrong = self.wrong_banks(river, &course, edges);
            if wrong.is_empty() {
                break;
            }
            for bank in wrong {
                forbidden.extend(edges.iter().filter(|&&e| self.touches(e, bank.hex)));
            }
            let again = self.chain(draft, river, &course, &forbidden);
            if again.is_none() {
                break;
            }
            chain = again;
        }
        let Some(edges) = chain else {
            tell(&format!("  {}: no way to its mouth, left out", river.name));
            return Ok(());
        };
        for bank in self.wrong_banks(river, &course, &edges) {
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
        river: &River,
        course: &[Point],
        forbidden: &BTreeSet<usize>,
    ) -> Option<Vec<usize>> {
        let (&source, &mouth) = (course.first()?, course.last()?);
        let laid = self.laid_corners(draft, |_| true);
        let from = BTreeSet::from([self.source_corner(draft, river, source)?]);
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
        let narrow = self.mesh.cheapest(&from, &to, cost(CORRIDOR));
        // At the edge of the map the true course may lie just outside.
        let wide = || self.mesh.cheapest(&from, &to, cost(2.0 * CORRIDOR));
        // A town that sits where the river comes in or goes out makes it do so next door.
        let beside = || {
            let (from, to) = (self.or_beside(&from, source), self.or_beside(&to, mouth));
            self.mesh.cheapest(&from, &to, cost(2.0 * CORRIDOR))
        };
        narrow.or_else(wide).or_else(beside).filter(|chain| !chain.is_empty())
    }

    /// These corners, or those at the edge of the map that are as near to a point.
    fn or_beside(&self, corners: &BTreeSet<usize>, point: Point) -> BTreeSet<usize> {
        let near = |c: &usize| distance(self.mesh.corners[*c], point) < MOUTH;
        let mut all = corners.clone();
        if corners.iter().any(|&c| self.mesh.at_corner[c].len() < 3) {
            all.extend(self.mesh.border().filter(near));
        }
        all
    }

    /// Where a river begins: away from rivers already laid, for a spring lies apart. A canal begins in a river, and
    /// a stretch whose beginning the recipe names may do so too.
    fn source_corner(&self, draft: &Draft, river: &River, source: Point) -> Option<usize> {
        let far = |c: &usize| distance(self.mesh.corners[*c], source);
        let near = |corners: &BTreeSet<usize>| {
            corners
                .iter()
                .copied()
                .filter(|c| far(c) < 0.8)
                .min_by(|a, b| far(a).total_cmp(&far(b)))
        };
        let laid = self.laid_corners(draft, |_| true);
        let is_canal = river.name.to_lowercase().contains("canal");
        let from_river = if is_canal || river.begin.is_some() {
            near(&laid)
        } else {
            near(&self.laid_corners(draft, |name| name == river.name))
        };
        let free = (0..self.mesh.corners.len()).filter(|c| !laid.contains(c));
        from_river.or_else(|| free.min_by(|a, b| far(a).total_cmp(&far(b))))
    }

    /// The corners of the rivers of some names.
    fn laid_corners(&self, draft: &Draft, wanted: impl Fn(&str) -> bool) -> BTreeSet<usize> {
        let sides = draft.lines.iter().filter(|l| wanted(&l.name)).flat_map(|l| &l.sides);
        let edges = sides.filter_map(|&(a, b)| self.mesh.edge_of(a, b));
        edges.flat_map(|e| self.mesh.edges[e].corners).collect()
    }

    /// The towns that the chain leaves on the other side than the true course.
    fn wrong_banks(&self, river: &River, course: &[Point], edges: &[usize]) -> Vec<&Bank> {
        let chain = self.corner_chain(edges, course);
        self.banks
            .iter()
            .filter(|bank| edges.iter().any(|&e| self.touches(e, bank.hex)))
            .filter(|bank| {
                let astride = ASTRIDE_KM / self.georeference.hex_km();
                let is_sure =
                    bank.known(&river.name).is_some() || which_side(bank.truth, course).1 > astride;
                is_sure
                    && bank.side(river, course) != BankSide::of(which_side(bank.centre, &chain).0)
            })
            .collect()
    }

    /// The hexsides behind a town, seen from the river: a river that keeps off them leaves the town on its bank.
    fn barrier(&self, bank: &Bank, side: BankSide, course: &[Point]) -> Vec<usize> {
        let far = |i: &usize| distance(course[*i], bank.truth);
        let Some(near) = (0..course.len()).min_by(|a, b| far(a).total_cmp(&far(b))) else {
            return Vec::new();
        };
        // The direction of the river over two hexes, whatever it does in between.
        let (a, b) = (near.saturating_sub(HEX_POINTS), (near + HEX_POINTS).min(course.len() - 1));
        let (dx, dy) = (course[b].0 - course[a].0, course[b].1 - course[a].1);
        let length = dx.hypot(dy).max(1e-9);
        let turn = if side == BankSide::Right { BARRIER / length } else { -BARRIER / length };
        let end = (bank.centre.0 - dy * turn, bank.centre.1 + dx * turn);
        let crossed = |&e: &usize| {
            let [p, q] = self.mesh.edges[e].corners.map(|c| self.mesh.corners[c]);
            cross(bank.centre, end, p, q)
        };
        (0..self.mesh.edges.len()).filter(crossed).collect()
    }

    /// The places of the corners along a chain of hexsides, source first.
    fn corner_chain(&self, edges: &[usize], course: &[Point]) -> Vec<Point> {
        let corners = self.mesh.corner_chain(edges).unwrap_or_default();
        let mut chain: Vec<Point> = corners.iter().map(|&c| self.mesh.corners[c]).collect();
        let (Some(&a), Some(&b)) = (chain.first(), chain.last()) else { return chain };
        if edges.len() == 1 && distance(b, course[0]) < distance(a, course[0]) {
            chain.reverse();
        }
        chain
    }
}

fn laid_edges(draft: &Draft, mesh: &Mesh) -> BTreeSet<usize> {
    let sides = draft.lines.iter().flat_map(|l| &l.sides);
    sides.filter_map(|&(a, b)| mesh.edge_of(a, b)).collect()
}

/// Whether two segments cross.
fn cross(a: Point, b: Point, p: Point, q: Point) -> bool {
    let turn =
        |o: Point, s: Point, t: Point| (s.0 - o.0) * (t.1 - o.1) - (s.1 - o.1) * (t.0 - o.0) > 0.0;
    turn(a, b, p) != turn(a, b, q) && turn(p, q, a) != turn(p, q, b)
}
