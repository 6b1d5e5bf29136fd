//! Overruns: combat during movement (5.3).

use crate::class::{GERMAN, Mobility};
use crate::data::Overruns;
use crate::desk::Desk;
use crate::game::LastStand;
use crate::movement::Moving;
use crate::no::ensure;
use crate::objectives::refused;
use crate::state::{Fight, FightKind, Mark, Move, Stage, State};
use crate::verb::{DONE, ENTER, STAY, TOGETHER, ending};
use board::{Side, UnitId};
use engine::view::{Effect, Offer};
use engine::{
    Arg, Asked, At, Choice, Choices, Decide, Dice, Event, EventKind, Flow, Log, Moved, No, Play,
    Text, Wrong,
};
use hex::{HexId, Mp};
use serde::{Deserialize, Serialize};

impl LastStand {
    /// What an overrun of a hex costs those on foot and the motorized, or why it may not be made.
    pub fn may_overrun(&self, state: &State, moving: &Move, to: HexId) -> Result<(Mp, Mp), No> {
        let first = moving.units[0];
        let at = state.position.hex(first).ok_or(No::new(rule!("5.31"), "no.off-map"))?;
        let side = self.side(first);
        let enemy = self.has_combat_unit(state, side.other(), to);
        ensure(enemy, No::new(rule!("5.31"), "no.nobody-to-overrun").hex(to))?;
        let direction = self.map.grid.direction(at, to);
        let direction =
            direction.ok_or(No::new(rule!("5.31"), "no.not-adjacent").unit(first).hex(to))?;
        ensure(!self.is_lake(at, direction), No::new(rule!("5.32"), "no.overrun-lake").hex(to))?;
        ensure(!self.is_city(to), No::new(rule!("5.32"), "no.overrun-city").hex(to))?;
        for &unit in &moving.units {
            self.is_overrunner(state, unit)?;
        }
        self.is_one_stack(state, moving, at)?;
        let (mut foot, mut motorized) = (Mp::ZERO, Mp::ZERO);
        for &unit in &moving.units {
            let mobility = self.facts(unit).mobility;
            let country = self.country_cost(state, side, mobility, at, direction, to);
            let cost = country + self.tables.movement.overrun.0;
            let left = moving.left(mobility);
            let no = No::new(rule!("5.32"), "no.overrun-too-dear").unit(unit).hex(to);
            ensure(cost <= left, no.mp(cost, left))?;
            match mobility {
                Mobility::Motorized => motorized = cost,
                _ => foot = cost,
            }
        }
        Ok((foot, motorized))
    }

    /// Whether a move may overrun a hex; quick where nobody stands.
    pub(crate) fn can_overrun(&self, state: &State, moving: &Move, to: HexId) -> bool {
        let enemy = state.phase.side().other();
        self.has_combat_unit(state, enemy, to) && self.may_overrun(state, moving, to).is_ok()
    }

    /// Whether a unit may overrun at all in this weather and state (5.33) (5.34) (5.35).
    fn is_overrunner(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let facts = self.facts(unit);
        let no = |rule, text| No::new(rule, text).unit(unit);
        ensure(self.is_combat(unit), no(rule!("5.34"), "no.no-attack-strength"))?;
        let weather = self.weather(state);
        let allowed =
            if facts.side == GERMAN { weather.german_overrun } else { weather.soviet_overrun };
        let able = match allowed {
            Overruns::All => true,
            Overruns::Foot => facts.mobility == Mobility::Foot,
            Overruns::None => false,
        };
        ensure(able, no(rule!("5.33"), "no.overrun-weather"))?;
        ensure(!state.has(unit, Mark::Disrupted), no(rule!("5.34"), "no.disrupted"))?;
        ensure(!state.is_unsupplied(unit), no(rule!("5.34"), "no.unsupplied"))?;
        // An untried unit may turn out to have no attack; a revealed one may not try again (R81).
        let zero = self.values(state, unit).is_some_and(|v| v[0] == 0);
        ensure(!zero, no(rule!("5.34"), "no.no-attack-strength"))?;
        let again = facts.mobility == Mobility::Foot && state.has(unit, Mark::Overran);
        ensure(!again, no(rule!("5.35"), "no.second-overrun"))
    }

