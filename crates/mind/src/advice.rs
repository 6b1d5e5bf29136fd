//! What a bot would do, for a person who asks.

use crate::{Bot, Explained, Imagined};
use std::sync::atomic::AtomicBool;

/// So many choices are told at most: a large attack.
const CHOICES_MAX: usize = 30;

/// What a bot would choose, as far as its action goes before dice fall, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The choices in their order, as a journal writes them.
    pub choices: Vec<String>,
    /// Why.
    pub why: Option<Explained>,
}

impl Advice {
    /// Asks a bot that has not played at the table: what it would do there, and how it would go on with that.
    pub fn of(table: Imagined, bot: &mut dyn Bot, stop: &AtomicBool) -> Advice {
        let mut advice = Advice { choices: Vec::new(), why: None };
        let mut now = table;
        while advice.choices.len() < CHOICES_MAX {
            let choice = bot.choose(&now, stop);
            if now.why_not(choice).is_some() {
                break;
            }
            advice.choices.push(now.write_choice(choice));
            if advice.why.is_none() {
                advice.why = bot.reason().map(|reason| reason.settled(&*now));
            }
            match now.after(choice).filter(|next| bot.carries_on(next)) {
                Some(next) => now = next,
                None => break,
            }
        }
        advice
    }

    /// What is left of it once some choices were made; `None` if they are not its first ones, or were all.
    pub fn after<'a>(&self, made: impl IntoIterator<Item = &'a str>) -> Option<Advice> {
        let mut left = &self.choices[..];
        for choice in made {
            left = left.split_first().filter(|(first, _)| *first == choice)?.1;
        }
        let why = self.why.clone();
        (!left.is_empty()).then(|| Advice { choices: left.to_vec(), why })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_that_is_followed_goes_on_and_other_choices_end_it() {
        let choices = ["unit 1", "hex 2"].map(String::from).to_vec();
        let advice = Advice { choices, why: None };
        let left = |made: &[&str]| Some(advice.after(made.iter().copied())?.choices);
        assert_eq!(left(&[]), Some(advice.choices.clone()));
        assert_eq!(left(&["unit 1"]), Some(vec![String::from("hex 2")]));
        assert_eq!(left(&["unit 1", "hex 2"]), None, "all of it was done");
        assert_eq!(left(&["unit 3"]), None, "somebody else was picked");
    }
}
