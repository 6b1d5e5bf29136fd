//! Running a case.

use super::{Arrange, Case, Witness};
use crate::Language;
use crate::{Choice, Dice, FixedDice, Log, Seated, Table, Viewer};
use serde_json::json;
use std::sync::Arc;

/// How a case went.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// Its name.
    pub name: String,
    /// The file and line it stands in.
    pub place: String,
    /// The rules it proves.
    pub rules: Vec<String>,
    /// Where its expectations come from.
    pub source: String,
    /// Rules that it proves although nothing cites them.
    pub in_words: Vec<String>,
    /// What its run has shown.
    pub witness: Witness,
    /// What went wrong, with the position and the line of the script.
    pub failure: Option<String>,
}

impl CaseResult {
    /// Whether the run has shown a rule that the case names, or the case says in words why it cannot.
    pub fn shows(&self, rule: &str) -> bool {
        self.witness.rules.iter().any(|cited| *cited == rule)
            || self.in_words.iter().any(|r| r == rule)
    }
}

/// Runs a case on a game. The answer is what went wrong.
pub fn run<G: Arrange>(game: &G, case: &Case) -> Result<(), String> {
    run_watched(game, case, &mut Witness::default())
}

/// Runs a case on a game, and notes what it shows on the way.
pub fn run_watched<G: Arrange>(game: &G, case: &Case, witness: &mut Witness) -> Result<(), String> {
    let (game, state) = game.arrange(&case.arrangement)?;
    let table = Seated::with(Arc::new(game), state);
    let dice = FixedDice::new(case.dice.iter().copied());
    let mut runner = Runner { table, dice, log: Log::new(), witness };
    for line in case.script.iter().chain(&case.expect) {
        runner.step(line).map_err(|why| {
            format!("at \"{line}\": {why}\n{}", indent(&runner.table.text(Viewer::Referee)))
        })?;
    }
    runner.witness.end(&runner.table, &runner.log);
    runner.witness.check_books(&*runner.table.game)?;
    match (runner.dice.is_used_up(), runner.dice.missing) {
        (true, 0) => Ok(()),
        (false, _) => Err(String::from("not all dice of the case were thrown")),
        (true, n) => Err(format!("{n} more dice were thrown than the case gives")),
    }
}

fn indent(text: &str) -> String {
    text.lines().map(|l| format!("    {l}\n")).collect()
}

struct Runner<'a, G: Arrange> {
    table: Seated<G>,
    dice: FixedDice,
    log: Log,
    witness: &'a mut Witness,
}

