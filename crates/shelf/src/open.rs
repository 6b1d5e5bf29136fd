//! Opening a game by name.

use crate::{GameInfo, Shelf};
use board::{Folder, Map, Problem, Problems, Source};
use engine::case::{Case, CaseResult, Witness};
use engine::{DiceSource, Digest, Header, Journal, Log, NotCarried, Ready, Session, laws};
use mind::{Bots, Played, Weighed};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rule systems that the program knows.
pub const SYSTEMS: &[&str] = &["battle-of-moscow", "last-stand", "wb95", "ww3"];

/// Begins a game.
pub type Start = engine::Begin;

pub use engine::LawRun;

/// A game that is ready to be played.
#[derive(Clone)]
pub struct Opened {
    /// The head of its journal; the dice are still to be said.
    pub header: Header,
    /// Begins it.
    pub start: Start,
    /// Its board.
    pub map: Arc<Map>,
    /// Whether both players always know everything.
    pub hides_nothing: bool,
    /// The rules that it can cite.
    pub rules: Vec<engine::Rule>,
    /// The ids of the sentences with which it refuses a choice.
    pub refusals: Vec<String>,
    /// The programs that play it, to whom things are worth what the game's folder says.
    pub bots: Bots,
    check_laws: engine::CheckLaws,
    run_case: engine::RunCase,
    carry_on: engine::CarryOn,
}

impl Opened {
    /// Plays one random game and checks the laws.
    pub fn check_laws(&self, seed: u64, effort: laws::Effort) -> LawRun {
        (self.check_laws)(self.header.clone(), seed, effort)
    }

    /// The final state of a game that was played from here, stored as the next scenario of a campaign is given it.
    pub fn end_of(&self, journal: &Journal) -> String {
        Session::replay(journal, None, &*self.start).0.table().save()
    }

    /// Runs a case.
    pub fn run_case(&self, case: &Case, witness: &mut Witness) -> Result<(), String> {
        (self.run_case)(case, witness)
    }

    /// The same scenario, begun from a stored final state of the scenario before it.
    pub fn carried_on(&self, position: &str) -> Result<Opened, NotCarried> {
        // Whether it can be is asked now, with other dice; the game throws its own when it begins.
        (self.carry_on)(position, &mut engine::SeededDice::new(0), &mut Log::silent())?;
        let mut opened = self.clone();
        opened.header.position = Some(position.to_string());
        let (fresh, carry_on) = (Arc::clone(&self.start), Arc::clone(&self.carry_on));
        let position = position.to_string();
        opened.start = Arc::new(move |dice, log| {
            carry_on(&position, dice, log).unwrap_or_else(|_| fresh(dice, log))
        });
        Ok(opened)
    }
}

type Options = BTreeMap<String, String>;

/// What a rule system gives of a game: the game, and the bots that play it.
type System = (fn(&dyn Folder, &str, &Options) -> Result<Ready, Problems>, fn(Weighed) -> Bots);

impl Shelf {
    /// Opens a scenario of a game with options that differ from its defaults.
    pub fn open(&self, game: &str, scenario: &str, options: &Options) -> Result<Opened, Problems> {
        let info = self.info(game)?;
        let folder = self.folder(game)?;
        if !info.scenarios.iter().any(|s| s == scenario) {
            let hint = board::hint(scenario, info.scenarios.iter().map(String::as_str));
            let message = format!("{game} has no scenario \"{scenario}\"{hint}");
            return Err(Problem { file: "game.toml".into(), line: None, message }.into());
        }
        let header = Header {
            game: game.to_string(),
            scenario: scenario.to_string(),
            options: options.iter().map(|(k, v)| (k.clone(), v.clone())).collect(),
            edition: 0,
            data: data_hash(&**folder, scenario),
            dice: DiceSource::Recorded,
            position: None,
        };
        // Each system makes its games and their bots ready in its own crate: here nothing is compiled for any of them.
        let system: System = match info.system.as_str() {
            "battle-of-moscow" => (battle_of_moscow::ready, battle_of_moscow::bots),
            "last-stand" => (last_stand::ready, last_stand::bots),
            "wb95" => (wb95::ready, wb95::bots),
            "ww3" => (ww3::ready, ww3::bots),
            system => {
                let hint = board::hint(system, SYSTEMS.iter().copied());
                let message = format!("unknown rule system \"{system}\"{hint}");
                return Err(Problem { file: "game.toml".into(), line: None, message }.into());
            }
        };
        let (ready, bots) = system;
        let ready = ready(&**folder, scenario, options)?;
        let (captain, judge) = (folder.read("captain.toml").ok(), folder.read("judge.toml").ok());
        let weighed = Weighed::read(captain.as_ref(), judge.as_ref(), played(&info, scenario)?)?;
        Ok(opened(header, ready, bots(weighed)))
    }

