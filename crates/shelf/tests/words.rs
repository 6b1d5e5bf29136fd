//! What the decider reads agrees with what he may do.
#![allow(clippy::unwrap_used)]

use engine::{Choice, DiceSource, Session, Viewer};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::Value;
use shelf::Shelf;

/// A game that chooses at random, one stop after another.
struct Walk {
    session: Session,
    rng: ChaCha8Rng,
}

impl Walk {
    fn begin(game: &str, scenario: &str, seed: u64) -> Walk {
        let opened = Shelf::builtin().open(game, scenario, &Default::default()).unwrap();
        let mut header = opened.header.clone();
        header.dice = DiceSource::Seed(seed);
        let session = Session::begin(header, None, &*opened.start);
        Walk { session, rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// What the decider sees.
    fn view(&self) -> Value {
        let side = self.session.decider().unwrap();
        self.session.table().view(Viewer::Player(side))
    }

    fn choose(&mut self, choice: &str) {
        let side = self.session.decider().unwrap();
        let choice = self.session.table().read_choice(choice).unwrap();
        self.session.choose(side, self.session.seq(), choice).unwrap();
    }

    fn undo(&mut self) {
        let side = self.session.decider().unwrap();
        self.session.undo(side, self.session.seq()).unwrap();
    }

    fn step(&mut self) {
        let mut choices = Vec::new();
        self.session.table().choices(&mut choices);
        let suggested = self.session.table().read_choice("verb suggested");
        let choice = match suggested {
            Ok(suggested) if choices.contains(&suggested) => suggested,
            _ => choices[self.rng.next_u32() as usize % choices.len()],
        };
        let side = self.session.decider().unwrap();
        self.session.choose(side, self.session.seq(), choice).unwrap();
    }

    /// Plays at random to the next stop of this name; whether there was one. A look at the table is slow:
    /// `may_be` says by the choices alone where it is worth it.
    fn walk_to(&mut self, stage: &str, may_be: impl Fn(&[Choice]) -> bool, most: usize) -> bool {
        for _ in 0..most {
            if self.session.decider().is_none() {
                return false;
            }
            let mut choices = Vec::new();
            self.session.table().choices(&mut choices);
            if may_be(&choices) && self.view()["prompt"]["stages"][0] == stage {
                return true;
            }
            self.step();
        }
        false
    }
}

/// A number is asked for.
fn is_amount(choices: &[Choice]) -> bool {
    choices.iter().all(|c| matches!(c, Choice::Amount(_)))
}

/// Some counters may be chosen, not a whole army.
fn is_small(choices: &[Choice]) -> bool {
    choices.len() < 40 && choices.iter().any(|c| matches!(c, Choice::Unit(_)))
}

fn offers<'a>(view: &'a Value, kind: &'a str) -> impl Iterator<Item = &'a Value> {
    let all = view["choices"].as_array().unwrap().iter();
    all.filter(move |o| o["choice"].as_str().unwrap().starts_with(kind))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[test]
fn a_retreat_is_asked_for_with_its_hexes_and_each_button_says_who_goes_how_far() {
    let mut seen = 0;
    for seed in 1..=6 {
        let mut walk = Walk::begin("moscow-1941", "typhoon", seed);
        while seen < 8 && walk.walk_to("stand", is_amount, 1500) {
            let view = walk.view();
            let place = text(&view["prompt"]["places"][0]).to_string();
            let question = text(&view["prompt"]["text"]);
            assert!(question.contains(&place) && question.contains("must retreat"), "{question}");
            for offer in offers(&view, "amount ") {
                let (choice, label) = (text(&offer["choice"]), text(&offer["label"]));
                let says_loss = label.contains("ose ");
                assert!(choice != "amount 0" || label.starts_with("Retreat "), "{choice}: {label}");
                assert!(!says_loss || choice != "amount 0", "{choice}: {label}");
                assert!(!label.contains("lose 0"), "{choice}: {label}");
            }
            seen += 1;
            walk.step();
        }
    }
    assert!(seen > 0, "no retreat was asked for in any game");
}

#[test]
fn another_hex_is_asked_for_only_where_one_can_be_added() {
    let games =
        [("battle-of-moscow", "campaign"), ("last-stand", "standard"), ("moscow-1941", "typhoon")];
    for (game, scenario) in games {
        let (mut with, mut without) = (0, 0);
        for seed in 1..=2 {
            let mut walk = Walk::begin(game, scenario, seed);
            for _ in 0..12 {
                if !walk.walk_to("attack", is_small, 600) {
                    break;
                }
                let view = walk.view();
                let question = text(&view["prompt"]["text"]);
                let can = offers(&view, "hex ").next().is_some();
                assert_eq!(question.contains("another hex"), can, "{game}: {question}");
                let nobody = offers(&view, "unit ").next().is_none()
                    && view["picked"].as_array().is_none_or(Vec::is_empty);
                let wants = question.contains("choose attackers");
                assert!(!(nobody && wants), "{game}: nobody can attack: {question}");
                *(if can { &mut with } else { &mut without }) += 1;
                walk.step();
            }
        }
        assert!(with + without > 0, "{game}: nobody attacked");
    }
}

/// Somebody who has put too many units into a hex in Last Stand.
fn overstacked() -> (Walk, String) {
    let mut walk = Walk::begin("last-stand", "standard", 7);
    for _ in 0..40 {
        let view = walk.view();
        if text(&view["prompt"]["stages"][0]) == "movement" {
            break;
        }
        let done = offers(&view, "verb ").find(|o| o["primary"] == true);
        let first = view["choices"].as_array().unwrap().first();
        walk.choose(text(&done.or(first).unwrap()["choice"]));
    }
    let units: Vec<String> =
        offers(&walk.view(), "unit ").map(|o| text(&o["choice"]).into()).collect();
    for unit in units {
        walk.choose(&unit);
        let view = walk.view();
        let warned = |o: &&Value| {
            let effects = o["effects"].as_array();
            effects.is_some_and(|e| e.iter().any(|e| e["kind"] == "stacking" && e["tone"] == "bad"))
        };
        let hex = offers(&view, "hex ").find(warned).map(|o| text(&o["choice"]).to_string());
        let Some(hex) = hex else {
            walk.undo();
            continue;
        };
        walk.choose(&hex);
        return (walk, hex.trim_start_matches("hex ").to_string());
    }
    panic!("nobody could be put over the limit");
}

#[test]
fn last_stand_warns_of_overstacking_before_it_costs_a_unit_and_tells_the_loss() {
    let (mut walk, hex) = overstacked();
    let mut view = walk.view();
    if text(&view["prompt"]["stages"][0]) == "moving" {
        walk.choose("verb done");
        view = walk.view();
    }
    let about = |list: &Value| {
        let list = list.as_array().cloned().unwrap_or_default();
        list.iter().any(|o| {
            text(&o["text"]).contains("overstacked")
                && o["hexes"].as_array().unwrap().iter().any(|h| *h == hex.as_str())
        })
    };
    assert!(about(&view["owed"]), "no chip for {hex}: {}", view["owed"]);
    assert!(about(&view["reminders"]), "no question for {hex}: {}", view["reminders"]);
    walk.choose("verb done");
    let view = walk.view();
    assert_eq!(text(&view["prompt"]["stages"][0]), "overstacked");
    assert!(text(&view["prompt"]["text"]).contains(&hex));
    let side = walk.session.decider().unwrap();
    let other = walk.session.table().view(Viewer::Player(side.other()));
    assert!(text(&other["prompt"]["text"]).contains("overstacked"), "{}", other["prompt"]);
    let unit = text(&offers(&view, "unit ").next().unwrap()["choice"]).to_string();
    let before = walk.session.seq();
    walk.choose(&unit);
    let events = walk.session.events(Some(before), Viewer::Player(side.other()));
    let told = |e: &Value| text(&e["text"]).contains("is eliminated: ");
    assert!(events.iter().any(|(_, e)| told(e) && text(&e["text"]).contains(&hex)), "{events:?}");
}

#[test]
fn the_other_unit_of_a_stack_of_two_can_join_the_move_in_last_stand() {
    let mut walk = Walk::begin("last-stand", "standard", 7);
    while text(&walk.view()["prompt"]["stages"][0]) != "movement" {
        walk.choose("verb done");
    }
    let view = walk.view();
    let hex_of = |choice: &str| {
        let unit = choice.trim_start_matches("unit ");
        let found = view["units"].as_array().unwrap().iter().find(|u| u["unit"] == unit);
        text(&found.unwrap()["hex"]).to_string()
    };
    let units: Vec<&str> = offers(&view, "unit ").map(|o| text(&o["choice"])).collect();
    let (mut pairs, mut joined) = (0, 0);
    for first in &units {
        let stack: Vec<&&str> = units.iter().filter(|u| hex_of(u) == hex_of(first)).collect();
        let [_, _] = stack[..] else { continue };
        let other = **stack.iter().find(|u| **u != first).unwrap();
        walk.choose(first);
        let picked = walk.view();
        let bundles = picked["bundles"].as_array().unwrap();
        let groups = bundles.iter().flat_map(|b| b["groups"].as_array().unwrap());
        let in_bundle = { groups }.any(|g| g[0] == other);
        assert_eq!(in_bundle, offers(&picked, "unit ").any(|o| o["choice"] == other), "{first}");
        pairs += 1;
        joined += usize::from(in_bundle);
        walk.undo();
    }
    assert!(pairs > 0 && joined > 0, "{joined} of {pairs}");
}

#[test]
fn who_has_moved_is_not_shown_as_done_in_the_phases_after_it_in_last_stand() {
    let mut walk = Walk::begin("last-stand", "standard", 7);
    let (mut moved, mut later) = (0, 0);
    for _ in 0..600 {
        if walk.session.decider().is_none() || (moved > 5 && later > 20) {
            break;
        }
        let view = walk.view();
        let phases = view["turn"]["phases"].as_array().unwrap();
        let now = phases.iter().find(|p| p["state"] == "now");
        let of_moves = now.is_none_or(|p| {
            ["Move", "React", "Exploit", "Katyusha", "Combat"].contains(&text(&p["label"]))
        });
        let done: Vec<&Value> =
            view["units"].as_array().unwrap().iter().filter(|u| u["done"] == true).collect();
        let side = now.map(|p| p["side"].clone());
        let is_own = |u: &&&Value| side.as_ref().is_none_or(|s| u["side"] == *s);
        assert_eq!(done.iter().filter(is_own).count(), done.len(), "{now:?}: the enemy's");
        assert!(of_moves || done.is_empty(), "{now:?}: {} done", done.len());
        moved += usize::from(!done.is_empty());
        later += usize::from(moved > 5 && done.is_empty());
        walk.step();
    }
    assert!(moved > 5, "nobody has moved");
}

/// Endings that a question offers in words, with what its buttons say where they are given.
const ENDINGS: [&str; 6] = ["done", "finish", "end ", "go on", "declare", "stop"];

/// What a question says may be done instead: its words behind ", or ".
fn ending(question: &str) -> Option<&str> {
    let (_, last) = question.rsplit_once(", or ")?;
    ENDINGS.iter().any(|e| last.starts_with(e)).then_some(last)
}

#[test]
fn a_question_offers_no_ending_that_has_no_button_and_support_is_refused_with_one_press() {
    let games = [
        ("battle-of-moscow", "campaign"),
        ("last-stand", "standard"),
        ("moscow-1941", "typhoon"),
        ("kursk-1943", "kursk"),
        ("borodino-2025", "a107"),
    ];
    let (mut endings, mut supports) = (0, 0);
    for (game, scenario) in games {
        let mut walk = Walk::begin(game, scenario, 11);
        for _ in 0..700 {
            if walk.session.decider().is_none() {
                break;
            }
            let view = walk.view();
            let question = text(&view["prompt"]["text"]);
            let verbs: Vec<&str> = offers(&view, "verb ").map(|o| text(&o["choice"])).collect();
            if let Some(ending) = ending(question) {
                assert!(!verbs.is_empty(), "{game}: {question}: no button to {ending}");
                endings += 1;
            }
            if text(&view["prompt"]["stages"][0]) == "support" {
                let reminders = view["reminders"].as_array().cloned().unwrap_or_default();
                assert!(reminders.is_empty(), "{game}: {question}: asked again: {reminders:?}");
                supports += 1;
            }
            walk.step();
        }
    }
    assert!(endings > 20 && supports > 5, "{endings} endings, {supports} questions about support");
}

#[test]
fn nobody_is_doubled_by_rivers_before_there_are_attackers_in_the_battle_of_moscow() {
    let mut without = 0;
    for seed in 1..=4 {
        let mut walk = Walk::begin("battle-of-moscow", "campaign", seed);
        for _ in 0..40 {
            if !walk.walk_to("declaration", |_| true, 400) {
                break;
            }
            let view = walk.view();
            let Some(hex) = offers(&view, "hex ").next() else {
                walk.step();
                continue;
            };
            walk.choose(text(&hex["choice"]));
            let view = walk.view();
            let odds = &view["odds"];
            let strengths = odds["strengths"].as_array().cloned().unwrap_or_default();
            let by_river = |s: &Value| s["rules"].as_array().unwrap().iter().any(|r| r == "TER-8");
            if odds["attackers"].as_array().is_some_and(Vec::is_empty) && !strengths.is_empty() {
                assert!(!strengths.iter().any(by_river), "{strengths:?}");
                without += 1;
            }
            walk.step();
        }
    }
    assert!(without > 3, "{without} targets without attackers");
}
