//! German reinforcements and supply units (10.1, 10.2, 7.4).

use crate::class::{Formation, GERMAN, Kind};
use crate::game::LastStand;
use crate::no::ensure;
use crate::state::{LOST, OUT, POOL, SCHEDULED, SUPPORT_FACE, Stage, State};
use board::{BoxId, Spot, UnitId};
use engine::{Arg, Dice, Event, EventKind, Log, No, Text};
use hex::{HexId, HexSet};

impl LastStand {
    /// Whether a unit lies in a box.
    pub fn is_in(&self, state: &State, unit: UnitId, which: BoxId) -> bool {
        state.position.spot(unit) == Spot::Box(which)
    }

    /// The edge hexes on which a German unit enters (10.12); without a formation on any (R59).
    fn entry_edge(&self, unit: UnitId) -> &HexSet {
        match self.facts(unit).formation {
            Some(Formation(f)) => &self.edges.formations[usize::from(f)],
            None => &self.edges.german,
        }
    }

    /// Whether a German unit may enter on a hex: an edge hex of its formation without Soviet units, even in
    /// their zone, even overstacked (10.12).
    pub fn may_enter_map(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let edge = self.entry_edge(unit).contains(hex);
        ensure(edge, No::new("10.12", "no.not-its-edge").unit(unit).hex(hex))?;
        let enemy = self.holds(state, GERMAN.other(), hex);
        ensure(!enemy, No::new("10.12", "no.enemy-there").unit(unit).hex(hex))
    }

    fn has_entry(&self, state: &State, unit: UnitId) -> bool {
        self.entry_edge(unit).iter().any(|h| self.may_enter_map(state, unit, h).is_ok())
    }

    /// Whether a German unit must be brought on in this turn (10.19).
    fn is_due(&self, state: &State, unit: UnitId) -> bool {
        self.is_in(state, unit, SCHEDULED) && self.due[unit.index()] == Some(state.turn)
    }

    /// Whether the German may bring on a unit now.
    pub fn may_bring_german(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let own = self.exists(unit) && self.side(unit) == GERMAN;
        ensure(own, No::new("10.11", "no.not-yours-to-bring"))?;
        let no = |rule, text| No::new(rule, text).unit(unit);
        ensure(state.position.hex(unit).is_none(), no("10.11", "no.on-map-already"))?;
        if self.kind(unit) == Kind::Supply {
            self.may_bring_supply(state, unit)?;
        } else if self.printed(unit).optional && self.is_in(state, unit, OUT) {
            // Each costs the German one marker of damage (10.22).
            ensure(state.damage_total() > 0, no("10.22", "no.no-damage-to-pay"))?;
        } else {
            ensure(self.is_due(state, unit), no("10.11", "no.not-due"))?;
        }
        ensure(self.has_entry(state, unit), no("10.12", "no.no-entry"))
    }

    /// The number of the turn, and the limit of the formation (7.41) (7.42).
    fn may_bring_supply(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| No::new(rule, text).unit(unit);
        ensure(self.is_in(state, unit, POOL), no("7.41", "no.not-in-pool"))?;
        ensure(state.supply_units > 0, no("7.41", "no.no-supply-units-left"))?;
        let Some(formation) = self.facts(unit).formation else {
            return Err(no("7.42", "no.no-formation"));
        };
        let limit = self.tables.formation[usize::from(formation.0)].supply_units;
        let there = self.supply_units(state, formation).count();
        ensure(there < usize::from(limit), no("7.42", "no.formation-full").n(limit.into()))
    }

    /// A German unit enters the map; full strength (10.18).
    pub fn bring_german(&self, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        if self.kind(unit) == Kind::Supply {
            state.supply_units -= 1;
            state.position.set_face(unit, 0);
        } else if self.printed(unit).optional {
            let before = self.damage_shift(state);
            self.remove_damage(state, 1);
            log.say(|| {
                let text = Text::new("event.optional").unit(unit).n(state.damage_total());
                let event = Event::new(EventKind::Changed, "10.22", text).rule("10.21").unit(unit);
                let lower = self.damage_shift(state) < before;
                if lower { event.rule("10.23") } else { event }
            });
        }
        state.position.set_steps(unit, self.class(unit).steps());
        self.lay(state, unit, hex);
        let full = self.is_combat(unit).then_some("10.18");
        self.tell_arrival(unit, hex, "10.12", full, log);
    }

    /// Says that a unit has arrived.
    pub fn tell_arrival(
        &self,
        unit: UnitId,
        hex: HexId,
        rule: &'static str,
        also: impl IntoIterator<Item = &'static str>,
        log: &mut Log,
    ) {
        log.say(|| {
            let text = Text::new("event.arrived").unit(unit).hex(hex);
            let mut event = Event::new(EventKind::Placed, rule, text).unit(unit).hex(hex);
            event.rules.extend(also);
            event
        });
    }

