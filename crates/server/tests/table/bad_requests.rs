//! Requests that are wrong get a proper status and one sentence, and change nothing.

use crate::house::{Folder, Guest, House, NO_LIMIT, alice_and_bob, first_choice, new_table};
use serde_json::{Value, json};
use server::Rates;
use std::sync::{Arc, Barrier};

fn seq(guest: &mut Guest, id: &str) -> Value {
    guest.get(&format!("/api/tables/{id}?as=spectator")).expect(200).json()["seq"].clone()
}

#[test]
fn bodies_that_are_not_understood() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, _, id) = alice_and_bob(&house);
    let origin = format!("http://{}", house.address);
    let own = [("origin", origin.as_str()), ("content-type", "application/json")];
    let choose = format!("/api/tables/{id}/choose");
    for body in [
        "",
        "{",
        "[]",
        "null",
        "{\"as\":\"red\"}",
        "{\"as\":\"red\",\"seq\":\"0\",\"choice\":\"verb done\"}",
        "{\"as\":\"red\",\"seq\":-1,\"choice\":\"verb done\"}",
        "{\"as\":\"red\",\"seq\":0,\"choice\":7}",
        "{\"as\":\"red\",\"seq\":0,\"choice\":\"verb done\",\"extra\":1}",
        "\u{0}\u{1}",
    ] {
        let reply = alice.send("POST", &choose, &own, body.as_bytes()).unwrap().expect(400);
        reply.sentence();
    }
    for choice in ["", "done", "hex 9999", "unit ZZ", "verb nothing", "amount x", "side 0101/0505"]
    {
        let body = json!({ "as": "red", "seq": 0, "choice": choice });
        alice.post(&choose, &body).expect(400).sentence();
    }
    let long = json!({ "as": "red", "seq": 0, "choice": "x".repeat(101) });
    alice.post(&choose, &long).expect(400).sentence();
    let deep = "[".repeat(5000);
    alice.send("POST", &choose, &own, deep.as_bytes()).unwrap().expect(400).sentence();
    let plain = [("origin", origin.as_str()), ("content-type", "text/plain")];
    alice.send("POST", &choose, &plain, b"{}").unwrap().expect(400).sentence();
    assert_eq!(seq(&mut alice, &id), json!(0));
}

#[test]
fn bodies_that_are_too_large() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, _, id) = alice_and_bob(&house);
    let huge = json!({ "as": "red", "seq": 0, "choice": "x".repeat(70_000) });
    let reply = alice.again().post(&format!("/api/tables/{id}/choose"), &huge).expect(413);
    assert!(reply.sentence().contains("the limit is 64 KiB"));
    let journal = "x".repeat(5_000_000);
    assert!(matches!(alice.again().try_text("/api/import", &journal), Ok(413) | Err(_)));
    alice.post_text("/api/import", "no journal").expect(400).sentence();
}

impl Guest {
    /// The status only: a server may stop reading in the middle of what is too large.
    fn try_text(&mut self, path: &str, body: &str) -> std::io::Result<u16> {
        self.send("POST", path, &[("sec-fetch-site", "same-origin")], body.as_bytes())
            .map(|reply| reply.status)
    }
}

#[test]
fn tables_games_lines_and_addresses_that_are_not_there() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, _, id) = alice_and_bob(&house);
    for path in [
        "/api/nothing",
        "/api/tables/unknown",
        "/api/tables/unknown/log",
        "/api/tables/unknown/events",
        &format!("/api/tables/{id}/nothing"),
        &format!("/api/tables/{id}/overlay/nothing"),
        &format!("/api/tables/{id}/replay/99"),
        &format!("/api/tables/{id}/replay/x"),
        &format!("/api/tables/{id}/faces.svg?line=99"),
        "/api/games/nothing/map.svg",
        "/api/games/nothing/grid",
        "/api/games/nothing/rules",
        "/nothing.js",
        "/api/tables/%ff",
    ] {
        alice.get(path).expect(404).sentence();
    }
    alice.get("/api/games/ford/map.svg?theme=pink").expect(400).sentence();
    alice.get(&format!("/api/tables/{id}/log?after=soon")).expect(400).sentence();
    alice.get(&format!("/api/tables/{id}?as=nobody")).expect(400).sentence();
    alice.post("/api/shelf", &json!({})).expect(405).sentence();
    alice
        .send("DELETE", &format!("/api/tables/{id}"), &[("sec-fetch-site", "same-origin")], b"")
        .unwrap()
        .expect(405)
        .sentence();
}

