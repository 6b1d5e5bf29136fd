//! What would the bot do? A person asks at his own decision, and is told from what he may know.

use crate::act::NotDone;
use crate::live::Live;
use board::Side;
use engine::{Id, Language, What};
use mind::{Advice, Imagined};
use schemars::JsonSchema;
use serde::Serialize;

/// What a bot would do.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Advice")]
pub struct AdviceShown {
    /// The line that it answers.
    seq: u64,
    /// What it would choose, one after another, as a journal writes it: as far as its action goes before dice fall.
    choices: Vec<String>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The rules that the reason names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<Id>,
    /// How often the side has asked in this game.
    asked: u32,
}

/// Advice that was given, and at which line.
#[derive(Clone, Debug)]
pub struct Given {
    /// The line that it answered.
    pub seq: u64,
    /// The advice.
    pub advice: Advice,
}

impl Live {
    /// The table as a side may imagine it that asks for advice at a line: only whoever decides is advised.
    pub fn imagined_at(&self, side: Side, seq: u64, seed: u64) -> Result<Imagined, NotDone> {
        self.must_decide(side, seq)?;
        Ok(Imagined::of(self.session.table(), side, seed))
    }

    /// What is left of advice that was given, if it was followed since.
    pub fn left_of(&self, given: &Given) -> Option<Advice> {
        let since = self.session.journal().lines.get(given.seq as usize + 1..)?;
        let made =
            |what: &What| if let What::Choice(text) = what { Some(text.clone()) } else { None };
        let made: Vec<String> = since.iter().map(|line| made(&line.what)).collect::<Option<_>>()?;
        given.advice.after(made.iter().map(String::as_str))
    }

    /// Whether advice begins with something that may be chosen: what a bot imagined need not be so.
    pub fn may_follow(&self, advice: &Advice) -> bool {
        let table = self.session.table();
        let first = advice.choices.first().and_then(|text| table.read_choice(text).ok());
        first.is_some_and(|choice| table.why_not(choice).is_none())
    }

    /// Advice in words.
    pub fn advice_shown(&self, side: Side, advice: &Advice, language: Language) -> AdviceShown {
        let (words, why) = (self.session.table().words(language), advice.why.as_ref());
        AdviceShown {
            seq: self.session.seq(),
            choices: advice.choices.clone(),
            reason: why.map(|why| why.said(words)),
            rules: why.map(|why| why.rules.clone()).unwrap_or_default(),
            asked: self.seats.seat(side).asked,
        }
    }
}
