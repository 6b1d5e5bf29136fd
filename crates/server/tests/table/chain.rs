//! Several choices in one request.

use crate::house::{Folder, House};
use crate::protocol::opening;
use serde_json::json;

#[test]
fn groups_are_made_whole_or_left_out_and_undone_in_one_step() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post_text("/api/import", &opening()).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    let at = |path: &str| format!("/api/tables/{id}{path}");
    let before = alice.get(&at("?as=red")).expect(200).json();
    assert_eq!(before["seq"], 2);

    let groups = json!([["unit R2", "hex 0403"], ["unit R1", "hex 0505"], ["unit R2"]]);
    let body = json!({ "as": "red", "seq": 2, "groups": groups });
    let after = alice.post(&at("/choose-groups"), &body).expect(200).json();
    assert_eq!((&after["seq"], &after["undo"]["steps"]), (&json!(4), &json!([3, 2])));
    assert_eq!(after["left_out"][0]["group"], 1);
    assert_eq!(after["left_out"][0]["refusal"]["rules"], json!(["2.1"]));
    assert_eq!(after["left_out"][1]["group"], 2);
    let moved = after["view"]["units"].as_array().unwrap().iter().find(|u| u["unit"] == "R2");
    assert_eq!(moved.unwrap()["hex"], "0403");
    let journal = alice.get(&at("/journal?as=red")).expect(200).text();
    assert!(journal.contains("3 red unit R2") && journal.contains("4 red hex 0403"), "{journal}");
    assert!(!journal.contains("unit R1"), "what was left out is nowhere: {journal}");

    let stale = alice.post(&at("/choose-groups"), &body).expect(409).json();
    assert_eq!(stale["seq"], 4);
    let back = json!({ "as": "red", "seq": 4, "to": 2 });
    let undone = alice.post(&at("/undo"), &back).expect(200).json();
    assert_eq!((&undone["seq"], &undone["view"]), (&json!(6), &before["view"]));
    let never = json!({ "as": "red", "seq": 6, "to": 5 });
    alice.post(&at("/undo"), &never).expect(422);
}

#[test]
fn groups_that_are_all_refused_or_no_groups_change_nothing() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post_text("/api/import", &opening()).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    let at = |path: &str| format!("/api/tables/{id}{path}");
    let mut send = |groups: serde_json::Value, status: u16| {
        let body = json!({ "as": "red", "seq": 2, "groups": groups });
        alice.post(&at("/choose-groups"), &body).expect(status).json()
    };
    let refused = send(json!([["unit R1", "hex 0505"], ["verb roll"]]), 422);
    assert_eq!(refused["refusal"]["rules"], json!(["2.1"]), "the first refusal is told");
    send(json!([]), 400);
    send(json!([["unit R1"], []]), 400);
    send(json!(vec![vec!["unit R1"]; 101]), 400);
    send(json!([vec!["unit R1"; 61]]), 400);
    send(json!(vec![vec!["unit R1"; 60]; 6]), 400);
    send(json!([["x".repeat(101)]]), 400);
    assert_eq!(alice.get(&at("?as=red")).json()["seq"], 2);
}
