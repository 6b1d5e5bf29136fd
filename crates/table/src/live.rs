//! A table in memory: the session that is being played, with its seats and secrets.

use crate::bookmarks;
use crate::campaign;
use crate::denied::{Denied, sentence};
use crate::library::{Edition, Library, Next, Opened};
use crate::past::Milestones;
use crate::reasons;
use crate::record::{Bookmark, Hashed, NewTable, SeatKind, Stored, TableKey, header_of};
use crate::seats::Seats;
use crate::secrets::{hex_of, read_secrets, write_secrets};
use crate::summary::summary;
use crate::views::Views;
use board::Side;
use engine::{Actor, DiceSource, Journal, Language, Line, Message, Session, Verification, Viewer};
use mind::Explained;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// A game that can be played at a table.
pub struct Fresh {
    /// The game.
    pub opened: Opened,
    /// Its session.
    pub session: Session,
    /// Who sits where.
    pub seats: Seats,
    /// The secrets behind its dice.
    pub secrets: Vec<Vec<u8>>,
    /// How many lines were not thrown here.
    pub imported: u64,
    /// Who opens it.
    pub opener: Option<Hashed>,
}

/// A table in memory.
pub struct Live {
    /// Its name in addresses.
    pub id: String,
    /// Where it is kept.
    pub key: TableKey,
    /// What the list of tables calls it.
    pub title: String,
    /// What is said of a game that began with other rules or data.
    pub note: Option<String>,
    /// The game.
    pub opened: Arc<Opened>,
    /// What is being played.
    pub session: Session,
    /// Who sits where.
    pub seats: Seats,
    /// The secrets behind the dice.
    pub secrets: Vec<Vec<u8>>,
    /// The person who opened it and may make its invitations anew.
    pub opener: Option<Hashed>,
    /// The first line whose dice follow from the secrets; those before came with an import.
    pub imported: u64,
    /// What bots said of the lines they chose.
    pub(crate) reasons: BTreeMap<u64, Explained>,
    /// States of the past, for whoever looks back.
    pub milestones: Arc<Milestones>,
    /// The views as they were last sent.
    pub views: Views,
    /// The scenario that goes on from here, when the game is over and carries it on.
    pub next: Option<Next>,
    /// The table at which that is played, once somebody has opened it.
    pub next_table: OnceLock<String>,
    /// Whether the next scenario was seen to be over.
    unsealed: AtomicBool,
    /// The line of the last bookmark.
    bookmarked: Option<u64>,
    /// How many lines were replayed to open it.
    pub replayed: u64,
    /// The line of the last bookmark, if none could be used.
    pub spoilt: Option<u64>,
    /// The turn and the decider that the list of tables shows.
    pub(crate) shown: (u16, Option<Side>),
}

/// Who looks, and through whose eyes.
#[derive(Clone, Copy, Debug)]
pub struct Eyes {
    /// The visitor, if he has a token.
    pub who: Option<Hashed>,
    /// The viewer.
    pub viewer: Viewer,
    /// The language that he reads.
    pub language: Language,
}

/// How the dice of a table can be checked.
#[derive(Serialize, JsonSchema)]
pub struct DiceProof {
    /// The hashes in the head of the journal.
    commitments: Vec<String>,
    /// The first line they hold for.
    from: u64,
    /// What they are the hashes of.
    #[serde(skip_serializing_if = "Option::is_none")]
    secrets: Option<Vec<String>>,
}

/// Why a stored table cannot be opened. Nothing is lost: its journal is kept.
#[derive(Debug, PartialEq, Eq)]
pub enum NotOpened {
    /// What is stored of it is damaged.
    Damaged,
    /// The games that are here cannot open it.
    Unknown,
    /// It does not replay with the present rules and data beyond this line.
    Breaks(u64),
}

impl Live {
    /// The table that was stored, opened at its last bookmark or replayed. `epoch` is any number that no other
    /// session of the table is given.
    pub fn replay(
        id: &str,
        stored: Stored,
        library: &dyn Library,
        epoch: u32,
    ) -> Result<Live, NotOpened> {
        let lines = stored.lines.iter().map(|l| Line::parse(l)).collect::<Result<_, _>>();
        let (header, seats) = (header_of(&stored.header), Seats::of(stored.seats));
        let (Ok(header), Ok(lines), Some(seats)) = (header, lines, seats) else {
            return Err(NotOpened::Damaged);
        };
        let opened = library.open_header(&header).map_err(|_| NotOpened::Unknown)?;
        let secrets = read_secrets(&stored.secrets);
        let journal = Journal { header, lines };
        let resumed = bookmarks::resume(&journal, &secrets, &opened, &stored.bookmarks);
        let spoilt = resumed.as_ref().err().copied().flatten();
        let bookmarked = resumed.as_ref().ok().map(|(_, _, line)| *line);
        let (session, verified) = match resumed {
            Ok((session, verified, _)) => (session, verified),
            Err(_) => Session::replay(&journal, Some(secrets.clone()), &*opened.start),
        };
        if let Verification { broken: Some((line, _)), .. } = verified {
            return Err(NotOpened::Breaks(line));
        }
        let (imported, opener) = (stored.imported, stored.opener);
        let fresh = Fresh { opened, session, seats, secrets, imported, opener };
        let mut live = Live::new(id.to_string(), fresh, epoch);
        live.key = stored.key;
        live.replayed = live.session.seq() - bookmarked.unwrap_or(0);
        (live.bookmarked, live.spoilt) = (bookmarked, spoilt);
        live.title = stored.title;
        live.reasons = reasons::all(&stored.reasons);
        live.next_table = stored.next.map(OnceLock::from).unwrap_or_default();
        live.next = live.goes_on(library);
        Ok(live)
    }

