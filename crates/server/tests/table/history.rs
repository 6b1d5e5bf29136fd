//! Looking back: any line again, how the game went, and playing on from a line.

use crate::house::{Folder, Guest, House, last_table, new_table, play_one};
use crate::interference::{header, journal, random_deeds};
use crate::toy::ToyLibrary;
use engine::{Session, Viewer};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use table::Library;

/// Plays a game of both sides to its end.
fn played(alice: &mut Guest) -> String {
    let made = alice.post("/api/tables", &last_table("me", "me")).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    for step in 0..1000 {
        if play_one(alice, &id, step * 7 + 3).is_none() {
            return id;
        }
    }
    panic!("the game does not end");
}

fn events(alice: &mut Guest, id: &str, kind: &str) -> Vec<Value> {
    let log = alice.get(&format!("/api/tables/{id}/log?as=all")).expect(200).json();
    let all = log["events"].as_array().unwrap();
    all.iter().filter(|e| e["kind"] == kind).cloned().collect()
}

#[test]
fn any_line_is_shown_as_it_was_in_whatever_order_it_is_asked_for() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let start = ToyLibrary::new().open_header(&header()).unwrap().start;
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut undone = 0;
    for _ in 0..6 {
        let deeds = random_deeds(&start, &mut rng, 200);
        let (journal, _) = journal(&start, &deeds);
        undone += journal.lines.iter().filter(|l| l.to_string().contains(" undo ")).count();
        let mut alice = house.guest();
        let made = alice.post_text("/api/import", &journal.write()).expect(200).json();
        let id = made["table"].as_str().unwrap();
        for _ in 0..30 {
            let line = rng.next_u64() % journal.lines.len() as u64;
            let (session, _) = Session::replay_to(&journal, None, &*start, line);
            let mut expected = session.table().view(Viewer::Spectator);
            expected["choices"] = json!([]);
            let path = format!("/api/tables/{id}/replay/{line}?as=spectator");
            let state = alice.get(&path).expect(200).json();
            assert_eq!(state["view"], expected, "line {line} of\n{}", journal.write());
        }
    }
    assert!(undone > 20, "hardly anything was undone: {undone}");
}

#[test]
fn the_history_counts_what_the_log_tells() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let id = played(&mut alice);
    let history = alice.get(&format!("/api/tables/{id}/history?as=all")).expect(200).json();
    // The toy has three turns.
    let turns: Vec<u64> =
        history["turns"].as_array().unwrap().iter().map(|t| t["n"].as_u64().unwrap()).collect();
    assert_eq!(turns, [1, 2, 3]);
    let rolled = events(&mut alice, &id, "rolled");
    let thrown: u64 = history["dice"].as_array().unwrap().iter().map(|d| sum(&d["counts"])).sum();
    assert_eq!(thrown, rolled.len() as u64, "one die a combat");
    assert!(rolled.iter().all(|e| e["rolls"][0] == e["total"]), "nothing modifies the toy's die");
    let attacks: u64 =
        history["luck"].as_array().unwrap().iter().map(|l| l["attacks"].as_u64().unwrap()).sum();
    assert_eq!(attacks, rolled.len() as u64);
    let lost: u64 = history["losses"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["values"].as_array().unwrap().last().unwrap()["value"].as_u64().unwrap())
        .sum();
    let fallen: usize = events(&mut alice, &id, "eliminated")
        .iter()
        .map(|e| e["units"].as_array().unwrap().len())
        .sum();
    assert_eq!(lost, fallen as u64);
}

fn sum(counts: &Value) -> u64 {
    counts.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum()
}

#[test]
fn a_finished_game_is_played_on_from_any_line_with_dice_of_its_own() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let id = played(&mut alice);
    let last = alice.get(&format!("/api/tables/{id}")).expect(200).json()["seq"].as_u64().unwrap();
    let seats = json!({ "red": "me", "blue": "link" });
    let path = format!("/api/tables/{id}/branch");
    let line = last / 2;
    let made = alice.post(&path, &json!({ "line": line, "seats": seats })).expect(200).json();
    let other = made["table"].as_str().unwrap().to_string();
    assert!(made["invites"]["blue"].as_str().unwrap().starts_with("/join/"));
    let state = alice.get(&format!("/api/tables/{other}?as=spectator")).expect(200).json();
    let past = alice.get(&format!("/api/tables/{id}/replay/{line}?as=spectator"));
    assert_eq!(state["seq"], line);
    assert_eq!(state["view"]["units"], past.expect(200).json()["view"]["units"]);
    let dice = alice.get(&format!("/api/tables/{other}/dice")).expect(200).json();
    assert_eq!(dice["from"], line + 1);
    assert!(dice["secrets"].is_null());
    // At its last line there is nothing to go on with, and after it there is nothing at all.
    alice.post(&path, &json!({ "line": last, "seats": seats })).expect(422);
    alice.post(&path, &json!({ "line": last + 1, "seats": seats })).expect(404);
}

#[test]
fn a_running_game_that_hides_something_is_not_played_on_elsewhere() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &new_table("me", "me")).expect(200).json();
    let id = made["table"].as_str().unwrap();
    let body = json!({ "line": 0, "seats": { "red": "me", "blue": "me" } });
    let refused = alice.post(&format!("/api/tables/{id}/branch"), &body).expect(422).json();
    assert!(refused["refusal"]["text"].as_str().unwrap().contains("hidden information"));
}

#[test]
fn what_a_bot_says_of_its_moves_waits_for_the_end_where_something_is_hidden() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &new_table("me", "bot:recruit")).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    let mut stream = alice.listen(&format!("/api/tables/{id}/events"), None);
    for turn in 0..12 {
        let state = alice.get(&format!("/api/tables/{id}?as=red")).expect(200).json();
        match state["view"]["prompt"]["mine"] == true {
            true => drop(play_one(&mut alice, &id, turn)),
            false => stream.wait_for(state["seq"].as_u64().unwrap() + 1),
        }
    }
    let reasons = |alice: &mut Guest| {
        let log = alice.get(&format!("/api/tables/{id}/log?as=red")).expect(200).json();
        let all = log["events"].as_array().unwrap().clone();
        all.iter().filter(|e| e["reason"].is_string()).count()
    };
    assert_eq!(reasons(&mut alice), 0);
    alice.post(&format!("/api/tables/{id}/resign"), &json!({ "as": "red" })).expect(200);
    assert!(reasons(&mut alice) > 0, "the bot has moved and says nothing");
}
