//! Reading what only a WW3 game has in its files.

use crate::data::{EdgeEntry, FactionEntry, Ww3PointEntry, Ww3PointKind, Ww3Scenario};
use crate::{Arrival, DuelPlan, Faction, Instant, Points, Row, Ww3, Ww3Book};
use wb95::game::{Due, Zone};

type Loader = wb95::load::Loader<Ww3Book>;
use board::{BySide, Control, Side, Spanned};
use hex::HexId;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The factions of a counter file.
#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct Factions {
    /// The factions [1.8] by their ids.
    #[serde(default)]
    faction: BTreeMap<String, FactionEntry>,
}

/// Reads it, if the game has it; `in_text` takes air losses from the text instead of the chart (R10).
pub(crate) fn load(loader: &mut Loader, in_text: bool) -> Option<Ww3> {
    let mut tables = loader.parts.section.clone()?;
    for row in tables.air_losses.values_mut().filter(|_| in_text) {
        row.aircraft = row.aircraft_in_text.unwrap_or(row.aircraft);
    }
    let Some(scenario) = loader.parts.page.clone() else {
        loader.fail_anywhere("expected the section [ww3]");
        return None;
    };
    let factions = factions(loader, &scenario)?;
    let faction = faction_of(loader, &factions);
    let number = |ids: &[String]| -> Vec<u8> {
        let find = |id: &String| factions.iter().position(|f| f.id == *id).map(|i| i as u8);
        ids.iter().filter_map(find).collect()
    };
    let whites = number(&[String::from("white")]);
    let daily = number(&scenario.daily_rolls);
    let bomber = loader.parts.tables.bomber_attack.clone();
    if bomber.is_none() {
        loader.fail_anywhere("the tables lack [[bomber_attack]]");
    }
    let ids = loader.side_names();
    let side_value = |map: &BTreeMap<String, u8>, usual: u8| {
        BySide::of(|s: Side| map.get(&ids[s.index()]).copied().unwrap_or(usual))
    };
    let air = side_value(&scenario.pool_maximum, tables.air.maximum);
    let ch = side_value(&scenario.pool_maximum, tables.air.helicopter_maximum);
    let nuclear = &scenario.nuclear;
    let answers = nuclear.answers.as_deref();
    let ww3 = Ww3 {
        loss_rows: loss_rows(loader, &scenario),
        calendar: calendar(loader, &scenario),
        maximum: BySide::of(|s| [air[s], ch[s]]),
        arranges_first: loader.side(&scenario.arranges_first)?,
        control: control(loader, &scenario),
        moscow: loader.region_hexes("city-moscow"),
        strikes: BySide::new(nuclear.coalition, nuclear.russia),
        answers: answers.and_then(|a| Side::named(a, [&ids[0], &ids[1]])),
        arrivals: arrivals(loader, &scenario),
        landing: loader.units(&scenario.landing),
        stays_away: scenario.stays_away.as_ref().and_then(|s| loader.side(s)),
        reduced: reduced(loader, &scenario),
        ew: BySide::of(|s: Side| scenario.alone.ew.get(&ids[s.index()]).copied().unwrap_or(0)),
        points: scenario.points.iter().filter_map(|p| points(loader, p)).collect(),
        instants: instants(loader, &scenario, &factions),
        duel: duel(loader, &scenario),
        alone: alone(loader, &scenario),
        displaces: loader.units(&scenario.displaces),
        rebuilds: scenario.rebuilds,
        bomber: bomber?,
        factions,
        faction,
        whites,
        daily,
        tables,
        scenario,
    };
    Some(ww3)
}

fn factions(loader: &mut Loader, scenario: &Ww3Scenario) -> Option<Vec<Faction>> {
    let ids = loader.side_names();
    let mut all = Vec::new();
    for (id, entry) in faction_entries(loader) {
        let Some(side) = Side::named(&entry.side, [&ids[0], &ids[1]]) else {
            let message = format!("faction.{id}: \"{}\" is no side", entry.side);
            loader.problems.push(loader.parts.counters.problem_anywhere(message));
            continue;
        };
        let exempt = scenario.exempt.contains(&id);
        let colours = entry.colours;
        all.push(Faction { id, name: entry.name, side, exempt, colours });
    }
    for id in scenario.factions.iter().chain(&scenario.exempt).chain(&scenario.daily_rolls) {
        if !all.iter().any(|f| f.id == *id) {
            loader.fail_anywhere(format!("ww3: \"{id}\" is no faction"));
        }
    }
    Some(all)
}

