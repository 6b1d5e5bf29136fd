//! The language is the reader's: two players of one table read two.

use crate::house::{Folder, Guest, House, alice_and_bob};
use serde_json::{Value, json};

const PSEUDO: (&str, &str) = ("accept-language", "de, en-XA;q=0.8");

fn get(guest: &mut Guest, path: &str, language: (&str, &str)) -> Value {
    guest.send("GET", path, &[language], b"").unwrap().expect(200).json()
}

#[test]
fn two_players_of_one_table_read_two_languages() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, mut bob, id) = alice_and_bob(&house);
    let at = format!("/api/tables/{id}");
    let side = |state: &Value| state["as"].as_str().unwrap().to_string();

    let plain = get(&mut alice, &at, ("accept-language", "en"));
    let other = get(&mut bob, &at, PSEUDO);
    let text = |state: &Value| state["view"]["prompt"]["text"].as_str().unwrap().to_string();
    assert!(text(&other).starts_with('⟦'), "{}", text(&other));
    assert!(!text(&plain).contains('⟦'), "{}", text(&plain));

    // What happens is told to each in his own words, although it happened once.
    let body = json!({ "as": side(&plain), "seq": plain["seq"], "choice": plain["view"]["choices"][0]["choice"] });
    alice.post(&format!("{at}/choose"), &body).expect(200);
    let log =
        |guest: &mut Guest, language| get(guest, &format!("{at}/log"), language)["events"].clone();
    let (english, disguised) = (log(&mut alice, ("accept-language", "en")), log(&mut bob, PSEUDO));
    let first = |events: &Value| events[0]["text"].as_str().unwrap().to_string();
    assert!(first(&disguised).contains('⟦') && !first(&english).contains('⟦'));

    // A view in one language is no ground for changes in another.
    let have = format!("{at}?have={}", other["tag"].as_str().unwrap());
    assert!(get(&mut bob, &have, PSEUDO)["changes"].is_object());
    assert!(get(&mut bob, &have, ("accept-language", "en"))["view"].is_object());
}

#[test]
fn a_refusal_is_read_in_the_language_of_whoever_is_refused() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut alice, _, id) = alice_and_bob(&house);
    let state = alice.get(&format!("/api/tables/{id}")).expect(200).json();
    let body = json!({ "as": state["as"], "seq": state["seq"], "choice": "verb done" }).to_string();
    let origin = format!("http://{}", house.address);
    let headers = [("content-type", "application/json"), ("origin", origin.as_str()), PSEUDO];
    let path = format!("/api/tables/{id}/choose");
    let reply = alice.send("POST", &path, &headers, body.as_bytes()).unwrap().expect(422).json();
    assert!(reply["refusal"]["text"].as_str().unwrap().starts_with('⟦'), "{reply}");
}
