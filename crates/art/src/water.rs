//! Rivers, canals and lakes.

use crate::cells::{Cells, Corner, side_corners};
use crate::chart::Chart;
use crate::geometry::{Point, ribbon, simplify};
use crate::layout::Layout;
use crate::noise::{displace, nudge, swing};
use crate::palette::{Palette, mix};
use crate::style::{EDGE_WORDS, Edge, Ground};
use crate::svg::{Path, short, stroke};
use board::Map;
use hex::{Direction, HexId, SideId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Running or standing water that is longer than broad.
#[derive(Clone, Debug)]
pub(crate) struct River {
    pub(crate) name: String,
    pub(crate) class: u8,
    pub(crate) kind: Edge,
    /// The middle of it, source to mouth.
    pub(crate) line: Vec<Point>,
    /// Half its width at each point of the line.
    pub(crate) half: Vec<f64>,
}

/// A chain of hexsides before it becomes a curve.
#[derive(Clone, Debug)]
struct Chain {
    name: String,
    kind: Edge,
    corners: Vec<Corner>,
    classes: Vec<u8>,
    /// Half the width at each side of a lake.
    lake_half: Vec<f64>,
}

/// Half the width of the water at a lake hexside.
const LAKE_HALF: f64 = 15.0;

/// Narrows the lake hexsides of hexes that have several, so that no hex loses more than a quarter of its
/// ground to them.
fn narrow_lakes(map: &Map, chains: &mut [Chain]) {
    let mut sides_of: BTreeMap<hex::Hex, usize> = BTreeMap::new();
    let hexes = |pair: &[Corner]| {
        let second = pair[1].meeting();
        pair[0].meeting().into_iter().filter(move |h| second.contains(h))
    };
    let lakes = |chain: &&Chain| chain.kind == Edge::Lake;
    for pair in chains.iter().filter(lakes).flat_map(|c| c.corners.windows(2)) {
        for hex in hexes(pair).filter(|&h| map.grid.id(h).is_some()) {
            *sides_of.entry(hex).or_default() += 1;
        }
    }
    // A quarter of a hex is 37.5 times the length of its side.
    let half = |pair: &[Corner]| {
        let most = hexes(pair).filter_map(|h| sides_of.get(&h)).max().copied().unwrap_or(1);
        LAKE_HALF.min(37.5 / most as f64)
    };
    for chain in chains.iter_mut().filter(|c| c.kind == Edge::Lake) {
        chain.lake_half = chain.corners.windows(2).map(half).collect();
    }
}

/// Half the width by class: stream, river, great river.
pub(crate) fn half_width(class: u8) -> f64 {
    [2.4, 2.8, 4.8, 8.5][usize::from(class.min(3))]
}

/// All rivers, canals and lake sides of a map.
pub(crate) fn rivers(map: &Map, layout: &Layout, cells: &Cells) -> Vec<River> {
    let mut chains = joined(chains(map));
    narrow_lakes(map, &mut chains);
    let bends = Bends::new(&chains, layout);
    let is_water = |hex: hex::Hex| {
        cells.at(hex).is_some_and(|i| {
            Ground::of(map.terrain_name(map.terrain(cells.all[i].like))) == Ground::Water
        })
    };
    let mut rivers: Vec<River> = chains
        .iter()
        .enumerate()
        .filter(|(_, c)| c.kind != Edge::Lake || !is_loose(c, &bends, &is_water))
        .map(|(i, c)| curve(i, c, map, layout, &bends, &is_water))
        .collect();
    rivers.extend(crate::hex_rivers::rivers(map, layout));
    rivers
}

/// Whether an end of a lake side lies in neither river nor lake.
fn is_loose(chain: &Chain, bends: &Bends, is_water: &impl Fn(hex::Hex) -> bool) -> bool {
    let ends = [chain.corners.first(), chain.corners.last()];
    ends.into_iter().flatten().all(|c| {
        bends.users.get(c).is_none_or(|u| u.len() < 2) && !c.meeting().into_iter().any(is_water)
    }) && chain.corners.len() < 3
}

/// The two corners of a hexside.
pub(crate) fn corners_of(map: &Map, side: SideId) -> (Corner, Corner) {
    let (hex, _) = map.grid.hexes_of(side);
    side_corners(map.grid.hex(hex), Direction::ALL[side.index() % 6])
}

/// What a line looks like; a river called a canal is one, whatever the rules call it.
pub(crate) fn edge_of(map: &Map, line: &board::Line) -> Edge {
    match Edge::of(map.side_name(line.kind), line.class) {
        Edge::River(_) if line.name.to_lowercase().contains("canal") => Edge::Canal,
        edge => edge,
    }
}

fn is_water_edge(edge: Edge) -> bool {
    matches!(edge, Edge::River(_) | Edge::Canal | Edge::Lake)
}

fn chains(map: &Map) -> Vec<Chain> {
    let mut chains = Vec::new();
    let mut named: BTreeSet<(Corner, Corner)> = BTreeSet::new();
    for line in &map.lines {
        let edge = edge_of(map, line);
        if !is_water_edge(edge) || crate::hex_rivers::is_reach(map, line) {
            continue;
        }
        let sides: Vec<(Corner, Corner)> = line.sides.iter().map(|&s| corners_of(map, s)).collect();
        named.extend(sides.iter().flat_map(|&(a, b)| [(a, b), (b, a)]));
        for corners in in_order(&sides) {
            chains.push(Chain::new(&line.name, edge, corners));
        }
    }
    for word in EDGE_WORDS {
        let Some(kind) = map.side_kind(word) else { continue };
        let edge = Edge::of(word, 0);
        if !is_water_edge(edge) {
            continue;
        }
        let sides: Vec<(Corner, Corner)> = all_sides(map)
            .filter(|&s| map.side_has(s, kind))
            .map(|s| corners_of(map, s))
            .filter(|s| !named.contains(s))
            .collect();
        for corners in paths(&sides) {
            chains.push(Chain::new("", edge, corners));
        }
    }
    chains
}

pub(crate) fn all_sides(map: &Map) -> impl Iterator<Item = SideId> + '_ {
    map.grid.hexes().flat_map(move |h| {
        Direction::ALL.into_iter().filter_map(move |d| {
            let other = map.grid.neighbour(h, d);
            other.is_none_or(|o| h < o).then(|| map.grid.side(h, d))
        })
    })
}

