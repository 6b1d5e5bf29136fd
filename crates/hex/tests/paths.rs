//! Searches against slower ones: `pathfinding`, and Dijkstra's algorithm as in the textbook.
#![allow(clippy::unwrap_used)]

use hex::{Direction, Entry, Grid, HexId, Mp, Orientation, Parity, Paths, Sheet};
use proptest::prelude::*;

/// A small map with its own answer for every step in every direction.
#[derive(Clone, Debug)]
struct Country {
    grid: Grid,
    entries: Vec<[Entry; 6]>,
}

impl Country {
    fn entry(&self, from: HexId, direction: Direction) -> Entry {
        self.entries[from.index()][direction.index()]
    }

    fn search(&self, paths: &mut Paths, sources: &[(HexId, Mp)], budget: Mp) {
        let sources = sources.iter().copied();
        paths.search_many(&self.grid, sources, budget, |from, d, to| {
            assert_eq!(self.grid.neighbour(from, d), Some(to), "asked about a step on the map");
            self.entry(from, d)
        });
    }
}

fn any_entry(costs: &'static [u16]) -> impl Strategy<Value = Entry> {
    let cost = || prop::sample::select(costs).prop_map(Mp::from_sixtieths);
    prop_oneof![
        6 => cost().prop_map(Entry::Through),
        2 => cost().prop_map(Entry::Stop),
        1 => Just(Entry::Closed),
    ]
}

/// A map of up to 49 hexes whose steps cost one of `costs`.
fn any_country(costs: &'static [u16]) -> impl Strategy<Value = Country> {
    (1u16..=7, 1u16..=7)
        .prop_flat_map(move |(width, height)| {
            let hexes = usize::from(width * height);
            let six = prop::array::uniform6(any_entry(costs));
            (Just((width, height)), prop::collection::vec(six, hexes))
        })
        .prop_map(|((width, height), entries)| {
            let sheet = Sheet::new(1..=width, 1..=height);
            let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[sheet]).unwrap();
            Country { grid, entries }
        })
}

fn any_sources(costs: &'static [u16]) -> impl Strategy<Value = Vec<(prop::sample::Index, Mp)>> {
    let cost = prop::sample::select(costs).prop_map(Mp::from_sixtieths);
    prop::collection::vec((any::<prop::sample::Index>(), cost), 1..5)
}

fn on(country: &Country, sources: &[(prop::sample::Index, Mp)]) -> Vec<(HexId, Mp)> {
    let hex = |i: &prop::sample::Index| HexId::new(i.index(country.grid.len()) as u16);
    sources.iter().map(|(i, cost)| (hex(i), *cost)).collect()
}

/// The cost of a hex and whether movement stops there; sorts by cost, going on before stopping.
type Label = Option<(u32, bool)>;

fn better(new: (u32, bool), old: Label) -> bool {
    old.is_none_or(|old| new < old)
}

/// Dijkstra's algorithm as in the textbook: settle the best open hex, look at all its steps, repeat.
fn textbook(country: &Country, sources: &[(HexId, Mp)], budget: Mp) -> Vec<Label> {
    let mut labels: Vec<Label> = vec![None; country.grid.len()];
    let mut open: Vec<HexId> = country.grid.hexes().collect();
    for &(hex, cost) in sources {
        let new = (u32::from(cost), false);
        if better(new, labels[hex.index()]) {
            labels[hex.index()] = Some(new);
        }
    }
    loop {
        let reached = open.iter().copied().filter(|h| labels[h.index()].is_some());
        let Some(hex) = reached.min_by_key(|h| labels[h.index()]) else { return labels };
        open.retain(|&h| h != hex);
        let Some((cost, false)) = labels[hex.index()] else { continue };
        for d in Direction::ALL {
            let Some(to) = country.grid.neighbour(hex, d) else { continue };
            let new = match country.entry(hex, d) {
                Entry::Closed => continue,
                Entry::Through(step) => (cost + u32::from(step), false),
                Entry::Stop(step) => (cost + u32::from(step), true),
            };
            if new.0 <= u32::from(budget) && better(new, labels[to.index()]) {
                labels[to.index()] = Some(new);
            }
        }
    }
}

fn labels(country: &Country, paths: &Paths) -> Vec<Label> {
    let label = |hex| paths.cost(hex).map(|cost| (u32::from(cost), paths.stops_at(hex)));
    country.grid.hexes().map(label).collect()
}

