//! Printed numbers: every way of numbering a sheet, round trips, and the geometry behind them against
//! the offset coordinates of `hexx`.
#![allow(clippy::unwrap_used)]

use hex::{DigitOrder, Direction, Grid, GridError, HexId, NumberError, Orientation, Parity, Sheet};
use hexx::{HexOrientation, OffsetHexMode};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn any_orientation() -> impl Strategy<Value = Orientation> {
    prop_oneof![Just(Orientation::FlatTop), Just(Orientation::PointyTop)]
}

fn any_parity() -> impl Strategy<Value = Parity> {
    prop_oneof![Just(Parity::Odd), Just(Parity::Even)]
}

prop_compose! {
    fn any_sheet()(
        (column, row) in (0u16..4, 0u16..4),
        (width, height) in (1u16..9, 1u16..9),
        (columns_leftward, rows_upward, is_row_first) in any::<(bool, bool, bool)>(),
    ) -> Sheet {
        let order = if is_row_first { DigitOrder::RowColumn } else { DigitOrder::ColumnRow };
        let sheet = Sheet::new(column..=column + width - 1, row..=row + height - 1);
        Sheet { columns_leftward, rows_upward, order, ..sheet }
    }
}

// A sheet of some other columns, lying at the right of any sheet above, or below it.
prop_compose! {
    fn any_second_sheet()(
        sheet in any_sheet(),
        (is_below, off) in (any::<bool>(), -3i16..=3),
    ) -> Sheet {
        let far = 12;
        let at = if is_below { (off, far + 1) } else { (far, off) };
        let columns = sheet.columns.start() + 20..=sheet.columns.end() + 20;
        Sheet { columns, at, ..sheet }
    }
}

/// Column and row of the table, written down a second time without looking at the crate.
fn place(sheet: &Sheet, column: u16, row: u16) -> (i32, i32) {
    let [column, row] = [column, row].map(i32::from);
    let [c0, c1, r0, r1] =
        [sheet.columns.start(), sheet.columns.end(), sheet.rows.start(), sheet.rows.end()]
            .map(|&n| i32::from(n));
    let across = if sheet.columns_leftward { c1 - column } else { column - c0 };
    let down = if sheet.rows_upward { r1 - row } else { row - r0 };
    (i32::from(sheet.at.0) + across, i32::from(sheet.at.1) + down)
}

/// Where `hexx` puts each hex of the sheets, in the order of ids.
fn by_hexx(
    orientation: Orientation,
    shifted: Parity,
    sheets: &[Sheet],
    is_hole: impl Fn(u16, u16) -> bool,
) -> Vec<hexx::Hex> {
    let mut all = Vec::new();
    for sheet in sheets {
        for (column, row) in
            sheet.columns.clone().flat_map(|c| sheet.rows.clone().map(move |r| (c, r)))
        {
            if is_hole(column, row) {
                continue;
            }
            let (across, down) = place(sheet, column, row);
            let (printed, line, theirs) = match orientation {
                Orientation::FlatTop => (column, across, HexOrientation::Flat),
                Orientation::PointyTop => (row, down, HexOrientation::Pointy),
            };
            // The parity of the shifted lines on the table instead of on the paper.
            let is_even_shifted =
                (shifted == Parity::Even) == (i32::from(printed) % 2 == line.rem_euclid(2));
            let mode = if is_even_shifted { OffsetHexMode::Even } else { OffsetHexMode::Odd };
            all.push(hexx::Hex::from_offset_coordinates([across, down], mode, theirs));
        }
    }
    all
}

fn assert_geometry(grid: &Grid, by_hexx: &[hexx::Hex]) {
    assert_eq!(grid.len(), by_hexx.len());
    for a in grid.hexes() {
        for b in grid.hexes() {
            let expected = by_hexx[a.index()].unsigned_distance_to(by_hexx[b.index()]);
            let (x, y) = (grid.number(a), grid.number(b));
            assert_eq!(u32::from(grid.distance(a, b)), expected, "from {x} to {y}");
            assert_eq!(grid.adjacent(a, b), expected == 1, "{x} next to {y}");
        }
    }
}

fn assert_numbers_read_back(grid: &Grid) {
    for hex in grid.hexes() {
        let number = grid.number(hex);
        assert_eq!(number.len(), 4, "{number}");
        assert_eq!(grid.parse(&number), Ok(hex), "{number}");
        assert_eq!(grid.id(grid.hex(hex)), Some(hex), "{number}");
    }
}

