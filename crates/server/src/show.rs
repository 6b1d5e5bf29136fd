//! The state of a table as one viewer is shown it.

use crate::live::Live;
use crate::secret::Hashed;
use board::{Face, Side};
use engine::{Table, Text, UndoBoundary, Viewer, stable_hash};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// Who asks, and through whose eyes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eyes {
    /// The visitor, if he has a token.
    pub(crate) who: Option<Hashed>,
    /// The viewer.
    pub(crate) viewer: Viewer,
}

/// The state as the protocol describes it. `since` adds what happened after that line.
pub(crate) fn state(live: &Live, eyes: Eyes, since: Option<u64>) -> Value {
    let session = &live.session;
    let mut view = session.table().view(eyes.viewer);
    if let Some(side) = session.resigned() {
        show_resignation(&mut view, session.table(), side);
    }
    let mut state = frame(live, eyes, session.seq(), view);
    state["undo"] = undo(live, eyes.viewer);
    state["orders"] = orders(live, eyes.viewer);
    if let Some(line) = since {
        state["events"] = events(live, eyes.viewer, Some(line));
    }
    state
}

/// The state as it was after a line, but for its view; there is nothing to do in it.
pub(crate) fn past_frame(live: &Live, eyes: Eyes, line: u64) -> Value {
    let mut state = frame(live, eyes, line, Value::Null);
    state["undo"] = json!({ "steps": [], "boundary": null });
    state["orders"] = json!([]);
    state["last"] = json!(live.session.seq());
    state
}

/// The view of a state as it was.
pub(crate) fn past_view(table: &dyn Table, viewer: Viewer, resigned: Option<Side>) -> Value {
    let mut view = table.view(viewer);
    view["choices"] = json!([]);
    if let Some(side) = resigned {
        show_resignation(&mut view, table, side);
    }
    name_faces(&mut view);
    view
}

fn frame(live: &Live, eyes: Eyes, seq: u64, mut view: Value) -> Value {
    name_faces(&mut view);
    let header = &live.session.journal().header;
    let mut frame = json!({
        "table": live.id,
        "seq": seq,
        "game": header.game,
        "scenario": header.scenario,
        "title": live.title,
        "as": live.seats.viewer_name(eyes.viewer),
        "seats": live.seats.shown(eyes.who),
        "over": live.is_over(),
    });
    // Not within `json!`, which would copy it.
    frame["view"] = view;
    frame
}

fn show_resignation(view: &mut Value, table: &dyn Table, side: Side) {
    let winner = &table.side_ids()[side.other().index()];
    let text = table.say(&Text::new("outcome.resigned").side(side));
    view["prompt"] = Value::Null;
    view["choices"] = json!([]);
    view["odds"] = Value::Null;
    view["outcome"] = json!({ "winner": winner, "class": "resigned", "text": text, "rules": [] });
}

/// What a player could take back, and why no more. Others are told nothing of it.
fn undo(live: &Live, viewer: Viewer) -> Value {
    let Viewer::Player(side) = viewer else {
        return json!({ "steps": [], "boundary": null });
    };
    let (steps, boundary) = live.session.undoable(side);
    let (kind, line) = match boundary {
        UndoBoundary::Beginning => ("beginning", 0),
        UndoBoundary::Dice(line) => ("dice", line),
        UndoBoundary::Revealed(line) => ("revealed", line),
        UndoBoundary::Passed(line) => ("passed", line),
    };
    // What the other side did behind the boundary, such as dice in secret, is his own affair.
    let known = live.opened.open || line == 0 || live.made_by(line) == Some(side);
    let boundary = known.then(|| json!({ "kind": kind, "line": line }));
    json!({ "steps": steps, "boundary": boundary })
}

fn orders(live: &Live, viewer: Viewer) -> Value {
    let Viewer::Player(side) = viewer else { return json!([]) };
    let on: Vec<&str> = live.session.orders(side).collect();
    live.session
        .table()
        .orders(side)
        .into_iter()
        .map(|(id, text)| json!({ "on": on.contains(&id.as_str()), "id": id, "text": text }))
        .collect()
}

