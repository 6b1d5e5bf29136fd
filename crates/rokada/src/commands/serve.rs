//! `rokada serve`, and `rokada` alone: the table in the browser.

use super::data_folder;
use crate::arguments::{LogArgs, LogForm, ServeArgs};
use crate::cpu::cpu_time;
use crate::library::ShelfLibrary;
use server::{LogFormat, Rates, ServeOptions};
use shelf::Shelf;
use std::process::ExitCode;
use std::sync::Arc;

/// Opens the table until ctrl-C or SIGTERM.
pub fn run(shelf: &Shelf, args: &ServeArgs) -> anyhow::Result<ExitCode> {
    start_log(&args.log)?;
    let mut options = ServeOptions::new(data_folder(args.data.as_ref())?);
    options.port = args.port;
    options.open_browser = !args.no_browser;
    if args.public_url.is_some() {
        options.rates = Rates::for_strangers();
    }
    options.door.listen = args.listen;
    options.door.public_url = args.public_url.clone();
    options.door.trusted_proxies = args.trusted_proxy.clone();
    let library = Arc::new(ShelfLibrary::new(shelf.clone()).by_clock(cpu_time));
    tokio::runtime::Runtime::new()?.block_on(server::serve(library, options))?;
    Ok(ExitCode::SUCCESS)
}

/// Somebody who plays at home sees only what went wrong; whoever asks for a log gets one.
fn start_log(args: &LogArgs) -> anyhow::Result<()> {
    let usual = if args.form.is_some() { "info" } else { "warn" };
    let named = std::env::var("ROKADA_LOG").ok().filter(|levels| !levels.is_empty());
    let levels = args.level.clone().or(named);
    let format = match args.form {
        Some(LogForm::Json) => LogFormat::Json,
        Some(LogForm::Pretty) | None => LogFormat::Pretty,
    };
    server::start_log(format, levels.as_deref().unwrap_or(usual)).map_err(anyhow::Error::msg)
}
