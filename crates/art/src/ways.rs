//! Roads, railways and bridges.

use crate::chart::Chart;
use crate::geometry::{Point, crossing, curve_through, pt, sample_curve};
use crate::layout::Layout;
use crate::noise::nudge;
use crate::palette::Palette;
use crate::style::{Edge, Way};
use crate::svg::{Path, stroke};
use crate::water::River;
use board::Map;
use hex::HexId;
use std::collections::{BTreeMap, BTreeSet};

/// A stretch of road or railway that no greater one has drawn before.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    pub(crate) way: Way,
    start: Point,
    pieces: Vec<[Point; 3]>,
    /// Points along it, close together.
    pub(crate) line: Vec<Point>,
}

/// Everything that runs from hex to hex, and where in each hex it does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    pub(crate) stretches: Vec<Stretch>,
    /// The point of each hex through which its roads run.
    pub(crate) nodes: BTreeMap<HexId, Point>,
}

type Neighbours = BTreeMap<HexId, BTreeSet<HexId>>;

impl Ways {
    pub(crate) fn new(map: &Map, layout: &Layout) -> Ways {
        let mut links: Vec<(Way, &board::Link)> = map
            .links
            .iter()
            .map(|l| (Way::of(map.link_name(l.kind), l.class), l))
            .filter(|(w, l)| (w.is_road() || w.is_railway()) && l.hexes.len() > 1)
            .collect();
        // The greatest first; among equals the order of the file.
        links.sort_by_key(|(w, _)| std::cmp::Reverse(*w));
        let roads = neighbours(links.iter().filter(|(w, _)| w.is_road()).map(|(_, l)| *l));
        let rails = neighbours(links.iter().filter(|(w, _)| w.is_railway()).map(|(_, l)| *l));
        let nodes: BTreeMap<HexId, Point> =
            roads.iter().map(|(&h, n)| (h, road_node(map, layout, h, n))).collect();
        let rail_nodes: BTreeMap<HexId, Point> = rails
            .iter()
            .map(|(&h, n)| (h, rail_node(map, layout, h, n, nodes.get(&h).copied())))
            .collect();
        let mut stretches = Vec::new();
        let mut drawn: [BTreeSet<(HexId, HexId)>; 2] = Default::default();
        for (way, link) in links {
            let (nodes, around) =
                if way.is_road() { (&nodes, &roads) } else { (&rail_nodes, &rails) };
            let drawn = &mut drawn[usize::from(way.is_railway())];
            stretches.extend(stretches_of(map, way, link, nodes, around, drawn));
        }
        Ways { stretches, nodes }
    }

    /// The lines of all roads.
    pub(crate) fn roads(&self) -> impl Iterator<Item = &Stretch> {
        self.stretches.iter().filter(|s| s.way.is_road())
    }
}

fn neighbours<'a>(links: impl Iterator<Item = &'a board::Link>) -> Neighbours {
    let mut around = Neighbours::new();
    for link in links {
        for pair in link.hexes.windows(2) {
            around.entry(pair[0]).or_default().insert(pair[1]);
            around.entry(pair[1]).or_default().insert(pair[0]);
        }
    }
    around
}

fn pulled(layout: &Layout, hex: HexId, around: &BTreeSet<HexId>, share: f64) -> Point {
    let centre = layout.centre(hex);
    let sum = around.iter().fold(pt(0.0, 0.0), |s, &n| s + layout.centre(n) - centre);
    centre + sum * (share / around.len().max(1) as f64)
}

fn road_node(map: &Map, layout: &Layout, hex: HexId, around: &BTreeSet<HexId>) -> Point {
    let at = map.grid.hex(hex);
    let jitter = |r: f64| nudge(at.q.into(), at.r.into(), 121) * r;
    if crate::chart::is_settled(map, hex) {
        return layout.centre(hex) + jitter(5.0);
    }
    match around.len() {
        2 => pulled(layout, hex, around, 0.36) + jitter(8.0),
        1 => layout.centre(hex) + jitter(8.0),
        _ => pulled(layout, hex, around, 0.12) + jitter(3.0),
    }
}

