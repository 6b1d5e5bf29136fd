//! Scenarios as they are read from the game's folder.

use board::{Problem, Source};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A switch of a scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionEntry {
    /// Its name.
    pub id: String,
    /// Its values; the first is the default.
    pub values: Vec<String>,
    /// The rule or ruling it switches.
    pub rule: String,
    /// What it says.
    pub text: String,
}

/// What a scenario says of one side.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideEntry {
    /// Its supply bases: `edge:west`, `city:Moscow`, `hex:6427` [10.1.4].
    pub supply: Vec<Spanned<String>>,
    /// Whether its units start in field fortifications.
    pub in_field_fortifications: bool,
    /// Its entry zones in chains of neighbours, each in its order along the edge [11.2.1].
    #[serde(default)]
    pub entry: Vec<Vec<Spanned<String>>>,
    /// The zones by which units may leave the map; if it is not said, all on its edge [11.2.3].
    pub way_off: Option<Vec<Spanned<String>>>,
    /// Zones where units are laid down instead of marching in, with the zone they use when the enemy controls it.
    #[serde(default)]
    pub laid_down: BTreeMap<String, Spanned<String>>,
    /// Ammunition units for barrages [6.5.7].
    #[serde(default)]
    pub ammunition: u8,
}

/// What field fortifications give [7.1.10].
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FortificationEntry {
    /// In a town or city.
    pub cm_town: u8,
    /// Elsewhere.
    pub cm_other: u8,
    /// Elsewhere only with so many SPs [RED-5].
    pub min_sp_other: u16,
}

/// Air counters that a scenario gives.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AirEntry {
    /// Which.
    pub units: Vec<Spanned<String>>,
    /// From this turn.
    pub from: u8,
    /// To this turn.
    pub to: u8,
}

/// A line of the set-up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupEntry {
    /// As printed.
    pub printed: String,
    /// A named place of one or more hexes.
    pub place: Option<Spanned<String>>,
    /// Or hexes, of which the owner chooses.
    #[serde(default)]
    pub hexes: Vec<Spanned<String>>,
    /// The counters.
    pub units: Vec<Spanned<String>>,
    /// CELs missing from them together (R47).
    #[serde(default)]
    pub cel_loss: u8,
    /// The counters that may lack them, if not all.
    #[serde(default)]
    pub losing: Vec<Spanned<String>>,
    /// Any hex within so many of the named ones too.
    #[serde(default)]
    pub radius: u16,
    /// Or the hexes of a region of the map.
    pub region: Option<Spanned<String>>,
    /// Or the columns of a box.
    pub columns: Option<[u16; 2]>,
    /// Its rows.
    pub rows: Option<[u16; 2]>,
    /// Where the counters go unless the owner chooses otherwise, one hex for each.
    #[serde(default)]
    pub usual: Vec<Spanned<String>>,
    /// Counters that lack a CEL.
    #[serde(default)]
    pub reduced: Vec<Spanned<String>>,
    /// How far from every enemy unit.
    #[serde(default)]
    pub clear_of_enemy: u16,
    /// Only when the scenario is played alone.
    #[serde(default)]
    pub alone: bool,
    /// What is reconstructed.
    #[serde(default)]
    pub reconstructed: Vec<String>,
}

/// Counters that a full hex cannot hold (R37).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OverflowEntry {
    /// The named hex.
    pub hex: Spanned<String>,
    /// Where they go unless the owner chooses otherwise.
    pub to: Spanned<String>,
    /// Which.
    pub units: Vec<Spanned<String>>,
}

/// A dated reinforcement [11.1.1].
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReinforcementEntry {
    /// As printed.
    pub printed: String,
    /// The turn.
    pub turn: u8,
    /// The entry zones, of which the owner chooses.
    pub zones: Vec<Spanned<String>>,
    /// Which.
    pub units: Vec<Spanned<String>>,
}

/// How a reserve is released.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReserveKind {
    /// One counter for each own counter lost in combat (R34).
    Credit,
    /// All when the enemy comes near a place (R35).
    Near,
}

