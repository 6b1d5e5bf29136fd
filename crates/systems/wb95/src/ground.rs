//! The board as the terrain chart reads it: costs and columns worked out once for every hex and hexside.

use crate::data::{CostKind, Tables, TerrainLine};
use board::Map;
use hex::{Direction, Directions, Grid, HexId, HexSet, Mp, SideId};
use smallvec::SmallVec;

/// What the chart says of one hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HexGround {
    /// The cost of entering it off the roads, by column of the chart; `None` for closed [3.1.12].
    pub cost: [Option<Mp>; 3],
    /// Columns for the defender [5.5.2].
    pub cm: u8,
    /// Columns that weaken fire [6.4.2].
    pub shield: u8,
    /// The attacker's total is halved (R12).
    pub halves: bool,
    /// An HQ may enter [9.1.3].
    pub rough: bool,
    /// No field fortifications [7.1.8].
    pub no_fortification: bool,
    /// A town or city hex.
    pub town: bool,
    /// Its cost off the roads is a sum of several lines of the chart [3.1.12].
    pub sums: bool,
    /// Where a zone reaches from it, by column of the chart: not across a big river [4.1.3], not where the column cannot
    /// go [4.1.4].
    pub zone: [Directions; 3],
}

/// What the chart says of one hexside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideGround {
    /// Added for crossing it, by column of the chart; `None` for closed without a bridge.
    pub cost: [Option<Mp>; 3],
    /// Columns for the defender if most attack across it [5.5.4].
    pub cm: u8,
    /// A river, canal or big river.
    pub water: bool,
    /// A big river [4.1.3].
    pub big: bool,
    /// The hexside of a fixed position [7.2.1].
    pub fixed: bool,
    /// The cost of following the best road across it, by column of the chart.
    pub road: [Option<Mp>; 3],
    /// A secondary route, for the extra hex of footnote 2.
    pub secondary: [bool; 3],
    /// Supply is carried along a road across it [10.1.5].
    pub supply: bool,
    /// Those that attack across it are halved (R28 of WW3).
    pub halves: bool,
    /// The main route that joins the hexes of a city [CHART-1].
    pub city: bool,
}

/// The whole board.
#[derive(Clone, Debug)]
pub struct Ground {
    hexes: Vec<HexGround>,
    sides: Vec<SideGround>,
    /// The hexsides with a printed bridge: where a road crosses water (R31).
    pub bridges: Vec<SideId>,
    bridge: Vec<u16>,
    /// Town hexes that stand alone: the villages of the victory conditions [CHART-1].
    pub villages: HexSet,
}

const NO_BRIDGE: u16 = u16::MAX;

impl Ground {
    /// Closes a hex to a column of the chart, as a case may want it.
    pub fn close(&mut self, grid: &Grid, hex: HexId, column: usize) {
        self.hexes[hex.index()].cost[column] = None;
        self.find_zones(grid);
    }

    fn find_zones(&mut self, grid: &Grid) {
        for hex in grid.hexes() {
            let neighbours = grid.neighbours(hex);
            self.hexes[hex.index()].zone = [0, 1, 2].map(|column| {
                Directions::where_each(|d| {
                    let to = neighbours[d.index()];
                    to.is_some()
                        && !self.side(grid.side(hex, d)).big
                        && self.hex(to).cost[column].is_some()
                })
            });
        }
    }

    /// Reads a map by the chart.
    pub fn new(map: &Map, tables: &Tables, frozen: bool) -> Result<Ground, String> {
        let clear = tables.line("clear").ok_or("the terrain chart lacks clear ground")?;
        let mut hexes = Vec::with_capacity(map.grid.len());
        for hex in map.grid.hexes() {
            hexes.push(hex_ground(map, tables, clear, hex, frozen)?);
        }
        let mut ground = Ground {
            hexes,
            sides: vec![SideGround::default(); map.grid.sides_len()],
            bridges: Vec::new(),
            bridge: vec![NO_BRIDGE; map.grid.sides_len()],
            villages: HexSet::new(map.grid.len()),
        };
        for hex in map.grid.hexes() {
            for direction in Direction::ALL {
                let side = map.grid.side(hex, direction);
                ground.sides[side.index()] = side_ground(map, tables, side);
            }
        }
        ground.join_cities(map, tables);
        ground.find_bridges(map);
        ground.find_villages(map);
        ground.find_zones(&map.grid);
        Ok(ground)
    }

    /// What the chart says of a hex.
    #[inline]
    pub fn hex(&self, hex: HexId) -> &HexGround {
        &self.hexes[hex.index()]
    }

    /// What the chart says of a hexside.
    #[inline]
    pub fn side(&self, side: SideId) -> &SideGround {
        &self.sides[side.index()]
    }

    /// The number of the printed bridge on a hexside.
    #[inline]
    pub fn bridge(&self, side: SideId) -> Option<usize> {
        let index = self.bridge[side.index()];
        (index != NO_BRIDGE).then_some(usize::from(index))
    }

