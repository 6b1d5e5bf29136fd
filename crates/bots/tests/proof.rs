//! Laws of whoever thinks ahead: by its own judgement never worse than Captain or than nobody moving, told nothing by what lies
//! hidden, and ready to answer at any moment.
//!
//! More by hand: `ROKADA_PROOFS=12 cargo test --release -p rokada-bots --test proof -- --nocapture` weighs so many steps of movement
//! of every scenario below, and prints what each scenario comes to.

use board::Side;
use engine::{Choice, Log, SeededDice, Table};
use mind::{Bots, Imagined, Proof};
use shelf::Shelf;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where plans are proved: a quick scenario here, one of each game by hand.
const SCENARIOS: [(&str, &str); 6] = [
    ("kursk-1943", "prochorowka-15"),
    ("kursk-1943", "armored-claws"),
    ("moscow-1941", "red-snow"),
    ("borodino-2025", "a107"),
    ("battle-of-moscow", "campaign"),
    ("last-stand", "winter"),
];

/// So many samples that nobody has seen.
const HELD_OUT: u64 = 20;

/// So many steps of movement are weighed by hand.
fn by_hand() -> Option<usize> {
    std::env::var("ROKADA_PROOFS").ok().and_then(|n| n.parse().ok())
}

fn begun(game: &str, scenario: &str) -> (Box<dyn Table>, Bots) {
    let opened =
        Shelf::builtin().open(game, scenario, &BTreeMap::new()).expect("it is on the shelf");
    ((opened.start)(&mut SeededDice::new(1), &mut Log::silent()), opened.bots)
}

/// Plays on by Captain on both sides and shows each table before its choice, until it is enough.
fn walk(table: &dyn Table, bots: &Bots, mut see: impl FnMut(&Imagined, u64) -> bool) {
    let mut table = table.boxed();
    let mut captains = [1, 2].map(|seed| bots.bot(mind::CAPTAIN, seed).expect("a captain"));
    let (mut dice, stop) = (SeededDice::new(7), AtomicBool::new(false));
    for n in 0.. {
        let Some(side) = table.decider() else { return };
        let imagined = Imagined::of(&*table, side, n);
        if !see(&imagined, n) {
            return;
        }
        let choice = captains[side.index()].choose(&imagined, &stop);
        let choice = table.read_choice(&imagined.write_choice(choice)).expect("it can be read");
        table.choose(choice, &mut dice, &mut Log::silent());
    }
}

/// What a general's plans come to in the first steps of movement of a scenario.
fn proofs(game: &str, scenario: &str, level: &str, steps: usize) -> Vec<Vec<Proof>> {
    let (table, bots) = begun(game, scenario);
    let mut found = Vec::new();
    walk(&*table, &bots, |imagined, n| {
        found.extend(bots.prove(imagined, level, n, HELD_OUT));
        found.len() < steps
    });
    found
}

/// By how much the first is better than the second on the mean, in hundredths of a factor, and how far that may be chance: two
/// standard errors.
fn gain(proofs: &[Proof], over: impl Fn(&Proof) -> i64) -> (i64, i64) {
    let n = proofs.len() as i64;
    let by: Vec<i64> = proofs.iter().map(|p| p.general - over(p)).collect();
    let mean = by.iter().sum::<i64>() / n;
    let squares: i64 = by.iter().map(|d| (d - mean) * (d - mean)).sum();
    (mean, 2 * (squares / (n * (n - 1))).isqrt())
}

#[test]
fn a_general_is_by_its_own_judgement_no_worse_than_captain_or_nobody() {
    let (scenarios, steps) = match by_hand() {
        Some(steps) => (&SCENARIOS[..], steps),
        None => (&SCENARIOS[..1], 4),
    };
    for &(game, scenario) in scenarios {
        let all = proofs(game, scenario, "general=40", steps);
        assert_eq!(all.len(), steps, "{game} {scenario}");
        let (mut over_captain, mut over_nobody) = (0, 0);
        for (step, proofs) in all.iter().enumerate() {
            let (captain, chance) = gain(proofs, |p| p.captain);
            assert!(captain >= -chance, "{scenario}, step {step}: {captain} against Captain");
            let (nobody, chance) = gain(proofs, |p| p.nobody);
            assert!(nobody >= -chance, "{scenario}, step {step}: {nobody} against nobody");
            over_captain += captain;
            over_nobody += nobody;
        }
        let n = steps as i64;
        println!(
            "{game} {scenario}: {} over Captain, {} over nobody",
            over_captain / n,
            over_nobody / n
        );
        assert!(over_captain >= 0 && over_nobody >= 0, "{scenario}");
    }
}