impl Chain {
    fn new(name: &str, kind: Edge, corners: Vec<Corner>) -> Chain {
        let class = match kind {
            Edge::River(class) => class,
            _ => 2,
        };
        let classes = vec![class; corners.len().saturating_sub(1)];
        Chain { name: name.to_string(), kind, corners, classes, lake_half: Vec::new() }
    }

    fn width_class(&self) -> u8 {
        self.classes.iter().copied().max().unwrap_or(1)
    }
}

/// The corners along sides that follow each other; a gap begins a new chain.
pub(crate) fn in_order(sides: &[(Corner, Corner)]) -> Vec<Vec<Corner>> {
    let mut out: Vec<Vec<Corner>> = Vec::new();
    for (i, &(a, b)) in sides.iter().enumerate() {
        let end = out.last().and_then(|c| c.last()).copied();
        match end {
            Some(end) if end == a || end == b => {
                let next = if end == a { b } else { a };
                out.last_mut().expect("it has an end").push(next);
            }
            _ => {
                // The first side runs towards the second.
                let touches = |c: Corner| sides.get(i + 1).is_some_and(|&(x, y)| c == x || c == y);
                out.push(if touches(a) { vec![b, a] } else { vec![a, b] });
            }
        }
    }
    out
}

/// Loose sides joined into chains, from corners where they end or meet.
fn paths(sides: &[(Corner, Corner)]) -> Vec<Vec<Corner>> {
    let mut around: BTreeMap<Corner, BTreeSet<Corner>> = BTreeMap::new();
    for &(a, b) in sides {
        around.entry(a).or_default().insert(b);
        around.entry(b).or_default().insert(a);
    }
    let degree: BTreeMap<Corner, usize> = around.iter().map(|(c, n)| (*c, n.len())).collect();
    let mut starts: Vec<Corner> = degree.iter().filter(|d| *d.1 != 2).map(|d| *d.0).collect();
    starts.extend(degree.keys());
    let mut out = Vec::new();
    for start in starts {
        while let Some(mut next) = around.get(&start).and_then(|n| n.first()).copied() {
            let mut chain = vec![start];
            let mut at = start;
            loop {
                around.entry(at).or_default().remove(&next);
                around.entry(next).or_default().remove(&at);
                chain.push(next);
                at = next;
                match around[&at].first() {
                    Some(&n) if degree[&at] == 2 => next = n,
                    _ => break,
                }
            }
            out.push(chain);
        }
    }
    out
}

