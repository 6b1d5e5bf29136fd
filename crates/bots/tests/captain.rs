//! Captain at every scenario: legal, never stuck, the same on every machine, and better than lots.

use bots::{Finished, Manner, Plan, Players, Setting, Wants, play, run};
use shelf::Shelf;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

fn setting(game: &str, scenario: &str) -> Setting {
    let opened =
        Shelf::builtin().open(game, scenario, &BTreeMap::new()).expect("it is on the shelf");
    Setting { header: opened.header, start: opened.start, bots: opened.bots, places: Vec::new() }
}

fn plan(seed: u64) -> Plan {
    Plan { seed, players: Players::Compared(["captain", "recruit"].map(String::from)) }
}

/// One seed with Captain on both sides in turn: both games come to their end by legal choices alone, which `play` checks
/// at the real table. The score is 4 if Captain wins both.
fn pair(game: &str, scenario: &str, seed: u64) -> u8 {
    let (setting, plan) = (setting(game, scenario), plan(seed));
    let score = |n: u64| {
        let record = play(&setting, &plan.order(n), Wants::default()).record;
        assert_eq!(record.failure, None, "{game} {scenario}, seed {seed}, game {n}");
        record.score().expect("it came to its end")
    };
    score(0) + 2 - score(1)
}

#[test]
fn captain_beats_lots_at_the_battle_of_moscow() {
    assert_eq!(pair("battle-of-moscow", "campaign", 2), 4);
}

#[test]
fn captain_beats_lots_at_the_extended_battle_of_moscow() {
    assert_eq!(pair("battle-of-moscow", "extended", 2), 4);
}

#[test]
fn captain_beats_lots_at_typhoon() {
    assert_eq!(pair("moscow-1941", "typhoon", 2), 4);
}

#[test]
fn captain_beats_lots_at_red_snow() {
    assert_eq!(pair("moscow-1941", "red-snow", 2), 4);
}

#[test]
fn captain_beats_lots_at_prochorowka() {
    assert_eq!(pair("kursk-1943", "prochorowka-15", 1), 4);
}

#[test]
fn captain_beats_lots_at_a107() {
    assert_eq!(pair("borodino-2025", "a107", 1), 4);
}

#[test]
fn captain_beats_lots_at_moscow_where_a_line_and_a_hex_win() {
    assert_eq!(pair("borodino-2025", "moscow", 1), 4);
}

#[test]
fn captain_beats_lots_at_last_stand() {
    assert_eq!(pair("last-stand", "standard", 2), 4);
}

#[test]
fn captain_beats_lots_in_the_winter_counteroffensive() {
    assert_eq!(pair("last-stand", "winter", 2), 4);
}

/// Of a masked stack beside him a player is told whether Whites or Poles are in it (R49), or a bot would join targets that
/// the true counters keep apart [A113-4].
#[test]
fn nobody_joins_masked_targets_that_may_not_be_attacked_together() {
    let lots = Players::Sides([mind::RECRUIT; 2].map(String::from));
    let plan = Plan { seed: 1, players: lots };
    let record = play(&setting("borodino-2025", "a113"), &plan.order(15), Wants::default()).record;
    assert_eq!(record.failure, None);
}

#[test]
fn captain_plays_the_same_games_on_any_number_of_threads() {
    let setting = setting("battle-of-moscow", "campaign");
    let played = |threads: usize| -> Vec<Finished> {
        let mut all = Vec::new();
        let manner = Manner { threads, wants: Wants { journal: true, moments: false } };
        let stop = AtomicBool::new(false);
        let done = run(&setting, &plan(5), 0..2, manner, &stop, |finished| {
            all.push(finished);
            Ok::<(), Infallible>(())
        });
        done.expect("nothing goes wrong in the sink");
        all
    };
    assert_eq!(played(1), played(2));
}
