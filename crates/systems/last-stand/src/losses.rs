//! Losses of a combat (6.4, 6.5).
//!
//! 6.42 points · 6.43 L · 6.44 R · 6.48 garrisons · 6.55 6.56 who loses · 6.57 hexes as steps

use crate::class::{GERMAN, SOVIET};
use crate::desk::Desk;
use crate::game::LastStand;
use crate::no::ensure;
use crate::objectives::refused;
use crate::orders::{ALWAYS_RETREAT, SPREAD_LOSSES, strongest};
use crate::retreat::{Cause, Shortfall};
use crate::state::State;
use crate::verb::RETREAT;
use board::{Side, UnitId};
use engine::{
    Asked, At, Choice, Choices, Decide, Dice, Event, EventKind, Flow, Log, No, Play, Text, Wrong,
};
use serde::{Deserialize, Serialize};

impl LastStand {
    /// Whether a garrison or factory still defends (6.57).
    pub fn has_fixed(&self, state: &State, side: Side) -> bool {
        self.alive(state, side).iter().any(|&u| self.kind(u).is_fixed())
    }

    /// Whether a unit may take the next step loss (6.55) (6.56).
    pub fn may_lose(&self, state: &State, side: Side, unit: UnitId) -> Result<(), No> {
        let fight = state.the_fight();
        if self.exists(unit) && self.side(unit) == side && !self.is_combat(unit) {
            return Err(No::new(rule!("6.59"), "no.noncombat-step").unit(unit));
        }
        let alive = self.alive(state, side);
        ensure(alive.contains(&unit), No::new(rule!("6.55"), "no.not-in-combat"))?;
        let armour = |u: UnitId| self.class(u).armour;
        let first = side == fight.attacker && fight.hit.is_empty();
        let city = fight.targets.iter().any(|&h| self.is_city(h));
        let must = first && city && alive.iter().any(|&u| armour(u));
        ensure(!must || armour(unit), No::new(rule!("6.56"), "no.armour-first").unit(unit))?;
        let second = fight.hit.contains(&unit);
        let others = alive.iter().any(|u| !fight.hit.contains(u));
        ensure(!second || !others, No::new(rule!("6.56"), "no.second-step").unit(unit))
    }

    /// Whether a unit that fell short may lose a step for missing hexes (6.44): the opponent
    /// chooses, but nobody
    /// twice before all have lost one, and an armoured unit that attacked a city must be among
    /// them (6.56).
    pub fn may_lose_short(&self, state: &State, short: &Shortfall, unit: UnitId) -> Result<(), No> {
        let Shortfall { left, units } = short;
        let fight = state.the_fight();
        let there = |u: UnitId| state.position.hex(u).is_some();
        ensure(units.contains(&unit) && there(unit), No::new(rule!("6.44"), "no.not-among-them"))?;
        let armour = |u: UnitId| self.class(u).armour;
        let city = fight.targets.iter().any(|&h| self.is_city(h));
        let must = *left == 1
            && self.side(unit) == fight.attacker
            && city
            && !fight.hit.iter().any(|&u| armour(u))
            && units.iter().any(|&u| there(u) && armour(u));
        ensure(!must || armour(unit), No::new(rule!("6.56"), "no.armour-first").unit(unit))?;
        let others = units.iter().any(|&u| there(u) && !fight.hit.contains(&u));
        let second = fight.hit.contains(&unit) && others;
        ensure(!second, No::new(rule!("6.56"), "no.second-step").unit(unit))
    }

    /// Whether a unit may lose a step of a numeric result: with two points or more a garrison or factory must
    /// take one (6.48).
    fn may_pay(&self, state: &State, points: &Points, unit: UnitId) -> Result<(), No> {
        let &Points { side, of, left, fixed } = points;
        self.may_lose(state, side, unit)?;
        let enough = of >= self.tables.combat.limit.garrison_step_from;
        let must = side == SOVIET && enough && left == 1 && !fixed && self.has_fixed(state, side);
        let german = state.the_fight().attacker == GERMAN;
        let is_fixed = self.kind(unit).is_fixed();
        ensure(!(must && german) || is_fixed, No::new(rule!("6.48"), "no.garrison-must").unit(unit))
    }

    /// A participant loses a step of a result.
    pub fn hit(
        &self,
        state: &mut State,
        side: Side,
        unit: UnitId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let fate = self.fate(state, side);
        state.the_fight_mut().hit.push(unit);
        self.lose_step(state, unit, fate, dice, log);
    }

    /// One point is paid with a step.
    fn pay(&self, state: &mut State, side: Side, unit: UnitId, dice: &mut dyn Dice, log: &mut Log) {
        let is_fixed = self.kind(unit).is_fixed();
        self.hit(state, side, unit, dice, log);
        let fight = state.the_fight_mut();
        if side != fight.attacker {
            fight.points_lost += 1;
        }
        let points = state.asked::<Points>();
        points.left -= 1;
        points.fixed |= is_fixed;
    }

    /// Whether what is left of a numeric result may be taken as a retreat: everybody must have somewhere to go,
    /// and no garrison or factory may be left (6.42) (6.57) (R31).
    fn may_retreat(&self, state: &State, points: &Points) -> Result<(), No> {
        let &Points { side, left, .. } = points;
        ensure(!self.has_fixed(state, side), No::new(rule!("6.57"), "no.garrison-holds"))?;
        for unit in self.alive(state, side) {
            let Some(from) = state.position.hex(unit) else { continue };
            let able = self.can_retreat(state, unit, from, left);
            ensure(able, No::new(rule!("6.63"), "no.no-retreat").unit(unit).n(left.into()))?;
        }
        Ok(())
    }

