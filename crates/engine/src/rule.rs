//! A rule: a number, and the book that has it.
//!
//! A book lists its numbers once ([`rulebook!`](crate::rulebook)), and a rule can only be taken from such a list, where
//! it is cited: a number that the book lacks does not compile ([`rule!`](crate::rule!)). Nothing is renumbered
//! afterwards. Rulings are numbered game by game, so each game has a book of its own for them.

use serde::{Serialize, Serializer};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::fmt;

/// A numbered rule as its book lists it.
#[derive(Debug)]
pub struct Numbered {
    book: &'static str,
    number: &'static str,
}

impl Numbered {
    /// A line of [`rulebook!`](crate::rulebook).
    pub const fn new(book: &'static str, number: &'static str) -> Numbered {
        Numbered { book, number }
    }
}

/// A rule of a book.
///
/// It is as small as a pointer, since refusals carry it through searches.
#[derive(Clone, Copy)]
pub struct Rule(&'static Numbered);

impl Rule {
    /// Its number, as players read it.
    pub const fn number(self) -> &'static str {
        self.0.number
    }

    /// The book whose number it is.
    pub const fn book(self) -> &'static str {
        self.0.book
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        std::ptr::eq(self.0, other.0) || self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Rule {}

impl Ord for Rule {
    fn cmp(&self, other: &Rule) -> Ordering {
        (self.number(), self.book()).cmp(&(other.number(), other.book()))
    }
}

impl PartialOrd for Rule {
    fn partial_cmp(&self, other: &Rule) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq<&str> for Rule {
    fn eq(&self, number: &&str) -> bool {
        self.number() == *number
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.number())
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.number(), f)
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.number())
    }
}

/// The numbered rules of a book.
#[derive(Debug)]
pub struct Rulebook {
    /// What it is called.
    pub name: &'static str,
    rules: &'static [Numbered],
}

impl Rulebook {
    /// What [`rulebook!`](crate::rulebook) makes.
    pub const fn new(name: &'static str, rules: &'static [Numbered]) -> Rulebook {
        Rulebook { name, rules }
    }

    /// The rule with a number, if the book has it.
    pub const fn find(&self, number: &str) -> Option<Rule> {
        let mut at = 0;
        while at < self.rules.len() {
            if is_same(self.rules[at].number, number) {
                return Some(Rule(&self.rules[at]));
            }
            at += 1;
        }
        None
    }

    /// The rule with a number.
    ///
    /// # Panics
    ///
    /// If the book has none: with [`rule!`](crate::rule!) while the program is built.
    pub const fn rule(&self, number: &str) -> Rule {
        match self.find(number) {
            Some(rule) => rule,
            None => panic!("{}", number),
        }
    }

    /// All of them, as they are listed.
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        self.rules.iter().map(Rule)
    }

    /// Whether a rule is one of this book's.
    pub fn has(&self, rule: Rule) -> bool {
        rule.book() == self.name
    }
}

/// Whether two numbers are the same, also while the program is built.
pub const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    // Numbers differ at their end sooner than at their beginning.
    let mut at = one.len();
    while at > 0 {
        at -= 1;
        if one[at] != other[at] {
            return false;
        }
    }
    true
}

/// A book with its numbers.
///
/// ```
/// engine::rulebook! {
///     /// The rules of The Ford.
///     pub FORD: "ford" = "1.1", "2.1", "R1",
/// }
/// let rule = engine::rule!(FORD, "2.1");
/// assert_eq!((rule.number(), rule.book()), ("2.1", "ford"));
/// ```
///
/// A number that it lacks does not compile:
///
/// ```compile_fail
/// engine::rulebook! {
///     /// The rules of The Ford.
///     pub FORD: "ford" = "1.1", "2.1", "R1",
/// }
/// let rule = engine::rule!(FORD, "2.2");
/// ```
#[macro_export]
macro_rules! rulebook {
    ($($(#[$meta:meta])* $vis:vis $name:ident : $book:literal = $($number:literal),+ $(,)?;)+) => {$(
        $(#[$meta])*
        $vis static $name: $crate::Rulebook =
            $crate::Rulebook::new($book, &[$($crate::Numbered::new($book, $number)),+]);
    )+};
    ($(#[$meta:meta])* $vis:vis $name:ident : $book:literal = $($number:literal),+ $(,)?) => {
        $crate::rulebook! { $(#[$meta])* $vis $name: $book = $($number),+; }
    };
}

/// A rule of a book by its number, looked up while the program is built.
#[macro_export]
macro_rules! rule {
    ($book:expr, $number:literal) => {
        const { $book.rule($number) }
    };
}

/// Rules that are cited together, each once, the deciding one first. Two sentences of one book can be one of another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cited(SmallVec<[Rule; 2]>);

impl Cited {
    /// By a further rule.
    pub fn push(&mut self, rule: Rule) {
        if !self.0.contains(&rule) {
            self.0.push(rule);
        }
    }

    /// Without those that a test does not keep.
    pub fn retain(&mut self, keep: impl Fn(Rule) -> bool) {
        self.0.retain(|rule| keep(*rule));
    }

    /// The numbers, as players read them.
    pub fn numbers(&self) -> Vec<&'static str> {
        self.0.iter().map(|rule| rule.number()).collect()
    }
}

impl std::ops::Deref for Cited {
    type Target = [Rule];

    fn deref(&self) -> &[Rule] {
        &self.0
    }
}

impl From<Rule> for Cited {
    fn from(rule: Rule) -> Cited {
        Cited(SmallVec::from_slice(&[rule]))
    }
}

impl<I: IntoIterator<Item = Rule>> From<I> for Cited {
    fn from(rules: I) -> Cited {
        rules.into_iter().collect()
    }
}

impl Extend<Rule> for Cited {
    fn extend<I: IntoIterator<Item = Rule>>(&mut self, rules: I) {
        rules.into_iter().for_each(|rule| self.push(rule));
    }
}

impl FromIterator<Rule> for Cited {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> Cited {
        let mut cited = Cited::default();
        cited.extend(rules);
        cited
    }
}

impl<'a> IntoIterator for &'a Cited {
    type Item = &'a Rule;
    type IntoIter = std::slice::Iter<'a, Rule>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// The rule that a data file names by its number, if one of a game's books has it; else why not, as a sentence.
pub fn find_rule(books: &[&'static Rulebook], number: &str) -> Result<Rule, String> {
    if let Some(rule) = books.iter().find_map(|book| book.find(number)) {
        return Ok(rule);
    }
    let known = books.iter().flat_map(|book| book.rules()).map(Rule::number);
    let hint =
        board::nearest(number, known).map_or(String::new(), |n| format!("; did you mean {n}?"));
    Err(format!("the book has no rule {number}{hint}"))
}
