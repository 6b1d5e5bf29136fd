//! Simulations of The Ford: the same with any number of threads, stopped and gone on with, reported.

use board::Side;
use bots::{About, Finished, Folder, Manner, Plan, Players, Setting, Tally, Wants, play, run};
use engine::{DiceSource, Digest, Game, Header, Seated, Session, What};
use ford::Ford;
use mind::Bots;
use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The Ford with fog: it hides strengths, so that bots must imagine them.
fn setting() -> Setting {
    let game = Arc::new(Ford::new());
    let header = Header {
        game: String::from("ford"),
        scenario: String::from("dawn"),
        options: vec![(String::from("fog"), String::from("on"))],
        edition: game.edition(),
        data: String::from("toy"),
        dice: DiceSource::Recorded,
        position: None,
    };
    let places = vec![(String::from("0403"), String::from("The <Ford>"))];
    Setting {
        header,
        start: Arc::new(move |dice, log| Box::new(Seated::new(Arc::clone(&game), dice, log))),
        bots: Bots::lots(),
        places,
    }
}

fn recruits(seed: u64) -> Plan {
    Plan { seed, players: Players::Sides([mind::RECRUIT; 2].map(String::from)) }
}

fn sides() -> [String; 2] {
    ["west", "east"].map(String::from)
}

/// The journal of a game is wanted.
const JOURNAL: Wants = Wants { journal: true, moments: false };

fn played(threads: usize, games: u64, wants_journals: bool) -> Vec<Finished> {
    let mut all = Vec::new();
    let wants = if wants_journals { JOURNAL } else { Wants::default() };
    let manner = Manner { threads, wants };
    let stop = AtomicBool::new(false);
    let done = run(&setting(), &recruits(7), 0..games, manner, &stop, |finished| {
        all.push(finished);
        Ok::<(), Infallible>(())
    });
    done.unwrap();
    all
}

/// A folder of its own that goes when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("rokada-sim-{}-{n}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn any_number_of_threads_plays_the_same_games_in_the_same_order() {
    let one = played(1, 60, true);
    assert_eq!(one.len(), 60);
    assert!(one.iter().all(|f| f.record.failure.is_none()), "every game comes to its end");
    assert!(one.windows(2).all(|w| w[0].record.n + 1 == w[1].record.n));
    for threads in [2, 5] {
        assert_eq!(played(threads, 60, true), one, "{threads} threads");
    }
}

#[test]
fn games_of_one_simulation_differ() {
    let journals = played(2, 20, true).into_iter().map(|f| f.journal.unwrap().lines);
    let mut different: Vec<_> = journals.collect();
    different.dedup();
    assert_eq!(different.len(), 20);
}

#[test]
fn a_journal_of_a_simulation_replays_with_every_hash() {
    let setting = setting();
    for n in 0..20 {
        let finished = play(&setting, &recruits(3).order(n), JOURNAL);
        let text = finished.journal.unwrap().write();
        let (session, verification, damage) = Session::read(&text, None, &*setting.start).unwrap();
        assert_eq!((verification.broken, damage), (None, None), "game {n}");
        let outcome = session.outcome().unwrap();
        assert_eq!(
            (outcome.class, outcome.winner),
            (finished.record.outcome, finished.record.winner)
        );
        assert_eq!(session.seq(), finished.record.choices);
    }
}

#[test]
fn what_a_record_counts_is_what_the_story_of_the_game_tells() {
    let setting = setting();
    for n in 0..20 {
        let finished = play(&setting, &recruits(4).order(n), JOURNAL);
        let journal = finished.journal.unwrap();
        let (session, _) = Session::replay(&journal, None, &*setting.start);
        let events = session.events(None, engine::Viewer::Referee);
        let fallen = events.iter().filter(|(_, e)| e["kind"] == "eliminated").count();
        let lost = Side::BOTH.map(|side| finished.record.lost(side));
        assert_eq!(lost.iter().sum::<u32>() as usize, fallen, "game {n}");
        let cited = events.iter().flat_map(|(_, e)| e["rules"].as_array().unwrap()).count();
        assert_eq!(finished.record.rules.values().sum::<u32>() as usize, cited, "game {n}");
    }
}

/// Each line of a sum of the toy cites 3.1.
#[test]
fn the_rules_of_every_sum_that_is_rolled_are_counted() {
    let mut rolled = 0;
    for n in 0..20 {
        let finished = play(&setting(), &recruits(5).order(n), JOURNAL);
        let lines = finished.journal.unwrap().lines;
        let is_roll = |line: &&engine::Line| line.what == What::Choice(String::from("verb roll"));
        let rolls = lines.iter().filter(is_roll).count() as u32;
        let counted = finished.record.at_work.get("3.1").copied().unwrap_or_default();
        assert_eq!(counted, rolls, "game {n}");
        rolled += rolls;
    }
    assert!(rolled > 0, "nothing was rolled");
}

