//! Bots at the table.

use crate::house::{Folder, House, new_table, play_one};
use serde_json::{Value, json};

#[test]
fn a_person_and_a_bot_play_a_game_to_its_end() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &new_table("me", "bot:recruit")).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    let mut stream = alice.listen(&format!("/api/tables/{id}/events"), None);
    for turn in 0..1000 {
        let state = alice.get(&format!("/api/tables/{id}?as=red")).expect(200).json();
        if state["over"] == true {
            return;
        }
        match state["view"]["prompt"]["mine"] == true {
            true => drop(play_one(&mut alice, &id, turn)),
            false => stream.wait_for(state["seq"].as_u64().unwrap() + 1),
        }
    }
    panic!("the game does not end");
}

#[test]
fn a_bot_can_be_stopped_and_goes_on_even_after_a_restart() {
    let folder = Folder::new();
    let mut house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &new_table("me", "bot:recruit")).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    let held = |v: &Value| v["held"].clone();
    let stop = alice.post(&format!("/api/tables/{id}/bot"), &json!({ "do": "stop", "pace": 1 }));
    // Two things were set: the pace and the stop.
    assert_eq!(stop.expect(200).json(), json!({ "held": true, "pace": 1, "changes": 2 }));
    play_one(&mut alice, &id, 0);
    let state = alice.get(&format!("/api/tables/{id}")).json();
    assert_eq!((&state["seq"], held(&state["bot"])), (&json!(1), json!(true)));
    // A restart lets everybody go: the bot moves as soon as somebody looks.
    drop(house);
    house = House::open(&folder);
    alice.move_to(house.address);
    let mut stream = alice.listen(&format!("/api/tables/{id}/events"), Some(1));
    stream.wait_for(2);
    let go = alice.post(&format!("/api/tables/{id}/bot"), &json!({ "do": "go" })).expect(200);
    assert_eq!(held(&go.json()), json!(false));
    alice.post(&format!("/api/tables/{id}/bot"), &json!({ "do": "dance" })).expect(400).sentence();
}

#[test]
fn two_bots_play_by_themselves_while_somebody_watches() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let body = new_table("bot:recruit", "bot:recruit");
    let made = alice.post("/api/tables", &body).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    let mut stream = alice.listen(&format!("/api/tables/{id}/events"), None);
    while let Some((_, _, _)) = stream.next() {
        let state = alice.get(&format!("/api/tables/{id}")).expect(200).json();
        if state["over"] == true {
            return;
        }
    }
    panic!("the stream ended before the game");
}

#[test]
fn whoever_sets_two_bots_against_each_other_may_hold_them_and_plays_neither() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob) = (house.guest(), house.guest());
    let body = new_table("bot:recruit", "bot:recruit");
    let made = alice.post("/api/tables", &body).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    let hold = format!("/api/tables/{id}/bot");
    alice.post(&hold, &json!({ "do": "stop" })).expect(200);
    bob.post(&hold, &json!({ "do": "go" })).expect(403).sentence();
    let state = alice.get(&format!("/api/tables/{id}")).expect(200).json();
    assert_eq!((&state["yours"], &state["as"]), (&json!(true), &json!("spectator")));
    let state = bob.get(&format!("/api/tables/{id}")).expect(200).json();
    assert_eq!(state["yours"], false);
    alice.get(&format!("/api/tables/{id}?as=red")).expect(403).sentence();
    alice.post(&format!("/api/tables/{id}/resign"), &json!({ "as": "red" })).expect(403);
    let listed = alice.get("/api/tables").expect(200).json();
    assert_eq!(listed["tables"][0]["id"], id.as_str());
    assert_eq!(
        (&listed["tables"][0]["mine"], &listed["tables"][0]["waits"]),
        (&json!([]), &json!(false))
    );
}
