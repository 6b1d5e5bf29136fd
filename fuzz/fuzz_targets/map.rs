//! Any text is a map or a list of problems.
#![no_main]

use board::{Map, Source};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(problems) = Map::load(&Source::new("map.toml", text)) {
        assert!(!problems.is_empty());
    }
});
