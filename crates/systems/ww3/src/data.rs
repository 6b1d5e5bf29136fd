//! What the files of a WW3 game say beyond those of the family: the section `[ww3]` of the tables and of a scenario, and
//! the factions of the counters.

use board::Spanned;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A faction [1.8]: whose it is, and by which row it loses aircraft.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FactionEntry {
    /// What a person calls it.
    pub name: String,
    /// Its side.
    pub side: String,
    /// Its row of the losses to air defence [10.2.1] (R14).
    pub air_losses: String,
    /// The colours of its counters, if they are not those of their nation.
    pub colours: Option<String>,
}

/// The numbers of the air war [10.1].
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AirTable {
    /// Aircraft on the track [10.1.8].
    pub maximum: u8,
    /// Helicopters on the track [22.10].
    pub helicopter_maximum: u8,
    /// By how much the contest must be won [10.1.3] (R12).
    pub advantage_margin: u8,
}

/// Strength points lost to air defence by the roll of one die [10.2.1] [22.7].
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LossRow {
    /// Of aircraft.
    pub aircraft: [u8; 6],
    /// Of aircraft by the list in the text, where it differs from the chart (R10).
    pub aircraft_in_text: Option<[u8; 6]>,
    /// Of helicopters.
    pub helicopters: [u8; 6],
}

/// Airdrops [4.2.11].
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AirdropTable {
    /// Where it is possible to land [4.26].
    pub terrain: Vec<String>,
    /// Rolls that cost a CEL when nobody has the advantage [4.2.15].
    pub loss_without_advantage_on: Vec<u16>,
    /// Rolls that cost a CEL in an enemy zone [4.26].
    pub loss_in_zone_on: Vec<u16>,
}

/// Airmobile movement [4.2.21].
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AirmobileTable {
    /// Where it is possible to land [4.26].
    pub terrain: Vec<String>,
    /// How far [4.2.24].
    pub range: u16,
    /// Helicopters for each CEL [4.2.23].
    pub ch_per_cel: u8,
    /// Rolls over an enemy hex that turn the flight back [4.2.25].
    pub abort_on: Vec<u16>,
    /// Rolls that cost a CEL too [4.2.25].
    pub loss_on: Vec<u16>,
    /// Helicopters lost by a flight that turns back [4.2.25].
    pub ch_lost_on_abort: u8,
}

/// Special forces [17.2].
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpecTable {
    /// Rolls that destroy a bridge [17.2.2.2].
    pub bridge_destroyed_on: Vec<i16>,
    /// What the enemy beside it changes [17.2.2.2].
    pub bridge_modifier_near_enemy: i16,
    /// Rolls that destroy a headquarters [17.2.3.1].
    pub hq_destroyed_on: Vec<u16>,
    /// Rolls that disrupt it [17.2.3.1].
    pub hq_disrupted_on: Vec<u16>,
    /// Rolls after a mission that eliminate the men [17.3.1].
    pub eliminated_on: Vec<u16>,
    /// After how many turns the others are ready again [17.3.1].
    pub ready_after_turns: u8,
}

/// Nuclear strikes (R46).
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NuclearTable {
    /// The nearest own unit [NUC-2].
    pub safety_distance: u16,
    /// Rolls that cost the second CEL [NUC-3].
    pub second_loss_on: Vec<u16>,
    /// The same in field fortifications [NUC-3].
    pub second_loss_on_fortified: Vec<u16>,
    /// Rolls that disorganise a neighbouring stack [NUC-5].
    pub adjacent_disorganised_on: Vec<u16>,
    /// How long the hex is contaminated [NUC-6].
    pub contamination_turns: u8,
    /// How often the other side may answer so many strikes (R47).
    pub answers: Vec<u8>,
    /// How often at most in the whole campaign (R47).
    pub campaign_maximum: u8,
}

/// The daily rolls of A107 (R57).
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DailyTable {
    /// Rolls that give a CEL back.
    pub strengthen_on: Vec<u16>,
    /// Rolls that cost one.
    pub weaken_on: Vec<u16>,
}