/// Each inner side is one for both its hexes, each outer side is of one hex, none is shared further.
fn assert_sides(grid: &Grid) {
    let mut owners: BTreeMap<_, BTreeSet<HexId>> = BTreeMap::new();
    for hex in grid.hexes() {
        for d in Direction::ALL {
            let side = grid.side(hex, d);
            assert!(side.index() < grid.sides_len());
            owners.entry(side).or_default().insert(hex);
            let other = grid.neighbour(hex, d);
            assert_eq!(other.and_then(|o| grid.side_between(o, hex)), other.map(|_| side));
            let expected = other.map_or((hex, HexId::NONE), |o| (hex.min(o), hex.max(o)));
            assert_eq!(grid.hexes_of(side), expected);
        }
    }
    let pairs: usize = grid.hexes().map(|hex| grid.around(hex).count()).sum::<usize>() / 2;
    assert_eq!(owners.len(), 6 * grid.len() - pairs, "six sides a hex, shared ones counted once");
    for (side, hexes) in owners {
        let (a, b) = grid.hexes_of(side);
        assert_eq!(hexes, [a, b].into_iter().filter(|h| h.is_some()).collect(), "{side:?}");
    }
}

fn assert_centres_of_neighbours_are_one_apart(grid: &Grid) {
    for a in grid.hexes() {
        for b in grid.around(a) {
            let ((ax, ay), (bx, by)) = (grid.centre(a), grid.centre(b));
            assert!(((ax - bx).hypot(ay - by) - 1.0).abs() < 1e-9, "{a:?} and {b:?}");
        }
    }
}

#[test]
fn every_way_of_numbering_one_sheet_reads_back_and_lies_as_printed() {
    let mut ways = 0;
    for (bits, first_row) in (0..32u8).flat_map(|bits| [(bits, 0), (bits, 1)]) {
        let is = |bit: u8| bits & (1 << bit) != 0;
        let orientation = if is(0) { Orientation::FlatTop } else { Orientation::PointyTop };
        let shifted = if is(1) { Parity::Odd } else { Parity::Even };
        let sheet = Sheet {
            columns_leftward: is(2),
            rows_upward: is(3),
            order: if is(4) { DigitOrder::RowColumn } else { DigitOrder::ColumnRow },
            ..Sheet::new(8..=13, first_row..=4)
        };
        let grid = Grid::new(orientation, shifted, std::slice::from_ref(&sheet)).unwrap();
        assert_numbers_read_back(&grid);
        assert_geometry(&grid, &by_hexx(orientation, shifted, &[sheet], |_, _| false));
        ways += 1;
    }
    assert_eq!(ways, 64);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_sheet_with_holes_reads_back_and_lies_as_printed(
        orientation in any_orientation(),
        shifted in any_parity(),
        sheet in any_sheet(),
        holes in prop::collection::btree_set((0u16..12, 0u16..12), 0..40),
    ) {
        let is_hole = |c, r| holes.contains(&(c, r));
        let expected = by_hexx(orientation, shifted, std::slice::from_ref(&sheet), is_hole);
        match Grid::with_holes(orientation, shifted, &[sheet], is_hole) {
            Err(error) => {
                prop_assert_eq!((error, expected.len()), (GridError::Empty, 0));
            }
            Ok(grid) => {
                assert_numbers_read_back(&grid);
                assert_geometry(&grid, &expected);
                assert_sides(&grid);
                assert_centres_of_neighbours_are_one_apart(&grid);
            }
        }
    }

    #[test]
    fn the_digits_are_those_of_column_and_row(
        orientation in any_orientation(),
        shifted in any_parity(),
        sheet in any_sheet(),
    ) {
        let grid = Grid::new(orientation, shifted, std::slice::from_ref(&sheet)).unwrap();
        for hex in grid.hexes() {
            let (column, row) = grid.column_row(hex);
            let number = match sheet.order {
                DigitOrder::ColumnRow => format!("{column:02}{row:02}"),
                DigitOrder::RowColumn => format!("{row:02}{column:02}"),
            };
            prop_assert_eq!(grid.number(hex), number);
        }
        let printed: BTreeSet<u16> = grid.hexes().map(|hex| grid.column_row(hex).1).collect();
        prop_assert_eq!(printed, sheet.rows.collect::<BTreeSet<u16>>());
    }

    #[test]
    fn joined_sheets_read_back_and_lie_as_printed_or_are_refused_as_askew(
        orientation in any_orientation(),
        shifted in any_parity(),
        first in any_sheet(),
        second in any_second_sheet(),
    ) {
        let sheets = [first, second];
        // Whether the table's even lines carry even numbers, on each sheet.
        let keeps_parity = |sheet: &Sheet| {
            let (column, row) = (*sheet.columns.start(), *sheet.rows.start());
            let (across, down) = place(sheet, column, row);
            match orientation {
                Orientation::FlatTop => (i32::from(column) - across).rem_euclid(2),
                Orientation::PointyTop => (i32::from(row) - down).rem_euclid(2),
            }
        };
        let is_askew = keeps_parity(&sheets[0]) != keeps_parity(&sheets[1]);
        match Grid::new(orientation, shifted, &sheets) {
            Err(GridError::ParityMismatch) => prop_assert!(is_askew),
            Err(GridError::SameNumber(_)) => {
                prop_assert!(sheets[0].order != sheets[1].order, "the columns differ by twenty");
            }
            Err(error) => prop_assert!(false, "{}", error),
            Ok(grid) => {
                prop_assert!(!is_askew);
                assert_numbers_read_back(&grid);
                assert_geometry(&grid, &by_hexx(orientation, shifted, &sheets, |_, _| false));
                assert_sides(&grid);
            }
        }
    }
}

