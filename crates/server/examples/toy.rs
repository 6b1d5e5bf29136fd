//! A table with the toy game, for whoever builds a client:
//! `cargo run -p rokada-server --example toy -- FOLDER [PORT]`.

use server::toy::ToyLibrary;
use server::{ServeOptions, serve};
use std::sync::Arc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| String::from("target/toy-tables"));
    let port = arguments.next().map(|p| p.parse()).transpose()?;
    serve(Arc::new(ToyLibrary::new()), ServeOptions { port, ..ServeOptions::new(folder) }).await
}
