//! Positions from real games, and what a bot must or must not do in its turn there.
//!
//! A position is a line of a journal that lies beside its file: journals outlive the bots that played them. A bot plays the turn with
//! several seeds; what it has to do is said in what [`Conduct`] counts and in where its counters stand afterwards.

use crate::Setting;
use board::{Problems, Side, Source, schema_of};
use engine::{Choice, FixedDice, Journal, Line, Log, SeededDice, Table, Viewer, What};
use mind::{Conduct, Imagined, derive};
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// A file of positions: those of one journal.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Positions {
    /// The journal, in the same folder.
    pub journal: String,
    /// The positions.
    #[serde(rename = "position")]
    pub all: Vec<Position>,
}

/// A position and what a bot has to do in it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// What it has to do, as a sentence.
    pub name: String,
    /// The line of the journal after which it begins to move.
    pub line: u64,
    /// With how many of ten seeds it has to do so.
    pub of_ten: u8,
    /// The level that does it so often: the weakest one that the tests ask it of.
    pub level: String,
    /// What it has to do.
    pub expect: Expect,
}

/// What is asked of a turn; what is not said is not asked.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// The hexes in which own counters stand when the enemy begins to move.
    #[serde(default)]
    pub holds: Vec<String>,
    /// The hexes in which none of them stands.
    #[serde(default)]
    pub leaves: Vec<String>,
    /// The most attacks that promise a loss by Captain's prices.
    pub losing_attacks_most: Option<u64>,
    /// The fewest attacks.
    pub attacks_least: Option<u64>,
    /// The most own places with an enemy near in which nobody stands.
    pub empty_places_most: Option<u64>,
    /// The most counters out of supply.
    pub unsupplied_most: Option<u64>,
    /// The most hexes with guns or HQs alone beside the enemy.
    pub lonely_guns_most: Option<u64>,
    /// The buttons that it uses.
    #[serde(default)]
    pub uses: Vec<String>,
    /// Whether it wins the game with this turn.
    #[serde(default)]
    pub wins: bool,
}

/// A turn that a bot played.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Who played it.
    pub side: Side,
    /// What was counted.
    pub conduct: Conduct,
    /// The numbers of the hexes in which its counters stand.
    pub stands: Vec<String>,
    /// Whether the side has won the game.
    pub has_won: bool,
}

/// No turn takes more decisions.
const DECISIONS_MAX: u64 = 5000;

impl Positions {
    /// The schema of a file of positions.
    pub fn schema() -> Schema {
        schema_of::<Positions>()
    }

    /// Reads a file.
    pub fn read(source: &Source) -> Result<Positions, Problems> {
        Ok(source.parse()?)
    }
}

impl Expect {
    /// What of it a turn failed to do, in words; nothing if it did all of it.
    pub fn failures(&self, turn: &Turn) -> Vec<String> {
        let mut failed = Vec::new();
        let stands = |hex: &String| turn.stands.contains(hex);
        for hex in self.holds.iter().filter(|hex| !stands(hex)) {
            failed.push(format!("nobody stands in {hex}"));
        }
        for hex in self.leaves.iter().filter(|hex| stands(hex)) {
            failed.push(format!("somebody stands in {hex}"));
        }
        let counted = &turn.conduct;
        let most = [
            (self.losing_attacks_most, counted.losing_attacks, "attacks at a loss"),
            (self.empty_places_most, counted.empty_places, "empty places"),
            (self.unsupplied_most, counted.unsupplied, "counters out of supply"),
            (self.lonely_guns_most, counted.lonely_guns, "lonely guns"),
        ];
        for (most, n, what) in most {
            if most.is_some_and(|most| n > most) {
                failed.push(format!("{n} {what}"));
            }
        }
        if self.attacks_least.is_some_and(|least| counted.attacks < least) {
            failed.push(format!("{} attacks", counted.attacks));
        }
        for verb in &self.uses {
            if counted.verbs.get(verb).is_none_or(|n| n.chosen == 0) {
                failed.push(format!("\"{verb}\" was not used"));
            }
        }
        if self.wins && !turn.has_won {
            failed.push(String::from("the game is not won"));
        }
        failed
    }
}

