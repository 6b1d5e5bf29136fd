//! The corners and hexsides of a grid as a graph, and distances from lines on the sheet.

use crate::draft::{Side, side};
use crate::projection::Point;
use crate::towns::distance;
use hex::{Direction, Grid, HexId};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// One hexside between two hexes of the map.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Its two corners.
    pub corners: [usize; 2],
    /// Its two hexes.
    pub side: Side,
    /// Its middle on the sheet.
    pub middle: Point,
}

/// All corners and inner hexsides of a grid.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// The places of the corners on the sheet.
    pub corners: Vec<Point>,
    /// The hexsides.
    pub edges: Vec<Edge>,
    /// The hexsides at each corner.
    pub at_corner: Vec<Vec<usize>>,
    by_side: BTreeMap<Side, usize>,
}

impl Mesh {
    /// The mesh of a grid.
    pub fn new(grid: &Grid) -> Mesh {
        let mut mesh = Mesh {
            corners: Vec::new(),
            edges: Vec::new(),
            at_corner: Vec::new(),
            by_side: BTreeMap::new(),
        };
        let mut known = BTreeMap::new();
        for a in grid.hexes() {
            for d in Direction::ALL {
                if let Some(b) = grid.neighbour(a, d).filter(|&b| a < b) {
                    mesh.add(grid, a, b, &mut known);
                }
            }
        }
        mesh
    }

    fn add(&mut self, grid: &Grid, a: HexId, b: HexId, known: &mut BTreeMap<(i64, i64), usize>) {
        let (p, q) = (grid.centre(a), grid.centre(b));
        let middle = ((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0);
        // A side is as long as the centres are apart, divided by the root of three.
        let half = 0.5 / 3f64.sqrt();
        let (dx, dy) = ((q.1 - p.1) * half, (p.0 - q.0) * half);
        let ends = [(middle.0 + dx, middle.1 + dy), (middle.0 - dx, middle.1 - dy)];
        let corners = ends.map(|end| self.corner(end, known));
        let edge = self.edges.len();
        corners.iter().for_each(|&c| self.at_corner[c].push(edge));
        self.by_side.insert(side(a, b), edge);
        self.edges.push(Edge { corners, side: side(a, b), middle });
    }

    fn corner(&mut self, at: Point, known: &mut BTreeMap<(i64, i64), usize>) -> usize {
        let key = ((at.0 * 100.0).round() as i64, (at.1 * 100.0).round() as i64);
        *known.entry(key).or_insert_with(|| {
            self.corners.push(at);
            self.at_corner.push(Vec::new());
            self.corners.len() - 1
        })
    }

    /// The hexside between two neighbours.
    pub fn edge_of(&self, a: HexId, b: HexId) -> Option<usize> {
        self.by_side.get(&side(a, b)).copied()
    }

    /// The corner nearest to a point.
    pub fn nearest_corner(&self, point: Point) -> Option<usize> {
        let far = |c: &usize| distance(self.corners[*c], point);
        (0..self.corners.len()).min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// How far the middle of every hexside is from a set of chains, up to `limit`.
    pub fn distances(&self, chains: &[Vec<Point>], limit: f64) -> Vec<f64> {
        let mut cells: BTreeMap<(i32, i32), Vec<usize>> = BTreeMap::new();
        for (i, edge) in self.edges.iter().enumerate() {
            cells.entry(cell(edge.middle)).or_default().push(i);
        }
        let mut result = vec![limit; self.edges.len()];
        for pair in chains.iter().flat_map(|chain| chain.windows(2)) {
            for edge in near(&cells, pair[0], pair[1], limit) {
                let far = from_segment(self.edges[edge].middle, pair[0], pair[1]);
                result[edge] = result[edge].min(far);
            }
        }
        result
    }

    /// The corners at the edge of the map.
    pub fn border(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.corners.len()).filter(|&c| self.at_corner[c].len() < 3)
    }

    /// The cheapest chain of hexsides from one of several corners to one of several others; `None` forbids a
    /// hexside.
    pub fn cheapest(
        &self,
        from: &BTreeSet<usize>,
        to: &BTreeSet<usize>,
        cost: impl Fn(usize) -> Option<f64>,
    ) -> Option<Vec<usize>> {
        let mut best = vec![f64::INFINITY; self.corners.len()];
        let mut came: Vec<Option<usize>> = vec![None; self.corners.len()];
        let mut open: BinaryHeap<Open> =
            from.iter().map(|&node| Open { cost: 0.0, node }).collect();
        from.iter().for_each(|&node| best[node] = 0.0);
        while let Some(Open { cost: so_far, node }) = open.pop() {
            if to.contains(&node) {
                return Some(self.walk_back(node, &came));
            }
            if so_far > best[node] {
                continue;
            }
            for &edge in &self.at_corner[node] {
                let Some(step) = cost(edge) else { continue };
                let next = self.other_end(edge, node);
                if so_far + step < best[next] {
                    best[next] = so_far + step;
                    came[next] = Some(edge);
                    open.push(Open { cost: so_far + step, node: next });
                }
            }
        }
        None
    }

    /// The corner at the other end of a hexside.
    pub fn other_end(&self, edge: usize, corner: usize) -> usize {
        let [a, b] = self.edges[edge].corners;
        if a == corner { b } else { a }
    }

    /// The corners along a chain of hexsides that follow each other; `Err` is the first side that does not fit.
    pub fn corner_chain(&self, edges: &[usize]) -> Result<Vec<usize>, usize> {
        let Some(&first) = edges.first() else { return Err(0) };
        let walk = |start: usize| {
            let mut chain = vec![start];
            for (i, &edge) in edges.iter().enumerate() {
                let at = chain[chain.len() - 1];
                if !self.edges[edge].corners.contains(&at) {
                    return Err(i);
                }
                chain.push(self.other_end(edge, at));
            }
            Ok(chain)
        };
        let [a, b] = self.edges[first].corners;
        walk(a).or_else(|_| walk(b))
    }

    fn walk_back(&self, end: usize, came: &[Option<usize>]) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut at = end;
        while let Some(edge) = came[at] {
            chain.push(edge);
            at = self.other_end(edge, at);
        }
        chain.reverse();
        chain
    }
}

