//! JSON Schemas of the files that only this system reads.

use crate::book::{Book, Classic};
use crate::class::{Class, Printed};
use crate::data::TablesFile;
use crate::game::Formations;
use crate::own::Beside;
use crate::scenario::Scenario;
use board::{CounterFile, schema_of};
use schemars::{JsonSchema, Schema};

/// Everything that a counter file holds; `M` is what a book has more.
#[derive(JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
#[expect(dead_code, reason = "only its schema is wanted")]
struct Counters<M> {
    #[schemars(flatten)]
    roster: CounterFile<Class, Printed>,
    #[schemars(flatten)]
    formations: Formations,
    #[schemars(flatten)]
    more: M,
}

/// What counter files hold more by WB-95: nothing.
#[derive(JsonSchema)]
struct NoMore {}

/// The schemas of the files that only this system reads, by the names of the files.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    schemas_of::<Classic, NoMore>()
}

/// The same for another book of the family, whose counter files hold `M` too.
pub fn schemas_of<B: Book, M: JsonSchema>() -> Vec<(&'static str, Schema)> {
    vec![
        ("counters", schema_of::<Counters<M>>()),
        ("tables", schema_of::<TablesFile<B::Tables>>()),
        ("scenario", schema_of::<Beside<B::Page, Scenario>>()),
    ]
}
