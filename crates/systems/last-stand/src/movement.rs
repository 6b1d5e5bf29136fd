//! Movement (5.1, 5.2), reaction (5.4) and exploitation (5.5).
//!
//! 5.12 stacks · 5.16 minimum move · 5.18 reduced allowances · 5.22 one after another · 5.42 5.43 who reacts

use crate::class::{Kind, Mobility, SOVIET};
use crate::data::Weather;
use crate::desk::Desk;
use crate::game::LastStand;
use crate::no::ensure;
use crate::objectives::refused;
use crate::orders::NO_REACTION;
use crate::reach::{Destination, Reach};
use crate::state::{Mark, Move, Phase, Stage, State};
use crate::verb::{DONE, LOOK, ending};
use board::{Side, UnitId};
use engine::view::{Bundle, Offer, Owed};
use engine::{Arg, Asked, At, Choice, Choices, Decide, Dice, Flow, Log, No, Play, Text, Wrong};
use hex::{HexId, Mp};
use serde::{Deserialize, Serialize};

impl LastStand {
    /// Judges at the start of a movement phase who may move in it.
    pub fn open_movement(&self, state: &mut State) {
        for mark in [Mark::Moved, Mark::Overran] {
            state.position.clear_mark(mark);
        }
        state.reacting.clear();
        state.reacted = 0;
        let side = state.phase.side();
        let reaction = state.phase == Phase::SovietReaction;
        let edges = self.soviet_edges(state);
        let lines = self.lines(state, SOVIET, &[]);
        let rear = reaction.then(|| self.rear(state, &lines, &edges));
        let field = rear.as_ref().map(|rear| self.soviet_field(state, &lines, &edges, rear));
        for unit in self.roster.units() {
            let hex = state.position.hex(unit).filter(|_| self.side(unit) == side);
            let able = hex.is_some_and(|hex| {
                self.is_eligible(state, unit, hex).is_ok()
                    // For the Soviet reaction a line is traced now, whatever the marker says; a
                    // headquarters traces its rear line (5.44) (R47).
                    && match self.kind(unit) {
                        Kind::Headquarters if self.switches.headquarters_always_react => true,
                        Kind::Headquarters => rear.as_ref().is_none_or(|r| r.contains(hex)),
                        _ => field.as_ref().is_none_or(|f| f.contains(hex)),
                    }
            });
            state.position.set_mark(unit, Mark::Eligible, able);
        }
        state.ask(Movement);
    }

    /// Whether a unit may move in the phase that begins, wherever it could go.
    fn is_eligible(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let facts = self.facts(unit);
        ensure(facts.allowance > 0, No::new(rule!("5.29"), "no.never-moves").unit(unit))?;
        let katyusha = facts.kind == Kind::Katyusha;
        if katyusha != (state.phase == Phase::KatyushaMovement) {
            return Err(No::new(rule!("5.28"), "no.katyusha-step").unit(unit));
        }
        match state.phase {
            Phase::GermanReaction => {
                let able = facts.mobility == Mobility::Motorized && facts.kind != Kind::Supply;
                ensure(able, No::new(rule!("5.42"), "no.does-not-react").unit(unit))?;
            }
            Phase::SovietReaction => {
                let able = matches!(facts.kind, Kind::Tank | Kind::Headquarters);
                ensure(able, No::new(rule!("5.43"), "no.does-not-react").unit(unit))?;
            }
            _ => {}
        }
        let reaction = matches!(state.phase, Phase::GermanReaction | Phase::SovietReaction);
        if reaction || state.phase.is_exploit() {
            let (rule, disrupted, unsupplied) = if reaction {
                (rule!("5.44"), rule!("6.84"), rule!("7.64"))
            } else {
                (rule!("5.5"), rule!("6.82"), rule!("7.65"))
            };
            let no = No::new(rule, "no.disrupted").also(disrupted).unit(unit);
            ensure(!state.has(unit, Mark::Disrupted), no)?;
            let no = No::new(rule, "no.unsupplied").also(unsupplied).unit(unit);
            ensure(!state.is_unsupplied(unit), no)?;
            let zoned = self.in_enemy_zone(state, facts.side, hex);
            ensure(!zoned, No::new(rule, "no.starts-in-zone").unit(unit))?;
        }
        Ok(())
    }

