//! Many games at once, handed on in order.

use crate::playing::failed;
use crate::{Finished, Plan, Setting, Wants, play};
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};

/// So many games a thread may wait to be handed on behind a slow one; it keeps the memory bounded.
const AHEAD: u64 = 16;

/// How the games are played.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How many threads play.
    pub threads: usize,
    /// What is wanted of each game.
    pub wants: Wants,
}

/// Which game is next, and how many were handed on.
struct Queue {
    next: u64,
    handed: u64,
    end: u64,
}

/// Plays the games of a plan with these numbers on several threads and hands each to `sink`, in the order of their
/// numbers whatever the number of threads. When `stop` is set no further game begins; those that run are played to
/// their end, so that nothing finished is lost. The first mistake of the sink ends it all.
pub fn run<E>(
    setting: &Setting,
    plan: &Plan,
    numbers: Range<u64>,
    manner: Manner,
    stop: &AtomicBool,
    mut sink: impl FnMut(Finished) -> Result<(), E>,
) -> Result<(), E> {
    let threads = manner.threads.max(1);
    let room = AHEAD * threads as u64;
    let (next, end) = (numbers.start, numbers.end);
    let queue = Mutex::new(Queue { next, handed: next, end });
    let moved = Condvar::new();
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (send, queue, moved) = (send.clone(), &queue, &moved);
            scope.spawn(move || {
                while let Some(n) = take(queue, moved, room, stop) {
                    let finished = play_safely(setting, plan, n, manner.wants);
                    if send.send((n, finished)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let done = hand_on(&receive, &queue, &moved, &mut sink);
        lock(&queue).end = 0;
        moved.notify_all();
        done
    })
}

fn lock(queue: &Mutex<Queue>) -> std::sync::MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of the next game; `None` when there is none or it is time to stop.
fn take(queue: &Mutex<Queue>, moved: &Condvar, room: u64, stop: &AtomicBool) -> Option<u64> {
    let mut queue = lock(queue);
    loop {
        if queue.next >= queue.end || stop.load(Ordering::Acquire) {
            return None;
        }
        if queue.next < queue.handed + room {
            queue.next += 1;
            return Some(queue.next - 1);
        }
        queue = moved.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

/// A game in which the rules or a bot break down is a failed game, not the end of the simulation.
fn play_safely(setting: &Setting, plan: &Plan, n: u64, wants: Wants) -> Finished {
    let order = plan.order(n);
    catch_unwind(AssertUnwindSafe(|| play(setting, &order, wants)))
        .unwrap_or_else(|_| failed(&order, String::from("the rules or a bot broke down")))
}

fn hand_on<E>(
    receive: &mpsc::Receiver<(u64, Finished)>,
    queue: &Mutex<Queue>,
    moved: &Condvar,
    sink: &mut impl FnMut(Finished) -> Result<(), E>,
) -> Result<(), E> {
    let mut waiting = BTreeMap::new();
    let mut next = lock(queue).handed;
    while let Ok((n, finished)) = receive.recv() {
        waiting.insert(n, finished);
        while let Some(finished) = waiting.remove(&next) {
            sink(finished)?;
            next += 1;
        }
        lock(queue).handed = next;
        moved.notify_all();
    }
    Ok(())
}
