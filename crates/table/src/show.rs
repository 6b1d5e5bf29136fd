//! The state of a table as one viewer is shown it: made as text, once for all who look with the same eyes.

use crate::changes::Changes;
use crate::library::Next;
use crate::live::{Eyes, Live};
use crate::past;
use crate::record::Hashed;
use crate::seats::SeatShown;
use board::Side;
use engine::shown::{EventShown, OutcomeShown, RefusalShown, Shown};
use engine::{Catalogue, Id, Language, LeftOut, Table, Text, Told, UndoBoundary, Viewer};
use mind::Explained;
use schemars::JsonSchema;
use serde::Serialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything of a state but its events and its view.
#[derive(Serialize, JsonSchema)]
struct Frame<'a> {
    /// Why this is the answer although something else was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    /// The groups of choices that were left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<LeftOutShown>,
    /// The name of the table in addresses.
    table: &'a str,
    /// The last line, or the one that is looked back at.
    seq: u64,
    /// The name of the view.
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<String>,
    /// The game.
    game: &'a str,
    /// The scenario.
    scenario: &'a str,
    /// What the list of tables calls it.
    title: &'a str,
    /// What is said of a game that began with other rules or data.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    /// Through whose eyes it is seen: a side, `spectator` or `all`.
    #[serde(rename = "as")]
    viewer: &'a str,
    /// Who sits where, by side.
    seats: BTreeMap<&'a str, SeatShown<'a>>,
    /// Whether the game is over.
    over: bool,
    /// Whether what is hidden stays so until the next scenario is over.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    sealed: bool,
    /// Whether the visitor may hold the bots.
    yours: bool,
    /// How the bots are held; only with GET.
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<BotShown>,
    /// What the viewer could take back.
    undo: UndoShown,
    /// The standing orders that he may give.
    orders: Vec<OrderShown>,
    /// The scenario that goes on from here.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<NextShown<'a>>,
    /// The last line of the table, when somebody looks back.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<u64>,
}

/// The state of a table as one viewer is shown it. Its parts are written apart and put together, so nobody makes one.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "State")]
pub struct StateSent<'a> {
    #[serde(flatten)]
    frame: Frame<'a>,
    /// What has happened since the line that was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<Vec<EventSent<'a>>>,
    /// What the viewer sees.
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<Shown>,
    /// Instead of the view: what has changed since the one that was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<Changes<'a>>,
}

/// What happened, with what the bot that chose it says of it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Event")]
struct EventSent<'a> {
    #[serde(flatten)]
    event: EventShown<'a>,
    /// Why the bot chose so.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The rules that its reason names.
    #[serde(skip_serializing_if = "<[Id]>::is_empty")]
    reason_rules: &'a [Id],
}

impl<'a> EventSent<'a> {
    fn of(told: &'a Told, reason: Option<&'a Explained>, words: &Catalogue) -> EventSent<'a> {
        EventSent {
            event: told.shown(words),
            reason: reason.map(|reason| reason.said(words)),
            reason_rules: reason.map_or(&[], |reason| &reason.rules),
        }
    }
}

/// What happened after a line. It is put together from parts, too.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Log")]
pub struct LogSent<'a> {
    /// The last line of the table.
    seq: u64,
    /// The line after which it begins: earlier than asked for if an undo went back behind it.
    from: u64,
    /// What happened.
    events: Vec<EventSent<'a>>,
}

/// A group of choices that the rules refused.
#[derive(Serialize, JsonSchema)]
struct LeftOutShown {
    /// Which of the groups.
    group: usize,
    /// Why.
    refusal: RefusalShown,
}

impl LeftOutShown {
    fn of(left_out: &LeftOut, words: &Catalogue) -> LeftOutShown {
        LeftOutShown { group: left_out.group, refusal: left_out.refusal.shown(words) }
    }
}

/// How the bots of a table are held.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct BotShown {
    /// Whether somebody has stopped them.
    pub held: bool,
    /// The pause after each choice in milliseconds.
    pub pace: u32,
    /// How often that was set: of two tellings the one with more holds.
    pub changes: u32,
}

/// What a player could take back.
#[derive(Serialize, Default, JsonSchema)]
struct UndoShown {
    /// The lines that he can go back to, the newest first.
    steps: Vec<u64>,
    /// Why no further; null where that may not be known.
    boundary: Option<BoundaryShown>,
}

/// Why undo goes no further back.
#[derive(Serialize, JsonSchema)]
struct BoundaryShown {
    /// What kind.
    kind: BoundaryKind,
    /// In which line.
    line: u64,
}

/// What nothing goes back behind.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum BoundaryKind {
    /// The game began.
    Beginning,
    /// Dice were thrown.
    Dice,
    /// Something hidden was shown.
    Revealed,
    /// The decision passed to the other side.
    Passed,
}

