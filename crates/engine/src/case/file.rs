//! Reading case files.

use super::Arrangement;
use board::{Problem, Source, Spanned};
use serde::Deserialize;

/// One case.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub struct Case {
    /// A sentence that would be false if the rule were broken.
    pub name: Spanned<String>,
    /// Its number in a list of worked examples.
    #[serde(default)]
    pub id: String,
    /// The rules it proves.
    pub rules: Vec<String>,
    /// Rules that it proves although nothing cites them on the way, each with the reason in words.
    #[serde(default)]
    pub in_words: std::collections::BTreeMap<String, String>,
    /// Where the expected numbers come from: `rulebook`, `digest` or `hand`.
    #[serde(default)]
    pub source: String,
    /// The scenario whose rules apply; the game's first if none is named.
    #[serde(default)]
    pub scenario: String,
    /// Options that differ from the scenario's defaults.
    #[serde(default)]
    pub options: std::collections::BTreeMap<String, String>,
    /// The position; nothing for the scenario's own beginning.
    #[serde(flatten)]
    pub arrangement: Arrangement,
    /// What the dice show.
    #[serde(default)]
    pub dice: Vec<u16>,
    /// What is done, and what must hold on the way.
    #[serde(default)]
    pub script: Vec<String>,
    /// What must hold at the end.
    #[serde(default)]
    pub expect: Vec<String>,
}

/// A file of cases: small positions with a script and expectations.
#[derive(Deserialize, schemars::JsonSchema)]
struct File {
    /// The cases.
    #[serde(default)]
    case: Vec<Case>,
}

/// The schema of a case file. What only a game understands, in `with` and on counters, is open.
pub fn schema() -> schemars::Schema {
    board::schema_of::<File>()
}

/// Reads a case file: its cases with the line each begins in.
pub fn load(source: &Source) -> Result<Vec<(usize, Case)>, Problem> {
    let file: File = source.parse()?;
    Ok(file.case.into_iter().map(|c| (source.line_of(c.name.span().start), c)).collect())
}