    /// The movement allowance of a unit in this phase: all divisors multiplied, rounded up once (R9).
    pub fn allowance(&self, state: &State, unit: UnitId) -> Mp {
        let facts = self.facts(unit);
        let table = &self.tables.movement.divisor;
        let mut divisor = 1u16;
        let mut slow = |applies: bool, by: u16| {
            divisor = if applies { by.saturating_mul(divisor) } else { divisor };
        };
        slow(state.has(unit, Mark::Disrupted), table.disrupted);
        slow(state.has(unit, Mark::OutOfSupply), table.out_of_supply);
        slow(state.has(unit, Mark::Isolated), table.isolated);
        slow(state.phase.is_exploit(), table.exploit);
        slow(state.phase == Phase::SovietReaction, table.soviet_reaction);
        let train_in_rain = facts.kind == Kind::Supply && state.weather == Weather::Rain;
        slow(train_in_rain, table.german_supply_in_rain);
        Mp::whole(u16::from(facts.allowance).div_ceil(divisor))
    }

    /// Whether a unit may begin to move now; its hex.
    pub fn may_move(&self, state: &State, unit: UnitId) -> Result<HexId, No> {
        let hex = self.may_pick(state, unit)?;
        let begun = self.move_of(state, &[unit]);
        match self.can_go(state, &begun, hex) {
            true => Ok(hex),
            false => Err(No::new(rule!("5.21"), "no.nowhere").unit(unit)),
        }
    }

    /// Whether a unit may be picked to move, wherever it could go.
    fn may_pick(&self, state: &State, unit: UnitId) -> Result<HexId, No> {
        let side = state.phase.side();
        if !self.exists(unit) || self.side(unit) != side {
            return Err(No::new(rule!("5.21"), "no.not-yours"));
        }
        let hex =
            state.position.hex(unit).ok_or(No::new(rule!("5.21"), "no.off-map").unit(unit))?;
        if !state.has(unit, Mark::Eligible) {
            let why = self.is_eligible(state, unit, hex).err();
            return Err(why.unwrap_or(No::new(rule!("5.44"), "no.no-line-at-start").unit(unit)));
        }
        ensure(
            !state.has(unit, Mark::Moved),
            No::new(rule!("5.22"), "no.moved-already").unit(unit),
        )?;
        self.within_reaction_limit(state, unit, hex)?;
        Ok(hex)
    }

    /// Two German stacks, two Soviet tank units (5.42) (5.43).
    fn within_reaction_limit(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let table = &self.tables.reaction;
        match state.phase {
            Phase::GermanReaction => {
                let full = state.reacting.len() >= usize::from(table.german_stacks);
                let other = full && !state.reacting.contains(&hex);
                ensure(
                    !other,
                    No::new(rule!("5.42"), "no.two-stacks").n(table.german_stacks.into()),
                )
            }
            Phase::SovietReaction if self.kind(unit) == Kind::Tank => {
                let full = state.reacted >= table.soviet_tanks;
                ensure(!full, No::new(rule!("5.43"), "no.two-tanks").n(table.soviet_tanks.into()))
            }
            _ => Ok(()),
        }
    }

