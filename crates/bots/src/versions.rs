//! Two versions of a scenario, played with the same seeds by the same bots.

use crate::stats::{Interval, Sums, sample_size};
use crate::{Record, percent};
use board::Side;

/// How the sides did in the second version, seed by seed against the first. It keeps a byte a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    /// The score of side A in the games of the first version; `None` for a failed one.
    first: Vec<Option<u8>>,
    /// The points of side A in each version, of pairs that both came to their end: 2 won, 1 drawn.
    scores: [Sums; 2],
    /// The score in the second version minus that in the first.
    gained: Sums,
}

impl Versions {
    /// Adds a game of the first version; its games come in order.
    pub fn add_first(&mut self, record: &Record) {
        self.first.push(record.score());
    }

    /// Adds a game of the second version, when the first has all of its own.
    pub fn add_second(&mut self, record: &Record) {
        let first = usize::try_from(record.n).ok().and_then(|n| self.first.get(n).copied());
        if let (Some(Some(first)), Some(second)) = (first, record.score()) {
            let (first, second) = (i64::from(first), i64::from(second));
            self.scores[0].add(first);
            self.scores[1].add(second);
            self.gained.add(second - first);
        }
    }

    /// What was found, line by line; `names` are the versions, `sides` the sides.
    pub fn lines(&self, names: [&str; 2], sides: &[String; 2]) -> Vec<String> {
        let side = &sides[Side::A.index()];
        let half =
            |i: Interval| Interval { value: i.value / 2.0, low: i.low / 2.0, high: i.high / 2.0 };
        let mut lines = Vec::new();
        for (name, scores) in names.into_iter().zip(&self.scores) {
            lines.push(format!(
                "{name}: {side} scores {} of the points",
                percent(half(scores.mean()))
            ));
        }
        let (gained, pairs) = (self.gained.mean(), self.gained.n);
        lines.push(format!(
            "{} against {}: {side} gains {} in {pairs} pairs",
            names[1],
            names[0],
            percent(half(gained))
        ));
        lines.push(match sample_size(gained.value, self.gained.variance()) {
            None => String::from("no difference between the two was seen"),
            Some(needed) => format!(
                "pairs needed to tell the seen difference from none (95 % confidence, 80 % power): {needed}"
            ),
        });
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(n: u64, winner: Option<Side>) -> Record {
        Record { n, winner, ..Record::default() }
    }

    /// By hand: side A loses all three in the first version and wins, draws and loses in the second: 0 and 50 % of the
    /// points; gains 2, 1, 0 with mean 1 and variance 1, half width 1.96 / sqrt 3 = 1.1316, halved 56.6 points; sample
    /// size 7.849 · 1 / 1, so 8. The fourth pair has a failed game and does not count.
    #[test]
    fn versions_are_compared_seed_by_seed() {
        let (a, b) = (Some(Side::A), Some(Side::B));
        let mut versions = Versions::default();
        (0..3).for_each(|n| versions.add_first(&game(n, b)));
        versions.add_first(&Record { failure: Some(String::from("stuck")), ..game(3, None) });
        for (n, winner) in [(0, a), (1, None), (2, b), (3, a)] {
            versions.add_second(&game(n, winner));
        }
        let sides = [String::from("german"), String::from("soviet")];
        let lines = versions.lines(["old", "new"], &sides);
        assert_eq!(lines[0], "old: german scores 0.0 % (0.0 to 0.0) of the points");
        assert!(lines[1].starts_with("new: german scores 50.0 %"), "{}", lines[1]);
        assert_eq!(lines[2], "new against old: german gains 50.0 % (-6.6 to 106.6) in 3 pairs");
        assert!(lines[3].ends_with(": 8"), "{}", lines[3]);
    }
}
