//! Reading the game's folder: every mistake is reported with its file and line.

use crate::rules::{Ford, UNIT_IDS};
use board::{Chosen, Folder, Map, OptionEntry, Problems, Source, Spanned, schema_of};
use engine::{Catalogue, SideInfo};
use hex::HexId;
use schemars::Schema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The numbers of combat (3.1).
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatTable {
    /// The sides of the die.
    pub die: u16,
    /// From this total on the defender falls.
    pub defender_falls_from: i16,
    /// Up to this total the attacker falls.
    pub attacker_falls_to: i16,
}

/// The numbers of the rules.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// The greatest strength of a unit (3.1).
    pub strength_max: u16,
    /// Combat.
    pub combat: CombatTable,
}

/// A scenario.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// One sentence about it.
    #[serde(default)]
    pub blurb: String,
    /// The last turn.
    pub last_turn: u8,
    /// The hex of each unit.
    pub setup: BTreeMap<Spanned<String>, Spanned<String>>,
    /// Its switches; the game has none yet.
    #[serde(default)]
    pub option: Vec<OptionEntry>,
}

/// The schemas of the files that only this system reads, by the names of the files.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![("tables", schema_of::<Tables>()), ("scenario", schema_of::<Scenario>())]
}

impl Ford {
    /// Loads the game from its folder for a scenario, with options that differ from the defaults.
    pub fn load(
        folder: &dyn Folder,
        scenario: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<Ford, Problems> {
        let mut problems = Problems::new();
        let map = problems.load(folder, "map.toml", Map::load);
        let tables = problems.load(folder, "tables.toml", Source::parse);
        let sides = problems.load(folder, "game.toml", SideInfo::both);
        let source = problems.keep(folder.read(&format!("scenarios/{scenario}.toml")));
        let scenario: Option<Scenario> = source.as_ref().and_then(|s| problems.keep(s.parse()));
        let (Some(map), Some(tables), Some(sides), Some(source), Some(scenario)) =
            (map, tables, sides, source, scenario)
        else {
            return Err(problems);
        };
        let chosen = Chosen::of(&scenario.option, options);
        problems.keep(chosen.map_err(|wrong| source.problem_anywhere(wrong)));
        let start = start(&map, &source, &scenario, &mut problems);
        let catalogue = Catalogue::built_in("en", &[include_str!("words.toml"), mind::SENTENCES]);
        let turns = scenario.last_turn;
        problems.or(start.map(|start| Ford { map, sides, catalogue, tables, start, turns }))
    }
}

/// Where each unit begins.
fn start(
    map: &Map,
    source: &Source,
    scenario: &Scenario,
    problems: &mut Problems,
) -> Option<[HexId; 6]> {
    let mut start = [HexId::NONE; 6];
    for (id, number) in &scenario.setup {
        let Some(hex) = map.read_hex(source, number, problems) else { continue };
        match UNIT_IDS.iter().position(|known| known == id.get_ref()) {
            Some(unit) => start[unit] = hex,
            None => problems.push(source.unknown("unit", id, UNIT_IDS)),
        }
    }
    if problems.is_empty() && start.contains(&HexId::NONE) {
        problems.push(source.problem_anywhere("setup: expected a hex for each of the six units"));
    }
    problems.is_empty().then_some(start)
}

/// The folder of the game, inside the crate: nobody needs a shelf to play The Ford.
pub(crate) const INSIDE: &[(&str, &str)] = &[
    ("game.toml", include_str!("../game/game.toml")),
    ("map.toml", include_str!("../game/map.toml")),
    ("tables.toml", include_str!("../game/tables.toml")),
    ("scenarios/dawn.toml", include_str!("../game/scenarios/dawn.toml")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_mistakes_of_a_scenario_are_told_at_once() {
        let text =
            "id = \"dawn\"\ntitle = \"Dawn\"\nlast_turn = 3\n[setup]\nR4 = \"0202\"\nR1 = \"9\"\n";
        let files = [&[("scenarios/dawn.toml", text)], INSIDE].concat();
        let problems = Ford::load(&files.as_slice(), "dawn", &BTreeMap::new());
        let problems = problems.err().expect("it has mistakes");
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told.iter().any(|t| t.contains("dawn.toml:5: unknown unit \"R4\"; did you mean")));
        assert!(told.iter().any(|t| t.contains("dawn.toml:6: ")), "{told:?}");
    }
}
