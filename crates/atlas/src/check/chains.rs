//! Rivers and roads: no gaps, no doubles, and every river comes from somewhere and goes somewhere.

use super::{Chain, MapFile, Problem, Report};
use crate::crossings::{rivers, twice};
use crate::draft::Side;
use crate::mesh::Mesh;
use crate::recipe::Checks;
use hex::HexId;
use std::collections::{BTreeMap, BTreeSet};

/// Checks all chains.
pub fn check(map: &MapFile, checks: &Checks, report: &mut Report) {
    let mesh = Mesh::new(&map.grid);
    let flows = flowing(map, &mesh, report);
    doubles(map, report);
    mouths(map, checks, &mesh, &flows, report);
    links(map, report);
    crossings(map, report);
    through_hexes(map, checks, report);
    road_network(map, checks, report);
    towns_on_roads(map, checks, report);
}

/// The two end corners of every line; tells of gaps.
fn flowing(map: &MapFile, mesh: &Mesh, report: &mut Report) -> Vec<Option<[usize; 2]>> {
    map.lines
        .iter()
        .map(|line| {
            let edges: Vec<usize> =
                line.members.iter().filter_map(|&(a, b)| mesh.edge_of(a, b)).collect();
            let corners = mesh.corner_chain(&edges);
            if let Err(gap) = corners {
                let at = side_name(map, line.members[gap]);
                let reason = format!("{} {} has a gap here", line.kind, line.name);
                report.problems.push(Problem::at(at, reason));
            }
            let corners = corners.ok()?;
            Some([*corners.first()?, *corners.last()?])
        })
        .collect()
}

/// A hexside carries one river; only a crossing canal may share one.
fn doubles(map: &MapFile, report: &mut Report) {
    let mut owner: BTreeMap<(&str, Side), &str> = BTreeMap::new();
    let mut shared: BTreeMap<(&str, &str), Vec<Side>> = BTreeMap::new();
    for line in &map.lines {
        for &side in &line.members {
            if let Some(other) = owner.insert((&line.kind, side), &line.name) {
                shared.entry((other, &line.name)).or_default().push(side);
            }
        }
    }
    for ((a, b), sides) in shared {
        if a == b || sides.len() > 1 {
            let reason = format!("{a} and {b} run along the same {} hexsides", sides.len());
            report.problems.push(Problem::at(side_name(map, sides[0]), reason));
        }
    }
}

/// Every river ends at the edge of the map, in a lake or in another river.
fn mouths(
    map: &MapFile,
    checks: &Checks,
    mesh: &Mesh,
    flows: &[Option<[usize; 2]>],
    report: &mut Report,
) {
    let corners: Vec<BTreeSet<usize>> = map
        .lines
        .iter()
        .map(|line| {
            let edges = line.members.iter().filter_map(|&(a, b)| mesh.edge_of(a, b));
            edges.flat_map(|e| mesh.edges[e].corners).collect()
        })
        .collect();
    for (i, line) in map.lines.iter().enumerate() {
        let Some([from, to]) = flows[i] else { continue };
        if line.kind.contains("fortified") {
            continue;
        }
        let goes_on = |corner: usize| {
            let meets = |j: usize| j != i && corners[j].contains(&corner);
            mesh.at_corner[corner].len() < 3
                || touches_water(map, checks, mesh, corner)
                || (0..map.lines.len()).any(meets)
        };
        if !goes_on(to) && !goes_on(from) {
            let at = side_name(map, line.members[line.members.len() - 1]);
            let reason = format!("the {} {} ends in dry land", line.kind, line.name);
            report.problems.push(Problem::at(at, reason));
        }
    }
}

fn touches_water(map: &MapFile, checks: &Checks, mesh: &Mesh, corner: usize) -> bool {
    let hexes = mesh.at_corner[corner].iter().map(|&e| mesh.edges[e].side);
    hexes.flat_map(|(a, b)| [a, b]).any(|h| checks.water.contains(&map.terrain[h.index()]))
}

fn links(map: &MapFile, report: &mut Report) {
    for link in &map.links {
        for pair in link.members.windows(2) {
            if !map.grid.adjacent(pair[0], pair[1]) {
                let next = map.grid.number(pair[1]);
                let reason = format!("{} {} jumps from here to {next}", link.kind, link.name);
                report.problems.push(Problem::at(map.grid.number(pair[0]), reason));
            }
        }
    }
}

