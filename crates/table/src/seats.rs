//! Who sits where, and through whose eyes a visitor may look.

use crate::denied::Denied;
use crate::record::{Hashed, Seat, SeatKind};
use board::Side;
use engine::{Message, Viewer};
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A seat as a visitor is told it.
#[derive(Serialize, JsonSchema)]
pub struct SeatShown<'a> {
    /// `me`, `person`, `open` or `bot:LEVEL`.
    who: Cow<'a, str>,
    /// Whether the visitor may make an invitation to it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub invites: bool,
    /// How often its player asked what the bot would do; told when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<u32>,
}

/// The two seats of a table, side A first.
#[derive(Clone, Debug)]
pub struct Seats(pub [Seat; 2]);

impl Seats {
    /// The seats as they are stored.
    pub fn of(seats: Vec<Seat>) -> Option<Seats> {
        seats.try_into().ok().map(Seats)
    }

    /// The seats as somebody wants them who opens a table: for each side `me`, `link` or `bot:LEVEL`. `invite` makes
    /// an invitation for a side and answers with its hash.
    pub fn wanted(
        sides: &[String; 2],
        wanted: &BTreeMap<String, String>,
        holder: Hashed,
        is_level: impl Fn(&str) -> bool,
        mut invite: impl FnMut(&str) -> Hashed,
    ) -> Result<Seats, Denied> {
        let both = || {
            let text = Message::new("seat.both");
            Denied::Bad(text.with("one", sides[0].as_str()).with("other", sides[1].as_str()))
        };
        let mut seats = Vec::new();
        for side in sides {
            let text = wanted.get(side).ok_or_else(both)?;
            let is_playable = |kind: &SeatKind| match kind {
                SeatKind::Me | SeatKind::Link => true,
                SeatKind::Bot(level) => is_level(level),
            };
            let kind = SeatKind::read(text).filter(is_playable).ok_or_else(|| no_seat(text))?;
            seats.push(Seat {
                side: side.clone(),
                holder: (kind == SeatKind::Me).then_some(holder),
                invite: (kind == SeatKind::Link).then(|| invite(side)),
                kind,
                asked: 0,
            });
        }
        // Whoever sets two bots against each other finds the table among his own and may stop them.
        if seats.iter().all(|seat| matches!(seat.kind, SeatKind::Bot(_))) {
            seats.iter_mut().for_each(|seat| seat.holder = Some(holder));
        }
        Seats::of(seats).filter(|_| wanted.len() == 2).ok_or_else(both)
    }

    /// Both seats for one person.
    pub fn both_of(sides: [String; 2], holder: Hashed) -> Seats {
        let (kind, holder) = (SeatKind::Me, Some(holder));
        Seats(sides.map(|side| Seat { side, kind: kind.clone(), holder, invite: None, asked: 0 }))
    }

    /// The seats at the table of the next scenario. Everybody keeps his side. Invitations do not: a seat that nobody
    /// has taken gets another when one is asked for.
    pub fn kept(&self) -> Seats {
        Seats(self.0.clone().map(|seat| Seat { invite: None, asked: 0, ..seat }))
    }

    /// The seats of one person become another's.
    pub fn hand_over(&mut self, from: Hashed, to: Hashed) {
        for seat in self.0.iter_mut().filter(|seat| seat.holder == Some(from)) {
            seat.holder = Some(to);
        }
    }

    /// The seat of a side.
    pub fn seat(&self, side: Side) -> &Seat {
        &self.0[side.index()]
    }

    /// Changes the seat of a side.
    pub fn change(&mut self, side: &str, change: impl FnOnce(&mut Seat)) {
        if let Some(seat) = self.0.iter_mut().find(|seat| seat.side == side) {
            change(seat);
        }
    }

    /// The side called `name`.
    pub fn side_named(&self, name: &str) -> Option<Side> {
        Side::named(name, [&self.0[0].side, &self.0[1].side])
    }

