//! What happened at a table, kept once for all who may know it.

use crate::event::is_told;
use crate::{Event, Table, Viewer};
use board::Side;

/// Something that happened in a line: who may know it, and the event as JSON text with its line. It is rendered
/// when it happens, because names may change later.
struct Told {
    line: u64,
    only: Option<Side>,
    except: Option<Side>,
    json: Box<str>,
}

/// Everything that happened, line by line.
#[derive(Default)]
pub(crate) struct Story(Vec<Told>);

impl Story {
    /// Adds what happened in a line, which is the last one.
    pub(crate) fn tell(&mut self, line: u64, events: Vec<Event>, table: &dyn Table) {
        for event in events {
            let mut shown = table.event(&event);
            shown.line = line;
            let json = serde_json::to_string(&shown).unwrap_or_default();
            self.add(line, event.only, event.except, &json);
        }
    }

    /// Adds an event that is JSON already.
    pub(crate) fn add(&mut self, line: u64, only: Option<Side>, except: Option<Side>, json: &str) {
        self.0.push(Told { line, only, except, json: Box::from(json) });
    }

    /// Forgets what happened after a line.
    pub(crate) fn go_back(&mut self, line: u64) {
        self.0.truncate(self.0.partition_point(|t| t.line <= line));
    }

    /// What happened after a line, as `viewer` may know it: the line and the event as JSON.
    pub(crate) fn after(
        &self,
        line: Option<u64>,
        viewer: Viewer,
    ) -> impl Iterator<Item = (u64, &str)> {
        let known =
            move |told: &(u64, Option<Side>, Option<Side>, &str)| is_told(told.1, told.2, viewer);
        self.all_after(line).filter(known).map(|(line, _, _, json)| (line, json))
    }

    /// What happened after a line: the line, the only side that may know it, the side that may not, and the event as JSON.
    pub(crate) fn all_after(
        &self,
        line: Option<u64>,
    ) -> impl Iterator<Item = (u64, Option<Side>, Option<Side>, &str)> {
        let from = line.map_or(0, |l| self.0.partition_point(|t| t.line <= l));
        self.0[from..].iter().map(|t| (t.line, t.only, t.except, &*t.json))
    }
}
