//! Every data file of the games, and every example of the book, obeys the schema that editors are
//! given.
#![allow(clippy::unwrap_used)]

use board::{Map, Source};
use serde_json::{Map as Object, Value};
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A schema as it stands beside the book.
fn schema(name: &str) -> Value {
    let path = root().join(format!("docs/schemas/{name}.json"));
    serde_json::from_str(&read_to_string(path).unwrap()).unwrap()
}

/// A file as JSON.
fn parsed(text: &str) -> Value {
    toml::from_str(text).unwrap()
}

/// What of a value a schema does not allow, with its place; only the words that our schemas use.
struct Check<'a> {
    definitions: &'a Value,
    found: Vec<String>,
}

impl<'a> Check<'a> {
    fn of(schema: &'a Value, value: &Value) -> Vec<String> {
        let mut check = Check { definitions: &schema["definitions"], found: Vec::new() };
        check.value("", schema.as_object().unwrap(), value);
        check.found
    }

    fn value(&mut self, place: &str, schema: &Object<String, Value>, value: &Value) {
        for (word, wanted) in schema {
            let number = || wanted.as_f64().unwrap();
            let holds = match word.as_str() {
                "$schema" | "title" | "description" | "default" | "format" | "definitions" => true,
                "$ref" => {
                    let name = wanted.as_str().unwrap().strip_prefix("#/definitions/").unwrap();
                    self.value(place, self.definitions[name].as_object().unwrap(), value);
                    true
                }
                "type" => is_of(wanted, value),
                "const" => value == wanted,
                "enum" => wanted.as_array().unwrap().contains(value),
                "minimum" => value.as_f64().is_none_or(|n| n >= number()),
                "maximum" => value.as_f64().is_none_or(|n| n <= number()),
                "multipleOf" => value.as_f64().is_none_or(|n| (n / number()).fract() == 0.0),
                "minItems" => value.as_array().is_none_or(|a| a.len() as f64 >= number()),
                "maxItems" => value.as_array().is_none_or(|a| a.len() as f64 <= number()),
                "required" => self.required(place, wanted, value),
                "properties" | "additionalProperties" => true,
                "items" => self.items(place, wanted, value),
                "allOf" => {
                    for schema in wanted.as_array().unwrap() {
                        self.value(place, schema.as_object().unwrap(), value);
                    }
                    true
                }
                "anyOf" => self.fitting(wanted, value) > 0,
                "oneOf" => self.fitting(wanted, value) == 1,
                other => {
                    panic!("{place}: the schema says \"{other}\", which the test does not know")
                }
            };
            if !holds {
                self.found.push(format!("{place}: {value} against {word} {wanted}"));
            }
        }
        self.properties(place, schema, value);
    }

    fn required(&mut self, place: &str, wanted: &Value, value: &Value) -> bool {
        let Some(object) = value.as_object() else { return true };
        let names = wanted.as_array().unwrap().iter().map(|n| n.as_str().unwrap());
        let missing: Vec<&str> = names.filter(|n| !object.contains_key(*n)).collect();
        if !missing.is_empty() {
            self.found.push(format!("{place}: lacks {missing:?}"));
        }
        true
    }

    fn properties(&mut self, place: &str, schema: &Object<String, Value>, value: &Value) {
        let Some(object) = value.as_object() else { return };
        for (name, inner) in object {
            let place = format!("{place}/{name}");
            let known = schema.get("properties").and_then(|p| p.get(name));
            match known.or(schema.get("additionalProperties")) {
                None | Some(Value::Bool(true)) => {}
                Some(Value::Object(schema)) => self.value(&place, schema, inner),
                Some(_) => self.found.push(format!("{place}: no such key")),
            }
        }
    }

    fn items(&mut self, place: &str, wanted: &Value, value: &Value) -> bool {
        for (i, inner) in value.as_array().into_iter().flatten().enumerate() {
            let schema = if wanted.is_array() { &wanted[i] } else { wanted };
            // Beyond a list of schemas nothing is said; `maxItems` ends it.
            if let Some(schema) = schema.as_object() {
                self.value(&format!("{place}/{i}"), schema, inner);
            }
        }
        true
    }

    /// How many of several schemas the value obeys.
    fn fitting(&self, schemas: &Value, value: &Value) -> usize {
        let fits = |schema: &&Value| {
            let mut check = Check { definitions: self.definitions, found: Vec::new() };
            check.value("", schema.as_object().unwrap(), value);
            check.found.is_empty()
        };
        schemas.as_array().unwrap().iter().filter(fits).count()
    }
}

