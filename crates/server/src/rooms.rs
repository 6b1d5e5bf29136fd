//! The tables that are open: each has one door, so that what happens at it happens one after the other.
//!
//! Limits: at most [`LIVE_MAX`] sessions are kept in memory; the one longest unused is forgotten first and
//! replayed from the store when somebody comes back. A table without a session costs a few
//! hundred bytes, and is forgotten too when nobody watches it.

use crate::advice::Asked;
use crate::app::App;
use crate::bots::BotControl;
use crate::campaign;
use crate::error::{ApiError, MOVED_ON};
use crate::secret::random_number;
use crate::store::StoreError;
use crate::words::{reading, word};
use board::Side;
use engine::{Language, Message, Viewer};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use table::{Act, Besides, BotShown, Eyes, Hashed, Live, NotDone};
use tokio::sync::{OwnedMutexGuard, broadcast};

/// How many sessions are kept in memory.
pub(crate) const LIVE_MAX: usize = 1000;

/// How many notes a slow listener may miss before he is only told where the table stands.
const NOTES_MAX: usize = 64;

/// What listeners are told.
#[derive(Clone, Debug)]
pub(crate) enum Note {
    /// The table has moved on to this line.
    Step(u64),
    /// A bot thinks, waits or was stopped.
    Bot(BotNote),
    /// A bot weighs plans; each listener is told in his language.
    Weighs(BotNote, Message),
    /// Somebody took a seat, or opened the table of the next scenario.
    Seats,
    /// The server closes.
    Close,
}

/// What is told of the bots of a table: how they are held, and what one of them does.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct BotNote {
    /// The side of the one that does something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) side: Option<String>,
    /// What it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) state: Option<BotDoing>,
    /// The line that it answers, or has made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seq: Option<u64>,
    /// How long it may think.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) budget_ms: Option<u32>,
    /// What it weighs, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) weighs: Option<String>,
    #[serde(flatten)]
    pub(crate) held: BotShown,
}

impl BotNote {
    /// How the bots are held, no more.
    pub(crate) fn held(held: BotShown) -> BotNote {
        BotNote { side: None, state: None, seq: None, budget_ms: None, weighs: None, held }
    }
}

/// What a bot does.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BotDoing {
    /// It thinks about its choice.
    Thinks,
    /// It weighs plans.
    Weighs,
    /// It has made its choice.
    Played,
    /// It was stopped.
    Stopped,
}

/// One table that is open.
pub(crate) struct Room {
    pub(crate) id: String,
    live: Arc<tokio::sync::Mutex<Option<Live>>>,
    pub(crate) notes: broadcast::Sender<Note>,
    /// The last line that is stored.
    pub(crate) seq: AtomicU64,
    pub(crate) bot: BotControl,
    /// What players asked the bot.
    pub(crate) asked: Asked,
    used: AtomicU64,
    /// Whether its session is in memory, or was when somebody last looked.
    is_loaded: AtomicBool,
}

/// The session of a room while somebody works with it.
pub(crate) struct Inside(OwnedMutexGuard<Option<Live>>);

impl std::ops::Deref for Inside {
    type Target = Live;
    fn deref(&self) -> &Live {
        self.0.as_ref().expect("a session was loaded when the room was entered")
    }
}

impl std::ops::DerefMut for Inside {
    fn deref_mut(&mut self) -> &mut Live {
        self.0.as_mut().expect("a session was loaded when the room was entered")
    }
}

/// All tables that are open.
pub(crate) struct Rooms {
    by_id: Mutex<HashMap<String, Arc<Room>>>,
    clock: AtomicU64,
    is_closed: AtomicBool,
    /// How many sessions are kept in memory.
    live_max: usize,
}

impl Default for Rooms {
    fn default() -> Rooms {
        Rooms::with_room_for(LIVE_MAX)
    }
}

impl Rooms {
    /// Rooms of which so many are kept in memory.
    pub(crate) fn with_room_for(live_max: usize) -> Rooms {
        Rooms {
            by_id: Mutex::default(),
            clock: AtomicU64::new(0),
            is_closed: AtomicBool::new(false),
            live_max: live_max.max(1),
        }
    }

    /// How many sessions are in memory.
    pub(crate) fn loaded(&self) -> usize {
        let rooms = self.by_id.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.values().filter(|room| room.is_loaded.load(Ordering::Acquire)).count()
    }

