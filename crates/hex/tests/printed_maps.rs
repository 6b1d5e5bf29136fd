//! The maps of the games as they are printed: facts that can be read off the sheets.
#![allow(clippy::unwrap_used)]

use hex::{Direction, Grid, HexId, Orientation, Parity, Sheet};

fn at(grid: &Grid, number: &str) -> HexId {
    grid.parse(number).unwrap()
}

fn adjacent(grid: &Grid, a: &str, b: &str) -> bool {
    grid.adjacent(at(grid, a), at(grid, b))
}

fn assert_neighbour(grid: &Grid, from: &str, direction: Direction, to: &str) {
    let found = grid.neighbour(at(grid, from), direction).map(|hex| grid.number(hex));
    assert_eq!(found.as_deref(), Some(to), "{direction:?} of {from}");
}

/// Large enough for every hex named below; where the sheet ends is not the point.
fn large_sheet() -> Sheet {
    Sheet::new(1..=60, 1..=40)
}

fn flat_top(shifted: Parity, sheets: &[Sheet]) -> Grid {
    Grid::new(Orientation::FlatTop, shifted, sheets).unwrap()
}

#[test]
fn battle_of_moscow_has_straight_rows_and_the_even_ones_stand_to_the_right() {
    let sheet = Sheet::new(1..=29, 1..=48);
    let grid = Grid::new(Orientation::PointyTop, Parity::Even, &[sheet]).unwrap();
    for (direction, to) in [
        (Direction::EAST, "1031"),
        (Direction::NORTH_EAST, "0930"),
        (Direction::NORTH_WEST, "0830"),
        (Direction::WEST, "0831"),
        (Direction::SOUTH_WEST, "0832"),
        (Direction::SOUTH_EAST, "0932"),
    ] {
        assert_neighbour(&grid, "0931", direction, to);
    }
    assert_neighbour(&grid, "0932", Direction::NORTH_WEST, "0931");
    assert_neighbour(&grid, "0932", Direction::NORTH_EAST, "1031");
}

#[test]
fn last_stand_has_straight_columns_and_the_even_ones_stand_lower() {
    let grid = flat_top(Parity::Even, &[large_sheet()]);
    assert!(adjacent(&grid, "2219", "2320"));
    assert!(adjacent(&grid, "2219", "2319"));
    assert!(!adjacent(&grid, "2219", "2318"));
    assert_neighbour(&grid, "2219", Direction::DOWN_RIGHT, "2320");
}

#[test]
fn moscow_1941_counts_rows_from_00_and_its_odd_columns_stand_lower() {
    let grid = flat_top(Parity::Odd, &[Sheet::new(1..=64, 0..=36)]);
    assert_eq!(grid.len(), 64 * 37);
    assert_eq!(grid.number(at(&grid, "6400")), "6400");
    assert_neighbour(&grid, "0100", Direction::UP_RIGHT, "0200");
    assert_neighbour(&grid, "0100", Direction::DOWN_RIGHT, "0201");
    assert_eq!(grid.neighbour(at(&grid, "0200"), Direction::UP_RIGHT), None);
    assert_eq!(grid.around(at(&grid, "0200")).count(), 3, "0100, 0300 and 0201");
    assert_eq!(grid.around(at(&grid, "0136")).count(), 2, "0135 and 0236");
}

#[test]
fn borodino_2025_joins_the_hexes_its_rules_name_as_neighbours() {
    let grid = flat_top(Parity::Odd, &[large_sheet()]);
    for pair in ["2424", "2324", "2225", "2125"].windows(2) {
        assert!(adjacent(&grid, pair[0], pair[1]), "{} and {}", pair[0], pair[1]);
    }
    for other in ["5703", "5704", "5605", "5504"] {
        assert!(adjacent(&grid, "5604", other), "5604 and {other}");
    }
}

/// The south sheet lies below the north sheet, two columns further left.
fn kursk() -> Grid {
    let north = Sheet::new(1..=32, 0..=36);
    let south = Sheet { at: (-1, 37), ..Sheet::new(33..=64, 0..=36) };
    flat_top(Parity::Odd, &[north, south])
}

#[test]
fn kursk_1943_joins_its_sheets_along_the_last_row_of_the_north() {
    let grid = kursk();
    for column in 1..=30 {
        let (north, south) = (format!("{column:02}36"), format!("{:02}00", column + 34));
        assert_neighbour(&grid, &south, Direction::NORTH, &north);
        assert_neighbour(&grid, &north, Direction::SOUTH, &south);
    }
    for beyond in ["3136", "3236"] {
        assert_eq!(grid.neighbour(at(&grid, beyond), Direction::SOUTH), None, "{beyond}");
    }
    for beyond in ["3300", "3400"] {
        assert_eq!(grid.neighbour(at(&grid, beyond), Direction::NORTH), None, "{beyond}");
    }
    // Columns 31 and 32 overhang: from the odd one, which stands lower, the south is still next.
    assert_neighbour(&grid, "3136", Direction::DOWN_LEFT, "6400");
}

#[test]
fn kursk_1943_keeps_columns_32_and_33_apart_although_their_numbers_follow() {
    let grid = kursk();
    for (a, b) in (0..=36).flat_map(|a| (0..=36).map(move |b| (a, b))) {
        let (a, b) = (format!("32{a:02}"), format!("33{b:02}"));
        assert!(!adjacent(&grid, &a, &b), "{a} and {b}");
    }
}
