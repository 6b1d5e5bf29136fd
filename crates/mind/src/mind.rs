//! What Captain must know of a game beyond what the engine asks.

use crate::{Said, Weights};
use board::{Side, UnitId};
use engine::{Arg, Choice, Game, Rule};
use hex::HexId;

/// What kind of decision is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A unit to move, or the end of the step.
    Pick {
        /// What ends it.
        done: Choice,
    },
    /// Where the unit in hand goes.
    Move {
        /// The unit in hand.
        unit: UnitId,
        /// Whether it has moved already.
        moved: bool,
    },
    /// A hex to attack, or the end of the step.
    Target {
        /// What ends it.
        done: Choice,
    },
    /// Who and what takes part in the combat in hand.
    Build {
        /// What ends it.
        commit: Choice,
    },
    /// There is nothing to think about.
    Take(Choice),
    /// Anything else: every choice is tried.
    Other,
}

/// A counter on the map as Captain weighs it; strengths in hundredths of a factor.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// Which.
    pub unit: UnitId,
    /// Where.
    pub hex: HexId,
    /// Whose.
    pub side: Side,
    /// What it attacks with now.
    pub attack: i64,
    /// What it defends with.
    pub defence: i64,
    /// How many hexes it goes on open ground.
    pub speed: u16,
    /// What its loss costs.
    pub worth: i64,
}

/// A place worth going to.
#[derive(Clone, Debug)]
pub struct Aim {
    /// Where.
    pub hex: HexId,
    /// How much it pulls.
    pub pull: i64,
    /// The strength wanted there.
    pub need: i64,
    /// Whether it is to be held, not taken.
    pub hold: bool,
    /// Whether the game is lost with it: it is held even where no enemy is near.
    pub is_key: bool,
    /// What a person calls it.
    pub name: Arg,
}

impl Aim {
    /// Where there is nothing to win: towards the enemy.
    pub fn enemy(hex: HexId, weights: &Weights) -> Aim {
        let name = Arg::Word("mind.enemy");
        Aim { hex, pull: weights.place, need: 1, hold: false, is_key: false, name }
    }
}

/// What hexes bring to whoever takes them, by hex; empty where nothing is taken.
#[derive(Clone, Debug, Default)]
pub struct Prizes {
    /// For a unit that stands there.
    pub under: Vec<i64>,
    /// For a unit that stands beside it.
    pub beside: Vec<i64>,
}

/// The hexes to stand in so that the enemy stays shut in.
#[derive(Clone, Debug, Default)]
pub struct Wall {
    /// Where.
    pub hexes: Vec<HexId>,
    /// The strength wanted in each; none where anybody will do.
    pub need: i64,
}

/// What a unit can do instead of moving that strengthens its hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dig {
    /// The choice, with the unit in hand.
    pub choice: Choice,
    /// What the hex makes of the defence of units in it afterwards, in per cent; it obliges nobody any more.
    pub shelter: i64,
    /// The rule that says so.
    pub rule: Rule,
}

/// A game that Captain can play. All questions are pure; `scratch` states are Captain's own.
pub trait Mind: Game {
    /// What kind of decision is open.
    fn ask(&self, state: &Self::State) -> Ask;

    /// A number that changes with every step of the sequence in which units move.
    fn step(&self, state: &Self::State) -> u64;

    /// The counters on the map that count.
    fn pieces(&self, state: &Self::State) -> Vec<Piece>;

    /// The own units that may be picked up to move now.
    fn may_pick(&self, state: &Self::State, unit: UnitId) -> bool;

    /// Where a unit can go from where it is in this step, by the game's own search.
    fn reach(&self, state: &Self::State, unit: UnitId) -> Vec<HexId>;

    /// Where a unit can be carried beyond that, and the choice that boards it.
    fn ride(&self, state: &Self::State, unit: UnitId) -> Option<(Choice, Vec<HexId>)> {
        let _ = (state, unit);
        None
    }

    /// The places worth going to for a side.
    fn aims(&self, state: &Self::State, side: Side, weights: &Weights) -> Vec<Aim>;

    /// What the hexes are worth to whoever takes them in passing, apart from the aims.
    fn prizes(&self, state: &Self::State, side: Side, weights: &Weights) -> Prizes {
        let _ = (state, side, weights);
        Prizes::default()
    }

    /// Whether a unit takes the hexes around it too.
    fn spreads(&self, state: &Self::State, unit: UnitId) -> bool {
        let _ = (state, unit);
        false
    }

    /// Whether a unit is worth much and fights badly, such as guns and staffs: it must not stand alone.
    fn is_tender(&self, unit: UnitId) -> bool {
        let _ = unit;
        false
    }

