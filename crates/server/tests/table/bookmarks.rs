//! Bookmarks: a long game opens by its last lines, and is the same as if all were replayed.

use crate::house::{Folder, Guest, House, NO_LIMIT, untagged};
use crate::shelved::Shelved;
use serde_json::{Value, json};
use std::sync::Arc;

/// So many lines lie between two bookmarks.
const EVERY: u64 = 200;

fn open(folder: &Folder) -> House {
    House::open_library(folder, NO_LIMIT, Arc::new(Shelved::new()))
}

/// Somebody who plays both sides of The Battle of Moscow.
struct Solitaire {
    guest: Guest,
    id: String,
    lot: u64,
}

impl Solitaire {
    fn begin(house: &House) -> Solitaire {
        let mut guest = house.guest();
        let seats = json!({ "german": "me", "russian": "me" });
        let table = json!({ "game": "battle-of-moscow", "scenario": "campaign", "seats": seats });
        let made = guest.post("/api/tables", &table).expect(200).json();
        Solitaire { guest, id: made["table"].as_str().unwrap().to_string(), lot: 1 }
    }

    fn get(&mut self, rest: &str) -> Value {
        self.guest.get(&format!("/api/tables/{}{rest}", self.id)).expect(200).json()
    }

    /// Plays by lot to a line and beyond it until something can be taken back; sometimes something is.
    fn play_to(&mut self, line: u64) {
        loop {
            let state = self.get("");
            let steps = state["undo"]["steps"].as_array().unwrap().len();
            if state["seq"].as_u64().unwrap() >= line && steps > 2 {
                return;
            }
            self.lot = self.lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let lot = (self.lot >> 33) as usize;
            let choices = state["view"]["choices"].as_array().unwrap();
            let mut body = json!({ "as": state["as"], "seq": state["seq"] });
            let what = match steps > 0 && lot.is_multiple_of(7) {
                true => "undo",
                false => {
                    body["choice"] = choices[lot % choices.len()]["choice"].clone();
                    "choose"
                }
            };
            self.guest.post(&format!("/api/tables/{}/{what}", self.id), &body).expect(200);
        }
    }

    /// Everything that somebody can see of the table.
    fn seen(&mut self) -> [Value; 4] {
        let line = self.get("")["seq"].as_u64().unwrap() / 2;
        ["", "/log", "/history", &format!("/replay/{line}")]
            .map(|rest| untagged_if_state(self.get(rest)))
    }

    /// Takes back all that can be, on both sides of the comparison the same: the states on the way.
    fn undone(&mut self) -> Vec<Value> {
        let mut states = Vec::new();
        loop {
            let state = untagged(self.get(""));
            if state["undo"]["steps"] == json!([]) {
                return states;
            }
            let body = json!({ "as": state["as"], "seq": state["seq"] });
            self.guest.post(&format!("/api/tables/{}/undo", self.id), &body).expect(200);
            states.push(state);
        }
    }
}

fn untagged_if_state(value: Value) -> Value {
    if value.is_object() { untagged(value) } else { value }
}

/// How many lines a house has replayed to open tables.
fn replayed(house: &House) -> u64 {
    let metrics = house.guest().get("/metrics").expect(200).text();
    let count = metrics.lines().find_map(|l| l.strip_prefix("rokada_lines_replayed_total "));
    count.unwrap().parse().unwrap()
}

fn database(folder: &Folder) -> rusqlite::Connection {
    rusqlite::Connection::open(folder.path().join("tables.sqlite")).unwrap()
}

/// The same table in a house of its own whose database was changed: what is seen of it, how many lines were replayed, and what
/// is taken back.
fn elsewhere(of: &Folder, player: &Solitaire, sql: &str) -> ([Value; 4], u64, Vec<Value>) {
    let copy = Folder::new();
    server::backup(of.path(), &copy.path().join("tables.sqlite")).unwrap();
    database(&copy).execute_batch(sql).unwrap();
    let house = open(&copy);
    let mut guest = player.guest.again();
    guest.move_to(house.address);
    let mut player = Solitaire { guest, id: player.id.clone(), lot: 0 };
    let seen = player.seen();
    (seen, replayed(&house), player.undone())
}

#[test]
fn a_long_game_opens_by_its_last_lines_and_is_what_a_whole_replay_gives() {
    let folder = Folder::new();
    let house = open(&folder);
    let mut player = Solitaire::begin(&house);
    player.play_to(3 * EVERY + 150);
    let before = player.seen();
    let last = before[0]["seq"].as_u64().unwrap();
    assert_eq!(replayed(&house), 0, "a table that stays in memory is not replayed");
    drop(house);
    let kept: u64 = database(&folder)
        .query_row("select count(*) from bookmarks", [], |row| row.get(0))
        .unwrap();
    assert_eq!(kept, last / EVERY, "one every {EVERY} lines");

    let (seen, lines, undone) = elsewhere(&folder, &player, "");
    assert_eq!(seen, before);
    assert!(lines <= EVERY, "{lines} of {last} lines were replayed");
    let (whole, lines, all_undone) = elsewhere(&folder, &player, "delete from bookmarks");
    assert_eq!((&whole, lines), (&before, last), "a file without bookmarks opens as before");
    assert!(undone.len() > 2, "something can be taken back");
    assert_eq!(undone, all_undone);

    // Played on after it was opened at a bookmark, the next ones follow.
    let house = open(&folder);
    player.guest.move_to(house.address);
    player.play_to(5 * EVERY + 20);
    let before = player.seen();
    drop(house);
    let (seen, lines, _) = elsewhere(&folder, &player, "");
    assert_eq!(seen, before);
    assert!(lines <= EVERY, "{lines} lines were replayed");
}

#[test]
fn a_bookmark_that_is_damaged_stale_or_of_another_program_is_not_trusted() {
    let folder = Folder::new();
    let house = open(&folder);
    let mut player = Solitaire::begin(&house);
    player.play_to(2 * EVERY + 30);
    let before = player.seen();
    let last = before[0]["seq"].as_u64().unwrap();
    drop(house);
    for sql in [
        "update bookmarks set packed = substr(packed, 1, length(packed) - 5)",
        "update bookmarks set packed = zeroblob(1000)",
        "update bookmarks set packed = 'no blob'",
        "update bookmarks set packed = (select packed from bookmarks b order by line limit 1)",
        "update bookmarks set program = 'older'",
        "update bookmarks set line = line + 1000000 where line > 300",
        "delete from bookmarks where line < 300",
        "drop table bookmarks; create table bookmarks (\"table\", line, program, packed)",
        "delete from bookmarks where line < 300; update bookmarks set line = 'x'",
    ] {
        let (seen, lines, _) = elsewhere(&folder, &player, sql);
        assert_eq!(seen, before, "{sql}");
        assert_eq!(lines, last, "{sql}: the whole journal was replayed");
    }
}

#[test]
fn a_table_that_was_replayed_whole_has_a_bookmark_from_then_on() {
    let folder = Folder::new();
    let house = open(&folder);
    let mut player = Solitaire::begin(&house);
    player.play_to(EVERY + 30);
    let before = player.seen();
    drop(house);
    database(&folder).execute("delete from bookmarks", []).unwrap();
    let house = open(&folder);
    player.guest.move_to(house.address);
    assert_eq!(player.seen(), before);
    assert_eq!(replayed(&house), before[0]["seq"].as_u64().unwrap());
    drop(house);
    let house = open(&folder);
    player.guest.move_to(house.address);
    assert_eq!(player.seen(), before);
    assert_eq!(replayed(&house), 0);
}
