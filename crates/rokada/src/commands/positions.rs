//! `rokada positions`: what bots do in positions from real games.

use crate::arguments::PositionsArgs;
use crate::cpu::cpu_time;
use crate::out::say;
use anyhow::Context;
use bots::{Position, Positions, Setting, Turn, play_turn, tables_at, turns_of};
use engine::{Journal, Table};
use shelf::Shelf;
use std::path::Path;
use std::process::ExitCode;

/// The levels of which a score is printed.
const SCORED: [&str; 3] = [mind::LIEUTENANT, mind::CAPTAIN, "general=20"];

/// Plays the positions and prints the score of each level, or looks at the turns of a journal.
pub fn run(shelf: &Shelf, args: &PositionsArgs) -> anyhow::Result<ExitCode> {
    let levels: Vec<String> = match args.levels.is_empty() {
        true => SCORED.map(String::from).to_vec(),
        false => args.levels.clone(),
    };
    if let Some(journal) = &args.look {
        look(shelf, journal, &levels, args.seeds)?;
        return Ok(ExitCode::SUCCESS);
    }
    let games: Vec<String> = match &args.game {
        Some(game) => vec![game.clone()],
        None => shelf.ids().map(String::from).collect(),
    };
    for game in &games {
        let all = positions(shelf, game)?;
        for level in &levels {
            let mut solved = 0;
            let mut n = 0;
            for (setting, positions, tables) in &all {
                for (position, table) in positions.all.iter().zip(tables) {
                    n += 1;
                    let done = times(setting, &**table, position, level, args.seeds)?;
                    let is_solved = done * 10 >= u64::from(position.of_ten) * args.seeds;
                    solved += u64::from(is_solved);
                    if args.each {
                        say!("{level}: {done} of {}: {}", args.seeds, position.name);
                    }
                }
            }
            say!("{game}: {level} solves {solved} of {n} positions");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A game, its positions, and the table of each.
type Played = (Setting, Positions, Vec<Box<dyn Table>>);

/// The positions of a game with their tables.
fn positions(shelf: &Shelf, game: &str) -> anyhow::Result<Vec<Played>> {
    let folder = shelf.folder(game)?;
    let files = folder.list("positions").into_iter().filter(|name| name.ends_with(".toml"));
    let read = |name: String| {
        let positions = Positions::read(&folder.read(&format!("positions/{name}"))?)?;
        let source = folder.read(&format!("positions/{}", positions.journal))?;
        let (setting, journal) = opened(shelf, &source.text)?;
        let lines: Vec<u64> = positions.all.iter().map(|position| position.line).collect();
        let tables = tables_at(&setting, &journal, &lines).map_err(anyhow::Error::msg)?;
        anyhow::Ok((setting, positions, tables))
    };
    files.map(read).collect()
}

/// A journal with the game that it was played with.
fn opened(shelf: &Shelf, text: &str) -> anyhow::Result<(Setting, Journal)> {
    let (journal, _) = Journal::parse(text).map_err(|e| anyhow::anyhow!("{e}"))?;
    let opened = shelf.open_header(&journal.header)?;
    let (header, start) = (opened.header, opened.start);
    let bots = opened.bots.by_clock(cpu_time);
    Ok((Setting { header, start, bots, places: Vec::new() }, journal))
}

/// With how many seeds a level does what a position asks.
fn times(
    setting: &Setting,
    table: &dyn Table,
    position: &Position,
    level: &str,
    seeds: u64,
) -> anyhow::Result<u64> {
    let mut done = 0;
    for seed in 0..seeds {
        let turn = play_turn(setting, table, level, seed).map_err(anyhow::Error::msg)?;
        done += u64::from(position.expect.failures(&turn).is_empty());
    }
    Ok(done)
}

/// Prints what the levels do in each turn of a journal, for whoever writes positions.
fn look(shelf: &Shelf, journal: &Path, levels: &[String], seeds: u64) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(journal);
    let text = text.with_context(|| format!("{} cannot be read", journal.display()))?;
    let (setting, journal) = opened(shelf, &text)?;
    let lines = turns_of(&setting, &journal).map_err(anyhow::Error::msg)?;
    let tables = tables_at(&setting, &journal, &lines).map_err(anyhow::Error::msg)?;
    for (line, table) in lines.iter().zip(tables) {
        let side = table.decider().map_or("nobody".into(), |s| table.side_ids()[s.index()].clone());
        for level in levels {
            for seed in 0..seeds {
                let turn = play_turn(&setting, &*table, level, seed).map_err(anyhow::Error::msg)?;
                say!("line {line} turn {} {side} {level}: {}", table.turn(), said(&turn));
            }
        }
    }
    Ok(())
}

/// A turn in a line.
fn said(turn: &Turn) -> String {
    let c = &turn.conduct;
    let used: Vec<&str> =
        c.verbs.iter().filter(|(_, n)| n.chosen > 0).map(|(v, _)| v.as_str()).collect();
    format!(
        "{} attacks, {} at a loss; {} of {} places empty; {} of {} out of supply; {} lonely guns{}; uses {}; stands in {}",
        c.attacks,
        c.losing_attacks,
        c.empty_places,
        c.places,
        c.unsupplied,
        c.counters,
        c.lonely_guns,
        if turn.has_won { "; has won" } else { "" },
        used.join(" "),
        turn.stands.join(" ")
    )
}
