//! `rokada schema`: JSON Schemas of data files, for editors.

use crate::arguments::SchemaArgs;
use crate::out::say;
use std::process::ExitCode;

/// Prints a schema, or the names of all.
pub fn run(args: &SchemaArgs) -> anyhow::Result<ExitCode> {
    let mut all = shelf::schemas();
    all.extend(atlas::schemas().into_iter().map(|(name, schema)| (name.to_string(), schema)));
    all.push((String::from("position"), bots::Positions::schema()));
    let Some(wanted) = &args.name else {
        all.iter().for_each(|(name, _)| say!("{name}"));
        return Ok(ExitCode::SUCCESS);
    };
    let names = || all.iter().map(|(name, _)| name.as_str());
    let Some((_, schema)) = all.iter().find(|(name, _)| name == wanted) else {
        let hint = board::hint(wanted, names());
        anyhow::bail!("there is no schema \"{wanted}\"{hint}");
    };
    say!("{:#}", schema.as_value());
    Ok(ExitCode::SUCCESS)
}
