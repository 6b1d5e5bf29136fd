//! The bid (1.1, 1.2).

use crate::rules::Ford;
use crate::state::State;
use board::{BySide, Side};
use engine::{
    Arg, Asked, At, Choice, Choices, Decide, Dice, Event, EventKind, Log, No, Play, Text,
};
use rand::Rng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

pub(crate) const CARDS: u16 = 6;

pub(crate) fn cards(hand: u8) -> impl Iterator<Item = u8> {
    (1..=CARDS as u8).filter(move |card| hand & (1 << card) != 0)
}

/// A side plays a card face down (1.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bid {
    pub(crate) side: Side,
}

impl Decide<Ford> for Bid {
    const ID: &'static str = "bid";
    const WRONG: engine::Wrong = (rule!("1.1"), "no.stage");
    const SECRET: bool = true;
    const PASSES: bool = false;

    fn decider(&self, _: &Ford, _: &State) -> Side {
        self.side
    }

    fn list(&self, _: &Ford, state: &State, _: &mut (), out: &mut Choices) {
        out.extend(cards(state.hands[self.side]).map(|card| Choice::Amount(card.into())));
    }

    fn may(&self, at: At<'_, Ford>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Amount(_) if at.choices.contains(choice) => Ok(()),
            Choice::Amount(_) => Err(No::new(rule!("1.1"), "no.card")),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, Ford>, _: &(), choice: Choice) {
        let Choice::Amount(card) = choice else { engine::impossible(self, choice) };
        play.state.hands[self.side] &= !(1 << card);
        play.state.bids[self.side] = Some(card as u8);
        let text = Text::new("event.bid").side(self.side);
        play.log.say(|| Event::new(EventKind::Changed, rule!("1.1"), text));
        play.close();
        if play.state.open.is_empty() {
            reveal(play);
        }
    }

    fn prompt(&self, _: At<'_, Ford>) -> Asked {
        Text::new("prompt.bid").into()
    }

    fn offer(&self, _: At<'_, Ford>, choice: Choice) -> engine::view::Offer {
        let Choice::Amount(n) = choice else { engine::impossible(self, choice) };
        let label = Text::new("track.held").with("cards", Arg::Number(n.into()));
        engine::view::Offer::button(choice, label, false)
    }
}

/// Both cards are shown together; the die breaks a tie (1.2).
fn reveal(play: &mut Play<'_, Ford>) {
    let shown = BySide::of(|side| play.state.bids[side].expect("both have bid"));
    let first = match shown.a.cmp(&shown.b) {
        Ordering::Greater => Side::A,
        Ordering::Less => Side::B,
        Ordering::Equal => Side::BOTH[usize::from(play.dice.roll(2)) - 1],
    };
    for side in Side::BOTH {
        play.state.seen[side] |= 1 << shown[side];
    }
    play.log.reveal();
    play.log.say(|| {
        let text = Text::new("event.reveal").side(first);
        let text = text.with("red", Arg::Number(shown.a.into()));
        Event::new(
            EventKind::Revealed,
            rule!("1.2"),
            text.with("blue", Arg::Number(shown.b.into())),
        )
    });
    play.state.bids = BySide::default();
    play.state.first = first;
}

/// Three cards for each side, known to nobody else (1.1).
pub(crate) fn draw(dice: &mut dyn Dice, log: &mut Log) -> BySide<u8> {
    let hands = BySide::of(|_| {
        (0..3).fold(0u8, |hand, drawn| {
            let left: Vec<u8> = cards(!hand).collect();
            hand | 1 << left[usize::from(dice.roll(CARDS - drawn)) - 1]
        })
    });
    for side in Side::BOTH {
        log.say(|| {
            let text = Text::new("event.draw").side(side);
            Event { only: Some(side), ..Event::new(EventKind::Changed, rule!("1.1"), text) }
        });
    }
    hands
}

/// Any cards that a side could hold and have played, for all that the others know.
pub(crate) fn imagine(state: &mut State, side: Side, rng: &mut ChaCha8Rng) {
    let mut unseen: Vec<u8> = cards(!state.seen[side]).collect();
    let mut draw = || unseen.swap_remove(rng.next_u32() as usize % unseen.len());
    state.bids[side] = state.bids[side].map(|_| draw());
    let held = state.hands[side].count_ones();
    state.hands[side] = (0..held).fold(0, |hand, _| hand | 1 << draw());
}
