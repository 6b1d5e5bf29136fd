//! Reading a game's folder: every mistake is reported with its file and line.

use crate::book::Book;
use crate::citation::PageRules;
use crate::class::{Class, Printed};
use crate::data::Tables;
use crate::fortified_line::Lines;
use crate::front::Fronts;
use crate::game::{Base, Due, Formations, Reserve, Switches, Wb95, Zone, place_hexes, switches};
use crate::ground::Ground;
use crate::own::Beside;
use crate::release::NoCrossing;
use crate::scenario::{NoCrossingEntry, ReserveEntry, Scenario, SideEntry};
use board::{BySide, Folder, Map, Problem, Problems, Roster, Side, Source, Spanned, UnitId};
use engine::{Rule, SideInfo, find_rule};
use hex::{HexId, HexSet, SideId};
use std::collections::BTreeMap;

/// Loads the game for a scenario.
pub(crate) fn load<B: Book>(
    folder: &dyn Folder,
    scenario: &str,
    options: &BTreeMap<String, String>,
) -> Result<Wb95<B>, Problems> {
    let mut problems = Problems::new();
    let parts = read_all(folder, scenario, &mut problems);
    let Some(parts) = parts else { return Err(problems) };
    let mut loader = Loader { parts, problems };
    let game = loader.assemble(options);
    loader.problems.or(game)
}

/// What was read of the files.
pub struct Parts<B: Book> {
    /// The board.
    pub map: Map,
    /// The file of the counters.
    pub counters: Source,
    /// The counters.
    pub roster: Roster<Class, Printed>,
    /// The tables.
    pub tables: Tables,
    /// What only the book has in the tables.
    pub section: Option<B::Tables>,
    sides: [SideInfo; 2],
    source: Source,
    /// The scenario.
    pub scenario: Scenario,
    /// What only the book has in the scenario.
    pub page: Option<B::Page>,
}

fn read_all<B: Book>(
    folder: &dyn Folder,
    scenario: &str,
    problems: &mut Problems,
) -> Option<Parts<B>> {
    let mut read = |name: &str| problems.keep(folder.read(name));
    let counters = read("counters.toml");
    let source = read(&format!("scenarios/{scenario}.toml"));
    let map = problems.load(folder, "map.toml", Map::load);
    let counters = counters?;
    let roster = problems.load(folder, "counters.toml", Roster::load);
    let tables = problems.load(folder, "tables.toml", Tables::load);
    let sides = problems.load(folder, "game.toml", SideInfo::both);
    let source = source?;
    let read: Option<Beside<B::Page, Scenario>> = problems.keep(source.parse());
    let (page, scenario) = read.map_or((None, None), |read| (read.own, Some(read.rest)));
    let map = match &scenario {
        Some(s) if !s.sheets.is_empty() => {
            map.and_then(|map| problems.keep(on_sheets(&map, &s.sheets, &source)))
        }
        _ => map,
    };
    let (tables, section) = tables?;
    Some(Parts {
        map: map?,
        counters,
        roster: roster?,
        tables,
        section,
        sides: sides?,
        source,
        scenario: scenario?,
        page,
    })
}

/// The part of the map that a scenario is played on: the regions `sheet-NAME`.
fn on_sheets(map: &Map, names: &[String], source: &Source) -> Result<Map, Problem> {
    let mut keep = HexSet::new(map.grid.len());
    for name in names {
        match map.region(&format!("sheet-{name}")) {
            Some(sheet) => keep.union_with(sheet),
            None => {
                let message = format!("sheets: the map lacks the region \"sheet-{name}\"");
                return Err(source.problem_anywhere(message));
            }
        }
    }
    map.cut(&keep).map_err(|e| source.problem_anywhere(format!("sheets: {e}")))
}

/// A folder being read.
pub struct Loader<B: Book> {
    /// What was read.
    pub parts: Parts<B>,
    /// What is wrong with it.
    pub problems: Problems,
}

impl<B: Book> Loader<B> {
    pub(crate) fn fail(&mut self, at: &Spanned<String>, message: impl Into<String>) {
        self.problems.push(self.parts.source.problem(at.span(), message));
    }

    /// Something is wrong with the scenario.
    pub fn fail_anywhere(&mut self, message: impl Into<String>) {
        self.problems.push(self.parts.source.problem_anywhere(message));
    }

    fn unit_named(&mut self, id: &Spanned<String>) -> Option<UnitId> {
        self.parts.roster.read(&self.parts.source, id, &mut self.problems)
    }

    /// The counters that the scenario names.
    pub fn units(&mut self, ids: &[Spanned<String>]) -> Vec<UnitId> {
        ids.iter().filter_map(|id| self.unit_named(id)).collect()
    }

