//! How a game went: its turns, its points and losses turn by turn, and what the dice did.
//!
//! Nothing here decides anything; fractions are turned into decimals only to be read. A viewer is told what he
//! was shown at each line, no more.

use crate::budget::Budget;
use crate::library::Begin;
use crate::luck::{Luck, LuckShown};
use crate::walk::walk;
use engine::shown::{PointsShown, Shown};
use engine::{Line, Table, Viewer};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// How a game went.
#[derive(Serialize, JsonSchema)]
pub struct History {
    /// The lines at which turns began.
    turns: Vec<TurnBegun>,
    /// What counts towards victory, after each turn.
    points: Vec<Series>,
    /// Counters lost so far, after each turn.
    losses: Vec<Series>,
    /// What the dice did, against what the shown odds said.
    luck: Vec<LuckShown>,
    /// The dice as they fell.
    dice: Vec<DieShown>,
}

/// When a turn began.
#[derive(Serialize, JsonSchema)]
struct TurnBegun {
    /// In which line.
    line: u64,
    /// The number of the turn.
    n: u16,
    /// What the turn record calls it.
    name: String,
}

/// A figure turn by turn.
#[derive(Serialize, JsonSchema)]
struct Series {
    /// What it is; losses need no words.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Whose it is.
    side: Option<String>,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    /// Its values.
    values: Vec<Sample>,
}

/// A figure after a turn.
#[derive(Serialize, JsonSchema)]
struct Sample {
    /// The last line of the turn.
    line: u64,
    /// The turn.
    turn: u16,
    /// The figure.
    value: i64,
}

/// How often the dice of one kind showed each value.
#[derive(Serialize, JsonSchema)]
struct DieShown {
    /// The number of sides.
    sides: u16,
    /// How often each value from 1 was thrown.
    counts: Vec<u32>,
}

/// What is gathered on the way through the lines.
struct Gatherer<'a> {
    viewer: Viewer,
    rolled: BTreeMap<u64, &'a Value>,
    lost: BTreeMap<u64, Vec<&'a str>>,
    turns: Vec<TurnBegun>,
    points: BTreeMap<(String, Option<String>), Series>,
    losses: BTreeMap<String, (i64, Vec<Sample>)>,
    luck: Luck,
    dice: BTreeMap<u16, Vec<u32>>,
}

impl History {
    /// Goes through the lines of a game with what `viewer` was told of them.
    pub fn of(
        start: &Begin,
        lines: &[Line],
        events: &[(u64, Value)],
        viewer: Viewer,
        budget: &dyn Budget,
    ) -> Result<History, String> {
        let mut gatherer = Gatherer::new(events, viewer);
        let last = lines.last().map_or(0, |l| l.n);
        let see = |line: &Line, table: &dyn Table| gatherer.see(line, table);
        let table = walk(start, lines, last, budget, see)?;
        gatherer.end(last, &*table);
        Ok(gatherer.history())
    }
}

impl<'a> Gatherer<'a> {
    fn new(events: &'a [(u64, Value)], viewer: Viewer) -> Gatherer<'a> {
        let of_kind = |kind: &'static str| {
            events.iter().filter(move |(_, e)| e["kind"] == kind).map(|(line, e)| (*line, e))
        };
        let mut lost: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
        for (line, event) in of_kind("eliminated") {
            let units = event["units"].as_array().into_iter().flatten();
            lost.entry(line).or_default().extend(units.filter_map(Value::as_str));
        }
        Gatherer {
            viewer,
            rolled: of_kind("rolled").collect(),
            lost,
            turns: Vec::new(),
            points: BTreeMap::new(),
            losses: BTreeMap::new(),
            luck: Luck::default(),
            dice: BTreeMap::new(),
        }
    }

    /// A line, with the table before it.
    fn see(&mut self, line: &Line, table: &dyn Table) {
        self.begin_turn(line.n, table);
        let (rolled, lost) = (self.rolled.remove(&line.n), self.lost.remove(&line.n));
        if rolled.is_none() && lost.is_none() {
            return;
        }
        let shown = table.shown(self.viewer);
        if let Some(event) = rolled {
            self.count_dice(event, &shown);
            let code = event["code"].as_str().unwrap_or_default();
            if let Some(odds) = &shown.odds {
                self.luck.add(odds, code);
            }
        }
        for unit in lost.into_iter().flatten() {
            let side = shown.all_units().find(|u| u.unit == unit).map(|u| u.side.clone());
            if let Some(side) = side {
                self.losses.entry(side).or_default().0 += 1;
            }
        }
    }

    /// Where a turn has begun, the one before it is summed up.
    fn begin_turn(&mut self, line: u64, table: &dyn Table) {
        let n = table.turn();
        if self.turns.last().is_some_and(|t| t.n == n) {
            return;
        }
        if let Some(before) = self.turns.last().map(|t| t.n) {
            self.sample(line.saturating_sub(1), before, table);
        }
        self.turns.push(TurnBegun { line, n, name: table.turn_shown().name });
    }

    fn end(&mut self, line: u64, table: &dyn Table) {
        self.begin_turn(line, table);
        self.sample(line, table.turn(), table);
    }

    fn sample(&mut self, line: u64, turn: u16, table: &dyn Table) {
        let shown = table.shown(self.viewer);
        self.sample_points(line, turn, &shown.points);
        for side in table.side_ids() {
            let (count, samples) = self.losses.entry(side).or_default();
            samples.push(Sample { line, turn, value: *count });
        }
    }

    fn sample_points(&mut self, line: u64, turn: u16, points: &PointsShown) {
        for item in &points.items {
            // "2/4" counts as 2: the figure that has been reached.
            let digits: String = item.value.chars().take_while(char::is_ascii_digit).collect();
            let Ok(value) = digits.parse() else { continue };
            let key = (item.text.clone(), item.side.clone());
            let series = self.points.entry(key).or_insert_with(|| Series {
                text: Some(item.text.clone()),
                side: item.side.clone(),
                rule: Some(item.rule),
                values: Vec::new(),
            });
            series.values.push(Sample { line, turn, value });
        }
    }

    fn count_dice(&mut self, event: &Value, shown: &Shown) {
        let Some(odds) = &shown.odds else { return };
        let sides = odds.dice.sides;
        let counts = self.dice.entry(sides).or_insert_with(|| vec![0; usize::from(sides)]);
        let rolls = event["rolls"].as_array().into_iter().flatten().filter_map(Value::as_u64);
        for roll in rolls {
            if let Some(count) = counts.get_mut((roll as usize).wrapping_sub(1)) {
                *count += 1;
            }
        }
    }

    fn history(self) -> History {
        let losses = self.losses.into_iter().map(|(side, (_, values))| Series {
            text: None,
            side: Some(side),
            rule: None,
            values,
        });
        History {
            turns: self.turns,
            points: self.points.into_values().collect(),
            losses: losses.collect(),
            luck: self.luck.shown(),
            dice: self.dice.into_iter().map(|(sides, counts)| DieShown { sides, counts }).collect(),
        }
    }
}
