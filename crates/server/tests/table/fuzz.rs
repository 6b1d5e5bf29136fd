//! Random changes to requests that were right: no fault, no panic, and the house still stands.
//!
//! More by hand: `ROKADA_FUZZ=200000 ROKADA_SEED=7 cargo test -p rokada-server --test table -- fuzz::`.

use crate::house::{Folder, House, alice_and_bob, new_table};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::json;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// One request in its parts, so that its length stays right unless that is what is changed.
#[derive(Clone)]
struct Request {
    head: Vec<u8>,
    body: Vec<u8>,
}

fn requests(address: &str, cookie: &str, id: &str, journal: &str) -> Vec<Request> {
    let request = |method: &str, path: &str, kind: &str, body: &str| Request {
        head: format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
             cookie: {cookie}\r\ncontent-type: {kind}\r\n"
        )
        .into_bytes(),
        body: body.as_bytes().to_vec(),
    };
    let get = |path: String| request("GET", &path, "text/plain", "");
    let post = |path: String, body: serde_json::Value| {
        request("POST", &path, "application/json", &body.to_string())
    };
    let at = |path: &str| format!("/api/tables/{id}{path}");
    let mut all = vec![
        get(String::from("/")),
        get(String::from("/api/shelf")),
        get(String::from("/api/tables")),
        get(String::from("/api/games/ford/map.svg?theme=dark&layer=names")),
        get(String::from("/api/games/ford/grid")),
        get(at("?as=red")),
        get(at("/log?as=red&after=0")),
        get(at("/overlay/zones?as=red")),
        get(at("/replay/1?as=red")),
        get(at("/faces.svg?as=red&line=1")),
        get(at("/journal?as=red")),
        get(at("/dice")),
        post(String::from("/api/tables"), new_table("me", "bot:recruit")),
        post(String::from("/api/join"), json!({ "secret": "0".repeat(64) })),
        post(at("/choose"), json!({ "as": "red", "seq": 0, "choice": "amount 3" })),
        post(
            at("/choose-groups"),
            json!({ "as": "red", "seq": 2, "groups": [["unit R1", "hex 0303"], ["verb done"]] }),
        ),
        post(at("/next"), json!({})),
        post(at("/why"), json!({ "as": "red", "choice": "hex 0303" })),
        post(at("/undo"), json!({ "as": "red", "seq": 3 })),
        post(at("/order"), json!({ "as": "red", "id": "hold", "on": true })),
        post(at("/invite"), json!({ "side": "blue" })),
        post(at("/bot"), json!({ "do": "stop", "pace": 5 })),
    ];
    for _ in 0..6 {
        all.push(request("POST", "/api/import", "text/plain", journal));
    }
    all
}

fn mutate(bytes: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    const WORDS: &[&str] = &[
        "\"",
        "{",
        "}",
        "[",
        "null",
        "-1",
        "18446744073709551616",
        "1e999",
        "\\u0000",
        "/",
        "%",
        "%00",
        "..",
        "\r\n",
        "é",
        "\u{0}",
        " #",
        "99999",
        "unit",
        "undo 0",
        "=",
        "7/6",
        "as=all",
        "spectator",
        "Content-Length: 5\r\n",
        "verb",
        "order x on",
        "position {}",
        "resign",
    ];
    for _ in 0..=rng.next_u32() % 4 {
        let at = rng.next_u32() as usize % (bytes.len() + 1);
        match rng.next_u32() % 5 {
            0 if at < bytes.len() => bytes[at] = rng.next_u32() as u8,
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 => {
                let word = WORDS[rng.next_u32() as usize % WORDS.len()];
                bytes.splice(at..at, word.bytes());
            }
            3 => bytes.truncate(at),
            _ => {
                let to = (at + rng.next_u32() as usize % 30).min(bytes.len());
                let copy = bytes[at..to].to_vec();
                bytes.splice(at..at, copy);
            }
        }
    }
}

#[test]
fn no_request_makes_a_fault() {
    let (most, seed) = (number("ROKADA_FUZZ", 4000), number("ROKADA_SEED", 3));
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, _, id) = alice_and_bob(&house);
    alice.post(&format!("/api/tables/{id}/resign"), &json!({ "as": "red" })).expect(200);
    let journal = alice.get(&format!("/api/tables/{id}/journal")).expect(200).text();
    let (_, _, running) = alice_and_bob(&house);
    let address = house.address.to_string();
    let cookie = alice.cookie.clone().unwrap();
    let mut all = requests(&address, &cookie, &id, &journal);
    all.extend(requests(&address, &cookie, &running, &journal));
    let (mut answered, mut faults) = (0, Vec::new());
    for _ in 0..most {
        let mut request = all[rng.next_u32() as usize % all.len()].clone();
        match rng.next_u32() % 3 {
            0 => mutate(&mut request.head, &mut rng),
            1 => mutate(&mut request.body, &mut rng),
            _ => {
                mutate(&mut request.head, &mut rng);
                mutate(&mut request.body, &mut rng);
            }
        }
        let mut bytes = request.head.clone();
        let end = format!("content-length: {}\r\nconnection: close\r\n\r\n", request.body.len());
        bytes.extend_from_slice(end.as_bytes());
        bytes.extend_from_slice(&request.body);
        // A request that is no HTTP may be hung up on, or waited for until its sender hangs up.
        let mut window = house.guest();
        let Ok(reply) = window.raw_once(&bytes) else { continue };
        answered += 1;
        if reply.status >= 500 {
            faults.push((reply.status, reply.text(), String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    assert!(faults.is_empty(), "{} faults, the first: {:#?}", faults.len(), faults[0]);
    assert!(answered > most * 9 / 10, "only {answered} of {most} were answered");
    house.guest().get("/api/shelf").expect(200);
}
