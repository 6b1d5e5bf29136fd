//! Non-interference with the real games: two tables that differ only in what a viewer cannot know answer him alike, byte
//! for byte, whatever he asks.

use crate::house::{Folder, Guest, House, NO_LIMIT, Reply};
use crate::worlds::{Pair, Parted, Worlds, viewer_name};
use crate::{Effort, hidden_ways, name_of, pick};
use engine::{DiceSource, Header, Journal, Session, Table, Viewer};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use shelf::Opened;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What was compared.
#[derive(Default)]
struct Count {
    answers: u32,
    pairs: u32,
    /// Pairs of worlds that really differ.
    differing: u32,
    steps: u32,
    parted: BTreeMap<Parted, u32>,
    /// What tells two worlds apart.
    told: Vec<String>,
}

#[test]
fn what_a_viewer_cannot_know_changes_no_answer_of_a_real_game() {
    let worlds = Arc::new(Worlds::new());
    let folder = Folder::new();
    let house = House::open_library(&folder, NO_LIMIT, Arc::clone(&worlds) as Arc<_>);
    let effort = Effort::asked();
    let mut all = Count::default();
    for (i, opened) in hidden_ways().iter().enumerate() {
        let mut count = Count::default();
        for game in 0..effort.games {
            let seed = 1000 * i as u64 + game;
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let state = random_state(opened, effort.before, seed, &mut rng);
            for viewer in Viewer::RUNNING {
                let compared = Compared { house: &house, worlds: &worlds, opened, viewer };
                compared.look(&*state, effort.after, &mut rng, &mut count);
            }
        }
        println!(
            "{}: {} answers, {} of {} worlds differ, {} choices, {:?}",
            name_of(opened),
            count.answers,
            count.differing,
            count.pairs,
            count.steps,
            count.parted
        );
        count.told.truncate(3);
        count.told.iter().for_each(|told| println!("{told}"));
        all.answers += count.answers;
        all.pairs += count.pairs;
        all.differing += count.differing;
        all.told.extend(count.told);
    }
    println!("{} answers, {} of {} worlds differ", all.answers, all.differing, all.pairs);
    assert!(all.told.is_empty(), "{}", all.told.join("\n\n"));
    assert!(all.differing * 2 > all.pairs, "{} of {}", all.differing, all.pairs);
    assert!(all.answers > 20 * all.pairs, "{} answers", all.answers);
}

/// A state of random play, somewhere in the game.
fn random_state(opened: &Opened, most: u32, seed: u64, rng: &mut ChaCha8Rng) -> Box<dyn Table> {
    let header = Header { dice: DiceSource::Seed(seed), ..opened.header.clone() };
    let mut session = Session::begin(header, None, &*opened.start);
    session.be_quiet();
    let haste = [3, 6, 20][(rng.next_u32() % 3) as usize];
    for _ in 0..rng.next_u32() % most {
        let Some(side) = session.decider() else { break };
        let choice = pick(session.table(), haste, rng);
        let before = session.table().boxed();
        session.choose(side, session.seq(), choice).unwrap();
        if session.decider().is_none() {
            return before;
        }
    }
    session.table().boxed()
}

/// One viewer at two tables.
struct Compared<'a> {
    house: &'a House,
    worlds: &'a Worlds,
    opened: &'a Opened,
    viewer: Viewer,
}

impl Compared<'_> {
    fn look(&self, state: &dyn Table, most: u32, rng: &mut ChaCha8Rng, count: &mut Count) {
        let other = state.imagine(self.viewer, rng.next_u64());
        count.pairs += 1;
        count.differing += u32::from(other.hash() != state.hash());
        let dice = DiceSource::Seed(rng.next_u64());
        let header = Header { dice, ..self.opened.header.clone() };
        let mut pair = Pair::begin(self.worlds, &header, [state, &*other], self.viewer);
        let haste = [3, 6, 20][(rng.next_u32() % 3) as usize];
        for _ in 0..most {
            match pair.step(haste, rng) {
                Ok(()) => count.steps += 1,
                Err(Parted::Told(what)) => {
                    count.told.push(format!("{}: {what}", name_of(self.opened)));
                    break;
                }
                Err(parted) => {
                    *count.parted.entry(parted).or_default() += 1;
                    break;
                }
            }
        }
        self.compare(&pair, rng, count);
    }

    fn compare(&self, pair: &Pair, rng: &mut ChaCha8Rng, count: &mut Count) {
        let name = viewer_name(pair.tables()[0], self.viewer);
        let asked = Asked::of(pair, &name, self.viewer, rng);
        let mut guest = self.house.guest();
        let heard = [0, 1].map(|i| {
            let id = import(&mut guest, &pair.journals[i]);
            asked.ask(&mut guest, &id)
        });
        count.answers += heard[0].len() as u32;
        let mut both = heard[0].iter().zip(&heard[1]);
        if let Some(((what, a), (_, b))) = both.find(|((_, a), (_, b))| a != b) {
            count.told.push(self.report(pair, &name, what, [a, b]));
        }
    }

    /// Says what was told, with the last lines of the journal for whoever looks into it.
    fn report(&self, pair: &Pair, name: &str, what: &str, answers: [&(u16, String); 2]) -> String {
        let [a, b] = answers.map(|(_, text)| text.as_bytes());
        let at = a.iter().zip(b).take_while(|(x, y)| x == y).count();
        let from = at.saturating_sub(200);
        let part = |t: &[u8]| String::from_utf8_lossy(&t[from..t.len().min(at + 200)]).into_owned();
        let lines = &pair.journals[0].lines;
        let last = lines[lines.len().saturating_sub(5)..].iter().map(ToString::to_string);
        let last: Vec<String> = last.collect();
        let (game, last) = (name_of(self.opened), last.join("\n"));
        format!("{game}: {name}, {what}\n...{}...\n...{}...\nafter\n{last}", part(a), part(b))
    }
}

