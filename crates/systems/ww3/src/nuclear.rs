//! Nuclear strikes (chapter 13.6): a ruling of the digest, because the book prints only how many there are (R46, R47).

use crate::decision::*;
use crate::state::Contamination;
use crate::{Game, State, Ww3};
use board::{Side, UnitId};
use engine::{Arg, Dice, Event, EventKind, Log, No, Text};
use hex::{Direction, HexId, HexSet};
use wb95::counters::Cause;
use wb95::verb::DONE;

impl Ww3 {
    /// Nuclear strikes in the place of the barrage that WW3 does not have ([NUC-1], R34).
    pub fn ask_nuclear(&self, state: &mut State, side: Side) {
        if self.strikes_left(state, side) > 0 {
            state.ask_own(Nuclear);
        }
    }

    /// How many strikes a side has left (R47).
    pub fn strikes_left(&self, state: &State, side: Side) -> u8 {
        let modern = &state.own;
        let made = |s: Side| modern.strikes[s] + modern.strikes_before[s];
        let whole = self.tables.nuclear.campaign_maximum;
        if self.answers != Some(side) {
            return self.strikes[side].saturating_sub(made(side));
        }
        let answers = &self.tables.nuclear.answers;
        let theirs = usize::from(made(side.other())).min(answers.len().saturating_sub(1));
        let cap = answers.get(theirs).copied().unwrap_or(0);
        let campaign = modern.strikes[side] + modern.strikes_campaign[side];
        cap.saturating_sub(made(side)).min(whole.saturating_sub(campaign))
    }

    /// The hexes that are too near to Moscow or to own units [NUC-2].
    fn barred(&self, game: &Game, state: &State, side: Side) -> HexSet {
        let grid = &game.map.grid;
        let mut barred = HexSet::new(grid.len());
        let mut bar = |at: HexId, range: u16| {
            grid.within(at, range).for_each(|hex| {
                barred.insert(hex);
            });
        };
        self.moscow.iter().for_each(|&hex| bar(hex, 1));
        if let Some(range) = self.tables.nuclear.safety_distance.checked_sub(1) {
            game.units_of(state, side).for_each(|(_, at)| bar(at, range));
        }
        barred
    }

    /// Whether a side may strike a hex [NUC-2].
    pub fn may_strike(&self, game: &Game, state: &State, hex: HexId) -> Result<(), No> {
        let side = game.active(state);
        let no = |rule, text| Err(No::new(rule, text).hex(hex));
        if self.strikes_left(state, side) == 0 {
            return no(rule!("NUC-1"), "no.no-strikes");
        }
        if hex.index() >= game.map.grid.len() || self.is_closed(game, hex) {
            return no(rule!("NUC-2"), "no.strike-lake");
        }
        let near_moscow = self.moscow.iter().any(|&m| game.map.grid.distance(m, hex) <= 1);
        if near_moscow {
            return no(rule!("NUC-2"), "no.strike-moscow");
        }
        let safe = self.tables.nuclear.safety_distance;
        let own =
            game.units_of(state, side).find(|&(_, at)| game.map.grid.distance(at, hex) < safe);
        match own {
            Some((unit, _)) => Err(No::new(rule!("NUC-2"), "no.strike-own").hex(hex).unit(unit)),
            None => Ok(()),
        }
    }

    /// Whether nobody can enter a hex at all.
    pub fn is_closed(&self, game: &Game, hex: HexId) -> bool {
        game.ground.hex(hex).cost.iter().all(Option::is_none)
    }

    /// The strike [NUC-3] to [NUC-7].
    pub fn nuke(
        &self,
        game: &Game,
        state: &mut State,
        hex: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let side = game.active(state);
        state.own.strikes[side] += 1;
        state.own.shaken.clear();
        log.say(|| {
            let text = Text::new("event.nuclear").side(side).hex(hex);
            let event = Event::new(EventKind::Changed, rule!("NUC-1"), text).hex(hex);
            event.rule(self.page().strikes)
        });
        self.ground_zero(game, state, hex, dice, log);
        self.raze(game, state, hex, log);
        let around: Vec<HexId> = game.map.grid.around(hex).collect();
        for near in around {
            self.shake(game, state, near, dice, log);
        }
        let until = state.turn + self.tables.nuclear.contamination_turns.saturating_sub(1);
        state.own.contaminated.push(Contamination { hex, until });
    }

