//! Languages, and how each of them counts.

use std::fmt;

/// A language, by its code, such as `en` or `pt-BR`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Language([u8; 8]);

impl Default for Language {
    fn default() -> Language {
        Language::ENGLISH
    }
}

impl Language {
    /// The language in which everything is written first.
    pub const ENGLISH: Language = Language(*b"en\0\0\0\0\0\0");
    /// English with accents, for tests: what is read without them is in no catalogue.
    pub const PSEUDO: Language = Language(*b"en-XA\0\0\0");

    /// The language with this code; `None` if it is no code.
    pub fn named(code: &str) -> Option<Language> {
        let is_code = |c: u8| c.is_ascii_alphanumeric() || c == b'-';
        let fits = (2..=8).contains(&code.len()) && code.bytes().all(is_code);
        let mut bytes = [0; 8];
        bytes[..code.len().min(8)].copy_from_slice(&code.as_bytes()[..code.len().min(8)]);
        fits.then_some(Language(bytes))
    }

    /// Its code.
    pub fn code(&self) -> &str {
        let length = self.0.iter().position(|&byte| byte == 0).unwrap_or(8);
        std::str::from_utf8(&self.0[..length]).unwrap_or("en")
    }

    /// What stands between the ones and the tenths of a number (CLDR).
    pub(crate) fn decimal_mark(&self) -> char {
        match self.code().split('-').next().unwrap_or_default() {
            "en" | "ja" | "zh" | "ko" => '.',
            _ => ',',
        }
    }

    /// The best of these languages for whoever prefers them in this order (`Accept-Language`); English if there is none.
    pub fn preferred(asked: &str, known: &[Language]) -> Language {
        let mut wanted: Vec<(f32, &str)> = asked
            .split(',')
            .filter_map(|part| {
                let mut fields = part.trim().split(';');
                let code = fields.next()?.trim();
                let weight = fields.find_map(|field| field.trim().strip_prefix("q="));
                Some((weight.and_then(|w| w.parse().ok()).unwrap_or(1.0), code))
            })
            .filter(|(weight, _)| *weight > 0.0)
            .collect();
        wanted.sort_by(|a, b| b.0.total_cmp(&a.0));
        let is = |language: &Language, code: &str| language.code().eq_ignore_ascii_case(code);
        let found = wanted.iter().find_map(|(_, code)| {
            let base = code.split('-').next().unwrap_or_default();
            let exact = known.iter().find(|language| is(language, code));
            exact.or_else(|| known.iter().find(|language| is(language, base)))
        });
        found.copied().unwrap_or_default()
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Which plural form a number takes: the categories of CLDR for whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plural {
    /// None (Arabic, Latvian, Welsh).
    Zero,
    /// One thing (Russian: 1, 21, 31, ...).
    One,
    /// Two things (Slovene, Welsh).
    Two,
    /// A few things (Polish: 2, 3, 4, 22, ...).
    Few,
    /// Many things (Polish: 0, 5 to 21, ...).
    Many,
    /// Any other number.
    Other,
}

impl Plural {
    /// The form in a language.
    ///
    /// ```
    /// use engine::{Language, Plural};
    /// let polish = Language::named("pl").unwrap();
    /// assert_eq!(Plural::of(Language::ENGLISH, 1), Plural::One);
    /// assert_eq!(Plural::of(polish, 3), Plural::Few);
    /// assert_eq!(Plural::of(polish, 12), Plural::Many);
    /// ```
    pub fn of(language: Language, n: i64) -> Plural {
        let n = n.unsigned_abs();
        let (ten, hundred) = (n % 10, n % 100);
        let few = (2..=4).contains(&ten) && !(12..=14).contains(&hundred);
        let base = language.code().split('-').next().unwrap_or_default();
        match base {
            "ja" | "zh" | "ko" => Plural::Other,
            "fr" if n < 2 => Plural::One,
            "es" | "fr" if n != 0 && n.is_multiple_of(1_000_000) => Plural::Many,
            "pl" if n == 1 => Plural::One,
            "ru" | "uk" | "be" if ten == 1 && hundred != 11 => Plural::One,
            "pl" | "ru" | "uk" | "be" if few => Plural::Few,
            "pl" | "ru" | "uk" | "be" => Plural::Many,
            "cs" | "sk" if (2..=4).contains(&n) => Plural::Few,
            _ if n == 1 => Plural::One,
            _ => Plural::Other,
        }
    }

    pub(crate) fn key(self) -> &'static str {
        match self {
            Plural::Zero => "zero",
            Plural::One => "one",
            Plural::Two => "two",
            Plural::Few => "few",
            Plural::Many => "many",
            Plural::Other => "other",
        }
    }
}
