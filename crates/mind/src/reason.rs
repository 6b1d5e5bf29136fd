//! What a bot says of its choice, as ids with arguments, until somebody reads it.

use engine::{Arg, Catalogue, Choice, Cited, Id, Message, Rule, Table, Text};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The sentences that bots say at every game, in English: each game adds them to its own.
pub const SENTENCES: &str = include_str!("../text/en.toml");

/// Why a bot chose as it did: one or two sentences about the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What it says.
    pub text: Text,
    /// The rules that it names.
    pub rules: Cited,
}

impl Reason {
    /// The same by a rule.
    pub fn cite(mut self, rule: Rule) -> Reason {
        self.rules.push(rule);
        self
    }

    /// The same after what is said of the whole plan.
    pub(crate) fn after(self, plan: Text) -> Reason {
        let text = Text::new("mind.both").with("plan", plan.into()).with("order", self.text.into());
        Reason { text, ..self }
    }

    /// The reason with the names in it as they are at the table that it speaks of.
    pub fn settled(&self, table: &dyn Table) -> Explained {
        let rules = self.rules.numbers().into_iter().map(Cow::Borrowed).collect();
        Explained { text: table.settled(&self.text), rules }
    }
}

impl From<Text> for Reason {
    fn from(text: Text) -> Reason {
        Reason { text, rules: Cited::default() }
    }
}

impl From<&'static str> for Reason {
    /// A sentence without arguments, by its id.
    fn from(id: &'static str) -> Reason {
        Text::new(id).into()
    }
}

/// A reason that has left its table. Any catalogue of the game puts it into words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    /// What was said.
    pub text: Message,
    /// The rules that it names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Id>,
}

impl Explained {
    /// A sentence that was kept in English.
    pub fn in_english(text: &str) -> Explained {
        Explained { text: Message::plain(text), rules: Vec::new() }
    }

    /// It in words.
    pub fn said(&self, words: &Catalogue) -> String {
        words.message(&self.text)
    }
}

/// A choice of a script, with the reason where there is something to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// What it chooses.
    pub choice: Choice,
    /// Why.
    pub why: Option<Reason>,
}

impl Said {
    /// A choice that needs no reason.
    pub fn plainly(choice: Choice) -> Said {
        Said { choice, why: None }
    }

    /// A choice for a reason.
    pub fn because(choice: Choice, why: impl Into<Reason>) -> Said {
        Said { choice, why: Some(why.into()) }
    }
}

/// A value in hundredths of a factor as the argument of a sentence, in tenths.
pub fn factors(value: i64) -> Arg {
    Arg::Tenths(value / 10)
}
