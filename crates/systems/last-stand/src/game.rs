//! The game as it is loaded: the board, the counters, the tables, the scenario and its switches.

use crate::chart::Scenario;
use crate::class::{Card, CardId, Class, Formation, Kind, Mobility, Printed};
use crate::data::Tables;
use crate::state::Facts;
use crate::ways::Ways;
use board::{
    Chosen, Feature, Folder, LinkKind, Map, Problems, Roster, SideFeature, Source, Terrain, UnitId,
};
use engine::{Catalogue, SideInfo};
use hex::{HexId, HexSet};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The rules edition; raised whenever an accepted journal could replay differently.
pub const EDITION: u32 = 2;

/// The words of the map that the rules know.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// Clear.
    pub clear: Terrain,
    /// Forest.
    pub forest: Terrain,
    /// Marsh.
    pub marsh: Terrain,
    /// A city.
    pub city: Feature,
    /// A town.
    pub town: Feature,
    /// An entrenchment.
    pub entrenchment: Feature,
    /// A river hexside.
    pub river: SideFeature,
    /// A lake hexside.
    pub lake: SideFeature,
    /// A primary road.
    pub primary: LinkKind,
    /// A secondary road.
    pub secondary: LinkKind,
    /// A railway.
    pub railway: LinkKind,
}

/// The map edges and the start line.
#[derive(Clone, Debug)]
pub struct Edges {
    /// The edge of each formation (7.21).
    pub formations: Vec<HexSet>,
    /// All German edges.
    pub german: HexSet,
    /// The northern Soviet edge (10.16).
    pub north: HexSet,
    /// The eastern one.
    pub east: HexSet,
    /// The southern one.
    pub south: HexSet,
    /// The new one of January (14.24).
    pub winter: HexSet,
    /// The three Soviet edges.
    pub soviet: HexSet,
    /// The hexes west of the start line (14.33).
    pub west: HexSet,
}

/// An objective (8.41).
#[derive(Clone, Debug)]
pub struct Objective {
    /// Its name.
    pub name: String,
    /// Its hex.
    pub hex: HexId,
    /// Its Soviet flags.
    pub flags: u8,
}

/// The switches of a scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// Historical order of battle (13.1).
    pub historical: bool,
    /// Variable weather (13.2).
    pub variable_weather: bool,
    /// The +2 of an entrenchment is never reduced by supply (R8).
    pub entrenchment_after_supply: bool,
    /// Offensive Support is named before untried units are revealed (R19).
    pub support_with_declaration: bool,
    /// Headquarters react without a line (R47).
    pub headquarters_always_react: bool,
    /// German supply units move as motorized units (R84).
    pub motorized_supply: bool,
    /// Ski markers may be left unused (R80).
    pub skis_optional: bool,
    /// The Soviet begins the winter with the air points of the turn before (R70).
    pub air_of_turn_before: bool,
}

/// Where a unit stands at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Its hex.
    pub hex: HexId,
    /// Steps it has lost already.
    pub lost: u8,
}

/// Untried units that are drawn from the Waiting Box as reinforcements (14.22).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxDraw {
    /// The turn.
    pub turn: u8,
    /// The type.
    pub cup: usize,
    /// How many.
    pub count: u8,
}

/// Last Stand, loaded for one scenario.
#[derive(Clone, Debug)]
pub struct LastStand {
    /// The faces of its counters that have been shown.
    pub faces: engine::Faces,
    /// The board.
    pub map: Map,
    /// The counters; untried ones carry a running number and no strength.
    pub roster: Roster<Class, Printed>,
    /// The far sides of untried units.
    pub cards: Vec<Card>,
    /// What is known of each counter at once.
    pub facts: Vec<Facts>,
    /// The tables.
    pub tables: Tables,
    /// The scenario.
    pub scenario: Scenario,
    /// Its switches.
    pub switches: Switches,
    /// The words of the map.
    pub ground: Ground,
    /// What crosses the hexsides.
    pub(crate) ways: Ways,
    /// The edges.
    pub edges: Edges,
    /// The objectives.
    pub objectives: Vec<Objective>,
    /// Where each unit is set up.
    pub setup: Vec<Option<Setup>>,
    /// The turn each unit comes.
    pub due: Vec<Option<u8>>,
    /// The card each unit begins with, revealed, in the historical order of battle.
    pub open: Vec<Option<CardId>>,
    /// Units that begin in the Waiting Box.
    pub waiting: Vec<UnitId>,
    /// Reinforcements that come out of the Waiting Box.
    pub draws: Vec<BoxDraw>,
    /// Moscow (8.35); the last hex of a map without it.
    pub moscow: HexId,
    /// The two sides.
    pub sides: [SideInfo; 2],
    /// The sentences.
    pub catalogue: Catalogue,
}

