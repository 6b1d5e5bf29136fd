//! The schemas beside the book, and the pages of keys made from them, are those of the types that
//! files are read into.
//! `ROKADA_BLESS=1` writes them anew.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

fn printed(words: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_rokada")).arg("schema").args(words).output();
    let done = done.unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// Compares a file of the book with what it must be, or writes it.
fn hold(path: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(path);
    if std::env::var_os("ROKADA_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, wanted).unwrap();
        return;
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == wanted, "{} is not what the types say: bless it", path.display());
}

#[test]
fn the_schemas_and_the_pages_of_keys_are_up_to_date() {
    for name in printed(&[]).lines() {
        let schema = printed(&[name]);
        hold(&format!("schemas/{name}.json"), &schema);
        let page = page(name, &serde_json::from_str(&schema).unwrap());
        hold(&format!("src/formats/keys/{}.md", name.replace('/', "-")), &page);
    }
}

/// The keys of a file as a page of the book.
fn page(name: &str, schema: &Value) -> String {
    let mut page = format!("# Keys: {name}\n\nMade from the types that the file is read into.\n\n");
    keys(&mut page, schema);
    for (name, definition) in schema["definitions"].as_object().into_iter().flatten() {
        let about = definition["description"].as_str().unwrap_or_default();
        write!(page, "## {name}\n\n{about}\n\n").unwrap();
        keys(&mut page, definition);
        words(&mut page, definition);
    }
    page.trim_end().to_string() + "\n"
}

/// A table of the keys of a table.
fn keys(page: &mut String, schema: &Value) {
    if let Some(inner) = schema["additionalProperties"].as_object() {
        let value = kind(&Value::Object(inner.clone()));
        write!(page, "A table with a key of your own for each {value}.\n\n").unwrap();
    }
    let Some(properties) = schema["properties"].as_object() else { return };
    page.push_str("| key | value | meaning |\n|---|---|---|\n");
    let required = schema["required"].as_array();
    for (key, property) in properties {
        let is_required = required.is_some_and(|r| r.iter().any(|k| k == key));
        let optional = if is_required { "" } else { "optional: " };
        let about = property["description"].as_str().unwrap_or_default().replace('\n', " ");
        let value = kind(property);
        writeln!(page, "| `{key}` | {optional}{value} | {} |", about.replace('|', "\\|")).unwrap();
    }
    page.push('\n');
}

/// The words of an enumeration.
fn words(page: &mut String, schema: &Value) {
    let Some(words) = schema["oneOf"].as_array() else { return };
    page.push_str("| word | meaning |\n|---|---|\n");
    for word in words {
        let about = word["description"].as_str().unwrap_or_default();
        let names = word["enum"].as_array().cloned().unwrap_or_else(|| vec![word["const"].clone()]);
        for name in names {
            writeln!(page, "| `{name}` | {about} |").unwrap();
        }
    }
    page.push('\n');
}

/// What kind of value a schema allows, in a few words.
fn kind(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.trim_start_matches("#/definitions/");
        return format!("[{name}](#{})", name.to_lowercase());
    }
    for several in ["anyOf", "allOf", "oneOf"] {
        if let Some(all) = schema[several].as_array() {
            let kinds: Vec<String> = all.iter().filter(|s| s["type"] != "null").map(kind).collect();
            return kinds.join(" or ");
        }
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
        return words.join(", ");
    }
    let named = match &schema["type"] {
        Value::Array(types) => types[0].clone(),
        other => other.clone(),
    };
    match (named.as_str().unwrap_or("any value"), &schema["items"]) {
        ("array", Value::Array(items)) => {
            let items: Vec<String> = items.iter().map(kind).collect();
            format!("list of {}", items.join(", "))
        }
        ("array", item) => match schema["maxItems"].as_u64() {
            Some(n) => format!("list of {n} × {}", kind(item)),
            None => format!("list of {}", kind(item)),
        },
        ("object", _) if schema["additionalProperties"].is_object() => {
            format!("table of {}", kind(&schema["additionalProperties"]))
        }
        ("object", _) => String::from("table"),
        ("boolean", _) => String::from("`true` or `false`"),
        ("integer" | "number", _) => String::from("number"),
        ("string", _) => String::from("text"),
        (other, _) => other.to_string(),
    }
}
