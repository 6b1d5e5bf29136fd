//! What a person reads: an id and arguments, rendered late from a catalogue.

use board::{Problem, Problems, Side, Source, Strength, UnitId};
use hex::{HexId, Mp, SideId};
use std::collections::BTreeMap;

/// An argument of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A counter, by its name.
    Unit(UnitId),
    /// Several counters.
    Units(Vec<UnitId>),
    /// A hex, by its number.
    Hex(HexId),
    /// Several hexes.
    Hexes(Vec<HexId>),
    /// A hexside, by its two hexes.
    Hexside(SideId),
    /// A side, by its name.
    Side(Side),
    /// A whole number.
    Number(i64),
    /// Movement points.
    Mp(Mp),
    /// A combat strength.
    Strength(Strength),
    /// A word of the catalogue, by its id.
    Word(&'static str),
    /// A name from the data, such as a place; not translated.
    Name(String),
}

/// What a person reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The id of the sentence in the catalogue.
    pub id: &'static str,
    /// Its arguments.
    pub args: Vec<(&'static str, Arg)>,
}

impl Text {
    /// A text without arguments.
    pub fn new(id: &'static str) -> Text {
        Text { id, args: Vec::new() }
    }

    /// The same with an argument.
    pub fn with(mut self, name: &'static str, arg: Arg) -> Text {
        self.args.push((name, arg));
        self
    }

    /// The same with a counter.
    pub fn unit(self, unit: UnitId) -> Text {
        self.with("unit", Arg::Unit(unit))
    }

    /// The same with a hex.
    pub fn hex(self, hex: HexId) -> Text {
        self.with("hex", Arg::Hex(hex))
    }

    /// The same with a side.
    pub fn side(self, side: Side) -> Text {
        self.with("side", Arg::Side(side))
    }

    /// The same with several hexes called `hexes`.
    pub fn hexes(self, hexes: &[HexId]) -> Text {
        self.with("hexes", Arg::Hexes(hexes.to_vec()))
    }

    /// The same with a number called `n`.
    pub fn n(self, n: impl TryInto<i64>) -> Text {
        self.with("n", Arg::Number(n.try_into().unwrap_or(i64::MAX)))
    }

    /// The hexes that the sentence names, in its order.
    pub fn named_hexes(&self) -> Vec<HexId> {
        let hexes = |arg: &Arg| match arg {
            Arg::Hex(hex) => vec![*hex],
            Arg::Hexes(hexes) => hexes.clone(),
            _ => Vec::new(),
        };
        self.args.iter().flat_map(|(_, arg)| hexes(arg)).collect()
    }

    /// The counters that the sentence names, in its order.
    pub fn named_units(&self) -> Vec<UnitId> {
        let units = |arg: &Arg| match arg {
            Arg::Unit(unit) => vec![*unit],
            Arg::Units(units) => units.clone(),
            _ => Vec::new(),
        };
        self.args.iter().flat_map(|(_, arg)| units(arg)).collect()
    }
}

/// How things are called at one table.
pub trait Names {
    /// The name of a counter.
    fn unit(&self, unit: UnitId) -> String;
    /// The number of a hex.
    fn hex(&self, hex: HexId) -> String;
    /// A hex in a sentence: its number, and the town in it.
    fn hex_and_place(&self, hex: HexId) -> String {
        self.hex(hex)
    }
    /// The two hexes of a side.
    fn hexside(&self, side: SideId) -> String;
    /// The id of a side's name in the catalogue, such as `side.german`.
    fn side(&self, side: Side) -> String;
}

/// Which plural form a number takes; the categories of the language of a catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plural {
    /// One thing.
    One,
    /// A few things (Polish: 2, 3, 4, 22, ...).
    Few,
    /// Any other number.
    Other,
}

impl Plural {
    /// The form in a language given by its code.
    ///
    /// ```
    /// use engine::Plural;
    /// assert_eq!(Plural::of("en", 1), Plural::One);
    /// assert_eq!(Plural::of("pl", 3), Plural::Few);
    /// assert_eq!(Plural::of("pl", 12), Plural::Other);
    /// ```
    pub fn of(language: &str, n: i64) -> Plural {
        let n = n.unsigned_abs();
        match language {
            _ if n == 1 => Plural::One,
            "pl" if (2..=4).contains(&(n % 10)) && !(12..=14).contains(&(n % 100)) => Plural::Few,
            _ => Plural::Other,
        }
    }

    fn key(self) -> &'static str {
        match self {
            Plural::One => "one",
            Plural::Few => "few",
            Plural::Other => "other",
        }
    }
}

/// The sentences of one language. A sentence holds arguments as `{unit}` and plurals as
/// `{n|one=# hex|other=# hexes}`.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    language: String,
    sentences: BTreeMap<String, String>,
}

