//! The door: who can reach the house, by which name, and what travels through it.

use crate::house::{Folder, Guest, House, NO_LIMIT, Reply, new_table};
use crate::toy::ToyLibrary;
use serde_json::json;
use server::{Door, ServeOptions, Server};
use std::sync::Arc;

const PUBLIC: &str = "https://rokada.example";

fn public_house(folder: &Folder) -> House {
    let door = Door { public_url: Some(PUBLIC.parse().unwrap()), ..Door::default() };
    House::open_door(folder, NO_LIMIT, door)
}

/// Makes a table, as a page of `origin` at the name `host` would.
fn make_table(guest: &mut Guest, host: &str, origin: &str) -> Reply {
    let headers = [("host", host), ("origin", origin), ("content-type", "application/json")];
    let body = new_table("me", "link").to_string();
    guest.send("POST", "/api/tables", &headers, body.as_bytes()).unwrap()
}

#[test]
fn by_default_the_house_is_open_on_its_own_machine_only() {
    let folder = Folder::new();
    let house = House::open(&folder);
    assert!(house.address.ip().is_loopback());
    let mut alice = house.guest();
    for host in ["rokada.example", "192.168.1.20:1941", "0.0.0.0:1941"] {
        let reply = alice.send("GET", "/api/shelf", &[("host", host)], b"").unwrap().expect(403);
        assert_eq!(reply.sentence(), "This server answers only on its own machine.");
    }
    make_table(&mut alice, &house.address.to_string(), PUBLIC).expect(403).sentence();
    let made = alice.post("/api/tables", &new_table("me", "link")).expect(200);
    let cookie = made.header("set-cookie").unwrap();
    assert!(cookie.starts_with("rokada=") && !cookie.contains("Secure"), "{cookie}");
}

#[test]
fn a_house_that_others_reach_must_be_given_its_name() {
    let folder = Folder::new();
    let door = Door { listen: Some("0.0.0.0:0".parse().unwrap()), ..Door::default() };
    let options = ServeOptions { door, ..ServeOptions::new(folder.path()) };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let opened = runtime.block_on(Server::open(Arc::new(ToyLibrary::new()), &options));
    let why = opened.err().expect("nobody knows its name").to_string();
    assert!(why.contains("--public-url"), "{why}");
}

#[test]
fn with_a_public_url_exactly_that_name_is_answered_and_its_cookies_are_secure() {
    let folder = Folder::new();
    let house = public_house(&folder);
    let mut alice = house.guest();
    let made = make_table(&mut alice, "rokada.example", PUBLIC).expect(200);
    let cookie = made.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-rokada=") && cookie.contains("; Secure"), "{cookie}");
    assert!(cookie.contains("Path=/;") && !cookie.contains("Domain"), "{cookie}");
    let link = made.json()["invites"]["blue"].as_str().unwrap().to_string();
    assert!(link.starts_with("https://rokada.example/join/"), "{link}");
    let listed = alice.send("GET", "/api/tables", &[("host", "rokada.example")], b"").unwrap();
    assert_eq!(listed.json()["tables"].as_array().unwrap().len(), 1);

    for host in ["evil.example", "rokada.example:8443", "localhost", "192.168.1.20:1941"] {
        let reply = alice.send("GET", "/api/shelf", &[("host", host)], b"").unwrap().expect(403);
        assert!(reply.sentence().contains("https://rokada.example/"));
    }
    // Health checks ask on the machine itself; changes come from the public pages only.
    alice.get("/api/shelf").expect(200);
    let own = house.address.to_string();
    for origin in ["http://rokada.example", &format!("http://{own}"), "https://evil.example"] {
        for host in ["rokada.example", &own] {
            make_table(&mut alice, host, origin).expect(403).sentence();
        }
    }
}

#[test]
fn a_cookie_of_the_plain_name_is_nobody_over_tls() {
    let folder = Folder::new();
    let house = public_house(&folder);
    let mut alice = house.guest();
    make_table(&mut alice, "rokada.example", PUBLIC).expect(200);
    alice.cookie = alice.cookie.map(|cookie| cookie.replace("__Host-", ""));
    let listed = alice.send("GET", "/api/tables", &[("host", "rokada.example")], b"").unwrap();
    assert_eq!(listed.json(), json!({ "tables": [] }));
}

#[test]
fn two_hosts_and_an_absolute_line_get_no_further_than_one_host() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let own = house.address;
    let ask = |line: &str, hosts: &[&str]| {
        let hosts: String = hosts.iter().map(|host| format!("host: {host}\r\n")).collect();
        house.guest().raw(format!("GET {line} HTTP/1.1\r\n{hosts}\r\n").as_bytes()).unwrap().status
    };
    let own_name = own.to_string();
    assert_eq!(ask("/api/shelf", &[&own_name]), 200);
    assert_eq!(ask("/api/shelf", &[&own_name, "evil.example"]), 403);
    assert_eq!(ask("/api/shelf", &[&own_name, &own_name]), 403);
    assert_eq!(ask(&format!("http://{own}/api/shelf"), &[&own_name]), 200);
    assert_eq!(ask("http://evil.example/api/shelf", &[&own_name]), 403);
    assert_eq!(ask(&format!("http://{own}/api/shelf"), &["evil.example"]), 403);
}

#[test]
fn everything_compressible_is_compressed_and_streams_are_not() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut alice = house.guest();
    let made = alice.post("/api/tables", &new_table("me", "me")).expect(200).json();
    let id = made["table"].as_str().unwrap();
    let gzip = [("accept-encoding", "gzip, deflate, br")];
    for path in [
        format!("/api/tables/{id}"),
        format!("/api/tables/{id}/faces.svg"),
        String::from("/api/games/ford/map.svg"),
        String::from("/main.js"),
        String::from("/css/base.css"),
        String::from("/"),
    ] {
        let plain = alice.get(&path).expect(200);
        let small = alice.send("GET", &path, &gzip, b"").unwrap().expect(200);
        assert_eq!(small.header("content-encoding"), Some("gzip"), "{path}");
        assert!(small.header("vary").is_some_and(|v| v.contains("accept-encoding")), "{path}");
        assert!(small.body.len() < plain.body.len() * 3 / 4, "{path}");
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        assert_eq!(small.header("x-content-type-options"), Some("nosniff"), "{path}");
        // What is only a part of a page leaves it to the page what may be done.
        let is_part = path.ends_with(".js") || path.ends_with(".css");
        assert_eq!(small.header("content-security-policy").is_none(), is_part, "{path}");
    }
    let font = "/assets/fonts/Inter-latin.woff2";
    let font = alice.send("GET", font, &gzip, b"").unwrap();
    assert_eq!(font.header("content-encoding"), None);
    let request = format!(
        "GET /api/tables/{id}/events HTTP/1.1\r\nhost: {}\r\naccept-encoding: gzip\r\n\r\n",
        house.address
    );
    let headers = house.guest().head_of(request.as_bytes()).unwrap();
    assert!(headers.iter().any(|(_, value)| value == "text/event-stream"), "{headers:?}");
    assert!(headers.iter().all(|(name, _)| name != "content-encoding"), "{headers:?}");
    let at_once = (String::from("x-accel-buffering"), String::from("no"));
    assert!(headers.contains(&at_once), "a proxy must not hold it back: {headers:?}");
}
