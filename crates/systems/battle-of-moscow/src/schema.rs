//! JSON Schemas of the files that only this system reads.

use crate::class::{Class, Printed};
use crate::data::{Scenario, Tables};
use board::{CounterFile, schema_of};
use schemars::Schema;

/// The schemas of the files that only this system reads, by the names of the files.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("counters", schema_of::<CounterFile<Class, Printed>>()),
        ("tables", schema_of::<Tables>()),
        ("scenario", schema_of::<Scenario>()),
    ]
}
