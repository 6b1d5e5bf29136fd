//! The store: what is acknowledged is there, and a journal never forks.

use crate::house::{Folder, House, alice_and_bob, play_one, untagged};
use crate::toy::ToyLibrary;
use engine::laws::{Effort, check_game};
use engine::{DiceSource, Header};
use serde_json::json;
use server::{ServeOptions, Server, Sqlite, Store, StoreError};
use std::sync::Arc;
use table::{Append, Hashed, NewTable, Seat, SeatKind, TableKey};

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

fn table(id: &str) -> NewTable {
    let seat = |side: &str| Seat {
        side: side.to_string(),
        kind: SeatKind::Link,
        holder: None,
        invite: None,
        asked: 0,
    };
    NewTable {
        id: id.to_string(),
        title: String::from("T"),
        header: String::from("H"),
        secrets: String::new(),
        imported: 0,
        summary: String::from("{}"),
        seats: vec![seat("red"), seat("blue")],
        lines: vec![String::from("0")],
        finished: false,
        follows: None,
        opener: None,
    }
}

fn append(table: TableKey, first: u64, lines: &[&str]) -> Append {
    let lines = lines.iter().map(|l| l.to_string()).collect();
    Append { table, first, lines, reason: None, summary: None, finished: false, bookmark: None }
}

#[test]
fn lines_are_added_only_where_the_journal_ends() {
    let folder = Folder::new();
    let file = folder.path().join("t.sqlite");
    runtime().block_on(async {
        let store = Sqlite::open(&file).unwrap();
        let key = store.create(table("t")).await.unwrap();
        store.append(append(key, 1, &["1", "2"])).await.unwrap();
        for first in [0, 1, 2, 4, 99] {
            let refused = store.append(append(key, first, &["x"])).await;
            assert!(matches!(refused, Err(StoreError::Conflict)), "{first}: {refused:?}");
        }
        store.append(append(key, 3, &["3"])).await.unwrap();
        assert_eq!(
            store.load(String::from("t")).await.unwrap().unwrap().lines,
            ["0", "1", "2", "3"]
        );
        assert!(store.load(String::from("other")).await.unwrap().is_none());
    });
}

#[test]
fn one_table_follows_another_and_no_second() {
    let folder = Folder::new();
    let file = folder.path().join("t.sqlite");
    runtime().block_on(async {
        let store = Sqlite::open(&file).unwrap();
        let key = store.create(table("t")).await.unwrap();
        assert_eq!(store.load(String::from("t")).await.unwrap().unwrap().next, None);
        let follows = |id: &str| NewTable { follows: Some(key), ..table(id) };
        let (first, second) =
            tokio::join!(store.create(follows("first")), store.create(follows("second")));
        assert!(first.is_ok() && matches!(second, Err(StoreError::Conflict)), "{second:?}");
        let next = store.load(String::from("t")).await.unwrap().unwrap().next;
        assert_eq!(next.as_deref(), Some("first"));
        assert!(store.load(String::from("second")).await.unwrap().is_none());
    });
}

#[test]
fn a_file_from_before_campaigns_is_brought_up_to_date() {
    let folder = Folder::new();
    let file = folder.path().join("t.sqlite");
    let old = rusqlite::Connection::open(&file).unwrap();
    let sql = [
        "create table version (n integer primary key)",
        include_str!("../../migrations/0001_tables.sql"),
        include_str!("../../migrations/0002_reasons.sql"),
        "insert into version values (1), (2)",
        "insert into tables values (1, 't', 'T', 'H', '', 0, '{}', 0, 5)",
        "insert into lines values (1, 0, 0, '0')",
    ];
    sql.iter().for_each(|sql| old.execute_batch(sql).unwrap());
    drop(old);
    runtime().block_on(async {
        let store = Sqlite::open(&file).unwrap();
        let loaded = store.load(String::from("t")).await.unwrap().unwrap();
        assert_eq!((loaded.lines, loaded.next), (vec![String::from("0")], None));
        let follows = Some(loaded.key);
        store.create(NewTable { follows, ..table("next") }).await.unwrap();
        let next = store.load(String::from("t")).await.unwrap().unwrap().next;
        assert_eq!(next.as_deref(), Some("next"));
    });
}

#[test]
fn one_failed_write_does_not_spoil_the_others_of_its_group() {
    let folder = Folder::new();
    runtime().block_on(async {
        let store = Sqlite::open(&folder.path().join("t.sqlite")).unwrap();
        let key = store.create(table("t")).await.unwrap();
        let (a, b, c, d) = tokio::join!(
            store.append(append(key, 1, &["1"])),
            store.append(append(key, 1, &["1 again"])),
            store.create(table("t")),
            store.append(append(key, 2, &["2"])),
        );
        assert!(a.is_ok() && d.is_ok(), "{a:?} {d:?}");
        assert!(matches!(b, Err(StoreError::Conflict)), "{b:?}");
        assert!(matches!(c, Err(StoreError::Database(_))), "the name is taken: {c:?}");
        assert_eq!(store.load(String::from("t")).await.unwrap().unwrap().lines, ["0", "1", "2"]);
    });
}

