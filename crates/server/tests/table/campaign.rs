//! A campaign at the table: the next scenario begins from the end of the one before, once.

use crate::house::{Folder, Guest, House, alice_and_bob, new_table, play_one, untagged};
use serde_json::{Value, json};

fn next_of(guest: &mut Guest, id: &str) -> crate::house::Reply {
    guest.post(&format!("/api/tables/{id}/next"), &json!({}))
}

fn state(guest: &mut Guest, id: &str) -> Value {
    guest.get(&format!("/api/tables/{id}")).expect(200).json()
}

/// Plays a table to its end; who decides makes the next choice of a fixed row.
fn play_out(guests: &mut [&mut Guest], id: &str) {
    for step in 0..1000 {
        for guest in guests.iter_mut() {
            let now = state(guest, id);
            if now["over"] == json!(true) {
                return;
            }
            if now["view"]["prompt"]["mine"] == json!(true) {
                play_one(guest, id, step * 7 + 3);
            }
        }
    }
    panic!("the game does not end");
}

/// The counters that a viewer sees on the map, with their hexes.
fn places(state: &Value) -> Vec<(Value, Value)> {
    let units = state["view"]["units"].as_array().unwrap();
    units.iter().map(|u| (u["unit"].clone(), u["hex"].clone())).collect()
}

#[test]
fn the_next_scenario_begins_from_the_end_with_everybody_in_his_seat() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob, dawn) = alice_and_bob(&house);
    assert_eq!(
        state(&mut alice, &dawn)["next"],
        Value::Null,
        "nothing goes on from a running game"
    );
    play_out(&mut [&mut alice, &mut bob], &dawn);
    let end = state(&mut alice, &dawn);
    assert_eq!(end["next"], json!({ "scenario": "noon", "title": "Noon" }));

    let mut stranger = house.guest();
    assert_eq!(
        next_of(&mut stranger, &dawn).expect(403).sentence(),
        "You have no seat at this table."
    );
    let mut heard = bob.listen(&format!("/api/tables/{dawn}/events"), end["seq"].as_u64());
    let made = next_of(&mut alice, &dawn).expect(200).json();
    let noon = made["table"].as_str().unwrap().to_string();
    assert_eq!(
        heard.next().map(|(name, _, _)| name).as_deref(),
        Some("seats"),
        "the others are told"
    );
    assert_eq!(next_of(&mut bob, &dawn).expect(200).json(), made, "both are led to one table");
    let shown = json!({ "scenario": "noon", "title": "Noon", "table": noon });
    for guest in [&mut alice, &mut bob, &mut stranger] {
        assert_eq!(state(guest, &dawn)["next"], shown, "a spectator finds it too");
    }

    let begun = state(&mut alice, &noon);
    assert_eq!((&begun["scenario"], &begun["as"]), (&json!("noon"), &json!("red")));
    assert_eq!(begun["seats"], json!({ "red": { "who": "me" }, "blue": { "who": "person" } }));
    assert_eq!(state(&mut bob, &noon)["as"], "blue");
    assert_eq!(places(&begun), places(&end), "everybody stands where he stood");
    assert_eq!(bob.get("/api/tables").json()["tables"].as_array().unwrap().len(), 2);
    play_one(&mut alice, &noon, 0).unwrap();
}

#[test]
fn a_restarted_house_leads_to_the_same_table() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob, dawn) = alice_and_bob(&house);
    play_out(&mut [&mut alice, &mut bob], &dawn);
    let made = next_of(&mut alice, &dawn).expect(200).json();
    let noon = made["table"].as_str().unwrap().to_string();
    play_one(&mut alice, &noon, 1).unwrap();
    let (end, begun) = (state(&mut alice, &dawn), state(&mut alice, &noon));
    drop(house);
    let house = House::open(&folder);
    for guest in [&mut alice, &mut bob] {
        guest.move_to(house.address);
        assert_eq!(next_of(guest, &dawn).expect(200).json(), made);
    }
    assert_eq!(untagged(state(&mut alice, &dawn)), untagged(end));
    let again = untagged(state(&mut alice, &noon));
    assert_eq!(again, untagged(begun), "it is replayed from the position it began from");
}

