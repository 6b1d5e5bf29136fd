//! JSON Schemas of the files that only this family reads.

use crate::book::{Book, Classic};
use crate::class::{Class, Printed};
use crate::data::TablesFile;
use crate::game::Formations;
use crate::own::Beside;
use crate::scenario::Scenario;
use board::{CounterFile, schema_of};
use schemars::{JsonSchema, Schema};

/// Everything that a counter file of WB-95 holds.
#[derive(JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
#[expect(dead_code, reason = "only its schema is wanted")]
struct Counters {
    #[schemars(flatten)]
    file: CountersOfAll,
}

/// What the counter files of all books hold.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is wanted")]
pub struct CountersOfAll {
    #[schemars(flatten)]
    roster: CounterFile<Class, Printed>,
    #[schemars(flatten)]
    formations: Formations,
}

/// The schemas of a book's tables and scenarios, by the names of the files.
pub fn schemas_of_book<B: Book>() -> Vec<(&'static str, Schema)> {
    vec![
        ("tables", schema_of::<TablesFile<B::Tables>>()),
        ("scenario", schema_of::<Beside<B::Page, Scenario>>()),
    ]
}

/// The schemas of the files that only WB-95 reads, by the names of the files.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    let mut all = vec![("counters", schema_of::<Counters>())];
    all.extend(schemas_of_book::<Classic>());
    all
}
