//! JSON Schemas of data files, made from the types that the files are read into.

use crate::map_file;
use crate::{Map, Strength};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

/// The schema of a file that is read into `T`, in the draft that editors of TOML understand.
pub fn schema_of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft07().into_generator().into_root_schema_for::<T>()
}

impl Map {
    /// The schema of a map file.
    pub fn schema() -> Schema {
        schema_of::<map_file::File>()
    }
}

impl JsonSchema for Strength {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Strength".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "multipleOf": 0.5 })
    }
}
