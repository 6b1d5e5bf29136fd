//! What would the bot do? Whoever decides is told; the game stays as it is, and the report counts.

use crate::house::{
    Folder, Guest, House, NO_LIMIT, alice_and_bob, first_choice, new_table, play_one,
};
use crate::shelved::Shelved;
use serde_json::{Value, json};
use std::sync::Arc;

fn shelved(folder: &Folder) -> House {
    House::open_library(folder, NO_LIMIT, Arc::new(Shelved::new()))
}

fn state(guest: &mut Guest, id: &str) -> Value {
    guest.get(&format!("/api/tables/{id}")).expect(200).json()
}

/// What the guest is told who holds the seat that decides; the table stays as it is.
fn ask(guest: &mut Guest, id: &str) -> Value {
    let before = state(guest, id);
    let body = json!({ "as": before["as"], "seq": before["seq"] });
    let told = guest.post(&format!("/api/tables/{id}/advice"), &body).expect(200).json();
    assert_eq!(told["seq"], before["seq"]);
    assert_eq!(state(guest, id), before, "asking changes nothing");
    told
}

fn choices(told: &Value) -> Vec<String> {
    let all = told["choices"].as_array().unwrap().iter();
    all.map(|choice| choice.as_str().unwrap().to_string()).collect()
}

fn choose(guest: &mut Guest, id: &str, choice: &str) {
    let state = state(guest, id);
    let offered = state["view"]["choices"].as_array().unwrap();
    assert!(offered.iter().any(|offer| offer["choice"] == choice), "{choice}");
    let body = json!({ "as": state["as"], "seq": state["seq"], "choice": choice });
    guest.post(&format!("/api/tables/{id}/choose"), &body).expect(200);
}

#[test]
fn whoever_follows_the_bot_hears_its_plan_and_changes_the_game_by_his_choices_alone() {
    let folder = Folder::new();
    let mut house = shelved(&folder);
    let mut alice = house.guest();
    let seats = json!({ "german": "me", "soviet": "me" });
    let order = json!({ "game": "kursk-1943", "scenario": "prochorowka-15", "options": {}, "seats": seats });
    let made = alice.post("/api/tables", &order).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    let (mut asked, mut plan, mut action) = (0, None, false);
    while plan.is_none() || !action {
        assert!(asked < 120, "no plan: {plan:?}, no action of more than one choice: {action}");
        let told = ask(&mut alice, &id);
        asked += 1;
        let reason = told["reason"].as_str().unwrap_or_default();
        plan = plan.or(reason.contains("next best was").then(|| reason.to_string()));
        let all = choices(&told);
        for (n, choice) in all.iter().enumerate() {
            // Whoever follows may ask how it goes on: that is one question.
            let left = ask(&mut alice, &id);
            assert_eq!((choices(&left), &left["asked"]), (all[n..].to_vec(), &told["asked"]));
            choose(&mut alice, &id, choice);
            action |= n > 0;
        }
    }
    assert!(state(&mut alice, &id)["seats"]["german"]["asked"].is_null(), "told only at the end");
    alice.post(&format!("/api/tables/{id}/resign"), &json!({ "as": "german" })).expect(200);
    let counted = |alice: &mut Guest| {
        let seats = state(alice, &id)["seats"].clone();
        ["german", "soviet"]
            .map(|side| seats[side]["asked"].as_u64().unwrap_or(0))
            .iter()
            .sum::<u64>()
    };
    assert_eq!(counted(&mut alice), asked);
    drop(house);
    house = shelved(&folder);
    alice.move_to(house.address);
    assert_eq!(counted(&mut alice), asked, "the count is stored");
}

#[test]
fn nobody_is_advised_but_who_decides_and_only_at_the_last_line() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob, id) = alice_and_bob(&house);
    let mut watcher = house.guest();
    let path = format!("/api/tables/{id}/advice");
    let ask = |side: &str, seq: u64| json!({ "as": side, "seq": seq });
    // Red plays the first card.
    let told = alice.post(&path, &ask("red", 0)).expect(200).json();
    assert_eq!(told["asked"], 1);
    bob.post(&path, &ask("red", 0)).expect(403).sentence();
    bob.post(&path, &ask("blue", 0)).expect(422).sentence();
    watcher.post(&path, &ask("red", 0)).expect(403).sentence();
    watcher.post(&path, &ask("spectator", 0)).expect(400).sentence();
    alice.post(&path, &ask("blue", 0)).expect(403).sentence();
    alice.post(&path, &ask("red", 7)).expect(409);
    alice.post(&path, &json!({ "as": "red" })).expect(400).sentence();
    // What was not followed is no advice for the next decision.
    let state = alice.get(&format!("/api/tables/{id}?as=red")).expect(200).json();
    let offers = state["view"]["choices"].as_array().unwrap();
    let another = offers.iter().find(|offer| offer["choice"] != told["choices"][0]).unwrap();
    let body = json!({ "as": "red", "seq": 0, "choice": another["choice"] });
    alice.post(&format!("/api/tables/{id}/choose"), &body).expect(200);
    alice.post(&path, &ask("red", 1)).expect(422).sentence();
    let state = bob.get(&format!("/api/tables/{id}?as=blue")).expect(200).json();
    let told = bob.post(&path, &ask("blue", 1)).expect(200).json();
    assert!(state.to_string().contains(told["choices"][0].as_str().unwrap()), "it is offered");
    // Nobody is told before the end how often the other has asked.
    assert!(state["seats"]["red"]["asked"].is_null());
    bob.post(&format!("/api/tables/{id}/resign"), &json!({ "as": "blue" })).expect(200);
    alice.post(&path, &ask("red", 2)).expect(422).sentence();
}

#[test]
fn a_person_against_a_bot_is_advised_too() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &new_table("me", "bot:recruit")).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    let told = ask(&mut alice, &id);
    assert!(first_choice(&state(&mut alice, &id)).starts_with("amount "));
    assert!(choices(&told)[0].starts_with("amount "));
    alice.post(&format!("/api/tables/{id}/advice"), &json!({ "as": "blue", "seq": 0 })).expect(403);
    play_one(&mut alice, &id, 0);
}
