//! Rivers on hexsides: one unbroken chain each, from source to mouth.

use crate::draft::{Draft, DraftLine};
use crate::features::GeoFeature;
use crate::fit::Georeference;
use crate::mesh::{Mesh, nearest_on};
use crate::projection::{Geo, Point};
use crate::recipe::River;
use crate::towns::{distance, hex_at};
use anyhow::{Context, Result, ensure};
use hex::HexId;
use std::collections::{BTreeMap, BTreeSet};

/// How far from its true course a river may be laid, in hexes.
const CORRIDOR: f64 = 1.3;
/// How near a mouth must be to a river already laid to flow into it.
const MOUTH: f64 = 1.6;
/// What a hexside costs that already has a river. Three sides meet at a corner, so a canal that crosses
/// a river must share one side with it; nothing else should.
const DOUBLED: f64 = 40.0;
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
        let course = self.course(draft, river).with_context(|| format!("river {}", river.name))?;
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

    /// The river's true course on the sheet, as far as it is on the map.
    fn course(&self, draft: &Draft, river: &River) -> Result<Option<Vec<Point>>> {
        let mut line = longest_line(self.pieces, river)?;
        line.extend(river.then.iter().map(|&[lat, lon]| Geo::new(lat, lon)));
        let points: Vec<Point> = line.iter().map(|&g| self.georeference.to_sheet(g)).collect();
        let points = densify(&points, 0.2);
        let points = between(points, self.georeference, river);
        Ok(longest_inside(draft, points))
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
                // A town astride its river may be on either bank.
                off > 0.12 && truth != laid
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

/// Points added so that no step is longer than `step`.
fn densify(points: &[Point], step: f64) -> Vec<Point> {
    let mut dense: Vec<Point> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let parts = (distance(pair[0], pair[1]) / step).ceil().clamp(1.0, 500.0);
        for i in 1..=parts as usize {
            let t = i as f64 / parts;
            dense.push((
                pair[0].0 + t * (pair[1].0 - pair[0].0),
                pair[0].1 + t * (pair[1].1 - pair[0].1),
            ));
        }
    }
    dense
}

/// The stretch between the recipe's two points, if it names any.
fn between(points: Vec<Point>, georeference: &Georeference, river: &River) -> Vec<Point> {
    let nearest = |geo: [f64; 2]| {
        let wanted = georeference.to_sheet(Geo::new(geo[0], geo[1]));
        let far = |i: &usize| distance(points[*i], wanted);
        (0..points.len()).min_by(|a, b| far(a).total_cmp(&far(b)))
    };
    let from = river.begin.and_then(nearest).unwrap_or(0);
    let to = river.end.and_then(nearest).unwrap_or(points.len().saturating_sub(1));
    let mut stretch = points[from.min(to)..=from.max(to)].to_vec();
    if from > to {
        stretch.reverse();
    }
    stretch
}

/// The longest run of points on the map; leaving it for a hex or two does not end a run.
fn longest_inside(draft: &Draft, points: Vec<Point>) -> Option<Vec<Point>> {
    let inside = |p: &Point| hex_at(&draft.grid, *p).is_some();
    let marks: Vec<bool> = points.iter().map(inside).collect();
    let mut best = 0..0;
    let mut start = None;
    let mut last = 0;
    for (i, &mark) in marks.iter().enumerate() {
        if mark {
            if start.is_some() && i - last > 12 {
                start = Some(i);
            }
            let from = *start.get_or_insert(i);
            last = i;
            if i + 1 - from > best.len() {
                best = from..i + 1;
            }
        }
    }
    (best.len() > 1).then(|| points[best].to_vec())
}

/// Joins the pieces of a river and keeps the longest way through them, source first.
fn longest_line(pieces: &[GeoFeature], river: &River) -> Result<Vec<Geo>> {
    let wanted: Vec<&GeoFeature> = pieces
        .iter()
        .filter(|p| p.text("name") == river.from)
        .filter(|p| river.km.is_none_or(|km| p.number("km") == Some(km)))
        .collect();
    ensure!(!wanted.is_empty(), "the geodata has no river \"{}\"", river.from);
    let parts = wanted.iter().flat_map(|piece| &piece.parts);
    let lines: Vec<Vec<Geo>> = parts.filter(|p| p.len() > 1).cloned().collect();
    let graph = PieceGraph::new(&lines, river.gap_km);
    graph.longest(river.near.map(|[lat, lon]| Geo::new(lat, lon))).context("no pieces")
}

