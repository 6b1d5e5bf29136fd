//! The tables and scenarios as they are read from the game's folder.

use board::{OptionEntry, Problem, Problems, Source};
use engine::Rule;
use hex::{Direction, Directions, Mp};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The weather of a turn [WEA].
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, Deserialize, schemars::JsonSchema,
)]
pub enum Weather {
    /// Everything as written [WEA-3].
    #[serde(rename = "F")]
    Fair,
    /// Every hex is rough for the Germans [WEA-4].
    #[serde(rename = "M")]
    Mud,
    /// As fair, but rivers and swamps are frozen [WEA-5].
    #[serde(rename = "H")]
    HardFrost,
    /// As mud, but all water but the Gulf is frozen [WEA-6].
    #[serde(rename = "S")]
    Snow,
}

impl Weather {
    /// All of them, in the order of the columns of the tables.
    pub const ALL: [Weather; 4] = [Weather::Fair, Weather::Mud, Weather::HardFrost, Weather::Snow];

    /// The letter of the tables.
    pub fn letter(self) -> char {
        match self {
            Weather::Fair => 'F',
            Weather::Mud => 'M',
            Weather::HardFrost => 'H',
            Weather::Snow => 'S',
        }
    }

    /// From the letter of the tables.
    pub fn from_letter(letter: char) -> Option<Weather> {
        Weather::ALL.into_iter().find(|w| w.letter() == letter)
    }

    /// Its place in the columns of the tables.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The rule that says what it does.
    pub fn rule(self) -> Rule {
        match self {
            Weather::Fair => rule!("WEA-3"),
            Weather::Mud => rule!("WEA-4"),
            Weather::HardFrost => rule!("WEA-5"),
            Weather::Snow => rule!("WEA-6"),
        }
    }

    /// Its word in the catalogue.
    pub fn word(self) -> &'static str {
        match self {
            Weather::Fair => "weather.fair",
            Weather::Mud => "weather.mud",
            Weather::HardFrost => "weather.hard-frost",
            Weather::Snow => "weather.snow",
        }
    }
}

/// A movement cost in the data: whole or half movement factors.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "f64")]
#[schemars(extend("minimum" = 0, "maximum" = 100, "multipleOf" = 0.5))]
pub struct Cost(#[schemars(with = "f64")] pub Mp);

impl TryFrom<f64> for Cost {
    type Error = String;
    fn try_from(factors: f64) -> Result<Cost, String> {
        match (factors * 2.0).fract() == 0.0 && (0.0..=100.0).contains(&factors) {
            true => Ok(Cost(Mp::fraction((factors * 2.0) as u16, 2))),
            false => Err(format!("{factors} is not a number of whole or half factors")),
        }
    }
}

/// Costs by weather, in the order F M H S.
pub type ByWeather = [Cost; 4];

/// What it costs to enter each kind of terrain.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainCosts {
    /// Clear ground.
    pub clear: ByWeather,
    /// Swamp.
    pub swamp: ByWeather,
    /// Forest.
    pub forest: ByWeather,
    /// Hills.
    pub hills: ByWeather,
    /// Along a road; supply has no such row.
    pub road: Option<ByWeather>,
    /// A frozen lake; none: never.
    pub lake: Option<Cost>,
}

/// Movement costs by who moves.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementCosts {
    /// German units.
    pub german: TerrainCosts,
    /// Russian units.
    pub russian: TerrainCosts,
    /// Finnish units.
    pub finnish: TerrainCosts,
}

/// Something by printed movement factor.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "BTreeMap<String, T>", bound = "T: Copy + Default + Deserialize<'de>")]
pub struct ByFactor<T: Copy + Default>(Vec<T>);

impl<T: Copy + Default> ByFactor<T> {
    /// What the table says of a factor; nothing where it says nothing.
    pub fn of(&self, factor: u8) -> T {
        self.0.get(usize::from(factor)).copied().unwrap_or_default()
    }
}

