//! The server is killed (SIGKILL) or stopped (SIGTERM, SIGINT) at random moments while two people
//! play. After each restart every acknowledged choice is there, none is there twice, and the state
//! is the one that the journal replays to. A server that is only stopped ends in good order.
//!
//! The ordinary tests kill it 15 times. A longer run by hand:
//!
//! ```text
//! ROKADA_KILLS=500 ROKADA_SEED=7 cargo test -p rokada-server --test table -- kill:: --nocapture
//! ```

use crate::house::{Folder, Guest, new_table};
use crate::toy::ToyLibrary;
use engine::{Journal, Session, Viewer};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::json;
use server::{ServeOptions, Sqlite, Store, serve};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use table::{Library, Stored};

/// Not a test of its own but the process that the kill test starts: it serves until it is killed. Without a
/// folder to serve from it has nothing to do.
#[test]
fn child() {
    let Some(folder) = std::env::var_os("ROKADA_KILL_FOLDER") else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let options =
        ServeOptions { port: Some(0), rates: crate::house::NO_LIMIT, ..ServeOptions::new(folder) };
    runtime.block_on(serve(Arc::new(ToyLibrary::new()), options)).unwrap();
}

fn start(folder: &Folder) -> (Child, SocketAddr) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["kill::child", "--exact", "--nocapture"])
        .env("ROKADA_KILL_FOLDER", folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines.find_map(|line| {
        let line = line.unwrap();
        let (_, rest) = line.split_once("http://")?;
        rest.split_once('/')?.0.parse().ok()
    });
    // Whoever is stopped says goodbye: somebody must listen.
    std::thread::spawn(move || lines.for_each(drop));
    (child, address.expect("the server says where it is"))
}

/// How a server ends.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Kill,
    Terminate,
    Interrupt,
}

impl End {
    /// Half are killed, the others are stopped.
    fn random(rng: &mut ChaCha8Rng) -> End {
        [End::Kill, End::Kill, End::Terminate, End::Interrupt][rng.next_u32() as usize % 4]
    }

    /// Ends a server; where there are no signals it is killed.
    fn end(self, child: &mut Child) {
        let signal = match self {
            End::Terminate if cfg!(unix) => "-TERM",
            End::Interrupt if cfg!(unix) => "-INT",
            _ => {
                child.kill().unwrap();
                child.wait().unwrap();
                return;
            }
        };
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.unwrap().success());
        let ended = child.wait().unwrap();
        assert!(ended.success(), "{self:?}: {ended}");
    }
}

/// A choice that was acknowledged: the line it became.
type Acknowledged = Vec<(u64, String)>;

/// Plays one side until the server is gone or the game is over; how many requests had no answer.
fn play(guest: &mut Guest, id: &str, side: &str, seed: u64, kept: &mut Acknowledged) -> u32 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let path = format!("/api/tables/{id}?as={side}");
        let Ok(reply) = guest.send("GET", &path, &[], b"") else { return 0 };
        let state = reply.expect(200).json();
        if state["over"] == true {
            return 0;
        }
        let choices = state["view"]["choices"].as_array().unwrap();
        if choices.is_empty() {
            std::thread::sleep(Duration::from_micros(300));
            continue;
        }
        let choice = choices[rng.next_u32() as usize % choices.len()]["choice"].clone();
        let seq = state["seq"].as_u64().unwrap();
        let body = json!({ "as": side, "seq": seq, "choice": choice });
        let Ok(reply) = guest.try_post(&format!("/api/tables/{id}/choose"), &body) else {
            return 1;
        };
        let next = reply.expect(200).json();
        assert!(next["seq"].as_u64().unwrap() > seq);
        kept.push((seq + 1, format!("{side} {}", choice.as_str().unwrap())));
    }
}

fn load(folder: &Folder, id: &str) -> Stored {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Sqlite::open(&folder.path().join("tables.sqlite")).unwrap();
        store.load(id.to_string()).await.unwrap().unwrap()
    })
}

