//! What happened at a table, kept once for all who may know it.

use crate::event::is_told;
use crate::message::Told;
use crate::{Event, Table, Viewer};

/// Everything that happened, line by line.
#[derive(Default)]
pub(crate) struct Story(Vec<Told>);

impl Story {
    /// Adds what happened in a line, which is the last one.
    pub(crate) fn tell(&mut self, line: u64, events: Vec<Event>, table: &dyn Table) {
        self.0.extend(events.iter().map(|event| table.told(line, event)));
    }

    /// Adds something that happened.
    pub(crate) fn add(&mut self, told: Told) {
        self.0.push(told);
    }

    /// Forgets what happened after a line.
    pub(crate) fn go_back(&mut self, line: u64) {
        self.0.truncate(self.0.partition_point(|t| t.line <= line));
    }

    /// What happened after a line, as `viewer` may know it.
    pub(crate) fn after(&self, line: Option<u64>, viewer: Viewer) -> impl Iterator<Item = &Told> {
        let known = move |told: &&Told| is_told(told.only, told.except, viewer);
        self.all_after(line).iter().filter(known)
    }

    /// What happened after a line.
    pub(crate) fn all_after(&self, line: Option<u64>) -> &[Told] {
        let from = line.map_or(0, |l| self.0.partition_point(|t| t.line <= l));
        &self.0[from..]
    }
}
