//! The positions of every game are those of their journals, and Captain does in them what is asked of Captain.

use bots::{Positions, Setting, play_turn, tables_at};
use engine::Journal;
use shelf::Shelf;

/// With how many seeds each is played here; `rokada positions` plays ten.
const SEEDS: u64 = 2;
/// So much less often than of ten seeds may it be done with so few.
const LEEWAY: u64 = 3;

/// The positions of a game that were not done, in words, and how many there are.
fn failures(game: &str) -> (Vec<String>, usize) {
    let shelf = Shelf::builtin();
    let folder = shelf.folder(game).expect("a game");
    let (mut failed, mut n) = (Vec::new(), 0);
    for name in folder.list("positions").iter().filter(|name| name.ends_with(".toml")) {
        let source = folder.read(&format!("positions/{name}")).expect("a file");
        let positions = Positions::read(&source).expect("a file of positions");
        let text =
            folder.read(&format!("positions/{}", positions.journal)).expect("a journal").text;
        let (journal, damage) = Journal::parse(&text).expect("a journal");
        assert_eq!(damage.map(|d| d.to_string()), None, "{}", positions.journal);
        let opened = shelf.open_header(&journal.header).expect("the game of the journal");
        let (header, start, bots) = (opened.header, opened.start, opened.bots);
        let setting = Setting { header, start, bots, places: Vec::new() };
        let lines: Vec<u64> = positions.all.iter().map(|position| position.line).collect();
        let tables = tables_at(&setting, &journal, &lines).expect("the journal holds");
        n += positions.all.len();
        for (position, table) in positions.all.iter().zip(tables) {
            assert!((4..=10).contains(&position.of_ten), "{}", position.name);
            if position.level != mind::CAPTAIN {
                continue;
            }
            let done = (0..SEEDS).filter(|&seed| {
                let turn = play_turn(&setting, &*table, &position.level, seed).expect("a turn");
                position.expect.failures(&turn).is_empty()
            });
            if done.count() as u64 * 10 < (u64::from(position.of_ten) - LEEWAY) * SEEDS {
                failed.push(format!("{name}: {}", position.name));
            }
        }
    }
    (failed, n)
}

#[test]
fn captain_does_what_is_asked_of_it_in_positions_from_real_games() {
    for game in Shelf::builtin().ids() {
        let (failed, n) = failures(game);
        assert!(n >= 10, "{game} has {n} positions");
        assert!(failed.is_empty(), "{game}:\n{}", failed.join("\n"));
    }
}
