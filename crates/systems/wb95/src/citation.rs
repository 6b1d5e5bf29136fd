//! Rule numbers: those that stand in data files, and those that several rules share an event or an
//! item of the odds with.

use crate::game::Wb95;
use crate::ww3::concordance::CONCORDANCE;
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

impl Wb95 {
    /// Whether the game's own book has a sentence of WB-95; of WW3 that is what the concordance
    /// says.
    pub(crate) fn prints(&self, rule: &str) -> bool {
        self.ww3.is_none() || CONCORDANCE.iter().any(|(wb95, _)| *wb95 == rule)
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
