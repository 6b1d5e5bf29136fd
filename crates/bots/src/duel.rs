//! Two bots against each other: pairs of games with the same seed and swapped sides.

use crate::{Finished, Pace, Sums, wilson};
use board::Side;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::time::Duration;

/// The share of pairs that is looked for, and the one that it is told from.
const GOOD: f64 = 0.8;
const EVEN: f64 = 0.5;

/// A pair of games: in the first the first bot has side A, in the second side B.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// How the games went for the first bot: 2 won, 1 drawn, 0 lost.
    pub scores: [u8; 2],
    /// Where the first bot stood at the end of each on the scenario's scale, in hundredths of a point.
    pub margins: [i64; 2],
    /// The turns that each took.
    pub turns: [u16; 2],
    /// The turns that were left when it ended.
    pub left: [u16; 2],
    /// The classes of the outcomes.
    pub outcomes: [String; 2],
    /// How often each bot chose in how many turns, and how long it took: turns, microseconds, the longest turn.
    pub pace: [[u64; 3]; 2],
}

impl Pair {
    /// A pair of two games in their order; why there is none if one failed.
    pub fn of(games: &[Finished; 2]) -> Result<Pair, String> {
        let mut pair = Pair {
            scores: [0; 2],
            margins: [0; 2],
            turns: [0; 2],
            left: [0; 2],
            outcomes: Default::default(),
            pace: [[0; 3]; 2],
        };
        for (i, (game, side)) in games.iter().zip(Side::BOTH).enumerate() {
            let record = &game.record;
            let failed = || record.failure.clone().unwrap_or_default();
            let score = record.score().ok_or_else(failed)?;
            pair.scores[i] = if side == Side::A { score } else { 2 - score };
            let margin = record.margin.unwrap_or(0);
            pair.margins[i] = if side == Side::A { margin } else { -margin };
            pair.left[i] = record.left;
            (pair.turns[i], pair.outcomes[i]) = (record.turns, record.outcome.clone());
            for (bot, side) in [side, side.other()].into_iter().enumerate() {
                let Pace { turns, all, longest } = game.pace[side];
                let pace = &mut pair.pace[bot];
                pace[0] += u64::from(turns);
                pace[1] += all.as_micros() as u64;
                pace[2] = pace[2].max(longest.as_micros() as u64);
            }
        }
        Ok(pair)
    }

    /// How the pair went for the first bot: 2 won, 1 drawn, 0 lost. Won games decide; where each won one, it is by how much
    /// ([`Pair::weight`]).
    pub fn score(&self) -> u8 {
        let games = i64::from(self.scores[0] + self.scores[1]) - 2;
        let by = self.weight(0) + self.weight(1);
        let decided = [games, by].into_iter().find(|by| *by != 0);
        (decided.map_or(0, i64::signum) + 1) as u8
    }

    /// By how much the first bot won a game. One that ended before its last turn is won by more than any points say, and by the
    /// more, the sooner.
    fn weight(&self, game: usize) -> i64 {
        match (i64::from(self.scores[game]) - 1, self.left[game]) {
            (0, _) | (_, 0) => self.margins[game],
            (won, left) => won * AT_ONCE * (1 + i64::from(left)),
        }
    }
}

/// More than any points.
const AT_ONCE: i64 = 1_000_000;

/// What two bots did against each other.
#[derive(Clone, Debug, Default)]
pub struct Duel {
    pairs: Vec<Pair>,
}