    /// A session comes into memory: where there are too many, those longest unused are forgotten.
    /// Forgetting a tenth at once keeps it seldom.
    fn make_place(&self, room: &Room) {
        room.is_loaded.store(true, Ordering::Release);
        let mut rooms = self.by_id.lock().unwrap_or_else(PoisonError::into_inner);
        let is_loaded = |room: &&Arc<Room>| room.is_loaded.load(Ordering::Acquire);
        let mut loaded: Vec<Arc<Room>> = rooms.values().filter(is_loaded).cloned().collect();
        let Some(more) = loaded.len().checked_sub(self.live_max + 1) else { return };
        loaded.sort_unstable_by_key(|room| room.used.load(Ordering::Relaxed));
        let wanted = more + 1 + self.live_max / 10;
        let others = loaded.into_iter().filter(|old| old.id != room.id);
        others.filter(|old| old.forget()).take(wanted).for_each(drop);
        rooms.retain(|_, room| !room.is_deserted());
    }

    /// The room of a table; it need not exist in the store.
    fn room(&self, id: &str) -> Arc<Room> {
        let mut rooms = self.by_id.lock().unwrap_or_else(PoisonError::into_inner);
        let room = match rooms.get(id) {
            Some(room) => Arc::clone(room),
            None => {
                let room = Arc::new(Room::new(id));
                rooms.insert(id.to_string(), Arc::clone(&room));
                room
            }
        };
        room.used.store(self.clock.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        room
    }

    /// Ends the streams and stops the bots, because the server closes.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
        for room in self.by_id.lock().unwrap_or_else(PoisonError::into_inner).values() {
            room.bot.hold();
            let _ = room.notes.send(Note::Close);
        }
    }

    /// Whether the server closes: no bot begins to think any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Acquire)
    }

    /// Forgets a room that turned out to have no table, unless somebody else waits at its door.
    fn remove(&self, room: &Arc<Room>) {
        let mut rooms = self.by_id.lock().unwrap_or_else(PoisonError::into_inner);
        if Arc::strong_count(room) == 2 && room.notes.receiver_count() == 0 {
            rooms.remove(&room.id);
        }
    }
}

impl Room {
    fn new(id: &str) -> Room {
        Room {
            id: id.to_string(),
            live: Arc::default(),
            notes: broadcast::channel(NOTES_MAX).0,
            seq: AtomicU64::new(0),
            bot: BotControl::default(),
            asked: Asked::default(),
            used: AtomicU64::new(0),
            is_loaded: AtomicBool::new(false),
        }
    }

    /// Whether only the list of rooms knows it: no session, nobody at its door and nobody who
    /// watches.
    fn is_deserted(self: &Arc<Room>) -> bool {
        !self.is_loaded.load(Ordering::Acquire)
            && Arc::strong_count(self) == 1
            && self.notes.receiver_count() == 0
    }

    /// Forgets the session, unless somebody works with it; it is replayed from the store when
    /// somebody comes back.
    fn forget(&self) -> bool {
        let Ok(mut live) = self.live.try_lock() else { return false };
        *live = None;
        self.is_loaded.store(false, Ordering::Release);
        true
    }

    /// Tells the listeners something; nobody may listen.
    pub(crate) fn tell(&self, note: Note) {
        let _ = self.notes.send(note);
    }
}

/// Goes into the room of a table; waits until whoever is inside has done.
pub(crate) async fn enter(app: &App, id: &str) -> Result<(Arc<Room>, Inside), ApiError> {
    let room = app.rooms.room(id);
    let mut guard = Arc::clone(&room.live).lock_owned().await;
    if guard.is_none() {
        match load(app, id).await {
            Ok(live) => {
                app.rooms.make_place(&room);
                room.seq.store(live.session.seq(), Ordering::Release);
                *guard = Some(live);
            }
            Err(error) => {
                drop(guard);
                app.rooms.remove(&room);
                return Err(error);
            }
        }
    }
    Ok((room, Inside(guard)))
}

async fn load(app: &App, id: &str) -> Result<Live, ApiError> {
    let missing = || ApiError::NotFound(word("request.no-table"));
    let stored = app.store.load(id.to_string()).await?.ok_or_else(missing)?;
    let (id, library) = (id.to_string(), Arc::clone(&app.library));
    let slot = Arc::clone(&app.load_slots).acquire_owned().await;
    let slot = slot.map_err(|e| ApiError::fault(&e))?;
    let replay = tokio::task::spawn_blocking(move || {
        let opened = Live::replay(&id, stored, &*library, random_number() as u32);
        let mut live = opened.map_err(|why| ApiError::of_table(&id, &why))?;
        let bookmark = live.bookmark_if_due();
        drop(slot);
        Ok::<_, ApiError>((live, bookmark))
    });
    let (mut live, bookmark) = replay.await.map_err(|e| ApiError::fault(&e))??;
    app.metrics.replayed(live.replayed);
    if let Some(line) = live.spoilt {
        tracing::warn!(line, "a bookmark cannot be used; the whole table is replayed");
    }
    if let Some(bookmark) = bookmark
        && let Err(error) = app.store.bookmark(live.key, bookmark).await
    {
        tracing::warn!(table = live.id, "a bookmark was not stored: {error}");
        live.lose_bookmarks();
    }
    Ok(live)
}

