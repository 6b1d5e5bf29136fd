//! Sentences in more than one language.

use board::Source;
use engine::{Catalogue, Language, Message, Part};

fn language(code: &str) -> Language {
    Language::named(code).expect("a language")
}

fn words() -> Catalogue {
    let mut words = Catalogue::new("en");
    let english =
        "a = \"{unit} takes {hex}.\"\nb = \"only here\"\nn = \"{n|one=# step|other=# steps}\"\n";
    words.add(&Source::new("en.toml", english)).expect("a catalogue");
    let polish = "a = \"{unit} {unit~m=zajął|f=zajęła} {hex:acc}, {n|one=krok|few=kroki|many=kroków|other=kroku}\"\n\
                  [names.\"3rd Army\"]\nnom = \"3. Armia\"\ngender = \"f\"\n\
                  [names.Moscow]\nnom = \"Moskwa\"\nacc = \"Moskwę\"\n";
    words.add_in(language("pl"), &Source::new("pl.toml", polish)).expect("a catalogue");
    words
}

#[test]
fn a_second_language_is_a_file_with_the_cases_and_genders_of_names() {
    let words = words();
    let polish = words.of(language("pl"));
    let taken =
        |unit: &str, n: i32| Message::new("a").with("unit", unit).with("hex", "Moscow").n(n);
    assert_eq!(words.message(&taken("3rd Army", 1)), "3rd Army takes Moscow.");
    assert_eq!(polish.message(&taken("3rd Army", 5)), "3. Armia zajęła Moskwę, kroków");
    assert_eq!(polish.message(&taken("10 DPanc", 22)), "10 DPanc zajął Moskwę, kroki");
    assert_eq!(polish.word("b"), "only here", "what it lacks stays in English");
    assert_eq!(
        words.of(language("de")).word("b"),
        "only here",
        "so does all of a language without a file"
    );
}

#[test]
fn the_pseudo_language_disguises_words_and_keeps_arguments_and_plurals() {
    let words = words();
    let disguised = words.of(Language::PSEUDO);
    let taken = Message::new("a").with("unit", "10 Pz").with("hex", "Moscow");
    assert_eq!(disguised.message(&taken), "⟦10 Pz ţáķéš Moscow.~~⟧");
    assert_eq!(disguised.message(&Message::new("n").n(2)), "⟦2 šţéþš⟧");
    assert_eq!(disguised.message(&Message::new("n").n(1)), "⟦1 šţéþ⟧");
}

#[test]
fn tenths_are_written_as_each_language_does() {
    let mut words = Catalogue::new("en");
    let english = "loss = \"{n|one=# factor|other=# factors}\"\nplain = \"{n}\"\n";
    words.add(&Source::new("en.toml", english)).expect("a catalogue");
    let polish = "loss = \"{n|one=# czynnik|few=# czynniki|many=# czynników|other=# czynnika}\"\n";
    words.add_in(language("pl"), &Source::new("pl.toml", polish)).expect("a catalogue");
    let said = |words: &Catalogue, id, tenths| {
        words.message(&Message::new(id).with("n", Part::Tenths(tenths)))
    };
    assert_eq!(said(&words, "loss", 25), "2.5 factors");
    assert_eq!(said(&words, "loss", 10), "1.0 factors");
    assert_eq!(said(&words, "plain", -4), "−0.4");
    assert_eq!(said(words.of(language("pl")), "loss", 25), "2,5 czynnika");
}

#[test]
fn the_best_known_language_is_chosen() {
    let (polish, english) = (language("pl"), Language::ENGLISH);
    let known = [english, polish, Language::PSEUDO];
    for (asked, wanted) in [
        ("pl", polish),
        ("de, pl;q=0.8, en;q=0.5", polish),
        ("en-GB, pl;q=0.8", english),
        ("en-XA", Language::PSEUDO),
        ("de", english),
        ("pl;q=0, *", english),
        ("", english),
    ] {
        assert_eq!(Language::preferred(asked, &known), wanted, "{asked}");
    }
}
