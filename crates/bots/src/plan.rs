//! Which games a simulation plays: the bots and the seed of each.

use mind::derive;
use serde::{Deserialize, Serialize};

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Players {
    /// The bot of each side.
    Sides([String; 2]),
    /// Two bots that are compared: each dice seed is played twice, the second time with the sides swapped.
    Compared([String; 2]),
    /// Two bots that meet each other and themselves on either side, in turn, each game with dice of its own.
    Mixed([String; 2]),
}

/// The games of a simulation. Game `n` is the same however many are played, in whatever order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The seed of the whole.
    pub seed: u64,
    /// Who plays.
    pub players: Players,
}

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Its number, from 0.
    pub n: u64,
    /// The seed of its dice and its bots.
    pub seed: u64,
    /// The level of each side's bot.
    pub bots: [String; 2],
}

impl Plan {
    /// Game number `n`.
    pub fn order(&self, n: u64) -> Order {
        match &self.players {
            Players::Sides(bots) => Order { n, seed: derive(self.seed, n), bots: bots.clone() },
            Players::Compared([first, second]) => {
                let (first, second) = (first.clone(), second.clone());
                let bots = if n.is_multiple_of(2) { [first, second] } else { [second, first] };
                Order { n, seed: derive(self.seed, n / 2), bots }
            }
            Players::Mixed(bots) => {
                let bots = [n / 2 % 2, n % 2].map(|i| bots[i as usize].clone());
                Order { n, seed: derive(self.seed, n), bots }
            }
        }
    }

    /// The levels that are needed.
    pub fn levels(&self) -> &[String; 2] {
        match &self.players {
            Players::Sides(bots) | Players::Compared(bots) | Players::Mixed(bots) => bots,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_bots_that_are_mixed_meet_each_other_and_themselves() {
        let players = Players::Mixed(["a", "b"].map(String::from));
        let plan = Plan { seed: 1, players };
        let met: Vec<String> = (0..5).map(|n| plan.order(n).bots.concat()).collect();
        assert_eq!(met, ["aa", "ab", "ba", "bb", "aa"]);
        assert_ne!(plan.order(0).seed, plan.order(1).seed, "each has dice of its own");
    }
}
