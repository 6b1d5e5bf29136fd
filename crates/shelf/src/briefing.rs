//! Briefings: what a player reads before the first turn of a scenario (`briefings.toml`).

use crate::Shelf;
use board::{Map, Problem, Problems, Source};
use engine::Digest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const FILE: &str = "briefings.toml";

/// The briefing of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Briefing {
    /// The situation, in a paragraph.
    pub situation: String,
    /// How long it takes.
    pub length: String,
    /// The places it is about, as the map names them.
    #[serde(default)]
    pub objectives: Vec<String>,
    /// What each side must know.
    #[serde(flatten)]
    pub sides: BTreeMap<String, SideBriefing>,
}

/// What one side must know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideBriefing {
    /// How it wins.
    pub win: Vec<String>,
    /// How it loses.
    pub lose: Vec<String>,
    /// What to do first.
    pub first: Vec<String>,
    /// The rules behind it.
    pub rules: Vec<String>,
}

impl Shelf {
    /// The briefing of a scenario, where the game has one.
    pub fn briefing(&self, game: &str, scenario: &str) -> Result<Option<Briefing>, Problem> {
        let Ok(source) = self.folder(game)?.read(FILE) else { return Ok(None) };
        let mut all: BTreeMap<String, Briefing> = source.parse()?;
        Ok(all.remove(scenario))
    }

    /// What is wrong with the briefings of a game: scenarios and sides without one, places that the map has not,
    /// rules that the digest has not. A game need not have the file.
    pub(crate) fn check_briefings(&self, game: &str, problems: &mut Problems) {
        let Ok(folder) = self.folder(game) else { return };
        let Ok(source) = folder.read(FILE) else { return };
        let all: Option<BTreeMap<String, Briefing>> = problems.keep(source.parse());
        let (Some(all), Ok(info)) = (all, self.info(game)) else { return };
        let Ok(digest) = self.digest(game) else { return };
        for scenario in all.keys().filter(|s| !info.scenarios.contains(s)) {
            problems.push(wrong(&source, format!("there is no scenario \"{scenario}\"")));
        }
        for scenario in &info.scenarios {
            let Some(briefing) = all.get(scenario) else {
                problems.push(wrong(&source, format!("{scenario} has no briefing")));
                continue;
            };
            let sides: Vec<&str> = info.side.iter().map(|s| s.id.as_str()).collect();
            let Ok(opened) = self.open(game, scenario, &BTreeMap::new()) else { continue };
            for message in briefing.mistakes(&sides, &opened.map, &digest) {
                problems.push(wrong(&source, format!("{scenario}: {message}")));
            }
        }
    }
}

impl Briefing {
    fn mistakes(&self, sides: &[&str], map: &Map, digest: &Digest) -> Vec<String> {
        let mut found = Vec::new();
        for side in sides.iter().filter(|s| !self.sides.contains_key(**s)) {
            found.push(format!("nothing is said to the {side} side"));
        }
        for side in self.sides.keys().filter(|s| !sides.contains(&s.as_str())) {
            found.push(format!("there is no side \"{side}\""));
        }
        for place in self.objectives.iter().filter(|p| map.place(p).is_none()) {
            found.push(format!("the map has no place \"{place}\""));
        }
        let rules = self.sides.values().flat_map(|s| &s.rules);
        for rule in rules.filter(|r| digest.text(r).is_none()) {
            found.push(format!("the digest has no rule {rule}"));
        }
        found
    }
}

fn wrong(source: &Source, message: String) -> Problem {
    Problem { file: source.name.clone(), line: None, message }
}
