//! Bots at the table.
//!
//! A bot is given an imagined table: what its side cannot know is drawn anew each time. It thinks outside the
//! room, and its choice goes the way of every choice, one journal line at a time.

use crate::app::App;
use crate::error::ApiError;
use crate::rooms::{self, BotDoing, BotNote, Note, Room, Who};
use crate::secret::random_number;
use board::{BySide, Side};
use engine::{Header, Message};
use mind::{Bot, Explained, Imagined, Recruit};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use table::{Act, BotShown, Live};

/// The longest pause between two choices of a bot.
pub(crate) const PACE_MAX_MS: u32 = 10_000;

/// How the bots of a table are held.
#[derive(Default)]
pub(crate) struct BotControl {
    /// Whether somebody has stopped them.
    is_held: AtomicBool,
    /// Tells a thinking bot to answer at once.
    stop: Arc<AtomicBool>,
    /// Whether a bot is at work at this table.
    is_busy: AtomicBool,
    /// The pause after each choice.
    pace_ms: AtomicU32,
    /// How often one of these was set, so that a viewer can tell old news from new.
    changes: AtomicU32,
    /// The bots of the table between their decisions, by side: a plan outlives what somebody else decides meanwhile.
    players: Mutex<BySide<Option<Player>>>,
}

/// A bot with the level that it plays at.
struct Player {
    level: String,
    bot: Box<dyn Bot>,
}

impl BotControl {
    /// Stops the bots: what is being thought is not played.
    pub(crate) fn hold(&self) {
        self.is_held.store(true, Ordering::Release);
        self.changes.fetch_add(1, Ordering::AcqRel);
        self.stop.store(true, Ordering::Release);
    }

