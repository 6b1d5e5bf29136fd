//! Seats: who gets one, who keeps it, and who only watches.

use crate::house::{Folder, House, alice_and_bob, first_choice, new_table};
use serde_json::json;

#[test]
fn an_invitation_gives_its_seat_to_one_visitor_only() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob, mut carol) = (house.guest(), house.guest(), house.guest());
    let made = alice.post("/api/tables", &new_table("me", "link")).expect(200).json();
    let id = made["table"].as_str().unwrap();
    let state = alice.get(&format!("/api/tables/{id}")).json();
    assert_eq!(state["seats"]["blue"], json!({ "who": "open", "invites": true }));

    let secret = made["invites"]["blue"].as_str().unwrap().strip_prefix("/join/").unwrap();
    // Whoever only opens the address, such as a program that previews links, takes nothing.
    carol.get(&format!("/join/{secret}"));
    let body = json!({ "secret": secret });
    let joined = bob.post("/api/join", &body).expect(200).json();
    assert_eq!(joined, json!({ "table": id, "side": "blue" }));
    bob.post("/api/join", &body).expect(200);
    carol.post("/api/join", &body).expect(403).sentence();
    for wrong in ["", "guess", &"0".repeat(64)] {
        carol.post("/api/join", &json!({ "secret": wrong })).expect(404).sentence();
    }
    bob.get(&format!("/api/tables/{id}?as=blue")).expect(200);
}

#[test]
fn a_lost_invitation_can_be_made_anew_and_the_old_one_is_void() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob) = (house.guest(), house.guest());
    let made = alice.post("/api/tables", &new_table("me", "link")).expect(200).json();
    let id = made["table"].as_str().unwrap();
    let invite = format!("/api/tables/{id}/invite");
    bob.post(&invite, &json!({ "side": "blue" })).expect(403).sentence();
    alice.post(&invite, &json!({ "side": "red" })).expect(422).sentence();
    let url = alice.post(&invite, &json!({ "side": "blue" })).expect(200).json();
    let secret = |url: &serde_json::Value| json!({ "secret": url.as_str().unwrap().strip_prefix("/join/").unwrap() });
    bob.post("/api/join", &secret(&made["invites"]["blue"])).expect(404);
    bob.post("/api/join", &secret(&url["url"])).expect(200);
    bob.post(&invite, &json!({ "side": "red" })).expect(403).sentence();
}

#[test]
fn a_seat_taken_by_the_wrong_person_is_given_anew_until_he_has_chosen() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut stranger, id) = alice_and_bob(&house);
    let (mut bob, mut carol) = (house.guest(), house.guest());
    let (table, invite) = (format!("/api/tables/{id}"), format!("/api/tables/{id}/invite"));
    let blue = json!({ "side": "blue" });
    stranger.post(&invite, &blue).expect(403).sentence();
    assert_eq!(alice.get(&table).json()["seats"]["blue"]["invites"], true);
    assert!(stranger.get(&table).json()["seats"]["blue"]["invites"].is_null());
    let url = alice.post(&invite, &blue).expect(200).json();
    let secret = url["url"].as_str().unwrap().strip_prefix("/join/").unwrap();
    stranger.get(&format!("{table}?as=blue")).expect(403);
    bob.post("/api/join", &json!({ "secret": secret })).expect(200);
    // Each makes his first choice: now the seat is Bob's own.
    for (guest, side) in [(&mut alice, "red"), (&mut bob, "blue")] {
        let state = guest.get(&format!("{table}?as={side}")).expect(200).json();
        let body = json!({ "as": side, "seq": state["seq"], "choice": first_choice(&state) });
        guest.post(&format!("{table}/choose"), &body).expect(200);
    }
    alice.post(&invite, &blue).expect(422).sentence();
    assert!(alice.get(&table).json()["seats"]["blue"]["invites"].is_null());
    carol.post("/api/join", &json!({ "secret": secret })).expect(403);
    bob.get(&format!("{table}?as=blue")).expect(200);
}

#[test]
fn whoever_opens_a_table_for_two_friends_finds_it_and_makes_their_links_anew() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob) = (house.guest(), house.guest());
    let made = alice.post("/api/tables", &new_table("link", "link")).expect(200).json();
    let invite = format!("/api/tables/{}/invite", made["table"].as_str().unwrap());
    assert_eq!(alice.get("/api/tables").json()["tables"][0]["id"], made["table"]);
    let url = alice.post(&invite, &json!({ "side": "red" })).expect(200).json();
    let secret = url["url"].as_str().unwrap().strip_prefix("/join/").unwrap();
    bob.post("/api/join", &json!({ "secret": secret })).expect(200);
    bob.post(&invite, &json!({ "side": "blue" })).expect(403).sentence();
}

#[test]
fn a_spectator_sees_neither_hand_and_may_do_nothing() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, _, id) = alice_and_bob(&house);
    let mut carol = house.guest();
    let seen = carol.get(&format!("/api/tables/{id}")).expect(200).json();
    assert_eq!(seen["as"], "spectator");
    let hands = |state: &serde_json::Value| {
        let tracks = state["view"]["tracks"].as_array().unwrap();
        tracks.iter().map(|t| t["value"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(hands(&seen), ["3 cards", "3 cards"]);
    assert_eq!(seen["view"]["choices"], json!([]));
    let own = alice.get(&format!("/api/tables/{id}")).json();
    assert_ne!(hands(&own)[0], "3 cards");
    assert_eq!(hands(&own)[1], "3 cards");
    for (path, body) in [
        ("why", json!({ "as": "red", "choice": "amount 1" })),
        ("undo", json!({ "as": "red", "seq": 0 })),
        ("resign", json!({ "as": "red" })),
        ("order", json!({ "as": "red", "id": "hold", "on": true })),
        ("invite", json!({ "side": "blue" })),
        ("bot", json!({ "do": "stop" })),
    ] {
        carol.post(&format!("/api/tables/{id}/{path}"), &body).expect(403).sentence();
    }
    assert!(carol.cookie.is_none(), "a spectator needs no token");
}

#[test]
fn a_token_is_given_once_and_kept() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &new_table("me", "me")).expect(200);
    let cookie = made.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let token = alice.cookie.clone();
    alice.post("/api/tables", &new_table("me", "me")).expect(200);
    alice.get("/api/tables").expect(200);
    assert_eq!(alice.cookie, token);
    assert_eq!(alice.get("/api/tables").json()["tables"].as_array().unwrap().len(), 2);
}
