//! The infinite plane: our coordinates against those of `hexx`.
#![allow(clippy::unwrap_used)]

use hex::{Direction, Directions, Hex};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn theirs(hex: Hex) -> hexx::Hex {
    hexx::Hex::new(hex.q.into(), hex.r.into())
}

fn ours(hex: hexx::Hex) -> Hex {
    Hex::new(hex.x as i16, hex.y as i16)
}

fn any_hex() -> impl Strategy<Value = Hex> {
    (-60i16..=60, -60i16..=60).prop_map(|(q, r)| Hex::new(q, r))
}

fn any_direction() -> impl Strategy<Value = Direction> {
    (0usize..6).prop_map(|i| Direction::ALL[i])
}

/// How far point `i` of `n` between two hexes is from the centre of `at`, squared and times `n²`.
fn off_line(a: Hex, b: Hex, i: i64, n: i64, at: Hex) -> i64 {
    let off = |a: i16, b: i16, at: i16| {
        (i64::from(a) * (n - i) + i64::from(b) * i - i64::from(at) * n).pow(2)
    };
    off(a.q, b.q, at.q) + off(a.r, b.r, at.r) + off(a.s(), b.s(), at.s())
}

proptest! {
    #[test]
    fn distances_are_those_of_hexx(a in any_hex(), b in any_hex()) {
        prop_assert_eq!(u32::from(a.distance(b)), theirs(a).unsigned_distance_to(theirs(b)));
    }

    #[test]
    fn neighbours_are_those_of_hexx(a in any_hex()) {
        let mine: BTreeSet<Hex> = Direction::ALL.iter().map(|&d| a.neighbour(d)).collect();
        let their: BTreeSet<Hex> = theirs(a).all_neighbors().into_iter().map(ours).collect();
        prop_assert_eq!(mine, their);
    }

    #[test]
    fn rings_are_those_of_hexx_and_walk_from_neighbour_to_neighbour(
        a in any_hex(),
        radius in 0u16..12,
    ) {
        let ring: Vec<Hex> = a.ring(radius).collect();
        let mine: BTreeSet<Hex> = ring.iter().copied().collect();
        prop_assert_eq!(mine.len(), ring.len(), "no hex twice");
        let their: BTreeSet<Hex> = theirs(a).ring(radius.into()).map(ours).collect();
        prop_assert_eq!(mine, their);
        for (here, next) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            prop_assert!(radius == 0 || here.distance(*next) == 1, "{here:?} to {next:?}");
        }
    }

    #[test]
    fn ranges_are_those_of_hexx_from_near_to_far(a in any_hex(), radius in 0u16..12) {
        let range: Vec<Hex> = a.range(radius).collect();
        prop_assert!(range.is_sorted_by_key(|h| h.distance(a)));
        let mine: BTreeSet<Hex> = range.iter().copied().collect();
        prop_assert_eq!(mine.len(), range.len(), "no hex twice");
        let their: BTreeSet<Hex> = theirs(a).range(radius.into()).map(ours).collect();
        prop_assert_eq!(mine, their);
    }

    #[test]
    fn a_line_goes_from_neighbour_to_neighbour_and_is_as_long_as_the_distance(
        a in any_hex(),
        b in any_hex(),
    ) {
        let line: Vec<Hex> = a.line(b).collect();
        prop_assert_eq!(line.len(), usize::from(a.distance(b)) + 1);
        prop_assert_eq!((line[0], line[line.len() - 1]), (a, b));
        prop_assert!(line.windows(2).all(|w| w[0].distance(w[1]) == 1), "{:?}", line);
    }

    #[test]
    fn a_line_has_the_same_hexes_from_both_ends(a in any_hex(), b in any_hex()) {
        let mut back: Vec<Hex> = b.line(a).collect();
        back.reverse();
        prop_assert_eq!(a.line(b).collect::<Vec<_>>(), back);
    }

    #[test]
    fn a_line_is_as_straight_as_that_of_hexx(a in any_hex(), b in any_hex()) {
        let n = i64::from(a.distance(b)).max(1);
        for (i, (mine, their)) in a.line(b).zip(theirs(a).line_to(theirs(b))).enumerate() {
            // Where the line runs along a hexside the two may differ, and are equally near.
            let off = |hex| off_line(a, b, i as i64, n, hex);
            prop_assert_eq!(off(mine), off(ours(their)), "{:?} and {:?}", mine, their);
        }
    }

    #[test]
    fn the_direction_to_a_hex_leads_there_and_exists_for_neighbours_only(
        a in any_hex(),
        b in any_hex(),
        d in any_direction(),
    ) {
        prop_assert_eq!(a.direction_to(a.neighbour(d)), Some(d));
        prop_assert_eq!(a.neighbour(d).neighbour(-d), a);
        prop_assert_eq!(a.direction_to(b).is_some(), a.distance(b) == 1);
        prop_assert_eq!(a + (b - a), b);
    }

    #[test]
    fn turning_clockwise_is_turning_as_hexx_turns(d in any_direction(), a in any_hex()) {
        let step = a.neighbour(d) - a;
        prop_assert_eq!(a + ours(theirs(step).clockwise()), a.neighbour(d.clockwise()));
        prop_assert_eq!(d.clockwise().anticlockwise(), d);
        prop_assert_eq!(d.clockwise().clockwise().clockwise(), d.opposite());
    }

    #[test]
    fn a_set_of_directions_is_what_was_put_in(
        picked in prop::collection::vec(any_direction(), 0..9),
    ) {
        let model: BTreeSet<Direction> = picked.iter().copied().collect();
        let set = Directions::of(&picked);
        prop_assert_eq!(set.iter().collect::<Vec<_>>(), Vec::from_iter(model.iter().copied()));
        prop_assert_eq!(set.is_empty(), model.is_empty());
        for d in Direction::ALL {
            prop_assert_eq!(set.contains(d), model.contains(&d));
        }
        let grown = picked.iter().fold(Directions::NONE, |set, &d| set.with(d));
        prop_assert_eq!((grown, Directions::where_each(|d| model.contains(&d))), (set, set));
    }
}

#[test]
fn a_line_far_from_the_origin_does_not_overflow() {
    let (a, b) = (Hex::new(7900, -7000), Hex::new(7800, -6000));
    let line: Vec<Hex> = a.line(b).collect();
    assert_eq!((line.len(), line[1000]), (1001, b));
}
