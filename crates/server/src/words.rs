//! The sentences of the server, in the language of whoever is answered.

use board::Source;
use engine::{Catalogue, Language, Message};
use rust_embed::RustEmbed;
use std::future::Future;
use std::sync::LazyLock;

/// The catalogues inside the program, one file a language.
#[derive(RustEmbed)]
#[folder = "text"]
struct Texts;

static WORDS: LazyLock<Catalogue> = LazyLock::new(|| {
    let mut words = table::words().clone();
    let bots = words.add(&Source::new("mind/text/en.toml", mind::SENTENCES));
    bots.expect("the sentences inside the program are tested");
    for name in Texts::iter() {
        let language = name.strip_suffix(".toml").and_then(Language::named);
        let text = Texts::get(&name).and_then(|file| String::from_utf8(file.data.into()).ok());
        let (Some(language), Some(text)) = (language, text) else { continue };
        let source = Source::new(name.to_string(), text);
        let added = match language {
            Language::ENGLISH => words.add(&source),
            other => words.add_in(other, &source),
        };
        added.expect("the sentences inside the program are tested");
    }
    words
});

tokio::task_local! {
    /// The language of the request that is being answered.
    static LANGUAGE: Language;
}

/// Answers in a language.
pub(crate) async fn reading<F: Future>(language: Language, answer: F) -> F::Output {
    LANGUAGE.scope(language, answer).await
}

/// The sentences in the language of the request that is being answered; English where there is none.
pub(crate) fn words() -> &'static Catalogue {
    words_in(LANGUAGE.try_with(|language| *language).unwrap_or_default())
}

/// The sentences in a language.
pub(crate) fn words_in(language: Language) -> &'static Catalogue {
    WORDS.of(language)
}

/// A sentence without arguments.
pub(crate) fn word(id: &str) -> String {
    words().word(id)
}

/// A sentence.
pub(crate) fn said(message: &Message) -> String {
    words().message(message)
}
