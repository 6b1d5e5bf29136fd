//! Every decision of the game: what may be chosen, why something may not, and what a choice does.

use crate::class::{GERMAN, SOVIET};
use crate::game::LastStand;
use crate::no::ensure;
use crate::state::{Fight, FightKind, Move, Phase, Stage, State, Units};
use crate::supply::Edge;
use crate::verb::{
    AIR, DECLARE, DONE, ENTER, LOOK, NO_AIR, NORTH, REDRAW, RETREAT, ROLL, SOUTH, STAY, SUGGESTED,
    TOGETHER, TYPES, VERBS,
};
use board::{Side, UnitId};
use engine::{Choice, Dice, Log, No, Verb};
use hex::HexId;

impl LastStand {
    /// Whose decision the open stage is.
    pub fn stage_side(&self, state: &State) -> Option<Side> {
        let owner = |units: &Units| units.first().map_or(GERMAN, |&u| self.side(u));
        Some(match state.stage()? {
            Stage::Exchange | Stage::ExchangeFor(_) | Stage::Converted { .. } => GERMAN,
            Stage::Air(side) | Stage::Advance { side, .. } => *side,
            Stage::Loss { by, .. } => *by,
            Stage::Points { side, .. } => *side,
            Stage::Roll | Stage::Enter => state.fight.as_ref().map_or(GERMAN, |f| f.attacker),
            Stage::Retreat(retreat) => retreat.mover,
            Stage::RetreatStep { .. } => self.retreat_mover(state),
            Stage::ZoneLoss(units) => owner(units),
            Stage::Follow { .. } => self.follow_side(state),
            Stage::Shortfall { units, .. } => owner(units).other(),
            Stage::Advancing { unit, .. } => self.side(*unit),
            Stage::Overstacked(side) => side.other(),
            _ => state.phase.side(),
        })
    }

    fn retreat_mover(&self, state: &State) -> Side {
        let retreat = state.stages.iter().rev().find_map(|s| match s {
            Stage::Retreat(r) => Some(r.mover),
            _ => None,
        });
        retreat.unwrap_or(SOVIET)
    }

    /// Whether a choice is legal, and if not, why. The one test behind the list and the refusal.
    pub fn test(&self, state: &State, choice: Choice) -> Result<(), No> {
        let Some(stage) = state.stage() else { return Err(No::new("VC-6", "no.over")) };
        match choice {
            Choice::Unit(unit) => self.test_unit(state, stage, unit),
            Choice::Hex(hex) => self.test_hex(state, stage, hex),
            Choice::Verb(_) => self.test_verb(state, stage, choice),
            Choice::Hexside(_) | Choice::Amount(_) => Err(wrong_kind(stage)),
        }
    }

