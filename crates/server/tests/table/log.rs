//! The log: a line for every fault number that a person is shown, and never a secret.

use crate::house::{Folder, Guest, House, first_choice, new_table};
use crate::trouble::broken_house;
use serde_json::json;
use server::{LogFormat, start_log_to};
use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};

/// What all servers of this test program have logged.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Kept {
    fn started() -> &'static Kept {
        static KEPT: OnceLock<Kept> = OnceLock::new();
        KEPT.get_or_init(|| {
            let kept = Kept::default();
            let writer = kept.clone();
            start_log_to(move || writer.clone(), LogFormat::Json, "info").unwrap();
            kept
        })
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

fn fault_of(reply: &crate::house::Reply) -> String {
    let said = reply.sentence();
    let (_, rest) = said.split_once("(fault ").unwrap_or_else(|| panic!("no number: {said}"));
    rest.split_once(')').unwrap().0.to_string()
}

/// A table whose stored row is then spoilt.
fn spoilt(folder: &Folder, sql: &str) -> (House, Guest, String) {
    let house = House::open(folder);
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &new_table("me", "me")).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    drop(house);
    let file = rusqlite::Connection::open(folder.path().join("tables.sqlite")).unwrap();
    file.execute_batch(sql).unwrap();
    let house = House::open(folder);
    alice.move_to(house.address);
    (house, alice, id)
}

#[test]
fn every_fault_number_stands_in_the_log() {
    let kept = Kept::started();
    let mut faults = Vec::new();
    for sql in [
        "update tables set header = 'nothing'",
        "update tables set title = x'00ff'",
        "update tables set imported = 'many'",
        "update seats set holder = x'00' where side = 'blue'",
        "delete from seats where side = 'blue'",
        "drop table reasons",
    ] {
        let folder = Folder::new();
        let (_house, mut alice, id) = spoilt(&folder, sql);
        let reply = alice.get(&format!("/api/tables/{id}"));
        assert!(reply.status >= 500, "{sql}: {}", reply.status);
        faults.push(fault_of(&reply));
    }
    let folder = Folder::new();
    let house = broken_house(&folder);
    faults.push(fault_of(&house.guest().get("/api/games/ford/rules").expect(500)));
    let text = kept.text();
    for fault in faults {
        let line = text.lines().find(|line| line.contains(&format!("\"fault\":\"{fault}\"")));
        assert!(line.unwrap_or_else(|| panic!("no {fault}: {text}")).contains("\"ERROR\""));
    }
}

#[test]
fn refused_imports_and_broken_tables_are_logged_without_their_journals() {
    let kept = Kept::started();
    let folder = Folder::new();
    let marker = "hex 0404";
    let house = House::open(&folder);
    let text = crate::protocol::opening() + "3 red hex 0404 #12345678\n";
    house.guest().post_text("/api/import", &text).expect(400);
    assert!(kept.text().contains("\"reason\":\"broken\""), "{}", kept.text());
    drop(house);
    let folder = Folder::new();
    let sql = "insert into lines select key, 1, 0, '1 red hex 0404 #12345678' from tables";
    let (_house, mut alice, id) = spoilt(&folder, sql);
    alice.get(&format!("/api/tables/{id}")).expect(410);
    let text = kept.text();
    let line = text.lines().find(|line| line.contains(&id)).unwrap();
    assert!(line.contains("\"line\":1"), "{line}");
    assert!(!text.contains(marker), "{text}");
}

#[test]
fn no_secret_stands_in_the_log() {
    let kept = Kept::started();
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &new_table("me", "link")).expect(200).json();
    let invite = made["invites"]["blue"].as_str().unwrap().strip_prefix("/join/").unwrap();
    let id = made["table"].as_str().unwrap();
    let mut bob = house.guest();
    bob.get(&format!("/join/{invite}"));
    bob.post("/api/join", &json!({ "secret": invite })).expect(200);
    house.guest().post("/api/join", &json!({ "secret": invite })).expect(403);
    let state = alice.get(&format!("/api/tables/{id}")).json();
    let body = json!({ "as": "red", "seq": 0, "choice": first_choice(&state) });
    alice.post(&format!("/api/tables/{id}/choose"), &body).expect(200);
    alice.post(&format!("/api/tables/{id}/resign"), &json!({ "as": "red" })).expect(200);
    let file = rusqlite::Connection::open(folder.path().join("tables.sqlite")).unwrap();
    let dice: String =
        file.query_row("select secrets from tables where id = ?", [id], |r| r.get(0)).unwrap();
    let text = kept.text();
    let cookies = [&alice, &bob].map(|guest| guest.cookie.clone().unwrap());
    let tokens = cookies.iter().map(|cookie| cookie.split_once('=').unwrap().1);
    for secret in tokens.chain(dice.lines()).chain([invite]) {
        assert!(!text.contains(secret), "{secret} stands in the log");
    }
}
