//! Rivers that run through hexes instead of along hexsides.

use crate::geometry::{Point, sample_curve};
use crate::layout::Layout;
use crate::noise::{displace, nudge};
use crate::style::{Edge, Ground, Way};
use crate::water::{River, half_width};
use board::Map;
use hex::HexId;
use std::collections::{BTreeMap, BTreeSet};

/// All rivers that are links of a map.
pub(crate) fn rivers(map: &Map, layout: &Layout) -> Vec<River> {
    let links: Vec<(&board::Link, u8)> = map
        .links
        .iter()
        .filter(|l| l.hexes.len() > 1)
        .filter_map(|l| match Way::of(map.link_name(l.kind), l.class) {
            Way::River(class) => Some((l, class)),
            _ => None,
        })
        .collect();
    let mut around: BTreeMap<HexId, BTreeSet<HexId>> = BTreeMap::new();
    for pair in links.iter().flat_map(|(l, _)| l.hexes.windows(2)) {
        around.entry(pair[0]).or_default().insert(pair[1]);
        around.entry(pair[1]).or_default().insert(pair[0]);
    }
    let node = |h: HexId| river_node(map, layout, h, &around[&h]);
    let end = |h: HexId, from: HexId| river_end(map, layout, h, node(h), node(from), &around);
    links
        .iter()
        .map(|(link, class)| {
            let hexes = &link.hexes;
            let n = hexes.len();
            let (source, mouth) = (end(hexes[0], hexes[1]), end(hexes[n - 1], hexes[n - 2]));
            let inner = hexes.iter().map(|&h| node(h));
            let nodes: Vec<Point> = source.into_iter().chain(inner).chain(mouth).collect();
            let is_spring = source.is_none() && around[&hexes[0]].len() == 1;
            let line: Vec<Point> =
                sample_curve(&nodes, 8).iter().map(|&p| displace(p, 1.8, 1.2)).collect();
            let count = line.len() as f64;
            let half = (0..line.len())
                .map(|i| {
                    let swell = half_width(*class) * (0.8 + 0.35 * i as f64 / count);
                    if is_spring { swell.min(1.3 + i as f64 * 0.12) } else { swell }
                })
                .collect();
            let (name, kind) = (link.name.clone(), Edge::River(*class));
            River { name, class: *class, kind, line, half }
        })
        .collect()
}

/// The point beyond the last hex of a river: in the lake beside it, or off the map.
fn river_end(
    map: &Map,
    layout: &Layout,
    hex: HexId,
    node: Point,
    before: Point,
    around: &BTreeMap<HexId, BTreeSet<HexId>>,
) -> Option<Point> {
    let is_lake = |h: &HexId| crate::chart::ground(map, *h) == Ground::Water;
    if is_lake(&hex) {
        return None;
    }
    let going = (node - before).unit();
    let lakes = map.grid.around(hex).filter(is_lake).map(|h| layout.centre(h));
    let ahead = |p: &Point| (*p - node).unit().dot(going);
    if let Some(lake) = lakes.max_by(|a, b| ahead(a).total_cmp(&ahead(b))) {
        return Some(node.towards(lake, 0.66));
    }
    let is_last = around[&hex].len() == 1;
    (is_last && map.grid.around(hex).count() < 6).then(|| node + going * 150.0)
}

/// The point of a hex through which its rivers run: smooth along the river, and beside a road or
/// railway that follows it.
fn river_node(map: &Map, layout: &Layout, hex: HexId, around: &BTreeSet<HexId>) -> Point {
    let at = map.grid.hex(hex);
    let centre = layout.centre(hex);
    let sum = around.iter().fold(Point::default(), |s, &n| s + layout.centre(n) - centre);
    let share = if around.len() == 2 { 0.34 } else { 0.1 };
    let smooth = centre + sum * (share / around.len() as f64);
    let wander = nudge(at.q.into(), at.r.into(), 111);
    let follows = map.links.iter().any(|l| {
        let is_river = matches!(Way::of(map.link_name(l.kind), 0), Way::River(_));
        !is_river
            && l.hexes.windows(2).any(|w| {
                (w[0] == hex && around.contains(&w[1])) || (w[1] == hex && around.contains(&w[0]))
            })
    });
    if !follows {
        return smooth + wander * 13.0;
    }
    let mut ends = around.iter().map(|&n| layout.centre(n));
    let along = match (ends.next(), ends.next()) {
        (Some(a), Some(b)) => b - a,
        (Some(a), None) => a - centre,
        _ => Point { x: 1.0, y: 0.0 },
    };
    let across = along.unit().right();
    // Railways keep to the other side of the road.
    let across = if across.dot(Point { x: 0.8, y: 0.6 }) > 0.0 { -across } else { across };
    smooth + across * 24.0 + wander * 4.0
}
