//! The time that bots think by.

use std::time::Duration;

/// The CPU time of this thread, so that a busy machine does not make a bot stupid.
#[cfg(unix)]
pub fn cpu_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

/// Where the system does not tell the time of a thread: the time of day.
#[cfg(not(unix))]
pub fn cpu_time() -> Duration {
    static BEGUN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(std::time::Instant::now).elapsed()
}