    /// One printed allowance, one formation, a hex within the limit (5.34) (5.36) (4.15).
    fn is_one_stack(&self, state: &State, moving: &Move, at: HexId) -> Result<(), No> {
        let mut facts = moving.units.iter().map(|&u| self.facts(u));
        let Some(first) = facts.next() else { return Ok(()) };
        for other in facts {
            let same = other.allowance == first.allowance;
            ensure(same, No::new(rule!("5.34"), "no.different-allowances"))?;
            let same = other.formation == first.formation;
            ensure(same, No::new(rule!("5.34"), "no.different-formations"))?;
        }
        ensure(!self.is_overstacked(state, at), No::new(rule!("4.15"), "no.overstacked").hex(at))
    }

    /// Declares an overrun: its cost is spent whatever comes of it (5.32).
    pub fn overrun(
        &self,
        state: &mut State,
        moving: &Move,
        to: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let cost = self.may_overrun(state, moving, to);
        let (foot, motorized) = cost.expect("only what may be overrun is");
        let at = moving.units.first().and_then(|&u| state.position.hex(u));
        let at = at.expect("who overruns stands on the map");
        self.note_reaction(state, moving, at);
        let next = Move {
            foot: moving.foot.saturating_sub(foot),
            motorized: moving.motorized.saturating_sub(motorized),
            begun: true,
            ..moving.clone()
        };
        self.set_move(state, next);
        for &unit in &moving.units {
            state.position.set_mark(unit, Mark::Overran, true);
        }
        let mut fight = Fight::new(FightKind::Overrun, self.side(moving.units[0]));
        fight.attackers = moving.units.clone();
        fight.targets.push(to);
        self.begin_fight(state, fight, dice, log);
    }

    /// The overrunning units enter the vacated hex; without a result against them they go on, together or
    /// apart (5.36) (5.37).
    pub fn enter_overrun(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        let fight = state.the_fight().clone();
        let (origin, target) = (fight.origins[0], fight.targets[0]);
        let standing = |state: &State, u: UnitId| state.position.hex(u) == Some(origin);
        for &unit in &fight.attackers {
            if standing(state, unit) {
                self.step_into(state, unit, target, dice, log);
                log.say(|| {
                    let text = Text::new("event.entered").unit(unit).hex(target);
                    let event = Event::new(EventKind::Moved, rule!("5.37"), text).breakthrough();
                    let mut event = event.unit(unit);
                    event.hexes.push(target);
                    event.moves.push(Moved { unit, path: vec![origin, target] });
                    event
                });
            }
        }
        self.go_on_after_overrun(state, log);
    }

    /// After an overrun that vacated the hex, whether it was entered or not: "If no combat result
    /// was inflicted on
    /// the attacking unit or stack, it may continue to move" (5.37) (R14).
    pub fn go_on_after_overrun(&self, state: &mut State, log: &mut Log) {
        if !state.the_fight().result.attacker.is_nothing() {
            self.halt_overrun(state, log);
            return;
        }
        let i = state.stages.iter().rposition(|s| matches!(s, Stage::Moving(_)));
        if let Some(i) = i
            && let Stage::Moving(Moving { stack }) = state.stages[i].clone()
            && stack.units.len() > 1
        {
            state.stages[i] = Split { stack }.into();
        }
    }

    /// One unit of a stack goes on after an overrun; the others wait until it is done (5.36).
    fn go_on_alone(&self, state: &mut State, moving: &Move, unit: UnitId) {
        state.asked::<Split>().stack.units.retain(|u| *u != unit);
        let stack = Move { units: [unit].into_iter().collect(), ..moving.clone() };
        state.ask(Moving { stack });
    }

    /// Whether a unit is among those that go on after an overrun.
    pub fn may_go_on(&self, state: &State, moving: &Move, unit: UnitId) -> Result<(), No> {
        let among = moving.units.contains(&unit);
        ensure(among, No::new(rule!("5.36"), "no.not-among-them"))?;
        let alone = Move { units: [unit].into_iter().collect(), ..moving.clone() };
        let at = state.position.hex(unit).ok_or(No::new(rule!("5.36"), "no.off-map"))?;
        ensure(self.can_go(state, &alone, at), No::new(rule!("5.36"), "no.nowhere").unit(unit))
    }