    /// Whether the game is won as soon as a unit stands in a hex.
    fn wins(&self, unit: UnitId, hex: HexId) -> bool {
        let _ = (unit, hex);
        false
    }

    /// The hexes to stand in so that the enemy stays shut in; none where nothing depends on it.
    fn wall(&self, state: &Self::State, side: Side, weights: &Weights) -> Wall {
        let _ = (state, side, weights);
        Wall::default()
    }

    /// Whether a unit of this side can ever stand in the hex.
    fn is_land(&self, state: &Self::State, side: Side, hex: HexId) -> bool {
        let _ = (state, side, hex);
        true
    }

    /// What a hex makes of the defence of units in it, in per cent.
    fn shelter(&self, state: &Self::State, side: Side, hex: HexId) -> i64 {
        let _ = (state, side, hex);
        100
    }

    /// How a unit that stays in its hex can dig in.
    fn digs(&self, state: &Self::State, unit: UnitId, hex: HexId) -> Option<Dig> {
        let _ = (state, unit, hex);
        None
    }

    /// Whether others live by where a unit stands, as by a supply unit: it moves before everybody else.
    fn feeds(&self, unit: UnitId) -> bool {
        let _ = unit;
        false
    }

    /// Of some hexes the one from which a unit feeds most.
    fn feed_from(&self, state: &Self::State, unit: UnitId, hexes: &[HexId]) -> Option<HexId> {
        let _ = (state, unit, hexes);
        None
    }

    /// Whether a side's units in this hex must attack the enemy beside it.
    fn obliges(&self, state: &Self::State, side: Side, hex: HexId) -> bool {
        let _ = (state, side, hex);
        false
    }

    /// Whether a unit may stack in a hex with those that stand there.
    fn fits(&self, state: &Self::State, unit: UnitId, hex: HexId) -> bool;

    /// Whether a unit would be in supply in a hex; asked for many hexes of one position.
    fn supplied(&self, state: &Self::State, side: Side) -> Box<dyn Fn(UnitId, HexId) -> bool + '_> {
        let _ = (state, side);
        Box::new(|_, _| true)
    }

    /// Lays a unit elsewhere, for a thought.
    fn stand(&self, scratch: &mut Self::State, unit: UnitId, hex: HexId);

    /// Whether a unit could attack a neighbouring hex at all.
    fn can_attack(&self, state: &Self::State, unit: UnitId, target: HexId) -> bool;

    /// What an attack on a hex by units that stand beside it promises, from the game's own odds.
    fn venture(
        &self,
        state: &Self::State,
        target: HexId,
        attackers: &[UnitId],
        weights: &Weights,
    ) -> i64;

    /// What the combat in hand promises `side`; 0 if there is none.
    fn stake(&self, state: &Self::State, side: Side, weights: &Weights) -> i64;

    /// What the position is worth to `side` beyond its counters: points, places, what waits beside the map.
    fn standing(&self, state: &Self::State, side: Side, weights: &Weights) -> i64;

    /// Where a side stands on the scenario's own scale, in hundredths of a point of it: 0 between winning and losing if the
    /// game ended now, and the opposite for the other side.
    fn margin(&self, state: &Self::State, side: Side) -> i64 {
        let _ = (state, side);
        0
    }

    /// How far a side has come to an outcome that ends the game at once, from 0 to 100.
    fn nearness(&self, state: &Self::State, side: Side) -> i64 {
        let _ = (state, side);
        0
    }

    /// What a counter is worth for what it can do, without the points that its loss gives.
    fn force(&self, state: &Self::State, piece: &Piece) -> i64 {
        let _ = state;
        piece.worth
    }

    /// What puts the unit in hand down, the best first.
    fn rest(&self, state: &Self::State) -> Vec<Choice> {
        let _ = state;
        Vec::new()
    }

    /// What leads to something that improves the combat in hand once everybody who helps takes part: a choice that only opens
    /// further ones, with what it adds.
    fn more(
        &self,
        state: &Self::State,
        side: Side,
        legal: &[Choice],
        weights: &Weights,
    ) -> Option<(Choice, i64)> {
        let _ = (state, side, legal, weights);
        None
    }

    /// Whether a choice gives up the combat in hand.
    fn is_giving_up(&self, choice: Choice) -> bool {
        let _ = choice;
        false
    }

    /// Whether the open decision only says more exactly what the last choice began, such as where a picked unit goes.
    fn goes_on(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// The choice of a script for this decision with its reason, where the game has one.
    fn script(
        &self,
        state: &Self::State,
        side: Side,
        legal: &[Choice],
        weights: &Weights,
    ) -> Option<Said> {
        let _ = (state, side, legal, weights);
        None
    }
}
