//! General in the real games: it is Captain when it has no time, the same for the same seed, and no worse by its own judgement.

use board::Side;
use engine::{Choice, Language, Log, SeededDice, Table};
use mind::{Bot, Bots, IDEAS, Imagined};
use shelf::Shelf;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// A scenario of every game, a quick one.
const SCENARIOS: [(&str, &str); 5] = [
    ("battle-of-moscow", "campaign"),
    ("moscow-1941", "red-snow"),
    ("kursk-1943", "prochorowka-15"),
    ("last-stand", "winter"),
    ("borodino-2025", "a107"),
];

fn begun(game: &str, scenario: &str) -> (Box<dyn Table>, Bots) {
    let opened =
        Shelf::builtin().open(game, scenario, &BTreeMap::new()).expect("it is on the shelf");
    ((opened.start)(&mut SeededDice::new(1), &mut Log::silent()), opened.bots)
}

/// What a bot chooses in so many decisions of both sides; every choice is legal.
fn played(
    table: &dyn Table,
    bots: &Bots,
    level: &str,
    stopped: bool,
    decisions: u64,
) -> Vec<Choice> {
    let mut table = table.boxed();
    let mut players = [1, 2].map(|seed| bots.bot(level, seed).expect("there is such a level"));
    let (mut dice, mut chosen) = (SeededDice::new(7), Vec::new());
    let stop = AtomicBool::new(stopped);
    for n in 0..decisions {
        let Some(side) = table.decider() else { break };
        let imagined = Imagined::of(&*table, side, n);
        let choice = players[side.index()].choose(&imagined, &stop);
        let choice = table.read_choice(&imagined.write_choice(choice)).expect("it can be read");
        assert_eq!(table.why_not(choice), None, "{level}, decision {n}");
        chosen.push(choice);
        table.choose(choice, &mut dice, &mut Log::silent());
    }
    chosen
}

#[test]
fn a_general_that_is_stopped_at_once_plays_like_captain() {
    for (game, scenario) in SCENARIOS {
        let (table, bots) = begun(game, scenario);
        let general = played(&*table, &bots, "general=30", true, 300);
        assert_eq!(general, played(&*table, &bots, "captain", true, 300), "{game}");
    }
}

#[test]
fn the_same_seed_and_number_of_playouts_choose_the_same() {
    let (table, bots) = begun("kursk-1943", "prochorowka-15");
    let play = || played(&*table, &bots, "general=13", false, 260);
    assert_eq!(play(), play());
}

/// What a bot says of its last choice, in English.
fn said(bot: &dyn Bot, table: &Imagined) -> String {
    let words = table.words(Language::ENGLISH);
    bot.reason().map(|reason| reason.settled(&**table).said(words)).unwrap_or_default()
}

#[test]
fn a_general_names_its_plan_and_the_one_that_came_next_on_the_first_decision_of_a_step() {
    let (table, bots) = begun("kursk-1943", "prochorowka-15");
    let mut table = table.boxed();
    let mut general = bots.bot("general=30", 1).expect("there is a general");
    let mut captain = bots.bot("captain", 1).expect("there is a captain");
    let (mut dice, stop) = (SeededDice::new(7), AtomicBool::new(false));
    let (mut plans, mut orders) = (Vec::new(), 0);
    for n in 0..4000 {
        let Some(side) = table.decider().filter(|_| plans.len() < 2) else { break };
        let imagined = Imagined::of(&*table, side, n);
        let player = if side == Side::A { &mut general } else { &mut captain };
        let choice = player.choose(&imagined, &stop);
        let says = said(&**player, &imagined);
        if says.contains("next best was") {
            assert_eq!(side, Side::A, "captain has no plan to tell of: {says}");
            plans.push(says);
        } else {
            let is_order = says.starts_with("To ") || says.starts_with("Towards ");
            orders += u32::from(side == Side::A && !plans.is_empty() && is_order);
        }
        let choice = table.read_choice(&imagined.write_choice(choice)).expect("it can be read");
        table.choose(choice, &mut dice, &mut Log::silent());
    }
    assert!(orders > plans.len() as u32, "a line for each order: {orders} for {plans:?}");
    let words = table.words(Language::ENGLISH);
    let taken = |says: &str| IDEAS.iter().position(|i| says.starts_with(&words.word(i.name)));
    let next = |says: &str| IDEAS.iter().position(|i| says.contains(&words.word(i.instead)));
    for says in &plans {
        let (taken, next) = (taken(says), next(says));
        assert!(taken.is_some() && next.is_some() && taken != next, "{says}");
        assert!(!says.contains(['{', '[']), "{says}");
    }
    assert!(plans.iter().any(|says| says.contains(", which ")), "in what they differ: {plans:?}");
}
