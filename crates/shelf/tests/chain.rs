//! Choices made together: a group is made whole or leaves no trace, nothing that the dice or the enemy
//! have shown is taken back, and bundles hold only what may be chosen.
#![allow(clippy::unwrap_used)]

use board::Side;
use engine::{Actor, DiceSource, Line, Rejection, Session, Viewer};
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
fn a_group_is_made_without_the_choices_that_it_can_spare() {
    for opened in scenarios() {
        let name = opened.header.game.clone();
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        let (mut session, mut plain) = (begin(&opened), begin(&opened));
        for _ in 0..60 {
            let Some(by) = session.decider() else { break };
            let choice = any_choice(&session, &mut rng);
            let spared = format!("?{NONSENSE}");
            let groups = [group(&[&spared, &choice, &spared])];
            let chained = session.choose_groups(by, session.seq(), &groups).unwrap();
            plain.choose_groups(by, plain.seq(), &[group(&[&choice])]).unwrap();
            let told: Vec<usize> = chained.left_out.iter().map(|l| l.group).collect();
            assert_eq!(told, [0], "{name}: {choice}");
            assert_eq!(seen(&session, by), seen(&plain, by), "{name}: {choice}");
        }
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
            // What a chain does after its first group becomes legal by it.
            let is_chain = |groups: &[Vec<String>]| groups[0].len() > 1;
            let now = |groups: &Vec<Vec<String>>| if is_chain(groups) { 1 } else { groups.len() };
            let first = shown.bundles.iter().flat_map(|b| b.groups.iter().take(now(&b.groups)));
            for group in first.filter(|group| group[..] != ["verb done"]) {
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

/// Artillery that supports an attack opens its stack to the enemy (16.1.3 of WB-95), which cannot be
/// undone; whoever adds it is not stopped by it.
#[test]
fn all_guns_in_range_are_added_at_once_though_each_opens_its_stack() {
    let mut added = 0;
    for seed in 1..=6 {
        let opened = Shelf::builtin().open("kursk-1943", "kursk", &Default::default()).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut session = begin(&opened);
        for _ in 0..1500 {
            let Some(by) = session.decider() else { break };
            let mut choices = Vec::new();
            session.table().choices(&mut choices);
            let is_small = choices.len() < 40;
            let shown = is_small.then(|| session.table().shown(Viewer::Player(by)));
            let at_support = shown.filter(|s| {
                s.prompt.as_ref().is_some_and(|p| p.stages == ["support"]) && !s.bundles.is_empty()
            });
            if let Some(shown) = at_support {
                let groups = shown.bundles[0].groups.clone();
                let from = session.journal().lines.len();
                session.choose_groups(by, session.seq(), &groups).unwrap();
                let lines = &session.journal().lines[from..];
                let made = lines.iter().filter(|l| matches!(l.actor, Actor::Side(_))).count();
                assert_eq!(made, groups.iter().flatten().count(), "{:?}", shown.bundles[0]);
                added += usize::from(groups.len() > 1);
                break;
            }
            let suggested = session.table().read_choice("verb suggested");
            let choice = match suggested {
                Ok(suggested) if choices.contains(&suggested) => suggested,
                _ => choices[rng.next_u32() as usize % choices.len()],
            };
            session.choose(by, session.seq(), choice).unwrap();
        }
    }
    assert!(added > 0, "nobody had several guns in range");
}

#[test]
fn the_main_bundle_of_an_attack_is_made_whole_and_ends_in_its_declaration() {
    for opened in scenarios() {
        let name = opened.header.game.clone();
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        let mut session = begin(&opened);
        let mut attacks = 0;
        for _ in 0..1500 {
            let Some(by) = session.decider() else { break };
            let shown = session.table().shown(Viewer::Player(by));
            let main = shown.bundles.iter().find(|b| b.main);
            let Some(bundle) = main.filter(|_| rng.next_u32() % 4 != 0) else {
                let choice = session.table().read_choice(&any_choice(&session, &mut rng)).unwrap();
                session.choose(by, session.seq(), choice).unwrap();
                continue;
            };
            let from = session.journal().lines.len();
            let chained = session.choose_groups(by, session.seq(), &bundle.groups).unwrap();
            assert!(chained.left_out.is_empty(), "{name}: {:?}", chained.left_out);
            let made: Vec<String> = session.journal().lines[from..]
                .iter()
                .filter_map(|line| match &line.what {
                    engine::What::Choice(text) => Some(text.clone()),
                    _ => None,
                })
                .collect();
            let wanted: Vec<&String> = bundle.groups[0].iter().collect();
            let same = wanted.iter().zip(&made).all(|(a, b)| *a == b);
            assert!(same && made.len() >= wanted.len(), "{name}: {wanted:?} became {made:?}");
            attacks += 1;
        }
        assert!(attacks > 0, "{name}: {attacks} attacks");
    }
}

/// Plays Kursk, every stack covered, on to the first movement of the Germans.
fn first_movement() -> Session {
    let options = [("masking".to_string(), "covered".to_string())].into_iter().collect();
    let opened = Shelf::builtin().open("kursk-1943", "kursk", &options).unwrap();
    let mut session = begin(&opened);
    for _ in 0..50 {
        let by = session.decider().unwrap();
        let shown = session.table().shown(Viewer::Player(by));
        if shown.prompt.as_ref().unwrap().stages.last() == Some(&"movement") {
            return session;
        }
        let usual = shown.choices.iter().find(|c| c.choice == "verb suggested");
        let main = || shown.choices.iter().find(|c| c.primary);
        let next = usual.or_else(main).unwrap_or(&shown.choices[0]);
        let choice = session.table().read_choice(&next.choice).unwrap();
        session.choose(by, session.seq(), choice).unwrap();
    }
    unreachable!("nobody ever moves");
}

#[test]
fn who_was_sent_goes_on_although_the_first_has_uncovered_an_enemy() {
    let mut session = first_movement();
    let by = session.decider().unwrap();
    let start = session.table().shown(Viewer::Player(by));
    let mut seen = 0;
    for first in start.choices.iter().filter_map(|c| c.choice.strip_prefix("unit ")) {
        let hex_of = |unit: &str, shown: &engine::shown::Shown| {
            shown.units.iter().find(|u| u.unit == unit).and_then(|u| u.hex)
        };
        let from = hex_of(first, &start);
        let mates = start.units.iter().filter(|u| u.unit != first && u.hex == from);
        let Some(mate) = mates.map(|u| u.unit.clone()).find(|unit| {
            from.is_some() && start.choices.iter().any(|c| c.choice == format!("unit {unit}"))
        }) else {
            continue;
        };
        let pick = [group(&[&format!("unit {first}")])];
        if session.choose_groups(by, session.seq(), &pick).is_err() {
            continue;
        }
        let shown = session.table().shown(Viewer::Player(by));
        let goals: Vec<String> = shown.choices.iter().map(|c| c.choice.clone()).collect();
        for goal in goals.iter().filter(|c| c.starts_with("hex ")) {
            let line = session.seq();
            let both = [group(&[goal]), group(&[&format!("unit {mate}"), goal])];
            let chained = session.choose_groups(by, line, &both).unwrap();
            let can_go_to = |to: u64| session.undoable(by).0.any(|l| l == to);
            // The way of the second can be taken back, that of the first not: it has shown something.
            if !can_go_to(line) {
                if can_go_to(line + 1) && chained.left_out.is_empty() {
                    let after = session.table().shown(Viewer::Player(by));
                    assert_eq!(hex_of(&mate, &after).as_deref(), goal.strip_prefix("hex "));
                    seen += 1;
                }
                break;
            }
            session.undo_to(by, session.seq(), line).unwrap();
        }
        if seen > 0 {
            return;
        }
    }
    panic!("nobody uncovered an enemy");
}
