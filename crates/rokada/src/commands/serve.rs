//! `rokada serve`, and `rokada` alone: the table in the browser.

use crate::arguments::ServeArgs;
use crate::library::ShelfLibrary;
use anyhow::Context;
use server::{Rates, ServeOptions};
use shelf::Shelf;
use std::process::ExitCode;
use std::sync::Arc;

/// Opens the table until ctrl-C.
pub fn run(shelf: &Shelf, args: &ServeArgs) -> anyhow::Result<ExitCode> {
    let data = match &args.data {
        Some(folder) => folder.clone(),
        None => server::default_data_folder()
            .context("there is no home folder for the tables; name one with --data")?,
    };
    let mut options = ServeOptions::new(data);
    options.port = args.port;
    options.open_browser = !args.no_browser;
    if args.public_url.is_some() {
        options.rates = Rates::for_strangers();
    }
    options.door.listen = args.listen;
    options.door.public_url = args.public_url.clone();
    options.door.trusted_proxies = args.trusted_proxy.clone();
    let library = Arc::new(ShelfLibrary::new(shelf.clone()));
    tokio::runtime::Runtime::new()?.block_on(server::serve(library, options))?;
    Ok(ExitCode::SUCCESS)
}