/// Lines of one name that continue each other become one river, which can then swell smoothly.
fn joined(mut chains: Vec<Chain>) -> Vec<Chain> {
    let mut i = 0;
    while i < chains.len() {
        let follows = |c: &Chain, head: &Chain| {
            !head.name.is_empty()
                && c.name == head.name
                && std::mem::discriminant(&c.kind) == std::mem::discriminant(&head.kind)
                && c.corners.first() == head.corners.last()
        };
        let next = (0..chains.len()).find(|&j| j != i && follows(&chains[j], &chains[i]));
        match next {
            Some(j) => {
                let tail = chains.remove(j);
                i -= usize::from(j < i);
                chains[i].corners.extend(&tail.corners[1..]);
                chains[i].classes.extend(tail.classes);
            }
            None => i += 1,
        }
    }
    chains
}

/// Which chains use a corner, and the point where the biggest of them passes it.
struct Bends {
    users: BTreeMap<Corner, Vec<usize>>,
    through: BTreeMap<Corner, (usize, Point)>,
}

impl Bends {
    fn new(chains: &[Chain], layout: &Layout) -> Bends {
        let mut users: BTreeMap<Corner, Vec<usize>> = BTreeMap::new();
        let mut through: BTreeMap<Corner, (usize, Point)> = BTreeMap::new();
        let mut order: Vec<usize> = (0..chains.len()).collect();
        order.sort_by_key(|&i| (std::cmp::Reverse(chains[i].width_class()), i));
        for i in order {
            let corners = &chains[i].corners;
            for &c in corners {
                users.entry(c).or_default().push(i);
            }
            for three in corners.windows(3) {
                let (m1, m2) =
                    (middle(three[0], three[1], layout), middle(three[1], three[2], layout));
                let bend = m1 * 0.25 + corner(three[1], layout) * 0.5 + m2 * 0.25;
                through.entry(three[1]).or_insert((i, bend));
            }
        }
        Bends { users, through }
    }
}

/// A corner, moved a little.
fn corner(c: Corner, layout: &Layout) -> Point {
    c.place(layout) + nudge(c.0.into(), c.1.into(), 101) * 3.5
}

/// The middle of a hexside, moved a little across it.
fn middle(a: Corner, b: Corner, layout: &Layout) -> Point {
    let (p, q) = (a.place(layout), b.place(layout));
    let key = (i64::from(a.0) + i64::from(b.0), i64::from(a.1) + i64::from(b.1));
    // The side is the same from both ends, so the way across must be too.
    let across = if a < b { (q - p).unit().right() } else { (p - q).unit().right() };
    p.middle(q) + across * (4.5 * swing(key.0, key.1, 102))
}

