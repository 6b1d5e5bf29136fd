//! Non-interference over the wire: for random games everything that is sent to a viewer is the same, byte
//! for byte, when what he cannot know is drawn anew.
//!
//! Two journals are made that differ only in what one viewer cannot know: the cards the others hold, the card
//! that lies face down, the strength of units that have not fought. Both are imported, and every
//! request that the viewer can make is made at both tables.

use crate::house::{Folder, Guest, House, Reply};
use crate::toy::ToyLibrary;
use board::Side;
use engine::{
    Actor, DiceSource, FixedDice, Header, Journal, Line, Log, Roll, Rolls, Table, Viewer, What,
};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use table::{Begin, Library};

pub fn header() -> Header {
    Header {
        game: String::from("ford"),
        scenario: String::from("dawn"),
        options: Vec::new(),
        edition: 1,
        data: String::from("toy"),
        dice: DiceSource::Recorded,
        position: None,
    }
}

fn short(hash: u64) -> u32 {
    (hash ^ (hash >> 32)) as u32
}

/// What was done in a line, before it is known to what state it leads.
#[derive(Clone, Debug)]
pub struct Deed {
    pub actor: Actor,
    pub what: What,
    pub rolls: Rolls,
}

/// A journal of these deeds, with the hashes of the states they lead to.
pub fn journal(start: &Begin, deeds: &[Deed]) -> (Journal, Box<dyn Table>) {
    journal_of(header(), start, deeds)
}

fn journal_of(header: Header, start: &Begin, deeds: &[Deed]) -> (Journal, Box<dyn Table>) {
    let dice = |rolls: &Rolls| FixedDice::new(rolls.iter().map(|r| r.value));
    let mut table = start(&mut dice(&deeds[0].rolls), &mut Log::silent());
    let mut after: BTreeMap<u64, Box<dyn Table>> = BTreeMap::new();
    let mut journal = Journal { header, lines: Vec::new() };
    for (n, deed) in deeds.iter().enumerate() {
        match &deed.what {
            What::Choice(text) => {
                let choice = table.read_choice(text).unwrap();
                assert_eq!(table.why_not(choice), None, "{text}");
                table.choose(choice, &mut dice(&deed.rolls), &mut Log::silent());
            }
            What::Undo(to) => table = after[to].boxed(),
            _ => {}
        }
        after.insert(n as u64, table.boxed());
        journal.lines.push(Line {
            n: n as u64,
            actor: deed.actor.clone(),
            what: deed.what.clone(),
            rolls: deed.rolls.clone(),
            hash: short(table.hash()),
        });
    }
    (journal, table)
}

struct Thrower<'a>(&'a mut ChaCha8Rng, Rolls);

impl engine::Dice for Thrower<'_> {
    fn roll(&mut self, sides: u16) -> u16 {
        let value = (self.0.next_u32() % u32::from(sides)) as u16 + 1;
        self.1.push(Roll { sides, value });
        value
    }
}

/// A random game of at most so many choices, with an undo here and there.
pub fn random_deeds(start: &Begin, rng: &mut ChaCha8Rng, most: u32) -> Vec<Deed> {
    let mut thrower = Thrower(rng, Rolls::new());
    let mut table = start(&mut thrower, &mut Log::silent());
    let mut deeds = vec![Deed { actor: Actor::Automatic, what: What::Begin, rolls: thrower.1 }];
    for _ in 0..most {
        let Some(side) = table.decider() else { break };
        let ids = table.side_ids();
        let mut choices = Vec::new();
        table.choices(&mut choices);
        let choice = choices[rng.next_u32() as usize % choices.len()];
        let what = What::Choice(table.write_choice(choice));
        let before = table.boxed();
        let mut thrower = Thrower(rng, Rolls::new());
        let mut log = Log::silent();
        table.choose(choice, &mut thrower, &mut log);
        let rolls = thrower.1;
        let is_pick = rolls.is_empty() && !log.has_revealed() && table.decider() == Some(side);
        let actor = Actor::Side(ids[side.index()].clone());
        deeds.push(Deed { actor: actor.clone(), what, rolls });
        if is_pick && rng.next_u32().is_multiple_of(5) {
            let to = deeds.len() as u64 - 2;
            deeds.push(Deed { actor, what: What::Undo(to), rolls: Rolls::new() });
            table = before;
        }
    }
    deeds
}

/// What the toy game keeps secret, read from a stored state: strengths, hands with the card face down.
fn secrets(table: &dyn Table) -> Value {
    serde_json::from_str(&table.save()).unwrap()
}

/// The rolls of the set-up that lead to these strengths and cards (see the toy's `start`).
pub fn set_up(strengths: [u16; 6], cards: [Vec<u16>; 2]) -> Rolls {
    let mut rolls: Rolls = strengths.iter().map(|&value| Roll { sides: 3, value }).collect();
    for mut hand in cards {
        hand.sort_unstable();
        for (i, card) in hand.iter().enumerate() {
            let i = i as u16;
            rolls.push(Roll { sides: 6 - i, value: card - i });
        }
    }
    rolls
}

