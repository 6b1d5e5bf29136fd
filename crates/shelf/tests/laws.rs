//! The laws that every game must obey, under seeded random play of every scenario.
#![allow(clippy::unwrap_used)]

mod common;

use common::for_every_scenario;
use engine::laws::Effort;

/// Two games of every scenario; the long run is `rokada laws`.
#[test]
fn every_scenario_obeys_the_laws_in_random_games() {
    for_every_scenario(|shelf, game, scenario| {
        let opened = shelf.open(game, scenario, &Default::default()).unwrap();
        for seed in 1..=2 {
            if let Err(breach) = opened.check_laws(seed, Effort::default()) {
                panic!("{game} {scenario} seed {seed}: {breach}");
            }
        }
    });
}

/// One whole campaign: every scenario begins from the end of the journal before it. The long run is `rokada laws --campaign`.
#[test]
fn a_campaign_obeys_the_laws_from_scenario_to_scenario() {
    let shelf = shelf::Shelf::builtin();
    let chain = shelf.campaign("borodino-2025", &Default::default()).unwrap();
    let ids: Vec<&str> = chain.iter().map(|o| o.header.scenario.as_str()).collect();
    assert_eq!(ids, ["harvest-festival", "target-moscow", "a107", "a113", "moscow"]);
    assert!(shelf.campaign("moscow-1941", &Default::default()).unwrap().is_empty());
    let mut end: Option<String> = None;
    for scenario in &chain {
        let opened = match &end {
            None => scenario.clone(),
            Some(end) => scenario.carried_on(end).unwrap(),
        };
        let id = &opened.header.scenario;
        let played = opened.check_laws(3, Effort::default());
        let played = played.unwrap_or_else(|breach| panic!("{id}: {breach}"));
        assert_eq!(
            played.journal.header.position, end,
            "{id} says in its journal what it began from"
        );
        end = Some(opened.end_of(&played.journal));
    }
}

/// Games that once broke a law, each with what it was.
#[test]
fn games_that_once_broke_a_law_keep_it() {
    let shelf = shelf::Shelf::builtin();
    // The defender was told which of the attacker's masked units must still attack.
    for (game, scenario, seed) in [("moscow-1941", "typhoon", 1131), ("kursk-1943", "kursk", 1080)]
    {
        let opened = shelf.open(game, scenario, &Default::default()).unwrap();
        if let Err(breach) = opened.check_laws(seed, Effort::default()) {
            panic!("{game} {scenario} seed {seed}: {breach}");
        }
    }
    // Two units that retreated together had no hex left: their first step had changed where they had to end (6.62).
    let weather = [(String::from("variable-weather"), String::from("yes"))].into();
    let opened = shelf.open("last-stand", "standard", &weather).unwrap();
    if let Err(breach) = opened.check_laws(70761, Effort { every: 120, ..Effort::default() }) {
        panic!("last-stand standard seed 70761: {breach}");
    }
}
