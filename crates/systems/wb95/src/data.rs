//! The tables and scenarios as they are read from the game's folder.

use crate::own::{Beside, Section};
use crate::variant::Variant;
use board::{Problems, Source, Spanned};
use hex::Mp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The numbers of the family [core]: what a sister game may have otherwise. Those of chapters that only some books have may
/// be missing.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Core {
    /// CELs of one side in a hex at the end of a phase [3.2.1].
    pub stack_limit: u16,
    /// For leaving a hex in an enemy zone [4.2.6].
    pub zoc_exit_cost: u16,
    /// Hexes that artillery reaches [6.1.2].
    pub artillery_range: u16,
    /// For changing the set-up of artillery [6.2.4].
    pub artillery_setup_change_cost: u16,
    /// For each overrun artillery counter [6.1.7].
    pub overrun_cost_per_artillery: u16,
    /// More for a fortified hex [6.1.7].
    pub overrun_cost_fortified_extra: u16,
    /// What lone artillery defends with [6.6.3].
    pub lone_towed_artillery_defence_sp: u16,
    /// Barrage [6.5.3].
    #[serde(default)]
    pub barrage_strength_multiplier: u16,
    /// Barrage [6.5.4].
    #[serde(default)]
    pub barrage_min_artillery_per_hex: usize,
    /// Barrage [6.5.6].
    #[serde(default)]
    pub barrage_silent_combat_phases: u8,
    /// Fixed positions [7.2.2].
    #[serde(default)]
    pub fixed_position_cm: u8,
    /// Fixed positions [7.2.6].
    #[serde(default)]
    pub fixed_position_discount: u8,
    /// Air attacks on objects [8.2.10].
    #[serde(default)]
    pub air_object_min_sp: u16,
    /// Movement disorganisation [8.2.12].
    #[serde(default)]
    pub air_interdiction_min_sp: u16,
    /// Supply missions [8.2.23].
    #[serde(default)]
    pub air_supply_min_sp: u16,
    /// River crossing attacks [8.2.17].
    #[serde(default)]
    pub river_crossing_attacks_per_sp: u16,
    /// How often the terrain is subtracted from fire [6.4.2] [8.2.7].
    pub terrain_multiplier_for_fire: u16,
    /// What an HQ pays for terrain that is closed to trucks [9.1.3].
    pub hq_rough_entry_cost: u16,
    /// The columns that a lost HQ gives the enemy [9.1.6].
    #[serde(default)]
    pub hq_lost_enemy_cm_pool: u8,
    /// For how many Combat Phases [9.1.6].
    #[serde(default)]
    pub hq_lost_pool_combat_phases: u8,
    /// Within how many hexes [9.1.7].
    #[serde(default)]
    pub hq_lost_pool_radius: u16,
    /// What an HQ changes the roll by [9.2.1].
    pub hq_die_modifier: i16,
    /// Levels regained in a Supply Phase [10.2.7].
    #[serde(default)]
    pub oos_recovery_per_supply_phase: u8,
    /// Levels gained in a Supply Phase without supply (R27).
    pub oos_step_per_unsupplied_phase: u8,
    /// Zones for each phase of delay [11.2.2].
    #[serde(default)]
    pub entry_zone_shift_per_delay: usize,
    /// Movement points less in strategic movement [12.2.3].
    pub strategic_penalty: u16,
    /// Counters of a formation for each column [13.1.2].
    pub concentration_group: usize,
    /// Columns for each group [13.1.2].
    pub concentration_cm: u8,
    /// Destroying a bridge over a river [14.2.1].
    pub bridge_destroy_cost_river: u16,
    /// Rebuilding it [14.2.2].
    pub bridge_rebuild_cost_river: u16,
    /// Destroying a bridge over a big river [14.3.1].
    pub bridge_destroy_cost_big_river: u16,
    /// A resilience group [15.2.3].
    #[serde(default)]
    pub resilience_cm: u8,
    /// Volkssturm [15.3.1].
    #[serde(default)]
    pub volkssturm_cm: u8,
    /// Fortification units [15.4.1].
    #[serde(default)]
    pub fortification_unit_cm: u8,
    /// A star [15.1.3].
    pub star_cm: u8,
    /// HQ ranges by nation [9.2.2].
    pub hq_range: BTreeMap<String, u16>,
    /// Supply movement points by nation [10.1.7].
    pub supply_mp: BTreeMap<String, u16>,
    /// Morale limits [5.6.2].
    #[serde(default)]
    pub morale: BTreeMap<String, u16>,
}