    /// The hexes of one city are joined by main routes [CHART-1].
    fn join_cities(&mut self, map: &Map, tables: &Tables) {
        let Some(route) = tables.line("main-route") else { return };
        for name in map.region_names().filter(|n| n.starts_with("city-")) {
            let Some(city) = map.region(name) else { continue };
            for hex in city.iter() {
                for other in map.grid.around(hex).filter(|&o| city.contains(o)) {
                    if let Some(side) = map.grid.side_between(hex, other) {
                        let ground = &mut self.sides[side.index()];
                        add_road(ground, route);
                        ground.city = true;
                    }
                }
            }
        }
    }

    fn find_bridges(&mut self, map: &Map) {
        for hex in map.grid.hexes() {
            for direction in Direction::ALL {
                let side = map.grid.side(hex, direction);
                let ground = &self.sides[side.index()];
                let crosses = ground.water && ground.road.iter().any(Option::is_some);
                if crosses && self.bridge[side.index()] == NO_BRIDGE {
                    self.bridge[side.index()] = self.bridges.len() as u16;
                    self.bridges.push(side);
                }
            }
        }
    }

    fn find_villages(&mut self, map: &Map) {
        let in_city = |hex: HexId| {
            map.region_names()
                .filter(|n| n.starts_with("city-"))
                .any(|n| map.region(n).is_some_and(|r| r.contains(hex)))
        };
        for hex in map.grid.hexes() {
            if self.hexes[hex.index()].town && !in_city(hex) {
                self.villages.insert(hex);
            }
        }
    }
}

/// Lines of the terrain chart.
pub(crate) type Lines<'a> = SmallVec<[&'a TerrainLine; 4]>;

/// The lines of the chart that apply to a hex: its terrain and what is built on it.
pub(crate) fn words<'a>(map: &'a Map, tables: &'a Tables, hex: HexId) -> Lines<'a> {
    let terrain = map.terrain_name(map.terrain(hex));
    let features = map.features_of(hex).map(|f| map.feature_name(f));
    let lines: Lines<'_> =
        std::iter::once(terrain).chain(features).filter_map(|w| tables.line(w)).collect();
    match lines.iter().find(|l| l.alone) {
        Some(&alone) => Lines::from_slice(&[alone]),
        None => lines,
    }
}

fn hex_ground(
    map: &Map,
    tables: &Tables,
    clear: &TerrainLine,
    hex: HexId,
    frozen: bool,
) -> Result<HexGround, String> {
    let mut lines = words(map, tables, hex);
    if lines.is_empty() {
        let name = map.terrain_name(map.terrain(hex));
        return Err(format!("the terrain chart lacks \"{name}\" of {}", map.grid.number(hex)));
    }
    if frozen {
        lines.retain(|l| l.id != "swamp" && l.id != "lake");
    }
    // What is built on the hex decides its cost, then the terrain, then clear ground.
    let base = lines.iter().rev().find(|l| l.kind == CostKind::Base).copied().unwrap_or(clear);
    let mut ground = HexGround { cost: base.cost, ..HexGround::default() };
    for line in &lines {
        if line.kind == CostKind::Add {
            ground.sums = true;
            for (sum, add) in ground.cost.iter_mut().zip(line.cost) {
                *sum = sum.zip(add).map(|(a, b)| a + b);
            }
        }
        ground.cm += line.cm;
        ground.shield += if line.shields { line.cm } else { 0 };
        ground.halves |= line.attacker_halved;
        ground.rough |= line.rough;
        ground.no_fortification |= line.no_fortification;
        ground.town |= line.id == "town" || line.id == "city";
    }
    Ok(ground)
}

fn side_ground(map: &Map, tables: &Tables, side: SideId) -> SideGround {
    let mut ground = SideGround { cost: [Some(Mp::ZERO); 3], ..SideGround::default() };
    for line in tables.terrain.iter().filter(|l| l.kind == CostKind::Add) {
        let Some(kind) = map.side_kind(&line.id) else { continue };
        if map.side_has(side, kind) {
            ground.cost = line.cost;
            ground.cm = line.cm;
            ground.water = true;
            ground.halves = line.attacker_halved;
        }
    }
    if map.side_kind("big-river").is_some_and(|k| map.side_has(side, k)) {
        // A big river is crossed only where the chart prices it, or over a bridge [5.3.5].
        ground.big = true;
        ground.water = true;
    }
    ground.fixed = map.side_kind("fixed-position").is_some_and(|k| map.side_has(side, k));
    for line in tables.terrain.iter().filter(|l| l.kind == CostKind::Road) {
        if map.link_kind(&line.id).is_some_and(|k| map.is_linked(side, k)) {
            add_road(&mut ground, line);
        }
    }
    ground
}

/// A road across a hexside; the cheaper of two counts.
fn add_road(ground: &mut SideGround, line: &TerrainLine) {
    for column in 0..3 {
        let Some(cost) = line.cost[column] else { continue };
        ground.supply |= line.carries_supply;
        ground.secondary[column] |= line.extra_hex[column];
        let best = ground.road[column].map_or(cost, |old| old.min(cost));
        ground.road[column] = Some(best);
    }
}
