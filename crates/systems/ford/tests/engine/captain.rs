//! Captain plays The Ford, and better than lots.

use crate::begin;
use board::{BySide, Side};
use engine::{Table, Viewer};
use ford::Ford;
use mind::{Advice, Bot, Captain, Imagined, Recruit, Weights};
use std::sync::atomic::AtomicBool;

/// Who wins a game in which this side is Captain's and lots are drawn for the other.
fn winner(seed: u64, captain: Side) -> Option<Side> {
    let mut session = begin(seed);
    let mut bots: [Box<dyn Bot>; 2] = [
        Box::new(Captain::<Ford>::new(BySide::of(|_| Weights::default()))),
        Box::new(Recruit::new(seed)),
    ];
    for line in 0.. {
        let Some(side) = session.decider() else { break };
        let bot = &mut bots[usize::from(side != captain)];
        let table = Imagined::of(session.table(), side, seed * 1000 + line);
        let choice = table.write_choice(bot.choose(&table, &AtomicBool::new(false)));
        let choice = session.table().read_choice(&choice).expect("a bot names a choice");
        session.choose(side, session.seq(), choice).expect("a bot chooses what is legal");
    }
    session.outcome().expect("the game is over").winner
}

#[test]
fn captain_beats_recruit_on_either_side() {
    for captain in Side::BOTH {
        let games = (0..40).map(|seed| winner(seed, captain));
        let (mut won, mut lost) = (0, 0);
        for winner in games.flatten() {
            *(if winner == captain { &mut won } else { &mut lost }) += 1;
        }
        assert!(won > 2 * lost, "{captain:?}: {won} won, {lost} lost");
    }
}

#[test]
fn advice_is_a_whole_action_and_the_same_whatever_is_hidden() {
    let (mut given, mut actions) = (0, 0);
    for seed in 0..20 {
        let mut session = begin(seed);
        while let Some(side) = session.decider() {
            let advice = |table: &dyn Table| {
                let imagined = Imagined::of(table, side, seed);
                let mut captain = Captain::<Ford>::new(BySide::of(|_| Weights::default()));
                Advice::of(imagined, &mut captain, &AtomicBool::new(false))
            };
            let told = advice(session.table());
            // What the side cannot know is drawn anew, and then it asks again.
            let other = session.table().imagine(Viewer::Player(side), !seed);
            assert_eq!(told, advice(&*other), "seed {seed}, line {}", session.seq());
            given += 1;
            actions += usize::from(told.choices.len() > 1);
            for text in told.choices {
                let choice = session.table().read_choice(&text).expect("a choice");
                session.choose(side, session.seq(), choice).expect("it may be followed");
            }
        }
    }
    assert!(given > 100 && actions > 50, "{given} times, {actions} with more than one choice");
}