#[test]
fn each_sheet_is_numbered_in_its_own_order() {
    let second =
        Sheet { at: (20, 1), order: DigitOrder::RowColumn, ..Sheet::new(40..=43, 61..=63) };
    let sheets = [Sheet::new(1..=4, 1..=3), second];
    let grid = Grid::new(Orientation::PointyTop, Parity::Odd, &sheets).unwrap();
    assert_eq!(grid.column_row(grid.parse("0403").unwrap()), (4, 3));
    assert_eq!(grid.column_row(grid.parse("6143").unwrap()), (43, 61));
    assert_numbers_read_back(&grid);
}

#[test]
fn a_number_is_three_or_four_digits_of_a_hex_on_the_map() {
    let sheet = Sheet::new(0..=12, 0..=12);
    let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[sheet]).unwrap();
    assert_eq!(grid.parse("307"), grid.parse("0307"));
    assert_eq!(grid.column_row(grid.parse("000").unwrap()), (0, 0));
    for text in ["", "7", "12", "01201", "+307", "-307", " 307", "3.07", "٠٣٠٧", "Rzhev"] {
        assert_eq!(grid.parse(text), Err(NumberError::NotANumber(text.into())), "{text:?}");
    }
    for text in ["1300", "0013", "9999"] {
        assert_eq!(grid.parse(text), Err(NumberError::NotOnMap(text.into())), "{text:?}");
    }
}

fn error_of(sheets: &[Sheet]) -> GridError {
    Grid::new(Orientation::FlatTop, Parity::Odd, sheets).unwrap_err()
}

#[test]
fn a_map_that_cannot_be_printed_is_refused_with_the_reason() {
    let small = Sheet::new(1..=2, 1..=2);
    let beside = |at| Sheet { at, ..Sheet::new(11..=12, 1..=2) };
    assert_eq!(error_of(&[]), GridError::Empty);
    #[allow(clippy::reversed_empty_ranges)]
    let nothing = Sheet::new(2..=1, 1..=2);
    assert_eq!(error_of(&[nothing]), GridError::Empty);
    assert_eq!(error_of(&[Sheet::new(1..=100, 1..=2)]), GridError::NumberTooLarge(100));
    assert_eq!(error_of(&[small.clone(), beside((2, 1))]), GridError::ParityMismatch);
    assert_eq!(error_of(&[small.clone(), beside((i16::MIN, 1))]), GridError::TooFar(i16::MIN, 1));
    let overlap = GridError::Overlap("0102".into(), "1101".into());
    assert_eq!(error_of(&[small.clone(), beside((1, 2))]), overlap);
    let same = Sheet { at: (9, 9), ..small.clone() };
    assert_eq!(error_of(&[small, same]), GridError::SameNumber("0101".into()));
    let full = |at| Sheet { at, ..Sheet::new(0..=99, 0..=99) };
    assert_eq!(error_of(&[full((0, 0)), full((0, 100))]), GridError::TooManyHexes(20_000));
}