    fn test_unit(&self, state: &State, stage: &Stage, unit: UnitId) -> Result<(), No> {
        match stage {
            Stage::Exchange => self.may_exchange(state, unit),
            Stage::ExchangeFor(other) => self.may_replace(state, *other, unit),
            Stage::Arrivals if state.phase == Phase::GermanArrivals => {
                self.may_bring_german(state, unit)
            }
            Stage::Arrivals => self.may_bring_soviet(state, unit),
            Stage::Expend(formations) => self.may_expend(formations, state, unit),
            Stage::Movement => self.may_move(state, unit).map(|_| ()),
            // A move that has begun ends when another unit is picked (5.22).
            Stage::Moving(moving) if moving.begun => {
                let among = moving.units.contains(&unit);
                ensure(!among, No::new("5.22", "no.moved-already").unit(unit))?;
                let below = state.stages.len().checked_sub(2).map(|i| &state.stages[i]);
                let split = matches!(below, Some(Stage::Split(_)));
                ensure(!split, No::new("5.36", "no.others-wait").unit(unit))?;
                self.may_move(state, unit).map(|_| ())
            }
            Stage::Moving(moving) => self.may_join(state, moving, unit),
            Stage::Split(moving) => self.may_go_on(state, moving, unit),
            Stage::SupplyMode => self.may_support(state, unit),
            Stage::Attack(fight) => self.may_attack(state, fight, unit),
            Stage::Support(fight) => self.may_name(state, fight, unit),
            Stage::Loss { side, .. } => self.may_lose(state, *side, unit),
            Stage::Points { .. } => self.may_pay(state, unit),
            Stage::Converted { .. } => self.may_convert(state, unit),
            Stage::Retreat(retreat) => {
                let there = state.position.hex(unit_or_first(self, unit)).is_some();
                let among = retreat.units.contains(&unit) && there;
                ensure(among, No::new("6.61", "no.not-a-retreat"))
            }
            Stage::RetreatStep { .. } => self.may_join_retreat(state, unit),
            Stage::ZoneLoss(units) => {
                ensure(units.contains(&unit), No::new("6.64", "no.not-among-them"))
            }
            Stage::Follow { path } => self.may_follow(state, path, unit),
            Stage::Shortfall { .. } if !self.exists(unit) => {
                Err(No::new("6.44", "no.not-among-them"))
            }
            Stage::Shortfall { .. } => self.may_lose_short(state, unit),
            Stage::Advance { units, .. } => self.may_advance(state, units, unit),
            Stage::Overstacked(side) => self.is_excess(state, *side, unit),
            Stage::SelfDestruction => self.may_abandon(state, unit),
            Stage::Succour(marker) => self.may_succour(state, *marker, unit),
            Stage::Fire => self.may_fire(state, unit),
            Stage::Ski(_) => self.may_ski(state, unit),
            stage => Err(wrong_kind(stage)),
        }
    }

    fn test_hex(&self, state: &State, stage: &Stage, hex: HexId) -> Result<(), No> {
        match stage {
            Stage::Arrive(unit) if state.phase == Phase::GermanArrivals => {
                self.may_enter_map(state, *unit, hex)
            }
            Stage::Arrive(unit) => self.may_arrive(state, *unit, hex),
            Stage::ExpendTo(unit) => self.may_enter_map(state, *unit, hex),
            Stage::Moving(moving) => self.may_go(state, moving, hex),
            Stage::Combat => self.may_target(state, hex),
            Stage::Attack(fight) => self.may_add_target(state, fight, hex),
            Stage::RetreatStep { units, path, goal } => {
                self.may_step_back(state, units, path, *goal, hex)
            }
            Stage::Advancing { unit, left, begun } => {
                self.may_advance_to(state, *unit, *left, *begun, hex)
            }
            Stage::Drop(chosen) => self.may_drop(state, chosen, hex),
            Stage::Partisans => self.may_raise(state, hex),
            Stage::FireAt(unit) => self.may_fire_at(state, *unit, hex),
            stage => Err(wrong_kind(stage)),
        }
    }

