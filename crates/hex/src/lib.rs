//! Hex grids for wargames: coordinates, printed numbers, sets of hexes and shortest paths.
//!
//! The crate knows no game. A [`Hex`] is a point of the infinite plane, a [`Grid`] is the finite map
//! that was printed, and a [`HexId`] is a hex of that grid as a small dense number, so that
//! everything about hexes can live in flat arrays.
//!
//! ```
//! use hex::{Entry, Grid, Mp, Orientation, Parity, Paths, Sheet};
//!
//! // 10 columns by 8 rows, flat tops, odd columns half a hex lower, numbered 0101 to 1008.
//! let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=10, 1..=8)]).unwrap();
//! let start = grid.parse("0303").unwrap();
//!
//! // Every hex costs one movement point; how far do three points reach?
//! let mut paths = Paths::new(&grid);
//! paths.search(&grid, start, Mp::whole(3), |_from, _direction, _to| Entry::Through(Mp::ONE));
//! assert_eq!(paths.cost(grid.parse("0306").unwrap()), Some(Mp::whole(3)));
//! assert_eq!(paths.cost(grid.parse("0307").unwrap()), None);
//! ```

mod axial;
mod direction;
mod error;
mod frontier;
mod grid;
mod id;
mod lookup;
mod mp;
mod number;
mod path;
mod set;
mod sheet;

pub use axial::Hex;
pub use direction::{Direction, Directions};
pub use error::{GridError, NumberError};
pub use grid::Grid;
pub use id::{HexId, SideId};
pub use mp::Mp;
pub use number::HexNumber;
pub use path::{Entry, Paths, searches};
pub use set::HexSet;
pub use sheet::{DigitOrder, Orientation, Parity, Sheet};
