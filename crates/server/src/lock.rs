//! The lock on a data folder: one server at a time plays its tables.

use anyhow::Context;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::Path;

/// A data folder that nobody else serves. The system lets go of the lock when the process ends,
/// however it ends.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Takes the lock of a folder; a sentence that names the folder if somebody else has it.
    pub fn take(folder: &Path) -> anyhow::Result<FolderLock> {
        let path = folder.join("lock");
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file =
            options.open(&path).with_context(|| format!("cannot open {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = (&file).take(20).read_to_string(&mut holder);
                anyhow::bail!(
                    "The tables in {} are in use by another server{}; stop it first, or name another \
                     folder with --data.",
                    folder.display(),
                    named(&holder)
                );
            }
            // Some network file systems have no locks; the journal itself still cannot fork.
            Err(TryLockError::Error(error)) => {
                tracing::warn!(folder = %folder.display(), %error, "the data folder cannot be locked");
            }
        }
        // The number only helps whoever reads the sentence above; the lock holds without it.
        let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
        Ok(FolderLock { _file: file })
    }
}

fn named(holder: &str) -> String {
    match holder.trim().parse::<u32>() {
        Ok(process) => format!(" (process {process})"),
        Err(_) => String::new(),
    }
}
