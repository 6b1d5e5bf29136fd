//! What is done with schemas: answers are held to them, and the client's types are made from them.

use crate::house::Reply;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::LazyLock;

/// The schemas of the protocol by their names.
pub struct Schemas(pub Map<String, Value>);

/// Where a schema refers to another.
const COMPONENTS: &str = "#/components/schemas/";

impl Schemas {
    /// Those of an OpenAPI document.
    pub fn of(document: &Value) -> Schemas {
        Schemas(document["components"]["schemas"].as_object().unwrap().clone())
    }

    /// The schema itself, where this one refers to it.
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(name) => &self.0[name.strip_prefix(COMPONENTS).unwrap()],
            None => schema,
        }
    }

    /// What of a value a schema does not say. A key that it does not name is wrong, too.
    pub fn wrong(&self, schema: &Value, value: &Value) -> Option<String> {
        if schema == &Value::Bool(true) {
            return None;
        }
        for several in ["anyOf", "oneOf"] {
            if let Some(all) = schema[several].as_array() {
                let wrong: Vec<_> = all.iter().map(|one| self.wrong(one, value)).collect();
                let fits = wrong.iter().any(Option::is_none);
                return (!fits)
                    .then(|| wrong.into_iter().flatten().collect::<Vec<_>>().join(" or "));
            }
        }
        if schema["$ref"].is_string() {
            return self.wrong(self.resolved(schema), value);
        }
        if let Some(words) = schema["enum"].as_array() {
            return (!words.contains(value)).then(|| format!("{value} is no such word"));
        }
        if schema.get("const").is_some() {
            return (schema["const"] != *value).then(|| format!("{value} is no such word"));
        }
        let kinds = match &schema["type"] {
            Value::Array(kinds) => kinds.clone(),
            kind => vec![kind.clone()],
        };
        if !kinds.iter().any(|kind| is_of_kind(kind.as_str().unwrap(), value)) {
            return Some(format!("{value} is not {kinds:?}"));
        }
        match value {
            Value::Array(list) => self.wrong_in_list(schema, list),
            Value::Object(object) => self.wrong_in_object(schema, object),
            _ => None,
        }
    }

    fn wrong_in_list(&self, schema: &Value, list: &[Value]) -> Option<String> {
        let first = schema["prefixItems"].as_array().map_or(&[][..], Vec::as_slice);
        let most = schema["maxItems"].as_u64().unwrap_or(u64::MAX);
        if list.len() as u64 > most || list.len() < first.len() {
            return Some(format!("{} items", list.len()));
        }
        list.iter().enumerate().find_map(|(i, item)| {
            let wrong = self.wrong(first.get(i).unwrap_or(&schema["items"]), item)?;
            Some(format!("{i}/{wrong}"))
        })
    }

    fn wrong_in_object(&self, schema: &Value, object: &Map<String, Value>) -> Option<String> {
        let required = schema["required"].as_array().into_iter().flatten();
        let missing = required.filter_map(Value::as_str).find(|key| !object.contains_key(*key));
        if let Some(key) = missing {
            return Some(format!("{key} is missing"));
        }
        object.iter().find_map(|(key, value)| {
            let known = schema["properties"].get(key);
            let known = known.or(Some(&schema["additionalProperties"]).filter(|s| s.is_object()));
            match known {
                Some(known) => Some(format!("{key}/{}", self.wrong(known, value)?)),
                None => Some(format!("{key} is not known")),
            }
        })
    }

    /// The types of the client, as declarations that `tsc` reads.
    pub fn typescript(&self) -> String {
        let mut out = String::from(
            "// The shapes of what is sent and answered. Made from the types of the server; docs/src/protocol.md says how they are used.\n",
        );
        let names: BTreeSet<&str> = self.0.keys().map(|name| short(name)).collect();
        assert_eq!(names.len(), self.0.len(), "two schemas of one name");
        for (name, schema) in &self.0 {
            let _ = write!(out, "\n{}export type {} = ", about(schema, ""), short(name));
            let _ = writeln!(out, "{};", self.written(schema, ""));
        }
        out
    }

    fn written(&self, schema: &Value, indent: &str) -> String {
        if let Some(name) = schema["$ref"].as_str() {
            return short(name.strip_prefix(COMPONENTS).unwrap()).to_string();
        }
        for several in ["anyOf", "oneOf"] {
            if let Some(all) = schema[several].as_array() {
                let kinds: Vec<String> = all.iter().map(|one| self.written(one, indent)).collect();
                return kinds.join(" | ");
            }
        }
        if let Some(words) = schema["enum"].as_array() {
            return words.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
        }
        if let Some(word) = schema.get("const") {
            return word.to_string();
        }
        let kinds = match &schema["type"] {
            Value::Array(kinds) => kinds.clone(),
            kind => vec![kind.clone()],
        };
        let kinds = kinds.iter().map(|kind| match kind.as_str() {
            Some("integer" | "number") => String::from("number"),
            Some("array") => self.list(schema, indent),
            Some("object") => self.object(schema, indent),
            Some(plain) => plain.to_string(),
            None => String::from("unknown"),
        });
        kinds.collect::<Vec<_>>().join(" | ")
    }

    fn list(&self, schema: &Value, indent: &str) -> String {
        if let Some(first) = schema["prefixItems"].as_array() {
            let items: Vec<String> = first.iter().map(|item| self.written(item, indent)).collect();
            return format!("[{}]", items.join(", "));
        }
        if schema["maxItems"] == 0 {
            return String::from("[]");
        }
        let item = self.written(&schema["items"], indent);
        if item.contains(" | ") { format!("({item})[]") } else { format!("{item}[]") }
    }

    fn object(&self, schema: &Value, indent: &str) -> String {
        let others = Some(&schema["additionalProperties"]).filter(|s| s.is_object());
        let others = others.map(|s| format!("Record<string, {}>", self.written(s, indent)));
        let Some(properties) = schema["properties"].as_object().filter(|p| !p.is_empty()) else {
            return others.unwrap_or_else(|| String::from("{}"));
        };
        let required: Vec<&Value> = schema["required"].as_array().into_iter().flatten().collect();
        let deeper = format!("{indent}  ");
        let mut out = String::from("{\n");
        for (key, property) in properties {
            let mark = if required.iter().any(|r| *r == key) { "" } else { "?" };
            let kind = self.written(property, &deeper);
            let _ = writeln!(out, "{}{deeper}{key}{mark}: {kind};", about(property, &deeper));
        }
        out.push_str(indent);
        out.push('}');
        // Other keys than those named have their own kind; a type cannot say that of a record.
        if others.is_some() { format!("{out} & Record<string, any>") } else { out }
    }
}

