//! How a table begins: made, joined, imported.

use crate::app::App;
use crate::campaign;
use crate::error::ApiError;
use crate::extract::{Named, Sent, SentText};
use crate::import;
use crate::library::Opened;
use crate::live::{Live, committed, new_secrets, sentence, write_secrets};
use crate::replay::{self, Budget};
use crate::rooms;
use crate::seats::Seats;
use crate::secret::{Hashed, Secret, new_table_id};
use crate::show;
use crate::store::{NewTable, Seat, SeatKind, StoreError, TableKey, Taken};
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use axum::{Extension, http::HeaderValue};
use engine::{Header, Line, Session};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a new table is to be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    game: String,
    scenario: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
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
        let mut opened = library.open(&game, &scenario, &options)?;
        let secrets = new_secrets();
        opened.header = committed(opened.header, &secrets);
        let header = opened.header.clone();
        let session = Session::begin(header, Some(secrets.clone()), &*opened.start);
        Ok::<_, String>((opened, secrets, session))
    });
    let begun = begun.await.map_err(|e| ApiError::fault(&e))?;
    let (opened, secrets, session) = begun.map_err(|why| ApiError::Bad(sentence(&why)))?;
    let sides = session.table().side_ids();
    let (holder, cookie) = visitor.with_token();
    let (seats, invites) = seat_all(&app, &opened.header, &sides, &seats, holder)?;
    let opener = Some(holder);
    let fresh = Fresh { opened, session, seats, secrets, imported: 0, follows: None, opener };
    let id = keep(&app, fresh).await?;
    Ok(with_cookie(cookie, json!({ "table": id, "invites": invites })))
}

/// The seats as they are wanted, and the invitations to them.
fn seat_all(
    app: &App,
    header: &Header,
    sides: &[String; 2],
    wanted: &BTreeMap<String, String>,
    holder: Hashed,
) -> Result<(Seats, Value), ApiError> {
    let both = format!("Seats are wanted for \"{}\" and \"{}\".", sides[0], sides[1]);
    let mut seats = Vec::new();
    let mut invites = Map::new();
    for side in sides {
        let text = wanted.get(side).ok_or_else(|| ApiError::Bad(both.clone()))?;
        let kind = SeatKind::read(text).filter(|kind| is_playable(app, header, kind)).ok_or_else(
            || {
                let text: String = text.chars().take(40).collect();
                ApiError::Bad(format!(
                    "\"{text}\" cannot sit here; expected me, link or bot:LEVEL."
                ))
            },
        )?;
        let invite = (kind == SeatKind::Link).then(Secret::new);
        if let Some(invite) = &invite {
            invites.insert(side.clone(), json!(join_url(app, invite)));
        }
        seats.push(Seat {
            side: side.clone(),
            holder: (kind == SeatKind::Me).then_some(holder),
            invite: invite.as_ref().map(Secret::hash),
            kind,
        });
    }
    // Whoever sets two bots against each other finds the table among his own and may stop them.
    if seats.iter().all(|seat| matches!(seat.kind, SeatKind::Bot(_))) {
        seats.iter_mut().for_each(|seat| seat.holder = Some(holder));
    }
    match wanted.len() {
        2 => Ok((Seats::of(seats)?, Value::Object(invites))),
        _ => Err(ApiError::Bad(both)),
    }
}

/// The address that gives a seat to whoever opens it.
pub(crate) fn join_url(app: &App, invite: &Secret) -> String {
    app.names.link(&format!("/join/{}", invite.text()))
}

fn is_playable(app: &App, header: &Header, kind: &SeatKind) -> bool {
    match kind {
        SeatKind::Me | SeatKind::Link => true,
        SeatKind::Bot(level) => app.library.bot(header, level, 0).is_some(),
    }
}

/// A table that is ready to be stored.
pub(crate) struct Fresh {
    pub(crate) opened: Opened,
    pub(crate) session: Session,
    pub(crate) seats: Seats,
    pub(crate) secrets: Vec<Vec<u8>>,
    /// How many lines were not thrown here.
    pub(crate) imported: u64,
    /// The table from whose end it begins.
    pub(crate) follows: Option<TableKey>,
    /// Who opens it.
    pub(crate) opener: Option<Hashed>,
}

