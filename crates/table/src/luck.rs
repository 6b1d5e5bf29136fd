//! Luck: what the dice gave against what the shown odds promised.

use engine::shown::OddsShown;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The combats of a game, each with the chance that was shown and what came of it.
#[derive(Default)]
pub struct Luck(BTreeMap<String, Vec<Trial>>);

/// One combat of an attacker.
struct Trial {
    /// The chance of a result that is good for him.
    good: f64,
    /// The chance of one that is good for the other side.
    bad: f64,
    came_good: bool,
    came_bad: bool,
}

/// The luck of one attacker.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct LuckShown {
    /// Who attacked.
    side: String,
    /// How often.
    attacks: usize,
    /// The figures.
    rows: Vec<LuckRow>,
}

/// One figure of luck, with one decimal, and how usual such a difference is.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
struct LuckRow {
    /// Which results are counted.
    kind: LuckKind,
    /// How many were to be expected.
    expected: String,
    /// How many came.
    got: usize,
    /// The difference.
    luck: String,
    /// In how many of a hundred games the difference would be as large or larger.
    usual: u32,
}

/// For whom results are good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum LuckKind {
    /// Good for the attacker.
    Good,
    /// Bad for him.
    Bad,
}

impl Luck {
    /// A combat whose odds were shown and whose result had this code.
    pub fn add(&mut self, odds: &OddsShown, code: &str) {
        let is_good = |good_for: &Option<String>| good_for.as_deref() == Some(&odds.attacker);
        let is_bad = |good_for: &Option<String>| good_for.is_some() && !is_good(good_for);
        let chance = |which: &dyn Fn(&Option<String>) -> bool| -> f64 {
            let of = odds.outcomes.iter().filter(|o| which(&o.good_for));
            of.map(|o| o.p.num as f64 / o.p.den as f64).sum()
        };
        let Some(came) = odds.outcomes.iter().find(|o| o.code == code) else { return };
        self.0.entry(odds.attacker.clone()).or_default().push(Trial {
            good: chance(&is_good),
            bad: chance(&is_bad),
            came_good: is_good(&came.good_for),
            came_bad: is_bad(&came.good_for),
        });
    }

    /// The luck of each attacker.
    pub fn shown(&self) -> Vec<LuckShown> {
        let of = |(side, trials): (&String, &Vec<Trial>)| LuckShown {
            side: side.clone(),
            attacks: trials.len(),
            rows: vec![
                row(LuckKind::Good, trials, |t| (t.good, t.came_good)),
                row(LuckKind::Bad, trials, |t| (t.bad, t.came_bad)),
            ],
        };
        self.0.iter().map(of).collect()
    }
}

fn row(kind: LuckKind, trials: &[Trial], of: impl Fn(&Trial) -> (f64, bool)) -> LuckRow {
    let chances: Vec<f64> = trials.iter().map(|t| of(t).0).collect();
    let got = trials.iter().filter(|t| of(t).1).count();
    let expected: f64 = chances.iter().sum();
    let difference = got as f64 - expected;
    // A minus sign and no "−0.0".
    let luck = match (difference * 10.0).round() as i64 {
        0 => String::from("0.0"),
        n if n > 0 => format!("+{difference:.1}"),
        _ => format!("−{:.1}", -difference),
    };
    let usual = as_far_or_farther(&chances, got);
    LuckRow { kind, expected: format!("{expected:.1}"), got, luck, usual }
}

/// In how many of a hundred runs of trials with these chances the number of successes lies as far from what is
/// expected as `got`, or farther.
fn as_far_or_farther(chances: &[f64], got: usize) -> u32 {
    // The chance of each number of successes, trial by trial.
    let mut by_count = vec![1.0];
    for p in chances {
        let mut next = vec![0.0; by_count.len() + 1];
        for (n, chance) in by_count.iter().enumerate() {
            next[n] += chance * (1.0 - p);
            next[n + 1] += chance * p;
        }
        by_count = next;
    }
    let expected: f64 = chances.iter().sum();
    let far = (got as f64 - expected).abs() - 1e-9;
    let tail = by_count.iter().enumerate().filter(|(n, _)| (*n as f64 - expected).abs() >= far);
    (tail.map(|(_, chance)| chance).sum::<f64>() * 100.0).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_even_chances_that_all_succeed_are_two_more_than_expected() {
        // By hand: 0 or 4 of 4 happen in 2 of 16 runs, 12.5 of a hundred; 1 or 3 or farther in 10 of 16.
        assert_eq!(as_far_or_farther(&[0.5; 4], 4), 13);
        assert_eq!(as_far_or_farther(&[0.5; 4], 3), 63);
        assert_eq!(as_far_or_farther(&[0.5; 4], 2), 100);
        let trial = |came| Trial { good: 0.5, bad: 0.5, came_good: came, came_bad: !came };
        let trials: Vec<Trial> = (0..4).map(|_| trial(true)).collect();
        let good = row(LuckKind::Good, &trials, |t| (t.good, t.came_good));
        assert_eq!((good.expected.as_str(), good.got, good.luck.as_str()), ("2.0", 4, "+2.0"));
        let bad = row(LuckKind::Bad, &trials, |t| (t.bad, t.came_bad));
        assert_eq!((bad.got, bad.luck.as_str()), (0, "−2.0"));
    }
}