/// What happened after a line, as a viewer is told it.
pub(crate) fn events(live: &Live, viewer: Viewer, after: Option<u64>) -> Value {
    let told = live.session.events(after, viewer);
    told.into_iter()
        .map(|(line, mut event)| {
            event["line"] = json!(line);
            event
        })
        .collect()
}

/// Every unit that is shown.
fn units(view: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    let mut lists: Vec<&mut Value> = Vec::new();
    if let Value::Object(fields) = view {
        for (name, field) in fields {
            match (name.as_str(), field) {
                ("units", list) => lists.push(list),
                ("boxes", Value::Array(boxes)) => {
                    lists.extend(boxes.iter_mut().filter_map(|b| b.get_mut("units")));
                }
                _ => {}
            }
        }
    }
    lists.into_iter().filter_map(Value::as_array_mut).flatten().filter_map(Value::as_object_mut)
}

/// Gives each unit the name of the symbol of its face.
fn name_faces(view: &mut Value) {
    for unit in units(view) {
        if let Some(face) = unit.get("face") {
            let name = symbol_name(face);
            unit.insert(String::from("f"), Value::String(name));
        }
    }
}

fn symbol_name(face: &Value) -> String {
    format!("f-{:016x}", stable_hash(&Print(face)))
}

/// A value of JSON that can be hashed as it lies there.
struct Print<'a>(&'a Value);

impl Hash for Print<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        std::mem::discriminant(self.0).hash(hasher);
        match self.0 {
            Value::Null => {}
            Value::Bool(b) => b.hash(hasher),
            Value::Number(n) => n.hash(hasher),
            Value::String(s) => s.hash(hasher),
            Value::Array(values) => {
                values.len().hash(hasher);
                values.iter().for_each(|v| Print(v).hash(hasher));
            }
            Value::Object(fields) => {
                fields.len().hash(hasher);
                fields.iter().for_each(|(name, v)| (name, Print(v)).hash(hasher));
            }
        }
    }
}

/// The faces that a viewer sees, by the names of their symbols.
pub(crate) fn faces(table: &dyn Table, viewer: Viewer) -> BTreeMap<String, Face> {
    let mut view = table.view(viewer);
    units(&mut view)
        .filter_map(|unit| unit.get("face"))
        .filter_map(|face| {
            let read = serde_json::from_value(face.clone()).ok()?;
            Some((symbol_name(face), read))
        })
        .collect()
}

/// One picture that holds each face as a symbol.
pub(crate) fn faces_svg(faces: &BTreeMap<String, Face>, draw: impl Fn(&Face) -> String) -> String {
    let mut out = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\">\n");
    for (name, face) in faces {
        if let Some(symbol) = as_symbol(name, &draw(face)) {
            out.push_str(&symbol);
            out.push('\n');
        }
    }
    out.push_str("</svg>\n");
    out
}

/// A picture of its own as a symbol: the same drawing in another frame.
fn as_symbol(name: &str, svg: &str) -> Option<String> {
    let open = svg.find("<svg")?;
    let close = svg.rfind("</svg>")?;
    Some(format!("<symbol id=\"{name}\"{}</symbol>", svg.get(open + 4..close)?))
}

/// What the list of tables shows: the turn, whose decision it is, and how the game ended. `turn` is as any
/// view shows it: it is no secret.
pub(crate) fn summary(live: &Live, turn: &Value) -> Value {
    let table = live.session.table();
    let ids = table.side_ids();
    json!({
        "turn": { "n": turn["n"], "of": turn["of"], "name": turn["name"] },
        "decider": live.session.decider().map(|side| &ids[side.index()]),
        "outcome": live.session.outcome().map(|o| table.say(&o.text)),
    })
}

/// The turn as any view shows it.
pub(crate) fn turn(live: &Live) -> Value {
    live.session.table().view(Viewer::Spectator)["turn"].take()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_becomes_a_symbol_with_its_own_frame() {
        let symbol = as_symbol("f-1", "<?xml?><svg viewBox=\"0 0 2 2\"><path/></svg>\n");
        assert_eq!(
            symbol.as_deref(),
            Some("<symbol id=\"f-1\" viewBox=\"0 0 2 2\"><path/></symbol>")
        );
        assert_eq!(as_symbol("f-1", "no picture"), None);
    }
}
