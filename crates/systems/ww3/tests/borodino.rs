//! Borodino 2025: its scenarios open, its cases hold, random games of it obey the laws.
#![allow(clippy::unwrap_used)]

use board::{DiskFolder, Folder, Side};
use engine::{Arg, Dice, DiceSource, Game, Header, SeededDice, Viewer, laws};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use wb95::state::Mark;
use ww3::{Game as Borodino, State};

const SCENARIOS: [&str; 5] = ["target-moscow", "a107", "a113", "moscow", "harvest-festival"];

fn folder() -> DiskFolder {
    DiskFolder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../games/borodino-2025"))
}

fn load(scenario: &str, options: &BTreeMap<String, String>) -> Borodino {
    match Borodino::load(&folder(), scenario, options) {
        Ok(game) => game,
        Err(problems) => panic!("{scenario}: {problems}"),
    }
}

#[test]
fn every_counter_of_the_usual_set_up_stands_within_the_limit() {
    for scenario in SCENARIOS {
        let game = load(scenario, &BTreeMap::new());
        let mut log = engine::Log::silent();
        let mut dice = SeededDice::new(1);
        let mut state = game.start(&mut dice, &mut log);
        let suggested = game.verbs().iter().position(|v| *v == "suggested").unwrap();
        let done = game.verbs().iter().position(|v| *v == "done").unwrap();
        while state.phase == wb95::Phase::Setup {
            let mut list = Vec::new();
            game.choices(&state, &mut list);
            let verb = |n: usize| engine::Choice::Verb(engine::Verb(n as u16));
            let choice = [verb(suggested), verb(done)].into_iter().find(|c| list.contains(c));
            game.make(&mut state, choice.unwrap(), &mut dice, &mut log);
        }
        game.check(&state).unwrap();
        for entry in &game.scenario.setup {
            for id in &entry.units {
                let unit = game.roster.find(id.get_ref()).unwrap();
                assert!(state.position.hex(unit).is_some(), "{scenario}: {} stands", id.get_ref());
            }
        }
    }
}

