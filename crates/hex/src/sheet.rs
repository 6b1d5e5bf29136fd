//! What is printed: sheets, the way their hexes stand and the way they are numbered.

use crate::{GridError, Hex};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Which way the hexes stand on the sheet.
///
/// ```
/// use hex::{Direction, Grid, Orientation, Parity, Sheet};
/// let sheet = [Sheet::new(1..=9, 1..=9)];
/// let flat = Grid::new(Orientation::FlatTop, Parity::Odd, &sheet).unwrap();
/// let pointy = Grid::new(Orientation::PointyTop, Parity::Odd, &sheet).unwrap();
/// let (a, b) = (flat.parse("0505").unwrap(), flat.parse("0504").unwrap());
/// assert_eq!(flat.direction(a, b), Some(Direction::NORTH), "columns are straight");
/// assert_eq!(pointy.direction(a, b), Some(Direction::NORTH_WEST), "columns are not");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Orientation {
    /// A side on top: straight columns, every other one half a hex lower.
    FlatTop,
    /// A corner on top: straight rows, every other one half a hex to the right.
    PointyTop,
}

/// Which columns (flat tops) or rows (pointy tops), by their printed number, stand half a hex lower
/// or half a hex to the right.
///
/// ```
/// use hex::{Grid, Orientation, Parity, Sheet};
/// let sheet = [Sheet::new(1..=4, 1..=4)];
/// let odd = Grid::new(Orientation::FlatTop, Parity::Odd, &sheet).unwrap();
/// let even = Grid::new(Orientation::FlatTop, Parity::Even, &sheet).unwrap();
/// let (a, b) = (odd.parse("0102").unwrap(), odd.parse("0203").unwrap());
/// assert!(odd.adjacent(a, b), "0102 stands between 0202 and 0203");
/// assert!(!even.adjacent(a, b), "0102 stands between 0201 and 0202");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Parity {
    /// The odd ones.
    Odd,
    /// The even ones.
    Even,
}

/// Which number is printed first.
///
/// ```
/// use hex::{DigitOrder, Grid, Orientation, Parity, Sheet};
/// let sheet = Sheet { order: DigitOrder::RowColumn, ..Sheet::new(1..=20, 1..=10) };
/// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[sheet]).unwrap();
/// assert_eq!(grid.column_row(grid.parse("0317").unwrap()), (17, 3));
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum DigitOrder {
    /// `CCRR`: the column, then the row.
    #[default]
    ColumnRow,
    /// `RRCC`: the row, then the column.
    RowColumn,
}

/// One printed sheet: a rectangle of columns and rows and the way they are numbered.
///
/// ```
/// use hex::{DigitOrder, Grid, Orientation, Parity, Sheet};
/// // Rows from 00, the higher row numbers at the top, the row printed first.
/// let mut sheet = Sheet::new(1..=4, 0..=5);
/// sheet.rows_upward = true;
/// sheet.order = DigitOrder::RowColumn;
/// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[sheet]).unwrap();
/// let top_left = grid.parse("0501").unwrap();
/// assert_eq!(grid.centre(top_left).1, grid.centre(grid.parse("0401").unwrap()).1 - 1.0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// The printed numbers of the columns.
    pub columns: RangeInclusive<u16>,
    /// The printed numbers of the rows.
    pub rows: RangeInclusive<u16>,
    /// Where the sheet lies on the table: columns to the right and rows down from the first sheet.
    /// The first column of the sheet is put in the column `at.0`, its first row in the row `at.1`.
    pub at: (i16, i16),
    /// Column numbers rise to the left instead of to the right.
    pub columns_leftward: bool,
    /// Row numbers rise upward instead of downward.
    pub rows_upward: bool,
    /// Which number is printed first.
    pub order: DigitOrder,
}

impl Sheet {
    /// A sheet numbered in the commonest way: `CCRR`, columns rightward, rows downward.
    ///
    /// ```
    /// assert_eq!(hex::Sheet::new(1..=64, 0..=36).rows, 0..=36);
    /// ```
    pub fn new(columns: RangeInclusive<u16>, rows: RangeInclusive<u16>) -> Sheet {
        let at = (*columns.start() as i16, *rows.start() as i16);
        Sheet {
            columns,
            rows,
            at,
            columns_leftward: false,
            rows_upward: false,
            order: DigitOrder::ColumnRow,
        }
    }

