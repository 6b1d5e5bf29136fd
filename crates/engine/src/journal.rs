//! The journal: a game as readable lines.
//!
//! A header, then one line for each choice: its number, who made it, what it was, what the dice showed, and
//! a short hash of the state after it. A damaged file tells where it is damaged, and everything before
//! the damage is kept.

use crate::{Roll, Rolls, Table};
use std::fmt::{self, Write};

/// Who made a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A player, by the name of his side.
    Side(String),
    /// A player's standing order.
    Order(String),
    /// Nobody: there was only one legal choice.
    Automatic,
}

/// What a line did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The set-up before the first decision.
    Begin,
    /// A choice, as the game writes it.
    Choice(String),
    /// The state went back to what it was after the given line.
    Undo(u64),
    /// A standing order was given or taken back.
    Order {
        /// Which.
        id: String,
        /// Whether it is now in force.
        on: bool,
    },
    /// The player gave up.
    Resign,
}

/// One line of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number; the first is 0.
    pub n: u64,
    /// Who made it.
    pub actor: Actor,
    /// What it did.
    pub what: What,
    /// What the dice showed.
    pub rolls: Rolls,
    /// The hash of the state after it, shortened.
    pub hash: u32,
}

impl Line {
    /// The hash of a state as a line shows it.
    pub fn hash_of(table: &dyn Table) -> u32 {
        let hash = table.hash();
        (hash ^ (hash >> 32)) as u32
    }
}

/// Where the dice of a game come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceSource {
    /// A seed that stands in the journal; for simulations and solitaire play.
    Seed(u64),
    /// Secrets of which only the hashes stand in the journal while the game runs.
    Committed(Vec<String>),
    /// The rolls stand in the lines and are all there is; for games thrown by hand.
    Recorded,
}

/// The head of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// The options that differ from the scenario's defaults.
    pub options: Vec<(String, String)>,
    /// The edition of the rules it began with.
    pub edition: u32,
    /// The hash of the data it began with.
    pub data: String,
    /// Where the dice come from.
    pub dice: DiceSource,
    /// The state it began with, if it carries on another game.
    pub position: Option<String>,
}

/// A whole journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    /// The head.
    pub header: Header,
    /// The lines.
    pub lines: Vec<Line>,
}

/// Why a text is not a journal, or where it is damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalError {
    /// The line of the text, from 1.
    pub line: usize,
    /// What stood there and what was expected.
    pub message: String,
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for JournalError {}

const FIRST: &str = "rokada journal 1";

impl Header {
    /// The head as text.
    pub fn write(&self) -> String {
        let mut out = format!("{FIRST}\ngame {}\nscenario {}\n", self.game, self.scenario);
        for (name, value) in &self.options {
            let _ = writeln!(out, "option {name} {value}");
        }
        let _ = writeln!(out, "edition {}\ndata {}", self.edition, self.data);
        let _ = match &self.dice {
            DiceSource::Seed(seed) => writeln!(out, "dice seed {seed}"),
            DiceSource::Committed(hashes) => writeln!(out, "dice committed {}", hashes.join(" ")),
            DiceSource::Recorded => writeln!(out, "dice recorded"),
        };
        if let Some(position) = &self.position {
            let _ = writeln!(out, "position {position}");
        }
        out.push('\n');
        out
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.n)?;
        match &self.actor {
            Actor::Side(side) => write!(f, "{side} ")?,
            Actor::Order(side) => write!(f, "{side}* ")?,
            Actor::Automatic => f.write_str("- ")?,
        }
        match &self.what {
            What::Begin => f.write_str("begin")?,
            What::Choice(choice) => f.write_str(choice)?,
            What::Undo(to) => write!(f, "undo {to}")?,
            What::Order { id, on } => write!(f, "order {id} {}", if *on { "on" } else { "off" })?,
            What::Resign => f.write_str("resign")?,
        }
        if !self.rolls.is_empty() {
            f.write_str(" =")?;
            for roll in &self.rolls {
                write!(f, " {}/{}", roll.value, roll.sides)?;
            }
        }
        write!(f, " #{:08x}", self.hash)
    }
}

impl Line {
    /// Reads a line.
    pub fn parse(text: &str) -> Result<Line, String> {
        let (rest, hash) =
            text.rsplit_once(" #").ok_or("the line ends early: expected \"#\" and a hash")?;
        let hash = parse_hash(hash)?;
        let (n, rest) = rest.split_once(' ').ok_or("expected a number, who, and what")?;
        let n = n.parse().map_err(|_| format!("\"{n}\" is not a line number"))?;
        let (actor, rest) = rest.split_once(' ').ok_or("expected who and what")?;
        let actor = parse_actor(actor)?;
        let (what, rolls) = match rest.split_once(" =") {
            Some((what, rolls)) => (what, parse_rolls(rolls)?),
            None => (rest, Rolls::new()),
        };
        Ok(Line { n, actor, what: parse_what(what)?, rolls, hash })
    }
}

fn parse_hash(text: &str) -> Result<u32, String> {
    let lower_hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    if text.len() != 8 || !text.bytes().all(lower_hex) {
        return Err(format!("\"#{text}\" is not a hash: expected eight hexadecimal digits"));
    }
    u32::from_str_radix(text, 16).map_err(|e| e.to_string())
}

fn parse_actor(text: &str) -> Result<Actor, String> {
    match text.strip_suffix('*') {
        _ if text == "-" => Ok(Actor::Automatic),
        Some("") => Err(String::from("\"*\" names nobody")),
        Some(side) => Ok(Actor::Order(side.to_string())),
        None if text.is_empty() => Err(String::from("nobody is named")),
        None => Ok(Actor::Side(text.to_string())),
    }
}

