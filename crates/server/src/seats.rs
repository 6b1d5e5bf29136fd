//! Who sits where, and through whose eyes a visitor may look.

use crate::error::ApiError;
use crate::secret::Hashed;
use crate::store::{Seat, SeatKind};
use board::Side;
use engine::Viewer;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A seat as a visitor is told it.
#[derive(Serialize)]
pub(crate) struct SeatShown<'a> {
    who: Cow<'a, str>,
    /// Whether the visitor may make an invitation to it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) invites: bool,
}

/// The two seats of a table, side A first.
#[derive(Clone, Debug)]
pub(crate) struct Seats(pub(crate) [Seat; 2]);

impl Seats {
    /// The seats as they are stored.
    pub(crate) fn of(seats: Vec<Seat>) -> Result<Seats, ApiError> {
        let seats: Result<[Seat; 2], _> = seats.try_into();
        seats.map(Seats).map_err(|_| ApiError::fault(&"a table does not have two seats"))
    }

    /// The seat of a side.
    pub(crate) fn seat(&self, side: Side) -> &Seat {
        &self.0[side.index()]
    }

    /// Changes the seat of a side.
    pub(crate) fn change(&mut self, side: &str, change: impl FnOnce(&mut Seat)) {
        if let Some(seat) = self.0.iter_mut().find(|seat| seat.side == side) {
            change(seat);
        }
    }

    /// The side called `name`.
    pub(crate) fn side_named(&self, name: &str) -> Option<Side> {
        Side::named(name, [&self.0[0].side, &self.0[1].side])
    }

    /// Whether a visitor sits on the seat of a side. Whoever sets two bots against each other holds their
    /// seats, but he does not play them.
    pub(crate) fn holds(&self, who: Option<Hashed>, side: Side) -> bool {
        who.is_some() && self.seat(side).holder == who && self.bot(side).is_none()
    }

    /// Whether the table belongs to a visitor: he holds a seat, or he set its bots against each other.
    pub(crate) fn is_of(&self, who: Option<Hashed>) -> bool {
        who.is_some() && self.0.iter().any(|seat| seat.holder == who)
    }

    /// The level of the bot that plays a side.
    pub(crate) fn bot(&self, side: Side) -> Option<&str> {
        match &self.seat(side).kind {
            SeatKind::Bot(level) => Some(level),
            SeatKind::Me | SeatKind::Link => None,
        }
    }

    /// Whether a person plays a side.
    pub(crate) fn is_somebodys(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.bot(side).is_none())
    }

    /// The side that a visitor acts for: he must hold its seat.
    pub(crate) fn acts_for(&self, who: Option<Hashed>, name: &str) -> Result<Side, ApiError> {
        match self.side_named(name) {
            Some(side) if self.holds(who, side) => Ok(side),
            Some(_) => Err(ApiError::Forbidden(String::from("This is not your seat."))),
            None => Err(ApiError::Bad(format!("There is no side called \"{name}\" here."))),
        }
    }

    /// Through whose eyes a visitor looks. Nobody looks through a seat that he does not hold before the
    /// game lies open; then everybody may see everything. Who names no side looks through his own
    /// seat; with both seats, through the one that decides.
    pub(crate) fn looks_as(
        &self,
        who: Option<Hashed>,
        name: Option<&str>,
        decider: Option<Side>,
        lies_open: bool,
    ) -> Result<Viewer, ApiError> {
        let side = match name {
            Some("spectator") => return Ok(Viewer::Spectator),
            Some("all") if lies_open => return Ok(Viewer::Referee),
            Some("all") => {
                let text = "The full view opens once the game is over and nothing is hidden.";
                return Err(ApiError::Bad(text.to_string()));
            }
            Some(name) if lies_open && self.side_named(name).is_some() => self.side_named(name),
            Some(name) => Some(self.acts_for(who, name)?),
            None => decider.into_iter().chain(Side::BOTH).find(|side| self.holds(who, *side)),
        };
        Ok(side.map_or(Viewer::Spectator, Viewer::Player))
    }

    /// The seats as a visitor is told them: `me`, `person`, `open` or `bot:LEVEL`.
    pub(crate) fn shown(&self, who: Option<Hashed>) -> BTreeMap<&str, SeatShown<'_>> {
        let seat = |side: Side| {
            let seat = self.seat(side);
            let text = match &seat.kind {
                SeatKind::Bot(_) => Cow::Owned(seat.kind.to_string()),
                _ if self.holds(who, side) => Cow::Borrowed("me"),
                _ if seat.holder.is_some() => Cow::Borrowed("person"),
                _ => Cow::Borrowed("open"),
            };
            (seat.side.as_str(), SeatShown { who: text, invites: false })
        };
        Side::BOTH.into_iter().map(seat).collect()
    }

    /// The name of a viewer in addresses and answers.
    pub(crate) fn viewer_name(&self, viewer: Viewer) -> &str {
        match viewer {
            Viewer::Player(side) => &self.seat(side).side,
            Viewer::Spectator => "spectator",
            Viewer::Referee => "all",
        }
    }
}