/// What one side suffers by a cell of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Part {
    /// Hexes to retreat; 0 for none.
    pub retreat: u8,
    /// CELs lost.
    pub loss: u8,
    /// Disorganised.
    pub disorganised: bool,
    /// A disorganisation test.
    pub test: bool,
    /// The object is destroyed.
    pub destroyed: bool,
}

impl Part {
    /// Reads such as `R2 L1 D`.
    pub fn read(text: &str) -> Result<Part, String> {
        let mut part = Part::default();
        for word in text.split_whitespace() {
            let number =
                || word[1..].parse::<u8>().map_err(|_| format!("\"{word}\" in \"{text}\""));
            match word.chars().next() {
                Some('0') => {}
                Some('R') => part.retreat = number()?,
                Some('L') => part.loss = number()?,
                Some('D') => part.disorganised = true,
                Some('T') => part.test = true,
                Some('X') => part.destroyed = true,
                _ => return Err(format!("\"{word}\" in \"{text}\" is no result")),
            }
        }
        Ok(part)
    }
}

/// A cell of the combat table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// As printed.
    pub printed: String,
    /// What the attacker suffers.
    pub attacker: Part,
    /// What the defender suffers.
    pub defender: Part,
}

/// The combat table [5.2.1].
#[derive(Clone, Debug)]
pub struct CombatTable {
    /// The headings of the columns.
    pub columns: Vec<String>,
    /// The cells by roll from 2 to 12, then by column.
    pub rows: Vec<Vec<Cell>>,
}

impl CombatTable {
    /// The cell for a modified roll; below 2 is read as 2, above 12 as 12 (R4).
    pub fn cell(&self, roll: i16, column: usize) -> &Cell {
        &self.rows[(roll.clamp(2, 12) - 2) as usize][column]
    }
}

/// A row of a fire table [6.4.2] [8.2.6].
#[derive(Clone, Debug)]
pub struct FireRow {
    /// The heading.
    pub sp: String,
    /// The lowest strength.
    pub min: u16,
    /// The highest.
    pub max: u16,
    /// As printed, by roll from 2.
    pub printed: Vec<String>,
    /// What the target suffers.
    pub cells: Vec<Part>,
}

/// A fire table.
#[derive(Clone, Debug)]
pub struct FireTable(pub Vec<FireRow>);

impl FireTable {
    /// The row for a strength; `None` for nothing left (R19).
    pub fn row(&self, sp: i32) -> Option<usize> {
        self.0.iter().position(|r| i32::from(r.min) <= sp && sp <= i32::from(r.max))
    }
}

/// How a line of the terrain chart counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CostKind {
    /// The cost of the hex.
    Base,
    /// Added to it.
    Add,
    /// Instead of everything.
    Road,
}

/// A line of the terrain chart [3.1.11].
#[derive(Clone, Debug)]
pub struct TerrainLine {
    /// The word on the map.
    pub id: String,
    /// How it counts.
    pub kind: CostKind,
    /// Costs of trucked, tracked and non-motorised units; `None` for closed.
    pub cost: [Option<Mp>; 3],
    /// Columns for the defender.
    pub cm: u8,
    /// The attacker's total is halved (R12).
    pub attacker_halved: bool,
    /// An HQ may enter although trucks may not [9.1.3].
    pub rough: bool,
    /// No field fortifications [7.1.8].
    pub no_fortification: bool,
    /// Its columns count against fire [6.4.2].
    pub shields: bool,
    /// Which columns of the chart have the extra hex of footnote 2.
    pub extra_hex: [bool; 3],
    /// Nothing else that lies in the hex counts.
    pub alone: bool,
    /// Supply is carried along it for nothing [10.1.5].
    pub carries_supply: bool,
}

