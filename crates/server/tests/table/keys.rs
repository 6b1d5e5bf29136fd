//! Key links: the seats of a person in all his browsers.

use crate::house::{Folder, Guest, House, alice_and_bob, first_choice, new_table};
use serde_json::{Value, json};

/// Makes a key link and gives its secret and its number.
fn make_key(guest: &mut Guest) -> (Value, Value) {
    let made = guest.post("/api/keys", &json!({})).expect(200).json();
    let url = made["url"].as_str().unwrap();
    (json!({ "secret": url.strip_prefix("/key#").unwrap() }), made["id"].clone())
}

fn tables(guest: &mut Guest) -> usize {
    guest.get("/api/tables").expect(200).json()["tables"].as_array().unwrap().len()
}

#[test]
fn a_key_link_brings_all_seats_to_another_device() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, _, id) = alice_and_bob(&house);
    alice.post("/api/tables", &new_table("me", "me")).expect(200);
    let (key, _) = make_key(&mut alice);
    let mut phone = house.guest();
    // Whoever only looks at the address, such as a program that previews links, takes nothing.
    phone.get("/key");
    assert_eq!(tables(&mut phone), 0);
    phone.post("/api/keys/open", &key).expect(200);
    assert_ne!(phone.cookie, alice.cookie, "each browser has a token of its own");
    assert_eq!(tables(&mut phone), 2);
    // Both see the table live and play the same seat.
    let table = format!("/api/tables/{id}");
    let mut stream = alice.listen(&format!("{table}/events?as=red"), Some(0));
    let state = phone.get(&format!("{table}?as=red")).expect(200).json();
    assert_eq!(state["seats"]["red"]["who"], "me");
    let body = json!({ "as": "red", "seq": 0, "choice": first_choice(&state) });
    phone.post(&format!("{table}/choose"), &body).expect(200);
    stream.wait_for(1);
    // What is begun on one device is found on the other.
    phone.post("/api/tables", &new_table("me", "me")).expect(200);
    assert_eq!(tables(&mut alice), 3);
}

#[test]
fn lost_cookies_are_no_lost_seats() {
    let folder = Folder::new();
    let mut key = json!(null);
    let mut id = String::new();
    for is_back in [false, true] {
        // The house is closed in between: what a key opens is stored.
        let house = House::open(&folder);
        if is_back {
            let mut alice = house.guest();
            alice.post("/api/keys/open", &key).expect(200);
            alice.get(&format!("/api/tables/{id}?as=red")).expect(200);
        } else {
            let (mut alice, _, table) = alice_and_bob(&house);
            (key, id) = (make_key(&mut alice).0, table);
        }
    }
}

#[test]
fn a_revoked_key_opens_nothing_and_signs_out_whoever_came_by_it() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, _, id) = alice_and_bob(&house);
    let ((key, first), (other, second)) = (make_key(&mut alice), make_key(&mut alice));
    let (mut phone, mut tablet, mut thief) = (house.guest(), house.guest(), house.guest());
    phone.post("/api/keys/open", &other).expect(200);
    tablet.post("/api/keys/open", &key).expect(200);
    thief.post("/api/keys/open", &key).expect(200);
    let listed = alice.get("/api/keys").expect(200).json();
    assert_eq!(listed["keys"][1]["browsers"], 2, "{listed}");
    assert_eq!(listed["keys"][1]["opened"], 2, "{listed}");
    thief.get(&format!("/api/tables/{id}?as=red")).expect(200);
    // The browser that revokes keeps its seats, although it came by the same link.
    tablet.post("/api/keys/revoke", &json!({ "id": first })).expect(200);
    thief.get(&format!("/api/tables/{id}?as=red")).expect(403);
    assert_eq!(tables(&mut thief), 0);
    thief.post("/api/keys/open", &key).expect(404).sentence();
    for guest in [&mut alice, &mut phone, &mut tablet] {
        guest.get(&format!("/api/tables/{id}?as=red")).expect(200);
    }
    // The browser in which a person began is signed out by nobody.
    phone.post("/api/keys/revoke", &json!({ "id": second })).expect(200);
    alice.get(&format!("/api/tables/{id}?as=red")).expect(200);
    alice.post("/api/keys/revoke", &json!({ "id": second })).expect(404).sentence();
}

#[test]
fn keys_of_others_are_not_shown_and_not_revoked() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob, _) = alice_and_bob(&house);
    let (key, id) = make_key(&mut alice);
    assert_eq!(bob.get("/api/keys").expect(200).json(), json!({ "keys": [] }));
    bob.post("/api/keys/revoke", &json!({ "id": id })).expect(404).sentence();
    let mut stranger = house.guest();
    stranger.post("/api/keys/revoke", &json!({ "id": id })).expect(404).sentence();
    stranger.post("/api/keys", &json!({})).expect(403).sentence();
    assert_eq!(stranger.get("/api/keys").expect(200).json(), json!({ "keys": [] }));
    for wrong in ["", "guess", &"0".repeat(64)] {
        stranger.post("/api/keys/open", &json!({ "secret": wrong })).expect(404).sentence();
    }
    assert!(stranger.cookie.is_none());
    stranger.post("/api/keys/open", &key).expect(200);
    for _ in 0..7 {
        make_key(&mut alice);
    }
    alice.post("/api/keys", &json!({})).expect(422).sentence();
}

#[test]
fn seats_of_a_browser_are_brought_along_only_if_it_says_so() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob, id) = alice_and_bob(&house);
    let mut phone = house.guest();
    let own = phone.post("/api/tables", &new_table("me", "link")).expect(200).json();
    let own_table = format!("/api/tables/{}", own["table"].as_str().unwrap());
    let (mut key, _) = make_key(&mut alice);
    let refused = phone.post("/api/keys/open", &key).expect(422).sentence();
    assert!(refused.contains("1 table"), "{refused}");
    assert_eq!((tables(&mut phone), tables(&mut alice)), (1, 1), "nothing has changed");
    key["seats"] = json!("bring");
    let answer = phone.post("/api/keys/open", &key).expect(200).json();
    assert_eq!(answer, json!({ "brought": 1 }));
    assert_eq!((tables(&mut phone), tables(&mut alice)), (2, 2));
    for guest in [&mut phone, &mut alice] {
        let state = guest.get(&format!("{own_table}?as=red")).expect(200).json();
        assert_eq!(state["seats"]["blue"], json!({ "who": "open", "invites": true }));
        guest.get(&format!("/api/tables/{id}?as=red")).expect(200);
    }
    // Bob's seat is nobody else's, and a second opening changes nothing.
    bob.get(&format!("/api/tables/{id}?as=blue")).expect(200);
    phone.get(&format!("/api/tables/{id}?as=blue")).expect(403);
    phone.post("/api/keys/open", &key).expect(200);
    assert_eq!(tables(&mut phone), 2);
}