/// A standing order.
#[derive(Serialize, JsonSchema)]
struct OrderShown {
    /// Its id.
    id: String,
    /// In words.
    text: String,
    /// Whether it is given.
    on: bool,
}

/// The scenario that goes on from a game that is over, and where it is played.
#[derive(Serialize, JsonSchema)]
struct NextShown<'a> {
    #[serde(flatten)]
    next: &'a Next,
    /// The table at which it is played, once somebody has opened it.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<&'a str>,
}

/// What may stand in a state besides what always does.
#[derive(Clone, Copy, Default)]
pub struct Besides<'a> {
    /// What happened after this line.
    pub since: Option<u64>,
    /// How the bots are held.
    pub bot: Option<BotShown>,
    /// Why this is the answer although something else was asked.
    pub error: Option<&'a str>,
    /// The groups of choices that were left out.
    pub left_out: &'a [LeftOut],
    /// The tag of the view that whoever asks holds already.
    pub have: Option<&'a str>,
}

/// The state as the protocol describes it.
pub fn state(live: &Live, eyes: Eyes, besides: Besides<'_>) -> String {
    let session = &live.session;
    let words = session.table().words(eyes.language);
    let frame = Frame {
        error: besides.error,
        tag: Some(live.views.tag(session.seq(), eyes.language)),
        left_out: besides.left_out.iter().map(|one| LeftOutShown::of(one, words)).collect(),
        bot: besides.bot,
        undo: undo(live, eyes.viewer),
        orders: orders(live, eyes),
        next: next(live),
        ..frame(live, eyes, session.seq())
    };
    let events = besides.since.map(|line| events(live, eyes, Some(line)));
    let have = besides.have.and_then(|tag| live.views.line_of(tag, eyes.language));
    let make = || {
        let table = session.table();
        let mut shown = table.shown_in(eyes.viewer, eyes.language);
        if let Some(side) = session.resigned() {
            show_resignation(&mut shown, table, side, eyes.language);
        }
        shown
    };
    live.views.with((eyes.viewer, eyes.language), session.seq(), make, |made| match have {
        Some(have) => {
            put_together(&frame, events.as_deref(), ("changes", &text_of(&made.since(have))))
        }
        None => {
            let view = made.text(|shown| written(shown, |text| Arc::from(text)));
            put_together(&frame, events.as_deref(), ("view", &view))
        }
    })
}

/// The state as it was after a line; there is nothing to do in it.
pub struct Past {
    frame: String,
    eyes: Eyes,
}

impl Past {
    /// Everything of it but its view.
    pub fn of(live: &Live, eyes: Eyes, line: u64) -> Past {
        let last = Some(live.session.seq());
        Past { frame: text_of(&Frame { last, ..frame(live, eyes, line) }), eyes }
    }

    /// The whole of it, with the table as it was.
    pub fn with(self, table: &dyn Table, resigned: Option<Side>) -> String {
        let mut shown = table.shown_in(self.eyes.viewer, self.eyes.language);
        shown.choices.clear();
        shown.bundles.clear();
        if let Some(side) = resigned {
            show_resignation(&mut shown, table, side, self.eyes.language);
        }
        join(self.frame, &[("view", &text_of(&shown))])
    }
}

fn frame(live: &Live, eyes: Eyes, seq: u64) -> Frame<'_> {
    let header = &live.session.journal().header;
    Frame {
        error: None,
        left_out: Vec::new(),
        table: &live.id,
        seq,
        tag: None,
        game: &header.game,
        scenario: &header.scenario,
        title: &live.title,
        note: live.note.as_deref(),
        viewer: live.seats.viewer_name(eyes.viewer),
        seats: seats(live, eyes.who),
        over: live.is_over(),
        sealed: live.is_over() && live.is_sealed(),
        yours: live.seats.is_of(eyes.who),
        bot: None,
        undo: UndoShown::default(),
        orders: Vec::new(),
        next: None,
        last: None,
    }
}

/// The seats as a visitor is told them: to which of them he may invite somebody, and at the end of the game who asked for
/// advice.
fn seats(live: &Live, who: Option<Hashed>) -> BTreeMap<&str, SeatShown<'_>> {
    let mut seats = live.seats.shown(who);
    for (name, seat) in &mut seats {
        let side = live.seats.side_named(name);
        seat.invites = side.is_some_and(|side| live.may_invite(who, side));
        let asked = side.map(|side| live.seats.seat(side).asked).filter(|_| live.is_over());
        seat.asked = asked.filter(|asked| *asked > 0);
    }
    seats
}

