//! Shortest paths over exact movement points.
//!
//! A bucket queue (Dial's algorithm): costs are small integers, so the frontier is an array of lists,
//! one for each cost. Everything is kept between calls; a repeated search allocates nothing.

use crate::{Direction, Grid, HexId, Mp};

/// What happens when a unit steps into a hex.
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
    cost: Vec<u16>,
    from: Vec<HexId>,
    stops: Vec<bool>,
    reached: Vec<HexId>,
    buckets: Vec<Vec<HexId>>,
}

const UNREACHED: u16 = u16::MAX;

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
            cost: vec![UNREACHED; grid.len()],
            from: vec![HexId::NONE; grid.len()],
            stops: vec![false; grid.len()],
            reached: Vec::with_capacity(grid.len()),
            buckets: Vec::new(),
        }
    }

    /// Searches from one hex as far as `budget` reaches. `entry` says what a step costs.
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
    /// army's supply. The answer for a hex is the cheapest over all sources.
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
        self.clear();
        for (hex, cost) in sources {
            self.offer(hex, HexId::NONE, cost.sixtieths(), false);
        }
        let mut at = 0;
        while at < self.buckets.len() {
            // The list of a cost may grow while it is worked off: steps may cost nothing.
            while let Some(hex) = self.buckets[at].pop() {
                if usize::from(self.cost[hex.index()]) != at || self.stops[hex.index()] {
                    continue;
                }
                self.expand(grid, hex, budget.sixtieths(), &mut entry);
            }
            at += 1;
        }
    }

    #[inline]
    fn expand(
        &mut self,
        grid: &Grid,
        hex: HexId,
        budget: u16,
        entry: &mut impl FnMut(HexId, Direction, HexId) -> Entry,
    ) {
        let here = self.cost[hex.index()];
        for (direction, to) in Direction::ALL.into_iter().zip(grid.neighbours(hex)) {
            if to == HexId::NONE || self.cost[to.index()] <= here {
                continue;
            }
            let (step, stop) = match entry(hex, direction, to) {
                Entry::Closed => continue,
                Entry::Through(step) => (step, false),
                Entry::Stop(step) => (step, true),
            };
            let total = here.saturating_add(step.sixtieths());
            if total <= budget {
                self.offer(to, hex, total, stop);
            }
        }
    }

    /// Records a way to `hex` if it is cheaper than the best so far.
    #[inline]
    fn offer(&mut self, hex: HexId, from: HexId, cost: u16, stop: bool) {
        let i = hex.index();
        if cost >= self.cost[i] {
            return;
        }
        if self.cost[i] == UNREACHED {
            self.reached.push(hex);
        }
        self.cost[i] = cost;
        self.from[i] = from;
        self.stops[i] = stop;
        let bucket = usize::from(cost);
        if bucket >= self.buckets.len() {
            self.buckets.resize_with(bucket + 1, Vec::new);
        }
        self.buckets[bucket].push(hex);
    }

    fn clear(&mut self) {
        for hex in self.reached.drain(..) {
            self.cost[hex.index()] = UNREACHED;
        }
        for bucket in &mut self.buckets {
            bucket.clear();
        }
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
        match self.cost.get(hex.index()) {
            Some(&cost) if cost != UNREACHED => Some(Mp::from_sixtieths(cost)),
            _ => None,
        }
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
        self.cost(hex).is_some() && self.stops[hex.index()]
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
        self.cost(hex)?;
        let from = self.from[hex.index()];
        (from != HexId::NONE).then_some(from)
    }

    /// The cheapest path to `hex`, backwards: from `hex` to its source, both included; nothing if
    /// `hex` is out of reach.
    ///
    /// ```
    /// use hex::{Entry, Grid, Mp, Orientation, Parity, Paths, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=1, 1..=3)]).unwrap();
    /// let mut paths = Paths::new(&grid);
    /// paths.search(&grid, grid.parse("0101").unwrap(), Mp::MAX, |_, _, _| Entry::Through(Mp::ONE));
    /// let path: Vec<_> = paths.path_to(grid.parse("0103").unwrap()).map(|h| grid.number(h)).collect();
    /// assert_eq!(path, ["0103", "0102", "0101"]);
    /// ```
    pub fn path_to(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        let start = self.cost(hex).map(|_| hex);
        std::iter::successors(start, |&h| self.before(h))
    }
}
