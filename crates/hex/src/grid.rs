//! The finite map that was printed: which hexes exist, how they are numbered, who is next to whom.

use crate::lookup::Lookup;
use crate::number::HexNumber;
use crate::sheet::{axial, check_sheets};
use crate::{Direction, GridError, Hex, HexId, NumberError, Orientation, Parity, Sheet, SideId};

/// The hexes of one map: dense ids, printed numbers, neighbours, distances, places on the sheet.
///
/// Ids follow the printed numbers: sheet by sheet, column by column, row by row.
///
/// ```
/// use hex::{Grid, Orientation, Parity, Sheet};
/// let sheet = Sheet::new(1..=29, 1..=48);
/// let grid = Grid::new(Orientation::PointyTop, Parity::Even, &[sheet]).unwrap();
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
    numbers: Vec<HexNumber>,
    neighbours: Vec<[HexId; 6]>,
    by_number: Vec<HexId>,
    lookup: Lookup,
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
    /// let is_hole = |column, row| column == 3 && row == 3;
    /// let grid =
    ///     Grid::with_holes(Orientation::FlatTop, Parity::Odd, &[sheet], is_hole).unwrap();
    /// assert_eq!(grid.len(), 8);
    /// assert!(grid.parse("0303").is_err());
    /// ```
    pub fn with_holes(
        orientation: Orientation,
        shifted: Parity,
        sheets: &[Sheet],
        is_hole: impl Fn(u16, u16) -> bool,
    ) -> Result<Grid, GridError> {
        check_sheets(orientation, sheets)?;
        let mut grid = Grid {
            orientation,
            shifted,
            sheets: sheets.to_vec(),
            hexes: Vec::new(),
            printed: Vec::new(),
            numbers: Vec::new(),
            neighbours: Vec::new(),
            by_number: vec![HexId::NONE; 10_000],
            lookup: Lookup::default(),
        };
        for sheet in sheets {
            for (column, row) in sheet.places().filter(|&(c, r)| !is_hole(c, r)) {
                grid.add(sheet, column, row)?;
            }
        }
        if grid.is_empty() {
            return Err(GridError::Empty);
        }
        grid.fill_lookup()?;
        grid.fill_neighbours();
        Ok(grid)
    }

    fn add(&mut self, sheet: &Sheet, column: u16, row: u16) -> Result<(), GridError> {
        let number = sheet.number(column, row);
        let hex = &mut self.by_number[usize::from(number)];
        if hex.is_some() {
            return Err(GridError::SameNumber(format!("{number:04}")));
        }
        *hex = HexId(self.hexes.len() as u16);
        self.hexes.push(axial(self.orientation, self.shifted, sheet, column, row));
        self.printed.push((column, row));
        self.numbers.push(HexNumber::new(number));
        Ok(())
    }

    fn fill_lookup(&mut self) -> Result<(), GridError> {
        self.lookup = Lookup::new(&self.hexes);
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
    /// use hex::{Direction, Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=2, 1..=3)]).unwrap();
    /// let mut has_river = vec![false; grid.sides_len()];
    /// has_river[grid.side(grid.parse("0203").unwrap(), Direction::SOUTH).index()] = true;
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

    /// The number printed on a hex, without making a text of it.
    #[inline]
    pub fn printed_number(&self, hex: HexId) -> HexNumber {
        self.numbers[hex.index()]
    }

    /// The number printed on a hex, as four digits.
    ///
    /// ```
    /// use hex::{Grid, Orientation, Parity, Sheet};
    /// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=9, 1..=9)]).unwrap();
    /// assert_eq!(grid.number(grid.parse("307").unwrap()), "0307");
    /// ```
    pub fn number(&self, hex: HexId) -> String {
        self.numbers[hex.index()].to_string()
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
    /// let sheet = Sheet::new(1..=9, 1..=9);
    /// let grid = Grid::new(Orientation::PointyTop, Parity::Even, &[sheet]).unwrap();
    /// let [a, b] = ["0301", "0401"].map(|number| grid.centre(grid.parse(number).unwrap()));
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