    fn test_verb(&self, state: &State, stage: &Stage, verb: Choice) -> Result<(), No> {
        if verb == LOOK {
            let side = self.stage_side(state).unwrap_or(SOVIET);
            self.may_look(state, side)?;
            return ensure(self.is_german_menu(state), No::new("8.34", "no.look-later"));
        }
        match (stage, verb) {
            (Stage::Arrivals, DONE) if state.phase == Phase::GermanArrivals => {
                self.may_end_german_arrivals(state)
            }
            (Stage::Arrivals, DONE) => self.may_end_soviet_arrivals(state),
            (Stage::Moving(moving), DONE) => {
                let unit = moving.units.first().copied().unwrap_or(UnitId::NONE);
                ensure(moving.begun, No::new("5.22", "no.choose-destination").unit(unit))
            }
            (Stage::Split(moving), TOGETHER) => self.may_go_together(state, moving),
            (Stage::Advancing { unit, begun, .. }, DONE) => {
                self.may_stop_advance(state, *unit, *begun)
            }
            (Stage::Attack(fight), DECLARE) => self.may_declare(fight),
            (Stage::Support(fight), DECLARE) => self.is_support_settled(state, fight),
            (Stage::Points { .. }, RETREAT) => self.may_retreat(state),
            (Stage::Redraw, REDRAW) => self.may_redraw(state),
            (Stage::Reorganize(_), verb) if TYPES.contains(&verb) => {
                let cup = TYPES.iter().position(|t| *t == verb).unwrap_or(0);
                self.may_reorganize(state, cup)
            }
            (Stage::Exchange, SUGGESTED)
            | (Stage::Air(_), AIR | NO_AIR)
            | (Stage::Roll, ROLL)
            | (Stage::Enter, ENTER | STAY)
            | (Stage::Quota { .. }, NORTH | SOUTH) => Ok(()),
            // The markers must be entered in their turn (10.19) (R80).
            (Stage::Ski(_), DONE) if !self.switches.skis_optional => {
                Err(No::new("10.19", "no.skis-must"))
            }
            (stage, DONE) if may_end(stage) => Ok(()),
            (_, REDRAW) => self.may_redraw(state).and(Err(No::new("8.38", "no.redraw-later"))),
            (stage, _) => Err(wrong_kind(stage)),
        }
    }

    /// All legal choices, sorted.
    pub fn list(&self, state: &State, out: &mut Vec<Choice>) {
        let Some(stage) = state.stage() else { return };
        let begin = out.len();
        match stage {
            Stage::Moving(moving) => self.list_move(state, moving, out),
            Stage::Arrivals if state.phase == Phase::SovietArrivals => {
                out.extend(self.bringable(state).into_iter().map(Choice::Unit));
            }
            Stage::Arrive(unit) if state.phase == Phase::SovietArrivals => {
                let placing = self.placing(state);
                let hexes = self.arrival_hexes(state, &placing, *unit);
                out.extend(hexes.into_iter().map(Choice::Hex));
            }
            Stage::RetreatStep { units, path, goal } => {
                let steps = self.retreat_steps(state, units, path, *goal);
                out.extend(steps.into_iter().map(Choice::Hex));
                self.list_units(state, out);
            }
            stage => {
                let (units, hexes) = asks_for(stage);
                if units {
                    self.list_units(state, out);
                }
                if hexes {
                    let all = self.map.grid.hexes();
                    let legal = all.filter(|&h| self.test_hex(state, stage, h).is_ok());
                    out.extend(legal.map(Choice::Hex));
                }
            }
        }
        let verbs = (0..VERBS.len() as u16).map(|i| Choice::Verb(Verb(i)));
        out.extend(verbs.filter(|&v| self.test_verb(state, stage, v).is_ok()));
        out[begin..].sort_unstable();
    }

    fn list_units(&self, state: &State, out: &mut Vec<Choice>) {
        let Some(stage) = state.stage() else { return };
        let all = state.position.units();
        out.extend(all.filter(|&u| self.test_unit(state, stage, u).is_ok()).map(Choice::Unit));
    }

    fn list_move(&self, state: &State, moving: &Move, out: &mut Vec<Choice>) {
        out.extend(self.destinations(state, moving).iter().map(|d| Choice::Hex(d.hex)));
        let at = moving.units.first().and_then(|&u| state.position.hex(u));
        for hex in at.into_iter().flat_map(|at| self.map.grid.around(at)) {
            if self.may_overrun(state, moving, hex).is_ok() {
                out.push(Choice::Hex(hex));
            }
        }
        self.list_units(state, out);
    }

    /// Makes a legal choice; the game is run on by the caller.
    pub fn act(&self, state: &mut State, choice: Choice, dice: &mut dyn Dice, log: &mut Log) {
        let Some(stage) = state.stage().cloned() else { return };
        match choice {
            Choice::Unit(unit) => self.act_unit(state, stage, unit, dice, log),
            Choice::Hex(hex) => self.act_hex(state, stage, hex, dice, log),
            _ => self.act_verb(state, stage, choice, dice, log),
        }
    }

