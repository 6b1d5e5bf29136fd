//! JSON Schemas of the files that only this system reads.

use crate::chart::Scenario;
use crate::class::{Class, Printed};
use crate::data::Tables;
use crate::game::CardFile;
use board::{CounterFile, schema_of};
use schemars::{JsonSchema, Schema};

/// Everything that a counter file holds.
#[derive(JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
#[expect(dead_code, reason = "only its schema is wanted")]
struct Counters {
    #[schemars(flatten)]
    roster: CounterFile<Class, Printed>,
    #[schemars(flatten)]
    cards: CardFile,
}

/// The schemas of the files that only this system reads, by the names of the files.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("counters", schema_of::<Counters>()),
        ("tables", schema_of::<Tables>()),
        ("scenario", schema_of::<Scenario>()),
    ]
}
