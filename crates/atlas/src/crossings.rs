//! Where roads and railways cross rivers.
//!
//! A road that crosses a river and comes straight back is an artefact of laying both on a grid: the true road runs
//! along one bank.

use crate::draft::{Side, side};
use hex::HexId;
use std::collections::{BTreeMap, BTreeSet};

/// Two crossings of one river within so many steps are one too many.
const STEPS: usize = 3;

/// The rivers on every hexside.
pub type Rivers = BTreeMap<Side, BTreeSet<String>>;

/// Gathers the named lines of hexsides that are rivers.
pub fn rivers<'a>(lines: impl Iterator<Item = (&'a str, &'a str, &'a [Side])>) -> Rivers {
    let mut rivers = Rivers::new();
    for (kind, name, sides) in lines {
        if !kind.contains("fort") {
            sides.iter().for_each(|&s| {
                rivers.entry(s).or_default().insert(name.to_string());
            });
        }
    }
    rivers
}

/// A river that a road crosses and soon crosses again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twice {
    /// Its name.
    pub river: String,
    /// The steps of the road that cross it.
    pub steps: (usize, usize),
}

/// Every pair of crossings of one river within three steps of a chain of hexes.
pub fn twice(hexes: &[HexId], rivers: &Rivers) -> Vec<Twice> {
    let crossed = |i: usize| rivers.get(&side(hexes[i], hexes[i + 1])).into_iter().flatten();
    let last = hexes.len().saturating_sub(1);
    let mut found = Vec::new();
    for i in 0..last {
        for river in crossed(i) {
            let again = (i + 1..last.min(i + 1 + STEPS)).find(|&j| crossed(j).any(|r| r == river));
            found.extend(again.map(|j| Twice { river: river.clone(), steps: (i, j) }));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(numbers: std::ops::Range<u16>) -> Vec<HexId> {
        numbers.map(HexId::new).collect()
    }

    fn river(sides: &[(u16, u16)]) -> Rivers {
        let sides: Vec<Side> =
            sides.iter().map(|&(a, b)| side(HexId::new(a), HexId::new(b))).collect();
        rivers([("river", "Rechka", sides.as_slice())].into_iter())
    }

    #[test]
    fn a_road_that_comes_back_over_the_river_after_three_steps_is_found() {
        let found = twice(&ids(0..8), &river(&[(1, 2), (4, 5)]));
        assert_eq!(found, [Twice { river: "Rechka".into(), steps: (1, 4) }]);
    }

    #[test]
    fn after_four_steps_it_may_come_back() {
        assert_eq!(twice(&ids(0..8), &river(&[(1, 2), (5, 6)])), []);
    }

    #[test]
    fn fortified_lines_are_no_rivers() {
        let sides = [side(HexId::new(1), HexId::new(2))];
        assert!(rivers([("fortified-line", "", sides.as_slice())].into_iter()).is_empty());
    }
}
