//! Every request of the protocol, asked rightly.

use crate::house::{Folder, House, alice_and_bob, first_choice, last_table, play_one};
use crate::protocol::opening;
use engine::{CommittedDice, Dice, Journal, commit};
use serde_json::json;

#[test]
fn the_shelf_the_map_the_grid_and_the_rules_are_shown() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let shelf = alice.get("/api/shelf").expect(200).json();
    assert_eq!(shelf["games"][0]["id"], "ford");
    let map = alice.get("/api/games/ford/map.svg?theme=dark&layer=names").expect(200);
    assert_eq!(map.header("content-type"), Some("image/svg+xml"));
    let tag = map.header("etag").unwrap().to_string();
    let again = alice
        .send(
            "GET",
            "/api/games/ford/map.svg?theme=dark&layer=names",
            &[("if-none-match", &tag)],
            b"",
        )
        .unwrap();
    assert_eq!((again.status, again.body.len()), (304, 0));
    let grid = alice.get("/api/games/ford/grid").expect(200).json();
    assert_eq!(grid["hexes"].as_object().unwrap().len(), 35);
    let rules = alice.get("/api/games/ford/rules").expect(200).json();
    assert_eq!(rules["sections"][0]["rules"][0]["number"], "1.1");
}

#[test]
fn a_game_is_played_to_its_end_and_its_dice_can_be_checked() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &last_table("me", "me")).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    assert!(alice.get(&format!("/api/tables/{id}/dice")).expect(200).json()["secrets"].is_null());
    for step in 0.. {
        assert!(step < 1000, "the game does not end");
        if play_one(&mut alice, &id, step * 7 + 3).is_none() {
            break;
        }
    }
    let listed = alice.get("/api/tables").expect(200).json();
    assert_eq!(
        listed["tables"][0]["finished"]["text"].as_str().map(|t| t.ends_with('.')),
        Some(true)
    );
    // Anybody may check a finished game through anybody's eyes.
    let mut stranger = house.guest();
    stranger.get(&format!("/api/tables/{id}?as=blue")).expect(200);
    stranger.get(&format!("/api/tables/{id}?as=all")).expect(200);
    let dice = stranger.get(&format!("/api/tables/{id}/dice")).expect(200).json();
    let secrets: Vec<Vec<u8>> =
        dice["secrets"].as_array().unwrap().iter().map(|s| bytes_of(s.as_str().unwrap())).collect();
    for (secret, commitment) in secrets.iter().zip(dice["commitments"].as_array().unwrap()) {
        assert_eq!(json!(commit(secret).0), *commitment);
    }
    let text = stranger.get(&format!("/api/tables/{id}/journal")).expect(200).text();
    let (journal, damage) = Journal::parse(&text).unwrap();
    assert_eq!(damage, None);
    assert!(
        journal.lines.iter().any(|line| line.n > 0 && !line.rolls.is_empty()) || secrets.len() == 3
    );
    for line in &journal.lines {
        let mut dice = CommittedDice::new(&secrets, line.n);
        for roll in &line.rolls {
            assert_eq!(dice.roll(roll.sides), roll.value, "line {}", line.n);
        }
    }
    let imported = stranger.post_text("/api/import", &text).expect(200).json();
    let copy = imported["table"].as_str().unwrap();
    let (a, b) = (
        stranger.get(&format!("/api/tables/{id}?as=all")).json(),
        stranger.get(&format!("/api/tables/{copy}?as=all")).json(),
    );
    assert_eq!(a["view"], b["view"], "an imported game stands where the exported one stood");
}

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect()
}

#[test]
fn a_choice_is_answered_with_the_new_state_and_what_happened() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob, id) = alice_and_bob(&house);
    let state = alice.get(&format!("/api/tables/{id}?as=red")).expect(200).json();
    assert_eq!((&state["seq"], &state["as"]), (&json!(0), &json!("red")));
    let blue = json!({ "who": "person", "invites": true });
    assert_eq!(state["seats"], json!({ "red": { "who": "me" }, "blue": blue }));
    let body = json!({ "as": "red", "seq": 0, "choice": first_choice(&state) });
    let next = alice.post(&format!("/api/tables/{id}/choose"), &body).expect(200).json();
    assert_eq!(next["seq"], 1);
    assert_eq!(next["events"][0]["text"], "Red plays a card.");
    assert_eq!(next["view"]["choices"], json!([]), "it is Bob's decision");
    let log = bob.get(&format!("/api/tables/{id}/log?as=blue&after=0")).expect(200).json();
    assert_eq!(log["events"][0]["line"], 1);
    let listed = bob.get("/api/tables").expect(200).json();
    assert_eq!(listed["tables"][0]["waits"], true);
    assert_eq!(alice.get("/api/tables").json()["tables"][0]["waits"], false);
}