/// Goes through a journal from its beginning and shows the table before each choice: the number of the line before it, and the
/// choice.
fn walk(
    setting: &Setting,
    journal: &Journal,
    mut see: impl FnMut(u64, &dyn Table, Side, Choice),
) -> Result<Box<dyn Table>, String> {
    let rolled = |line: &Line| FixedDice::new(line.rolls.iter().map(|roll| roll.value));
    let (first, lines) = journal.lines.split_first().ok_or("the journal is empty")?;
    let mut log = Log::silent();
    let mut table = (setting.start)(&mut rolled(first), &mut log);
    for line in lines {
        let broken = |why: &str| format!("the journal breaks at line {}: {why}", line.n);
        let What::Choice(text) = &line.what else { return Err(broken("no choice")) };
        let side = table.decider().ok_or_else(|| broken("the game is over"))?;
        let choice = table.read_choice(text).map_err(|why| broken(&why))?;
        see(line.n - 1, &*table, side, choice);
        table.choose(choice, &mut rolled(line), &mut log);
        if Line::hash_of(&*table) != line.hash {
            return Err(broken("another position"));
        }
    }
    Ok(table)
}

/// The tables of a journal after some lines, in their order.
pub fn tables_at(
    setting: &Setting,
    journal: &Journal,
    lines: &[u64],
) -> Result<Vec<Box<dyn Table>>, String> {
    let mut found: BTreeMap<u64, Box<dyn Table>> = BTreeMap::new();
    let last = walk(setting, journal, |n, table, _, _| {
        if lines.contains(&n) {
            found.insert(n, table.boxed());
        }
    })?;
    let end = journal.lines.last().map_or(0, |line| line.n);
    found.insert(end, last);
    let table = |line: &u64| {
        let table = found.get(line).map(|table| table.boxed());
        table.ok_or_else(|| format!("the journal has no line {line}"))
    };
    lines.iter().map(table).collect()
}

/// Lets a bot of a level play the turn of whoever decides at a table, against Captain, up to the enemy's next move.
pub fn play_turn(
    setting: &Setting,
    table: &dyn Table,
    level: &str,
    seed: u64,
) -> Result<Turn, String> {
    let mut table = table.boxed();
    let side = table.decider().ok_or("the game is over")?;
    let bot = |level: &str, n: u64| crate::bot_named(&setting.bots, level, derive(seed, n));
    let mut players = [bot(level, 0)?, bot(mind::CAPTAIN, 1)?];
    let mut watch = setting.bots.watch().ok_or("nobody can think about this game")?;
    let (mut dice, mut log) = (SeededDice::new(derive(seed, 2)), Log::silent());
    let stop = AtomicBool::new(false);
    for n in 0..DECISIONS_MAX {
        let Some(decider) = table.decider() else { break };
        let only = table.passes_by_itself().then(|| table.only_choice()).flatten();
        let choice = match only {
            Some(choice) => choice,
            None => {
                let imagined = Imagined::of(&*table, decider, derive(!seed, n));
                let player = &mut players[usize::from(decider != side)];
                let choice = player.choose(&imagined, &stop);
                let choice = table.read_choice(&imagined.write_choice(choice))?;
                watch.see(&*table, decider, choice);
                choice
            }
        };
        if watch.conduct()[side].counters > 0 {
            break;
        }
        table.choose(choice, &mut dice, &mut log);
    }
    let shown = table.shown(Viewer::Referee);
    let name = &table.side_ids()[side.index()];
    let own = shown.units.iter().filter(|unit| unit.side == *name);
    let stands = own.filter_map(|unit| unit.hex.as_ref().map(|hex| hex.to_string())).collect();
    let has_won = table.outcome().is_some_and(|outcome| outcome.winner == Some(side));
    Ok(Turn { side, conduct: watch.conduct()[side].clone(), stands, has_won })
}

/// The lines of a journal after which somebody begins to move, but for the first.
pub fn turns_of(setting: &Setting, journal: &Journal) -> Result<Vec<u64>, String> {
    let mut watch = setting.bots.watch().ok_or("nobody can think about this game")?;
    let mut found = Vec::new();
    walk(setting, journal, |n, table, side, choice| {
        let before = watch.conduct()[side.other()].counters;
        watch.see(table, side, choice);
        if watch.conduct()[side.other()].counters > before {
            found.push(n);
        }
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_turn_failed_to_do_is_said() {
        let expect = Expect {
            holds: vec![String::from("0101"), String::from("0102")],
            leaves: vec![String::from("0103")],
            losing_attacks_most: Some(1),
            ..Expect::default()
        };
        let conduct = Conduct { losing_attacks: 2, ..Conduct::default() };
        let stands = vec![String::from("0101"), String::from("0103")];
        let turn = Turn { side: Side::A, conduct, stands, has_won: false };
        assert_eq!(
            expect.failures(&turn),
            ["nobody stands in 0102", "somebody stands in 0103", "2 attacks at a loss"]
        );
    }
}
