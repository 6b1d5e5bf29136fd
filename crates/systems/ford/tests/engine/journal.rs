//! Journals: written, read, replayed, and what is said of a damaged one.

use crate::{begin, choose_nth};
use engine::{Journal, Seated, Session, Table};
use ford::Ford;
use std::sync::Arc;

/// A whole game by the first choice.
fn whole(seed: u64) -> Session {
    let mut session = begin(seed);
    while session.decider().is_some() {
        choose_nth(&mut session, 0);
    }
    session
}

fn start(dice: &mut dyn engine::Dice, log: &mut engine::Log) -> Box<dyn Table> {
    Box::new(Seated::new(Arc::new(Ford::new()), dice, log))
}

#[test]
fn a_journal_that_is_written_and_read_replays_to_the_same_state() {
    let session = whole(3);
    let text = session.journal().write();
    let (read, verification, damage) = Session::read(&text, None, &start).expect("a journal");
    assert_eq!((damage, verification.broken), (None, None));
    assert_eq!(read.table().hash(), session.table().hash());
    assert_eq!(read.journal(), session.journal());
    assert_eq!(read.outcome(), session.outcome());
}

/// The journal of a whole game with something changed in it, replayed.
fn broken_line(change: impl Fn(&mut Journal)) -> (u64, String) {
    let mut journal = whole(3).journal().clone();
    change(&mut journal);
    let (session, verification) = Session::replay(&journal, None, &start);
    let (line, why) = verification.broken.expect("the change is noticed");
    assert_eq!(session.seq(), line - 1, "the session stands before the broken line");
    (line, why)
}

#[test]
fn a_journal_that_diverges_names_the_line() {
    let (line, why) = broken_line(|journal| journal.lines[5].hash ^= 1);
    assert_eq!(line, 5);
    assert!(why.starts_with("the state differs"), "{why}");
}

#[test]
fn a_choice_that_is_not_legal_any_more_names_its_line() {
    let (line, _) = broken_line(|journal| {
        journal.lines[4].what = engine::What::Choice(String::from("hex 0705"));
    });
    assert_eq!(line, 4);
}

#[test]
fn a_state_that_is_stored_and_reread_is_the_same() {
    let session = whole(4);
    let stored = session.table().save();
    let again = Seated::at(Arc::new(Ford::new()), &stored).expect("a stored state");
    assert_eq!(again.hash(), session.table().hash());
    let broken = stored.replace("\"strength\":", "\"strength\":9");
    assert!(Seated::at(Arc::new(Ford::new()), &broken).is_err());
}
