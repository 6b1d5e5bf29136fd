//! The tables and scenarios as they are read from the game's folder.

use board::{Problems, Source};
use hex::{Direction, Mp};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The weather of a turn (SOP-A1).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Weather {
    /// Clear.
    Clear,
    /// Rain.
    Rain,
    /// Frozen ground.
    Frozen,
    /// Snow.
    Snow,
}

impl Weather {
    /// All kinds.
    pub const ALL: [Weather; 4] = [Weather::Clear, Weather::Rain, Weather::Frozen, Weather::Snow];

    /// Its word in the catalogue.
    pub fn word(self) -> &'static str {
        match self {
            Weather::Clear => "weather.clear",
            Weather::Rain => "weather.rain",
            Weather::Frozen => "weather.frozen",
            Weather::Snow => "weather.snow",
        }
    }

    /// Its name in the data.
    pub fn name(self) -> &'static str {
        match self {
            Weather::Clear => "clear",
            Weather::Rain => "rain",
            Weather::Frozen => "frozen",
            Weather::Snow => "snow",
        }
    }
}

/// A value for each kind of weather.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByWeather<T> {
    /// In clear weather.
    pub clear: T,
    /// In rain.
    pub rain: T,
    /// On frozen ground.
    pub frozen: T,
    /// In snow.
    pub snow: T,
}

impl<T> ByWeather<T> {
    /// The value in this weather.
    pub fn get(&self, weather: Weather) -> &T {
        match weather {
            Weather::Clear => &self.clear,
            Weather::Rain => &self.rain,
            Weather::Frozen => &self.frozen,
            Weather::Snow => &self.snow,
        }
    }
}

/// Which units of a side may overrun (5.33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Overruns {
    /// None.
    None,
    /// Foot units only.
    Foot,
    /// All.
    All,
}

/// What a kind of weather does.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeatherEffect {
    /// German overruns (5.33).
    pub german_overrun: Overruns,
    /// Soviet overruns (5.33).
    pub soviet_overrun: Overruns,
    /// Whether there are reaction and exploit phases (SOP-A4).
    pub reaction_and_exploit: bool,
    /// Whether secondary roads exist (5.14).
    pub secondary_roads: bool,
    /// Whether rivers and marshes are frozen (5.13) (5.19).
    pub frozen: bool,
    /// Attacks that one supply unit supports in a phase (6.34).
    pub offensive_support_uses: u8,
}

/// A movement cost in the data: whole or half points.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "f64")]
#[schemars(extend("minimum" = 0, "maximum" = 100, "multipleOf" = 0.5))]
pub struct Cost(#[schemars(with = "f64")] pub Mp);

impl TryFrom<f64> for Cost {
    type Error = String;
    fn try_from(points: f64) -> Result<Cost, String> {
        match (points * 2.0).fract() == 0.0 && (0.0..=100.0).contains(&points) {
            true => Ok(Cost(Mp::fraction((points * 2.0) as u16, 2))),
            false => Err(format!("{points} is not a number of whole or half movement points")),
        }
    }
}

/// A cost for foot and for motorized units.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// On foot.
    pub foot: Cost,
    /// Motorized.
    pub motorized: Cost,
}

/// The terrain effects chart (5.11).
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementTable {
    /// Clear.
    pub clear: Costs,
    /// Forest.
    pub forest: Costs,
    /// Marsh.
    pub marsh: Costs,
    /// City.
    pub city: Costs,
    /// Extra for a river.
    pub river: Costs,
    /// Along a road.
    pub road: Costs,
    /// Extra for Germans who enter an entrenchment.
    pub german_entrenchment: Costs,
    /// Extra for leaving an enemy zone.
    pub zone_exit: Cost,
    /// Extra for an overrun.
    pub overrun: Cost,
    /// What allowances are divided by.
    pub divisor: MovementDivisors,
}

/// What movement allowances are divided by.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementDivisors {
    /// Disrupted (6.82).
    pub disrupted: u16,
    /// Out of supply (7.61).
    pub out_of_supply: u16,
    /// Isolated (7.62).
    pub isolated: u16,
    /// In an exploit phase (5.5).
    pub exploit: u16,
    /// In the Soviet reaction phase (5.45).
    pub soviet_reaction: u16,
    /// German supply units in rain (5.19).
    pub german_supply_in_rain: u16,
}

