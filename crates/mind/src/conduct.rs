//! How a side plays, counted: a habit that costs games shows in a table.
//!
//! What an attack promises is reckoned by Captain's own prices at the real table, so a bot that cannot know all that lies there
//! may have expected something else.

use crate::mind::{Ask, Mind};
use crate::survey::strengths;
use crate::{Bot, Weights};
use board::{BySide, Side};
use engine::{Choice, Seated, Table};
use hex::HexId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::marker::PhantomData;

/// An own place is threatened, and guns and staffs are, by enemies within so many hexes.
const NEAR: u16 = 3;

/// How often something was offered, and how often it was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offered {
    /// In how many decisions.
    pub offered: u64,
    /// In how many of them it was chosen.
    pub chosen: u64,
}

/// How a side played.
///
/// What stands on the map is counted whenever the enemy begins to move; in a game of ten turns a counter may count ten times.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conduct {
    /// Attacks that were rolled for.
    pub attacks: u64,
    /// Those of them that promised a loss.
    pub losing_attacks: u64,
    /// Counters on the map.
    pub counters: u64,
    /// Those of them out of supply.
    pub unsupplied: u64,
    /// Own places with an enemy near.
    pub places: u64,
    /// Those of them in which nobody stands.
    pub empty_places: u64,
    /// Hexes in which somebody stands who fights.
    pub hexes: u64,
    /// Those of them that could be attacked at three to one or better, by the reckoning of distances.
    pub weak_hexes: u64,
    /// Hexes with guns or staffs alone and an enemy near.
    pub lonely_guns: u64,
    /// Decisions that its bot left to the lot because nothing moved on.
    pub lots: u64,
    /// The buttons.
    pub verbs: BTreeMap<String, Offered>,
}

impl Conduct {
    /// Adds another game.
    pub fn add(&mut self, other: &Conduct) {
        self.attacks += other.attacks;
        self.losing_attacks += other.losing_attacks;
        self.counters += other.counters;
        self.unsupplied += other.unsupplied;
        self.places += other.places;
        self.empty_places += other.empty_places;
        self.hexes += other.hexes;
        self.weak_hexes += other.weak_hexes;
        self.lonely_guns += other.lonely_guns;
        self.lots += other.lots;
        for (verb, counted) in &other.verbs {
            let verb = self.verbs.entry(verb.clone()).or_default();
            verb.offered += counted.offered;
            verb.chosen += counted.chosen;
        }
    }

    /// The buttons that were offered and never chosen, the most offered first.
    pub fn never_chosen(&self) -> Vec<(&str, u64)> {
        let never = self.verbs.iter().filter(|(_, counted)| counted.chosen == 0);
        let mut never: Vec<(&str, u64)> = never.map(|(v, c)| (v.as_str(), c.offered)).collect();
        never.sort_by_key(|&(verb, offered)| (std::cmp::Reverse(offered), verb));
        never
    }
}

/// Watches a table and counts how both sides play there.
pub trait Watch: Send {
    /// A side is about to make a choice.
    fn see(&mut self, table: &dyn Table, side: Side, choice: Choice);

    /// What was counted.
    fn conduct(&self) -> &BySide<Conduct>;
}

/// Watches the tables of a game that has a mind.
pub(crate) struct Watcher<G> {
    game: PhantomData<fn() -> G>,
    weights: BySide<Weights>,
    /// The step of movement that was seen last.
    step: Option<u64>,
    conduct: BySide<Conduct>,
}

impl<G: Mind> Watcher<G> {
    pub(crate) fn new(weights: BySide<Weights>) -> Watcher<G> {
        let conduct = BySide::of(|_| Conduct::default());
        Watcher { game: PhantomData, weights, step: None, conduct }
    }

    fn count_choice(&mut self, seat: &Seated<G>, side: Side, choice: Choice) {
        let (game, state) = (&*seat.game, seat.state());
        let conduct = &mut self.conduct[side];
        for offered in seat.at_desk().choices.iter() {
            let Choice::Verb(verb) = offered else { continue };
            let name = game.verbs()[usize::from(verb.0)];
            let counted = match conduct.verbs.get_mut(name) {
                Some(counted) => counted,
                None => conduct.verbs.entry(name.to_string()).or_default(),
            };
            counted.offered += 1;
            counted.chosen += u64::from(offered == choice);
        }
        if game.is_about_to_roll(state) == Some(choice) {
            conduct.attacks += 1;
            let promised = game.stake(state, side, &self.weights[side]);
            conduct.losing_attacks += u64::from(promised < 0);
        }
    }

    /// Counts what stands on the map of a side.
    fn count_map(&mut self, game: &G, state: &G::State, side: Side) {
        let grid = &game.map().grid;
        let pieces = game.pieces(state);
        let supplied = game.supplied(state, side);
        let (threat, defence) = strengths(grid, &pieces);
        let conduct = &mut self.conduct[side];
        let near =
            |hex: HexId| pieces.iter().any(|p| p.side != side && grid.distance(p.hex, hex) <= NEAR);
        let mut fights: BTreeMap<HexId, bool> = BTreeMap::new();
        for piece in pieces.iter().filter(|p| p.side == side) {
            conduct.counters += 1;
            conduct.unsupplied += u64::from(!supplied(piece.unit, piece.hex));
            *fights.entry(piece.hex).or_default() |= !game.is_tender(piece.unit);
        }
        for (&hex, &fighting) in &fights {
            if !fighting {
                conduct.lonely_guns += u64::from(near(hex));
                continue;
            }
            conduct.hexes += 1;
            let held = defence[side][hex.index()] * game.shelter(state, side, hex) / 100;
            conduct.weak_hexes += u64::from(threat[side.other()][hex.index()] >= 3 * held.max(1));
        }
        for aim in game.aims(state, side, &self.weights[side]) {
            if aim.hold && near(aim.hex) {
                conduct.places += 1;
                conduct.empty_places += u64::from(!fights.contains_key(&aim.hex));
            }
        }
    }
}

impl<G: Mind> Watch for Watcher<G> {
    fn see(&mut self, table: &dyn Table, side: Side, choice: Choice) {
        let seat: Option<&Seated<G>> = table.any().downcast_ref();
        let seat = seat.expect("a watcher is shown tables of the game that it was made for");
        let (game, state) = (&*seat.game, seat.state());
        if matches!(game.ask(state), Ask::Pick { .. }) {
            let step = Some(game.step(state));
            if self.step.is_some() && self.step != step {
                self.count_map(game, state, side.other());
            }
            self.step = step;
        }
        self.count_choice(seat, side, choice);
    }

    fn conduct(&self) -> &BySide<Conduct> {
        &self.conduct
    }
}

/// What a watcher saw, with what the bots say of themselves.
pub fn conduct_of(watch: &dyn Watch, bots: [&dyn Bot; 2]) -> BySide<Conduct> {
    let mut conduct = watch.conduct().clone();
    for side in Side::BOTH {
        conduct[side].lots = bots[side.index()].lots();
    }
    conduct
}