    /// Whether a unit may go along with a move that has not begun (5.12).
    pub fn may_join(&self, state: &State, moving: &Move, unit: UnitId) -> Result<(), No> {
        let hex = self.may_pick(state, unit)?;
        let there = moving.units.first().and_then(|&u| state.position.hex(u));
        ensure(
            !moving.units.contains(&unit),
            No::new(rule!("5.12"), "no.goes-already").unit(unit),
        )?;
        ensure(there == Some(hex), No::new(rule!("5.12"), "no.another-hex").unit(unit))?;
        let tanks = |kind: Kind| state.phase == Phase::SovietReaction && kind == Kind::Tank;
        if tanks(self.kind(unit)) {
            let going = moving.units.iter().filter(|&&u| tanks(self.kind(u))).count();
            let limit = self.tables.reaction.soviet_tanks;
            let full = going + usize::from(state.reacted) >= usize::from(limit);
            ensure(!full, No::new(rule!("5.43"), "no.two-tanks").n(limit.into()))?;
        }
        let mut units = moving.units.clone();
        units.push(unit);
        let able = self.can_go(state, &self.move_of(state, &units), hex);
        ensure(able, No::new(rule!("5.12"), "no.nowhere-together").unit(unit))
    }

    /// Whether a move may go to a hex, by itself or by overrun.
    fn may_go(&self, state: &State, moving: &Move, reach: Reach<'_>, to: HexId) -> Result<(), No> {
        let first = moving.units[0];
        let at = state.position.hex(first).ok_or(No::new(rule!("5.21"), "no.off-map"))?;
        let enemy = state.phase.side().other();
        if self.has_combat_unit(state, enemy, to) {
            return self.may_overrun(state, moving, to).map(|_| ());
        }
        ensure(at != to, No::new(rule!("5.21"), "no.there-already").unit(first).hex(to))?;
        if reach.way(to).is_some() {
            return Ok(());
        }
        if let Some(direction) = self.map.grid.direction(at, to) {
            let (foot, motorized) = self.stack_step(state, moving, at, direction, to)?;
            let no = No::new(rule!("5.11"), "no.too-dear").unit(first).hex(to);
            return Err(match motorized > moving.motorized {
                true => no.mp(motorized, moving.motorized),
                false => no.mp(foot, moving.foot),
            });
        }
        Err(No::new(rule!("5.11"), "no.out-of-reach").unit(first).hex(to))
    }

    /// Moves units to a hex in reach.
    fn go(
        &self,
        state: &mut State,
        moving: &Move,
        way: &Destination,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        self.note_reaction(state, moving, way.path[0]);
        log.say(|| self.moved_event(state, moving, way));
        for &hex in &way.path[1..] {
            for &unit in &moving.units {
                self.enter(state, unit, hex, dice, log);
            }
        }
        for &unit in &moving.units {
            self.lay(state, unit, way.hex);
        }
        let spent = |left: Mp, cost: Mp| match way.minimum {
            true => Mp::ZERO,
            false => left.saturating_sub(cost),
        };
        let next = Move {
            foot: spent(moving.foot, way.foot),
            motorized: spent(moving.motorized, way.motorized),
            begun: true,
            ..moving.clone()
        };
        self.set_move(state, next);
    }

    /// Whether anybody could still be moved in this phase.
    pub fn can_anybody_move(&self, state: &State) -> bool {
        self.movable(state).next().is_some()
    }

    /// The units that may begin to move now.
    fn movable<'a>(&'a self, state: &'a State) -> impl Iterator<Item = UnitId> + 'a {
        let ready = |u: &UnitId| state.has(*u, Mark::Eligible) && !state.has(*u, Mark::Moved);
        let able = |unit, hex| {
            self.within_reaction_limit(state, unit, hex).is_ok()
                && self.can_go(state, &self.move_of(state, &[unit]), hex)
        };
        let on_map = move |u| state.position.hex(u).is_some_and(|hex| able(u, hex));
        self.roster.units().filter(ready).filter(move |&u| on_map(u))
    }

    /// Whether another unit may be picked while one is on its way: that ends its move (5.22), but not while others of
    /// its stack wait behind it (5.36).
    fn may_pick_next(&self, state: &State, moving: &Move, unit: UnitId) -> Result<(), No> {
        let among = moving.units.contains(&unit);
        ensure(!among, No::new(rule!("5.22"), "no.moved-already").unit(unit))?;
        let wait = self.others_wait(state);
        ensure(!wait, No::new(rule!("5.36"), "no.others-wait").unit(unit))?;
        self.may_move(state, unit).map(|_| ())
    }