impl<G: Arrange> Runner<'_, G> {
    fn step(&mut self, line: &str) -> Result<(), String> {
        let line = line.trim();
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        match first {
            "unit" | "hex" | "side" | "verb" | "amount" => self.choose(line),
            "refused" => self.refused(rest),
            "offered" if rest.starts_with("only ") => self.offered_only(&rest["only ".len()..]),
            "offered" => self.offered(rest, true),
            "told" => self.told(rest, true),
            "not" => self.step_not(rest),
            "dice" => self.more_dice(rest),
            "odds" => self.odds(rest),
            "no" if rest.starts_with("odds item ") => {
                self.odds_item(&rest["odds item ".len()..], false)
            }
            "decision" => self.decision(rest),
            "over" => self.over(rest),
            "open" => self.open(),
            _ if self.table.game.verbs().contains(&line) => self.choose(&format!("verb {line}")),
            _ => self.check_expected(line),
        }
    }

    /// What must not be so.
    fn step_not(&self, line: &str) -> Result<(), String> {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        match first {
            "offered" => self.offered(rest, false),
            "told" => self.told(rest, false),
            "over" => self.not_over(rest),
            _ => Err(format!("\"not {line}\" is not understood")),
        }
    }

    fn read(&self, text: &str) -> Result<Choice, String> {
        if self.table.game.verbs().contains(&text) {
            return self.table.read_choice(&format!("verb {text}"));
        }
        self.table.read_choice(text)
    }

    fn choose(&mut self, text: &str) -> Result<(), String> {
        let choice = self.read(text)?;
        if let Some(refusal) = self.table.why_not(choice) {
            return Err(format!(
                "refused: {} {}",
                self.table.words(Language::ENGLISH).message(&refusal.text),
                json!(refusal.rules)
            ));
        }
        if !self.list().contains(&choice) {
            return Err(String::from("not refused, but not offered either"));
        }
        self.witness.decision(&self.table);
        let dice: &mut dyn Dice = &mut self.dice;
        self.table.choose(choice, dice, &mut self.log);
        Ok(())
    }

    fn list(&self) -> Vec<Choice> {
        let mut list = Vec::new();
        self.table.choices(&mut list);
        list
    }

    fn refused(&mut self, text: &str) -> Result<(), String> {
        let (what, rule) = text.rsplit_once(": ").ok_or("expected \"refused CHOICE: RULE\"")?;
        let choice = self.read(what)?;
        let refusal = self.table.game.why_not(self.table.at_desk(), choice).ok_or("it is legal")?;
        if self.list().contains(&choice) {
            return Err(String::from("refused, and yet offered"));
        }
        self.witness.refused(&refusal);
        match refusal.rules.iter().any(|cited| *cited == rule) {
            true => Ok(()),
            false => {
                let text = self.table.say(&refusal.text);
                Err(format!("refused by {:?}: {text}", refusal.rules.numbers()))
            }
        }
    }

    fn offered(&self, text: &str, wanted: bool) -> Result<(), String> {
        let choice = self.read(text)?;
        match self.list().contains(&choice) == wanted {
            true => Ok(()),
            false if wanted => Err(match self.table.why_not(choice) {
                Some(r) => format!(
                    "not offered: {} {}",
                    self.table.words(Language::ENGLISH).message(&r.text),
                    json!(r.rules)
                ),
                None => String::from("not offered, and yet not refused"),
            }),
            false => Err(String::from("offered")),
        }
    }

    /// Whether exactly these choices are offered, and nothing else.
    fn offered_only(&self, text: &str) -> Result<(), String> {
        let mut wanted = Vec::new();
        for choice in text.split(", ") {
            self.offered(choice, true).map_err(|why| format!("{choice}: {why}"))?;
            wanted.push(self.read(choice)?);
        }
        let others: Vec<String> = self
            .list()
            .into_iter()
            .filter(|c| !wanted.contains(c))
            .map(|c| self.table.write_choice(c))
            .collect();
        match others.is_empty() {
            true => Ok(()),
            false => Err(format!("also offered: {}", others.join(", "))),
        }
    }

    /// Whether an event since the script began cites a rule.
    fn told(&self, rule: &str, wanted: bool) -> Result<(), String> {
        let rules = || self.log.events().iter().flat_map(|e| e.rules.numbers());
        match rules().any(|r| r == rule) == wanted {
            true => Ok(()),
            false => {
                let mut cited: Vec<&str> = rules().collect();
                cited.sort_unstable();
                cited.dedup();
                Err(format!("the events cite {}", cited.join(", ")))
            }
        }
    }

    fn more_dice(&mut self, text: &str) -> Result<(), String> {
        let values: Result<Vec<u16>, _> = text.split_whitespace().map(str::parse).collect();
        self.dice.extend(values.map_err(|_| format!("\"{text}\" are no dice"))?);
        Ok(())
    }

    fn odds(&self, text: &str) -> Result<(), String> {
        if let Some(rule) = text.strip_prefix("item ") {
            return self.odds_item(rule, true);
        }
        let odds = self
            .table
            .game
            .odds(self.table.state(), Viewer::Referee)
            .ok_or("there is no combat")?;
        let (what, wanted) = text.split_once(' ').ok_or("expected \"odds WHAT VALUE\"")?;
        let found = match what {
            "attacker" => odds.strength[odds.attacker].clone(),
            "defender" => odds.strength[odds.attacker.other()].clone(),
            "column" => odds.columns[odds.to].clone(),
            "modifier" => {
                odds.modifiers.iter().map(|m| m.value.as_str()).collect::<Vec<_>>().join(" ")
            }
            "result" => {
                let code = wanted.split(' ').next().unwrap_or_default();
                let p = odds.outcomes.iter().find(|o| o.code == code).map(|o| o.p);
                p.map_or(format!("{code} 0/6"), |p| format!("{code} {}/{}", p.num, p.den))
            }
            _ => return Err(format!("odds have no \"{what}\"")),
        };
        same(&found, wanted)
    }

    fn odds_item(&self, rule: &str, wanted: bool) -> Result<(), String> {
        let odds = self
            .table
            .game
            .odds(self.table.state(), Viewer::Referee)
            .ok_or("there is no combat")?;
        let found = odds.items().flat_map(|i| &i.rules).any(|cited| *cited == rule);
        match found == wanted {
            true => Ok(()),
            false => {
                let all: Vec<_> =
                    odds.items().map(|i| format!("{} {:?}", i.value, i.rules.numbers())).collect();
                Err(format!("the items are {}", all.join(", ")))
            }
        }
    }

    fn decision(&self, wanted: &str) -> Result<(), String> {
        let Some(side) = self.table.decider() else { return Err(String::from("the game is over")) };
        let prompt = self.table.game.prompt(self.table.at_desk(), Viewer::Referee);
        let stage = prompt.stages.last().copied().unwrap_or_default();
        same(&format!("{} {stage}", self.table.game.sides()[side.index()].id), wanted)
    }

    /// Whether both players and those who watch see every counter as it is.
    fn open(&self) -> Result<(), String> {
        let seen = |viewer| self.table.game.units(self.table.state(), viewer);
        match Viewer::RUNNING.into_iter().find(|&v| seen(v) != seen(Viewer::Referee)) {
            Some(viewer) => Err(format!("{viewer:?} is shown something else")),
            None => Ok(()),
        }
    }

    fn over(&self, wanted: &str) -> Result<(), String> {
        let outcome = self.table.outcome().ok_or("the game goes on")?;
        same(&outcome.class, wanted)
    }

    /// Whether the game goes on; with an ending, whether it at least did not end in this way.
    fn not_over(&self, unwanted: &str) -> Result<(), String> {
        match self.table.outcome() {
            Some(outcome) if unwanted.is_empty() || outcome.class == unwanted => {
                Err(format!("the game is over: {}", outcome.class))
            }
            _ => Ok(()),
        }
    }

    fn check_expected(&self, text: &str) -> Result<(), String> {
        let (question, wanted) = match text.split_once(" = ") {
            Some((question, wanted)) => (question, wanted),
            None => match text.rsplit_once(' ') {
                Some((question, hex)) if question.ends_with(" at") => (question, hex),
                Some((unit, "gone")) => return self.gone(unit),
                _ => return Err(format!("\"{text}\" is not understood")),
            },
        };
        let found = match question.strip_suffix(" at") {
            Some(unit) => self.place_of(unit)?,
            None => self
                .table
                .game
                .ask(self.table.state(), question)
                .ok_or_else(|| format!("the game does not understand \"{question}\""))?,
        };
        same(&found, wanted)
    }

    fn unit_view(&self, unit: &str) -> Result<Option<crate::view::UnitView>, String> {
        let id = self.table.game.find_unit(self.table.state(), unit);
        let id = id.ok_or_else(|| format!("there is no unit called \"{unit}\""))?;
        let views = self.table.game.units(self.table.state(), Viewer::Referee);
        Ok(views.into_iter().find(|v| v.unit == id))
    }

    fn place_of(&self, unit: &str) -> Result<String, String> {
        let hex = self.unit_view(unit)?.and_then(|v| v.hex);
        Ok(hex.map_or_else(|| String::from("nowhere"), |h| self.table.game.map().grid.number(h)))
    }

    fn gone(&self, unit: &str) -> Result<(), String> {
        same(&self.place_of(unit)?, "nowhere")
    }
}

fn same(found: &str, wanted: &str) -> Result<(), String> {
    match found == wanted {
        true => Ok(()),
        false => Err(format!("expected {wanted}, found {found}")),
    }
}
