//! A game that is loaded and has forgotten which game it is.

use crate::case::{self, Arrange, Case, Witness};
use crate::shown::RefusalShown;
use crate::{Dice, Header, Log, Rule, Seated, Table, laws};
use board::Map;
use std::fmt;
use std::sync::Arc;

/// Begins a game.
pub type Begin = Arc<dyn Fn(&mut dyn Dice, &mut Log) -> Box<dyn Table> + Send + Sync>;

/// The result of a law under random play.
pub type LawRun = Result<laws::Played, Box<laws::Breach>>;

/// Plays a random game with these dice and checks the laws.
pub type CheckLaws = Arc<dyn Fn(Header, u64, laws::Effort) -> LawRun + Send + Sync>;

/// Runs a case.
pub type RunCase = Arc<dyn Fn(&Case, &mut Witness) -> Result<(), String> + Send + Sync>;

/// Begins a scenario from a stored final state of the scenario before it.
pub type CarryOn =
    Arc<dyn Fn(&str, &mut dyn Dice, &mut Log) -> Result<Box<dyn Table>, NotCarried> + Send + Sync>;

/// Why a game does not begin from a stored state.
#[derive(Clone, Debug, PartialEq)]
pub enum NotCarried {
    /// The rules of the game forbid it.
    Refused(Box<RefusalShown>),
    /// It is no state of the game, or there is no such game.
    Unreadable(String),
}

impl From<String> for NotCarried {
    fn from(why: String) -> NotCarried {
        NotCarried::Unreadable(why)
    }
}

impl From<&str> for NotCarried {
    fn from(why: &str) -> NotCarried {
        NotCarried::Unreadable(why.to_string())
    }
}

impl fmt::Display for NotCarried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotCarried::Refused(no) => write!(f, "{} [{}]", no.text, no.rules.join(", ")),
            NotCarried::Unreadable(why) => f.write_str(why),
        }
    }
}

/// Everything that can be done with a game of any rule system.
///
/// A system makes it in its own crate, where [`Ready::of`] is compiled: whoever opens games is not built anew when
/// rules change.
#[derive(Clone)]
pub struct Ready {
    /// The edition of its rules.
    pub edition: u32,
    /// Its board.
    pub map: Arc<Map>,
    /// Whether both players always know everything.
    pub hides_nothing: bool,
    /// The rules that it can cite.
    pub rules: Vec<Rule>,
    /// The ids of the sentences with which it refuses a choice.
    pub refusals: Vec<String>,
    /// Begins it.
    pub begin: Begin,
    /// Plays a random game and checks the laws.
    pub check_laws: CheckLaws,
    /// Runs a case.
    pub run_case: RunCase,
    /// Begins it from the end of the scenario before it.
    pub carry_on: CarryOn,
}

impl Ready {
    /// A game that was just loaded.
    pub fn of<G: Arrange>(game: G) -> Ready {
        let game = Arc::new(game);
        let (a, b, c, d) =
            (Arc::clone(&game), Arc::clone(&game), Arc::clone(&game), Arc::clone(&game));
        let ids = game.catalogue().ids().filter(|id| id.starts_with("no."));
        Ready {
            edition: game.edition(),
            map: Arc::new(game.map().clone()),
            hides_nothing: game.hides_nothing(),
            rules: game.books().iter().flat_map(|book| book.rules()).collect(),
            refusals: ids.map(String::from).collect(),
            begin: Arc::new(move |dice, log| Box::new(Seated::new(Arc::clone(&a), dice, log))),
            check_laws: Arc::new(move |header, seed, effort| {
                laws::check_game(&b, header, seed, effort)
            }),
            run_case: Arc::new(move |case, witness| case::run_watched(&*c, case, witness)),
            carry_on: Arc::new(move |text, dice, log| {
                Ok(Box::new(Seated::carried(&d, text, dice, log)?))
            }),
        }
    }
}
