//! Names for contents: equal tags, equal contents.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

/// A name for the contents of something that changes, such as the counters of a side. Whoever changes
/// them gives them a new name; a copy keeps it. What was worked out from contents may be used as long as their
/// tag stays the same.
///
/// It is no part of what it names: equality, hashes and stored forms do not know it.
///
/// ```
/// use board::Tag;
/// let tag = Tag::new();
/// let copy = tag;
/// assert!(copy.is(tag));
/// assert!(!Tag::new().is(tag));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tag(u64);

/// A thread takes so many tags at once, so that threads seldom meet.
const BLOCK: u64 = 1 << 20;

/// The blocks that have been taken.
static BLOCKS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The next tag of this thread, and the first that is not its own.
    static NEXT: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
}

impl Tag {
    /// A name that nothing else has.
    pub fn new() -> Tag {
        NEXT.with(|kept| {
            let (mut next, mut end) = kept.get();
            if next == end {
                next = BLOCKS.fetch_add(1, Ordering::Relaxed) * BLOCK;
                end = next + BLOCK;
            }
            kept.set((next + 1, end));
            Tag(next)
        })
    }

    /// Whether both name the same contents.
    #[inline]
    pub fn is(self, other: Tag) -> bool {
        self.0 == other.0
    }
}

impl Default for Tag {
    fn default() -> Tag {
        Tag::new()
    }
}

impl PartialEq for Tag {
    fn eq(&self, _: &Tag) -> bool {
        true
    }
}

impl Eq for Tag {}

impl Hash for Tag {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[cfg(test)]
mod tests {
    use super::Tag;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_threads_give_the_same_name() {
        let many = || (0..1000).map(|_| Tag::new().0).collect::<Vec<_>>();
        let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(many)).collect();
        let all: Vec<u64> =
            threads.into_iter().flat_map(|t| t.join().unwrap_or_default()).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 4000);
    }
}
