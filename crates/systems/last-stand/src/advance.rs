//! Advance after combat (6.7).

use crate::class::{GERMAN, Mobility};
use crate::game::LastStand;
use crate::no::ensure;
use crate::state::{ADVANCED, DISRUPTED, Fight, SKI, Stage, State, Units};
use board::UnitId;
use engine::{Dice, Event, EventKind, Log, Moved, No, Text};
use hex::{Direction, HexId};
use smallvec::SmallVec;

impl LastStand {
    /// The farthest that a unit of its type advances (6.74) (8.52).
    fn advance_limit(&self, state: &State, unit: UnitId) -> u8 {
        let table = &self.tables.combat.limit;
        let facts = self.facts(unit);
        match facts.mobility {
            Mobility::Motorized if facts.side == GERMAN => table.german_motorized_advance,
            Mobility::Motorized => table.soviet_motorized_advance,
            _ if state.has(unit, SKI) => table.ski_advance,
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
        let Some(fight) = state.fight.clone() else { return };
        let (side, enemy) = (fight.attacker, fight.attacker.other());
        let vacated = fight.targets.iter().all(|&h| !self.has_combat_unit(state, enemy, h));
        let stays = |u: UnitId| state.position.hex(u).is_some() && !fight.moved.contains(&u);
        let fit = |u: &UnitId| {
            stays(*u)
                && self.is_combat(*u)
                && !state.has(*u, DISRUPTED)
                && self.facts(*u).allowance > 0
        };
        if vacated {
            let units: Units = fight.attackers.iter().copied().filter(|u| fit(u)).collect();
            state.stages.push(Stage::Advance { side, units });
            return;
        }
        let routed = fight.attackers.iter().all(|&u| !stays(u));
        let held = !fight.defenders.iter().any(|u| fight.moved.contains(u));
        if routed && held {
            let units: Units = fight.defenders.iter().copied().filter(|u| fit(u)).collect();
            state.stages.push(Stage::Advance { side: enemy, units });
        }
    }

    /// How far a unit that begins to advance may go.
    pub fn advance_of(&self, state: &State, unit: UnitId) -> u8 {
        let Some(fight) = &state.fight else { return 0 };
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
        let direction = direction.ok_or(no("6.73", "no.one-hex-at-a-time"))?;
        ensure(!self.is_lake(from, direction), no("6.73", "no.lake"))?;
        let side = self.side(unit);
        let enemy = self.has_combat_unit(state, side.other(), to);
        ensure(!enemy, no("6.73", "no.enemy-there"))?;
        if first {
            let Some(fight) = &state.fight else { return Err(no("6.71", "no.no-fight")) };
            let attacks = side == fight.attacker;
            let goals = if attacks { &fight.targets } else { &fight.origins };
            let rule = if attacks { "6.73" } else { "6.78" };
            return ensure(goals.contains(&to), no(rule, "no.vacated-hex-first"));
        }
        let motorized = self.facts(unit).mobility == Mobility::Motorized;
        let river =
            self.has_river(state, from, direction) && !self.has_road(state, from, direction);
        ensure(!(motorized && river), no("6.77", "no.advance-river"))
    }

    /// What is left of an advance after a hex: from the second hex on an enemy zone ends it (6.75).
    fn left_after(&self, state: &State, unit: UnitId, to: HexId, first: bool, left: u8) -> u8 {
        let halted = !first && self.is_zoned(state, self.side(unit), to);
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
        let from = state.position.hex(unit).ok_or(No::new("6.71", "no.off-map"))?;
        ensure(left > 0, No::new("6.74", "no.advanced-enough").unit(unit))?;
        self.may_press_on(state, unit, from, to, !begun)?;
        let left = self.left_after(state, unit, to, !begun, left);
        let able = self.can_end(state, unit, to, left);
        ensure(able, No::new("6.72", "no.advance-stack").unit(unit).hex(to))
    }

    /// Whether a unit may advance at all.
    pub fn may_advance(&self, state: &State, units: &[UnitId], unit: UnitId) -> Result<(), No> {
        ensure(units.contains(&unit), No::new("6.71", "no.does-not-advance"))?;
        let left = self.advance_of(state, unit);
        let at = state.position.hex(unit).ok_or(No::new("6.71", "no.off-map"))?;
        let mut around = self.map.grid.around(at);
        let able = around.any(|h| self.may_advance_to(state, unit, left, false, h).is_ok());
        ensure(able, No::new("6.72", "no.nowhere-to-advance").unit(unit))
    }

    /// Whether an advance may stop where it is.
    pub fn may_stop_advance(&self, state: &State, unit: UnitId, begun: bool) -> Result<(), No> {
        ensure(begun, No::new("6.71", "no.choose-advance").unit(unit))?;
        let room = state.position.hex(unit).is_some_and(|h| self.has_room(state, unit, h));
        ensure(room, No::new("6.72", "no.advance-stack").unit(unit))
    }

    /// A unit advances into a hex.
    pub fn advance_to(&self, state: &mut State, to: HexId, dice: &mut dyn Dice, log: &mut Log) {
        let Some(&Stage::Advancing { unit, left, begun }) = state.stages.last() else { return };
        let from = state.position.hex(unit);
        self.step_into(state, unit, to, dice, log);
        state.position.set_mark(unit, ADVANCED, true);
        log.say(|| {
            let text = Text::new("event.advanced").unit(unit).hex(to);
            let mut event = Event::new(EventKind::Moved, "6.71", text).unit(unit).hex(to);
            event.rules.extend(self.advance_rules(state, unit, to, begun));
            let path = from.into_iter().chain([to]).collect();
            event.moves.push(Moved { unit, path });
            event
        });
        let next = self.left_after(state, unit, to, !begun, left);
        if let Some(Stage::Advancing { left, begun, .. }) = state.stages.last_mut() {
            *left = next;
            *begun = true;
        }
    }

    /// What an advance rests on: the vacated hex first, the points left and the type of the unit
    /// after it, an enemy zone at its end.
    fn advance_rules(
        &self,
        state: &State,
        unit: UnitId,
        to: HexId,
        begun: bool,
    ) -> SmallVec<[&'static str; 4]> {
        let mut rules = SmallVec::new();
        let Some(fight) = &state.fight else { return rules };
        match (self.side(unit) == fight.attacker, begun) {
            (false, _) => rules.push("6.78"),
            (true, false) => rules.push("CS-7"),
            (true, true) => {
                let part = fight.result.defender;
                let by_type = part.eliminated || part.retreat;
                rules.push(if by_type { "6.74" } else { "6.73" });
            }
        }
        rules.extend((begun && state.has(unit, SKI)).then_some("8.52"));
        rules.extend(self.is_zoned(state, self.side(unit), to).then_some("6.75"));
        rules.extend(fight.hit.contains(&unit).then_some("6.76"));
        rules
    }

    /// Whether an advancing unit has anywhere left to go.
    pub fn can_advance_on(&self, state: &State, unit: UnitId, left: u8) -> bool {
        let Some(at) = state.position.hex(unit) else { return false };
        let mut around = self.map.grid.around(at);
        left > 0 && around.any(|h| self.may_advance_to(state, unit, left, true, h).is_ok())
    }
}
