//! What the commands print. A reader who has seen enough (`rokada games | head -1`) closes the
//! pipe: that is no fault, and the program ends quietly.

use std::fmt::Arguments;
use std::io::{Error, ErrorKind, Write};

/// Prints a line to standard output.
macro_rules! say {
    ($($text:tt)*) => { $crate::out::print(format_args!("{}\n", format_args!($($text)*))) };
}

/// Prints a line to standard error, whether or not anybody reads it.
macro_rules! complain {
    ($($text:tt)*) => { $crate::out::print_error(format_args!($($text)*)) };
}

pub(crate) use {complain, say};

/// Prints to standard output as it stands.
pub fn print(text: Arguments<'_>) {
    if let Err(error) = std::io::stdout().lock().write_fmt(text) {
        give_up(&error);
    }
}

/// Prints a line to standard error, whether or not anybody reads it.
pub fn print_error(text: Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn give_up(error: &Error) -> ! {
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(0);
    }
    print_error(format_args!("cannot print: {error}"));
    std::process::exit(1);
}

/// Whether an error only says that nobody reads any more.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |e: &Error| e.kind() == ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<Error>().is_some_and(broken))
}
