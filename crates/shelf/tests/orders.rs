//! Standing orders answer with what is legal, come to an end, and know no more than whoever gave them.
#![allow(clippy::unwrap_used)]

mod common;

use board::Side;
use engine::{Choice, Log, SeededDice, Table, Viewer};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use shelf::Opened;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
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

/// What an order may choose, by its own sentence: the decision as the player who gave it would see it,
/// and what it chose.
fn keeps_its_word(id: &str, shown: &engine::shown::Shown, chosen: &str) -> bool {
    let offered = |kind: &str| {
        let all = shown.choices.iter().map(|c| c.choice.as_str());
        all.filter(|c| c.starts_with(kind)).collect::<Vec<&str>>()
    };
    let amount = |text: &str| text.strip_prefix("amount ").and_then(|n| n.parse::<u32>().ok());
    let amounts = || offered("amount ").into_iter().filter_map(amount).collect::<Vec<u32>>();
    match id {
        "no-support" | "no-pursuit" | "no-missions" | "no-advance" | "no-cut" | "no-reaction"
        | "keep-headquarters" => chosen == "verb done",
        // Nothing that could help is left when the order has done.
        "all-support" => {
            let guns = shown.bundles.iter().any(|b| b.groups.len() > 1);
            chosen != "verb done" || !(guns || offered("verb hq").contains(&"verb hq"))
        }
        "retreat" if chosen.starts_with("verb ") => chosen == "verb retreat",
        "retreat" | "commit-none" => amount(chosen) == amounts().into_iter().min(),
        "stand" | "commit-all" => amount(chosen) == amounts().into_iter().max(),
        "no-ew" => chosen == "verb done" || amount(chosen) == Some(0),
        "spread-losses" => offered("unit ").contains(&chosen),
        "retreat-way" => !chosen.starts_with("amount "),
        "no-defensive-air" => chosen == "verb no-air",
        "play-on" => chosen == "verb continue",
        _ => false,
    }
}

#[test]
fn every_order_chooses_what_its_sentence_says() {
    let answered = Mutex::new(BTreeMap::<String, usize>::new());
    let known = Mutex::new(BTreeSet::<String>::new());
    common::for_every_scenario(|shelf, game, scenario| {
        let opened = &shelf.open(game, scenario, &BTreeMap::new()).unwrap();
        let start = (opened.start)(&mut SeededDice::new(2), &mut Log::silent());
        for (id, _) in Side::BOTH.into_iter().flat_map(|side| start.orders(side)) {
            let n = follow_one(opened, &id);
            *answered.lock().unwrap().entry(id.clone()).or_default() += n;
            known.lock().unwrap().insert(id);
        }
    });
    let answered = answered.into_inner().unwrap();
    println!("{answered:?}");
    let silent: Vec<&String> =
        answered.iter().filter(|(_, n)| **n == 0).map(|(id, _)| id).collect();
    assert!(silent.is_empty(), "orders that never answered: {silent:?}");
    assert!(known.into_inner().unwrap().len() >= 14);
}

/// Follows a game with one order, and says how often it answered.
fn follow_one(opened: &Opened, id: &str) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(29);
    let mut dice = SeededDice::new(29);
    let mut table = (opened.start)(&mut dice, &mut Log::silent());
    let mut answered = 0;
    for _ in 0..DECISIONS {
        let Some(side) = table.decider() else { break };
        let ordered = table.ordered(&|x: &str| x == id);
        if let Some(choice) = ordered {
            let (text, shown) = (table.write_choice(choice), table.shown(Viewer::Player(side)));
            let stages = shown.prompt.as_ref().map(|p| p.stages.clone());
            let name = &opened.header.game;
            assert!(keeps_its_word(id, &shown, &text), "{name}: {id} chose {text} at {stages:?}");
            answered += 1;
        }
        let choice = ordered.unwrap_or_else(|| any(&*table, &mut rng));
        table.choose(choice, &mut dice, &mut Log::silent());
    }
    answered
}
