//! The finite map that was printed: which hexes exist, how they are numbered, who is next to whom.

use crate::{Direction, Hex};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;

/// A hex of one [`Grid`], as a small dense number: an index into arrays.
///
/// ```
/// use hex::HexId;
/// assert_eq!(HexId::new(3).index(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HexId(u16);

impl HexId {
    /// No hex: beyond the edge of the map.
    pub const NONE: HexId = HexId(u16::MAX);

    /// The hex with this index.
    ///
    /// ```
    /// assert_eq!(hex::HexId::new(7).index(), 7);
    /// ```
    pub const fn new(index: u16) -> HexId {
        HexId(index)
    }

    /// The index.
    ///
    /// ```
    /// assert_eq!(hex::HexId::new(7).index(), 7);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is a hex at all.
    ///
    /// ```
    /// assert!(!hex::HexId::NONE.is_some());
    /// ```
    pub const fn is_some(self) -> bool {
        self.0 != u16::MAX
    }

    /// This hex, or `None` for [`HexId::NONE`].
    ///
    /// ```
    /// assert_eq!(hex::HexId::NONE.some(), None);
    /// ```
    pub const fn some(self) -> Option<HexId> {
        if self.is_some() { Some(self) } else { None }
    }
}

impl fmt::Debug for HexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_some() { write!(f, "H{}", self.0) } else { f.write_str("H-") }
    }
}

/// A hexside: the line between two neighbouring hexes, or between a hex and the edge of the map.
/// Both hexes name the same side.
///
/// ```
/// use hex::{Direction, Grid, Orientation, Parity, Sheet};
/// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=3, 1..=3)]).unwrap();
/// let (a, b) = (grid.parse("0201").unwrap(), grid.parse("0202").unwrap());
/// assert_eq!(grid.side(a, Direction::SOUTH), grid.side(b, Direction::NORTH));
/// assert_eq!(grid.hexes_of(grid.side(a, Direction::SOUTH)), (a, b));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(u16);

impl SideId {
    /// The side with this index.
    ///
    /// ```
    /// assert_eq!(hex::SideId::new(7).index(), 7);
    /// ```
    pub const fn new(index: u16) -> SideId {
        SideId(index)
    }

    /// The index.
    ///
    /// ```
    /// assert_eq!(hex::SideId::new(7).index(), 7);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for SideId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S{}", self.0)
    }
}

/// Which way the hexes stand on the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Orientation {
    /// A side on top: straight columns, every other one half a hex lower.
    FlatTop,
    /// A corner on top: straight rows, every other one half a hex to the right.
    PointyTop,
}

/// Which columns (flat tops) or rows (pointy tops) are shifted by half a hex to the higher side,
/// by their printed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parity {
    /// The odd ones.
    Odd,
    /// The even ones.
    Even,
}

/// Which number is printed first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

    /// The printed numbers of all its hexes, column by column.
    fn numbers(&self) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.columns.clone().flat_map(|c| self.rows.clone().map(move |r| (c, r)))
    }

    fn format(&self, column: u16, row: u16) -> String {
        match self.order {
            DigitOrder::ColumnRow => format!("{column:02}{row:02}"),
            DigitOrder::RowColumn => format!("{row:02}{column:02}"),
        }
    }
}

/// Why a grid cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridError {
    /// There is no sheet, or a sheet without hexes.
    Empty,
    /// A column or row number above 99 cannot be printed in two digits.
    NumberTooLarge(u16),
    /// More hexes than a [`HexId`] can count.
    TooManyHexes(usize),
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
            GridError::Overlap(a, b) => write!(f, "hexes {a} and {b} lie on the same place"),
            GridError::ParityMismatch => f.write_str("the sheets are joined half a hex askew"),
            GridError::SameNumber(n) => write!(f, "the number {n} is printed on two hexes"),
        }
    }
}

impl std::error::Error for GridError {}

/// Why a text is not the number of a hex on this map.
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