/// Stores a table, and then opens its room.
pub(crate) async fn keep(app: &Arc<App>, fresh: Fresh) -> Result<String, StoreError> {
    let Fresh { opened, session, seats, secrets, imported, follows, opener } = fresh;
    let id = new_table_id();
    let mut live = Live::new(id.clone(), TableKey(0), opened, session, seats, secrets);
    live.imported = imported;
    live.opener = opener;
    campaign::look_ahead(app, &mut live).await;
    let journal = live.session.journal();
    let table = NewTable {
        id: id.clone(),
        title: live.title.clone(),
        header: journal.header.write(),
        secrets: write_secrets(&live.secrets),
        imported,
        summary: show::summary(&live).to_string(),
        seats: live.seats.0.to_vec(),
        lines: journal.lines.iter().map(Line::to_string).collect(),
        finished: live.is_over(),
        follows,
        opener,
    };
    live.key = app.store.create(table).await?;
    rooms::settle(app, live).await;
    Ok(id)
}

fn with_cookie(cookie: HeaderValue, body: Value) -> Response {
    ([(SET_COOKIE, cookie)], Json(body)).into_response()
}

/// An invitation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Invitation {
    secret: String,
}

/// Takes the seat of an invitation.
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Sent(invitation): Sent<Invitation>,
) -> Result<Response, ApiError> {
    let unknown = || ApiError::NotFound(String::from("There is no such invitation."));
    let invite = Secret::read(&invitation.secret).ok_or_else(unknown)?;
    let (holder, cookie) = visitor.with_token();
    match app.store.take(invite.hash(), holder).await? {
        Taken::Yes(table, side) => {
            let sit = |live: &mut Live| live.seats.change(&side, |s| s.holder = Some(holder));
            rooms::reseat(&app, &table, sit).await;
            Ok(with_cookie(cookie, json!({ "table": table, "side": side })))
        }
        Taken::Occupied => Err(ApiError::Forbidden(String::from("This seat is taken."))),
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
    let seats = session.table().side_ids().map(|side| Seat {
        side,
        kind: SeatKind::Me,
        holder: Some(holder),
        invite: None,
    });
    let lines = session.seq() + 1;
    let seats = Seats(seats);
    let opener = Some(holder);
    let fresh = Fresh { opened, session, seats, secrets, imported: lines, follows: None, opener };
    let id = keep(&app, fresh).await?;
    Ok(with_cookie(cookie, json!({ "table": id })))
}

/// A line of a table from which another table goes on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Branching {
    line: u64,
    seats: BTreeMap<String, String>,
}

/// Begins a table of its own from a line of another. Where something is hidden it waits for the end of the game:
/// whoever plays on would learn what he may not know.
pub(crate) async fn branch(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Extension(visitor): Extension<Visitor>,
    Sent(sent): Sent<Branching>,
) -> Result<Response, ApiError> {
    let (_, live) = campaign::enter(&app, &id).await?;
    if !live.opened.open && !live.lies_open() {
        let text = match live.is_over() {
            true => {
                "This game has hidden information until the next scenario of its campaign is over."
            }
            false => {
                "This game has hidden information; it can be continued from a line only when it is over."
            }
        };
        return Err(ApiError::refusal(text));
    }
    if sent.line > live.session.seq() {
        return Err(ApiError::NotFound(String::from("There is no such line.")));
    }
    let opened = Opened::clone(&live.opened);
    let mut journal = live.session.journal().clone();
    drop(live);
    journal.lines.truncate(sent.line as usize + 1);
    let play_on = move |budget: &Budget| import::play_on(journal, opened, budget);
    let (opened, session, secrets) = replay::run(&app.replay_slots, play_on).await?;
    if session.decider().is_none() {
        return Err(ApiError::refusal("The game is over at this line; choose an earlier one."));
    }
    let sides = session.table().side_ids();
    let (holder, cookie) = visitor.with_token();
    let (seats, invites) = seat_all(&app, &opened.header, &sides, &sent.seats, holder)?;
    let lines = session.seq() + 1;
    let opener = Some(holder);
    let fresh = Fresh { opened, session, seats, secrets, imported: lines, follows: None, opener };
    let id = keep(&app, fresh).await?;
    Ok(with_cookie(cookie, json!({ "table": id, "invites": invites })))
}