thread_local! {
    /// Where views are written before their length is known.
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// A value as JSON, written to scratch and read from there. What is shown holds only strings, numbers and lists
/// of them, which can always be written.
fn written<T>(value: &impl Serialize, read: impl FnOnce(&str) -> T) -> T {
    SCRATCH.with_borrow_mut(|scratch| {
        scratch.clear();
        let done = serde_json::to_writer(&mut *scratch, value);
        let text = done.ok().and_then(|()| std::str::from_utf8(scratch).ok());
        read(text.unwrap_or_default())
    })
}

/// A value as JSON.
fn text_of(value: &impl Serialize) -> String {
    written(value, str::to_string)
}

fn put_together(frame: &Frame<'_>, events: Option<&str>, view: (&str, &str)) -> String {
    let fields = [("events", events.unwrap_or_default()), view];
    let fields = if events.is_some() { &fields[..] } else { &fields[1..] };
    let more: usize = fields.iter().map(|(name, json)| name.len() + json.len() + 4).sum();
    let object = written(frame, |text| {
        let mut object = String::with_capacity(text.len() + more);
        object.push_str(text);
        object
    });
    join(object, fields)
}

/// An object with further fields that are JSON already.
fn join(mut object: String, fields: &[(&str, &str)]) -> String {
    object.pop();
    object.reserve(fields.iter().map(|(name, json)| name.len() + json.len() + 4).sum());
    for (name, json) in fields {
        for part in [",\"", name, "\":", json] {
            object.push_str(part);
        }
    }
    object.push('}');
    object
}

fn show_resignation(shown: &mut Shown, table: &dyn Table, side: Side, language: Language) {
    let [a, b] = table.side_ids();
    shown.prompt = None;
    shown.choices.clear();
    shown.picked.clear();
    shown.odds = None;
    shown.outcome = Some(OutcomeShown {
        winner: Some(if side == Side::A { b } else { a }),
        class: String::from("resigned"),
        text: table.say_in(&Text::new("outcome.resigned").side(side), language),
        rules: Vec::new(),
    });
}

/// What goes on from here; everybody may know where.
fn next(live: &Live) -> Option<NextShown<'_>> {
    let table = live.next_table.get().map(String::as_str);
    live.next.as_ref().map(|next| NextShown { next, table })
}

/// How many steps of undo are told at once; after they are taken back the next are told.
const UNDO_SHOWN_MAX: usize = 500;

/// What a player could take back, and why no more. Others are told nothing of it.
fn undo(live: &Live, viewer: Viewer) -> UndoShown {
    let Viewer::Player(side) = viewer else { return UndoShown::default() };
    let (steps, boundary) = live.session.undoable(side);
    let steps = steps.take(UNDO_SHOWN_MAX).collect();
    let (kind, line) = match boundary {
        UndoBoundary::Beginning => (BoundaryKind::Beginning, 0),
        UndoBoundary::Dice(line) => (BoundaryKind::Dice, line),
        UndoBoundary::Revealed(line) => (BoundaryKind::Revealed, line),
        UndoBoundary::Passed(line) => (BoundaryKind::Passed, line),
    };
    // What the other side did behind the boundary, such as dice in secret, is his own affair.
    let known = live.opened.open || line == 0 || live.made_by(line) == Some(side);
    UndoShown { steps, boundary: known.then_some(BoundaryShown { kind, line }) }
}

/// The standing orders that a viewer may give.
fn orders(live: &Live, eyes: Eyes) -> Vec<OrderShown> {
    let Viewer::Player(side) = eyes.viewer else { return Vec::new() };
    let is_on = |id: &str| live.session.orders(side).any(|on| on == id);
    let table = live.session.table();
    let all = table.orders(side).into_iter();
    all.map(|(id, text)| OrderShown {
        on: is_on(&id),
        id,
        text: table.say_in(&text, eyes.language),
    })
    .collect()
}

/// What happened after a line, with the line from which on it is told: whoever knows lines that were undone since
/// forgets them.
pub fn log(live: &Live, eyes: Eyes, after: Option<u64>) -> String {
    let lines = &live.session.journal().lines;
    let from = after.map(|after| past::still_true(lines, after));
    let events = events(live, eyes, from);
    let (seq, from) = (live.session.seq(), from.unwrap_or(0));
    format!("{{\"seq\":{seq},\"from\":{from},\"events\":{events}}}")
}

/// What happened after a line, as a viewer is told it: a JSON array.
fn events(live: &Live, eyes: Eyes, after: Option<u64>) -> String {
    let words = live.session.table().words(eyes.language);
    let mut out = Vec::from(b"[");
    let mut explained = None;
    for told in live.session.told(after, eyes.viewer) {
        if out.len() > 1 {
            out.push(b',');
        }
        // A line is explained once, by the first thing that happened in it.
        let reason = live.reason(told.line).filter(|_| explained != Some(told.line));
        explained = Some(told.line);
        let event = EventSent::of(told, reason, words);
        // Words and numbers can always be written.
        let _ = serde_json::to_writer(&mut out, &event);
    }
    out.push(b']');
    String::from_utf8(out).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_are_json_already_are_added_to_an_object() {
        let joined = join(String::from("{\"a\":1}"), &[("b", "[2]"), ("c", "{}")]);
        assert_eq!(joined, "{\"a\":1,\"b\":[2],\"c\":{}}");
    }
}
