//! A judge is fitted to games: what was measured whenever a side began to move, and what came of it at the end.

use crate::Finished;
use crate::fitting::{Curve, Line, Sign, line};
use board::{Side, Spanned};
use mind::{Fit, MEASURED, MEASURES, Moment};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game that a judge can be fitted to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// Its number.
    pub n: u64,
    /// How it went for side A: 2 won, 1 drawn, 0 lost.
    pub score: u8,
    /// Where side A stood at the end, in hundredths of a point.
    pub margin: i64,
    /// The turns that it took.
    pub turns: u16,
    /// The turns that were left.
    pub left: u16,
    /// What was measured.
    pub moments: Vec<Moment>,
}

impl Sample {
    /// What is kept of a game; why nothing is, if it failed.
    pub fn of(game: &Finished) -> Result<Sample, String> {
        let record = &game.record;
        let failed = || record.failure.clone().unwrap_or_default();
        Ok(Sample {
            n: record.n,
            score: record.score().ok_or_else(failed)?,
            margin: record.margin.unwrap_or(0),
            turns: record.turns,
            left: record.left,
            moments: game.moments.clone(),
        })
    }

    /// Every fourth game of each pairing is held out.
    fn is_held_out(&self) -> bool {
        self.n / 4 % 4 == 3
    }

    /// What the game came to for a side, in hundredths of a point: the margin, and for the win `stake`, the more of it the sooner.
    fn result(&self, side: Side, stake: f64) -> f64 {
        let all = f64::from(self.turns + self.left).max(1.0);
        let won = (f64::from(self.score) - 1.0) * stake * (1.0 + f64::from(self.left) / all);
        let result = self.margin as f64 + won;
        if side == Side::A { result } else { -result }
    }

    /// The share of a win that it was for a side.
    fn won(&self, side: Side) -> f64 {
        let won = f64::from(self.score) / 2.0;
        if side == Side::A { won } else { 1.0 - won }
    }
}

/// What was measured for a side, as rows of numbers, with what came of it.
#[derive(Default)]
struct Rows {
    rows: Vec<Vec<f64>>,
    results: Vec<f64>,
    won: Vec<f64>,
    /// The game of each row.
    games: Vec<u64>,
}

/// Each measure now and with all turns left, and the time itself.
const COLUMNS: usize = 2 * MEASURED + 1;
/// How strongly weights are held small: what does best on games left out in turn is taken.
const RIDGES: [f64; 6] = [0.003, 0.01, 0.03, 0.1, 0.3, 1.0];
/// In so many parts the games are left out in turn.
const FOLDS: u64 = 4;
/// Millionths of a point in a hundredth.
const MILLIONTHS: f64 = 10_000.0;

fn row(moment: &Moment) -> Vec<f64> {
    let left = moment.measured.left as f64 / 1000.0;
    let both = moment.measured.of.iter().map(|&x| x as f64);
    let mut row: Vec<f64> = both.flat_map(|x| [x * (1.0 - left), x * left]).collect();
    row.push(left);
    row
}

fn signs() -> Vec<Sign> {
    let sign = |sign: i8| match sign {
        1 => Sign::Good,
        -1 => Sign::Bad,
        _ => Sign::Free,
    };
    let mut signs: Vec<Sign> = MEASURES.iter().flat_map(|m| [sign(m.sign); 2]).collect();
    signs.push(Sign::Free);
    signs
}

impl Rows {
    fn of<'a>(samples: impl Iterator<Item = &'a Sample>, side: Side, stake: f64) -> Rows {
        let mut all = Rows::default();
        for sample in samples {
            for moment in sample.moments.iter().filter(|m| m.side == side) {
                all.rows.push(row(moment));
                all.results.push(sample.result(side, stake));
                all.won.push(sample.won(side));
                all.games.push(sample.n);
            }
        }
        all
    }

    /// The rows of some of the games.
    fn only(&self, wanted: impl Fn(u64) -> bool) -> Rows {
        let mut some = Rows::default();
        for i in (0..self.rows.len()).filter(|&i| wanted(self.games[i])) {
            some.rows.push(self.rows[i].clone());
            some.results.push(self.results[i]);
            some.won.push(self.won[i]);
            some.games.push(self.games[i]);
        }
        some
    }

    fn line(&self, ridge: f64) -> Line {
        line(&self.rows, &self.results, &signs(), ridge)
    }

    fn forecasts(&self, line: &Line) -> Vec<f64> {
        self.rows.iter().map(|row| line.at(row)).collect()
    }

    /// How far a line is off, on the mean.
    fn error(&self, line: &Line) -> f64 {
        mean(self.forecasts(line).iter().zip(&self.results).map(|(f, r)| (f - r).abs()))
    }

    /// The ridge with which lines are least off on games left out in turn.
    fn best_ridge(&self) -> f64 {
        let off = |ridge: f64| -> f64 {
            let fold = |k: u64| {
                let part = |n: u64| n / 16 % FOLDS == k;
                self.only(part).error(&self.only(|n| !part(n)).line(ridge))
            };
            (0..FOLDS).map(fold).sum()
        };
        let tried = RIDGES.map(|ridge| (off(ridge), ridge));
        tried.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(1.0, |best| best.1)
    }

    /// The best forecast from the margin and the time alone.
    fn by_margin(&self) -> Line {
        let margin = |j: usize| j < 2 || j == COLUMNS - 1;
        let bare = |row: &Vec<f64>| -> Vec<f64> {
            row.iter().enumerate().map(|(j, &x)| if margin(j) { x } else { 0.0 }).collect()
        };
        let rows: Vec<Vec<f64>> = self.rows.iter().map(bare).collect();
        line(&rows, &self.results, &[Sign::Free; COLUMNS], RIDGES[0])
    }
}