    fn act_unit(
        &self,
        state: &mut State,
        stage: Stage,
        unit: UnitId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        match stage {
            Stage::Exchange => state.stages.push(Stage::ExchangeFor(unit)),
            Stage::ExchangeFor(other) => {
                state.stages.pop();
                self.exchange(state, other, unit, log);
            }
            Stage::Arrivals => state.stages.push(Stage::Arrive(unit)),
            Stage::Expend(_) => self.expend(state, unit, log),
            Stage::Movement => {
                let moving = self.move_of(state, &[unit]);
                state.stages.push(Stage::Moving(moving));
            }
            Stage::Moving(moving) if moving.begun => {
                state.stages.pop();
                self.finish_move(state, &moving.units, log);
                let next = self.move_of(state, &[unit]);
                state.stages.push(Stage::Moving(next));
            }
            Stage::Moving(moving) => {
                let mut units = moving.units.clone();
                units.push(unit);
                let joined = self.move_of(state, &units);
                self.set_move(state, joined);
            }
            Stage::Split(moving) => self.go_on_alone(state, moving, unit),
            Stage::SupplyMode => self.turn_to_support(state, unit, log),
            Stage::Attack(_) | Stage::Support(_) => match state.stages.last_mut() {
                Some(Stage::Attack(fight)) => fight.attackers.push(unit),
                Some(Stage::Support(fight)) => fight.support.push(unit),
                _ => {}
            },
            Stage::Loss { side, .. } => {
                self.hit(state, side, unit, dice, log);
                if let Some(Stage::Loss { left, .. }) = state.stages.last_mut() {
                    *left -= 1;
                }
            }
            Stage::Points { .. } => self.pay(state, unit, dice, log),
            Stage::Converted { .. } => self.convert(state, unit, dice, log),
            Stage::Retreat(_) => self.begin_retreat(state, unit),
            Stage::RetreatStep { .. } => {
                if let Some(Stage::RetreatStep { units, .. }) = state.stages.last_mut() {
                    units.push(unit);
                }
            }
            Stage::ZoneLoss(_) => {
                state.stages.pop();
                self.lose_in_zone(state, unit, dice, log);
            }
            Stage::Follow { .. } => self.follow(state, unit, dice, log),
            Stage::Shortfall { .. } => {
                if let Some(Stage::Shortfall { left, .. }) = state.stages.last_mut() {
                    *left -= 1;
                }
                self.hit(state, self.side(unit), unit, dice, log);
            }
            Stage::Advance { .. } => {
                if let Some(Stage::Advance { units, .. }) = state.stages.last_mut() {
                    units.retain(|u| *u != unit);
                }
                let left = self.advance_of(state, unit);
                state.stages.push(Stage::Advancing { unit, left, begun: false });
            }
            Stage::Overstacked(_) => self.remove_excess(state, unit, dice, log),
            Stage::SelfDestruction => self.abandon(state, unit, dice, log),
            Stage::Succour(marker) => {
                state.succoured.push(unit);
                state.stages.pop();
                state.stages.push(Stage::Succour(marker + 1));
            }
            Stage::Fire => state.stages.push(Stage::FireAt(unit)),
            Stage::Ski(_) => self.give_skis(state, unit, log),
            _ => {}
        }
    }

    /// One unit of a stack goes on after an overrun; the others wait until it is done (5.36).
    fn go_on_alone(&self, state: &mut State, moving: Move, unit: UnitId) {
        if let Some(Stage::Split(rest)) = state.stages.last_mut() {
            rest.units.retain(|u| *u != unit);
        }
        let alone = Move { units: [unit].into_iter().collect(), ..moving };
        state.stages.push(Stage::Moving(alone));
    }

