//! Named hexes: places near their true position, printed hexes and set-ups on the map and on firm ground.

use super::{MapFile, Problem, Report};
use crate::fit::Georeference;
use crate::overrides::Overrides;
use crate::projection::Geo;
use crate::recipe::{Checks, Recipe};
use crate::towns::{distance, nearest_hex};
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Every place is within one hex of its position on the earth, or an override says why not.
pub fn check_places(
    map: &MapFile,
    recipe: &Recipe,
    overrides: &Overrides,
    report: &mut Report,
) -> Result<()> {
    let georeference = Georeference::fit(&map.grid, &recipe.georeference)?;
    let worst = georeference.residuals.iter().map(|r| r.hexes).fold(0.0, f64::max);
    report.notes.push(format!(
        "georeference: {:.2} km a hex, {} anchors, root mean square {:.2} hexes, worst {worst:.2}, \
         bent by at most {:.2}",
        georeference.hex_km(),
        georeference.residuals.len(),
        georeference.rms(),
        georeference.bent_most(&map.grid)
    ));
    let mut off = 0;
    for (place, hex) in &map.places {
        let Some([lat, lon]) = place.geo else { continue };
        let point = georeference.to_sheet(Geo::new(lat, lon));
        let Some(true_hex) = nearest_hex(&map.grid, point) else { continue };
        let steps = map.grid.distance(*hex, true_hex);
        off += usize::from(steps > 0);
        let excused = overrides.places.iter().any(|o| o.name == place.name);
        if steps > 1 && !excused {
            let far = distance(map.grid.centre(*hex), point);
            let reason = format!(
                "{} is {far:.1} hexes from its true place at {}, and no override says why",
                place.name,
                map.grid.number(true_hex)
            );
            report.problems.push(Problem::at(map.grid.number(*hex), reason));
        }
    }
    let places = map.places.len();
    report.notes.push(format!("{places} places, {off} beside their computed hex"));
    Ok(())
}

/// The hexes that rulebooks print exist and are not water.
pub fn check_printed(map: &MapFile, checks: &Checks, report: &mut Report) {
    for number in checks.printed.split_whitespace() {
        firm(map, checks, number, "the rulebook", report);
    }
}

/// Every hex that a scenario names exists; units do not stand in water.
pub fn check_scenarios(
    map: &MapFile,
    checks: &Checks,
    folder: &Path,
    report: &mut Report,
) -> Result<()> {
    if !folder.is_dir() {
        report.notes.push("no scenarios to check".to_string());
        return Ok(());
    }
    for (file, hexes) in scenario_hexes(folder)? {
        report.notes.push(format!("{file}: {} hexes named", hexes.len()));
        for number in hexes {
            firm(map, checks, &number, &file, report);
        }
    }
    Ok(())
}

fn firm(map: &MapFile, checks: &Checks, number: &str, who: &str, report: &mut Report) {
    match map.grid.parse(number) {
        Err(error) => report.problems.push(Problem::at(number, format!("{who}: {error}"))),
        Ok(h) if checks.water.contains(&map.terrain[h.index()]) => {
            let reason = format!("{who} puts something into {}", map.terrain[h.index()]);
            report.problems.push(Problem::at(number, reason));
        }
        Ok(_) => {}
    }
}

/// The hex numbers under the keys that name hexes, for each scenario file.
fn scenario_hexes(folder: &Path) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|e| e != "toml") {
            continue;
        }
        let text = std::fs::read_to_string(&path)?;
        let table: toml::Table =
            toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        let mut hexes = BTreeSet::new();
        collect(&toml::Value::Table(table), false, &mut hexes);
        let name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
        found.insert(name, hexes);
    }
    Ok(found)
}

fn collect(value: &toml::Value, is_hex: bool, hexes: &mut BTreeSet<String>) {
    match value {
        toml::Value::Table(table) => {
            for (key, inner) in table {
                collect(inner, matches!(key.as_str(), "hex" | "hexes" | "suggested" | "to"), hexes);
            }
        }
        toml::Value::Array(list) => list.iter().for_each(|inner| collect(inner, is_hex, hexes)),
        toml::Value::String(text) if is_hex => {
            let is_number = |w: &&str| w.len() == 4 && w.bytes().all(|b| b.is_ascii_digit());
            hexes.extend(text.split_whitespace().filter(is_number).map(String::from));
        }
        _ => {}
    }
}
