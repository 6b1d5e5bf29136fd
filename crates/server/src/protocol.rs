//! The protocol, said once: what is sent and answered at each address, from the types that write and read it.
//!
//! [`openapi`] is `docs/openapi.json`, and the client's `web/types.d.ts` is made from the same schemas. A test compares
//! both files with the types, and the answers of a running server with the schemas.

use crate::api::ROUTES;
use crate::api::{act, begin, keys, look, next, stream, watch};
use crate::error::{Failed, Refused};
use crate::rooms::BotNote;
use engine::shown::OverlayShown;
use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use table::{Briefing, Digest, Grid, History, LogSent, Shelf, StateSent, Why};

/// What is sent in a body.
enum Body {
    /// Nothing: it is a GET.
    None,
    /// JSON of a schema, with an example.
    Json(Value, Value),
    /// A journal, with an example.
    Text(&'static str),
}

/// What is answered if all is well.
enum Answer {
    /// JSON of a schema.
    Json(Value),
    /// The same, which may be asked for again by its tag.
    Tagged(Value),
    /// Something of another content type.
    Raw(&'static str),
    /// The same, which may be asked for again by its tag.
    TaggedRaw(&'static str),
}

/// A request.
struct Request {
    summary: &'static str,
    body: Body,
    answer: Answer,
    /// What may stand after the question mark: the name, what it means, and its schema.
    asks: Vec<(&'static str, &'static str, Value)>,
    /// How it may fail beside what every request may.
    fails: &'static [u16],
}

/// Collects the schemas of what is sent and what is answered.
struct Schemas {
    sent: SchemaGenerator,
    answered: SchemaGenerator,
}

impl Schemas {
    fn new() -> Schemas {
        let settings = |contract| {
            let mut settings = SchemaSettings::draft2020_12();
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
            settings.contract = contract;
            settings.into_generator()
        };
        Schemas { sent: settings(Contract::Deserialize), answered: settings(Contract::Serialize) }
    }

    fn sent<T: JsonSchema>(&mut self, example: Value) -> Body {
        Body::Json(self.sent.subschema_for::<T>().to_value(), example)
    }

    fn of<T: JsonSchema>(&mut self) -> Value {
        self.answered.subschema_for::<T>().to_value()
    }

    fn answer<T: JsonSchema>(&mut self) -> Answer {
        Answer::Json(self.of::<T>())
    }

    fn tagged<T: JsonSchema>(&mut self) -> Answer {
        Answer::Tagged(self.of::<T>())
    }

    /// All schemas that were named.
    fn components(mut self) -> Map<String, Value> {
        let mut all = self.answered.take_definitions(true);
        all.values_mut().for_each(left_out);
        all.extend(self.sent.take_definitions(true));
        all
    }
}

/// The fields of a view that may be nothing: of changes, null is their new value.
const MAY_BE_NULL: [&str; 3] = ["prompt", "odds", "outcome"];

/// What need not be there is not null if it is.
fn left_out(schema: &mut Value) {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let Some(properties) = schema["properties"].as_object_mut() else { return };
    let is_whole = |name: &str| required.contains(&json!(name)) || MAY_BE_NULL.contains(&name);
    for (_, property) in properties.iter_mut().filter(|(name, _)| !is_whole(name)) {
        if let Some(kinds) = property.get_mut("type").and_then(Value::as_array_mut) {
            kinds.retain(|kind| kind != "null");
            if let [kind] = &kinds[..] {
                property["type"] = kind.clone();
            }
        }
        let Some(several) = property["anyOf"].as_array() else { continue };
        let mut kinds = several.iter().filter(|one| one["type"] != "null").cloned();
        if let (Some(mut one), None) = (kinds.next(), kinds.next()) {
            one["description"] = property["description"].take();
            *property = one;
        }
    }
}

/// A request that is a GET.
fn get(summary: &'static str, answer: Answer) -> Request {
    Request { summary, body: Body::None, answer, asks: Vec::new(), fails: &[] }
}

fn post(summary: &'static str, body: Body, answer: Answer) -> Request {
    Request { summary, body, answer, asks: Vec::new(), fails: &[] }
}

impl Request {
    fn asks(mut self, name: &'static str, about: &'static str, schema: Value) -> Request {
        self.asks.push((name, about, schema));
        self
    }

    fn fails(self, fails: &'static [u16]) -> Request {
        Request { fails, ..self }
    }

    /// Through whose eyes it is looked.
    fn seen(self) -> Request {
        let text = json!({ "type": "string" });
        self.asks("as", "a side, spectator, or all when the game is over", text)
    }

    fn themed(self) -> Request {
        let themes = json!({ "type": "string", "enum": ["light", "dark"] });
        self.asks("theme", "light if absent", themes)
    }

    fn of_scenario(self) -> Request {
        let text = json!({ "type": "string" });
        self.asks("scenario", "only the sheets that this scenario is played on", text)
    }
}

const NO_SECRET: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The request of an address.
fn request(method: &str, path: &str, all: &mut Schemas) -> Request {
    match path.strip_prefix("/api/tables/{id}") {
        Some(rest) => at_table(method, rest, all),
        None if path.starts_with("/api/games/") => of_game(path, all),
        None => of_house(method, path, all),
    }
}

fn of_house(method: &str, path: &str, all: &mut Schemas) -> Request {
    match (method, path) {
        ("get", "/api/shelf") => get("The games", all.answer::<Shelf>()),
        ("get", "/api/tables") => {
            get("My tables, those that wait for me first", all.answer::<look::Tables<'_>>())
        }
        ("post", "/api/tables") => {
            let seats = json!({ "red": "me", "blue": "link" });
            let example =
                json!({ "game": "ford", "scenario": "dawn", "options": {}, "seats": seats });
            post("Make a table", all.sent::<begin::Wanted>(example), all.answer::<begin::Begun>())
        }
        ("post", "/api/join") => {
            let body = all.sent::<begin::Invitation>(json!({ "secret": NO_SECRET }));
            let answer = all.answer::<begin::Begun>();
            post("Take the seat of an invitation", body, answer).fails(&[404])
        }
        ("post", "/api/import") => {
            let summary = "Import a journal; whoever imports it holds both seats";
            post(summary, Body::Text("rokada journal 1\n"), all.answer::<begin::Begun>())
        }
        ("get", "/api/keys") => get("My key links", all.answer::<keys::Keys>()),
        ("post", "/api/keys") => {
            let (body, answer) =
                (all.sent::<keys::Making>(json!({})), all.answer::<keys::KeyMade>());
            post("Make a key link: all my seats in another browser", body, answer).fails(&[422])
        }
        ("post", "/api/keys/open") => {
            let body = all.sent::<keys::Opening>(json!({ "secret": NO_SECRET }));
            let summary = "This browser sits on the seats of the key link's person";
            post(summary, body, all.answer::<keys::Brought>()).fails(&[404, 422])
        }
        ("post", "/api/keys/revoke") => {
            let summary = "Void a key link and sign out the browsers that came in by it";
            let body = all.sent::<keys::Revoking>(json!({ "id": 1 }));
            post(summary, body, all.answer::<keys::Done>()).fails(&[404])
        }
        ("get", "/health") => {
            let answer = all.answer::<watch::Health>();
            get("Whether what is played can be stored", answer).fails(&[503])
        }
        ("get", "/metrics") => {
            get("What was counted, as Prometheus reads it", Answer::Raw("text/plain"))
        }
        (method, path) => unreachable!("{method} {path} is in the list of routes and nowhere else"),
    }
}

fn of_game(path: &str, all: &mut Schemas) -> Request {
    let text = || json!({ "type": "string" });
    match path.rsplit('/').next() {
        Some("map.svg") => {
            let layers = json!({ "type": "string", "enum": ["ground", "names"] });
            let tag = "the tag that the grid names: the answer may then be kept for ever";
            get("A layer of the map picture", Answer::TaggedRaw("image/svg+xml"))
                .themed()
                .asks("layer", "ground if absent", layers)
                .of_scenario()
                .asks("v", tag, text())
        }
        Some("thumb") => get("A small picture of the map", Answer::TaggedRaw("image/png")).themed(),
        Some("grid") => {
            let summary = "Where the hexes lie on the picture, and the tags of its layers";
            get(summary, all.tagged::<Grid>()).of_scenario().themed()
        }
        Some("rules") => get("The digest of the rules", all.tagged::<Digest>()),
        Some("briefing") => {
            let summary = "What a player reads before the first turn of a scenario";
            get(summary, all.tagged::<Briefing>()).asks("scenario", "the scenario", text())
        }
        other => unreachable!("{other:?} is in the list of routes and nowhere else"),
    }
}

fn at_table(method: &str, path: &str, all: &mut Schemas) -> Request {
    match (method, path) {
        ("get", _) => look_at_table(path, all),
        (_, "/choose" | "/choose-groups" | "/undo" | "/order" | "/resign") => change(path, all),
        (_, "/why") => {
            let body = all.sent::<act::Asking>(json!({ "as": "red", "choice": "hex 0303" }));
            post("Why a choice is not legal", body, all.answer::<Why>())
        }
        (_, "/advice") => {
            let body = all.sent::<act::Wondering>(json!({ "as": "red", "seq": 0 }));
            let answer = all.answer::<table::AdviceShown>();
            post("What the bot would do at my decision", body, answer).fails(&[409, 422])
        }
        (_, "/branch") => {
            let seats = json!({ "red": "me", "blue": "me" });
            let body = all.sent::<begin::Branching>(json!({ "line": 3, "seats": seats }));
            let summary = "A table of its own that goes on from a line of this one";
            post(summary, body, all.answer::<begin::Begun>()).fails(&[422])
        }
        (_, "/next") => {
            let summary =
                "The table of the next scenario of a campaign, begun from the end of this one";
            let body = all.sent::<next::GoingOn>(json!({}));
            post(summary, body, all.answer::<begin::Begun>()).fails(&[422])
        }
        (_, "/invite") => {
            let summary = "Another link to a seat that is free or whose holder has not moved";
            let body = all.sent::<act::Inviting>(json!({ "side": "blue" }));
            post(summary, body, all.answer::<act::InviteLink>()).fails(&[422])
        }
        (_, "/bot") => {
            let body = all.sent::<act::Holding>(json!({ "do": "go", "pace": 0 }));
            let summary = "Stop the bots, let them go on, set their pace";
            post(summary, body, all.answer::<table::BotShown>())
        }
        (method, path) => unreachable!("{method} {path} is in the list of routes and nowhere else"),
    }
}

/// What makes new lines, and is answered with the new state.
fn change(path: &str, all: &mut Schemas) -> Request {
    let (summary, body) = match path {
        "/choose" => {
            let example = json!({ "as": "red", "seq": 0, "choice": "amount 1" });
            ("Make a choice that answers line seq", all.sent::<act::Choosing>(example))
        }
        "/choose-groups" => {
            let example = json!({ "as": "red", "seq": 0, "groups": [["amount 1"]] });
            let summary = "Make choices together, group by group: each group whole or not at all";
            (summary, all.sent::<act::ChoosingGroups>(example))
        }
        "/undo" => {
            let example = json!({ "as": "red", "seq": 0 });
            ("Take back my last choice", all.sent::<act::Undoing>(example))
        }
        "/order" => {
            let example = json!({ "as": "red", "id": "hold", "on": true });
            ("Give a standing order or take it back", all.sent::<act::Ordering>(example))
        }
        _ => ("Give up", all.sent::<act::ForSide>(json!({ "as": "red" }))),
    };
    post(summary, body, all.answer::<StateSent<'_>>()).fails(&[409, 422])
}

fn look_at_table(path: &str, all: &mut Schemas) -> Request {
    let line = || json!({ "type": "integer", "minimum": 0 });
    match path {
        "" => get("The state of a table", all.answer::<StateSent<'_>>()).seen().asks(
            "have",
            "the tag of the view that is held already",
            json!({ "type": "string" }),
        ),
        "/overlay/{kind}" => get("A layer over the map", all.answer::<OverlayShown>()).seen(),
        "/log" => {
            let answer = all.answer::<LogSent<'_>>();
            get("What happened after a line", answer).seen().asks("after", "the line", line())
        }
        "/events" => {
            // The data of the events `step` and `bot`.
            all.of::<stream::Stepped>();
            all.of::<BotNote>();
            let answer = Answer::Raw("text/event-stream");
            get("The stream: step, bot, seats", answer).seen().fails(&[503])
        }
        "/replay/{line}" => {
            get("The state as it was after a line", all.answer::<StateSent<'_>>()).seen()
        }
        "/history" => {
            let summary = "How the game went, turn by turn, and what the dice did";
            get(summary, all.answer::<History>()).seen()
        }
        "/faces.svg" => {
            let summary = "A symbol for each face that the viewer sees";
            let about = "after which line; the last if absent";
            get(summary, Answer::Raw("image/svg+xml")).seen().asks("line", about, line())
        }
        "/journal" => {
            let summary = "The journal, with what the viewer may know";
            get(summary, Answer::Raw("text/plain")).seen()
        }
        "/dice" => {
            let summary = "Commitments, and the secrets when the game is over";
            get(summary, all.answer::<table::DiceProof>()).seen()
        }
        path => unreachable!("{path} is in the list of routes and nowhere else"),
    }
}

/// What a status means.
fn meaning(status: u16) -> &'static str {
    match status {
        304 => "unchanged",
        400 => "not understood",
        403 => "not your seat, or another origin",
        404 => "no such thing",
        408 => "the body did not arrive in time",
        409 => "the table has moved on: the present state with an error",
        410 => "cannot be opened with the present rules",
        413 => "too large; the sentence says the limit",
        422 => "refused: nothing has changed",
        429 => "too often",
        503 => "not at the moment",
        _ => "as asked",
    }
}

fn content(kind: &str, schema: &Value) -> Value {
    let mut content = Map::new();
    content.insert(kind.to_string(), json!({ "schema": schema }));
    Value::Object(content)
}

/// The statuses with which a request may be answered, but for the one that is hoped for.
fn failures(method: &str, path: &str, request: &Request) -> Vec<u16> {
    let mut all = vec![403, 429];
    let has_words = !request.asks.is_empty() || path.contains('{');
    all.extend((method == "post" || has_words).then_some(400));
    all.extend((method == "post").then_some([408, 413]).into_iter().flatten());
    all.extend(path.contains('{').then_some(404));
    all.extend(path.starts_with("/api/tables/{id}").then_some(410));
    let is_tagged = matches!(request.answer, Answer::Tagged(_) | Answer::TaggedRaw(_));
    all.extend(is_tagged.then_some(304));
    all.extend(request.fails);
    all.sort_unstable();
    all.dedup();
    all
}

fn operation(method: &str, path: &str, all: &mut Schemas) -> Value {
    let request = request(method, path, all);
    let good = match &request.answer {
        Answer::Json(schema) | Answer::Tagged(schema) => content("application/json", schema),
        Answer::Raw(kind) | Answer::TaggedRaw(kind) => content(kind, &json!({ "type": "string" })),
    };
    let mut responses = Map::new();
    responses.insert(String::from("200"), json!({ "description": meaning(200), "content": good }));
    for status in failures(method, path, &request) {
        let mut response = json!({ "description": meaning(status) });
        let schema = match status {
            304 => None,
            409 => Some(all.of::<StateSent<'_>>()),
            422 => Some(all.of::<Refused>()),
            503 if path == "/health" => Some(all.of::<watch::Health>()),
            _ => Some(all.of::<Failed>()),
        };
        if let Some(schema) = schema {
            response["content"] = content("application/json", &schema);
        }
        responses.insert(status.to_string(), response);
    }
    let mut operation = json!({ "summary": request.summary, "responses": responses });
    let parameters = parameters(path, &request);
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    let body = match request.body {
        Body::None => return operation,
        Body::Json(schema, example) => ("application/json", schema, example),
        Body::Text(example) => ("text/plain", json!({ "type": "string" }), json!(example)),
    };
    let mut content = content(body.0, &body.1);
    content[body.0]["example"] = body.2;
    operation["requestBody"] = json!({ "required": true, "content": content });
    operation
}

/// The names in an address, and what may stand after the question mark.
fn parameters(path: &str, request: &Request) -> Vec<Value> {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let named = names.map(|name| {
        let schema = match name {
            "line" => json!({ "type": "integer", "minimum": 0 }),
            _ => json!({ "type": "string" }),
        };
        json!({ "name": name, "in": "path", "required": true, "schema": schema })
    });
    let asked = request.asks.iter().map(|(name, about, schema)| {
        json!({ "name": name, "in": "query", "description": about, "schema": schema })
    });
    named.chain(asked).collect()
}

/// The protocol as an OpenAPI document.
pub fn openapi() -> Value {
    let mut all = Schemas::new();
    let mut paths: Map<String, Value> = Map::new();
    for (method, path) in ROUTES {
        let operation = operation(method, path, &mut all);
        let at = paths.entry(path.to_string()).or_insert_with(|| json!({}));
        at[*method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Rokada: the table",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The protocol is described in the book, \"The protocol\". Requests that change \
                            something must come from the same origin.",
            "license": { "name": "Apache-2.0" },
        },
        "paths": paths,
        "components": { "schemas": all.components() },
    })
}
