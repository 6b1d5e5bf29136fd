//! Rules as the book in play numbers them.
//!
//! The chapters cite the sentences of WB-95 (`rule!(B, "5.4.1")`); a book that numbers them anew lists which sentence is
//! which of its own ([`Numbers`]), and the number is looked up for each book while the program is built.

use crate::book::Book;
use crate::game::Wb95;
use crate::rulebook::{KURSK_1943, MOSCOW_1941, WB95};
use crate::state::State;
use board::Side;
use engine::{Rule, Rulebook, is_same};

/// How a book numbers the sentences of WB-95.
#[derive(Clone, Copy, Debug)]
pub enum Numbers {
    /// As WB-95 does.
    Same,
    /// Anew.
    Anew {
        /// The book.
        book: &'static Rulebook,
        /// WB-95's number, its own: sentence by sentence.
        same: &'static [(&'static str, &'static str)],
        /// What of WB-95 it lacks: sentences, or with a dot at the end chapters. Where they are cited, its games never come.
        lacks: &'static [&'static str],
    },
}

impl Numbers {
    /// A sentence of WB-95 as the book has it; one that it lacks stays WB-95's.
    ///
    /// # Panics
    ///
    /// If neither WB-95 has the number nor the book says what becomes of it: while the program is built.
    pub const fn own(self, number: &str) -> Rule {
        let printed = printed(number);
        let Numbers::Anew { book, same, lacks } = self else { return printed };
        let mut at = 0;
        while at < same.len() {
            if is_same(same[at].0, number) {
                return book.rule(same[at].1);
            }
            at += 1;
        }
        assert!(is_lacking(lacks, number), "the book does not say what becomes of this number");
        printed
    }

    /// Whether the book has a rule.
    pub fn has(self, rule: Rule) -> bool {
        match self {
            Numbers::Same => true,
            Numbers::Anew { book, .. } => book.has(rule),
        }
    }
}

/// A sentence of WB-95, or of a chapter that one of its games adds. What both number differently must be cited by the game.
const fn printed(number: &str) -> Rule {
    match (WB95.find(number), MOSCOW_1941.find(number), KURSK_1943.find(number)) {
        (Some(rule), None, None) | (None, Some(rule), None) | (None, None, Some(rule)) => rule,
        _ => panic!("WB-95 has no such number, or each of its games its own"),
    }
}

const fn is_lacking(lacks: &[&str], number: &str) -> bool {
    let mut at = 0;
    while at < lacks.len() {
        if is_same(lacks[at], number) || is_chapter_of(lacks[at], number) {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether a number begins with a chapter, which ends in a dot.
const fn is_chapter_of(chapter: &str, number: &str) -> bool {
    let (chapter, number) = (chapter.as_bytes(), number.as_bytes());
    if chapter.len() > number.len() || chapter[chapter.len() - 1] != b'.' {
        return false;
    }
    let mut at = 0;
    while at < chapter.len() {
        if chapter[at] != number[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// A sentence of WB-95 as the book of the game has it.
macro_rules! rule {
    ($book:ty, $number:literal) => {
        const { <$book as $crate::book::Book>::NUMBERS.own($number) }
    };
}

/// A ruling for Kursk 1943.
macro_rules! kursk {
    ($number:literal) => {
        engine::rule!($crate::rulebook::KURSK_1943, $number)
    };
}

/// The books of a game of WB-95: its own is the one with the page of the scenario.
pub fn books_of(scenario: &str) -> &'static [&'static Rulebook] {
    const GAMES: [&[&Rulebook]; 2] = [&[&WB95, &MOSCOW_1941], &[&WB95, &KURSK_1943]];
    let has = |books: &&&[&Rulebook]| books[1].find(scenario).is_some();
    GAMES.iter().find(has).copied().unwrap_or(const { &[&WB95] })
}

impl<B: Book> Wb95<B> {
    /// Whether the game's own book has a sentence of WB-95.
    pub(crate) fn prints(&self, rule: Rule) -> bool {
        B::NUMBERS.has(rule)
    }

    /// Those of some rules that have acted and stand in the game's book.
    pub(crate) fn acting<const N: usize>(
        &self,
        rules: [(bool, Rule); N],
    ) -> impl Iterator<Item = Rule> {
        rules.into_iter().filter(|(acts, rule)| *acts && self.prints(*rule)).map(|(_, rule)| rule)
    }

    /// A rule if the game's book has it, else the one that stands for it there.
    pub(crate) fn rule_or(&self, rule: Rule, other: Rule) -> Rule {
        if self.prints(rule) { rule } else { other }
    }

    /// The rule of support for a side: the attacker's, or the defender's.
    pub(crate) fn for_side(&self, state: &State<B>, side: Side, rule: Rule) -> Rule {
        B::rule_for_side(side == self.active(state), rule)
    }
}

/// The rules that a scenario's file names.
#[derive(Clone, Debug)]
pub struct PageRules {
    /// The rule that describes the scenario.
    pub scenario: Rule,
    /// That of the points.
    pub points: Rule,
    /// That of the scale.
    pub scale: Rule,
    /// That of each item that scores, if it is not that of all points.
    pub items: Vec<Option<Rule>>,
    /// Those of the automatic victories.
    pub automatic: Vec<Rule>,
    /// Who moves first.
    pub initiative: Option<Rule>,
    /// The supply bases.
    pub supply: Option<Rule>,
    /// Who starts in field fortifications.
    pub fortified: Option<Rule>,
    /// What field fortifications give.
    pub works: Option<Rule>,
    /// The air counters.
    pub air: Option<Rule>,
    /// The dated reinforcements.
    pub reinforcement: Option<Rule>,
}