fn curve(
    own: usize,
    chain: &Chain,
    map: &Map,
    layout: &Layout,
    bends: &Bends,
    is_water: &impl Fn(hex::Hex) -> bool,
) -> River {
    let corners = &chain.corners;
    let middles: Vec<Point> = corners.windows(2).map(|w| middle(w[0], w[1], layout)).collect();
    let end = |at: Corner, from: Point| end_point(own, at, from, map, layout, bends, is_water);
    let (source, is_spring) = end(corners[0], middles[0]);
    let (mouth, ends_dry) = end(corners[corners.len() - 1], middles[middles.len() - 1]);
    // The line as points, and for each how many sides of the chain lie behind it.
    let mut line: Vec<(Point, f64)> = Vec::new();
    let straight = |line: &mut Vec<(Point, f64)>, a: Point, b: Point, from: f64| {
        line.extend((0..4).map(|k| (a.towards(b, f64::from(k) / 4.0), from + f64::from(k) / 8.0)));
    };
    straight(&mut line, source, middles[0], 0.0);
    for i in 1..middles.len() {
        let control = corner(corners[i], layout);
        line.extend((0..7).map(|k| {
            let t = f64::from(k) / 7.0;
            let (a, b) = (middles[i - 1].towards(control, t), control.towards(middles[i], t));
            (a.towards(b, t), i as f64 - 0.5 + t)
        }));
    }
    let last = middles.len() as f64;
    straight(&mut line, middles[middles.len() - 1], mouth, last - 0.5);
    line.push((mouth, last));
    let wander = if chain.kind == Edge::Canal { 0.0 } else { 1.0 };
    let points: Vec<Point> =
        line.iter().map(|&(p, _)| displace(p, 0.7 * wander, 0.8 * wander)).collect();
    let half = line.iter().map(|&(_, s)| width_at(chain, s, is_spring, ends_dry)).collect();
    River {
        name: chain.name.clone(),
        class: chain.width_class(),
        kind: chain.kind,
        line: points,
        half,
    }
}

/// Half the width where `behind` sides of the chain lie upstream.
fn width_at(chain: &Chain, behind: f64, is_spring: bool, ends_dry: bool) -> f64 {
    let n = chain.classes.len();
    if chain.kind == Edge::Lake {
        // Round ends.
        let inside = (behind.min(n as f64 - behind) / 0.5).clamp(0.0, 1.0);
        let round = (1.0 - (1.0 - inside).powi(2)).sqrt().max(0.15);
        let half = |i: usize| chain.lake_half.get(i.min(n - 1)).copied().unwrap_or(LAKE_HALF);
        let (i, t) = ((behind - 0.5).max(0.0), (behind - 0.5).max(0.0).fract());
        return round * (half(i as usize) * (1.0 - t) + half(i as usize + 1) * t);
    }
    if chain.kind == Edge::Canal {
        return 3.2;
    }
    let class = |i: isize| half_width(chain.classes[i.clamp(0, n as isize - 1) as usize]);
    // The mean over the two sides upstream and the two downstream.
    let i = behind.floor() as isize;
    let t = behind - behind.floor();
    let mean = |i: isize| (class(i - 2) + class(i - 1) + class(i) + class(i + 1)) / 4.0;
    // A chain that ends where nothing meets it was written from mouth to source.
    let along = if ends_dry && !is_spring { n as f64 - behind } else { behind };
    let swell = 0.86 + 0.24 * (along / n as f64);
    let full = (mean(i) * (1.0 - t) + mean(i + 1) * t) * swell;
    let full = if is_spring { full.min(1.5 + behind * 0.9) } else { full };
    if ends_dry { full.min(1.5 + (n as f64 - behind) * 0.9) } else { full }
}

/// Where a river begins or ends, and whether it is a spring: in the river it meets, in a lake,
/// beyond the edge of the map, or at the bare corner.
fn end_point(
    own: usize,
    at: Corner,
    from: Point,
    map: &Map,
    layout: &Layout,
    bends: &Bends,
    is_water: &impl Fn(hex::Hex) -> bool,
) -> (Point, bool) {
    let place = corner(at, layout);
    if let Some(&(other, bend)) = bends.through.get(&at)
        && other != own
    {
        return (bend, false);
    }
    if let Some(lake) = at.meeting().into_iter().find(|&h| is_water(h)) {
        return (place.towards(layout.place(lake), 0.35), false);
    }
    if at.meeting().into_iter().any(|h| map.grid.id(h).is_none()) {
        return (place + (place - from).unit() * 95.0, false);
    }
    let meets = bends.users.get(&at).is_some_and(|u| u.len() > 1);
    (place, !meets)
}

