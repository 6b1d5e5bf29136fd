//! What is counted, and how it is written for Prometheus. Counts say nothing about any one table or
//! visitor.

use crate::api::ROUTES;
use crate::app::App;
use crate::error::faults;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use std::fmt::{Display, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper ends of the classes of a [`Timing`], in microseconds.
const CLASSES_US: [u64; 8] = [500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000, 1_000_000];

/// How long something took, many times: a histogram.
#[derive(Default)]
pub struct Timing {
    classes: [AtomicU64; CLASSES_US.len()],
    count: AtomicU64,
    sum_us: AtomicU64,
}

impl Timing {
    /// Adds one.
    pub fn add(&self, time: Duration) {
        let us = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        if let Some(i) = CLASSES_US.iter().position(|most| us <= *most) {
            self.classes[i].fetch_add(1, Ordering::Relaxed);
        }
        self.sum_us.fetch_add(us, Ordering::Relaxed);
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    fn write(&self, out: &mut String, name: &str, help: &str) {
        head(out, name, "histogram", help);
        let mut below = 0;
        for (most, class) in CLASSES_US.iter().zip(&self.classes) {
            below += class.load(Ordering::Relaxed);
            let le = seconds(*most);
            let _ = writeln!(out, "{name}_bucket{{le=\"{le}\"}} {below}");
        }
        let count = self.count.load(Ordering::Relaxed);
        let sum = seconds(self.sum_us.load(Ordering::Relaxed));
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(out, "{name}_sum {sum}\n{name}_count {count}");
    }
}

fn seconds(us: u64) -> f64 {
    us as f64 / 1e6
}

/// Why an import was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Too many lines or bytes, or too long to replay.
    Limit,
    /// It is no whole journal.
    Damaged,
    /// It does not replay.
    Broken,
}

impl Refused {
    /// Its word in metrics and in the log.
    pub(crate) fn name(self) -> &'static str {
        ["limit", "damaged", "broken"][self as usize]
    }
}

/// The classes of a status, from 1xx to 5xx.
type Statuses = [AtomicU64; 5];

/// Everything that is counted.
pub(crate) struct Metrics {
    /// By the places of [`ROUTES`]; the last counts pages, files and what is nowhere.
    requests: Vec<Statuses>,
    choices: AtomicU64,
    bot_choices: AtomicU64,
    refused: [AtomicU64; 3],
    /// How many lines were replayed to open tables.
    replayed: AtomicU64,
    /// How long bots thought.
    pub(crate) thinking: Timing,
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics {
            requests: (0..=ROUTES.len()).map(|_| Statuses::default()).collect(),
            choices: AtomicU64::new(0),
            bot_choices: AtomicU64::new(0),
            refused: Default::default(),
            replayed: AtomicU64::new(0),
            thinking: Timing::default(),
        }
    }
}

/// What is not counted, but looked at when somebody asks.
pub(crate) struct Gauges<'a> {
    /// Tables in memory.
    pub(crate) tables: usize,
    /// Streams that are open.
    pub(crate) streams: usize,
    /// How long the transactions of the store took.
    pub(crate) commits: Option<&'a Timing>,
}

impl Metrics {
    /// Something was done at a table and is stored.
    pub(crate) fn acted(&self, is_bot: bool) {
        let count = if is_bot { &self.bot_choices } else { &self.choices };
        count.fetch_add(1, Ordering::Relaxed);
    }

    /// A table was opened by replaying so many lines.
    pub(crate) fn replayed(&self, lines: u64) {
        self.replayed.fetch_add(lines, Ordering::Relaxed);
    }

    /// An import was refused.
    pub(crate) fn refused(&self, why: Refused) {
        self.refused[why as usize].fetch_add(1, Ordering::Relaxed);
    }

    fn answered(&self, method: &str, path: Option<&str>, status: u16) {
        let route =
            ROUTES.iter().position(|(m, p)| Some(*p) == path && m.eq_ignore_ascii_case(method));
        let class = usize::from(status / 100).clamp(1, 5) - 1;
        self.requests[route.unwrap_or(ROUTES.len())][class].fetch_add(1, Ordering::Relaxed);
    }

    /// Everything as Prometheus reads it.
    pub(crate) fn write(&self, now: &Gauges<'_>) -> String {
        let mut out = String::new();
        self.write_requests(&mut out);
        let name = "rokada_choices_total";
        head(&mut out, name, "counter", "Choices, undos, orders and resignations that are stored.");
        for (by, count) in [("person", &self.choices), ("bot", &self.bot_choices)] {
            let _ = writeln!(out, "{name}{{by=\"{by}\"}} {}", count.load(Ordering::Relaxed));
        }
        let name = "rokada_imports_refused_total";
        head(&mut out, name, "counter", "Imports that were refused.");
        for why in [Refused::Limit, Refused::Damaged, Refused::Broken] {
            let count = self.refused[why as usize].load(Ordering::Relaxed);
            let _ = writeln!(out, "{name}{{reason=\"{}\"}} {count}", why.name());
        }
        let replayed = self.replayed.load(Ordering::Relaxed);
        let help = "Lines replayed to open tables.";
        one(&mut out, "rokada_lines_replayed_total", "counter", help, replayed);
        let faults = faults();
        one(&mut out, "rokada_faults_total", "counter", "Faults with a number.", faults);
        let help = "Tables in memory.";
        one(&mut out, "rokada_tables_live", "gauge", help, now.tables);
        one(&mut out, "rokada_streams_open", "gauge", "Streams open.", now.streams);
        self.thinking.write(&mut out, "rokada_bot_thinking_seconds", "Bots thinking of a choice.");
        if let Some(commits) = now.commits {
            commits.write(&mut out, "rokada_store_commit_seconds", "Transactions on disk.");
        }
        if let Some(bytes) = resident_bytes() {
            let help = "Resident memory.";
            one(&mut out, "process_resident_memory_bytes", "gauge", help, bytes);
        }
        head(&mut out, "rokada_build_info", "gauge", "The version of the program.");
        let _ = writeln!(out, "rokada_build_info{{version=\"{}\"}} 1", env!("CARGO_PKG_VERSION"));
        out
    }

    fn write_requests(&self, out: &mut String) {
        let name = "rokada_requests_total";
        head(out, name, "counter", "Requests by route and class of status.");
        let routes = ROUTES.iter().copied().chain([("any", "other")]);
        for ((method, path), statuses) in routes.zip(&self.requests) {
            for (class, count) in statuses.iter().enumerate() {
                let count = count.load(Ordering::Relaxed);
                if count > 0 {
                    let labels = format!("method=\"{method}\",route=\"{path}\"");
                    let _ = writeln!(out, "{name}{{{labels},status=\"{}xx\"}} {count}", class + 1);
                }
            }
        }
    }
}

fn head(out: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn one(out: &mut String, name: &str, kind: &str, help: &str, value: impl Display) {
    head(out, name, kind, help);
    let _ = writeln!(out, "{name} {value}");
}

/// The memory that the process holds, where the system tells it cheaply.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

/// Counts every answer, also of those who were not let in.
pub(crate) async fn count(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let method = request.method().as_str().to_owned();
    let path = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let path = path.as_ref().map(MatchedPath::as_str);
    app.metrics.answered(&method, path, response.status().as_u16());
    response
}
