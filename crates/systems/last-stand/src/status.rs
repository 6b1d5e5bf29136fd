//! Supply status, isolation and attrition (7.1, 7.6).

use crate::class::{Formation, GERMAN, Kind, SOVIET};
use crate::game::LastStand;
use crate::state::{Fate, Mark, State};
use board::{Side, UnitId};
use engine::{Arg, Dice, Event, EventKind, Log, Text};
use hex::{HexId, HexSet};

impl LastStand {
    /// Determines the supply status of all units of a side (7.11); it holds until the next time (7.14).
    pub fn judge_supply(&self, state: &mut State, side: Side, log: &mut Log) {
        let judged = match side {
            GERMAN => self.judge_germans(state),
            SOVIET => self.judge_soviets(state),
        };
        for (unit, supplied, never_isolated) in judged {
            self.set_status(state, unit, supplied, never_isolated, log);
        }
        state.position.clear_mark(Mark::PlacedUnsupplied);
    }

    fn judge_germans(&self, state: &State) -> Vec<(UnitId, bool, bool)> {
        let all = (0..self.tables.formation.len() as u8).map(|f| Some(Formation(f)));
        let lines = self.lines(state, GERMAN, &[]);
        let mut judged = Vec::new();
        for formation in all.chain([None]) {
            let units: Vec<(UnitId, HexId)> = self
                .units_of(state, GERMAN)
                .filter(|&(u, _)| !self.is_always_supplied(u))
                .filter(|&(u, _)| self.facts(u).formation == formation)
                .collect();
            if units.is_empty() {
                continue;
            }
            let (field, cut_off) = match formation {
                Some(f) => {
                    let rear = self.rear(state, &lines, &self.edges.formations[usize::from(f.0)]);
                    let field = self.formation_supply(state, &lines, f, &rear);
                    (field, Some(self.cut_off_supply(state, &lines, f, &rear)))
                }
                None => (self.edge_supply(&lines), None),
            };
            judged.extend(units.into_iter().map(|(unit, hex)| {
                let near = cut_off.as_ref().is_some_and(|c| c.contains(hex));
                (unit, field.contains(hex), near)
            }));
        }
        judged
    }

    fn judge_soviets(&self, state: &State) -> Vec<(UnitId, bool, bool)> {
        let field = self.soviet_supply(state, &self.soviet_edges(state), &[]);
        self.units_of(state, SOVIET)
            .filter(|&(u, _)| !self.is_always_supplied(u))
            .map(|(u, hex)| (u, field.contains(hex) || state.succoured.contains(&u), false))
            .collect()
    }

    /// In supply: no marker. Not: Out of Supply, and the next time Isolated (7.11); near a supply unit that is
    /// cut off itself never more than Out of Supply (7.15) (R45).
    fn set_status(
        &self,
        state: &mut State,
        unit: UnitId,
        supplied: bool,
        never_isolated: bool,
        log: &mut Log,
    ) {
        let was = (state.has(unit, Mark::OutOfSupply), state.has(unit, Mark::Isolated));
        let fresh = state.has(unit, Mark::PlacedUnsupplied);
        let now = match was {
            _ if supplied => (false, false),
            _ if never_isolated || fresh => (true, false),
            (false, false) => (true, false),
            _ => (false, true),
        };
        state.position.set_mark(unit, Mark::OutOfSupply, now.0);
        state.position.set_mark(unit, Mark::Isolated, now.1);
        if was != now {
            log.say(|| {
                let id = match now {
                    (true, _) => "event.out-of-supply",
                    (_, true) => "event.isolated",
                    _ => "event.in-supply",
                };
                let text = Text::new(id).unit(unit);
                let event = Event::new(EventKind::Supplied, rule!("7.11"), text).unit(unit);
                let mut event = event.rule(self.source_rule(unit));
                let hex = state.position.hex(unit).expect("who is judged is on the map");
                match supplied {
                    true => event.rules.extend(self.why_supplied(state, unit, hex).iter().copied()),
                    false if never_isolated => event.rules.push(rule!("7.15")),
                    false => event.rules.push(self.why_unsupplied(state, unit, hex)),
                }
                event
            });
        }
    }

    /// Who makes an attrition check: isolated, with no line of any length to a friendly edge (7.66); never the
    /// Guards Cavalry (7.67) nor units with a factory (8.64).
    pub fn checks_attrition(&self, state: &State, side: Side) -> Vec<UnitId> {
        let mut field: Option<HexSet> = None;
        let mut checks = Vec::new();
        for (unit, hex) in self.units_of(state, side) {
            let exempt = self.kind(unit) == Kind::GuardsCavalry || self.has_factory(state, hex);
            if !state.has(unit, Mark::Isolated) || exempt || !self.is_combat(unit) {
                continue;
            }
            let field = field.get_or_insert_with(|| self.connected(state, side));
            if !field.contains(hex) {
                checks.push(unit);
            }
        }
        checks
    }

    /// Isolated units without any line that need not roll: Guards Cavalry (7.67), and who has a
    /// factory (8.64).
    fn tell_exempt(&self, state: &State, side: Side, log: &mut Log) {
        if log.is_silent() || side == GERMAN {
            return;
        }
        let field = self.connected(state, side);
        for (unit, hex) in self.units_of(state, side) {
            let rule = match self.kind(unit) {
                Kind::GuardsCavalry => rule!("7.67"),
                _ if self.has_factory(state, hex) => rule!("8.64"),
                _ => continue,
            };
            if state.has(unit, Mark::Isolated) && !field.contains(hex) {
                log.say(|| {
                    let text = Text::new("event.exempt").unit(unit);
                    Event::new(EventKind::Supplied, rule, text).unit(unit).hex(hex)
                });
            }
        }
    }

    /// The Isolation Step (7.66). Who rolls is settled before the first die, so the order is of no account
    /// (R90).
    pub fn roll_attrition(
        &self,
        state: &mut State,
        side: Side,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let table = match side {
            GERMAN => &self.tables.supply.german_attrition,
            SOVIET => &self.tables.supply.soviet_attrition,
        };
        let Some(limit) = table.get(state.weather) else { return };
        self.tell_exempt(state, side, log);
        for unit in self.checks_attrition(state, side) {
            let hex = state.position.hex(unit).expect("a check costs only the unit that makes it");
            let die = dice.roll(self.tables.combat.die);
            let sheltered = self.is_city(hex) || self.map.has(hex, self.ground.town);
            let modifier = if sheltered { self.tables.supply.town_modifier } else { 0 };
            let lost = die as i8 + modifier > limit;
            log.say(|| {
                let id = if lost { "event.attrition" } else { "event.no-attrition" };
                let text = Text::new(id).unit(unit).with("die", Arg::Number(die.into()));
                let event = Event::new(EventKind::Rolled, rule!("7.66"), text).unit(unit).hex(hex);
                event.rule(rule!("7.13"))
            });
            if lost {
                self.lose_step(state, unit, Fate::Attrition, dice, log);
            }
        }
    }
}
