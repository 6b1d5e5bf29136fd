//! The game as it is loaded: the board, the counters, the tables, the scenario and its switches.

use crate::book::Book;
use crate::citation::PageRules;
use crate::class::{Class, Printed, Role};
use crate::data::Tables;
use crate::fortified_line::Lines;
use crate::front::Fronts;
use crate::ground::Ground;
use crate::load;
use crate::release::NoCrossing;
use crate::scenario::{ReserveKind, Scenario};
use board::{BySide, Chosen, Folder, Map, Problems, Roster, Side, UnitId};
use engine::{Catalogue, Rule, Rulebook, SideInfo};
use hex::{HexId, SideId};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a scenario can be played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Stacks are hidden [16.1.1].
    pub masking: bool,
    /// Masking markers lie on all stacks, so that not even the top counter shows [16.1.2] (R88).
    pub covered: bool,
    /// Swamps and lakes are frozen (R15).
    pub frozen_water: bool,
    /// A side starts in field fortifications although the scenario does not print it (R39).
    pub more_fortifications: BySide<bool>,
    /// Units disorganised in combat recover after their own next Combat Phase [5.6.5] (R21).
    pub recovers_after_next_combat: bool,
    /// Levels out of supply do not grow from one Supply Phase to the next (R27).
    pub supply_level_stays: bool,
    /// Every unit with a level tests for surrender, not only those without a line of supply
    /// [10.2.6] (R28).
    pub every_level_tests: bool,
    /// Field works count for single units that are strong enough, not for the hex [RED-5] (R14).
    pub works_by_unit: bool,
    /// Counters overrun in movement count as lost in combat [TYP-6] (R34).
    pub overruns_replaced: bool,
    /// Support from the air is halved as in the example of (R13).
    pub air_support_as_example: bool,
    /// Aircraft meet air defence by the list of instead of the chart (R10).
    pub air_losses_in_text: bool,
    /// A river counts when exactly half attack across it.
    pub river_at_half: bool,
}

/// How a counter is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Where it may be put.
    pub hexes: Vec<HexId>,
    /// Where it is put unless the owner chooses otherwise.
    pub usual: HexId,
    /// How far from every enemy unit.
    pub clear_of_enemy: u16,
}

/// An entry of the set-up that lacks CELs (R47).
#[derive(Clone, Debug)]
pub struct Losses {
    /// Whose.
    pub side: Side,
    /// The counters.
    pub units: Vec<UnitId>,
    /// How many CELs.
    pub cels: u8,
    /// Who lacks them unless the owner chooses otherwise; empty for no particular counters.
    pub usual: Vec<UnitId>,
}

/// An entry zone [11.1.2].
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// Its hex; a zone of several hexes is several of these.
    pub hex: HexId,
    /// Whether units may leave the map there (R58).
    pub edge: bool,
    /// The chain of neighbours it belongs to.
    pub chain: u8,
    /// Its place in the chain.
    pub order: u8,
    /// Units are laid down there; this zone serves when the enemy controls it.
    pub instead: Option<usize>,
}

impl Zone {
    /// How many zones it is away from another along the edge [11.2.1]; `None` for zones of different chains.
    pub fn distance(&self, other: &Zone) -> Option<usize> {
        (self.chain == other.chain).then(|| usize::from(self.order.abs_diff(other.order)))
    }
}

/// When and where a reinforcement is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The turn.
    pub turn: u8,
    /// Its zones, of which the owner chooses.
    pub zones: Vec<usize>,
}

/// A reserve.
#[derive(Clone, Debug)]
pub struct Reserve {
    /// Whose.
    pub side: Side,
    /// What it is called.
    pub name: String,
    /// How it is released.
    pub kind: ReserveKind,
    /// The first turn in which it may be called for.
    pub from: u8,
    /// The places in the chain of zones by which it comes.
    pub zones: Vec<usize>,
    /// Where it appears.
    pub place: Vec<HexId>,
    /// How near the enemy must be.
    pub range: u16,
    /// The rule.
    pub rule: Rule,
    /// Which.
    pub units: Vec<UnitId>,
}

/// A supply base [10.1.4].
#[derive(Clone, Debug)]
pub struct Base {
    /// Its hexes.
    pub hexes: Vec<HexId>,
    /// A city counts only hex by hex under own control; an edge or a hex only must not be the enemy's (R87).
    pub city: bool,
}