/// Puts a table that was just stored into its room, so that it need not be replayed.
pub(crate) async fn settle(app: &App, live: Live) {
    let room = app.rooms.room(&live.id);
    let mut guard = room.live.lock().await;
    app.rooms.make_place(&room);
    room.seq.store(live.session.seq(), Ordering::Release);
    *guard = Some(live);
}

/// Changes the seats of a table as they have been changed in the store. A room that is not loaded reads them
/// there when somebody enters.
pub(crate) async fn reseat(app: &App, id: &str, change: impl FnOnce(&mut Live)) {
    let room = app.rooms.room(id);
    if let Some(live) = room.live.lock().await.as_mut() {
        change(live);
    }
    room.tell(Note::Seats);
}

/// Who wants to do something.
#[derive(Clone, Debug)]
pub(crate) enum Who {
    /// A visitor, for a side by its name, in his language.
    Visitor(Option<Hashed>, String, Language),
    /// The bot of a side.
    Bot(Side),
}

impl Who {
    /// The language that is read; a bot reads none.
    fn language(&self) -> Language {
        match self {
            Who::Visitor(_, _, language) => *language,
            Who::Bot(_) => Language::ENGLISH,
        }
    }
}

/// Does something at a table: in memory, then in the store, and only then is anybody told.
///
/// It runs to its end even if whoever asked has gone. Should the rules break down or the store fail, the
/// session is forgotten and replayed from the store, which holds what was acknowledged.
pub(crate) async fn act(app: &Arc<App>, id: &str, who: Who, act: Act) -> Result<String, ApiError> {
    act_for(app, id, who, act, None).await
}

/// The same for somebody who holds the view with this tag.
pub(crate) async fn act_for(
    app: &Arc<App>,
    id: &str,
    who: Who,
    act: Act,
    have: Option<String>,
) -> Result<String, ApiError> {
    let (app, id) = (Arc::clone(app), id.to_string());
    let language = who.language();
    let inside = async move { act_inside(&app, &id, who, act, have.as_deref()).await };
    let task = tokio::spawn(reading(language, inside));
    task.await.map_err(|e| ApiError::fault(&e))?
}

async fn act_inside(
    app: &Arc<App>,
    id: &str,
    who: Who,
    act: Act,
    have: Option<&str>,
) -> Result<String, ApiError> {
    let (room, mut inside) = enter(app, id).await?;
    let (side, holder, language) = match who {
        Who::Visitor(who, name, language) => (inside.seats.acts_for(who, &name)?, who, language),
        Who::Bot(side) => (side, None, Language::ENGLISH),
    };
    let eyes = Eyes { who: holder, viewer: Viewer::Player(side), language };
    let mut live = inside.0.take().ok_or_else(|| ApiError::fault(&"the session is gone"))?;
    let since = Besides { since: Some(live.session.seq()), have, ..Besides::default() };
    let chained = match live.act(side, &act) {
        Ok(Some(chained)) => chained,
        Ok(None) => {
            let answer = table::state(&live, eyes, since);
            inside.0.replace(live);
            return Ok(answer);
        }
        Err(why) => {
            let error = not_done(why, &live, eyes);
            inside.0.replace(live);
            return Err(error);
        }
    };
    campaign::look_ahead(app, &mut live).await;
    // The answer is made while the disk works, and given only when it has done.
    let append = app.store.append(live.append_of(&chained.step, act));
    let since = Besides { left_out: &chained.left_out, ..since };
    let made = async { holder.map(|_| table::state(&live, eyes, since)) };
    let (stored, answer) = tokio::join!(append, made);
    match stored {
        Ok(()) => {}
        Err(StoreError::Conflict) => {
            // Another server plays the same file: what it stored is what happened.
            drop(inside);
            let (_, inside) = enter(app, id).await?;
            return Err(moved_on(&inside, eyes));
        }
        Err(error) => return Err(error.into()),
    }
    let seq = live.session.seq();
    inside.0.replace(live);
    app.metrics.acted(holder.is_none());
    room.seq.store(seq, Ordering::Release);
    room.tell(Note::Step(seq));
    crate::bots::wake(app, &room, &inside);
    Ok(answer.unwrap_or_default())
}

/// The table has moved on: its present state.
fn moved_on(live: &Live, eyes: Eyes) -> ApiError {
    let moved = word(MOVED_ON);
    let moved_on = Besides { error: Some(&moved), ..Besides::default() };
    ApiError::Stale(table::state(live, eyes, moved_on))
}

/// Why something was not done at a table, for whoever looks with these eyes.
pub(crate) fn not_done(why: NotDone, live: &Live, eyes: Eyes) -> ApiError {
    match why {
        NotDone::Stale => moved_on(live, eyes),
        NotDone::Because(denied) => ApiError::said(denied, live, eyes.language),
    }
}
