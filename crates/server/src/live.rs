//! A table in memory: the session that is being played, with its seats and secrets.

use crate::bookmarks;
use crate::campaign;
use crate::error::ApiError;
use crate::library::{Edition, Library, Next, Opened};
use crate::past::Milestones;
use crate::seats::Seats;
use crate::secret::{Hashed, bytes_of, hex_of, random_bytes};
use crate::show::{self, Views};
use crate::store::{Append, Bookmark, SeatKind, Stored, TableKey};
use board::Side;
use engine::{
    Actor, Chained, DiceSource, Header, Journal, Line, Rejection, Session, Step, UndoBoundary,
    commit,
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// A table in memory.
pub(crate) struct Live {
    pub(crate) id: String,
    pub(crate) key: TableKey,
    pub(crate) title: String,
    /// What is said of a game that began with other rules or data.
    pub(crate) note: Option<String>,
    pub(crate) opened: Arc<Opened>,
    pub(crate) session: Session,
    pub(crate) seats: Seats,
    pub(crate) secrets: Vec<Vec<u8>>,
    /// The person who opened it and may make its invitations anew.
    pub(crate) opener: Option<Hashed>,
    /// The first line whose dice follow from the secrets; those before came with an import.
    pub(crate) imported: u64,
    /// What bots said of the lines they chose.
    reasons: BTreeMap<u64, String>,
    /// States of the past, for whoever looks back.
    pub(crate) milestones: Arc<Milestones>,
    /// The views as they were last sent.
    pub(crate) views: Views,
    /// The scenario that goes on from here, when the game is over and carries it on.
    pub(crate) next: Option<Next>,
    /// The table at which that is played, once somebody has opened it.
    pub(crate) next_table: OnceLock<String>,
    /// Whether the next scenario was seen to be over.
    unsealed: AtomicBool,
    /// The line of the last bookmark.
    bookmarked: Option<u64>,
    /// How many lines were replayed to open it.
    pub(crate) replayed: u64,
    /// The turn and the decider that the list of tables shows.
    shown: (u16, Option<Side>),
}

/// What a player wants to do.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// Make a choice that answers line `seq`.
    /// A bot may say why.
    Choose { seq: u64, choice: String, reason: Option<String> },
    /// Make choices together, group by group.
    ChooseGroups { seq: u64, groups: Vec<Vec<String>> },
    /// Take back his last choice, or all of them down to the line `to`.
    Undo { seq: u64, to: Option<u64> },
    /// Give up.
    Resign,
    /// Give a standing order or take it back.
    Order { id: String, on: bool },
}

/// Why it was not done. Nothing has changed.
#[derive(Debug)]
pub(crate) enum NotDone {
    /// The table has moved on.
    Stale,
    /// For the reason given.
    Because(ApiError),
}

impl Live {
    /// The table that was stored, opened at its last bookmark or replayed.
    pub(crate) fn replay(
        id: &str,
        stored: Stored,
        library: &dyn Library,
    ) -> Result<Live, ApiError> {
        let lines = stored.lines.iter().map(|l| Line::parse(l)).collect::<Result<_, _>>();
        let header = header_of(&stored.header);
        let (Ok(header), Ok(lines), true) = (header, lines, stored.seats.len() == 2) else {
            return Err(ApiError::damaged(&format!("table {id}: the stored table is damaged")));
        };
        let opened = library.open_header(&header).map_err(|_| {
            tracing::warn!(table = id, "a table cannot be opened with the games that are here");
            ApiError::Gone(String::from(
                "This server's games cannot open this table. Its journal is kept.",
            ))
        })?;
        let secrets = read_secrets(&stored.secrets);
        let journal = Journal { header, lines };
        let resumed = bookmarks::resume(&journal, &secrets, &opened, &stored.bookmarks);
        let bookmarked = resumed.as_ref().map(|(_, _, line)| *line);
        let (session, verified) = match resumed {
            Some((session, verified, _)) => (session, verified),
            None => Session::replay(&journal, Some(secrets.clone()), &*opened.start),
        };
        if let Some((line, _)) = verified.broken {
            // Why would quote the line; `rokada verify` tells it to the operator.
            tracing::warn!(table = id, line, "a table does not replay with the present rules");
            return Err(ApiError::Gone(format!(
                "This table was played with other rules or data and breaks at line {line}. \
                 Its journal is kept."
            )));
        }
        let seats = Seats::of(stored.seats)?;
        let mut live = Live::new(id.to_string(), stored.key, opened, session, seats, secrets);
        live.replayed = live.session.seq() - bookmarked.unwrap_or(0);
        live.bookmarked = bookmarked;
        live.title = stored.title;
        live.imported = stored.imported;
        live.opener = stored.opener;
        live.reasons = stored.reasons.into_iter().collect();
        live.next_table = stored.next.map(OnceLock::from).unwrap_or_default();
        if live.is_over() {
            live.next = campaign::next_of(library, &live.opened.header, &live.end());
        }
        Ok(live)
    }

