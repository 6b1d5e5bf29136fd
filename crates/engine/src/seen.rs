//! The counters of a table as they were last shown, so that only those that look otherwise are put into words again.

use crate::shown::{Shared, UnitShown};
use crate::view::UnitView;
use crate::{Language, Viewer};
use board::UnitId;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// What each kind of viewer was last shown of a table, in each language. It belongs to the table and never to its state.
#[derive(Default)]
pub(crate) struct Seen(Mutex<BTreeMap<(usize, Language), Counters>>);

/// Counters as the rules saw them, and in words.
#[derive(Default)]
pub(crate) struct Counters(BTreeMap<UnitId, (UnitView, Shared<UnitShown>)>);

impl Seen {
    /// Shows something of the counters to a viewer.
    pub(crate) fn with<R>(
        &self,
        viewer: Viewer,
        language: Language,
        show: impl FnOnce(&mut Counters) -> R,
    ) -> R {
        let place = match viewer {
            Viewer::Player(side) => side.index(),
            Viewer::Spectator => 2,
            Viewer::Referee => 3,
        };
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        show(seen.entry((place, language)).or_default())
    }
}

impl Counters {
    /// A counter in words: as it was, if it looks the same.
    pub(crate) fn of(
        &mut self,
        view: UnitView,
        say: impl FnOnce(&UnitView) -> UnitShown,
    ) -> Shared<UnitShown> {
        if let Some((before, shown)) = self.0.get(&view.unit)
            && *before == view
        {
            return shown.clone();
        }
        let shown = Shared::new(say(&view));
        self.0.insert(view.unit, (view, shown.clone()));
        shown
    }

    /// Forgets who is gone, if they have become more than those who are here. A hidden counter has another name
    /// wherever it lies.
    pub(crate) fn tidy(&mut self, here: usize) {
        if self.0.len() > 2 * here {
            self.0.clear();
        }
    }
}
