//! Untried units: cards that nobody knows before the first combat (6.9).
//!
//! A card is drawn when a unit is revealed. That is the same as dealing them at the set-up, because before the
//! first combat nobody may look (6.93) and the draw is as random then as now; and what has not been drawn
//! cannot be told to anybody. What must be remembered is which cards a unit *can* have: a unit of the set-up
//! has one of the cup; a unit out of the Waiting Box has one of the cards that were seen and lay there when it
//! was drawn. Units that die unseen (7.68) keep their card and their layer (R91).

use crate::class::{CardId, Kind};
use crate::game::LastStand;
use crate::state::{Cup, State, WAITING};
use board::{Spot, UnitId};
use engine::{Arg, Dice, Event, EventKind, Log, Text};

impl Cup {
    /// The layer into which seen cards go that come to the Waiting Box now.
    pub fn open(&self) -> u8 {
        (self.layers.len() - 1) as u8
    }
}

impl LastStand {
    /// All units of a type.
    pub fn of_type(&self, cup: usize) -> impl Iterator<Item = UnitId> + '_ {
        self.roster.units().filter(move |&u| self.kind(u).cup() == Some(cup))
    }

    /// How many hidden units of each layer there are.
    pub fn hidden(&self, state: &State, cup: usize) -> Vec<u16> {
        let mut counts = vec![0; state.cups[cup].layers.len()];
        for unit in self.of_type(cup).filter(|&u| state.cards[u.index()].is_none()) {
            counts[usize::from(state.layer[unit.index()])] += 1;
        }
        counts
    }

    /// How many cards the units of each layer share with those of later ones: the cards of the layer, and what
    /// the layers before it leave over. Layer 0 shares with nobody.
    pub fn shares(&self, state: &State, cup: usize) -> Vec<u16> {
        let hidden = self.hidden(state, cup);
        let mut left_over = 0;
        let layers = state.cups[cup].layers.iter().enumerate();
        layers
            .map(|(i, cards)| {
                let share = cards.len() as u16 + left_over;
                left_over = if i == 0 { 0 } else { share - hidden[i] };
                share
            })
            .collect()
    }

    /// Turns an untried unit face up (6.93).
    pub fn turn_up(&self, state: &mut State, unit: UnitId, dice: &mut dyn Dice, log: &mut Log) {
        let Some(cup) = self.kind(unit).cup().filter(|_| self.is_untried(state, unit)) else {
            return;
        };
        let shares = self.shares(state, cup);
        let mut layer = usize::from(state.layer[unit.index()]);
        let card = loop {
            let cards = state.cups[cup].layers[layer].len() as u16;
            let roll = dice.roll(shares[layer].max(1));
            if roll <= cards || layer <= 1 {
                let index = usize::from(roll.clamp(1, cards.max(1))) - 1;
                break state.cups[cup].layers[layer].remove(index);
            }
            layer -= 1; // a card that the layer before has left over
        };
        state.cards[unit.index()] = Some(card);
        state.layer[unit.index()] = 0;
        self.tidy(state, cup);
        log.reveal();
        log.say(|| {
            let card = &self.cards[card.index()];
            let text = Text::new("event.revealed")
                .unit(unit)
                .with("attack", Arg::Number(card.attack.into()))
                .with("defence", Arg::Number(card.defence.into()));
            Event::new(EventKind::Revealed, rule!("6.93"), text).rule(rule!("6.27")).unit(unit)
        });
    }

    /// Puts a destroyed unit into the Waiting Box, untried again (8.22) (6.95).
    pub fn to_waiting_box(&self, state: &mut State, unit: UnitId) {
        let cup = self.kind(unit).cup().expect("only units of a cup go to the Waiting Box");
        if let Some(card) = state.cards[unit.index()].take() {
            let open = state.cups[cup].open();
            let cards = &mut state.cups[cup].layers[usize::from(open)];
            let at = cards.binary_search(&card).unwrap_or_else(|at| at);
            cards.insert(at, card);
            state.layer[unit.index()] = open;
        }
        self.put(state, unit, WAITING);
        self.tidy(state, cup);
    }

    /// The units of a type in the Waiting Box.
    pub fn waiting(&self, state: &State, cup: usize) -> Vec<UnitId> {
        self.of_type(cup).filter(|&u| state.position.spot(u) == Spot::Box(WAITING)).collect()
    }

    /// Draws a unit of a type from the Waiting Box at random (8.23) (R39).
    pub fn draw_waiting(&self, state: &State, cup: usize, dice: &mut dyn Dice) -> Option<UnitId> {
        let units = self.waiting(state, cup);
        match units.len() {
            0 => None,
            1 => Some(units[0]),
            n => units.get(usize::from(dice.roll(n as u16)) - 1).copied(),
        }
    }

    /// After units were drawn from the Waiting Box: what comes there from now on cannot be theirs.
    pub fn close_layers(&self, state: &mut State) {
        for cup in 0..Kind::UNTRIED.len() {
            let open = state.cups[cup].open();
            let is_of_open = |state: &State, u: UnitId| {
                state.cards[u.index()].is_none() && state.layer[u.index()] == open
            };
            let waits = |state: &State, u: UnitId| state.position.spot(u) == Spot::Box(WAITING);
            let drawn = self.of_type(cup).any(|u| is_of_open(state, u) && !waits(state, u));
            if !drawn || open == 0 {
                continue;
            }
            let rest: Vec<UnitId> =
                self.of_type(cup).filter(|&u| is_of_open(state, u) && waits(state, u)).collect();
            state.cups[cup].layers.push(Vec::new());
            for unit in rest {
                state.layer[unit.index()] = open + 1;
            }
            self.tidy(state, cup);
        }
    }

    /// Joins a layer that no hidden unit is bound to with the next, so that equal knowledge is an equal state.
    fn tidy(&self, state: &mut State, cup: usize) {
        let mut layer = 1;
        while layer + 1 < state.cups[cup].layers.len() {
            if self.hidden(state, cup)[layer] > 0 {
                layer += 1;
                continue;
            }
            let cards = state.cups[cup].layers.remove(layer);
            state.cups[cup].layers[layer].extend(cards);
            state.cups[cup].layers[layer].sort_unstable();
            let later: Vec<UnitId> =
                self.of_type(cup).filter(|u| usize::from(state.layer[u.index()]) > layer).collect();
            for unit in later {
                state.layer[unit.index()] -= 1;
            }
        }
    }

    /// The cups at the start: every card that is on no open unit (PREP-B).
    pub fn fill_cups(&self, state: &mut State) {
        for (cup, kind) in Kind::UNTRIED.into_iter().enumerate() {
            let of_kind = |c: &CardId| {
                let class = self.roster.class_named(&self.cards[c.index()].class);
                class.is_some_and(|c| self.roster.class(c).kind == kind)
            };
            let all = (0..self.cards.len() as u16).map(CardId).filter(of_kind);
            let hidden = all.filter(|c| !state.cards.contains(&Some(*c))).collect();
            state.cups[cup].layers = vec![hidden, Vec::new()];
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::LastStand;
    use board::DiskFolder;
    use engine::{Game, Log, SeededDice};
    use std::path::Path;

    #[test]
    fn two_seeds_deal_other_cards_to_the_same_hexes() {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../games/last-stand");
        let game = LastStand::load(&DiskFolder(games), "standard", &Default::default()).unwrap();
        let dealt = |seed: u64| {
            let (mut dice, mut log) = (SeededDice::new(seed), Log::silent());
            let mut state = game.start(&mut dice, &mut log);
            let units: Vec<_> = (0..3).flat_map(|cup| game.of_type(cup)).collect();
            let hexes: Vec<_> = units.iter().map(|&u| state.position.hex(u)).collect();
            for &unit in &units {
                game.turn_up(&mut state, unit, &mut dice, &mut log);
            }
            let cards: Vec<_> = units.iter().map(|u| state.cards[u.index()]).collect();
            (hexes, cards)
        };
        let ((hexes, cards), (other_hexes, other_cards)) = (dealt(1), dealt(2));
        assert_eq!(hexes, other_hexes, "types and hexes are those of the chart");
        assert_ne!(cards, other_cards, "the cards are not");
        let sorted = |mut cards: Vec<_>| {
            cards.sort();
            cards
        };
        assert_eq!(sorted(cards), sorted(other_cards), "every card is dealt once");
    }
}
