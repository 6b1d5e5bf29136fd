//! Crowds: limits are counted by address, a flood from one does not keep out another, and whoever
//! dawdles is shown out.

use crate::house::{Folder, Guest, House, NO_LIMIT, connect, new_table};
use serde_json::{Value, json};
use server::{Crowd, Door, Rates};
use std::io::{Read, Write};
use std::time::Duration;

const STRANGER: [u8; 4] = [127, 0, 0, 66];
const FRIEND: [u8; 4] = [127, 0, 0, 7];

#[test]
fn invented_cookies_and_none_share_the_budget_of_their_address() {
    let folder = Folder::new();
    let house = House::open_with(&folder, Rates { beginnings: 1, ..NO_LIMIT });
    let mut stranger = house.guest().at(STRANGER);
    let mut answers = (0..60).map(|n| {
        stranger.cookie = (n % 2 == 0).then(|| format!("rokada={n:064x}"));
        stranger.post("/api/tables", &new_table("me", "me")).status
    });
    assert_eq!(answers.by_ref().take(10).filter(|s| *s == 200).count(), 10, "a burst is allowed");
    assert!(answers.filter(|s| *s == 429).count() >= 45, "a new cookie is no new budget");
    let mut last = stranger.post("/api/tables", &new_table("me", "me"));
    while last.status == 200 {
        last = stranger.post("/api/tables", &new_table("me", "me"));
    }
    assert!(last.expect(429).header("retry-after").is_some());
}

#[test]
fn a_flood_of_strangers_does_not_keep_an_invited_friend_out() {
    let folder = Folder::new();
    let house = House::open_with(&folder, Rates { beginnings: 1, ..NO_LIMIT });
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &new_table("me", "link")).expect(200).json();
    let mut stranger = house.guest().at(STRANGER);
    while stranger.post("/api/join", &nonsense()).status != 429 {}
    let mut bob = house.guest().at(FRIEND);
    let secret = made["invites"]["blue"].as_str().unwrap().strip_prefix("/join/").unwrap();
    bob.post("/api/join", &json!({ "secret": secret })).expect(200);
    let table = format!("/api/tables/{}", made["table"].as_str().unwrap());
    bob.get(&format!("{table}?as=blue")).expect(200);
}

#[test]
fn behind_a_trusted_proxy_the_address_that_it_names_is_counted() {
    let folder = Folder::new();
    let rates = Rates { beginnings: 1, ..NO_LIMIT };
    let proxy = "127.0.0.1".parse().unwrap();
    let door = Door { trusted_proxies: vec![proxy], ..Door::default() };
    let house = House::open_door(&folder, rates, door);
    let mut proxied = house.guest();
    // The stranger may write what he likes before the address that the proxy adds.
    let mut hops = (0..200).map(|n| format!("10.0.0.{n}, 192.0.2.66"));
    assert!(hops.any(|hops| guess_for(&mut proxied, &hops) == 429));
    assert_eq!(guess_for(&mut proxied, "192.0.2.7"), 404);
    // Whoever is no trusted proxy is counted himself, whatever he says.
    let mut direct = house.guest().at(STRANGER);
    let mut lies = (0..200).map(|n| format!("203.0.113.{n}"));
    assert!(lies.any(|lie| guess_for(&mut direct, &lie) == 429));
}

/// A wrong invitation.
fn nonsense() -> Value {
    json!({ "secret": "0".repeat(64) })
}

/// Tries a wrong invitation for whoever a proxy says it is; the status.
fn guess_for(guest: &mut Guest, forwarded: &str) -> u16 {
    let headers = [
        ("content-type", "application/json"),
        ("sec-fetch-site", "same-origin"),
        ("x-forwarded-for", forwarded),
    ];
    let body = nonsense().to_string();
    guest.send("POST", "/api/join", &headers, body.as_bytes()).unwrap().status
}

#[test]
fn a_chosen_token_is_nobody_and_is_not_kept() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let chosen = format!("rokada={}", "0123456789abcdef".repeat(4));
    let mut victim = house.guest();
    victim.cookie = Some(chosen.clone());
    victim.post("/api/tables", &new_table("me", "me")).expect(200);
    assert_ne!(victim.cookie.as_ref(), Some(&chosen), "he is given a token of his own");
    assert_eq!(victim.get("/api/tables").json()["tables"].as_array().unwrap().len(), 1);
    let mut planter = house.guest();
    planter.cookie = Some(chosen);
    assert_eq!(planter.get("/api/tables").json(), json!({ "tables": [] }));
}

const SOON: Duration = Duration::from_millis(100);

#[test]
fn a_request_that_is_half_sent_is_closed() {
    let folder = Folder::new();
    let door = Door { head_max: SOON, ..Door::default() };
    let house = House::open_door(&folder, NO_LIMIT, door);
    for half in ["", "GET /api/shelf HT", "GET /api/shelf HTTP/1.1\r\nhost: localhost\r\nx: "] {
        let mut connection = connect(house.address, None).unwrap();
        connection.get_mut().write_all(half.as_bytes()).unwrap();
        let mut rest = Vec::new();
        connection.read_to_end(&mut rest).unwrap();
        assert!(!rest.starts_with(b"HTTP/1.1 200"), "{half}");
    }
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let folder = Folder::new();
    let door = Door { body_max: SOON, ..Door::default() };
    let house = House::open_door(&folder, NO_LIMIT, door);
    for (path, kind) in [("/api/tables", "application/json"), ("/api/import", "text/plain")] {
        let half = format!(
            "POST {path} HTTP/1.1\r\nhost: {0}\r\norigin: http://{0}\r\ncontent-type: {kind}\r\n\
             content-length: 5000\r\n\r\n{{\"game\":",
            house.address
        );
        let mut connection = connect(house.address, None).unwrap();
        connection.get_mut().write_all(half.as_bytes()).unwrap();
        let mut rest = Vec::new();
        connection.read_to_end(&mut rest).unwrap();
        assert!(rest.starts_with(b"HTTP/1.1 408 "), "{}", String::from_utf8_lossy(&rest));
    }
}

#[test]
fn half_open_connections_of_one_address_do_not_shut_out_others() {
    let folder = Folder::new();
    let patient = Duration::from_secs(600);
    let connections = Crowd { all: 12, each: 8 };
    let door = Door { connections, head_max: patient, ..Door::default() };
    let house = House::open_door(&folder, NO_LIMIT, door);
    // Those above the share are closed at once; the others keep waiting.
    let mut kept: Vec<_> =
        (0..30).map(|_| connect(house.address, Some(STRANGER.into())).unwrap()).collect();
    // The first eight stay open until the end: if they went, the others would come in.
    let closed = kept.split_off(8).into_iter().map(|mut connection| {
        let mut rest = Vec::new();
        connection.read_to_end(&mut rest).is_err() || rest.is_empty()
    });
    assert_eq!(closed.filter(|is_closed| *is_closed).count(), 22);
    house.guest().at(FRIEND).get("/api/shelf").expect(200);
    drop(kept);
}