/// Each hex reached is one legal step from the one before it, whose cost explains its own; the first
/// is a source.
fn assert_paths_add_up(country: &Country, paths: &Paths, sources: &[(HexId, Mp)]) {
    for &hex in paths.reached() {
        let cost = paths.cost(hex).unwrap();
        let Some(before) = paths.before(hex) else {
            assert!(sources.contains(&(hex, cost)), "{hex:?} is a source");
            continue;
        };
        assert!(!paths.stops_at(before), "nothing goes on from {before:?}");
        let step = country.entry(before, country.grid.direction(before, hex).unwrap());
        let left = cost.saturating_sub(paths.cost(before).unwrap());
        let expected = if paths.stops_at(hex) { Entry::Stop(left) } else { Entry::Through(left) };
        assert_eq!(step, expected, "from {before:?} to {hex:?}");
        let path: Vec<HexId> = paths.path_to(hex).collect();
        assert_eq!((path[0], path[1]), (hex, before));
        assert_eq!(paths.before(path[path.len() - 1]), None, "ends at a source");
    }
}

const COSTS: &[u16] = &[0, 0, 12, 20, 30, 60, 60, 60, 120, 180];
const EXTREMES: &[u16] = &[0, 1, 63, 64, 32_767, 32_768, 65_532, 65_533, 65_534, 65_535];

proptest! {
    #[test]
    fn a_search_finds_what_the_textbook_finds(
        country in any_country(COSTS),
        sources in any_sources(COSTS),
        budget in 0u16..900,
    ) {
        let (sources, budget) = (on(&country, &sources), Mp::from_sixtieths(budget));
        let mut paths = Paths::new(&country.grid);
        country.search(&mut paths, &sources, budget);
        prop_assert_eq!(labels(&country, &paths), textbook(&country, &sources, budget));
        assert_paths_add_up(&country, &paths, &sources);
    }

    #[test]
    fn costs_near_the_largest_are_never_taken_for_unreached(
        country in any_country(EXTREMES),
        sources in any_sources(EXTREMES),
        budget in prop::sample::select(EXTREMES),
    ) {
        let (sources, budget) = (on(&country, &sources), Mp::from_sixtieths(budget));
        let mut paths = Paths::new(&country.grid);
        country.search(&mut paths, &sources, budget);
        prop_assert_eq!(labels(&country, &paths), textbook(&country, &sources, budget));
        assert_paths_add_up(&country, &paths, &sources);
    }

    #[test]
    fn a_search_does_not_depend_on_the_one_before(
        country in any_country(COSTS),
        earlier in any_sources(EXTREMES),
        sources in any_sources(COSTS),
        budget in 0u16..900,
    ) {
        let budget = Mp::from_sixtieths(budget);
        let (earlier, sources) = (on(&country, &earlier), on(&country, &sources));
        let (mut used, mut fresh) = (Paths::new(&country.grid), Paths::new(&country.grid));
        country.search(&mut used, &earlier, Mp::MAX);
        country.search(&mut used, &sources, budget);
        country.search(&mut fresh, &sources, budget);
        prop_assert_eq!(used.reached(), fresh.reached());
        prop_assert_eq!(labels(&country, &used), labels(&country, &fresh));
        for hex in country.grid.hexes() {
            prop_assert_eq!(used.before(hex), fresh.before(hex));
        }
    }

    #[test]
    fn the_hexes_reached_are_those_with_a_cost_each_once(
        country in any_country(COSTS),
        sources in any_sources(COSTS),
        budget in 0u16..900,
    ) {
        let mut paths = Paths::new(&country.grid);
        country.search(&mut paths, &on(&country, &sources), Mp::from_sixtieths(budget));
        let mut reached = paths.reached().to_vec();
        reached.sort();
        let priced = country.grid.hexes().filter(|&hex| paths.cost(hex).is_some());
        prop_assert_eq!(reached, priced.collect::<Vec<_>>());
    }
}

