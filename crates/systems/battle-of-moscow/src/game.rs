//! The game as it is loaded: the board, the counters, the tables, the scenario and its switches.

use crate::class::{Class, Printed};
use crate::data::{Scenario, SetupEntry, Tables};
use crate::made::Made;
use board::{
    Chosen, Feature, Folder, LinkKind, Map, Problems, Roster, SideFeature, Source, Terrain, UnitId,
};
use engine::{Catalogue, SideInfo};
use hex::{HexId, HexSet};
use std::collections::BTreeMap;

/// The rules edition; raised whenever an accepted journal could replay differently.
pub const EDITION: u32 = 2;

/// Where a free unit may be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupZone {
    /// Anywhere on the Russian side of the front [SET-1].
    Russian,
    /// A city on the Russian side [SET-1].
    City,
    /// The German side of the front [SET-4].
    German,
    /// Finland [SET-4].
    Finland,
}

impl SetupZone {
    /// All of them.
    pub const ALL: [SetupZone; 4] =
        [SetupZone::Russian, SetupZone::City, SetupZone::German, SetupZone::Finland];
}

/// How a unit is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// In this hex.
    Fixed(HexId),
    /// Anywhere in a zone; history put it in the hex.
    Free(SetupZone, HexId),
}

/// When a reinforcement comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In this turn or later.
    Turn(u8),
    /// In the turn after the release of the 40th Army, or later [A40-4].
    AfterRelease,
}

/// A reinforcement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// When.
    pub when: When,
    /// The region where.
    pub place: String,
}

/// What a game without a winner is (R3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithoutWinner {
    /// A marginal Russian victory.
    Marginal,
    /// A draw.
    Draw,
}

/// The switches of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Russian movement out of supply in thirds instead of the printed halves and quarters (R8).
    pub russian_thirds: bool,
    /// Russian second impulse at a third instead of half (R7).
    pub second_impulse_third: bool,
    /// Railways need passage (R16).
    pub rail_needs_passage: bool,
    /// Arrivals before movement instead of after it (R76).
    pub arrivals_first: bool,
    /// Retreats end as far away as they are long (R28).
    pub straight_retreats: bool,
    /// Nothing arrives in an enemy zone (R49).
    pub zones_bar_arrivals: bool,
    /// Attacks worse than the table are lost without a die's help (R26).
    pub hopeless_attacks_fail: bool,
    /// Units still on a lake after a thaw are lost (R44).
    pub thaw_drowns: bool,
    /// A game without a winner (R3).
    pub without_winner: WithoutWinner,
}

/// The words of the map that the rules know.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// Clear.
    pub clear: Terrain,
    /// Swamp.
    pub swamp: Terrain,
    /// Forest.
    pub forest: Terrain,
    /// Hills.
    pub hills: Terrain,
    /// Lake.
    pub lake: Terrain,
    /// The Gulf of Finland.
    pub gulf: Terrain,
    /// A city.
    pub city: Feature,
    /// A full fort.
    pub full_fort: Feature,
    /// A half fort.
    pub half_fort: Feature,
    /// A fortified hexside.
    pub fortified: SideFeature,
    /// A road.
    pub road: LinkKind,
    /// A railway.
    pub railway: LinkKind,
    /// A river.
    pub river: LinkKind,
}

/// The places that rules name.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// Moscow.
    pub moscow: HexId,
    /// Leningrad.
    pub leningrad: HexId,
    /// Tikhvin.
    pub tikhvin: HexId,
    /// Voronezh.
    pub voronezh: HexId,
}

/// The regions that rules name.
#[derive(Clone, Debug)]
pub struct Regions {
    /// East of the front.
    pub russia: HexSet,
    /// The Leningrad pocket.
    pub leningrad: HexSet,
    /// The Oranienbaum pocket.
    pub oranienbaum: HexSet,
    /// West of the front.
    pub german: HexSet,
    /// Finland on the isthmus.
    pub isthmus: HexSet,
    /// Finland on the Svir.
    pub svir: HexSet,
    /// The front line.
    pub front: HexSet,
    /// Where German supply and replacements come from [MAP-4].
    pub west_edge: HexSet,
    /// Where Russian supply and reinforcements come from.
    pub east_edge: HexSet,
    /// The third Russian replacement source [RRP-1].
    pub voronezh: HexSet,
    /// Hexes beside the Gulf [CIT-5].
    pub gulf_coast: HexSet,
}

