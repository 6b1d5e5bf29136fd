//! Laying counters, taking steps, removing counters (6.5).

use crate::class::Kind;
use crate::game::LastStand;
use crate::state::{Fate, GARRISONS, LOST, Mark, POOL, REBUILDING, REBUILT_FACE, State};
use board::{BoxId, UnitId};
use engine::{Arg, Dice, Event, EventKind, Log, Rule, Text};
use hex::HexId;
use smallvec::SmallVec;

/// The rules of an event, usually few.
pub(crate) type Rules = SmallVec<[Rule; 4]>;

impl LastStand {
    /// Lays a unit on a hex.
    pub fn lay(&self, state: &mut State, unit: UnitId, hex: HexId) {
        let reach = self.reach(state, unit, hex);
        state.position.place(&self.map.grid, unit, self.side(unit), hex, reach);
    }

    /// Takes a unit off the map into a box; its markers stay behind, but that of the set-up.
    pub fn put(&self, state: &mut State, unit: UnitId, into: BoxId) {
        state.position.put(&self.map.grid, unit, self.side(unit), into);
        state.position.keep_marks(unit, &[Mark::AtStart]);
    }

    /// A unit loses a step (6.52); the last one destroys it.
    pub fn lose_step(
        &self,
        state: &mut State,
        unit: UnitId,
        fate: Fate,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let steps = state.position.steps(unit);
        if steps <= 1 {
            self.eliminate(state, unit, fate, dice, log);
            return;
        }
        state.position.set_steps(unit, steps - 1);
        self.refresh_zone(state, unit);
        log.say(|| {
            let kampfgruppe = self.is_kampfgruppe(state, unit);
            let (id, rule) = match kampfgruppe {
                true => ("event.kampfgruppe", rule!("6.53")),
                false => ("event.reduced", rule!("6.52")),
            };
            Event::new(EventKind::Changed, rule, Text::new(id).unit(unit)).unit(unit)
        });
    }

    /// A unit is destroyed; where it goes depends on what it is and how it died (6.96) (R38).
    pub fn eliminate(
        &self,
        state: &mut State,
        unit: UnitId,
        fate: Fate,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        log.say(|| {
            let rules = self.death_rules(state, unit, fate);
            let hex = state.position.hex(unit);
            let id = match fate {
                Fate::Overstacked => "event.excess",
                _ => "event.eliminated",
            };
            let text = hex.into_iter().fold(Text::new(id).unit(unit), Text::hex);
            let mut event = Event::new(EventKind::Eliminated, rules[0], text).unit(unit);
            event.rules.extend(rules.into_iter().skip(1));
            hex.into_iter().fold(event, Event::hex)
        });
        let returns = matches!(fate, Fate::Defending | Fate::Attrition);
        match self.kind(unit) {
            Kind::Rifle | Kind::Tank | Kind::Cavalry if returns => self.to_waiting_box(state, unit),
            Kind::Headquarters => self.roll_for_headquarters(state, unit, dice, log),
            Kind::Supply => {
                self.put(state, unit, POOL);
                state.position.set_face(unit, 0);
            }
            Kind::Garrison => self.put(state, unit, GARRISONS),
            _ => self.put(state, unit, LOST),
        }
    }

    /// What becomes of a destroyed headquarters (7.52) (R48).
    fn roll_for_headquarters(
        &self,
        state: &mut State,
        unit: UnitId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let die = dice.roll(self.tables.combat.die);
        let turns = self.tables.supply.headquarters_return[usize::from(die) - 1];
        let again = state.position.face(unit) == REBUILT_FACE;
        self.put(state, unit, if turns == 0 { LOST } else { REBUILDING });
        if turns > 0 {
            state.position.set_face(unit, REBUILT_FACE);
            state.returns.push((unit, state.turn.saturating_add(turns)));
        }
        log.say(|| {
            let id = if turns == 0 { "event.hq-lost" } else { "event.hq-returns" };
            let text = Text::new(id).unit(unit).n(state.turn.saturating_add(turns));
            let text = text.with("die", Arg::Number(die.into()));
            let event = Event::new(EventKind::Rolled, rule!("7.52"), text).unit(unit);
            if again { event.rule(rule!("7.54")) } else { event }
        });
    }

    /// Marks a unit that has retreated or overrun (6.81).
    pub fn disrupt(&self, state: &mut State, unit: UnitId) {
        state.position.set_mark(unit, Mark::Disrupted, true);
        self.refresh_zone(state, unit);
    }

    /// What happens when a unit enters a hex by movement, advance or retreat: enemy non-combat units there are
    /// eliminated (5.23) (6.79), an objective may change hands (8.4).
    pub fn enter(
        &self,
        state: &mut State,
        unit: UnitId,
        hex: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let side = self.side(unit);
        if self.holds(state, side.other(), hex) {
            let captured: Vec<UnitId> = state.position.stack(hex).collect();
            for enemy in captured {
                self.eliminate(state, enemy, Fate::Captured, dice, log);
            }
        }
        self.enter_objective(state, side, hex, dice, log);
    }

    /// Moves a unit into a neighbouring hex with all that follows.
    pub fn step_into(
        &self,
        state: &mut State,
        unit: UnitId,
        hex: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        self.enter(state, unit, hex, dice, log);
        self.lay(state, unit, hex);
    }

    /// What a destroyed unit dies of, and where that leads: back to the box (6.96) (8.22) or out of
    /// the game (8.21) (8.25).
    pub fn death_rules(&self, state: &State, unit: UnitId, fate: Fate) -> Rules {
        let kind = self.kind(unit);
        let untried = kind.cup().is_some();
        let mut rules = Rules::from_slice(&[match fate {
            Fate::Overstacked => rule!("4.17"),
            Fate::Attrition => rule!("7.66"),
            Fate::Captured if state.phase.is_combat() => rule!("6.79"),
            Fate::Captured => rule!("5.23"),
            Fate::Abandoned => rule!("7.55"),
            Fate::Scattered => rule!("14.34"),
            Fate::Attacking | Fate::Defending if untried => rule!("6.54"),
            Fate::Attacking | Fate::Defending => rule!("6.52"),
        }]);
        match (kind, fate) {
            (_, Fate::Overstacked) if untried => rules.push(rule!("8.25")),
            (_, Fate::Attacking) if untried => rules.push(rule!("8.25")),
            (_, Fate::Defending) if untried => rules.extend([rule!("6.96"), rule!("8.22")]),
            (_, Fate::Attrition) if untried => {
                rules.extend(self.is_untried(state, unit).then_some(rule!("7.68")));
            }
            (Kind::Garrison, _) => rules.push(rule!("6.58")),
            (Kind::Factory | Kind::GuardsCavalry | Kind::Katyusha, _) => rules.push(rule!("8.21")),
            _ => {}
        }
        rules
    }
}
