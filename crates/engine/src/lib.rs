//! How any of the games is played.
//!
//! A game is a state machine that stops only where somebody must decide. At each stop there is one
//! decision: whose it is, a prompt, and the complete set of legal [`Choice`]s. A rule system implements [`Rules`]
//! and its decisions ([`Decide`]); every `Rules` is a [`Game`], and everything else here is built once on top of that:
//!
//! - [`Table`] hides which game it is, for the server, the command line and the bots;
//! - [`Session`] plays a table with a [`Journal`], automatic choices, standing orders and undo;
//! - [`Text`] is what a person reads, as an id and arguments, rendered late from a [`Catalogue`];
//! - [`Odds`] is a combat before the dice: every item with its rule, every result with its probability;
//! - [`case`] runs the rules as tests, [`laws`] checks what must hold for every game.

pub mod case;
mod catalogue;
mod choice;
mod choices;
mod decide;
mod decision;
mod dice;
mod digest;
mod event;
mod faces;
mod game;
mod hash;
mod journal;
mod kept;
mod language;
pub mod laws;
mod message;
mod no;
mod odds;
mod overlay;
mod play;
mod pseudo;
mod ready;
mod render;
mod rule;
mod rules;
mod seen;
mod session;
pub mod shown;
mod story;
mod table;
mod text;
mod trail;
pub mod view;
mod view_text;

pub use catalogue::Catalogue;
pub use choice::{Choice, Verb};
pub use choices::Choices;
pub use decide::{
    AnyDecision, Asked, At, Automatic, Button, Decide, Flow, Play, Rooms, Wrong, impossible,
    plain_offer,
};
pub use decision::{Because, Outcome, Prompt, Refusal, Viewer};
pub use dice::{
    Commitment, CommittedDice, Dice, EveryRoll, FixedDice, Recorder, Roll, Rolls, SeededDice,
    commit,
};
pub use digest::Digest;
pub use event::{Event, EventKind, Log, Moved};
pub use faces::{FaceShown, Faces};
pub use game::{Game, Order, SideInfo, TurnInfo};
pub use hash::{StableHasher, stable_hash};
pub use journal::{Actor, DiceSource, Header, Journal, JournalError, Line, What};
pub use kept::with_desk;
pub use language::{Language, Plural};
pub use message::{Id, Message, Part, Refused, Told};
pub use no::No;
pub use odds::{DiceShape, Odds, OddsItem, OddsOutcome, Probability};
pub use play::Seated;
pub use ready::{Begin, CarryOn, CheckLaws, LawRun, NotCarried, Ready, RunCase};
pub use rule::{Cited, Numbered, Rule, Rulebook, find_rule, is_same};
pub use rules::{Printed, Rules, ask};
pub use session::{Chained, LeftOut, Rejection, Session, Step, UndoBoundary, Verification};
pub use table::Table;
pub use text::{Arg, Names, Text};
pub use trail::Trail;
