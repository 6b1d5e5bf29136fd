//! The waiting list of a search: hexes by the cost at which they were reached, cheapest first.
//!
//! A bucket queue (Dial's algorithm). Costs are small integers, so there is one list for each cost.
//! The lists run through one array of entries, and one bit for each cost says whether its list has
//! entries: costs that nothing waits at are passed over 64 at a time, which is about one movement
//! point. Costs never fall below the one being worked off, so the lowest bit set is always the next.

use crate::HexId;

#[derive(Clone, Copy, Debug)]
struct Entry {
    hex: HexId,
    /// The next entry of the same list.
    next: u32,
}

/// The end of a list.
const END: u32 = u32::MAX;

/// Hexes waiting at their costs.
#[derive(Clone, Debug)]
pub(crate) struct Frontier {
    entries: Vec<Entry>,
    /// The first entry of the list of each cost.
    heads: Vec<u32>,
    /// One bit for each cost: whether its list has entries.
    occupied: Vec<u64>,
    /// The first word of `occupied` that may have a bit set.
    low: usize,
    /// The word after the last one in which a bit was set.
    end: usize,
    /// The rest of the list being worked off, and its cost.
    rest: u32,
    cost: u32,
}

impl Frontier {
    /// A frontier at which nothing waits.
    pub(crate) fn new() -> Frontier {
        Frontier {
            entries: Vec::new(),
            heads: Vec::new(),
            occupied: Vec::new(),
            low: 0,
            end: 0,
            rest: END,
            cost: 0,
        }
    }

    /// Goes back to cost zero and forgets what still waits from a search that was broken off. Makes
    /// room for this many entries and for costs up to `cost_max`, so that nothing is allocated later.
    pub(crate) fn restart(&mut self, entries: usize, cost_max: u32) {
        while self.pop().is_some() {}
        self.entries.clear();
        (self.low, self.end) = (0, 0);
        self.entries.reserve(entries);
        let words = cost_max as usize / 64 + 1;
        self.occupied.reserve(words.saturating_sub(self.occupied.len()));
        self.heads.reserve((words * 64).saturating_sub(self.heads.len()));
    }

    /// Adds `hex` at `cost`, which is not below the cost of the last hex taken.
    #[inline]
    pub(crate) fn push(&mut self, hex: HexId, cost: u32) {
        let (cost, word) = (cost as usize, cost as usize / 64);
        debug_assert!(word >= self.low, "a step of negative cost");
        if word >= self.end {
            self.reach(word);
        }
        let next = std::mem::replace(&mut self.heads[cost], self.entries.len() as u32);
        self.entries.push(Entry { hex, next });
        self.occupied[word] |= 1 << (cost % 64);
    }

    /// Takes one of the cheapest hexes, with its cost.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(HexId, u32)> {
        if self.rest == END && !self.take_cheapest() {
            return None;
        }
        let Entry { hex, next } = self.entries[self.rest as usize];
        self.rest = next;
        Some((hex, self.cost))
    }

    /// Takes the list of the lowest cost out, to be worked off. Steps that cost nothing start a new
    /// list of the same cost. False if nothing waits.
    #[inline]
    fn take_cheapest(&mut self) -> bool {
        while self.low < self.end {
            let bits = self.occupied[self.low];
            if bits != 0 {
                let cost = self.low * 64 + bits.trailing_zeros() as usize;
                self.occupied[self.low] = bits & (bits - 1);
                self.rest = std::mem::replace(&mut self.heads[cost], END);
                self.cost = cost as u32;
                return true;
            }
            self.low += 1;
        }
        false
    }

    /// Makes room for the costs of this word.
    #[cold]
    fn reach(&mut self, word: usize) {
        self.end = word + 1;
        if word >= self.occupied.len() {
            self.occupied.resize(word + 1, 0);
            self.heads.resize((word + 1) * 64, END);
        }
    }

    /// How much memory is held: entries, lists, words.
    #[cfg(test)]
    pub(crate) fn capacity(&self) -> [usize; 3] {
        [self.entries.capacity(), self.heads.capacity(), self.occupied.capacity()]
    }
}
