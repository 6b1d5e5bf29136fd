//! Advance after combat (6.7).

use crate::class::{GERMAN, Mobility};
use crate::desk::Desk;
use crate::game::LastStand;
use crate::no::ensure;
use crate::objectives::refused;
use crate::orders::NO_ADVANCE;
use crate::state::{Fight, Mark, State, Units};
use crate::verb::{DONE, ending};
use board::{Side, UnitId};
use engine::view::Offer;
use engine::{
    Asked, At, Choice, Choices, Decide, Dice, Event, EventKind, Flow, Log, Moved, No, Play, Rule,
    Text, Wrong,
};
use hex::{Direction, HexId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

impl LastStand {
    /// The farthest that a unit of its type advances (6.74) (8.52).
    fn advance_limit(&self, state: &State, unit: UnitId) -> u8 {
        let table = &self.tables.combat.limit;
        let facts = self.facts(unit);
        match facts.mobility {
            Mobility::Motorized if facts.side == GERMAN => table.german_motorized_advance,
            Mobility::Motorized => table.soviet_motorized_advance,
            _ if state.has(unit, Mark::Ski) => table.ski_advance,
            _ => table.foot_advance,
        }
    }

    /// How many hexes an attacker may advance: the points that were not paid with steps, at least one; after E
    /// and R as far as its type goes (6.73) (6.74) (R34).
    fn advance_length(&self, state: &State, fight: &Fight, unit: UnitId) -> u8 {
        let limit = self.advance_limit(state, unit);
        let part = fight.result.defender;
        match part.eliminated || part.retreat {
            true => limit,
            false => part.points.saturating_sub(fight.points_lost).max(1).min(limit),
        }
    }

    /// Opens the advance of the side whose enemy is gone (6.71) (6.78).
    pub fn open_advance(&self, state: &mut State) {
        let fight = state.the_fight();
        let (side, enemy) = (fight.attacker, fight.attacker.other());
        let vacated = fight.targets.iter().all(|&h| !self.has_combat_unit(state, enemy, h));
        let stays = |u: UnitId| state.position.hex(u).is_some() && !fight.moved.contains(&u);
        let fit = |u: &UnitId| {
            stays(*u)
                && self.is_combat(*u)
                && !state.has(*u, Mark::Disrupted)
                && self.facts(*u).allowance > 0
        };
        if vacated {
            let units: Units = fight.attackers.iter().copied().filter(|u| fit(u)).collect();
            state.ask(Advance { side, units });
            return;
        }
        let routed = fight.attackers.iter().all(|&u| !stays(u));
        let held = !fight.defenders.iter().any(|u| fight.moved.contains(u));
        if routed && held {
            let units: Units = fight.defenders.iter().copied().filter(|u| fit(u)).collect();
            state.ask(Advance { side: enemy, units });
        }
    }

    /// How far a unit that begins to advance may go.
    pub fn advance_of(&self, state: &State, unit: UnitId) -> u8 {
        let fight = state.the_fight();
        match self.side(unit) == fight.attacker {
            true => self.advance_length(state, fight, unit),
            false => self.tables.combat.limit.defender_advance,
        }
    }

    /// Whether a unit may enter a hex in its advance, stacking aside.
    fn may_press_on(
        &self,
        state: &State,
        unit: UnitId,
        from: HexId,
        to: HexId,
        first: bool,
    ) -> Result<(), No> {
        let no = |rule, text| No::new(rule, text).unit(unit).hex(to);
        let direction = self.map.grid.direction(from, to);
        let direction = direction.ok_or(no(rule!("6.73"), "no.one-hex-at-a-time"))?;
        ensure(!self.is_lake(from, direction), no(rule!("6.73"), "no.lake"))?;
        let side = self.side(unit);
        let enemy = self.has_combat_unit(state, side.other(), to);
        ensure(!enemy, no(rule!("6.73"), "no.enemy-there"))?;
        if first {
            let fight = state.the_fight();
            let attacks = side == fight.attacker;
            let goals = if attacks { &fight.targets } else { &fight.origins };
            let rule = if attacks { rule!("6.73") } else { rule!("6.78") };
            return ensure(goals.contains(&to), no(rule, "no.vacated-hex-first"));
        }
        let motorized = self.facts(unit).mobility == Mobility::Motorized;
        let river =
            self.has_river(state, from, direction) && !self.has_road(state, from, direction);
        ensure(!(motorized && river), no(rule!("6.77"), "no.advance-river"))
    }

    /// What is left of an advance after a hex: from the second hex on an enemy zone ends it (6.75).
    fn left_after(&self, state: &State, unit: UnitId, to: HexId, first: bool, left: u8) -> u8 {
        let halted = !first && self.in_enemy_zone(state, self.side(unit), to);
        if halted { 0 } else { left.saturating_sub(1) }
    }

    /// Whether an advance that enters a hex can end within the stacking limit (6.72).
    fn can_end(&self, state: &State, unit: UnitId, at: HexId, left: u8) -> bool {
        self.has_room(state, unit, at)
            || (left > 0
                && Direction::ALL.into_iter().any(|d| {
                    let Some(to) = self.map.grid.neighbour(at, d) else { return false };
                    self.may_press_on(state, unit, at, to, false).is_ok() && {
                        let left = self.left_after(state, unit, to, false, left);
                        self.can_end(state, unit, to, left)
                    }
                }))
    }

    /// Whether an advancing unit may enter a hex.
    pub fn may_advance_to(
        &self,
        state: &State,
        unit: UnitId,
        left: u8,
        begun: bool,
        to: HexId,
    ) -> Result<(), No> {
        let from = state.position.hex(unit).ok_or(No::new(rule!("6.71"), "no.off-map"))?;
        ensure(left > 0, No::new(rule!("6.74"), "no.advanced-enough").unit(unit))?;
        self.may_press_on(state, unit, from, to, !begun)?;
        let left = self.left_after(state, unit, to, !begun, left);
        let able = self.can_end(state, unit, to, left);
        ensure(able, No::new(rule!("6.72"), "no.advance-stack").unit(unit).hex(to))
    }

    /// Whether a unit may advance at all.
    pub fn may_advance(&self, state: &State, units: &[UnitId], unit: UnitId) -> Result<(), No> {
        ensure(units.contains(&unit), No::new(rule!("6.71"), "no.does-not-advance"))?;
        let left = self.advance_of(state, unit);
        let at = state.position.hex(unit).ok_or(No::new(rule!("6.71"), "no.off-map"))?;
        let mut around = self.map.grid.around(at);
        let able = around.any(|h| self.may_advance_to(state, unit, left, false, h).is_ok());
        ensure(able, No::new(rule!("6.72"), "no.nowhere-to-advance").unit(unit))
    }

    /// Whether an advance may stop where it is.
    pub fn may_stop_advance(&self, state: &State, unit: UnitId, begun: bool) -> Result<(), No> {
        ensure(begun, No::new(rule!("6.71"), "no.choose-advance").unit(unit))?;
        let room = state.position.hex(unit).is_some_and(|h| self.has_room(state, unit, h));
        ensure(room, No::new(rule!("6.72"), "no.advance-stack").unit(unit))
    }

    /// A unit advances into a hex.
    fn advance_to(
        &self,
        state: &mut State,
        open: &Advancing,
        to: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let &Advancing { unit, left, begun } = open;
        let from = state.position.hex(unit);
        self.step_into(state, unit, to, dice, log);
        state.position.set_mark(unit, Mark::Advanced, true);
        log.say(|| {
            let text = Text::new("event.advanced").unit(unit).hex(to);
            let event = Event::new(EventKind::Moved, rule!("6.71"), text).breakthrough();
            let mut event = event.unit(unit).hex(to);
            event.rules.extend(self.advance_rules(state, unit, to, begun));
            let path = from.into_iter().chain([to]).collect();
            event.moves.push(Moved { unit, path });
            event
        });
        let left = self.left_after(state, unit, to, !begun, left);
        *state.asked::<Advancing>() = Advancing { unit, left, begun: true };
    }

    /// What an advance rests on: the vacated hex first, the points left and the type of the unit
    /// after it, an enemy zone at its end.
    fn advance_rules(
        &self,
        state: &State,
        unit: UnitId,
        to: HexId,
        begun: bool,
    ) -> SmallVec<[Rule; 4]> {
        let mut rules = SmallVec::new();
        let fight = state.the_fight();
        match (self.side(unit) == fight.attacker, begun) {
            (false, _) => rules.push(rule!("6.78")),
            (true, false) => rules.push(rule!("CS-7")),
            (true, true) => {
                let part = fight.result.defender;
                let by_type = part.eliminated || part.retreat;
                rules.push(if by_type { rule!("6.74") } else { rule!("6.73") });
            }
        }
        rules.extend((begun && state.has(unit, Mark::Ski)).then_some(rule!("8.52")));
        rules.extend(self.in_enemy_zone(state, self.side(unit), to).then_some(rule!("6.75")));
        rules.extend(fight.hit.contains(&unit).then_some(rule!("6.76")));
        rules
    }

    /// Whether an advancing unit has anywhere left to go.
    pub fn can_advance_on(&self, state: &State, unit: UnitId, left: u8) -> bool {
        let Some(at) = state.position.hex(unit) else { return false };
        let mut around = self.map.grid.around(at);
        left > 0 && around.any(|h| self.may_advance_to(state, unit, left, true, h).is_ok())
    }
}

/// A side chooses a unit to advance (6.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Advance {
    /// Whose.
    pub side: Side,
    /// Who still may.
    pub units: Units,
}

