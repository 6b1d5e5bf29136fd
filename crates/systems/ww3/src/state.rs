//! What a WW3 game has in its state beyond the family's.

use crate::step::Strike;
use board::{BySide, Side, UnitId};
use hex::HexId;
use serde::{Deserialize, Serialize};
use wb95::state::{Hexes, Units};

/// More than any count of strikes or points reaches; so they can be added in a byte.
const COUNT_MAX: u8 = 100;

/// More than any track of electronic warfare reaches.
const TRACK_MAX: u16 = 1000;

/// A pool of strength points: aircraft or combat helicopters [10.1.1] [23.2].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pool {
    /// What is left for the next turn.
    pub available: u8,
    /// What there was at the start of this turn (R77).
    pub start: u8,
    /// What was used in this turn [10.1.5].
    pub used: u8,
}

impl Pool {
    /// What may still be used in this turn: losses do not shorten it (R77).
    pub fn unspent(self) -> u8 {
        self.start.saturating_sub(self.used)
    }

    /// Uses so many.
    pub fn spend(&mut self, n: u8) {
        self.used += n;
    }

    /// Loses so many for good.
    pub fn lose(&mut self, n: u8) {
        self.available = self.available.saturating_sub(n);
    }

    /// A new turn: so many more, at most so many in all [10.1.7] [10.1.8].
    pub fn refresh(&mut self, more: u8, maximum: u8) {
        self.available = self.available.saturating_add(more).min(maximum);
        self.start = self.available;
        self.used = 0;
    }
}

/// The special forces of one side [17.1.1].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spec {
    /// Ready for a mission.
    pub ready: u8,
    /// The turns on which others will be ready again [17.3.1].
    pub resting: Vec<u8>,
    /// Hexes on which they cut the enemy's supply in this turn [17.2.4.1].
    pub cutting: Hexes,
}

/// A contaminated hex [NUC-6].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Contamination {
    /// Where.
    pub hex: HexId,
    /// The last turn.
    pub until: u8,
}

/// The placement duel of the Harvest Festival [HF-3].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Duel {
    /// Player A [HF-2].
    pub first: Side,
    /// Rounds that are over.
    pub round: u8,
    /// The unit that was placed first in this round, and where.
    pub opener: Option<(UnitId, HexId)>,
    /// The unit that answered.
    pub reply: Option<UnitId>,
    /// The totals of the fight.
    pub total: BySide<u16>,
    /// How often each side has called its aviation [HF-5].
    pub aviation: BySide<u8>,
}

impl Duel {
    /// A duel that this side opens.
    pub fn new(first: Side) -> Duel {
        let (opener, reply) = (None, None);
        Duel {
            first,
            round: 0,
            opener,
            reply,
            total: BySide::default(),
            aviation: BySide::default(),
        }
    }

    /// Who places first in this round [HF-3].
    pub fn opener_side(&self) -> Side {
        if self.round.is_multiple_of(2) { self.first } else { self.first.other() }
    }
}

/// The state of a WW3 game beyond the family's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Modern {
    /// Aircraft.
    pub air: BySide<Pool>,
    /// Combat helicopters.
    pub ch: BySide<Pool>,
    /// Electronic warfare [20.1].
    pub ew: BySide<u16>,
    /// Special forces.
    pub spec: BySide<Spec>,
    /// Who has air advantage in this turn [10.1.3].
    pub advantage: Option<Side>,
    /// What each side has committed, secret until both have [10.1.3].
    pub committed: BySide<Option<u8>>,
    /// Thermobaric shots in this turn [22.3].
    pub thermobaric: BySide<u8>,
    /// Headquarters that special forces have disrupted in this turn [17.2.3.1].
    pub disrupted: Units,
    /// Contaminated hexes.
    pub contaminated: Vec<Contamination>,
    /// Nuclear strikes in this scenario.
    pub strikes: BySide<u8>,
    /// Nuclear strikes in A107 before this scenario (R47).
    pub strikes_before: BySide<u8>,
    /// Nuclear strikes in the whole campaign before this scenario (R47).
    pub strikes_campaign: BySide<u8>,
    /// Which scenario of the campaign it is.
    pub scenario: u8,
    /// Whether it began from the end of the one before [LINK-2].
    pub linked: bool,
    /// Units that wait off the map since the scenario before, and may come from the first turn on.
    pub waiting: Units,
    /// The placement duel [HF-3].
    pub duel: Option<Box<Duel>>,
    /// The attack from afar that waits for its dice.
    pub strike: Option<Box<Strike>>,
    /// Strength that flies for each side in the combat in hand [10.5.2] [10.5.3].
    pub support: BySide<u16>,
    /// What flies for each side in it: aircraft, helicopters.
    pub flying: BySide<[bool; 2]>,
    /// Units that were disorganised in the combat, shot or strike in hand: once is enough (R24).
    pub shaken: Units,
}

impl Modern {
    /// The attack from afar in hand.
    ///
    /// # Panics
    ///
    /// If there is none: its decisions are only asked while it waits for its dice.
    pub(crate) fn the_strike(&self) -> &Strike {
        self.strike.as_deref().expect("an attack from afar is in hand")
    }

    /// The same, to change it.
    pub(crate) fn the_strike_mut(&mut self) -> &mut Strike {
        self.strike.as_deref_mut().expect("an attack from afar is in hand")
    }

    /// Whether what a final state hands on can be played on; the reason if not.
    pub(crate) fn fits(&self, hexes: usize) -> Result<(), String> {
        let counts = Side::BOTH.into_iter().flat_map(|side| {
            [self.strikes[side], self.strikes_campaign[side], self.strikes_before[side]]
        });
        let most = counts.chain([self.scenario]).max().unwrap_or(0);
        let track = Side::BOTH.into_iter().map(|side| self.ew[side]).max().unwrap_or(0);
        if most > COUNT_MAX || track > TRACK_MAX {
            return Err(String::from("a count is higher than any game reaches"));
        }
        match self.contaminated.iter().all(|c| c.hex.index() < hexes) {
            true => Ok(()),
            false => Err(String::from("a contaminated hex is not on the map")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;

    #[test]
    fn a_pool_grows_to_its_track_and_losses_count_from_the_next_turn_on() {
        let mut pool = Pool { available: 18, start: 18, used: 0 };
        pool.refresh(3, 20);
        assert_eq!(pool.available, 20, "[22.10]: 18 and 3 are 20 on the track");
        // The digest's case 26: available 6, two more, three committed, the contest lost.
        let mut pool = Pool { available: 6, start: 6, used: 0 };
        pool.refresh(2, 20);
        pool.spend(3);
        pool.lose(2);
        assert_eq!((pool.available, pool.unspent()), (6, 5), "(R77)");
        pool.refresh(0, 20);
        assert_eq!((pool.used, pool.unspent()), (0, 6), "[10.1.7]");
    }
}
