//! Sets of hexes against the set of the standard library.
#![allow(clippy::unwrap_used)]

use hex::{HexId, HexSet};
use proptest::prelude::*;
use std::collections::BTreeSet;

const HEXES: usize = 200;

#[derive(Clone, Debug)]
enum Act {
    Insert(HexId),
    Remove(HexId),
    Union(Vec<HexId>),
    Intersect(Vec<HexId>),
    Subtract(Vec<HexId>),
    Clear,
}

fn any_hex() -> impl Strategy<Value = HexId> {
    (0..HEXES as u16).prop_map(HexId::new)
}

fn any_act() -> impl Strategy<Value = Act> {
    let some = |max| prop::collection::vec(any_hex(), 0..max);
    prop_oneof![
        8 => any_hex().prop_map(Act::Insert),
        4 => any_hex().prop_map(Act::Remove),
        2 => some(40).prop_map(Act::Union),
        1 => some(300).prop_map(Act::Intersect),
        1 => some(40).prop_map(Act::Subtract),
        1 => Just(Act::Clear),
    ]
}

/// Does the same to both and says whether the answers agree.
fn act(set: &mut HexSet, model: &mut BTreeSet<HexId>, act: &Act) -> bool {
    match act {
        Act::Insert(hex) => return set.insert(*hex) == model.insert(*hex),
        Act::Remove(hex) => return set.remove(*hex) == model.remove(hex),
        Act::Union(other) => {
            set.union_with(&HexSet::of(HEXES, other.iter().copied()));
            model.extend(other);
        }
        Act::Intersect(other) => {
            set.intersect_with(&HexSet::of(HEXES, other.iter().copied()));
            model.retain(|hex| other.contains(hex));
        }
        Act::Subtract(other) => {
            set.subtract(&HexSet::of(HEXES, other.iter().copied()));
            model.retain(|hex| !other.contains(hex));
        }
        Act::Clear => {
            set.clear();
            model.clear();
        }
    }
    true
}

proptest! {
    #[test]
    fn a_hex_set_behaves_like_a_set(acts in prop::collection::vec(any_act(), 0..60)) {
        let (mut set, mut model) = (HexSet::new(HEXES), BTreeSet::new());
        for a in &acts {
            prop_assert!(act(&mut set, &mut model, a), "{:?}", a);
            prop_assert_eq!(set.iter().collect::<Vec<_>>(), Vec::from_iter(model.iter().copied()));
            prop_assert_eq!((set.len(), set.is_empty()), (model.len(), model.is_empty()));
        }
        for hex in (0..HEXES as u16).map(HexId::new) {
            prop_assert_eq!(set.contains(hex), model.contains(&hex));
        }
        prop_assert_eq!(&set, &HexSet::of(HEXES, model));
    }

    #[test]
    fn two_sets_compare_as_sets_do(
        a in prop::collection::btree_set(any_hex(), 0..6),
        b in prop::collection::btree_set(any_hex(), 0..150),
    ) {
        let (x, y) = (HexSet::of(HEXES, a.clone()), HexSet::of(HEXES, b.clone()));
        prop_assert_eq!(x.intersects(&y), !a.is_disjoint(&b));
        prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
        prop_assert_eq!(x == y, a == b);
    }
}

#[test]
fn a_hex_beyond_the_grid_is_never_in_a_set() {
    let mut set = HexSet::of(HEXES, (0..HEXES as u16).map(HexId::new));
    assert!(!set.contains(HexId::NONE));
    assert!(!set.remove(HexId::NONE));
    assert_eq!(set.len(), HEXES);
}
