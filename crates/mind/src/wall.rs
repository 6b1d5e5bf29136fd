//! The cheapest line of hexes that shuts an enemy in.

use hex::{Direction, Grid, HexId};
use std::collections::VecDeque;

/// The hexes of least total cost that every way from `from` to `to` crosses; none if no cost of them can shut it. `cost`
/// says what standing in a hex costs, nothing where nobody can stand in the way. Hexes without cost shut themselves.
pub fn wall(
    grid: &Grid,
    from: &[HexId],
    to: &[HexId],
    cost: impl Fn(HexId) -> Option<u32>,
) -> Vec<HexId> {
    let mut flow = Flow::new(grid, from, to, cost);
    for _ in 0..PUSHES_MAX {
        if !flow.push() {
            return flow.cut();
        }
    }
    Vec::new()
}

/// A wall that costs more is none: somewhere nobody can stand in the way.
const PUSHES_MAX: u32 = 2000;

/// What stands for "nobody can stand here".
const ENDLESS: u32 = u32::MAX / 4;

/// The greatest flow through hexes that each let through no more than they cost: where it is stopped is the cheapest wall.
/// A hex is entered at its gate (its index) and left at its exit (its index and the number of hexes).
struct Flow<'a> {
    grid: &'a Grid,
    from: &'a [HexId],
    is_end: Vec<bool>,
    /// What a hex still lets through from gate to exit.
    left: Vec<u32>,
    /// What went through from gate to exit.
    used: Vec<u32>,
    /// What went from a hex to its neighbour in each direction.
    went: Vec<[u32; 6]>,
}

impl<'a> Flow<'a> {
    fn new(
        grid: &'a Grid,
        from: &'a [HexId],
        to: &[HexId],
        cost: impl Fn(HexId) -> Option<u32>,
    ) -> Flow<'a> {
        let mut left: Vec<u32> = grid.hexes().map(|h| cost(h).unwrap_or(ENDLESS)).collect();
        for hex in from {
            left[hex.index()] = ENDLESS;
        }
        let mut is_end = vec![false; grid.len()];
        for hex in to {
            is_end[hex.index()] = true;
        }
        let n = grid.len();
        Flow { grid, from, is_end, left, used: vec![0; n], went: vec![[0; 6]; n] }
    }

    /// Where one can get to from a node.
    fn next(&self, node: usize, mut each: impl FnMut(usize)) {
        let n = self.left.len();
        let is_exit = node >= n;
        let hex = HexId::new((node % n) as u16);
        let at = hex.index();
        if is_exit && self.used[at] > 0 {
            each(at);
        }
        if !is_exit && self.left[at] > 0 {
            each(at + n);
        }
        for direction in Direction::ALL {
            let Some(near) = self.grid.neighbour(hex, direction) else { continue };
            let near = near.index();
            match is_exit {
                true => each(near),
                // Back along what came in from there.
                false if self.went[near][direction.opposite().index()] > 0 => each(near + n),
                false => {}
            }
        }
    }

    /// The nodes that can be reached, each with the node it was reached from, and the end if one was.
    fn search(&self) -> (Vec<Option<usize>>, Option<usize>) {
        let n = self.left.len();
        let mut by = vec![None; 2 * n];
        let mut open: VecDeque<usize> = VecDeque::new();
        for hex in self.from {
            by[hex.index()] = Some(hex.index());
            open.push_back(hex.index());
        }
        while let Some(node) = open.pop_front() {
            if node >= n && self.is_end[node - n] {
                return (by, Some(node));
            }
            self.next(node, |to| {
                if by[to].is_none() {
                    by[to] = Some(node);
                    open.push_back(to);
                }
            });
        }
        (by, None)
    }

    /// Sends one more through; whether there was a way.
    fn push(&mut self) -> bool {
        let (by, Some(end)) = self.search() else { return false };
        let mut node = end;
        while let Some(before) = by[node].filter(|&b| b != node) {
            self.send(before, node);
            node = before;
        }
        true
    }

    fn send(&mut self, from: usize, to: usize) {
        let n = self.left.len();
        match (from >= n, to >= n) {
            (false, true) if from == to - n => {
                self.left[from] -= 1;
                self.used[from] += 1;
            }
            (true, false) if from - n == to => {
                self.left[to] += 1;
                self.used[to] -= 1;
            }
            (true, false) => self.turn(from - n, to, 1),
            (false, true) => self.turn(to - n, from, -1),
            _ => {}
        }
    }

    fn turn(&mut self, from: usize, to: usize, by: i32) {
        let (a, b) = (HexId::new(from as u16), HexId::new(to as u16));
        if let Some(d) = self.grid.direction(a, b) {
            let went = &mut self.went[from][d.index()];
            *went = went.saturating_add_signed(by);
        }
    }

    /// The hexes whose gate can be reached and whose exit cannot.
    fn cut(&self) -> Vec<HexId> {
        let n = self.left.len();
        let (by, _) = self.search();
        let barred = |h: &HexId| by[h.index()].is_some() && by[h.index() + n].is_none();
        self.grid.hexes().filter(barred).filter(|h| self.used[h.index()] > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hex::{Orientation, Parity, Sheet};

    fn shut(cost: impl Fn(&str) -> Option<u32>) -> Vec<String> {
        let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=7, 1..=4)])
            .expect("a grid");
        let column = |n: &str| -> Vec<HexId> {
            grid.hexes().filter(|&h| grid.number(h).starts_with(n)).collect()
        };
        let found = wall(&grid, &column("01"), &column("07"), |h| cost(&grid.number(h)));
        found.into_iter().map(|h| grid.number(h)).collect()
    }

    #[test]
    fn the_cheapest_column_is_the_wall() {
        let cheap = |n: &str| Some(if n.starts_with("04") { 1 } else { 3 });
        assert_eq!(shut(cheap), ["0401", "0402", "0403", "0404"]);
    }

    #[test]
    fn what_is_shut_by_itself_needs_nobody() {
        let lake = |n: &str| match n {
            "0402" | "0403" => Some(0),
            n if n.starts_with("04") => Some(1),
            _ => Some(3),
        };
        assert_eq!(shut(lake), ["0401", "0404"]);
    }

    #[test]
    fn where_the_enemy_stands_there_is_no_wall() {
        let held = |n: &str| if n.ends_with("02") { None } else { Some(1) };
        assert!(shut(held).is_empty(), "a row of his hexes leads through");
    }
}
