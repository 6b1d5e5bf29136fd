//! Journals from strangers: what is too much is refused in a sentence that says the limit, and
//! nothing of it stays.

use crate::house::{Folder, House, alice_and_bob};
use crate::protocol::opening;
use engine::{Journal, Line, What};
use serde_json::json;

/// The opening, and then so many pairs of lines that lead nowhere.
fn with_pairs(pairs: usize, pair: impl Fn(u64) -> [String; 2]) -> String {
    let mut text = opening();
    for i in 0..pairs as u64 {
        let n = 3 + 2 * i;
        let [first, second] = pair(n);
        text += &format!("{n} red {first}\n{} red {second}\n", n + 1);
    }
    text
}

/// The hashes after the opening, and after a unit was picked.
fn hashes() -> (u32, u32) {
    let (journal, _) = Journal::parse(&opening()).unwrap();
    let library = crate::toy::ToyLibrary::new();
    let opened = table::Library::open_header(&library, &journal.header).unwrap();
    let (mut session, _) = engine::Session::replay(&journal, None, &*opened.start);
    let before = Line::hash_of(session.table());
    let choice = session.table().read_choice("unit R1").unwrap();
    session.choose(session.decider().unwrap(), session.seq(), choice).unwrap();
    (before, Line::hash_of(session.table()))
}

/// Choices that are taken back at once, again and again.
fn undone(pairs: usize) -> String {
    let (before, picked) = hashes();
    with_pairs(pairs, |n| {
        [format!("unit R1 #{picked:08x}"), format!("undo {} #{before:08x}", n - 1)]
    })
}

#[test]
fn a_journal_of_too_many_lines_is_refused_with_the_limit() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (before, _) = hashes();
    let orders = with_pairs(60_000, |_| {
        [format!("order hold on #{before:08x}"), format!("order hold off #{before:08x}")]
    });
    for text in [undone(55_000), orders] {
        let reply = house.guest().post_text("/api/import", &text).expect(413);
        assert!(reply.sentence().contains("the limit is 40000"), "{}", reply.sentence());
    }
    let metrics = house.guest().get("/metrics").expect(200).text();
    assert!(metrics.contains("rokada_imports_refused_total{reason=\"limit\"} 2"), "{metrics}");
}

#[test]
fn a_long_journal_of_undone_choices_is_imported_once_and_looked_back_at() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post_text("/api/import", &undone(3_000)).expect(200).json();
    let at = |path: &str| format!("/api/tables/{}{path}", made["table"].as_str().unwrap());
    let state = alice.get(&at("")).expect(200).json();
    assert_eq!((&state["seq"], &state["undo"]["steps"]), (&json!(6_002), &json!([])));
    let picked = alice.get(&at("/replay/6001?as=red")).expect(200).json();
    let undone = alice.get(&at("/replay/6002?as=red")).expect(200).json();
    assert_ne!(picked["view"]["picked"], undone["view"]["picked"]);
    alice.get(&at("/history")).expect(200);
    alice.get(&at("/journal")).expect(200);
}

#[test]
fn an_order_that_does_not_exist_is_refused_with_its_line() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (before, _) = hashes();
    let text = with_pairs(1, |_| {
        [format!("order hold on #{before:08x}"), format!("order x on #{before:08x}")]
    });
    let refused = house.guest().post_text("/api/import", &text).expect(400).sentence();
    assert_eq!(refused, "Line 4 cannot be replayed: there is no standing order called \"x\".");
}

#[test]
fn a_hostile_position_is_refused_in_words() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, _, id) = alice_and_bob(&house);
    alice.post(&format!("/api/tables/{id}/resign"), &json!({ "as": "red" })).expect(200);
    let whole = alice.get(&format!("/api/tables/{id}/journal")).expect(200).text();
    for position in ["{}", "[]", "{\"turn\":1}", "9", "\"\""] {
        let text = whole.replacen("\n\n", &format!("\nposition {position}\n\n"), 1);
        let refused = alice.post_text("/api/import", &text).expect(400).sentence();
        assert!(refused.starts_with("No stored position"), "{position}: {refused}");
    }
}

#[test]
fn a_branch_goes_on_from_a_line_with_new_dice_and_the_same_states() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post_text("/api/import", &undone(5)).expect(200).json();
    let id = made["table"].as_str().unwrap();
    alice.post(&format!("/api/tables/{id}/resign"), &json!({ "as": "red" })).expect(200);
    let wanted = json!({ "line": 7, "seats": { "red": "me", "blue": "me" } });
    let branch = alice.post(&format!("/api/tables/{id}/branch"), &wanted);
    // The first scenario stays sealed as long as its campaign may go on.
    if branch.status == 200 {
        let dice = |guest: &mut crate::house::Guest, id: &str| {
            guest.get(&format!("/api/tables/{id}/dice")).expect(200).json()["commitments"].clone()
        };
        let new = branch.json()["table"].as_str().unwrap().to_string();
        assert_ne!(dice(&mut alice, id), dice(&mut alice, &new));
        assert_eq!(alice.get(&format!("/api/tables/{new}")).json()["seq"], 7);
    } else {
        branch.expect(422);
    }
    let (journal, _) = Journal::parse(&undone(5)).unwrap();
    assert!(matches!(journal.lines.last().map(|l| &l.what), Some(What::Undo(_))));
}
