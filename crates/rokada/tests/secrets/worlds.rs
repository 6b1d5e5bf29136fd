//! Two worlds that one viewer cannot tell apart, with a history in common.

use crate::library::ShelfLibrary;
use crate::pick;
use board::{Face, Side};
use engine::shown::OverlayShown;
use engine::shown::UnitShown;
use engine::{Choice, Header, Journal, Session, Table, Viewer};
use rand::rngs::ChaCha8Rng;
use shelf::Shelf;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use table::{Begin, Library, Next, Opened};

/// The program's library, in which journals may also begin from states of random play: the `position` in the head of
/// such a journal is the number of its state.
pub struct Worlds {
    library: ShelfLibrary,
    states: Mutex<Vec<Box<dyn Table>>>,
}

impl Worlds {
    pub fn new() -> Worlds {
        Worlds { library: ShelfLibrary::new(Shelf::builtin()), states: Mutex::default() }
    }

    /// Keeps a state; the answer is what the head of a journal calls it.
    pub fn keep(&self, table: &dyn Table) -> String {
        let mut states = self.states.lock().unwrap();
        states.push(table.boxed());
        (states.len() - 1).to_string()
    }
}

impl Library for Worlds {
    fn shelf(&self) -> table::Shelf {
        self.library.shelf()
    }

    fn open(
        &self,
        game: &str,
        scenario: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<Opened, String> {
        self.library.open(game, scenario, options)
    }

    fn open_header(&self, header: &Header) -> Result<Opened, engine::NotCarried> {
        let number = header.position.as_ref().and_then(|p| p.parse::<usize>().ok());
        let Some(number) = number else { return self.library.open_header(header) };
        let fresh = self.library.open_header(&Header { position: None, ..header.clone() })?;
        let state = self.states.lock().unwrap()[number].boxed();
        let start: Begin = Arc::new(move |_, _| state.boxed());
        Ok(Opened { header: header.clone(), start, ..fresh })
    }

    fn next(&self, header: &Header) -> Option<Next> {
        self.library.next(header)
    }

    fn map_svg(&self, game: &str, of: Option<&str>, theme: &str, layer: &str) -> Option<Arc<str>> {
        self.library.map_svg(game, of, theme, layer)
    }

    fn grid(&self, game: &str, scenario: Option<&str>) -> Option<table::Grid> {
        self.library.grid(game, scenario)
    }

    fn rules(&self, game: &str) -> Option<table::Digest> {
        self.library.rules(game)
    }

    fn counter_svg(&self, face: &Face, is_small: bool) -> String {
        self.library.counter_svg(face, is_small)
    }
}

/// Two sessions whose beginnings differ only in what `viewer` cannot know, and the journals so far.
pub struct Pair {
    viewer: Viewer,
    sessions: [Session; 2],
    pub journals: [Journal; 2],
}

/// Why two worlds were not played on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Parted {
    /// The viewer could tell them apart, and should not.
    Told(String),
    /// Something hidden was shown.
    Shown,
    /// Counters that look alike have come to where their ZOCs differ; these are no secret.
    Announced,
    /// His special forces looked for a headquarters, and his dice tell whether one is there (R78 of WW3).
    Hunted,
    /// What looks the same cannot be done in both.
    Illegal,
    /// It took more choices in one of them; the number of lines is no secret.
    Lines,
    /// The game is over.
    Over,
}

impl Pair {
    /// Both worlds at their beginning.
    pub fn begin(
        worlds: &Worlds,
        header: &Header,
        states: [&dyn Table; 2],
        viewer: Viewer,
    ) -> Pair {
        let sessions = states.map(|state| {
            let header = Header { position: Some(worlds.keep(state)), ..header.clone() };
            Session::begin(header, None, &|_, _| state.boxed())
        });
        let journals = [0, 1].map(|i| sessions[i].journal().clone());
        Pair { viewer, sessions, journals }
    }

    /// The last line that both have in common.
    pub fn seq(&self) -> u64 {
        self.journals[0].lines.len() as u64 - 1
    }

    pub fn tables(&self) -> [&dyn Table; 2] {
        [self.sessions[0].table(), self.sessions[1].table()]
    }

