//! Seeded mutation of everything a stranger can hand us: journals, data files, choices. Nothing may panic, and
//! what is wrong must be said with its line. The long run is the same test with `ROKADA_FUZZ=1000000`.
#![allow(clippy::unwrap_used)]

use board::{Folder, Map, Problem, Source};
use engine::laws::Effort;
use engine::{Journal, Session, Table};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use shelf::Shelf;

fn rounds(default: u32) -> u32 {
    std::env::var("ROKADA_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// Changes a few bytes of a text: flips, cuts, doublings, digits.
fn mutate(rng: &mut ChaCha8Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=rng.next_u32() % 4 {
        if bytes.is_empty() {
            break;
        }
        let at = rng.next_u32() as usize % bytes.len();
        match rng.next_u32() % 6 {
            0 => bytes[at] ^= 1 << (rng.next_u32() % 7),
            1 => bytes.truncate(at),
            2 => bytes[at] = b"0123456789 \n/#=\"[]{}.-"[rng.next_u32() as usize % 22],
            3 => {
                bytes.remove(at);
            }
            4 => {
                let end = (at + 12).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => bytes.swap(at, 0),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn a_journal() -> (Shelf, shelf::Opened, String) {
    let shelf = Shelf::builtin();
    let opened = shelf.open("battle-of-moscow", "campaign", &Default::default()).unwrap();
    let effort = Effort { every: 100_000, ..Effort::default() };
    let played = opened.check_laws(11, effort).unwrap();
    (shelf, opened, played.journal.write())
}

#[test]
fn a_damaged_journal_is_read_up_to_the_damage() {
    let (_, _, text) = a_journal();
    let (whole, damage) = Journal::parse(&text).unwrap();
    assert_eq!(damage, None);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..rounds(3000) {
        let mutated = mutate(&mut rng, &text);
        let Ok((journal, damage)) = Journal::parse(&mutated) else { continue };
        let same = journal.lines.iter().zip(&whole.lines).take_while(|(a, b)| a == b).count();
        let first_change = mutated.lines().zip(text.lines()).position(|(a, b)| a != b);
        if let (Some(damage), Some(change)) = (damage, first_change) {
            assert!(damage.line > change, "damage at {damage}, but line {} changed", change + 1);
            let kept_at_least =
                change.saturating_sub(text.lines().position(str::is_empty).unwrap() + 1);
            assert!(same >= kept_at_least, "{same} lines kept of {kept_at_least} undamaged ones");
        }
    }
}

#[test]
fn a_journal_cut_anywhere_keeps_all_whole_lines() {
    let (_, _, text) = a_journal();
    let header = text.find("\n\n").unwrap() + 2;
    let step = (text.len() / rounds(400) as usize).max(1);
    for cut in (header..text.len()).step_by(step) {
        let Some(part) = text.get(..cut) else { continue };
        let (journal, _) = Journal::parse(part).unwrap();
        let whole = part[header..].matches('\n').count();
        assert_eq!(journal.lines.len(), whole, "cut after {cut} bytes");
    }
}

#[test]
fn a_changed_line_is_found_by_replay() {
    let (_, opened, text) = a_journal();
    let (journal, _) = Journal::parse(&text).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..5 {
        let mut changed = journal.clone();
        let at = 1 + rng.next_u32() as usize % 60;
        changed.lines[at].hash ^= 1;
        let (session, verification) = Session::replay(&changed, None, &*opened.start);
        let (line, why) = verification.broken.unwrap();
        assert_eq!(line as usize, at, "{why}");
        assert_eq!(session.seq() as usize, at - 1, "everything before the damage is kept");
    }
}

/// The data of a game with one file changed.
struct Changed<'a> {
    whole: &'a dyn Folder,
    name: &'static str,
    text: String,
}

impl Folder for Changed<'_> {
    fn read(&self, name: &str) -> Result<Source, Problem> {
        match name == self.name {
            true => Ok(Source::new(name, self.text.as_str())),
            false => self.whole.read(name),
        }
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.whole.list(folder)
    }
}

/// Loads a game with one of its files damaged in many ways; a refusal says why.
fn damage_data(
    game: &str,
    scenario: &'static str,
    load: impl Fn(&dyn Folder) -> Result<(), board::Problems>,
) {
    let shelf = Shelf::builtin();
    let folder = shelf.folder(game).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for name in ["map.toml", "counters.toml", "tables.toml", "game.toml", scenario] {
        let text = folder.read(name).unwrap().text;
        for _ in 0..rounds(60) {
            let text = mutate(&mut rng, &text);
            if let Err(problems) = load(&Changed { whole: &**folder, name, text }) {
                assert!(!problems.is_empty(), "{name} was refused without a reason");
            }
        }
    }
}

#[test]
fn damaged_data_gets_a_diagnostic_and_never_a_panic() {
    let options = Default::default();
    damage_data("battle-of-moscow", "scenarios/campaign.toml", |folder| {
        battle_of_moscow::BattleOfMoscow::load(folder, "campaign", &options).map(|_| ())
    });
    damage_data("last-stand", "scenarios/winter.toml", |folder| {
        last_stand::LastStand::load(folder, "winter", &options).map(|_| ())
    });
}

#[test]
fn damaged_maps_are_reported_with_the_file_and_the_line() {
    let shelf = Shelf::builtin();
    let text = shelf.folder("battle-of-moscow").unwrap().read("map.toml").unwrap().text;
    let text = text.replacen("= \"forest\"", "= \"forrest\"", 1);
    let line = text.lines().position(|l| l.contains("forrest")).unwrap() + 1;
    let problems = Map::load(&Source::new("map.toml", text)).unwrap_err();
    let first = problems.iter().next().unwrap().to_string();
    let wanted = format!(
        "map.toml:{line}: unknown terrain or feature \"forrest\"; did you mean \"forest\"?"
    );
    assert_eq!(first, wanted);
}

#[test]
fn any_text_that_is_no_choice_is_refused_in_words() {
    let (_, opened, _) = a_journal();
    let mut log = engine::Log::silent();
    let table: Box<dyn Table> = (opened.start)(&mut engine::FixedDice::default(), &mut log);
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let seeds = ["unit rus-inf-54", "hex 0931", "verb done", "amount 3", "side 0931/0930", "", " "];
    for round in 0..rounds(4000) {
        let text = mutate(&mut rng, seeds[round as usize % seeds.len()]);
        match table.read_choice(&text) {
            Ok(choice) => {
                let _ = table.why_not(choice);
            }
            Err(sentence) => assert!(!sentence.is_empty()),
        }
    }
}