impl<T: Copy + Default> TryFrom<BTreeMap<String, T>> for ByFactor<T> {
    type Error = String;

    fn try_from(rows: BTreeMap<String, T>) -> Result<ByFactor<T>, String> {
        let mut all = Vec::new();
        for (factor, value) in rows {
            let number = factor.parse::<u8>();
            let number = number.map_err(|_| format!("\"{factor}\" is no movement factor"))?;
            all.resize(all.len().max(usize::from(number) + 1), T::default());
            all[usize::from(number)] = value;
        }
        Ok(ByFactor(all))
    }
}

/// Allowances in the first and the second impulse, by printed movement factor.
pub type Impulses = ByFactor<[u8; 2]>;

/// Allowances by supply state.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allowances {
    /// Supplied [SUP-4].
    pub supplied: Impulses,
    /// Unsupplied [SUP-5].
    pub unsupplied: Impulses,
    /// Isolated [SUP-6].
    pub isolated: Impulses,
}

/// All allowances.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AllowanceTable {
    /// German units; Finns use the supplied row [FIN-3].
    pub german: Allowances,
    /// Russian units as printed.
    pub russian: Allowances,
    /// Russian units in thirds (R8).
    pub russian_thirds: Allowances,
    /// The second impulse at a third (R7).
    pub second_impulse_third: SecondImpulse,
    /// Partisans [MOV-6].
    pub partisan: PartisanAllowance,
}

/// The alternative second impulse.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondImpulse {
    /// By printed movement factor.
    pub supplied: ByFactor<u8>,
}

/// What partisans move.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartisanAllowance {
    /// In the first and the second impulse.
    pub always: [u8; 2],
}

/// What a result does to one side beyond retreats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// All are eliminated [CRT-2].
    Eliminated,
    /// At least the defence factors that were used are lost [CRT-3].
    LosesFactors,
}

/// What a result of the table means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ResultEffect {
    /// What happens to the attackers.
    pub attacker: Option<Loss>,
    /// What happens to the defenders.
    pub defender: Option<Loss>,
    /// How far the attackers retreat.
    pub attacker_retreats: u8,
    /// How far the defenders retreat.
    pub defender_retreats: u8,
}

/// The combat results table.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatTable {
    /// The headings of the columns.
    pub columns: Vec<String>,
    /// The lowest ratio of each column.
    pub ratios: Vec<[u32; 2]>,
    /// The worst ratio that is printed, and what an attack below it comes to by option (R26).
    pub lowest_ratio: [u32; 2],
    /// The code of such an attack.
    pub below_the_table: String,
    /// The best column against partisans alone.
    pub partisan_column: String,
    /// The codes, one row a die.
    pub rows: Vec<Vec<String>>,
    /// What the codes mean.
    pub result: BTreeMap<String, ResultEffect>,
}

/// Die modifiers of demoralisation [DEM-2].
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Demoralization {
    /// Added to Russian combat dice.
    pub russian: i8,
    /// Added to German combat dice.
    pub german: i8,
}

/// The weather table.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeatherTable {
    /// Six letters for each turn that rolls.
    pub table: BTreeMap<String, String>,
    /// The weather of turns that do not roll.
    pub otherwise: Weather,
    /// In which weather rivers double the defence.
    pub river_doubling: String,
    /// In which weather lakes are frozen.
    pub frozen_lakes: String,
    /// In which weather paratroops drop.
    pub paratroop_drop: String,
}

/// Multipliers of the defence.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DefenceTable {
    /// In hills.
    pub hills: u32,
    /// Attacked only from river hexes.
    pub river: u32,
    /// In a full fort.
    pub full_fort: u32,
    /// In a half fort attacked only across fortified sides.
    pub half_fort: u32,
    /// Replacement counters in a city.
    pub replacement_in_city: u32,
}