fn import(guest: &mut Guest, journal: &Journal) -> String {
    let mut journal = journal.clone();
    journal.header.dice = DiceSource::Recorded;
    let made = guest.post_text("/api/import", &journal.write()).expect(200).json();
    made["table"].as_str().unwrap().to_string()
}

/// Everything that a viewer can ask, rightly or wrongly, without changing anything.
struct Asked {
    name: String,
    looks: Vec<String>,
    posts: Vec<(&'static str, Value)>,
}

impl Asked {
    fn of(pair: &Pair, name: &str, viewer: Viewer, rng: &mut ChaCha8Rng) -> Asked {
        let (seq, table) = (pair.seq(), pair.tables()[0]);
        let shown = table.shown(viewer);
        let mut counters: Vec<&str> = shown.all_units().map(|u| u.unit.as_str()).collect();
        let all = table.shown(Viewer::Referee);
        counters.extend(all.units.iter().map(|u| u.unit.as_str()));
        let mut some = |list: &[&str]| list[rng.next_u32() as usize % list.len()].to_string();
        let mut looks =
            ["", "/log", "/faces.svg", "/journal", "/dice", "/history"].map(String::from).to_vec();
        looks.extend(shown.overlays.iter().map(|o| format!("/overlay/{o}")));
        looks.extend((0..4).map(|_| format!("/overlay/range:{}", some(&counters))));
        looks.push(format!("/replay/{}", seq + 1));
        for line in [0, seq / 3, seq / 2, seq] {
            looks.push(format!("/replay/{line}"));
            looks.push(format!("/log?after={line}"));
        }
        looks.push(format!("/faces.svg?line={}", seq / 2));
        let hexes: Vec<&str> = shown.units.iter().filter_map(|u| u.hex.as_deref()).collect();
        let mut choices: Vec<String> =
            ["verb done", "verb stop", "verb roll", "amount 1", "amount 0"]
                .map(String::from)
                .to_vec();
        choices.extend((0..6).map(|_| format!("unit {}", some(&counters))));
        if !hexes.is_empty() {
            choices.extend((0..6).map(|_| format!("hex {}", some(&hexes))));
        }
        let why = |choice: &String| ("/why", json!({ "as": name, "choice": choice }));
        let mut posts: Vec<(&str, Value)> = choices.iter().map(why).collect();
        posts.push(("/undo", json!({ "as": name, "seq": seq + 1 })));
        posts.push(("/choose", json!({ "as": name, "seq": seq + 1, "choice": "amount 1" })));
        posts.push(("/choose", json!({ "as": name, "seq": seq, "choice": "verb nothing" })));
        posts.push(("/order", json!({ "as": name, "id": "nothing", "on": true })));
        posts.push(("/next", json!({})));
        let seats: BTreeMap<String, &str> =
            table.side_ids().into_iter().map(|side| (side, "me")).collect();
        posts.push(("/branch", json!({ "line": seq / 2, "seats": seats })));
        Asked { name: name.to_string(), looks, posts }
    }

    fn ask(&self, guest: &mut Guest, id: &str) -> Vec<(String, (u16, String))> {
        let mut heard = Vec::new();
        for path in &self.looks {
            let sign = if path.contains('?') { '&' } else { '?' };
            let reply = guest.get(&format!("/api/tables/{id}{path}{sign}as={}", self.name));
            heard.push((path.clone(), plain(&reply, id)));
        }
        // What has changed since the view that he holds: nothing.
        let state = guest.get(&format!("/api/tables/{id}?as={}", self.name)).json();
        let have = state["tag"].as_str().unwrap_or_default();
        let reply = guest.get(&format!("/api/tables/{id}?as={}&have={have}", self.name));
        heard.push((String::from("?have"), plain(&reply, id)));
        for (path, body) in &self.posts {
            let reply = guest.post(&format!("/api/tables/{id}{path}"), body);
            heard.push((format!("{path} {body}"), plain(&reply, id)));
        }
        let address = format!("/api/tables/{id}/events?as={}", self.name);
        let first = guest.listen(&address, None).next();
        heard.push((String::from("/events"), (200, format!("{first:?}"))));
        heard.push((String::from("/api/tables"), listed(guest, id)));
        heard
    }
}

/// What the visitor's list says of a table, without the time.
fn listed(guest: &mut Guest, id: &str) -> (u16, String) {
    let list = guest.get("/api/tables").expect(200).json();
    let mut table =
        list["tables"].as_array().unwrap().iter().find(|t| t["id"] == id).unwrap().clone();
    table["updated"] = Value::Null;
    (200, table.to_string().replace(id, "TABLE"))
}

/// An answer without the random part of the tag of its view.
fn without_session(text: &str) -> String {
    match text.split_once("\"tag\":\"") {
        Some((before, after)) => format!("{before}\"tag\":\"SESSION{}", &after[8..]),
        None => text.to_string(),
    }
}

/// An answer without what is random in itself and tells nothing: the table's name and the commitments of its dice.
fn plain(reply: &Reply, id: &str) -> (u16, String) {
    let text = without_session(&reply.text().replace(id, "TABLE"));
    let words = text.split_inclusive(|c: char| !c.is_ascii_hexdigit());
    let shortened =
        words.map(|w| match w.trim_end_matches(|c: char| !c.is_ascii_hexdigit()).len() {
            64 => "COMMITMENT",
            _ => w,
        });
    (reply.status, shortened.collect())
}