fn mean(of: impl Iterator<Item = f64>) -> f64 {
    let (n, sum) = of.fold((0.0, 0.0), |(n, sum), x| (n + 1.0, sum + x));
    sum / f64::max(n, 1.0)
}

/// What is fitted: a side of a scenario, with the command that does it.
#[derive(Clone, Copy, Debug)]
pub struct Fitting<'a> {
    /// The scenario.
    pub scenario: &'a str,
    /// The side.
    pub side: Side,
    /// The name of the side.
    pub side_id: &'a str,
    /// The command, with its seed.
    pub made: &'a str,
}

/// Fits the judge of a side of a scenario; `None` where there are too few games.
pub fn fit(samples: &[Sample], fitting: Fitting<'_>) -> Option<Fit> {
    let Fitting { scenario, side, side_id, made } = fitting;
    let stake = mean(samples.iter().map(|s| s.margin.abs() as f64)).max(100.0);
    let seen = Rows::of(samples.iter().filter(|s| !s.is_held_out()), side, stake);
    let held = Rows::of(samples.iter().filter(|s| s.is_held_out()), side, stake);
    if seen.rows.len() < COLUMNS || held.rows.is_empty() {
        return None;
    }
    let line = seen.line(seen.best_ridge());
    let curve = Curve::through(&seen.forecasts(&line), &seen.won);
    let forecasts = held.forecasts(&line);
    let brier = mean(forecasts.iter().zip(&held.won).map(|(f, won)| (curve.at(*f) - won).powi(2)));
    let share = mean(seen.won.iter().copied());
    let brier_of_share = mean(held.won.iter().map(|won| (share - won).powi(2)));
    let weight = |j: usize| (line.weights[j] * MILLIONTHS).round() as i64;
    let weights = MEASURES.iter().enumerate().map(|(i, measure)| {
        (measure.id.to_string(), Spanned::new(0..0, [weight(2 * i), weight(2 * i + 1)]))
    });
    let weights: BTreeMap<_, _> = weights.filter(|(_, pair)| *pair.get_ref() != [0; 2]).collect();
    let games = |held: bool| samples.iter().filter(|s| s.is_held_out() == held).count() as u64;
    Some(Fit {
        scenario: Spanned::new(0..0, scenario.to_string()),
        side: Spanned::new(0..0, side_id.to_string()),
        made: made.to_string(),
        games: games(false),
        held_out: games(true),
        error: held.error(&line).round() as i64,
        error_of_margin: held.error(&seen.by_margin()).round() as i64,
        brier: (brier * 1000.0).round() as i64,
        brier_of_share: (brier_of_share * 1000.0).round() as i64,
        weights,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mind::Measured;

    /// A game in which each side stood at half time as it did at the end: the first measure is the margin.
    fn sample(n: u64) -> Sample {
        let margin = (n as i64 * 37 % 21 - 10) * 100;
        let score = (margin.signum() + 1) as u8;
        let moment = |side: Side, margin: i64| {
            let mut of = [0; MEASURED];
            of[0] = margin;
            Moment { turn: 5, side, measured: Measured { of, left: 500 } }
        };
        let moments = vec![moment(Side::A, margin), moment(Side::B, -margin)];
        Sample { n, score, margin, turns: 10, left: 0, moments }
    }

    #[test]
    fn a_judge_finds_out_what_leads_to_the_end() {
        let samples: Vec<Sample> = (0..200).map(sample).collect();
        let fitting = Fitting { scenario: "dawn", side: Side::B, side_id: "blue", made: "by hand" };
        let fit = fit(&samples, fitting).unwrap();
        assert_eq!((fit.games, fit.held_out), (152, 48), "every fourth game of each pairing");
        let named: Vec<&str> = fit.weights.keys().map(String::as_str).collect();
        assert_eq!(named, ["margin"], "what never differs weighs nothing");
        let [now, later] = *fit.weights["margin"].get_ref();
        assert!(
            now + later > 20_000,
            "a point at half time is a point at the end, and wins: {now} {later}"
        );
        assert!(fit.brier * 4 < fit.brier_of_share, "{} of {}", fit.brier, fit.brier_of_share);
    }

    #[test]
    fn a_win_counts_the_more_the_sooner() {
        let at = |left: u16| Sample { score: 2, margin: 100, left, turns: 10 - left, ..sample(0) };
        assert_eq!(at(0).result(Side::A, 400.0), 500.0);
        assert_eq!(at(5).result(Side::B, 400.0), -700.0);
    }
}
