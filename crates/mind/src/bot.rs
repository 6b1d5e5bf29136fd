//! What a bot is, and the only table it is ever given.

use crate::general::Listener;
use crate::{MiddleDice, Reason};
use board::Side;
use engine::{Choice, Game, Log, Recorder, Seated, Table, Viewer};
use std::ops::Deref;
use std::sync::atomic::AtomicBool;

/// A table as one side may imagine it: what that side cannot know is drawn anew.
///
/// It is all that a [`Bot`] is given, and there is no other way to make one, so that no bot can look at what lies
/// hidden. A bot may copy the table ([`Table::boxed`]) and play on in the copy with dice of its own.
pub struct Imagined {
    table: Box<dyn Table>,
    side: Side,
}

impl Imagined {
    /// What `side` may imagine of a table.
    pub fn of(table: &dyn Table, side: Side, seed: u64) -> Imagined {
        Imagined { table: table.imagine(Viewer::Player(side), seed), side }
    }

    /// The side that imagines, and decides.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The table after a choice, where the side decides on without dice and without having learnt anything; `None` where
    /// it does not.
    pub fn after(&self, choice: Choice) -> Option<Imagined> {
        let mut table = self.table.boxed();
        let (mut dice, mut log) = (MiddleDice, Log::new());
        let mut recorder = Recorder::new(&mut dice);
        table.choose(choice, &mut recorder, &mut log);
        let goes_on = recorder.rolls.is_empty() && !log.has_revealed();
        let goes_on = goes_on && table.decider() == Some(self.side);
        goes_on.then_some(Imagined { table, side: self.side })
    }

    /// The table with the game and its state, for a bot that was made for this game.
    ///
    /// # Panics
    ///
    /// If the table is of another game: whoever opens a game makes its bots.
    pub(crate) fn seat<G: Game>(&self) -> &Seated<G> {
        let seat = self.table.any().downcast_ref();
        seat.expect("a bot is given tables of the game that it was made for")
    }
}

impl Deref for Imagined {
    type Target = dyn Table;

    fn deref(&self) -> &(dyn Table + 'static) {
        &*self.table
    }
}

/// A player that is a program.
pub trait Bot: Send {
    /// Chooses for the side that imagines `table` and decides there. When `stop` is set the bot answers at once
    /// with the best it has found.
    ///
    /// The choice is one of the imagined table; whoever plays it writes it there and reads it at the real one
    /// ([`Table::write_choice`], [`Table::read_choice`]), because hidden counters may have changed places.
    fn choose(&mut self, table: &Imagined, stop: &AtomicBool) -> Choice;

    /// The number of the choice it takes, if it need know nothing but how many there are, which is what its side is
    /// shown anyway. Such a bot can be asked without a table to imagine.
    fn draw(&mut self, _choices: usize) -> Option<usize> {
        None
    }

    /// How long it thinks at most about what is open at a table, in milliseconds; 0 if it answers at once.
    fn budget_ms(&self, _table: &Imagined) -> u32 {
        0
    }

    /// How many of its decisions it left to the lot because nothing moved on.
    fn lots(&self) -> u64 {
        0
    }

    /// Has whoever is given here told what it is doing while it thinks.
    fn tell(&mut self, _listener: Listener) {}

    /// Whether what is open only carries on what its last choice began, such as where the unit goes that it picked.
    fn carries_on(&self, _table: &Imagined) -> bool {
        false
    }

    /// Why it made its last choice.
    fn reason(&self) -> Option<&Reason> {
        None
    }
}
