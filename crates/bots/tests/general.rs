//! General in the real games: it is Captain when it has no time, the same for the same seed, and no worse by its own judgement.

use board::Side;
use engine::{Choice, Log, SeededDice, Table};
use mind::{Bots, Imagined};
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

#[test]
fn a_general_says_on_the_first_decision_of_a_step_what_it_weighed() {
    let (table, bots) = begun("kursk-1943", "prochorowka-15");
    let mut table = table.boxed();
    let mut general = bots.bot("general=15", 1).expect("there is a general");
    let mut captain = bots.bot("captain", 1).expect("there is a captain");
    let (mut dice, stop) = (SeededDice::new(7), AtomicBool::new(false));
    let mut said: Option<u64> = None;
    for n in 0..600 {
        let Some(side) = table.decider() else { break };
        let imagined = Imagined::of(&*table, side, n);
        let player = if side == Side::A { &mut general } else { &mut captain };
        let choice = player.choose(&imagined, &stop);
        let says = player.reason().unwrap_or_default().starts_with("Plan: ");
        match said {
            None if side == Side::A && says => said = Some(n),
            Some(then) => {
                assert!(!says, "it says it again in decision {n} after {then}");
                return;
            }
            None => assert!(!says, "captain has no plan to tell of"),
        }
        let choice = table.read_choice(&imagined.write_choice(choice)).expect("it can be read");
        table.choose(choice, &mut dice, &mut Log::silent());
    }
    panic!("it said nothing of its plan");
}
