//! Whatever is read as a journal can be written and read again.
#![no_main]

use engine::Journal;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok((journal, _)) = Journal::parse(text) {
        let (again, damage) = Journal::parse(&journal.write()).expect("what was written is read");
        assert_eq!(damage, None);
        assert_eq!(again, journal);
    }
});
