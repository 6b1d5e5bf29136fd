//! The sentences of a game, in each language that there is.

use crate::language::{Language, Plural};
use crate::message::{Message, PLAIN, Part};
use crate::pseudo;
use crate::{Names, Text};
use board::{Folder, Problem, Problems, Source};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The sentences of one language, and through [`Catalogue::of`] those of the others. A sentence holds arguments as
/// `{unit}` and plurals as `{n|one=# hex|other=# hexes}`; a name is asked for in a case as `{hex:loc}`, and what
/// agrees with one is chosen by its gender as `{unit~m=zajął|f=zajęła|n=zajęło}`.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    language: Language,
    sentences: BTreeMap<String, String>,
    /// What names become in this language: by their cases and, as `gender`, what agrees with them.
    names: BTreeMap<String, BTreeMap<String, String>>,
    others: Vec<Catalogue>,
    pseudo: OnceLock<Box<Catalogue>>,
}

/// The table of a file that says what names become.
const NAMES: &str = "names";

impl Catalogue {
    /// An empty catalogue of a language.
    pub fn new(language: &str) -> Catalogue {
        Catalogue {
            language: Language::named(language).unwrap_or_default(),
            ..Catalogue::default()
        }
    }

    /// The sentences that are part of the program: a catalogue of a language from the texts of its files.
    ///
    /// # Panics
    ///
    /// If one of them is no catalogue: a test reads them all.
    pub fn built_in(language: &str, texts: &[&str]) -> Catalogue {
        let mut catalogue = Catalogue::new(language);
        for &text in texts {
            let added = catalogue.add(&Source::new(format!("text/{language}.toml"), text));
            added.expect("the sentences inside the program are tested");
        }
        catalogue
    }

    /// The catalogue of a language; this one where there is none.
    pub fn of(&self, language: Language) -> &Catalogue {
        if language == self.language {
            return self;
        }
        if language == Language::PSEUDO {
            return self.pseudo.get_or_init(|| Box::new(self.disguised()));
        }
        self.others.iter().find(|other| other.language == language).unwrap_or(self)
    }

    /// The languages that there are.
    pub fn languages(&self) -> impl Iterator<Item = Language> {
        [self.language].into_iter().chain(self.others.iter().map(|other| other.language))
    }

    /// The same sentences in the pseudo-language.
    fn disguised(&self) -> Catalogue {
        let sentences = self.sentences.iter();
        Catalogue {
            language: Language::PSEUDO,
            sentences: sentences.map(|(id, text)| (id.clone(), pseudo::sentence(text))).collect(),
            ..Catalogue::default()
        }
    }

    /// Adds the sentences of a file: a TOML file of tables of strings, whose ids are joined by dots.
    pub fn add(&mut self, source: &Source) -> Result<(), Problems> {
        let mut table: toml::Table = source.parse()?;
        let mut problems = Problems::new();
        if let Some(toml::Value::Table(names)) = table.remove(NAMES) {
            self.add_names(source, names, &mut problems);
        }
        self.add_table(source, "", &table, &mut problems);
        problems.or(Some(()))
    }

    /// Adds the sentences of a file in another language; what it lacks stays in this one.
    pub fn add_in(&mut self, language: Language, source: &Source) -> Result<(), Problems> {
        let place = match self.others.iter().position(|other| other.language == language) {
            Some(place) => place,
            None => {
                let sentences = self.sentences.clone();
                self.others.push(Catalogue { language, sentences, ..Catalogue::default() });
                self.others.len() - 1
            }
        };
        self.others[place].add(source)
    }

    /// Adds every other language that the folder of a game has (`text/LANGUAGE.toml`).
    pub fn add_languages(&mut self, folder: &dyn Folder) -> Result<(), Problems> {
        let mut problems = Problems::new();
        for name in folder.list("text") {
            let language = name.strip_suffix(".toml").and_then(Language::named);
            let source = problems.keep(folder.read(&format!("text/{name}")));
            if let (Some(language), Some(source)) = (language, source) {
                self.add_in(language, &source).unwrap_or_else(|found| problems.extend(found));
            }
        }
        problems.or(Some(()))
    }

    fn add_names(&mut self, source: &Source, names: toml::Table, out: &mut Problems) {
        for (name, cases) in names {
            match cases.try_into() {
                Ok(cases) => _ = self.names.insert(name, cases),
                Err(_) => out.push(wrong(source, &format!("{NAMES}.{name}: expected its cases"))),
            }
        }
    }

    fn add_table(&mut self, source: &Source, path: &str, table: &toml::Table, out: &mut Problems) {
        for (key, value) in table {
            let id = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            match value {
                toml::Value::String(text) => {
                    self.sentences.insert(id, text.clone());
                }
                toml::Value::Table(inner) => self.add_table(source, &id, inner, out),
                _ => out.push(wrong(source, &format!("{id}: expected a sentence"))),
            }
        }
    }

    /// Whether there is a sentence with this id.
    pub fn has(&self, id: &str) -> bool {
        self.sentences.contains_key(id)
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.sentences.keys().map(String::as_str)
    }

    /// The sentence of a text. An id that is missing shows itself, so that nothing is lost.
    pub fn render(&self, text: &Text, names: &dyn Names) -> String {
        self.render_as(text.id, text, names).unwrap_or_else(|| format!("[{}]", text.id))
    }

