//! A house with the toy game only: for the browser tests of hidden information, and for whoever builds a client.
//!
//! `cargo run -p rokada-server --example toy -- PORT FOLDER`

#[path = "../../table/tests/alone/toy.rs"]
mod toy;

use server::{ServeOptions, serve};
use std::sync::Arc;
use toy::ToyLibrary;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut words = std::env::args().skip(1);
    let (Some(port), Some(folder)) = (words.next(), words.next()) else {
        anyhow::bail!("expected a port and a folder");
    };
    let options = ServeOptions { port: Some(port.parse()?), ..ServeOptions::new(folder) };
    serve(Arc::new(ToyLibrary::new()), options).await
}
