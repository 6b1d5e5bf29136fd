//! The views of a table as they were last made.

use crate::changes::Made;
use engine::shown::Shown;
use engine::{Language, Viewer};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The last view of each kind of viewer in each language. Nothing in a view depends on who looks, only on his eyes and
/// his language, so a hundred spectators cost one view.
pub struct Views {
    /// Tags of other sessions of the same table are none of these.
    epoch: u32,
    made: Mutex<BTreeMap<(usize, Language), Made>>,
}

impl Views {
    /// No views yet; `epoch` is the number of the session.
    pub(crate) fn new(epoch: u32) -> Views {
        Views { epoch, made: Mutex::default() }
    }

    /// The view at a line, made anew only if the table has moved on: what `read` finds in it.
    pub(crate) fn with<T>(
        &self,
        (viewer, language): (Viewer, Language),
        line: u64,
        make: impl FnOnce() -> Shown,
        read: impl FnOnce(&mut Made) -> T,
    ) -> T {
        let place = match viewer {
            Viewer::Player(side) => side.index(),
            Viewer::Spectator => 2,
            Viewer::Referee => 3,
        };
        let mut views = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let made = match views.remove(&(place, language)) {
            Some(made) if made.line == line => made,
            Some(made) => made.next(line, make()),
            None => Made::first(line, make()),
        };
        read(views.entry((place, language)).or_insert(made))
    }

    /// The name of the view at a line.
    pub(crate) fn tag(&self, line: u64, language: Language) -> String {
        match language {
            Language::ENGLISH => format!("{:08x}-{line}", self.epoch),
            other => format!("{:08x}-{line}-{}", self.epoch, other.code()),
        }
    }

    /// The line of the view with this name, if it is one of this session's in the same language.
    pub(crate) fn line_of(&self, tag: &str, language: Language) -> Option<u64> {
        let line = tag.split('-').nth(1)?.parse().ok()?;
        (tag == self.tag(line, language)).then_some(line)
    }
}
