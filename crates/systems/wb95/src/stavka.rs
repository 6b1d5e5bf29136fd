//! STAVKA reserves (K-R29): formations that may be called for at a price in points.

use crate::book::Book;
use crate::game::Wb95;
use crate::scenario::ReserveKind;
use crate::state::{OUT, RESERVE, SCHEDULED, State};
use board::{Spot, UnitId};
use engine::{Arg, Event, EventKind, Log, Text};

impl<B: Book> Wb95<B> {
    /// The formation of the STAVKA to which a counter belongs, if it may come as such now.
    pub fn stavka_of(&self, state: &State<B>, unit: UnitId) -> Option<usize> {
        let index = self.stavka_index(unit)?;
        let open = state.turn >= self.reserves[index].from && !self.came_otherwise(state, index);
        open.then_some(index)
    }

    /// The same whenever it may come.
    fn stavka_index(&self, unit: UnitId) -> Option<usize> {
        let mut reserves = self.reserves.iter();
        reserves.position(|r| r.kind == ReserveKind::Stavka && r.units.contains(&unit))
    }

    /// Whether a formation has been committed.
    pub fn is_committed(&self, state: &State<B>, index: usize) -> bool {
        state.kept.committed & (1 << index) != 0
    }

    /// Whether a counter can no longer come as a dated reinforcement, because its formation came from the STAVKA (K-R33).
    pub fn came_from_stavka(&self, state: &State<B>, unit: UnitId) -> bool {
        self.stavka_index(unit).is_some_and(|i| self.is_committed(state, i))
    }

    /// Whether a formation that is also a dated reinforcement came as that (K-R33).
    fn came_otherwise(&self, state: &State<B>, index: usize) -> bool {
        let came = |u: &UnitId| {
            let spot = state.position.spot(*u);
            let waits = [RESERVE, SCHEDULED, OUT].map(Spot::Box).contains(&spot);
            self.due[u.index()].is_some() && !waits
        };
        !self.is_committed(state, index) && self.reserves[index].units.iter().any(came)
    }

    /// The first counter enters: the formation is committed.
    pub fn commit(&self, state: &mut State<B>, index: usize, log: &mut Log) {
        if self.is_committed(state, index) {
            return;
        }
        state.kept.committed |= 1 << index;
        let reserve = &self.reserves[index];
        log.say(|| {
            let text =
                Text::new("event.committed").with("formation", Arg::Name(reserve.name.clone()));
            Event::new(EventKind::Changed, reserve.rule, text)
        });
    }
}
