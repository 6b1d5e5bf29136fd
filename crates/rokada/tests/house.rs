//! The program as its operator meets it: the log, the signals, backups, and pipes that somebody
//! closes.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A folder that is removed when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("rokada-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn rokada(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rokada")).args(words).output().unwrap()
}

fn said(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8(both).unwrap()
}

/// A server on any port, with its log in a file.
struct Server {
    child: Child,
    address: String,
    log: PathBuf,
}

impl Server {
    fn start(folder: &Folder, words: &[&str]) -> Server {
        let log = folder.0.join("log");
        let mut child = Command::new(env!("CARGO_BIN_EXE_rokada"))
            .args(["serve", "--no-browser", "--port", "0", "--data", &folder.file("data")])
            .args(words)
            .stdout(Stdio::piped())
            .stderr(std::fs::File::create(&log).unwrap())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = lines.next().unwrap().unwrap();
        let (_, rest) = line.split_once("http://").unwrap();
        let address = rest.split_once('/').unwrap().0.to_string();
        Server { child, address, log }
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let host = &self.address;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n\
             connection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(host).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_string())
    }

    /// Opens a table; its name.
    fn open_table(&self) -> String {
        let wanted = "{\"game\":\"battle-of-moscow\",\"scenario\":\"campaign\",\"options\":{},\
                      \"seats\":{\"german\":\"me\",\"russian\":\"me\"}}";
        let (status, body) = self.ask("POST", "/api/tables", wanted);
        assert_eq!(status, 200, "{body}");
        let body: Value = serde_json::from_str(&body).unwrap();
        body["table"].as_str().unwrap().to_string()
    }

    fn signal(&mut self, name: &str) -> bool {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
        self.child.wait().unwrap().success()
    }

    fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn both_signals_stop_a_server_in_good_order_and_the_log_says_so() {
    for (signal, name) in [("-TERM", "SIGTERM"), ("-INT", "SIGINT")] {
        let folder = Folder::new(name);
        let mut server = Server::start(&folder, &["--log", "json"]);
        assert_eq!(server.ask("GET", "/health", "").0, 200);
        assert!(server.signal(signal), "{}", server.log());
        let log = server.log();
        let lines: Vec<Value> =
            log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let told = |message: &str| lines.iter().find(|line| line["message"] == message).unwrap();
        assert_eq!(told("serving")["address"], Value::from(server.address.as_str()));
        assert_eq!(told("stopping")["signal"], name);
        told("stopped");
        let wal = folder.0.join("data/tables.sqlite-wal");
        assert!(!wal.exists(), "the database was closed");
    }
}

#[test]
fn without_a_log_only_trouble_is_told_and_a_second_server_is_refused() {
    let folder = Folder::new("quiet");
    let mut server = Server::start(&folder, &[]);
    let second = rokada(&["serve", "--no-browser", "--port", "0", "--data", &folder.file("data")]);
    assert!(!second.status.success());
    assert!(said(&second).contains(&folder.file("data")), "{}", said(&second));
    let wrong = rokada(&["serve", "--log-level", "a=b=c", "--data", &folder.file("other")]);
    assert!(said(&wrong).contains("is no log level"), "{}", said(&wrong));
    assert!(server.signal("-TERM"));
    assert_eq!(server.log(), "");
}

#[test]
fn a_backup_of_a_running_server_is_verified_and_restored() {
    let folder = Folder::new("backup");
    let mut server = Server::start(&folder, &[]);
    let id = server.open_table();
    let (data, file) = (folder.file("data"), folder.file("house.backup"));
    let backed = rokada(&["backup", &file, "--data", &data]);
    assert!(said(&backed).contains("1 table, "), "{}", said(&backed));
    assert!(!rokada(&["backup", &file, "--data", &data]).status.success());
    let verified = rokada(&["verify", &file]);
    assert!(verified.status.success(), "{}", said(&verified));
    assert!(said(&verified).contains(&format!("{id}: ")), "{}", said(&verified));
    let running = rokada(&["restore", &file, "--data", &data, "--force"]);
    assert!(said(&running).contains("in use by another server"), "{}", said(&running));
    assert!(server.signal("-TERM"));
    assert!(!rokada(&["restore", &file, "--data", &data]).status.success());
    let forced = rokada(&["restore", &file, "--data", &data, "--force"]);
    assert!(forced.status.success(), "{}", said(&forced));
    let journal = rokada(&["journal", &id, "--data", &data]);
    assert!(said(&journal).starts_with("rokada journal 1\ngame battle-of-moscow\n"));
    let other = folder.0.join("old.journal");
    let changed = said(&journal).replacen("\ndata ", "\ndata 0", 1);
    std::fs::write(&other, changed).unwrap();
    let old = rokada(&["verify", other.to_str().unwrap()]);
    assert!(old.status.success() && said(&old).contains("begun with other data"), "{}", said(&old));
}

/// Runs a command whose output nobody reads.
fn unread(words: &[&str]) -> Output {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_rokada"));
    command.args(words).stdout(writer).stderr(Stdio::piped()).output().unwrap()
}

#[test]
fn a_closed_pipe_is_no_fault() {
    let folder = Folder::new("pipe");
    let journal = journal_in(&folder.0);
    let commands: [&[&str]; 8] = [
        &["games"],
        &["check"],
        &["verify", &journal],
        &["show", &journal],
        &["show", &journal, "--log"],
        &["play", "battle-of-moscow", "campaign", "--stdio"],
        &["cases", "battle-of-moscow", "--file", &folder.file("none.toml")],
        &["--help"],
    ];
    std::fs::write(folder.0.join("none.toml"), "").unwrap();
    for words in commands {
        let done = unread(words);
        assert!(!said(&done).contains("panicked"), "{words:?}: {}", said(&done));
        assert!(done.status.success(), "{words:?}: {}", said(&done));
    }
}

/// The journal of a game that has only begun.
fn journal_in(folder: &Path) -> String {
    let file = folder.join("begun.journal");
    let words = ["play", "battle-of-moscow", "campaign", "--stdio", "--journal"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_rokada"));
    let done = command.args(words).arg(&file).stdin(Stdio::null()).output().unwrap();
    assert!(done.status.success(), "{}", said(&done));
    file.to_str().unwrap().to_string()
}
