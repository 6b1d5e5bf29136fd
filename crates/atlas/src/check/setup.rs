//! Every counter may stand where its scenario puts it, by the terrain table of its game.
//!
//! The table is the game's own (`tables.toml`), the column of a counter comes from its class (`counters.toml`); the
//! recipe says which table and which field (`[checks.entry]`). A table may have a row for each terrain, or a
//! part for each column that lists what that column may enter.

use super::{MapFile, Problem, Report};
use crate::recipe::{Checks, Entry};
use anyhow::{Context, Result};
use hex::HexId;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use toml::{Table, Value};

/// Checks the set-ups of all scenarios of a game's folder.
pub fn check(map: &MapFile, checks: &Checks, folder: &Path, report: &mut Report) -> Result<()> {
    let files = [folder.join("tables.toml"), folder.join("counters.toml")];
    let (Some(entry), true) = (&checks.entry, files.iter().all(|f| f.is_file())) else {
        report.notes.push("no terrain table yet: set-ups are checked against water only".into());
        return Ok(());
    };
    let counters = Counters::read(&read(&files[1])?, entry);
    let Some(costs) = Costs::read(&read(&files[0])?, entry, &counters.columns()) else {
        let reason = format!("tables.toml has no table \"{}\" (see checks.entry)", entry.costs);
        report.problems.push(Problem::at("", reason));
        return Ok(());
    };
    let scenarios = folder.join("scenarios");
    if !scenarios.is_dir() {
        return Ok(());
    }
    let mut paths: Vec<_> =
        std::fs::read_dir(&scenarios)?.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "toml"));
    paths.sort();
    for path in paths {
        let name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
        scenario(map, &costs, &counters, &name, &read(&path)?, report);
    }
    Ok(())
}

fn read(path: &Path) -> Result<Table> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    toml::from_str(&text).with_context(|| format!("in {}", path.display()))
}

/// The column of every counter.
struct Counters {
    column: BTreeMap<String, String>,
}

impl Counters {
    fn read(file: &Table, entry: &Entry) -> Counters {
        let class = |name: &str| file.get("class")?.get(name)?.get(&entry.column)?.as_str();
        let units = file.get("unit").and_then(Value::as_array).into_iter().flatten();
        let column = units.filter_map(|unit| {
            let id = unit.get("id")?.as_str()?.to_string();
            Some((id, class(unit.get("class")?.as_str()?)?.to_string()))
        });
        Counters { column: column.collect() }
    }

    fn columns(&self) -> BTreeSet<&str> {
        self.column.values().map(String::as_str).collect()
    }
}

/// What each column may enter.
struct Costs {
    /// By terrain and column.
    open: BTreeMap<(String, String), bool>,
    /// Whether terrain without an entry is closed.
    is_complete: bool,
}

impl Costs {
    fn read(tables: &Table, entry: &Entry, columns: &BTreeSet<&str>) -> Option<Costs> {
        let mut table = &Value::Table(tables.clone());
        for key in entry.costs.split('.') {
            table = table.get(key)?;
        }
        let by_column = columns.iter().any(|c| table.get(c).is_some());
        let mut costs = Costs { open: BTreeMap::new(), is_complete: by_column };
        match table {
            Value::Array(rows) => {
                for row in rows {
                    costs.add(row.get("id")?.as_str()?, row, columns);
                }
            }
            Value::Table(parts) if by_column => {
                for (column, rows) in parts {
                    for (terrain, cost) in rows.as_table().into_iter().flatten() {
                        costs.open.insert((plain(terrain), column.clone()), is_open(cost));
                    }
                }
            }
            Value::Table(rows) => rows.iter().for_each(|(id, row)| costs.add(id, row, columns)),
            _ => return None,
        }
        Some(costs)
    }

    /// A row of the table: one cost for each column, or a word for all.
    fn add(&mut self, terrain: &str, row: &Value, columns: &BTreeSet<&str>) {
        for column in columns {
            let cost = if row.is_table() { row.get(column) } else { Some(row) };
            if let Some(cost) = cost {
                self.open.insert((plain(terrain), column.to_string()), is_open(cost));
            }
        }
    }

    fn says(&self, word: &str, column: &str) -> Option<bool> {
        self.open.get(&(plain(word), column.to_string())).copied()
    }

    /// Whether a counter of this column may be in a hex; a road leads through whatever lies under it.
    fn may_enter(&self, map: &MapFile, hex: HexId, column: &str) -> bool {
        let terrain = &map.terrain[hex.index()];
        let ground = self.says(terrain, column).unwrap_or(!self.is_complete)
            && map.features[hex.index()].iter().all(|f| self.says(f, column).unwrap_or(true));
        let by_road = |kind: &str| self.says(kind, column) == Some(true);
        ground || map.links.iter().any(|l| by_road(&l.kind) && l.members.contains(&hex))
    }
}

/// Tables write `main_route` where maps write `main-route`.
fn plain(word: &str) -> String {
    word.replace('_', "-")
}

fn is_open(cost: &Value) -> bool {
    !matches!(cost.as_str(), Some("no" | "prohibited" | "-"))
}

fn scenario(
    map: &MapFile,
    costs: &Costs,
    counters: &Counters,
    file: &str,
    table: &Table,
    report: &mut Report,
) {
    let mut count = 0;
    let mut unknown = Vec::new();
    for entry in table.get("setup").and_then(Value::as_array).into_iter().flatten() {
        let hexes = places(map, entry);
        if hexes.is_empty() {
            continue;
        }
        for unit in words(entry.get("unit")).chain(words(entry.get("units"))) {
            let Some(column) = counters.column.get(&unit) else {
                unknown.push(unit);
                continue;
            };
            count += 1;
            if !hexes.iter().any(|&h| costs.may_enter(map, h, column)) {
                let reason = format!("{file} puts {unit} where {column} may not go");
                report.problems.push(Problem::at(map.grid.number(hexes[0]), reason));
            }
        }
    }
    if let Some(first) = unknown.first() {
        let reason = format!(
            "{file}: what {first} and {} more may enter is not known; see checks.entry",
            unknown.len() - 1
        );
        report.problems.push(Problem::at("", reason));
    }
    report.notes.push(format!("{file}: {count} counters compared with the terrain table"));
}

/// The hexes where an entry of a set-up may stand; hexes off the map are told elsewhere.
fn places(map: &MapFile, entry: &Value) -> Vec<HexId> {
    let named = ["hex", "hexes", "suggested"].into_iter().flat_map(|key| words(entry.get(key)));
    let radius = entry.get("radius").and_then(Value::as_integer).unwrap_or(0);
    let radius = u16::try_from(radius).unwrap_or(0);
    let hexes = named.filter_map(|n| map.grid.parse(&n).ok());
    hexes.flat_map(|h| map.grid.within(h, radius)).collect()
}

/// The words of a text or of a list of texts.
fn words(value: Option<&Value>) -> impl Iterator<Item = String> {
    let texts: Vec<&str> = match value {
        Some(Value::String(text)) => vec![text],
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let words: Vec<String> =
        texts.iter().flat_map(|t| t.split_whitespace()).map(String::from).collect();
    words.into_iter()
}
