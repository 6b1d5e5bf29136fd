//! Dice as a parameter.
//!
//! The rules never make chance themselves: they ask for a roll. Tests fix the rolls, simulations seed them,
//! a live table derives each from secrets that were committed before the first choice, so that
//! everybody can check them afterwards and nobody could have shopped for them.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use smallvec::SmallVec;

/// One thrown die: how many sides it had and what it showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roll {
    /// The number of sides.
    pub sides: u16,
    /// What it showed, from 1.
    pub value: u16,
}

/// The rolls of one choice.
pub type Rolls = SmallVec<[Roll; 4]>;

/// Whoever throws the dice.
pub trait Dice {
    /// Throws one die; the answer is between 1 and `sides`.
    fn roll(&mut self, sides: u16) -> u16;
}

/// Dice whose rolls are given; after the last one they show 1.
///
/// ```
/// use engine::{Dice, FixedDice};
/// let mut dice = FixedDice::new([3, 5]);
/// assert_eq!((dice.roll(6), dice.roll(6)), (3, 5));
/// assert!(dice.is_used_up());
/// ```
#[derive(Clone, Debug, Default)]
pub struct FixedDice {
    values: std::collections::VecDeque<u16>,
    /// How many rolls were asked for beyond the given ones.
    pub missing: usize,
}

impl FixedDice {
    /// Dice that show these values in this order.
    pub fn new(values: impl IntoIterator<Item = u16>) -> FixedDice {
        FixedDice { values: values.into_iter().collect(), missing: 0 }
    }

    /// Whether all given rolls were used.
    pub fn is_used_up(&self) -> bool {
        self.values.is_empty()
    }

    /// Adds further rolls.
    pub fn extend(&mut self, values: impl IntoIterator<Item = u16>) {
        self.values.extend(values);
    }
}

impl Dice for FixedDice {
    fn roll(&mut self, sides: u16) -> u16 {
        match self.values.pop_front() {
            Some(value) => value.clamp(1, sides),
            None => {
                self.missing += 1;
                1
            }
        }
    }
}

/// Dice from a seed, the same on every machine and in every version.
///
/// ```
/// use engine::{Dice, SeededDice};
/// let (mut a, mut b) = (SeededDice::new(7), SeededDice::new(7));
/// assert_eq!(a.roll(6), b.roll(6));
/// ```
#[derive(Debug)]
pub struct SeededDice(ChaCha8Rng);

impl SeededDice {
    /// Dice from a seed.
    pub fn new(seed: u64) -> SeededDice {
        SeededDice(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl Dice for SeededDice {
    fn roll(&mut self, sides: u16) -> u16 {
        fair(sides, || self.0.next_u32())
    }
}

/// A fair value between 1 and `sides` from a source of 32-bit words, by rejection, so that the answer does
/// not depend on the private algorithm of a library.
fn fair(sides: u16, mut next: impl FnMut() -> u32) -> u16 {
    assert!(sides > 0, "a die needs a side");
    let sides = u32::from(sides);
    let limit = u32::MAX - u32::MAX % sides;
    loop {
        let word = next();
        if word < limit {
            return (word % sides + 1) as u16;
        }
    }
}

/// The hash that commits to a secret without telling it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Commitment(pub String);

/// Commits to a secret.
///
/// ```
/// use engine::commit;
/// assert_eq!(commit(b"secret"), commit(b"secret"));
/// assert_ne!(commit(b"secret"), commit(b"other"));
/// ```
pub fn commit(secret: &[u8]) -> Commitment {
    Commitment(hex_text(&Sha256::digest(secret)))
}

fn hex_text(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// The dice of a live table: each roll follows from the secrets, the line of the journal and the number of
/// the roll in that line. The same secrets give the same rolls to whoever checks them.
#[derive(Clone, Debug)]
pub struct CommittedDice<'a> {
    secrets: &'a [Vec<u8>],
    line: u64,
    roll: u32,
}

impl<'a> CommittedDice<'a> {
    /// The dice of journal line `line`.
    pub fn new(secrets: &'a [Vec<u8>], line: u64) -> CommittedDice<'a> {
        CommittedDice { secrets, line, roll: 0 }
    }
}

impl Dice for CommittedDice<'_> {
    fn roll(&mut self, sides: u16) -> u16 {
        self.roll += 1;
        let mut hasher = Sha256::new();
        for secret in self.secrets {
            hasher.update((secret.len() as u64).to_le_bytes());
            hasher.update(secret);
        }
        hasher.update(self.line.to_le_bytes());
        hasher.update(self.roll.to_le_bytes());
        let mut seed = [0u8; 32];
        seed.copy_from_slice(&hasher.finalize());
        let mut words = ChaCha8Rng::from_seed(seed);
        fair(sides, || words.next_u32())
    }
}

/// Notes every roll that passes through.
pub struct Recorder<'a> {
    dice: &'a mut dyn Dice,
    /// What was thrown.
    pub rolls: Rolls,
}

impl<'a> Recorder<'a> {
    /// Notes the rolls of `dice`.
    pub fn new(dice: &'a mut dyn Dice) -> Recorder<'a> {
        Recorder { dice, rolls: Rolls::new() }
    }
}

impl Dice for Recorder<'_> {
    fn roll(&mut self, sides: u16) -> u16 {
        let value = self.dice.roll(sides);
        self.rolls.push(Roll { sides, value });
        value
    }
}

/// Dice that go through every way they can fall: what is done with them is repeated while they [`turn`](Self::turn).
///
/// ```
/// use engine::{Dice, EveryRoll};
/// let (mut dice, mut sevens) = (EveryRoll::default(), 0);
/// loop {
///     sevens += u32::from(dice.roll(6) + dice.roll(6) == 7);
///     if !dice.turn() {
///         break;
///     }
/// }
/// assert_eq!(sevens, 6, "of the 36 ways of two dice");
/// ```
#[derive(Clone, Debug, Default)]
pub struct EveryRoll {
    fell: Vec<(u16, u16)>,
    next: usize,
}

impl EveryRoll {
    /// Turns to the next way; false after the last.
    pub fn turn(&mut self) -> bool {
        self.next = 0;
        while let Some((value, sides)) = self.fell.pop() {
            if value < sides {
                self.fell.push((value + 1, sides));
                return true;
            }
        }
        false
    }

    /// How likely this way is, as a share of `whole`.
    pub fn weight(&self, whole: u128) -> u128 {
        self.fell.iter().fold(whole, |w, (_, sides)| w / u128::from(*sides))
    }
}

impl Dice for EveryRoll {
    fn roll(&mut self, sides: u16) -> u16 {
        if self.next == self.fell.len() {
            self.fell.push((1, sides));
        }
        self.next += 1;
        self.fell[self.next - 1].0
    }
}
