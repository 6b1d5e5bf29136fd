//! Decisions as they are shown: prompts, refusals, outcomes, and who looks.

use crate::{Cited, Rule, Text};
use board::{Side, UnitId};
use hex::{HexId, SideId};
use serde::{Deserialize, Serialize};

/// Who looks at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Viewer {
    /// A player.
    Player(Side),
    /// Somebody who watches: he knows only what both players know.
    Spectator,
    /// Somebody who may know everything: a finished game, a test, the command line.
    Referee,
}

impl Viewer {
    /// All who may look at a running game.
    pub const RUNNING: [Viewer; 3] =
        [Viewer::Player(Side::A), Viewer::Player(Side::B), Viewer::Spectator];

    /// Whether this viewer knows what `side` knows.
    pub fn knows_of(self, side: Side) -> bool {
        match self {
            Viewer::Player(own) => own == side,
            Viewer::Spectator => false,
            Viewer::Referee => true,
        }
    }
}

/// What is asked at a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    /// The sentence.
    pub text: Text,
    /// What remains, what is left: short fragments.
    pub facts: Vec<Text>,
    /// The stages that led here, outermost first, as ids.
    pub stages: Vec<&'static str>,
    /// Whether the other side may not see it until both have decided.
    pub secret: bool,
}

/// The things on the map that are the reason for a refusal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Because {
    /// Counters.
    pub units: Vec<UnitId>,
    /// Hexes.
    pub hexes: Vec<HexId>,
    /// Hexsides.
    pub sides: Vec<SideId>,
}

/// Why a choice is not legal: the rule and one plain sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The numbers of the rules, the deciding one first.
    pub rules: Cited,
    /// The sentence.
    pub text: Text,
    /// What on the map is the reason.
    pub because: Because,
}

impl Refusal {
    /// A refusal by one rule.
    pub fn new(rule: Rule, text: Text) -> Refusal {
        Refusal { rules: rule.into(), text, because: Because::default() }
    }

    /// The same with a unit as evidence.
    pub fn unit(mut self, unit: UnitId) -> Refusal {
        self.because.units.push(unit);
        self
    }

    /// The same with a hex as evidence.
    pub fn hex(mut self, hex: HexId) -> Refusal {
        self.because.hexes.push(hex);
        self
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// The class of the outcome as the scenario names it, such as `german` or `russian-marginal`.
    pub class: String,
    /// The verdict as a sentence.
    pub text: Text,
    /// The rules that decided it.
    pub rules: Cited,
}