/// The Battle of Moscow, loaded for one scenario.
#[derive(Clone, Debug)]
pub struct BattleOfMoscow {
    /// The faces of its counters that have been shown.
    pub faces: engine::Faces,
    /// The board.
    pub map: Map,
    /// The counters.
    pub roster: Roster<Class, Printed>,
    /// The tables.
    pub tables: Tables,
    /// The scenario.
    pub scenario: Scenario,
    /// Its switches.
    pub switches: Switches,
    /// The words of the map.
    pub ground: Ground,
    /// The places.
    pub places: Places,
    /// The regions.
    pub regions: Regions,
    /// How each unit is set up; `None` for those that come later.
    pub setup: Vec<Option<Placing>>,
    /// When each unit comes; `None` for those set up.
    pub due: Vec<Option<Due>>,
    /// The class of partisans.
    pub partisan: board::ClassId,
    /// The class of replacement counters.
    pub replacement: board::ClassId,
    /// The 40th Army [A40].
    pub fortieth: Option<UnitId>,
    /// The 8th Army [CIT-5].
    pub eighth: Option<UnitId>,
    /// The two sides.
    pub sides: [SideInfo; 2],
    /// The sentences.
    pub catalogue: Catalogue,
    /// What follows from all that.
    pub(crate) made: Made,
}