#[test]
fn a_restarted_house_knows_every_table() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob, id) = alice_and_bob(&house);
    for step in 0..12 {
        for guest in [&mut alice, &mut bob] {
            let mine =
                guest.get(&format!("/api/tables/{id}")).json()["view"]["prompt"]["mine"].clone();
            if mine == json!(true) {
                play_one(guest, &id, step);
            }
        }
    }
    let before = alice.get(&format!("/api/tables/{id}?as=red")).json();
    let list = alice.get("/api/tables").json();
    drop(house);
    let house = House::open(&folder);
    alice.move_to(house.address);
    assert_eq!(alice.get("/api/tables").json(), list);
    let after = alice.get(&format!("/api/tables/{id}?as=red")).json();
    assert_eq!(untagged(after), untagged(before));
}

#[test]
fn a_second_server_on_the_same_folder_is_refused_by_name_until_the_first_is_gone() {
    let folder = Folder::new();
    let one = House::open(&folder);
    let options = ServeOptions { port: Some(0), ..ServeOptions::new(folder.path()) };
    let open = || {
        let runtime = runtime();
        runtime.block_on(Server::open(Arc::new(ToyLibrary::new()), &options)).map(|_| ())
    };
    let refused = open().unwrap_err().to_string();
    assert!(refused.contains(&folder.path().display().to_string()), "{refused}");
    assert!(refused.contains("in use by another server"), "{refused}");
    drop(one);
    open().unwrap();
}

#[test]
fn what_another_program_wrote_into_the_file_cannot_fork_a_game() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &crate::house::new_table("me", "me")).expect(200).json();
    let id = made["table"].as_str().unwrap();
    let state = alice.get(&format!("/api/tables/{id}")).expect(200).json();
    let choice = crate::house::first_choice(&state);
    let body = json!({ "as": "red", "seq": 0, "choice": choice });
    // The same choice, made by a server that plays a copy of the folder; its line goes into this
    // file.
    let copy = Folder::new();
    server::backup(folder.path(), &copy.path().join("tables.sqlite")).unwrap();
    let other = House::open(&copy);
    let mut elsewhere = alice.again();
    elsewhere.move_to(other.address);
    elsewhere.post(&format!("/api/tables/{id}/choose"), &body).expect(200);
    drop(other);
    let sql = "attach ? as copy";
    let file = rusqlite::Connection::open(folder.path().join("tables.sqlite")).unwrap();
    file.execute(sql, [copy.path().join("tables.sqlite").to_str().unwrap()]).unwrap();
    file.execute("insert into lines select * from copy.lines where n = 1", []).unwrap();
    let late = alice.post(&format!("/api/tables/{id}/choose"), &body).expect(409).json();
    assert_eq!(late["seq"], 1, "the server has learnt what the other has stored");
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_the_files_of_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    std::fs::write(folder.path().join("tables.sqlite"), b"").unwrap();
    let house = House::open(&folder);
    house.guest().post("/api/tables", &crate::house::new_table("me", "me")).expect(200);
    for file in std::fs::read_dir(folder.path()).unwrap().map(|f| f.unwrap()) {
        let mode = file.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{:?}", file.path());
    }
}

#[test]
fn the_toy_game_obeys_the_laws_of_games() {
    let library = ToyLibrary::new();
    for seed in 0..60 {
        let header = Header {
            game: String::from("ford"),
            scenario: String::from("dawn"),
            options: Vec::new(),
            edition: 1,
            data: String::from("toy"),
            dice: DiceSource::Recorded,
            position: None,
        };
        let effort = Effort { every: 3, choices_max: 1000 };
        check_game(library.game(), header, seed, effort).unwrap_or_else(|b| panic!("{seed}: {b}"));
    }
}

#[test]
fn seats_of_an_older_file_stay_with_whoever_has_their_token() {
    let folder = Folder::new();
    let file = folder.path().join("t.sqlite");
    let old = rusqlite::Connection::open(&file).unwrap();
    old.execute_batch("create table version (n integer primary key)").unwrap();
    for (n, sql) in [
        include_str!("../../migrations/0001_tables.sql"),
        include_str!("../../migrations/0002_reasons.sql"),
        include_str!("../../migrations/0003_campaigns.sql"),
    ]
    .iter()
    .enumerate()
    {
        old.execute_batch(sql).unwrap();
        old.execute("insert into version values (?)", [n as i64 + 1]).unwrap();
    }
    old.execute_batch(
        "insert into tables values (1, 't', 'T', 'H', '', 0, '{}', 0, null, null);
         insert into seats values (1, 0, 'red', 'me', zeroblob(32), null);
         insert into seats values (1, 1, 'blue', 'link', randomblob(32), null);",
    )
    .unwrap();
    drop(old);
    runtime().block_on(async {
        let store = Sqlite::open(&file).unwrap();
        let (red, nobody) = (Hashed([0; 32]), Hashed([2; 32]));
        assert_eq!(store.person(red).await.unwrap(), Some(red));
        assert_eq!(store.person(nobody).await.unwrap(), None);
        let table = store.load(String::from("t")).await.unwrap().unwrap();
        assert_eq!(table.opener, Some(red));
        assert!(table.seats[1].holder.is_some_and(|blue| blue != red));
    });
}
