//! JSON Schemas of the files that maps are made from.

use crate::overrides::Overrides;
use crate::recipe::Recipe;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// The schemas of the files in `games/<game>/atlas`, by their names.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![("recipe", schema_of::<Recipe>()), ("overrides", schema_of::<Overrides>())]
}

/// In the draft that editors of TOML understand, as `board::schema_of`; the atlas knows no board.
fn schema_of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft07().into_generator().into_root_schema_for::<T>()
}