/// The cards of a counter file.
#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct CardFile {
    /// The far sides of untried units, one card each.
    #[serde(default)]
    card: Vec<Card>,
}

/// What has been read before it is put together.
struct Parts {
    map: Map,
    roster: Roster<Class, Printed>,
    cards: Vec<Card>,
    tables: Tables,
    scenario: Scenario,
    sides: [SideInfo; 2],
}

impl LastStand {
    /// Loads the game from its folder for a scenario, with options that differ from the defaults.
    pub fn load(
        folder: &dyn Folder,
        scenario: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<LastStand, Problems> {
        let mut problems = Problems::new();
        let parts = read_parts(folder, scenario, &mut problems);
        let (Some((source, parts)), true) = (parts, problems.is_empty()) else {
            return Err(problems);
        };
        assemble(parts, &source, options)
    }

    /// Looks up anew what is known of each counter; after counters were added.
    pub fn refresh_facts(&mut self) {
        self.facts = facts(&self.roster, &self.tables, &self.switches);
    }
}

fn facts(roster: &Roster<Class, Printed>, tables: &Tables, switches: &Switches) -> Vec<Facts> {
    // "Units without the band move on foot" (2.24): supply units have none (R84).
    let mobility = |class: &Class| match class.kind {
        Kind::Supply if !switches.motorized_supply => Mobility::Foot,
        _ => class.mobility,
    };
    roster
        .units()
        .map(|u| {
            let unit = roster.unit(u);
            let class = roster.class(unit.class);
            let formation = tables.formation.iter().position(|f| f.id == unit.extra.formation);
            Facts {
                side: class.owner(),
                kind: class.kind,
                mobility: mobility(class),
                formation: formation.map(|i| Formation(i as u8)),
                allowance: class.allowance(),
                stacking: class.stacking,
            }
        })
        .collect()
}

fn read_parts(
    folder: &dyn Folder,
    scenario: &str,
    problems: &mut Problems,
) -> Option<(Source, Parts)> {
    let map = problems.load(folder, "map.toml", Map::load);
    let roster = problems.load(folder, "counters.toml", Roster::load);
    let cards = problems.load(folder, "counters.toml", Source::parse::<CardFile>);
    let tables = problems.load(folder, "tables.toml", Tables::load);
    let sides = problems.load(folder, "game.toml", SideInfo::both);
    let (source, scenario) = load_scenario(folder, scenario, problems)?;
    let parts = Parts {
        map: map?,
        roster: roster?,
        cards: cards?.card,
        tables: tables?,
        scenario,
        sides: sides?,
    };
    Some((source, parts))
}

fn load_scenario(
    folder: &dyn Folder,
    id: &str,
    problems: &mut Problems,
) -> Option<(Source, Scenario)> {
    let source = problems.keep(folder.read(&format!("scenarios/{id}.toml")))?;
    let mut scenario = problems.keep(Scenario::load(&source))?;
    let Some(parent) = scenario.inherits.clone() else { return Some((source, scenario)) };
    if parent == id {
        problems.push(source.problem_anywhere("a scenario cannot inherit from itself"));
        return None;
    }
    let (source, parent) = load_scenario(folder, &parent, problems)?;
    let own = std::mem::take(&mut scenario.reinforcement);
    scenario.setup = parent.setup;
    scenario.reinforcement = parent.reinforcement;
    scenario.reinforcement.extend(own);
    Some((source, scenario))
}

fn assemble(
    parts: Parts,
    source: &Source,
    options: &BTreeMap<String, String>,
) -> Result<LastStand, Problems> {
    let Parts { map, mut roster, cards, tables, scenario, sides } = parts;
    let mut problems = Problems::new();
    add_untried(&mut roster, &cards, source, &mut problems);
    let mut try_or_tell = |message: String| problems.push(source.problem_anywhere(message));
    let ground = ground(&map).map_err(&mut try_or_tell).ok();
    let edges = edges(&map, &tables).map_err(&mut try_or_tell).ok();
    let switches = switches(&scenario, options).map_err(&mut try_or_tell).ok();
    if tables.turn.len() < usize::from(scenario.last_turn) {
        try_or_tell(format!("the turn track has no turn {}", scenario.last_turn));
    }
    if tables.victory.scale.get(&scenario.scale).is_none_or(Vec::is_empty) {
        try_or_tell(format!("there is no scale of victory \"{}\"", scenario.scale));
    }
    let objectives = objectives(&map);
    for name in &scenario.start.occupied {
        if !objectives.iter().any(|o| o.name == *name) {
            try_or_tell(format!("start.occupied: \"{name}\" is no objective"));
        }
    }
    let units = roster.len();
    let (Some(ground), Some(edges), Some(switches)) = (ground, edges, switches) else {
        return Err(problems);
    };
    let mut game = LastStand {
        faces: engine::Faces::default(),
        facts: facts(&roster, &tables, &switches),
        moscow: moscow(&map),
        setup: vec![None; units],
        due: vec![None; units],
        open: vec![None; units],
        waiting: Vec::new(),
        draws: Vec::new(),
        catalogue: Catalogue::built_in("en", &[include_str!("../text/en.toml"), mind::SENTENCES]),
        map,
        roster,
        cards,
        tables,
        scenario,
        switches,
        ground,
        ways: Ways::default(),
        edges,
        objectives,
        sides,
    };
    game.refresh_ways();
    game.read_scenario(source, &mut problems);
    problems.or(Some(game))
}

/// The hex of Moscow.
pub(crate) fn moscow(map: &Map) -> HexId {
    let printed = map.place("Moscow").map(|p| p.hex);
    let named = || map.region("Moscow")?.iter().next();
    printed.or_else(named).unwrap_or_else(|| map.grid.hexes().last().unwrap_or(HexId::NONE))
}

/// One counter for every card, with a running number in place of the identity that nobody knows.
fn add_untried(
    roster: &mut Roster<Class, Printed>,
    cards: &[Card],
    source: &Source,
    problems: &mut Problems,
) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for card in cards {
        let class = roster.class_named(&card.class);
        let Some(class) = class.filter(|c| roster.class(*c).kind.cup().is_some()) else {
            let message = format!("card {}: \"{}\" is no untried class", card.id, card.class);
            problems.push(source.problem_anywhere(message));
            continue;
        };
        let word = match roster.class(class).kind {
            Kind::Tank => "tank",
            Kind::Cavalry => "cavalry",
            _ => "rifle",
        };
        let n = counts.entry(word).or_default();
        *n += 1;
        let printed = Printed { nth: *n, nation: String::from("soviet"), ..Printed::default() };
        roster.add_unit(format!("su.{word}.{n}"), class, printed);
    }
}