    /// A table that has just begun or was imported.
    pub(crate) fn new(
        id: String,
        key: TableKey,
        opened: Opened,
        session: Session,
        seats: Seats,
        secrets: Vec<Vec<u8>>,
    ) -> Live {
        let shown = (session.table().turn(), session.decider());
        let title = opened.title.clone();
        let note = opened.now.differs_from(&Edition::of(&opened.header));
        let note = note.map(|note| sentence(&note));
        let opened = Arc::new(opened);
        Live {
            id,
            key,
            title,
            note,
            opened,
            session,
            seats,
            secrets,
            opener: None,
            imported: 0,
            reasons: BTreeMap::new(),
            milestones: Arc::default(),
            views: Views::default(),
            next: None,
            next_table: OnceLock::new(),
            unsealed: AtomicBool::new(false),
            bookmarked: None,
            replayed: 0,
            shown,
        }
    }

    /// Whether everybody may see everything: the game is over, and it is no part of a campaign whose next scenario is
    /// still to be played from where everybody stands hidden.
    pub(crate) fn lies_open(&self) -> bool {
        self.is_over() && !self.is_sealed()
    }

    /// Whether what is hidden stays hidden after the end. Bots alone have nothing to hide from each other.
    pub(crate) fn is_sealed(&self) -> bool {
        !self.opened.open
            && self.next.is_some()
            && self.seats.is_somebodys()
            && !self.unsealed.load(Ordering::Relaxed)
    }

    /// The next scenario is over as well.
    pub(crate) fn unseal(&self) {
        self.unsealed.store(true, Ordering::Relaxed);
    }

    /// What a bot said of a line. It may speak of what only the bot knew, so it waits for the end of a game
    /// that hides something.
    pub(crate) fn reason(&self, line: u64) -> Option<&str> {
        let told = self.opened.open || self.lies_open();
        self.reasons.get(&line).filter(|_| told).map(String::as_str)
    }

    /// Whether the game is over, by the rules or because somebody gave up.
    pub(crate) fn is_over(&self) -> bool {
        self.session.decider().is_none()
    }

    /// The state as it is stored; of a game that is over, what the next scenario of a campaign begins from.
    pub(crate) fn end(&self) -> String {
        self.session.table().save()
    }

    /// The side that made a line; `None` for what passed by itself.
    pub(crate) fn made_by(&self, line: u64) -> Option<Side> {
        match &self.session.journal().lines.get(line as usize)?.actor {
            Actor::Side(id) | Actor::Order(id) => self.seats.side_named(id),
            Actor::Automatic => None,
        }
    }

    /// Whether a visitor may make another invitation to a seat: whoever opened the table, as long
    /// as nobody sits there or the one who does came by an invitation and has done nothing. From
    /// his first choice on a seat is the player's own, through a whole campaign.
    pub(crate) fn may_invite(&self, who: Option<Hashed>, side: Side) -> bool {
        let is_opener = match self.opener {
            Some(_) => self.opener == who,
            None => self.seats.is_of(who),
        };
        let seat = self.seats.seat(side);
        let has_chosen =
            || (self.imported.max(1)..=self.session.seq()).any(|n| self.made_by(n) == Some(side));
        let is_settled = || seat.holder.is_some() && (seat.invite.is_none() || has_chosen());
        is_opener && seat.kind == SeatKind::Link && !self.is_over() && !is_settled()
    }

    /// Does what a player wants, in memory. Nobody may be shown it before it is stored.
    pub(crate) fn act(&mut self, side: Side, act: &Act) -> Result<Option<Chained>, NotDone> {
        let step = match act {
            Act::Choose { seq, choice, .. } => self.choose(side, *seq, choice)?,
            Act::ChooseGroups { seq, groups } => {
                return self.session.choose_groups(side, *seq, groups).map(Some).map_err(not_done);
            }
            Act::Undo { seq, to: None } => self.session.undo(side, *seq).map_err(not_done)?,
            Act::Undo { seq, to: Some(to) } => {
                self.session.undo_to(side, *seq, *to).map_err(not_done)?
            }
            Act::Resign => self.session.resign(side).map_err(not_done)?,
            Act::Order { id, on } => {
                if self.session.orders(side).any(|o| o == id) == *on {
                    return Ok(None);
                }
                self.session.order(side, id, *on).map_err(not_done)?
            }
        };
        Ok(Some(Chained { step, left_out: Vec::new() }))
    }