    /// Makes a choice in both worlds that looks the same to the viewer. Where the worlds part, the journals end before it.
    pub fn step(&mut self, haste: u32, rng: &mut ChaCha8Rng) -> Result<(), Parted> {
        let [one, two] = &self.sessions;
        let side = one.decider().ok_or(Parted::Over)?;
        if two.decider() != Some(side) {
            return Err(Parted::Told(String::from("another side decides")));
        }
        let choice = pick(one.table(), haste, rng);
        let twin = match self.viewer.knows_of(side) {
            true => choice,
            false => twin(one.table(), two.table(), choice).ok_or(Parted::Illegal)?,
        };
        let refused = two.table().why_not(twin);
        if let (Some(refusal), true) = (&refused, self.viewer.knows_of(side)) {
            let text = one.table().write_choice(choice);
            return Err(Parted::Told(format!("{text} is offered in one world only: {refusal:?}")));
        }
        if refused.is_some() {
            return Err(Parted::Illegal);
        }
        let hunts = is_hunt(one.table(), side);
        let is_secret = |session: &Session| session.table().is_secret();
        let was_secret = self.sessions.each_ref().map(is_secret);
        for (session, choice) in self.sessions.iter_mut().zip([choice, twin]) {
            session.choose(side, session.seq(), choice).unwrap();
        }
        let [one, two] = &self.sessions;
        if one.decider().is_none() || two.decider().is_none() {
            return Err(Parted::Over); // a game that is over lies open
        }
        if one.seq() != two.seq() {
            return Err(Parted::Lines);
        }
        if was_secret.contains(&true) && !(is_secret(one) && is_secret(two)) {
            return Err(Parted::Shown); // what was planned in secret is carried out
        }
        if faces(one.table(), self.viewer) != faces(two.table(), self.viewer) {
            return Err(Parted::Shown);
        }
        let thrown = |session: &Session| session.journal().lines.last().map(|l| l.rolls.len());
        if hunts && self.viewer.knows_of(side) && thrown(one) != thrown(two) {
            return Err(Parted::Hunted);
        }
        if announced(one.table()) != announced(two.table()) {
            return Err(Parted::Announced);
        }
        self.journals = [0, 1].map(|i| self.sessions[i].journal().clone());
        Ok(())
    }
}

/// Whether special forces are about to look for a headquarters [17.2.3.1].
fn is_hunt(table: &dyn Table, side: Side) -> bool {
    let shown = table.shown(Viewer::Player(side));
    shown.prompt.is_some_and(|prompt| prompt.stages == ["spec-hq"])
}

/// The choice that looks like `choice` in the other world: the counter at the same place.
fn twin(one: &dyn Table, two: &dyn Table, choice: Choice) -> Option<Choice> {
    let Choice::Unit(_) = choice else { return Some(choice) };
    let text = one.write_choice(choice);
    let id = text.strip_prefix("unit ")?;
    let shown = one.shown(Viewer::Referee);
    let Some(unit) = shown.units.iter().find(|u| u.unit == id) else { return Some(choice) };
    let other = two.shown(Viewer::Referee);
    let same = other.units.iter().find(|u| u.hex == unit.hex && u.level == unit.level)?;
    two.read_choice(&format!("unit {}", same.unit)).ok()
}

/// The counters that a viewer is shown by name.
pub fn named(table: &dyn Table, viewer: Viewer) -> BTreeSet<String> {
    let shown = table.shown(viewer);
    shown.all_units().filter(|u| !u.face.hidden).map(|u| u.unit.clone()).collect()
}

/// The counters that a viewer is shown, with what he is told of those that are masked [16.1.4].
fn faces(table: &dyn Table, viewer: Viewer) -> BTreeSet<(String, String)> {
    let shown = table.shown(viewer);
    let face =
        |u: &UnitShown| if u.face.hidden { u.face.name().to_string() } else { String::new() };
    shown.all_units().map(|u| (u.unit.clone(), face(u))).collect()
}

/// Where ZOCs lie and lines of supply are barred, which everybody is told.
fn announced(table: &dyn Table) -> [Option<OverlayShown>; 2] {
    ["zones", "supply"].map(|layer| table.overlay(layer, Viewer::Spectator))
}

/// The name of a viewer in addresses.
pub fn viewer_name(table: &dyn Table, viewer: Viewer) -> String {
    match viewer {
        Viewer::Player(Side::A) => table.side_ids()[0].clone(),
        Viewer::Player(Side::B) => table.side_ids()[1].clone(),
        Viewer::Spectator | Viewer::Referee => String::from("spectator"),
    }
}
