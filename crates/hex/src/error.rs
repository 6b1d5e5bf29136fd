//! What can be wrong with a map or with the number of a hex.

use std::fmt;

/// Why a grid cannot be built.
///
/// ```
/// use hex::{Grid, GridError, Orientation, Parity, Sheet};
/// let twice = [Sheet::new(1..=2, 1..=2), Sheet { at: (9, 1), ..Sheet::new(1..=2, 1..=2) }];
/// let error = Grid::new(Orientation::FlatTop, Parity::Odd, &twice).unwrap_err();
/// assert_eq!(error, GridError::SameNumber("0101".into()));
/// assert_eq!(error.to_string(), "the number 0101 is printed on two hexes");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridError {
    /// There is no sheet, or a sheet without hexes, or nothing but holes.
    Empty,
    /// A column or row number above 99 cannot be printed in two digits.
    NumberTooLarge(u16),
    /// More hexes than a [`HexId`](crate::HexId) can count.
    TooManyHexes(usize),
    /// A sheet lies more than 999 columns or rows away on the table.
    TooFar(i16, i16),
    /// Two sheets lie on the same place of the table.
    Overlap(String, String),
    /// The sheets cannot be joined: the shifted columns of one meet unshifted ones of the other.
    ParityMismatch,
    /// Two hexes carry the same number.
    SameNumber(String),
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::Empty => f.write_str("the map has no hexes"),
            GridError::NumberTooLarge(n) => {
                write!(f, "column or row {n} does not fit into two digits")
            }
            GridError::TooManyHexes(n) => write!(f, "{n} hexes are too many for one map"),
            GridError::TooFar(column, row) => {
                write!(f, "a sheet at column {column}, row {row} lies too far away")
            }
            GridError::Overlap(a, b) => write!(f, "hexes {a} and {b} lie on the same place"),
            GridError::ParityMismatch => f.write_str("the sheets are joined half a hex askew"),
            GridError::SameNumber(n) => write!(f, "the number {n} is printed on two hexes"),
        }
    }
}

impl std::error::Error for GridError {}

/// Why a text is not the number of a hex on this map.
///
/// ```
/// use hex::{Grid, Orientation, Parity, Sheet};
/// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=9, 1..=9)]).unwrap();
/// let error = grid.parse("4141").unwrap_err();
/// assert_eq!(error.to_string(), "there is no hex 4141 on this map");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// Not three or four digits.
    NotANumber(String),
    /// A number that no hex of this map carries.
    NotOnMap(String),
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberError::NotANumber(text) => {
                write!(f, "\"{text}\" is not a hex number; expected four digits")
            }
            NumberError::NotOnMap(text) => write!(f, "there is no hex {text} on this map"),
        }
    }
}

impl std::error::Error for NumberError {}