    /// The scenarios of a game that make one campaign, in their order; none if nothing is carried on.
    pub fn campaign(&self, game: &str, options: &Options) -> Result<Vec<Opened>, Problems> {
        let all = self.scenarios(game)?;
        let follows = |id: &str| all.iter().find(|s| s.carries_on.as_deref() == Some(id));
        let first = all.iter().find(|s| s.carries_on.is_none() && follows(&s.id).is_some());
        let mut chain = Vec::new();
        let mut next = first;
        while let Some(scenario) = next.filter(|_| chain.len() < all.len()) {
            chain.push(self.open(game, &scenario.id, options)?);
            next = follows(&scenario.id);
        }
        Ok(chain)
    }

    /// Opens the game that a journal was played with.
    pub fn open_header(&self, header: &Header) -> Result<Opened, Problems> {
        let options = header.options.iter().cloned().collect();
        let opened = self.open(&header.game, &header.scenario, &options)?;
        let Some(position) = &header.position else { return Ok(opened) };
        opened.carried_on(position).map_err(|why| {
            let message = why.to_string();
            Problem { file: "journal".into(), line: None, message }.into()
        })
    }

    /// Runs the case files of a game; those given, or all of its folder.
    pub fn run_cases(&self, game: &str, files: &[Source]) -> Result<Vec<CaseResult>, Problems> {
        self.run_cases_until(game, files, |_| false)
    }

    /// Runs the case files of a game up to the first case of which `ends` says so.
    pub fn run_cases_until(
        &self,
        game: &str,
        files: &[Source],
        mut ends: impl FnMut(&CaseResult) -> bool,
    ) -> Result<Vec<CaseResult>, Problems> {
        let info = self.info(game)?;
        let first = info.scenarios.first().cloned().unwrap_or_default();
        let mut results = Vec::new();
        let mut games: BTreeMap<(String, Options), Opened> = BTreeMap::new();
        for source in files {
            for (line, case) in engine::case::load(source)? {
                let scenario = if case.scenario.is_empty() { &first } else { &case.scenario };
                let key = (scenario.clone(), case.options.clone());
                let mut witness = Witness::default();
                let failure = match games.get(&key) {
                    Some(opened) => opened.run_case(&case, &mut witness).err(),
                    None => match self.open(game, scenario, &case.options) {
                        Ok(opened) => {
                            let failure = opened.run_case(&case, &mut witness).err();
                            games.insert(key, opened);
                            failure
                        }
                        Err(problems) => Some(problems.to_string()),
                    },
                };
                let result = CaseResult {
                    name: case.name.get_ref().clone(),
                    place: format!("{}:{line}", source.name.display()),
                    rules: case.rules.clone(),
                    source: case.source.clone(),
                    in_words: case.in_words.keys().cloned().collect(),
                    witness,
                    failure,
                };
                let is_last = ends(&result);
                results.push(result);
                if is_last {
                    return Ok(results);
                }
            }
        }
        Ok(results)
    }

    /// The case files of a game's folder.
    pub fn case_files(&self, game: &str) -> Result<Vec<Source>, Problem> {
        let folder = self.folder(game)?;
        let names = folder.list("cases").into_iter().filter(|n| n.ends_with(".toml"));
        names.map(|name| folder.read(&format!("cases/{name}"))).collect()
    }

    /// The digest of a game's rules.
    pub fn digest(&self, game: &str) -> Result<Digest, Problem> {
        Ok(Digest::read(&self.folder(game)?.read("rules.md")?.text))
    }
}

/// What a file of weights may speak of.
fn played(info: &GameInfo, scenario: &str) -> Result<Played, Problem> {
    let sides: Vec<String> = info.side.iter().map(|side| side.id.clone()).collect();
    let sides = <[String; 2]>::try_from(sides).map_err(|sides| {
        let message = format!("a game has two sides, not {}", sides.len());
        Problem { file: "game.toml".into(), line: None, message }
    })?;
    Ok(Played { scenario: scenario.to_string(), scenarios: info.scenarios.clone(), sides })
}

fn opened(header: Header, ready: Ready, bots: Bots) -> Opened {
    Opened {
        header: Header { edition: ready.edition, ..header },
        start: ready.begin,
        map: ready.map,
        hides_nothing: ready.hides_nothing,
        rules: ready.rules,
        refusals: ready.refusals,
        bots,
        check_laws: ready.check_laws,
        run_case: ready.run_case,
        carry_on: ready.carry_on,
    }
}

/// The hash of the data that a game is played with.
fn data_hash(folder: &dyn Folder, scenario: &str) -> String {
    let mut hasher = Sha256::new();
    let scenario = format!("scenarios/{scenario}.toml");
    for name in ["game.toml", "map.toml", "counters.toml", "tables.toml", &scenario] {
        hasher.update(name.as_bytes());
        if let Ok(source) = folder.read(name) {
            hasher.update(source.text.as_bytes());
        }
    }
    hasher.finalize().iter().take(16).map(|b| format!("{b:02x}")).collect()
}