    /// Whether the German may end his arrivals: nothing that is due and can enter is left (10.19).
    pub fn may_end_german_arrivals(&self, state: &State) -> Result<(), No> {
        let open = self
            .roster
            .units()
            .find(|&u| self.side(u) == GERMAN && self.is_due(state, u) && self.has_entry(state, u));
        match open {
            Some(unit) => Err(No::new("10.19", "no.must-enter").unit(unit)),
            None => Ok(()),
        }
    }

    /// Units that were due and could not enter are destroyed (10.19) (R42).
    pub fn end_german_arrivals(&self, state: &mut State, log: &mut Log) {
        let late: Vec<UnitId> = self
            .roster
            .units()
            .filter(|&u| self.side(u) == GERMAN && self.is_due(state, u))
            .collect();
        for unit in late {
            self.put(state, unit, LOST);
            self.tell_lost(unit, log);
        }
        state.supply_units = 0;
    }

    /// Says that a reinforcement could not enter.
    pub fn tell_lost(&self, unit: UnitId, log: &mut Log) {
        log.say(|| {
            let text = Text::new("event.could-not-enter").unit(unit);
            Event::new(EventKind::Eliminated, "10.19", text).unit(unit)
        });
    }

    /// Rolls which formations lose a supply unit to their edge in snow (7.49).
    pub fn roll_expend(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        let die = dice.roll(self.tables.combat.die);
        let row = &self.tables.supply.snow_expend[usize::from(die) - 1];
        let of = |id: &String| self.tables.formation.iter().position(|f| f.id == *id);
        log.say(|| {
            let text = Text::new("event.expend")
                .with("die", Arg::Number(die.into()))
                .with("first", Arg::Name(row[0].clone()))
                .with("second", Arg::Name(row[1].clone()));
            Event::new(EventKind::Rolled, "7.49", text)
        });
        let named = row.iter().filter_map(of).map(|f| Formation(f as u8));
        let formations = named.filter(|&f| self.supply_units(state, f).next().is_some()).collect();
        state.stages.push(Stage::Expend(formations));
    }

    /// Whether a supply unit may be the one that goes back.
    pub fn may_expend(
        &self,
        formations: &[Formation],
        state: &State,
        unit: UnitId,
    ) -> Result<(), No> {
        let no = No::new("7.49", "no.not-expended");
        let own = self.exists(unit) && self.kind(unit) == Kind::Supply;
        ensure(own && state.position.hex(unit).is_some(), no)?;
        let named = self.facts(unit).formation.is_some_and(|f| formations.contains(&f));
        ensure(named, no.unit(unit))
    }

    /// Picks the supply unit that goes back; with no edge hex free of Soviets it leaves the map (R50).
    pub fn expend(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        if let Some(Stage::Expend(formations)) = state.stages.last_mut()
            && let Some(formation) = self.facts[unit.index()].formation
        {
            formations.retain(|f| *f != formation);
        }
        if self.has_entry(state, unit) {
            state.stages.push(Stage::ExpendTo(unit));
            return;
        }
        self.put(state, unit, POOL);
        self.tell_lost(unit, log);
    }

    /// It goes back to an edge hex, whatever surrounds it (7.49).
    pub fn expend_to(&self, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        state.stages.pop();
        self.lay(state, unit, hex);
        self.tell_arrival(unit, hex, "7.49", None, log);
    }

    /// Whether a supply unit may be turned to Offensive Support (7.43) (7.46).
    pub fn may_support(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let own = self.exists(unit) && self.kind(unit) == Kind::Supply;
        ensure(own, No::new("7.43", "no.not-a-supply-unit"))?;
        let no = |rule, text| No::new(rule, text).unit(unit);
        let hex = state.position.hex(unit).ok_or(no("7.43", "no.off-map"))?;
        let turned = state.position.face(unit) == SUPPORT_FACE;
        ensure(!turned, no("7.43", "no.in-support-mode"))?;
        let alone = self.is_zoned(state, GERMAN, hex) && !self.has_combat_unit(state, GERMAN, hex);
        ensure(!alone, no("7.46", "no.alone-in-zone"))
    }

    /// Turns a supply unit to Offensive Support with the uses of this weather (6.34).
    pub fn turn_to_support(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        state.position.set_face(unit, SUPPORT_FACE);
        state.position.set_steps(unit, self.weather(state).offensive_support_uses);
        log.say(|| {
            let text = Text::new("event.support-mode").unit(unit);
            Event::new(EventKind::Changed, "7.43", text).unit(unit)
        });
    }

    /// Supply units in Offensive Support mode are used up (7.48).
    pub fn remove_spent_supply(&self, state: &mut State, log: &mut Log) {
        let spent: Vec<UnitId> = self
            .units_of(state, GERMAN)
            .filter(|&(u, _)| {
                self.kind(u) == Kind::Supply && state.position.face(u) == SUPPORT_FACE
            })
            .map(|(u, _)| u)
            .collect();
        for unit in spent {
            self.put(state, unit, POOL);
            state.position.set_face(unit, 0);
            state.position.set_steps(unit, 1);
            log.say(|| {
                let text = Text::new("event.spent").unit(unit);
                Event::new(EventKind::Changed, "7.48", text).unit(unit)
            });
        }
    }
}
