//! What the engine makes of a decision.

use crate::{after_bids, begin};
use engine::{Choice, Rooms, Verb};
use ford::state::Decision;

#[test]
fn every_decision_has_a_name_of_its_own() {
    assert_eq!(Decision::ids(), ["bid", "move", "moving", "attack"]);
}

#[test]
fn a_choice_of_the_wrong_kind_is_refused_by_the_rule_of_the_decision() {
    let session = begin(1);
    let refusal = session.table().why_not(Choice::Verb(Verb(0))).expect("cards are asked for");
    assert_eq!(refusal.rules[0], "1.1");
}

#[test]
fn what_is_prepared_for_one_state_is_not_used_for_the_next() {
    let mut session = after_bids(1);
    let mut before = Vec::new();
    session.table().choices(&mut before);
    crate::choose_nth(&mut session, 0);
    let mut after = Vec::new();
    session.table().choices(&mut after);
    assert!(before.iter().all(|c| !after.contains(c)), "units were asked for, now it is hexes");
}

#[test]
fn a_copy_of_a_table_is_played_without_the_original() {
    let session = after_bids(1);
    let mut copy = session.table().boxed();
    let mut choices = Vec::new();
    copy.choices(&mut choices);
    let dice = &mut engine::FixedDice::new([]);
    copy.choose(choices[0], dice, &mut engine::Log::silent());
    assert_ne!(copy.hash(), session.table().hash());
    let mut still = Vec::new();
    session.table().choices(&mut still);
    assert_eq!(still, choices);
}