    /// The hex that the scenario names.
    pub fn hex(&mut self, number: &Spanned<String>) -> Option<HexId> {
        self.parts.map.read_hex(&self.parts.source, number, &mut self.problems)
    }

    /// The side that the scenario names.
    pub fn side(&mut self, name: &Spanned<String>) -> Option<Side> {
        let found = Side::named(name.get_ref(), self.side_ids());
        if found.is_none() {
            let message =
                format!("\"{}\" is no side; expected {:?}", name.get_ref(), self.side_ids());
            self.fail(name, message);
        }
        found
    }

    /// The rule that the scenario names.
    pub fn rule(&mut self, number: &Spanned<String>) -> Option<Rule> {
        let books = B::books(self.parts.scenario.rule.get_ref());
        find_rule(books, number.get_ref()).map_err(|m| self.fail(number, m)).ok()
    }

    /// The rules that the scenario names for itself; one without a scale of victory has no rules of it.
    fn page_rules(&mut self, scenario: &Scenario) -> Option<PageRules> {
        let (victory, printed) = (&scenario.victory, &scenario.rules);
        let page = self.rule(&scenario.rule);
        let mut if_said =
            |number: &Option<Spanned<String>>| number.as_ref().and_then(|number| self.rule(number));
        let (initiative, supply) = (if_said(&printed.initiative), if_said(&printed.supply));
        let (fortified, works) = (if_said(&printed.fortified), if_said(&printed.works));
        let (air, reinforcement) = (if_said(&printed.air), if_said(&printed.reinforcement));
        let items = victory.points.iter().map(|i| if_said(&i.rule)).collect();
        let mut of_victory = |number: &Spanned<String>| match number.get_ref().is_empty() {
            true => page,
            false => self.rule(number),
        };
        let (points, scale) = (of_victory(&victory.rule), of_victory(&victory.scale_rule));
        let automatic = victory.automatic.iter().filter_map(|a| self.rule(&a.rule)).collect();
        Some(PageRules {
            scenario: page?,
            points: points?,
            scale: scale?,
            items,
            automatic,
            initiative,
            supply,
            fortified,
            works,
            air,
            reinforcement,
        })
    }

    /// The names of both sides.
    pub fn side_names(&self) -> [String; 2] {
        self.side_ids().map(String::from)
    }

    /// The hexes of a region of the map; none if there is no such region.
    pub fn region_hexes(&self, name: &str) -> Vec<HexId> {
        self.parts.map.region(name).map(|r| r.iter().collect()).unwrap_or_default()
    }

    /// The hexes of a region that the file names.
    pub fn region_named(&mut self, name: &Spanned<String>) -> Vec<HexId> {
        let hexes = self.region_hexes(name.get_ref());
        if hexes.is_empty() {
            self.fail(name, format!("the map lacks the region \"{}\"", name.get_ref()));
        }
        hexes
    }

    /// The hexes of a box of columns and rows.
    pub fn hexes_in_box(&self, columns: [u16; 2], rows: [u16; 2]) -> Vec<HexId> {
        let grid = &self.parts.map.grid;
        let within = |[a, b]: [u16; 2], n: u16| (a..=b).contains(&n);
        let inside = |&h: &HexId| {
            let (column, row) = grid.column_row(h);
            within(columns, column) && within(rows, row)
        };
        grid.hexes().filter(inside).collect()
    }

    fn side_ids(&self) -> [&str; 2] {
        [&self.parts.sides[0].id, &self.parts.sides[1].id]
    }

    /// Each turn has its day, there are even odds, and whoever scores or wins at once is a side of the game.
    fn check_files(&mut self, scenario: &Scenario) {
        if scenario.days.len() != usize::from(scenario.last_turn) {
            self.fail_anywhere("last_turn: expected one day for each turn");
        }
        if !self.parts.tables.combat.columns.iter().any(|column| column == "1:1") {
            self.fail_anywhere("the combat table has no column 1:1");
        }
        let sides = scenario.victory.automatic.iter().map(|automatic| &automatic.side);
        for side in sides.chain([&scenario.victory.side]) {
            if Side::named(side, self.side_ids()).is_none() {
                let hint = board::hint(side, self.side_ids());
                self.fail_anywhere(format!("victory: \"{side}\" is no side{hint}"));
            }
        }
    }