#[test]
fn the_cases_hold() {
    let folder = folder();
    let mut games: BTreeMap<(String, BTreeMap<String, String>), Borodino> = BTreeMap::new();
    let (mut run, mut failures) = (0, Vec::new());
    let only = std::env::var("CASE").unwrap_or_default();
    for name in folder.list("cases") {
        let source = folder.read(&format!("cases/{name}")).unwrap();
        for (line, case) in engine::case::load(&source).unwrap() {
            if !case.name.get_ref().contains(&only) {
                continue;
            }
            let scenario = if case.scenario.is_empty() { SCENARIOS[0] } else { &case.scenario };
            let key = (scenario.to_string(), case.options.clone());
            let game = games.entry(key).or_insert_with(|| load(scenario, &case.options));
            run += 1;
            if let Err(why) = engine::case::run(game, &case) {
                failures.push(format!("{name}:{line} {}\n    {why}", case.name.get_ref()));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {run} fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_worked_example_of_the_digest_is_a_case() {
    // The digest's list of worked examples runs from 1 to 155; a case says with its id which it is.
    let folder = folder();
    let mut ids = BTreeSet::new();
    for name in folder.list("cases") {
        let source = folder.read(&format!("cases/{name}")).unwrap();
        for (_, case) in engine::case::load(&source).unwrap() {
            let numbers = case.id.split(|c: char| !c.is_ascii_digit());
            ids.extend(numbers.filter_map(|n| n.parse::<u32>().ok()));
        }
    }
    let missing: Vec<u32> = (1..=155).filter(|n| !ids.contains(n)).collect();
    assert!(missing.is_empty(), "examples without a case: {missing:?}");
}

#[test]
fn random_games_obey_the_laws() {
    let games = std::env::var("ROKADA_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let first = std::env::var("ROKADA_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let only = std::env::var("SCENARIO").unwrap_or_default();
    for scenario in SCENARIOS.into_iter().filter(|s| s.contains(&only)) {
        let game = Arc::new(load(scenario, &BTreeMap::new()));
        for seed in first..first + games {
            let header = Header {
                game: String::from("borodino-2025"),
                scenario: scenario.to_string(),
                options: Vec::new(),
                edition: game.edition(),
                data: String::new(),
                dice: DiceSource::Recorded,
                position: None,
            };
            let effort = laws::Effort { every: 400, ..laws::Effort::default() };
            match laws::check_game(&game, header, seed, effort) {
                Ok(played) => println!(
                    "{scenario} {seed}: {} choices, turn {}, {}",
                    played.choices, played.turn, played.outcome
                ),
                Err(breach) => {
                    let last: Vec<String> = breach
                        .journal
                        .lines
                        .iter()
                        .rev()
                        .take(12)
                        .map(|l| format!("{l:?}"))
                        .collect();
                    panic!("{scenario} {seed}: {breach}\n{}", last.join("\n"));
                }
            }
        }
    }
}

/// Plays a game to its end with random choices.
fn play(game: &Borodino, mut state: State, seed: u64) -> State {
    let (mut dice, mut log) = (SeededDice::new(seed), engine::Log::silent());
    let mut next = SeededDice::new(seed + 1);
    let mut list = Vec::new();
    while game.outcome(&state).is_none() {
        list.clear();
        game.choices(&state, &mut list);
        let index = usize::from(next.roll(list.len() as u16)) - 1;
        game.make(&mut state, list[index], &mut dice, &mut log);
    }
    state
}

#[test]
fn who_pursues_is_asked_with_the_hexes_that_were_left() {
    let game = load("target-moscow", &BTreeMap::new());
    let (mut dice, mut log) = (SeededDice::new(3), engine::Log::silent());
    let mut next = SeededDice::new(4);
    let mut state = game.start(&mut dice, &mut log);
    let (mut list, mut asked) = (Vec::new(), BTreeSet::new());
    while game.outcome(&state).is_none() {
        let text = engine::with_desk(&game, &state, |at| game.prompt(at, Viewer::Referee)).text;
        if let (Some(side), "prompt.pursuit") = (game.decider(&state), text.id) {
            let attacks = side == game.active(&state);
            asked.insert(attacks);
            let attacked = &state.combat.as_ref().unwrap().hexes;
            let hexes = text.args.iter().find_map(|(_, arg)| match arg {
                Arg::Hexes(hexes) => Some(hexes.clone()),
                _ => None,
            });
            for hex in hexes.unwrap() {
                assert_eq!(attacked.contains(&hex), attacks, "{hex:?} was left by the enemy");
            }
        }
        list.clear();
        game.choices(&state, &mut list);
        let index = usize::from(next.roll(list.len() as u16)) - 1;
        game.make(&mut state, list[index], &mut dice, &mut log);
    }
    assert_eq!(asked.len(), 2, "attackers and defenders were asked");
}

#[test]
fn the_five_scenarios_are_one_campaign() {
    let order = ["harvest-festival", "target-moscow", "a107", "a113", "moscow"];
    let mut log = engine::Log::silent();
    let mut dice = SeededDice::new(5);
    let games: Vec<Borodino> = order.iter().map(|s| load(s, &BTreeMap::new())).collect();
    let mut state = play(&games[0], games[0].start(&mut dice, &mut log), 5);
    for pair in games.windows(2) {
        let refused = pair[0].carry_on(&state, &mut dice, &mut log);
        assert!(refused.is_err(), "a scenario does not follow itself");
        let begun = pair[1].carry_on(&state, &mut dice, &mut log).unwrap();
        pair[1].check(&begun).unwrap();
        let gone = |s: &State, u| s.position.steps(u) == 0;
        let dead = pair[1].roster.units().filter(|&u| gone(&state, u));
        for unit in dead {
            // Eliminated stays eliminated, or out of play with its whole faction [LINK-4].
            let out = [board::BoxId(0), board::BoxId(3)].map(board::Spot::Box);
            assert!(out.contains(&begun.position.spot(unit)), "{}: {unit:?}", pair[1].scenario.id);
        }
        let text = serde_json::to_string(&begun).unwrap();
        // Journals of a campaign hold such states.
        assert!(text.contains("\"ww3\":{\"air\""), "the part of WW3 is stored under its name");
        let back: State = serde_json::from_str(&text).unwrap();
        assert!(back == begun, "{}: a carried state can be stored", pair[1].scenario.id);
        state = play(&pair[1], begun, 7);
    }
    assert_eq!(games[4].scenario.id, "moscow", "the campaign ends in Moscow");
}

#[test]
fn the_duel_begins_even_with_dice_that_never_differ() {
    let game = load("harvest-festival", &BTreeMap::new());
    let state = game.start(&mut engine::FixedDice::default(), &mut engine::Log::silent());
    assert!(game.decider(&state).is_some(), "somebody places the first unit");
}

#[test]
fn the_duel_shows_the_steps_of_its_rounds_and_no_phases_of_a_turn() {
    // [HF-3]: one places, the other answers, they fight; [HF-7]: headquarters come last.
    let game = load("harvest-festival", &BTreeMap::new());
    let (mut dice, mut log) = (SeededDice::new(4), engine::Log::silent());
    let mut state = game.start(&mut dice, &mut log);
    let mut seen = BTreeSet::new();
    let mut list = Vec::new();
    loop {
        let turn = game.turn(&state);
        let ids: Vec<&str> = turn.phases.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, ["place", "answer", "fight", "rest"]);
        let Some(decider) = game.decider(&state) else { break };
        let (id, side) = &turn.phases[turn.now];
        assert!(side.is_none_or(|side| side == decider), "{id}: {side:?} and not {decider:?}");
        seen.insert(id.clone());
        list.clear();
        game.choices(&state, &mut list);
        game.make(&mut state, list[0], &mut dice, &mut log);
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
    assert_eq!(game.turn(&state).now, 3, "the end comes after the rest");
}

#[test]
fn a_unit_is_carried_as_it_is() {
    // [LINK-2]: hex, CEL, order and fortifications; [LINK-3]: masked again.
    let (target, a107) = (load("target-moscow", &BTreeMap::new()), load("a107", &BTreeMap::new()));
    let (mut dice, mut log) = (SeededDice::new(3), engine::Log::silent());
    let mut state = play(&target, target.start(&mut dice, &mut log), 3);
    let unit = target.roster.find("l-hq3").unwrap();
    let hex = target.map.grid.parse("6612").unwrap();
    state.position.set_steps(unit, 1);
    target.lay(&mut state, unit, hex);
    state.forts[Side::B].insert(hex);
    state.disorganised[unit.index()] = state.clock();
    let begun = a107.carry_on(&state, &mut dice, &mut log).unwrap();
    assert_eq!(begun.position.hex(unit), Some(hex));
    assert_eq!(begun.position.steps(unit), 1);
    assert!(begun.disorganised[unit.index()] > 0 && begun.forts[Side::B].contains(hex));
    assert!(!begun.position.has_mark(unit, Mark::Seen), "masked again");
    assert_eq!(begun.own.ew, state.own.ew, "unspent electronic warfare stays");
}

#[test]
fn both_sides_have_counters_in_every_battle() {
    for scenario in &SCENARIOS[..4] {
        let game = load(scenario, &BTreeMap::new());
        let state = game.initial();
        for side in Side::BOTH {
            let waiting = game
                .roster
                .units()
                .filter(|&u| game.side(u) == side && game.setup[u.index()].is_some());
            assert!(waiting.count() > 10, "{scenario}: both sides are set up");
        }
        assert_eq!(state.turn, 0, "{scenario} begins before its first turn");
    }
}