/// No road or railway crosses a river and comes straight back.
fn crossings(map: &MapFile, report: &mut Report) {
    let lines = map.lines.iter();
    let rivers = rivers(lines.map(|l| (l.kind.as_str(), l.name.as_str(), l.members.as_slice())));
    for link in map.links.iter().filter(|l| l.kind != "river") {
        let mut hexes = link.members.clone();
        if hexes.len() > 4 && hexes.first() == hexes.last() {
            // A ring goes on where it began.
            hexes.extend_from_within(1..4);
        }
        for twice in twice(&hexes, &rivers) {
            let number = |step: usize| map.grid.number(hexes[step]);
            let (a, b) = twice.steps;
            let at = format!("{}/{}", number(a), number(a + 1));
            let reason = format!(
                "{} {} crosses the {} here and again at {}/{}",
                link.kind,
                link.name,
                twice.river,
                number(b),
                number(b + 1)
            );
            report.problems.push(Problem::at(at, reason));
        }
    }
}

/// Rivers that run through hexes end at the edge, in water or in another river, too. Inside its last hex a
/// river may reach the shore or the other river next door, so one hex further counts as well.
fn through_hexes(map: &MapFile, checks: &Checks, report: &mut Report) {
    let rivers: Vec<&Chain<HexId>> = map.links.iter().filter(|l| l.kind == "river").collect();
    for (i, river) in rivers.iter().enumerate() {
        let goes_on = |h: HexId| {
            let wet = |n: HexId| checks.water.contains(&map.terrain[n.index()]);
            let meets =
                |n: HexId| rivers.iter().enumerate().any(|(j, r)| j != i && r.members.contains(&n));
            map.is_edge(h) || map.grid.within(h, 2).any(wet) || map.grid.within(h, 1).any(meets)
        };
        let ends = [river.members.first(), river.members.last()];
        if !ends.into_iter().flatten().any(|&h| goes_on(h)) {
            let at = river.members.last().map_or(String::new(), |&h| map.grid.number(h));
            report
                .problems
                .push(Problem::at(at, format!("the river {} ends in dry land", river.name)));
        }
    }
}

/// The links of each network hang together.
fn road_network(map: &MapFile, checks: &Checks, report: &mut Report) {
    for kinds in &checks.networks {
        let mut parts = components(map, kinds);
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        for part in parts.iter().skip(1) {
            let Some(&h) = part.iter().next() else { continue };
            let reason = format!("a piece of {} without a link to the rest", kinds.join(" and "));
            report.problems.push(Problem::at(map.grid.number(h), reason));
        }
    }
}

/// Every city and town lies on a road; with one network for all roads no two towns are cut off.
fn towns_on_roads(map: &MapFile, checks: &Checks, report: &mut Report) {
    if checks.towns_on.is_empty() {
        return;
    }
    let roads = map.links.iter().filter(|l| checks.towns_on.contains(&l.kind));
    let hexes: BTreeSet<HexId> = roads.flat_map(|l| l.members.iter().copied()).collect();
    for (place, hex) in &map.places {
        let is_town = ["capital", "city", "town"].contains(&place.kind.as_str());
        if is_town && !hexes.contains(hex) {
            let reason = format!("{} has no {}", place.name, checks.towns_on.join(" or "));
            report.problems.push(Problem::at(map.grid.number(*hex), reason));
        }
    }
}

fn components(map: &MapFile, kinds: &[String]) -> Vec<BTreeSet<HexId>> {
    let mut parts: Vec<BTreeSet<HexId>> = Vec::new();
    for link in map.links.iter().filter(|l| kinds.contains(&l.kind)) {
        let mut whole: BTreeSet<HexId> = link.members.iter().copied().collect();
        let (touching, rest): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|part| !part.is_disjoint(&whole));
        touching.into_iter().for_each(|part| whole.extend(part));
        parts = rest;
        parts.push(whole);
    }
    parts
}

fn side_name(map: &MapFile, (a, b): Side) -> String {
    format!("{}/{}", map.grid.number(a), map.grid.number(b))
}