/// Draws all water: banks, then fills, then the lines along the shore and the canals.
pub(crate) fn draw(out: &mut String, chart: &Chart, palette: &Palette) {
    let mut ribbons = Path::new();
    let mut canals = Path::new();
    for river in &chart.rivers {
        let line = &river.line;
        if river.kind == Edge::Canal {
            canals.polyline(&simplify(line, 0.2));
        } else {
            ribbons.polygon(&simplify(&ribbon(line, &river.half), 0.18));
        }
    }
    let lakes = crate::texture::outline(&chart.lakes);
    let round = " stroke-linejoin=\"round\"";
    let (ids, bank, water) = (&chart.ids, palette.bank, palette.water);
    stroke(out, &lakes, bank, 4.6, round);
    // Drawn twice but written once: the rivers are a tenth of the picture.
    let rivers = |out: &mut String, how: &str| {
        if !ribbons.is_empty() {
            let _ = write!(out, "<use href=\"#rivers{ids}\" {how}/>");
        }
    };
    if !ribbons.is_empty() {
        let data = ribbons.data();
        let _ = write!(out, "<defs><path id=\"rivers{ids}\" d=\"{data}\"/></defs>");
    }
    rivers(out, &format!("fill=\"none\" stroke=\"{bank}\" stroke-width=\"4\"{round}"));
    waterlines(out, &lakes, ids, palette);
    rivers(out, &format!("fill=\"{water}\""));
    lake_grid(out, chart, palette);
    let dash = " stroke-dasharray=\"1.3 26.2\"";
    stroke(out, &canals, palette.bank, 15.0, dash);
    stroke(out, &canals, palette.bank, 10.0, round);
    stroke(out, &canals, palette.water, 6.4, round);
    stroke(out, &canals, palette.bank, 1.2, round);
}

/// The hex lines on lakes.
fn lake_grid(out: &mut String, chart: &Chart, palette: &Palette) {
    let map = chart.map;
    let is_lake = |h: HexId| crate::chart::ground(map, h) == Ground::Water;
    let mut lines = Path::new();
    for side in all_sides(map) {
        let (a, b) = map.grid.hexes_of(side);
        if b.is_some() && is_lake(a) && is_lake(b) {
            let (from, to) = corners_of(map, side);
            lines.polyline(&[from.place(&chart.layout), to.place(&chart.layout)]);
        }
    }
    stroke(out, &lines, palette.bank, 1.5, " stroke-opacity=\".4\"");
}

/// Lines that follow the shore of the lakes: strokes of decreasing width, each but a thin rim
/// covered by the next.
fn waterlines(out: &mut String, lakes: &Path, ids: &str, palette: &Palette) {
    if lakes.is_empty() {
        return;
    }
    let data = lakes.data();
    let _ = write!(out, "<defs><path id=\"lakes{ids}\" d=\"{data}\"/></defs>");
    let _ = write!(out, "<use href=\"#lakes{ids}\" fill=\"{}\"/>", palette.water);
    let _ = write!(
        out,
        "<clipPath id=\"shore{ids}\"><use href=\"#lakes{ids}\"/></clipPath>\
         <g clip-path=\"url(#shore{ids})\" stroke-linejoin=\"round\">"
    );
    for (distance, share) in [(27.0, 0.2), (17.0, 0.35), (9.5, 0.55), (4.0, 0.75)] {
        let colour = mix(palette.water, palette.waterline, share);
        for (colour, width) in
            [(colour.as_str(), 2.0 * distance + 1.2), (palette.water, 2.0 * distance - 1.2)]
        {
            let width = short(width);
            let _ = write!(
                out,
                "<use href=\"#lakes{ids}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
            );
        }
    }
    out.push_str("</g>");
}
