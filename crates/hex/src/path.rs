//! Shortest paths over exact movement points.
//!
//! Dijkstra's algorithm over a bucket queue. Everything is kept between calls, and only what the
//! last search reached is reset: a repeated search allocates nothing and pays for its own size only.

use crate::frontier::Frontier;
use crate::{Direction, Directions, Grid, HexId, Mp};
use std::cell::Cell;

thread_local! {
    static SEARCHES: Cell<u64> = const { Cell::new(0) };
}

/// How many searches this thread has made: a cost that no noise can move.
///
/// ```
/// use hex::{Entry, Grid, Mp, Orientation, Parity, Paths, Sheet};
/// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=3, 1..=3)]).unwrap();
/// let before = hex::searches();
/// Paths::new(&grid).search(&grid, grid.parse("0202").unwrap(), Mp::ONE, |_, _, _| Entry::Closed);
/// assert_eq!(hex::searches() - before, 1);
/// ```
pub fn searches() -> u64 {
    SEARCHES.get()
}

/// What happens when a unit steps into a hex.
///
/// ```
/// use hex::{Entry, Grid, Mp, Orientation, Parity, Paths, Sheet};
/// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=1, 1..=9)]).unwrap();
/// let [start, zone, enemy] = ["0103", "0105", "0101"].map(|n| grid.parse(n).unwrap());
/// let mut paths = Paths::new(&grid);
/// paths.search(&grid, start, Mp::whole(6), |_from, _direction, to| match to {
///     _ if to == enemy => Entry::Closed,
///     _ if to == zone => Entry::Stop(Mp::ONE),
///     _ => Entry::Through(Mp::ONE),
/// });
/// let mut reached: Vec<String> = paths.reached().iter().map(|&h| grid.number(h)).collect();
/// reached.sort();
/// assert_eq!(reached, ["0102", "0103", "0104", "0105"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The step is impossible.
    Closed,
    /// The step costs this much and the unit may go on.
    Through(Mp),
    /// The step costs this much and the unit must stop there.
    Stop(Mp),
}

/// A reusable search over one grid: which hexes are reached, at what cost, and by which path.
///
/// Each hex is reached by its cheapest way; of two ways that cost the same, one by which the unit may
/// go on is taken before one by which it must stop. A dearer way on which it need not stop is *not*
/// followed.
///
/// Steps may cost nothing. Costs are counted up to [`Mp::MAX`]; what would cost more is out of reach.
///
/// After the first search, further ones with no larger budget allocate nothing, if each source is
/// named once and within the budget. Their time depends on the hexes that they and the search just
/// before reach, not on the size of the map.
///
/// ```
/// use hex::{Entry, Grid, Mp, Orientation, Parity, Paths, Sheet};
/// let grid = Grid::new(Orientation::PointyTop, Parity::Even, &[Sheet::new(1..=9, 1..=9)]).unwrap();
/// let (start, wall) = (grid.parse("0505").unwrap(), grid.parse("0605").unwrap());
/// let mut paths = Paths::new(&grid);
/// paths.search(&grid, start, Mp::whole(4), |_, _, to| {
///     if to == wall { Entry::Closed } else { Entry::Through(Mp::ONE) }
/// });
/// assert_eq!(paths.cost(wall), None);
/// let behind = grid.parse("0705").unwrap();
/// assert_eq!(paths.cost(behind), Some(Mp::whole(3)), "round the wall");
/// assert_eq!(paths.path_to(behind).count(), 4, "start, two hexes round, end");
/// ```
#[derive(Clone, Debug)]
pub struct Paths {
    best: Vec<Best>,
    reached: Vec<HexId>,
    frontier: Frontier,
}

/// The best way to a hex found so far.
#[derive(Clone, Copy, Debug)]
struct Best {
    rank: Rank,
    from: HexId,
}