/// The ratio headings by terrain.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Headings {
    /// Clear.
    pub clear: Vec<[u32; 2]>,
    /// Forest and marsh.
    pub forest: Vec<[u32; 2]>,
    /// City.
    pub city: Vec<[u32; 2]>,
}

/// What strengths are divided by.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StrengthDivisors {
    /// Attacking across a river (6.21).
    pub river: u32,
    /// Armour in a city (6.23).
    pub armour_in_city: u32,
    /// Out of supply (6.24).
    pub out_of_supply: u32,
    /// Isolated (6.25).
    pub isolated: u32,
}

/// A value that holds from a number upwards.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct From {
    /// The number.
    pub from: u8,
    /// The value.
    pub value: u8,
}

/// The value of the last row that a number reaches; 0 below the first.
pub fn value_from(rows: &[From], n: u8) -> u8 {
    rows.iter().rev().find(|r| n >= r.from).map_or(0, |r| r.value)
}

/// Column shifts.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shifts {
    /// German attacks by weather (6.31).
    pub german_weather: ByWeather<i8>,
    /// Soviet attacks by weather (6.31).
    pub soviet_weather: ByWeather<i8>,
    /// Offensive Support (6.33).
    pub offensive_support: i8,
    /// An air point (9.23).
    pub air: i8,
    /// German attacks by Damage (6.35).
    pub damage: Vec<From>,
}

/// Numbers of combat results.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatLimits {
    /// Added to the defence of an entrenchment (6.22).
    pub entrenchment: u32,
    /// Hexes of a German R (6.44).
    pub german_retreat: u8,
    /// Hexes of a Soviet R.
    pub soviet_retreat: u8,
    /// Advance on foot (6.74).
    pub foot_advance: u8,
    /// Advance of Soviet motorized units.
    pub soviet_motorized_advance: u8,
    /// Advance of German motorized units.
    pub german_motorized_advance: u8,
    /// Advance of ski troops (8.52).
    pub ski_advance: u8,
    /// Advance of defenders (6.78).
    pub defender_advance: u8,
    /// From which points on a garrison or factory must lose a step (6.48).
    pub garrison_step_from: u8,
}

/// The combat results table.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatTable {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The codes, one row a die.
    pub rows: Vec<Vec<String>>,
    /// The sides of the die.
    pub die: u16,
    /// The sides of the die of overruns and Katyusha fire.
    pub overrun_die: u16,
    /// The column of Katyusha fire (8.14).
    pub katyusha_column: String,
    /// The result against non-combat units alone (6.18).
    pub noncombat_only: String,
    /// What becomes of a Katyusha that fires (8.14).
    pub katyusha_attacker: String,
    /// The headings.
    pub heading: Headings,
    /// Divisors of strengths.
    pub divisor: StrengthDivisors,
    /// Column shifts.
    pub shift: Shifts,
    /// Numbers of the results.
    pub limit: CombatLimits,
}

/// Limits of reaction (5.42) (5.43).
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReactionTable {
    /// German stacks.
    pub german_stacks: u8,
    /// Soviet tank units.
    pub soviet_tanks: u8,
}

/// Stacking (4.12).
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StackingTable {
    /// Combat units in a hex.
    pub limit: u8,
}

/// A turn of the track.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnEntry {
    /// Its name.
    pub name: String,
    /// Its weather.
    pub weather: Weather,
    /// German air points (9.11).
    pub german_air: u8,
    /// Soviet air points.
    pub soviet_air: u8,
    /// German supply units (7.41).
    pub german_supply_units: u8,
    /// Soviet units reorganized (8.23).
    pub reorganization: u8,
}

/// Attrition numbers by weather; none: no check (7.66).
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attrition {
    /// In clear weather.
    pub clear: Option<i8>,
    /// In rain.
    pub rain: Option<i8>,
    /// On frozen ground.
    pub frozen: Option<i8>,
    /// In snow.
    pub snow: Option<i8>,
}

impl Attrition {
    /// The number in this weather.
    pub fn get(&self, weather: Weather) -> Option<i8> {
        match weather {
            Weather::Clear => self.clear,
            Weather::Rain => self.rain,
            Weather::Frozen => self.frozen,
            Weather::Snow => self.snow,
        }
    }
}