    /// Field fortifications of the hex and the bridges around it are gone [NUC-4].
    fn raze(&self, game: &Game, state: &mut State, hex: HexId, log: &mut Log) {
        for owner in Side::BOTH {
            if state.forts[owner].contains(hex) {
                state.forts[owner].remove(hex);
                log.say(|| {
                    let text = Text::new("event.fort-gone").hex(hex);
                    Event::new(EventKind::Changed, rule!("NUC-4"), text).hex(hex)
                });
            }
        }
        for direction in Direction::ALL {
            let edge = game.map.grid.side(hex, direction);
            if game.is_bridged(state, edge) {
                game.break_bridge(state, edge);
                log.say(|| {
                    let text = Text::new("event.bridge-hit").with("bridge", Arg::Hexside(edge));
                    Event::new(EventKind::Changed, rule!("NUC-4"), text).hex(hex)
                });
            }
        }
    }

    /// The hex itself: a CEL and the order of every unit, perhaps a second CEL [NUC-3].
    fn ground_zero(
        &self,
        game: &Game,
        state: &mut State,
        hex: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let units: Vec<UnitId> = state.position.stack(hex).collect();
        let fortified = Side::BOTH.into_iter().any(|s| state.forts[s].contains(hex));
        if !units.is_empty() {
            game.open_stack(state, hex, log); // [NUC-7]
        }
        let on = match fortified {
            true => &self.tables.nuclear.second_loss_on_fortified,
            false => &self.tables.nuclear.second_loss_on,
        };
        for &unit in &units {
            game.reduce(state, unit, Cause::Combat, log);
            if state.position.hex(unit).is_some() {
                // The order of a unit that had none before costs nothing more here.
                state.own.shaken.push(unit);
                state.disorganised[unit.index()] = state.clock();
            }
        }
        for unit in units {
            if state.position.hex(unit).is_none() {
                continue;
            }
            let roll = dice.roll(6);
            let again = on.contains(&roll);
            log.say(|| {
                let text = Text::new("event.nuclear-unit").unit(unit).n(roll);
                Event::new(EventKind::Rolled, rule!("NUC-3"), text)
                    .unit(unit)
                    .rolled(&[roll], roll as i16)
            });
            if again {
                game.reduce(state, unit, Cause::Combat, log);
            }
        }
    }

    /// A neighbouring stack may lose its order [NUC-5].
    fn shake(
        &self,
        game: &Game,
        state: &mut State,
        hex: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let units: Vec<UnitId> = state.position.stack(hex).collect();
        if units.is_empty() {
            return;
        }
        let roll = dice.roll(6);
        log.say(|| {
            let text = Text::new("event.nuclear-near").hex(hex).n(roll);
            Event::new(EventKind::Rolled, rule!("NUC-5"), text)
                .hex(hex)
                .rolled(&[roll], roll as i16)
        });
        if self.tables.nuclear.adjacent_disorganised_on.contains(&roll) {
            for unit in units {
                game.disorganise(state, unit, log);
            }
        }
    }

    /// Whether a hex is contaminated [NUC-6].
    pub fn is_contaminated(&self, state: &State, hex: HexId) -> bool {
        state.own.contaminated.iter().any(|c| c.hex == hex)
    }
}

/// Which hex is struck next [NUC-1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Nuclear;

impl Decide<Game> for Nuclear {
    const ID: &'static str = "nuclear";
    const WRONG: Wrong = (rule!("NUC-1"), "no.choose-target");

    fn decider(&self, game: &Game, state: &State) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        let barred = game.own.barred(game, state, game.active(state));
        let open = |h: &HexId| !barred.contains(*h) && !game.own.is_closed(game, *h);
        out.hexes(game.map.grid.hexes().filter(open));
        out.add(DONE);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.own.may_strike(at.game, at.state, hex),
            DONE => Ok(()),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        let ww3 = &play.game.own;
        match choice {
            Choice::Hex(hex) => {
                ww3.nuke(play.game, play.state, hex, play.dice, play.log);
                if ww3.strikes_left(play.state, play.game.active(play.state)) == 0 {
                    play.close();
                }
            }
            DONE => play.close(),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_>) -> Asked {
        let left = at.game.own.strikes_left(at.state, at.game.active(at.state));
        ask("prompt.nuclear").fact(Text::new("fact.strikes").n(left))
    }

    fn offer(&self, at: At<'_>, choice: Choice) -> Offer {
        ending(at, choice, "verb.end-nuclear")
    }
}