    fn assemble(&mut self, options: &BTreeMap<String, String>) -> Option<Wb95<B>> {
        let scenario = self.parts.scenario.clone();
        let switches = switches(&scenario, self.side_ids(), options);
        let switches = switches.map_err(|m| self.fail_anywhere(m)).ok();
        self.check_files(&scenario);
        let owner = self.owners();
        let first = self.side(&scenario.initiative);
        let zones = self.zones(&scenario);
        let setup = self.setup(&scenario, &owner);
        let losses = self.losses(&scenario, &owner);
        let due = self.due(&scenario, &owner, &zones);
        let reserves = scenario.reserve.iter().filter_map(|r| self.reserve(r, &zones)).collect();
        let bases = BySide::of(|side| self.bases(&scenario, side));
        let morale = self.morale(&scenario);
        let (formation, formations) = self.formations();
        let start_control = self.start_control(&scenario);
        let cites = self.page_rules(&scenario);
        let own = B::load(self, switches.as_ref());
        let switches: Switches = switches?;
        let ground = Ground::new(&self.parts.map, &self.parts.tables, switches.frozen_water);
        let ground = ground.map_err(|m| self.fail_anywhere(m)).ok();
        let (supply_mp, hq_range) = self.by_nation();
        let frozen = self.frozen_units(&scenario);
        let no_crossing = self.no_crossing(&scenario);
        let destroyed = scenario.destroyed_bridges.iter().filter_map(|p| self.side_at(p)).collect();
        let parts = &self.parts;
        Some(Wb95 {
            faces: engine::Faces::default(),
            ground: ground?,
            map: parts.map.clone(),
            roster: parts.roster.clone(),
            tables: parts.tables.clone(),
            sides: parts.sides.clone(),
            switches,
            first: first?,
            owner,
            morale,
            supply_mp,
            hq_range,
            hqs: parts
                .roster
                .units()
                .filter(|&u| parts.roster.class(parts.roster.unit(u).class).is_hq())
                .collect(),
            formation,
            formations,
            setup,
            losses,
            due,
            zones,
            reserves,
            frozen,
            no_crossing,
            fronts: Fronts::new(&parts.map, &parts.tables.variant.fronts, &scenario.sheets),
            lines: Lines::new(&parts.map),
            destroyed,
            bases,
            start_control,
            catalogue: Wb95::<B>::sentences(),
            books: B::books(scenario.rule.get_ref()),
            cites: cites?,
            own: own?,
            scenario,
        })
    }

    fn owners(&mut self) -> Vec<Side> {
        let factions = B::factions(self);
        let roster = &self.parts.roster;
        let ids = [self.parts.sides[0].id.as_str(), self.parts.sides[1].id.as_str()];
        let mut wrong = Vec::new();
        let owners = roster
            .units()
            .map(|u| {
                let class = roster.class(roster.unit(u).class);
                let faction = factions.get(&roster.unit(u).extra.faction);
                let side = faction.map_or(class.side.as_str(), String::as_str);
                Side::named(side, ids).unwrap_or_else(|| {
                    wrong.push(format!("{}: \"{side}\" is no side", roster.unit(u).id));
                    Side::A
                })
            })
            .collect();
        for message in wrong {
            self.problems.push(self.parts.counters.problem_anywhere(message));
        }
        owners
    }

    fn zones(&mut self, scenario: &Scenario) -> BySide<Vec<Zone>> {
        let mut zones = BySide::of(|_| Vec::new());
        for side in Side::BOTH {
            let id = self.parts.sides[side.index()].id.clone();
            let Some(entry) = scenario.side.get(&id) else {
                self.fail_anywhere(format!("expected [side.{id}]"));
                continue;
            };
            for (chain, names) in entry.entry.iter().enumerate() {
                for (order, name) in names.iter().enumerate() {
                    let found = self.zone(name, entry, chain as u8, order as u8);
                    zones[side].extend(found);
                }
            }
            let edges = B::zones_of_edges(self, side);
            zones[side].extend(edges);
            for (name, instead) in &entry.laid_down {
                let other = self.zone_named(&zones, side, instead);
                for zone in zones[side].iter_mut().filter(|z| z.name == *name) {
                    zone.instead = other;
                }
            }
        }
        zones
    }

    /// The hexes of an entry zone: the region `entry-NAME` of the map.
    fn zone(
        &mut self,
        name: &Spanned<String>,
        entry: &SideEntry,
        chain: u8,
        order: u8,
    ) -> Vec<Zone> {
        let region = format!("entry-{}", name.get_ref().to_lowercase());
        let hexes: Vec<HexId> =
            self.parts.map.region(&region).map(|r| r.iter().collect()).unwrap_or_default();
        if hexes.is_empty() {
            self.fail(name, format!("the map lacks the region \"{region}\""));
        }
        let listed = |l: &Vec<Spanned<String>>| l.iter().any(|n| n.get_ref() == name.get_ref());
        let zone = |hex: HexId| {
            let at_edge = self.parts.map.grid.around(hex).count() < 6;
            let edge = entry.way_off.as_ref().map_or(at_edge, listed);
            Zone { name: name.get_ref().clone(), hex, edge, chain, order, instead: None }
        };
        hexes.into_iter().map(zone).collect()
    }

