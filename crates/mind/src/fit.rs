//! What a judge was fitted to: a TOML file for each game that `rokada tune` writes.
//!
//! A table is a scenario and a side. Its weights say what a unit of each measure adds to the result that is expected at the end,
//! now and with all turns left; between them by the share of the turns that is left.

use crate::judge::{FEATURES, Features};
use crate::measure::{MEASURED, MEASURES, Measured};
use crate::weights::Played;
use board::{BySide, Problems, Side, Source, Spanned, hint, schema_of};
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// What the judges of a game were fitted to.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fits {
    /// The judges.
    #[serde(default, rename = "fit")]
    pub all: Vec<Fit>,
}

/// The judge of a side of a scenario, with the figures of its making.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fit {
    /// The scenario.
    pub scenario: Spanned<String>,
    /// The side that judges.
    pub side: Spanned<String>,
    /// The command that made it, with its seed.
    pub made: String,
    /// The games that it was fitted to.
    pub games: u64,
    /// The games that it was tried on, which it had not seen.
    pub held_out: u64,
    /// How far its forecast of the result is off in those, on the mean, in hundredths of a point.
    pub error: i64,
    /// How far the best forecast from the margin alone is off there.
    pub error_of_margin: i64,
    /// The Brier score of its forecast of who wins there, in thousandths.
    pub brier: i64,
    /// The Brier score of always the share of games won.
    pub brier_of_share: i64,
    /// By measure: what a unit of it adds to the expected result, in millionths of a point, now and with all turns left.
    pub weights: BTreeMap<String, Spanned<[i64; 2]>>,
}

/// A weight counts millionths of a point, the margin hundredths.
const MILLIONTHS: i64 = 10_000;
/// Weights beyond this are no weights.
const WEIGHT_MOST: i64 = 1_000_000_000;

/// A judge that was fitted to games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitted {
    weights: [[i64; 2]; MEASURED],
}

impl Fitted {
    /// What a position promises, in hundredths of a factor, where a point is worth `point`.
    pub(crate) fn features(&self, measured: &Measured, point: i64) -> Features {
        let mut sum = [0i64; FEATURES];
        for ((measure, value), [now, later]) in MEASURES.iter().zip(measured.of).zip(self.weights) {
            sum[measure.feature] += value * (now + (later - now) * measured.left / 1000);
        }
        Features(sum.map(|millionths| millionths / MILLIONTHS * point / 100))
    }
}

impl Fits {
    /// The schema of a file of fitted judges.
    pub fn schema() -> Schema {
        schema_of::<Fits>()
    }

    /// Reads a file; everything that is wrong with it, with its lines.
    pub fn read(source: &Source, played: &Played) -> Result<Fits, Problems> {
        let fits: Fits = source.parse()?;
        let mut problems = Problems::new();
        let mut unknown = |word: &Spanned<String>, known: &[String], what: &str| {
            if !known.contains(word.get_ref()) {
                let known = known.iter().map(String::as_str);
                problems.push(source.unknown(what, word, known));
            }
        };
        for fit in &fits.all {
            unknown(&fit.scenario, &played.scenarios, "scenario");
            unknown(&fit.side, &played.sides, "side");
        }
        for (name, weights) in fits.all.iter().flat_map(|fit| &fit.weights) {
            if measure_called(name).is_none() {
                let hint = hint(name, MEASURES.iter().map(|m| m.id));
                let message = format!("nothing called \"{name}\" is measured{hint}");
                problems.push(source.problem(weights.span(), message));
            }
            if weights.get_ref().iter().any(|w| w.abs() > WEIGHT_MOST) {
                let message = format!("{name}: a weight is beyond {WEIGHT_MOST}");
                problems.push(source.problem(weights.span(), message));
            }
        }
        if problems.is_empty() { Ok(fits) } else { Err(problems) }
    }

    /// The judges of the two sides of a scenario.
    pub(crate) fn of(&self, played: &Played) -> BySide<Option<Fitted>> {
        BySide::of(|side: Side| {
            let id = &played.sides[side.index()];
            let is =
                |fit: &&Fit| *fit.scenario.get_ref() == played.scenario && fit.side.get_ref() == id;
            self.all.iter().find(is).map(Fit::fitted)
        })
    }
}

fn measure_called(name: &str) -> Option<usize> {
    MEASURES.iter().position(|measure| measure.id == name)
}

impl Fit {
    fn fitted(&self) -> Fitted {
        let weight = |id: &str| self.weights.get(id).map_or([0; 2], |pair| *pair.get_ref());
        Fitted { weights: MEASURES.map(|measure| weight(measure.id)) }
    }
}

impl fmt::Display for Fit {
    /// As it stands in a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "[[fit]]")?;
        writeln!(f, "scenario = {:?}", self.scenario.get_ref())?;
        writeln!(f, "side = {:?}", self.side.get_ref())?;
        writeln!(f, "made = {:?}", self.made)?;
        writeln!(f, "games = {}", self.games)?;
        writeln!(f, "held_out = {}", self.held_out)?;
        writeln!(f, "error = {}", self.error)?;
        writeln!(f, "error_of_margin = {}", self.error_of_margin)?;
        writeln!(f, "brier = {}", self.brier)?;
        writeln!(f, "brier_of_share = {}", self.brier_of_share)?;
        writeln!(f, "\n[fit.weights]")?;
        for measure in MEASURES.iter() {
            if let Some(weights) = self.weights.get(measure.id) {
                let [now, later] = weights.get_ref();
                writeln!(f, "{} = [{now}, {later}]", measure.id)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played() -> Played {
        Played {
            scenario: String::from("dawn"),
            scenarios: vec![String::from("dawn")],
            sides: ["red", "blue"].map(String::from),
        }
    }

    fn read(text: &str) -> Result<Fits, Problems> {
        Fits::read(&Source::new("judge.toml", text), &played())
    }

    const HEAD: &str = "[[fit]]\nscenario = \"dawn\"\nside = \"blue\"\nmade = \"rokada tune\"\ngames = 3\n\
        held_out = 1\nerror = 100\nerror_of_margin = 120\nbrier = 200\nbrier_of_share = 250\n[fit.weights]\n";

    #[test]
    fn a_measure_that_nobody_takes_is_named_with_its_line() {
        let why = read(&format!("{HEAD}farce = [1, 2]\n")).unwrap_err().to_string();
        let said = "judge.toml:12: nothing called \"farce\" is measured; did you mean \"force\"?";
        assert!(why.contains(said), "{why}");
    }

    #[test]
    fn what_is_written_is_read_again() {
        let fits = read(&format!("{HEAD}margin = [9000, 4000]\nweak = [-200, 0]\n")).unwrap();
        let again = read(&fits.all[0].to_string()).unwrap();
        assert_eq!(again.of(&played())[Side::B], fits.of(&played())[Side::B]);
        assert_eq!(fits.of(&played())[Side::A], None);
    }

    /// Half the turns are left: a hundredth of a point more now counts (10000 + 5000) / 2 millionths, so that 400 of them are
    /// 300 hundredths expected at the end; three points at 10 factors.
    #[test]
    fn a_weight_lies_between_now_and_all_turns_left() {
        let fits = read(&format!("{HEAD}margin = [10000, 5000]\n")).unwrap();
        let fitted = fits.of(&played())[Side::B].clone().unwrap();
        let mut of = [0; MEASURED];
        of[0] = 400;
        assert_eq!(fitted.features(&Measured { of, left: 500 }, 1000).value(), 3000);
    }
}