/// How often each first choice is made when the hidden counters of a table are drawn anew.
fn choices(table: &dyn Table, bots: &Bots, side: Side, seeds: u64) -> BTreeMap<String, u64> {
    let stop = AtomicBool::new(false);
    let mut counted = BTreeMap::new();
    for seed in 0..seeds {
        let mut general = bots.bot("general=12", 5).expect("a general");
        let imagined = Imagined::of(table, side, seed);
        let choice = general.choose(&imagined, &stop);
        *counted.entry(imagined.write_choice(choice)).or_default() += 1;
    }
    counted
}

#[test]
fn other_hidden_counters_do_not_change_what_is_chosen_how_often() {
    let seeds = by_hand().map_or(24, |n| 20 * n as u64);
    let opened = Shelf::builtin().open("kursk-1943", "prochorowka-15", &covered());
    let opened = opened.expect("it is on the shelf");
    let table = (opened.start)(&mut SeededDice::new(1), &mut Log::silent());
    let mut step: Option<(Box<dyn Table>, Side)> = None;
    // The first step of movement in which something is hidden and there is something to weigh.
    walk(&*table, &opened.bots, |imagined, n| {
        let weighs = opened.bots.prove(imagined, "general=1", n, 0).is_some();
        step = weighs.then(|| (imagined.boxed(), imagined.side()));
        step.is_none()
    });
    let (one, side) = step.expect("somebody moves");
    let other = one.imagine(engine::Viewer::Player(side), 99);
    assert_ne!(one.hash(), other.hash(), "nothing is hidden");
    let (one, other) =
        (choices(&*one, &opened.bots, side, seeds), choices(&*other, &opened.bots, side, seeds));
    // Half of the differences is the share of the choices that would have to be others.
    let names: std::collections::BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let of =
        |counted: &BTreeMap<String, u64>, name: &String| counted.get(name).copied().unwrap_or(0);
    let apart: u64 =
        names.iter().map(|name| of(&one, name).abs_diff(of(&other, name))).sum::<u64>() / 2;
    // A few kinds of choice, drawn so often twice, differ by chance in a third of them at most.
    assert!(apart * 3 <= seeds, "{apart} of {seeds}: {one:?} and {other:?}");
}

/// With masking markers over the stacks.
fn covered() -> BTreeMap<String, String> {
    BTreeMap::from([(String::from("masking"), String::from("covered"))])
}

#[test]
fn a_general_that_is_stopped_while_it_weighs_answers_with_a_legal_choice() {
    let (table, bots) = begun("kursk-1943", "prochorowka-15");
    let mut table = table.boxed();
    let stop = Arc::new(AtomicBool::new(false));
    let mut general = bots.bot("general=400", 1).expect("a general");
    let (switch, mut stopped) = (Arc::clone(&stop), 0);
    // He tells after each round of playouts what leads: that is when he is stopped.
    general.tell(Arc::new(move |_| switch.store(true, Ordering::Relaxed)));
    let mut dice = SeededDice::new(7);
    for n in 0..200 {
        let Some(side) = table.decider() else { break };
        stop.store(false, Ordering::Relaxed);
        let imagined = Imagined::of(&*table, side, n);
        let choice: Choice = general.choose(&imagined, &stop);
        stopped += u32::from(stop.load(Ordering::Relaxed));
        let choice = table.read_choice(&imagined.write_choice(choice)).expect("it can be read");
        assert_eq!(table.why_not(choice), None, "decision {n}");
        table.choose(choice, &mut dice, &mut Log::silent());
    }
    assert!(stopped > 0, "nobody was stopped");
}