    pub(crate) fn place(&mut self, name: &Spanned<String>) -> Vec<HexId> {
        let hexes = place_hexes(&self.parts.map, name.get_ref());
        if hexes.is_empty() {
            self.fail(name, format!("the map lacks {}", name.get_ref()));
        }
        hexes
    }

    fn frozen_units(&mut self, scenario: &Scenario) -> Vec<u8> {
        let mut until = vec![0; self.parts.roster.len()];
        for entry in &scenario.frozen {
            for unit in self.units(&entry.units) {
                until[unit.index()] = entry.until;
            }
        }
        for entry in &scenario.half_movement {
            self.units(&entry.units);
        }
        for entry in &scenario.withdrawal {
            self.units(&entry.units);
            self.units(&entry.equivalent);
        }
        until
    }

    fn no_crossing(&mut self, scenario: &Scenario) -> Vec<NoCrossing> {
        let entries = scenario.no_crossing.iter();
        let read = |e: &NoCrossingEntry| {
            let units = self.units(&e.units);
            NoCrossing::new(&self.parts.map, e, units)
        };
        entries.map(read).collect()
    }

    /// A hexside such as 5027/5127.
    fn side_at(&mut self, pair: &Spanned<String>) -> Option<SideId> {
        let grid = &self.parts.map.grid;
        let hexes = pair.get_ref().split_once('/');
        let hexes = hexes.and_then(|(a, b)| Some((grid.parse(a).ok()?, grid.parse(b).ok()?)));
        let side = hexes.and_then(|(a, b)| grid.side_between(a, b));
        if side.is_none() {
            self.fail(pair, format!("\"{}\" is no hexside", pair.get_ref()));
        }
        side
    }

    fn zone_named(
        &mut self,
        zones: &BySide<Vec<Zone>>,
        side: Side,
        name: &Spanned<String>,
    ) -> Option<usize> {
        let found = zones[side].iter().position(|z| z.name == *name.get_ref());
        if found.is_none() {
            self.fail(name, format!("\"{}\" is no entry zone of this side", name.get_ref()));
        }
        found
    }

    fn due(
        &mut self,
        scenario: &Scenario,
        owner: &[Side],
        zones: &BySide<Vec<Zone>>,
    ) -> Vec<Option<Due>> {
        let mut all = vec![None; self.parts.roster.len()];
        for entry in &scenario.reinforcement {
            for unit in self.units(&entry.units) {
                let side = owner[unit.index()];
                let names = entry.zones.iter();
                let found: Vec<usize> =
                    names.filter_map(|z| self.zone_named(zones, side, z)).collect();
                all[unit.index()] = Some(Due { turn: entry.turn, zones: found });
            }
        }
        B::due_by_edges(self, owner, zones, &mut all);
        all
    }

    fn reserve(&mut self, entry: &ReserveEntry, zones: &BySide<Vec<Zone>>) -> Option<Reserve> {
        let side = self.side(&entry.side)?;
        let names: Vec<Spanned<String>> = entry.zones.clone();
        names.iter().for_each(|z| {
            self.zone_named(zones, side, z);
        });
        let named = |z: &Zone| names.iter().any(|n| *n.get_ref() == z.name);
        let all = zones[side].iter().enumerate();
        let places = all.filter(|(_, z)| named(z)).map(|(i, _)| i).collect();
        let place = entry.place.as_ref().map(|p| self.place(p)).unwrap_or_default();
        let units = self.units(&entry.units);
        Some(Reserve {
            side,
            name: entry.name.clone(),
            from: entry.from,
            kind: entry.kind,
            zones: places,
            place,
            range: entry.range,
            rule: self.rule(&entry.rule)?,
            units,
        })
    }

    fn bases(&mut self, scenario: &Scenario, side: Side) -> Vec<Base> {
        let id = self.parts.sides[side.index()].id.clone();
        let words = scenario.side.get(&id).map(|s| s.supply.clone()).unwrap_or_default();
        words.iter().filter_map(|w| self.base(w)).collect()
    }