/// Counters held in reserve.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReserveEntry {
    /// Whose.
    pub side: Spanned<String>,
    /// How they are released.
    pub kind: ReserveKind,
    /// By which zones they come.
    #[serde(default)]
    pub zones: Vec<Spanned<String>>,
    /// Where they appear.
    pub place: Option<Spanned<String>>,
    /// How near the enemy must be.
    #[serde(default)]
    pub range: u16,
    /// The rule.
    pub rule: String,
    /// Which.
    pub units: Vec<Spanned<String>>,
}

/// What scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointKind {
    /// Every hex of a place.
    EachHex,
    /// All hexes of a place together (R55).
    Whole,
    /// Every single town hex.
    Towns,
    /// Every single town hex that the enemy controlled at the start.
    TownsRegained,
    /// Every enemy headquarters eliminated.
    HqsEliminated,
}

/// A line of the victory points.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointEntry {
    /// What scores.
    pub kind: PointKind,
    /// The place, where there is one.
    #[serde(default)]
    pub place: String,
    /// How much.
    pub value: u16,
}

/// When an automatic victory is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AutomaticWhen {
    /// At the end of the own Supply Phase and still at the end of the next enemy one (R59).
    BothSupplyPhases,
    /// At the end of the enemy's Supply Phase.
    EnemySupplyPhase,
}

/// A victory that ends the game at once.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutomaticEntry {
    /// Whose.
    pub side: String,
    /// The places of which every hex must be controlled.
    pub places: Vec<String>,
    /// When it is judged.
    pub after: AutomaticWhen,
    /// The rule.
    pub rule: String,
    /// The class of the outcome.
    pub class: String,
}

/// A step of the victory scale.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScaleEntry {
    /// From so many points on.
    pub min: u16,
    /// The class of the outcome.
    pub class: String,
    /// Who wins.
    pub side: String,
    /// What it is called.
    pub text: String,
}

/// Victory of one side by a scale.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryEntry {
    /// Who scores.
    pub side: String,
    /// The rule of the points.
    pub rule: String,
    /// The rule of the scale.
    pub scale_rule: String,
    /// Whether it is reconstructed.
    #[serde(default)]
    pub reconstructed: bool,
    /// The automatic victories.
    #[serde(default)]
    pub automatic: Vec<AutomaticEntry>,
    /// What scores.
    pub points: Vec<PointEntry>,
    /// The scale, from the lowest.
    pub scale: Vec<ScaleEntry>,
}

/// Who controls what at the start (R38): for one side the rows of each column, from and to; the rest is the other's.
pub type ControlEntry = BTreeMap<String, BTreeMap<String, Vec<(u16, u16)>>>;

/// A scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// The rule that describes it.
    pub rule: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub blurb: String,
    /// Who moves first.
    pub initiative: Spanned<String>,
    /// The last turn.
    pub last_turn: u16,
    /// The days, one a turn.
    pub days: Vec<String>,
    /// Its switches.
    #[serde(default)]
    pub option: Vec<OptionEntry>,
    /// Both sides.
    pub side: BTreeMap<String, SideEntry>,
    /// Field fortifications.
    pub fortification: FortificationEntry,
    /// Counters with another morale row.
    #[serde(default)]
    pub morale: BTreeMap<String, Vec<Spanned<String>>>,
    /// Air counters.
    #[serde(default)]
    pub air: Vec<AirEntry>,
    /// The set-up.
    pub setup: Vec<SetupEntry>,
    /// Overfull hexes.
    #[serde(default)]
    pub overflow: Vec<OverflowEntry>,
    /// Reinforcements.
    #[serde(default)]
    pub reinforcement: Vec<ReinforcementEntry>,
    /// Reserves.
    #[serde(default)]
    pub reserve: Vec<ReserveEntry>,
    /// Victory; both sides score where [ww3] says so.
    #[serde(default)]
    pub victory: VictoryEntry,
    /// Control at the start.
    #[serde(default)]
    pub control: ControlEntry,
    /// What is reconstructed.
    #[serde(default)]
    pub reconstructed: Vec<String>,
    /// What only WW3 has.
    pub ww3: Option<crate::ww3::data::Ww3Scenario>,
}

impl Scenario {
    /// Reads a scenario.
    pub fn load(source: &Source) -> Result<Scenario, Problem> {
        source.parse()
    }
}
