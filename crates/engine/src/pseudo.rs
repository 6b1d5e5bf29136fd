//! The pseudo-language: English with accents on its letters, and longer by two fifths. Whoever reads it finds every word
//! that is not in a catalogue, and every button that is too narrow.

/// A sentence in the pseudo-language. What stands in braces is kept, but for the words of its forms.
pub fn sentence(text: &str) -> String {
    let mut out = String::from("⟦");
    let (mut letters, mut rest) = (0, text);
    while let Some(open) = rest.find('{') {
        letters += push(&mut out, &rest[..open]);
        let close = rest[open..].find('}').map_or(rest.len(), |close| open + close + 1);
        out.push_str(&slot(&rest[open..close]));
        rest = &rest[close..];
    }
    letters += push(&mut out, rest);
    for _ in 0..(letters * 2).div_ceil(5) {
        out.push('~');
    }
    out.push('⟧');
    out
}

/// A slot: its name and the keys of its forms stay, their words do not.
fn slot(text: &str) -> String {
    let Some((name, forms)) = text.split_once(['|', '~']) else { return text.to_string() };
    let mark = &text[name.len()..=name.len()];
    let forms = forms.trim_end_matches('}').split('|').map(|form| {
        let (key, words) = form.split_once('=').unwrap_or((form, ""));
        let mut out = format!("{key}=");
        push(&mut out, words);
        out
    });
    format!("{name}{mark}{}}}", forms.collect::<Vec<_>>().join("|"))
}

/// Adds a text with accents; the answer is how many letters it has.
fn push(out: &mut String, text: &str) -> usize {
    out.extend(text.chars().map(accented));
    text.chars().filter(char::is_ascii_alphabetic).count()
}

fn accented(letter: char) -> char {
    const PLAIN: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const ACCENTED: &str = "áƀçďéƒğĥíĵķļɱñóþǫřšţúṽŵẋýžÁƁÇĎÉƑĞĤÍĴĶĻṀÑÓÞǪŘŠŢÚṼŴẊÝŽ";
    let place = PLAIN.find(letter);
    place.and_then(|i| ACCENTED.chars().nth(i)).unwrap_or(letter)
}
