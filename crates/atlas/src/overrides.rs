//! Corrections by hand, each with a reason.

use crate::draft::{Draft, side};
use crate::laid::side_list;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::path::Path;

/// Everything in `games/<game>/atlas/overrides.toml`.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Overrides {
    /// Changed hexes.
    #[serde(rename = "hex")]
    pub hexes: Vec<HexOverride>,
    /// Changed hexsides.
    #[serde(rename = "side")]
    pub sides: Vec<SideOverride>,
    /// Places that stay far from their true position.
    #[serde(rename = "place")]
    pub places: Vec<PlaceOverride>,
}

/// A changed hex.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HexOverride {
    /// The hexes.
    pub hexes: String,
    /// Their new terrain.
    pub terrain: Option<String>,
    /// Features to add.
    pub add: Vec<String>,
    /// Features to take away.
    pub remove: Vec<String>,
    /// Why.
    pub reason: String,
}

/// A changed hexside.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SideOverride {
    /// The hexsides, as two neighbouring hexes each.
    pub sides: String,
    /// Words to add.
    pub add: Vec<String>,
    /// Words to take away.
    pub remove: Vec<String>,
    /// No river of the geodata may be laid here.
    pub no_river: bool,
    /// Why.
    pub reason: String,
}

/// A place that stays where it is although its true position is more than one hex away.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PlaceOverride {
    /// The place.
    pub name: String,
    /// Why.
    pub reason: String,
}

impl Overrides {
    /// Reads `overrides.toml`; a game without one has no corrections.
    pub fn read(folder: &Path) -> Result<Overrides> {
        let path = folder.join("overrides.toml");
        if !path.exists() {
            return Ok(Overrides::default());
        }
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let all: Overrides =
            toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        all.check_reasons()?;
        Ok(all)
    }

    fn check_reasons(&self) -> Result<()> {
        let hexes = self.hexes.iter().map(|o| (&o.hexes, &o.reason));
        let sides = self.sides.iter().map(|o| (&o.sides, &o.reason));
        let places = self.places.iter().map(|o| (&o.name, &o.reason));
        for (what, reason) in hexes.chain(sides).chain(places) {
            ensure!(!reason.is_empty(), "the override of {what} has no reason");
        }
        Ok(())
    }

    /// Changes the draft.
    pub fn apply(&self, draft: &mut Draft) -> Result<()> {
        for change in &self.hexes {
            for h in draft.hexes(&change.hexes)? {
                if let Some(terrain) = &change.terrain {
                    draft.terrain[h.index()] = terrain.clone();
                }
                draft.features[h.index()].extend(change.add.iter().cloned());
                draft.features[h.index()].retain(|f| !change.remove.contains(f));
            }
        }
        self.sides.iter().try_for_each(|change| apply_side(draft, change))
    }
}

fn apply_side(draft: &mut Draft, change: &SideOverride) -> Result<()> {
    for (a, b) in side_list(draft, &change.sides)? {
        for word in &change.add {
            draft.mark_side(a, b, word);
        }
        if let Some(words) = draft.sides.get_mut(&side(a, b)) {
            words.retain(|w| !change.remove.contains(w));
        }
    }
    draft.sides.retain(|_, words| !words.is_empty());
    Ok(())
}