/// How good a way to a hex is, lower is better: the cost, and at equal cost going on before stopping.
///
/// Twice the cost, one more for a stop, in a type wide enough that no cost is mistaken for
/// [`Rank::UNREACHED`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(u32);

impl Rank {
    const UNREACHED: Rank = Rank(u32::MAX);

    #[inline]
    fn through(cost: u32) -> Rank {
        Rank(cost * 2)
    }

    #[inline]
    fn stop(cost: u32) -> Rank {
        Rank(cost * 2 + 1)
    }

    #[inline]
    fn is_stop(self) -> bool {
        self.0 % 2 == 1
    }

    #[inline]
    fn cost(self) -> u32 {
        self.0 / 2
    }
}

impl Paths {
    /// A workspace for searches on `grid`.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Paths, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=2, 1..=2)]).unwrap();
    /// assert!(Paths::new(&grid).reached().is_empty());
    /// ```
    pub fn new(grid: &Grid) -> Paths {
        Paths {
            best: vec![Best { rank: Rank::UNREACHED, from: HexId::NONE }; grid.len()],
            reached: Vec::with_capacity(grid.len()),
            frontier: Frontier::new(),
        }
    }

    /// Searches from one hex as far as `budget` reaches. `entry` says what a step costs; it is asked
    /// only about steps that could still be of use, never about one off the map.
    ///
    /// ```
    /// use hex::{Entry, Grid, Mp, Orientation, Parity, Paths, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=9, 1..=9)]).unwrap();
    /// let mut paths = Paths::new(&grid);
    /// let start = grid.parse("0505").unwrap();
    /// paths.search(&grid, start, Mp::ONE, |_, _, _| Entry::Stop(Mp::ONE));
    /// assert_eq!(paths.reached().len(), 7);
    /// ```
    pub fn search(
        &mut self,
        grid: &Grid,
        source: HexId,
        budget: Mp,
        entry: impl FnMut(HexId, Direction, HexId) -> Entry,
    ) {
        self.search_many(grid, [(source, Mp::ZERO)], budget, entry);
    }

    /// Searches from many hexes at once, each with the cost it starts at: one search for a whole
    /// army's supply. The answer for a hex is the cheapest over all sources. A source is always
    /// reached, even one that starts beyond the budget, and movement never stops at it.
    ///
    /// ```
    /// use hex::{Entry, Grid, Mp, Orientation, Parity, Paths, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=9, 1..=9)]).unwrap();
    /// let mut paths = Paths::new(&grid);
    /// let edge = (1..=9).map(|row| (grid.parse(&format!("010{row}")).unwrap(), Mp::ZERO));
    /// paths.search_many(&grid, edge, Mp::MAX, |_, _, _| Entry::Through(Mp::ONE));
    /// assert_eq!(paths.cost(grid.parse("0404").unwrap()), Some(Mp::whole(3)));
    /// ```
    pub fn search_many(
        &mut self,
        grid: &Grid,
        sources: impl IntoIterator<Item = (HexId, Mp)>,
        budget: Mp,
        mut entry: impl FnMut(HexId, Direction, HexId) -> Entry,
    ) {
        SEARCHES.set(SEARCHES.get() + 1);
        let budget = budget.min(Mp::MAX);
        self.clear(budget);
        for (hex, cost) in sources {
            self.offer(hex, HexId::NONE, Rank::through(cost.into()), Rank::UNREACHED);
        }
        let limit = Rank::through(u32::from(budget) + 1);
        while let Some((hex, cost)) = self.frontier.pop() {
            // Otherwise a better way was found while the hex waited.
            if self.best[hex.index()].rank == Rank::through(cost) {
                self.expand(grid, hex, cost, limit, &mut entry);
            }
        }
    }

