//! Choices made together: a group is made whole or leaves no trace, nothing that the dice or the enemy
//! have shown is taken back, and bundles hold only what may be chosen.
#![allow(clippy::unwrap_used)]

use board::Side;
use engine::{DiceSource, Line, Rejection, Session, Viewer};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use shelf::{Opened, Shelf};

/// What no game understands.
const NONSENSE: &str = "verb nonsense";

fn scenarios() -> Vec<Opened> {
    let shelf = Shelf::builtin();
    let wanted = [
        ("battle-of-moscow", "campaign"),
        ("moscow-1941", "typhoon"),
        ("kursk-1943", "kursk"),
        ("borodino-2025", "target-moscow"),
        ("last-stand", "standard"),
    ];
    wanted.iter().map(|(g, s)| shelf.open(g, s, &Default::default()).unwrap()).collect()
}

fn begin(opened: &Opened) -> Session {
    let mut header = opened.header.clone();
    header.dice = DiceSource::Seed(5);
    Session::begin(header, None, &*opened.start)
}

fn any_choice(session: &Session, rng: &mut ChaCha8Rng) -> String {
    let mut choices = Vec::new();
    session.table().choices(&mut choices);
    let choice = choices[rng.next_u32() as usize % choices.len()];
    session.table().write_choice(choice)
}

/// Everything that a player could notice.
fn seen(session: &Session, by: Side) -> (String, Vec<u64>, usize) {
    let events = session.events(None, Viewer::Player(by)).len();
    (session.journal().write(), session.undoable(by).0.collect(), events)
}

fn group(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

#[test]
fn a_refused_group_leaves_no_trace_unless_dice_fell_in_it() {
    for opened in scenarios() {
        let name = opened.header.game.clone();
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut session = begin(&opened);
        let (mut taken_back, mut kept) = (0, 0);
        for _ in 0..400 {
            let Some(by) = session.decider() else { break };
            let choice = any_choice(&session, &mut rng);
            let before = seen(&session, by);
            let tried = session.choose_groups(by, session.seq(), &[group(&[&choice, NONSENSE])]);
            if let Err(Rejection::Refused(_)) = tried {
                assert_eq!(seen(&session, by), before, "{name}: {choice}");
                assert_eq!(
                    Line::hash_of(session.table()),
                    session.journal().lines.last().unwrap().hash
                );
                taken_back += 1;
                session.choose_groups(by, session.seq(), &[group(&[&choice])]).unwrap();
            } else {
                let chained = tried.unwrap();
                assert_eq!(session.undoable(by).0.count(), 0, "{name}: {choice} was a boundary");
                assert!(chained.left_out.is_empty() && !chained.step.lines.is_empty());
                kept += 1;
            }
        }
        assert!(taken_back > 20 && kept > 0, "{name}: {taken_back} taken back, {kept} kept");
        let (_, verified) = Session::replay(session.journal(), None, &*opened.start);
        assert_eq!(verified.broken, None, "{name}");
    }
}

#[test]
fn what_was_made_together_is_undone_together() {
    for opened in scenarios() {
        let name = opened.header.game.clone();
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let mut session = begin(&opened);
        let mut undone = 0;
        for _ in 0..150 {
            let Some(by) = session.decider() else { break };
            let (first, second) = (any_choice(&session, &mut rng), any_choice(&session, &mut rng));
            let (line, view) = (session.seq(), session.table().view(Viewer::Player(by)));
            let groups = [group(&[&first]), group(&[NONSENSE]), group(&[&second])];
            let chained = session.choose_groups(by, line, &groups).unwrap();
            let went_on = session.undoable(by).0.any(|l| l == line);
            let is_told = chained.left_out.iter().any(|l| l.group == 1);
            assert!(is_told || !went_on, "{name}: {first}");
            if went_on && rng.next_u32() % 2 == 0 {
                session.undo_to(by, session.seq(), line).unwrap();
                assert_eq!(session.table().view(Viewer::Player(by)), view, "{name}: {first}");
                undone += 1;
            }
        }
        assert!(undone > 10, "{name}: {undone} undone");
        let (_, verified) = Session::replay(session.journal(), None, &*opened.start);
        assert_eq!(verified.broken, None, "{name}");
    }
}

#[test]
fn the_first_choice_of_every_bundle_is_legal_and_battles_name_their_hexes() {
    for opened in scenarios() {
        let name = opened.header.game.clone();
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut session = begin(&opened);
        let (mut bundles, mut battles) = (0, 0);
        for _ in 0..1500 {
            let Some(by) = session.decider() else { break };
            let shown = session.table().shown(Viewer::Player(by));
            battles += shown.battles.len();
            assert!(shown.battles.iter().all(|b| !b.targets.is_empty()), "{name}");
            for group in shown.bundles.iter().flat_map(|b| &b.groups) {
                let offered = shown.choices.iter().any(|c| c.choice == group[0]);
                assert!(offered, "{name}: {} is in a bundle and not offered", group[0]);
                bundles += 1;
            }
            if let Some(odds) = &shown.odds {
                let drawn = shown.battles.iter().any(|b| b.targets == odds.targets);
                assert!(drawn, "{name}: the odds are about no battle");
            }
            let choice = session.table().read_choice(&any_choice(&session, &mut rng)).unwrap();
            session.choose(by, session.seq(), choice).unwrap();
        }
        assert!(bundles > 0 && battles > 0, "{name}: {bundles} bundles, {battles} battles");
    }
}
