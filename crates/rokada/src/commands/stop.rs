//! Stopping long work without losing what is done.

use crate::out::complain;
use anyhow::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A switch that ctrl-C turns on: running games are finished, no further one begins. The second ctrl-C ends the
/// program at once; what is in the folder stays.
pub fn stop_at_ctrl_c() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let switch = Arc::clone(&stop);
    let signals = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()
        .context("cannot listen for Ctrl-C")?;
    std::thread::spawn(move || {
        signals.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                if switch.swap(true, Ordering::AcqRel) {
                    std::process::exit(130);
                }
                complain!("\nfinishing the running games; Ctrl-C again stops at once");
            }
        });
    });
    Ok(stop)
}
