//! Search workspaces that are kept between calls.

use hex::{Grid, Paths};
use std::cell::RefCell;

thread_local! {
    static POOL: RefCell<Vec<(usize, Paths)>> = const { RefCell::new(Vec::new()) };
}

/// Lends a search workspace for `grid`. Questions of the rules are pure and many; with this they need
/// neither allocate nor carry a workspace about. Calls may be nested.
///
/// ```
/// use hex::{Entry, Grid, Mp, Orientation, Parity, Sheet};
/// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=9, 1..=9)]).unwrap();
/// let reached = board::with_paths(&grid, |paths| {
///     paths.search(&grid, grid.parse("0505").unwrap(), Mp::ONE, |_, _, _| Entry::Through(Mp::ONE));
///     paths.reached().len()
/// });
/// assert_eq!(reached, 7);
/// ```
pub fn with_paths<R>(grid: &Grid, work: impl FnOnce(&mut Paths) -> R) -> R {
    let kept = POOL.with_borrow_mut(|pool| {
        let i = pool.iter().position(|(len, _)| *len == grid.len())?;
        Some(pool.swap_remove(i).1)
    });
    let mut paths = kept.unwrap_or_else(|| Paths::new(grid));
    let result = work(&mut paths);
    POOL.with_borrow_mut(|pool| pool.push((grid.len(), paths)));
    result
}

/// A search that is kept, such as where the counter in hand can go: its costs, its stops and the way to each hex. Its room is
/// used again by the next search.
///
/// ```
/// use board::Field;
/// use hex::{Entry, Grid, Mp, Orientation, Parity, Sheet};
/// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=9, 1..=9)]).unwrap();
/// let mut field = Field::default();
/// let start = grid.parse("0505").unwrap();
/// field.on(&grid).search(&grid, start, Mp::ONE, |_, _, _| Entry::Through(Mp::ONE));
/// assert_eq!(field.found().reached().len(), 7);
/// ```
#[derive(Debug, Default)]
pub struct Field(Option<(usize, Paths)>);

impl Field {
    /// The workspace for a search on `grid`.
    pub fn on(&mut self, grid: &Grid) -> &mut Paths {
        if self.0.as_ref().is_none_or(|(len, _)| *len != grid.len()) {
            self.0 = None;
        }
        &mut self.0.get_or_insert_with(|| (grid.len(), Paths::new(grid))).1
    }

    /// What the last search found.
    ///
    /// # Panics
    ///
    /// If nothing was ever searched.
    pub fn found(&self) -> &Paths {
        &self.0.as_ref().expect("somebody has searched").1
    }
}