#[test]
fn why_undo_orders_overlays_faces_and_replay_answer() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    // A known opening: both cards have been shown without a tie, and Red moves first.
    let made = alice.post_text("/api/import", &opening()).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    let at = |path: &str| format!("/api/tables/{id}{path}");
    let mover = alice.get(&at("")).json();
    let side = mover["as"].as_str().unwrap().to_string();
    assert_eq!((side.as_str(), &mover["seq"]), ("red", &json!(2)));

    let unit = "unit R1";
    let legal = alice.post(&at("/why"), &json!({ "as": side, "choice": unit })).expect(200).json();
    assert_eq!(legal, json!({ "legal": true }));
    let why =
        alice.post(&at("/why"), &json!({ "as": side, "choice": "hex 0101" })).expect(200).json();
    assert_eq!(why["rules"], json!(["1.1"]));
    let refused = json!({ "as": side, "seq": 2, "choice": "verb roll" });
    let refused = alice.post(&at("/choose"), &refused).expect(422).json();
    assert_eq!(refused["refusal"]["rules"], json!(["1.1"]));

    let picked = json!({ "as": side, "seq": 2, "choice": unit });
    let picked = alice.post(&at("/choose"), &picked).expect(200).json();
    assert_eq!(picked["undo"]["steps"], json!([2]));
    let undone = alice.post(&at("/undo"), &json!({ "as": side, "seq": 3 })).expect(200).json();
    assert_eq!((&undone["seq"], &undone["view"]), (&json!(4), &mover["view"]));
    // Whoever knew line 3 learns that only line 2 still holds.
    let log = |after: u64| at(&format!("/log?as={side}&after={after}"));
    assert_eq!(alice.get(&log(3)).expect(200).json()["from"], 2);
    assert_eq!(alice.get(&log(1)).expect(200).json()["from"], 1);
    let nothing = alice.post(&at("/undo"), &json!({ "as": side, "seq": 4 })).expect(422);
    assert!(
        nothing.sentence().starts_with("Hidden information was revealed"),
        "{}",
        nothing.sentence()
    );

    let overlay = alice.get(&at("/overlay/zones")).expect(200).json();
    assert_eq!(overlay["areas"][0]["kind"], "zone");
    let faces = alice.get(&at(&format!("/faces.svg?as={side}"))).expect(200);
    assert_eq!(faces.header("content-type"), Some("image/svg+xml"));
    for unit in mover["view"]["units"].as_array().unwrap() {
        let symbol = format!("<symbol id=\"{}\"", unit["f"].as_str().unwrap());
        assert!(faces.text().contains(&symbol), "{symbol}");
    }
    let past = alice.get(&at(&format!("/replay/2?as={side}"))).expect(200).json();
    assert_eq!(past["view"]["units"], mover["view"]["units"]);
    assert_eq!((&past["seq"], &past["last"]), (&json!(2), &json!(4)));
    let after_undo = alice.get(&at(&format!("/replay/4?as={side}"))).expect(200).json();
    assert_eq!(after_undo["view"]["units"], mover["view"]["units"]);

    let order = json!({ "as": "blue", "id": "hold", "on": true });
    let ordered = alice.post(&at("/order"), &order).expect(200).json();
    assert_eq!((&ordered["seq"], &ordered["orders"][0]["on"]), (&json!(5), &json!(true)));
    let again = alice.post(&at("/order"), &order).expect(200).json();
    assert_eq!(again["seq"], 5, "an order that stands is not given twice");
    let resigned = alice.post(&at("/resign"), &json!({ "as": "red" })).expect(200).json();
    assert_eq!(resigned["view"]["outcome"]["winner"], "blue");
    assert_eq!(resigned["view"]["outcome"]["text"], "Red resigned.");
    assert_eq!(resigned["over"], true);
    alice.post(&at("/resign"), &json!({ "as": "red" })).expect(422);
}

#[test]
fn the_journal_of_a_running_game_says_only_what_the_viewer_knows() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob, id) = alice_and_bob(&house);
    let state = alice.get(&format!("/api/tables/{id}")).json();
    let choice = first_choice(&state);
    let body = json!({ "as": "red", "seq": 0, "choice": choice });
    alice.post(&format!("/api/tables/{id}/choose"), &body).expect(200);
    let order = json!({ "as": "red", "id": "hold", "on": true });
    alice.post(&format!("/api/tables/{id}/order"), &order).expect(200);
    let own = alice.get(&format!("/api/tables/{id}/journal")).expect(200).text();
    assert!(own.contains(&format!("1 red {choice} #00000000\n2 red order hold on")), "{own}");
    let other = bob.get(&format!("/api/tables/{id}/journal")).expect(200).text();
    assert!(other.contains("1 red verb hidden #00000000\n2 red order private on"), "{other}");
    assert!(!other.contains(" = "), "no dice: {other}");
    assert_eq!(Journal::parse(&other).unwrap().1, None, "it is still a journal");
    let refused = bob.post_text("/api/import", &other).expect(400);
    assert!(refused.sentence().contains("lacks what was hidden"));
}

#[test]
fn the_page_is_served_at_its_three_addresses_with_strict_headers() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    for path in ["/", "/t/abc", "/join/abc"] {
        let page = alice.get(path);
        // A build without a client says so; it never shows anything else.
        assert!(page.status == 200 || page.status == 404, "{path}: {}", page.status);
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
        assert!(page.header("set-cookie").is_none(), "a page gives no token");
    }
    assert_eq!(alice.get("/../Cargo.toml").status, 404);
    assert_eq!(alice.get("/%2e%2e/Cargo.toml").status, 404);
}
