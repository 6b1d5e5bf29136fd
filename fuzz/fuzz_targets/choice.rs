//! Any text is a choice or a sentence, and any choice is legal or refused with a rule.
#![no_main]

use engine::{FixedDice, Log, Table};
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

static TABLE: OnceLock<Box<dyn Table>> = OnceLock::new();

fuzz_target!(|text: &str| {
    let table = TABLE.get_or_init(|| {
        let shelf = shelf::Shelf::builtin();
        let opened = shelf.open("battle-of-moscow", "campaign", &Default::default());
        let opened = opened.expect("the game inside the program opens");
        (opened.start)(&mut FixedDice::default(), &mut Log::silent())
    });
    if let Ok(choice) = table.read_choice(text) {
        if let Some(refusal) = table.why_not(choice) {
            assert!(refusal["rules"].as_array().is_some_and(|r| !r.is_empty()));
        }
    }
});