impl Duel {
    /// Adds a pair.
    pub fn add(&mut self, pair: Pair) {
        self.pairs.push(pair);
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Won, drawn and lost pairs.
    fn counted(&self) -> [u64; 3] {
        let mut counted = [0; 3];
        self.pairs.iter().for_each(|p| counted[usize::from(2 - p.score())] += 1);
        counted
    }

    /// Whether it is settled with this confidence that the first bot wins four pairs of five, or that it does not: the
    /// sequential test of Wald. A drawn pair is half a won and half a lost one.
    pub fn is_settled(&self, confidence: f64) -> Option<bool> {
        let [won, drawn, lost] = self.counted().map(|n| n as f64);
        let (won, lost) = (won + drawn / 2.0, lost + drawn / 2.0);
        let llr = won * (GOOD / EVEN).ln() + lost * ((1.0 - GOOD) / (1.0 - EVEN)).ln();
        let bound = (confidence / (1.0 - confidence)).ln();
        (llr.abs() >= bound).then_some(llr > 0.0)
    }

    /// What was found, in lines.
    pub fn text(&self, bots: [&str; 2], sides: &[String; 2]) -> String {
        let mut out = String::new();
        let n = self.pairs.len() as u64;
        let [won, drawn, lost] = self.counted();
        let _ = writeln!(
            out,
            "pairs: {won} won, {drawn} drawn, {lost} lost: {}",
            share(won + drawn / 2, n)
        );
        for (i, side) in sides.iter().enumerate() {
            let won = self.pairs.iter().filter(|p| p.scores[i] == 2).count() as u64;
            let drawn = self.pairs.iter().filter(|p| p.scores[i] == 1).count();
            let mut margin = Sums::default();
            self.pairs.iter().for_each(|p| margin.add(p.margins[i]));
            let mean = margin.mean();
            let _ = writeln!(
                out,
                "as {side}: {won} won, {drawn} drawn of {n}: {}; margin {:+.1} ({:+.1} to {:+.1})",
                share(won, n),
                mean.value / 100.0,
                mean.low / 100.0,
                mean.high / 100.0
            );
        }
        for (i, bot) in bots.iter().enumerate() {
            let turns: u64 = self.pairs.iter().map(|p| p.pace[i][0]).sum();
            let all: u64 = self.pairs.iter().map(|p| p.pace[i][1]).sum();
            let longest = self.pairs.iter().map(|p| p.pace[i][2]).max().unwrap_or(0);
            let mean = Duration::from_micros(all / turns.max(1)).as_secs_f64();
            let longest = Duration::from_micros(longest).as_secs_f64();
            let _ = writeln!(out, "{bot}: {mean:.2} s of CPU a turn, at most {longest:.2} s");
        }
        out
    }
}

/// A share with its interval, in per cent.
fn share(hits: u64, n: u64) -> String {
    let found = wilson(hits, n);
    format!(
        "{:.0} % ({:.0} to {:.0} %)",
        found.value * 100.0,
        found.low * 100.0,
        found.high * 100.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(scores: [u8; 2], margins: [i64; 2], left: [u16; 2]) -> Pair {
        let outcomes = Default::default();
        Pair { scores, margins, turns: [9; 2], left, outcomes, pace: [[0; 3]; 2] }
    }

    #[test]
    fn games_decide_a_pair_then_how_much_they_were_won_by() {
        assert_eq!(pair([2, 2], [-500, -500], [0, 0]).score(), 2);
        assert_eq!(pair([2, 0], [300, -400], [0, 0]).score(), 0);
        assert_eq!(pair([2, 0], [100, -400], [4, 2]).score(), 2, "won at once, and sooner");
        assert_eq!(pair([2, 0], [100, -400], [0, 2]).score(), 0, "the other won at once");
        assert_eq!(pair([1, 1], [0, 0], [0, 0]).score(), 1);
    }

    #[test]
    fn a_match_is_settled_when_the_pairs_say_so_and_not_before() {
        let mut duel = Duel::default();
        for _ in 0..5 {
            duel.add(pair([2, 2], [0, 0], [0, 0]));
        }
        assert_eq!(duel.is_settled(0.95), None);
        duel.add(pair([2, 2], [0, 0], [0, 0]));
        duel.add(pair([2, 2], [0, 0], [0, 0]));
        assert_eq!(duel.is_settled(0.95), Some(true));
        (0..8).for_each(|_| duel.add(pair([0, 0], [0, 0], [0, 0])));
        assert_eq!(duel.is_settled(0.95), Some(false));
    }
}