/// Supply numbers.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupplyTable {
    /// German supply lines (7.21).
    pub german_range: u16,
    /// Soviet supply lines (7.22).
    pub soviet_range: u16,
    /// From a rebuilt headquarters (7.53).
    pub rebuilt_range: u16,
    /// Offensive Support (7.44).
    pub offensive_support_range: u16,
    /// Added to the attrition die in a town or city (7.66).
    pub town_modifier: i8,
    /// German attrition.
    pub german_attrition: Attrition,
    /// Soviet attrition.
    pub soviet_attrition: Attrition,
    /// The formations of the snow table by die (7.49).
    pub snow_expend: Vec<[String; 2]>,
    /// Turns until a destroyed headquarters returns, by die (7.52).
    pub headquarters_return: Vec<u8>,
}

/// A German formation.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormationEntry {
    /// Its id on the counters.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Supply units it may have on the map (7.42).
    pub supply_units: u8,
    /// The region of its map edge.
    pub edge: String,
}

/// Soviet morale (8.3).
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoraleTable {
    /// The values of the markers.
    pub markers: Vec<u8>,
    /// Damage from which the German may look (8.34).
    pub look_from: u8,
    /// Damage from which he may demand a redraw (8.38).
    pub redraw_from: u8,
    /// Morale Damage markers in a game (8.35).
    pub damage_markers: u8,
    /// Damage at which they are taken off (8.36).
    pub removed_at: u8,
    /// The die that fails, by Damage (8.35).
    pub fails: Vec<From>,
}

/// Reinforcement numbers.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArrivalTable {
    /// Hexes between a new headquarters and the Germans (10.13).
    pub headquarters_distance: u16,
    /// Hexes between a new unit and the Germans (10.14).
    pub unit_distance: u16,
    /// Units a turn by the north and the south edge (10.16).
    pub edge_quota: u8,
}

/// Ski troops of a turn.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SkiEntry {
    /// The turn.
    pub turn: u8,
    /// The headquarters they belong to.
    pub headquarters: String,
}

/// What happens on single turns.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpecialTable {
    /// The first turn of the Katyusha steps.
    pub katyusha_from: u8,
    /// Ski troops (8.51) (14.22).
    pub ski: Vec<SkiEntry>,
    /// How many markers.
    pub ski_markers: u8,
    /// Their distance from the headquarters.
    pub ski_range: u16,
    /// The first of the additional turns (14.2).
    pub january: u8,
    /// How far the drop hexes may be apart (14.33).
    pub drop_apart: u16,
    /// How near the start line they may not be.
    pub drop_from_start_line: u16,
    /// Added to the landing die in rough hexes (14.34).
    pub landing_modifier: u16,
    /// The highest die that lands on target.
    pub lands_at: u16,
    /// The highest die that scatters.
    pub scatters_to: u16,
    /// The scatter diagram by die.
    pub scatter: Vec<String>,
    /// Hexes between partisans and German combat units (14.43).
    pub partisan_distance: u16,
    /// How far they supply (14.44).
    pub partisan_range: u16,
}

/// A row of a scale of victory.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScaleRow {
    /// From this total on.
    pub from: u8,
    /// The result.
    pub result: String,
}

/// Victory numbers (12.0).
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictoryTable {
    /// How near the line of VC-2 no German unit may be.
    pub clear_distance: u16,
    /// Damage added for cities (VC-4).
    pub city_bonus: BTreeMap<String, u8>,
    /// Damage taken off for German losses (VC-5).
    pub losses: Vec<From>,
    /// The scales (VC-6).
    pub scale: BTreeMap<String, Vec<ScaleRow>>,
}

/// All tables of the game.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// Combat.
    pub combat: CombatTable,
    /// Movement.
    pub movement: MovementTable,
    /// Reaction.
    pub reaction: ReactionTable,
    /// Stacking.
    pub stacking: StackingTable,
    /// Weather effects.
    pub weather: ByWeather<WeatherEffect>,
    /// The weather by die and turn (13.22).
    pub variable_weather: BTreeMap<String, Vec<Weather>>,
    /// The turn track.
    pub turn: Vec<TurnEntry>,
    /// Supply.
    pub supply: SupplyTable,
    /// Formations.
    pub formation: Vec<FormationEntry>,
    /// Morale.
    pub morale: MoraleTable,
    /// Reinforcements.
    pub arrival: ArrivalTable,
    /// Single turns.
    pub special: SpecialTable,
    /// Victory.
    pub victory: VictoryTable,
}

