//! A house to test in: a server of its own, guests with cookies, and a plain HTTP client that can also
//! say wrong things.

use crate::toy::ToyLibrary;
use serde_json::{Value, json};
use server::{Door, Rates, ServeOptions, Server};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use table::Library;

/// A folder that is removed when the test is over.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("rokada-test-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Rates that no test reaches by accident.
pub const NO_LIMIT: Rates = Rates { looks: 1_000_000, changes: 1_000_000, beginnings: 1_000_000 };

/// A server in a thread of its own.
pub struct House {
    pub address: SocketAddr,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl House {
    pub fn open(folder: &Folder) -> House {
        House::open_with(folder, NO_LIMIT)
    }

    pub fn open_with(folder: &Folder, rates: Rates) -> House {
        House::open_library(folder, rates, Arc::new(ToyLibrary::new()))
    }

    pub fn open_door(folder: &Folder, rates: Rates, door: Door) -> House {
        let options = ServeOptions { port: Some(0), rates, ..ServeOptions::new(folder.path()) };
        House::open_options(ServeOptions { door, ..options }, Arc::new(ToyLibrary::new()))
    }

    pub fn open_library(folder: &Folder, rates: Rates, library: Arc<dyn Library>) -> House {
        let options = ServeOptions { rates, ..ServeOptions::new(folder.path()) };
        House::open_options(options, library)
    }

    pub fn open_options(options: ServeOptions, library: Arc<dyn Library>) -> House {
        let options = ServeOptions { port: Some(0), ..options };
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async move {
                let server = Server::open(library, &options).await.unwrap();
                tell.send(server.address()).unwrap();
                server.run(async { drop(stopped.await) }).await.unwrap();
            });
        });
        House { address: told.recv().unwrap(), stop: Some(stop), thread: Some(thread) }
    }

    pub fn guest(&self) -> Guest {
        Guest::new(self.address)
    }
}

impl Drop for House {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// The one sentence of an error.
    pub fn sentence(&self) -> String {
        let body = self.json();
        let text = body["error"].as_str().or(body["refusal"]["text"].as_str());
        let text = text.unwrap_or_else(|| panic!("{} without a sentence: {body}", self.status));
        assert!(text.ends_with(['.', '?']), "no sentence: {text}");
        text.to_string()
    }

    pub fn expect(self, status: u16) -> Reply {
        assert_eq!(self.status, status, "{}", self.text());
        self
    }
}

/// Somebody with a browser: he keeps his cookie and his connection.
pub struct Guest {
    address: SocketAddr,
    from: Option<IpAddr>,
    pub cookie: Option<String>,
    connection: Option<BufReader<TcpStream>>,
}

impl Guest {
    pub fn new(address: SocketAddr) -> Guest {
        Guest { address, from: None, cookie: None, connection: None }
    }

    /// The same visitor on another machine of his.
    pub fn at(self, from: [u8; 4]) -> Guest {
        Guest { from: Some(from.into()), connection: None, ..self }
    }

    /// The same visitor in another window.
    pub fn again(&self) -> Guest {
        Guest { cookie: self.cookie.clone(), from: self.from, ..Guest::new(self.address) }
    }

    pub fn move_to(&mut self, address: SocketAddr) {
        self.address = address;
        self.connection = None;
    }

    pub fn get(&mut self, path: &str) -> Reply {
        self.send("GET", path, &[], b"").unwrap()
    }

    pub fn post(&mut self, path: &str, body: &Value) -> Reply {
        self.try_post(path, body).unwrap()
    }

    pub fn try_post(&mut self, path: &str, body: &Value) -> std::io::Result<Reply> {
        let origin = format!("http://{}", self.address);
        let headers = [("content-type", "application/json"), ("origin", origin.as_str())];
        self.send("POST", path, &headers, body.to_string().as_bytes())
    }

    pub fn post_text(&mut self, path: &str, body: &str) -> Reply {
        let origin = format!("http://{}", self.address);
        let headers = [("content-type", "text/plain"), ("origin", origin.as_str())];
        self.send("POST", path, &headers, body.as_bytes()).unwrap()
    }