    /// Whether others of a stack wait behind the unit that goes on after an overrun (5.36).
    fn others_wait(&self, state: &State) -> bool {
        matches!(state.stages[..], [.., Stage::Split(_), _])
    }

    /// Hexes that the enemy would thin out at the end of the phase (4.17).
    fn owed_stacking(&self, state: &State) -> Vec<Owed> {
        let hexes = self.overstacked_hexes(state, state.phase.side());
        Owed::of_hexes("owed.overstacked", rule!("4.17"), hexes).into_iter().collect()
    }

    /// How many have reacted of those that may (5.42) (5.43).
    fn reaction_fact(&self, state: &State) -> Option<Text> {
        let table = &self.tables.reaction;
        let (id, used, limit) = match state.phase {
            Phase::GermanReaction => {
                ("fact.stacks", state.reacting.len() as u8, table.german_stacks)
            }
            Phase::SovietReaction => ("fact.tanks", state.reacted, table.soviet_tanks),
            _ => return None,
        };
        Some(Text::new(id).n(used).with("limit", Arg::Number(limit.into())))
    }

    /// What a move has left.
    fn left_fact(&self, moving: &Move) -> Text {
        let least = moving.units.iter().map(|&u| moving.left(self.facts(u).mobility)).min();
        Text::new("fact.left").with("left", Arg::Mp(least.expect("somebody moves")))
    }
}

/// A side chooses a unit to move (5.22).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Movement;

impl Decide<LastStand> for Movement {
    const ID: &'static str = "movement";
    const WRONG: Wrong = (rule!("5.22"), "no.choose-move");
    const LEADS: bool = true;

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let open = play.game.can_anybody_move(play.state);
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        out.units(game.movable(state));
        out.add_if(game.may_look(state, state.phase.side()).is_ok(), LOOK);
        out.add(DONE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_move(at.state, unit).map(|_| ()),
            LOOK => at.game.may_look(at.state, at.state.phase.side()),
            DONE => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => {
                let stack = play.game.move_of(play.state, &[unit]);
                play.ask(Moving { stack });
            }
            LOOK => play.game.look(play.state, play.log),
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, LastStand>) -> Asked {
        let text = match at.state.phase {
            Phase::GermanReaction | Phase::SovietReaction => "prompt.reaction",
            Phase::GermanExploit | Phase::SovietExploit => "prompt.exploit",
            Phase::KatyushaMovement => "prompt.katyusha-movement",
            _ => "prompt.movement",
        };
        let facts = at.game.reaction_fact(at.state).into_iter().collect();
        Asked { text: Text::new(text), facts }
    }

    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        let label = match at.state.phase {
            Phase::GermanReaction | Phase::SovietReaction => "verb.end-reaction",
            Phase::GermanExploit | Phase::SovietExploit => "verb.end-exploit",
            _ => "verb.end-movement",
        };
        ending(label, at, choice)
    }

    fn owed(&self, at: At<'_, LastStand>) -> Vec<Owed> {
        at.game.owed_stacking(at.state)
    }

    fn reminders(&self, at: At<'_, LastStand>) -> Vec<Owed> {
        let cut = |u: &UnitId| at.state.is_unsupplied(*u);
        let (cut, others): (Vec<UnitId>, Vec<UnitId>) = at.choices.all_units().partition(cut);
        let reminders = [
            at.game.stacking_reminder(at.state),
            Owed::of_units("remind.unsupplied", rule!("7.61"), cut),
            Owed::of_units("remind.move", rule!("5.22"), others),
        ];
        reminders.into_iter().flatten().collect()
    }

    fn ordered(&self, at: At<'_, LastStand>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        let reaction = matches!(at.state.phase, Phase::GermanReaction | Phase::SovietReaction);
        (reaction && is_on(NO_REACTION)).then_some(DONE)
    }
}

/// Where a unit or stack goes, what it overruns, or who goes with it (5.12) (5.22) (5.31).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moving {
    /// The move in hand.
    pub stack: Move,
}