impl Decide<LastStand> for Advance {
    const ID: &'static str = "advance";
    const WRONG: Wrong = (rule!("6.71"), "no.choose-advance-hex");

    fn decider(&self, _: &LastStand, _: &State) -> Side {
        self.side
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let able = |&u: &UnitId| play.game.may_advance(play.state, &self.units, u).is_ok();
        let open = self.units.iter().any(able);
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        let units = self.units.iter().copied();
        out.units(units.filter(|&u| game.may_advance(state, &self.units, u).is_ok()));
        out.add(DONE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_advance(at.state, &self.units, unit),
            DONE => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => {
                play.state.asked::<Advance>().units.retain(|u| *u != unit);
                let left = play.game.advance_of(play.state, unit);
                play.ask(Advancing { unit, left, begun: false });
            }
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, LastStand>) -> Asked {
        Text::new("prompt.advance").hexes(&at.state.the_fight().targets).into()
    }

    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        ending("verb.end-advance", at, choice)
    }

    fn ordered(&self, at: At<'_, LastStand>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        let own_turn = self.side == at.state.phase.side();
        (!own_turn && is_on(NO_ADVANCE)).then_some(DONE)
    }
}

/// The next hex of a unit that advances (6.73).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Advancing {
    /// The unit.
    pub unit: UnitId,
    /// Hexes left.
    pub left: u8,
    /// Whether it has entered a hex already.
    pub begun: bool,
}

impl Decide<LastStand> for Advancing {
    const ID: &'static str = "advancing";
    const WRONG: Wrong = (rule!("6.71"), "no.choose-advance-hex");

    fn decider(&self, game: &LastStand, _: &State) -> Side {
        game.side(self.unit)
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let open = !self.begun || play.game.can_advance_on(play.state, self.unit, self.left);
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        let &Advancing { unit, left, begun } = self;
        let at = state.position.hex(unit).expect("who advances is on the map");
        let able = |&h: &HexId| game.may_advance_to(state, unit, left, begun, h).is_ok();
        out.hexes(game.map.grid.around(at).filter(able));
        out.add_if(game.may_stop_advance(state, unit, begun).is_ok(), DONE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        let &Advancing { unit, left, begun } = self;
        match choice {
            Choice::Hex(hex) => at.game.may_advance_to(at.state, unit, left, begun, hex),
            DONE => at.game.may_stop_advance(at.state, unit, begun),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Hex(hex) => play.game.advance_to(play.state, self, hex, play.dice, play.log),
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.advancing").unit(self.unit).n(self.left).into()
    }

    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        ending("verb.stop", at, choice)
    }

    fn picked(&self, _: &LastStand, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }
}