    /// Takes what is left as a retreat; the defending player moves the units, whosever they are (6.61) (R26).
    fn take_retreat(&self, state: &mut State, points: &Points) {
        let defender = state.the_fight().attacker.other();
        self.start_retreat(state, points.side, defender, points.left, Cause::Points);
    }

    /// An R begins: hexes become steps while a garrison or factory lives (6.57) (R28).
    pub(crate) fn rout(&self, state: &mut State, side: Side) {
        let limit = &self.tables.combat.limit;
        let hexes = if side == GERMAN { limit.german_retreat } else { limit.soviet_retreat };
        if self.has_fixed(state, side) {
            state.ask(Converted { left: hexes });
            return;
        }
        self.start_retreat(state, side, side.other(), hexes, Cause::Rout);
    }

    /// Whether the German may take a unit in place of a hex of retreat (6.57).
    fn may_convert(&self, state: &State, unit: UnitId) -> Result<(), No> {
        self.may_lose(state, SOVIET, unit)
    }

    /// A unit is lost in place of a hex; when no garrison or factory is left, the rest is a real retreat.
    fn convert(&self, state: &mut State, unit: UnitId, dice: &mut dyn Dice, log: &mut Log) {
        self.hit(state, SOVIET, unit, dice, log);
        let open = state.asked::<Converted>();
        open.left -= 1;
        let left = open.left;
        if !self.has_fixed(state, SOVIET) || left == 0 {
            state.close();
            if left > 0 && !self.alive(state, SOVIET).is_empty() {
                self.start_retreat(state, SOVIET, GERMAN, left, Cause::Rout);
            }
        }
    }
}

/// Who of a side loses a step (6.43).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Loss {
    /// Whose units.
    pub side: Side,
    /// Who chooses.
    pub by: Side,
    /// How many steps still.
    pub left: u8,
}

impl Decide<LastStand> for Loss {
    const ID: &'static str = "loss";
    const WRONG: Wrong = (rule!("6.56"), "no.choose-loss");

    fn decider(&self, _: &LastStand, _: &State) -> Side {
        self.by
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let open = self.left > 0 && !play.game.alive(play.state, self.side).is_empty();
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        let alive = game.alive(state, self.side);
        out.units(alive.into_iter().filter(|&u| game.may_lose(state, self.side, u).is_ok()));
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_lose(at.state, self.side, unit),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { engine::impossible(self, choice) };
        play.state.asked::<Loss>().left -= 1;
        play.game.hit(play.state, self.side, unit, play.dice, play.log);
    }

    fn prompt(&self, at: At<'_, LastStand>) -> Asked {
        Text::new("prompt.loss").hexes(&at.state.the_fight().targets).side(self.side).into()
    }

    fn ordered(&self, at: At<'_, LastStand>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        let own_turn = self.by == at.state.phase.side();
        (!own_turn && is_on(SPREAD_LOSSES)).then(|| strongest(at)).flatten()
    }
}

/// A side divides a numeric result into steps and hexes (6.42).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Points {
    /// Whose.
    pub side: Side,
    /// What it was.
    pub of: u8,
    /// What is left.
    pub left: u8,
    /// Whether a garrison or factory has taken a step of it (6.48).
    pub fixed: bool,
}

impl Decide<LastStand> for Points {
    const ID: &'static str = "points";
    const WRONG: Wrong = (rule!("6.42"), "no.choose-points");

    fn decider(&self, _: &LastStand, _: &State) -> Side {
        self.side
    }

    /// What nobody is left to take is not taken (6.55).
    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let open = self.left > 0 && !play.game.alive(play.state, self.side).is_empty();
        if !open && self.left > 0 {
            let text = Text::new("event.not-taken").n(self.left);
            play.log.say(|| Event::new(EventKind::Changed, rule!("6.55"), text));
        }
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        let alive = game.alive(state, self.side);
        out.units(alive.into_iter().filter(|&u| game.may_pay(state, self, u).is_ok()));
        out.add_if(game.may_retreat(state, self).is_ok(), RETREAT);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_pay(at.state, self, unit),
            RETREAT => at.game.may_retreat(at.state, self),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => {
                play.game.pay(play.state, self.side, unit, play.dice, play.log);
            }
            RETREAT => {
                play.close();
                play.game.take_retreat(play.state, self);
            }
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, LastStand>) -> Asked {
        Text::new("prompt.points").hexes(&at.state.the_fight().targets).n(self.left).into()
    }

    fn ordered(&self, at: At<'_, LastStand>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        let own_turn = self.side == at.state.phase.side();
        if own_turn {
            None
        } else if is_on(ALWAYS_RETREAT) && at.choices.contains(RETREAT) {
            Some(RETREAT)
        } else if is_on(SPREAD_LOSSES) {
            strongest(at)
        } else {
            None
        }
    }
}

/// The German chooses units lost in place of hexes while a garrison or factory lives (6.57).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Converted {
    /// Hexes still to be satisfied.
    pub left: u8,
}

impl Decide<LastStand> for Converted {
    const ID: &'static str = "converted";
    const WRONG: Wrong = (rule!("6.56"), "no.choose-loss");

    fn decider(&self, _: &LastStand, _: &State) -> Side {
        GERMAN
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let open = self.left > 0 && !play.game.alive(play.state, SOVIET).is_empty();
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        let alive = game.alive(state, SOVIET);
        out.units(alive.into_iter().filter(|&u| game.may_convert(state, u).is_ok()));
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_convert(at.state, unit),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { engine::impossible(self, choice) };
        play.game.convert(play.state, unit, play.dice, play.log);
    }

    fn prompt(&self, at: At<'_, LastStand>) -> Asked {
        Text::new("prompt.converted").hexes(&at.state.the_fight().targets).n(self.left).into()
    }
}