#[test]
fn a_stopped_simulation_loses_no_finished_game_and_goes_on_to_the_same_end() {
    let (whole, scratch) = (Scratch::new(), Scratch::new());
    let (setting, plan) = (setting(), recruits(7));
    let manner = Manner { threads: 3, wants: Wants::default() };
    let go_on = |scratch: &Scratch, to: u64, stop_after: u64| {
        let mut tally = Tally::new(&plan.players);
        let mut folder =
            Folder::open(&scratch.0, &setting, &plan, sides(), |r| tally.add(r)).unwrap();
        let (found, stop) = (tally.games, AtomicBool::new(false));
        let done = run(&setting, &plan, found..to, manner, &stop, |finished| {
            folder.add(&finished)?;
            tally.add(&finished.record);
            stop.store(tally.games >= stop_after, Ordering::Release);
            Ok::<(), bots::FolderError>(())
        });
        done.unwrap();
        (found, tally)
    };
    let (_, expected) = go_on(&whole, 400, u64::MAX);
    let (found, first) = go_on(&scratch, 400, 10);
    assert_eq!(found, 0);
    assert!((10..400).contains(&first.games), "{} games when stopped", first.games);
    let (found, second) = go_on(&scratch, 400, u64::MAX);
    assert_eq!(found, first.games, "what was finished is still there");
    assert_eq!(second, expected);
    let csv = |scratch: &Scratch| std::fs::read_to_string(scratch.0.join("games.csv")).unwrap();
    assert_eq!(csv(&scratch), csv(&whole));
    assert_eq!(csv(&whole).lines().count(), 401, "a head and a line a game");
}

#[test]
fn a_folder_of_another_simulation_is_refused_and_left_alone() {
    let scratch = Scratch::new();
    let setting = setting();
    let mut folder = Folder::open(&scratch.0, &setting, &recruits(1), sides(), |_| {}).unwrap();
    folder.add(&play(&setting, &recruits(1).order(0), Wants::default())).unwrap();
    drop(folder);
    let before = std::fs::read(scratch.0.join("games.csv")).unwrap();
    let Err(error) = Folder::open(&scratch.0, &setting, &recruits(2), sides(), |_| {}) else {
        panic!("seed 2 goes on where seed 1 stopped");
    };
    assert!(error.to_string().contains("holds another simulation"), "{error}");
    assert_eq!(std::fs::read(scratch.0.join("games.csv")).unwrap(), before);
}

#[test]
fn compared_bots_play_every_seed_on_both_sides() {
    let plan = Plan { seed: 5, players: Players::Compared(["a", "b"].map(String::from)) };
    for pair in 0..10 {
        let (first, second) = (plan.order(2 * pair), plan.order(2 * pair + 1));
        assert_eq!(first.seed, second.seed);
        assert_eq!(first.bots, ["a", "b"]);
        assert_eq!(second.bots, ["b", "a"]);
    }
    assert_ne!(plan.order(0).seed, plan.order(2).seed);
}

#[test]
fn an_unknown_bot_is_a_failed_game_and_not_the_end() {
    let players = Players::Sides(["recruit", "marshal"].map(String::from));
    let finished = play(&setting(), &Plan { seed: 1, players }.order(0), Wants::default());
    let why = finished.record.failure.unwrap();
    assert!(why.contains("marshal"), "{why}");
}

#[test]
fn the_report_is_one_well_formed_page_that_needs_nothing_else() {
    let setting = setting();
    let plan = Plan { seed: 7, players: Players::Compared([mind::RECRUIT; 2].map(String::from)) };
    let mut tally = Tally::new(&plan.players);
    (0..40).for_each(|n| tally.add(&play(&setting, &plan.order(n), Wants::default()).record));
    let digest = Digest::read("- [3.1] Combat <fights>.\n- [9.9] Nobody ever does this & that.\n");
    let about = About { setting: &setting, plan: &plan, sides: sides(), digest: &digest };
    let html = bots::report_html(&about, &tally);
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let page = roxmltree::Document::parse_with_options(&html, options).unwrap();
    for node in page.descendants() {
        assert!(!["script", "link", "img", "iframe"].contains(&node.tag_name().name()));
        assert!(node.attribute("href").is_none() && node.attribute("src").is_none());
    }
    let headings: Vec<&str> =
        page.descendants().filter(|n| n.has_tag_name("h2")).filter_map(|n| n.text()).collect();
    assert_eq!(
        headings,
        [
            "Outcomes",
            "Winners",
            "Comparison",
            "Length",
            "Losses over time",
            "Control of objectives over time",
            "Where the dice mattered",
            "How often each rule fired",
            "Rules that did not show"
        ]
    );
    let never = html.split("Rules that did not show").nth(1).unwrap();
    assert!(never.contains("9.9") && !never.contains("3.1"), "{never}");
    let json = bots::summary_json(&about, &tally);
    assert_eq!(json["games"], 40);
    assert_eq!(json["never"], serde_json::json!(["9.9"]));
}
