//! The protocol as it is written down: the types, the book, `docs/openapi.json`, `web/types.d.ts` and the server say
//! the same.
//!
//! The transcript at the end of the page is made here, and so are the document and the client's types. `ROKADA_BLESS=1
//! cargo test -p rokada-server --test table -- protocol::` writes all of them anew.

use crate::house::{Folder, Guest, House, alice_and_bob};
use crate::interference::{Deed, header, journal, set_up};
use crate::schema::Schemas;
use crate::toy::ToyLibrary;
use engine::{Actor, Rolls, What};
use serde_json::{Value, json};
use server::ROUTES;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use table::Library;

fn docs(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(file)
}

fn openapi() -> Value {
    server::protocol::openapi()
}

fn routes() -> BTreeSet<(String, String)> {
    ROUTES.iter().map(|(m, p)| (m.to_string(), p.to_string())).collect()
}

/// Compares a file with what it must be, or writes it.
fn hold(path: &Path, wanted: &str) {
    if std::env::var_os("ROKADA_BLESS").is_some() {
        std::fs::write(path, wanted).unwrap();
    }
    let stored = std::fs::read_to_string(path).unwrap_or_default();
    assert!(stored == wanted, "{} is not what the types say: bless it", path.display());
}

#[test]
fn the_document_and_the_types_of_the_client_are_what_the_types_say() {
    let document = server::protocol::openapi();
    let text = serde_json::to_string_pretty(&document).unwrap() + "\n";
    hold(&docs("openapi.json"), &text);
    hold(&docs("../web/types.d.ts"), &Schemas::of(&document).typescript());
}

#[test]
fn the_openapi_document_lists_exactly_the_routes() {
    let doc = openapi();
    let mut documented = BTreeSet::new();
    for (path, operations) in doc["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            documented.insert((method.clone(), path.clone()));
        }
    }
    assert_eq!(documented, routes());
}

#[test]
fn the_page_lists_exactly_the_routes() {
    let page = std::fs::read_to_string(docs("src/protocol.md")).unwrap();
    let mut documented = BTreeSet::new();
    for line in page.lines() {
        let Some((method, rest)) = line.strip_prefix("| `").and_then(|l| l.split_once(' ')) else {
            continue;
        };
        let path = rest.split(['`', '?']).next().unwrap();
        if path.starts_with("/api/") || path == "/health" || path == "/metrics" {
            let path = path
                .replace("/ID", "/{id}")
                .replace("/KIND", "/{kind}")
                .replace("/LINE", "/{line}")
                .replace("/GAME", "/{game}");
            documented.insert((method.to_lowercase(), path));
        }
    }
    assert_eq!(documented, routes());
}

#[test]
fn every_documented_request_is_answered_as_documented() {
    let folder = Folder::new();
    let house = House::open(&folder);
    for (path, operations) in openapi()["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let (mut alice, _, id) = alice_and_bob(&house);
            let path = path.replace("{id}", &id).replace("{kind}", "zones");
            let path = path.replace("{line}", "0").replace("{game}", "ford");
            let content = &operation["requestBody"]["content"];
            let status = match method.as_str() {
                "get" if path.ends_with("/events") => {
                    drop(alice.listen(&path, None));
                    200
                }
                "get" => alice.get(&path).status,
                _ if content["text/plain"].is_object() => {
                    alice
                        .post_text(&path, content["text/plain"]["example"].as_str().unwrap())
                        .status
                }
                _ => alice.post(&path, &content["application/json"]["example"]).status,
            };
            let documented = operation["responses"].get(status.to_string());
            assert!(documented.is_some(), "{method} {path}: {status} is not documented");
            assert!(method == "post" || status == 200, "{method} {path}: {status}");
        }
    }
}

/// What a reader of the transcript needs to see of an answer.
fn brief(answer: &Value) -> Value {
    let Some(view) = answer.get("view") else { return answer.clone() };
    let choices: Vec<&Value> =
        view["choices"].as_array().unwrap().iter().map(|c| &c["choice"]).collect();
    let mut out = json!({
        "seq": answer["seq"], "as": answer["as"], "undo": answer["undo"],
        "view": { "prompt": view["prompt"]["text"], "choices": choices, "units": "…" },
    });
    for key in ["error", "events"] {
        if let Some(value) = answer.get(key) {
            out[key] = value.clone();
        }
    }
    out
}

struct Scribe<'a> {
    guest: Guest,
    id: &'a str,
    out: String,
}

impl Scribe<'_> {
    fn write(&mut self, request: &str, reply: &crate::house::Reply) {
        let answer = serde_json::to_string_pretty(&brief(&reply.json())).unwrap();
        let text = format!("{request}\n\n{}\n{answer}\n", reply.status).replace(self.id, "ID");
        let _ = write!(self.out, "```text\n{text}```\n\n");
    }

    fn get(&mut self, path: &str) {
        let path = format!("/api/tables/{}{path}", self.id);
        let reply = self.guest.get(&path);
        self.write(&format!("GET {path}"), &reply);
    }

    fn post(&mut self, path: &str, body: &Value) {
        let path = format!("/api/tables/{}{path}", self.id);
        let reply = self.guest.post(&path, body);
        self.write(&format!("POST {path}\n{body}"), &reply);
    }
}

/// A game in which Red has won the bid of the first turn and is about to move.
pub fn opening() -> String {
    let start = ToyLibrary::new().open_header(&header()).unwrap().start;
    let deed = |actor: Actor, what: What, rolls: Rolls| Deed { actor, what, rolls };
    let bid = |side: &str, card: u16| {
        let what = What::Choice(format!("amount {card}"));
        deed(Actor::Side(side.to_string()), what, Rolls::new())
    };
    let rolls = set_up([1, 2, 3, 3, 2, 1], [vec![2, 4, 6], vec![1, 3, 5]]);
    let deeds = [deed(Actor::Automatic, What::Begin, rolls), bid("red", 4), bid("blue", 3)];
    journal(&start, &deeds).0.write()
}

#[test]
fn the_transcript_in_the_page_is_what_the_server_says() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut guest = house.guest();
    let made = guest.post_text("/api/import", &opening()).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    let mut scribe = Scribe { guest, id: &id, out: String::new() };
    scribe.get("?as=red");
    scribe.post("/why", &json!({ "as": "red", "choice": "unit B1" }));
    scribe.post("/choose", &json!({ "as": "red", "seq": 2, "choice": "unit R2" }));
    scribe.post("/choose", &json!({ "as": "red", "seq": 3, "choice": "hex 0505" }));
    scribe.post("/choose", &json!({ "as": "red", "seq": 3, "choice": "hex 0403" }));
    scribe.post("/choose", &json!({ "as": "red", "seq": 3, "choice": "hex 0403" }));
    scribe.post("/undo", &json!({ "as": "red", "seq": 4 }));
    scribe.get("/log?as=blue&after=0");
    scribe.post("/choose", &json!({ "as": "blue", "seq": 5, "choice": "verb done" }));
    scribe.post("/resign", &json!({ "as": "blue" }));

    let file = docs("src/protocol.md");
    let page = std::fs::read_to_string(&file).unwrap();
    let (before, rest) = page.split_once("<!-- transcript -->\n").unwrap();
    let (written, after) = rest.split_once("<!-- end of transcript -->").unwrap();
    if std::env::var_os("ROKADA_BLESS").is_some() {
        let page =
            format!("{before}<!-- transcript -->\n{}<!-- end of transcript -->{after}", scribe.out);
        std::fs::write(&file, page).unwrap();
    } else {
        assert_eq!(written, scribe.out, "see the head of this file for how to write it anew");
    }
}
