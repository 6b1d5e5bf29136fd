//! What is printed on the face of a counter that lies up, for whoever draws it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The face of a counter. Every field is what stands on it; nothing here is a rule.
///
/// A viewer who may not see a counter gets a face with `hidden` set and nothing else that tells. What is not on
/// a face is not written either: a table has hundreds of them.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(default)]
pub struct Face {
    /// The palette: `german`, `ss`, `luftwaffe`, `soviet`, `soviet-guards`, `finnish`, `french`, ...
    pub nation: String,
    /// The symbol in the box: `infantry`, `motorized`, `mechanized`, `armor`, `cavalry`, `recon`,
    /// `artillery`, `sp-artillery`, `assault-gun`, `rockets`, `anti-tank`, `paratroop`, `security`,
    /// `partisan`, `worker`, `fortification`, `replacement`, `hq`, `supply`, `air`, `helicopter`, ...
    #[serde(skip_serializing_if = "String::is_empty")]
    pub symbol: String,
    /// The size mark: `I`, `II`, `III`, `X`, `XX`, `XXX`, `XXXX`, `G`, `KG` or nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub size: String,
    /// The text at the left of the box: the unit's own number or name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// The text at the right of the box: its formation.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub formation: String,
    /// The figures at the foot, as printed: `4-3`, `3-2-4`, `0-1-0`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub figures: String,
    /// The colours of its stars, at most two: `black`, `white`, `yellow`, `blue`, `red` or nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub star: String,
    /// Steps left and steps in all; one-step units show none.
    pub steps: (u8, u8),
    /// The number of the tint of the symbol box, by formation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tint: Option<u8>,
    /// Which way the counter lies: empty, `transport`, `reduced`, `untried`, `masked`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub setup: String,
    /// Whether this viewer may not see the counter: only `nation` and perhaps `symbol` are true.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Whether values on it are reconstructed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reconstructed: bool,
}