fn ground(map: &Map) -> Result<Ground, String> {
    let terrain = |n: &str| map.terrain_kind(n).ok_or(format!("the map lacks the terrain \"{n}\""));
    let feature = |n: &str| map.feature_kind(n).ok_or(format!("the map lacks the feature \"{n}\""));
    let side = |n: &str| map.side_kind(n).ok_or(format!("the map lacks the hexside \"{n}\""));
    let link = |n: &str| map.link_kind(n).ok_or(format!("the map lacks the link \"{n}\""));
    Ok(Ground {
        clear: terrain("clear")?,
        forest: terrain("forest")?,
        marsh: terrain("marsh")?,
        city: feature("city")?,
        town: feature("town")?,
        entrenchment: feature("entrenchment")?,
        river: side("river")?,
        lake: side("lake")?,
        primary: link("primary-road")?,
        secondary: link("secondary-road")?,
        railway: link("railway")?,
    })
}

pub(crate) fn edges(map: &Map, tables: &Tables) -> Result<Edges, String> {
    let region =
        |n: &str| map.region(n).cloned().ok_or(format!("the map lacks the region \"{n}\""));
    let formations: Result<Vec<HexSet>, String> =
        tables.formation.iter().map(|f| region(&f.edge)).collect();
    Ok(Edges {
        formations: formations?,
        german: region("german-edge")?,
        north: region("edge-north")?,
        east: region("edge-east")?,
        south: region("edge-south")?,
        winter: region("edge-north-winter")?,
        soviet: region("soviet-edge")?,
        west: region("west-of-start-line")?,
    })
}

/// The objectives: places that the map tags so, with their flags.
pub(crate) fn objectives(map: &Map) -> Vec<Objective> {
    let tagged = map.places.iter().filter(|p| p.tags.iter().any(|t| t == "objective"));
    tagged
        .map(|p| {
            let flags = p.tags.iter().find_map(|t| t.strip_prefix("flags-")?.parse().ok());
            Objective { name: p.name.clone(), hex: p.hex, flags: flags.unwrap_or(1) }
        })
        .collect()
}

/// The switches of a scenario with the given options.
fn switches(scenario: &Scenario, options: &BTreeMap<String, String>) -> Result<Switches, String> {
    let chosen = Chosen::of(&scenario.option, options)?;
    Ok(Switches {
        historical: chosen.is("historical-order-of-battle", "yes"),
        variable_weather: chosen.is("variable-weather", "yes"),
        entrenchment_after_supply: chosen.is("entrenchments", "after-supply"),
        support_with_declaration: chosen.is("offensive-support", "with-declaration"),
        headquarters_always_react: chosen.is("headquarters-react", "always"),
        motorized_supply: chosen.is("supply-units", "motorized"),
        skis_optional: chosen.is("ski-troops", "may"),
        air_of_turn_before: chosen.is("soviet-air", "turn-before"),
    })
}