fn mask(bits: &Value) -> Vec<u16> {
    let bits = bits.as_u64().unwrap();
    (1..=6).filter(|card| bits & (1 << card) != 0).collect()
}

/// The same game as `viewer` knows it, with the rest drawn anew.
fn resampled(start: &Begin, deeds: &[Deed], viewer: Viewer, seed: u64) -> Vec<Deed> {
    let (_, end) = journal(start, deeds);
    let other = secrets(&*end.imagine(viewer, seed));
    let strength = |i: usize| other["units"][i]["strength"].as_u64().unwrap() as u16;
    let hand = |side: &str| {
        let mut hand = mask(&other["hands"][side]);
        hand.extend(mask(&other["seen"][side]));
        hand.extend(other["bids"][side].as_u64().map(|card| card as u16));
        hand
    };
    let mut deeds = deeds.to_vec();
    deeds[0].rolls = set_up(std::array::from_fn(strength), [hand("a"), hand("b")]);
    for (side, id) in [("a", "red"), ("b", "blue")] {
        if let Some(card) = other["bids"][side].as_u64() {
            // The card that lies face down is the last that this side has played.
            let mut bids = deeds.iter_mut().filter(|d| d.actor == Actor::Side(id.to_string()));
            let is_bid =
                |d: &&mut Deed| matches!(&d.what, What::Choice(t) if t.starts_with("amount"));
            let bid = bids.rfind(is_bid).unwrap();
            bid.what = What::Choice(format!("amount {card}"));
        }
    }
    deeds
}

/// An answer without what is random in itself and tells nothing: the table's name, commitments, time.
fn plain(reply: &Reply, id: &str) -> (u16, String) {
    let mut text = without_session(&reply.text().replace(id, "TABLE"));
    let digits = |c: char| c.is_ascii_hexdigit();
    while let Some(at) = find_run(&text, digits, 64) {
        text.replace_range(at..at + 64, "COMMITMENT");
    }
    (reply.status, text)
}

/// An answer without the random part of the tag of its view.
pub fn without_session(text: &str) -> String {
    match text.split_once("\"tag\":\"") {
        Some((before, after)) => format!("{before}\"tag\":\"SESSION{}", &after[8..]),
        None => text.to_string(),
    }
}

fn find_run(text: &str, is: impl Fn(char) -> bool, length: usize) -> Option<usize> {
    let mut start = None;
    for (i, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (is(c), start) {
            (true, None) => start = Some(i),
            (false, Some(s)) if i - s == length => return Some(s),
            (false, _) => start = None,
            _ => {}
        }
    }
    None
}

/// Everything that a viewer can ask, rightly or wrongly, without changing anything.
fn everything(guest: &mut Guest, id: &str, name: &str, seq: u64) -> Vec<(String, (u16, String))> {
    let mut heard = Vec::new();
    let mut paths = vec![
        format!("?as={name}"),
        format!("/log?as={name}"),
        format!("/log?as={name}&after={}", seq / 2),
        format!("/overlay/zones?as={name}"),
        format!("/overlay/none?as={name}"),
        format!("/faces.svg?as={name}"),
        format!("/journal?as={name}"),
        format!("/dice?as={name}"),
        format!("/history?as={name}"),
        format!("/replay/{}?as={name}", seq + 1),
    ];
    for line in [0, seq / 3, seq / 2, seq] {
        paths.push(format!("/replay/{line}?as={name}"));
        paths.push(format!("/faces.svg?as={name}&line={line}"));
    }
    for path in paths {
        let reply = guest.get(&format!("/api/tables/{id}{path}"));
        heard.push((path, plain(&reply, id)));
    }
    let mut posts = vec![
        ("/undo", json!({ "as": name, "seq": seq + 1 })),
        ("/choose", json!({ "as": name, "seq": seq + 1, "choice": "amount 1" })),
        ("/choose", json!({ "as": name, "seq": seq, "choice": "verb nothing" })),
        ("/choose", json!({ "as": name, "seq": seq, "choice": "side 0101/0102" })),
        ("/order", json!({ "as": name, "id": "nothing", "on": true })),
        ("/next", json!({})),
        ("/branch", json!({ "line": seq / 2, "seats": { "red": "me", "blue": "me" } })),
    ];
    for n in 0..8 {
        posts.push(("/why", json!({ "as": name, "choice": format!("amount {n}") })));
    }
    for choice in ["unit R1", "unit B1", "unit X", "hex 0303", "verb done", "verb roll"] {
        posts.push(("/why", json!({ "as": name, "choice": choice })));
    }
    for (path, body) in posts {
        let reply = guest.post(&format!("/api/tables/{id}{path}"), &body);
        heard.push((format!("{path} {body}"), plain(&reply, id)));
    }
    let stream = guest.listen(&format!("/api/tables/{id}/events?as={name}"), None).next();
    heard.push((String::from("/events"), (200, format!("{stream:?}"))));
    heard
}

