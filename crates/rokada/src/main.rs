//! Rokada: operational hex-and-counter wargames with every rule enforced.

mod arguments;
mod commands;
mod cpu;
mod library;
mod out;

use arguments::{Arguments, Command, ServeArgs};
use clap::Parser;
use std::process::ExitCode;

/// Views and searches make many small allocations that live for a moment; the system's allocator costs a
/// server a third of its throughput (docs: benches).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = arguments.shelf().and_then(|shelf| match arguments.command {
        None => commands::serve::run(&shelf, &ServeArgs::unsaid()),
        Some(Command::Serve(args)) => commands::serve::run(&shelf, &args),
        Some(Command::Games) => commands::games::run(&shelf),
        Some(Command::Cases(args)) => commands::cases::run(&shelf, &args),
        Some(Command::Check(args)) => commands::check::run(&shelf, &args),
        Some(Command::Schema(args)) => commands::schema::run(&args),
        Some(Command::Verify(args)) => commands::verify::run(&shelf, &args),
        Some(Command::Backup(args)) => commands::house::backup(&args),
        Some(Command::Restore(args)) => commands::house::restore(&args),
        Some(Command::Journal(args)) => commands::house::journal(&args),
        Some(Command::Show(args)) => commands::show::run(&shelf, &args),
        Some(Command::Play(args)) => commands::play::run(&shelf, &args),
        Some(Command::Laws(args)) => commands::laws::run(&shelf, &args),
        Some(Command::Sim(args)) => commands::sim::run(&shelf, &args),
        Some(Command::Match(args)) => commands::duel::run(&shelf, &args),
        Some(Command::Tune(args)) => commands::tune::run(&shelf, &args),
        Some(Command::Positions(args)) => commands::positions::run(&shelf, &args),
        Some(Command::Map(args)) => commands::draw::map(&shelf, &args),
        Some(Command::Counters(args)) => commands::draw::counters(&shelf, &args),
        Some(Command::Atlas(command)) => commands::atlas::run(&command),
    });
    match done {
        Ok(code) => code,
        Err(error) if out::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            out::complain!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
