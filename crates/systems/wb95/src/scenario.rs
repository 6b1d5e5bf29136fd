//! Scenarios as they are read from the game's folder.

use board::{OptionEntry, Problem, Source, Spanned};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a scenario says of one side.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideEntry {
    /// Its supply bases: `edge:west`, `city:Moscow`, `hex:6427` [10.1.4].
    pub supply: Vec<Spanned<String>>,
    /// Whether its units start in field fortifications.
    pub in_field_fortifications: bool,
    /// On this front only.
    pub fortified_front: Option<String>,
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
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FortificationEntry {
    /// In a town or city.
    pub cm_town: u8,
    /// Elsewhere.
    pub cm_other: u8,
    /// Elsewhere only with so many SPs [RED-5].
    pub min_sp_other: u16,
}

/// What the digest calls sentences that the scenario prints without a number; events cite them.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PrintedRules {
    /// Who moves first.
    pub initiative: Option<Spanned<String>>,
    /// The supply bases.
    pub supply: Option<Spanned<String>>,
    /// Who starts in field fortifications.
    pub fortified: Option<Spanned<String>>,
    /// What field fortifications give.
    pub works: Option<Spanned<String>>,
    /// The air counters.
    pub air: Option<Spanned<String>>,
    /// The dated reinforcements.
    pub reinforcement: Option<Spanned<String>>,
}

/// Air counters that a scenario gives.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AirEntry {
    /// Which.
    pub units: Vec<Spanned<String>>,
    /// How many of them fly in a turn, if not all.
    pub choose: Option<u8>,
    /// The front over which they fly, if not anywhere.
    pub front: Option<String>,
    /// From this turn.
    pub from: u8,
    /// To this turn.
    pub to: u8,
}

/// A line of the set-up.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
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
    /// Counters that lack a CEL.
    #[serde(default)]
    pub reduced: Vec<Spanned<String>>,
    /// How far from every enemy unit.
    #[serde(default)]
    pub clear_of_enemy: u16,
    /// Only when the scenario is played alone.
    #[serde(default)]
    pub alone: bool,
    /// The counters that lack one each unless the owner chooses otherwise.
    #[serde(default)]
    pub usual_losses: Vec<Spanned<String>>,
    /// Who stands on which of the hexes unless the owner chooses otherwise.
    #[serde(default)]
    pub usual: BTreeMap<Spanned<String>, Vec<Spanned<String>>>,
    /// What is reconstructed.
    #[serde(default)]
    pub reconstructed: Vec<String>,
}

/// Counters that a full hex cannot hold (R37).
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
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
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReserveKind {
    /// One counter for each own counter lost in combat (R34).
    Credit,
    /// All when the enemy comes near a place (R35).
    Near,
    /// Whenever the owner calls for them from a turn on, at a price.
    Stavka,
}

/// Counters held in reserve.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReserveEntry {
    /// What it is called.
    #[serde(default)]
    pub name: String,
    /// The first turn in which it may be called for.
    #[serde(default)]
    pub from: u8,
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
    pub rule: Spanned<String>,
    /// Which.
    pub units: Vec<Spanned<String>>,
}

/// What scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
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
    /// A supplied regular unit beyond a river: in the region `far-bank-NAME` (K-R22).
    Crossing,
    /// Every formation that the enemy called for.
    ReservesEntered,
    /// Every enemy counter eliminated.
    UnitsEliminated,
}

/// A line of the victory points.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointEntry {
    /// What scores.
    pub kind: PointKind,
    /// The places, where there are any.
    #[serde(default)]
    pub places: Vec<String>,
    /// Only for counters that came by this front (K-R74).
    pub front: Option<String>,
    /// How much.
    pub value: u16,
    /// The rule, if it is not that of all points.
    pub rule: Option<Spanned<String>>,
}

/// When an automatic victory is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AutomaticWhen {
    /// At the end of the own Supply Phase and still at the end of the next enemy one (R59).
    BothSupplyPhases,
    /// At the end of the enemy's Supply Phase.
    EnemySupplyPhase,
}