/// The section `[ww3]` of the tables.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ww3Tables {
    /// Hexes that deployed towed artillery may move [8.6.7].
    pub towed_free_hexes: u16,
    /// Stars that count for a side [7.85].
    pub stars_max: usize,
    /// Points of electronic warfare in one action [20.2].
    pub ew_max: u8,
    /// Points for a headquarters of the enemy [11.3.5].
    pub hq_kill_ew: u16,
    /// Rolls of two dice that disorganise [18.1.2] (R24).
    pub disorganised_on: Vec<u16>,
    /// The roll with which nobody surrenders [14.2.6].
    pub surrender_never_on: u16,
    /// Units that enter by a hex without paying more [15.1.5].
    pub entry_free_units: u8,
    /// What every further unit pays [15.1.5].
    pub entry_extra_cost: u16,
    /// What leaving the map costs [15.2.3] (R67).
    pub exit_cost: u16,
    /// What special forces add to an attack from afar [17.2.5.1].
    pub spec_fire_sp: u16,
    /// What a thermobaric shot multiplies the attack by [22.3].
    pub thermobaric_multiplier: u16,
    /// Thermobaric shots of a side in a turn [22.3].
    pub thermobaric_per_turn: u8,
    /// The air war.
    pub air: AirTable,
    /// Losses to air defence, by row.
    pub air_losses: BTreeMap<String, LossRow>,
    /// Airdrops.
    pub airdrop: AirdropTable,
    /// Airmobile movement.
    pub airmobile: AirmobileTable,
    /// Special forces.
    pub spec: SpecTable,
    /// Nuclear strikes.
    pub nuclear: NuclearTable,
    /// The daily rolls.
    pub daily_roll: DailyTable,
}

/// A part of an edge of the map.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EdgeEntry {
    /// Which: `west`, `east`, `north`, `south`.
    pub edge: Spanned<String>,
    /// Its columns, if not all.
    pub columns: Option<[u16; 2]>,
    /// Its rows, if not all.
    pub rows: Option<[u16; 2]>,
}

/// How often each side may strike [NUC-1].
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NuclearEntry {
    /// The coalition.
    #[serde(default)]
    pub coalition: u8,
    /// Russia.
    #[serde(default)]
    pub russia: u8,
    /// The side that may only answer (R47).
    pub answers: Option<String>,
}

/// A row of the calendar [15.1.1] (R50).
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CalendarEntry {
    /// Whose.
    pub side: Spanned<String>,
    /// When.
    pub turn: u8,
    /// Electronic warfare.
    pub ew: u16,
    /// Special forces.
    pub spec: u8,
    /// Aircraft.
    pub air: u8,
    /// Helicopters.
    pub ch: u8,
}

/// Who controls a part of the map at the start (R54).
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ControlBox {
    /// Who.
    pub side: Spanned<String>,
    /// The columns of a box.
    pub columns: Option<[u16; 2]>,
    /// Its rows.
    pub rows: Option<[u16; 2]>,
    /// Or a region of the map.
    pub region: Option<Spanned<String>>,
    /// Or hexes.
    #[serde(default)]
    pub hexes: Vec<Spanned<String>>,
}

/// What scores in a WW3 scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ww3PointKind {
    /// Every hex of a region.
    EachHex,
    /// A region, if every hex of it is held.
    Whole,
    /// Every city hex outside Moscow (R81).
    Cities,
    /// Every airfield.
    Airfields,
}

/// A line of the victory points.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ww3PointEntry {
    /// Whose.
    pub side: Spanned<String>,
    /// What scores.
    pub kind: Ww3PointKind,
    /// The region, where there is one.
    #[serde(default)]
    pub region: String,
    /// What a person calls it.
    #[serde(default)]
    pub name: String,
    /// How much.
    pub value: u16,
    /// The rule.
    pub rule: Spanned<String>,
}

/// How a victory comes at once [MOS-7].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InstantKind {
    /// A regular unit of a faction stands on a hex.
    RegularOn,
    /// A free line from a region to an edge (R55).
    LineToEdge,
}

