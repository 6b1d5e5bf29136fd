//! Doing something at a table.

use crate::advice;
use crate::api::begin::join_url;
use crate::app::App;
use crate::bots::{self, PACE_MAX_MS};
use crate::error::{ApiError, Written};
use crate::extract::{Named, Sent};
use crate::rooms::{self, BotNote, Note, Who};
use crate::secret::Secret;
use crate::visitor::Visitor;
use crate::words::word;
use axum::extract::State;
use axum::{Extension, Json};
use engine::Viewer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Act, AdviceShown, BotShown, Eyes, Why};

/// The longest text that can be a choice or the name of an order.
const WORD_MAX: usize = 100;

type StateAnswer = Result<Written, ApiError>;

/// A choice that answers a line.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choosing {
    /// The side it is done for.
    #[serde(rename = "as")]
    side: String,
    /// The line that it answers.
    seq: u64,
    /// The choice as it was offered.
    #[schemars(length(max = 100))]
    choice: String,
    /// The tag of the view that the visitor holds.
    #[serde(default)]
    have: Option<String>,
}

fn short(text: &str, what: &str) -> Result<(), ApiError> {
    if text.len() <= WORD_MAX {
        return Ok(());
    }
    Err(ApiError::Bad(word(what)))
}

async fn done(
    app: &Arc<App>,
    id: &str,
    visitor: &Visitor,
    (side, have): (String, Option<String>),
    act: Act,
) -> StateAnswer {
    let who = Who::Visitor(visitor.hash(), side, visitor.language);
    rooms::act_for(app, id, who, act, have).await.map(Written)
}

/// Makes a choice.
pub(crate) async fn choose(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Extension(visitor): Extension<Visitor>,
    Sent(sent): Sent<Choosing>,
) -> StateAnswer {
    short(&sent.choice, "request.long-choice")?;
    let act = Act::Choose { seq: sent.seq, choice: sent.choice, reason: None };
    done(&app, &id, &visitor, (sent.side, sent.have), act).await
}

/// The most groups of choices that one request may hold, and the most choices in each.
const GROUPS_MAX: usize = 100;
const GROUP_MAX: usize = 60;

/// The most choices in all groups together: every counter of a large formation with its way. A
/// request counts as one change, so it may not cost as much as thousands.
const TOGETHER_MAX: usize = 300;

/// Choices that answer a line together, group by group.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoosingGroups {
    /// The side it is done for.
    #[serde(rename = "as")]
    side: String,
    /// The line that it answers.
    seq: u64,
    /// The choices, group by group.
    #[schemars(
        length(min = 1, max = 100),
        inner(length(min = 1, max = 60), inner(length(max = 100)))
    )]
    groups: Vec<Vec<String>>,
    /// The tag of the view that the visitor holds.
    #[serde(default)]
    have: Option<String>,
}

/// Makes choices together: each group whole or not at all.
pub(crate) async fn choose_groups(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Extension(visitor): Extension<Visitor>,
    Sent(sent): Sent<ChoosingGroups>,
) -> StateAnswer {
    let groups = sent.groups;
    if groups.is_empty() || groups.iter().any(Vec::is_empty) {
        return Err(ApiError::Bad(word("request.empty-group")));
    }
    let is_long = groups.len() > GROUPS_MAX || groups.iter().any(|group| group.len() > GROUP_MAX);
    if is_long || groups.iter().map(Vec::len).sum::<usize>() > TOGETHER_MAX {
        return Err(ApiError::Bad(word("request.too-many")));
    }
    groups.iter().flatten().try_for_each(|choice| short(choice, "a choice"))?;
    done(&app, &id, &visitor, (sent.side, sent.have), Act::ChooseGroups { seq: sent.seq, groups })
        .await
}

/// A choice that is only asked about.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asking {
    /// The side it is done for.
    #[serde(rename = "as")]
    side: String,
    /// The choice, offered or not.
    #[schemars(length(max = 100))]
    choice: String,
}

/// Says why a choice is not legal. The rules are asked only for whoever decides.
pub(crate) async fn why(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Extension(visitor): Extension<Visitor>,
    Sent(sent): Sent<Asking>,
) -> Result<Json<Why>, ApiError> {
    short(&sent.choice, "request.long-choice")?;
    let (_, live) = rooms::enter(&app, &id).await?;
    let side = live.seats.acts_for(visitor.hash(), &sent.side)?;
    Ok(Json(live.why(side, &sent.choice, visitor.language)?))
}

/// At which decision advice is asked for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wondering {
    /// The side that decides.
    #[serde(rename = "as")]
    side: String,
    /// The line that would be answered.
    seq: u64,
}

/// Says what the bot would do. Only whoever decides is told, and only from what he may know.
pub(crate) async fn advice(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Extension(visitor): Extension<Visitor>,
    Sent(sent): Sent<Wondering>,
) -> Result<Json<AdviceShown>, ApiError> {
    let (who, language) = (visitor.hash(), visitor.language);
    let eyes = Eyes { who, viewer: Viewer::Spectator, language };
    advice::advise(&app, &id, eyes, (&sent.side, sent.seq)).await.map(Json)
}

