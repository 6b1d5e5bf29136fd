//! Terrain: plausible shares, and no crumbs left by rasterising.

use super::{MapFile, Problem, Report};
use crate::recipe::{Checks, High};
use hex::HexId;

/// Checks shares and crumbs, and notes the shares.
pub fn check(map: &MapFile, checks: &Checks, report: &mut Report) {
    shares(map, checks, report);
    crumbs(map, checks, report);
    if let Some(high) = &checks.high {
        high_ground(map, high, report);
    }
}

/// Hills do not lie in a valley.
fn high_ground(map: &MapFile, high: &High, report: &mut Report) {
    if map.heights.len() != map.grid.len() {
        report.problems.push(Problem::at("", "the map does not give every hex a height"));
        return;
    }
    for h in map.grid.hexes().filter(|&h| map.has(h, &high.terrain)) {
        let around: Vec<f64> =
            map.grid.within(h, high.radius).map(|n| f64::from(map.heights[n.index()])).collect();
        let mean = around.iter().sum::<f64>() / around.len() as f64;
        let low = mean - f64::from(map.heights[h.index()]);
        if low > high.below {
            let reason = format!("{} that lie {low:.0} m below the land around", high.terrain);
            report.problems.push(Problem::at(map.grid.number(h), reason));
        }
    }
}

fn shares(map: &MapFile, checks: &Checks, report: &mut Report) {
    let words = map.kinds.terrain.iter().chain(&map.kinds.features);
    let mut notes = Vec::new();
    for word in words {
        let count = map.grid.hexes().filter(|&h| map.has(h, word)).count();
        let share = 100.0 * count as f64 / map.grid.len() as f64;
        notes.push(format!("{word} {share:.1} %"));
        let Some([low, high]) = checks.share.get(word) else { continue };
        if share < *low || share > *high {
            let reason = format!("{share:.1} % {word}, expected {low} to {high} %");
            report.problems.push(Problem::at("", reason));
        }
    }
    report.notes.push(format!("{} hexes: {}", map.grid.len(), notes.join(", ")));
}

/// A hex of water or swamp without a neighbour of its kind and without a name.
fn crumbs(map: &MapFile, checks: &Checks, report: &mut Report) {
    let suspect = |word: &String| {
        (checks.water.contains(word) || ["swamp", "marsh"].contains(&word.as_str()))
            && !checks.alone.contains(word)
    };
    for h in map.grid.hexes() {
        let word = &map.terrain[h.index()];
        let same = |n: HexId| &map.terrain[n.index()] == word;
        if suspect(word) && !map.grid.around(h).any(same) && !map.labelled.contains(&h) {
            let reason = format!("a single hex of {word} without a name");
            report.problems.push(Problem::at(map.grid.number(h), reason));
        }
    }
}
