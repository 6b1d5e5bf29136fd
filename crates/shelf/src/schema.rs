//! JSON Schemas of the files in a game's folder.

use crate::{Briefing, GameInfo};
use board::{Map, schema_of};
use mind::{Fits, Weights};
use schemars::Schema;
use std::collections::BTreeMap;

/// The schemas of the files in a game's folder, by their names. Those that only one rule system
/// reads are named after it: `last-stand/counters`.
pub fn schemas() -> Vec<(String, Schema)> {
    let mut all = vec![
        (String::from("game"), schema_of::<GameInfo>()),
        (String::from("briefings"), schema_of::<BTreeMap<String, Briefing>>()),
        (String::from("map"), Map::schema()),
        (String::from("captain"), Weights::schema()),
        (String::from("judge"), Fits::schema()),
        (String::from("case"), engine::case::schema()),
    ];
    for (system, schemas) in [
        ("battle-of-moscow", battle_of_moscow::schemas()),
        ("last-stand", last_stand::schemas()),
        ("wb95", wb95::schemas()),
        ("ww3", ww3::schemas()),
    ] {
        let named = |(file, schema)| (format!("{system}/{file}"), schema);
        all.extend(schemas.into_iter().map(named));
    }
    all
}