#[test]
fn tables_that_cannot_be_made() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    for body in [
        json!({ "game": "chess", "scenario": "dawn", "seats": { "red": "me", "blue": "me" } }),
        json!({ "game": "ford", "scenario": "dusk", "seats": { "red": "me", "blue": "me" } }),
        json!({ "game": "ford", "scenario": "dawn", "seats": { "red": "me" } }),
        json!({ "game": "ford", "scenario": "dawn", "seats": { "red": "me", "blue": "you" } }),
        json!({ "game": "ford", "scenario": "dawn", "seats": { "red": "me", "blue": "bot:general" } }),
        json!({ "game": "ford", "scenario": "dawn", "seats": { "red": "me", "blue": "me", "x": "me" } }),
        json!({ "game": "ford", "scenario": "dawn", "options": { "fog": "green" },
            "seats": { "red": "me", "blue": "me" } }),
    ] {
        alice.post("/api/tables", &body).expect(400).sentence();
    }
    assert_eq!(alice.get("/api/tables").json(), json!({ "tables": [] }));
}

#[test]
fn choices_that_are_stale_foreign_or_forged() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob, id) = alice_and_bob(&house);
    let choose = format!("/api/tables/{id}/choose");
    let choice = first_choice(&alice.get(&format!("/api/tables/{id}")).json());

    let foreign = json!({ "as": "red", "seq": 0, "choice": choice });
    bob.post(&choose, &foreign).expect(403).sentence();
    let mut forger = house.guest();
    forger.cookie = Some(format!("rokada={}", "0123456789abcdef".repeat(4)));
    forger.post(&choose, &foreign).expect(403).sentence();
    house.guest().post(&choose, &foreign).expect(403).sentence();
    house.guest().get(&format!("/api/tables/{id}?as=red")).expect(403).sentence();
    bob.get(&format!("/api/tables/{id}?as=all")).expect(400).sentence();
    let not_now = json!({ "as": "blue", "seq": 0, "choice": "amount 1" });
    assert_eq!(
        bob.post(&choose, &not_now).expect(422).sentence(),
        "It is the other side's decision."
    );
    let nobody = json!({ "as": "green", "seq": 0, "choice": choice });
    alice.post(&choose, &nobody).expect(400).sentence();

    alice.post(&choose, &foreign).expect(200);
    let stale = alice.post(&choose, &foreign).expect(409);
    stale.sentence();
    assert_eq!(stale.json()["seq"], 1, "the present state comes with it");
    assert!(stale.json()["view"]["units"].is_array());
    let future = json!({ "as": "blue", "seq": 7, "choice": "amount 1" });
    bob.post(&choose, &future).expect(409);
    assert_eq!(seq(&mut alice, &id), json!(1));
}

#[test]
fn changes_from_other_origins_and_other_names() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let body = new_table("me", "me").to_string();
    let json_body = ("content-type", "application/json");
    for headers in [
        vec![json_body],
        vec![json_body, ("origin", "http://evil.example")],
        vec![json_body, ("origin", "null")],
        vec![json_body, ("sec-fetch-site", "cross-site")],
    ] {
        let reply = alice.send("POST", "/api/tables", &headers, body.as_bytes()).unwrap();
        reply.expect(403).sentence();
    }
    let rebound = [("host", "evil.example")];
    alice.send("GET", "/api/tables", &rebound, b"").unwrap().expect(403).sentence();
    assert!(alice.cookie.is_none(), "nobody was given a token");
}

#[test]
fn of_a_hundred_equal_choices_at_once_exactly_one_is_made() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, _, id) = alice_and_bob(&house);
    let choice = first_choice(&alice.get(&format!("/api/tables/{id}")).json());
    let body = json!({ "as": "red", "seq": 0, "choice": choice });
    let start = Arc::new(Barrier::new(100));
    let threads: Vec<_> = (0..100)
        .map(|_| {
            let (mut window, body, start) = (alice.again(), body.clone(), Arc::clone(&start));
            let path = format!("/api/tables/{id}/choose");
            std::thread::spawn(move || {
                start.wait();
                window.post(&path, &body).status
            })
        })
        .collect();
    let mut statuses: Vec<u16> = threads.into_iter().map(|t| t.join().unwrap()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses[0], 200);
    assert!(statuses[1..].iter().all(|s| *s == 409), "{statuses:?}");
    assert_eq!(seq(&mut alice, &id), json!(1));
}

#[test]
fn who_asks_too_often_is_told_to_wait() {
    let folder = Folder::new();
    let rates = Rates { looks: 2, ..NO_LIMIT };
    let house = House::open_with(&folder, rates);
    let mut alice = house.guest();
    let statuses: Vec<u16> = (0..40).map(|_| alice.get("/api/shelf").status).collect();
    assert_eq!(statuses[0], 200);
    assert!(statuses.contains(&429), "{statuses:?}");
    let mut last = alice.get("/api/shelf");
    while last.status == 200 {
        last = alice.get("/api/shelf");
    }
    assert!(last.sentence().contains("wait"));
}
