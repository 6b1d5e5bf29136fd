//! Names without effect on the rules: regions, battle heights, villages.

use crate::draft::{Draft, DraftLabel};
use crate::features::{GeoFeature, read};
use crate::fit::Georeference;
use crate::lakes::inside;
use crate::projection::Point;
use crate::recipe::{Lettering, Place};
use crate::towns::hex_at;
use anyhow::Result;
use hex::HexId;
use std::path::Path;

/// Adds what the recipe asks for.
pub fn add(
    draft: &mut Draft,
    recipe: &Lettering,
    georeference: &Georeference,
    folder: &Path,
) -> Result<()> {
    if !recipe.areas.is_empty() {
        for feature in read(&folder.join("hand-terrain.geojson"))? {
            area(draft, recipe, georeference, &feature);
        }
    }
    if recipe.heights {
        for feature in read(&folder.join("hand-heights.geojson"))? {
            let number = feature.text("name");
            let is_number = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            let name = if is_number { number } else { plain_name(&feature) };
            letter(draft, georeference, &feature, name, "height", 1);
        }
    }
    if recipe.villages > 0 {
        villages(draft, recipe, georeference, &read(&folder.join("places.geojson"))?);
    }
    Ok(())
}

/// The note of a hand-made point begins with its name in Latin letters.
fn plain_name(feature: &GeoFeature) -> &str {
    feature.text("note").split(',').next().unwrap_or_default()
}

/// Labels the hexes of a named region, unless the map has that name already.
fn area(draft: &mut Draft, recipe: &Lettering, georeference: &Georeference, feature: &GeoFeature) {
    let wanted = feature.text("maps").split(' ').any(|m| m == recipe.areas);
    let name = without_note(feature.text("name_en"));
    let known = |l: &DraftLabel| first_word(&l.name) == first_word(&name);
    if !wanted || draft.labels.iter().any(known) || recipe.without.contains(&name) {
        return;
    }
    let project = |ring: &Vec<_>| ring.iter().map(|&g| georeference.to_sheet(g)).collect();
    let rings: Vec<Vec<Point>> = feature.parts.iter().map(project).collect();
    let within = |h: &HexId| rings.iter().any(|ring| inside(ring, draft.grid.centre(*h)));
    let hexes: Vec<HexId> = draft.grid.hexes().filter(within).collect();
    if hexes.len() >= 3 {
        let kind = match feature.text("kind") {
            "marsh" => "swamp",
            other => other,
        };
        draft.labels.push(DraftLabel { name, kind: kind.to_string(), hexes });
    }
}

/// "Kozelsk (Zaseki) forests" are the Kozelsk forests.
fn without_note(name: &str) -> String {
    match name.split_once(" (") {
        None => name.to_string(),
        Some((head, rest)) => {
            let tail = rest.split_once(')').map_or("", |(_, tail)| tail);
            format!("{head}{tail}")
        }
    }
}

fn first_word(name: &str) -> &str {
    name.split([' ', '-']).next().unwrap_or(name)
}

/// The biggest villages of the time that keep their distance from other names.
fn villages(
    draft: &mut Draft,
    recipe: &Lettering,
    georeference: &Georeference,
    places: &[GeoFeature],
) {
    let mut left = recipe.villages;
    for feature in places.iter().filter(|f| f.flag("post_war") != Some(true)) {
        if left == 0 {
            return;
        }
        let name = feature.text("name_en");
        if letter(draft, georeference, feature, name, "village", recipe.spacing) {
            left -= 1;
        }
    }
}

/// Puts a name on the map if its point is there and no other name stands within `spacing` hexes.
fn letter(
    draft: &mut Draft,
    georeference: &Georeference,
    feature: &GeoFeature,
    name: &str,
    kind: &str,
    spacing: u16,
) -> bool {
    let Some(&geo) = feature.parts.first().and_then(|p| p.first()) else { return false };
    let Some(hex) = hex_at(&draft.grid, georeference.to_sheet(geo)) else { return false };
    let near = |p: &Place| {
        draft.grid.parse(&p.hex).is_ok_and(|other| draft.grid.distance(hex, other) < spacing)
    };
    if name.is_empty() || draft.places.iter().any(near) {
        return false;
    }
    draft.places.push(Place {
        name: name.to_string(),
        hex: draft.grid.number(hex),
        kind: kind.to_string(),
        geo: Some([geo.lat, geo.lon]),
        source: "reconstructed".to_string(),
        ..Place::default()
    });
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_brackets_is_no_part_of_a_name() {
        assert_eq!(without_note("Kozelsk (Zaseki) forests"), "Kozelsk forests");
        assert_eq!(without_note("Central Russian upland (Tula - Orel)"), "Central Russian upland");
        assert_eq!(without_note("Nara forests"), "Nara forests");
    }
}