/// The hexes of one map: dense ids, printed numbers, neighbours, distances, places on the sheet.
///
/// Ids follow the printed numbers, sheet by sheet, column by column, so that sorting by id is sorting
/// by number.
///
/// ```
/// use hex::{Grid, Orientation, Parity, Sheet};
/// let grid = Grid::new(Orientation::PointyTop, Parity::Even, &[Sheet::new(1..=29, 1..=48)]).unwrap();
/// let moscow = grid.parse("2129").unwrap();
/// assert_eq!(grid.number(moscow), "2129");
/// assert_eq!(grid.distance(moscow, grid.parse("2229").unwrap()), 1);
/// assert_eq!(grid.len(), 29 * 48);
/// ```
#[derive(Clone, Debug)]
pub struct Grid {
    orientation: Orientation,
    shifted: Parity,
    sheets: Vec<Sheet>,
    hexes: Vec<Hex>,
    printed: Vec<(u16, u16)>,
    neighbours: Vec<[HexId; 6]>,
    by_number: Vec<HexId>,
    lookup: Lookup,
}

/// From axial coordinates to ids, over the bounding box of the map.
#[derive(Clone, Debug, Default)]
struct Lookup {
    q0: i16,
    r0: i16,
    width: usize,
    ids: Vec<HexId>,
}

impl Lookup {
    fn new(hexes: &[Hex]) -> Lookup {
        let min = |f: fn(&Hex) -> i16| hexes.iter().map(f).min().unwrap_or(0);
        let max = |f: fn(&Hex) -> i16| hexes.iter().map(f).max().unwrap_or(0);
        let (q0, q1, r0, r1) = (min(|h| h.q), max(|h| h.q), min(|h| h.r), max(|h| h.r));
        let width = (q1 - q0) as usize + 1;
        let ids = vec![HexId::NONE; width * ((r1 - r0) as usize + 1)];
        Lookup { q0, r0, width, ids }
    }

    fn slot(&self, hex: Hex) -> Option<usize> {
        let q = usize::try_from(i32::from(hex.q) - i32::from(self.q0)).ok()?;
        let r = usize::try_from(i32::from(hex.r) - i32::from(self.r0)).ok()?;
        let slot = r * self.width + q;
        (q < self.width && slot < self.ids.len()).then_some(slot)
    }

    fn get(&self, hex: Hex) -> HexId {
        self.slot(hex).map_or(HexId::NONE, |slot| self.ids[slot])
    }
}