    pub fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> std::io::Result<Reply> {
        let mut text = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            text += &format!("host: {}\r\n", self.address);
        }
        if let Some(cookie) = &self.cookie {
            text += &format!("cookie: {cookie}\r\n");
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        text += &format!("content-length: {}\r\n\r\n", body.len());
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(body);
        let reply = self.raw(&bytes)?;
        if let Some(cookie) = reply.header("set-cookie") {
            self.cookie = cookie.split(';').next().map(String::from);
        }
        crate::schema::hold(method, path, &reply);
        Ok(reply)
    }

    /// Sends bytes as they are and reads one answer.
    pub fn raw(&mut self, bytes: &[u8]) -> std::io::Result<Reply> {
        let result = self.exchange(bytes);
        if result.is_err() {
            self.connection = None;
        }
        result
    }

    fn exchange(&mut self, bytes: &[u8]) -> std::io::Result<Reply> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(connect(self.address, self.from)?),
        };
        connection.get_mut().write_all(bytes)?;
        let reply = read_reply(connection)?;
        if reply.header("connection") == Some("close") {
            self.connection = None;
        }
        Ok(reply)
    }

    /// Sends bytes as they are and reads one answer. If none comes the server waits for more: then it is
    /// told that this was all.
    pub fn raw_once(&mut self, bytes: &[u8]) -> std::io::Result<Reply> {
        let mut connection = connect(self.address, self.from)?;
        connection.get_mut().write_all(bytes)?;
        connection.get_mut().set_read_timeout(Some(Duration::from_millis(500)))?;
        if connection.fill_buf().is_err() {
            connection.get_mut().shutdown(std::net::Shutdown::Write)?;
        }
        read_reply(&mut connection)
    }

    /// Sends bytes as they are and reads the head of an answer that may never end.
    pub fn head_of(&self, bytes: &[u8]) -> std::io::Result<Vec<(String, String)>> {
        let mut connection = connect(self.address, self.from)?;
        connection.get_mut().write_all(bytes)?;
        read_head(&mut connection).map(|(_, headers)| headers)
    }

    /// Opens a stream; the answer's head has been read.
    pub fn listen(&self, path: &str, last: Option<u64>) -> Stream {
        let mut connection = connect(self.address, self.from).unwrap();
        let mut text = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n", self.address);
        if let Some(cookie) = &self.cookie {
            text += &format!("cookie: {cookie}\r\n");
        }
        if let Some(last) = last {
            text += &format!("last-event-id: {last}\r\n");
        }
        connection.get_mut().write_all(format!("{text}\r\n").as_bytes()).unwrap();
        let (status, headers) = read_head(&mut connection).unwrap();
        assert_eq!(status, 200);
        assert!(headers.iter().any(|(_, v)| v == "text/event-stream"));
        Stream { connection }
    }
}

/// A connection, from an address of its own if one is named: all of 127.0.0.0/8 is this machine.
pub fn connect(address: SocketAddr, from: Option<IpAddr>) -> std::io::Result<BufReader<TcpStream>> {
    let stream = match from {
        None => TcpStream::connect(address)?,
        Some(from) => connect_from(address, from)?,
    };
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    Ok(BufReader::new(stream))
}

fn connect_from(address: SocketAddr, from: IpAddr) -> std::io::Result<TcpStream> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind((from, 0).into())?;
        socket.connect(address).await?.into_std()
    })?;
    stream.set_nonblocking(false)?;
    Ok(stream)
}

type Head = (u16, Vec<(String, String)>);

fn read_head(connection: &mut BufReader<TcpStream>) -> std::io::Result<Head> {
    let closed = || std::io::Error::from(std::io::ErrorKind::UnexpectedEof);
    let mut line = String::new();
    if connection.read_line(&mut line)? == 0 {
        return Err(closed());
    }
    let status = line.split(' ').nth(1).and_then(|s| s.parse().ok()).ok_or_else(closed)?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        connection.read_line(&mut line)?;
        match line.trim_end().split_once(": ") {
            Some((name, value)) => headers.push((name.to_lowercase(), value.to_string())),
            None => return Ok((status, headers)),
        }
    }
}

