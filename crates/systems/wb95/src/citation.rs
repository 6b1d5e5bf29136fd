//! Rule numbers: those that stand in data files, and those that several rules share an event or an
//! item of the odds with.

use crate::book::Book;
use crate::game::Wb95;
use crate::state::State;
use board::Side;
use engine::view::{Offer, UnitView};
use engine::{Log, Odds};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// A rule number of a data file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, schemars::JsonSchema)]
#[schemars(transparent)]
pub struct Cited(pub &'static str);

impl<'de> Deserialize<'de> for Cited {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Cited, D::Error> {
        String::deserialize(from).map(|name| Cited(cite(&name)))
    }
}

impl<B: Book> Wb95<B> {
    /// Whether the game's own book has a sentence of WB-95.
    pub(crate) fn prints(&self, rule: &str) -> bool {
        B::prints(rule)
    }

    /// Those of some rules that have acted and stand in the game's book.
    pub(crate) fn acting<const N: usize>(
        &self,
        rules: [(bool, &'static str); N],
    ) -> impl Iterator<Item = &'static str> {
        rules.into_iter().filter(|(acts, rule)| *acts && self.prints(rule)).map(|(_, rule)| rule)
    }

    /// A rule if the game's book has it, else the one that stands for it there.
    pub(crate) fn rule_or(&self, rule: &'static str, other: &'static str) -> &'static str {
        if self.prints(rule) { rule } else { other }
    }

    /// What choices do, cited by the numbers of the game's own book.
    pub fn cite_here(&self, offers: &mut [Offer]) {
        for effect in offers.iter_mut().flat_map(|o| &mut o.effects) {
            effect.rule = self.here(effect.rule);
        }
    }

    /// A rule number as the game's own book has it.
    pub fn here(&self, rule: &'static str) -> &'static str {
        B::cite(self, rule)
    }

    /// The rule of support for a side: the attacker's, or the defender's.
    pub(crate) fn for_side(
        &self,
        state: &State<B>,
        side: Side,
        rule: &'static str,
    ) -> &'static str {
        B::rule_for_side(side == self.active(state), rule)
    }

    /// The events that came after so many others cite the game's own book.
    pub(crate) fn cite_events(&self, log: &mut Log, before: usize) {
        if !B::RENUMBERS {
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

/// A rule number of a data file as a name that lives as long as the program, as refusals and events cite it. Every
/// distinct name is kept once, however often a game is loaded.
pub fn cite(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return known;
    }
    let kept: &'static str = Box::leak(name.to_string().into_boxed_str());
    names.insert(kept);
    kept
}

#[cfg(test)]
mod tests {
    use super::cite;

    #[test]
    fn a_number_is_kept_once() {
        assert!(std::ptr::eq(cite("R-once"), cite("R-once")));
        assert_eq!(cite("R-once"), "R-once");
    }
}