/// What is stored holds every acknowledged choice at its line, and replays to its hashes.
fn check(stored: &Stored, kept: &Acknowledged, unanswered: u32) -> Session {
    for (n, text) in kept {
        let line = stored.lines.get(*n as usize).unwrap_or_else(|| panic!("line {n} is lost"));
        let expected = format!("{n} {text} ");
        assert!(line.starts_with(&expected), "{line} instead of {expected}");
    }
    let of_players = stored.lines.iter().filter(|l| l.split(' ').nth(1) != Some("-")).count();
    let more = of_players - kept.len();
    assert!(more <= unanswered as usize, "{more} choices more than were sent");
    let text = format!("{}{}\n", stored.header, stored.lines.join("\n"));
    let (journal, damage) = Journal::parse(&text).unwrap();
    assert_eq!(damage, None);
    let opened = ToyLibrary::new().open_header(&journal.header).unwrap();
    let (session, verified) = Session::replay(&journal, None, &*opened.start);
    assert_eq!(verified.broken, None);
    session
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

#[test]
fn what_was_acknowledged_survives_every_kill() {
    let (kills, seed) = (number("ROKADA_KILLS", 15), number("ROKADA_SEED", 1));
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let folder = Folder::new();
    let (mut child, mut address) = start(&folder);
    let (mut alice, mut bob) = (Guest::new(address), Guest::new(address));
    let mut id = String::new();
    let mut ends = [0; 3];
    let (mut red, mut blue, mut unanswered, mut total) = (Vec::new(), Vec::new(), 0, 0);
    for round in 0..kills {
        if id.is_empty() {
            let made = alice.post("/api/tables", &new_table("me", "link")).expect(200).json();
            id = made["table"].as_str().unwrap().to_string();
            let url = made["invites"]["blue"].as_str().unwrap().to_string();
            let secret = json!({ "secret": url.strip_prefix("/join/").unwrap() });
            bob.post("/api/join", &secret).expect(200);
            (red, blue, unanswered) = (Vec::new(), Vec::new(), 0);
        }
        let end = End::random(&mut rng);
        ends[end as usize] += 1;
        let wait = Duration::from_micros(u64::from(rng.next_u32() % 40_000));
        let seeds = (rng.next_u64(), rng.next_u64());
        std::thread::scope(|scope| {
            let a = scope.spawn(|| play(&mut alice, &id, "red", seeds.0, &mut red));
            let b = scope.spawn(|| play(&mut bob, &id, "blue", seeds.1, &mut blue));
            std::thread::sleep(wait);
            end.end(&mut child);
            unanswered += a.join().unwrap() + b.join().unwrap();
        });
        let kept: Acknowledged = red.iter().chain(&blue).cloned().collect();
        let session = check(&load(&folder, &id), &kept, unanswered);
        (child, address) = start(&folder);
        alice.move_to(address);
        bob.move_to(address);
        let state = alice.get(&format!("/api/tables/{id}?as=red")).expect(200).json();
        assert_eq!(state["seq"], session.seq(), "round {round}");
        let shown = session.table().view(Viewer::Player(board::Side::A));
        assert_eq!(without_faces(&state["view"]), without_faces(&shown), "round {round}");
        if state["over"] == true {
            total += kept.len();
            id.clear();
        }
    }
    total += red.len() + blue.len();
    child.kill().unwrap();
    child.wait().unwrap();
    let [killed, terminated, interrupted] = ends;
    println!(
        "{killed} SIGKILL, {terminated} SIGTERM, {interrupted} SIGINT: {total} acknowledged choices, \
         0 missing, 0 twice"
    );
    assert!(total as u64 > kills, "the clients hardly played");
}

/// The view without the names of symbols, which the server adds.
fn without_faces(view: &serde_json::Value) -> serde_json::Value {
    let mut view = view.clone();
    for unit in view["units"].as_array_mut().into_iter().flatten() {
        unit.as_object_mut().unwrap().remove("f");
    }
    for shown in view["boxes"].as_array_mut().into_iter().flatten() {
        for unit in shown["units"].as_array_mut().into_iter().flatten() {
            unit.as_object_mut().unwrap().remove("f");
        }
    }
    view
}
