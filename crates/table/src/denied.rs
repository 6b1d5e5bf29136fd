//! Why something was not done at a table.

use engine::{Message, Refused};

/// Why somebody was denied what he asked for. Nothing has changed, and nothing in here is more than he may know.
#[derive(Clone, Debug, PartialEq)]
pub enum Denied {
    /// What he asked is not understood.
    Bad(Message),
    /// It is not his to ask.
    Forbidden(Message),
    /// There is no such thing.
    NotFound(Message),
    /// The rules, or the state of the table, refuse it.
    Refused(Box<Refused>),
}

impl Denied {
    /// A refusal that is not by a numbered rule.
    pub fn refusal(text: Message) -> Denied {
        Denied::Refused(Box::new(Refused::without_rule(text)))
    }
}

/// A technical message as a sentence.
pub fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let rest = letters.as_str();
    let stop = if message.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{rest}{stop}")
}
