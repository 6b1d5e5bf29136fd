//! The engine, tested with a game small enough to be followed by hand.

mod bookmarks;
mod captain;
mod cases;
mod decisions;
mod journal;
mod languages;
mod laws;
mod session;
mod words;

use board::Side;
use engine::{DiceSource, Game, Header, Seated, Session};
use ford::Ford;
use std::sync::Arc;

/// How a journal of the ford begins.
pub fn header(seed: u64) -> Header {
    Header {
        game: String::from("ford"),
        scenario: String::from("dawn"),
        options: Vec::new(),
        edition: Ford::new().edition(),
        data: String::from("ford"),
        dice: DiceSource::Seed(seed),
        position: None,
    }
}

/// A game that is about to begin with these dice.
pub fn begin(seed: u64) -> Session {
    let game = Arc::new(Ford::new());
    Session::begin(header(seed), None, &|dice, log| {
        Box::new(Seated::new(Arc::clone(&game), dice, log))
    })
}

/// Makes the choice at this place of the list, for whoever decides.
pub fn choose_nth(session: &mut Session, n: usize) -> Side {
    let side = session.decider().expect("somebody decides");
    let mut choices = Vec::new();
    session.table().choices(&mut choices);
    session.choose(side, session.seq(), choices[n]).expect("what is offered can be chosen");
    side
}

/// A game in which both have bid and nobody has moved.
pub fn after_bids(seed: u64) -> Session {
    let mut session = begin(seed);
    choose_nth(&mut session, 0);
    choose_nth(&mut session, 0);
    session
}