/// A victory that ends the game at once.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AutomaticEntry {
    /// Whose.
    pub side: String,
    /// The places of which every hex must be controlled.
    pub places: Vec<String>,
    /// When it is judged.
    pub after: AutomaticWhen,
    /// The rule.
    pub rule: Spanned<String>,
    /// The class of the outcome.
    pub class: String,
}

/// A step of the victory scale.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
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

/// The turns of a rule that does not hold always.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DatesEntry {
    /// From this turn.
    pub from: u8,
    /// To this turn.
    pub to: u8,
}

/// Units that may not act before a turn (K-R23).
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FrozenEntry {
    /// The first turn in which they may.
    pub until: u8,
    /// Which.
    pub units: Vec<Spanned<String>>,
}

/// Units with half their movement points in a turn (K-R23).
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HalfMovementEntry {
    /// The turn.
    pub turn: u8,
    /// Which.
    pub units: Vec<Spanned<String>>,
}

/// Hexsides that some units may not cross (K-R34).
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoCrossingEntry {
    /// The kind of hexside.
    pub kind: String,
    /// Those that touch a hex of this row or one north of it.
    pub row_at_most: u16,
    /// Which units.
    pub units: Vec<Spanned<String>>,
}

/// A division that must leave the game (K-R31).
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawalEntry {
    /// The turn.
    pub turn: u8,
    /// Its counters.
    pub units: Vec<Spanned<String>>,
    /// The CELs that must leave, at the start of the owner's Movement Phase; 0 if only what is left of the division leaves,
    /// at the start of the turn.
    #[serde(default)]
    pub cels: u8,
    /// Counters that may leave instead.
    #[serde(default)]
    pub equivalent: Vec<Spanned<String>>,
}

/// CELs that a side gives up at the start of each of its Movement Phases (K-R32).
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttritionEntry {
    /// Whose.
    pub side: String,
    /// How many.
    pub cels: u8,
}

/// Victory of one side by a scale.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictoryEntry {
    /// Who scores.
    pub side: String,
    /// The rule of the points.
    pub rule: Spanned<String>,
    /// The rule of the scale.
    pub scale_rule: Spanned<String>,
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
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// The rule that describes it.
    pub rule: Spanned<String>,
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
    /// The sheets it is played on, by the names of the fronts; all if it names none.
    #[serde(default)]
    pub sheets: Vec<String>,
    /// Bridges that are down at the start.
    #[serde(default)]
    pub destroyed_bridges: Vec<Spanned<String>>,
    /// When there are mines [18.1.1].
    pub mines: Option<DatesEntry>,
    /// Armies that wait.
    #[serde(default)]
    pub frozen: Vec<FrozenEntry>,
    /// Armies that are slow.
    #[serde(default)]
    pub half_movement: Vec<HalfMovementEntry>,
    /// Rivers that an army may not cross.
    #[serde(default)]
    pub no_crossing: Vec<NoCrossingEntry>,
    /// Divisions that must leave.
    #[serde(default)]
    pub withdrawal: Vec<WithdrawalEntry>,
    /// Levels that must be given up every turn.
    pub attrition: Option<AttritionEntry>,
    /// Its switches.
    #[serde(default)]
    pub option: Vec<OptionEntry>,
    /// Both sides.
    pub side: BTreeMap<String, SideEntry>,
    /// The names of its sentences.
    #[serde(default)]
    pub rules: PrintedRules,
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
    /// Overstacked hexes.
    #[serde(default)]
    pub overflow: Vec<OverflowEntry>,
    /// Reinforcements.
    #[serde(default)]
    pub reinforcement: Vec<ReinforcementEntry>,
    /// Reserves.
    #[serde(default)]
    pub reserve: Vec<ReserveEntry>,
    /// Victory by a scale.
    #[serde(default)]
    pub victory: VictoryEntry,
    /// Control at the start.
    #[serde(default)]
    pub control: ControlEntry,
    /// What is reconstructed.
    #[serde(default)]
    pub reconstructed: Vec<String>,
    /// The scenario whose final position it may begin from
    pub carries_on: Option<String>,
}

impl Scenario {
    /// Reads a scenario.
    pub fn load(source: &Source) -> Result<Scenario, Problem> {
        source.parse()
    }
}
