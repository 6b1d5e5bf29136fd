//! Standing orders answer with what is legal, come to an end, and know no more than whoever gave them.
#![allow(clippy::unwrap_used)]

mod common;

use board::Side;
use engine::{Choice, Log, SeededDice, Table, Viewer};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use shelf::Opened;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many decisions of a game are looked at.
const DECISIONS: usize = 1500;
/// More answers by orders, one after another, are a circle.
const IN_A_ROW_MAX: usize = 300;

#[test]
fn orders_choose_what_is_legal_and_known_and_come_to_an_end() {
    let answered = AtomicUsize::new(0);
    common::for_every_scenario(|shelf, game, scenario| {
        let opened = &shelf.open(game, scenario, &BTreeMap::new()).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let table = (opened.start)(&mut SeededDice::new(11), &mut Log::silent());
        let mut ids: Vec<String> = Side::BOTH
            .into_iter()
            .flat_map(|side| table.orders(side).into_iter().map(|(id, _)| id))
            .collect();
        ids.sort();
        ids.dedup();
        // All but one: orders that come first in the rules do not hide the others for ever.
        for left_out in 0..=ids.len() {
            let on: Vec<&str> = ids
                .iter()
                .enumerate()
                .filter(|(i, _)| *i != left_out)
                .map(|(_, id)| id.as_str())
                .collect();
            answered.fetch_add(follow(opened, &on, &mut rng), Ordering::Relaxed);
        }
    });
    let answered = answered.into_inner();
    println!("{answered} answers by orders");
    assert!(answered > 1000, "orders hardly answered anything: {answered}");
}

/// Follows a game with these orders, and says how often they answered.
fn follow(opened: &Opened, on: &[&str], rng: &mut ChaCha8Rng) -> usize {
    let seed = u64::from(rng.next_u32());
    let mut dice = SeededDice::new(seed);
    let mut table = (opened.start)(&mut dice, &mut Log::silent());
    let (mut in_a_row, mut answered) = (0, 0);
    for _ in 0..DECISIONS {
        let Some(side) = table.decider() else { break };
        let name = || format!("{} {} {on:?}", opened.header.game, opened.header.scenario);
        let is_on = |id: &str| on.contains(&id);
        let ordered = table.ordered(&is_on);
        if let Some(choice) = ordered {
            let text = table.write_choice(choice);
            assert!(table.why_not(choice).is_none(), "{}: {text} is ordered and illegal", name());
            let imagined = table.imagine(Viewer::Player(side), seed);
            assert_eq!(imagined.ordered(&is_on), ordered, "{}: {text} is known by magic", name());
        }
        answered += usize::from(ordered.is_some());
        in_a_row = if ordered.is_some() { in_a_row + 1 } else { 0 };
        assert!(in_a_row < IN_A_ROW_MAX, "{}: the orders go round in circles", name());
        let choice = ordered.unwrap_or_else(|| any(&*table, rng));
        table.choose(choice, &mut dice, &mut Log::silent());
    }
    answered
}

/// Any legal choice; buttons more often, so that fights come.
fn any(table: &dyn Table, rng: &mut ChaCha8Rng) -> Choice {
    let mut all = Vec::new();
    table.choices(&mut all);
    let verbs: Vec<Choice> = all.iter().copied().filter(|c| matches!(c, Choice::Verb(_))).collect();
    let from = if verbs.is_empty() || !rng.next_u32().is_multiple_of(8) { &all } else { &verbs };
    from[rng.next_u32() as usize % from.len()]
}
