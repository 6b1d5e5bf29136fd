//! What anybody can believe about strengths that nobody knows yet (6.91).
//!
//! Every way to deal the hidden cards that agrees with what was seen is equally likely. So the strength of
//! some untried units is spread exactly as the number of those ways says; this module counts them.
//!
//! Sketch of the numbers: one to four untried defenders, up to twelve attackers; five strengths; mostly one
//! layer. The counts fit into 128 bits with room to spare; where they would not, they are scaled down.

use crate::combat::Share;
use crate::game::LastStand;
use crate::state::State;
use engine::Probability;
use std::collections::BTreeMap;

/// How many ways lead to each sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread(BTreeMap<u32, u128>);

impl Spread {
    /// Nothing unknown: the sum 0 in one way.
    pub fn certain() -> Spread {
        Spread(BTreeMap::from([(0, 1)]))
    }

    /// Adds what is known to every sum.
    pub fn shift(&mut self, known: u32) {
        self.0 = self.0.iter().map(|(sum, ways)| (sum + known, *ways)).collect();
    }

    /// The sums with their ways.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u128)> {
        self.0.iter().map(|(sum, ways)| (*sum, *ways))
    }

    /// The least sum that is possible.
    pub fn least(&self) -> u32 {
        self.0.keys().next().copied().unwrap_or(0)
    }

    /// The greatest sum that is possible.
    pub fn most(&self) -> u32 {
        self.0.keys().next_back().copied().unwrap_or(0)
    }

    /// Whether more than one sum is possible.
    pub fn is_uncertain(&self) -> bool {
        self.0.len() > 1
    }

    /// The sum, or its least and greatest value.
    pub fn text(&self) -> String {
        match self.is_uncertain() {
            true => format!("{}–{}", self.least(), self.most()),
            false => self.least().to_string(),
        }
    }

    /// The sum of two independent ones.
    fn plus(&self, other: &Spread) -> Spread {
        let mut sums = BTreeMap::new();
        for (a, x) in self.iter() {
            for (b, y) in other.iter() {
                *sums.entry(a + b).or_insert(0u128) += x.saturating_mul(y);
            }
        }
        let mut spread = Spread(sums);
        spread.reduce();
        spread
    }

    /// Divides all ways by what they have in common, and scales them down if they are still too large.
    fn reduce(&mut self) {
        let common = self.0.values().fold(0, |g, w| gcd(g, *w));
        if common > 1 {
            self.0.values_mut().for_each(|w| *w /= common);
        }
        let bits = 128 - self.0.values().max().map_or(128, |w| w.leading_zeros());
        if bits > 56 {
            self.0.values_mut().for_each(|w| *w = (*w >> (bits - 56)).max(1));
        }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Weights as fractions of a total, in lowest terms together.
pub fn fractions(weights: &[u128], total: u128) -> Vec<Probability> {
    let common = weights.iter().fold(total, |g, w| gcd(g, *w)).max(1);
    let (mut weights, mut den): (Vec<u128>, u128) =
        (weights.iter().map(|w| w / common).collect(), total / common);
    while den > u128::from(u64::MAX) {
        weights.iter_mut().for_each(|w| *w /= 2);
        den /= 2;
    }
    weights.into_iter().map(|w| Probability { num: w as u64, den: den as u64 }).collect()
}

/// The product of `k` numbers that fall from `n`.
fn falling(n: i64, k: usize) -> u128 {
    (0..k as i64).map(|i| (n - i).max(0) as u128).fold(1u128, u128::saturating_mul)
}

/// How many cards of each strength lie in each layer of a chain, and how many hidden units beside those asked
/// about are bound to each layer.
struct Chain {
    cards: Vec<Vec<u32>>,
    others: Vec<usize>,
}

impl LastStand {
    /// The spread of the strengths of the untried units among `shares`; `which` is 0 for attack, 1 for defence.
    pub fn believe(&self, state: &State, shares: &[Share], which: usize) -> Spread {
        let mut all = Spread::certain();
        for cup in 0..state.cups.len() {
            let asked: Vec<&Share> = shares
                .iter()
                .filter(|s| self.is_untried(state, s.unit) && self.kind(s.unit).cup() == Some(cup))
                .collect();
            let layer = |s: &&Share| usize::from(state.layer[s.unit.index()]);
            let (of_cup, of_box): (Vec<&Share>, Vec<&Share>) =
                asked.into_iter().partition(|s| layer(s) == 0);
            let layers = state.cups[cup].layers.len();
            for (units, from, to) in [(of_cup, 0, 1), (of_box, 1, layers)] {
                if units.is_empty() {
                    continue;
                }
                let mut bound: Vec<(usize, &Share)> =
                    units.iter().map(|&s| (layer(&s) - from, s)).collect();
                bound.sort_by_key(|(l, s)| (*l, s.unit));
                let chain = self.layers_of(state, cup, from..to, which, &bound);
                all = all.plus(&chain.spread(&bound));
            }
        }
        all
    }

    fn layers_of(
        &self,
        state: &State,
        cup: usize,
        layers: std::ops::Range<usize>,
        which: usize,
        asked: &[(usize, &Share)],
    ) -> Chain {
        let hidden = self.hidden(state, cup);
        let strengths = self.cards.iter().map(|c| [c.attack, c.defence][which]).max();
        let values = usize::from(strengths.unwrap_or(0)) + 1;
        let mut chain = Chain { cards: Vec::new(), others: Vec::new() };
        for (i, layer) in layers.enumerate() {
            let mut counts = vec![0u32; values];
            for card in &state.cups[cup].layers[layer] {
                let card = &self.cards[card.index()];
                counts[usize::from([card.attack, card.defence][which])] += 1;
            }
            chain.cards.push(counts);
            let here = asked.iter().filter(|(l, _)| *l == i).count();
            chain.others.push(usize::from(hidden[layer]).saturating_sub(here));
        }
        chain
    }
}

impl Chain {
    /// Deals cards to the units asked about in every way and counts how many ways are left to deal the rest.
    fn spread(&self, asked: &[(usize, &Share)]) -> Spread {
        let values = self.cards[0].len();
        // What was dealt so far, by layer and strength, with the sum; and in how many ways.
        let mut dealt: BTreeMap<(Vec<u8>, u32), u128> = BTreeMap::new();
        dealt.insert((vec![0; self.cards.len() * values], 0), 1);
        for (bound, share) in asked {
            let mut next = BTreeMap::new();
            for ((used, sum), ways) in &dealt {
                for layer in 0..=*bound {
                    for value in 0..values {
                        let slot = layer * values + value;
                        let left = self.cards[layer][value].saturating_sub(used[slot].into());
                        if left == 0 {
                            continue;
                        }
                        let mut used = used.clone();
                        used[slot] += 1;
                        let sum = sum + share.of(value as u8);
                        *next.entry((used, sum)).or_insert(0u128) +=
                            ways.saturating_mul(left.into());
                    }
                }
            }
            dealt = next;
        }
        let mut sums = BTreeMap::new();
        for ((used, sum), ways) in dealt {
            let by_layer: Vec<usize> = used
                .chunks(values)
                .map(|layer| layer.iter().map(|&n| usize::from(n)).sum())
                .collect();
            let ways = ways.saturating_mul(self.rest(&by_layer, asked.len()));
            if ways > 0 {
                *sums.entry(sum).or_insert(0u128) += ways;
            }
        }
        let mut spread = Spread(sums);
        spread.reduce();
        spread
    }

    /// In how many ways the others can still be dealt their cards, given how many were taken from each layer; up
    /// to a factor that is the same for all.
    ///
    /// The others of a layer choose among its cards and those that the layers before leave. With `free` cards
    /// open to `here` of them, `taken` fewer leave a falling product of `free - taken`; common factors are left
    /// out, so that the numbers stay small.
    fn rest(&self, taken_by_layer: &[usize], asked: usize) -> u128 {
        let (mut cards, mut before, mut taken, mut ways) = (0i64, 0i64, 0usize, 1u128);
        for (layer, counts) in self.cards.iter().enumerate() {
            cards += counts.iter().map(|&n| i64::from(n)).sum::<i64>();
            taken += taken_by_layer[layer];
            let here = self.others[layer] as i64;
            let free = cards - before;
            // In the last layer everybody gets what is left, in the same number of ways.
            if layer + 1 < self.cards.len() {
                if free - here < taken as i64 {
                    return 0; // the others of this layer would go without
                }
                let most = asked.min(free.max(0) as usize);
                let left = falling(free - here, taken);
                let common = falling(free - taken as i64, most.saturating_sub(taken));
                ways = ways.saturating_mul(left).saturating_mul(common);
            }
            before += here;
        }
        ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{ARRIVING, WAITING};
    use board::{DiskFolder, UnitId};
    use engine::{EveryRoll, Game, Log};
    use std::path::Path;

    fn game() -> LastStand {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../games/last-stand");
        LastStand::load(&DiskFolder(games), "standard", &BTreeMap::new()).unwrap()
    }

    /// A state in which cavalry units belong to three layers: the cup, and two draws from the Waiting Box.
    fn layered(game: &LastStand) -> (State, Vec<UnitId>) {
        let mut state = game.start(&mut engine::FixedDice::default(), &mut Log::silent());
        let all: Vec<UnitId> = game.of_type(2).collect();
        let mut dice = engine::SeededDice::new(1);
        let mut log = Log::silent();
        let mut die = |state: &mut State, units: &[UnitId]| {
            for &unit in units {
                game.turn_up(state, unit, &mut dice, &mut log);
                game.to_waiting_box(state, unit);
            }
        };
        die(&mut state, &all[0..3]);
        game.put(&mut state, all[0], ARRIVING);
        game.close_layers(&mut state);
        die(&mut state, &all[3..5]);
        game.put(&mut state, all[1], ARRIVING);
        game.put(&mut state, all[3], ARRIVING);
        game.close_layers(&mut state);
        assert_eq!(state.cups[2].layers.len(), 4, "the cup, two draws, and what comes next");
        (state, all)
    }

    #[test]
    fn what_is_believed_is_what_revealing_gives() {
        let game = game();
        let (state, all) = layered(&game);
        // One of the cup, one of the first draw, two of the second, one still in the box.
        assert!(game.waiting(&state, 2).contains(&all[2]), "{:?}", state.position.spot(all[2]));
        let asked = [all[6], all[0], all[1], all[3], all[2]];
        let shares: Vec<Share> = asked
            .iter()
            .zip([1, 2, 1, 1, 2])
            .map(|(&unit, divisor)| Share { unit, divisor, bonus: 0, rules: Default::default() })
            .collect();
        let believed = game.believe(&state, &shares, 0);
        // 12 cards: no way falls with more sides than these together.
        let whole: u128 = (1..=12u128).product::<u128>().pow(2);
        let mut found: BTreeMap<u32, u128> = BTreeMap::new();
        let mut dice = EveryRoll::default();
        loop {
            let mut clone = state.clone();
            for share in &shares {
                game.turn_up(&mut clone, share.unit, &mut dice, &mut Log::silent());
            }
            let sum =
                shares.iter().map(|s| s.of(game.values(&clone, s.unit).map_or(0, |v| v[0]))).sum();
            *found.entry(sum).or_default() += dice.weight(whole);
            if !dice.turn() {
                break;
            }
        }
        let total: u128 = found.values().sum();
        assert_eq!(total, whole, "all ways together are certain");
        let ways: u128 = believed.iter().map(|(_, w)| w).sum();
        for (sum, weight) in &found {
            let believed = believed.iter().find(|(s, _)| s == sum).map_or(0, |(_, w)| w);
            assert_eq!(believed * total, weight * ways, "the sum {sum}");
        }
    }

    #[test]
    fn in_the_waiting_box_nothing_remembers_who_had_which_card() {
        let game = game();
        let (state, all) = layered(&game);
        let seen = game.waiting(&state, 2);
        assert!(seen.iter().all(|&u| game.is_in(&state, u, WAITING)));
        let layers: Vec<u8> = [all[2], all[4]].iter().map(|u| state.layer[u.index()]).collect();
        assert_eq!(layers, [3, 3], "both wait for the next draw and can have any card of the box");
    }
}