    /// Lets the bots go on.
    pub(crate) fn go(&self) {
        self.is_held.store(false, Ordering::Release);
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    /// Makes a thinking bot play the best it has found.
    pub(crate) fn hurry(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Sets the pause after each choice.
    pub(crate) fn set_pace(&self, ms: u32) {
        self.pace_ms.store(ms.min(PACE_MAX_MS), Ordering::Release);
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    /// The pause after each choice.
    pub(crate) fn pace_ms(&self) -> u32 {
        self.pace_ms.load(Ordering::Acquire)
    }

    /// How they are held, as a state shows it.
    pub(crate) fn shown(&self) -> BotShown {
        // First the count: what is set in between is then told twice and never missed.
        let changes = self.changes.load(Ordering::Acquire);
        BotShown { held: self.is_held(), pace: self.pace_ms(), changes }
    }

    /// The bot that plays a side at a level, if it was here before; it comes back when it has chosen.
    fn take_player(&self, side: Side, level: &str) -> Option<Box<dyn Bot>> {
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        players[side].take().filter(|player| player.level == level).map(|player| player.bot)
    }

    /// The bot waits for its next decision.
    fn keep_player(&self, side: Side, level: String, bot: Box<dyn Bot>) {
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        players[side] = Some(Player { level, bot });
    }

    /// Whether somebody has stopped them.
    pub(crate) fn is_held(&self) -> bool {
        self.is_held.load(Ordering::Acquire)
    }
}

/// Sets a bot to work if it is its decision. The caller is inside the room, and a bot leaves its work only
/// inside the room, so that none is forgotten between the two.
pub(crate) fn wake(app: &Arc<App>, room: &Arc<Room>, live: &Live) {
    if app.rooms.is_closed()
        || due(room, live).is_none()
        || room.bot.is_busy.swap(true, Ordering::AcqRel)
    {
        return;
    }
    let (app, room) = (Arc::clone(app), Arc::clone(room));
    tokio::spawn(async move { work(&app, &room).await });
}

/// The bot whose decision it is: its side and its level.
fn due<'a>(room: &Room, live: &'a Live) -> Option<(Side, &'a str)> {
    let side = live.session.decider().filter(|_| !room.bot.is_held())?;
    Some((side, live.seats.bot(side)?))
}

/// One decision of a bot.
struct Task {
    side: Side,
    side_id: String,
    header: Header,
    level: String,
    seq: u64,
    table: Imagined,
}

/// The next decision of a bot.
async fn next_task(app: &App, room: &Room) -> Option<Task> {
    let entered = rooms::enter(app, &room.id).await;
    let Ok((_, live)) = entered else {
        room.bot.is_busy.store(false, Ordering::Release);
        return None;
    };
    // First this, then the question whether to think: whoever stops the bots in between is heard.
    room.bot.stop.store(false, Ordering::Release);
    let Some((side, level)) = due(room, &live).filter(|_| !app.rooms.is_closed()) else {
        room.bot.is_busy.store(false, Ordering::Release);
        return None;
    };
    Some(Task {
        side,
        side_id: live.seats.seat(side).side.clone(),
        header: live.session.journal().header.clone(),
        level: level.to_string(),
        seq: live.session.seq(),
        table: Imagined::of(live.session.table(), side, random_number()),
    })
}

async fn work(app: &Arc<App>, room: &Arc<Room>) {
    while let Some(task) = next_task(app, room).await {
        let (side, seq, side_id) = (task.side, task.seq, task.side_id.clone());
        let bot = player_of(app, room, &task);
        let budget_ms = bot.budget_ms(&task.table);
        tell(room, &side_id, BotDoing::Thinks, seq, Some(budget_ms));
        let level = task.level.clone();
        let (bot, choice) = think(app, room, bot, task).await;
        if let Some(bot) = bot {
            room.bot.keep_player(side, level, bot);
        }
        if room.bot.is_held() {
            tell(room, &side_id, BotDoing::Stopped, seq, None);
            continue;
        }
        if !play(app, room, side, seq, choice).await {
            room.bot.hold();
            tell(room, &side_id, BotDoing::Stopped, seq, None);
            continue;
        }
        tell(room, &side_id, BotDoing::Played, seq + 1, None);
        let pace = room.bot.pace_ms();
        tokio::time::sleep(Duration::from_millis(u64::from(pace))).await;
    }
}

/// The bot of a side: the one that played it before, or a new one, which tells those who look on what it weighs.
fn player_of(app: &App, room: &Arc<Room>, task: &Task) -> Box<dyn Bot> {
    if let Some(bot) = room.bot.take_player(task.side, &task.level) {
        return bot;
    }
    let found = app.library.bot(&task.header, &task.level, random_number());
    let mut bot = found.unwrap_or_else(|| Box::new(Recruit::new(random_number())));
    let (room, side) = (Arc::downgrade(room), task.side_id.clone());
    bot.tell(Arc::new(move |weighs: Message| {
        if let Some(room) = room.upgrade() {
            tell_weighs(&room, &side, weighs);
        }
    }));
    bot
}

/// What a bot has thought: its choice with its reason, and any legal choice in case that one is not taken.
struct Thought {
    best: String,
    reason: Option<Explained>,
    any: String,
}

/// Lets a bot think outside the room. A bot that breaks down is replaced by a recruit.
async fn think(
    app: &App,
    room: &Room,
    mut bot: Box<dyn Bot>,
    task: Task,
) -> (Option<Box<dyn Bot>>, Option<Thought>) {
    let Ok(_slot) = app.bot_slots.acquire().await else { return (None, None) };
    let stop = Arc::clone(&room.bot.stop);
    let begun = std::time::Instant::now();
    let thought = tokio::task::spawn_blocking(move || {
        let table = task.table;
        let any = Recruit::new(random_number()).choose(&table, &stop);
        let chosen = catch_unwind(AssertUnwindSafe(|| bot.choose(&table, &stop)));
        let kept = chosen.is_ok().then_some(bot);
        let reason = kept.as_ref().and_then(|bot| bot.reason());
        let reason = reason.map(|reason| reason.settled(&*table));
        let best = table.write_choice(chosen.unwrap_or(any));
        (kept, Thought { best, reason, any: table.write_choice(any) })
    });
    let thought = thought.await;
    app.metrics.thinking.add(begun.elapsed());
    match thought {
        Ok((bot, thought)) => (bot, Some(thought)),
        Err(error) => {
            tracing::error!("a bot broke down: {error}");
            (None, None)
        }
    }
}

/// Plays what a bot has chosen, or else any legal choice; whether the table took one of them.
async fn play(app: &Arc<App>, room: &Room, side: Side, seq: u64, thought: Option<Thought>) -> bool {
    let Some(Thought { best, reason, any }) = thought else { return false };
    for (choice, reason) in [(best, reason), (any, None)] {
        match submit(app, room, side, Act::Choose { seq, choice, reason }).await {
            Ok(()) => return true,
            Err(why) => tracing::error!("table {}: a bot's choice failed: {why:?}", room.id),
        }
    }
    false
}

async fn submit(app: &Arc<App>, room: &Room, side: Side, act: Act) -> Result<(), ApiError> {
    match rooms::act(app, &room.id, Who::Bot(side), act).await {
        Ok(_) | Err(ApiError::Stale(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Tells what a bot does, and how the bots are held meanwhile.
fn tell_weighs(room: &Room, side: &str, weighs: Message) {
    let held = BotNote::held(room.bot.shown());
    let (side, state) = (Some(side.to_string()), Some(BotDoing::Weighs));
    room.tell(Note::Weighs(BotNote { side, state, ..held }, weighs));
}

fn tell(room: &Room, side: &str, state: BotDoing, seq: u64, budget_ms: Option<u32>) {
    let held = BotNote::held(room.bot.shown());
    let (side, state, seq) = (Some(side.to_string()), Some(state), Some(seq));
    room.tell(Note::Bot(BotNote { side, state, seq, budget_ms, ..held }));
}
