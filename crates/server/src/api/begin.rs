//! How a table begins: made, joined, imported.

use crate::app::App;
use crate::campaign;
use crate::error::ApiError;
use crate::extract::{Named, Sent, SentText};
use crate::import;
use crate::replay;
use crate::rooms;
use crate::secret::{Secret, new_secrets, new_table_id, random_number};
use crate::store::{StoreError, Taken};
use crate::visitor::Visitor;
use crate::words::word;
use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use axum::{Extension, http::HeaderValue};
use engine::Header;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::import::play_on;
use table::{Budget, Fresh, Hashed, Live, Opened, Seats, TableKey, begun, sentence};

/// What a new table is to be.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// The game.
    game: String,
    /// The scenario.
    scenario: String,
    /// The options that differ from their defaults.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// For each side `me`, `link` or `bot:LEVEL`.
    seats: BTreeMap<String, String>,
}

/// Makes a table.
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Sent(wanted): Sent<Wanted>,
) -> Result<Response, ApiError> {
    let library = Arc::clone(&app.library);
    let Wanted { game, scenario, options, seats } = wanted;
    let begun = tokio::task::spawn_blocking(move || {
        let (opened, secrets) = (library.open(&game, &scenario, &options)?, new_secrets());
        let (opened, session) = begun(opened, &secrets);
        Ok::<_, String>((opened, session, secrets))
    });
    let begun = begun.await.map_err(|e| ApiError::fault(&e))?;
    let (opened, session, secrets) = begun.map_err(|why| ApiError::Bad(sentence(&why)))?;
    let sides = session.table().side_ids();
    let (holder, cookie) = visitor.with_token();
    let (seats, invites) = seat_all(&app, &opened.header, &sides, &seats, holder)?;
    let opener = Some(holder);
    let fresh = Fresh { opened, session, seats, secrets, imported: 0, opener };
    let id = keep(&app, fresh, None).await?;
    Ok(with_cookie(cookie, Begun { table: id, invites: Some(invites), side: None }))
}

/// The seats as they are wanted, and the invitations to them.
fn seat_all(
    app: &App,
    header: &Header,
    sides: &[String; 2],
    wanted: &BTreeMap<String, String>,
    holder: Hashed,
) -> Result<(Seats, BTreeMap<String, String>), ApiError> {
    let mut invites = BTreeMap::new();
    let invite = |side: &str| {
        let invite = Secret::new();
        invites.insert(side.to_string(), join_url(app, &invite));
        invite.hash()
    };
    let is_level = |level: &str| app.library.bot(header, level, 0).is_some();
    let seats = Seats::wanted(sides, wanted, holder, is_level, invite)?;
    Ok((seats, invites))
}

/// The address that gives a seat to whoever opens it.
pub(crate) fn join_url(app: &App, invite: &Secret) -> String {
    app.names.link(&format!("/join/{}", invite.text()))
}

/// Stores a table, and then opens its room; `follows` is the table from whose end it begins.
pub(crate) async fn keep(
    app: &Arc<App>,
    fresh: Fresh,
    follows: Option<TableKey>,
) -> Result<String, StoreError> {
    let id = new_table_id();
    let mut live = Live::new(id.clone(), fresh, random_number() as u32);
    campaign::look_ahead(app, &mut live).await;
    live.key = app.store.create(live.to_store(follows)).await?;
    rooms::settle(app, live).await;
    Ok(id)
}

/// The table that a request has led to.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Begun {
    /// Its name in addresses.
    pub(crate) table: String,
    /// The links to its open seats, by side, where it was made here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) invites: Option<BTreeMap<String, String>>,
    /// The side that was joined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) side: Option<String>,
}

fn with_cookie(cookie: HeaderValue, body: Begun) -> Response {
    ([(SET_COOKIE, cookie)], Json(body)).into_response()
}

/// An invitation.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Invitation {
    /// The secret of the link.
    secret: String,
}

/// Takes the seat of an invitation.
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Sent(invitation): Sent<Invitation>,
) -> Result<Response, ApiError> {
    let unknown = || ApiError::NotFound(word("invite.unknown"));
    let invite = Secret::read(&invitation.secret).ok_or_else(unknown)?;
    let (holder, cookie) = visitor.with_token();
    match app.store.take(invite.hash(), holder).await? {
        Taken::Yes(table, side) => {
            let sit = |live: &mut Live| live.seats.change(&side, |s| s.holder = Some(holder));
            rooms::reseat(&app, &table, sit).await;
            Ok(with_cookie(cookie, Begun { table, invites: None, side: Some(side) }))
        }
        Taken::Occupied => Err(ApiError::Forbidden(word("invite.occupied"))),
        Taken::Unknown => Err(unknown()),
    }
}

/// Imports a journal as a table of its own; whoever imports it holds both seats.
///
/// A game that is not over goes on with new dice: their secrets are committed in its head from the line
/// at which it was imported, so that an exported game tells nobody what will be thrown.
pub(crate) async fn import(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    SentText(text): SentText,
) -> Result<Response, ApiError> {
    let (opened, session, secrets) = import::read(&app, text).await?;
    let (holder, cookie) = visitor.with_token();
    let seats = Seats::both_of(session.table().side_ids(), holder);
    let (imported, opener) = (session.seq() + 1, Some(holder));
    let fresh = Fresh { opened, session, seats, secrets, imported, opener };
    let id = keep(&app, fresh, None).await?;
    Ok(with_cookie(cookie, Begun { table: id, invites: None, side: None }))
}

/// A line of a table from which another table goes on.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Branching {
    /// The line.
    line: u64,
    /// For each side `me`, `link` or `bot:LEVEL`.
    seats: BTreeMap<String, String>,
}

/// Begins a table of its own from a line of another.
pub(crate) async fn branch(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Extension(visitor): Extension<Visitor>,
    Sent(sent): Sent<Branching>,
) -> Result<Response, ApiError> {
    let (_, live) = campaign::enter(&app, &id).await?;
    let (journal, opened) = (live.branch_at(sent.line)?, Opened::clone(&live.opened));
    drop(live);
    let play_on = move |budget: &dyn Budget| play_on(journal, opened, new_secrets(), budget);
    let (opened, session, secrets) = replay::run(&app.replay_slots, play_on).await?;
    if session.decider().is_none() {
        return Err(ApiError::refusal(word("branch.over")));
    }
    let sides = session.table().side_ids();
    let (holder, cookie) = visitor.with_token();
    let (seats, invites) = seat_all(&app, &opened.header, &sides, &sent.seats, holder)?;
    let (imported, opener) = (session.seq() + 1, Some(holder));
    let fresh = Fresh { opened, session, seats, secrets, imported, opener };
    let id = keep(&app, fresh, None).await?;
    Ok(with_cookie(cookie, Begun { table: id, invites: Some(invites), side: None }))
}
