//! What whoever runs the server sees: health, figures, and tables that are damaged or outdated.

use crate::house::{Folder, Guest, House, alice_and_bob, first_choice, last_table, new_table};
use crate::toy::ToyLibrary;
use serde_json::{Value, json};
use server::ServeOptions;
use std::sync::Arc;
use table::{Library, Next, Opened};

fn file(folder: &Folder) -> rusqlite::Connection {
    rusqlite::Connection::open(folder.path().join("tables.sqlite")).unwrap()
}

/// The value of a figure, by its name with labels.
fn figure(guest: &mut Guest, name: &str) -> f64 {
    let text = guest.get("/metrics").expect(200).text();
    let line = text.lines().find_map(|l| l.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
}

#[test]
fn health_and_metrics_say_what_goes_on() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, _, id) = alice_and_bob(&house);
    let health = alice.get("/health").expect(200).json();
    assert_eq!((&health["ok"], &health["tables"]), (&json!(true), &json!(1)));
    assert_eq!(health["version"], env!("CARGO_PKG_VERSION"));
    let state = alice.get(&format!("/api/tables/{id}")).json();
    let body = json!({ "as": "red", "seq": 0, "choice": first_choice(&state) });
    alice.post(&format!("/api/tables/{id}/choose"), &body).expect(200);
    alice.post(&format!("/api/tables/{id}/choose"), &body).expect(409);
    let _stream = alice.listen(&format!("/api/tables/{id}/events"), None);
    let choose = "method=\"post\",route=\"/api/tables/{id}/choose\"";
    let count = |status: &str| format!("rokada_requests_total{{{choose},status=\"{status}\"}}");
    assert_eq!(figure(&mut alice, &count("2xx")), 1.0);
    assert_eq!(figure(&mut alice, &count("4xx")), 1.0);
    assert_eq!(figure(&mut alice, "rokada_choices_total{by=\"person\"}"), 1.0);
    assert_eq!(figure(&mut alice, "rokada_tables_live"), 1.0);
    assert_eq!(figure(&mut alice, "rokada_streams_open"), 1.0);
    assert!(figure(&mut alice, "rokada_store_commit_seconds_count") >= 3.0);
    let sum = figure(&mut alice, "rokada_store_commit_seconds_sum");
    assert!(sum > 0.0, "{sum}");
}

#[test]
fn health_is_bad_when_nothing_can_be_stored() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let blocker = file(&folder);
    blocker.execute_batch("drop table version").unwrap();
    let reply = house.guest().get("/health").expect(503);
    assert_eq!(reply.json()["ok"], false);
}

#[test]
fn no_more_tables_stay_in_memory_than_may_and_their_streams_go_on() {
    let folder = Folder::new();
    let options = ServeOptions {
        live_max: 10,
        rates: crate::house::NO_LIMIT,
        ..ServeOptions::new(folder.path())
    };
    let house = House::open_options(options, Arc::new(ToyLibrary::new()));
    let mut alice = house.guest();
    let mut tables = Vec::new();
    for _ in 0..40 {
        let made = alice.post("/api/tables", &new_table("me", "me")).expect(200).json();
        let id = made["table"].as_str().unwrap().to_string();
        let stream = alice.listen(&format!("/api/tables/{id}/events"), Some(0));
        tables.push((id, stream));
        assert!(figure(&mut alice, "rokada_tables_live") <= 10.0);
    }
    for (id, stream) in &mut tables {
        let state = alice.get(&format!("/api/tables/{id}")).expect(200).json();
        let body = json!({ "as": "red", "seq": 0, "choice": first_choice(&state) });
        alice.post(&format!("/api/tables/{id}/choose"), &body).expect(200);
        stream.wait_for(1);
        assert!(figure(&mut alice, "rokada_tables_live") <= 10.0);
    }
}

#[test]
fn one_damaged_table_does_not_spoil_the_list() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let ids: Vec<String> = (0..6)
        .map(|_| alice.post("/api/tables", &new_table("me", "me")).expect(200).json())
        .map(|made| made["table"].as_str().unwrap().to_string())
        .collect();
    let sql = [
        "update tables set header = 'nothing' where id = ?",
        "update tables set summary = '{' where id = ?",
        "update tables set title = x'00ff' where id = ?",
        "update seats set invite = x'00' where side = 'red' and \
         \"table\" = (select key from tables where id = ?)",
        "delete from seats where side = 'blue' and \
         \"table\" = (select key from tables where id = ?)",
    ];
    let file = file(&folder);
    for (sql, id) in sql.iter().zip(&ids) {
        assert_eq!(file.execute(sql, [id]).unwrap(), 1, "{sql}");
    }
    let list = alice.get("/api/tables").expect(200).json();
    let list = list["tables"].as_array().unwrap();
    assert_eq!(list.len(), 6);
    for table in list {
        let is_damaged = ids[..5].iter().any(|id| table["id"] == json!(id));
        assert_eq!(table["damaged"] == true, is_damaged, "{table}");
    }
}