    /// The column and row on the table of a printed column and row.
    fn on_table(&self, column: u16, row: u16) -> (i16, i16) {
        let across = if self.columns_leftward {
            self.columns.end() - column
        } else {
            column - self.columns.start()
        };
        let down = if self.rows_upward { self.rows.end() - row } else { row - self.rows.start() };
        (self.at.0 + across as i16, self.at.1 + down as i16)
    }

    /// The printed columns and rows of all its hexes, column by column.
    pub(crate) fn places(&self) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.columns.clone().flat_map(|c| self.rows.clone().map(move |r| (c, r)))
    }

    /// The four digits printed on a hex.
    pub(crate) fn number(&self, column: u16, row: u16) -> u16 {
        match self.order {
            DigitOrder::ColumnRow => column * 100 + row,
            DigitOrder::RowColumn => row * 100 + column,
        }
    }
}

/// The farthest column or row of the table on which a sheet may begin.
const PLACE_MAX: u16 = 999;

/// Whether the sheets can be laid out and joined.
pub(crate) fn check_sheets(orientation: Orientation, sheets: &[Sheet]) -> Result<(), GridError> {
    if sheets.is_empty() || sheets.iter().any(|s| s.columns.is_empty() || s.rows.is_empty()) {
        return Err(GridError::Empty);
    }
    let last = sheets.iter().flat_map(|s| [*s.columns.end(), *s.rows.end()]).max().unwrap_or(0);
    if last > 99 {
        return Err(GridError::NumberTooLarge(last));
    }
    let hexes: usize = sheets.iter().map(|s| s.columns.len() * s.rows.len()).sum();
    // Six sides a hex must fit into a SideId.
    if hexes > usize::from(u16::MAX) / 6 {
        return Err(GridError::TooManyHexes(hexes));
    }
    let is_far = |s: &&Sheet| s.at.0.unsigned_abs().max(s.at.1.unsigned_abs()) > PLACE_MAX;
    if let Some(sheet) = sheets.iter().find(is_far) {
        return Err(GridError::TooFar(sheet.at.0, sheet.at.1));
    }
    if !parities_agree(orientation, sheets) {
        return Err(GridError::ParityMismatch);
    }
    Ok(())
}

/// The printed number and the place on the table of the line that alternates.
fn staggered_line(orientation: Orientation, sheet: &Sheet) -> (u16, i16) {
    let (column, row) = (*sheet.columns.start(), *sheet.rows.start());
    let (across, down) = sheet.on_table(column, row);
    match orientation {
        Orientation::FlatTop => (column, across),
        Orientation::PointyTop => (row, down),
    }
}

/// Whether the printed parity of the alternating line turns into the same parity on the table for
/// every sheet.
fn parities_agree(orientation: Orientation, sheets: &[Sheet]) -> bool {
    let flip = |sheet: &Sheet| {
        let (printed, place) = staggered_line(orientation, sheet);
        (i32::from(printed) - i32::from(place)).rem_euclid(2)
    };
    sheets.iter().all(|s| flip(s) == flip(&sheets[0]))
}

pub(crate) fn axial(
    orientation: Orientation,
    shifted: Parity,
    sheet: &Sheet,
    column: u16,
    row: u16,
) -> Hex {
    let (across, down) = sheet.on_table(column, row);
    let (line, along, printed) = match orientation {
        Orientation::FlatTop => (across, down, column),
        Orientation::PointyTop => (down, across, row),
    };
    let is_shifted = (printed % 2 == 1) == (shifted == Parity::Odd);
    // Doubled coordinates along the line: twice the place, one more when shifted by half a hex.
    let doubled = 2 * along + i16::from(is_shifted);
    let other = (doubled - line).div_euclid(2);
    match orientation {
        Orientation::FlatTop => Hex::new(line, other),
        Orientation::PointyTop => Hex::new(other, line),
    }
}
