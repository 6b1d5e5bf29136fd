//! Load, in one run and as ratios: `cargo bench -p rokada-server --bench load`.
//!
//! The game is Typhoon (Moscow 1941), played by lot by clients that name the view they hold of each side, as browsers do.
//!
//! 1. Choices acknowledged in a second with durable storage, and the processor time of the server for each, against a bare axum handler that stores a line of
//!    the same size (SQLite, group commit, `synchronous = FULL`) and answers with as many bytes. The same
//!    clients drive both; the rounds take turns.
//! 2. 500 open tables with a spectator each: the time of an answer while all clients play, and the memory
//!    of the server's process for each table.
//! 3. How long a long game takes to open: replayed, and at its bookmark.
//!
//! The server runs in a process of its own. Everything stays on 127.0.0.1 and ends by itself.
#![allow(clippy::unwrap_used)]

#[path = "../tests/table/shelved.rs"]
mod shelved;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::post;
use engine::{DiceSource, Header, Session};
use rusqlite::{Connection, params};
use serde_json::Value;
use server::{Crowd, Door, Rates, ServeOptions, serve};
use shelved::Shelved;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// The program's own allocator, for both servers.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const CLIENTS: usize = 32;
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(2);
const TABLES: usize = 500;
/// How many tables each client plays in a round; a game has thousands of choices.
const TABLES_EACH: usize = 1;
/// How often players had to ask what the other side is offered.
static LOOKS: AtomicU64 = AtomicU64::new(0);
const LINE: &str = "123 red hex 0303 #0123abcd";

fn main() {
    match (std::env::var("ROKADA_BENCH_CHILD").as_deref(), std::env::var_os("ROKADA_BENCH_FOLDER"))
    {
        (Ok("server"), Some(folder)) => run_server(folder.into()),
        (Ok("bare"), Some(folder)) => run_bare(&PathBuf::from(folder)),
        _ => measure(),
    }
}

fn measure() {
    let folder = std::env::temp_dir().join(format!("rokada-load-{}", std::process::id()));
    let (bare_folder, server_folder) = (folder.join("bare"), folder.join("server"));
    std::fs::create_dir_all(&bare_folder).unwrap();
    std::fs::create_dir_all(&server_folder).unwrap();
    let bare = Process::start("bare", &bare_folder);
    let server = Process::start("server", &server_folder);
    throughput(&server, &bare);
    drop(bare);
    drop(server);
    let server = Process::start("server", &server_folder);
    many_tables(&server);
    drop(server);
    opening(&server_folder);
    let _ = std::fs::remove_dir_all(&folder);
}

fn throughput(server: &Process, bare: &Process) {
    let mut sizes = Client::new(server.address).sizes_of_answers();
    sizes.sort_unstable();
    let part = |part: usize| sizes[(sizes.len() - 1) * part / 100];
    let answer = part(50);
    let (mut own, mut other) = (Vec::new(), Vec::new());
    let (mut own_cpu, mut other_cpu) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        LOOKS.store(0, Ordering::Relaxed);
        let mut players: Vec<Player> =
            (0..CLIENTS).map(|_| Player::new(server.address, TABLES_EACH)).collect();
        let mut players = players.drain(..);
        let before = server.cpu_us();
        let (rate, times) = round(|_| players.next().unwrap());
        own.push(rate);
        own_cpu.push((server.cpu_us() - before) / times.len() as f64);
        let looks_per_choice = LOOKS.load(Ordering::Relaxed) as f64 / times.len() as f64;
        let before = bare.cpu_us();
        let (rate, times) = round(|_| BareClient {
            client: Client::new(bare.address),
            size: answer,
            looks_per_choice,
            owed: 0.0,
        });
        other.push(rate);
        other_cpu.push((bare.cpu_us() - before) / times.len() as f64);
    }
    // Each round against the one after it: what else the machine does weighs on both alike.
    let ratio = median(own.iter().zip(&other).map(|(own, other)| own / other).collect());
    let (own, other) = (median(own), median(other));
    let (own_cpu, other_cpu) = (median(own_cpu), median(other_cpu));
    println!("choices acknowledged a second ({CLIENTS} clients, median of {ROUNDS} rounds)");
    println!("  server                     {own:8.0}");
    println!("  bare axum and SQLite       {other:8.0}");
    println!("  ratio                      {ratio:8.2}");
    println!(
        "  processor time a choice: server {own_cpu:.0} us (wanted: at most 300), bare {other_cpu:.0} us"
    );
    println!(
        "  an answer has {} bytes in the median, {} at the 90th percentile, {} at the 99th, {} at most",
        part(50),
        part(90),
        part(99),
        part(100)
    );
}