    /// Whether a visitor sits on the seat of a side. Whoever sets two bots against each other holds their
    /// seats, but he does not play them.
    pub fn holds(&self, who: Option<Hashed>, side: Side) -> bool {
        who.is_some() && self.seat(side).holder == who && self.bot(side).is_none()
    }

    /// Whether the table belongs to a visitor: he holds a seat, or he set its bots against each other.
    pub fn is_of(&self, who: Option<Hashed>) -> bool {
        who.is_some() && self.0.iter().any(|seat| seat.holder == who)
    }

    /// The level of the bot that plays a side.
    pub fn bot(&self, side: Side) -> Option<&str> {
        match &self.seat(side).kind {
            SeatKind::Bot(level) => Some(level),
            SeatKind::Me | SeatKind::Link => None,
        }
    }

    /// Whether a person plays a side.
    pub fn has_human(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.bot(side).is_none())
    }

    /// The side that a visitor acts for: he must hold its seat.
    pub fn acts_for(&self, who: Option<Hashed>, name: &str) -> Result<Side, Denied> {
        match self.side_named(name) {
            Some(side) if self.holds(who, side) => Ok(side),
            Some(_) => Err(Denied::Forbidden(Message::new("seat.not-yours"))),
            None => Err(Denied::Bad(Message::new("seat.no-side").with("name", name))),
        }
    }

    /// Through whose eyes a visitor looks. Nobody looks through a seat that he does not hold before the
    /// game lies open; then everybody may see everything. Who names no side looks through his own
    /// seat; with both seats, through the one that decides.
    pub fn looks_as(
        &self,
        who: Option<Hashed>,
        name: Option<&str>,
        decider: Option<Side>,
        lies_open: bool,
    ) -> Result<Viewer, Denied> {
        let side = match name {
            Some("spectator") => return Ok(Viewer::Spectator),
            Some("all") if lies_open => return Ok(Viewer::Referee),
            Some("all") => {
                return Err(Denied::Bad(Message::new("seat.all")));
            }
            Some(name) if lies_open && self.side_named(name).is_some() => self.side_named(name),
            Some(name) => Some(self.acts_for(who, name)?),
            None => decider.into_iter().chain(Side::BOTH).find(|side| self.holds(who, *side)),
        };
        Ok(side.map_or(Viewer::Spectator, Viewer::Player))
    }

    /// The seats as a visitor is told them: `me`, `person`, `open` or `bot:LEVEL`.
    pub fn shown(&self, who: Option<Hashed>) -> BTreeMap<&str, SeatShown<'_>> {
        let seat = |side: Side| {
            let seat = self.seat(side);
            let text = match &seat.kind {
                SeatKind::Bot(_) => Cow::Owned(seat.kind.to_string()),
                _ if self.holds(who, side) => Cow::Borrowed("me"),
                _ if seat.holder.is_some() => Cow::Borrowed("person"),
                _ => Cow::Borrowed("open"),
            };
            (seat.side.as_str(), SeatShown { who: text, invites: false, asked: None })
        };
        Side::BOTH.into_iter().map(seat).collect()
    }

    /// The same, for whoever keeps it longer than the seats.
    pub fn kept_shown(&self, who: Option<Hashed>) -> BTreeMap<String, SeatShown<'static>> {
        let kept = |(side, seat): (&str, SeatShown<'_>)| {
            let SeatShown { who, invites, asked } = seat;
            let who = Cow::Owned(who.into_owned());
            (side.to_string(), SeatShown { who, invites, asked })
        };
        self.shown(who).into_iter().map(kept).collect()
    }

    /// The name of a viewer in addresses and answers.
    pub fn viewer_name(&self, viewer: Viewer) -> &str {
        match viewer {
            Viewer::Player(side) => &self.seat(side).side,
            Viewer::Spectator => "spectator",
            Viewer::Referee => "all",
        }
    }
}

fn no_seat(text: &str) -> Denied {
    let text: String = text.chars().take(40).collect();
    Denied::Bad(Message::new("seat.who").with("who", text))
}
