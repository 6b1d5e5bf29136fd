//! `rokada backup`, `rokada restore` and `rokada journal`: the tables of a server, from outside.

use super::data_folder;
use crate::arguments::{BackupArgs, JournalArgs, RestoreArgs};
use crate::out::say;
use anyhow::Context;
use server::{Contents, HouseFile, IfTaken};
use std::process::ExitCode;

/// Writes all tables to one file.
pub fn backup(args: &BackupArgs) -> anyhow::Result<ExitCode> {
    let data = data_folder(args.data.as_ref())?;
    let contents = server::backup(&data, &args.file)?;
    say!("{}: {}", args.file.display(), counted(contents));
    Ok(ExitCode::SUCCESS)
}

/// Puts the tables of a backup into a data folder.
pub fn restore(args: &RestoreArgs) -> anyhow::Result<ExitCode> {
    let data = data_folder(args.data.as_ref())?;
    let if_taken = if args.force { IfTaken::SetAside } else { IfTaken::Refuse };
    let restored = server::restore(&args.file, &data, if_taken)?;
    say!("{}: {} restored", data.display(), counted(restored.contents));
    if let Some(aside) = restored.aside {
        say!("the previous tables are kept in {}", aside.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the whole journal of a table.
pub fn journal(args: &JournalArgs) -> anyhow::Result<ExitCode> {
    let house = HouseFile::open(&data_folder(args.data.as_ref())?)?;
    let journal = house.journal(&args.table)?;
    let journal = journal.with_context(|| format!("there is no table \"{}\"", args.table))?;
    crate::out::print(format_args!("{journal}"));
    Ok(ExitCode::SUCCESS)
}

fn counted(contents: Contents) -> String {
    let plural = |n: u64, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    format!("{}, {}", plural(contents.tables, "table"), plural(contents.lines, "line"))
}
