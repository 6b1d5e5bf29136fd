//! Rule numbers that stand in data files.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

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
