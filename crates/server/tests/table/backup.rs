//! Backup while people play, restore, and what must be refused.

use crate::house::{Folder, Guest, House, alice_and_bob, play_one, untagged};
use crate::toy::ToyLibrary;
use engine::{Journal, Session};
use server::{HouseFile, IfTaken, backup, restore};
use std::sync::atomic::{AtomicBool, Ordering};
use table::Library;

/// Replays every table of a file; how many lines there are.
fn replay_all(file: &std::path::Path) -> u64 {
    let house = HouseFile::open(file).unwrap();
    let contents = house.check().unwrap();
    let mut lines = 0;
    for id in house.tables().unwrap() {
        let text = house.journal(&id).unwrap().unwrap();
        let (journal, damage) = Journal::parse(&text).unwrap();
        assert_eq!(damage, None, "{id}");
        let opened = ToyLibrary::new().open_header(&journal.header).unwrap();
        let (session, verified) = Session::replay(&journal, None, &*opened.start);
        assert_eq!(verified.broken, None, "{id}");
        lines += session.seq() + 1;
    }
    assert_eq!(lines, contents.lines);
    lines
}

/// Plays games for both sides until told to stop; the lines that were acknowledged, by table.
fn play(mut guest: Guest, stop: &AtomicBool) -> Vec<(String, u64)> {
    let mut tables = Vec::new();
    while !stop.load(Ordering::Acquire) {
        let wanted = crate::house::new_table("me", "me");
        let made = guest.post("/api/tables", &wanted).expect(200).json();
        let id = made["table"].as_str().unwrap().to_string();
        let mut last = 0;
        while !stop.load(Ordering::Acquire)
            && let Some(state) = play_one(&mut guest, &id, last as usize * 7)
        {
            last = state["seq"].as_u64().unwrap();
        }
        tables.push((id, last));
    }
    tables
}

#[test]
fn a_backup_taken_while_people_play_holds_what_was_acknowledged_before_it() {
    let backups = std::env::var("ROKADA_BACKUPS").ok().and_then(|n| n.parse().ok()).unwrap_or(5);
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, _, before) = alice_and_bob(&house);
    let known = play_one(&mut alice, &before, 1).unwrap()["seq"].as_u64().unwrap();
    let stop = AtomicBool::new(false);
    let files = Folder::new();
    let name = |n: u32| files.path().join(format!("{n}.backup"));
    std::thread::scope(|scope| {
        let players: Vec<_> = (0..3).map(|_| scope.spawn(|| play(house.guest(), &stop))).collect();
        let mut last = 0;
        for n in 0..backups {
            backup(folder.path(), &name(n)).unwrap();
            let lines = replay_all(&name(n));
            assert!(lines >= last, "a later backup holds no less");
            last = lines;
        }
        stop.store(true, Ordering::Release);
        for (id, seq) in players.into_iter().flat_map(|p| p.join().unwrap()) {
            let text = HouseFile::open(folder.path()).unwrap().journal(&id).unwrap().unwrap();
            assert!(text.lines().any(|l| l.starts_with(&format!("{seq} "))), "{id} {seq}");
        }
    });
    let text = HouseFile::open(&name(0)).unwrap().journal(&before).unwrap().unwrap();
    assert!(text.lines().any(|l| l.starts_with(&format!("{known} "))), "{text}");
    let left: Vec<_> = std::fs::read_dir(files.path()).unwrap().collect();
    assert_eq!(left.len(), backups as usize, "nothing half-written stays");
}

#[test]
fn a_restored_house_stands_where_the_backup_was_taken() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, _, id) = alice_and_bob(&house);
    let file = folder.path().join("house.backup");
    let path = format!("/api/tables/{id}?as=red");
    let then = alice.get(&path).expect(200).json();
    backup(folder.path(), &file).unwrap();
    play_one(&mut alice, &id, 0);
    let again = backup(folder.path(), &file).unwrap_err().to_string();
    assert!(again.contains("overwrites nothing"), "{again}");
    let running = restore(&file, folder.path(), IfTaken::SetAside).unwrap_err().to_string();
    assert!(running.contains("in use by another server"), "{running}");
    drop(house);
    let taken = restore(&file, folder.path(), IfTaken::Refuse).unwrap_err().to_string();
    assert!(taken.contains("holds tables already"), "{taken}");
    let restored = restore(&file, folder.path(), IfTaken::SetAside).unwrap();
    let house = House::open(&folder);
    alice.move_to(house.address);
    let now = untagged(alice.get(&path).expect(200).json());
    assert_eq!(now, untagged(then), "the seats are there too");
    let aside = HouseFile::open(&restored.aside.unwrap()).unwrap();
    assert_eq!(aside.check().unwrap().lines, restored.contents.lines + 1);
}

#[test]
fn what_is_no_backup_or_a_damaged_one_is_refused_and_changes_nothing() {
    let folder = Folder::new();
    let house = House::open(&folder);
    alice_and_bob(&house);
    let file = folder.path().join("house.backup");
    backup(folder.path(), &file).unwrap();
    drop(house);
    let mut bytes = std::fs::read(&file).unwrap();
    let half = bytes.len() / 2;
    bytes[half..].fill(0x55);
    let damaged = folder.path().join("damaged.backup");
    std::fs::write(&damaged, &bytes).unwrap();
    let text = folder.path().join("text.backup");
    std::fs::write(&text, "rokada journal 1\n").unwrap();
    let empty = Folder::new();
    for file in [&damaged, &text, &folder.path().join("none.backup")] {
        restore(file, &empty.path().join("data"), IfTaken::Refuse).unwrap_err();
        assert!(!empty.path().join("data/tables.sqlite").exists(), "{file:?}");
    }
    restore(&file, &empty.path().join("data"), IfTaken::Refuse).unwrap();
    assert!(replay_all(&empty.path().join("data")) > 0);
}