impl Grid {
    /// The grid of one or several sheets laid out on one table.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// // Two sheets, the second below the first and shifted by four columns.
    /// let north = Sheet::new(1..=6, 0..=3);
    /// let south = Sheet { at: (3, 4), ..Sheet::new(7..=12, 0..=3) };
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[north, south]).unwrap();
    /// let (a, b) = (grid.parse("0303").unwrap(), grid.parse("0700").unwrap());
    /// assert_eq!(grid.distance(a, b), 1, "0303 lies straight above 0700");
    /// ```
    pub fn new(
        orientation: Orientation,
        shifted: Parity,
        sheets: &[Sheet],
    ) -> Result<Grid, GridError> {
        Grid::with_holes(orientation, shifted, sheets, |_, _| false)
    }

    /// The same with some hexes left out, such as a corner cut off: `is_hole` is asked with the
    /// printed column and row.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let sheet = Sheet::new(1..=3, 1..=3);
    /// let grid =
    ///     Grid::with_holes(Orientation::FlatTop, Parity::Odd, &[sheet], |c, r| c == 3 && r == 3).unwrap();
    /// assert_eq!(grid.len(), 8);
    /// assert!(grid.parse("0303").is_err());
    /// ```
    pub fn with_holes(
        orientation: Orientation,
        shifted: Parity,
        sheets: &[Sheet],
        is_hole: impl Fn(u16, u16) -> bool,
    ) -> Result<Grid, GridError> {
        check_sheets(sheets)?;
        let mut hexes = Vec::new();
        let mut printed = Vec::new();
        let mut by_number = vec![HexId::NONE; 10_000];
        for sheet in sheets {
            for (column, row) in sheet.numbers().filter(|&(c, r)| !is_hole(c, r)) {
                let id = HexId(hexes.len() as u16);
                let number = &mut by_number[number_key(sheet.order, column, row)];
                if number.is_some() {
                    return Err(GridError::SameNumber(sheet.format(column, row)));
                }
                *number = id;
                hexes.push(axial(orientation, shifted, sheet, column, row));
                printed.push((column, row));
            }
        }
        if !parities_agree(orientation, sheets) {
            return Err(GridError::ParityMismatch);
        }
        let mut grid = Grid {
            orientation,
            shifted,
            sheets: sheets.to_vec(),
            lookup: Lookup::new(&hexes),
            neighbours: Vec::new(),
            hexes,
            printed,
            by_number,
        };
        grid.fill_lookup()?;
        grid.fill_neighbours();
        Ok(grid)
    }

    fn fill_lookup(&mut self) -> Result<(), GridError> {
        for (i, &hex) in self.hexes.iter().enumerate() {
            let Some(slot) = self.lookup.slot(hex) else { continue };
            let other = self.lookup.ids[slot];
            if other.is_some() {
                let (a, b) = (self.number(other), self.number(HexId(i as u16)));
                return Err(GridError::Overlap(a, b));
            }
            self.lookup.ids[slot] = HexId(i as u16);
        }
        Ok(())
    }

    fn fill_neighbours(&mut self) {
        self.neighbours = self
            .hexes
            .iter()
            .map(|h| Direction::ALL.map(|d| self.lookup.get(h.neighbour(d))))
            .collect();
    }

    /// The number of hexes.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=2, 1..=3)]).unwrap();
    /// assert_eq!(grid.len(), 6);
    /// ```
    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    /// Whether the grid has no hexes. A grid that was built always has some.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=2, 1..=3)]).unwrap();
    /// assert!(!grid.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// The length of an array indexed by [`SideId`].
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=2, 1..=3)]).unwrap();
    /// assert!(grid.hexes().all(|h| hex::Direction::ALL.iter().all(|&d| grid.side(h, d).index() < grid.sides_len())));
    /// ```
    pub fn sides_len(&self) -> usize {
        self.hexes.len() * 6
    }

    /// How the hexes stand.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=2, 1..=3)]).unwrap();
    /// assert_eq!(grid.orientation(), Orientation::FlatTop);
    /// ```
    pub fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// Which columns or rows are shifted.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=2, 1..=3)]).unwrap();
    /// assert_eq!(grid.shifted(), Parity::Odd);
    /// ```
    pub fn shifted(&self) -> Parity {
        self.shifted
    }

    /// The sheets the grid was made of.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=2, 1..=3)]).unwrap();
    /// assert_eq!(grid.sheets().len(), 1);
    /// ```
    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    /// All hexes in the order of their ids.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=2, 1..=3)]).unwrap();
    /// assert_eq!(grid.hexes().count(), 6);
    /// ```
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + use<> {
        (0..self.hexes.len() as u16).map(HexId)
    }

    /// The axial coordinates of a hex.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=2, 1..=3)]).unwrap();
    /// let h = grid.parse("0102").unwrap();
    /// assert_eq!(grid.id(grid.hex(h)), Some(h));
    /// ```
    #[inline]
    pub fn hex(&self, id: HexId) -> Hex {
        self.hexes[id.index()]
    }

    /// The hex of the map at the given axial coordinates.
    ///
    /// ```
    /// use hex::{Grid, Hex, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=2, 1..=3)]).unwrap();
    /// assert_eq!(grid.id(Hex::new(99, 99)), None);
    /// ```
    pub fn id(&self, hex: Hex) -> Option<HexId> {
        self.lookup.get(hex).some()
    }

    /// The six neighbours clockwise; [`HexId::NONE`] beyond the edge.
    ///
    /// ```
    /// use hex::{Grid, HexId, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=3, 1..=3)]).unwrap();
    /// let centre = grid.parse("0202").unwrap();
    /// assert!(grid.neighbours(centre).iter().all(|n| *n != HexId::NONE));
    /// ```
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> [HexId; 6] {
        self.neighbours[hex.index()]
    }

    /// The neighbours that are on the map, clockwise.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=3, 1..=3)]).unwrap();
    /// assert_eq!(grid.around(grid.parse("0101").unwrap()).count(), 3);
    /// ```
    pub fn around(&self, hex: HexId) -> impl Iterator<Item = HexId> + use<> {
        self.neighbours(hex).into_iter().filter(|n| n.is_some())
    }

    /// The neighbour in one direction.
    ///
    /// ```
    /// use hex::{Direction, Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=3, 1..=3)]).unwrap();
    /// let h = grid.parse("0202").unwrap();
    /// assert_eq!(grid.neighbour(h, Direction::NORTH), grid.parse("0201").ok());
    /// ```
    #[inline]
    pub fn neighbour(&self, hex: HexId, direction: Direction) -> Option<HexId> {
        self.neighbours[hex.index()][direction.index()].some()
    }

    /// The direction from a hex to an adjacent one.
    ///
    /// ```
    /// use hex::{Direction, Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=3, 1..=3)]).unwrap();
    /// let (a, b) = (grid.parse("0202").unwrap(), grid.parse("0203").unwrap());
    /// assert_eq!(grid.direction(a, b), Some(Direction::SOUTH));
    /// ```
    #[inline]
    pub fn direction(&self, from: HexId, to: HexId) -> Option<Direction> {
        let i = self.neighbours[from.index()].iter().position(|&n| n == to)?;
        Some(Direction::ALL[i])
    }

    /// Whether two hexes share a side.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=3, 1..=3)]).unwrap();
    /// assert!(grid.adjacent(grid.parse("0101").unwrap(), grid.parse("0102").unwrap()));
    /// ```
    #[inline]
    pub fn adjacent(&self, a: HexId, b: HexId) -> bool {
        self.neighbours[a.index()].contains(&b)
    }

    /// The number of hexes of the shortest path, ignoring what lies between.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=9, 1..=9)]).unwrap();
    /// assert_eq!(grid.distance(grid.parse("0101").unwrap(), grid.parse("0105").unwrap()), 4);
    /// ```
    #[inline]
    pub fn distance(&self, a: HexId, b: HexId) -> u16 {
        self.hexes[a.index()].distance(self.hexes[b.index()])
    }

    /// The hexes of the map within `radius` of `hex`, itself included.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=9, 1..=9)]).unwrap();
    /// assert_eq!(grid.within(grid.parse("0505").unwrap(), 1).count(), 7);
    /// ```
    pub fn within(&self, hex: HexId, radius: u16) -> impl Iterator<Item = HexId> + '_ {
        self.hex(hex).range(radius).filter_map(|h| self.id(h))
    }

    /// The side of `hex` in `direction`. The neighbour gives the same answer for its side.
    ///
    /// ```
    /// use hex::{Direction, Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=9, 1..=9)]).unwrap();
    /// let a = grid.parse("0505").unwrap();
    /// let b = grid.neighbour(a, Direction::NORTH).unwrap();
    /// assert_eq!(grid.side(a, Direction::NORTH), grid.side(b, Direction::SOUTH));
    /// ```
    #[inline]
    pub fn side(&self, hex: HexId, direction: Direction) -> SideId {
        let other = self.neighbours[hex.index()][direction.index()];
        // The lower id names the side; HexId::NONE is the highest of all.
        if other < hex {
            SideId((other.index() * 6 + direction.opposite().index()) as u16)
        } else {
            SideId((hex.index() * 6 + direction.index()) as u16)
        }
    }

    /// The side between two adjacent hexes.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=9, 1..=9)]).unwrap();
    /// let (a, b) = (grid.parse("0505").unwrap(), grid.parse("0506").unwrap());
    /// assert_eq!(grid.side_between(a, b), grid.side_between(b, a));
    /// assert_eq!(grid.side_between(a, a), None);
    /// ```
    pub fn side_between(&self, a: HexId, b: HexId) -> Option<SideId> {
        Some(self.side(a, self.direction(a, b)?))
    }

    /// The two hexes of a side; the second is [`HexId::NONE`] at the edge of the map.
    ///
    /// ```
    /// use hex::{Direction, Grid, HexId, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=9, 1..=9)]).unwrap();
    /// let a = grid.parse("0101").unwrap();
    /// assert_eq!(grid.hexes_of(grid.side(a, Direction::NORTH)), (a, HexId::NONE));
    /// ```
    pub fn hexes_of(&self, side: SideId) -> (HexId, HexId) {
        let hex = HexId((side.index() / 6) as u16);
        (hex, self.neighbours[hex.index()][side.index() % 6])
    }

    /// The printed column and row of a hex.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=9, 1..=9)]).unwrap();
    /// assert_eq!(grid.column_row(grid.parse("0307").unwrap()), (3, 7));
    /// ```
    pub fn column_row(&self, hex: HexId) -> (u16, u16) {
        self.printed[hex.index()]
    }

    /// The number printed on a hex, as four digits.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=9, 1..=9)]).unwrap();
    /// assert_eq!(grid.number(grid.parse("307").unwrap()), "0307");
    /// ```
    pub fn number(&self, hex: HexId) -> String {
        let (column, row) = self.printed[hex.index()];
        match self.sheets[0].order {
            DigitOrder::ColumnRow => format!("{column:02}{row:02}"),
            DigitOrder::RowColumn => format!("{row:02}{column:02}"),
        }
    }

    /// The hex with this printed number. A dropped leading zero is understood.
    ///
    /// ```
    /// use hex::{Grid, NumberError, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=9, 1..=9)]).unwrap();
    /// assert_eq!(grid.parse("0307"), grid.parse("307"));
    /// assert_eq!(grid.parse("4141"), Err(NumberError::NotOnMap("4141".into())));
    /// assert!(grid.parse("Moscow").is_err());
    /// ```
    pub fn parse(&self, number: &str) -> Result<HexId, NumberError> {
        let digits = (3..=4).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
        let value: usize = match number.parse() {
            Ok(value) if digits => value,
            _ => return Err(NumberError::NotANumber(number.to_string())),
        };
        self.by_number[value].some().ok_or_else(|| NumberError::NotOnMap(number.to_string()))
    }

    /// The centre of a hex on the sheet, x to the right and y down, in units of the distance between
    /// the centres of two neighbours. For drawing only; nothing in a rule may depend on it.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::PointyTop, Parity::Even, &[Sheet::new(1..=9, 1..=9)]).unwrap();
    /// let (a, b) = (grid.centre(grid.parse("0301").unwrap()), grid.centre(grid.parse("0401").unwrap()));
    /// assert_eq!((b.0 - a.0, b.1 - a.1), (1.0, 0.0));
    /// ```
    pub fn centre(&self, hex: HexId) -> (f64, f64) {
        let Hex { q, r } = self.hex(hex);
        let (q, r) = (f64::from(q), f64::from(r));
        let height = 3f64.sqrt() / 2.0;
        match self.orientation {
            Orientation::FlatTop => (q * height, r + q / 2.0),
            Orientation::PointyTop => (q + r / 2.0, r * height),
        }
    }
}

fn check_sheets(sheets: &[Sheet]) -> Result<(), GridError> {
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
    Ok(())
}

fn number_key(order: DigitOrder, column: u16, row: u16) -> usize {
    usize::from(match order {
        DigitOrder::ColumnRow => column * 100 + row,
        DigitOrder::RowColumn => row * 100 + column,
    })
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

fn axial(orientation: Orientation, shifted: Parity, sheet: &Sheet, column: u16, row: u16) -> Hex {
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
