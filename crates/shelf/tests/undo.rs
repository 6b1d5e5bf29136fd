//! Undo in a long turn: every step back gives the state that stood there, and few states are kept
//! for it.
#![allow(clippy::unwrap_used)]

use board::Side;
use engine::{Choice, DiceSource, FixedDice, Journal, Line, Log, Recorder, Session, Table, What};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use shelf::{Opened, Shelf};

/// How many choices the long turn has.
const STEPS: usize = 150;

fn begin(opened: &Opened) -> Session {
    let mut header = opened.header.clone();
    header.dice = DiceSource::Seed(5);
    Session::begin(header, None, &*opened.start)
}

/// Whether a choice could be undone: no dice, nothing shown, and the same side decides again.
fn can_be_undone(table: &dyn Table, by: Side, choice: Choice) -> bool {
    let mut after = table.boxed();
    let (mut dice, mut log) = (FixedDice::default(), Log::silent());
    let mut recorder = Recorder::new(&mut dice);
    after.choose(choice, &mut recorder, &mut log);
    recorder.rolls.is_empty() && !log.has_revealed() && after.decider() == Some(by)
}

/// Makes choices that can be undone for as long as there are some and the turn is not long enough,
/// or any choice if there are none.
fn play_on(session: &mut Session, rng: &mut ChaCha8Rng) {
    let by = session.decider().unwrap();
    let mut choices = Vec::new();
    session.table().choices(&mut choices);
    for i in (1..choices.len()).rev() {
        choices.swap(i, rng.next_u32() as usize % (i + 1));
    }
    let safe = choices.iter().copied().find(|c| can_be_undone(session.table(), by, *c));
    let choice = safe.unwrap_or(choices[0]);
    session.choose(by, session.seq(), choice).unwrap();
}

fn steps(session: &Session) -> Vec<u64> {
    session.decider().map_or(Vec::new(), |by| session.undoable(by).0.collect())
}

/// A game in the middle of a long turn.
fn in_a_long_turn(opened: &Opened, rng: &mut ChaCha8Rng) -> Session {
    let mut session = begin(opened);
    for _ in 0..4000 {
        if steps(&session).len() >= STEPS || session.decider().is_none() {
            break;
        }
        play_on(&mut session, rng);
    }
    session
}

fn scenarios() -> Vec<Opened> {
    let shelf = Shelf::builtin();
    let wanted = [
        ("battle-of-moscow", "campaign"),
        ("moscow-1941", "typhoon"),
        ("kursk-1943", "prochorowka"),
        ("borodino-2025", "target-moscow"),
        ("last-stand", "winter"),
    ];
    wanted.iter().map(|(g, s)| shelf.open(g, s, &Default::default()).unwrap()).collect()
}

#[test]
fn undo_to_every_line_of_a_long_turn_gives_the_state_that_stood_there() {
    for opened in scenarios() {
        let name = &opened.header.game;
        let mut session = in_a_long_turn(&opened, &mut ChaCha8Rng::seed_from_u64(3));
        let by = session.decider().unwrap();
        let lines = steps(&session);
        assert!(lines.len() >= STEPS, "{name}: a turn of {} choices", lines.len());
        let most = 2 + 2 * lines.len().ilog2() as usize;
        assert!(session.states_kept() <= most, "{name}: {} states kept", session.states_kept());
        let hashes: Vec<u32> = session.journal().lines.iter().map(|l| l.hash).collect();
        for line in lines {
            session.undo(by, session.seq()).unwrap();
            let last = session.journal().lines.last().unwrap();
            assert_eq!(last.what, What::Undo(line), "{name}");
            assert_eq!(last.hash, hashes[line as usize], "{name}: back at line {line}");
            assert_eq!(last.hash, Line::hash_of(session.table()), "{name}");
            assert!(session.states_kept() <= most, "{name}: {}", session.states_kept());
        }
        assert!(steps(&session).is_empty());
    }
}

#[test]
fn steps_back_and_forth_replay_to_the_same_hashes() {
    for opened in scenarios() {
        let name = opened.header.game.clone();
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let mut session = begin(&opened);
        let mut undone = 0;
        for _ in 0..250 {
            let Some(by) = session.decider() else { break };
            if rng.next_u32() % 3 == 0 && !steps(&session).is_empty() {
                session.undo(by, session.seq()).unwrap();
                undone += 1;
            } else {
                play_on(&mut session, &mut rng);
            }
        }
        assert!(undone > 30, "{name}: {undone} undone");
        let text = session.journal().write();
        let (again, verified, damage) = Session::read(&text, None, &*opened.start).unwrap();
        assert_eq!((verified.broken, damage), (None, None), "{name}");
        assert_eq!(steps(&again), steps(&session), "{name}: the same can be undone");
    }
}

#[test]
fn orders_undos_and_resignations_that_cannot_be_are_refused_on_replay() {
    let opened = scenarios().remove(0);
    let mut session = begin(&opened);
    for _ in 0..3 {
        play_on(&mut session, &mut ChaCha8Rng::seed_from_u64(1));
    }
    let ids = session.table().side_ids();
    let by = session.decider().unwrap();
    let (us, them) = (&ids[by.index()], &ids[by.other().index()]);
    let hash = session.journal().lines.last().unwrap().hash;
    let n = session.seq() + 1;
    for (line, why) in [
        (format!("{n} {us} order x on"), "there is no standing order called \"x\""),
        (format!("{n} - order play-on on"), "only a player can do this"),
        (format!("{n} - resign"), "only a player can do this"),
        (format!("{n} {them} undo {}", n - 2), "cannot be gone back to"),
        (format!("{n} {us} undo {}", n + 5), "cannot be gone back to"),
        (format!("{n} nobody resign"), "there is no side called \"nobody\""),
    ] {
        let text = format!("{}{line} #{hash:08x}\n", session.journal().write());
        let (journal, _) = Journal::parse(&text).unwrap();
        let (_, verified) = Session::replay(&journal, None, &*opened.start);
        let (at, message) = verified.broken.unwrap();
        assert_eq!(at, n, "{line}");
        assert!(message.contains(why), "{line}: {message}");
    }
    let text = format!("{}{n} {us} resign #{hash:08x}\n", session.journal().write());
    let over = format!("{text}{} {us} order play-on on #{hash:08x}\n", n + 1);
    let (journal, _) = Journal::parse(&over).unwrap();
    let (after, verified) = Session::replay(&journal, None, &*opened.start);
    let (at, message) = verified.broken.unwrap();
    assert_eq!((at, message.as_str()), (n + 1, "the game is over before this line"));
    assert_eq!(after.outcome().map(|o| o.class), Some(String::from("resigned")));
}
