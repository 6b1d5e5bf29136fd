//! Sessions: undo and its boundaries, standing orders, the end.

use crate::{after_bids, begin, choose_nth};
use board::Side;
use engine::{Actor, Choice, Rejection, Session, UndoBoundary, Viewer};

fn boundary(session: &mut Session) -> UndoBoundary {
    let side = session.decider().expect("somebody decides");
    match session.undo(side, session.seq()) {
        Err(Rejection::NothingToUndo(boundary)) => boundary,
        other => panic!("nothing can be undone here: {other:?}"),
    }
}

/// Plays by the first choice until the die is thrown; the seeds are searched for a game with a combat.
fn after_a_roll() -> Session {
    for seed in 0.. {
        let mut session = after_bids(seed);
        while session.decider().is_some() {
            let mut choices = Vec::new();
            session.table().choices(&mut choices);
            // The last hex that is offered to Red lies towards Blue, the first one of Blue towards Red.
            let is_hex = matches!(choices[0], Choice::Hex(_));
            let towards = is_hex && session.decider() == Some(Side::A);
            choose_nth(&mut session, if towards { choices.len() - 1 } else { 0 });
            let thrown = session.journal().lines.last().is_some_and(|line| !line.rolls.is_empty());
            if thrown && session.decider().is_some() {
                return session;
            }
        }
    }
    unreachable!("some game has a combat")
}

#[test]
fn undo_goes_back_to_the_beginning_to_what_was_shown_and_to_the_dice_and_no_further() {
    assert_eq!(boundary(&mut begin(1)), UndoBoundary::Beginning);
    let mut bid = begin(1);
    choose_nth(&mut bid, 0);
    assert_eq!(boundary(&mut bid), UndoBoundary::Passed(1));
    assert_eq!(boundary(&mut after_bids(1)), UndoBoundary::Revealed(2));
    let mut rolled = after_a_roll();
    let line = rolled.seq();
    assert_eq!(boundary(&mut rolled), UndoBoundary::Dice(line));
}

#[test]
fn what_is_undone_stands_in_the_journal_and_gives_the_state_back() {
    let mut session = after_bids(1);
    let (before, lines) = (session.table().hash(), session.journal().lines.len());
    let side = choose_nth(&mut session, 0);
    choose_nth(&mut session, 0);
    session.undo(side, session.seq()).expect("a move can be taken back");
    session.undo(side, session.seq()).expect("and the pick before it");
    assert_eq!(session.table().hash(), before);
    assert_eq!(session.journal().lines.len(), lines + 4, "two choices, two undos");
}

#[test]
fn a_standing_order_answers_until_it_is_taken_back() {
    let mut session = after_bids(1);
    let side = session.decider().expect("somebody moves");
    assert_eq!(session.order(side, "charge", true), Err(Rejection::NoSuchOrder("charge".into())));
    let step = session.order(side, "hold", true).expect("there is such an order");
    assert!(matches!(step.lines[1].actor, Actor::Order(_)), "the movement ended at once");
    assert_eq!(session.decider(), Some(side.other()));
    session.order(side, "hold", false).expect("it can be taken back");
    assert_eq!(session.orders(side).count(), 0);
}

#[test]
fn an_answer_to_an_older_line_or_by_the_wrong_side_changes_nothing() {
    let mut session = after_bids(1);
    let (side, seq) = (session.decider().expect("somebody moves"), session.seq());
    let mut choices = Vec::new();
    session.table().choices(&mut choices);
    assert_eq!(session.choose(side.other(), seq, choices[0]), Err(Rejection::NotYours));
    assert_eq!(session.choose(side, seq - 1, choices[0]), Err(Rejection::Stale(seq)));
    assert_eq!(session.seq(), seq);
}

#[test]
fn whoever_resigns_has_lost_and_nothing_more_can_be_done() {
    let mut session = begin(1);
    session.resign(Side::B).expect("anybody may resign");
    assert_eq!(session.outcome().and_then(|o| o.winner), Some(Side::A));
    assert_eq!(session.undo(Side::A, session.seq()).err(), {
        Some(Rejection::NothingToUndo(UndoBoundary::Beginning))
    });
    assert_eq!(session.resign(Side::A), Err(Rejection::Over));
}

#[test]
fn a_bid_is_known_to_nobody_else_until_both_have_bid() {
    let mut session = begin(1);
    choose_nth(&mut session, 0);
    let told = |viewer| session.table().view(viewer).to_string();
    let other = session.table().imagine(Viewer::Player(Side::B), 5);
    assert_ne!(other.hash(), session.table().hash(), "another card may lie there");
    assert_eq!(told(Viewer::Player(Side::B)), other.view(Viewer::Player(Side::B)).to_string());
    let cards = &session.table().view(Viewer::Player(Side::B))["tracks"][0]["value"];
    assert_eq!(cards, "2 cards");
}
