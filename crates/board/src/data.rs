//! Reading data files: where a thing stood, what was wrong with it, what was expected.

use crate::Spanned;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// The text of a data file and its name, for diagnostics.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name of the file as the reader knows it.
    pub name: PathBuf,
    /// The whole text.
    pub text: Arc<str>,
}

impl Source {
    /// A source from a name and a text.
    pub fn new(name: impl Into<PathBuf>, text: impl Into<Arc<str>>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// The line (from 1) in which a byte stands.
    ///
    /// ```
    /// let source = board::Source::new("a.toml", "one\ntwo\n");
    /// assert_eq!(source.line_of(5), 2);
    /// ```
    pub fn line_of(&self, byte: usize) -> usize {
        let end = byte.min(self.text.len());
        self.text.as_bytes()[..end].iter().filter(|&&b| b == b'\n').count() + 1
    }

    /// A problem at a place of this file.
    pub fn problem(&self, span: Range<usize>, message: impl Into<String>) -> Problem {
        Problem {
            file: self.name.clone(),
            line: Some(self.line_of(span.start)),
            message: message.into(),
        }
    }

    /// A word that nobody knows, with the one that may be meant: `unknown terrain "forrest"; did you mean "forest"?`
    pub fn unknown<'a>(
        &self,
        what: &str,
        word: &Spanned<String>,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Problem {
        let message =
            format!("unknown {what} \"{0}\"{1}", word.get_ref(), hint(word.get_ref(), known));
        self.problem(word.span(), message)
    }

    /// A problem of the file as a whole.
    pub fn problem_anywhere(&self, message: impl Into<String>) -> Problem {
        Problem { file: self.name.clone(), line: None, message: message.into() }
    }

    /// Parses the file as TOML into `T` and asks what in it does not fit together, as sentences.
    pub fn parse_checked<T: serde::de::DeserializeOwned>(
        &self,
        mistakes: impl FnOnce(&T) -> Vec<String>,
    ) -> Result<T, Problems> {
        let parsed: T = self.parse()?;
        let found = mistakes(&parsed).into_iter().map(|message| self.problem_anywhere(message));
        let found: Vec<Problem> = found.collect();
        if found.is_empty() { Ok(parsed) } else { Err(Problems(found)) }
    }

    /// Parses the file as TOML into `T`; a mistake becomes a problem with its line.
    pub fn parse<T: serde::de::DeserializeOwned>(&self) -> Result<T, Problem> {
        toml::from_str(&self.text).map_err(|error| match error.span() {
            Some(span) => self.problem(span, error.message().trim()),
            None => self.problem_anywhere(error.message().trim()),
        })
    }
}

/// One mistake in a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1, where it is known.
    pub line: Option<usize>,
    /// What stood there and what was expected.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file.display(), self.message),
            None => write!(f, "{}: {}", self.file.display(), self.message),
        }
    }
}

impl std::error::Error for Problem {}

/// All mistakes found so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// None yet.
    pub fn new() -> Problems {
        Problems::default()
    }

    /// Adds one.
    pub fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Adds all of another list.
    pub fn extend(&mut self, other: Problems) {
        self.0.extend(other.0);
    }

    /// Keeps the value of a result, or adds its problem.
    pub fn keep<T>(&mut self, result: Result<T, Problem>) -> Option<T> {
        result.map_err(|problem| self.push(problem)).ok()
    }

    /// Reads a file of a folder and makes something of it; whatever is wrong is kept.
    pub fn load<T, E: Into<Problems>>(
        &mut self,
        folder: &dyn Folder,
        name: &str,
        load: impl FnOnce(&Source) -> Result<T, E>,
    ) -> Option<T> {
        let source = self.keep(folder.read(name))?;
        load(&source).map_err(|found| self.extend(found.into())).ok()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many were found.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The problems in the order they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.0.iter()
    }

    /// The value if nothing was found, otherwise the problems.
    pub fn or<T>(self, value: Option<T>) -> Result<T, Problems> {
        match value {
            Some(value) if self.is_empty() => Ok(value),
            _ => Err(self),
        }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Problems {
        Problems(vec![problem])
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// The end of a sentence about a word that nobody knows: `; did you mean "forest"?`, or nothing.
///
/// ```
/// use board::hint;
/// assert_eq!(hint("forrest", ["clear", "forest"]), "; did you mean \"forest\"?");
/// assert_eq!(hint("Moscow", ["clear", "forest"]), "");
/// ```
pub fn hint<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or(String::new(), |near| format!("; did you mean \"{near}\"?"))
}

/// The word of `known` that is nearest to `word`, if any is near enough to be meant.
///
/// ```
/// use board::nearest;
/// assert_eq!(nearest("forrest", ["clear", "forest"]), Some("forest"));
/// assert_eq!(nearest("Moscow", ["clear", "forest"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = word.chars().count() / 3 + 1;
    known
        .into_iter()
        .map(|candidate| (edit_distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// The number of letters to insert, drop or change to turn one word into another.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// A folder of data files, on disk or inside the program.
pub trait Folder: Send + Sync {
    /// The file called `name`, with slashes between folders.
    fn read(&self, name: &str) -> Result<Source, Problem>;
    /// The names of the files directly in a folder, sorted; nothing if there is none.
    fn list(&self, folder: &str) -> Vec<String>;
}

/// Files inside the program: names and texts. Of two with the same name the first is read.
impl Folder for &[(&str, &str)] {
    fn read(&self, name: &str) -> Result<Source, Problem> {
        match self.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => Ok(Source::new(name, *text)),
            None => {
                let message = String::from("there is no such file");
                Err(Problem { file: name.into(), line: None, message })
            }
        }
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let inside = |name: &str| Some(name.strip_prefix(folder)?.strip_prefix('/')?.to_string());
        let names: BTreeSet<String> = self.iter().filter_map(|(name, _)| inside(name)).collect();
        names.into_iter().filter(|name| !name.contains('/')).collect()
    }
}

/// A folder on disk.
#[derive(Clone, Debug)]
pub struct DiskFolder(pub PathBuf);

impl Folder for DiskFolder {
    fn read(&self, name: &str) -> Result<Source, Problem> {
        let path = self.0.join(name);
        match std::fs::read_to_string(&path) {
            Ok(text) => Ok(Source::new(path, text)),
            Err(error) => {
                Err(Problem { file: path, line: None, message: format!("cannot be read: {error}") })
            }
        }
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(self.0.join(folder)) else { return Vec::new() };
        let mut names: Vec<String> =
            entries.filter_map(|e| e.ok()?.file_name().into_string().ok()).collect();
        names.sort();
        names
    }
}
