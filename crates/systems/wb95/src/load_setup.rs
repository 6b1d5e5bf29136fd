//! Reading the set-up of a scenario: where counters stand, what a full hex cannot hold, and the levels that are missing.

use crate::book::Book;
use crate::game::{Losses, Setup};
use crate::load::Loader;
use crate::scenario::{Scenario, SetupEntry};
use board::{Side, UnitId};
use hex::HexId;
use std::collections::BTreeMap;

impl<B: Book> Loader<B> {
    pub(crate) fn setup(&mut self, scenario: &Scenario, owner: &[Side]) -> Vec<Option<Setup>> {
        let mut all: Vec<Option<Setup>> = vec![None; self.parts.roster.len()];
        for entry in &scenario.setup {
            let hexes = self.setup_hexes(entry);
            if hexes.is_empty() {
                if let Some(unit) = entry.units.first() {
                    self.fail(unit, "expected hexes or a place");
                }
                continue;
            }
            let clear_of_enemy = entry.clear_of_enemy;
            for unit in self.units(&entry.units) {
                let hexes = self.passable(unit, &hexes);
                let Some(&usual) = hexes.first() else { continue };
                all[unit.index()] = Some(Setup { usual, hexes, clear_of_enemy });
            }
        }
        self.spread(scenario, &mut all);
        for entry in &scenario.setup {
            for (hex, units) in &entry.usual {
                let Some(usual) = self.hex(hex) else { continue };
                for unit in self.units(units) {
                    if let Some(setup) = &mut all[unit.index()] {
                        setup.usual = usual;
                    }
                }
            }
        }
        self.overflow(scenario, owner, &mut all);
        all
    }

    /// The hexes that an entry of the set-up offers.
    fn setup_hexes(&mut self, entry: &SetupEntry) -> Vec<HexId> {
        if let Some(place) = &entry.place {
            return self.place(place);
        }
        if let Some(region) = &entry.region {
            return self.region_named(region);
        }
        if let (Some(columns), Some(rows)) = (entry.columns, entry.rows) {
            return self.in_box(columns, rows);
        }
        let named: Vec<HexId> = entry.hexes.iter().filter_map(|h| self.hex(h)).collect();
        if entry.radius == 0 {
            return named;
        }
        let grid = &self.parts.map.grid;
        let mut hexes: Vec<HexId> =
            named.iter().flat_map(|&h| grid.within(h, entry.radius)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// Those of several hexes that a counter can stand on; a single one is taken as it is printed.
    fn passable(&self, unit: UnitId, hexes: &[HexId]) -> Vec<HexId> {
        if hexes.len() == 1 {
            return hexes.to_vec();
        }
        let class = self.parts.roster.class(self.parts.roster.unit(unit).class);
        let column = class.movement.column();
        let map = &self.parts.map;
        let open = |h: &HexId| {
            let line = self.parts.tables.line(map.terrain_name(map.terrain(*h)));
            line.is_none_or(|l| l.cost[column].is_some())
        };
        hexes.iter().copied().filter(open).collect()
    }

    /// Counters of one entry with several hexes usually fill them in order, guns and headquarters first, so that what goes
    /// to another hex can hold it.
    fn spread(&mut self, scenario: &Scenario, all: &mut [Option<Setup>]) {
        let limit = self.parts.tables.core.stack_limit;
        let mut load: BTreeMap<HexId, u16> = BTreeMap::new();
        for entry in &scenario.setup {
            let roster = &self.parts.roster;
            let mut units: Vec<UnitId> =
                entry.units.iter().filter_map(|id| roster.find(id.get_ref())).collect();
            units.sort_by_key(|&u| roster.class(roster.unit(u).class).is_regular());
            for unit in units {
                let class = self.parts.roster.class(self.parts.roster.unit(unit).class);
                let cels = u16::from(class.cels);
                let Some(setup) = &mut all[unit.index()] else { continue };
                let room = |h: &&HexId| load.get(h).copied().unwrap_or(0) + cels <= limit;
                let usual = match setup.hexes.len() {
                    1 => setup.hexes[0],
                    _ => setup.hexes.iter().find(room).copied().unwrap_or(setup.hexes[0]),
                };
                setup.usual = usual;
                *load.entry(usual).or_default() += cels;
            }
        }
    }

    /// What a full hex cannot hold goes beside it, on the own side of the front (R37).
    fn overflow(&mut self, scenario: &Scenario, owner: &[Side], all: &mut [Option<Setup>]) {
        let control = self.start_control(scenario);
        for entry in &scenario.overflow {
            let (Some(hex), Some(to)) = (self.hex(&entry.hex), self.hex(&entry.to)) else {
                continue;
            };
            for unit in self.units(&entry.units) {
                let side = owner[unit.index()];
                let around = self.parts.map.grid.around(hex);
                let mut hexes: Vec<HexId> =
                    around.filter(|&h| h == to || control[h.index()] == side).collect();
                hexes.push(hex);
                hexes.sort_unstable();
                all[unit.index()] = Some(Setup { hexes, usual: to, clear_of_enemy: 0 });
            }
        }
    }

    pub(crate) fn losses(&mut self, scenario: &Scenario, owner: &[Side]) -> Vec<Losses> {
        let mut all = Vec::new();
        for entry in scenario.setup.iter().filter(|e| e.cel_loss > 0) {
            let losing = if entry.losing.is_empty() { &entry.units } else { &entry.losing };
            let units = self.units(losing);
            let cels: u16 = units
                .iter()
                .map(|&u| u16::from(self.parts.roster.class(self.parts.roster.unit(u).class).cels))
                .sum();
            if u16::from(entry.cel_loss) > cels {
                self.fail(&entry.units[0], "more CELs are missing than there are");
                continue;
            }
            if let Some(&first) = units.first() {
                let usual = self.units(&entry.usual_losses);
                let side = owner[first.index()];
                all.push(Losses { side, units, cels: entry.cel_loss, usual });
            }
        }
        all
    }
}