    /// Offers all steps out of `hex` that stay below `limit`.
    #[inline]
    fn expand(
        &mut self,
        grid: &Grid,
        hex: HexId,
        cost: u32,
        limit: Rank,
        entry: &mut impl FnMut(HexId, Direction, HexId) -> Entry,
    ) {
        let neighbours = grid.neighbours(hex);
        for direction in self.unsettled(neighbours, cost).iter() {
            let to = neighbours[direction.index()];
            let rank = match entry(hex, direction, to) {
                Entry::Closed => continue,
                Entry::Through(step) => Rank::through(cost + u32::from(step)),
                Entry::Stop(step) => Rank::stop(cost + u32::from(step)),
            };
            self.offer(to, hex, rank, limit);
        }
    }

    /// The directions of the neighbours to which a better way may still be found from `cost`.
    ///
    /// Asked for all six at once and without a branch: which of them are settled follows no pattern
    /// that a processor could guess.
    #[inline]
    fn unsettled(&self, neighbours: [HexId; 6], cost: u32) -> Directions {
        let settled = Rank::through(cost);
        let rank = |to: HexId| self.best.get(to.index()).map_or(settled, |best| best.rank);
        Directions::where_each(|d| rank(neighbours[d.index()]) > settled)
    }

    /// Records a way to `hex` if it is better than the best so far and than `limit`.
    #[inline]
    fn offer(&mut self, hex: HexId, from: HexId, rank: Rank, limit: Rank) {
        let best = &mut self.best[hex.index()];
        if rank >= best.rank.min(limit) {
            return;
        }
        if best.rank == Rank::UNREACHED {
            self.reached.push(hex);
        }
        *best = Best { rank, from };
        if !rank.is_stop() {
            self.frontier.push(hex, rank.cost());
        }
    }

    /// Forgets the last search: only what it reached has to be reset.
    fn clear(&mut self, budget: Mp) {
        for hex in self.reached.drain(..) {
            self.best[hex.index()].rank = Rank::UNREACHED;
        }
        // A clone does not bring its spare room along.
        self.reached.reserve(self.best.len());
        // A hex waits once as a source and once for each neighbour at the most.
        self.frontier.restart(7 * self.best.len(), budget.into());
    }

    /// The cost of the cheapest path to `hex` found by the last search; `None` if out of reach.
    ///
    /// ```
    /// use hex::{Entry, Grid, Mp, Orientation, Parity, Paths, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=3, 1..=3)]).unwrap();
    /// let mut paths = Paths::new(&grid);
    /// let a = grid.parse("0101").unwrap();
    /// paths.search(&grid, a, Mp::ZERO, |_, _, _| Entry::Through(Mp::ONE));
    /// assert_eq!(paths.cost(a), Some(Mp::ZERO));
    /// ```
    #[inline]
    pub fn cost(&self, hex: HexId) -> Option<Mp> {
        self.best_to(hex).map(|best| Mp::from_sixtieths(best.rank.cost() as u16))
    }

    /// Whether a unit that reached `hex` had to stop there.
    ///
    /// ```
    /// use hex::{Entry, Grid, Mp, Orientation, Parity, Paths, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=3, 1..=3)]).unwrap();
    /// let mut paths = Paths::new(&grid);
    /// paths.search(&grid, grid.parse("0101").unwrap(), Mp::ONE, |_, _, _| Entry::Stop(Mp::ONE));
    /// assert!(paths.stops_at(grid.parse("0102").unwrap()));
    /// ```
    pub fn stops_at(&self, hex: HexId) -> bool {
        self.best_to(hex).is_some_and(|best| best.rank.is_stop())
    }

    /// The hexes reached by the last search, sources included, in the order they were first met.
    ///
    /// ```
    /// use hex::{Entry, Grid, Mp, Orientation, Parity, Paths, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=3, 1..=3)]).unwrap();
    /// let mut paths = Paths::new(&grid);
    /// let a = grid.parse("0202").unwrap();
    /// paths.search(&grid, a, Mp::ONE, |_, _, _| Entry::Closed);
    /// assert_eq!(paths.reached(), [a]);
    /// ```
    pub fn reached(&self) -> &[HexId] {
        &self.reached
    }