    /// The text of a choice is read only when it is his to choose: even whether a counter exists is the
    /// decider's knowledge.
    fn choose(&mut self, side: Side, seq: u64, text: &str) -> Result<Step, NotDone> {
        if seq != self.session.seq() {
            return Err(NotDone::Stale);
        }
        if self.session.decider() != Some(side) {
            let over = self.is_over();
            return Err(not_done(if over { Rejection::Over } else { Rejection::NotYours }));
        }
        let choice = self.session.table().read_choice(text);
        let choice = choice.map_err(|why| NotDone::Because(ApiError::Bad(sentence(&why))))?;
        self.session.choose(side, seq, choice).map_err(not_done)
    }

    /// A bookmark, if the last one is too far back.
    pub(crate) fn bookmark_if_due(&mut self) -> Option<Bookmark> {
        let bookmark = bookmarks::due(&self.session, &self.opened, self.bookmarked)?;
        self.bookmarked = Some(bookmark.line);
        Some(bookmark)
    }

    /// A bookmark could not be stored: the next one must tell everything.
    pub(crate) fn lose_bookmarks(&mut self) {
        self.bookmarked = None;
    }

    /// What must be stored for a step.
    pub(crate) fn append_of(&mut self, step: &Step, act: Act) -> Append {
        let shown = (self.session.table().turn(), self.session.decider());
        let summary = (shown != self.shown).then(|| show::summary(self).to_string());
        self.shown = shown;
        let first = step.lines.first().map_or(self.session.seq() + 1, |l| l.n);
        let reason = match act {
            Act::Choose { reason, .. } => reason,
            Act::ChooseGroups { .. } | Act::Undo { .. } | Act::Resign | Act::Order { .. } => None,
        };
        if let Some(reason) = &reason {
            self.reasons.insert(first, reason.clone());
        }
        Append {
            table: self.key,
            first,
            lines: step.lines.iter().map(Line::to_string).collect(),
            reason,
            summary,
            finished: self.is_over(),
            bookmark: self.bookmark_if_due(),
        }
    }
}

/// A technical message as a sentence.
pub(crate) fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let rest = letters.as_str();
    let stop = if message.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{rest}{stop}")
}

fn not_done(rejection: Rejection) -> NotDone {
    NotDone::Because(match rejection {
        Rejection::Stale(_) => return NotDone::Stale,
        Rejection::Over => ApiError::refusal("The game is over."),
        Rejection::NotYours => ApiError::refusal("It is the other side's decision."),
        Rejection::Refused(refusal) => ApiError::Refused(Box::new(refusal)),
        Rejection::NothingToUndo(boundary) => ApiError::refusal(boundary_text(boundary)),
        Rejection::NoSuchOrder(_) => {
            ApiError::NotFound(String::from("There is no such standing order."))
        }
    })
}

fn boundary_text(boundary: UndoBoundary) -> &'static str {
    match boundary {
        UndoBoundary::Beginning => "You have nothing to undo.",
        UndoBoundary::Dice(_) => "Dice have been rolled; nothing before them can be undone.",
        UndoBoundary::Revealed(_) => {
            "Hidden information was revealed; nothing before it can be undone."
        }
        UndoBoundary::Passed(_) => "The decision has passed to the other side.",
    }
}

/// New secrets for the dice: the server's and one for each player.
pub(crate) fn new_secrets() -> Vec<Vec<u8>> {
    (0..3).map(|_| random_bytes::<32>().to_vec()).collect()
}

/// The head of a journal with the hashes of these secrets in it.
pub(crate) fn committed(header: Header, secrets: &[Vec<u8>]) -> Header {
    let hashes = secrets.iter().map(|s| commit(s).0).collect();
    Header { dice: DiceSource::Committed(hashes), ..header }
}

/// Secrets as they are stored: one a line.
pub(crate) fn write_secrets(secrets: &[Vec<u8>]) -> String {
    secrets.iter().map(|s| hex_of(s)).collect::<Vec<_>>().join("\n")
}

fn read_secrets(text: &str) -> Vec<Vec<u8>> {
    text.lines().filter_map(bytes_of).collect()
}

/// The head of a journal from its text.
pub(crate) fn header_of(text: &str) -> Result<Header, String> {
    Journal::parse(text).map(|(journal, _)| journal.header).map_err(|e| e.to_string())
}
