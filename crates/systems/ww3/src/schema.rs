//! JSON Schemas of the files that only this system reads.

use crate::Ww3Book;
use crate::load::Factions;
use board::schema_of;
use schemars::{JsonSchema, Schema};
use wb95::{CountersOfAll, schemas_of_book};

/// Everything that a counter file holds.
#[derive(JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
#[expect(dead_code, reason = "only its schema is wanted")]
struct Counters {
    #[schemars(flatten)]
    file: CountersOfAll,
    #[schemars(flatten)]
    factions: Factions,
}

/// The schemas of the files that only this system reads, by the names of the files.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    let mut all = vec![("counters", schema_of::<Counters>())];
    all.extend(schemas_of_book::<Ww3Book>());
    all
}
