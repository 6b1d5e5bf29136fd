//! Streams: they tell that something happened, and resume where they were.

use crate::house::{Folder, House, alice_and_bob, first_choice, new_table};
use serde_json::json;

#[test]
fn a_listener_is_told_of_every_step_and_resumes_after_a_break() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, bob, id) = alice_and_bob(&house);
    let path = format!("/api/tables/{id}/events?as=blue");
    let mut stream = bob.listen(&path, None);
    assert_eq!(stream.next(), Some((String::from("step"), Some(0), json!({ "seq": 0 }))));
    let choice = first_choice(&alice.get(&format!("/api/tables/{id}")).json());
    let body = json!({ "as": "red", "seq": 0, "choice": choice });
    alice.post(&format!("/api/tables/{id}/choose"), &body).expect(200);
    assert_eq!(stream.next(), Some((String::from("step"), Some(1), json!({ "seq": 1 }))));
    drop(stream);
    let order = |on: bool| json!({ "as": "red", "id": "hold", "on": on });
    alice.post(&format!("/api/tables/{id}/order"), &order(true)).expect(200);
    let mut late = bob.listen(&path, Some(1));
    assert_eq!(late.next(), Some((String::from("step"), Some(2), json!({ "seq": 2 }))));
    let mut present = bob.listen(&path, Some(2));
    alice.post(&format!("/api/tables/{id}/order"), &order(false)).expect(200);
    assert_eq!(present.next(), Some((String::from("step"), Some(3), json!({ "seq": 3 }))));
}

#[test]
fn a_listener_is_told_when_somebody_joins_and_when_the_house_closes() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob) = (house.guest(), house.guest());
    let made = alice.post("/api/tables", &new_table("me", "link")).expect(200).json();
    let id = made["table"].as_str().unwrap();
    let mut stream = alice.listen(&format!("/api/tables/{id}/events"), Some(0));
    let url = made["invites"]["blue"].as_str().unwrap();
    bob.post("/api/join", &json!({ "secret": url.strip_prefix("/join/").unwrap() })).expect(200);
    assert_eq!(stream.next().map(|(name, _, _)| name).as_deref(), Some("seats"));
    drop(house);
    assert_eq!(stream.next(), None);
}
