//! Roads and railways as unbroken chains of hexes along the lines of the geodata.

use crate::crossings::{self, Rivers, twice};
use crate::draft::{Draft, DraftLink};
use crate::features::{GeoFeature, read};
use crate::fit::Georeference;
use crate::mesh::{Mesh, Open};
use crate::projection::Point;
use crate::recipe::{Bridges, Route};
use anyhow::{Context, Result};
use hex::HexId;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::path::Path;

/// What a step far from every line costs more than one along it.
const OFF_LINE: f64 = 1.3;
/// What a step over a river costs more.
const CROSSING: f64 = 1.5;
/// What a step costs where a route already runs, as a share.
const SHARED: f64 = 0.75;

/// So many crossings may be closed to find a way that crosses a river once.
const CLOSED_MAX: usize = 8;

/// Lays routes one after the other; later ones like to run along earlier ones.
pub struct RouteLayer<'a> {
    mesh: &'a Mesh,
    georeference: &'a Georeference,
    folder: &'a Path,
    files: BTreeMap<String, Vec<GeoFeature>>,
}

impl<'a> RouteLayer<'a> {
    /// Gets ready to lay routes along the files of a folder.
    pub fn new(mesh: &'a Mesh, georeference: &'a Georeference, folder: &'a Path) -> RouteLayer<'a> {
        RouteLayer { mesh, georeference, folder, files: BTreeMap::new() }
    }

    /// Lays one route; tells where it crosses a river twice because a stop lies on the other bank.
    pub fn lay(
        &mut self,
        draft: &mut Draft,
        route: &Route,
        tell: &mut dyn FnMut(&str),
    ) -> Result<()> {
        let far = self.guide(route)?;
        let crossed = self.edges_of(draft, |kind| kind != "fortified-line");
        let barred = self.edges_of(draft, |kind| kind == "lake");
        let shared: BTreeSet<usize> = draft
            .links
            .iter()
            .flat_map(|l| l.hexes.windows(2))
            .filter_map(|pair| self.mesh.edge_of(pair[0], pair[1]))
            .collect();
        let cost = |edge: usize| {
            let (a, b) = self.mesh.edges[edge].side;
            let is_lake = |h: HexId| draft.terrain[h.index()] == "lake";
            if is_lake(a) || is_lake(b) || barred.contains(&edge) {
                return None;
            }
            let line = 1.0 + OFF_LINE * far[edge].min(1.0).powi(2);
            let river = if crossed.contains(&edge) { CROSSING } else { 0.0 };
            Some((line + river) * if shared.contains(&edge) { SHARED } else { 1.0 })
        };
        let rivers = rivers_of(draft);
        let stops = stops(draft, route).with_context(|| format!("route {}", route.name))?;
        let mut hexes = vec![*stops.first().context("a route without hexes")?];
        for pair in stops.windows(2).filter(|pair| pair[0] != pair[1]) {
            let (from, to) = (draft.grid.number(pair[0]), draft.grid.number(pair[1]));
            let leg = self
                .leg(draft, pair[0], pair[1], &cost, &rivers)
                .with_context(|| format!("route {}: no way from {from} to {to}", route.name))?;
            hexes.extend(leg.into_iter().skip(1));
        }
        for hexes in split_at_turns(&without_spurs(hexes, &stops)) {
            for twice in twice(&hexes, &rivers) {
                let at = draft.grid.number(hexes[twice.steps.0]);
                let (name, river) = (&route.name, &twice.river);
                tell(&format!("  {name}: crosses the {river} twice from {at} on"));
            }
            let (kind, name) = (route.kind.clone(), route.name.clone());
            draft.links.push(DraftLink { kind, name, class: route.class, hexes });
        }
        Ok(())
    }

    /// The cheapest way between two stops that does not cross a river to come straight back.
    fn leg(
        &self,
        draft: &Draft,
        from: HexId,
        to: HexId,
        cost: &impl Fn(usize) -> Option<f64>,
        rivers: &Rivers,
    ) -> Option<Vec<HexId>> {
        let length = |way: &[HexId]| -> f64 {
            let edges = way.windows(2).filter_map(|pair| self.mesh.edge_of(pair[0], pair[1]));
            edges.filter_map(cost).sum()
        };
        let mut closed: BTreeSet<usize> = BTreeSet::new();
        let first = self.cheapest(draft, from, to, cost)?;
        let mut way = first.clone();
        while let Some(again) = twice(&way, rivers).first() {
            // Without the one crossing or without the other, whichever is cheaper.
            let without = |step: usize| {
                let edge = self.mesh.edge_of(way[step], way[step + 1])?;
                let open = |e: usize| {
                    if e == edge || closed.contains(&e) { None } else { cost(e) }
                };
                Some((edge, self.cheapest(draft, from, to, &open)?))
            };
            let others = [again.steps.0, again.steps.1].map(without);
            let best = others
                .into_iter()
                .flatten()
                .min_by(|(_, a), (_, b)| length(a).total_cmp(&length(b)));
            let Some((edge, other)) = best.filter(|_| closed.len() < CLOSED_MAX) else {
                return Some(first);
            };
            closed.insert(edge);
            way = other;
        }
        Some(way)
    }

    /// The hexsides of the lines of some kinds.
    fn edges_of(&self, draft: &Draft, wanted: impl Fn(&str) -> bool) -> BTreeSet<usize> {
        let lines = draft.lines.iter().filter(|l| wanted(&l.kind));
        let sides = lines.flat_map(|l| l.sides.iter());
        sides.filter_map(|&(a, b)| self.mesh.edge_of(a, b)).collect()
    }

    /// How far each hexside is from the lines a route follows.
    fn guide(&mut self, route: &Route) -> Result<Vec<f64>> {
        let mut chains: Vec<Vec<Point>> = Vec::new();
        for file in &route.files {
            if !self.files.contains_key(file) {
                self.files.insert(file.clone(), read(&self.folder.join(file))?);
            }
            let features = &self.files[file];
            let wanted = features.iter().filter(|f| {
                let (name, number) = (f.text("name"), f.text("ref"));
                let wanted = |a: &String| number == a || name.contains(a.as_str());
                route.along.is_empty() || route.along.iter().any(wanted)
            });
            for part in wanted.flat_map(|f| &f.parts) {
                chains.push(part.iter().map(|&g| self.georeference.to_sheet(g)).collect());
            }
        }
        Ok(self.mesh.distances(&chains, 1.0))
    }

    fn cheapest(
        &self,
        draft: &Draft,
        from: HexId,
        to: HexId,
        cost: &impl Fn(usize) -> Option<f64>,
    ) -> Option<Vec<HexId>> {
        let n = draft.grid.len();
        let mut best = vec![f64::INFINITY; n];
        let mut came: Vec<Option<HexId>> = vec![None; n];
        let mut open = BinaryHeap::from([Open { cost: 0.0, node: from.index() }]);
        best[from.index()] = 0.0;
        while let Some(Open { cost: so_far, node }) = open.pop() {
            let here = HexId::new(node as u16);
            if here == to {
                break;
            }
            if so_far > best[node] {
                continue;
            }
            for next in draft.grid.around(here) {
                let Some(step) = self.mesh.edge_of(here, next).and_then(cost) else { continue };
                if so_far + step < best[next.index()] {
                    best[next.index()] = so_far + step;
                    came[next.index()] = Some(here);
                    open.push(Open { cost: so_far + step, node: next.index() });
                }
            }
        }
        let mut path = vec![to];
        while let Some(before) = came[path[path.len() - 1].index()] {
            path.push(before);
        }
        path.reverse();
        (path[0] == from).then_some(path)
    }
}

fn rivers_of(draft: &Draft) -> Rivers {
    let lines = draft.lines.iter();
    crossings::rivers(lines.map(|l| (l.kind.as_str(), l.name.as_str(), l.sides.as_slice())))
}

/// The hexes a route must touch; `~4407` is the nearest one that has a link of any road.
fn stops(draft: &Draft, route: &Route) -> Result<Vec<HexId>> {
    route
        .via
        .split_whitespace()
        .map(|word| {
            let hex = draft.grid.parse(word.trim_start_matches('~'))?;
            if !word.starts_with('~') {
                return Ok(hex);
            }
            let laid = draft.links.iter().filter(|l| l.kind != "railway" && l.kind != "river");
            let hexes = laid.flat_map(|l| l.hexes.iter().copied());
            let nearest = hexes.min_by_key(|&h| (draft.grid.distance(h, hex), h));
            Ok(nearest.filter(|&h| draft.grid.distance(h, hex) <= 3).unwrap_or(hex))
        })
        .collect()
}

/// Drops visits that go out and come straight back, unless they are stops.
fn without_spurs(hexes: Vec<HexId>, stops: &[HexId]) -> Vec<HexId> {
    let mut kept: Vec<HexId> = Vec::new();
    for h in hexes {
        while kept.len() >= 2 && kept[kept.len() - 2] == h && !stops.contains(&kept[kept.len() - 1])
        {
            kept.pop();
        }
        if kept.last() != Some(&h) {
            kept.push(h);
        }
    }
    kept
}

/// A route that goes to a stop and back the same way becomes two: one that ends there and one from the fork.
fn split_at_turns(hexes: &[HexId]) -> Vec<Vec<HexId>> {
    let turn = (1..hexes.len().saturating_sub(1)).find(|&i| hexes[i - 1] == hexes[i + 1]);
    let Some(turn) = turn else { return vec![hexes.to_vec()] };
    let back = (1..).take_while(|&k| turn >= k && hexes.get(turn + k) == Some(&hexes[turn - k]));
    let fork = turn + back.last().unwrap_or(1);
    let mut chains = vec![hexes[..=turn].to_vec()];
    if fork + 1 < hexes.len() {
        chains.extend(split_at_turns(&hexes[fork..]));
    }
    chains
}

/// Marks the hexsides where a road crosses water.
pub fn bridges(draft: &mut Draft, recipe: &Bridges) {
    let water: BTreeSet<_> = draft
        .lines
        .iter()
        .filter(|l| recipe.over.contains(&l.kind))
        .flat_map(|l| l.sides.iter().copied())
        .collect();
    let steps: Vec<(HexId, HexId)> = draft
        .links
        .iter()
        .filter(|l| recipe.links.contains(&l.kind))
        .flat_map(|l| l.hexes.windows(2))
        .map(|pair| (pair[0], pair[1]))
        .collect();
    for (a, b) in steps {
        if water.contains(&crate::draft::side(a, b)) {
            draft.mark_side(a, b, &recipe.kind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(numbers: &[u16]) -> Vec<HexId> {
        numbers.iter().map(|&n| HexId::new(n)).collect()
    }

    #[test]
    fn a_detour_that_is_no_stop_is_dropped() {
        let kept = without_spurs(ids(&[1, 2, 3, 2, 4]), &ids(&[1, 4]));
        assert_eq!(kept, ids(&[1, 2, 4]));
        let stop = without_spurs(ids(&[1, 2, 3, 2, 4]), &ids(&[1, 3, 4]));
        assert_eq!(stop, ids(&[1, 2, 3, 2, 4]));
    }

    #[test]
    fn a_branch_to_a_stop_becomes_a_road_of_its_own() {
        let roads = split_at_turns(&ids(&[1, 2, 3, 4, 3, 2, 5, 6]));
        assert_eq!(roads, [ids(&[1, 2, 3, 4]), ids(&[2, 5, 6])]);
        assert_eq!(split_at_turns(&ids(&[1, 2, 3])), [ids(&[1, 2, 3])]);
        assert_eq!(split_at_turns(&ids(&[1, 2, 1])), [ids(&[1, 2])]);
    }
}
