//! A combat before the dice: what is added up, and how likely each result is.

use crate::{Cited, Text};
use board::{Side, UnitId};
use hex::HexId;
use schemars::JsonSchema;
use serde::Serialize;

/// A probability as an exact fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Probability {
    /// In how many of the equally likely rolls.
    pub num: u64,
    /// Of how many.
    pub den: u64,
}

/// One thing that counts towards the odds.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsItem {
    /// Whose strength or advantage it is.
    pub side: Side,
    /// What it is.
    pub text: Text,
    /// What it adds, as it is printed in the sum: `+2`, `4`, `1½`.
    pub value: String,
    /// The rule.
    pub rules: Cited,
}

/// One result of the table and how likely it is.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsOutcome {
    /// The code as printed in the table.
    pub code: String,
    /// What it means, in plain words.
    pub text: Text,
    /// The modified rolls that give it.
    pub rolls: Vec<u16>,
    /// How likely it is.
    pub p: Probability,
    /// For whom it is good, where that can be said.
    pub good_for: Option<Side>,
}

/// Which dice will be thrown: `number` dice of `sides` sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DiceShape {
    /// How many.
    pub number: u8,
    /// With how many sides.
    pub sides: u16,
}

impl DiceShape {
    /// Every way the dice can fall, each equally likely.
    ///
    /// ```
    /// use engine::DiceShape;
    /// assert_eq!(DiceShape { number: 2, sides: 6 }.all().count(), 36);
    /// ```
    pub fn all(self) -> impl Iterator<Item = Vec<u16>> {
        let total = u32::from(self.sides).pow(u32::from(self.number));
        (0..total).map(move |i| {
            let mut rest = i;
            (0..self.number)
                .map(|_| {
                    let value = rest % u32::from(self.sides) + 1;
                    rest /= u32::from(self.sides);
                    value as u16
                })
                .collect()
        })
    }
}

/// A combat before the dice. The same value makes what is shown and what is resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// The attacked hexes.
    pub targets: Vec<HexId>,
    /// The attacking units.
    pub attackers: Vec<UnitId>,
    /// Who attacks.
    pub attacker: Side,
    /// The strengths of both, as printed in the sum.
    pub strength: board::BySide<String>,
    /// What was added up to get them.
    pub strengths: Vec<OddsItem>,
    /// All columns of the table.
    pub columns: Vec<String>,
    /// The column before shifts and limits.
    pub from: usize,
    /// The column that will be used.
    pub to: usize,
    /// What shifts or limits the column.
    pub shifts: Vec<OddsItem>,
    /// Which dice will be thrown.
    pub dice: DiceShape,
    /// What is added to the roll.
    pub modifiers: Vec<OddsItem>,
    /// The results in the order of the table.
    pub outcomes: Vec<OddsOutcome>,
    /// What of this the viewer can only believe, such as strengths that nobody knows yet.
    pub belief: Option<Text>,
}

impl Odds {
    /// Everything that was added up, shifted or added to the roll, with the rules of each.
    pub fn items(&self) -> impl Iterator<Item = &OddsItem> {
        self.strengths.iter().chain(&self.shifts).chain(&self.modifiers)
    }
}