/// Whether an address is one of a route, whatever its names are.
fn is_at(path: &str, route: &str) -> bool {
    let (mut a, mut b) = (path.split('/'), route.split('/'));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(part), Some(name)) if part == name || name.starts_with('{') => {}
            _ => return false,
        }
    }
}

/// Holds an answer to what the document says of its address, where it is one of the interface.
pub fn hold(method: &str, path: &str, reply: &Reply) {
    static DOCUMENT: LazyLock<(Value, Schemas)> = LazyLock::new(|| {
        let document = server::protocol::openapi();
        let schemas = Schemas::of(&document);
        (document, schemas)
    });
    let (document, schemas) = &*DOCUMENT;
    let path = path.split('?').next().unwrap();
    let mut routes = document["paths"].as_object().unwrap().iter();
    let Some((_, operations)) = routes.find(|(route, _)| is_at(path, route)) else { return };
    let responses = &operations[method.to_lowercase()]["responses"];
    let schema = &responses[reply.status.to_string()]["content"]["application/json"]["schema"];
    if reply.header("content-encoding").is_some() || schema.is_null() {
        return;
    }
    assert_eq!(reply.header("content-type"), Some("application/json"), "{method} {path}");
    let wrong = schemas.wrong(schema, &reply.json());
    assert_eq!(wrong, None, "{method} {path} answers {}", reply.text());
}

/// The name of a schema in the client: what is shown is called by what it shows.
fn short(name: &str) -> &str {
    match name {
        "OptionEntry" => "Option",
        _ => name.strip_suffix("Shown").or_else(|| name.strip_suffix("Sent")).unwrap_or(name),
    }
}

fn about(schema: &Value, indent: &str) -> String {
    let about = schema["description"].as_str().map(|text| text.replace('\n', " "));
    about.map_or_else(String::new, |text| format!("{indent}/** {text} */\n"))
}

fn is_of_kind(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no kind of JSON"),
    }
}

#[test]
fn what_a_schema_does_not_say_is_found() {
    let named = serde_json::json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] });
    let all = Schemas([(String::from("Named"), named)].into_iter().collect());
    let list =
        serde_json::json!({ "type": "array", "items": { "$ref": "#/components/schemas/Named" } });
    let wrong = |value: Value| all.wrong(&list, &value);
    assert_eq!(wrong(serde_json::json!([{ "n": 1 }])), None);
    assert_eq!(wrong(serde_json::json!([{}])).as_deref(), Some("0/n is missing"));
    assert_eq!(
        wrong(serde_json::json!([{ "n": "1" }])).as_deref(),
        Some("0/n/\"1\" is not [String(\"integer\")]")
    );
    assert_eq!(wrong(serde_json::json!([{ "n": 1, "m": 2 }])).as_deref(), Some("0/m is not known"));
}