fn many_tables(server: &Process) {
    let empty = server.memory_kib();
    let mut players: Vec<Player> =
        (0..CLIENTS).map(|_| Player::new(server.address, TABLES.div_ceil(CLIENTS))).collect();
    let spectators: Vec<TcpStream> =
        players.iter().flat_map(|p| &p.tables).map(|id| watch(server.address, id)).collect();
    let full = server.memory_kib();
    let tables = spectators.len();
    let mut players = players.drain(..);
    let (rate, mut times) = round(|_| players.next().unwrap());
    times.sort_unstable();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1000.0;
    println!("{tables} open tables with a spectator each, {CLIENTS} clients playing");
    println!("  choices acknowledged a second {rate:6.0}");
    println!(
        "  an answer takes   p50 {:.2} ms, p99 {:.2} ms, most {:.2} ms",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    println!(
        "  memory            {:.1} KiB a table (server {empty} KiB empty, {full} KiB full)",
        (full - empty) as f64 / tables as f64
    );
    drop(spectators);
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Something that can be acknowledged again and again; false when there is nothing left to do.
trait Load: Send {
    fn once(&mut self) -> Option<Duration>;
}

/// All clients at once for the time of a round: acknowledgements a second, and how long each took.
fn round<L: Load>(mut make: impl FnMut(usize) -> L) -> (f64, Vec<Duration>) {
    let mut clients: Vec<L> = (0..CLIENTS).map(&mut make).collect();
    let stop = AtomicBool::new(false);
    let times: Vec<Vec<Duration>> = std::thread::scope(|scope| {
        let threads: Vec<_> = clients
            .iter_mut()
            .map(|client| {
                scope.spawn(|| {
                    let mut times = Vec::new();
                    while !stop.load(Ordering::Relaxed)
                        && let Some(time) = client.once()
                    {
                        times.push(time);
                    }
                    times
                })
            })
            .collect();
        std::thread::sleep(ROUND);
        stop.store(true, Ordering::Relaxed);
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    let times = times.concat();
    (times.len() as f64 / ROUND.as_secs_f64(), times)
}

/// A keep-alive connection with a cookie.
struct Client {
    address: SocketAddr,
    connection: BufReader<TcpStream>,
    cookie: String,
    body: Vec<u8>,
}

impl Client {
    fn new(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        let connection = BufReader::new(stream);
        Client { address, connection, cookie: String::new(), body: Vec::new() }
    }

    fn post(&mut self, path: &str, body: &str) -> u16 {
        self.send("POST", path, body)
    }

    fn send(&mut self, method: &str, path: &str, body: &str) -> u16 {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {0}\r\norigin: http://{0}\r\ncookie: {1}\r\n\
             content-type: application/json\r\ncontent-length: {2}\r\n\r\n{body}",
            self.address,
            self.cookie,
            body.len()
        );
        self.connection.get_mut().write_all(request.as_bytes()).unwrap();
        let (mut status, mut length) = (0, 0);
        let mut line = String::new();
        loop {
            line.clear();
            self.connection.read_line(&mut line).unwrap();
            let text = line.trim_end();
            if let Some(rest) = text.strip_prefix("HTTP/1.1 ") {
                status = rest[..3].parse().unwrap();
            } else if let Some(rest) = text.strip_prefix("content-length: ") {
                length = rest.parse().unwrap();
            } else if let Some(rest) = text.strip_prefix("set-cookie: ") {
                self.cookie = rest.split(';').next().unwrap().to_string();
            } else if text.is_empty() {
                break;
            }
        }
        self.body.resize(length, 0);
        self.connection.read_exact(&mut self.body).unwrap();
        status
    }

    fn get(&mut self, path: &str) -> u16 {
        self.send("GET", path, "")
    }

    fn sizes_of_answers(self) -> Vec<usize> {
        let mut player = Player::with(self, 1);
        (0..2000).filter_map(|_| player.once().map(|_| player.client.body.len())).collect()
    }

    /// The last answer.
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// Plays tables of its own by lot, both sides.
struct Player {
    client: Client,
    tables: Vec<String>,
    at: usize,
    held: Vec<Held>,
    lot: u64,
}

/// What a player knows of a table: through whose eyes he looked last, at which line, and what he holds of each side.
/// Nothing is offered when the other side decides or nobody.
#[derive(Default)]
struct Held {
    side: usize,
    seq: u64,
    eyes: [Eyes; 2],
    is_over: bool,
}

/// The view that is held through the eyes of a side, by its tag, and what is offered in it.
#[derive(Default)]
struct Eyes {
    tag: String,
    choices: Vec<String>,
}

const SIDES: [&str; 2] = ["german", "soviet"];

impl Held {
    /// Reads a state, whole or by what has changed.
    fn read(&mut self, state: &Value) {
        self.side = SIDES.iter().position(|side| state["as"] == *side).unwrap();
        let eyes = &mut self.eyes[self.side];
        eyes.tag = state["tag"].as_str().unwrap().to_string();
        self.seq = state["seq"].as_u64().unwrap();
        self.is_over = state["over"] == true;
        if let Some(all) = state["view"]["choices"].as_array() {
            let choice = |offer: &Value| offer["choice"].as_str().unwrap().to_string();
            eyes.choices = all.iter().map(choice).collect();
        } else if let Some(runs) = state["changes"]["choices"]["runs"].as_array() {
            eyes.choices = runs.iter().flat_map(choices_of).collect();
        }
    }

    fn now(&self) -> &Eyes {
        &self.eyes[self.side]
    }
}

/// The choices of a run of offers.
fn choices_of(run: &Value) -> Vec<String> {
    let (kind, offers) = run.as_object().unwrap().iter().next().unwrap();
    let named = |word: &str, name: &Value| format!("{word} {}", name.as_str().unwrap());
    let all = offers.as_array().into_iter().flatten();
    match kind.as_str() {
        "offer" => vec![offers["choice"].as_str().unwrap().to_string()],
        "way" => all.map(|way| named("hex", &way[0])).collect(),
        word => all.map(|name| named(word, name)).collect(),
    }
}

impl Player {
    fn new(address: SocketAddr, tables: usize) -> Player {
        Player::with(Client::new(address), tables)
    }

    fn with(mut client: Client, count: usize) -> Player {
        let tables: Vec<String> = (0..count)
            .map(|_| {
                let body = r#"{"game":"moscow-1941","scenario":"typhoon","seats":{"german":"me","soviet":"me"}}"#;
                assert_eq!(client.post("/api/tables", body), 200, "{}", client.json());
                client.json()["table"].as_str().unwrap().to_string()
            })
            .collect();
        let held = tables.iter().map(|_| Held::default()).collect();
        let mut player = Player { client, tables, at: 0, held, lot: 1 };
        (0..count).for_each(|at| player.look(at, 0));
        player
    }

    /// Asks how a table stands for a side, and names the view that is held.
    fn look(&mut self, at: usize, side: usize) {
        let mut path = format!("/api/tables/{}?as={}", self.tables[at], SIDES[side]);
        let tag = &self.held[at].eyes[side].tag;
        if !tag.is_empty() {
            path = format!("{path}&have={tag}");
        }
        assert_eq!(self.client.get(&path), 200);
        self.held[at].read(&self.client.json());
        LOOKS.fetch_add(1, Ordering::Relaxed);
    }

    fn draw(&mut self) -> usize {
        self.lot = self.lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.lot >> 33) as usize
    }
}

impl Load for Player {
    fn once(&mut self) -> Option<Duration> {
        let at = (0..self.tables.len()).map(|i| (self.at + 1 + i) % self.tables.len());
        self.at = { at }.find(|at| !self.held[*at].is_over)?;
        if self.held[self.at].now().choices.is_empty() {
            self.look(self.at, 1 - self.held[self.at].side);
        }
        let lot = self.draw();
        let held = &self.held[self.at];
        let eyes = held.now();
        let choice = eyes.choices.get(lot % eyes.choices.len().max(1))?;
        let body = serde_json::json!({
            "as": SIDES[held.side], "seq": held.seq, "choice": choice, "have": eyes.tag,
        });
        let path = format!("/api/tables/{}/choose", self.tables[self.at]);
        let begun = Instant::now();
        let status = self.client.post(&path, &body.to_string());
        let time = begun.elapsed();
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&self.client.body));
        self.held[self.at].read(&self.client.json());
        Some(time)
    }
}

/// A game of some 6,000 lines by lot is imported and opened twice by a server that has just started: first without a bookmark, then
/// at the one that the first opening has left.
fn opening(folder: &Path) {
    let text = long_journal();
    let lines = text.lines().count();
    let server = Process::start("server", folder);
    let mut client = Client::new(server.address);
    assert_eq!(client.post("/api/import", &text), 200, "{}", client.json());
    let path = format!("/api/tables/{}", client.json()["table"].as_str().unwrap());
    drop(server);
    let open = || {
        let server = Process::start("server", folder);
        let mut again = Client::new(server.address);
        again.cookie = client.cookie.clone();
        // The scenario is read from its files once; that is not measured.
        assert_eq!(again.post("/api/tables", OTHER), 200, "{}", again.json());
        let begun = Instant::now();
        assert_eq!(again.get(&path), 200, "{}", again.json());
        begun.elapsed().as_secs_f64() * 1000.0
    };
    let (whole, marked) = (open(), open());
    println!(
        "a game of {lines} lines opens in {whole:.0} ms by replay, {marked:.0} ms at its bookmark"
    );
}

const LONG: [&str; 2] = ["kursk-1943", "kursk-and-prochorowka"];
const OTHER: &str = r#"{"game":"kursk-1943","scenario":"kursk-and-prochorowka","seats":{"german":"me","soviet":"me"}}"#;

/// The first 6,000 lines of a game by lot.
fn long_journal() -> String {
    let opened = Shelved::new().take(LONG[0], LONG[1]).unwrap();
    let header = Header { dice: DiceSource::Seed(1), ..opened.header };
    let mut session = Session::begin(header, None, &*opened.start);
    let mut choices = Vec::new();
    let mut lot = 1_u64;
    while let Some(side) = session.decider()
        && session.seq() < 6000
    {
        choices.clear();
        session.table().choices(&mut choices);
        lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let choice = choices[(lot >> 33) as usize % choices.len()];
        session.choose(side, session.seq(), choice).unwrap();
    }
    session.journal().write()
}

/// The same bytes to a handler that only stores and answers. A player asks without storing when the sides
/// change, so this client does it as often.
struct BareClient {
    client: Client,
    size: usize,
    looks_per_choice: f64,
    owed: f64,
}

impl Load for BareClient {
    fn once(&mut self) -> Option<Duration> {
        let body = r#"{"as":"red","seq":123,"choice":"hex 0303"}"#;
        self.owed += self.looks_per_choice;
        while self.owed >= 1.0 {
            self.owed -= 1.0;
            assert_eq!(self.client.post(&format!("/look/{}", self.size), body), 200);
        }
        let begun = Instant::now();
        assert_eq!(self.client.post(&format!("/store/{}", self.size), body), 200);
        let time = begun.elapsed();
        Some(time)
    }
}

fn watch(address: SocketAddr, id: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("GET /api/tables/{id}/events HTTP/1.1\r\nhost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut first = [0; 64];
    stream.read_exact(&mut first).unwrap();
    stream
}

/// A server in a process of its own, ended with the value.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(which: &str, folder: &Path) -> Process {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .env("ROKADA_BENCH_CHILD", which)
            .env("ROKADA_BENCH_FOLDER", folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.find_map(|line| {
            let line = line.unwrap();
            line.split_once("http://")?.1.split_once('/')?.0.parse().ok()
        });
        Process { child, address: address.unwrap() }
    }

    /// The processor time that the process has used, in microseconds (a tick is 10 ms).
    fn cpu_us(&self) -> f64 {
        let stat = format!("/proc/{}/stat", self.child.id());
        let stat = std::fs::read_to_string(stat).unwrap_or_default();
        let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let fields = after_name.split_whitespace().skip(11).take(2);
        fields.filter_map(|n| n.parse::<f64>().ok()).sum::<f64>() * 10_000.0
    }

    fn memory_kib(&self) -> u64 {
        let status = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(status).unwrap_or_default();
        let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
        line.and_then(|l| l.trim().split(' ').next()?.parse().ok()).unwrap_or(0)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn run_server(folder: PathBuf) {
    let most = 1_000_000_000;
    let rates = Rates { looks: most, changes: most, beginnings: most };
    let connections = Crowd { all: 4096, each: 4096 };
    let door = Door { connections, ..Door::default() };
    let options = ServeOptions { port: Some(0), rates, door, ..ServeOptions::new(folder) };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(serve(Arc::new(Shelved::new()), options)).unwrap();
}

type Waiting = mpsc::Sender<oneshot::Sender<()>>;

/// The least that can store a line and say so: no rules, no seats, no views.
fn run_bare(folder: &Path) {
    let connection = Connection::open(folder.join("bare.sqlite")).unwrap();
    connection.pragma_update(None, "journal_mode", "wal").unwrap();
    connection.pragma_update(None, "synchronous", "full").unwrap();
    let lines = "create table lines (t integer, n integer, at integer, text text, \
                 primary key (t, n)) without rowid";
    connection.execute_batch(lines).unwrap();
    let (queue, waiting) = mpsc::channel(1024);
    std::thread::spawn(move || bare_writer(connection, waiting));
    let handler = |State(queue): State<Waiting>, path: axum::extract::Path<usize>, body: Bytes| async move {
        let _: serde_json::Value = serde_json::from_slice(&body).unwrap();
        let (done, stored) = oneshot::channel();
        queue.send(done).await.unwrap();
        stored.await.unwrap();
        vec![b'x'; path.0]
    };
    let look = |path: axum::extract::Path<usize>, body: Bytes| async move {
        let _: serde_json::Value = serde_json::from_slice(&body).unwrap();
        vec![b'x'; path.0]
    };
    let router = Router::new()
        .route("/store/{size}", post(handler))
        .route("/look/{size}", post(look))
        .with_state(queue);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("http://{}/", listener.local_addr().unwrap());
        axum::serve(listener, router).await.unwrap();
    });
}

fn bare_writer(mut connection: Connection, mut waiting: mpsc::Receiver<oneshot::Sender<()>>) {
    let mut n = 0u64;
    while let Some(first) = waiting.blocking_recv() {
        let mut group = vec![first];
        while group.len() < 256
            && let Ok(next) = waiting.try_recv()
        {
            group.push(next);
        }
        let transaction = connection.transaction().unwrap();
        for _ in &group {
            n += 1;
            let mut insert =
                transaction.prepare_cached("insert into lines values (?, ?, ?, ?)").unwrap();
            insert.execute(params![n % 384, n, n, LINE]).unwrap();
        }
        transaction.commit().unwrap();
        for done in group {
            let _ = done.send(());
        }
    }
}
