//! What many games add up to. It grows with the map and the length of a game, never with their number.

use crate::stats::{Sums, Together};
use crate::{Players, Record};
use board::{BySide, Side};
use mind::Conduct;
use std::collections::BTreeMap;

/// How often a rule acted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fired {
    /// In how many games.
    pub games: u64,
    /// By how many events.
    pub events: u64,
    /// In how many choices it was part of a sum or an effect.
    pub at_work: u64,
}

/// Which dice: the rule, the side that decided, the turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DiceKey {
    /// The rule of the throw; empty if no event reports it.
    pub rule: String,
    /// Who decided.
    pub side: Side,
    /// The turn.
    pub turn: u16,
}

/// Two compared bots: how the first did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Its score in each pair of games: 4 both won, 0 both lost.
    pub pairs: Sums,
    /// Its games won, by the side it played.
    pub won: BySide<u64>,
    /// Its games lost, by the side it played.
    pub lost: BySide<u64>,
    /// Its games, by the side it played.
    pub games: BySide<u64>,
    half: Option<u8>,
}

/// What many games add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many games came to their end.
    pub games: u64,
    /// The games that did not: the number, the seed and why; only the first few.
    pub failures: Vec<(u64, u64, String)>,
    /// How many did not.
    pub failed: u64,
    /// The classes of outcome.
    pub outcomes: BTreeMap<String, u64>,
    /// Who won; the third are draws.
    pub won: BySide<u64>,
    /// How many games lasted so many turns.
    pub turns: BTreeMap<u16, u64>,
    /// The number of choices.
    pub choices: Sums,
    /// How many games ended with so many points.
    pub points: BTreeMap<i32, u64>,
    /// The points.
    pub points_sums: Sums,
    /// How many games reached each turn.
    pub reached: BTreeMap<u16, u64>,
    /// How many counters each side lost in each turn, in all games.
    pub losses: BTreeMap<u16, BySide<u64>>,
    /// The counters each side lost in a game.
    pub lost: BySide<Sums>,
    /// In how many games each side held a place at the end of a turn.
    pub held: BTreeMap<String, BTreeMap<u16, BySide<u64>>>,
    /// How the dice go together with the outcome.
    pub dice: BTreeMap<DiceKey, Together>,
    /// The rules that acted.
    pub rules: BTreeMap<String, Fired>,
    /// How the sides played, in all games in which somebody watched.
    pub conduct: Option<BySide<Conduct>>,
    /// Two compared bots.
    pub compared: Option<Compared>,
}

/// So many failures are told one by one.
const FAILURES_TOLD: usize = 20;

impl Tally {
    /// An empty tally for these players.
    pub fn new(players: &Players) -> Tally {
        let compared = matches!(players, Players::Compared(_)).then(Compared::default);
        Tally { compared, ..Tally::default() }
    }

    /// Adds a game. Compared bots need their games in order.
    pub fn add(&mut self, record: &Record) {
        if let Some(compared) = &mut self.compared {
            compared.add(record);
        }
        let Some(score) = record.score() else {
            self.failed += 1;
            if self.failures.len() < FAILURES_TOLD {
                let why = record.failure.clone().unwrap_or_default();
                self.failures.push((record.n, record.seed, why));
            }
            return;
        };
        self.games += 1;
        *self.outcomes.entry(record.outcome.clone()).or_default() += 1;
        if let Some(side) = record.winner {
            self.won[side] += 1;
        }
        *self.turns.entry(record.turns).or_default() += 1;
        self.choices.add(record.choices as i64);
        if let Some(points) = record.points {
            *self.points.entry(points).or_default() += 1;
            self.points_sums.add(points.into());
        }
        self.add_losses(record);
        self.add_places(record);
        for thrown in &record.thrown {
            let key = DiceKey { rule: thrown.rule.clone(), side: thrown.side, turn: thrown.turn };
            self.dice.entry(key).or_default().add(thrown.above, score.into());
        }
        self.add_rules(record);
        if let Some(conduct) = &record.conduct {
            let all = self.conduct.get_or_insert_with(|| BySide::of(|_| Conduct::default()));
            Side::BOTH.into_iter().for_each(|side| all[side].add(&conduct[side]));
        }
    }

