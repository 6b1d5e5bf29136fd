//! What the recipe lays by hand: areas, places, features, chains, labels and regions.

use crate::draft::{Draft, DraftLabel, DraftLine, DraftLink, Side, directions, side};
use crate::recipe::{Feature, Recipe, Region};
use anyhow::{Context, Result, ensure};
use hex::HexId;
use std::collections::BTreeSet;

/// Puts the named areas of terrain on the map and labels them.
pub fn areas(draft: &mut Draft, recipe: &Recipe) -> Result<()> {
    for area in &recipe.areas {
        let hexes = draft.hexes(&area.hexes).with_context(|| format!("area {}", area.name))?;
        for &h in &hexes {
            draft.terrain[h.index()] = area.kind.clone();
        }
        if !area.name.is_empty() {
            let label = DraftLabel { name: area.name.clone(), kind: area.kind.clone(), hexes };
            draft.labels.push(label);
        }
    }
    Ok(())
}

/// Puts features on hexes and kinds on the sides around them.
pub fn features(draft: &mut Draft, recipe: &Recipe) -> Result<()> {
    recipe.features.iter().try_for_each(|f| feature(draft, f))
}

fn feature(draft: &mut Draft, feature: &Feature) -> Result<()> {
    let sides = directions(draft.grid.orientation(), &feature.directions)?;
    for h in draft.hexes(&feature.hexes).with_context(|| format!("feature {}", feature.kind))? {
        draft.features[h.index()].insert(feature.kind.clone());
        for &d in &sides {
            if let Some(other) = draft.grid.neighbour(h, d) {
                draft.mark_side(h, other, &feature.side);
            }
        }
    }
    Ok(())
}

/// Lays the chains of hexes and of hexsides.
pub fn chains(draft: &mut Draft, recipe: &Recipe) -> Result<()> {
    for link in &recipe.links {
        let hexes = draft.hexes(&link.hexes).with_context(|| format!("link {}", link.name))?;
        unbroken(draft, &link.name, &hexes)?;
        let (kind, name) = (link.kind.clone(), link.name.clone());
        draft.links.push(DraftLink { kind, name, class: link.class, hexes });
    }
    for line in &recipe.lines {
        let sides = side_list(draft, &line.sides).with_context(|| format!("line {}", line.name))?;
        let (kind, name) = (line.kind.clone(), line.name.clone());
        draft.lines.push(DraftLine { kind, name, class: line.class, sides });
    }
    Ok(())
}

fn unbroken(draft: &Draft, name: &str, hexes: &[HexId]) -> Result<()> {
    for pair in hexes.windows(2) {
        let (a, b) = (draft.grid.number(pair[0]), draft.grid.number(pair[1]));
        ensure!(draft.grid.adjacent(pair[0], pair[1]), "{name}: {a} and {b} are not neighbours");
    }
    Ok(())
}

/// Reads a list of hexsides, each as two neighbouring hexes.
pub fn side_list(draft: &Draft, list: &str) -> Result<Vec<Side>> {
    list.split_whitespace()
        .map(|word| {
            let (a, b) =
                word.split_once('/').with_context(|| format!("\"{word}\" is no hexside"))?;
            let (a, b) = (draft.grid.parse(a)?, draft.grid.parse(b)?);
            ensure!(draft.grid.adjacent(a, b), "{word}: the hexes are not neighbours");
            Ok(side(a, b))
        })
        .collect()
}

/// Names that belong to areas.
pub fn labels(draft: &mut Draft, recipe: &Recipe) -> Result<()> {
    for label in &recipe.labels {
        let hexes = draft.hexes(&label.hexes).with_context(|| format!("label {}", label.name))?;
        let (name, kind) = (label.name.clone(), label.kind.clone());
        draft.labels.push(DraftLabel { name, kind, hexes });
    }
    Ok(())
}

/// The sets of hexes.
pub fn regions(draft: &mut Draft, recipe: &Recipe) -> Result<()> {
    for region in &recipe.regions {
        let hexes =
            members(draft, recipe, region).with_context(|| format!("region {}", region.name))?;
        draft.regions.push((region.name.clone(), hexes));
    }
    Ok(())
}

fn members(draft: &Draft, recipe: &Recipe, region: &Region) -> Result<BTreeSet<HexId>> {
    let mut hexes: BTreeSet<HexId> = draft.hexes(&region.hexes)?.into_iter().collect();
    let is_land = |h: HexId| !recipe.checks.water.contains(&draft.terrain[h.index()]);
    if !region.beside.is_empty() {
        let beside =
            |h: HexId| draft.grid.around(h).any(|n| draft.terrain[n.index()] == region.beside);
        hexes.extend(draft.grid.hexes().filter(|&h| is_land(h) && beside(h)));
    }
    if !region.land_outside.is_empty() {
        let mut outside: BTreeSet<HexId> = draft.grid.hexes().filter(|&h| is_land(h)).collect();
        for other in &region.land_outside {
            let other = draft.region(other)?;
            outside.retain(|h| !other.contains(h));
        }
        hexes.extend(outside);
    }
    Ok(hexes)
}