    fn act_hex(
        &self,
        state: &mut State,
        stage: Stage,
        hex: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        match stage {
            Stage::Arrive(unit) if state.phase == Phase::GermanArrivals => {
                state.stages.pop();
                self.bring_german(state, unit, hex, log);
            }
            Stage::Arrive(unit) => self.arrive(state, unit, hex, log),
            Stage::ExpendTo(unit) => self.expend_to(state, unit, hex, log),
            Stage::Moving(moving) => {
                let enemy = state.phase.side().other();
                match self.has_combat_unit(state, enemy, hex) {
                    true => self.overrun(state, &moving, hex, dice, log),
                    false => self.go(state, &moving, hex, dice, log),
                }
            }
            Stage::Combat => {
                let mut fight = Fight::new(FightKind::Attack, state.phase.side());
                fight.targets.push(hex);
                state.stages.push(Stage::Attack(Box::new(fight)));
            }
            Stage::Attack(_) => {
                if let Some(Stage::Attack(fight)) = state.stages.last_mut() {
                    fight.targets.push(hex);
                }
            }
            Stage::RetreatStep { .. } => self.step_back(state, hex, dice, log),
            Stage::Advancing { .. } => self.advance_to(state, hex, dice, log),
            Stage::Drop(_) => self.drop_in(state, hex, dice, log),
            Stage::Partisans => self.raise(state, hex, log),
            Stage::FireAt(unit) => self.fire(state, unit, hex, dice, log),
            _ => {}
        }
    }

    fn act_verb(
        &self,
        state: &mut State,
        stage: Stage,
        verb: Choice,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        match (stage, verb) {
            (_, LOOK) => self.look(state, log),
            (Stage::Moving(moving) | Stage::Split(moving), DONE) => {
                state.stages.pop();
                self.finish_move(state, &moving.units, log);
            }
            (Stage::Split(moving), TOGETHER) => {
                state.stages.pop();
                state.stages.push(Stage::Moving(moving));
            }
            (Stage::Attack(fight), DECLARE) => {
                state.stages.pop();
                let first = self.switches.support_with_declaration;
                if first && self.can_be_supported(state, &fight) {
                    state.stages.push(Stage::Support(fight));
                    return;
                }
                self.begin_fight(state, *fight, dice, log);
                if !first {
                    self.open_support(state);
                }
            }
            (Stage::Support(fight), DECLARE) => {
                state.stages.pop();
                match state.fight.is_some() {
                    true => self.claim_support(state, fight.support, log),
                    false => self.begin_fight(state, *fight, dice, log),
                }
            }
            (Stage::Air(side), AIR) => {
                state.stages.pop();
                self.commit_air(state, side, log);
            }
            (Stage::Roll, ROLL) => {
                state.stages.pop();
                self.roll_fight(state, dice, log);
            }
            (Stage::Points { .. }, RETREAT) => self.take_retreat(state),
            (Stage::Enter, ENTER) => {
                state.stages.pop();
                self.enter_overrun(state, dice, log);
            }
            (Stage::Enter, STAY) => {
                state.stages.pop();
                self.go_on_after_overrun(state, log);
            }
            (Stage::Redraw, REDRAW) => {
                state.stages.pop();
                self.redraw(state, dice, log);
            }
            (Stage::Quota { unit, hex }, verb) => {
                let edge = if verb == NORTH { Edge::North } else { Edge::South };
                self.arrive_by(state, unit, hex, edge, log);
            }
            (Stage::Reorganize(_), verb) => {
                let cup = TYPES.iter().position(|t| *t == verb).unwrap_or(0);
                self.reorganize(state, cup, dice, log);
            }
            (Stage::Succour(marker), _) => {
                state.stages.pop();
                state.stages.push(Stage::Succour(marker + 1));
            }
            _ => {
                state.stages.pop();
            }
        }
    }
}

/// A unit that exists, so that its place can be asked.
fn unit_or_first(game: &LastStand, unit: UnitId) -> UnitId {
    if game.exists(unit) { unit } else { UnitId::new(0) }
}