/// Which line an undo answers.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Undoing {
    /// The side it is done for.
    #[serde(rename = "as")]
    side: String,
    /// The line that it answers.
    seq: u64,
    /// The line to go back to, if it is not the last choice.
    #[serde(default)]
    to: Option<u64>,
    /// The tag of the view that the visitor holds.
    #[serde(default)]
    have: Option<String>,
}

/// Takes back the player's last choice, or all of them down to a line.
pub(crate) async fn undo(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Extension(visitor): Extension<Visitor>,
    Sent(sent): Sent<Undoing>,
) -> StateAnswer {
    done(&app, &id, &visitor, (sent.side, sent.have), Act::Undo { seq: sent.seq, to: sent.to })
        .await
}

/// For which side.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForSide {
    /// The side it is done for.
    #[serde(rename = "as")]
    side: String,
    /// The tag of the view that the visitor holds.
    #[serde(default)]
    have: Option<String>,
}

/// Gives up.
pub(crate) async fn resign(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Extension(visitor): Extension<Visitor>,
    Sent(sent): Sent<ForSide>,
) -> StateAnswer {
    done(&app, &id, &visitor, (sent.side, sent.have), Act::Resign).await
}

/// A standing order.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ordering {
    /// The side it is done for.
    #[serde(rename = "as")]
    side: String,
    /// The id of the order.
    #[schemars(length(max = 100))]
    id: String,
    /// Whether it is given.
    on: bool,
    /// The tag of the view that the visitor holds.
    #[serde(default)]
    have: Option<String>,
}

/// Gives a standing order or takes it back.
pub(crate) async fn order(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Extension(visitor): Extension<Visitor>,
    Sent(sent): Sent<Ordering>,
) -> StateAnswer {
    short(&sent.id, "request.long-order")?;
    done(&app, &id, &visitor, (sent.side, sent.have), Act::Order { id: sent.id, on: sent.on }).await
}

/// The seat that wants another invitation.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Inviting {
    /// The side of the seat.
    side: String,
}

/// A link that gives a seat to whoever opens it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct InviteLink {
    /// Whole where the house has a public URL, else a path.
    url: String,
}

/// Makes another invitation to a seat for whoever opened the table; the one before it is void.
/// Somebody who sits there and has done nothing yet loses the seat: the link had gone to the wrong
/// person.
///
/// The room stays shut meanwhile, so that he cannot make his first choice between the question and
/// the answer.
pub(crate) async fn invite(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Extension(visitor): Extension<Visitor>,
    Sent(sent): Sent<Inviting>,
) -> Result<Json<InviteLink>, ApiError> {
    let (room, mut live) = rooms::enter(&app, &id).await?;
    if live.opener.is_some() && live.opener != visitor.hash() || visitor.hash().is_none() {
        return Err(ApiError::Forbidden(word("invite.opener")));
    }
    let side = live.seats.side_named(&sent.side);
    let side = side.filter(|side| live.may_invite(visitor.hash(), *side));
    let Some(side) = side else {
        return Err(ApiError::refusal(word("invite.not-open")));
    };
    let (invite, sitting) = (Secret::new(), live.seats.seat(side).holder);
    if !app.store.invite(live.key, sent.side.clone(), invite.hash(), sitting).await? {
        return Err(ApiError::refusal(word("invite.taken")));
    }
    live.seats.change(&sent.side, |seat| {
        (seat.holder, seat.invite) = (None, Some(invite.hash()));
    });
    room.tell(Note::Seats);
    Ok(Json(InviteLink { url: join_url(&app, &invite) }))
}

/// How the bots of a table are held.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Holding {
    /// What they are to do.
    #[serde(rename = "do")]
    what: Option<Hold>,
    /// The pause after each choice in milliseconds.
    #[schemars(range(max = 10_000))]
    pace: Option<u32>,
}

/// What the bots are to do.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Hold {
    /// Stop; what is being thought is not played.
    Stop,
    /// Go on.
    Go,
    /// Play the best that was found so far.
    Now,
}

/// Stops the bots of a table, lets them go on, or sets their pace.
pub(crate) async fn hold_bots(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Extension(visitor): Extension<Visitor>,
    Sent(sent): Sent<Holding>,
) -> Result<Json<BotShown>, ApiError> {
    let (room, live) = rooms::enter(&app, &id).await?;
    if !live.seats.is_of(visitor.hash()) {
        return Err(ApiError::Forbidden(word("seats.none")));
    }
    if let Some(pace) = sent.pace {
        room.bot.set_pace(pace.min(PACE_MAX_MS));
    }
    match sent.what {
        None => {}
        Some(Hold::Stop) => room.bot.hold(),
        Some(Hold::Now) => room.bot.hurry(),
        Some(Hold::Go) => {
            room.bot.go();
            bots::wake(&app, &room, &live);
        }
    }
    let held = room.bot.shown();
    room.tell(Note::Bot(BotNote::held(held)));
    Ok(Json(held))
}