    /// Whether they may go on as a stack (5.36).
    pub fn may_go_together(&self, state: &State, moving: &Move) -> Result<(), No> {
        let at = moving.units.first().and_then(|&u| state.position.hex(u));
        let at = at.ok_or(No::new(rule!("5.36"), "no.off-map"))?;
        ensure(self.can_go(state, moving, at), No::new(rule!("5.36"), "no.nowhere-left"))
    }

    /// An overrun says so and what it costs.
    pub(crate) fn overrun_offer(&self, state: &State, moving: &Move, hex: HexId) -> Offer {
        let cost = self.may_overrun(state, moving, hex);
        let (foot, motorized) = cost.expect("only what may be overrun is offered");
        let text = Text::new("effect.overrun").hex(hex);
        let effect = Effect { kind: "attack", text, rule: rule!("5.31"), tone: "warn" };
        Offer {
            cost: Some(foot.max(motorized)),
            effects: vec![effect],
            ..Offer::plain(Choice::Hex(hex))
        }
    }

    /// Whether a move can make any step or overrun.
    pub fn can_go(&self, state: &State, moving: &Move, at: HexId) -> bool {
        self.can_step(state, moving, at) || {
            let enemy = state.phase.side().other();
            let mut beside = self.map.grid.around(at);
            beside.any(|to| {
                self.has_combat_unit(state, enemy, to)
                    && self.may_overrun(state, moving, to).is_ok()
            })
        }
    }
}

/// Who of a stack goes on first after an overrun, or all of them together (5.36).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Split {
    /// The stack, with what it has left.
    pub stack: Move,
}

impl Decide<LastStand> for Split {
    const ID: &'static str = "split";
    const WRONG: Wrong = (rule!("5.22"), "no.choose-move");

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    /// The last unit of the stack goes on by itself.
    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let (game, stack) = (play.game, &self.stack);
        if let [_] = stack.units[..] {
            play.replace(Moving { stack: stack.clone() });
            return false;
        }
        let open = stack.units.iter().any(|&u| game.may_go_on(play.state, stack, u).is_ok());
        if !open {
            game.finish_move(play.state, &stack.units, play.log);
        }
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        let stack = &self.stack;
        let units = stack.units.iter().copied();
        out.units(units.filter(|&u| game.may_go_on(state, stack, u).is_ok()));
        out.add_if(game.may_go_together(state, stack).is_ok(), TOGETHER);
        out.add(DONE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_go_on(at.state, &self.stack, unit),
            TOGETHER => at.game.may_go_together(at.state, &self.stack),
            DONE => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.game.go_on_alone(play.state, &self.stack, unit),
            TOGETHER => play.replace(Moving { stack: self.stack.clone() }),
            DONE => {
                play.close();
                play.game.finish_move(play.state, &self.stack.units, play.log);
            }
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        let units = Arg::Units(self.stack.units.to_vec());
        Text::new("prompt.split").with("units", units).into()
    }

    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        ending("verb.stop", at, choice)
    }

    fn picked(&self, _: &LastStand, _: &State) -> Vec<UnitId> {
        self.stack.units.to_vec()
    }
}

/// Whether the overrunning units enter the vacated hex (5.37).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Enter;

impl Decide<LastStand> for Enter {
    const ID: &'static str = "enter";
    const WRONG: Wrong = (rule!("5.37"), "no.choose-entry");
    const PASSES: bool = false;

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.the_fight().attacker
    }

    fn list(&self, _: &LastStand, _: &State, _: &mut Desk, out: &mut Choices) {
        out.extend([ENTER, STAY]);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            ENTER | STAY => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        play.close();
        match choice {
            ENTER => play.game.enter_overrun(play.state, play.dice, play.log),
            STAY => play.game.go_on_after_overrun(play.state, play.log),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, LastStand>) -> Asked {
        Text::new("prompt.enter").hexes(&at.state.the_fight().targets).into()
    }
}
