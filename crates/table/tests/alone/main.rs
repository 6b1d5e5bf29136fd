//! A table by itself: no server, no file, no thread, no clock.
#![allow(clippy::unwrap_used)]

mod toy;

use board::Side;
use engine::{Header, Language, Viewer};
use serde_json::Value;
use std::cell::Cell;
use std::collections::BTreeMap;
use table::{
    Act, Besides, Budget, Denied, Fresh, Hashed, History, Library, Live, NotDone, NotOpened, Past,
    SeatKind, Seats, Stored, TableKey, begun, state,
};
use toy::ToyLibrary;

const ALICE: Hashed = Hashed([1; 32]);
const BOB: Hashed = Hashed([2; 32]);

/// So many lines, and no more.
struct Lines(Cell<u32>);

impl Budget for Lines {
    fn goes_on(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }
}

fn secrets() -> Vec<Vec<u8>> {
    vec![vec![7; 32], vec![8; 32], vec![9; 32]]
}

/// Alice plays Red and Bob, who came by an invitation, Blue.
fn table() -> Live {
    let opened = ToyLibrary::new().open("ford", "dawn", &BTreeMap::new()).unwrap();
    let (opened, session) = begun(opened, &secrets());
    let sides = session.table().side_ids();
    let wanted = [("red", "me"), ("blue", "link")];
    let wanted = wanted.map(|(side, who)| (side.to_string(), who.to_string())).into();
    let mut seats = Seats::wanted(&sides, &wanted, ALICE, |_| false, |_| Hashed([3; 32])).unwrap();
    seats.change("blue", |seat| seat.holder = Some(BOB));
    let fresh =
        Fresh { opened, session, seats, secrets: secrets(), imported: 0, opener: Some(ALICE) };
    Live::new(String::from("here"), fresh, 1)
}

/// Does what comes first until the game is over.
fn play(live: &mut Live) -> Vec<String> {
    let mut lines: Vec<String> =
        live.session.journal().lines.iter().map(ToString::to_string).collect();
    while let Some(side) = live.session.decider() {
        let choice = live.session.table().nth_choice(0).unwrap();
        let choice = live.session.table().write_choice(choice);
        let act = Act::Choose { seq: live.session.seq(), choice, reason: None };
        let done = live.act(side, &act).unwrap().unwrap();
        lines.extend(live.append_of(&done.step, act).lines);
    }
    lines
}

fn shown(live: &Live, who: Hashed) -> Value {
    let eyes = live.eyes(Some(who), None, Language::ENGLISH).unwrap();
    serde_json::from_str(&state(live, eyes, Besides::default())).unwrap()
}

#[test]
fn a_game_is_played_kept_and_opened_again_without_a_server() {
    let mut live = table();
    let first = shown(&live, ALICE);
    assert_eq!((&first["as"], &first["seats"]["blue"]["who"]), (&"red".into(), &"person".into()));
    let new = live.to_store(None);
    let lines = play(&mut live);
    assert!(live.lies_open(), "the game is over and hides nothing");
    let stored = Stored {
        key: TableKey(5),
        title: new.title,
        header: new.header,
        secrets: new.secrets,
        imported: 0,
        summary: new.summary,
        seats: new.seats,
        lines,
        reasons: Vec::new(),
        next: None,
        finished: true,
        opener: new.opener,
        bookmarks: Vec::new(),
    };
    let again = Live::replay("here", stored.clone(), &ToyLibrary::new(), 2).unwrap();
    assert_eq!(again.session.journal().write(), live.session.journal().write());
    assert_eq!(shown(&again, BOB)["view"], shown(&live, BOB)["view"]);
    let mut lines = stored.lines.clone();
    lines.truncate(2);
    lines[1].push('0');
    let damaged = Live::replay("here", Stored { lines, ..stored }, &ToyLibrary::new(), 3);
    assert_eq!(damaged.err(), Some(NotOpened::Damaged));
}

#[test]
fn what_cannot_be_done_changes_nothing() {
    let mut live = table();
    let (seq, before) = (live.session.seq(), shown(&live, ALICE));
    let act = |choice: &str, seq: u64| Act::Choose { seq, choice: choice.into(), reason: None };
    let late = live.act(Side::A, &act("amount 1", seq + 1));
    assert!(matches!(late, Err(NotDone::Stale)), "{late:?}");
    let words = live.act(Side::A, &act("attack", seq));
    assert!(matches!(words, Err(NotDone::Because(Denied::Bad(_)))), "{words:?}");
    let refused = live.act(Side::B, &act("amount 1", seq));
    assert!(matches!(refused, Err(NotDone::Because(Denied::Refused(_)))), "{refused:?}");
    assert!(
        live.eyes(Some(BOB), Some("red"), Language::ENGLISH).is_err(),
        "nobody looks through another's eyes"
    );
    assert_eq!(shown(&live, ALICE), before);
}

#[test]
fn looking_back_needs_as_much_as_it_is_given_and_no_clock() {
    let mut live = table();
    play(&mut live);
    let (start, journal) = (&live.opened.start, live.session.journal());
    let last = live.session.seq();
    let at = |budget: u32| {
        live.milestones.table_at(start, &journal.lines, last, &Lines(Cell::new(budget)))
    };
    assert!(at(3).is_err(), "three lines are not enough");
    let table = at(u32::MAX).unwrap();
    assert_eq!(table.hash(), live.session.table().hash());
    let eyes = live.eyes(Some(ALICE), None, Language::ENGLISH).unwrap();
    let past = Past::of(&live, eyes, last).with(&*table, None);
    let past: Value = serde_json::from_str(&past).unwrap();
    assert_eq!(past["view"]["units"], shown(&live, ALICE)["view"]["units"]);
    let events: Vec<_> = live.session.told(None, Viewer::Referee).cloned().collect();
    let budget = Lines(Cell::new(u32::MAX));
    let history =
        History::of(start, &journal.lines, &events, (Viewer::Referee, Language::ENGLISH), &budget)
            .unwrap();
    let turns = serde_json::to_value(history).unwrap()["turns"].as_array().unwrap().len();
    assert_eq!(turns, usize::from(table.turn()), "every turn began once");
}

#[test]
fn bots_of_a_game_take_their_seats_by_their_levels() {
    let library = ToyLibrary::new();
    let header: Header = library.open("ford", "dawn", &BTreeMap::new()).unwrap().header;
    let sides = [String::from("red"), String::from("blue")];
    let seats = |red: &str| {
        let wanted = [("red", red), ("blue", "bot:recruit")];
        let wanted: BTreeMap<String, String> =
            wanted.map(|(side, who)| (side.to_string(), who.to_string())).into();
        let is_level = |level: &str| library.bot(&header, level, 0).is_some();
        Seats::wanted(&sides, &wanted, ALICE, is_level, |_| BOB)
    };
    let two = seats("bot:recruit").unwrap();
    assert_eq!(two.seat(Side::A).kind, SeatKind::Bot(String::from("recruit")));
    assert!(two.is_of(Some(ALICE)) && !two.holds(Some(ALICE), Side::A), "she may hold them");
    assert!(matches!(seats("bot:marshal"), Err(Denied::Bad(_))));
}
