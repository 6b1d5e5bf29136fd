//! A file that keeps what a long command has done: the first line says which command it is, each further line is a part done.

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::Write;
use std::path::Path;

/// The file; nothing is kept where none was named.
pub struct Kept(Option<std::fs::File>);

impl Kept {
    /// Opens the file, or begins it, and hands over what is there. `what` says what would be in the file of another command.
    pub fn open<T: DeserializeOwned>(
        path: Option<&Path>,
        head: &serde_json::Value,
        what: &str,
        mut there: impl FnMut(T),
    ) -> anyhow::Result<Kept> {
        let Some(path) = path else { return Ok(Kept(None)) };
        let (head, named) = (head.to_string(), || format!("{} cannot be used", path.display()));
        if !path.exists() {
            let mut file = std::fs::File::create(path).with_context(named)?;
            writeln!(file, "{head}").with_context(named)?;
            return Ok(Kept(Some(file)));
        }
        let text = std::fs::read_to_string(path).with_context(named)?;
        let mut lines = text.lines();
        if lines.next() != Some(&head) {
            anyhow::bail!("{} holds {what}", path.display());
        }
        for line in lines {
            there(serde_json::from_str(line).with_context(named)?);
        }
        let file = std::fs::OpenOptions::new().append(true).open(path).with_context(named)?;
        Ok(Kept(Some(file)))
    }

    /// Adds a part.
    pub fn add(&mut self, part: &impl Serialize) -> anyhow::Result<()> {
        if let Some(file) = &mut self.0 {
            writeln!(file, "{}", serde_json::to_string(part)?)?;
        }
        Ok(())
    }
}
