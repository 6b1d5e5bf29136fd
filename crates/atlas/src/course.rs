//! The true course of a river on the sheet: the pieces of the geodata joined, cut to the map.

use crate::draft::Draft;
use crate::features::GeoFeature;
use crate::fit::Georeference;
use crate::mesh::Open;
use crate::projection::{Geo, Point};
use crate::recipe::River;
use crate::towns::{distance, hex_at};
use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, BinaryHeap};

/// A river's course as far as it is on the map, source first; `None` if it is not.
pub fn course(
    draft: &Draft,
    georeference: &Georeference,
    pieces: &[GeoFeature],
    river: &River,
) -> Result<Option<Vec<Point>>> {
    let mut line = longest_line(pieces, river)?;
    line.extend(river.then.iter().map(|&[lat, lon]| Geo::new(lat, lon)));
    let points: Vec<Point> = line.iter().map(|&g| georeference.to_sheet(g)).collect();
    let points = between(densify(&points, 0.2), georeference, river);
    Ok(longest_inside(draft, points))
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
        let mut open = BinaryHeap::from([Open { cost: 0.0, node: from }]);
        while let Some(Open { cost, node }) = open.pop() {
            if cost > best[node] {
                continue;
            }
            for &(next, length) in self.links.get(&node).into_iter().flatten() {
                if cost + length < best[next] {
                    best[next] = cost + length;
                    came[next] = Some(node);
                    open.push(Open { cost: cost + length, node: next });
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

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[(f64, f64)]) -> Vec<Geo> {
        points.iter().map(|&(lat, lon)| Geo::new(lat, lon)).collect()
    }

    #[test]
    fn pieces_in_any_order_become_one_line_downstream() {
        let lower = line(&[(55.0, 36.1), (55.0, 36.2), (55.0, 36.4)]);
        let upper = line(&[(55.0, 35.8), (55.0, 35.9), (55.0, 36.09)]);
        let braid = line(&[(55.01, 36.1), (55.02, 36.15)]);
        let lines = [lower, braid, upper];
        let joined = PieceGraph::new(&lines, 3.0).longest(None).expect("a line");
        let lons: Vec<f64> = joined.iter().map(|g| g.lon).collect();
        assert_eq!(lons, [35.8, 35.9, 36.09, 36.1, 36.2, 36.4]);
    }

    #[test]
    fn of_two_rivers_with_one_name_the_near_one_is_taken() {
        let lines = [line(&[(55.0, 36.0), (55.0, 38.0)]), line(&[(52.0, 34.0), (52.0, 34.5)])];
        let graph = PieceGraph::new(&lines, 3.0);
        assert_eq!(graph.longest(None).expect("a line")[0].lat, 55.0, "the longer one");
        let near = graph.longest(Some(Geo::new(52.1, 34.2))).expect("a line");
        assert_eq!(near[0].lat, 52.0);
    }
}