#[test]
fn nothing_is_promised_over_a_damaged_table() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &new_table("me", "me")).expect(200).json();
    let id = made["table"].as_str().unwrap();
    drop(house);
    file(&folder).execute("update tables set header = 'nothing' where id = ?", [id]).unwrap();
    let house = House::open(&folder);
    alice.move_to(house.address);
    let said = alice.get(&format!("/api/tables/{id}")).expect(500).sentence();
    assert!(said.starts_with("What is stored here is damaged (fault "), "{said}");
    // Who holds both seats still gets every line that is left.
    let journal = alice.get(&format!("/api/tables/{id}/journal")).expect(200).text();
    assert!(journal.starts_with("nothing") && journal.contains("0 - begin"), "{journal}");
    house.guest().get(&format!("/api/tables/{id}/journal")).expect(500);
}

/// The toy as it might be after its rules have changed: it begins otherwise, and says so.
struct Changed(ToyLibrary);

impl Library for Changed {
    fn shelf(&self) -> table::Shelf {
        self.0.shelf()
    }

    fn open(
        &self,
        game: &str,
        scenario: &str,
        options: &std::collections::BTreeMap<String, String>,
    ) -> Result<Opened, String> {
        self.0.open(game, scenario, options)
    }

    fn open_header(&self, header: &engine::Header) -> Result<Opened, engine::NotCarried> {
        let opened = self.0.open_header(header)?;
        let start = Arc::clone(&opened.start);
        let now = table::Edition { rules: 7, data: String::from("other") };
        // A die too many is thrown before the set-up.
        let later: table::Begin = Arc::new(move |dice, log| {
            let _ = dice.roll(6);
            start(dice, log)
        });
        Ok(Opened { start: later, now, ..opened })
    }

    fn next(&self, header: &engine::Header) -> Option<Next> {
        self.0.next(header)
    }

    fn map_svg(&self, g: &str, s: Option<&str>, theme: &str, layer: &str) -> Option<Arc<str>> {
        self.0.map_svg(g, s, theme, layer)
    }

    fn grid(&self, game: &str, scenario: Option<&str>) -> Option<table::Grid> {
        self.0.grid(game, scenario)
    }

    fn rules(&self, game: &str) -> Option<table::Digest> {
        self.0.rules(game)
    }

    fn counter_svg(&self, face: &board::Face, is_small: bool) -> String {
        self.0.counter_svg(face, is_small)
    }
}

#[test]
fn the_journal_of_a_table_that_no_longer_replays_goes_to_those_who_may_read_it() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob, id) = alice_and_bob(&house);
    let state = alice.get(&format!("/api/tables/{id}")).json();
    let choice = first_choice(&state);
    let body = json!({ "as": "red", "seq": 0, "choice": choice });
    alice.post(&format!("/api/tables/{id}/choose"), &body).expect(200);
    let made = alice.post("/api/tables", &last_table("me", "me")).expect(200).json();
    let over = made["table"].as_str().unwrap().to_string();
    alice.post(&format!("/api/tables/{over}/resign"), &json!({ "as": "red" })).expect(200);
    let whole = alice.get(&format!("/api/tables/{over}/journal")).expect(200).text();
    drop(house);
    let house =
        House::open_library(&folder, crate::house::NO_LIMIT, Arc::new(Changed(ToyLibrary::new())));
    let mut stranger = house.guest();
    alice.move_to(house.address);
    bob.move_to(house.address);
    let journal = format!("/api/tables/{id}/journal");
    alice.get(&format!("/api/tables/{id}")).expect(410);
    let own = alice.get(&journal).expect(200).text();
    assert!(own.contains(&format!("\n1 red {choice} #00000000\n")), "{own}");
    let other = bob.get(&journal).expect(200).text();
    assert!(other.contains("\n1 red verb hidden #00000000\n"), "{other}");
    assert!(!other.contains(" = "), "no dice: {other}");
    stranger.get(&journal).expect(410);
    assert_eq!(stranger.get(&format!("/api/tables/{over}/journal")).expect(200).text(), whole);
}

#[test]
fn a_table_that_began_with_other_rules_or_data_says_so_as_long_as_it_replays() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &new_table("me", "me")).expect(200).json();
    let id = made["table"].as_str().unwrap();
    assert_eq!(alice.get(&format!("/api/tables/{id}")).json()["note"], Value::Null);
    drop(house);
    let sql = "update tables set header = replace(header, 'data toy', 'data old')";
    assert_eq!(file(&folder).execute(sql, []).unwrap(), 1);
    let house = House::open(&folder);
    alice.move_to(house.address);
    let state = alice.get(&format!("/api/tables/{id}")).expect(200).json();
    assert_eq!(state["note"], "Begun with other data.");
}

#[test]
fn who_comes_too_often_is_told_when_to_come_again() {
    let folder = Folder::new();
    let rates = server::Rates { looks: 1, changes: 1, beginnings: 1 };
    let house = House::open_with(&folder, rates);
    let mut alice = house.guest();
    let refused = (0..20).map(|_| alice.get("/api/shelf")).find(|reply| reply.status == 429);
    assert_eq!(refused.unwrap().header("retry-after"), Some("2"));
}