/// Supply numbers.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupplyTable {
    /// Times the movement factor.
    pub supplied_reach: u16,
    /// Times the movement factor.
    pub unsupplied_reach: u16,
    /// For Finns to attack.
    pub finnish_reach: u16,
    /// Path costs.
    pub cost: SupplyCosts,
    /// Factors a city feeds.
    pub city: BTreeMap<String, u32>,
}

/// Supply path costs.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupplyCosts {
    /// German.
    pub german: TerrainCosts,
    /// Russian.
    pub russian: TerrainCosts,
}

/// Stacking limits.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StackingTable {
    /// German units of any type.
    pub german_units: usize,
    /// Russian line units.
    pub russian_line_units: usize,
    /// Russian armour units.
    pub russian_armour: usize,
    /// Replacement counters.
    pub replacement_counters: usize,
}

/// Rail quotas a player turn.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RailTable {
    /// German units.
    pub german_units: u8,
    /// Russian units.
    pub russian_units: u8,
}

/// Russian replacements.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RussianReplacements {
    /// On the east edge.
    pub east: u8,
    /// In Moscow.
    #[serde(rename = "Moscow")]
    pub moscow: u8,
    /// In Voronezh or on the south edge east of it.
    pub voronezh: u8,
    /// In Leningrad.
    #[serde(rename = "Leningrad")]
    pub leningrad: u8,
    /// What an isolated city gives.
    pub isolated_city: u8,
    /// What the loss of Tikhvin costs.
    pub tikhvin_loss: u8,
    /// Cavalry units a turn.
    pub cavalry_units: u8,
    /// Armour units a turn.
    pub armour_units: u8,
}

/// German replacements.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GermanReplacements {
    /// The first turn that brings any.
    pub from_turn: u8,
    /// Infantry factors a turn.
    pub infantry: u8,
    /// Armour and motorised factors a turn.
    pub mobile: u8,
}

/// Replacements of both sides.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Replacements {
    /// Russian.
    pub russian: RussianReplacements,
    /// German.
    pub german: GermanReplacements,
}

/// Paratroop drops.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ParatroopTable {
    /// Counters a unit drops as.
    pub counters: u8,
    /// Hexes from a Russian unit.
    pub from_a_russian_unit: u16,
    /// Hexes from Moscow.
    pub from_moscow: u16,
    /// Units a turn.
    pub units_a_turn: u8,
}

/// Fortifications.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FortTable {
    /// The sides of a half fort that are fortified.
    pub half_fort_sides: Vec<String>,
}

/// The names of the directions on this sheet.
const DIRECTIONS: [(&str, Direction); 6] = [
    ("east", Direction::EAST),
    ("south-east", Direction::SOUTH_EAST),
    ("south-west", Direction::SOUTH_WEST),
    ("west", Direction::WEST),
    ("north-west", Direction::NORTH_WEST),
    ("north-east", Direction::NORTH_EAST),
];

/// Victory numbers.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictoryTable {
    /// Turns in a row.
    pub consecutive_turns: u8,
}

/// All tables of the game.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// Combat results.
    pub combat: CombatTable,
    /// Demoralisation.
    pub demoralization: Demoralization,
    /// Weather.
    pub weather: WeatherTable,
    /// Movement costs.
    pub movement_cost: MovementCosts,
    /// Defence multipliers.
    pub defence: DefenceTable,
    /// Movement allowances.
    pub allowance: AllowanceTable,
    /// Supply.
    pub supply: SupplyTable,
    /// Stacking.
    pub stacking: StackingTable,
    /// Rail.
    pub rail: RailTable,
    /// Replacements.
    pub replacements: Replacements,
    /// Paratroops.
    pub paratroops: ParatroopTable,
    /// Fortifications.
    pub fortification: FortTable,
    /// Victory.
    pub victory: VictoryTable,
}

impl Tables {
    /// Reads the tables and checks that they fit together.
    pub fn load(source: &Source) -> Result<Tables, Problems> {
        source.parse_checked(Tables::mistakes)
    }