/// All tables of the game.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The numbers.
    pub core: Core,
    /// Combat.
    pub combat: CombatTable,
    /// Air attack.
    pub air_attack: FireTable,
    /// Artillery fire.
    pub artillery_fire: FireTable,
    /// Attack on objects.
    pub objects: FireTable,
    /// Bomber attack, where bombers have a table of their own [21].
    pub bomber_attack: Option<FireTable>,
    /// Terrain.
    pub terrain: Vec<TerrainLine>,
    /// The chapters that the game adds to the core.
    pub variant: Variant,
}

/// The tables of a game of the WB-95 family.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[serde(bound = "O: Section")]
#[schemars(bound = "O: Section")]
pub struct TablesFile<O> {
    /// The numbers of the family.
    core: Core,
    /// The combat table [5.2.1].
    combat: CombatFile,
    /// Air attacks [8.2.6].
    air_attack: Vec<FireFile>,
    /// Artillery fire [6.4.2].
    artillery_fire: Vec<FireFile>,
    /// Attacks on bridges and other objects [8.2.10].
    attack_on_objects: Vec<FireFile>,
    /// The table of bombers, where they have one of their own [21].
    bomber_attack: Option<Vec<FireFile>>,
    /// The terrain chart [3.1.11].
    terrain: Vec<TerrainFile>,
    /// The chapters that the game adds to the core.
    #[serde(default)]
    variant: Beside<O, Variant>,
}

/// The combat table [5.2.1].
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct CombatFile {
    /// The headings of the columns.
    columns: Vec<String>,
    /// A row for each roll of two dice, from 2 to 12.
    row: Vec<CombatRow>,
}

/// A row of the combat table.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct CombatRow {
    /// The modified roll of two dice.
    roll: Spanned<u16>,
    /// Its cells as printed.
    printed: Vec<String>,
    /// Its cells as they are read: what the attacker suffers, `/`, what the defender suffers; see
    /// the book.
    cells: Vec<Spanned<String>>,
}

/// A row of a fire table.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct FireFile {
    /// The heading.
    sp: Spanned<String>,
    /// The lowest strength.
    min: u16,
    /// The highest strength.
    max: u16,
    /// Its eleven cells as printed, by roll from 2.
    printed: Vec<String>,
    /// What the target suffers, as in the combat table.
    cells: Vec<String>,
}

/// A line of the terrain chart [3.1.11].
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct TerrainFile {
    /// The word on the map.
    id: String,
    /// How it counts.
    kind: CostKind,
    /// The cost for trucked units: `2`, `1/3` or `no`.
    trucked: Spanned<String>,
    /// The cost for tracked units.
    tracked: Spanned<String>,
    /// The cost for non-motorised units.
    foot: Spanned<String>,
    /// Columns for the defender.
    cm: u8,
    /// The attacker's total is halved (R12).
    #[serde(default)]
    attacker_halved: bool,
    /// An HQ may enter although trucks may not [9.1.3].
    #[serde(default)]
    rough: bool,
    /// No field fortifications [7.1.8].
    #[serde(default)]
    no_fortification: bool,
    /// Its columns count against fire [6.4.2].
    #[serde(default)]
    shields: bool,
    /// Which columns have the extra hex of footnote 2: `trucked`, `tracked`, `foot`.
    #[serde(default)]
    extra_hex: Vec<String>,
    /// Nothing else that lies in the hex counts.
    #[serde(default)]
    alone: bool,
    /// Supply is carried along it for nothing [10.1.5].
    #[serde(default = "yes")]
    carries_supply: bool,
}

fn yes() -> bool {
    true
}

