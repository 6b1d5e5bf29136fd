//! `rokada games`: what is on the shelf.

use crate::out::say;
use shelf::Shelf;
use std::process::ExitCode;

/// Lists the games with their scenarios and options.
pub fn run(shelf: &Shelf) -> anyhow::Result<ExitCode> {
    for id in shelf.ids() {
        let info = shelf.info(id)?;
        let year = if info.year > 0 { format!(", {}", info.year) } else { String::new() };
        say!("{id}: {} ({}{year})", info.title, info.designer);
        say!("    {}", info.blurb);
        if !info.reconstructed.is_empty() {
            say!("    Reconstructed: {}", info.reconstructed);
        }
        for scenario in shelf.scenarios(id)? {
            say!("  {}: {}, {} turns", scenario.id, scenario.title, scenario.turns());
            say!("      {}", scenario.blurb);
            for option in &scenario.option {
                say!("      --option {}={}", option.id, option.values.join("|"));
                say!("          {} [{}]", option.text, option.rule);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
