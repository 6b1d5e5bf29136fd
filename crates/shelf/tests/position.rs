//! A position in the head of a journal comes from a stranger: whatever is damaged in it, it is
//! refused in words or played on, and nothing panics. The long run is the same test with
//! `ROKADA_FUZZ=2000`.
#![allow(clippy::unwrap_used)]

use engine::laws::Effort;
use engine::{Dice, FixedDice, Journal, Log, SeededDice, Session, Table};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::Value;
use shelf::{Opened, Shelf};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

fn rounds(default: u32) -> u32 {
    std::env::var("ROKADA_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// Final states with the scenario that goes on from each: all games that carry one on.
fn ends() -> &'static [(Opened, String)] {
    static ENDS: OnceLock<Vec<(Opened, String)>> = OnceLock::new();
    ENDS.get_or_init(play_campaigns)
}

fn play_campaigns() -> Vec<(Opened, String)> {
    let shelf = Shelf::builtin();
    let mut ends = Vec::new();
    for game in ["battle-of-moscow", "borodino-2025"] {
        let chain = shelf.campaign(game, &Default::default()).unwrap();
        assert!(chain.len() > 1, "{game} has a campaign");
        let mut opened = chain[0].clone();
        for next in &chain[1..] {
            let Some(end) = an_end(&opened, next) else { break };
            opened = next.carried_on(&end).unwrap();
            ends.push((next.clone(), end));
        }
    }
    ends
}

/// A final state that the next scenario carries on.
fn an_end(opened: &Opened, next: &Opened) -> Option<String> {
    let effort = Effort { every: 100_000, ..Effort::default() };
    (1..20).find_map(|seed| {
        let played = opened.check_laws(seed, effort).unwrap();
        let end = opened.end_of(&played.journal);
        next.carried_on(&end).is_ok().then_some(end)
    })
}

/// Changes some values of a JSON text, so that it stays JSON: numbers, lengths, names, nulls.
fn damage(value: &mut Value, rng: &mut ChaCha8Rng, chance: u32) {
    match value {
        Value::Array(list) => {
            for item in list.iter_mut() {
                damage(item, rng, chance);
            }
            if rng.next_u32().is_multiple_of(chance) && !list.is_empty() {
                let at = rng.next_u32() as usize % list.len();
                match rng.next_u32() % 3 {
                    0 => drop(list.remove(at)),
                    1 => list.push(list[at].clone()),
                    _ => list.clear(),
                }
            }
        }
        Value::Object(fields) => {
            for (_, field) in fields.iter_mut() {
                damage(field, rng, chance);
            }
        }
        Value::Number(_) if rng.next_u32().is_multiple_of(chance) => {
            let numbers = [0, 1, 2, 5, 36, 127, 255, 256, 2000, 0xFDFF, 0xFE00, 0xFE05, 0xFFFF];
            *value = numbers[rng.next_u32() as usize % numbers.len()].into();
        }
        Value::Bool(is) if rng.next_u32().is_multiple_of(chance) => *is = !*is,
        Value::Null if rng.next_u32().is_multiple_of(chance) => *value = 1.into(),
        _ => {}
    }
}

/// Begins from a position as an import does, plays a little, and looks.
fn try_out(next: &Opened, position: &str) -> bool {
    let Ok(opened) = next.carried_on(position) else { return false };
    let mut log = Log::silent();
    let mut table: Box<dyn Table> = (opened.start)(&mut FixedDice::default(), &mut log);
    let mut dice = SeededDice::new(1);
    for _ in 0..30 {
        let mut choices = Vec::new();
        table.choices(&mut choices);
        if choices.is_empty() {
            break;
        }
        let choice = choices[usize::from(dice.roll(1000)) % choices.len()];
        table.choose(choice, &mut dice, &mut log);
    }
    let _ = table.view(engine::Viewer::Spectator);
    true
}

#[test]
fn a_damaged_position_is_refused_in_words_or_played_on() {
    let rounds = rounds(120);
    let (mut refused, mut played) = (0, 0);
    for (next, end) in ends() {
        assert!(try_out(next, end), "the undamaged one is carried on");
        let whole: Value = serde_json::from_str(end).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        for round in 0..rounds {
            let mut damaged = whole.clone();
            damage(&mut damaged, &mut rng, [30, 300, 3000][round as usize % 3]);
            let text = damaged.to_string();
            let scenario = next.header.scenario.clone();
            match catch_unwind(AssertUnwindSafe(|| try_out(next, &text))) {
                Ok(true) => played += 1,
                Ok(false) => refused += 1,
                Err(_) => panic!("{scenario}, round {round}: a position makes the rules panic"),
            }
        }
    }
    println!("{refused} refused, {played} played on");
    assert!(refused > rounds && played > 0, "{refused} refused, {played} played on");
}

#[test]
fn a_journal_with_a_damaged_position_is_refused_with_a_reason() {
    let (next, end) = &ends()[0];
    let mut header = next.carried_on(end).unwrap().header;
    let shelf = Shelf::builtin();
    for (position, why) in [
        (String::from("{}"), "no stored position"),
        (String::from("[]"), "no stored position"),
        (end.replacen("\"tops\":[", "\"tops\":[0,", 1), "hexes"),
        (end.replacen("\"spots\":[", "\"spots\":[0,", 1), "counters"),
        (end.replacen("\"supply\":[", "\"supply\":[\"Supplied\",", 1), "supply"),
    ] {
        header.position = Some(position);
        let text = Journal { header: header.clone(), lines: Vec::new() }.write();
        let (journal, _) = Journal::parse(&text).unwrap();
        let refused = shelf.open_header(&journal.header).err().unwrap().to_string();
        assert!(refused.contains(why), "{refused}");
    }
    header.position = Some(end.clone());
    let opened = shelf.open_header(&header).unwrap();
    let (_, verified) = Session::replay(&Journal { header, lines: vec![] }, None, &*opened.start);
    assert_eq!(verified.broken, None);
}
