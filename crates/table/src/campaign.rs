//! Campaigns: the scenario that goes on from the end of a game.
//!
//! Whether an end is carried on is the game's to say, so it is asked before anybody is offered it.

use crate::denied::{Denied, sentence};
use crate::library::{Library, Next, Opened};
use crate::live::{Fresh, Live};
use crate::secrets::committed;
use engine::{Header, Message, NotCarried, Session};

/// The scenario that goes on from a stored final state, if the game carries it on.
pub fn next_of(library: &dyn Library, header: &Header, end: &str) -> Option<Next> {
    let next = library.next(header)?;
    library.carry_on(header, end).is_ok().then_some(next)
}

/// Whether the next scenario may be begun from a table.
pub fn may_go_on(library: &dyn Library, live: &Live) -> Result<(), Denied> {
    if !live.is_over() {
        return Err(Denied::refusal(Message::new("campaign.running")));
    }
    if library.next(&live.session.journal().header).is_none() {
        return Err(Denied::refusal(Message::new("campaign.last")));
    }
    if live.session.resigned().is_some() {
        return Err(Denied::refusal(Message::new("campaign.resigned")));
    }
    Ok(())
}

/// The game of the next scenario, begun from a stored final state of this one with dice from these secrets.
pub fn begin_from(
    library: &dyn Library,
    header: &Header,
    end: &str,
    secrets: &[Vec<u8>],
) -> Result<(Opened, Session), Denied> {
    let opened = library.carry_on(header, end).map_err(refused)?;
    Ok(begun(opened, secrets))
}

/// A game that begins with dice from these secrets.
pub fn begun(mut opened: Opened, secrets: &[Vec<u8>]) -> (Opened, Session) {
    opened.header = committed(opened.header, secrets);
    let session = Session::begin(opened.header.clone(), Some(secrets.to_vec()), &*opened.start);
    (opened, session)
}

/// The table of the next scenario: everybody keeps his side.
pub fn next_table(
    live: &Live,
    (opened, session): (Opened, Session),
    secrets: Vec<Vec<u8>>,
) -> Fresh {
    let (seats, opener) = (live.seats.kept(), live.opener);
    Fresh { opened, session, seats, secrets, imported: 0, opener }
}

/// What a game says when it does not carry an end on.
fn refused(why: NotCarried) -> Denied {
    match why {
        NotCarried::Refused(refusal) => Denied::Refused(refusal),
        NotCarried::Unreadable(why) => Denied::refusal(Message::plain(sentence(&why))),
    }
}
