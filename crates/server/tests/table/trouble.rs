//! When the games or the bots break down: a fault with a number, nothing told, nothing lost.

use crate::house::{Folder, House, NO_LIMIT, new_table, play_one};
use crate::toy::ToyLibrary;
use board::Face;
use engine::{Choice, Header};
use mind::{Bot, Bots, Imagined};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use table::{Library, Opened};

const SECRET: &str = "the russians hold a 6";

/// A shelf whose rules and counters break down, with bots that should not be let near a table.
struct Broken(ToyLibrary);

impl Library for Broken {
    fn shelf(&self) -> table::Shelf {
        self.0.shelf()
    }

    fn open(
        &self,
        game: &str,
        scenario: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<Opened, String> {
        self.0.open(game, scenario, options)
    }

    fn open_header(&self, header: &Header) -> Result<Opened, engine::NotCarried> {
        self.0.open_header(header)
    }

    fn map_svg(
        &self,
        game: &str,
        scenario: Option<&str>,
        theme: &str,
        layer: &str,
    ) -> Option<Arc<str>> {
        self.0.map_svg(game, scenario, theme, layer)
    }

    fn grid(&self, game: &str, scenario: Option<&str>) -> Option<table::Grid> {
        self.0.grid(game, scenario)
    }

    fn rules(&self, _game: &str) -> Option<table::Digest> {
        panic!("{SECRET}")
    }

    fn counter_svg(&self, _face: &Face, _is_small: bool) -> String {
        panic!("{SECRET}")
    }

    fn bot(&self, _header: &Header, level: &str, seed: u64) -> Option<Box<dyn Bot>> {
        match level {
            "broken" => Some(Box::new(BrokenBot)),
            "cheat" => Some(Box::new(Cheat)),
            "thinker" => Some(Box::new(Thinker)),
            _ => Bots::lots().bot(level, seed),
        }
    }
}

struct BrokenBot;

impl Bot for BrokenBot {
    fn choose(&mut self, _table: &Imagined, _stop: &AtomicBool) -> Choice {
        panic!("{SECRET}")
    }
}

struct Cheat;

impl Bot for Cheat {
    fn choose(&mut self, _table: &Imagined, _stop: &AtomicBool) -> Choice {
        Choice::Amount(60_000)
    }
}

/// Thinks until it is stopped.
struct Thinker;

impl Bot for Thinker {
    fn choose(&mut self, table: &Imagined, stop: &AtomicBool) -> Choice {
        while !stop.load(Ordering::Acquire) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let mut choices = Vec::new();
        table.choices(&mut choices);
        choices[0]
    }
}

pub fn broken_house(folder: &Folder) -> House {
    House::open_library(folder, NO_LIMIT, Arc::new(Broken(ToyLibrary::new())))
}

#[test]
fn a_panic_becomes_a_fault_with_a_number_that_tells_nothing() {
    let folder = Folder::new();
    let house = broken_house(&folder);
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &new_table("me", "me")).expect(200).json();
    let id = made["table"].as_str().unwrap();
    for path in [String::from("/api/games/ford/rules"), format!("/api/tables/{id}/faces.svg")] {
        let reply = alice.get(&path).expect(500);
        assert!(reply.sentence().contains("(fault "), "{}", reply.text());
        assert!(!reply.text().contains("russians"), "{}", reply.text());
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    }
    alice.get(&format!("/api/tables/{id}")).expect(200);
}

#[test]
fn bots_that_break_down_or_cheat_are_replaced_by_a_legal_choice() {
    for level in ["bot:broken", "bot:cheat"] {
        let folder = Folder::new();
        let house = broken_house(&folder);
        let mut alice = house.guest();
        let made = alice.post("/api/tables", &new_table("me", level)).expect(200).json();
        let id = made["table"].as_str().unwrap().to_string();
        let mut stream = alice.listen(&format!("/api/tables/{id}/events"), None);
        play_one(&mut alice, &id, 0);
        stream.wait_for(2);
    }
}

#[test]
fn a_thinking_bot_does_not_keep_the_house_open() {
    let folder = Folder::new();
    let house = broken_house(&folder);
    let mut alice = house.guest();
    let body = new_table("bot:thinker", "bot:thinker");
    let made = alice.post("/api/tables", &body).expect(200).json();
    let id = made["table"].as_str().unwrap();
    let mut stream = alice.listen(&format!("/api/tables/{id}/events"), Some(0));
    assert_eq!(stream.next().map(|(name, _, _)| name).as_deref(), Some("bot"));
    drop(house);
}

#[test]
fn a_thinking_bot_can_be_hurried_and_stopped() {
    let folder = Folder::new();
    let house = broken_house(&folder);
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &new_table("me", "bot:thinker")).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    let bot = format!("/api/tables/{id}/bot");
    let mut stream = alice.listen(&format!("/api/tables/{id}/events"), Some(0));
    let mut until = |name: &str, state: &str| {
        while let Some((event, _, data)) = stream.next() {
            if event == name && (state.is_empty() || data["state"] == state) {
                return;
            }
        }
        panic!("no {name} {state}");
    };
    play_one(&mut alice, &id, 0);
    until("bot", "thinks");
    let seq = |guest: &mut crate::house::Guest| {
        guest.get(&format!("/api/tables/{id}?as=red")).json()["seq"].clone()
    };
    alice.post(&bot, &json!({ "do": "stop" })).expect(200);
    until("bot", "stopped");
    assert_eq!(seq(&mut alice), json!(1), "what was being thought is not played");
    alice.post(&bot, &json!({ "do": "go" })).expect(200);
    until("bot", "thinks");
    alice.post(&bot, &json!({ "do": "now" })).expect(200);
    until("bot", "played");
    assert!(seq(&mut alice).as_u64() >= Some(2));
}