/// What entering each hex means, the same from all sides: what other libraries can express.
fn any_terrain() -> impl Strategy<Value = (Grid, Vec<Entry>)> {
    (2u16..=14, 2u16..=14)
        .prop_flat_map(|(width, height)| {
            let entries = prop::collection::vec(any_entry(COSTS), usize::from(width * height));
            (Just((width, height)), entries)
        })
        .prop_map(|((width, height), entries)| {
            let sheet = Sheet::new(1..=width, 0..=height - 1);
            (Grid::new(Orientation::PointyTop, Parity::Even, &[sheet]).unwrap(), entries)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_search_finds_what_pathfinding_finds(
        (grid, entries) in any_terrain(),
        sources in prop::collection::vec(any::<prop::sample::Index>(), 1..5),
    ) {
        let sources: Vec<HexId> =
            sources.iter().map(|i| HexId::new(i.index(grid.len()) as u16)).collect();
        let mut paths = Paths::new(&grid);
        let free = sources.iter().map(|&hex| (hex, Mp::ZERO));
        paths.search_many(&grid, free, Mp::MAX, |_, _, to| entries[to.index()]);

        // A hex that is not on the map stands for all sources at once.
        let found = pathfinding::prelude::dijkstra_all(&HexId::NONE, |&hex| {
            if hex == HexId::NONE {
                return sources.iter().map(|&source| (source, 0)).collect();
            }
            if matches!(entries[hex.index()], Entry::Stop(_)) && !sources.contains(&hex) {
                return Vec::new();
            }
            let step = |to: HexId| match entries[to.index()] {
                Entry::Closed => None,
                Entry::Through(step) | Entry::Stop(step) => Some((to, u32::from(step))),
            };
            grid.around(hex).filter_map(step).collect()
        });
        for hex in grid.hexes() {
            let expected = found.get(&hex).map(|&(_, cost)| cost);
            prop_assert_eq!(paths.cost(hex).map(u32::from), expected, "{}", grid.number(hex));
        }
    }
}

/// 0303 is entered from 0203 and from 0302, both one point from 0202; 0404 lies behind it.
struct Fork {
    grid: Grid,
    start: HexId,
    ways: [HexId; 2],
    goal: HexId,
    behind: HexId,
}

impl Fork {
    fn new() -> Fork {
        let sheet = Sheet::new(1..=6, 1..=6);
        let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[sheet]).unwrap();
        let [start, a, b, goal, behind] =
            ["0202", "0203", "0302", "0303", "0404"].map(|n| grid.parse(n).unwrap());
        Fork { grid, start, ways: [a, b], goal, behind }
    }

    /// The search when the goal is entered from the two ways as given, and from nowhere else.
    fn search(&self, enter: [Entry; 2]) -> Paths {
        let mut paths = Paths::new(&self.grid);
        paths.search(&self.grid, self.start, Mp::whole(9), |from, _, to| {
            match self.ways.iter().position(|&way| way == from) {
                Some(way) if to == self.goal => enter[way],
                Some(_) => Entry::Closed,
                None if self.ways.contains(&to) || from == self.goal => Entry::Through(Mp::ONE),
                None => Entry::Closed,
            }
        });
        paths
    }
}

/// The fork with the two ways as given and the other way round, for no order may matter.
fn both_ways(a: Entry, b: Entry, check: impl Fn(&Fork, &Paths)) {
    let fork = Fork::new();
    for enter in [[a, b], [b, a]] {
        check(&fork, &fork.search(enter));
    }
}

#[test]
fn of_two_ways_that_cost_the_same_the_one_that_goes_on_is_taken() {
    both_ways(Entry::Stop(Mp::ONE), Entry::Through(Mp::ONE), |fork, paths| {
        assert_eq!(paths.cost(fork.goal), Some(Mp::whole(2)));
        assert!(!paths.stops_at(fork.goal));
        assert_eq!(paths.cost(fork.behind), Some(Mp::whole(3)));
    });
}

#[test]
fn a_cheaper_way_that_stops_is_taken_before_a_dearer_one_that_goes_on() {
    both_ways(Entry::Stop(Mp::ONE), Entry::Through(Mp::whole(2)), |fork, paths| {
        assert_eq!(paths.cost(fork.goal), Some(Mp::whole(2)));
        assert!(paths.stops_at(fork.goal));
        assert_eq!(paths.cost(fork.behind), None);
    });
}

#[test]
fn a_cheaper_way_that_goes_on_is_taken_before_a_dearer_one_that_stops() {
    both_ways(Entry::Stop(Mp::whole(2)), Entry::Through(Mp::ONE), |fork, paths| {
        assert_eq!(paths.cost(fork.goal), Some(Mp::whole(2)));
        assert!(!paths.stops_at(fork.goal));
        assert_eq!(paths.cost(fork.behind), Some(Mp::whole(3)));
    });
}

#[test]
fn a_source_in_a_zone_of_control_may_be_left_and_is_reached_even_beyond_the_budget() {
    let fork = Fork::new();
    let mut paths = Paths::new(&fork.grid);
    paths.search(&fork.grid, fork.start, Mp::ONE, |_, _, _| Entry::Stop(Mp::ONE));
    assert_eq!(paths.reached().len(), 7);
    assert!(!paths.stops_at(fork.start), "movement begins there");
    let late = [(fork.start, Mp::whole(5))];
    paths.search_many(&fork.grid, late, Mp::ONE, |_, _, _| Entry::Through(Mp::ONE));
    assert_eq!(paths.reached(), [fork.start]);
    assert_eq!(paths.cost(fork.start), Some(Mp::whole(5)));
}

#[test]
fn a_clone_searches_on_its_own() {
    let fork = Fork::new();
    let first = fork.search([Entry::Through(Mp::ONE); 2]);
    let mut second = first.clone();
    second.search(&fork.grid, fork.behind, Mp::ZERO, |_, _, _| Entry::Closed);
    assert_eq!(second.reached(), [fork.behind]);
    assert_eq!(first.cost(fork.behind), Some(Mp::whole(3)));
}