/// An entry of the queue; the cheapest is the greatest, ties go to the lower node.
pub struct Open {
    /// The cost so far.
    pub cost: f64,
    /// Where.
    pub node: usize,
}

impl PartialEq for Open {
    fn eq(&self, other: &Open) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Open) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Open) -> std::cmp::Ordering {
        other.cost.total_cmp(&self.cost).then(other.node.cmp(&self.node))
    }
}

fn cell((x, y): Point) -> (i32, i32) {
    (x.floor() as i32, y.floor() as i32)
}

fn near<'a>(
    cells: &'a BTreeMap<(i32, i32), Vec<usize>>,
    a: Point,
    b: Point,
    limit: f64,
) -> impl Iterator<Item = usize> + 'a {
    let (x0, y0) = cell((a.0.min(b.0) - limit, a.1.min(b.1) - limit));
    let (x1, y1) = cell((a.0.max(b.0) + limit, a.1.max(b.1) + limit));
    // Lines far off the map would visit a great many empty cells.
    let (x0, x1) = (x0.max(-200), x1.min(400));
    (x0..=x1)
        .flat_map(move |x| cells.range((x, y0)..=(x, y1.max(y0))))
        .flat_map(|(_, edges)| edges.iter().copied())
}

/// Whether a point is to the right of a chain (y grows downward), and how far from it.
pub fn which_side(p: Point, chain: &[Point]) -> (bool, f64) {
    let mut best = (false, f64::INFINITY);
    for pair in chain.windows(2) {
        let far = from_segment(p, pair[0], pair[1]);
        if far < best.1 - 1e-9 {
            let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            best = (dx * (p.1 - pair[0].1) - dy * (p.0 - pair[0].0) > 0.0, far);
        }
    }
    best
}

/// The distance of a point from a segment.
pub fn from_segment(p: Point, a: Point, b: Point) -> f64 {
    distance(p, nearest_on(p, a, b))
}

/// The point of a segment that is nearest to `p`.
pub fn nearest_on(p: Point, a: Point, b: Point) -> Point {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let t = if length == 0.0 { 0.0 } else { ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length };
    let t = t.clamp(0.0, 1.0);
    (a.0 + t * dx, a.1 + t * dy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hex::{Orientation, Parity, Sheet};

    fn small(orientation: Orientation) -> (Grid, Mesh) {
        let sheets = [Sheet::new(1..=5, 1..=5)];
        let grid = Grid::new(orientation, Parity::Odd, &sheets).expect("a small grid");
        let mesh = Mesh::new(&grid);
        (grid, mesh)
    }

    #[test]
    fn three_hexsides_meet_at_an_inner_corner() {
        for orientation in [Orientation::FlatTop, Orientation::PointyTop] {
            let (grid, mesh) = small(orientation);
            let centre = grid.parse("0303").expect("0303");
            for other in grid.around(centre) {
                let edge = mesh.edges[mesh.edge_of(centre, other).expect("a side")];
                assert!(edge.corners.iter().all(|&c| mesh.at_corner[c].len() == 3));
            }
        }
    }

    #[test]
    fn the_cheapest_chain_follows_the_line() {
        let (grid, mesh) = small(Orientation::FlatTop);
        let (west, east) = (grid.centre(grid.parse("0103").expect("0103")), (4.3, 3.2));
        let chain = vec![vec![west, east]];
        let far = mesh.distances(&chain, 2.0);
        let from = BTreeSet::from([mesh.nearest_corner(west).expect("corners")]);
        let to = BTreeSet::from([mesh.nearest_corner(east).expect("corners")]);
        let path = mesh.cheapest(&from, &to, |e| Some(1.0 + 6.0 * far[e])).expect("a path");
        assert!(path.len() >= 5 && path.iter().all(|&e| far[e] < 1.0), "{path:?}");
    }
}