impl Tables {
    /// Reads the tables and checks that they fit together; the section of a book beside them.
    pub fn load<O: Section>(source: &Source) -> Result<(Tables, Option<O>), Problems> {
        let file: TablesFile<O> = source.parse()?;
        let mut problems = Problems::new();
        let combat = combat(source, file.combat, &mut problems);
        let mut fire = |rows: Vec<FireFile>| fire_table(source, rows, &mut problems);
        let air_attack = fire(file.air_attack);
        let artillery_fire = fire(file.artillery_fire);
        let objects = fire(file.attack_on_objects);
        let bomber_attack = file.bomber_attack.map(fire);
        let terrain = file.terrain.into_iter().map(|t| terrain(source, t, &mut problems)).collect();
        let tables = Tables {
            core: file.core,
            combat,
            air_attack,
            artillery_fire,
            objects,
            bomber_attack,
            terrain,
            variant: file.variant.rest,
        };
        problems.or(Some((tables, file.variant.own)))
    }

    /// The line of a word of the chart.
    pub fn line(&self, id: &str) -> Option<&TerrainLine> {
        self.terrain.iter().find(|t| t.id == id)
    }
}

fn combat(source: &Source, file: CombatFile, problems: &mut Problems) -> CombatTable {
    let width = file.columns.len();
    let mut rows = Vec::new();
    for (i, row) in file.row.into_iter().enumerate() {
        if usize::from(*row.roll.get_ref()) != i + 2 || row.cells.len() != width {
            let message = format!("combat: expected a row for the roll {} of {width} cells", i + 2);
            problems.push(source.problem(row.roll.span(), message));
        }
        let cells = row.cells.iter().zip(&row.printed).filter_map(|(cell, printed)| {
            let text = cell.get_ref();
            let (a, d) = text.split_once('/').unwrap_or((text, "?"));
            let parts = Part::read(a).and_then(|a| Ok((a, Part::read(d)?)));
            let (attacker, defender) =
                problems.keep(parts.map_err(|e| source.problem(cell.span(), e)))?;
            Some(Cell { printed: printed.clone(), attacker, defender })
        });
        rows.push(cells.collect());
    }
    if rows.len() != 11 {
        problems.push(source.problem_anywhere("combat: expected a row for each roll from 2 to 12"));
    }
    CombatTable { columns: file.columns, rows }
}

fn fire_table(source: &Source, rows: Vec<FireFile>, problems: &mut Problems) -> FireTable {
    let mut table = Vec::new();
    for row in rows {
        let cells: Result<Vec<Part>, String> = row.cells.iter().map(|c| Part::read(c)).collect();
        let fits = row.printed.len() == 11 && row.cells.len() == 11;
        let cells = cells.and_then(|c| fits.then_some(c).ok_or("expected eleven cells".into()));
        if let Some(cells) = problems.keep(cells.map_err(|e| source.problem(row.sp.span(), e))) {
            let (min, max) = (row.min, row.max);
            let sp = row.sp.into_inner();
            table.push(FireRow { sp, min, max, printed: row.printed, cells });
        }
    }
    FireTable(table)
}

fn terrain(source: &Source, file: TerrainFile, problems: &mut Problems) -> TerrainLine {
    let mut cost = |text: &Spanned<String>| {
        let read = read_cost(text.get_ref()).map_err(|e| source.problem(text.span(), e));
        problems.keep(read).flatten()
    };
    let cost = [cost(&file.trucked), cost(&file.tracked), cost(&file.foot)];
    let extra = |name: &str| file.extra_hex.iter().any(|n| n == name);
    TerrainLine {
        kind: file.kind,
        cost,
        cm: file.cm,
        attacker_halved: file.attacker_halved,
        rough: file.rough,
        no_fortification: file.no_fortification,
        shields: file.shields,
        extra_hex: [extra("trucked"), extra("tracked"), extra("foot")],
        alone: file.alone,
        carries_supply: file.carries_supply,
        id: file.id,
    }
}

/// `2`, `1/3`, or `no`.
fn read_cost(text: &str) -> Result<Option<Mp>, String> {
    if text == "no" {
        return Ok(None);
    }
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    match (numerator.parse::<u16>(), denominator.parse::<u16>()) {
        (Ok(n), Ok(d)) if d > 0 && (n * 60).is_multiple_of(d) => Ok(Some(Mp::fraction(n, d))),
        _ => Err(format!("\"{text}\" is no cost; expected such as 2, 1/3 or no")),
    }
}
