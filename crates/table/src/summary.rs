//! What the list of tables shows.

use crate::record::{Hashed, Listed, header_of};
use crate::seats::{SeatShown, Seats};
use board::Side;
use engine::Session;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The turn, whose decision it is, and how the game ended.
#[derive(Serialize, Deserialize)]
pub(crate) struct Summary {
    turn: TurnBrief,
    decider: Option<String>,
    outcome: Option<String>,
}

/// Where a game stands in time, in short.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TurnBrief {
    /// The number of the turn.
    n: u16,
    /// The last turn.
    of: u16,
    /// What the turn record calls it.
    name: String,
}

impl Summary {
    /// As it is stored.
    pub(crate) fn write(&self) -> String {
        // Strings and numbers can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// What the list shows of a session.
pub(crate) fn summary(session: &Session) -> Summary {
    let table = session.table();
    let turn = table.turn_shown();
    let ids = table.side_ids();
    Summary {
        turn: TurnBrief { n: turn.n, of: turn.of, name: turn.name },
        decider: session.decider().map(|side| ids[side.index()].clone()),
        outcome: session.outcome().map(|o| table.say(&o.text)),
    }
}

/// A table in the list of a person. One that cannot be read stands there with what is known of it, and spoils nothing.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "TableCard")]
pub enum ListedShown<'a> {
    /// One that can be opened.
    Good(Box<ListedTable<'a>>),
    /// One of which something cannot be read.
    Damaged(ListedDamaged<'a>),
}

impl ListedShown<'_> {
    /// Whether it is the person's decision there.
    pub fn waits(&self) -> bool {
        matches!(self, ListedShown::Good(table) if table.waits)
    }
}

/// A table that can be opened.
#[derive(Serialize, JsonSchema)]
pub struct ListedTable<'a> {
    /// Its name in addresses.
    id: &'a str,
    /// The game.
    game: String,
    /// The scenario.
    scenario: String,
    /// What it is called.
    title: &'a str,
    /// Where it stands in time.
    turn: TurnBrief,
    /// Whose decision it is.
    decider: Option<String>,
    /// The sides that the person plays.
    mine: Vec<String>,
    /// Whether it is his decision.
    waits: bool,
    /// Who sits where, by side.
    seats: BTreeMap<String, SeatShown<'static>>,
    /// When something happened there last, in milliseconds since 1970.
    updated: i64,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<Finished>,
}

/// How a game ended.
#[derive(Serialize, JsonSchema)]
struct Finished {
    /// When, in milliseconds since 1970.
    at: i64,
    /// The verdict.
    text: Option<String>,
}

/// A table of which something cannot be read.
#[derive(Serialize, JsonSchema)]
pub struct ListedDamaged<'a> {
    /// Its name in addresses.
    id: &'a str,
    /// What it is called.
    title: &'a str,
    /// Always true.
    damaged: bool,
    /// Nothing is known of the seats.
    mine: [String; 0],
    /// Nobody waits.
    waits: bool,
    /// When something happened there last, in milliseconds since 1970.
    updated: i64,
}

/// A table in the list of a person; `None` if what is stored of it cannot be read.
pub fn listed(table: &Listed, who: Hashed) -> Option<ListedShown<'_>> {
    let header = header_of(&table.header).ok().filter(|_| !table.damaged)?;
    let summary: Summary = serde_json::from_str(&table.summary).ok()?;
    let seats = Seats::of(table.seats.clone())?;
    let held = Side::BOTH.into_iter().filter(|side| seats.holds(Some(who), *side));
    let mine: Vec<String> = held.map(|side| seats.seat(side).side.clone()).collect();
    let outcome = summary.outcome;
    Some(ListedShown::Good(Box::new(ListedTable {
        id: &table.id,
        game: header.game,
        scenario: header.scenario,
        title: &table.title,
        turn: summary.turn,
        waits: summary.decider.as_ref().is_some_and(|d| mine.contains(d)),
        decider: summary.decider,
        mine,
        seats: seats.kept_shown(Some(who)),
        updated: table.updated,
        finished: table.finished.map(|at| Finished { at, text: outcome }),
    })))
}

/// One that cannot be read.
pub fn listed_damaged(table: &Listed) -> ListedShown<'_> {
    ListedShown::Damaged(ListedDamaged {
        id: &table.id,
        title: &table.title,
        damaged: true,
        mine: [],
        waits: false,
        updated: table.updated,
    })
}