/// The ends of a river's pieces, joined by the pieces and over small gaps.
struct PieceGraph<'a> {
    lines: &'a [Vec<Geo>],
    links: BTreeMap<usize, Vec<(usize, f64)>>,
}

impl<'a> PieceGraph<'a> {
    fn new(lines: &'a [Vec<Geo>], gap_km: f64) -> PieceGraph<'a> {
        let mut graph = PieceGraph { lines, links: BTreeMap::new() };
        for (i, line) in lines.iter().enumerate() {
            let length = line.windows(2).map(|p| kilometres(p[0], p[1])).sum();
            graph.link(2 * i, 2 * i + 1, length);
        }
        for a in 0..2 * lines.len() {
            for b in (a + 1)..2 * lines.len() {
                let gap = kilometres(graph.end(a), graph.end(b));
                if a / 2 != b / 2 && gap <= gap_km {
                    graph.link(a, b, gap);
                }
            }
        }
        graph
    }

    fn link(&mut self, a: usize, b: usize, length: f64) {
        self.links.entry(a).or_default().push((b, length));
        self.links.entry(b).or_default().push((a, length));
    }

    fn end(&self, node: usize) -> Geo {
        let line = &self.lines[node / 2];
        if node.is_multiple_of(2) { line[0] } else { line[line.len() - 1] }
    }

    /// The longest of the shortest ways between two ends; among several rivers the one near a point.
    fn longest(&self, near: Option<Geo>) -> Option<Vec<Geo>> {
        let begin = match near {
            None => (0..2 * self.lines.len())
                .step_by(2)
                .max_by(|&a, &b| self.reach(a).total_cmp(&self.reach(b)).then(b.cmp(&a)))?,
            Some(geo) => {
                let far = |n: &usize| {
                    self.lines[n / 2]
                        .iter()
                        .map(|&g| kilometres(g, geo))
                        .fold(f64::INFINITY, f64::min)
                };
                (0..2 * self.lines.len()).min_by(|a, b| far(a).total_cmp(&far(b)))?
            }
        };
        let a = self.farthest(begin).0;
        let (b, came) = self.farthest(a);
        let mut nodes = vec![b];
        while let Some(&Some(before)) = came.get(nodes[nodes.len() - 1]) {
            nodes.push(before);
        }
        Some(self.points(&nodes))
    }

    fn reach(&self, from: usize) -> f64 {
        let (to, came) = self.farthest(from);
        let mut length = 0.0;
        let mut at = to;
        while let Some(before) = came[at] {
            length += kilometres(self.end(at), self.end(before));
            at = before;
        }
        length
    }

    fn farthest(&self, from: usize) -> (usize, Vec<Option<usize>>) {
        let n = 2 * self.lines.len();
        let mut best = vec![f64::INFINITY; n];
        let mut came = vec![None; n];
        best[from] = 0.0;
        let mut open =
            std::collections::BinaryHeap::from([crate::mesh::Open { cost: 0.0, node: from }]);
        while let Some(crate::mesh::Open { cost, node }) = open.pop() {
            if cost > best[node] {
                continue;
            }
            for &(next, length) in self.links.get(&node).into_iter().flatten() {
                if cost + length < best[next] {
                    best[next] = cost + length;
                    came[next] = Some(node);
                    open.push(crate::mesh::Open { cost: cost + length, node: next });
                }
            }
        }
        let reached = (0..n).filter(|&i| best[i].is_finite());
        let to = reached.max_by(|&a, &b| best[a].total_cmp(&best[b]).then(b.cmp(&a)));
        (to.unwrap_or(from), came)
    }

    /// The points along a way through the ends, turned so that they run downstream as most pieces do.
    fn points(&self, nodes: &[usize]) -> Vec<Geo> {
        let mut points = Vec::new();
        let (mut down, mut up) = (0, 0);
        for pair in nodes.windows(2).filter(|pair| pair[0] / 2 == pair[1] / 2) {
            let line = &self.lines[pair[0] / 2];
            if pair[0].is_multiple_of(2) {
                points.extend(line.iter().copied());
                down += line.len();
            } else {
                points.extend(line.iter().rev().copied());
                up += line.len();
            }
        }
        if up > down {
            points.reverse();
        }
        points
    }
}

/// Roughly, for short distances.
fn kilometres(a: Geo, b: Geo) -> f64 {
    let north = (a.lat - b.lat) * 111.2;
    let east = (a.lon - b.lon) * 111.3 * a.lat.to_radians().cos();
    north.hypot(east)
}
