//! What a player does at a table, in memory; and what must be stored of it.

use crate::denied::{Denied, sentence};
use crate::live::Live;
use crate::reasons;
use crate::record::Append;
use crate::summary::summary;
use crate::words::words;
use board::Side;
use engine::shown::RefusalShown;
use engine::{Chained, Language, Line, Message, Refused, Rejection, Step, UndoBoundary};
use mind::Explained;
use schemars::JsonSchema;
use serde::Serialize;

/// What a player wants to do.
#[derive(Clone, Debug)]
pub enum Act {
    /// Make a choice.
    Choose {
        /// The line that it answers.
        seq: u64,
        /// The choice as a journal writes it.
        choice: String,
        /// Why, if a bot says so.
        reason: Option<Explained>,
    },
    /// Make choices together, group by group.
    ChooseGroups {
        /// The line that they answer.
        seq: u64,
        /// The choices.
        groups: Vec<Vec<String>>,
    },
    /// Take back his last choice, or more.
    Undo {
        /// The line that it answers.
        seq: u64,
        /// The line to go back to, if it is not the last.
        to: Option<u64>,
    },
    /// Give up.
    Resign,
    /// Give a standing order or take it back.
    Order {
        /// Its id.
        id: String,
        /// Whether it is given.
        on: bool,
    },
}

/// Whether a choice is legal, and why not.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Why {
    /// It is.
    Legal {
        /// Always true.
        legal: bool,
    },
    /// It is refused.
    Not(RefusalShown),
}

/// Why it was not done. Nothing has changed.
#[derive(Debug)]
pub enum NotDone {
    /// The table has moved on.
    Stale,
    /// For the reason given.
    Because(Denied),
}

impl Live {
    /// Does what a player wants, in memory. Nobody may be shown it before it is stored.
    pub fn act(&mut self, side: Side, act: &Act) -> Result<Option<Chained>, NotDone> {
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
        self.must_decide(side, seq)?;
        let choice = self.session.table().read_choice(text);
        let choice =
            choice.map_err(|why| NotDone::Because(Denied::Bad(Message::plain(sentence(&why)))))?;
        self.session.choose(side, seq, choice).map_err(not_done)
    }

    /// Only whoever decides goes on, and only from the last line.
    pub fn must_decide(&self, side: Side, seq: u64) -> Result<(), NotDone> {
        if seq != self.session.seq() {
            return Err(NotDone::Stale);
        }
        match self.session.decider() {
            Some(decider) if decider == side => Ok(()),
            Some(_) => Err(not_done(Rejection::NotYours)),
            None => Err(not_done(Rejection::Over)),
        }
    }

    /// A refusal in words: those of the game for its rules, the table's own for what it refuses itself.
    pub fn in_words(&self, refused: &Refused, language: Language) -> RefusalShown {
        let of_game = self.session.table().words(language);
        let own = words().of(language);
        refused.shown(if own.has(&refused.text.id) { own } else { of_game })
    }

    /// Why a choice is not legal, or that it is. The rules are asked only for whoever decides.
    pub fn why(&self, side: Side, choice: &str, language: Language) -> Result<Why, Denied> {
        let table = self.session.table();
        let words = table.words(language);
        let because = |text| Ok(Why::Not(self.in_words(&Refused::without_rule(text), language)));
        match self.session.decider() {
            None => return because(OVER),
            Some(decider) if decider != side => return because(NOT_YOURS),
            Some(_) => {}
        }
        let choice =
            table.read_choice(choice).map_err(|why| Denied::Bad(Message::plain(sentence(&why))))?;
        let refused = table.why_not(choice).map(|refused| refused.shown(words));
        Ok(refused.map_or(Why::Legal { legal: true }, Why::Not))
    }

    /// What must be stored for a step.
    pub fn append_of(&mut self, step: &Step, act: Act) -> Append {
        let shown = (self.session.table().turn(), self.session.decider());
        let summary = (shown != self.shown).then(|| summary(&self.session).write());
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
            reason: reason.as_ref().map(reasons::written),
            summary,
            finished: self.is_over(),
            bookmark: self.bookmark_if_due(),
        }
    }
}

/// Nobody decides any more.
const OVER: Message = Message::new("refused.over");

/// Somebody else decides.
const NOT_YOURS: Message = Message::new("refused.not-yours");

fn not_done(rejection: Rejection) -> NotDone {
    NotDone::Because(match rejection {
        Rejection::Stale(_) => return NotDone::Stale,
        Rejection::Over => Denied::refusal(OVER),
        Rejection::NotYours => Denied::refusal(NOT_YOURS),
        Rejection::Refused(refusal) => Denied::Refused(Box::new(refusal)),
        Rejection::NothingToUndo(boundary) => Denied::refusal(boundary_text(boundary)),
        Rejection::NoSuchOrder(_) => Denied::NotFound(Message::new("denied.order")),
    })
}

fn boundary_text(boundary: UndoBoundary) -> Message {
    Message::new(match boundary {
        UndoBoundary::Beginning => "undo.beginning",
        UndoBoundary::Dice(_) => "undo.dice",
        UndoBoundary::Revealed(_) => "undo.revealed",
        UndoBoundary::Passed(_) => "undo.passed",
    })
}