fn is_of(wanted: &Value, value: &Value) -> bool {
    if let Some(several) = wanted.as_array() {
        return several.iter().any(|one| is_of(one, value));
    }
    match wanted.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("the test does not know the type \"{other}\""),
    }
}

/// The TOML files directly in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut all: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    all.retain(|p| p.extension().is_some_and(|e| e == "toml"));
    all.sort();
    all
}

/// The schema of a file of a game.
fn schema_for(folder: &str, stem: &str, system: &str) -> String {
    match (folder, stem) {
        ("cases", _) => String::from("case"),
        ("scenarios", _) => format!("{system}/scenario"),
        (_, "counters" | "tables") => format!("{system}/{stem}"),
        _ => stem.to_string(),
    }
}

#[test]
fn every_file_of_every_game_obeys_its_schema() {
    let shelf = shelf::Shelf::builtin();
    let (mut checked, mut wrong) = (0, Vec::new());
    for game in shelf.ids() {
        let system = shelf.info(game).unwrap().system;
        for part in ["", "cases", "scenarios", "atlas"] {
            for file in files(&root().join("games").join(game).join(part)) {
                let stem = file.file_stem().unwrap().to_str().unwrap();
                let schema = schema(&schema_for(part, stem, &system));
                let found = Check::of(&schema, &parsed(&read_to_string(&file).unwrap()));
                wrong.extend(found.into_iter().map(|f| format!("{}: {f}", file.display())));
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "only {checked} files were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_schema_finds_what_an_author_mistypes() {
    let case = schema("case");
    let whole = "[[case]]\nname = \"n\"\nrules = []\nexpect = []\n";
    assert_eq!(Check::of(&case, &parsed(whole)), Vec::<String>::new());
    let mistyped = Check::of(&case, &parsed(&whole.replace("expect", "expects")));
    assert_eq!(mistyped, ["/case/0/expects: no such key"]);
    let lacking = Check::of(&case, &parsed(&whole.replace("rules = []\n", "")));
    assert_eq!(lacking, ["/case/0: lacks [\"rules\"]"]);
    let game = schema("game");
    let text = read_to_string(root().join("games/last-stand/game.toml")).unwrap();
    let wrong = Check::of(&game, &parsed(&text.replace("complexity = ", "complexity = -")));
    assert!(wrong[0].starts_with("/complexity: -"), "{wrong:?}");
}

/// The TOML blocks of a page that begin with a comment which says of which file they are.
fn examples(page: &str) -> Vec<(String, String)> {
    let text = read_to_string(root().join("docs/src/formats").join(page)).unwrap();
    let blocks = text.split("```toml\n").skip(1).map(|b| b.split("\n```").next().unwrap());
    let named = |block: &str| {
        let path = block.lines().next()?.strip_prefix("#:schema ")?;
        let (_, name) = path.strip_suffix(".json")?.split_once("docs/schemas/")?;
        Some((name.to_string(), block.to_string()))
    };
    blocks.filter_map(named).collect()
}

#[test]
fn the_examples_of_the_book_obey_the_schemas() {
    for page in ["map.md", "recipe.md", "case.md", "game.md", "briefings.md"] {
        let examples = examples(page);
        assert!(!examples.is_empty(), "{page}: no example names a schema");
        for (name, text) in examples {
            assert_eq!(Check::of(&schema(&name), &parsed(&text)), Vec::<String>::new(), "{page}");
        }
    }
}

#[test]
fn what_the_book_takes_from_the_games_stands_there() {
    for page in ["counters.md", "tables.md", "scenario.md"] {
        let text = read_to_string(root().join("docs/src/formats").join(page)).unwrap();
        let blocks = text.split("```toml\n").skip(1).map(|b| b.split("\n```").next().unwrap());
        let mut seen = 0;
        for block in blocks {
            let (head, rest) = block.split_once('\n').unwrap();
            let file = head.strip_prefix("# from ").expect("a block says where it is from");
            let file = read_to_string(root().join(file)).unwrap();
            for part in rest.split("\n\n") {
                assert!(file.contains(part), "{page}: {head} does not say\n{part}");
            }
            seen += 1;
        }
        assert!(seen >= 3, "{page}: {seen} examples");
    }
}

#[test]
fn the_examples_of_maps_and_cases_load() {
    let (_, text) = examples("map.md").remove(0);
    Map::load(&Source::new("map.md", text)).unwrap();
    let (_, text) = examples("case.md").remove(0);
    let results = shelf::Shelf::builtin()
        .run_cases("battle-of-moscow", &[Source::new("case.md", text)])
        .unwrap();
    assert!(results.iter().all(|r| r.failure.is_none()), "{:?}", results[0].failure);
}
