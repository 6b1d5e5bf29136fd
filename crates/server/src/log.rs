//! The log: what an operator needs to know, on standard error.
//!
//! No token, cookie, invitation, secret of dice or line of a journal ever stands in it; tables are
//! named by their ids, faults by the numbers that people are shown.

use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::{MakeWriter, layer};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::registry;
use tracing_subscriber::util::SubscriberInitExt;

/// How the lines of the log look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    #[default]
    Pretty,
    /// One JSON object a line, for programs.
    Json,
}

/// Starts the log on standard error. `levels` are those of `tracing`: `warn`, or
/// `info,server=debug`. A sentence if they are not understood. A second call changes nothing.
pub fn start_log(format: LogFormat, levels: &str) -> Result<(), String> {
    start_log_to(std::io::stderr, format, levels)
}

/// The same to somewhere else.
pub fn start_log_to<W>(writer: W, format: LogFormat, levels: &str) -> Result<(), String>
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let filter: Targets = levels.parse().map_err(|e| {
        format!("\"{levels}\" is no log level ({e}); expected such as warn or info")
    })?;
    let lines = layer().with_writer(writer).with_target(false);
    let lines = match format {
        LogFormat::Pretty => lines.with_ansi(false).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    // It fails only where a log has been started before.
    let _ = registry().with(lines.with_filter(filter)).try_init();
    Ok(())
}
