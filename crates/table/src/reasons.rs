//! What bots said of the lines they chose, as it is kept.

use mind::Explained;
use std::collections::BTreeMap;

/// A reason as it is written.
pub(crate) fn written(reason: &Explained) -> String {
    // Words and numbers can always be written.
    serde_json::to_string(reason).unwrap_or_default()
}

/// A reason that was written. Programs before this one wrote a sentence in English, which stays as it is.
fn read(text: &str) -> Explained {
    serde_json::from_str(text).unwrap_or_else(|_| Explained::in_english(text))
}

/// All of a table, by their lines.
pub(crate) fn all(stored: &[(u64, String)]) -> BTreeMap<u64, Explained> {
    stored.iter().map(|(line, text)| (*line, read(text))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Catalogue, Language, Message};

    #[test]
    fn a_reason_is_read_as_it_was_written() {
        let text = Message::new("mind.lots").n(3);
        let reason = Explained { text, rules: vec!["3.2.1".into()] };
        assert_eq!(read(&written(&reason)), reason);
    }

    #[test]
    fn a_reason_of_an_older_program_stays_an_english_sentence_in_every_language() {
        let old = read("Towards Moscow.");
        let words = Catalogue::new("en");
        assert_eq!(old.said(&words), "Towards Moscow.");
        assert_eq!(old.said(words.of(Language::PSEUDO)), "Towards Moscow.");
    }
}
