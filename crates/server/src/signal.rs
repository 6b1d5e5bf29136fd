//! When to stop: ctrl-C and SIGTERM mean the same. The second signal ends the program at once.

/// Waits for the first signal. From then on the next one ends the process.
pub(crate) async fn stop() {
    let mut signals = Signals::new();
    let name = signals.next().await;
    tracing::info!(signal = name, "stopping");
    tokio::spawn(async move {
        let name = signals.next().await;
        tracing::warn!(signal = name, "stopped at once by a second signal");
        std::process::exit(1);
    });
}

#[cfg(unix)]
struct Signals {
    interrupt: Option<tokio::signal::unix::Signal>,
    terminate: Option<tokio::signal::unix::Signal>,
}

#[cfg(unix)]
impl Signals {
    fn new() -> Signals {
        use tokio::signal::unix::{SignalKind, signal};
        let listen = |kind: SignalKind| {
            let heard = signal(kind);
            if let Err(error) = &heard {
                tracing::warn!(%error, "a signal cannot be listened to");
            }
            heard.ok()
        };
        Signals {
            interrupt: listen(SignalKind::interrupt()),
            terminate: listen(SignalKind::terminate()),
        }
    }

    async fn next(&mut self) -> &'static str {
        tokio::select! {
            () = heard(&mut self.interrupt) => "SIGINT",
            () = heard(&mut self.terminate) => "SIGTERM",
        }
    }
}

#[cfg(unix)]
async fn heard(signal: &mut Option<tokio::signal::unix::Signal>) {
    let came = match signal {
        Some(signal) => signal.recv().await,
        None => None,
    };
    if came.is_none() {
        std::future::pending::<()>().await;
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> Signals {
        Signals
    }

    async fn next(&mut self) -> &'static str {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        "ctrl-C"
    }
}
