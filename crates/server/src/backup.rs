//! Backup and restore: the tables of a data folder in one file, complete or not at all.
//!
//! A backup is taken while the server runs. It is one moment of the database, with what still lies
//! in the write-ahead log; a copy of `tables.sqlite` alone would lack that.

use crate::lock::FolderLock;
use crate::serve::{DATABASE, make_private_folder};
use crate::sqlite::{self, MIGRATIONS};
use anyhow::{Context, bail, ensure};
use rusqlite::{Connection, OpenFlags};
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How much is in a file of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The tables.
    pub tables: u64,
    /// The lines of their journals.
    pub lines: u64,
}

/// A file of tables that is only read: that of a data folder, also while a server writes to it, or
/// a backup.
pub struct HouseFile {
    path: PathBuf,
    connection: Connection,
}

impl HouseFile {
    /// Opens a file of tables, or the one in a data folder.
    pub fn open(path: &Path) -> anyhow::Result<HouseFile> {
        let path = if path.is_dir() { path.join(DATABASE) } else { path.to_path_buf() };
        ensure!(path.is_file(), "there are no tables at {}", path.display());
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&path, flags)
            .with_context(|| format!("cannot open {}", path.display()))?;
        connection.busy_timeout(Duration::from_secs(10))?;
        Ok(HouseFile { path, connection })
    }

    /// Whether a file looks like a database at all, by its first bytes.
    pub fn is_one(path: &Path) -> bool {
        let magic = b"SQLite format 3\0";
        let mut head = [0; 16];
        let read = File::open(path).and_then(|mut f| std::io::Read::read_exact(&mut f, &mut head));
        path.join(DATABASE).is_file() || read.is_ok() && head == *magic
    }

    /// Checks that the file is whole and one of ours, and counts what is in it.
    pub fn check(&self) -> anyhow::Result<Contents> {
        let name = self.path.display();
        let ask = |sql: &str| self.connection.query_row(sql, [], |row| row.get::<_, u64>(0));
        let verdict: String = self
            .connection
            .query_row("pragma integrity_check(1)", [], |row| row.get(0))
            .with_context(|| format!("{name} is damaged"))?;
        ensure!(verdict == "ok", "{name} is damaged: {verdict}");
        let version = ask("select count(*) from version");
        let version = version.with_context(|| format!("{name} holds no tables of this program"))?;
        ensure!(
            version as usize <= MIGRATIONS.len(),
            "{name} was written by a newer version of this program"
        );
        Ok(Contents {
            tables: ask("select count(*) from tables")?,
            lines: ask("select count(*) from lines")?,
        })
    }

    /// The names of the tables, the oldest first.
    pub fn tables(&self) -> anyhow::Result<Vec<String>> {
        let mut all = self.connection.prepare("select id from tables order by key")?;
        let ids = all.query_map([], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// The whole journal of a table as it is stored, with everything that is hidden; `None` if
    /// there is no such table.
    pub fn journal(&self, id: &str) -> anyhow::Result<Option<String>> {
        let stored = sqlite::load(&self.connection, id)?;
        Ok(stored.map(|stored| table::lost::whole(&stored)))
    }

    /// Writes everything, as it is at this moment, to a new file that only its owner may read.
    fn copy_to(&self, to: &Path) -> anyhow::Result<Contents> {
        let _ = std::fs::remove_file(to);
        sqlite::make_private(to).with_context(|| format!("cannot write {}", to.display()))?;
        let target = to.to_str().context("the name of the file is not text")?;
        self.connection
            .execute("vacuum into ?", [target])
            .with_context(|| format!("cannot write {}", to.display()))?;
        File::open(to)?.sync_all()?;
        HouseFile::open(to)?.check()
    }
}

/// Writes the tables of a data folder to a new file, also while a server plays them. The file
/// appears under its name when it is complete; one that is there already is not overwritten.
pub fn backup(data: &Path, to: &Path) -> anyhow::Result<Contents> {
    ensure!(!to.exists(), "{} is there already; a backup overwrites nothing", to.display());
    let part = beside(to, ".part");
    let written = HouseFile::open(data)?.copy_to(&part).and_then(|contents| {
        // A link is never made over a file that came into being meanwhile.
        std::fs::hard_link(&part, to).with_context(|| format!("cannot write {}", to.display()))?;
        Ok(contents)
    });
    let _ = std::fs::remove_file(&part);
    sync_folder(to);
    written
}

/// What to do where a data folder holds tables already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfTaken {
    /// Refuse.
    Refuse,
    /// Keep them in a file of their own.
    SetAside,
}

/// What a restore did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// What is in the folder now.
    pub contents: Contents,
    /// Where the tables are that were there before.
    pub aside: Option<PathBuf>,
}

/// Puts a backup into a data folder that no server uses. It is checked before anything is touched.
pub fn restore(from: &Path, data: &Path, if_taken: IfTaken) -> anyhow::Result<Restored> {
    let backup = HouseFile::open(from)?;
    backup.check()?;
    make_private_folder(data)
        .with_context(|| format!("cannot make the folder {}", data.display()))?;
    let _lock = FolderLock::take(data)?;
    let target = data.join(DATABASE);
    let is_taken = target.exists() && !is_empty(&target);
    if is_taken && if_taken == IfTaken::Refuse {
        bail!("{} holds tables already; --force keeps them in a file of their own", data.display());
    }
    let part = beside(&target, ".part");
    let contents = backup.copy_to(&part)?;
    let aside = is_taken.then(|| data.join(format!("tables-before-{}.sqlite", now_s())));
    set_aside(&target, aside.as_deref())?;
    std::fs::rename(&part, &target)
        .with_context(|| format!("cannot write {}", target.display()))?;
    sync_folder(&target);
    Ok(Restored { contents, aside })
}

/// Whether a file of tables holds none. One that cannot be read may hold some.
fn is_empty(file: &Path) -> bool {
    let contents = HouseFile::open(file).and_then(|house| house.check());
    contents.is_ok_and(|contents| contents.tables == 0)
}

/// Moves a database away with its write-ahead log, or removes it where there is nowhere to move it.
fn set_aside(target: &Path, aside: Option<&Path>) -> anyhow::Result<()> {
    let _ = std::fs::remove_file(beside(target, "-shm"));
    for end in ["", "-wal"] {
        let from = beside(target, end);
        let moved = match aside {
            _ if !from.exists() => Ok(()),
            Some(aside) => std::fs::rename(&from, beside(aside, end)),
            None => std::fs::remove_file(&from),
        };
        moved.with_context(|| format!("cannot move {}", from.display()))?;
    }
    Ok(())
}

fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(end);
    PathBuf::from(name)
}

/// Makes a new name survive a power failure, where the system can.
fn sync_folder(file: &Path) {
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

fn now_s() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs())
}
