//! Bookmarks: a session that is opened at one is the session that a whole replay gives.

use crate::{begin, choose_nth};
use board::Side;
use engine::{Journal, Seated, Session, Table, Viewer};
use ford::Ford;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use std::sync::Arc;

fn start(dice: &mut dyn engine::Dice, log: &mut engine::Log) -> Box<dyn Table> {
    Box::new(Seated::new(Arc::new(Ford::new()), dice, log))
}

/// A game by lot in which every fourth step is taken back where it can be, with a bookmark every few lines.
fn played(seed: u64, every: u64) -> (Session, Vec<(u64, String)>) {
    let mut session = begin(seed);
    let (mut bookmarks, mut last) = (Vec::new(), None);
    let mut lots = ChaCha8Rng::seed_from_u64(seed);
    while let Some(side) = session.decider() {
        let lot = lots.next_u32() as usize;
        let is_undone = lot.is_multiple_of(4) && session.undo(side, session.seq()).is_ok();
        if !is_undone {
            let mut choices = Vec::new();
            session.table().choices(&mut choices);
            choose_nth(&mut session, (lot / 4) % choices.len());
        }
        if session.seq() - last.unwrap_or(0) >= every {
            bookmarks.push((session.seq(), session.bookmark(last)));
            last = Some(session.seq());
        }
    }
    (session, bookmarks)
}

fn assert_same(one: &mut Session, other: &mut Session) {
    assert_eq!(one.journal(), other.journal());
    for viewer in
        [Viewer::Player(Side::A), Viewer::Player(Side::B), Viewer::Spectator, Viewer::Referee]
    {
        assert_eq!(one.table().view(viewer), other.table().view(viewer));
        assert_eq!(one.events(None, viewer), other.events(None, viewer));
    }
    for side in Side::BOTH {
        assert!(one.orders(side).eq(other.orders(side)));
        let undoable = |session: &Session| {
            let (lines, boundary) = session.undoable(side);
            (lines.collect::<Vec<_>>(), boundary)
        };
        assert_eq!(undoable(one), undoable(other));
        while let Ok(step) = one.undo(side, one.seq()) {
            assert_eq!(Ok(step), other.undo(side, other.seq()));
            assert_eq!(one.table().hash(), other.table().hash());
        }
    }
    assert_eq!((one.decider(), one.outcome()), (other.decider(), other.outcome()));
}

#[test]
fn a_session_opened_at_a_bookmark_is_the_one_that_a_whole_replay_gives() {
    for seed in 0..40 {
        let (whole, bookmarks) = played(seed, 1 + seed % 7);
        let whole = whole.journal();
        let lines = whole.lines.len();
        for cut in 1..=lines {
            let journal = Journal { lines: whole.lines[..cut].to_vec(), ..whole.clone() };
            let known = bookmarks.iter().take_while(|(line, _)| *line < cut as u64);
            let known: Vec<String> = known.map(|(_, text)| text.clone()).collect();
            if known.is_empty() {
                continue;
            }
            let (mut resumed, verified, line) =
                Session::resume(&journal, None, &start, &known).expect("the bookmarks hold");
            assert_eq!(verified.broken, None);
            assert_eq!(Some(line), bookmarks[..known.len()].last().map(|(line, _)| *line));
            let (mut replayed, _) = Session::replay(&journal, None, &start);
            assert_same(&mut resumed, &mut replayed);
        }
    }
}

#[test]
fn a_bookmark_of_another_state_or_without_the_one_before_is_not_trusted() {
    let (session, bookmarks) = played(5, 3);
    let bookmarks: Vec<String> = bookmarks.into_iter().map(|(_, text)| text).collect();
    let journal = session.journal();
    let resume = |bookmarks: &[String]| {
        Session::resume(journal, None, &start, bookmarks).map(|(session, _, _)| session.seq())
    };
    assert_eq!(resume(&bookmarks), Ok(session.seq()));
    let whose = |why: Result<u64, String>| why.expect_err("it is not trusted");
    assert!(whose(resume(&bookmarks[1..])).contains("missing"));
    assert!(whose(resume(&[])).contains("no bookmark"));
    let last = bookmarks.len() - 1;
    // The states of an earlier bookmark, under the head of the last.
    let mut swapped = bookmarks.clone();
    let head = |i: usize| bookmarks[i].split_once('\n').expect("a head and the rest");
    swapped[last] = format!("{}\n{}", head(last).0, head(0).1);
    whose(resume(&swapped));
    for end in 0..bookmarks[last].len() {
        let mut cut = bookmarks.clone();
        cut[last].truncate(end);
        whose(resume(&cut));
    }
    // Whole, but of another game with the same beginning.
    let (other, others) = played(12, 3);
    assert_ne!(other.journal().lines.last(), journal.lines.last());
    let others: Vec<String> = others.into_iter().map(|(_, text)| text).collect();
    whose(resume(&others));
}