    /// A table that has just begun or was imported.
    pub fn new(id: String, fresh: Fresh, epoch: u32) -> Live {
        let Fresh { opened, session, seats, secrets, imported, opener } = fresh;
        let shown = (session.table().turn(), session.decider());
        let title = opened.title.clone();
        let note = opened.now.differs_from(&Edition::of(&opened.header));
        let note = note.map(|note| sentence(&note));
        let opened = Arc::new(opened);
        Live {
            id,
            key: TableKey(0),
            title,
            note,
            opened,
            session,
            seats,
            secrets,
            opener,
            imported,
            reasons: BTreeMap::new(),
            milestones: Arc::default(),
            views: Views::new(epoch),
            next: None,
            next_table: OnceLock::new(),
            unsealed: AtomicBool::new(false),
            bookmarked: None,
            replayed: 0,
            spoilt: None,
            shown,
        }
    }

    /// What must be stored of a new table; `follows` is the table from whose end it begins.
    pub fn to_store(&self, follows: Option<TableKey>) -> NewTable {
        let journal = self.session.journal();
        NewTable {
            id: self.id.clone(),
            title: self.title.clone(),
            header: journal.header.write(),
            secrets: write_secrets(&self.secrets),
            imported: self.imported,
            summary: summary(&self.session).write(),
            seats: self.seats.0.to_vec(),
            lines: journal.lines.iter().map(Line::to_string).collect(),
            finished: self.is_over(),
            follows,
            opener: self.opener,
        }
    }

    /// The scenario that goes on from here, if the game is over and carries it on.
    pub fn goes_on(&self, library: &dyn Library) -> Option<Next> {
        let header = &self.session.journal().header;
        self.is_over().then(|| campaign::next_of(library, header, &self.end())).flatten()
    }

    /// Whether everybody may see everything: the game is over, and it is no part of a campaign whose next scenario is
    /// still to be played from where everybody stands hidden.
    pub fn lies_open(&self) -> bool {
        self.is_over() && !self.is_sealed()
    }

    /// Whether what is hidden stays hidden after the end. Bots alone have nothing to hide from each other.
    pub fn is_sealed(&self) -> bool {
        !self.opened.open
            && self.next.is_some()
            && self.seats.has_human()
            && !self.unsealed.load(Ordering::Relaxed)
    }

    /// The next scenario is over as well.
    pub fn unseal(&self) {
        self.unsealed.store(true, Ordering::Relaxed);
    }

    /// What a bot said of a line. It may speak of what only the bot knew, so it waits for the end of a game
    /// that hides something.
    pub fn reason(&self, line: u64) -> Option<&Explained> {
        let told = self.opened.open || self.lies_open();
        self.reasons.get(&line).filter(|_| told)
    }

    /// Whether the game is over, by the rules or because somebody gave up.
    pub fn is_over(&self) -> bool {
        self.session.decider().is_none()
    }

    /// The state as it is stored; of a game that is over, what the next scenario of a campaign begins from.
    pub fn end(&self) -> String {
        self.session.table().save()
    }

    /// The side that made a line; `None` for what passed by itself.
    pub fn made_by(&self, line: u64) -> Option<Side> {
        match &self.session.journal().lines.get(line as usize)?.actor {
            Actor::Side(id) | Actor::Order(id) => self.seats.side_named(id),
            Actor::Automatic => None,
        }
    }

    /// Whether a visitor may make another invitation to a seat: whoever opened the table, as long
    /// as nobody sits there or the one who does came by an invitation and has done nothing. From
    /// his first choice on a seat is the player's own, through a whole campaign.
    pub fn may_invite(&self, who: Option<Hashed>, side: Side) -> bool {
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

    /// Through whose eyes a visitor looks who names a side, or none.
    pub fn eyes(
        &self,
        who: Option<Hashed>,
        name: Option<&str>,
        language: Language,
    ) -> Result<Eyes, Denied> {
        let (decider, lies_open) = (self.session.decider(), self.lies_open());
        let viewer = self.seats.looks_as(who, name, decider, lies_open)?;
        Ok(Eyes { who, viewer, language })
    }

    /// The journal up to a line, from which another table may go on. Where something is hidden that waits for the end
    /// of the game: whoever plays on would learn what he may not know.
    pub fn branch_at(&self, line: u64) -> Result<Journal, Denied> {
        if !self.opened.open && !self.lies_open() {
            return Err(Denied::refusal(Message::new(match self.is_over() {
                true => "branch.sealed",
                false => "branch.hidden",
            })));
        }
        if line > self.session.seq() {
            return Err(Denied::NotFound(Message::new("denied.line")));
        }
        let mut journal = self.session.journal().clone();
        journal.lines.truncate(line as usize + 1);
        Ok(journal)
    }

    /// How the dice can be checked: the commitments, and when the game lies open the secrets themselves.
    pub fn dice_proof(&self) -> DiceProof {
        let commitments = match &self.session.journal().header.dice {
            DiceSource::Committed(hashes) => hashes.clone(),
            DiceSource::Seed(_) | DiceSource::Recorded => Vec::new(),
        };
        let secrets = self.lies_open().then(|| self.secrets.iter().map(|s| hex_of(s)).collect());
        DiceProof { commitments, from: self.imported, secrets }
    }

    /// A bookmark, if the last one is too far back.
    pub fn bookmark_if_due(&mut self) -> Option<Bookmark> {
        let bookmark = bookmarks::due(&self.session, &self.opened, self.bookmarked)?;
        self.bookmarked = Some(bookmark.line);
        Some(bookmark)
    }

    /// A bookmark could not be stored: the next one must tell everything.
    pub fn lose_bookmarks(&mut self) {
        self.bookmarked = None;
    }
}
