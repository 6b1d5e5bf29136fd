//! What would the bot do? It thinks like any other, outside the room, and what it says is not played.

use crate::app::App;
use crate::error::ApiError;
use crate::rooms::{self, Inside};
use crate::secret::random_number;
use crate::words::word;
use board::{BySide, Side};
use engine::{Header, Viewer};
use mind::{Advice, Bot, CAPTAIN, Imagined, MAJOR, Recruit};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use table::{AdviceShown, Eyes, Given};

/// Who is asked: the first that the game has. A general would think too long for a question.
const ADVISERS: [&str; 2] = [MAJOR, CAPTAIN];

/// What was asked at a table.
#[derive(Default)]
pub(crate) struct Asked {
    /// Whether somebody waits for advice.
    is_waited_for: AtomicBool,
    /// What each side was told last.
    given: Mutex<BySide<Option<Given>>>,
}

impl Asked {
    /// What each side was told last.
    fn given(&self, side: Side) -> Option<Given> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)[side].clone()
    }

    fn keep(&self, side: Side, given: Given) {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)[side] = Some(given);
    }
}

/// Somebody waits at a table: while he does, nobody else is advised there, and when he goes the bot stops.
struct Waiting {
    room: Arc<rooms::Room>,
    stop: Arc<AtomicBool>,
}

impl Waiting {
    fn at(room: &Arc<rooms::Room>) -> Result<Waiting, ApiError> {
        match room.asked.is_waited_for.swap(true, Ordering::AcqRel) {
            true => Err(ApiError::TooOften),
            false => Ok(Waiting { room: Arc::clone(room), stop: Arc::default() }),
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        self.room.asked.is_waited_for.store(false, Ordering::Release);
    }
}

/// What the bot would do for the side called `name`, whose seat is the visitor's, at a line. Whoever follows what he was
/// told is told the rest of it and not counted again.
pub(crate) async fn advise(
    app: &App,
    id: &str,
    eyes: Eyes,
    (name, seq): (&str, u64),
) -> Result<AdviceShown, ApiError> {
    let (room, live) = rooms::enter(app, id).await?;
    let side = live.seats.acts_for(eyes.who, name)?;
    let eyes = Eyes { viewer: Viewer::Player(side), ..eyes };
    let imagined = imagined(&live, side, seq, eyes)?;
    if let Some(left) = room.asked.given(side).and_then(|given| live.left_of(&given)) {
        return Ok(live.advice_shown(side, &left, eyes.language));
    }
    let header = live.session.journal().header.clone();
    let waiting = Waiting::at(&room)?;
    drop(live);
    let advice = think(app, &header, imagined, &waiting.stop).await?;
    let (_, mut live) = rooms::enter(app, id).await?;
    live.must_decide(side, seq).map_err(|why| rooms::not_done(why, &live, eyes))?;
    if !live.may_follow(&advice) {
        return Err(ApiError::refusal(word("advice.none")));
    }
    app.store.advised(live.key, name.to_string()).await?;
    live.seats.change(name, |seat| seat.asked += 1);
    room.asked.keep(side, Given { seq, advice: advice.clone() });
    Ok(live.advice_shown(side, &advice, eyes.language))
}

/// The table as the side may imagine it.
fn imagined(live: &Inside, side: Side, seq: u64, eyes: Eyes) -> Result<Imagined, ApiError> {
    let imagined = live.imagined_at(side, seq, random_number());
    imagined.map_err(|why| rooms::not_done(why, live, eyes))
}

/// Lets a bot think that sits nowhere; it waits for a place among those that play.
async fn think(
    app: &App,
    header: &Header,
    table: Imagined,
    stop: &Arc<AtomicBool>,
) -> Result<Advice, ApiError> {
    let found = ADVISERS.iter().find_map(|level| app.library.bot(header, level, random_number()));
    let mut bot: Box<dyn Bot> = found.unwrap_or_else(|| Box::new(Recruit::new(random_number())));
    let slot = Arc::clone(&app.bot_slots).acquire_owned().await;
    let slot = slot.map_err(|e| ApiError::fault(&e))?;
    let (begun, stop) = (std::time::Instant::now(), Arc::clone(stop));
    let thought = tokio::task::spawn_blocking(move || {
        // The place is kept while it thinks, even if whoever asked has gone.
        let _slot = slot;
        catch_unwind(AssertUnwindSafe(|| Advice::of(table, &mut *bot, &stop)))
    });
    let thought = thought.await;
    app.metrics.thinking.add(begun.elapsed());
    let advice = thought.map_err(|e| ApiError::fault(&e))?;
    advice.map_err(|_| ApiError::fault(&"a bot broke down while it was asked"))
}
