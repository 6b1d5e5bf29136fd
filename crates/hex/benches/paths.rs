//! Movement fields on a map of 65 by 35 hexes, against three peers in the same run.
//!
//! The map has three terrains (1, 2 and 3 movement points), ten enemy units in hexes that may not be
//! entered, and their zones of control, in which movement stops. Each task is a field from each of
//! 64 hexes. The rounds of the peers are interleaved; printed are the median time of one field and
//! the median over the rounds of the ratio to `Paths`.
//!
//! - *by hand*: a bucket queue on raw arrays, counting whole movement points because it knows that
//!   this map has no fractions. It yields what `Paths` yields: costs, predecessors, hexes reached.
//! - *pathfinding*: `dijkstra_reach` cut off at the budget, `dijkstra_all` for the whole map, over
//!   the same neighbour array. Stopping is exact: a hex in a zone of control has no successors.
//! - *hexx*: `field_of_movement`. It has no stops, costs belong to hexes, and it adds one point to
//!   each, which is taken off beforehand. Zones of control are closed to it, which leaves it less to
//!   search than the others.
//!
//! All answers are compared before the clock starts. Without `--bench` (as under `cargo test`) one
//! round is run.

use hex::{Entry, Grid, HexId, HexSet, Mp, Orientation, Parity, Paths, Sheet};
use pathfinding::prelude::{dijkstra_all, dijkstra_reach};
use std::hint::black_box;
use std::time::Instant;

/// The map as each of the peers likes it best.
struct Map {
    grid: Grid,
    zones: HexSet,
    entry: Vec<Entry>,
    /// Whole movement points; [`CLOSED`] where an enemy stands.
    points: Vec<u16>,
    in_zone: Vec<bool>,
    neighbours: Vec<[u16; 6]>,
    starts: Vec<HexId>,
}

const CLOSED: u16 = u16::MAX;
const NONE: u16 = u16::MAX;

/// A small generator of the same numbers in each run.
fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    }
}

impl Map {
    fn new() -> Map {
        let sheet = Sheet::new(1..=65, 1..=35);
        let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[sheet]).expect("a valid sheet");
        let mut random = numbers(1941);
        let mut points: Vec<u16> =
            grid.hexes().map(|_| [1, 1, 1, 1, 1, 1, 2, 2, 2, 3][random(10)]).collect();
        let mut zones = HexSet::new(grid.len());
        for _ in 0..10 {
            let enemy = HexId::new(random(grid.len()) as u16);
            points[enemy.index()] = CLOSED;
            grid.around(enemy).for_each(|hex| _ = zones.insert(hex));
        }
        let mut starts: Vec<HexId> = Vec::new();
        while starts.len() < 64 {
            let hex = HexId::new(random(grid.len()) as u16);
            if points[hex.index()] != CLOSED && !zones.contains(hex) {
                starts.push(hex);
            }
        }
        let in_zone: Vec<bool> = grid.hexes().map(|hex| zones.contains(hex)).collect();
        let entry = points.iter().zip(&in_zone).map(|(&p, &zone)| match (p, zone) {
            (CLOSED, _) => Entry::Closed,
            (_, true) => Entry::Stop(Mp::whole(p)),
            (_, false) => Entry::Through(Mp::whole(p)),
        });
        Map {
            entry: entry.collect(),
            neighbours: grid
                .hexes()
                .map(|h| grid.neighbours(h).map(|n| n.index() as u16))
                .collect(),
            grid,
            zones,
            points,
            in_zone,
            starts,
        }
    }

    /// The movement points that reach everything from everywhere.
    fn farthest(&self) -> u16 {
        let mut paths = Paths::new(&self.grid);
        let costs = self.starts.iter().filter_map(|&start| {
            kernel(self, &mut paths, start, Mp::MAX);
            self.grid.hexes().filter_map(|hex| paths.cost(hex)).max()
        });
        costs.max().map_or(0, Mp::floor)
    }
}

/// `Paths`, with the cost of a step looked up as a rule would.
fn kernel(map: &Map, paths: &mut Paths, start: HexId, budget: Mp) -> usize {
    paths.search(&map.grid, start, budget, |_, _, to| map.entry[to.index()]);
    paths.reached().len()
}

/// The bucket queue without abstraction.
#[derive(Default)]
struct ByHand {
    cost: Vec<u16>,
    from: Vec<u16>,
    reached: Vec<u16>,
    buckets: Vec<Vec<u16>>,
}

impl ByHand {
    fn new(map: &Map) -> ByHand {
        let n = map.grid.len();
        ByHand { cost: vec![NONE; n], from: vec![NONE; n], ..ByHand::default() }
    }

    fn search(&mut self, map: &Map, start: HexId, budget: u16) -> usize {
        for hex in self.reached.drain(..) {
            self.cost[hex as usize] = NONE;
        }
        if self.buckets.len() <= budget as usize {
            self.buckets.resize_with(budget as usize + 1, Vec::new);
        }
        let start = start.index() as u16;
        self.cost[start as usize] = 0;
        self.from[start as usize] = NONE;
        self.reached.push(start);
        self.buckets[0].push(start);
        for at in 0..=budget {
            while let Some(hex) = self.buckets[at as usize].pop() {
                if self.cost[hex as usize] != at {
                    continue;
                }
                for to in map.neighbours[hex as usize] {
                    if to == NONE || self.cost[to as usize] <= at {
                        continue;
                    }
                    let points = map.points[to as usize];
                    if points == CLOSED {
                        continue;
                    }
                    let total = at + points;
                    if total > budget || total >= self.cost[to as usize] {
                        continue;
                    }
                    if self.cost[to as usize] == NONE {
                        self.reached.push(to);
                    }
                    self.cost[to as usize] = total;
                    self.from[to as usize] = hex;
                    if !map.in_zone[to as usize] {
                        self.buckets[total as usize].push(to);
                    }
                }
            }
        }
        self.reached.len()
    }
}