/// Which stages may simply be ended.
fn may_end(stage: &Stage) -> bool {
    matches!(
        stage,
        Stage::Redraw
            | Stage::Movement
            | Stage::Split(_)
            | Stage::SupplyMode
            | Stage::Combat
            | Stage::Follow { .. }
            | Stage::Advance { .. }
            | Stage::SelfDestruction
            | Stage::Succour(_)
            | Stage::Fire
            | Stage::Ski(_)
    ) || matches!(stage, Stage::Drop(chosen) if chosen.is_empty())
}

/// Whether a stage asks for units, and whether for hexes.
fn asks_for(stage: &Stage) -> (bool, bool) {
    match stage {
        Stage::Attack(_) => (true, true),
        Stage::Arrive(_)
        | Stage::ExpendTo(_)
        | Stage::Combat
        | Stage::Advancing { .. }
        | Stage::Drop(_)
        | Stage::Partisans
        | Stage::FireAt(_) => (false, true),
        Stage::Redraw
        | Stage::Air(_)
        | Stage::Roll
        | Stage::Enter
        | Stage::Quota { .. }
        | Stage::Reorganize(_) => (false, false),
        _ => (true, false),
    }
}

/// What is wanted instead of a choice of the wrong kind.
fn wrong_kind(stage: &Stage) -> No {
    match stage {
        Stage::Exchange | Stage::ExchangeFor(_) => No::new("14.13", "no.choose-unit"),
        Stage::Arrivals | Stage::Expend(_) => No::new("10.11", "no.choose-unit"),
        Stage::Arrive(_) | Stage::ExpendTo(_) => No::new("10.11", "no.choose-hex"),
        Stage::Quota { .. } => No::new("10.16", "no.choose-edge"),
        Stage::Redraw => No::new("8.38", "no.choose-redraw"),
        Stage::Movement | Stage::Moving(_) | Stage::Split(_) => No::new("5.22", "no.choose-move"),
        Stage::SupplyMode => No::new("7.43", "no.choose-unit"),
        Stage::Combat => No::new("6.11", "no.choose-target"),
        Stage::Attack(_) => No::new("6.11", "no.choose-attackers"),
        Stage::Support(_) => No::new("6.33", "no.choose-support"),
        Stage::Fight | Stage::Roll => No::new("6.94", "no.roll-first"),
        Stage::Air(_) => No::new("9.22", "no.choose-air"),
        Stage::Loss { .. } | Stage::Converted { .. } => No::new("6.56", "no.choose-loss"),
        Stage::Points { .. } => No::new("6.42", "no.choose-points"),
        Stage::Retreat(_) => No::new("6.61", "no.choose-retreat"),
        Stage::RetreatStep { .. } => No::new("6.66", "no.choose-hex"),
        Stage::ZoneLoss(_) => No::new("6.64", "no.choose-loss"),
        Stage::Follow { .. } => No::new("6.67", "no.choose-follower"),
        Stage::Shortfall { .. } => No::new("6.44", "no.choose-loss"),
        Stage::Enter => No::new("5.37", "no.choose-entry"),
        Stage::Advance { .. } | Stage::Advancing { .. } => No::new("6.71", "no.choose-advance-hex"),
        Stage::Overstacked(_) => No::new("4.17", "no.choose-excess"),
        Stage::SelfDestruction => No::new("7.55", "no.choose-unit"),
        Stage::Drop(_) => No::new("14.33", "no.choose-hex"),
        Stage::Partisans => No::new("14.43", "no.choose-hex"),
        Stage::Succour(_) => No::new("14.44", "no.choose-unit"),
        Stage::Reorganize(_) => No::new("8.26", "no.choose-type"),
        Stage::Fire => No::new("8.13", "no.choose-unit"),
        Stage::FireAt(_) => No::new("8.13", "no.choose-target"),
        Stage::Ski(_) => No::new("8.51", "no.choose-unit"),
    }
}
