//! Replays that a visitor causes: few at once, for a limited time, and none goes on when nobody
//! waits for it.
//!
//! Each runs in a thread of its own. When that ends, its heap goes back to the system: a large
//! journal that was refused leaves nothing behind.

use crate::error::ApiError;
use crate::words::said;
use engine::Message;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use table::Budget;
use tokio::sync::{Semaphore, oneshot};

/// How many lines a journal may have that is imported. The longest games of random play, on both
/// sheets of Kursk, have some 11,000; people undo and play with more thought.
pub(crate) const LINES_MAX: usize = 40_000;

/// How long one replay may take: less than an answer may, and many times what the longest journal
/// needs, because the clock runs on while the machine does other work.
pub(crate) const REPLAY_MAX: Duration = Duration::from_secs(25);

/// The time that is left for a replay.
#[derive(Clone)]
struct TimeLeft {
    until: Instant,
    is_cancelled: Arc<AtomicBool>,
}

impl TimeLeft {
    /// So much time from now.
    fn of(time: Duration) -> TimeLeft {
        TimeLeft { until: Instant::now() + time, is_cancelled: Arc::default() }
    }
}

impl Budget for TimeLeft {
    fn goes_on(&self) -> bool {
        !self.is_cancelled.load(Ordering::Relaxed) && Instant::now() < self.until
    }
}

/// Cancels a replay when whoever asked for it has gone, or was told that it takes too long.
struct Waiting(TimeLeft);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }
}

/// Why a replay came to nothing.
pub(crate) enum NotReplayed {
    /// It would take longer than it may.
    TooLong,
    /// The journal is not one of this game; why.
    Broken(String),
    /// A fault of ours.
    Fault(ApiError),
}

impl From<NotReplayed> for ApiError {
    /// The answer where the journal is one of our own tables.
    fn from(why: NotReplayed) -> ApiError {
        match why {
            NotReplayed::TooLong => {
                ApiError::Busy(said(&Message::new("server.replay").n(REPLAY_MAX.as_secs())))
            }
            NotReplayed::Broken(why) => ApiError::fault(&why),
            NotReplayed::Fault(error) => error,
        }
    }
}

/// Does the work of a replay beside everything else, as soon as a slot is free. The slot is held
/// until the work has really ended.
pub(crate) async fn run<T: Send + 'static>(
    slots: &Arc<Semaphore>,
    work: impl FnOnce(&dyn Budget) -> Result<T, String> + Send + 'static,
) -> Result<T, NotReplayed> {
    let fault = |e: &dyn std::fmt::Display| NotReplayed::Fault(ApiError::fault(e));
    let slot = Arc::clone(slots).acquire_owned().await.map_err(|e| fault(&e))?;
    let budget = TimeLeft::of(REPLAY_MAX);
    let waiting = Waiting(budget.clone());
    let (tell, told) = oneshot::channel();
    let spawned = std::thread::Builder::new().name(String::from("replay")).spawn(move || {
        let made = catch_unwind(AssertUnwindSafe(|| work(&budget)));
        let is_late = !budget.goes_on();
        // Whoever asked may have gone: then what was made is dropped here.
        let _ = tell.send((made, is_late));
        drop(slot);
    });
    spawned.map_err(|e| fault(&e))?;
    let (made, is_late) = told.await.map_err(|e| fault(&e))?;
    drop(waiting);
    match made {
        Ok(Ok(made)) => Ok(made),
        Ok(Err(_)) if is_late => Err(NotReplayed::TooLong),
        Ok(Err(why)) => Err(NotReplayed::Broken(why)),
        Err(panic) => Err(fault(&panic_text(&*panic))),
    }
}

/// What a panic said.
pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panic: {}", text.unwrap_or("no message"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots() -> Arc<Semaphore> {
        Arc::new(Semaphore::new(1))
    }

    #[tokio::test]
    async fn a_replay_ends_when_nobody_waits_and_holds_its_slot_until_then() {
        let slots = slots();
        let (begun, has_begun) = std::sync::mpsc::channel();
        let endless = run(&slots, move |budget| {
            begun.send(()).map_err(|e| e.to_string())?;
            while budget.goes_on() {
                std::thread::yield_now();
            }
            Ok(())
        });
        let mut endless = Box::pin(endless);
        while has_begun.try_recv().is_err() {
            assert!(futures_poll(&mut endless).is_none());
        }
        assert_eq!(slots.available_permits(), 0, "it runs");
        drop(endless);
        let next = run(&slots, |_| Ok(7)).await;
        assert!(matches!(next, Ok(7)), "the slot came back when the work had ended");
    }

    /// Polls a future once.
    fn futures_poll<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        match std::pin::Pin::new(future).poll(&mut context) {
            std::task::Poll::Ready(made) => Some(made),
            std::task::Poll::Pending => None,
        }
    }

    #[tokio::test]
    async fn what_breaks_and_what_panics_are_told_apart() {
        let broken = run::<()>(&slots(), |_| Err(String::from("line 3"))).await;
        assert!(matches!(broken, Err(NotReplayed::Broken(why)) if why == "line 3"));
        let panicked = run::<()>(&slots(), |_| panic!("no such counter")).await;
        assert!(matches!(panicked, Err(NotReplayed::Fault(ApiError::Fault(_)))));
    }
}