/// A railway keeps clear of the road in the same hex.
fn rail_node(
    map: &Map,
    layout: &Layout,
    hex: HexId,
    around: &BTreeSet<HexId>,
    road: Option<Point>,
) -> Point {
    let at = map.grid.hex(hex);
    let share = if around.len() == 2 { 0.36 } else { 0.15 };
    let node = pulled(layout, hex, around, share) + nudge(at.q.into(), at.r.into(), 122) * 6.0;
    let Some(road) = road else { return node };
    if node.distance(road) >= 15.0 {
        return node;
    }
    let mut ends = around.iter().map(|&n| layout.centre(n));
    let along = match (ends.next(), ends.next()) {
        (Some(a), Some(b)) => (b - a).unit(),
        (Some(a), None) => (a - layout.centre(hex)).unit(),
        _ => pt(1.0, 0.0),
    };
    let across = along.right();
    let across = if across.dot(pt(0.8, 0.6)) < 0.0 { -across } else { across };
    road + across * 15.0
}

/// The parts of a road that are not drawn yet, as parts of the one curve through the whole road.
fn stretches_of(
    map: &Map,
    way: Way,
    link: &board::Link,
    nodes: &BTreeMap<HexId, Point>,
    around: &Neighbours,
    drawn: &mut BTreeSet<(HexId, HexId)>,
) -> Vec<Stretch> {
    let hexes = &link.hexes;
    let mut points: Vec<Point> = hexes.iter().map(|h| nodes[h]).collect();
    let ends_at_edge = |h: HexId| map.grid.around(h).count() < 6 && around[&h].len() == 1;
    let n = points.len();
    let mut is_new: Vec<bool> =
        hexes.windows(2).map(|w| drawn.insert((w[0].min(w[1]), w[0].max(w[1])))).collect();
    if ends_at_edge(hexes[n - 1]) {
        points.push(points[n - 1] + outward(map, hexes[n - 1], points[n - 1] - points[n - 2]));
        is_new.push(true);
    }
    if ends_at_edge(hexes[0]) {
        points.insert(0, points[0] + outward(map, hexes[0], points[0] - points[1]));
        is_new.insert(0, true);
    }
    let pieces = curve_through(&points);
    let line = sample_curve(&points, 8);
    let mut out: Vec<Stretch> = Vec::new();
    let mut is_open = false;
    for (i, new) in is_new.into_iter().enumerate() {
        if new {
            if !is_open {
                let start = points[i];
                out.push(Stretch { way, start, pieces: Vec::new(), line: vec![start] });
            }
            if let Some(stretch) = out.last_mut() {
                stretch.pieces.push(pieces[i]);
                stretch.line.extend(&line[i * 8 + 1..=i * 8 + 8]);
            }
        }
        is_open = new;
    }
    out
}

/// From a hex at the edge to beyond the frame, the way the road was going or straight out.
fn outward(map: &Map, hex: HexId, going: Point) -> Point {
    let layout = Layout::new(&map.grid);
    let (centre, size) = (layout.centre(hex), layout.size());
    let gaps = [
        (centre.x, pt(-1.0, 0.0)),
        (size.0 - centre.x, pt(1.0, 0.0)),
        (centre.y, pt(0.0, -1.0)),
        (size.1 - centre.y, pt(0.0, 1.0)),
    ];
    let nearest = gaps.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or(gaps[0]);
    (nearest.1 * 1.4 + going.unit()).unit() * 150.0
}

fn path_of<'a>(stretches: impl Iterator<Item = &'a Stretch>) -> Path {
    let mut path = Path::new();
    for stretch in stretches {
        path.move_to(stretch.start);
        for &[c1, c2, end] in &stretch.pieces {
            path.cubic_to(c1, c2, end);
        }
    }
    path
}

/// Casing and fill of the roads of each class.
fn road_widths(way: Way) -> (f64, f64) {
    match way {
        Way::Motorway => (13.0, 9.0),
        Way::Main => (10.6, 7.0),
        _ => (7.4, 4.6),
    }
}

/// Draws the railways.
pub(crate) fn draw_railways(out: &mut String, ways: &Ways, palette: &Palette) {
    for way in [Way::Railway, Way::DoubleRailway] {
        railway(out, way, &path_of(ways.stretches.iter().filter(|s| s.way == way)), palette);
    }
}

/// A railway: a halo, sleepers, the rails.
fn railway(out: &mut String, way: Way, path: &Path, palette: &Palette) {
    stroke(out, path, palette.halo, 6.5, " stroke-opacity=\".55\" stroke-linejoin=\"round\"");
    stroke(out, path, palette.rail, 9.0, " stroke-dasharray=\"1.8 13.2\"");
    if way == Way::DoubleRailway {
        stroke(out, path, palette.rail, 5.3, "");
        stroke(out, path, palette.halo, 1.4, "");
    } else {
        stroke(out, path, palette.rail, 2.3, "");
    }
}