    /// The hex before `hex` on the cheapest path; `None` at a source or out of reach.
    ///
    /// ```
    /// use hex::{Entry, Grid, Mp, Orientation, Parity, Paths, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=3, 1..=3)]).unwrap();
    /// let mut paths = Paths::new(&grid);
    /// let (a, b) = (grid.parse("0101").unwrap(), grid.parse("0102").unwrap());
    /// paths.search(&grid, a, Mp::ONE, |_, _, _| Entry::Through(Mp::ONE));
    /// assert_eq!(paths.before(b), Some(a));
    /// ```
    pub fn before(&self, hex: HexId) -> Option<HexId> {
        self.best_to(hex)?.from.some()
    }

    /// The cheapest path to `hex`, backwards: from `hex` to its source, both included; nothing if
    /// `hex` is out of reach.
    ///
    /// ```
    /// use hex::{Entry, Grid, Mp, Orientation, Parity, Paths, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=1, 1..=3)]).unwrap();
    /// let mut paths = Paths::new(&grid);
    /// paths.search(&grid, grid.parse("0101").unwrap(), Mp::MAX, |_, _, _| Entry::Through(Mp::ONE));
    /// let goal = grid.parse("0103").unwrap();
    /// let path: Vec<_> = paths.path_to(goal).map(|h| grid.number(h)).collect();
    /// assert_eq!(path, ["0103", "0102", "0101"]);
    /// ```
    pub fn path_to(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        let start = self.best_to(hex).map(|_| hex);
        std::iter::successors(start, |&h| self.before(h))
    }

    #[inline]
    fn best_to(&self, hex: HexId) -> Option<Best> {
        self.best.get(hex.index()).copied().filter(|best| best.rank != Rank::UNREACHED)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::{Orientation, Parity, Sheet};

    fn held(paths: &Paths) -> [usize; 5] {
        let [entries, heads, words] = paths.frontier.capacity();
        [paths.best.capacity(), paths.reached.capacity(), entries, heads, words]
    }

    #[test]
    fn after_the_first_search_no_other_with_its_budget_allocates() {
        let sheet = Sheet::new(1..=30, 1..=20);
        let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[sheet]).unwrap();
        let mut paths = Paths::new(&grid);
        let start = grid.parse("1510").unwrap();
        paths.search(&grid, start, Mp::MAX, |_, _, _| Entry::Closed);
        let before = held(&paths);
        for step in 0..400 {
            paths.search(&grid, start, Mp::MAX, |_, direction, to| {
                // Dear steps first and cheap ones later make hexes wait many times.
                let dear = (to.index() * 7 + direction.index() * 13) % 50;
                Entry::Through(Mp::from_sixtieths((step * dear) as u16))
            });
        }
        let everywhere = grid.hexes().map(|hex| (hex, Mp::whole(3)));
        paths.search_many(&grid, everywhere, Mp::MAX, |_, _, _| Entry::Through(Mp::ZERO));
        assert_eq!(held(&paths), before, "capacities: best, reached, entries, heads, words");
    }

    #[test]
    fn a_search_that_was_broken_off_leaves_nothing_behind() {
        let sheet = Sheet::new(1..=9, 1..=9);
        let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[sheet]).unwrap();
        let mut paths = Paths::new(&grid);
        let start = grid.parse("0505").unwrap();
        let mut asked = 0;
        let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            paths.search(&grid, start, Mp::MAX, |_, _, _| {
                asked += 1;
                assert!(asked < 40, "breaks off with hexes waiting at several costs");
                Entry::Through(Mp::from_sixtieths(asked))
            });
        }));
        assert!(broken.is_err());
        paths.search(&grid, start, Mp::ONE, |_, _, _| Entry::Through(Mp::ONE));
        assert_eq!(paths.reached().len(), 7, "the start and its neighbours");
    }
}
