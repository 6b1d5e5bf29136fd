//! What the shelf says of its games.

use crate::Shelf;
use board::{OptionEntry, Problem, Problems};
use serde::{Deserialize, Serialize};

/// A game as its `game.toml` describes it.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameInfo {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its second title.
    #[serde(default)]
    pub subtitle: String,
    /// Who designed it.
    #[serde(default)]
    pub designer: String,
    /// When it was published.
    #[serde(default)]
    pub year: u16,
    /// The rule system that plays it.
    pub system: String,
    /// One sentence about it.
    #[serde(default)]
    pub blurb: String,
    /// How hard it is, from 1 to 5.
    #[serde(default)]
    pub complexity: u8,
    /// What of it is reconstructed.
    #[serde(default)]
    pub reconstructed: String,
    /// The ids of its scenarios, in the order they are shown.
    pub scenarios: Vec<String>,
    /// Its sides.
    pub side: Vec<engine::SideInfo>,
}

/// A scenario as its file describes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ScenarioInfo {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// One sentence about it.
    #[serde(default)]
    pub blurb: String,
    /// The turn it begins with.
    #[serde(default = "first")]
    pub first_turn: u16,
    /// Its last turn.
    pub last_turn: u16,
    /// The scenario whose final position it may begin from.
    #[serde(default)]
    pub carries_on: Option<String>,
    /// Its switches.
    #[serde(default)]
    pub option: Vec<OptionEntry>,
}

fn first() -> u16 {
    1
}

impl ScenarioInfo {
    /// How many turns it lasts at most.
    pub fn turns(&self) -> u16 {
        self.last_turn.saturating_sub(self.first_turn) + 1
    }
}

impl Shelf {
    /// What a game says of itself.
    pub fn info(&self, game: &str) -> Result<GameInfo, Problem> {
        self.folder(game)?.read("game.toml")?.parse()
    }

    /// What a scenario says of itself.
    pub fn scenario(&self, game: &str, scenario: &str) -> Result<ScenarioInfo, Problem> {
        self.folder(game)?.read(&format!("scenarios/{scenario}.toml"))?.parse()
    }

    /// All scenarios of a game.
    pub fn scenarios(&self, game: &str) -> Result<Vec<ScenarioInfo>, Problem> {
        let info = self.info(game)?;
        info.scenarios.iter().map(|id| self.scenario(game, id)).collect()
    }

    /// The scenario that may begin from the final position of this one.
    pub fn next(&self, game: &str, scenario: &str) -> Result<Option<ScenarioInfo>, Problem> {
        let mut all = self.scenarios(game)?.into_iter();
        Ok(all.find(|s| s.carries_on.as_deref() == Some(scenario)))
    }

    /// Checks all files of a game and reports all mistakes.
    pub fn check(&self, game: &str) -> Problems {
        let mut problems = Problems::new();
        let Some(info) = problems.keep(self.info(game)) else { return problems };
        for id in &info.scenarios {
            if let Err(found) = self.open(game, id, &Default::default()) {
                for problem in found.iter() {
                    if !problems.iter().any(|p| p == problem) {
                        problems.push(problem.clone());
                    }
                }
            }
        }
        let Ok(folder) = self.folder(game) else { return problems };
        for name in folder.list("cases") {
            let source = problems.keep(folder.read(&format!("cases/{name}")));
            if let Some(source) = source {
                problems.keep(engine::case::load(&source));
            }
        }
        problems.keep(folder.read("rules.md"));
        self.check_briefings(game, &mut problems);
        problems
    }
}

#[cfg(test)]
mod tests {
    use crate::Shelf;

    #[test]
    fn a_scenario_that_begins_late_lasts_only_the_turns_it_has() {
        let turns = |scenario| Shelf::builtin().scenario("last-stand", scenario).map(|s| s.turns());
        assert_eq!(turns("winter"), Ok(6));
        assert_eq!(turns("standard"), Ok(10));
    }
}
