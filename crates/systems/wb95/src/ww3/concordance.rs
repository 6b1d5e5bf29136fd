//! Which number a sentence of the shared chapters has in the WW3 book.
//!
//! Functions of the core cite WB-95. What only WW3 has cites its own book, and says so by the mark `ww3:` before the number;
//! ids that the digest invented (`NUC-1`, `A107-10` ...) are the same everywhere, but for what several scenario pages print
//! ([`super::page`]). Every sentence that both books have is listed, cited today or not: a number that came through without a
//! line would name another rule of the WW3 book.

use crate::game::Wb95;
use crate::state::State;
use board::Side;
use engine::view::{Offer, UnitView};
use engine::{Log, Odds};

/// The mark of a number of the WW3 book.
const MARK: &str = "ww3:";

/// WB-95, WW3: sentence by sentence.
pub const CONCORDANCE: &[(&str, &str)] = &[
    ("1.1", "2.1"),
    ("1.2", "2.3.5"),
    ("1.3", "2.3.2"),
    ("1.5", "7.2.2"),
    ("1.6", "7.3.2"),
    ("1.7", "7.4.1"),
    ("2.1.1", "3.1.1"),
    ("2.1.2", "3.1.2"),
    ("2.1.3", "3.1.3"),
    ("2.1.4", "3.1.4"),
    ("2.1.5", "3.1.5"),
    ("2.1.6", "3.1.6"),
    ("2.2", "3.2.1"),
    ("3.1.1", "4.1.1"),
    ("3.1.2", "4.1.2"),
    ("3.1.3", "4.1.3"),
    ("3.1.4", "4.1.4"),
    ("3.1.5", "4.1.5"),
    ("3.1.6", "4.1.6"),
    ("3.1.7", "4.1.7"),
    ("3.1.8", "4.1.8"),
    ("3.1.9", "4.1.9"),
    ("3.1.10", "4.1.10"),
    ("3.1.11", "4.1.11"),
    ("3.1.12", "4.1.12"),
    ("3.1.13", "4.1.13"),
    ("3.2.1", "5.1.1"),
    ("3.2.2", "5.1.2"),
    ("4.1.1", "6.1.1"),
    ("4.1.2", "6.1.2"),
    ("4.1.3", "6.1.3"),
    ("4.1.4", "6.1.4"),
    ("4.1.5", "6.1.5"),
    ("4.1.6", "6.1.6"),
    ("4.2.1", "6.2.1"),
    ("4.2.2", "6.2.2"),
    ("4.2.3", "6.2.3"),
    ("4.2.4", "6.2.4"),
    ("4.2.5", "6.2.5"),
    ("4.2.6", "6.2.6"),
    ("4.3.1", "6.1.6"),
    ("4.3.2", "6.1.6"),
    ("4.3.3", "6.1.6"),
    ("4.3.6", "6.1.6"),
    ("5.1.1", "7.1.1"),
    ("5.1.2", "7.1.2"),
    ("5.1.3", "7.1.3"),
    ("5.1.4", "7.1.4"),
    ("5.1.5", "7.1.5"),
    ("5.1.6", "7.1.6"),
    ("5.1.7", "7.1.7"),
    ("5.1.8", "7.1.8"),
    ("5.1.9", "7.1.9"),
    ("5.1.10", "7.1.2"),
    ("5.2.1", "7.5.1"),
    ("5.3.1", "7.6.1"),
    ("5.3.2", "7.6.2"),
    ("5.3.3", "7.6.3"),
    ("5.3.4", "7.6.4"),
    ("5.3.5", "7.6.5"),
    ("5.3.6", "7.6.6"),
    ("5.3.7", "7.6.7"),
    ("5.3.8", "7.6.8"),
    ("5.3.9", "7.6.9"),
    ("5.3.10", "7.6.10"),
    ("5.4.1", "7.7.1"),
    ("5.4.2", "7.7.2"),
    ("5.4.3", "7.7.3"),
    ("5.4.4", "7.7.4"),
    ("5.4.5", "7.7.5"),
    ("5.4.6", "7.7.6"),
    ("5.4.7", "7.7.7"),
    ("5.4.8", "7.7.8"),
    ("5.4.9", "8.1.4"),
    ("5.4.10", "7.7.10"),
    ("5.5.1", "7.8.1"),
    ("5.5.2", "7.8.2"),
    ("5.5.3", "7.8.3"),
    ("5.5.4", "7.8.4"),
    ("5.6.1", "18.1.1"),
    ("5.6.2", "18.1.2"),
    ("5.6.3", "18.1.4"),
    ("5.6.4", "18.2.1"),
    ("5.6.5", "18.2.2"),
    ("5.6.6", "18.2.3"),
    ("6.1.1", "8.1.1"),
    ("6.1.2", "8.1.3"),
    ("6.1.3", "8.6.5"),
    ("6.1.4", "8.3.4"),
    ("6.1.5", "8.1.5"),
    ("6.1.6", "8.1.2"),
    ("6.1.7", "8.1.6"),
    ("6.2.1", "8.6.6"),
    ("6.2.2", "8.6.1"),
    ("6.2.3", "8.6.2"),
    ("6.2.4", "8.6.3"),
    ("6.3.1", "8.3.1"),
    ("6.3.2", "8.3.2"),
    ("6.3.3", "8.4.4"),
    ("6.3.4", "8.4.9"),
    ("6.3.5", "8.5.3"),
    ("6.4.1", "8.2.1"),
    ("6.4.2", "8.2.2"),
    ("6.4.3", "8.2.3"),
    ("6.4.4", "8.2.4"),
    ("6.4.5", "8.2.5"),
    ("6.4.6", "8.2.6"),
    ("6.4.7", "8.2.7"),
    ("6.6.1", "8.5.2"),
    ("6.6.2", "8.5.1"),
    ("6.6.3", "8.5.2"),
    ("6.6.4", "8.6.5"),
    ("6.6.5", "8.5.1"),
    ("7.1.1", "9.1.1"),
    ("7.1.2", "9.1.2"),
    ("7.1.3", "9.1.3"),
    ("7.1.4", "9.1.4"),
    ("7.1.5", "9.1.5"),
    ("7.1.6", "9.1.7"),
    ("7.1.7", "9.1.8"),
    ("7.1.8", "9.1.9"),
    ("7.1.10", "9.2.1"),
    ("7.1.11", "9.2.3"),
    ("8.2.2", "10.5.3"),
    ("8.2.3", "10.5.2"),
    ("8.2.4", "10.5.3"),
    ("9.1.1", "11.1.1"),
    ("9.1.2", "11.1.2"),
    ("9.1.3", "11.1.3"),
    ("9.1.4", "11.1.4"),
    ("9.1.5", "11.3.4"),
    ("9.1.6", "20.2"),
    ("9.1.7", "20.2"),
    ("9.1.8", "7.1.9"),
    ("9.2.1", "12.2.1"),
    ("9.2.2", "11.2.2"),
    ("9.2.3", "11.2.3"),
    ("9.2.4", "11.2.4"),
    ("10.1.1", "14.1.1"),
    ("10.1.2", "14.1.2"),
    ("10.1.3", "14.1.3"),
    ("10.1.4", "14.1.4"),
    ("10.1.5", "14.1.5"),
    ("10.1.6", "14.1.6"),
    ("10.1.7", "14.1.7"),
    ("10.1.8", "14.1.8"),
    ("10.1.9", "14.1.9"),
    ("10.1.10", "14.1.10"),
    ("10.1.11", "14.1.11"),
    ("10.2.1", "14.2.1"),
    ("10.2.2", "14.2.2"),
    ("10.2.3", "14.2.3"),
    ("10.2.4", "14.2.4"),
    ("10.2.5", "14.2.5"),
    ("10.2.6", "14.2.6"),
    ("10.2.7", "14.2.7"),
    ("10.2.8", "14.2.8"),
    ("11.1.1", "15.1.1"),
    ("11.1.2", "15.1.3"),
    ("11.1.3", "15.1.2"),
    ("11.1.4", "16.1.6"),
    ("11.1.5", "15.1.5"),
    ("11.2.1", "15.2.1"),
    ("11.2.2", "15.2.2"),
    ("11.2.3", "15.2.3"),
    ("12.1.1", "13.1.1"),
    ("12.1.2", "13.1.2"),
    ("12.1.3", "13.1.3"),
    ("12.1.4", "13.1.4"),
    ("12.2.1", "13.2.1"),
    ("12.2.2", "14.2.2"),
    ("13.1.1", "12.1.1"),
    ("13.1.2", "12.1.2"),
    ("13.1.3", "12.1.3"),
    ("13.1.4", "12.1.4"),
    ("13.1.5", "12.1.5"),
    ("14.1.1", "16.1.4"),
    ("14.1.2", "16.1.1"),
    ("14.2.1", "16.1.1"),
    ("14.2.2", "16.1.2"),
    ("14.2.3", "16.1.3"),
    ("14.3.1", "16.2.1"),
    ("14.3.2", "16.2.2"),
    ("14.3.3", "16.2.2"),
    ("14.3.4", "16.2.2"),
    ("15.1.1", "7.81"),
    ("15.1.2", "7.7"),
    ("15.1.3", "7.83"),
    ("15.1.4", "7.83"),
    ("15.1.6", "7.3.4"),
    ("15.1.7", "7.86"),
    ("16.1.1", "19.1.1"),
];

