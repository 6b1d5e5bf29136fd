//! `rokada games`: what is on the shelf.

use shelf::Shelf;
use std::process::ExitCode;

/// Lists the games with their scenarios and options.
pub fn run(shelf: &Shelf) -> anyhow::Result<ExitCode> {
    for id in shelf.ids() {
        let info = shelf.info(id)?;
        let year = if info.year > 0 { format!(", {}", info.year) } else { String::new() };
        println!("{id}: {} ({}{year})", info.title, info.designer);
        println!("    {}", info.blurb);
        if !info.reconstructed.is_empty() {
            println!("    Reconstructed: {}", info.reconstructed);
        }
        for scenario in shelf.scenarios(id)? {
            println!("  {}: {}, {} turns", scenario.id, scenario.title, scenario.turns());
            println!("      {}", scenario.blurb);
            for option in &scenario.option {
                println!("      --option {}={}", option.id, option.values.join("|"));
                println!("          {} [{}]", option.text, option.rule);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
