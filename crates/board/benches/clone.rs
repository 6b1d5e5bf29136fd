//! What a copy of a position costs: 400 counters on 2,300 hexes, against a plain copy of as many bytes.
//!
//! Interleaved rounds, medians, one ratio; run with `cargo bench -p rokada-board`. The aim is a ratio of at most 3.

use board::{Position, Side, UnitId};
use hex::{Directions, Grid, Orientation, Parity, Sheet};
use std::hint::black_box;
use std::time::Instant;

const UNITS: u16 = 400;
const ROUNDS: usize = 200;
const COPIES: usize = 500;

fn main() {
    let sheet = Sheet::new(1..=65, 1..=36);
    let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[sheet]).expect("a plain grid");
    let mut position = Position::new(&grid, usize::from(UNITS));
    for i in 0..UNITS {
        let side = if i % 2 == 0 { Side::A } else { Side::B };
        let hex = hex::HexId::new(i * 5);
        position.place(&grid, UnitId::new(i), side, hex, Directions::ALL);
    }
    // Two bytes for the place, the counter below and the markers; one for reach, step and face; by hex two for the
    // top, one for each side's zones and one for control.
    let bytes = usize::from(UNITS) * (2 + 2 + 2 + 1 + 1 + 1) + grid.len() * (2 + 1 + 1 + 2);
    let plain = vec![1u8; bytes];
    let (mut clones, mut copies) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        clones.push(time(|| black_box(position.clone())));
        copies.push(time(|| black_box(plain.clone())));
    }
    let (clone, copy) = (median(clones), median(copies));
    println!("position of {UNITS} counters on {} hexes, {bytes} bytes", grid.len());
    println!("clone  {clone:8.0} ns");
    println!("memcpy {copy:8.0} ns");
    println!("ratio  {:8.2}", clone / copy);
}

fn time<T>(mut work: impl FnMut() -> T) -> f64 {
    let start = Instant::now();
    for _ in 0..COPIES {
        black_box(work());
    }
    start.elapsed().as_nanos() as f64 / COPIES as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
