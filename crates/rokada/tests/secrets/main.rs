//! What the real games keep hidden, over the wire: whatever a viewer can ask tells him only what he may know.
//!
//! A small sample of every scenario that hides something runs with the other tests. `ROKADA_WORLDS=50` plays so many games
//! of each, and further into them; `ROKADA_ONLY=kursk-1943` only those of one game or scenario.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)] // the helpers of the server's own tests
#[path = "../../../server/tests/table/house.rs"]
mod house;
mod interference;
#[allow(dead_code)] // the library of the program itself
#[path = "../../src/library.rs"]
mod library;
mod names;
#[allow(dead_code)]
#[path = "../../../server/tests/table/schema.rs"]
mod schema;
#[path = "../../../table/tests/alone/toy.rs"]
mod toy;
mod worlds;

use engine::{Choice, Table};
use rand::Rng;
use rand::rngs::ChaCha8Rng;
use shelf::{Opened, Shelf};
use std::collections::BTreeMap;

/// How many games of each way to play are looked at, and how far into them.
#[derive(Clone, Copy)]
struct Effort {
    games: u64,
    /// Choices before anything is compared, at most.
    before: u32,
    /// Choices after that, at most.
    after: u32,
}

impl Effort {
    fn asked() -> Effort {
        match std::env::var("ROKADA_WORLDS").ok().and_then(|n| n.parse().ok()) {
            Some(games) => Effort { games, before: 1500, after: 60 },
            None => Effort { games: 1, before: 160, after: 12 },
        }
    }
}

/// Every way to play a scenario in which something is hidden: each option at each of its values.
fn hidden_ways() -> Vec<Opened> {
    let shelf = Shelf::builtin();
    let mut ways = Vec::new();
    for game in shelf.ids() {
        for scenario in shelf.scenarios(game).unwrap() {
            let mut all = vec![BTreeMap::new()];
            for option in &scenario.option {
                let values = option.values.iter().skip(1);
                all.extend(values.map(|v| BTreeMap::from([(option.id.clone(), v.clone())])));
            }
            let opened = all.iter().map(|o| shelf.open(game, &scenario.id, o).unwrap());
            ways.extend(opened.filter(|opened| !opened.hides_nothing));
        }
    }
    let only = std::env::var("ROKADA_ONLY").unwrap_or_default();
    ways.retain(|way| name_of(way).contains(&only));
    ways
}

/// What a way to play is called.
fn name_of(opened: &Opened) -> String {
    let header = &opened.header;
    let options: Vec<String> = header.options.iter().map(|(k, v)| format!("{k}={v}")).collect();
    format!("{} {} {}", header.game, header.scenario, options.join(" "))
}

/// A random choice; some games hurry through their phases, others do all they can.
fn pick(table: &dyn Table, haste: u32, rng: &mut ChaCha8Rng) -> Choice {
    let mut choices = Vec::new();
    table.choices(&mut choices);
    let verbs: Vec<Choice> =
        choices.iter().copied().filter(|c| matches!(c, Choice::Verb(_))).collect();
    let from = match !verbs.is_empty() && rng.next_u32().is_multiple_of(haste) {
        true => verbs,
        false => choices,
    };
    from[rng.next_u32() as usize % from.len()]
}