impl Catalogue {
    /// An empty catalogue of a language.
    pub fn new(language: &str) -> Catalogue {
        Catalogue { language: language.to_string(), sentences: BTreeMap::new() }
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

    /// Adds the sentences of a file: a TOML file of tables of strings, whose ids are joined by dots.
    pub fn add(&mut self, source: &Source) -> Result<(), Problems> {
        let table: toml::Table = source.parse()?;
        let mut problems = Problems::new();
        self.add_table(source, "", &table, &mut problems);
        problems.or(Some(()))
    }

    fn add_table(&mut self, source: &Source, path: &str, table: &toml::Table, out: &mut Problems) {
        for (key, value) in table {
            let id = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            match value {
                toml::Value::String(text) => {
                    self.sentences.insert(id, text.clone());
                }
                toml::Value::Table(inner) => self.add_table(source, &id, inner, out),
                _ => out.push(Problem {
                    file: source.name.clone(),
                    line: None,
                    message: format!("{id}: expected a sentence"),
                }),
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
        match self.sentences.get(text.id) {
            Some(template) => self.fill(template, &text.args, names),
            None => format!("[{}]", text.id),
        }
    }

    /// The sentence with this id, filled from the arguments of another; `None` where there is none.
    pub fn render_as(&self, id: &str, text: &Text, names: &dyn Names) -> Option<String> {
        let template = self.sentences.get(id)?;
        Some(self.fill(template, &text.args, names))
    }

    /// A word without arguments.
    pub fn word(&self, id: &str) -> String {
        self.sentences.get(id).cloned().unwrap_or_else(|| format!("[{id}]"))
    }

    fn fill(&self, template: &str, args: &[(&'static str, Arg)], names: &dyn Names) -> String {
        let mut out = String::with_capacity(template.len() + 16);
        let mut rest = template;
        while let Some(open) = rest.find('{') {
            out.push_str(&rest[..open]);
            let Some(close) = rest[open..].find('}') else { break };
            let inside = &rest[open + 1..open + close];
            out.push_str(&self.slot(inside, args, names));
            rest = &rest[open + close + 1..];
        }
        out.push_str(rest);
        out
    }

    fn slot(&self, inside: &str, args: &[(&'static str, Arg)], names: &dyn Names) -> String {
        let mut parts = inside.split('|');
        let name = parts.next().unwrap_or_default();
        let Some((_, arg)) = args.iter().find(|(n, _)| *n == name) else {
            return format!("{{{inside}}}");
        };
        let forms: Vec<&str> = parts.collect();
        if forms.is_empty() {
            return self.argument(arg, names);
        }
        let n = match arg {
            Arg::Number(n) => *n,
            Arg::Units(list) => list.len() as i64,
            Arg::Hexes(list) => list.len() as i64,
            _ => 2,
        };
        let wanted = Plural::of(&self.language, n).key();
        let form = |key: &str| {
            forms.iter().find_map(|f| f.strip_prefix(key).and_then(|f| f.strip_prefix('=')))
        };
        let chosen = form(wanted).or_else(|| form("other")).unwrap_or_default();
        chosen.replace('#', &n.to_string())
    }

    fn argument(&self, arg: &Arg, names: &dyn Names) -> String {
        match arg {
            Arg::Unit(unit) => names.unit(*unit),
            Arg::Units(units) => self.list(units.iter().map(|u| names.unit(*u)).collect()),
            Arg::Hex(hex) => names.hex_and_place(*hex),
            Arg::Hexes(hexes) => self.list(hexes.iter().map(|h| names.hex_and_place(*h)).collect()),
            Arg::Hexside(side) => names.hexside(*side),
            Arg::Side(side) => self.word(&names.side(*side)),
            Arg::Number(n) => n.to_string().replace('-', "−"),
            Arg::Mp(mp) => readable(*mp),
            Arg::Strength(strength) => strength.to_string(),
            Arg::Word(id) => self.word(id),
            Arg::Name(name) => name.clone(),
        }
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

/// A cost as people write it: halves, thirds and their like by their sign, anything finer in hundredths.
fn readable(mp: Mp) -> String {
    let text = mp.to_string();
    if !text.contains('/') {
        return text;
    }
    let hundredths = (u32::from(mp) * 100 + 30) / 60;
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_written_as_people_write_it() {
        let said = |sixtieths| readable(Mp::from_sixtieths(sixtieths));
        assert_eq!(said(150), "2½");
        assert_eq!(said(130), "2⅙");
        assert_eq!(said(6 * 60 + 49), "6.82");
        assert_eq!(said(6 * 60 + 42), "6.7");
        assert_eq!(said(55), "0.92");
    }
}
