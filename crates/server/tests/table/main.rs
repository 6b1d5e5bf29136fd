//! The server as its clients meet it: a real SQLite file, real HTTP over loopback, and a small game with
//! hidden information.
#![allow(clippy::unwrap_used)]

mod advice;
mod backup;
mod bad_requests;
mod bookmarks;
mod bots;
mod campaign;
mod chain;
mod crowd;
mod doors;
mod endpoints;
mod fuzz;
mod history;
mod house;
mod import;
mod interference;
mod keys;
mod kill;
mod language;
mod log;
mod operator;
mod protocol;
mod schema;
mod seats;
mod shelved;
mod storage;
mod stream;
#[path = "../../../table/tests/alone/toy.rs"]
mod toy;
mod trouble;