/// A victory that ends the game at once.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InstantEntry {
    /// Whose.
    pub side: Spanned<String>,
    /// How.
    pub kind: InstantKind,
    /// The hex.
    pub hex: Option<Spanned<String>>,
    /// The faction.
    pub faction: Option<String>,
    /// The region that the line starts in.
    pub from: Option<Spanned<String>>,
    /// The edge that it reaches.
    pub edge: Option<Spanned<String>>,
    /// The rule.
    pub rule: Spanned<String>,
}

/// Reinforcements [15.1.1].
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ww3Reinforcement {
    /// When.
    pub turn: u8,
    /// Which.
    pub units: Vec<Spanned<String>>,
    /// Where.
    pub edges: Vec<EdgeEntry>,
    /// Whether airborne units may land instead [4.2.11].
    #[serde(default)]
    pub airdrop: bool,
    /// Counters that lack a CEL.
    #[serde(default)]
    pub reduced: Vec<Spanned<String>>,
    /// Only when the scenario is played alone [LINK-6].
    #[serde(default)]
    pub alone: bool,
    /// What is reconstructed.
    #[serde(default)]
    pub reconstructed: Vec<String>,
}

/// What a scenario played alone starts with [LINK-6].
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AloneEntry {
    /// Electronic warfare of each side.
    #[serde(default)]
    pub ew: BTreeMap<String, u16>,
}

/// The men of one side in the Harvest Festival [HF-3].
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DuelPool {
    /// Whose.
    pub side: Spanned<String>,
    /// Those that fight.
    pub fighters: Vec<Spanned<String>>,
    /// Headquarters, placed last [HF-7].
    pub headquarters: Vec<Spanned<String>>,
}

/// The placement duel of the Harvest Festival [HF-1].
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DuelEntry {
    /// Where.
    pub region: Spanned<String>,
    /// How often each player has aviation [HF-5].
    pub aviation: u8,
    /// The men.
    pub pool: Vec<DuelPool>,
}

/// The section `[ww3]` of a scenario.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ww3Scenario {
    /// Its place in the campaign (15.1).
    pub order: u8,
    /// Both sides deploy again in a linked game [LINK-4].
    #[serde(default)]
    pub rebuilds: bool,
    /// The factions that take part.
    pub factions: Vec<String>,
    /// Those that need no supply (R40).
    pub exempt: Vec<String>,
    /// Who sets up first (R84).
    pub arranges_first: Spanned<String>,
    /// Whites and Poles are kept apart [A107-5] (R56).
    #[serde(default)]
    pub apart: bool,
    /// The factions with a daily roll [A107-6].
    #[serde(default)]
    pub daily_rolls: Vec<String>,
    /// Units that only land, and only with air advantage [A107-8] (R82).
    #[serde(default)]
    pub landing: Vec<Spanned<String>>,
    /// Units on whose hex an enemy gives way in the set-up [A107-9] (R58).
    #[serde(default)]
    pub displaces: Vec<Spanned<String>>,
    /// The side whose units do not come back when they have left [A113-6] (R83).
    pub stays_away: Option<Spanned<String>>,
    /// Nuclear strikes.
    pub nuclear: NuclearEntry,
    /// Edges over which units come and go [15.2.1].
    pub edges: BTreeMap<String, Vec<EdgeEntry>>,
    /// What it starts with when played alone.
    #[serde(default)]
    pub alone: AloneEntry,
    /// The calendar.
    #[serde(default)]
    pub calendar: Vec<CalendarEntry>,
    /// Pools that hold less than the tracks [TM-5].
    #[serde(default)]
    pub pool_maximum: BTreeMap<String, u8>,
    /// Control at the start.
    #[serde(default)]
    pub control: Vec<ControlBox>,
    /// Victory points.
    #[serde(default)]
    pub points: Vec<Ww3PointEntry>,
    /// Victories that end the game at once.
    #[serde(default)]
    pub instant: Vec<InstantEntry>,
    /// Reinforcements.
    #[serde(default)]
    pub reinforcement: Vec<Ww3Reinforcement>,
    /// The placement duel.
    pub duel: Option<DuelEntry>,
}