#[test]
fn a_table_that_another_program_opened_is_led_to() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob, dawn) = alice_and_bob(&house);
    play_out(&mut [&mut alice, &mut bob], &dawn);
    assert_eq!(state(&mut alice, &dawn)["next"]["table"], Value::Null);
    let file = folder.path().join("tables.sqlite");
    let other = rusqlite::Connection::open(file).unwrap();
    let sql = "insert into tables (id, title, header, secrets, imported, summary, created, follows) \
               select 'elsewhere', title, header, secrets, imported, summary, created, key \
               from tables where id = ?";
    other.execute(sql, [&dawn]).unwrap();
    assert_eq!(next_of(&mut alice, &dawn).expect(200).json()["table"], "elsewhere");
}

#[test]
fn many_who_ask_at_once_get_one_table() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob, dawn) = alice_and_bob(&house);
    play_out(&mut [&mut alice, &mut bob], &dawn);
    let asked: Vec<Value> = std::thread::scope(|scope| {
        let windows = [alice.again(), bob.again(), alice.again(), bob.again()];
        let dawn = &dawn;
        let ask =
            |mut guest: Guest| scope.spawn(move || next_of(&mut guest, dawn).expect(200).json());
        windows.map(ask).into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(asked.iter().all(|made| *made == asked[0]), "{asked:?}");
    assert_eq!(alice.get("/api/tables").json()["tables"].as_array().unwrap().len(), 2);
}

#[test]
fn two_bots_go_on_for_whoever_set_them_against_each_other() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made =
        alice.post("/api/tables", &new_table("bot:recruit", "bot:recruit")).expect(200).json();
    let dawn = made["table"].as_str().unwrap().to_string();
    let mut heard = alice.listen(&format!("/api/tables/{dawn}/events"), None);
    while state(&mut alice, &dawn)["over"] != json!(true) {
        heard.next().unwrap();
    }
    let made = next_of(&mut alice, &dawn).expect(200).json();
    let begun = state(&mut alice, made["table"].as_str().unwrap());
    let bot = json!({ "who": "bot:recruit" });
    assert_eq!(begun["seats"], json!({ "red": bot, "blue": bot }));
    assert_eq!(begun["yours"], true);
}

#[test]
fn only_the_end_of_a_game_is_carried_on_and_only_where_something_follows() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob, dawn) = alice_and_bob(&house);
    let running = next_of(&mut alice, &dawn).expect(422).sentence();
    assert_eq!(running, "The game is not over; the next scenario begins from its end.");
    alice.post(&format!("/api/tables/{dawn}/next"), &json!({ "seats": {} })).expect(400).sentence();
    bob.post(&format!("/api/tables/{dawn}/resign"), &json!({ "as": "blue" })).expect(200);
    let given_up = next_of(&mut alice, &dawn).expect(422).sentence();
    let text = "Only a game played to its end can be continued; this one was resigned.";
    assert_eq!(given_up, text);
    assert_eq!(state(&mut alice, &dawn)["next"], Value::Null, "what is refused is not offered");

    let mut last = new_table("me", "me");
    last["scenario"] = json!("noon");
    let made = alice.post("/api/tables", &last).expect(200).json();
    let noon = made["table"].as_str().unwrap().to_string();
    play_out(&mut [&mut alice], &noon);
    assert_eq!(
        next_of(&mut alice, &noon).expect(422).sentence(),
        "No scenario continues this one."
    );
    assert_eq!(state(&mut alice, &noon)["next"], Value::Null);
    alice.post("/api/tables/nowhere/next", &json!({})).expect(404).sentence();
}