impl Decide<LastStand> for Moving {
    const ID: &'static str = "moving";
    const WRONG: Wrong = (rule!("5.22"), "no.choose-move");
    const LEADS: bool = true;
    const ACTS_BY_DESK: bool = true;

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let (game, units) = (play.game, &self.stack.units);
        let at = units.first().and_then(|&u| play.state.position.hex(u));
        let open = at.is_some_and(|at| game.can_go(play.state, &self.stack, at));
        if !open {
            game.finish_move(play.state, units, play.log);
        }
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, desk: &mut Desk, out: &mut Choices) {
        let stack = &self.stack;
        game.search_move(state, stack, &mut desk.moves);
        out.hexes(desk.moves.reach().hexes());
        let at = stack.units.first().and_then(|&u| state.position.hex(u));
        let at = at.expect("who moves is on the map");
        out.hexes(game.map.grid.around(at).filter(|&h| game.can_overrun(state, stack, h)));
        match stack.begun {
            true if game.others_wait(state) => {}
            true => out.units(game.movable(state).filter(|u| !stack.units.contains(u))),
            false => {
                let there = state.position.stack(at);
                out.units(there.filter(|&u| game.may_join(state, stack, u).is_ok()));
            }
        }
        out.add_if(stack.begun, DONE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        let stack = &self.stack;
        match choice {
            Choice::Unit(unit) if stack.begun => at.game.may_pick_next(at.state, stack, unit),
            Choice::Unit(unit) => at.game.may_join(at.state, stack, unit),
            Choice::Hex(hex) => at.game.may_go(at.state, stack, at.desk.moves.reach(), hex),
            DONE => {
                let unit = stack.units[0];
                ensure(stack.begun, No::new(rule!("5.22"), "no.choose-destination").unit(unit))
            }
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, desk: &Desk, choice: Choice) {
        let (game, stack) = (play.game, &self.stack);
        match choice {
            Choice::Unit(unit) if stack.begun => {
                game.finish_move(play.state, &stack.units, play.log);
                let next = game.move_of(play.state, &[unit]);
                play.replace(Moving { stack: next });
            }
            Choice::Unit(unit) => {
                let mut units = stack.units.clone();
                units.push(unit);
                let joined = game.move_of(play.state, &units);
                game.set_move(play.state, joined);
            }
            Choice::Hex(hex) => match desk.moves.reach().way(hex) {
                Some(way) => game.go(play.state, stack, &way, play.dice, play.log),
                None => game.overrun(play.state, stack, hex, play.dice, play.log),
            },
            DONE => {
                play.close();
                game.finish_move(play.state, &stack.units, play.log);
            }
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, LastStand>) -> Asked {
        let units = Arg::Units(self.stack.units.to_vec());
        let asked = Asked::from(Text::new("prompt.moving").with("units", units));
        asked.fact(at.game.left_fact(&self.stack))
    }

    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        match choice {
            Choice::Hex(hex) => match at.desk.moves.reach().way(hex) {
                Some(way) => at.game.destination_offer(at.state, &self.stack, &way),
                None => at.game.overrun_offer(at.state, &self.stack, hex),
            },
            _ => ending("verb.stop", at, choice),
        }
    }

    fn picked(&self, _: &LastStand, _: &State) -> Vec<UnitId> {
        self.stack.units.to_vec()
    }

    /// All units that can join the move before it begins (5.22).
    fn bundles(&self, at: At<'_, LastStand>) -> Vec<Bundle> {
        // One unit that could join is a stack of two: it moves, and overruns, as one too.
        let groups: Vec<Vec<Choice>> =
            at.choices.all_units().map(|u| vec![Choice::Unit(u)]).collect();
        if self.stack.begun || groups.is_empty() {
            return Vec::new();
        }
        vec![Bundle::new(Text::new("bundle.stack").n(groups.len() as i64), groups)]
    }

    fn owed(&self, at: At<'_, LastStand>) -> Vec<Owed> {
        at.game.owed_stacking(at.state)
    }
}