    fn base(&mut self, word: &Spanned<String>) -> Option<Base> {
        match word.get_ref().split_once(':') {
            Some(("edge", name)) => {
                let map = &self.parts.map;
                let names = [format!("{name}-edge"), format!("edge-{name}")];
                let region = names.iter().find_map(|n| map.region(n));
                let hexes = region.map(|r| r.iter().collect());
                if hexes.is_none() {
                    self.fail(word, format!("the map lacks the region \"{}\"", names[1]));
                }
                Some(Base { hexes: hexes?, city: false })
            }
            Some(("city", name)) => {
                let name = Spanned::new(word.span(), name.to_string());
                Some(Base { hexes: self.place(&name), city: true })
            }
            Some(("held", number)) => {
                let number = Spanned::new(word.span(), number.to_string());
                let hex = self.hex(&number)?;
                Some(Base { hexes: vec![hex], city: true })
            }
            Some(("hex", number)) => {
                let number = Spanned::new(word.span(), number.to_string());
                let hex = self.hex(&number)?;
                Some(Base { hexes: vec![hex], city: false })
            }
            _ => {
                self.fail(word, "expected edge:NAME, city:NAME, held:NUMBER or hex:NUMBER");
                None
            }
        }
    }

    fn morale(&mut self, scenario: &Scenario) -> Vec<u16> {
        let mut rows: Vec<String> = self
            .parts
            .roster
            .units()
            .map(|u| self.parts.roster.class(self.parts.roster.unit(u).class).morale.clone())
            .collect();
        for (row, units) in &scenario.morale {
            for unit in self.units(units) {
                rows[unit.index()].clone_from(row);
            }
        }
        let table = self.parts.tables.core.morale.clone();
        if table.is_empty() {
            return vec![0; rows.len()]; // one chart for all
        }
        let mut limits = Vec::new();
        for row in rows {
            if !table.contains_key(&row) {
                self.fail_anywhere(format!("the morale table has no row \"{row}\""));
            }
            limits.push(table.get(&row).copied().unwrap_or(12));
        }
        limits
    }

    /// The supply points and the HQ range of each counter's nation; nations without a row of their own are `other`.
    fn by_nation(&self) -> (Vec<u16>, Vec<u16>) {
        let roster = &self.parts.roster;
        let core = &self.parts.tables.core;
        let class = |u: UnitId| roster.class(roster.unit(u).class);
        let supply = |u: UnitId| {
            let class = class(u);
            let faction = &roster.unit(u).extra.faction;
            let of_class = class.supply.as_ref().unwrap_or(&class.nationality);
            let row = if faction.is_empty() { of_class } else { faction };
            core.supply_mp.get(row).copied().unwrap_or(0)
        };
        let range = |u: UnitId| {
            let nation = &class(u).nationality;
            core.hq_range.get(nation).or(core.hq_range.get("other")).copied().unwrap_or(0)
        };
        (roster.units().map(supply).collect(), roster.units().map(range).collect())
    }

    fn formations(&mut self) -> (Vec<Option<u16>>, Vec<String>) {
        let mut of = vec![None; self.parts.roster.len()];
        let mut names = Vec::new();
        let parsed: Result<Formations, _> = self.parts.counters.parse();
        let Some(file) = self.problems.keep(parsed) else { return (of, names) };
        for entry in file.formation {
            if !entry.tc {
                continue;
            }
            for id in &entry.units {
                match self.parts.roster.find(id.get_ref()) {
                    Some(unit) => of[unit.index()] = Some(names.len() as u16),
                    None => {
                        let message =
                            format!("{}: unknown unit \"{}\"", entry.id.get_ref(), id.get_ref());
                        self.problems.push(self.parts.counters.problem(id.span(), message));
                    }
                }
            }
            names.push(entry.name);
        }
        (of, names)
    }

    /// Who controls each hex at the start: the side that the scenario lists the hex for, else the other (R38).
    pub(crate) fn start_control(&mut self, scenario: &Scenario) -> Vec<Side> {
        if !B::LISTS_CONTROL {
            return vec![Side::A; self.parts.map.grid.len()];
        }
        let all = scenario.control.iter().next();
        let listed =
            all.and_then(|(id, columns)| Some((Side::named(id, self.side_ids())?, columns)));
        let Some((side, columns)) = listed.filter(|_| scenario.control.len() == 1) else {
            self.fail_anywhere("control: expected the columns of one side");
            return vec![Side::A; self.parts.map.grid.len()];
        };
        let grid = &self.parts.map.grid;
        let holds = |hex: HexId| {
            let (column, row) = grid.column_row(hex);
            let rows = columns.get(&format!("{column:02}"));
            rows.is_some_and(|r| r.iter().any(|(from, to)| (*from..=*to).contains(&row)))
        };
        grid.hexes().map(|hex| if holds(hex) { side } else { side.other() }).collect()
    }
}