fn faction_of(loader: &mut Loader, factions: &[Faction]) -> Vec<u8> {
    let roster = &loader.parts.roster;
    let of = |id: &str| factions.iter().position(|f| f.id == id).map_or(0, |i| i as u8);
    roster.units().map(|u| of(&roster.unit(u).extra.faction)).collect()
}

/// A side loses aircraft by the row of its first faction in the scenario (R14).
fn loss_rows(loader: &mut Loader, scenario: &Ww3Scenario) -> BySide<String> {
    let ids = loader.side_names();
    let entries = faction_entries(loader);
    BySide::of(|s: Side| {
        let mut of = scenario.factions.iter().filter_map(|id| entries.get(id));
        of.find(|e| e.side == ids[s.index()]).map(|e| e.air_losses.clone()).unwrap_or_default()
    })
}

fn calendar(loader: &mut Loader, scenario: &Ww3Scenario) -> Vec<Row> {
    let mut rows = Vec::new();
    for entry in &scenario.calendar {
        if let Some(side) = loader.side(&entry.side) {
            let (turn, ew, spec) = (entry.turn, entry.ew, entry.spec);
            rows.push(Row { side, turn, ew, spec, air: entry.air, ch: entry.ch });
        }
    }
    rows
}

/// Later boxes lie over earlier ones (R54).
fn control(loader: &mut Loader, scenario: &Ww3Scenario) -> Vec<Control> {
    let mut control = vec![Control::Nobody; loader.parts.map.grid.len()];
    for entry in &scenario.control {
        let Some(side) = loader.side(&entry.side) else { continue };
        let mut hexes: Vec<HexId> = entry.hexes.iter().filter_map(|h| loader.hex(h)).collect();
        if let Some(region) = &entry.region {
            hexes.extend(loader.region_named(region));
        }
        if let (Some(columns), Some(rows)) = (entry.columns, entry.rows) {
            hexes.extend(loader.hexes_in_box(columns, rows));
        }
        for hex in hexes {
            control[hex.index()] = Control::By(side);
        }
    }
    control
}

/// The hexes of a part of an edge.
pub(crate) fn edge_hexes(loader: &mut Loader, entry: &EdgeEntry) -> Vec<HexId> {
    let name = Spanned::new(entry.edge.span(), format!("{}-edge", entry.edge.get_ref()));
    let hexes = loader.region_named(&name);
    let grid = &loader.parts.map.grid;
    let within = |range: Option<[u16; 2]>, n: u16| range.is_none_or(|[a, b]| (a..=b).contains(&n));
    let part = hexes.into_iter().filter(|&h| {
        let (column, row) = grid.column_row(h);
        within(entry.columns, column) && within(entry.rows, row)
    });
    part.collect()
}

fn arrivals(loader: &mut Loader, scenario: &Ww3Scenario) -> Vec<Option<Arrival>> {
    let mut all = vec![None; loader.parts.roster.len()];
    for entry in &scenario.reinforcement {
        for unit in loader.units(&entry.units) {
            all[unit.index()] = Some(Arrival { turn: entry.turn, airdrop: entry.airdrop });
        }
    }
    for unit in loader.units(&scenario.landing) {
        all[unit.index()] = Some(Arrival { turn: 1, airdrop: true });
    }
    all
}

fn reduced(loader: &mut Loader, scenario: &Ww3Scenario) -> Vec<board::UnitId> {
    let setup = loader.parts.scenario.setup.clone();
    let set_up = setup.iter().flat_map(|e| e.reduced.clone());
    let later = scenario.reinforcement.iter().flat_map(|e| e.reduced.clone());
    let ids: Vec<Spanned<String>> = set_up.chain(later).collect();
    loader.units(&ids)
}

/// Counters that only a scenario played alone has [LINK-6].
fn alone(loader: &mut Loader, scenario: &Ww3Scenario) -> Vec<board::UnitId> {
    let setup = loader.parts.scenario.setup.clone();
    let set_up = setup.iter().filter(|e| e.alone).flat_map(|e| e.units.clone());
    let later = scenario.reinforcement.iter().filter(|e| e.alone).flat_map(|e| e.units.clone());
    let ids: Vec<Spanned<String>> = set_up.chain(later).collect();
    loader.units(&ids)
}

