//! A text that has left its table.
//!
//! What happened, and why something was refused, is read later and in more than one language, while names at the table
//! change: a counter is turned over, a hidden one moves on. So the names are settled when it is said, and the words are
//! chosen when somebody reads it.

use crate::shown::{BecauseShown, EventShown, MoveShown, RefusalShown};
use crate::{Catalogue, EventKind};
use board::Side;
use hex::HexNumber;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::borrow::Cow;

/// An id or a name that is known when the program is built, or was read.
pub type Id = Cow<'static, str>;

/// A sentence by its id, with its arguments; any catalogue of the game can put it into words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The id of the sentence in the catalogue.
    #[serde(rename = "t")]
    pub id: Id,
    /// Its arguments.
    #[serde(rename = "a", default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<(Id, Part)>,
}

/// An argument of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// What has the same name in every language, such as a counter's number.
    #[serde(rename = "s")]
    Name(String),
    /// A whole number.
    #[serde(rename = "n")]
    Number(i64),
    /// A number in tenths.
    #[serde(rename = "d")]
    Tenths(i64),
    /// A word of the catalogue, by its id.
    #[serde(rename = "w")]
    Word(Id),
    /// What is put together of words and names.
    #[serde(rename = "m")]
    Message(Message),
    /// A hex by its number, with the town in it.
    #[serde(rename = "h")]
    Hex(HexNumber, Option<String>),
    /// Several things.
    #[serde(rename = "l")]
    List(Vec<Part>),
}

impl Part {
    /// A word of the catalogue.
    pub const fn word(id: &'static str) -> Part {
        Part::Word(Cow::Borrowed(id))
    }
}

impl From<String> for Part {
    fn from(name: String) -> Part {
        Part::Name(name)
    }
}

impl From<Message> for Part {
    fn from(message: Message) -> Part {
        Part::Message(message)
    }
}

impl From<&str> for Part {
    fn from(name: &str) -> Part {
        Part::Name(name.to_string())
    }
}

impl Message {
    /// A sentence without arguments.
    pub const fn new(id: &'static str) -> Message {
        Message { id: Cow::Borrowed(id), args: Vec::new() }
    }

    /// A technical message, which is the same in every language.
    pub fn plain(text: impl Into<String>) -> Message {
        Message::new(PLAIN).with("text", Part::Name(text.into()))
    }

    /// The same with an argument.
    pub fn with(mut self, name: &'static str, part: impl Into<Part>) -> Message {
        self.args.push((Cow::Borrowed(name), part.into()));
        self
    }

    /// The same with a number called `n`.
    pub fn n(self, n: impl TryInto<i64>) -> Message {
        self.with("n", Part::Number(n.try_into().unwrap_or(i64::MAX)))
    }

    /// An argument.
    pub(crate) fn part(&self, name: &str) -> Option<&Part> {
        self.args.iter().find(|(n, _)| n == name).map(|(_, part)| part)
    }
}

/// The id of what needs no catalogue.
pub(crate) const PLAIN: &str = "";

/// Why a choice was refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// The sentence.
    pub text: Message,
    /// The rules, the deciding one first.
    pub rules: Vec<&'static str>,
    /// What on the map is the reason.
    pub because: Box<BecauseShown>,
}

impl Refused {
    /// A refusal that no numbered rule makes.
    pub fn without_rule(text: Message) -> Refused {
        Refused { text, rules: Vec::new(), because: Box::default() }
    }

    /// The refusal in words.
    pub fn shown(&self, words: &Catalogue) -> RefusalShown {
        RefusalShown {
            text: words.message(&self.text),
            rules: self.rules.clone(),
            because: (*self.because).clone(),
        }
    }
}

/// Something that happened, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// The line of the journal in which it happened.
    pub line: u64,
    /// The only side that may know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<Side>,
    /// The side that is told otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub except: Option<Side>,
    /// What kind of thing.
    pub kind: EventKind,
    /// The sentence.
    pub text: Message,
    /// The rules that made it so.
    pub rules: Vec<Id>,
    /// The counters it is about.
    pub units: Vec<String>,
    /// The hexes it is about.
    pub hexes: Vec<HexNumber>,
    /// The ways counters went.
    pub moves: Vec<MoveShown>,
    /// The code of the result, if a table was read.
    pub code: Option<String>,
    /// What that result means.
    pub result: Option<Message>,
    /// The dice as they fell.
    pub rolls: SmallVec<[u16; 4]>,
    /// The sum that was looked up, with all modifiers.
    pub total: Option<i16>,
    /// Whether counters went where the enemy's line was.
    pub breakthrough: bool,
}

impl Told {
    /// It in words.
    pub fn shown(&self, words: &Catalogue) -> EventShown<'_> {
        EventShown {
            line: self.line,
            kind: self.kind,
            text: words.message(&self.text),
            rules: &self.rules,
            units: &self.units,
            hexes: &self.hexes,
            moves: &self.moves,
            code: self.code.as_deref(),
            result: self.result.as_ref().map(|text| words.message(text)),
            rolls: &self.rolls,
            total: self.total,
            breakthrough: self.breakthrough,
        }
    }
}