impl Tables {
    /// Reads the tables and checks that they fit together.
    pub fn load(source: &Source) -> Result<Tables, Problems> {
        source.parse_checked(Tables::mistakes)
    }

    fn mistakes(&self) -> Vec<String> {
        let mut found = Vec::new();
        let columns = self.combat.columns.len();
        let heading = &self.combat.heading;
        for (name, ratios) in
            [("clear", &heading.clear), ("forest", &heading.forest), ("city", &heading.city)]
        {
            if ratios.len() != columns || ratios.iter().any(|r| r[1] == 0) {
                found.push(format!("combat.heading.{name}: expected {columns} ratios"));
            }
        }
        let rows = &self.combat.rows;
        let dice = usize::from(self.combat.overrun_die.max(self.combat.die));
        if rows.len() != dice || rows.iter().any(|r| r.len() != columns) || columns == 0 {
            found.push(format!("combat.rows: expected {dice} rows of {columns} results"));
        }
        for code in rows.iter().flatten().chain([&self.combat.noncombat_only]) {
            if crate::result::Outcomes::read(code).is_none() {
                found.push(format!("combat.rows: \"{code}\" is no result"));
            }
        }
        if crate::result::Part::read(&self.combat.katyusha_attacker).is_none() {
            found.push(String::from("combat.katyusha_attacker: no result"));
        }
        if !self.combat.columns.contains(&self.combat.katyusha_column) {
            found.push(String::from("combat.katyusha_column: no such column"));
        }
        if self.turn.is_empty() || self.formation.is_empty() {
            found.push(String::from("expected at least one turn and one formation"));
        }
        for row in self.supply.snow_expend.iter().flatten() {
            if !self.formation.iter().any(|f| f.id == *row) {
                found.push(format!("supply.snow_expend: unknown formation \"{row}\""));
            }
        }
        self.die_tables(&mut found);
        found
    }

    /// Tables that are read by the six-sided die have six rows.
    fn die_tables(&self, found: &mut Vec<String>) {
        let die = usize::from(self.combat.die);
        let rows = [
            ("supply.snow_expend", self.supply.snow_expend.len()),
            ("supply.headquarters_return", self.supply.headquarters_return.len()),
            ("special.scatter", self.special.scatter.len()),
            ("variable_weather", self.variable_weather.len()),
        ];
        for (name, n) in rows {
            if n != die {
                found.push(format!("{name}: expected {die} rows, found {n}"));
            }
        }
        for name in &self.special.scatter {
            if scatter_direction(name).is_none() {
                found.push(format!("special.scatter: unknown direction \"{name}\""));
            }
        }
        let divisors = [
            self.combat.divisor.river,
            self.combat.divisor.armour_in_city,
            self.combat.divisor.out_of_supply,
            self.combat.divisor.isolated,
        ];
        if divisors.contains(&0) {
            found.push(String::from("combat.divisor: nothing can be divided by 0"));
        }
        let d = &self.movement.divisor;
        let halves = [d.disrupted, d.out_of_supply, d.isolated, d.exploit, d.soviet_reaction];
        if halves.contains(&0) || d.german_supply_in_rain == 0 {
            found.push(String::from("movement.divisor: nothing can be divided by 0"));
        }
        if self.morale.markers.is_empty() {
            found.push(String::from("morale.markers: expected at least one"));
        }
    }
}

/// A direction of the scatter diagram by its name.
pub fn scatter_direction(name: &str) -> Option<Direction> {
    Some(match name {
        "north" => Direction::NORTH,
        "north-east" => Direction::UP_RIGHT,
        "south-east" => Direction::DOWN_RIGHT,
        "south" => Direction::SOUTH,
        "south-west" => Direction::DOWN_LEFT,
        "north-west" => Direction::UP_LEFT,
        _ => return None,
    })
}
