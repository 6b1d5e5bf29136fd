//! Sources of supply and reinforcements reach the front.

use super::{MapFile, Problem, Report};
use crate::recipe::{Checks, Connection};
use hex::HexId;
use std::collections::{BTreeMap, BTreeSet};

/// Checks every connection that the recipe asks for.
pub fn check(map: &MapFile, checks: &Checks, report: &mut Report) {
    for connection in &checks.connected {
        let regions = (map.regions.get(&connection.from), map.regions.get(&connection.to));
        let (Some(from), Some(to)) = regions else {
            let reason = format!("no region {} or {}", connection.from, connection.to);
            report.problems.push(Problem::at("", reason));
            continue;
        };
        let ways = ways(map, checks, connection);
        joined(map, connection, from, to, &ways, report);
    }
}

/// The hexes one step away by the links of a connection, or over land.
fn ways(
    map: &MapFile,
    checks: &Checks,
    connection: &Connection,
) -> BTreeMap<HexId, BTreeSet<HexId>> {
    let mut ways: BTreeMap<HexId, BTreeSet<HexId>> = BTreeMap::new();
    let mut join = |a: HexId, b: HexId| {
        ways.entry(a).or_default().insert(b);
        ways.entry(b).or_default().insert(a);
    };
    if connection.by.is_empty() {
        let dry = |h: HexId| !checks.water.contains(&map.terrain[h.index()]);
        for h in map.grid.hexes().filter(|&h| dry(h)) {
            map.grid.around(h).filter(|&n| dry(n)).for_each(|n| join(h, n));
        }
    } else {
        for link in map.links.iter().filter(|l| connection.by.contains(&l.kind)) {
            link.members.windows(2).for_each(|pair| join(pair[0], pair[1]));
        }
    }
    ways
}

/// Every hex of `from` that has a way at all must reach `to`, and at least one must.
fn joined(
    map: &MapFile,
    connection: &Connection,
    from: &BTreeSet<HexId>,
    to: &BTreeSet<HexId>,
    ways: &BTreeMap<HexId, BTreeSet<HexId>>,
    report: &mut Report,
) {
    let reached = flood(to, ways);
    let by = if connection.by.is_empty() { "land".to_string() } else { connection.by.join(" or ") };
    let starts: Vec<HexId> = from.iter().copied().filter(|h| ways.contains_key(h)).collect();
    if starts.is_empty() {
        let reason = format!("{} has no {by} at all", connection.from);
        report.problems.push(Problem::at("", reason));
    }
    for h in starts.into_iter().filter(|h| !reached.contains(h)) {
        let reason = format!("no way from here ({}) to {} by {by}", connection.from, connection.to);
        report.problems.push(Problem::at(map.grid.number(h), reason));
    }
}

fn flood(from: &BTreeSet<HexId>, ways: &BTreeMap<HexId, BTreeSet<HexId>>) -> BTreeSet<HexId> {
    let mut reached: BTreeSet<HexId> =
        from.iter().copied().filter(|h| ways.contains_key(h)).collect();
    let mut open: Vec<HexId> = reached.iter().copied().collect();
    while let Some(h) = open.pop() {
        for &next in ways.get(&h).into_iter().flatten() {
            if reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}
