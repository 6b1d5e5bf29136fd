//! The campaign of Borodino 2025 at the table: the program itself over HTTP, with its tables in a real file.
#![allow(clippy::unwrap_used)]

use engine::{Dice, DiceSource, Journal, SeededDice, Session, Viewer};
use serde_json::{Value, json};
use shelf::Shelf;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The program with a folder of its own.
struct Program {
    folder: PathBuf,
    port: u16,
    child: Child,
    cookie: Option<String>,
}

fn run(folder: &std::path::Path, port: u16) -> Child {
    let mut program = Command::new(env!("CARGO_BIN_EXE_rokada"));
    let port = port.to_string();
    program.args(["serve", "--no-browser", "--port", &port, "--data"]).arg(folder);
    program.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

impl Program {
    fn start(name: &str) -> Program {
        let folder = std::env::temp_dir().join(format!("rokada-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let child = run(&folder, port);
        let program = Program { folder, port, child, cookie: None };
        program.wait();
        program
    }

    fn wait(&self) {
        for _ in 0..600 {
            if self.is_healthy().unwrap_or(false) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("the program does not answer");
    }

    /// Whether the program answers; that something takes the connection is not enough.
    fn is_healthy(&self) -> std::io::Result<bool> {
        let host = format!("127.0.0.1:{}", self.port);
        let mut stream = TcpStream::connect(&host)?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        let head = format!("GET /health HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes())?;
        let mut text = String::new();
        stream.read_to_string(&mut text)?;
        Ok(text.starts_with("HTTP/1.1 200"))
    }

    /// Ends it as when the power fails, and starts it again.
    fn restart(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.child = run(&self.folder, self.port);
        self.wait();
    }

    /// One request on a connection of its own: the status and the body.
    fn ask(&mut self, method: &str, path: &str, body: &str) -> (u16, String) {
        let host = format!("127.0.0.1:{}", self.port);
        let cookie = self.cookie.iter().map(|c| format!("cookie: {c}\r\n")).collect::<String>();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: close\r\n\
             content-type: application/json\r\n{cookie}content-length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(&host).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let status = line.split(' ').nth(1).unwrap().parse().unwrap();
        loop {
            line.clear();
            reader.read_line(&mut line).unwrap();
            match line.trim_end().split_once(": ") {
                Some(("set-cookie", value)) => {
                    self.cookie = value.split(';').next().map(String::from);
                }
                Some(_) => {}
                None => break,
            }
        }
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        (status, text)
    }

    fn get(&mut self, path: &str) -> String {
        let (status, text) = self.ask("GET", path, "");
        assert_eq!(status, 200, "{path}: {text}");
        text
    }

    fn state(&mut self, id: &str, eyes: &str) -> Value {
        serde_json::from_str(&self.get(&format!("/api/tables/{id}{eyes}"))).unwrap()
    }

    fn post(&mut self, path: &str, body: Value) -> (u16, Value) {
        let (status, text) = self.ask("POST", path, &body.to_string());
        (status, serde_json::from_str(&text).unwrap_or_else(|_| panic!("{path}: {text}")))
    }

    fn open(&mut self, scenario: &str) -> String {
        let (status, made) = self.post(
            "/api/tables",
            json!({
                "game": "borodino-2025", "scenario": scenario, "options": {},
                "seats": { "coalition": "me", "russia": "me" },
            }),
        );
        assert_eq!(status, 200, "{made}");
        made["table"].as_str().unwrap().to_string()
    }

    fn next(&mut self, id: &str) -> (u16, Value) {
        self.post(&format!("/api/tables/{id}/next"), json!({}))
    }

    /// Why there is no next table.
    fn refused(&mut self, id: &str) -> String {
        let (status, body) = self.next(id);
        assert_eq!(status, 422, "{body}");
        body["refusal"]["text"].as_str().unwrap().to_string()
    }

    /// Plays a table to its end with random choices.
    fn play_out(&mut self, id: &str, seed: u64) {
        let mut dice = SeededDice::new(seed);
        for _ in 0..1000 {
            let now = self.state(id, "");
            if now["over"] == json!(true) {
                return;
            }
            let choices = now["view"]["choices"].as_array().unwrap();
            let pick = usize::from(dice.roll(choices.len() as u16)) - 1;
            let body =
                json!({ "as": now["as"], "seq": now["seq"], "choice": choices[pick]["choice"] });
            let (status, answer) = self.post(&format!("/api/tables/{id}/choose"), body);
            assert_eq!(status, 200, "{answer}");
        }
        panic!("the game does not end");
    }

    fn resign(&mut self, id: &str) {
        let body = json!({ "as": "russia" });
        assert_eq!(self.post(&format!("/api/tables/{id}/resign"), body).0, 200);
    }

    /// A finished table whose campaign goes on: nobody is shown what was hidden, in no way.
    fn assert_sealed(&mut self, id: &str) {
        assert_eq!(self.state(id, "")["sealed"], json!(true));
        let (status, text) = self.ask("GET", &format!("/api/tables/{id}?as=all"), "");
        assert_eq!(status, 400, "{text}");
        let journal = self.journal(id);
        assert!(
            journal.lines.iter().all(|line| line.hash == 0),
            "the journal is as of a running game"
        );
        let dice: Value =
            serde_json::from_str(&self.get(&format!("/api/tables/{id}/dice"))).unwrap();
        assert_eq!(
            dice["secrets"],
            Value::Null,
            "secrets of dice may have shuffled what is hidden"
        );
        let branch = json!({ "line": 3, "seats": { "coalition": "me", "russia": "me" } });
        let (status, answer) = self.post(&format!("/api/tables/{id}/branch"), branch);
        assert_eq!(status, 422, "{answer}");
        let kept = self.cookie.take();
        let (status, text) = self.ask("GET", &format!("/api/tables/{id}?as=russia"), "");
        assert_eq!(status, 403, "somebody without a seat: {text}");
        self.cookie = kept;
    }

    fn journal(&mut self, id: &str) -> Journal {
        let text = self.get(&format!("/api/tables/{id}/journal"));
        let (journal, damage) = Journal::parse(&text).unwrap();
        assert_eq!(damage, None);
        journal
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// What both sides would see of Target Moscow if it were begun from this journal's end beside the server.
fn begun_here(journal: &Journal) -> (String, [Value; 2]) {
    let shelf = Shelf::builtin();
    let end = shelf.open_header(&journal.header).unwrap().end_of(journal);
    let target = shelf.open("borodino-2025", "target-moscow", &Default::default()).unwrap();
    let mut opened = target.carried_on(&end).unwrap();
    opened.header.dice = DiceSource::Seed(1);
    let session = Session::begin(opened.header.clone(), None, &*opened.start);
    let seen = board::Side::BOTH.map(|side| json!(session.table().shown(Viewer::Player(side))));
    (end, seen)
}

#[test]
fn target_moscow_begins_from_the_end_of_the_harvest_festival() {
    let mut program = Program::start("campaign");
    let harvest = program.open("harvest-festival");
    let running = program.refused(&harvest);
    assert_eq!(running, "The game is not over; the next scenario begins from its end.");
    assert_eq!(program.state(&harvest, "")["next"], Value::Null);
    program.play_out(&harvest, 11);
    let named = json!({ "scenario": "target-moscow", "title": "Target Moscow" });
    assert_eq!(program.state(&harvest, "")["next"], named);
    program.restart();
    assert_eq!(
        program.state(&harvest, "")["next"],
        named,
        "a finished table knows it when it is read"
    );

    let (status, made) = program.next(&harvest);
    assert_eq!(status, 200, "{made}");
    let target = made["table"].as_str().unwrap().to_string();
    assert_eq!(program.next(&harvest), (200, made.clone()), "twice leads to the same table");
    let begun = program.state(&target, "");
    assert_eq!((&begun["scenario"], &begun["seq"]), (&json!("target-moscow"), &json!(0)));
    let me = json!({ "who": "me" });
    assert_eq!(begun["seats"], json!({ "coalition": me, "russia": me }));

    let views = ["coalition", "russia"].map(|side| program.state(&target, &format!("?as={side}")));
    program.assert_sealed(&harvest);
    // Units are masked again (LINK-3): while the game runs, nobody is given the position as it was.
    assert_eq!(program.journal(&target).header.position, None);

    program.restart();
    assert_eq!(program.next(&harvest), (200, made));
    assert_eq!(program.state(&harvest, "")["next"]["table"], json!(target));
    assert_eq!(program.state(&target, "")["view"], begun["view"]);
    program.assert_sealed(&harvest);
    program.resign(&target);

    // Now nothing is hidden any more. The position was the one that `rokada play --continue` would begin from, in the eyes
    // of both sides.
    assert_eq!(program.state(&harvest, "?as=all")["sealed"], Value::Null);
    let (end, seen) = begun_here(&program.journal(&harvest));
    for (view, expected) in views.iter().zip(&seen) {
        assert_eq!(view["view"], *expected, "{}", view["as"]);
    }
    assert_eq!(program.journal(&target).header.position, Some(end), "it is kept for the replay");
    let given_up = program.refused(&target);
    assert!(given_up.starts_with("Only a game played to its end"), "{given_up}");
}

#[test]
fn nothing_goes_on_from_the_last_scenario() {
    let mut program = Program::start("campaign-last");
    let moscow = program.open("moscow");
    program.resign(&moscow);
    assert_eq!(program.refused(&moscow), "No scenario continues this one.");
    assert_eq!(program.state(&moscow, "")["next"], Value::Null);
}