    /// The fortified sides of a half fort [FOR-1].
    pub fn half_fort_sides(&self) -> Directions {
        let named = |name: &String| DIRECTIONS.iter().find(|(n, _)| n == name).map(|(_, d)| *d);
        let sides: Vec<Direction> =
            self.fortification.half_fort_sides.iter().filter_map(named).collect();
        Directions::of(&sides)
    }

    fn mistakes(&self) -> Vec<String> {
        let mut found = Vec::new();
        for name in &self.fortification.half_fort_sides {
            if !DIRECTIONS.iter().any(|(n, _)| n == name) {
                let hint = board::hint(name, DIRECTIONS.iter().map(|(n, _)| *n));
                found.push(format!("fortification.half_fort_sides: unknown side \"{name}\"{hint}"));
            }
        }
        let columns = self.combat.columns.len();
        if self.combat.ratios.len() != columns || columns == 0 {
            found.push(format!("combat: expected one ratio for each of the {columns} columns"));
        }
        if self.combat.rows.len() != 6 || self.combat.rows.iter().any(|r| r.len() != columns) {
            found.push(format!("combat.rows: expected six rows of {columns} results"));
        }
        for code in self.combat.rows.iter().flatten().chain([&self.combat.below_the_table]) {
            if !self.combat.result.contains_key(code) {
                found.push(format!(
                    "combat.rows: the result \"{code}\" is not explained in combat.result"
                ));
            }
        }
        if !self.combat.columns.contains(&self.combat.partisan_column) {
            found.push(format!(
                "combat.partisan_column: no column \"{}\"",
                self.combat.partisan_column
            ));
        }
        for (turn, letters) in &self.weather.table {
            if letters.chars().filter_map(Weather::from_letter).count() != 6 {
                found.push(format!("weather.table: \"{turn}\" needs six letters of F M H S"));
            }
        }
        for city in ["Moscow", "Leningrad"] {
            if !self.supply.city.contains_key(city) {
                found.push(format!("supply.city: expected a limit for {city}"));
            }
        }
        found
    }
}

/// A unit of the set-up.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupEntry {
    /// Which.
    pub unit: board::Spanned<String>,
    /// Its hex, if it is fixed.
    pub hex: Option<board::Spanned<String>>,
    /// The letter of the map key.
    #[serde(default)]
    pub key: String,
    /// Where it may be put, if it is free.
    pub zone: Option<board::Spanned<String>>,
    /// Where history put it.
    pub suggested: Option<board::Spanned<String>>,
}

/// A group of reinforcements.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReinforcementEntry {
    /// Whose.
    pub side: String,
    /// The turn they come.
    pub turn: Option<u8>,
    /// Or the event after which they come.
    #[serde(default)]
    pub after: String,
    /// The region they come in.
    pub place: board::Spanned<String>,
    /// Which.
    pub units: Vec<board::Spanned<String>>,
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
    /// The names of the turns.
    pub turns: Vec<String>,
    /// The scenario whose set-up it uses.
    pub inherits: Option<String>,
    /// The scenario whose final position it may begin from.
    pub carries_on: Option<String>,
    /// Its switches.
    #[serde(default)]
    pub option: Vec<OptionEntry>,
    /// Its set-up.
    #[serde(default)]
    pub setup: Vec<SetupEntry>,
    /// Its reinforcements.
    #[serde(default)]
    pub reinforcement: Vec<ReinforcementEntry>,
}

impl Scenario {
    /// Reads a scenario file.
    pub fn load(source: &Source) -> Result<Scenario, Problem> {
        let scenario: Scenario = source.parse()?;
        let turns = scenario.turns.len();
        match turns == usize::from(scenario.last_turn) && scenario.first_turn >= 1 {
            true => Ok(scenario),
            false => Err(source.problem_anywhere(format!(
                "turns: expected {} names, found {turns}",
                scenario.last_turn
            ))),
        }
    }
}