/// A WB-95 game, loaded for one scenario.
#[derive(Clone, Debug)]
pub struct Wb95<B: Book> {
    /// The faces of its counters that have been shown.
    pub faces: engine::Faces,
    /// The board.
    pub map: Map,
    /// The board by the terrain chart.
    pub ground: Ground,
    /// The counters.
    pub roster: Roster<Class, Printed>,
    /// The tables.
    pub tables: Tables,
    /// The scenario.
    pub scenario: Scenario,
    /// Its switches.
    pub switches: Switches,
    /// The two sides.
    pub sides: [SideInfo; 2],
    /// Who has the initiative [2.2].
    pub first: Side,
    /// The side of each counter.
    pub owner: Vec<Side>,
    /// The morale limit of each counter [5.6.2].
    pub morale: Vec<u16>,
    /// The supply points of each counter's nation [10.1.7].
    pub supply_mp: Vec<u16>,
    /// The range of each headquarters [9.2.2].
    pub hq_range: Vec<u16>,
    /// The headquarters of both sides.
    pub hqs: Vec<UnitId>,
    /// The formation of each counter that counts for tactical concentration [13.1.1].
    pub formation: Vec<Option<u16>>,
    /// The names of those formations.
    pub formations: Vec<String>,
    /// How each counter is set up.
    pub setup: Vec<Option<Setup>>,
    /// Entries that lack CELs.
    pub losses: Vec<Losses>,
    /// When each reinforcement is due.
    pub due: Vec<Option<Due>>,
    /// The entry zones of each side, in order along the edge.
    pub zones: BySide<Vec<Zone>>,
    /// Reserves.
    pub reserves: Vec<Reserve>,
    /// The first turn in which each counter may act (K-R23).
    pub frozen: Vec<u8>,
    /// Hexsides that some counters may not cross.
    pub no_crossing: Vec<NoCrossing>,
    /// The fronts.
    pub fronts: Fronts,
    /// The fortified lines.
    pub lines: Lines,
    /// Bridges that are down at the start.
    pub destroyed: Vec<SideId>,
    /// Supply bases.
    pub bases: BySide<Vec<Base>>,
    /// Who controls each hex at the start.
    pub start_control: Vec<Side>,
    /// The sentences.
    pub catalogue: Catalogue,
    /// The books whose numbers it cites.
    pub books: &'static [&'static Rulebook],
    /// The rules that the scenario's file names.
    pub cites: PageRules,
    /// What only its book has.
    pub own: B::Loaded,
}

/// The formations of a counter file.
#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct Formations {
    /// Formations, for tactical concentration and for the set-up.
    #[serde(default)]
    pub(crate) formation: Vec<FormationEntry>,
}

/// A formation.
#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct FormationEntry {
    /// Its id.
    pub(crate) id: board::Spanned<String>,
    /// What a person calls it.
    pub(crate) name: String,
    /// Whether it counts for tactical concentration [13.1.1].
    #[serde(default)]
    pub(crate) tc: bool,
    /// Its counters.
    pub(crate) units: Vec<board::Spanned<String>>,
}

impl<B: Book> Wb95<B> {
    /// Loads the game from its folder for a scenario, with options that differ from the defaults.
    pub fn load(
        folder: &dyn Folder,
        scenario: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<Wb95<B>, Problems> {
        load::load(folder, scenario, options)
    }

    /// What is printed on a counter.
    #[inline]
    pub fn class(&self, unit: UnitId) -> &Class {
        self.roster.class(self.roster.unit(unit).class)
    }

    /// What a counter is.
    #[inline]
    pub fn role(&self, unit: UnitId) -> Role {
        self.class(unit).role
    }

    /// Whose it is.
    #[inline]
    pub fn side(&self, unit: UnitId) -> Side {
        self.owner[unit.index()]
    }

    /// The nation of a counter: its own, or that of its class.
    pub fn nation(&self, unit: UnitId) -> &str {
        let own = &self.roster.unit(unit).extra.nation;
        if own.is_empty() { &self.class(unit).nationality } else { own }
    }

    /// The side that data files and cases call so.
    pub fn side_named(&self, name: &str) -> Option<Side> {
        SideInfo::named(&self.sides, name)
    }

    /// The hexes of a named place: a city, or a single hex.
    pub fn place(&self, name: &str) -> Vec<HexId> {
        place_hexes(&self.map, name)
    }

    /// The sentences of the game in English.
    pub(crate) fn sentences() -> Catalogue {
        Catalogue::built_in(
            "en",
            &[&[include_str!("../text/en.toml"), mind::SENTENCES], B::TEXTS].concat(),
        )
    }
}

/// The hexes of a named place on a map.
pub(crate) fn place_hexes(map: &Map, name: &str) -> Vec<HexId> {
    let region = map.region(&format!("city-{}", name.to_lowercase()));
    match region {
        Some(region) => region.iter().collect(),
        None => map.place(name).map(|p| p.hex).into_iter().collect(),
    }
}

/// The switches of a scenario with the given options.
pub(crate) fn switches(
    scenario: &Scenario,
    sides: [&str; 2],
    options: &BTreeMap<String, String>,
) -> Result<Switches, String> {
    let chosen = Chosen::of(&scenario.option, options)?;
    Ok(Switches {
        masking: chosen.value("masking").is_some_and(|v| v != "off"),
        covered: chosen.is("masking", "covered"),
        frozen_water: chosen.is("frozen-water", "on"),
        more_fortifications: BySide::of(|s| {
            chosen.is(&format!("{}-field-fortifications", sides[s.index()]), "on")
        }),
        recovers_after_next_combat: chosen.is("recovery", "next-combat"),
        supply_level_stays: chosen.is("supply-levels", "as-printed"),
        every_level_tests: chosen.is("surrender", "every-level"),
        works_by_unit: chosen.is("field-works", "by-unit"),
        overruns_replaced: chosen.is("overruns", "replaced"),
        air_support_as_example: chosen.is("air-support", "as-example"),
        air_losses_in_text: chosen.is("air-losses", "as-text"),
        river_at_half: chosen.is("river-at-half", "on"),
    })
}