fn parse_what(text: &str) -> Result<What, String> {
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        ["begin"] => Ok(What::Begin),
        ["resign"] => Ok(What::Resign),
        ["undo", line] => {
            line.parse().map(What::Undo).map_err(|_| format!("\"{line}\" is not a line number"))
        }
        ["order", id, on @ ("on" | "off")] => {
            Ok(What::Order { id: id.to_string(), on: on == "on" })
        }
        ["unit" | "hex" | "side" | "verb" | "amount", name] if !name.is_empty() => {
            Ok(What::Choice(text.to_string()))
        }
        _ => Err(format!("\"{text}\" is nothing a player can do")),
    }
}

fn parse_rolls(text: &str) -> Result<Rolls, String> {
    text.split_whitespace()
        .map(|word| {
            let (value, sides) = word.split_once('/')?;
            let roll = Roll { value: value.parse().ok()?, sides: sides.parse().ok()? };
            (1..=roll.sides).contains(&roll.value).then_some(roll)
        })
        .map(|roll| roll.ok_or_else(|| format!("\"{}\" are not rolls such as 4/6", text.trim())))
        .collect()
}

impl Journal {
    /// The journal as text.
    pub fn write(&self) -> String {
        let mut out = self.header.write();
        for line in &self.lines {
            let _ = writeln!(out, "{line}");
        }
        out
    }

    /// Reads a journal. A damaged header is an error; a damaged line ends the journal there, and the damage
    /// comes back beside what was read before it.
    pub fn parse(text: &str) -> Result<(Journal, Option<JournalError>), JournalError> {
        let mut lines = text.split('\n').enumerate().map(|(i, l)| (i + 1, l));
        let header = parse_header(&mut lines)?;
        let mut journal = Journal { header, lines: Vec::new() };
        while let Some((number, line)) = lines.next() {
            if line.is_empty() && lines.clone().all(|(_, l)| l.is_empty()) {
                break;
            }
            let parsed = Line::parse(line).and_then(|l| match l.n == journal.lines.len() as u64 {
                true => Ok(l),
                false => Err(format!(
                    "line {} stands where line {} was expected",
                    l.n,
                    journal.lines.len()
                )),
            });
            match parsed {
                Ok(line) => journal.lines.push(line),
                Err(message) => return Ok((journal, Some(JournalError { line: number, message }))),
            }
        }
        // A file that does not end with a line break was cut off, perhaps in the middle of a name.
        let cut = !text.ends_with('\n') && !journal.lines.is_empty();
        let damage = cut.then(|| {
            journal.lines.pop();
            JournalError {
                line: text.split('\n').count(),
                message: String::from("the file ends in the middle of a line"),
            }
        });
        Ok((journal, damage))
    }
}

fn parse_header<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
) -> Result<Header, JournalError> {
    let mut fields: Vec<(usize, &str, &str)> = Vec::new();
    let fail = |line: usize, message: String| JournalError { line, message };
    match lines.next() {
        Some((_, FIRST)) => {}
        _ => return Err(fail(1, format!("this is no journal: expected \"{FIRST}\""))),
    }
    let mut last = 1;
    let mut ended = false;
    for (number, line) in lines.by_ref() {
        last = number;
        if line.is_empty() {
            ended = true;
            break;
        }
        let (key, value) = line
            .split_once(' ')
            .ok_or_else(|| fail(number, format!("\"{line}\" is no line of a header")))?;
        fields.push((number, key, value));
    }
    if !ended {
        return Err(fail(last, String::from("the header ends early")));
    }
    read_fields(&fields, last)
}

fn read_fields(fields: &[(usize, &str, &str)], last: usize) -> Result<Header, JournalError> {
    let fail = |line: usize, message: String| JournalError { line, message };
    let one = |key: &str| {
        let mut all = fields.iter().filter(|(_, k, _)| *k == key);
        match (all.next(), all.next()) {
            (Some(&(n, _, v)), None) => Ok((n, v)),
            (Some(_), Some(&(n, _, _))) => Err(fail(n, format!("a second \"{key}\""))),
            (None, _) => Err(fail(last, format!("the header lacks \"{key}\""))),
        }
    };
    const KNOWN: [&str; 7] = ["game", "scenario", "option", "edition", "data", "dice", "position"];
    if let Some((n, key, _)) = fields.iter().find(|(_, k, _)| !KNOWN.contains(k)) {
        return Err(fail(*n, format!("\"{key}\" is no line of a header")));
    }
    let (n, edition) = one("edition")?;
    let edition = edition.parse().map_err(|_| fail(n, format!("\"{edition}\" is no edition")))?;
    let options = fields
        .iter()
        .filter(|(_, k, _)| *k == "option")
        .map(|&(n, _, v)| {
            let pair = v.split_once(' ').map(|(a, b)| (a.to_string(), b.to_string()));
            pair.ok_or_else(|| {
                fail(n, format!("\"{v}\" is no option: expected a name and a value"))
            })
        })
        .collect::<Result<_, _>>()?;
    let (n, dice) = one("dice")?;
    Ok(Header {
        game: one("game")?.1.to_string(),
        scenario: one("scenario")?.1.to_string(),
        options,
        edition,
        data: one("data")?.1.to_string(),
        dice: parse_dice(dice).ok_or_else(|| fail(n, format!("\"{dice}\" are no dice")))?,
        position: one("position").ok().map(|(_, v)| v.to_string()),
    })
}

fn parse_dice(text: &str) -> Option<DiceSource> {
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        ["seed", seed] => seed.parse().ok().map(DiceSource::Seed),
        ["recorded"] => Some(DiceSource::Recorded),
        ["committed", ref hashes @ ..] if !hashes.is_empty() => {
            Some(DiceSource::Committed(hashes.iter().map(|h| h.to_string()).collect()))
        }
        _ => None,
    }
}
