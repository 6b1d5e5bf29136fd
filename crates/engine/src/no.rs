//! Why something may not be done: the rule and the facts, put into words late.

use crate::{Arg, Because, Refusal, Rule, Text};
use board::UnitId;
use hex::{HexId, Mp};

/// A refusal with its facts. It is small and `Copy`, because searches meet thousands of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct No {
    /// The rule.
    pub rule: Rule,
    also: Option<Rule>,
    /// The sentence in the catalogue.
    pub text: &'static str,
    unit: UnitId,
    other: UnitId,
    hex: HexId,
    n: i32,
    cost: Mp,
    left: Mp,
}

impl No {
    /// A refusal by a rule.
    pub const fn new(rule: Rule, text: &'static str) -> No {
        No {
            rule,
            also: None,
            text,
            unit: UnitId::NONE,
            other: UnitId::NONE,
            hex: HexId::NONE,
            n: 0,
            cost: Mp::ZERO,
            left: Mp::ZERO,
        }
    }

    /// By this rule too: one that forbids the same in other words.
    pub const fn also(mut self, rule: Rule) -> No {
        self.also = Some(rule);
        self
    }

    /// About this unit.
    pub const fn unit(mut self, unit: UnitId) -> No {
        self.unit = unit;
        self
    }

    /// Because of this other unit.
    pub const fn other(mut self, unit: UnitId) -> No {
        self.other = unit;
        self
    }

    /// About this hex.
    pub const fn hex(mut self, hex: HexId) -> No {
        self.hex = hex;
        self
    }

    /// With this number.
    pub const fn n(mut self, n: i32) -> No {
        self.n = n;
        self
    }

    /// With what it costs and what is left.
    pub const fn mp(mut self, cost: Mp, left: Mp) -> No {
        self.cost = cost;
        self.left = left;
        self
    }

    /// The refusal as it is shown.
    pub fn refusal(self) -> Refusal {
        let mut text = Text::new(self.text).n(self.n);
        text = text.with("cost", Arg::Mp(self.cost)).with("left", Arg::Mp(self.left));
        let mut because = Because::default();
        if let Some(unit) = self.unit.some() {
            text = text.unit(unit);
            because.units.push(unit);
        }
        if let Some(other) = self.other.some() {
            text = text.with("other", Arg::Unit(other));
            because.units.push(other);
        }
        if let Some(hex) = self.hex.some() {
            text = text.hex(hex);
            because.hexes.push(hex);
        }
        let rules = [self.rule].into_iter().chain(self.also).collect();
        Refusal { rules, text, because }
    }
}