#[test]
fn what_a_viewer_cannot_know_changes_nothing_that_he_is_sent() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let library = ToyLibrary::new();
    let start = library.open_header(&header()).unwrap().start;
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let (mut compared, mut different) = (0, 0);
    for game in 0..25 {
        let most = rng.next_u32() % 40;
        let deeds = random_deeds(&start, &mut rng, most);
        let (base, table) = journal(&start, &deeds);
        if table.decider().is_none() {
            continue;
        }
        for viewer in Viewer::RUNNING {
            let name = name_of(viewer);
            let other = resampled(&start, &deeds, viewer, rng.next_u64());
            let (other, _) = journal(&start, &other);
            different += u32::from(other != base);
            let mut guest = house.guest();
            let mut import = |journal: &Journal| {
                let made = guest.post_text("/api/import", &journal.write()).expect(200).json();
                made["table"].as_str().unwrap().to_string()
            };
            let (one, two) = (import(&base), import(&other));
            let seq = base.lines.len() as u64 - 1;
            let heard = everything(&mut guest, &one, name, seq);
            for (a, b) in heard.iter().zip(everything(&mut guest, &two, name, seq)) {
                assert_eq!(*a, b, "game {game}, {name}\n{}\n{}", base.write(), other.write());
                compared += 1;
            }
        }
    }
    assert!(compared > 1500 && different > 40, "{compared} answers, {different} differing games");
}

#[test]
fn the_journal_of_a_running_game_tells_nothing_that_others_did() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let start = ToyLibrary::new().open_header(&header()).unwrap().start;
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let (mut own, mut hidden) = (0, 0);
    for _ in 0..10 {
        let deeds = random_deeds(&start, &mut rng, 30);
        let (whole, table) = journal(&start, &deeds);
        if table.decider().is_none() {
            continue;
        }
        let mut guest = house.guest();
        let made = guest.post_text("/api/import", &whole.write()).expect(200).json();
        let id = made["table"].as_str().unwrap().to_string();
        for viewer in Viewer::RUNNING {
            let name = name_of(viewer);
            let text = guest.get(&format!("/api/tables/{id}/journal?as={name}")).expect(200).text();
            let told = Journal::parse(&text).unwrap().0;
            assert_eq!(told.lines.len(), whole.lines.len());
            for (line, told) in whole.lines.iter().zip(&told.lines).skip(1) {
                assert_eq!(told.actor, line.actor);
                if line.actor == Actor::Side(name.to_string()) {
                    assert_eq!(told.what, line.what, "{name} reads what he did");
                    own += 1;
                } else {
                    assert_eq!(told.what, What::Choice(String::from("verb hidden")), "{line}");
                    hidden += 1;
                }
            }
        }
    }
    assert!(own > 50 && hidden > 100, "{own} own lines, {hidden} hidden");
}

/// The name of a viewer in addresses.
fn name_of(viewer: Viewer) -> &'static str {
    match viewer {
        Viewer::Player(Side::A) => "red",
        Viewer::Player(Side::B) => "blue",
        _ => "spectator",
    }
}

/// A scenario that begins from an end, at its first decision.
fn carried(library: &ToyLibrary, end: &str, rolls: &Rolls) -> Journal {
    let position = Some(end.to_string());
    let header = Header { scenario: String::from("noon"), position, ..header() };
    let start = library.open_header(&header).unwrap().start;
    let begin = Deed { actor: Actor::Automatic, what: What::Begin, rolls: rolls.clone() };
    journal_of(header, &start, &[begin]).0
}

#[test]
fn what_a_scenario_was_carried_on_from_is_told_to_nobody_who_cannot_know_it() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let library = ToyLibrary::new();
    let start = library.open_header(&header()).unwrap().start;
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let cards = Rolls::from_iter([6, 5, 4, 6, 5, 4].map(|sides| Roll { sides, value: 2 }));
    let mut different = 0;
    for _ in 0..6 {
        let deeds = random_deeds(&start, &mut rng, 1000);
        let (_, table) = journal(&start, &deeds);
        assert!(table.decider().is_none(), "the game is played to its end");
        for viewer in Viewer::RUNNING {
            // The strength of units that have not fought is drawn anew; it stays hidden in the next scenario.
            let ends = [table.save(), table.imagine(viewer, rng.next_u64()).save()];
            different += u32::from(ends[0] != ends[1]);
            let heard = ends.map(|end| {
                let mut guest = house.guest();
                let text = carried(&library, &end, &cards).write();
                assert!(text.contains("\nposition {"), "{text}");
                let made = guest.post_text("/api/import", &text).expect(200).json();
                everything(&mut guest, made["table"].as_str().unwrap(), name_of(viewer), 0)
            });
            assert_eq!(heard[0], heard[1], "{}", name_of(viewer));
        }
    }
    assert!(different > 8, "{different} differing ends");
}
