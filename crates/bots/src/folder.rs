//! The folder of a simulation: every finished game as it comes, so that a stopped one can go on.
//!
//! `games.sqlite` is the truth, one row a game, written before the game counts as finished; `games.csv` is the same for
//! spreadsheets and is written anew when a simulation goes on.

use crate::{Finished, Plan, Record, Setting};
use board::Side;
use engine::Journal;
use rusqlite::{Connection, OptionalExtension, params};
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It cannot be read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, std::io::Error),
    /// Its database cannot be read or written.
    #[error("{0}: {1}")]
    Database(PathBuf, rusqlite::Error),
    /// It holds the games of another simulation.
    #[error("{folder} holds another simulation ({found}); name another folder for {wanted}")]
    Other {
        /// The folder.
        folder: String,
        /// What it holds.
        found: String,
        /// What was to be played.
        wanted: String,
    },
    /// A row of its database is no record of a game.
    #[error("{0}: game {1} cannot be read: {2}")]
    Row(PathBuf, u64, String),
}

/// The folder of a simulation.
pub struct Folder {
    path: PathBuf,
    database: Connection,
    csv: BufWriter<File>,
    sides: [String; 2],
}

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS simulation (settings TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (
  n INTEGER PRIMARY KEY, seed TEXT NOT NULL, bot_a TEXT NOT NULL, bot_b TEXT NOT NULL,
  outcome TEXT NOT NULL, winner TEXT, turns INTEGER NOT NULL, choices INTEGER NOT NULL,
  points INTEGER, lost_a INTEGER NOT NULL, lost_b INTEGER NOT NULL, failure TEXT, record TEXT NOT NULL
);";

impl Folder {
    /// Opens or makes a folder. The games that are already there are handed to `each` in order.
    pub fn open(
        path: &Path,
        setting: &Setting,
        plan: &Plan,
        sides: [String; 2],
        mut each: impl FnMut(&Record),
    ) -> Result<Folder, FolderError> {
        let io = |e| FolderError::Io(path.to_path_buf(), e);
        std::fs::create_dir_all(path).map_err(io)?;
        let file = path.join("games.sqlite");
        let database =
            Connection::open(&file).map_err(|e| FolderError::Database(file.clone(), e))?;
        let wanted = settings(setting, plan);
        let found = prepare(&database, &wanted).map_err(|e| FolderError::Database(file, e))?;
        if found != wanted {
            let folder = path.display().to_string();
            return Err(FolderError::Other { folder, found, wanted });
        }
        let csv = BufWriter::new(File::create(path.join("games.csv")).map_err(io)?);
        let mut folder = Folder { path: path.to_path_buf(), database, csv, sides };
        folder.write_csv_head()?;
        folder.read(|folder, record| {
            each(record);
            folder.write_csv(record)
        })?;
        folder.flush()?;
        Ok(folder)
    }

    fn database_error(&self, error: rusqlite::Error) -> FolderError {
        FolderError::Database(self.path.join("games.sqlite"), error)
    }

    /// Hands every stored game on, one at a time.
    fn read(
        &mut self,
        mut each: impl FnMut(&mut Folder, &Record) -> Result<(), FolderError>,
    ) -> Result<(), FolderError> {
        for n in 0.. {
            let select = "SELECT record FROM games WHERE n = ?1";
            let row = self.database.query_row(select, [n as i64], |row| row.get::<_, String>(0));
            let Some(text) = row.optional().map_err(|e| self.database_error(e))? else { break };
            let record: Record = serde_json::from_str(&text)
                .map_err(|e| FolderError::Row(self.path.clone(), n, e.to_string()))?;
            each(self, &record)?;
        }
        Ok(())
    }

    /// Stores a finished game.
    pub fn add(&mut self, finished: &Finished) -> Result<(), FolderError> {
        let record = &finished.record;
        if let Some(journal) = &finished.journal {
            self.write_journal(record.n, journal)?;
        }
        self.insert(record).map_err(|e| self.database_error(e))?;
        self.write_csv(record)?;
        self.flush()
    }

    fn insert(&self, record: &Record) -> rusqlite::Result<usize> {
        let json = serde_json::to_string(record).unwrap_or_default();
        let mut insert = self.database.prepare_cached(
            "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        )?;
        insert.execute(params![
            record.n as i64,
            record.seed.to_string(),
            record.bots[0],
            record.bots[1],
            record.outcome,
            self.winner(record),
            record.turns,
            record.choices as i64,
            record.points,
            record.lost(Side::A),
            record.lost(Side::B),
            record.failure,
            json,
        ])
    }

    fn winner(&self, record: &Record) -> Option<&str> {
        record.winner.map(|side| self.sides[side.index()].as_str())
    }

    fn write_journal(&self, n: u64, journal: &Journal) -> Result<(), FolderError> {
        let folder = self.path.join("journals");
        let io = |e| FolderError::Io(folder.clone(), e);
        std::fs::create_dir_all(&folder).map_err(io)?;
        std::fs::write(folder.join(format!("{n:06}.journal")), journal.write()).map_err(io)
    }

    fn write_csv_head(&mut self) -> Result<(), FolderError> {
        let [a, b] = self.sides.clone();
        self.write_line(&format!(
            "n,seed,{a}_bot,{b}_bot,outcome,winner,turns,choices,points,{a}_lost,{b}_lost,failure"
        ))
    }

    fn write_csv(&mut self, record: &Record) -> Result<(), FolderError> {
        let fields = [
            record.n.to_string(),
            record.seed.to_string(),
            record.bots[0].clone(),
            record.bots[1].clone(),
            record.outcome.clone(),
            self.winner(record).unwrap_or_default().to_string(),
            record.turns.to_string(),
            record.choices.to_string(),
            record.points.map_or_else(String::new, |p| p.to_string()),
            record.lost(Side::A).to_string(),
            record.lost(Side::B).to_string(),
            record.failure.clone().unwrap_or_default(),
        ];
        let quoted: Vec<String> = fields.iter().map(|f| quote(f)).collect();
        self.write_line(&quoted.join(","))
    }

    fn write_line(&mut self, line: &str) -> Result<(), FolderError> {
        writeln!(self.csv, "{line}").map_err(|e| FolderError::Io(self.path.join("games.csv"), e))
    }

    fn flush(&mut self) -> Result<(), FolderError> {
        self.csv.flush().map_err(|e| FolderError::Io(self.path.join("games.csv"), e))
    }

    /// Writes the report.
    pub fn write_report(&self, html: &str) -> Result<PathBuf, FolderError> {
        let file = self.path.join("report.html");
        std::fs::write(&file, html).map_err(|e| FolderError::Io(file.clone(), e))?;
        Ok(file)
    }
}

/// What must be the same for a simulation to go on.
fn settings(setting: &Setting, plan: &Plan) -> String {
    let header = &setting.header;
    json!({
        "game": header.game, "scenario": header.scenario, "options": header.options,
        "edition": header.edition, "data": header.data, "plan": plan,
    })
    .to_string()
}

/// The settings of the simulation in this database; those wanted if it is new.
fn prepare(database: &Connection, wanted: &str) -> rusqlite::Result<String> {
    database.pragma_update(None, "journal_mode", "WAL")?;
    database.pragma_update(None, "synchronous", "NORMAL")?;
    database.execute_batch(SCHEMA)?;
    let select = "SELECT settings FROM simulation";
    if let Some(found) = database.query_row(select, [], |row| row.get(0)).optional()? {
        return Ok(found);
    }
    database.execute("INSERT INTO simulation VALUES (?1)", [wanted])?;
    Ok(wanted.to_string())
}

/// A field of a CSV line (RFC 4180).
fn quote(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_string(),
    }
}