/// WB-95, WW3: what WB-95 says of support once and WW3 of the defender's once more.
const DEFENDER: &[(&str, &str)] =
    &[("6.1.4", "ww3:8.4.8"), ("6.3.1", "ww3:8.4.1"), ("ww3:8.5.1", "ww3:8.4.2")];

impl Wb95 {
    /// The rule of support for a side: the attacker's, or the defender's.
    pub(crate) fn for_side(&self, state: &State, side: Side, rule: &'static str) -> &'static str {
        let defends = self.ww3.is_some() && side != self.active(state);
        let found = DEFENDER.iter().find(|(shared, _)| defends && *shared == rule);
        found.map_or(rule, |(_, own)| own)
    }

    /// What choices do, cited by the numbers of the game's own book.
    pub fn cite_here(&self, offers: &mut [Offer]) {
        for effect in offers.iter_mut().flat_map(|o| &mut o.effects) {
            effect.rule = self.here(effect.rule);
        }
    }

    /// A rule number as the game's own book has it, and its scenario's page.
    pub fn here(&self, rule: &'static str) -> &'static str {
        if let Some(own) = rule.strip_prefix(MARK) {
            return own;
        }
        let Some(ww3) = &self.ww3 else { return rule };
        match rule {
            "SETUP-AID" => return ww3.page().setup,
            "A107-5" => return ww3.page().apart,
            _ => {}
        }
        let found = CONCORDANCE.iter().find(|(wb95, _)| *wb95 == rule);
        found.map_or(rule, |(_, ww3)| ww3)
    }

    /// The events that came after so many others cite the game's own book.
    pub(crate) fn cite_events(&self, log: &mut Log, before: usize) {
        if self.ww3.is_none() {
            return;
        }
        for (i, mut event) in log.take().into_iter().enumerate() {
            if i >= before {
                let rules = std::mem::take(&mut event.rules);
                for rule in rules.into_iter().map(|r| self.here(r)) {
                    if !event.rules.contains(&rule) {
                        event.rules.push(rule); // two sentences of one book are one of the other
                    }
                }
            }
            log.say(|| event);
        }
    }

    /// The same for what is shown before a roll.
    pub(crate) fn cite_odds(&self, mut odds: Odds) -> Odds {
        let items = odds.strengths.iter_mut().chain(&mut odds.shifts).chain(&mut odds.modifiers);
        for item in items {
            item.rules.iter_mut().for_each(|r| *r = self.here(r));
            let mut seen = Vec::with_capacity(item.rules.len());
            item.rules.retain(|r| {
                !seen.contains(r) && {
                    seen.push(*r);
                    true
                }
            });
        }
        odds
    }

    /// The same for the badges of counters.
    pub(crate) fn cite_badges(&self, views: &mut [UnitView]) {
        for badge in views.iter_mut().flat_map(|v| &mut v.badges) {
            badge.rule = self.here(badge.rule);
        }
    }
}
