//! Truth checks: what must hold for a map whatever its recipe says. Every problem names a hex and a reason.

mod banks;
mod chains;
mod ground;
mod map_file;
mod named;
mod reach;
mod setup;

pub use map_file::{Chain, MapFile};

use crate::overrides::Overrides;
use crate::recipe::Recipe;
use anyhow::Result;
use std::fmt;
use std::path::Path;

/// Something wrong with a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where; empty if it concerns the whole map.
    pub hex: String,
    /// What and why.
    pub reason: String,
}

impl Problem {
    fn at(hex: impl Into<String>, reason: impl Into<String>) -> Problem {
        Problem { hex: hex.into(), reason: reason.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.hex.is_empty() {
            f.write_str(&self.reason)
        } else {
            write!(f, "{}: {}", self.hex, self.reason)
        }
    }
}

/// What the checks found out about a map.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Everything wrong.
    pub problems: Vec<Problem>,
    /// Shares of hexes in per cent, residuals, and what could not be checked.
    pub notes: Vec<String>,
}

/// Checks the map of a game's folder against its recipe, its overrides and, where they are present, its scenarios.
pub fn check(folder: &Path) -> Result<Report> {
    let recipe = Recipe::read(&folder.join("atlas"))?;
    let overrides = Overrides::read(&folder.join("atlas"))?;
    let map = MapFile::read(folder)?;
    let mut report = Report::default();
    ground::check(&map, &recipe.checks, &mut report);
    chains::check(&map, &recipe.checks, &mut report);
    named::check_places(&map, &recipe, &overrides, &mut report)?;
    named::check_printed(&map, &recipe.checks, &mut report);
    named::check_scenarios(&map, &recipe.checks, &folder.join("scenarios"), &mut report)?;
    reach::check(&map, &recipe.checks, &mut report);
    banks::check(&map, &recipe.banks, &mut report);
    setup::check(&map, &recipe.checks, folder, &mut report)?;
    Ok(report)
}
