//! Rivers that run through hexes instead of along hexsides.

use crate::cells::Corner;
use crate::geometry::{Point, sample_curve};
use crate::layout::Layout;
use crate::noise::{displace, nudge};
use crate::style::{Edge, Ground, Way};
use crate::water::{River, corners_of, half_width, in_order};
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
    let end = |h: HexId, from: HexId, is_mouth: bool| {
        river_end(map, layout, h, node(h), node(from), is_mouth, &around)
    };
    links
        .iter()
        .map(|(link, class)| {
            let hexes = &link.hexes;
            let n = hexes.len();
            let beyond = |h: HexId, from: HexId, is_mouth: bool| {
                let reach = reach(map, layout, h, &link.name);
                if reach.is_empty() { end(h, from, is_mouth).into_iter().collect() } else { reach }
            };
            let source = beyond(hexes[0], hexes[1], false);
            let mouth = beyond(hexes[n - 1], hexes[n - 2], true);
            let is_spring = source.is_empty() && around[&hexes[0]].len() == 1;
            let inner = hexes.iter().map(|&h| node(h));
            let nodes: Vec<Point> = source.into_iter().rev().chain(inner).chain(mouth).collect();
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

/// Whether a line of hexsides carries on a river that runs through hexes: between two hexes it
/// reaches a lake that its last hex does not touch.
pub(crate) fn is_reach(map: &Map, line: &board::Line) -> bool {
    let is_river = |l: &board::Link| matches!(Way::of(map.link_name(l.kind), 0), Way::River(_));
    !line.name.is_empty() && map.links.iter().any(|l| l.name == line.name && is_river(l))
}

/// The points of the reach that carries a river on beyond `hex`, nearest first, the last in the
/// lake; none if there is no such line.
fn reach(map: &Map, layout: &Layout, hex: HexId, name: &str) -> Vec<Point> {
    let at = map.grid.hex(hex);
    for line in map.lines.iter().filter(|l| l.name == name && is_reach(map, l)) {
        let sides: Vec<_> = line.sides.iter().map(|&s| corners_of(map, s)).collect();
        for mut corners in in_order(&sides) {
            if corners.last().is_some_and(|c| c.meeting().contains(&at)) {
                corners.reverse();
            }
            if corners.first().is_some_and(|c| c.meeting().contains(&at)) {
                let mut points: Vec<Point> = corners.iter().map(|c| c.place(layout)).collect();
                points.extend(shore(map, layout, corners[corners.len() - 1]));
                return points;
            }
        }
    }
    Vec::new()
}

/// A point in the lake at a corner.
fn shore(map: &Map, layout: &Layout, corner: Corner) -> Option<Point> {
    let lakes = corner.meeting().into_iter().filter_map(|h| map.grid.id(h));
    let lake = lakes.into_iter().find(|&h| crate::chart::ground(map, h) == Ground::Water)?;
    Some(corner.place(layout).towards(layout.centre(lake), 0.35))
}

/// The point beyond the last hex of a river: in the lake or the river beside it, or off the map.
fn river_end(
    map: &Map,
    layout: &Layout,
    hex: HexId,
    node: Point,
    before: Point,
    is_mouth: bool,
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
    if around[&hex].len() > 1 {
        return None;
    }
    let centre = layout.centre(hex);
    let inward = map.grid.around(hex).fold(Point::default(), |s, n| s + layout.centre(n) - centre);
    if map.grid.around(hex).count() < 6 {
        // Off the map by the shortest way, bending from where it was going.
        return Some(node + (going * 0.5 - inward.unit()).unit() * 150.0);
    }
    // A mouth beside another river reaches it.
    let others = map.grid.around(hex).filter(|n| is_mouth && around.contains_key(n));
    others.map(|n| layout.centre(n)).find(|p| ahead(p) > 0.5)
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