/// Draws the roads: all casings, then all fills, the greatest last, so that junctions are open.
pub(crate) fn draw_roads(out: &mut String, ways: &Ways, palette: &Palette) {
    let classes = [Way::Track, Way::Secondary, Way::Main, Way::Motorway]
        .map(|w| (w, path_of(ways.stretches.iter().filter(|s| s.way == w))));
    for (way, path) in &classes {
        casing(out, *way, path, palette);
    }
    for (way, path) in &classes {
        filling(out, *way, path, palette);
    }
}

const ROUND: &str = " stroke-linejoin=\"round\" stroke-linecap=\"round\"";

fn casing(out: &mut String, way: Way, path: &Path, palette: &Palette) {
    if way == Way::Track {
        stroke(out, path, palette.road_case, 3.0, " stroke-dasharray=\"10 5\"");
    } else {
        stroke(out, path, palette.road_case, road_widths(way).0, ROUND);
    }
}

fn filling(out: &mut String, way: Way, path: &Path, palette: &Palette) {
    let colour = match way {
        Way::Track => return,
        Way::Secondary => palette.road_second,
        _ => palette.road_main,
    };
    stroke(out, path, colour, road_widths(way).1, ROUND);
    if way == Way::Motorway {
        stroke(out, path, palette.road_case, 1.2, "");
    }
}

/// A road or railway along any line, for legends.
pub(crate) fn sample(out: &mut String, way: Way, path: &Path, palette: &Palette) {
    if way.is_railway() {
        railway(out, way, path, palette);
    } else {
        casing(out, way, path, palette);
        filling(out, way, path, palette);
    }
}

/// Draws a bridge wherever a road crosses running water.
pub(crate) fn draw_bridges(out: &mut String, chart: &Chart, palette: &Palette) {
    let mut path = Path::new();
    for (way, at, along, half) in bridges(&chart.ways, &chart.rivers) {
        let off = if way == Way::Secondary || way == Way::Track { 5.6 } else { 7.2 };
        let reach = half + 5.0;
        let across = along.right();
        for side in [-1.0, 1.0] {
            let base = at + across * (off * side);
            let flare = across * (3.0 * side);
            let (a, b) = (base - along * reach, base + along * reach);
            path.polyline(&[a - along * 2.5 + flare, a, b, b + along * 2.5 + flare]);
        }
    }
    stroke(out, &path, palette.ink, 2.0, " stroke-linejoin=\"round\" stroke-linecap=\"round\"");
}

/// Where roads cross water: the point, the direction of the road, half the width of the water.
pub(crate) fn bridges(ways: &Ways, rivers: &[River]) -> Vec<(Way, Point, Point, f64)> {
    const BUCKET: f64 = 100.0;
    let key = |p: Point| ((p.x / BUCKET).floor() as i64, (p.y / BUCKET).floor() as i64);
    let mut water: BTreeMap<(i64, i64), Vec<(usize, usize)>> = BTreeMap::new();
    for (r, river) in rivers.iter().enumerate().filter(|(_, r)| r.kind != Edge::Lake) {
        for i in 0..river.line.len().saturating_sub(1) {
            for k in BTreeSet::from([key(river.line[i]), key(river.line[i + 1])]) {
                water.entry(k).or_default().push((r, i));
            }
        }
    }
    let mut found: Vec<(Way, Point, Point, f64)> = Vec::new();
    for stretch in ways.roads() {
        for pair in stretch.line.windows(2) {
            let near = BTreeSet::from([key(pair[0]), key(pair[1])]);
            for &(r, i) in near.iter().filter_map(|k| water.get(k)).flatten() {
                let line = &rivers[r].line;
                let Some(at) = crossing(pair[0], pair[1], line[i], line[i + 1]) else { continue };
                if found.iter().all(|f| f.1.distance(at) > 24.0) {
                    let along = (pair[1] - pair[0]).unit();
                    // Water crossed at a slant is broader along the road.
                    let slant = along.cross((line[i + 1] - line[i]).unit()).abs().max(0.5);
                    found.push((stretch.way, at, along, rivers[r].half[i] / slant));
                }
            }
        }
    }
    found
}