    /// The sentence with this id, filled from the arguments of another; `None` where there is none.
    pub fn render_as(&self, id: &str, text: &Text, names: &dyn Names) -> Option<String> {
        let template = self.sentences.get(id)?;
        let part = |name: &str| {
            let (_, arg) = text.args.iter().find(|(n, _)| *n == name)?;
            Some(Cow::Owned(arg.settled(names)))
        };
        Some(self.fill(template, &part))
    }

    /// The sentence of a message.
    pub fn message(&self, message: &Message) -> String {
        if let (PLAIN, [(_, text)]) = (&*message.id, &message.args[..]) {
            return self.part(text);
        }
        match self.sentences.get(&*message.id) {
            Some(template) => self.fill(template, &|name| message.part(name).map(Cow::Borrowed)),
            None => format!("[{}]", message.id),
        }
    }

    /// A word without arguments.
    pub fn word(&self, id: &str) -> String {
        self.sentences.get(id).cloned().unwrap_or_else(|| format!("[{id}]"))
    }

    /// An argument in words.
    pub fn part(&self, part: &Part) -> String {
        match part {
            Part::Name(name) => self.name(name, "nom"),
            Part::Hex(number, place) => self.hex(number, place.as_deref(), "nom"),
            Part::Number(n) => n.to_string().replace('-', "−"),
            Part::Tenths(n) => self.tenths(*n),
            Part::Word(id) => self.word(id),
            Part::Message(message) => self.message(message),
            Part::List(parts) => self.list(parts.iter().map(|part| self.part(part)).collect()),
        }
    }

    /// A number in tenths, as the language writes it.
    fn tenths(&self, n: i64) -> String {
        let (sign, n) = (if n < 0 { "−" } else { "" }, n.unsigned_abs());
        format!("{sign}{}{}{}", n / 10, self.language.decimal_mark(), n % 10)
    }

    /// A name in a case; as it is where nothing is said of it.
    fn name(&self, name: &str, case: &str) -> String {
        let cases = self.names.get(name);
        let known = cases.and_then(|cases| cases.get(case).or_else(|| cases.get("nom")));
        known.map_or_else(|| name.to_string(), String::clone)
    }

    fn hex(&self, number: &str, place: Option<&str>, case: &str) -> String {
        match place {
            Some(place) => format!("{number} {}", self.name(place, case)),
            None => number.to_string(),
        }
    }

    fn fill<'p>(&self, template: &str, part: &dyn Fn(&str) -> Option<Cow<'p, Part>>) -> String {
        let mut out = String::with_capacity(template.len() + 16);
        let mut rest = template;
        while let Some(open) = rest.find('{') {
            out.push_str(&rest[..open]);
            let Some(close) = rest[open..].find('}') else { break };
            let inside = &rest[open + 1..open + close];
            let name = inside.split(['|', ':', '~']).next().unwrap_or_default();
            match part(name) {
                Some(part) => out.push_str(&self.slot(&inside[name.len()..], &part)),
                None => out.extend(["{", inside, "}"]),
            }
            rest = &rest[open + close + 1..];
        }
        out.push_str(rest);
        out
    }

    /// A part in the form that a sentence asks for: `|` by number, `~` by gender, `:` in a case.
    fn slot(&self, form: &str, part: &Part) -> String {
        let form_of = |forms: &str, key: &str| -> Option<String> {
            let found = |f: &str| f.strip_prefix(key)?.strip_prefix('=').map(String::from);
            forms.split('|').find_map(found)
        };
        if let Some(case) = form.strip_prefix(':') {
            return match part {
                Part::Name(name) => self.name(name, case),
                Part::Hex(number, place) => self.hex(number, place.as_deref(), case),
                other => self.part(other),
            };
        }
        if let Some(forms) = form.strip_prefix('~') {
            let gender = match part {
                Part::Name(name) => self.names.get(name).and_then(|cases| cases.get("gender")),
                _ => None,
            };
            let gender = gender.map_or("other", String::as_str);
            let first = || forms.split_once('=').map(|(key, _)| key);
            let chosen = form_of(forms, gender).or_else(|| form_of(forms, first()?));
            return chosen.unwrap_or_default();
        }
        let Some(forms) = form.strip_prefix('|') else { return self.part(part) };
        let other = || form_of(forms, "other").unwrap_or_default();
        let n = match part {
            Part::Number(n) => *n,
            Part::List(list) => list.len() as i64,
            // Fractions take the form that is left, also in languages with many.
            Part::Tenths(n) => return other().replace('#', &self.tenths(*n)),
            _ => 2,
        };
        let wanted = Plural::of(self.language, n).key();
        form_of(forms, wanted).unwrap_or_else(other).replace('#', &n.to_string())
    }

    fn list(&self, mut items: Vec<String>) -> String {
        match items.len() {
            0 => String::from("–"),
            1 => items.remove(0),
            _ => {
                let last = items.pop().unwrap_or_default();
                format!("{} {} {last}", items.join(", "), self.word("word.and"))
            }
        }
    }
}

fn wrong(source: &Source, message: &str) -> Problem {
    Problem { file: source.name.clone(), line: None, message: message.to_string() }
}
