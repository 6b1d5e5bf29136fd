//! Disorganisation [5.6].

use crate::book::Book;
use crate::class::Role;
use crate::game::Wb95;
use crate::state::{Combat, FROM_AIR, Phase, Stage, State, Way};
use board::{Side, UnitId};
use engine::{Dice, Event, EventKind, Log, Rule, Text};
use hex::HexId;
use std::collections::BTreeMap;

impl<B: Book> Wb95<B> {
    /// What a result and a retreat do to the order of one side's units [5.6.1].
    pub fn disorganise_by_result(
        &self,
        state: &mut State<B>,
        combat: &Combat,
        side: Side,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let part = if side == self.active(state) { combat.attacker } else { combat.defender };
        let units = self.sharers(state, combat, side);
        if part.disorganised {
            for &unit in &units {
                // Guns only because they fought beside the enemy [5.6.3].
                let gun = self.class(unit).is_towed_artillery();
                self.disorganise_by(state, unit, gun.then_some(rule!(B, "5.6.3")), log);
            }
        }
        if part.test {
            let mut stacks: BTreeMap<HexId, Vec<UnitId>> = BTreeMap::new();
            for &unit in &units {
                if let Some(from) = self.fought_on(combat, side, unit) {
                    stacks.entry(from).or_default().push(unit);
                }
            }
            for stack in stacks.into_values() {
                self.test_stack_for(state, &stack, rule!(B, "5.6.1"), dice, log);
            }
        }
        self.test_retreats(state, combat, side, dice, log);
    }

    /// One test for every hex beyond the first, for the units that went the same way together [5.3.9] (R20).
    fn test_retreats(
        &self,
        state: &mut State<B>,
        combat: &Combat,
        side: Side,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let mut groups: BTreeMap<(HexId, Way), Vec<UnitId>> = BTreeMap::new();
        for trail in combat.retreats.iter().filter(|t| self.side(t.unit) == side) {
            groups.entry((trail.from, trail.way.clone())).or_default().push(trail.unit);
        }
        for ((_, way), units) in groups {
            for _ in 1..way.len() {
                let alive: Vec<UnitId> =
                    units.iter().copied().filter(|&u| state.position.hex(u).is_some()).collect();
                if !alive.is_empty() {
                    self.test_stack_for(state, &alive, rule!(B, "5.3.9"), dice, log);
                }
            }
        }
    }

    /// One roll for a stack; each unit compares it with its own limit [5.6.2].
    pub fn test_stack(
        &self,
        state: &mut State<B>,
        units: &[UnitId],
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        self.test_stack_for(state, units, rule!(B, "5.6.1"), dice, log);
    }

    /// The same by the rule that asks for it.
    fn test_stack_for(
        &self,
        state: &mut State<B>,
        units: &[UnitId],
        why: Rule,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let able = |u: &UnitId| B::is_tested(self, state, *u);
        let able: Vec<UnitId> = units.iter().copied().filter(able).collect();
        let Some(&first) = able.first() else { return };
        let rolls = [dice.roll(6), dice.roll(6)];
        let roll: u16 = rolls.iter().sum();
        let fails = |u: UnitId| B::fails(self, u, roll);
        log.say(|| {
            let holds = !able.iter().any(|&u| fails(u));
            let id = if holds { "event.tested-holds" } else { "event.tested" };
            let text = Text::new(id).unit(first).n(roll);
            let mut event =
                Event::new(EventKind::Rolled, rule!(B, "5.6.2"), text).rolled(&rolls, roll as i16);
            // Guns are tested in combat only where they fought beside the enemy.
            let direct = matches!(state.stage(), Some(Stage::Resolve(_)));
            let gun = |u: &UnitId| matches!(self.role(*u), Role::Artillery | Role::Battery);
            let guns = direct && able.iter().any(gun);
            event.rules.extend(self.acting([(true, why), (guns, rule!(B, "5.6.3"))]));
            event.rules.extend(B::SENTENCES.tested_also);
            event.units.extend(able.iter().copied());
            event
        });
        for &unit in &able {
            if fails(unit) {
                self.disorganise(state, unit, log);
            }
        }
    }

    /// A unit is disorganised; once more only restarts its recovery (R60). Headquarters never are (R19).
    pub fn disorganise(&self, state: &mut State<B>, unit: UnitId, log: &mut Log) {
        self.disorganise_by(state, unit, None, log);
    }

    /// The same with a further rule that made it so.
    fn disorganise_by(
        &self,
        state: &mut State<B>,
        unit: UnitId,
        also: Option<Rule>,
        log: &mut Log,
    ) {
        if B::disorganise(self, state, unit, log) || self.class(unit).is_hq() {
            return;
        }
        let fresh = state.disorganised[unit.index()] == 0;
        state.disorganised[unit.index()] = state.disorder_clock();
        if fresh {
            log.say(|| {
                let text = Text::new("event.disorganised").unit(unit);
                let mut event = Event::new(EventKind::Changed, rule!(B, "5.6.1"), text).unit(unit);
                event.rules.extend(also);
                event
            });
        }
    }

    /// Whether a disorganised unit recovers at the end of this phase: a whole turn after the last
    /// event; as an option those disorganised in a Combat Phase at the end of their own next one
    /// [5.6.5] (R21).
    fn has_rested(&self, state: &State<B>, unit: UnitId) -> bool {
        let disorder = state.disorganised[unit.index()];
        let (since, now) = (disorder & !FROM_AIR, state.clock());
        let soon = self.switches.recovers_after_next_combat
            && disorder & FROM_AIR == 0
            && state.phase == Phase::Combat
            && self.side(unit) == self.active(state)
            && since < now - Phase::Combat as u16 + Phase::Movement as u16;
        disorder > 0 && (soon || since + 12 <= now)
    }

    /// At the end of a phase those recover to whom nothing has happened for a whole turn [5.6.5] (R21).
    pub fn recover(&self, state: &mut State<B>, log: &mut Log) {
        if B::recover(self, state, log) {
            return;
        }
        for unit in self.roster.units() {
            if self.has_rested(state, unit) {
                state.disorganised[unit.index()] = 0;
                log.say(|| {
                    let text = Text::new("event.recovered").unit(unit);
                    Event::new(EventKind::Changed, rule!(B, "5.6.5"), text).unit(unit)
                });
            }
        }
    }
}
