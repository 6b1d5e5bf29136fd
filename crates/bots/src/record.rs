//! What is kept of one game.

use board::{BySide, Side};
use mind::Conduct;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Counters of a side that were lost in a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    /// The turn.
    pub turn: u16,
    /// Whose.
    pub side: Side,
    /// How many.
    pub n: u32,
}

/// A place that was in other hands at the end of a turn than at the end of the one before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// The turn; 0 is the set-up.
    pub turn: u16,
    /// The number of the hex.
    pub hex: String,
    /// Who holds it now.
    pub by: Option<Side>,
}

/// The dice that a side threw in a turn under one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thrown {
    /// The turn.
    pub turn: u16,
    /// Who decided when they were thrown.
    pub side: Side,
    /// The rule that the event of the throw cites first; empty if no event reports the throw.
    pub rule: String,
    /// How many dice.
    pub dice: u32,
    /// How far their sum lies above the mean of such dice, twice, so that it is a whole number.
    pub above: i64,
}

/// What is kept of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its number.
    pub n: u64,
    /// Its seed.
    pub seed: u64,
    /// The bot of each side.
    pub bots: [String; 2],
    /// The class of its outcome; empty if it failed.
    pub outcome: String,
    /// Who won.
    pub winner: Option<Side>,
    /// Why it did not come to its end: an illegal choice, too many choices, a fault of the rules.
    pub failure: Option<String>,
    /// The last turn.
    pub turns: u16,
    /// How many choices were made, the automatic ones too.
    pub choices: u64,
    /// The victory points at the end.
    pub points: Option<i32>,
    /// Where side A stands at the end on the scenario's own scale, in hundredths of a point; `None` where nobody can tell.
    #[serde(default)]
    pub margin: Option<i64>,
    /// How many turns were left when it ended.
    #[serde(default)]
    pub left: u16,
    /// The losses of each turn.
    pub losses: Vec<Lost>,
    /// The places that changed hands.
    pub taken: Vec<Taken>,
    /// The dice.
    pub thrown: Vec<Thrown>,
    /// How many events cite each rule.
    pub rules: BTreeMap<String, u32>,
    /// In how many choices each rule acted without an event of its own: in the sum of a combat that was rolled, or as
    /// an effect of what was chosen. The rules of the outcome count once.
    #[serde(default)]
    pub at_work: BTreeMap<String, u32>,
    /// How the sides played, where somebody can think about the game.
    #[serde(default)]
    pub conduct: Option<BySide<Conduct>>,
}

impl Record {
    /// How it went for side A: 2 won, 1 drawn, 0 lost; `None` if it failed.
    pub fn score(&self) -> Option<u8> {
        if self.failure.is_some() {
            return None;
        }
        Some(match self.winner {
            Some(Side::A) => 2,
            Some(Side::B) => 0,
            None => 1,
        })
    }

    /// How many counters a side lost.
    pub fn lost(&self, side: Side) -> u32 {
        self.losses.iter().filter(|l| l.side == side).map(|l| l.n).sum()
    }
}
