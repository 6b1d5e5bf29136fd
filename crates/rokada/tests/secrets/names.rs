//! No text that can be downloaded from a running game names a counter that was never shown to the viewer.
//!
//! What was shown openly before, in combat or in a box beside the map, may stand in the log for ever. It is told apart by
//! the views themselves: a counter counts as shown from the first line after which the viewer's own view names it.

use crate::house::{Folder, Guest, House, NO_LIMIT};
use crate::library::ShelfLibrary;
use crate::worlds::{named, viewer_name};
use crate::{Effort, hidden_ways, name_of, pick};
use engine::shown::{Shared, UnitShown};
use engine::{DiceSource, Header, Session, Viewer};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use shelf::{Opened, Shelf};
use std::collections::BTreeSet;
use std::sync::Arc;

#[test]
fn no_running_game_names_a_counter_that_was_never_shown() {
    let folder = Folder::new();
    let library = Arc::new(ShelfLibrary::new(Shelf::builtin()));
    let house = House::open_library(&folder, NO_LIMIT, library);
    let effort = Effort::asked();
    let mut hidden = 0;
    for (i, opened) in hidden_ways().iter().enumerate() {
        for game in 0..effort.games {
            let seed = 1000 * i as u64 + game;
            let viewer = Viewer::RUNNING[(seed % 3) as usize];
            let played = Played::of(opened, viewer, effort.before, seed);
            let secret = played.never_shown();
            hidden += secret.len();
            let text = played.downloads(&mut house.guest());
            for word in &secret {
                let at = find_word(&text, word);
                let around = at.map(|at| around(&text, at));
                assert_eq!(around, None, "{}: {viewer:?} reads \"{word}\"", name_of(opened));
            }
            println!("{}: none of {} hidden words", name_of(opened), secret.len());
        }
    }
    assert!(hidden > 500, "only {hidden} names and ids were hidden at all");
}

/// A random game, with what one viewer was shown of it.
struct Played {
    session: Session,
    viewer: Viewer,
    shown: BTreeSet<String>,
}

impl Played {
    fn of(opened: &Opened, viewer: Viewer, most: u32, seed: u64) -> Played {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let header = Header { dice: DiceSource::Seed(seed), ..opened.header.clone() };
        let session = Session::begin(header, None, &*opened.start);
        let shown = named(session.table(), viewer);
        let mut played = Played { session, viewer, shown };
        for _ in 0..most {
            let session = &mut played.session;
            let Some(side) = session.decider() else { break };
            let choice = pick(session.table(), 6, &mut rng);
            session.choose(side, session.seq(), choice).unwrap();
            played.shown.extend(named(session.table(), viewer));
        }
        played
    }

    /// The ids and names of counters on the map that the viewer was never shown. Names that a counter shown to him, or
    /// its formation, has too are none.
    fn never_shown(&self) -> BTreeSet<String> {
        if self.session.decider().is_none() {
            return BTreeSet::new(); // it is over and lies open
        }
        let all = self.session.table().shown(Viewer::Referee);
        let is_shown = |id: &str| self.shown.contains(id);
        let of = |u: &'_ Shared<UnitShown>| [Some(u.name.clone()), u.formation.clone()];
        let known: BTreeSet<String> =
            all.all_units().filter(|u| is_shown(&u.unit)).flat_map(of).flatten().collect();
        let hidden = all.units.iter().filter(|u| !is_shown(&u.unit));
        let words = hidden.flat_map(|u| [u.unit.as_str(), u.name.as_str()]);
        words.filter(|w| w.len() > 4 && !known.contains(*w)).map(String::from).collect()
    }

    /// Everything that the viewer can download.
    fn downloads(&self, guest: &mut Guest) -> String {
        let mut journal = self.session.journal().clone();
        journal.header.dice = DiceSource::Recorded;
        let made = guest.post_text("/api/import", &journal.write()).expect(200).json();
        let id = made["table"].as_str().unwrap();
        let name = viewer_name(self.session.table(), self.viewer);
        let last = self.session.seq();
        let mut paths =
            ["", "/journal", "/log", "/history", "/faces.svg"].map(String::from).to_vec();
        paths.extend([0, last / 3, last / 2, last].map(|line| format!("/replay/{line}")));
        let overlays = self.session.table().shown(self.viewer).overlays;
        paths.extend(overlays.iter().map(|o| format!("/overlay/{o}")));
        let ask = |path: String| {
            let reply = guest.get(&format!("/api/tables/{id}{path}?as={name}")).expect(200);
            format!("{path}\n{}\n", reply.text())
        };
        paths.into_iter().map(ask).collect()
    }
}

/// Where a word stands in a text by itself, not as a part of a longer one.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
    let mut places = text.match_indices(word).map(|(at, _)| at);
    places.find(|&at| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        // "6 INF" is not named where "6 INF (airborne)" is.
        !is_part(before.chars().next_back())
            && !is_part(after.chars().next())
            && !after.starts_with(" (")
    })
}

fn around(text: &str, at: usize) -> String {
    let part = &text.as_bytes()[at.saturating_sub(200)..text.len().min(at + 100)];
    String::from_utf8_lossy(part).into_owned()
}
