//! The sentences of the table itself, beside those of its game.

use board::Source;
use engine::Catalogue;
use std::sync::LazyLock;

/// The sentences in English, as a file.
pub const SENTENCES: (&str, &str) = ("table/text/en.toml", include_str!("../text/en.toml"));

/// The sentences of the table.
pub fn words() -> &'static Catalogue {
    static WORDS: LazyLock<Catalogue> = LazyLock::new(|| {
        let mut words = Catalogue::new("en");
        let added = words.add(&Source::new(SENTENCES.0, SENTENCES.1));
        added.expect("the sentences inside the program are tested");
        words
    });
    &WORDS
}
