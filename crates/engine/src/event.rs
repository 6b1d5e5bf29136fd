//! What happened, for the log, the playback and the viewers.

use crate::{Cited, Rule, Text, Viewer};
use board::{Side, UnitId};
use hex::HexId;
use schemars::JsonSchema;
use serde::Serialize;
use smallvec::SmallVec;

/// What kind of thing happened; the interface chooses an icon by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EventKind {
    /// A turn, a phase or a step began.
    Phase,
    /// Counters moved.
    Moved,
    /// Counters came onto the map.
    Placed,
    /// A combat was declared.
    Declared,
    /// Dice were thrown and a result was read.
    Rolled,
    /// Counters retreated.
    Retreated,
    /// Counters were lost.
    Eliminated,
    /// Supply was judged.
    Supplied,
    /// A hex changed hands.
    Controlled,
    /// Something hidden was shown.
    Revealed,
    /// A track or a state changed.
    Changed,
    /// The game ended.
    Ended,
}

impl EventKind {
    /// The name that the interface knows.
    pub fn name(self) -> &'static str {
        match self {
            EventKind::Phase => "phase",
            EventKind::Moved => "moved",
            EventKind::Placed => "placed",
            EventKind::Declared => "declared",
            EventKind::Rolled => "rolled",
            EventKind::Retreated => "retreated",
            EventKind::Eliminated => "eliminated",
            EventKind::Supplied => "supplied",
            EventKind::Controlled => "controlled",
            EventKind::Revealed => "revealed",
            EventKind::Changed => "changed",
            EventKind::Ended => "ended",
        }
    }
}

/// The way a counter went, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The counter.
    pub unit: UnitId,
    /// Its path.
    pub path: Vec<HexId>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What kind of thing.
    pub kind: EventKind,
    /// The sentence.
    pub text: Text,
    /// The rules that made it so.
    pub rules: Cited,
    /// The counters it is about.
    pub units: SmallVec<[UnitId; 4]>,
    /// The hexes it is about.
    pub hexes: SmallVec<[HexId; 4]>,
    /// The ways counters went.
    pub moves: Vec<Moved>,
    /// The code of the result, if a table was read.
    pub code: Option<String>,
    /// What that result means, in words.
    pub result: Option<Text>,
    /// The dice as they fell, where this event reports a roll.
    pub rolls: SmallVec<[u16; 4]>,
    /// The sum that was looked up, with all modifiers.
    pub total: Option<i16>,
    /// Whether counters went where the enemy's line was: a pursuit, an advance, an overrun.
    pub breakthrough: bool,
    /// The only side that may know it; `None` for all.
    pub only: Option<Side>,
    /// The side that is told otherwise, by an event of its own; `None` for nobody.
    pub except: Option<Side>,
}

impl Event {
    /// An event with a sentence and the rule behind it.
    pub fn new(kind: EventKind, rule: Rule, text: Text) -> Event {
        Event {
            kind,
            text,
            rules: rule.into(),
            units: SmallVec::new(),
            hexes: SmallVec::new(),
            moves: Vec::new(),
            code: None,
            result: None,
            rolls: SmallVec::new(),
            total: None,
            breakthrough: false,
            only: None,
            except: None,
        }
    }

    /// The same about a unit.
    pub fn unit(mut self, unit: UnitId) -> Event {
        self.units.push(unit);
        self
    }

    /// The same about a hex.
    pub fn hex(mut self, hex: HexId) -> Event {
        self.hexes.push(hex);
        self
    }

    /// The same with a further rule.
    pub fn rule(mut self, rule: Rule) -> Event {
        self.rules.push(rule);
        self
    }

    /// The same as a breakthrough.
    pub fn breakthrough(self) -> Event {
        Event { breakthrough: true, ..self }
    }

    /// The same with the dice as they fell and the sum that was looked up.
    pub fn rolled(mut self, rolls: &[u16], total: i16) -> Event {
        self.rolls.extend_from_slice(rolls);
        self.total = Some(total);
        self
    }

    /// Whether `viewer` may know it.
    pub fn is_known_to(&self, viewer: Viewer) -> bool {
        is_told(self.only, self.except, viewer)
    }
}

/// Whether `viewer` is told what only one side may know, or what one side is told otherwise.
pub(crate) fn is_told(only: Option<Side>, except: Option<Side>, viewer: Viewer) -> bool {
    only.is_none_or(|side| viewer.knows_of(side)) && !except.is_some_and(|s| viewer.knows_of(s))
}

/// Who reads a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Reader {
    /// Each side, and whoever looks on: what one of them may not know is told apart.
    #[default]
    Players,
    /// Somebody who may know everything and takes nothing back.
    Referee,
    /// Nobody.
    Nobody,
}

/// Where the rules report what happens. A silent log costs nothing: the event is not even made.
#[derive(Clone, Debug, Default)]
pub struct Log {
    events: Vec<Event>,
    reader: Reader,
    revealed: bool,
}

impl Log {
    /// A log that keeps what it is told.
    pub fn new() -> Log {
        Log::default()
    }

    /// A log that keeps everything as it was, for whoever counts: nothing is masked, and nobody asks what was shown
    /// to whom.
    pub fn referee() -> Log {
        Log { reader: Reader::Referee, ..Log::default() }
    }

    /// A log that keeps nothing; for searches.
    pub fn silent() -> Log {
        Log { reader: Reader::Nobody, ..Log::default() }
    }

    /// Whether nothing is kept, so that nothing need be prepared for it.
    pub fn is_silent(&self) -> bool {
        self.reader == Reader::Nobody
    }

    /// Whether players read it, so that it must be told what each may know.
    pub fn is_for_players(&self) -> bool {
        self.reader == Reader::Players
    }

    /// Reports an event.
    #[inline]
    pub fn say(&mut self, event: impl FnOnce() -> Event) {
        if !self.is_silent() {
            self.events.push(event());
        }
    }

    /// Notes that something hidden was shown, so that undo may not go back behind it.
    pub fn reveal(&mut self) {
        self.revealed = true;
    }

    /// Whether something hidden was shown.
    pub fn has_revealed(&self) -> bool {
        self.revealed
    }

    /// What was reported.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Forgets what was reported and shown, and keeps its room.
    pub fn clear(&mut self) {
        self.events.clear();
        self.revealed = false;
    }

    /// Takes what was reported.
    pub fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}
