//! The extended game from the final position of a campaign game [EXT-3] [DES-4].
#![allow(clippy::unwrap_used)]

use battle_of_moscow::{BattleOfMoscow, Ending, Phase, State};
use board::{DiskFolder, Spot};
use engine::{Choice, Dice, FixedDice, Game, Log, SeededDice};
use std::path::Path;

fn load(scenario: &str) -> BattleOfMoscow {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../games/battle-of-moscow");
    BattleOfMoscow::load(&DiskFolder(folder), scenario, &Default::default()).unwrap()
}

fn verb(game: &BattleOfMoscow, name: &str) -> Choice {
    let number = game.verbs().iter().position(|v| *v == name).unwrap();
    Choice::Verb(engine::Verb(number as u16))
}

/// Plays the campaign with the suggested set-up, passing wherever that is legal, until it is over; the Russian
/// ends it early if `stop` says so.
fn campaign(game: &BattleOfMoscow, dice: &mut dyn Dice, stop: bool) -> State {
    let mut log = Log::silent();
    let mut state = game.start(dice, &mut log);
    let preferred =
        ["suggested", if stop { "end-game" } else { "continue" }, "done"].map(|v| verb(game, v));
    while game.outcome(&state).is_none() {
        let mut list = Vec::new();
        game.choices(&state, &mut list);
        let choice = preferred.into_iter().find(|c| list.contains(c)).unwrap_or(list[0]);
        game.make(&mut state, choice, dice, &mut log);
    }
    state
}

#[test]
fn a_game_that_the_russian_ends_early_goes_on_with_the_next_turn_from_its_exact_position() {
    let (campaign_game, extended) = (load("campaign"), load("extended"));
    let before = campaign(&campaign_game, &mut SeededDice::new(1), true);
    assert_eq!(before.ending, Some(Ending::RussianEarly));
    assert_eq!(before.turn, 7, "nothing begun by the end of turn 7: the Russian may end the game");
    // Nov IV has a row in the weather table: a 6 is snow.
    let mut dice = FixedDice::new([6]);
    let after = extended.carry_on(&before, &mut dice, &mut Log::silent()).unwrap();
    assert!(dice.is_used_up() && dice.missing == 0, "one die for the weather of turn 8");
    assert_eq!((after.turn, after.last_turn), (8, 20));
    assert_eq!((after.phase, after.ending), (Phase::FirstMovement, None));
    for unit in before.position.units() {
        assert_eq!(before.position.spot(unit), after.position.spot(unit), "{unit:?} has moved");
    }
    for hex in extended.map().grid.hexes() {
        assert_eq!(before.position.control(hex), after.position.control(hex), "{hex:?}");
    }
    assert_eq!(after.released, before.released);
    assert_eq!(
        (after.german_infantry, after.german_mobile),
        (before.german_infantry, before.german_mobile),
        "the stock is kept; the factors of turn 8 come with its arrivals"
    );
    extended.check(&after).unwrap();
}

#[test]
fn a_game_that_ran_its_ten_turns_goes_on_in_snow_without_a_die() {
    let (campaign_game, extended) = (load("campaign"), load("extended"));
    let before = campaign(&campaign_game, &mut SeededDice::new(1), false);
    assert_eq!((before.turn, before.ending), (10, Some(Ending::RussianMarginal)));
    let mut dice = FixedDice::default();
    let after = extended.carry_on(&before, &mut dice, &mut Log::silent()).unwrap();
    assert_eq!(dice.missing, 0, "turn 11 needs no die");
    assert_eq!(after.turn, 11);
    let units = |s: &State| s.position.units().filter(|&u| is_on_map(s, u)).count();
    assert_eq!(units(&before), units(&after));
}

fn is_on_map(state: &State, unit: board::UnitId) -> bool {
    matches!(state.position.spot(unit), Spot::Hex(_))
}

#[test]
fn a_game_that_the_germans_have_won_is_not_carried_on() {
    let (campaign_game, extended) = (load("campaign"), load("extended"));
    let mut before = campaign(&campaign_game, &mut SeededDice::new(1), true);
    for won in [Ending::GermanOccupation, Ending::GermanIsolation] {
        before.ending = Some(won);
        let no = extended.carry_on(&before, &mut FixedDice::default(), &mut Log::silent());
        assert_eq!(no.unwrap_err().rules.numbers(), ["EXT-3"]);
    }
}

#[test]
fn a_running_game_is_not_carried_on_nor_is_the_campaign_by_itself() {
    let (campaign_game, extended) = (load("campaign"), load("extended"));
    let mut before = campaign(&campaign_game, &mut SeededDice::new(1), false);
    let itself = campaign_game.carry_on(&before, &mut FixedDice::default(), &mut Log::silent());
    assert_eq!(itself.unwrap_err().rules.numbers(), ["EXT-3"], "no turn is left after the tenth");
    before.ending = None;
    let running = extended.carry_on(&before, &mut FixedDice::default(), &mut Log::silent());
    assert_eq!(running.unwrap_err().rules.numbers(), ["EXT-3"]);
}