    fn add_rules(&mut self, record: &Record) {
        for (rule, n) in &record.rules {
            let fired = self.rules.entry(rule.clone()).or_default();
            fired.games += 1;
            fired.events += u64::from(*n);
        }
        for (rule, n) in &record.at_work {
            let fired = self.rules.entry(rule.clone()).or_default();
            fired.games += u64::from(!record.rules.contains_key(rule));
            fired.at_work += u64::from(*n);
        }
    }

    fn add_losses(&mut self, record: &Record) {
        for turn in 0..=record.turns {
            *self.reached.entry(turn).or_default() += 1;
        }
        for lost in &record.losses {
            self.losses.entry(lost.turn).or_default()[lost.side] += u64::from(lost.n);
        }
        for side in Side::BOTH {
            self.lost[side].add(record.lost(side).into());
        }
    }

    fn add_places(&mut self, record: &Record) {
        let mut held: BTreeMap<&str, Side> = BTreeMap::new();
        for turn in 0..=record.turns {
            for taken in record.taken.iter().filter(|t| t.turn == turn) {
                match taken.by {
                    Some(side) => held.insert(&taken.hex, side),
                    None => held.remove(&*taken.hex),
                };
            }
            for (hex, side) in &held {
                if !self.held.contains_key(*hex) {
                    self.held.insert((*hex).to_string(), BTreeMap::new());
                }
                if let Some(turns) = self.held.get_mut(*hex) {
                    turns.entry(turn).or_default()[*side] += 1;
                }
            }
        }
    }

    /// The share of games in which a side held a place at the end of a turn, of those that reached it.
    pub fn share(&self, hex: &str, turn: u16, side: Side) -> f64 {
        let held = self.held.get(hex).and_then(|t| t.get(&turn)).map_or(0, |s| s[side]);
        held as f64 / self.reached.get(&turn).copied().unwrap_or(0).max(1) as f64
    }
}

impl Compared {
    /// The first bot plays side A in even games and side B in odd ones.
    fn add(&mut self, record: &Record) {
        let is_first = record.n.is_multiple_of(2);
        let (side, half) = match is_first {
            true => (Side::A, None),
            false => (Side::B, self.half.take()),
        };
        let Some(score) = record.score() else { return };
        let own = if is_first { score } else { 2 - score };
        self.games[side] += 1;
        self.won[side] += u64::from(own == 2);
        self.lost[side] += u64::from(own == 0);
        match (is_first, half) {
            (true, _) => self.half = Some(own),
            (false, Some(half)) => self.pairs.add(i64::from(half + own)),
            (false, None) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(n: u64, winner: Option<Side>) -> Record {
        Record { n, winner, outcome: String::from("x"), turns: 1, ..Record::default() }
    }

    /// By hand: the first bot wins both games of pair 0 (4), wins and loses in pair 1 (2), and draws and loses in
    /// pair 2 (1); pair 3 has a failed game and counts for the games only.
    #[test]
    fn pairs_are_scored_for_the_first_bot_on_both_sides() {
        let (a, b) = (Some(Side::A), Some(Side::B));
        let mut tally = Tally::new(&Players::Compared([String::from("x"), String::from("y")]));
        for (n, winner) in [(0, a), (1, b), (2, a), (3, a), (4, None), (5, a), (6, a)] {
            tally.add(&game(n, winner));
        }
        tally.add(&Record { failure: Some(String::from("broke down")), ..game(7, None) });
        let compared = tally.compared.unwrap();
        assert_eq!((compared.pairs.n, compared.pairs.sum), (3, 7));
        assert_eq!(compared.won, BySide::new(3, 1));
        assert_eq!(compared.lost, BySide::new(0, 2));
        assert_eq!(compared.games, BySide::new(4, 3));
        assert_eq!((tally.games, tally.failed), (7, 1));
    }
}