fn read_reply(connection: &mut BufReader<TcpStream>) -> std::io::Result<Reply> {
    let (status, headers) = read_head(connection)?;
    let mut reply = Reply { status, headers, body: Vec::new() };
    if reply.header("transfer-encoding") == Some("chunked") {
        reply.body = read_chunks(connection)?;
        return Ok(reply);
    }
    let length = reply.header("content-length").and_then(|l| l.parse().ok()).unwrap_or(0);
    reply.body = vec![0; length];
    connection.read_exact(&mut reply.body)?;
    Ok(reply)
}

fn read_chunks(connection: &mut BufReader<TcpStream>) -> std::io::Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        connection.read_line(&mut line)?;
        let length = usize::from_str_radix(line.trim_end(), 16).map_err(std::io::Error::other)?;
        let mut chunk = vec![0; length + 2];
        connection.read_exact(&mut chunk)?;
        body.extend_from_slice(&chunk[..length]);
        if length == 0 {
            return Ok(body);
        }
    }
}

/// A stream of events.
pub struct Stream {
    connection: BufReader<TcpStream>,
}

impl Stream {
    /// The next event: its name, its id and its data. `None` when the stream has ended.
    pub fn next(&mut self) -> Option<(String, Option<u64>, Value)> {
        let (mut name, mut id) = (String::new(), None);
        loop {
            let mut line = String::new();
            if self.connection.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim_end();
            if let Some(text) = line.strip_prefix("event: ") {
                name = text.to_string();
            } else if let Some(text) = line.strip_prefix("id: ") {
                id = text.parse().ok();
            } else if let Some(text) = line.strip_prefix("data: ") {
                return Some((name, id, serde_json::from_str(text).unwrap()));
            }
        }
    }

    /// Waits for the table to reach a line.
    pub fn wait_for(&mut self, seq: u64) {
        while let Some((name, id, _)) = self.next() {
            if name == "step" && id >= Some(seq) {
                return;
            }
        }
        panic!("the stream ended before line {seq}");
    }
}

/// A table for Alice (red) and Bob (blue), who joined by link.
pub fn alice_and_bob(house: &House) -> (Guest, Guest, String) {
    let (mut alice, mut bob) = (house.guest(), house.guest());
    let made = alice.post("/api/tables", &new_table("me", "link")).expect(200).json();
    let id = made["table"].as_str().unwrap().to_string();
    let url = made["invites"]["blue"].as_str().unwrap();
    let secret = url.strip_prefix("/join/").unwrap();
    bob.post("/api/join", &json!({ "secret": secret })).expect(200);
    (alice, bob, id)
}

pub fn new_table(red: &str, blue: &str) -> Value {
    json!({ "game": "ford", "scenario": "dawn", "options": {}, "seats": { "red": red, "blue": blue } })
}

/// A table of the last scenario: nothing goes on from it, so that it lies open at its end.
pub fn last_table(red: &str, blue: &str) -> Value {
    let mut table = new_table(red, blue);
    table["scenario"] = json!("noon");
    table
}

/// The first offered choice of a state.
pub fn first_choice(state: &Value) -> String {
    state["view"]["choices"][0]["choice"].as_str().unwrap().to_string()
}

/// Makes the choice for whoever decides; both seats are the guest's.
pub fn play_one(guest: &mut Guest, id: &str, pick: usize) -> Option<Value> {
    let state = guest.get(&format!("/api/tables/{id}")).expect(200).json();
    let choices = state["view"]["choices"].as_array().unwrap();
    if choices.is_empty() {
        return None;
    }
    let choice = &choices[pick % choices.len()]["choice"];
    let body = json!({ "as": state["as"], "seq": state["seq"], "choice": choice });
    Some(guest.post(&format!("/api/tables/{id}/choose"), &body).expect(200).json())
}

/// A state without the tag of its view, which is another one in every session.
pub fn untagged(mut state: Value) -> Value {
    state.as_object_mut().unwrap().remove("tag");
    state
}