impl BattleOfMoscow {
    /// Loads the game from its folder for a scenario, with options that differ from the defaults.
    pub fn load(
        folder: &dyn Folder,
        scenario: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<BattleOfMoscow, Problems> {
        let mut problems = Problems::new();
        let map = problems.load(folder, "map.toml", Map::load);
        let roster = problems.load(folder, "counters.toml", Roster::load);
        let tables = problems.load(folder, "tables.toml", Tables::load);
        let sides = problems.load(folder, "game.toml", SideInfo::both);
        let scenario = load_scenario(folder, scenario, &mut problems);
        let (Some(map), Some(roster), Some(tables), Some(sides), Some((source, scenario))) =
            (map, roster, tables, sides, scenario)
        else {
            return Err(problems);
        };
        assemble(map, roster, tables, sides, &source, scenario, options, problems)
    }
}

fn load_scenario(
    folder: &dyn Folder,
    id: &str,
    problems: &mut Problems,
) -> Option<(Source, Scenario)> {
    let source = problems.keep(folder.read(&format!("scenarios/{id}.toml")))?;
    let mut scenario = problems.keep(Scenario::load(&source))?;
    let Some(parent) = scenario.inherits.clone() else { return Some((source, scenario)) };
    let (source, parent) = load_scenario(folder, &parent, problems)?;
    scenario.setup = parent.setup;
    scenario.reinforcement = parent.reinforcement;
    Some((source, scenario))
}

#[allow(clippy::too_many_arguments)] // one step of loading, split from it for length
fn assemble(
    map: Map,
    mut roster: Roster<Class, Printed>,
    tables: Tables,
    sides: [SideInfo; 2],
    source: &Source,
    scenario: Scenario,
    options: &BTreeMap<String, String>,
    mut problems: Problems,
) -> Result<BattleOfMoscow, Problems> {
    let fail = |problems: &mut Problems, message: String| {
        problems.push(source.problem_anywhere(message));
    };
    let ground = ground(&map).map_err(|m| fail(&mut problems, m)).ok();
    let places = places(&map).map_err(|m| fail(&mut problems, m)).ok();
    let regions = regions(&map).map_err(|m| fail(&mut problems, m)).ok();
    let switches = switches(&scenario, options).map_err(|m| fail(&mut problems, m)).ok();
    let partisan = roster.class_named("rus-partisan");
    let replacement = roster.class_named("rus-replacement");
    if partisan.is_none() || replacement.is_none() {
        fail(&mut problems, String::from("counters.toml lacks rus-partisan or rus-replacement"));
    }
    let setup = read_setup(&map, &mut roster, source, &scenario, &mut problems);
    let due = read_due(&map, &roster, source, &scenario, &mut problems);
    let catalogue = Catalogue::built_in("en", &[include_str!("../text/en.toml"), mind::SENTENCES]);
    let whole = (|| {
        Some(BattleOfMoscow {
            faces: engine::Faces::default(),
            fortieth: roster.find("rus-inf-40"),
            eighth: roster.find("rus-inf-8"),
            ground: ground?,
            places: places?,
            regions: regions?,
            switches: switches?,
            partisan: partisan?,
            replacement: replacement?,
            sides,
            map,
            roster,
            tables,
            scenario,
            setup,
            due,
            catalogue,
            made: Made::default(),
        })
    })();
    let mut game = problems.or(whole)?;
    game.work_out();
    Ok(game)
}

fn ground(map: &Map) -> Result<Ground, String> {
    let terrain = |n: &str| map.terrain_kind(n).ok_or(format!("the map lacks the terrain \"{n}\""));
    let feature = |n: &str| map.feature_kind(n).ok_or(format!("the map lacks the feature \"{n}\""));
    let link = |n: &str| map.link_kind(n).ok_or(format!("the map lacks the link \"{n}\""));
    Ok(Ground {
        clear: terrain("clear")?,
        swamp: terrain("swamp")?,
        forest: terrain("forest")?,
        hills: terrain("hills")?,
        lake: terrain("lake")?,
        gulf: terrain("gulf")?,
        city: feature("city")?,
        full_fort: feature("full-fort")?,
        half_fort: feature("half-fort")?,
        fortified: map.side_kind("fortified").ok_or("the map lacks the side \"fortified\"")?,
        road: link("road")?,
        railway: link("railway")?,
        river: link("river")?,
    })
}

fn places(map: &Map) -> Result<Places, String> {
    let place = |n: &str| map.place(n).map(|p| p.hex).ok_or(format!("the map lacks {n}"));
    Ok(Places {
        moscow: place("Moscow")?,
        leningrad: place("Leningrad")?,
        tikhvin: place("Tikhvin")?,
        voronezh: place("Voronezh")?,
    })
}

pub(crate) fn regions(map: &Map) -> Result<Regions, String> {
    let region =
        |n: &str| map.region(n).cloned().ok_or(format!("the map lacks the region \"{n}\""));
    Ok(Regions {
        russia: region("russia")?,
        leningrad: region("leningrad")?,
        oranienbaum: region("oranienbaum")?,
        german: region("german")?,
        isthmus: region("finland-isthmus")?,
        svir: region("finland-svir")?,
        front: region("front-line")?,
        west_edge: region("west-edge")?,
        east_edge: region("east-edge")?,
        voronezh: region("voronezh-source")?,
        gulf_coast: region("gulf-coast")?,
    })
}

/// The switches of a scenario with the given options.
pub(crate) fn switches(
    scenario: &Scenario,
    options: &BTreeMap<String, String>,
) -> Result<Switches, String> {
    let chosen = Chosen::of(&scenario.option, options)?;
    Ok(Switches {
        russian_thirds: chosen.is("russian-supply", "thirds"),
        second_impulse_third: chosen.is("russian-second-impulse", "third"),
        rail_needs_passage: chosen.is("rail-needs-passage", "yes"),
        arrivals_first: chosen.is("arrivals", "before-movement"),
        straight_retreats: chosen.is("retreats", "straight"),
        zones_bar_arrivals: chosen.is("arrivals-in-zones", "no"),
        hopeless_attacks_fail: chosen.is("below-the-table", "eliminated"),
        thaw_drowns: chosen.is("thaw", "drowns"),
        without_winner: match chosen.is("without-winner", "draw") {
            true => WithoutWinner::Draw,
            false => WithoutWinner::Marginal,
        },
    })
}

fn read_setup(
    map: &Map,
    roster: &mut Roster<Class, Printed>,
    source: &Source,
    scenario: &Scenario,
    problems: &mut Problems,
) -> Vec<Option<Placing>> {
    let mut all = vec![None; roster.len()];
    for entry in &scenario.setup {
        let unit = roster.read(source, &entry.unit, problems);
        let setup = read_setup_entry(map, source, entry, problems);
        if let (Some(unit), Some(setup)) = (unit, setup) {
            all[unit.index()] = Some(setup);
        }
    }
    all
}

fn read_setup_entry(
    map: &Map,
    source: &Source,
    entry: &SetupEntry,
    problems: &mut Problems,
) -> Option<Placing> {
    if let Some(number) = &entry.hex {
        return map.read_hex(source, number, problems).map(Placing::Fixed);
    }
    let (Some(zone), Some(suggested)) = (&entry.zone, &entry.suggested) else {
        let message = "expected either a hex, or a zone and a suggested hex";
        problems.push(source.problem(entry.unit.span(), message));
        return None;
    };
    const ZONES: [(&str, SetupZone); 4] = [
        ("russian", SetupZone::Russian),
        ("city", SetupZone::City),
        ("german", SetupZone::German),
        ("finland", SetupZone::Finland),
    ];
    let found = ZONES.iter().find(|(name, _)| name == zone.get_ref());
    if found.is_none() {
        problems.push(source.unknown("zone", zone, ZONES.iter().map(|(n, _)| *n)));
    }
    let hex = map.read_hex(source, suggested, problems)?;
    Some(Placing::Free(found?.1, hex))
}

fn read_due(
    map: &Map,
    roster: &Roster<Class, Printed>,
    source: &Source,
    scenario: &Scenario,
    problems: &mut Problems,
) -> Vec<Option<Due>> {
    let mut all = vec![None; roster.len()];
    for entry in &scenario.reinforcement {
        let when = entry.turn.map_or(When::AfterRelease, When::Turn);
        let place = entry.place.get_ref().clone();
        if map.region(&place).is_none() {
            problems
                .push(source.problem(entry.place.span(), format!("unknown region \"{place}\"")));
        }
        for id in &entry.units {
            if let Some(unit) = roster.read(source, id, problems) {
                all[unit.index()] = Some(Due { when, place: place.clone() });
            }
        }
    }
    all
}