/// The steps out of a hex as `pathfinding` wants them.
fn successors(map: &Map, start: u16, hex: u16) -> impl Iterator<Item = (u16, u16)> + use<'_> {
    let stopped = hex != start && map.in_zone[hex as usize];
    let steps = map.neighbours[hex as usize].into_iter().take(if stopped { 0 } else { 6 });
    steps.filter(|&to| to != NONE).filter_map(|to| {
        let points = map.points[to as usize];
        (points != CLOSED).then_some((to, points))
    })
}

fn reach(map: &Map, start: HexId, budget: u16) -> usize {
    let start = start.index() as u16;
    dijkstra_reach(&start, |&hex| successors(map, start, hex))
        .take_while(|item| item.total_cost <= budget)
        .count()
}

fn reach_all(map: &Map, start: HexId) -> usize {
    let start = start.index() as u16;
    dijkstra_all(&start, |&hex| successors(map, start, hex)).len() + 1
}

fn hexx_field(map: &Map, start: HexId, budget: u16) -> usize {
    let start = map.grid.hex(start);
    let start = hexx::Hex::new(start.q.into(), start.r.into());
    hexx::algorithms::field_of_movement(start, budget.into(), |hex| {
        let id = map.grid.id(hex::Hex::new(hex.x as i16, hex.y as i16))?.index();
        (map.points[id] != CLOSED && !map.in_zone[id]).then(|| u32::from(map.points[id]) - 1)
    })
    .len()
}

/// A budget under which every peer is asked for a field from every start.
struct Task {
    name: &'static str,
    points: u16,
    is_whole_map: bool,
    rounds: usize,
}

/// Times of one field in one round, in nanoseconds: the kernel, by hand, pathfinding, hexx.
type Round = [f64; 4];

const PEERS: [&str; 4] = ["Paths", "by hand", "pathfinding", "hexx"];

fn compare(map: &Map, task: &Task) {
    let (mut paths, mut by_hand) = (Paths::new(&map.grid), ByHand::new(map));
    for &start in &map.starts {
        let reached = kernel(map, &mut paths, start, Mp::whole(task.points));
        assert_eq!(by_hand.search(map, start, task.points), reached, "by hand, {}", task.name);
        for hex in map.grid.hexes() {
            let cost = by_hand.cost[hex.index()];
            assert_eq!(paths.cost(hex), (cost != NONE).then(|| Mp::whole(cost)), "{}", task.name);
        }
        assert_eq!(reach(map, start, task.points), reached, "pathfinding, {}", task.name);
    }
    for &start in map.starts.iter().take(4) {
        paths.search(&map.grid, start, Mp::whole(task.points), |_, _, to| {
            if map.zones.contains(to) { Entry::Closed } else { map.entry[to.index()] }
        });
        assert_eq!(hexx_field(map, start, task.points), paths.reached().len(), "hexx");
    }
}

fn measure(map: &Map, task: &Task, rounds: usize) -> Vec<Round> {
    let (mut paths, mut by_hand) = (Paths::new(&map.grid), ByHand::new(map));
    let budget = Mp::whole(task.points);
    let quick = if task.is_whole_map { 1 } else { 8 };
    (0..rounds)
        .map(|_| {
            [
                time(map, quick, 64, |start| kernel(map, &mut paths, start, budget)),
                time(map, quick, 64, |start| by_hand.search(map, start, task.points)),
                time(map, 1, 64, |start| match task.is_whole_map {
                    true => reach_all(map, start),
                    false => reach(map, start, task.points),
                }),
                time(map, 1, if task.is_whole_map { 2 } else { 16 }, |start| {
                    hexx_field(map, start, task.points)
                }),
            ]
        })
        .collect()
}

/// The time of one field, over the first `starts` hexes `times` times.
fn time(map: &Map, times: usize, starts: usize, mut field: impl FnMut(HexId) -> usize) -> f64 {
    let clock = Instant::now();
    for _ in 0..times {
        for &start in &map.starts[..starts] {
            black_box(field(black_box(start)));
        }
    }
    clock.elapsed().as_nanos() as f64 / (times * starts) as f64
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn report(task: &Task, rounds: &[Round]) {
    for (i, peer) in PEERS.into_iter().enumerate() {
        let micros = median(rounds.iter().map(|r| r[i])) / 1000.0;
        let ratio = median(rounds.iter().map(|r| r[i] / r[0]));
        println!("{:<12} {peer:<12} {micros:>10.2} µs {ratio:>8.2}", task.name);
    }
    let over_hand = median(rounds.iter().map(|r| r[0] / r[1]));
    println!("{:<12} Paths takes {over_hand:.2} times the time of the one by hand\n", task.name);
}

fn main() {
    let is_bench = std::env::args().any(|arg| arg == "--bench");
    let map = Map::new();
    println!("65x35 hexes, {} in zones of control", map.zones.len());
    println!("{:<12} {:<12} {:>13} {:>8}", "field", "peer", "median", "ratio");
    for task in [
        Task { name: "6 MP", points: 6, is_whole_map: false, rounds: 101 },
        Task { name: "12 MP", points: 12, is_whole_map: false, rounds: 51 },
        Task { name: "whole map", points: map.farthest(), is_whole_map: true, rounds: 21 },
    ] {
        compare(&map, &task);
        let rounds = if is_bench { task.rounds } else { 1 };
        report(&task, &measure(&map, &task, rounds));
    }
}
