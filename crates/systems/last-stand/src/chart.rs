//! Scenarios as they are read from the game's folder: the deployment charts and the reinforcement schedule.

use board::{OptionEntry, Problem, Source};
use serde::Deserialize;

/// A unit of the set-up: a counter, or an untried unit of a type.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupEntry {
    /// Which counter.
    pub unit: Option<board::Spanned<String>>,
    /// Or which type.
    pub untried: Option<board::Spanned<String>>,
    /// Its hex.
    pub hex: board::Spanned<String>,
    /// `reduced` for a unit that has lost a step.
    pub step: Option<board::Spanned<String>>,
}

/// A reinforcement: a counter, or a number of untried units of a type.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReinforcementEntry {
    /// The turn.
    pub turn: u8,
    /// Which counter.
    pub unit: Option<board::Spanned<String>>,
    /// Or which type.
    pub untried: Option<board::Spanned<String>>,
    /// How many.
    #[serde(default)]
    pub count: u8,
    /// Whether they are drawn from the Waiting Box (14.22).
    #[serde(default)]
    pub from_waiting_box: bool,
}

/// How many of each type.
#[derive(Clone, Copy, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Types {
    /// Rifle units.
    pub rifle: u8,
    /// Tank units.
    pub tank: u8,
    /// Cavalry units.
    pub cavalry: u8,
}

/// What lies beside the map at the start.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartEntry {
    /// Damage markers on the track.
    #[serde(default)]
    pub damage: u8,
    /// Soviet air points left.
    #[serde(default)]
    pub soviet_air: u8,
    /// Garrisons in the Eliminated Garrison Box.
    #[serde(default)]
    pub eliminated_garrisons: u8,
    /// Objectives with a German Occupation marker.
    #[serde(default)]
    pub occupied: Vec<String>,
    /// Units in the Waiting Box.
    #[serde(default)]
    pub waiting: Types,
}

/// A scenario as its file says it.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// One sentence about it.
    pub blurb: String,
    /// The first turn.
    pub first_turn: u8,
    /// The last turn.
    pub last_turn: u8,
    /// The scenario whose set-up and reinforcements it begins with.
    pub inherits: Option<String>,
    /// Which scale of victory counts.
    pub scale: String,
    /// Whether the Soviet Union may surrender (8.33).
    pub surrender: bool,
    /// Whether only units that start the game count as losses (14.61).
    #[serde(default)]
    pub only_units_at_start_count: bool,
    /// Whether German units may be exchanged within their class (14.13).
    #[serde(default)]
    pub free_choice: bool,
    /// Its set-up.
    #[serde(default)]
    pub setup: Vec<SetupEntry>,
    /// Its reinforcements.
    #[serde(default)]
    pub reinforcement: Vec<ReinforcementEntry>,
    /// What lies beside the map.
    #[serde(default)]
    pub start: StartEntry,
    /// Its switches.
    #[serde(default)]
    pub option: Vec<OptionEntry>,
}

impl Scenario {
    /// Reads a scenario file.
    pub fn load(source: &Source) -> Result<Scenario, Problem> {
        let scenario: Scenario = source.parse()?;
        match scenario.first_turn >= 1 && scenario.last_turn >= scenario.first_turn {
            true => Ok(scenario),
            false => Err(source.problem_anywhere("expected turns that rise from 1")),
        }
    }
}