fn duel(loader: &mut Loader, scenario: &Ww3Scenario) -> Option<DuelPlan> {
    let entry = scenario.duel.clone()?;
    let mut plan = DuelPlan {
        hexes: loader.region_named(&entry.region),
        aviation: entry.aviation,
        fighters: BySide::of(|_| Vec::new()),
        headquarters: BySide::of(|_| Vec::new()),
    };
    for pool in &entry.pool {
        let Some(side) = loader.side(&pool.side) else { continue };
        plan.fighters[side] = loader.units(&pool.fighters);
        plan.headquarters[side] = loader.units(&pool.headquarters);
    }
    Some(plan)
}

fn points(loader: &mut Loader, entry: &Ww3PointEntry) -> Option<Points> {
    let side = loader.side(&entry.side)?;
    let map = &loader.parts.map;
    let moscow = map.region("city-moscow");
    let with = |word: &str| -> Vec<HexId> {
        let feature = map.feature_kind(word);
        map.grid.hexes().filter(|&h| feature.is_some_and(|f| map.has(h, f))).collect()
    };
    let hexes = match entry.kind {
        Ww3PointKind::EachHex | Ww3PointKind::Whole => {
            let name = Spanned::new(entry.side.span(), entry.region.clone());
            loader.region_named(&name)
        }
        Ww3PointKind::Cities => {
            let outside = |h: &HexId| !moscow.is_some_and(|m| m.contains(*h));
            with("city").into_iter().filter(outside).collect()
        }
        Ww3PointKind::Airfields => with("airfield"),
    };
    let (kind, value, rule) = (entry.kind, entry.value, loader.rule(&entry.rule)?);
    let place = entry.name.clone();
    Some(Points { side, kind, hexes, value, rule, place })
}

fn instants(loader: &mut Loader, scenario: &Ww3Scenario, factions: &[Faction]) -> Vec<Instant> {
    let mut all = Vec::new();
    for entry in &scenario.instant {
        let Some(side) = loader.side(&entry.side) else { continue };
        let mut from: Vec<HexId> = entry.hex.iter().filter_map(|h| loader.hex(h)).collect();
        if let Some(region) = &entry.from {
            from.extend(loader.region_named(region));
        }
        let to = match &entry.edge {
            Some(edge) => {
                let entry = EdgeEntry { edge: edge.clone(), columns: None, rows: None };
                edge_hexes(loader, &entry)
            }
            None => Vec::new(),
        };
        let faction =
            entry.faction.as_ref().and_then(|id| factions.iter().position(|f| f.id == *id));
        let faction = faction.map(|i| i as u8);
        let Some(rule) = loader.rule(&entry.rule) else { continue };
        all.push(Instant { side, kind: entry.kind, faction, from, to, rule });
    }
    all
}

/// The factions by their ids.
pub(crate) fn faction_entries(loader: &mut Loader) -> BTreeMap<String, FactionEntry> {
    let file: Option<Factions> = loader.problems.keep(loader.parts.counters.parse());
    file.map(|f| f.faction).unwrap_or_default()
}

/// Every hex of the edges over which a side comes and goes is a zone of its own [15.1.3].
pub(crate) fn zones_of_edges(loader: &mut Loader, side: Side) -> Vec<Zone> {
    let id = loader.side_names()[side.index()].clone();
    let edges = loader.parts.page.as_ref().and_then(|w| w.edges.get(&id).cloned());
    let mut zones: Vec<Zone> = Vec::new();
    for entry in edges.unwrap_or_default() {
        for hex in edge_hexes(loader, &entry) {
            let name = entry.edge.get_ref().clone();
            zones.push(Zone { name, hex, edge: true, chain: 0, order: 0, instead: None });
        }
    }
    zones
}

/// When and over which edges reinforcements come [15.1.1].
pub(crate) fn due_by_edges(
    loader: &mut Loader,
    owner: &[Side],
    zones: &BySide<Vec<Zone>>,
    all: &mut [Option<Due>],
) {
    let Some(ww3) = loader.parts.page.clone() else { return };
    for entry in &ww3.reinforcement {
        let hexes: Vec<HexId> = entry.edges.iter().flat_map(|e| edge_hexes(loader, e)).collect();
        for unit in loader.units(&entry.units) {
            let own = &zones[owner[unit.index()]];
            let found: Vec<usize> =
                (0..own.len()).filter(|&i| hexes.contains(&own[i].hex)).collect();
            all[unit.index()] = Some(Due { turn: entry.turn, zones: found });
        }
    }
    for unit in loader.units(&ww3.landing) {
        all[unit.index()] = Some(Due { turn: 1, zones: Vec::new() });
    }
}
